"""What a screen says of a duel, made from its views alone."""

from collections.abc import Sequence

from campaign.cli.facts import (
    Choice,
    Fact,
    Span,
    Track,
    card_choices,
    card_span,
    card_spans,
    fact,
    laid_fact,
    played_spans,
    ranks_fact,
    suit_span,
    suit_style,
)
from campaign.cli.screen import Screen
from campaign.duel.decisions import Kind
from campaign.duel.events import Effect, Event, MarkerMoved, Named, Played, RoundBegan, Won
from campaign.duel.state import HAND, HOME, ROUNDS
from campaign.duel.view import OpenTable, TrickView, View
from campaign.duel.words import EFFECT_NOTES, EFFECT_TEXTS
from campaign.notation import DUEL_COLOURS, PLAYERS, Card, DuelCard, DuelSuit, Seat, cards_text, plural

_MARKER = "▲"


def stage(table: OpenTable) -> str:
    """Return where the duel stands: ``round 1 of 3 · trick 3 of 10``."""
    rounds = f"round {table.round} of {ROUNDS}"
    if table.due is not None and table.due.kind is Kind.PASSES:
        return f"{rounds} · passing"
    return f"{rounds} · trick {min(len(table.tricks) + 1, HAND)} of {HAND}"


def track(marker: int) -> Track:
    """Return the identity track with its marker (DU2)."""
    left = HOME - marker
    note = f"{left} to Hyde's home" if left else "Hyde is home"
    words = fact("Track", f"marker on {marker} of {HOME}; {note}")
    return Track(HOME, ((marker, _MARKER, "bold cyan"),), note, words)


def tricks_fact(table: OpenTable) -> Fact:
    """Return how many tricks lie before each, and by how much they differ (DU17)."""
    held = " · ".join(f"{seat.title} {table.held[seat]}" for seat in PLAYERS)
    return fact("Tricks", held, (f" · difference {abs(table.held[0] - table.held[1])}", "dim"))


def trick_facts(table: OpenTable, you: Seat | None) -> list[Fact]:
    """Return the trick that lies there, who is to play, what was named and what effect there is."""
    laid = [
        (seat, [card_span(card), *(_named_spans(table.named) if index == 0 else [])])
        for index, (seat, card) in enumerate(table.trick)
    ]
    facts = [laid_fact(laid, table.to_follow, you)]
    if table.effect is not None:
        what = "nothing to resolve" if table.effect.cancelled else EFFECT_TEXTS[table.effect.suit]
        facts.append(fact("Effect", suit_span(table.effect.suit), f": {what}"))
    return facts


def _named_spans(named: DuelSuit | None, *, short: bool = False) -> list[Span]:
    if named is None:
        return []
    return [(" naming ", "dim"), (named.letter if short else named.title, suit_style(named))]


def table_facts(table: OpenTable, you: Seat | None) -> list[Fact]:
    """Return all that lies open, below the track."""
    facts = [ranks_fact(table.ranks, DUEL_COLOURS), tricks_fact(table)]
    if table.tricks:
        facts.append(last_trick(table))
    if table.due is not None and table.due.kind is Kind.PASSES:
        return [*facts, fact("Trick", f"{table.leading.title} leads the first (DU6)")]
    return facts + trick_facts(table, you)


def show_table(screen: Screen, table: OpenTable, *, title: str, you: Seat | None) -> None:
    """Write all that lies open."""
    screen.title(title, stage(table), kind="Duel")
    screen.track(track(table.marker))
    screen.facts(table_facts(table, you))


def trick_line(trick: TrickView) -> Fact:
    """Return a finished trick: its cards by who played them, who won it and before whom it lies now."""
    laid = [
        (seat, [card_span(card, short=True), *(_named_spans(trick.named, short=True) if index == 0 else [])])
        for index, (seat, card) in enumerate(zip(trick.seats, trick.cards, strict=True))
    ]
    spans = played_spans(laid, trick.winner)
    if trick.holder is not trick.winner:
        spans.append((f", taken by {trick.holder.title}", "bold"))
    if trick.effect is not None:
        spans.append(_effect_span(trick.effect))
    return Fact(f"Trick {trick.number}", tuple(spans))


def last_trick(table: OpenTable) -> Fact:
    """Return the last finished trick of the round, for whoever did not see it fall."""
    return Fact("Last", trick_line(table.tricks[-1]).spans)


def told_trick(events: Sequence[Event], won: int) -> Fact:
    """Return the finished trick whose ``Won`` stands at an index of a duel's events, as it lay then."""
    end = events[won]
    if not isinstance(end, Won):
        raise TypeError("this event is no finished trick")
    played: list[tuple[Seat, list[Span]]] = []
    effect: Effect | None = None
    named: DuelSuit | None = None
    for event in reversed(events[:won]):
        match event:
            case Won() | RoundBegan():
                break
            case Named(_, suit):
                named = suit
            case Effect():
                effect = event
            case Played(_, seat, card):
                played.insert(0, (seat, [card_span(card, short=True)]))
            case _:
                pass
    played[0][1].extend(_named_spans(named, short=True))
    spans = played_spans(played, end.seat)
    if effect is not None:
        spans.append(_effect_span(effect))
    return Fact(f"Trick {end.trick}", tuple(spans))


def _effect_span(effect: Effect) -> Span:
    return (f"  ({effect.suit.title}{', cancelled' * effect.cancelled})", suit_style(effect.suit))


def tricks_facts(table: OpenTable) -> list[Fact]:
    """Return all finished tricks of the round."""
    return [trick_line(trick) for trick in table.tricks] or [fact("Tricks", "none won yet this round")]


def mine_facts(view: View) -> list[Fact]:
    """Return what this seat passed, swapped and got this round, and what the opponent must still hold of it."""
    facts = [Fact("Passed", tuple(card_spans(view.passed)) or (("nothing yet this round", "dim"),))]
    if view.received:
        facts.append(Fact("Received", tuple(card_spans(view.received))))
    facts += [
        fact("Swap", f"trick {swap.trick}: gave ", *card_spans(swap.gave), ", got ", *card_spans(swap.got))
        for swap in view.swaps
    ]
    if view.offered:
        facts.append(fact("Offered", *card_spans(view.offered)))
    if view.known:
        facts.append(fact("Known", f"{view.seat.partner.title} still holds ", *card_spans(view.known)))
    return facts


def choices(view: View) -> list[Choice]:
    """Return the cards that may be chosen, numbered, and the others with the rule that bars them."""
    notes: dict[Card | DuelCard, str] = {card: f"no: {refused}" for card, refused in view.barred}
    notes |= dict.fromkeys(view.must_pass, "one potion at least (DU5)")
    if view.may_name:
        potions = [card for card in view.hand if card.suit is DuelSuit.POTION]
        notes |= {card: f"names a colour, such as {card} W (DU9)" for card in potions}
    notes |= _effect_notes(view)
    return card_choices(view.hand, view.legal, notes)


def _effect_notes(view: View) -> dict[Card | DuelCard, str]:
    """Return which effect follows each card that meets the one led: a colour's that meets a potion (DU12)."""
    if not view.table.trick or view.table.due is None or view.table.due.kind is not Kind.PLAYS:
        return {}
    led = view.table.trick[0][1].suit
    met = {card: {led, card.suit} for card in view.legal}
    return {
        card: EFFECT_NOTES[(suits - {DuelSuit.POTION}).pop()]
        for card, suits in met.items()
        if DuelSuit.POTION in suits and len(suits) > 1
    }


def trick_choices(view: View) -> list[Choice]:
    """Return the opponent's tricks that may be taken, by their own numbers (DU14)."""
    return [
        Choice(trick.number, cards_text(trick.cards), f"trick {trick.number}, won by {trick.winner.title}")
        for trick in view.table.tricks
        if trick.number in view.takes
    ]


def marker_facts(events: Sequence[Event]) -> list[Fact]:
    """Return how the marker moved after each round, or that it stayed (DU17)."""
    moves = [event for event in events if isinstance(event, MarkerMoved)]
    return [fact(f"Round {number}", _marker_words(moved)) for number, moved in enumerate(moves, 1)]


def _marker_words(moved: MarkerMoved) -> str:
    if not moved.steps:
        return f"no difference, it stayed on {moved.end}"
    return f"{plural(moved.steps, 'step')}, from {moved.start} to {moved.end}"
