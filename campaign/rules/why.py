"""Why things went as they did: a trick's winner, a reaction, a pawn move, told from the rules and the open events."""

from collections.abc import Sequence

from campaign.notation import Card, Suit, plural, ranks_words
from campaign.rules.chapter import Chapter, Effect
from campaign.rules.events import (
    Event,
    Moved,
    Played,
    Ranked,
    Reacted,
    Reordered,
    RoundBegan,
    Won,
)
from campaign.rules.words import PAWN_TEXTS, house_rules, limit_words, move_words

RULE_OF_EFFECT = {
    Effect.TAKE_CITY_TRICK: "R5",
    Effect.GIVE_CITY_TRICK: "R5",
    Effect.REORDER_RANKS: "R6",
    Effect.EXCHANGE_CITY_CARD: "R7",
    Effect.NOTHING: "R4",
}


def why(chapter: Chapter, events: Sequence[Event]) -> list[str]:
    """Return why the last trick, reaction or pawn move went as it did; empty where nothing has happened yet.

    Pawn moves that follow a trick at once are told after it.
    """
    for index in range(len(events) - 1, -1, -1):
        before = events[: index + 1]
        match events[index]:
            case Won():
                return why_trick(chapter, before)
            case Moved():
                first = _first_move(before)
                after_trick = first > 0 and isinstance(before[first - 1], Won)
                return (why_trick(chapter, before[:first]) if after_trick else []) + why_moves(chapter, before)
            case Reacted() as reacted:
                return why_reaction(chapter, before, reacted)
            case _:
                continue
    return []


def _first_move(events: Sequence[Event]) -> int:
    """Return where the pawn moves begin that the events end with."""
    first = len(events)
    while first > 0 and isinstance(events[first - 1], Moved):
        first -= 1
    return first


def _round_of(events: Sequence[Event]) -> int:
    return max((event.round for event in events if isinstance(event, RoundBegan)), default=1)


def _ranks_of(events: Sequence[Event]) -> str:
    placed = (event.ranks for event in reversed(_this_round(events)) if isinstance(event, Ranked | Reordered))
    return next(placed, "")


def _reaction_of(events: Sequence[Event]) -> Reacted | None:
    """Return the reaction of the trick that the events end with."""
    first = next((i for i in range(len(events) - 1, -1, -1) if _opens_trick(events[i], events[-1])), 0)
    return next((event for event in events[first:] if isinstance(event, Reacted)), None)


def _opens_trick(event: Event, won: Event) -> bool:
    return isinstance(event, Played) and isinstance(won, Won) and (event.trick, event.card) == (won.trick, won.cards[0])


def why_trick(chapter: Chapter, events: Sequence[Event]) -> list[str]:
    """Return why the trick that the events end with went to its winner (W1 to W3), with the house rules in force."""
    won = events[-1]
    if not isinstance(won, Won):
        raise ValueError("these events do not end with a finished trick")  # noqa: TRY004 (the list is wrong, not its type)
    reaction = _reaction_of(events)
    ranks = _ranks_of(events)
    best = _winning_card(won, ranks, reaction)
    lines = [f"Trick {won.trick}: {', '.join(card.name for card in won.cards)}. {best.name} wins it for {_seat(won)}."]
    potions = [card for card in won.cards if card.suit is Suit.POTION]
    if len(potions) == len(won.cards):
        lines.append("Three potions: no reaction and no colour, the highest potion wins (W3).")
        return lines + _house(chapter, events)
    if len(ranks) > 1:
        lines.append(f"Ranks then, low to high: {ranks_words(ranks)}. The highest rank present wins (W1).")
    else:
        lines.append(f"Only {ranks_words(ranks)} is ranked then, and no other colour lies here.")
    lines.append("Within one rank the highest number wins (W1).")
    if potions and reaction is not None:
        name = potions[0].name if len(potions) == 1 else "Each potion"
        colour = f"counts as {reaction.colour.title}, the colour of the trick's reaction (R3)"
        lines.append(f"{name} {colour}, and beats the equal number (W2).")
    return lines + _house(chapter, events)


def _seat(won: Won) -> str:
    return won.seat.title if won.seat.title != "City" else "the City"


def _winning_card(won: Won, ranks: str, reaction: Reacted | None) -> Card:
    def strength(card: Card) -> tuple[int, int, bool]:
        suit = card.suit
        if suit is Suit.POTION and reaction is not None:
            suit = reaction.colour
        return ranks.find(suit.letter), card.value, card.suit is Suit.POTION

    return max(won.cards, key=strength)


def _house(chapter: Chapter, events: Sequence[Event]) -> list[str]:
    rules = chapter.rounds[_round_of(events) - 1]
    return [f"In this chapter: {line}" for line in (*house_rules(rules), *map(limit_words, rules.limits))]


def why_reaction(chapter: Chapter, events: Sequence[Event], reacted: Reacted) -> list[str]:
    """Return why a reaction came about, and why it was cancelled if it was (R1 to R7)."""
    colour = reacted.colour.title
    pair = f"A potion and a {colour} card lie one directly after the other"
    lines = [f"{pair}: a reaction of {colour} (R1), the only one of its trick (R2)."]
    if not reacted.cancelled:
        rule = RULE_OF_EFFECT[reacted.effect]
        lines.append(f"The players resolve it together, whoever triggered it (R4, {rule}).")
        return lines + _house(chapter, events)
    ranks = _ranks_of(events)
    rules = chapter.rounds[_round_of(events) - 1]
    used = sum(isinstance(event, Reacted) and not event.cancelled for event in _this_round(events))
    if reacted.effect is Effect.NOTHING:
        reason = f"in this chapter a reaction of {reacted.colour.title} does nothing"
    elif rules.reactions_cap is not None and used >= rules.reactions_cap:
        reason = f"{plural(rules.reactions_cap, 'reaction')} took effect this round already, and no more may"
    elif reacted.effect is Effect.TAKE_CITY_TRICK:
        reason = "no trick lies before the City (R5)"
    elif reacted.effect is Effect.REORDER_RANKS:
        reason = f"only {len(ranks)} of the three colours {'is' if len(ranks) == 1 else 'are'} ranked (R6)"
    else:
        reason = "the City's deck is empty (R7)"
    lines.append(f"It is cancelled: {reason}. It still colours the trick's potions (R2).")
    return lines + _house(chapter, events)


def _this_round(events: Sequence[Event]) -> Sequence[Event]:
    begun = max((index for index, event in enumerate(events) if isinstance(event, RoundBegan)), default=0)
    return events[begun:]


def why_moves(chapter: Chapter, events: Sequence[Event]) -> list[str]:
    """Return the rule behind each pawn move made last, one after the other (E1 to E6)."""
    moves = {move.name: move for move in chapter.rounds[_round_of(events) - 1].moves}
    lines: list[str] = []
    for moved in (event for event in events[_first_move(events) :] if isinstance(event, Moved)):
        move = moves[moved.move]
        way = "back" if moved.steps < 0 else "forward"
        text = f"{PAWN_TEXTS[moved.pawn]} stepped {way} from {moved.start} to {moved.end}: {move_words(move)}"
        if moved.pawn is not move.pawn:
            text += f" Steps past space {chapter.last_position} moved Scotland Yard instead (E3)."
        lines.append(text)
    return lines
