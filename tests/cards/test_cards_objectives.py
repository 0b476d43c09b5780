"""Cards that ask for something: objectives met and failed, worked out by hand. Rounds have two tricks here.

In a trick of one colour alone the highest number wins; of two colours the first to appear is the lowest (K1). Jekyll
leads round 1 and Hyde round 2, each playing next after the City (N1).
"""

from dataclasses import dataclass

import pytest

from campaign.rules import state as phases
from campaign.rules.events import failed_objective
from tests.cards.deals import begin, judged, play, rounds, start

# Round 1: who of the two wins which trick.
JJ = ["cF4 jF6 hF5 J", "jF8 hF7 cF3 J"]
JH = ["cF4 jF6 hF5 J", "jF7 hF8 cF3 H"]
CC = ["cF6 jF5 hF4 C", "cF8 jF7 hF3 C"]
CJ = ["cF6 jF5 hF4 C", "cF3 jF8 hF7 J"]
# Round 2, led by Hyde.
HH = ["cF4 hF6 jF5 H", "hF8 jF7 cF3 H"]
HJ = ["cF4 hF6 jF5 H", "hF7 jF8 cF3 J"]
HC = ["cF6 hF5 jF4 C", "cF8 hF7 jF3 C"]
CH = ["cF6 hF5 jF4 C", "cF3 hF8 jF7 H"]


@dataclass(frozen=True)
class Case:
    """A card, the rounds to play, and how its objective stands at each round's end."""

    number: int
    name: str
    rounds: tuple[list[str], ...]
    judged: list[str]
    objective: str = ""
    """The objective that ended the chapter; without one it ended short of the last position (X3)."""


CASES = [
    Case(1, "2-0 for the leading one in both", (JJ, HH), ["met", "met"]),
    Case(1, "1-1 is not more", (JH,), ["failed"], "ahead"),
    Case(1, "round 2 is Hyde's to lead", (JJ, HJ), ["met", "failed"], "ahead"),
    Case(1, "0-0 is not more", (CC,), ["failed"], "ahead"),
    # 5+ counts as Fear 5, 6+ as Fear 6 and beats F6 (R3, W2); the Fear reactions are cancelled, one rank lies there.
    Case(2, "both in round 1", (["cF4 j5+ hF3 J", "jF6 h6+ cF5 H"], HH), ["met", "met"]),
    Case(
        2, "one in each round", (["cF4 j5+ hF3 J", "jF6 hF7 cF5 H"], ["cF4 h6+ jF3 H", "hF7 jF8 cF5 J"]),
        ["open", "met"],
    ),
    Case(
        2, "Hyde's potion only loses", (["cF4 j5+ hF3 J", "jF6 hF7 cF5 H"], ["cF4 h3+ jF5 J", "jF7 cF3 hF6 J"]),
        ["open", "failed"], "draught",
    ),
    Case(3, "Hyde wins two potions", (["cF4 j3+ h4+ H", "hF6 cF7 jF5 C"],), ["failed"], "no-double-dose"),
    Case(3, "the City may", (["cF5 j3+ h4+ C", "cF6 jF7 hF4 J"], HH), ["met", "met"]),
    Case(3, "one potion is no two", (["cF4 j5+ hF3 J", "jF6 h6+ cF5 H"], HH), ["met", "met"]),
    Case(5, "the other one wins the last", (JH, HJ), ["met", "met"]),
    Case(5, "the leading one wins it", (JJ,), ["failed"], "last-word"),
    Case(5, "the City wins it", (CC,), ["failed"], "last-word"),
    Case(5, "in round 2 Hyde leads", (JH, HH), ["met", "failed"], "last-word"),
    Case(19, "2-0, then 1-1", (JJ, HJ), ["open", "met"]),
    Case(19, "1-1 at once", (JH, HH), ["met", "met"]),
    Case(19, "0-0 is the same number", (CC, HH), ["met", "met"]),
    Case(19, "2-0 and 0-2", (JJ, HH), ["open", "failed"], "balance"),
    Case(20, "Jekyll wins with a 7", (["cF4 jF7 hF5 J", "jF6 hF8 cF3 H"],), ["failed"], "no-seven"),
    Case(20, "a 7 that loses, and the City's", (["cF7 jF6 hF5 C", "cF4 jF8 hF3 J"], HH), ["met", "met"]),
    Case(20, "in round 2 too", (JH, ["cF4 hF7 jF6 H", "hF8 jF5 cF3 H"]), ["met", "failed"], "no-seven"),
    # One each and the 8 of Fear: 4 + 1 + 1 is 6; without the 8 it is 5.
    Case(22, "on 6 exactly", (JH, HH), ["met"]),
    Case(22, "on 5", (["cF4 jF6 hF5 J", "jF2 hF7 cF3 H"],), ["failed"], "half-way"),
    Case(22, "nothing is asked in round 2", (JH, HC), ["met"]),
    Case(25, "the City's in both", (CJ, CH), ["met", "met"]),
    Case(25, "Jekyll wins the first", (JJ,), ["failed"], "city-first"),
    Case(25, "Hyde wins the first of round 2", (CJ, HH), ["met", "failed"], "city-first"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.number}: {case.name}")
def test_an_objective_met_and_failed(case: Case) -> None:
    game = rounds(begin(case.number), *case.rounds)
    assert judged(game) == case.judged
    assert game.state.phase == phases.OVER
    found = failed_objective(game.chapter, game.state) or ""
    assert (found, game.state.ending) == (case.objective, phases.OBJECTIVE if case.objective else phases.SHORT)


EARLY = [
    (1, ["cF6 jF5 hF4 C", "cF3 jF8 hF7 J"], ["open", "open"]),  # 0-0: one is left to win
    (1, ["cF4 jF5 hF6 H", "hF3 cF7 jF8 J"], ["open", "failed"]),  # 0-1: with one left it cannot be more
    (3, ["cF4 j3+ h4+ H", "hF6 cF7 jF5 C"], ["open", "failed"]),
    (5, JJ, ["open", "open"]),
    (20, ["cF4 jF7 hF5 J", "jF6 hF8 cF3 H"], ["open", "failed"]),
    (25, JJ, ["open", "failed"]),
    (25, CJ, ["open", "met"]),
]


@pytest.mark.parametrize(("number", "script", "verdicts"), EARLY)
def test_the_table_says_how_an_objective_stands_before_the_round_ends(
    number: int, script: list[str], verdicts: list[str]
) -> None:
    game = start(number, script)
    ((_, before),) = game.table.objectives
    play(game, script[0])
    ((_, after),) = game.table.objectives
    assert [before, after] == verdicts
    assert game.table.round == 1
    assert game.due is not None  # what has failed ends the chapter at the end of its round only


# Card 24: in round 1 Manipulation (a card is drawn and put back) and Ruse take effect; each asks for what it needs.
RUSE_AND_MANIPULATION = [
    "cM6 j3+ [jekyll draws] [jekyll returns R5] hM5 C",
    "cR5 j4+ [jekyll takes] hR4 C",
]


def test_card_24_all_three_reactions_take_effect() -> None:
    # Ruse, then Fear make three ranks (K1), so that the tokens can be put in another order (R6).
    script = ["cR6 hR5 jR4 C", "cF5 h5+ [ranks MRF] jF4 H"]
    game = rounds(begin(24), RUSE_AND_MANIPULATION)
    assert judged(game) == ["open"]
    rounds(game, script)
    assert judged(game) == ["open", "met"]
    assert game.state.ending == phases.SHORT


def test_card_24_a_cancelled_reaction_is_none() -> None:
    # Fear alone is ranked: its reaction is cancelled.
    game = rounds(begin(24), RUSE_AND_MANIPULATION, ["cF5 h5+ jF4 H", "hF7 jF6 cF8 C"])
    assert judged(game) == ["open", "failed"]
    assert (game.state.ending, failed_objective(game.chapter, game.state)) == (phases.OBJECTIVE, "all-three")


def test_card_24_fails_by_any_of_the_three() -> None:
    # Ruse comes before the City has won a trick: cancelled. In round 2 Fear and Manipulation, and no Ruse any more.
    script = ["cR5 j5+ hR4 J", "jR6 hR8 cR7 H"]
    second = ["cM6 h3+ [hyde draws] [hyde returns F5] jM5 C", "cF5 h5+ [ranks MRF] jF4 H"]
    game = rounds(begin(24), script, second)
    assert judged(game) == ["open", "failed"]
