"""A hint in words: a choice, and one sentence of reason."""

from typing import assert_never

from campaign.cli.facts import Fact, Names, fact
from campaign.notation import RANK_TEXTS, cards_text
from campaign.play.hints import Hint
from campaign.rules.decisions import Concede, Decision, Draws, Gives, Hands, Passes, Plays, Ranks, Returns, Takes

_SAME = 0.015
"""Chances that lie no further apart are called the same."""


def hint_fact(found: Hint, names: Names, *, achievement: bool) -> Fact:
    """Return a hint as one fact: the choice, and why."""
    return fact("Hint", f"{_choice(found.decision, names)}: {_reason(found, names, achievement=achievement)}")


def _reason(found: Hint, names: Names, *, achievement: bool) -> str:
    if found.only:
        return "it is the only choice that the rules leave."
    if found.worth is None or found.second is None:
        return "these are missed least: middle cards win little and clear little; what must go is among them."
    half = ", success without the achievement counted half" if achievement else ""
    other = _choice(found.second, names)
    if found.worth - found.second_worth < _SAME:
        return f"about {_in_100(found.worth)} in 100 from what you know{half}; {other} comes to about the same."
    return (
        f"about {_in_100(found.worth)} in 100 from what you know{half}, "
        f"against {_in_100(found.second_worth)} with {other}."
    )


def _in_100(chance: float) -> int:
    return round(100 * chance)


def _choice(decision: Decision, names: Names) -> str:
    match decision:
        case Plays(_, card):
            return str(card)
        case Returns(_, card):
            return f"{card} back"
        case Gives(_, cards) | Passes(_, cards):
            return cards_text(cards)
        case Takes(seat):
            return f"{names.full(seat)} takes"
        case Hands(seat):
            return f"{names.full(seat)} hands it over"
        case Draws(seat):
            return f"{names.full(seat)} draws"
        case Ranks(order):
            return f"ranks {RANK_TEXTS[order]}"
        case Concede():
            return "concede"
        case _:
            assert_never(decision)
