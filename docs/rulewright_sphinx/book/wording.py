"""The words of a printed rulebook that are the same in every game, in German and in English."""

from __future__ import annotations

from dataclasses import dataclass

LANGUAGES = ("en", "de")


@dataclass(frozen=True, slots=True)
class Wording:
    """Headings and small sentences. `{}` is filled in by whoever uses one."""

    language: str
    rulebook: str
    in_short: str
    components: str
    count: str
    what: str
    remark: str
    areas: str
    area: str
    holds: str
    seen_by: str
    at_start: str
    seen: dict[str, str]
    others_see: str
    full: str
    empty: str
    each: str
    players: str
    players_range: str
    cards: str
    pieces: str
    cards_of: str
    die_of: str
    plain_die: str
    but: str
    modifier: str
    only_if: str
    not_in_play: str
    open_reading: str
    in_play: str
    gap: str
    without_words: str
    set_value: str
    flow_of: str
    flow_spoken: str
    start: str
    end: str
    until: str
    while_: str
    again: str
    for_each: str
    turns: dict[str, str]
    person: str
    choose: str
    luck_chooses: str
    chooses: str
    may: str
    may_choose: str
    answers: str
    won: str
    no_winner: str
    yes: str
    no: str
    otherwise: str
    further: str
    variants: str
    variant_needs: str
    variant_excludes: str
    changes: dict[str, str]
    before: str
    after: str
    open_questions: str
    open_intro: str
    readings: str
    gaps: str
    plays: str
    plays_intro: str
    given: str
    luck: str
    in_private: str
    result: str
    under: str
    questions: str
    questions_intro: str
    questions_none: str
    asked: dict[str, str]
    is_it_so: str
    right: str
    wrong: str
    claims: str
    claims_intro: str
    claim: str
    verdict: str
    outcome: dict[str, str]
    reach: dict[str, str]
    whole_game: str
    expected: str
    only_in: str
    only_read: str
    only_players: str
    came_out: dict[str, str]
    not_verified: str
    other_files: str
    other_game: str
    played_with: str
    report: str
    glossary: str
    index: str
    see: str
    index_intro: str
    aid: str
    aid_parts: dict[str, str]
    sources: str
    sources_intro: str
    source_sign: dict[str, str]
    passage: str
    says: str
    where: str
    rules: str
    contents: str
    nothing: str
    result_column: str
    effect_column: str
    face_column: str
    differs: str
    mentioned: str
    all_chapters: str
    cover_note: str


def wording_of(language: str) -> Wording:
    """The words of a language; English where there are none."""
    from rulewright_sphinx.book.english import ENGLISH
    from rulewright_sphinx.book.german import GERMAN

    return GERMAN if language == "de" else ENGLISH
