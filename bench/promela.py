"""The counted game for SPIN, where `spin` and a C compiler are installed.

The model keeps the cards in two bit masks and does each step in one `d_step`, as a careful user would.
A finished deal idles, so that every other stop is a true deadlock.
"""

from __future__ import annotations

import re
import resource
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.codegen.counted import Deal


@dataclass(frozen=True, slots=True)
class SpinRun:
    """What SPIN printed. `transitions` has one more for each end of the deal, and one for the start."""

    states: int
    transitions: int
    seconds: float
    bytes_per_state: float


def is_there() -> bool:
    """Whether SPIN can be run."""
    return shutil.which("spin") is not None and shutil.which("gcc") is not None


def model(cards: Deal, opening: tuple[int, int, int, int, int, int]) -> str:
    """Promela. `opening`: both masks, leader, cards played, highest rank, and whose it is."""
    first, second, leader, played, best, by = opening
    n, top = len(cards.ranks), max(cards.ranks)
    lines = [
        "#define turn ((leader+played)&3)",
        "#define who ((turn+asked)&3)",
        f"{'int' if n > 15 else 'short'} one={first}, two={second};",
        f"byte leader={leader}, played={played}, best={best}, by={by}, asked=0;",
        "hidden int moved;",
        "inline put(r) { if :: r>best -> best=r; by=turn :: else fi; asked=0; played++;",
        f" if :: played==4 -> if :: best=={top} :: else -> if :: (by&1) -> two=two|one",
        "  :: else -> moved=one&(~two); two=two|moved; one=one&(~moved); moved=0 fi fi;",
        "  leader=by; played=0; best=0; by=0 :: else fi }",
        "active proctype P() { do",
    ]
    for i in range(n):
        guard = f"((one|two)&{1 << i})==0 && (turn&1)=={cards.suits[i]} && who=={cards.owners[i]}"
        lines.append(f":: d_step {{ ({guard}) -> one=one|{1 << i}; put({cards.ranks[i]}) }}")
    for owner in range(4):
        for suit in (0, 1):
            mask = sum(1 << i for i in range(n) if cards.owners[i] == owner and cards.suits[i] == suit)
            if mask:
                guard = f"asked==0 && (turn&1)=={suit} && turn!={owner} && ((one|two)&{mask})!={mask}"
                lines.append(f":: d_step {{ ({guard}) -> asked=({owner}+4-turn)&3 }}")
    every = (1 << n) - 1
    lines += [f":: d_step {{ (((one|two)&{every})=={every}) -> skip }}", "od }"]
    return "\n".join(lines) + "\n"


class Spin:
    """A verifier, compiled once."""

    def __init__(self, cards: Deal, opening: tuple[int, int, int, int, int, int]) -> None:
        self._folder = tempfile.TemporaryDirectory()
        folder = Path(self._folder.name)
        (folder / "model.pml").write_text(model(cards, opening), encoding="ascii")
        subprocess.run(["spin", "-a", "model.pml"], cwd=folder, check=True, capture_output=True)
        options = ["-O2", "-DSAFETY", "-DNOREDUCE", "-DMEMLIM=8000", "-o", "pan", "pan.c"]
        subprocess.run(["gcc", *options], cwd=folder, check=True, capture_output=True)

    def run(self, hash_bits: int) -> SpinRun:
        """Look at every state once."""
        before = child_seconds()
        text = subprocess.run(
            ["./pan", f"-w{hash_bits}", "-m10000"], cwd=self._folder.name, check=True, capture_output=True, text=True
        ).stdout
        seconds = child_seconds() - before
        states, transitions = _number(r"(\S+) states, stored", text), _number(r"(\S+) transitions", text)
        memory = _number(r"(\S+)\s+total actual memory usage", text)
        return SpinRun(int(states), int(transitions), max(seconds, 0.001), memory * 1024 * 1024 / states)


def child_seconds() -> float:
    """Processor time of child processes so far: SPIN's own clock runs on while others use the machine."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _number(pattern: str, text: str) -> float:
    found = re.search(pattern, text)
    if found is None:
        raise ValueError(f"SPIN did not print {pattern!r}")
    return float(found.group(1))
