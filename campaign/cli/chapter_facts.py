"""What a screen says of a chapter's table, made from its views alone."""

from collections.abc import Sequence

from campaign.cli.facts import (
    Choice,
    Fact,
    Names,
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
from campaign.notation import COLOURS, PLAYERS, Card, DuelCard, Seat, Suit, plural, ranks_words
from campaign.rules.chapter import Chapter, JudgedIn, Objective
from campaign.rules.decisions import Kind
from campaign.rules.events import Event, Played, Reacted, RoundBegan, Won
from campaign.rules.view import OpenTable, TrickView, View
from campaign.rules.words import achievement_words, objective_words

_VERDICT_STYLES = {"met": "green", "failed": "red", "open": "yellow"}


def stage(table: OpenTable) -> str:
    """Return where the chapter stands: ``round 1 of 2 · night · trick 3 of 8``."""
    rounds = f"round {table.round} of {len(table.chapter.rounds)}"
    if table.due is not None and table.due.kind is Kind.PASSES:
        return f"{rounds} · day · passing"
    if table.due is not None and table.due.kind is Kind.GIVES:
        return f"{rounds} · day · gifts"
    trick = min(len(table.tricks) + 1, table.rules.tricks)
    return f"{rounds} · night · trick {trick} of {table.rules.tricks}"


def distances(table: OpenTable) -> str:
    """Return how far they have to go, and how far behind Scotland Yard is."""
    left = table.chapter.last_position - table.jekyll_hyde
    words = f"{left} to go" if left else "on the last position"
    if table.scotland_yard is not None:
        words += f" · Yard {table.jekyll_hyde - table.scotland_yard} behind"
    return words


def track(table: OpenTable) -> Track:
    """Return the track with its pawns."""
    yard = "" if table.scotland_yard is None else f", Scotland Yard on {table.scotland_yard}"
    space = f"{table.jekyll_hyde} of {table.chapter.last_position}"
    marks = [(table.jekyll_hyde, "J&H", "bold cyan")]
    if table.scotland_yard is not None:
        marks.append((table.scotland_yard, "Y", "bold red"))
    note = distances(table)
    words = fact("Track", f"Jekyll & Hyde on {space}{yard}; {note}")
    return Track(table.chapter.last_position, tuple(marks), note, words)


def tricks_fact(table: OpenTable) -> Fact:
    """Return who holds how many tricks, and what lies where."""
    held = " · ".join(f"{seat.title} {table.held(seat)}" for seat in Seat)
    return fact("Tricks", f"{held}", (f"   City deck {table.city_size} · leading: {table.leading.title}", "dim"))


def trick_facts(table: OpenTable, you: Seat | None) -> list[Fact]:
    """Return the trick that lies there, who is to play, and its reaction."""
    facts = [laid_fact([(seat, [card_span(card)]) for seat, card in table.trick], table.to_follow, you)]
    if table.reaction is not None:
        took = "" if table.reaction.took_effect else ", cancelled"
        facts.append(fact("Reaction", suit_span(table.reaction.colour), took))
    return facts


def aim_facts(table: OpenTable) -> list[Fact]:
    """Return what the chapter asks for beyond the last position, and how that stands."""
    facts = [
        fact("Aim", f"{_objective_text(table.chapter, table.round, name)} ", _verdict_span(verdict))
        for name, verdict in table.objectives
    ]
    if table.achievement is not None:
        facts.append(fact("Stars", f"{achievement_short(table.chapter)} ", _verdict_span(table.achievement)))
    return facts


def hopeless(table: OpenTable) -> Fact | None:
    """Return that the chapter is lost already, where it is sure (X3, T6)."""
    if table.sure_defeat:
        return fact("Lost", f"space {table.chapter.last_position} is out of reach; concede ends the chapter (T6)")
    if any(verdict == "failed" for _, verdict in table.objectives):
        return fact("Lost", "an objective has failed; concede ends the chapter (T6)")
    return None


def _verdict_span(verdict: str) -> Span:
    return (f"({verdict})", _VERDICT_STYLES[verdict])


def achievement_short(chapter: Chapter) -> str:
    """Return the achievement by its own text, else in words from the data."""
    if chapter.achievement is not None and chapter.achievement.text:
        return chapter.achievement.text.rstrip(".")
    return (achievement_words(chapter) or "").rstrip(".")


def _objective_text(chapter: Chapter, number: int, name: str) -> str:
    for one in (*chapter.rounds[number - 1].objectives, *chapter.objectives):
        if one.name == name:
            return _objective_words(one)
    raise ValueError(f"round {number} has no objective {name}")


def _objective_words(one: Objective) -> str:
    if one.text:
        return one.text.rstrip(".")
    words = objective_words(one.judged_in, one.must)
    if one.judged_in is not JudgedIn.EACH_ROUND:
        return words
    words = words.removeprefix("In each round ")
    return f"{words[0].upper()}{words[1:]}"


def table_facts(table: OpenTable, you: Seat | None) -> list[Fact]:
    """Return all that lies open, below the track."""
    facts = [ranks_fact(table.ranks, COLOURS), tricks_fact(table)]
    if table.tricks:
        facts.append(last_trick(table))
    if table.due is None or table.due.kind not in (Kind.GIVES, Kind.PASSES):
        facts += trick_facts(table, you)
    facts += open_card_facts(table)
    facts += aim_facts(table)
    lost = hopeless(table)
    return [*facts, lost] if lost is not None else facts


def trick_line(trick: TrickView) -> Fact:
    """Return a finished trick: its cards by who played them, who won it and who has it now."""
    laid = zip(trick.seats, trick.cards, strict=True)
    spans = played_spans([(seat, [card_span(card, short=True)]) for seat, card in laid], trick.winner)
    if trick.holder is not trick.winner:
        spans.append((f", taken by {trick.holder.title}", "bold"))
    if trick.reaction is not None:
        spans.append(_reaction_span(trick.reaction.colour, cancelled=not trick.reaction.took_effect))
    return Fact(f"Trick {trick.number}", tuple(spans))


def last_trick(table: OpenTable) -> Fact:
    """Return the last finished trick of the round, for whoever did not see it fall."""
    return Fact("Last", trick_line(table.tricks[-1]).spans)


def told_trick(events: Sequence[Event], won: int) -> Fact:
    """Return the finished trick whose ``Won`` stands at an index of a game's events, as it lay then."""
    end = events[won]
    if not isinstance(end, Won):
        raise TypeError("this event is no finished trick")
    played: list[tuple[Seat, list[Span]]] = []
    reaction: Reacted | None = None
    for event in reversed(events[:won]):
        if isinstance(event, Won | RoundBegan):
            break
        if isinstance(event, Played):
            played.insert(0, (event.seat, [card_span(event.card, short=True)]))
        if isinstance(event, Reacted):
            reaction = event
    spans = played_spans(played, end.seat)
    if reaction is not None:
        spans.append(_reaction_span(reaction.colour, cancelled=reaction.cancelled))
    return Fact(f"Trick {end.trick}", tuple(spans))


def _reaction_span(colour: Suit, *, cancelled: bool) -> Span:
    return (f"  ({colour.title}{', cancelled' * cancelled})", suit_style(colour))


def tricks_facts(table: OpenTable) -> list[Fact]:
    """Return all finished tricks of the round (N7)."""
    return [trick_line(trick) for trick in table.tricks] or [fact("Tricks", "none won yet this round")]


def mine_facts(view: View) -> list[Fact]:
    """Return what this seat alone knows of what it gave, drew and put back."""
    facts = [Fact("Gave", tuple(card_spans(view.gave)) or (("nothing yet this round", "dim"),))]
    facts += [
        fact("Exchange", f"trick {one.trick}: drew ", card_span(one.drew), ", put back ", card_span(one.returned))
        for one in view.exchanges
    ]
    if view.passed:
        facts.append(fact("Passed", *card_spans(view.passed)))
    if view.received:
        facts.append(fact("Received", *card_spans(view.received)))
    if view.drawn is not None:
        facts.append(fact("Drew", card_span(view.drawn)))
    return facts


def choices(view: View) -> list[Choice]:
    """Return the cards that may be chosen, numbered, and the others with the rule that bars them."""
    notes: dict[Card | DuelCard, str] = {}
    for card in view.hand:
        if card not in view.legal:
            notes[card] = "no: must-give cards come first (D2)"
        elif card in view.must_give:
            notes[card] = "must be given (D2)"
    notes |= {card: f"no: {refused}" for card, refused in view.barred}
    if view.drawn is not None and view.drawn in view.legal:
        notes[view.drawn] = "just drawn"
    return card_choices(view.hand, view.legal, notes)


def rank_options(orders: Sequence[str]) -> list[Choice]:
    """Return the orders of the ranks that Fear may choose."""
    return [Choice(number, order, ranks_words(order)) for number, order in enumerate(orders, 1)]


def seat_options(verb: str, names: Names, seats: Sequence[Seat]) -> list[Choice]:
    """Return who may resolve a reaction."""
    return [Choice(number, seat.word, f"{names.full(seat)} {verb}") for number, seat in enumerate(seats, 1)]


def city_fact(table: OpenTable) -> Fact:
    """Return how many cards lie where nobody may look."""
    deck = plural(table.city_size, "card")
    return fact("City", f"{deck} in its deck · Reserve {table.reserve_size} · {hand_sizes(table)}")


def open_card_facts(table: OpenTable) -> list[Fact]:
    """Return the cards that a chapter lays face up."""
    facts: list[Fact] = []
    if table.city is not None:
        facts.append(fact("City", ("top first  ", "dim"), *card_spans(table.city)))
    if table.reserve is not None:
        facts.append(Fact("Reserve", tuple(card_spans(table.reserve))))
    facts += [fact("Open", f"{seat.title} holds ", *card_spans(cards)) for seat, cards in table.open_hands]
    return facts


def lifted_fact() -> Fact:
    """Return that no limit binds the card due, because no card obeys them all."""
    return fact("Limits", "no card that may follow obeys them all, so none of them binds this card")


def hand_sizes(table: OpenTable) -> str:
    """Return how many cards each hand has."""
    return " · ".join(f"{seat.title} {plural(table.hand_sizes[seat], 'card')}" for seat in PLAYERS)


def show_table(screen: Screen, table: OpenTable, *, label: str, you: Seat | None) -> None:
    """Write all that lies open."""
    screen.title(table.chapter.title, stage(table), label=label)
    screen.track(track(table))
    screen.facts(table_facts(table, you))
