"""Why things went as they did in a duel: a trick's winner, an effect, the marker, from rules and open events."""

from collections.abc import Sequence

from campaign.duel.events import Effect, Event, MarkerMoved, Played, Ranked, RoundBegan, Took, Won
from campaign.duel.state import HOME
from campaign.duel.words import EFFECT_TEXTS, ranks_words
from campaign.notation import DuelCard, DuelSuit, Seat

RULE_OF_EFFECT = {DuelSuit.PRIDE: "DU14", DuelSuit.GREED: "DU15", DuelSuit.WRATH: "DU16"}
_CANCELLED = {
    DuelSuit.PRIDE: "no trick lies before the opponent of this trick's winner",
    DuelSuit.GREED: "no card is left to swap",
}


def why(events: Sequence[Event]) -> list[str]:
    """Return why the last trick, effect or step of the marker went as it did; empty where nothing has happened yet.

    The marker is told after the trick that ended its round.
    """
    for index in range(len(events) - 1, -1, -1):
        before = events[: index + 1]
        match events[index]:
            case Won():
                return why_trick(before)
            case MarkerMoved():
                return why_trick(before[:-1]) + why_marker(before)
            case Effect() as effect:
                return why_effect(effect)
            case _:
                continue
    return []


def why_trick(events: Sequence[Event]) -> list[str]:
    """Return why the trick that the events end with went to its winner (DU11 to DU13)."""
    won = events[-1]
    if not isinstance(won, Won):
        raise ValueError("these events do not end with a finished trick")  # noqa: TRY004 (the list is wrong, not its type)
    leader = next(event.seat for event in reversed(events) if isinstance(event, Played) and event.card == won.cards[0])
    first, second = won.cards
    best, other = (first, second) if won.seat is leader else (second, first)
    head = f"Trick {won.trick}: {first.name}, {second.name}. {best.name} wins it for {won.seat.title}."
    return [head, *_reason(best, other, events)]


def _reason(best: DuelCard, other: DuelCard, events: Sequence[Event]) -> list[str]:
    colours = [card.suit for card in (best, other) if card.suit is not DuelSuit.POTION]
    if not colours:
        return ["Two potions: no effect, the higher wins (DU13)."]
    if len(colours) == 1:
        reason = "With one potion the higher number wins, whatever the ranks (DU12)."
        if best.value == other.value:
            reason = "With one potion ranks do not count, and a potion beats the equal number (DU12)."
        return [_met(colours[0]), reason]
    if best.suit is other.suit:
        return ["Both cards are of one colour: the higher number wins (DU11)."]
    ranks = next(event.ranks for event in reversed(events) if isinstance(event, Ranked))
    return [f"Ranks then, low to high: {ranks_words(ranks)}. The higher rank wins, whatever the numbers (DU11)."]


def _met(suit: DuelSuit) -> str:
    return f"{suit.title} met a potion: {EFFECT_TEXTS[suit]} ({RULE_OF_EFFECT[suit]})."


def why_effect(effect: Effect) -> list[str]:
    """Return why an effect came about, and why it was cancelled if it was (DU12, DU14 to DU16)."""
    lines = [_met(effect.suit)]
    if effect.cancelled:
        lines.append(f"It is cancelled: {_CANCELLED[effect.suit]} ({RULE_OF_EFFECT[effect.suit]}).")
    return lines


def why_marker(events: Sequence[Event]) -> list[str]:
    """Return why the marker stepped or stayed at the end of a round, with which the events end (DU17, DU3)."""
    moved = events[-1]
    if not isinstance(moved, MarkerMoved):
        raise ValueError("these events do not end with the marker's steps")  # noqa: TRY004 (the list is wrong, not its type)
    begun = max((index for index, event in enumerate(events) if isinstance(event, RoundBegan)), default=0)
    holders = {event.trick: event.seat for event in events[begun:] if isinstance(event, Won | Took)}
    jekyll, hyde = (sum(holder is seat for holder in holders.values()) for seat in (Seat.JEKYLL, Seat.HYDE))
    held = f"Jekyll has {jekyll} tricks and Hyde {hyde}"
    if not moved.steps:
        return [f"{held}: no difference, so the marker stays (DU17)."]
    lines = [f"{held}: the marker steps from {moved.start} to {moved.end}, by the difference (DU17)."]
    if moved.end == HOME:
        lines.append("It has reached Hyde's home: Hyde wins at once (DU3).")
    return lines
