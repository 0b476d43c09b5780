"""What a seat may know (DU4, DU5, DU15): no hidden card can be read from a view, a sight or the events it hears."""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.cards import CARD, DECK, DUEL_DECK, cards_in, mask_of
from campaign.duel import events as told
from campaign.duel import state as phases
from campaign.duel import view as view_module
from campaign.duel.sight import Sight, sight
from campaign.duel.state import HYDE_SHIFT, State, hand_of, laid_card
from campaign.duel.step import legal, must_pass, number_due
from campaign.duel.view import View, view
from campaign.notation import DUEL_COLOURS, PLAYERS, DuelCard, Seat, duel_cards_of
from tests.duel.builder import Game, mask, snapshot, texts
from tests.duel.random_play import walk

CARD_TEXT = re.compile(r"parse_duel_card\('([^']+)'\)")
Looks = Callable[[State, Seat], View]


def members(bits: int) -> set[int]:
    return set(cards_in(bits & DECK))


def known(state: State, seat: Seat) -> set[int]:
    """Return the cards that a seat has held or seen this round: all that it passed, got, swapped, holds or saw fall."""
    found = {int(laid_card(state, place)) for place in range(int(state.laid))}
    found = found.union(*({packed & CARD, packed >> 5 & CARD} for packed in state.tricks))
    found |= members(int(hand_of(state, seat)))
    exchanged = [*state.swaps] if state.phase == phases.PASS else [int(state.passes), *state.swaps]
    for chosen in exchanged:
        found |= members(chosen) | members(chosen >> HYDE_SHIFT)
    return found


def hidden(state: State, seat: Seat) -> set[int]:
    """Return the cards that a seat can have seen nowhere: in the opponent's hand or set aside."""
    return members(DUEL_DECK) - known(state, seat)


def another_world(state: State, seat: Seat, rng: random.Random) -> State:
    """Return a state that fits all that a seat knows: the unseen cards change places."""
    unseen = sorted(hidden(state, seat))
    swap = {card: card for card in range(28)} | dict(zip(unseen, rng.sample(unseen, len(unseen)), strict=True))

    def turned(bits: int) -> int:
        return mask_of([swap[card] for card in cards_in(bits & DECK)])

    other = state.copy()
    shift = HYDE_SHIFT * seat.partner
    own = DECK << HYDE_SHIFT * seat
    if seat is Seat.JEKYLL:
        other.hand_hyde = turned(int(state.hand_hyde))
    else:
        other.hand_jekyll = turned(int(state.hand_jekyll))
    other.aside = turned(int(state.aside))
    # What the opponent has chosen while this seat still chooses: any of the cards in the hand.
    if state.phase == phases.PASS:
        other.passes = int(state.passes) & own | _another_set(int(state.passes) >> shift, other, seat, rng) << shift
    other.offers = int(state.offers) & own | _another_set(int(state.offers) >> shift, other, seat, rng) << shift
    return other


def _another_set(chosen: int, other: State, seat: Seat, rng: random.Random) -> int:
    number = (chosen & DECK).bit_count()
    return mask_of(rng.sample(cards_in(int(hand_of(other, seat.partner))), number))


def check_view(looks: Looks, state: State, seat: Seat, rng: random.Random) -> None:
    """Check that one view shows no hidden card and is equal in other worlds that fit it."""
    seen = looks(state, seat)
    shown = set(CARD_TEXT.findall(repr(seen)))
    secret = {str(DuelCard(card)) for card in hidden(state, seat)}
    assert not shown & secret, f"{seat.word} is shown {sorted(shown & secret)}"
    for _ in range(3):
        assert looks(another_world(state, seat, rng), seat) == seen, f"{seat.word}'s view tells worlds apart"


def check_games(looks: Looks, seeds: range) -> set[int]:
    """Check every view of some random duels at every decision and return the kinds of decision that were seen."""
    kinds: set[int] = set()
    for seed in seeds:
        rng = random.Random(seed)
        for _, state in walk(seed):
            if state.phase >= phases.FIRST_DECISION:
                kinds.add(int(state.phase))
                for seat in PLAYERS:
                    check_view(looks, state, seat, rng)
    return kinds


def test_a_view_is_equal_in_every_world_that_fits_it_du4() -> None:
    assert check_games(view, range(12)) == {phases.PASS, phases.CARD, phases.TAKE, phases.SWAP, phases.OVER}


def opponents_hand(state: State, seat: Seat) -> View:
    """Return a view with a leak: the opponent's hand stands among the own passes."""
    return replace(view(state, seat), passed=duel_cards_of(int(hand_of(state, seat.partner))))


def opponents_choice(state: State, seat: Seat) -> View:
    """Return a view with a leak: what the opponent has chosen to pass, before both have (DU5)."""
    return replace(view(state, seat), received=view(state, seat.partner).passed)


def opponents_offer(state: State, seat: Seat) -> View:
    """Return a view with a leak: what the opponent has chosen to swap, before both have (DU15)."""
    return replace(view(state, seat), offered=view(state, seat.partner).offered)


def high_cards(state: State, seat: Seat) -> View:
    """Return a view with a leak that names no card: how many low cards the opponent holds."""
    seen = view(state, seat)
    low = sum(DuelCard(card).value <= 3 for card in members(int(hand_of(state, seat.partner))))
    return replace(seen, number=low)


@pytest.mark.parametrize("leak", [opponents_hand, opponents_choice, opponents_offer, high_cards])
def test_a_planted_leak_is_caught_du4_du5_du15(leak: Looks) -> None:
    with pytest.raises(AssertionError, match=r"is shown|tells worlds apart"):
        check_games(leak, range(12))


def test_a_leak_planted_in_the_view_itself_is_caught_du4(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view_module, "_own", lambda state, _seat: duel_cards_of(int(state.hand_jekyll)))
    with pytest.raises(AssertionError, match="is shown"):
        check_games(view_module.view, range(2))


# A sight: the same as ints


def seen_fields(found: Sight) -> dict[str, object]:
    """Return all that a sight holds."""
    own = {name: getattr(found, name) for name in ("aside_size", "known", "opponent_size", "seat", "seen")}
    return own | snapshot(found.state)


def check_sights(looks: Callable[[State, Seat], Sight], seed: int) -> None:
    """Check every sight of a random duel: equal in other worlds, and right in what it says."""
    rng = random.Random(seed)
    for _, state in walk(seed):
        if not phases.FIRST_DECISION <= state.phase < phases.OVER:
            continue
        for seat in PLAYERS:
            found = looks(state, seat)
            assert seen_fields(looks(another_world(state, seat, rng), seat)) == seen_fields(found), "worlds apart"
            assert found.state.aside == hand_of(found.state, seat.partner) == 0
            assert hand_of(found.state, seat) == hand_of(state, seat)
            assert (found.opponent_size, found.aside_size) == (int(hand_of(state, seat.partner)).bit_count(), 5)
            assert not found.known & ~hand_of(state, seat.partner)
            if state.seat == seat:  # all that a bot asks the rules is answered alike
                for ask in (legal, must_pass, number_due):
                    assert ask(found.state) == ask(state)


@given(st.integers(0, 1 << 31))
def test_a_sight_is_equal_in_every_world_that_fits_it_and_holds_no_hidden_card_du4(seed: int) -> None:
    check_sights(sight, seed)


def test_a_sight_planted_with_the_opponents_hand_is_caught_du4() -> None:
    def leaks(state: State, seat: Seat) -> Sight:
        found = sight(state, seat)
        found.known = hand_of(state, seat.partner)
        return found

    with pytest.raises(AssertionError, match="worlds apart"):
        check_sights(leaks, 1)


def test_what_the_opponent_must_still_hold_is_known_du5_du15() -> None:
    game = Game().deal("G3 P1 P2 W1 W2 W3 W4 W5 W6 W7", "3+ P5 P6 G1 G2 G4 G5 G6 P3 P4")
    game.do("jekyll passes P1")
    assert texts(int(sight(game.state, 0).known)) == set()  # nothing has changed hands yet
    game.do("hyde passes P5")
    assert texts(int(sight(game.state, 0).known)) == {"P1"}
    assert texts(int(sight(game.state, 1).known)) == {"P5"}
    game.plays("G3 G1 W1 3+")
    assert texts(int(sight(game.state, 0).known)) == {"P1"}
    game.plays("P1")
    assert texts(int(sight(game.state, 0).known)) == set()
    game.plays("P5")
    assert texts(int(sight(game.state, 1).known)) == set()


def test_a_card_that_comes_back_is_no_longer_the_opponents_du15() -> None:
    game = Game().lay("G1 P1 P2 P3 G2", "2+ W1 W2 W3 3+").plays("G1 2+").do("jekyll swaps P1 G2", "hyde swaps W1 3+")
    assert texts(int(sight(game.state, 0).known)) == {"P1", "G2"}
    # Hyde leads Greed that he got, and gets his potion's effect: P1 comes back.
    game.plays("G2 3+").do("jekyll swaps P2 P3", "hyde swaps P1 W2")
    assert texts(int(sight(game.state, 0).known)) == {"P2", "P3"}
    assert texts(int(sight(game.state, 1).known)) == {"W1", "P1", "W2"}
    assert game.hand(Seat.JEKYLL) == {"W1", "P1", "W2"}
    seen = view(game.state, Seat.JEKYLL)
    assert [(one.trick, texts(mask(" ".join(map(str, one.gave))))) for one in seen.swaps] == [
        (1, {"P1", "G2"}),
        (2, {"P2", "P3"}),
    ]
    assert [str(card) for card in seen.swaps[1].got] == ["P1", "W2"]
    assert (seen.table.swaps, seen.known) == ((1, 2), duel_cards_of(mask("P2 P3")))


# What a view does show


def test_a_view_shows_the_own_hand_what_may_be_played_and_why_not() -> None:
    game = Game().deal("P1 P2 P3 P4 W1 W2 W3 W4 2+ 3+", "P5 P6 P7 W5 W6 W7 G3 G4 G5 4+")
    seen = view(game.state, Seat.JEKYLL)
    assert ([str(card) for card in seen.must_pass], seen.number) == (["2+", "3+"], 1)
    other = view(game.state, Seat.HYDE)
    assert (other.must_pass, other.number, other.legal) == ((), 0, ())
    game.do("jekyll passes 3+")
    assert [str(card) for card in view(game.state, Seat.JEKYLL).passed] == ["3+"]
    assert view(game.state, Seat.HYDE).received == ()
    game.do("hyde passes P5")
    assert [str(card) for card in view(game.state, Seat.HYDE).received] == ["3+"]
    assert view(game.state, Seat.JEKYLL).may_name == DUEL_COLOURS
    game.plays("W1")
    seen = view(game.state, Seat.HYDE)
    assert {str(card) for card in seen.legal} == {"W5", "W6", "W7", "3+", "4+"}
    assert {str(card) for card, _ in seen.barred} == {"P6", "P7", "G3", "G4", "G5"}
    assert {refused.rule for _, refused in seen.barred} == {"DU8"}
    assert seen.may_name == ()  # only a led potion names
    assert view(game.state, Seat.JEKYLL).table == seen.table
    assert seen.table.to_follow == (Seat.HYDE,)


def test_a_hand_without_potions_names_nothing_du9() -> None:
    assert view(Game().lay("P1", "P2").state, Seat.JEKYLL).may_name == ()


def test_the_city_has_no_view() -> None:
    with pytest.raises(ValueError, match="only a player"):
        view(Game().lay("P1", "P2").state, Seat.CITY)


# Events


P1 = (DuelCard(0),)


@pytest.mark.parametrize(
    ("event", "jekyll", "hyde"),
    [
        (told.Dealt(Seat.JEKYLL, P1), {"seat", "cards"}, {"seat"}),
        (told.AsideDealt(P1), set(), set()),
        (told.Passed(Seat.HYDE, P1), {"seat", "cards"}, {"seat", "cards"}),
        (told.Played(1, Seat.HYDE, DuelCard(0)), {"trick", "seat", "card"}, {"trick", "seat", "card"}),
    ],
)
def test_an_events_hidden_fields_are_shown_to_their_seat_alone_du4(
    event: told.Event, jekyll: set[str], hyde: set[str]
) -> None:
    assert set(told.visible(event, Seat.JEKYLL)) == jekyll
    assert set(told.visible(event, Seat.HYDE)) == hyde
    assert set(told.visible(event, None)) == {one.name for one in fields(event)}


def test_a_field_without_an_audience_is_hidden() -> None:
    @dataclass(frozen=True, slots=True)
    class Undeclared:
        seat: Seat
        secret: int = 1

    hears: Callable[[object, Seat | None], dict[str, object]] = told.visible  # type: ignore[assignment]
    assert hears(Undeclared(Seat.JEKYLL), Seat.JEKYLL) == {}


@given(st.integers(0, 1 << 31))
def test_no_seat_hears_of_a_card_that_it_does_not_know_du4(seed: int) -> None:
    for before, state in walk(seed):
        for event in told.tell(before, state):
            for seat in PLAYERS:
                heard = set(CARD_TEXT.findall(repr(told.visible(event, seat))))
                assert not heard & {str(DuelCard(card)) for card in hidden(state, seat)}
                shown = told.event_json(event, seat)
                assert ("cards" in shown) == ("cards" in told.visible(event, seat))
