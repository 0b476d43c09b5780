"""The worlds that a duel's thinker plays in, and the odds that careful reckons with."""

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.cards import DUEL_DECK, POTIONS, SUIT_MASKS, Chance, cards_in, mask_of, popcount
from campaign.duel import state as phases
from campaign.duel.record import problems
from campaign.duel.sight import sight
from campaign.duel.state import HYDE_SHIFT, State, hand_of
from campaign.duel.tricks import follows
from campaign.notation import DUEL_RANK_TEXTS, Seat, parse_duel_card
from campaign.play.duel_careful import DuelCareful
from campaign.play.duel_odds import MAYBE_OVER, OVER, SURELY_OVER, able, none_of
from campaign.play.duel_worlds import DuelWorlds
from tests.duel.builder import Game, mask, texts
from tests.duel.random_play import walk
from tests.duel.test_view import seen_fields


def worlds_of(state: State, seat: Seat, number: int = 200) -> list[State]:
    """Return worlds that fit what a seat knows."""
    drawn = DuelWorlds(sight(state, seat), DuelCareful())
    chance = Chance(1)
    return [drawn.draw(chance) for _ in range(number)]


def held(state: State, seat: Seat, number: int = 200) -> set[str]:
    """Return all cards that the opponent holds in some world."""
    found: set[str] = set()
    for world in worlds_of(state, seat, number):
        found |= texts(int(hand_of(world, seat.partner)))
    return found


@settings(max_examples=15)
@given(st.integers(0, 1 << 32))
def test_a_world_breaks_no_invariant_and_looks_to_the_seat_as_the_duel_does_du4(seed: int) -> None:
    for _, state in walk(seed):
        if not phases.FIRST_DECISION <= state.phase < phases.OVER:
            continue
        seat = Seat(state.seat)
        for world in worlds_of(state, seat, 3):
            assert problems(world) == []
            assert seen_fields(sight(world, seat)) == seen_fields(sight(state, seat))
            assert hand_of(world, seat.partner) & DUEL_DECK == hand_of(world, seat.partner)


@settings(max_examples=40)
@given(st.integers(0, 1 << 32))
def test_no_world_is_ruled_out_that_may_be_the_true_one_du8_du9_du5(seed: int) -> None:
    for _, state in walk(seed):
        if not phases.FIRST_DECISION <= state.phase < phases.OVER:
            continue
        seat = Seat(state.seat)
        drawn = DuelWorlds(sight(state, seat), DuelCareful())
        hand = hand_of(state, seat.partner)
        hidden = hand & ~drawn.known
        assert drawn.known & ~hand == 0
        assert hidden & drawn.voids == 0
        assert popcount(hidden & POTIONS) <= drawn.potions
        assert popcount(hidden) == drawn.size


JEKYLL = "P1 P2 P3 W1 W2 W3 G1 G2 G3 2+"
HYDE = "P4 P5 P6 W4 W5 W6 G4 G5 3+ 4+"


def began(first: str, second: str) -> Game:
    """Return the first round's first trick, once both have passed."""
    return Game().deal(JEKYLL, HYDE).do(f"jekyll passes {first}", f"hyde passes {second}")


def test_another_colour_proves_a_void_and_a_potion_does_not_du8() -> None:
    # Hyde passed a potion, so any of the unseen potions may be with him.
    game = began("P1", "3+").plays("W1 4+")
    assert {"W4", "W5", "W6", "W7"} <= held(game.state, Seat.JEKYLL)
    void = Game().lay("W1 W2 G1", "P5 G4 3+").plays("W1 P5")
    assert DuelWorlds(sight(void.state, Seat.JEKYLL), DuelCareful()).voids == SUIT_MASKS[1]
    others = held(void.state, Seat.JEKYLL)
    assert not others & {"W3", "W4", "W5", "W6", "W7"}
    assert {"P4", "G7", "5+"} <= others
    potion = Game().lay("W1 W2 G1", "P5 G4 3+").plays("W1 3+")
    assert DuelWorlds(sight(potion.state, Seat.JEKYLL), DuelCareful()).voids == 0


def test_under_a_named_colour_a_potion_proves_a_void_too_du9() -> None:
    game = Game().lay("2+ W2 G1", "P5 G4 3+").plays("2+W 3+")
    assert DuelWorlds(sight(game.state, Seat.JEKYLL), DuelCareful()).voids == SUIT_MASKS[1]
    assert not held(game.state, Seat.JEKYLL) & {"W1", "W3", "W4", "W5", "W6", "W7"}
    follows_it = Game().lay("2+ W2 G1", "P5 G4 3+").plays("2+P P5")
    assert DuelWorlds(sight(follows_it.state, Seat.JEKYLL), DuelCareful()).voids == 0


def test_what_the_seat_itself_did_not_follow_says_nothing_of_the_opponent_du8() -> None:
    game = Game().lay("W1 W2 G1", "P5 G4 3+").plays("W1 P5")
    assert DuelWorlds(sight(game.state, Seat.HYDE), DuelCareful()).voids == 0


def test_who_passed_no_potion_was_dealt_one_at_most_du5() -> None:
    # To Hyde, Jekyll's unseen cards are nine; 2+ and 5+ are the potions that Hyde has not seen.
    game = began("P1", "3+")
    assert game.refused("jekyll plays P1") is not None
    worlds = worlds_of(game.state, Seat.HYDE, 400)
    potions = {popcount(hand_of(world, 0) & POTIONS & mask("2+ 5+")) for world in worlds}
    assert potions == {0, 1}
    # Once he has seen one of them fall, which he did not pass to Jekyll, no other can be there.
    game.plays("2+G G4")
    assert not {"5+"} & held(game.state, Seat.HYDE)
    # A potion that Hyde gave does not count: it was not dealt to Jekyll.
    other = began("P1", "3+").plays("3+G G4")
    assert {"2+", "5+"} <= held(other.state, Seat.HYDE, 400)


def test_who_passed_a_potion_may_hold_any_number_of_them_du5() -> None:
    game = began("2+", "3+")
    drawn = {popcount(hand_of(world, 1) & mask("4+ 5+")) for world in worlds_of(game.state, Seat.JEKYLL, 400)}
    assert drawn == {0, 1, 2}


def test_cards_given_are_with_the_opponent_until_played_du5_du15() -> None:
    game = began("P1", "3+")
    assert all(hand_of(world, 1) & mask("P1") for world in worlds_of(game.state, Seat.JEKYLL))
    assert all(hand_of(world, 0) & mask("3+") for world in worlds_of(game.state, Seat.HYDE))


def test_what_jekyll_has_chosen_is_careful_s_choice_in_each_world_du5() -> None:
    game = Game(number=3).deal(JEKYLL, HYDE).do("jekyll passes P1 P2 P3")
    passed: set[int] = set()
    for world in worlds_of(game.state, Seat.HYDE, 30):
        chosen = int(world.passes)
        assert chosen >> HYDE_SHIFT == 0
        assert popcount(chosen) == 3
        assert chosen & ~hand_of(world, 0) == 0
        passed.add(chosen)
    assert len(passed) > 1


def test_every_card_that_may_be_there_is_drawn_and_about_as_often_du4() -> None:
    state = Game().deal(JEKYLL, HYDE).state
    counts = dict.fromkeys(cards_in(DUEL_DECK & ~mask(JEKYLL)), 0)
    for world in worlds_of(state, Seat.JEKYLL, 600):
        for card in cards_in(int(hand_of(world, 1))):
            counts[card] += 1
    assert all(340 <= count <= 460 for count in counts.values())  # 600 * 10 / 15 is 400


# Odds


@pytest.mark.parametrize(
    ("ranks", "card", "over", "not_over"),
    [
        ("PWG", "P4", "P5 W1 G1 4+ 5+", "P3 3+"),
        ("PWG", "G7", "", "P7 W7 G6 5+"),
        ("PWG", "3+", "P4 W5 4+ 5+", "P3 W3 G1 2+"),
    ],
)
def test_what_goes_over_a_card_led_du11_du12(ranks: str, card: str, over: str, not_over: str) -> None:
    number = DUEL_RANK_TEXTS.index(ranks)
    found = texts(OVER[number * 28 + parse_duel_card(card).index])
    assert set(over.split()) <= found
    assert not set(not_over.split()) & found


def test_before_a_colour_has_a_rank_it_may_go_over_or_not_du10() -> None:
    bare, one = DUEL_RANK_TEXTS.index(""), DUEL_RANK_TEXTS.index("P")
    card = parse_duel_card("P4").index
    assert texts(SURELY_OVER[bare * 28 + card]) == {"P5", "P6", "P7", "4+", "5+"}
    assert {"W1", "G1"} <= texts(MAYBE_OVER[bare * 28 + card])
    assert {"W1", "G1"} <= texts(SURELY_OVER[one * 28 + card])  # Pride came first and is lowest


@given(st.integers(0, 1 << 32))
@settings(max_examples=60)
def test_how_likely_a_hand_can_lay_some_cards_is_counted_du8_du9(seed: int) -> None:
    rng = random.Random(seed)
    cards = rng.sample(cards_in(DUEL_DECK), 9)
    shown, hidden = mask_of(cards[:2]), mask_of(cards[2:])
    wanted = mask_of(rng.sample(cards_in(DUEL_DECK), 12))
    colour, named = rng.randrange(3), rng.randrange(2)
    first = 24 if named else colour * 8
    suit = SUIT_MASKS[colour]
    hands = [shown | mask_of(list(some)) for some in combinations(cards_in(hidden), 3)]
    can = sum(follows(hand, first, colour) & wanted != 0 for hand in hands) / len(hands)
    found = able(hidden, 3, shown, wanted, suit, suit if named else suit | POTIONS)
    assert found == pytest.approx(can)


def test_how_likely_a_hand_holds_none_of_some_cards() -> None:
    assert none_of(15, 5, 10) == pytest.approx(1 / 3003)  # all ten are the other ten: 1 of 15 over 10
    assert none_of(4, 2, 1) == 0.5
    assert none_of(5, 4, 2) == 0.0
    assert none_of(5, 0, 2) == 1.0
