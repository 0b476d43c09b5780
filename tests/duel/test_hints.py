"""Hints in a duel: from what the seat knows alone, for each kind of decision, in words and counted."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from campaign.cards import Chance
from campaign.cli.duel_hinting import duel_hint_fact
from campaign.duel import state as phases
from campaign.duel.decisions import Kind, Passes, Plays, Swaps, Takes, kind_of, parse_decision
from campaign.duel.match import Outcome
from campaign.duel.refusals import refusal
from campaign.duel.sight import Sight, sight
from campaign.duel.state import State, hand_of
from campaign.notation import DuelSuit, Seat, parse_duel_card
from campaign.play.bots import Clock
from campaign.play.duel_hints import DuelHint, duel_hint
from campaign.play.duel_session import DuelSession
from campaign.play.duels import Duel, begin, finish, results
from campaign.play.hints import SAME, Chances
from tests.duel.builder import Game
from tests.duel.random_play import walk
from tests.duel.sessions import step as random_step
from tests.duel.test_duels import NONE
from tests.duel.test_view import another_world

Seen = Callable[[State, int], Sight]
JEKYLL, HYDE = Seat.JEKYLL, Seat.HYDE
PRIDE, WRATH, GREED = DuelSuit.PRIDE, DuelSuit.WRATH, DuelSuit.GREED
CHANCE = "a chance of about 62 in 100 as far as you can know, against 55 with {} (in a return match, DU18)"


def at(game: Game, **more: object) -> DuelHint:
    """Return a hint for the seat due."""
    options = {"seed": 1, "number": 3, "worlds": 2} | more
    return duel_hint(sight(game.state, game.state.seat), **options)  # type: ignore[arg-type]


def words(found: DuelHint, seat: Seat = JEKYLL) -> str:
    """Return a hint as a person reads it."""
    return duel_hint_fact(found, seat).text


def weighed(second: str, *, after: float = 0.62, after_second: float = 0.55, all_same: bool = False) -> DuelHint:
    """Return a hint by hand to play P7."""
    chances = Chances(
        after=after,
        second=parse_decision(second),
        after_second=after_second,
        all_same=all_same,
        worlds=12,
        cut=False,
    )
    return DuelHint(decision=parse_decision("jekyll plays P7"), chances=chances)


# From what the seat knows


def check_twins(looks: Seen, seeds: range) -> Counter[Kind]:
    """Check that a hint and its words are the same in worlds that the seat cannot tell apart; return what was asked."""
    asked: Counter[Kind] = Counter()
    for seed in seeds:
        rng = random.Random(seed)
        for number, (_, state) in enumerate(walk(seed)):
            if not phases.FIRST_DECISION <= state.phase < phases.OVER or state.round > 1:
                continue
            seat = Seat(state.seat)
            found = duel_hint(looks(state, seat), seed=seed, number=number, worlds=2)
            assert refusal(state, found.decision) is None
            there = another_world(state, seat, rng)
            twin = duel_hint(looks(there, seat), seed=seed, number=number, worlds=2)
            assert (twin, words(twin, seat)) == (found, words(found, seat)), "tells worlds apart"
            asked[kind_of(found.decision)] += 1
    return asked


def test_a_hint_and_its_words_are_the_same_in_twin_worlds_du4_du5_du15() -> None:
    assert set(check_twins(sight, range(8))) == set(Kind)


def test_a_hint_that_saw_a_hidden_hand_is_caught_du4() -> None:
    def leaking(state: State, seat: int) -> Sight:
        seen = sight(state, seat)
        seen.known = int(hand_of(state, 1 - seat))
        return seen

    with pytest.raises(AssertionError, match="worlds apart"):
        check_twins(leaking, range(3))


def test_the_same_knowledge_gives_the_same_hint_and_another_number_other_worlds() -> None:
    game = Game().deal()
    assert at(game) == at(game)
    assert at(game).chances != at(game, number=4).chances


# Each kind of decision


@pytest.mark.parametrize("number", [1, 2, 3])
def test_passing_tells_of_the_potion_that_must_go_du5(number: int) -> None:
    game = Game(number=number).deal("P1 P2 W1 W2 G1 G2 G3 G4 2+ 3+", "P3 P4 W3 W4 W5 G5 G6 G7 4+ 5+")
    found = at(game)
    assert isinstance(found.decision, Passes)
    assert len(found.decision.cards) == number
    assert {"2+", "3+"} & set(map(str, found.decision.cards))
    assert found.must_pass
    assert words(found).startswith(f"{' '.join(map(str, found.decision.cards))}: a potion must go (DU5); ")
    free = at(Game(number=number).deal())
    assert not free.must_pass
    assert "DU5" not in words(free)


def test_playing_weighs_every_card_and_swapping_two_of_them() -> None:
    game = Game().lay("G3 P1 P2 P3 P4 W1 W2 W3 W4 G2", "P5 P6 P7 W5 W6 W7 3+ G1 4+ 5+").plays("G3")
    found = at(game)
    assert isinstance(found.decision, Plays)
    assert found.chances is not None
    assert {str(found.decision), str(found.chances.second)} <= {
        f"hyde plays {card}" for card in ("3+", "4+", "5+", "G1")
    }
    assert found.decision != found.chances.second
    swap = at(game.plays("3+"))
    assert isinstance(swap.decision, Swaps)
    assert len(swap.decision.cards) == 2
    assert swap.chances is not None
    assert (swap.trick_to, swap.effect, swap.tricks) == (None, None, None)


def test_the_only_choice_is_said_to_be_the_only_one_du8_du15() -> None:
    followed = Game().lay("P1 P2", "P5 W2").plays("P1")
    assert words(at(followed), HYDE) == "P5: it is the only choice that the rules leave."
    swap = Game().lay("G1 P1", "3+ W1").plays("G1 3+")
    assert words(at(swap)) == "P1: it is the only choice that the rules leave."
    two = Game().lay("G1 P1 P2", "3+ W1 W2").plays("G1 3+")
    assert words(at(two)) == "P1 P2: it is the only choice that the rules leave."
    take = Game().lay("P6 P3 P1 G1", "P5 5+ W1 W2").plays("P6 P5 P3 5+")
    assert words(at(take), HYDE) == "trick 1: it is the only choice that the rules leave."


def test_of_tricks_to_take_each_counts_the_same_du14_du17() -> None:
    take = Game().lay("P6 P3 P4 G1", "P5 P1 W2 5+").plays("P6 P5 P4 P1 P3 5+")
    found = at(take)
    assert isinstance(found.decision, Takes)
    assert not found.only
    assert words(found, HYDE) == "trick 1: whichever you take counts the same, and makes 2 tricks to Jekyll's 1 (DU17)."


def test_a_led_potion_is_hinted_with_its_colour_and_among_its_colours_du9() -> None:
    game = Game().lay("P1 P2 P3 P4 W1 W2 W3 W4 2+ 3+", "P5 P6 P7 W5 W6 W7 G3 G4 G5 G6")
    for text in ("2+", "3+"):
        card = parse_duel_card(text)
        found = at(game, card=card)
        assert found.chances is not None
        for decision in (found.decision, found.chances.second):
            assert isinstance(decision, Plays)
            assert decision.card == card
            assert decision.naming is not None
        assert found.decision != found.chances.second
        assert found.chances.after >= found.chances.after_second


@pytest.mark.parametrize(
    ("number", "marker", "least", "most"), [(1, 9, 0.906, 1.0), (3, 9, 0.405, 0.53), (3, 0, 0.0, 0.25)]
)
def test_a_chance_is_the_seats_own_du3_du18(number: int, marker: int, least: float, most: float) -> None:
    """From 9 the round ends on 9 or at home; from 0 Hyde hopes for little in the third round."""
    game = Game(number=number, marker=marker).deal()
    for low, high in ((1 - most, 1 - least), (least, most)):
        found = at(game)
        assert found.chances is not None
        assert low <= found.chances.after <= high
        game.do(str(found.decision))


def test_the_chance_told_is_never_below_the_one_it_is_set_against() -> None:
    for seed in range(2):
        session, chance = DuelSession(seed), Chance(seed)
        while session.due is not None:
            found = duel_hint(session.sight(session.due.seat), seed=seed, number=len(session.decisions), worlds=2)
            if found.chances is not None:
                assert 1 >= found.chances.after >= found.chances.after_second >= 0
                assert not found.chances.all_same or found.chances.after - found.chances.after_second <= SAME
            random_step(session, chance)


def test_the_clock_cuts_a_hint_short_and_the_hint_says_so() -> None:
    found = at(Game().deal(), clock=Clock(0.0), worlds=100)
    assert found.chances is not None
    assert (found.chances.worlds, found.chances.cut) == (4, True)
    assert "(in a return match, DU18; 4 drawn deals in the time there was)" in words(found)


# The words


@pytest.mark.parametrize(
    ("sure", "expected"),
    [
        ({}, ""),
        ({"trick_to": JEKYLL, "tricks": (1, 0)}, "it wins the trick, which makes 1 trick to Hyde's 0; "),
        ({"trick_to": HYDE, "tricks": (2, 3)}, "it leaves the trick to Hyde, which makes 2 tricks to Hyde's 3; "),
        ({"trick_to": JEKYLL, "leads": True}, "it wins the trick, whatever Hyde plays; "),
        (
            {"trick_to": HYDE, "leads": True, "tricks": (0, 1)},
            "it leaves the trick to Hyde, whatever Hyde plays, which makes 0 tricks to Hyde's 1; ",
        ),
        (
            {"trick_to": JEKYLL, "effect": PRIDE, "tricks": (4, 2)},
            "it wins the trick and one of Hyde's with it (DU14), which makes 4 tricks to Hyde's 2; ",
        ),
        (
            {"trick_to": HYDE, "effect": PRIDE, "tricks": (2, 4)},
            "it leaves the trick to Hyde and one of yours with it (DU14), which makes 2 tricks to Hyde's 4; ",
        ),
        ({"effect": PRIDE, "leads": True}, "a trick changes sides (DU14); "),
        (
            {"trick_to": JEKYLL, "tricks": (1, 0), "effect": GREED},
            "it wins the trick, which makes 1 trick to Hyde's 0; you swap cards with Hyde (DU15); ",
        ),
        ({"effect": WRATH, "leads": True}, "all rank tokens come off (DU16); "),
    ],
)
def test_what_is_sure_has_its_words(sure: dict[str, object], expected: str) -> None:
    found = replace(weighed("jekyll plays W2"), **sure)  # type: ignore[arg-type]
    assert words(found) == f"P7: {expected}{CHANCE.format('W2')}."


@pytest.mark.parametrize(
    ("decision", "second", "expected"),
    [
        ("jekyll passes P1 W2", "jekyll passes P1 3+", "P1 W2: {}.|P1 3+"),
        ("jekyll swaps P1", "jekyll swaps W2", "P1: {}.|W2"),
        ("jekyll plays 3+ naming W", "jekyll plays 3+ naming G", "3+ naming W: {}.|3+ naming G"),
    ],
)
def test_every_kind_of_choice_has_its_words(decision: str, second: str, expected: str) -> None:
    text, other = expected.split("|")
    found = replace(weighed(second), decision=parse_decision(decision))
    assert words(found) == text.format(CHANCE.format(other))


def test_the_words_of_chances_that_lie_close() -> None:
    near = weighed("jekyll plays W2", after_second=0.61)
    assert (
        words(near) == "P7: a chance of about 62 in 100 as far as you can know, as with W2 (in a return match, DU18)."
    )
    same = weighed("jekyll plays W2", after=0.3, after_second=0.3, all_same=True)
    assert words(same) == "P7: every choice comes to about 30 in 100 as far as you can know (in a return match, DU18)."


@pytest.mark.parametrize(("number", "same"), [(1, True), (2, False)])
def test_more_sets_of_cards_than_are_weighed_are_not_called_the_same_du5(
    monkeypatch: pytest.MonkeyPatch, number: int, *, same: bool
) -> None:
    """Of one card ten are weighed, of two 24 of 45."""
    monkeypatch.setattr("campaign.play.duel_hints.about_same", lambda _after: True)
    found = at(Game(number=number).deal())
    assert found.chances is not None
    assert found.chances.all_same is same


# Counted


def test_hints_of_all_duels_are_the_players_du18() -> None:
    duels = begin(NONE, Duel(seed=1, seats=("Ada", "bot:careful"), hints=(2, 0)))
    assert results(duels).hints == (("Ada", 2),)
    duels = begin(finish(duels, Outcome(3, 2)), Duel(seed=2, seats=("Bert", "Ada"), hints=(1, 3)))
    assert results(duels).hints == (("Ada", 5), ("Bert", 1))
    assert results(NONE).hints == ()
