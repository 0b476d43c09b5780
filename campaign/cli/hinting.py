"""A hint in words: a choice, and one sentence of reason."""

from collections.abc import Sequence
from typing import assert_never

from campaign.cards import SCOTLAND_YARD_ICONS
from campaign.cli.facts import Fact, Names, fact
from campaign.notation import RANK_TEXTS, Seat, cards_text, plural
from campaign.play.edition import DecisionT
from campaign.play.hints import SAME, Chances, Hint
from campaign.rules.chapter import Chapter, Count, Icon, Noun, Pawn, RoundRules, Take
from campaign.rules.decisions import Concede, Decision, Draws, Gives, Hands, Passes, Plays, Ranks, Returns, Takes

ONLY = "it is the only choice that the rules leave"


def hint_fact(found: Hint, names: Names, chapter: Chapter, rules: RoundRules) -> Fact:
    """Return a hint as one fact: the choice, and why."""
    if found.only:
        reason = ONLY
    elif found.chances is None:
        must = "what must go is among them (D2), and of the rest " if found.must_give else ""
        reason = f"a rule of thumb: {must}these are missed least, as middle cards win little and lose little"
    else:
        notes = ["success without the achievement counts half"] if chapter.achievement is not None else []
        told = chance_words(found.chances, _instead(found.chances.second), notes)
        reason = "; ".join([*_sure_words(found, rules), told])
    return fact("Hint", f"{_choice(found.decision, names)}: {reason}.")


def _sure_words(found: Hint, rules: RoundRules) -> list[str]:
    """Return what is sure of a choice, as few words as there are."""
    does: list[str] = []
    if found.reaction is not None:
        does.append(f"makes {found.reaction.title} react")
    if isinstance(found.decision, Plays) and found.trick_to is not None:
        icon = bool(SCOTLAND_YARD_ICONS >> found.decision.card.index & 1) and _follows_icons(rules)
        does.append(_trick_words(found.decision.seat, found.trick_to, icon=icon))
    words = [f"it {' and '.join(does)}"] if does else []
    if found.fewer and found.trick_to is not None and _counts_the_smaller(rules):
        words.append(f"{found.trick_to.title} has fewer tricks than {found.trick_to.partner.title}")
    return words


def _trick_words(seat: Seat, winner: Seat, *, icon: bool) -> str:
    if winner is seat:
        return "wins the trick"
    if winner is Seat.CITY:
        return f"leaves the trick{' and its icon' if icon else ''} to the City"
    return f"leaves the trick to {winner.title}"


def _counts_the_smaller(rules: RoundRules) -> bool:
    """Return whether the players' pawn goes by the smaller of their counts of tricks."""
    return any(
        move.pawn is Pawn.JEKYLL_HYDE
        and isinstance(move.steps, Count)
        and (move.steps.noun, move.steps.take) == (Noun.TRICKS, Take.SMALLER)
        for move in rules.moves
    )


def _follows_icons(rules: RoundRules) -> bool:
    """Return whether Scotland Yard goes by its icons before the players."""
    return any(
        move.pawn is Pawn.SCOTLAND_YARD
        and isinstance(move.steps, Count)
        and move.steps.cards is not None
        and move.steps.cards.icon is Icon.SCOTLAND_YARD
        for move in rules.moves
    )


def chance_words(chances: Chances[DecisionT], second: str, notes: Sequence[str]) -> str:
    """Return what a thinker makes of a choice.

    ``second`` names the next best as ``with F4``, ``notes`` say what is counted how.
    """
    if chances.cut:
        notes = [*notes, f"{plural(chances.worlds, 'drawn deal')} in the time there was"]
    note = f" ({'; '.join(notes)})" if notes else ""
    after = f"about {_in_100(chances.after)} in 100 as far as you can know"
    if chances.all_same:
        return f"every choice comes to {after}{note}"
    if chances.after - chances.after_second <= SAME:
        return f"a chance of {after}, as {second}{note}"
    return f"a chance of {after}, against {_in_100(chances.after_second)} {second}{note}"


def _in_100(chance: float) -> int:
    return round(100 * chance)


def _instead(decision: Decision) -> str:
    """Return another choice as ``with F4`` or ``if Hyde draws``."""
    match decision:
        case Takes() | Hands() | Draws():
            return f"if {_choice(decision, Names())}"
        case _:
            return f"with {_choice(decision, Names())}"


def _choice(decision: Decision, names: Names) -> str:
    match decision:
        case Plays(_, card):
            return str(card)
        case Returns(_, card):
            return f"{card} back"
        case Gives(_, cards) | Passes(_, cards):
            return cards_text(cards)
        case Takes(seat):
            return f"{names.full(seat)} takes it"
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
