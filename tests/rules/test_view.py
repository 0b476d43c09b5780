"""What a seat may know (N7, R7, B07): no hidden card can be read from a view or from the events it hears."""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, fields, replace

import pytest

from campaign.notation import Card, Seat, cards_of
from campaign.rules import events as told
from campaign.rules import state as phases
from campaign.rules import view as view_module
from campaign.rules.chapter import Chapter
from campaign.rules.state import HYDE_SHIFT, State, hand_of, laid_card
from campaign.rules.view import View, view
from tests.rules.builder import CHAPTERS, MFR, Game, four
from tests.rules.random_play import walk

DECK = (1 << 28) - 1
EIGHTS = {7, 15, 23}
CARD_TEXT = re.compile(r"parse_card\('([^']+)'\)")
Looks = Callable[[Chapter, State, Seat], View]
PLAYERS = (Seat.JEKYLL, Seat.HYDE)


def mask(cards: set[int]) -> int:
    return sum(1 << card for card in cards)


def members(bits: int) -> set[int]:
    return {card.index for card in cards_of(bits & DECK)}


def laid_open(state: State) -> set[int]:
    """Return the cards that lie or lay in this round's tricks."""
    found = {int(laid_card(state, place)) for place in range(int(state.laid))}
    return found.union(*({packed >> 5 * place & 31 for place in range(3)} for packed in state.tricks))


def known(state: State, seat: Seat) -> set[int]:
    """Return the cards of which a seat knows or knew where they were: hand, tricks, gifts, own exchanges."""
    found = laid_open(state)
    for own in (state.hand_jekyll | state.hand_hyde << HYDE_SHIFT, state.gifts):
        found |= members(int(own) >> HYDE_SHIFT * seat)
    for noted in state.exchanges:
        if noted >> 10 & 3 == seat:
            found |= {noted >> 5 & 31, noted & 31}
    return found


def hidden(state: State, seat: Seat) -> set[int]:
    """Return the cards that a seat may see nowhere: in the partner's hand, the City's deck and the Reserve."""
    return set(range(28)) - known(state, seat)


def another_world(state: State, seat: Seat, rng: random.Random) -> State:
    """Return a state that fits all that a seat knows: the unseen cards change places, 8s with 8s (D2)."""
    unseen = hidden(state, seat)
    swap = {card: card for card in range(28)}
    for part in (sorted(unseen & EIGHTS), sorted(unseen - EIGHTS)):
        swap.update(zip(part, rng.sample(part, len(part)), strict=True))
    other = state.copy()
    partner = seat.partner
    partner_hand = {swap[card] for card in members(int(hand_of(state, partner)))}
    if partner == Seat.HYDE:
        other.hand_hyde = mask(partner_hand)
    else:
        other.hand_jekyll = mask(partner_hand)
    gifts = {swap[card] for card in members(int(state.gifts) >> HYDE_SHIFT * partner)}
    other.gifts = int(state.gifts) & DECK << HYDE_SHIFT * seat | mask(gifts) << HYDE_SHIFT * partner
    other.reserve = mask({swap[card] for card in members(int(state.reserve))})
    other.under = mask({swap[card] for card in members(int(state.under))})
    deck = []
    city = int(state.city)
    while city > 1:
        deck.append(swap[city & 31])
        city >>= 5
    if not state.exchanges:
        rng.shuffle(deck)
    for card in reversed(deck):
        city = city << 5 | card
    other.city = city
    other.exchanges = tuple(
        noted if noted >> 10 & 3 == seat else noted & ~1023 | swap[noted >> 5 & 31] << 5 | swap[noted & 31]
        for noted in state.exchanges
    )
    if state.phase == phases.RETURN and state.seat == partner:
        other.drawn = swap[int(state.drawn)]
    return other


def check_view(looks: Looks, chapter: Chapter, state: State, seat: Seat, rng: random.Random) -> None:
    """Check that one view shows no hidden card and is equal in other worlds that fit it."""
    seen = looks(chapter, state, seat)
    shown = set(CARD_TEXT.findall(repr(replace(seen, table=replace(seen.table, chapter=CHAPTERS["I"])))))
    secret = {str(Card(card)) for card in hidden(state, seat)}
    assert not shown & secret, f"{seat.word} is shown {sorted(shown & secret)}"
    for _ in range(2):
        other = looks(chapter, another_world(state, seat, rng), seat)
        assert other == seen, f"{seat.word}'s view tells worlds apart"


def check_games(looks: Looks, chapter: Chapter, seeds: range) -> int:
    """Check every view of some random games at every decision and return how many that were."""
    checked = 0
    for seed in seeds:
        rng = random.Random(seed)
        for _, state in walk(chapter, seed):
            if phases.FIRST_DECISION <= state.phase < phases.OVER:
                for seat in PLAYERS:
                    check_view(looks, chapter, state, seat, rng)
                    checked += 1
    return checked


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_view_is_equal_in_every_world_that_fits_it_n7(name: str) -> None:
    assert check_games(view, CHAPTERS[name], range(6)) > 200


def partners_hand(chapter: Chapter, state: State, seat: Seat) -> View:
    """Return a view with a leak: the partner's hand stands among the own gifts."""
    seen = view(chapter, state, seat)
    return replace(seen, gave=cards_of(int(hand_of(state, seat.partner))))


def partners_exchanges(chapter: Chapter, state: State, seat: Seat) -> View:
    """Return a view with a leak: what the partner drew and returned (R7)."""
    seen = view(chapter, state, seat)
    return replace(seen, exchanges=seen.exchanges + view(chapter, state, seat.partner).exchanges)


def high_cards(chapter: Chapter, state: State, seat: Seat) -> View:
    """Return a view with a leak that names no card: how many low cards the partner holds."""
    seen = view(chapter, state, seat)
    low = sum(Card(card).value <= 3 for card in members(int(hand_of(state, seat.partner))))
    return replace(seen, table=replace(seen.table, effects_used=low))


@pytest.mark.parametrize("leak", [partners_hand, partners_exchanges, high_cards])
def test_a_planted_leak_is_caught_n7(leak: Looks) -> None:
    with pytest.raises(AssertionError, match=r"is shown|tells worlds apart"):
        check_games(leak, CHAPTERS["IV"], range(6))


def test_a_leak_planted_in_the_view_itself_is_caught_n7(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view_module, "_own", lambda state, _seat: cards_of(int(state.hand_jekyll)))
    with pytest.raises(AssertionError, match="is shown"):
        check_games(view_module.view, CHAPTERS["IV"], range(2))


# What a view does show


def test_a_view_shows_the_own_hand_gifts_and_what_lies_open() -> None:
    deal = "jekyll: F8 R8 F1 F2 F3 F4 F5 F6 F7 R1 R2 R3 | hyde: R4 R5 R6 R7 M1 M2 M3 M4 M5 M6 M7 3+"
    game = Game(four()).deal(deal)
    seen = view(game.chapter, game.state, Seat.JEKYLL)
    assert [str(card) for card in seen.must_give] == ["F8", "R8"]
    assert view(game.chapter, game.state, Seat.HYDE).must_give == ()
    game.do("jekyll gives F8 R8 F1 F2", "hyde gives 3+ R4 R5 R6").stack("R4 F8 R8 F1 F2 3+ R5 R6")
    seen = view(game.chapter, game.state, Seat.JEKYLL)
    assert [str(card) for card in seen.gave] == ["F1", "F2", "F8", "R8"]
    assert {str(card) for card in seen.hand} == {"F3", "F4", "F5", "F6", "F7", "R1", "R2", "R3"}
    assert {str(card) for card in seen.legal} == {"R1", "R2", "R3"}
    assert {str(card) for card, _ in seen.barred} == {"F3", "F4", "F5", "F6", "F7"}
    assert {refused.rule for _, refused in seen.barred} == {"N4"}
    other = view(game.chapter, game.state, Seat.HYDE)
    assert (other.legal, other.barred) == ((), ())
    assert (seen.table, seen.table.hand_sizes, seen.table.city_size, seen.table.reserve_size) == (
        other.table, (8, 8), 7, 4,
    )  # fmt: skip


def test_what_was_drawn_and_put_back_is_known_to_that_player_alone_r7() -> None:
    game = Game(four(ranks_start=MFR)).lay("jekyll: 3+ R2 R3 | hyde: M2 F3 F4 | city: M1 F8 R1").plays("3+")
    game.do("hyde draws")
    assert str(view(game.chapter, game.state, Seat.HYDE).drawn) == "F8"
    assert view(game.chapter, game.state, Seat.JEKYLL).drawn is None
    game.do("hyde returns F3")
    (own,) = view(game.chapter, game.state, Seat.HYDE).exchanges
    assert (own.trick, str(own.drew), str(own.returned)) == (1, "F8", "F3")
    jekyll = view(game.chapter, game.state, Seat.JEKYLL)
    assert (jekyll.exchanges, jekyll.table.exchanges) == ((), ((1, Seat.HYDE),))


def test_the_city_has_no_view() -> None:
    game = Game(four()).lay("jekyll: F1 | hyde: F2 | city: F3")
    with pytest.raises(ValueError, match="only a player"):
        view(game.chapter, game.state, Seat.CITY)


# Events


F1 = (Card(0),)


@pytest.mark.parametrize(
    ("event", "jekyll", "hyde"),
    [
        (told.Dealt(Seat.JEKYLL, F1), {"seat", "cards"}, {"seat"}),
        (told.Given(Seat.HYDE, F1), {"seat"}, {"seat", "cards"}),
        (told.ReserveDealt(F1), set(), set()),
        (told.CityStacked(F1), set(), set()),
        (told.Drew(Seat.JEKYLL, Card(0)), {"seat", "card"}, {"seat"}),
        (told.Returned(Seat.HYDE, Card(0)), {"seat"}, {"seat", "card"}),
        (told.Played(1, Seat.CITY, Card(0)), {"trick", "seat", "card"}, {"trick", "seat", "card"}),
    ],
)
def test_an_events_hidden_fields_are_shown_to_their_seat_alone_n7_r7(
    event: told.Event, jekyll: set[str], hyde: set[str]
) -> None:
    assert set(told.visible(event, Seat.JEKYLL)) == jekyll
    assert set(told.visible(event, Seat.HYDE)) == hyde
    assert set(told.visible(event, None)) == {one.name for one in fields(event)} - {"face_up"}


def test_what_a_chapter_lays_face_up_everybody_sees() -> None:
    assert told.visible(told.CityStacked(F1, face_up=True), Seat.HYDE) == {"cards": F1}
    assert told.visible(told.CityStacked(F1), Seat.HYDE) == {}
    assert told.visible(told.CityStacked(F1), None) == {"cards": F1}


def test_a_field_without_an_audience_is_hidden() -> None:
    @dataclass(frozen=True, slots=True)
    class Undeclared:
        seat: Seat
        secret: int = 1

    hears: Callable[[object, Seat | None], dict[str, object]] = told.visible  # type: ignore[assignment]
    assert hears(Undeclared(Seat.JEKYLL), Seat.JEKYLL) == {}


@pytest.mark.parametrize("name", CHAPTERS)
def test_no_seat_hears_of_a_card_that_it_does_not_know_b07(name: str) -> None:
    for seed in range(6):
        for before, state in walk(CHAPTERS[name], seed):
            for event in told.tell(CHAPTERS[name], before, state):
                for seat in PLAYERS:
                    heard = {Card(card) for card in range(28) if f"'{Card(card)}'" in repr(told.visible(event, seat))}
                    assert not {card.index for card in heard} & hidden(state, seat)
