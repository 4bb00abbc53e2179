"""A rulebook of a thousand lines and more, made by repeating a small one under other names."""

from __future__ import annotations

HEAD = """rulebook many_counters
  title en "Many counters"
  players 2 as Anna, Ben

enum Mood: good, bad

procedure game
  for each p in turn order
    p chooses one of
      stop
  end game won by Anna
"""

BLOCK = """
chapter en "Counter {i}"

param limit_{i}: 1..50 = {limit}

state
  pot_{i}[Player]: 0..60 = 0
  mood_{i}: Mood = good

rule bonus_{i}(throw: 1..6, mood: Mood) -> 0..12
  text en "High throws count double when all is well."
  default plain
    throw
  exception doubled over plain
    throw + throw when throw >= 5 and mood = good

rule full_{i}(p: Player) -> yes or no
  default
    yes when pot_{i}[p] >= limit_{i}
    no  otherwise

procedure round_{i}(p: Player)
  text en "Throw until the pot is full, or stop before."
  while not full_{i}(p)
    roll d6 as throw
    if throw = 1
      mood_{i} becomes bad
      pot_{i}[p] becomes 0
    otherwise
      pot_{i}[p] becomes min(60, pot_{i}[p] + bonus_{i}(throw, mood_{i}))
  p chooses one of
    rest_{i} when pot_{i}[p] >= 1
      pot_{i}[p] becomes pot_{i}[p] - 1
    go_on_{i}

claim small_{i} "The bonus is never more than twelve"
  for all throw: 1..6, mood: Mood
    bonus_{i}(throw, mood) <= 12
"""


def long_rulebook(n_lines: int) -> str:
    """At least so many lines that check without errors."""
    text = HEAD
    i = 0
    while text.count("\n") < n_lines:
        i += 1
        text += BLOCK.replace("{i}", str(i)).replace("{limit}", str(10 + i % 40))
    return text
