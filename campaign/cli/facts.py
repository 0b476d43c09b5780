"""What a screen says, as facts: a label and styled words, made from views alone. Rich and plain print the same."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from campaign.notation import PLAYERS, Card, Seat, Suit, ranks_words
from campaign.rules.chapter import Chapter, JudgedIn, Objective
from campaign.rules.decisions import Kind
from campaign.rules.events import Event, Played, Reacted, RoundBegan, Won
from campaign.rules.view import OpenTable, TrickView, View
from campaign.rules.words import achievement_words, objective_words, plural

SUIT_STYLES = {
    Suit.FEAR: "bright_blue",
    Suit.RUSE: "orange3",
    Suit.MANIPULATION: "bold grey70",
    Suit.POTION: "bright_green",
}
"""Colour is never the only sign of a suit: its name or letter always stands beside it."""
VERDICT_STYLES = {"met": "green", "failed": "red", "open": "yellow"}

Span = tuple[str, str]
"""Some words and their style."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of a screen: what it is, and what it says."""

    label: str
    spans: tuple[Span, ...]

    @property
    def text(self) -> str:
        """What it says without style."""
        return "".join(words for words, _ in self.spans)


@dataclass(frozen=True, slots=True)
class Choice:
    """One numbered line of a prompt, or one that is barred."""

    number: int | None
    key: str
    name: str
    style: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Names:
    """What the people are called; a bot is called by its kind."""

    seats: Mapping[Seat, str] = field(default_factory=dict)

    def full(self, seat: Seat) -> str:
        """Return ``Jekyll (Ada)``."""
        name = self.seats.get(seat)
        return f"{seat.title} ({name})" if name else seat.title


def fact(label: str, *spans: Span | str) -> Fact:
    """Return a fact of plain or styled words."""
    return Fact(label, tuple((span, "") if isinstance(span, str) else span for span in spans))


def card_span(card: Card, *, short: bool = False) -> Span:
    """Return a card by name, or by its notation, in its suit's style."""
    return (str(card) if short else card.name, SUIT_STYLES[card.suit])


def card_spans(cards: Iterable[Card]) -> list[Span]:
    """Return cards by their notation, with spaces between."""
    spans: list[Span] = []
    for card in cards:
        spans += [(" ", "")] * bool(spans) + [card_span(card, short=True)]
    return spans


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


def track_words(table: OpenTable) -> Fact:
    """Return the track in words."""
    yard = "" if table.scotland_yard is None else f", Scotland Yard on {table.scotland_yard}"
    space = f"{table.jekyll_hyde} of {table.chapter.last_position}"
    return fact("Track", f"Jekyll & Hyde on {space}{yard}; {distances(table)}")


def ranks_fact(ranks: str) -> Fact:
    """Return the colour ranks, low to high (K1)."""
    if not ranks:
        return fact("Ranks", "no colour is ranked yet")
    spans: list[Span] = [("low  ", "dim")] if len(ranks) > 1 else []
    for index, letter in enumerate(ranks):
        suit = next(suit for suit in Suit if suit.letter == letter)
        spans += [(" < ", "dim")] * bool(index) + [(suit.title, SUIT_STYLES[suit])]
    spans.append(("  high", "dim") if len(ranks) > 1 else (" alone so far", "dim"))
    return Fact("Ranks", tuple(spans))


def tricks_fact(table: OpenTable) -> Fact:
    """Return who holds how many tricks, and what lies where."""
    held = " · ".join(f"{seat.title} {table.held(seat)}" for seat in Seat)
    return fact("Tricks", f"{held}", (f"   City deck {table.city_size} · leading: {table.leading.title}", "dim"))


def trick_facts(table: OpenTable, you: Seat | None) -> list[Fact]:
    """Return the trick that lies there, who is to play, and its reaction."""
    spans: list[Span] = []
    for seat, card in table.trick:
        spans += [("  >  ", "dim")] * bool(spans) + [(f"{seat.title} ", ""), card_span(card)]
    for index, seat in enumerate(table.to_follow):
        word = "you" if seat is you else seat.title
        spans += [("  >  ", "dim")] * bool(spans) + [(word, "bold" if index == 0 else "dim")]
    facts = [Fact("Trick", tuple(spans))]
    if table.reaction is not None:
        took = "" if table.reaction.took_effect else ", cancelled"
        facts.append(fact("Reaction", (table.reaction.colour.title, SUIT_STYLES[table.reaction.colour]), took))
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
    return (f"({verdict})", VERDICT_STYLES[verdict])


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
    facts = [ranks_fact(table.ranks), tricks_fact(table)]
    if table.tricks:
        facts.append(last_trick(table))
    if table.due is None or table.due.kind not in (Kind.GIVES, Kind.PASSES):
        facts += trick_facts(table, you)
    facts += open_card_facts(table)
    facts += aim_facts(table)
    lost = hopeless(table)
    return [*facts, lost] if lost is not None else facts


def hand_fact(view: View) -> Fact:
    """Return a seat's hand, sorted by suit and number."""
    return Fact("Hand", tuple(card_spans(view.hand)) or (("empty", "dim"),))


def trick_line(trick: TrickView) -> Fact:
    """Return a finished trick: its cards by who played them, who won it and who has it now."""
    spans = _played_spans(zip(trick.seats, trick.cards, strict=True), trick.winner)
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
    played: list[tuple[Seat, Card]] = []
    reaction: Reacted | None = None
    for event in reversed(events[:won]):
        if isinstance(event, Won | RoundBegan):
            break
        if isinstance(event, Played):
            played.insert(0, (event.seat, event.card))
        if isinstance(event, Reacted):
            reaction = event
    spans = _played_spans(played, end.seat)
    if reaction is not None:
        spans.append(_reaction_span(reaction.colour, cancelled=reaction.cancelled))
    return Fact(f"Trick {end.trick}", tuple(spans))


def _played_spans(played: Iterable[tuple[Seat, Card]], winner: Seat) -> list[Span]:
    spans: list[Span] = []
    for seat, card in played:
        spans += [("  ", "")] * bool(spans) + [(f"{seat.title} ", "dim"), card_span(card, short=True)]
    spans.append((f"  won by {winner.title}", "bold"))
    return spans


def _reaction_span(colour: Suit, *, cancelled: bool) -> Span:
    return (f"  ({colour.title}{', cancelled' * cancelled})", SUIT_STYLES[colour])


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
    shown: list[Choice] = []
    for card in view.hand:
        if card in view.legal:
            note = "must be given (D2)" if card in view.must_give else ""
            if card == view.drawn:
                note = "just drawn"
            number = 1 + sum(choice.number is not None for choice in shown)
            shown.append(Choice(number, str(card), card.name, SUIT_STYLES[card.suit], note))
    barred = dict(view.barred)
    for card in view.hand:
        if card not in view.legal:
            reason = f"no: {barred[card]}" if card in barred else "no: must-give cards come first (D2)"
            shown.append(Choice(None, str(card), card.name, "dim", reason))
    return shown


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
