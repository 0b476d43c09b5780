"""A hint in a duel in words: a choice, and one sentence of reason."""

from typing import assert_never

from campaign.cli.facts import Fact, fact
from campaign.cli.hinting import ONLY, chance_words
from campaign.duel.decisions import Decision, Passes, Plays, Swaps, Takes
from campaign.duel.why import RULE_OF_EFFECT
from campaign.notation import DuelSuit, Seat, cards_text, plural
from campaign.play.duel_hints import DuelHint

_COUNTED = "in a return match, DU18"
_EFFECTS = {
    DuelSuit.PRIDE: "a trick changes sides",
    DuelSuit.GREED: "you swap cards with {opponent}",
    DuelSuit.WRATH: "all rank tokens come off",
}
"""What is said of an effect that is sure; of Pride's where it is not sure who wins the trick."""


def duel_hint_fact(found: DuelHint, seat: Seat) -> Fact:
    """Return a hint for a seat as one fact: the choice, and why."""
    if found.only:
        reason = ONLY
    elif found.chances is None:
        reason = f"whichever you take counts the same, and makes {_tricks_words(found, seat)} (DU17)"
    else:
        parts = ["a potion must go (DU5)"] * found.must_pass + _sure_words(found, seat)
        told = chance_words(found.chances, f"with {_choice(found.chances.second)}", [_COUNTED])
        reason = "; ".join([*parts, told])
    return fact("Hint", f"{_choice(found.decision)}: {reason}.")


def _sure_words(found: DuelHint, seat: Seat) -> list[str]:
    """Return what is sure of a card."""
    opponent = seat.partner.title
    words: list[str] = []
    if found.trick_to is not None:
        won = found.trick_to is seat
        does = "wins the trick" if won else f"leaves the trick to {opponent}"
        if found.effect is DuelSuit.PRIDE:
            whose = f"{opponent}'s" if won else "yours"
            does += f" and one of {whose} with it ({RULE_OF_EFFECT[found.effect]})"
        whatever = f", whatever {opponent} plays" if found.leads else ""
        makes = "" if found.tricks is None else f", which makes {_tricks_words(found, seat)}"
        words.append(f"it {does}{whatever}{makes}")
    if found.effect is not None and (found.effect is not DuelSuit.PRIDE or found.trick_to is None):
        words.append(f"{_EFFECTS[found.effect].format(opponent=opponent)} ({RULE_OF_EFFECT[found.effect]})")
    return words


def _tricks_words(found: DuelHint, seat: Seat) -> str:
    if found.tricks is None:
        raise ValueError("the counts of tricks are not sure")
    own, other = found.tricks
    return f"{plural(own, 'trick')} to {seat.partner.title}'s {other}"


def _choice(decision: Decision) -> str:
    match decision:
        case Plays(_, card, naming):
            return str(card) if naming is None else f"{card} naming {naming.letter}"
        case Takes(_, trick):
            return f"trick {trick}"
        case Passes(_, cards) | Swaps(_, cards):
            return cards_text(cards)
        case _:
            assert_never(decision)
