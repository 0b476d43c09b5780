"""Every line of play of a small deal: by the core, and by a naive search written from the rules sheet alone."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, permutations

from campaign.notation import Card
from campaign.rules import state as phases
from campaign.rules import step
from campaign.rules.refusals import choice, decision_of, refusal
from campaign.rules.state import State
from tests.rules import referee


@dataclass(frozen=True)
class Night:
    """A night from its first trick on, as plain lists and texts; C, J and H are the seats."""

    hands: dict[str, tuple[str, ...]]
    city: tuple[str, ...]
    ranks: str
    face: str
    leader: str = "C"
    trick: tuple[str, ...] = ()
    won: tuple[str, ...] = ()
    reacted: bool = False
    left: int = 0


WORDS = {"J": "jekyll", "H": "hyde"}


def naive_lines(night: Night) -> Iterator[tuple[str, ...]]:
    """Yield every line of decisions to the end of the night, with who holds the tricks at its end."""
    if len(night.trick) == 3:
        seat = referee.seats_from(night.leader, night.face)[referee.winner(list(night.trick), night.ranks) - 1]
        night = replace(night, leader=seat, trick=(), won=(*night.won, seat), reacted=False, left=night.left - 1)
    if night.left == 0:
        yield (f"tricks {''.join(night.won)} ranks {night.ranks}",)
        return
    seat = referee.seats_from(night.leader, night.face)[len(night.trick)]
    if seat == "C":
        yield from _after_card(replace(night, city=night.city[1:]), night.city[0])
        return
    for card in referee.may_play(list(night.hands[seat]), list(night.trick)):
        played = replace(night, hands=night.hands | {seat: _without(night.hands[seat], card)})
        for line in _after_card(played, card):
            yield (f"{WORDS[seat]} plays {card}", *line)


def _without(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    return tuple(mine for mine in hand if mine != card)


def _after_card(night: Night, card: str) -> Iterator[tuple[str, ...]]:
    night = replace(night, trick=(*night.trick, card), ranks=referee.place_token(night.ranks, card))
    found = referee.reaction(list(night.trick))
    resolved: list[tuple[tuple[str, ...], Night]] = [((), night)]
    if found is not None and not night.reacted:
        resolved = list(_resolutions(replace(night, reacted=True), found[0]))
    for said, after in resolved:
        for line in naive_lines(after):
            yield (*said, *line)


def _resolutions(night: Night, colour: str) -> Iterator[tuple[tuple[str, ...], Night]]:
    """Yield what may be decided for a reaction and what comes of it; a cancelled one asks for nothing (R5 to R7)."""
    if colour == "R" and "C" in night.won:
        last = len(night.won) - 1 - night.won[::-1].index("C")
        for seat, word in WORDS.items():
            yield (f"{word} takes",), replace(night, won=(*night.won[:last], seat, *night.won[last + 1 :]))
    elif colour == "F" and len(night.ranks) == 3:
        yield from (
            ((f"ranks {order}",), replace(night, ranks=order)) for order in referee.ORDERS if order != night.ranks
        )
    elif colour == "M" and night.city:
        for seat, word in WORDS.items():
            hand = (*night.hands[seat], night.city[0])
            for back in hand:
                after = replace(night, hands=night.hands | {seat: _without(hand, back)}, city=(back, *night.city[1:]))
                yield (f"{word} draws", f"{word} returns {back}"), after
    else:
        yield (), night


def naive_day(night: Night, give: int) -> Iterator[tuple[str, ...]]:
    """Yield the same from the gifts on (D2), with every order of the City's deck (D3)."""
    for jekyll in _gifts(night.hands["J"], give):
        for hyde in _gifts(night.hands["H"], give):
            hands = {
                "J": tuple(card for card in night.hands["J"] if card not in jekyll),
                "H": tuple(card for card in night.hands["H"] if card not in hyde),
            }
            for city in permutations(sorted(jekyll + hyde, key=referee.DECK.index)):
                gifts = tuple(
                    f"{word} gives {' '.join(sorted(cards, key=referee.DECK.index))}"
                    for word, cards in (("jekyll", jekyll), ("hyde", hyde))
                )
                for line in naive_lines(replace(night, hands=hands, city=city)):
                    yield (*gifts, f"city {' '.join(city)}", *line)


def _gifts(hand: tuple[str, ...], give: int) -> Iterator[tuple[str, ...]]:
    eights = {card for card in hand if card[1] == "8"}
    for cards in combinations(hand, give):
        if len(eights & set(cards)) == min(len(eights), give):
            yield cards


def core_lines(state: State) -> Iterator[tuple[str, ...]]:
    """Yield every line that the core allows from a state to the end of its one round."""
    state = state.copy()
    while state.phase < phases.FIRST_CHANCE and state.phase != phases.END_ROUND:
        step.step(state)
    if state.phase == phases.END_ROUND:
        holders = "".join("JHC"[state.owners >> 2 * index & 3] for index in range(len(state.tricks)))
        yield (f"tricks {holders} ranks {ranks_text(state)}",)
        return
    if state.phase == phases.SHUFFLE:
        cards = [card for card in range(28) if int(step.city_cards(state)) >> card & 1]
        for order in permutations(cards):
            stacked = state.copy()
            step.stack_city(stacked, list(order))
            for line in core_lines(stacked):
                yield (f"city {' '.join(str(Card(card)) for card in order)}", *line)
        return
    for chosen in _choices(state):
        decision = decision_of(state, chosen)
        after = state.copy()
        step.choose(after, choice(decision))
        for line in core_lines(after):
            yield (str(decision), *line)


def ranks_text(state: State) -> str:
    """Return the ranks in the notation."""
    texts: list[str] = ["", *"FRM", *referee.ORDERS]
    return texts[int(state.ranks)]


def _choices(state: State) -> list[int]:
    mask = int(step.legal(state))
    bits = [bit for bit in range(28) if mask >> bit & 1]
    if state.phase != phases.GIVE:
        return bits
    sets = [sum(1 << card for card in cards) for cards in combinations(bits, int(state.table.give))]
    return [chosen for chosen in sets if refusal(state, decision_of(state, chosen)) is None]


def first_difference(found: list[tuple[str, ...]], expected: list[tuple[str, ...]]) -> str:
    """Return the first branch that only one of two sorted lists of lines has."""
    for one, two in zip([*found, ("nothing",)], [*expected, ("nothing",)], strict=False):
        if one != two:
            return f"found    {' / '.join(one)}\nexpected {' / '.join(two)}"
    return ""
