"""Every tutorial passes the conformance check; a planted illegal card and a planted wrong winner do not."""

from collections.abc import Callable
from typing import Any

import pytest

from campaign.rules import effects, step, tricks
from campaign.rules import state as phases
from campaign.rules.chapter import Chapter, CityOrder, Effect, Leading, Resolver, Role
from tests.rules.builder import CHAPTERS, chapter, four
from tests.rules.conformance import BrokenError, Play

SMALL: dict[str, Any] = {"hand": 3, "give": 1}
OTHERS = {
    "two tricks": four(**SMALL),
    "knobs": four(
        opens=Role.OTHER,
        after_city=Role.OTHER,
        leading=Leading.KEPT,
        resolver=Resolver.LEADING,
        reactions_cap=2,
        must_follow=False,
        city_order=CityOrder.HIGHEST_ON_TOP,
    ),
    "swapped effects": four(effects=(Effect.TAKE_CITY_TRICK, Effect.EXCHANGE_CITY_CARD, Effect.REORDER_RANKS)),
    "from the Reserve": chapter(hand=4, give=0, from_reserve=4, must_give=None),
    "deep City": chapter(hand=10, give=9, must_give=None),
    "four rounds": four(rounds=4, jekyll_hyde=3),
}
ALL = CHAPTERS | OTHERS


@pytest.mark.parametrize("name", ALL)
def test_fifty_random_games_of_each_chapter_conform(name: str) -> None:
    endings = {int(Play(ALL[name], seed).run().state.ending) for seed in range(50)}
    assert endings <= {phases.REACHED, phases.CAUGHT, phases.SHORT, phases.OVERSHOOT}


def test_the_same_seed_plays_the_same_game() -> None:
    for built in CHAPTERS.values():
        one, two = Play(built, 7).run(), Play(built, 7).run()
        assert (one.decisions, one.events) == (two.decisions, two.events)


def play_some(built: Chapter) -> None:
    for seed in range(10):
        Play(built, seed).run()


@pytest.mark.interpreted
def test_a_planted_illegal_card_is_caught_n4(monkeypatch: pytest.MonkeyPatch) -> None:
    def anything(hand: int, _opening: int) -> int:
        return hand

    play_some(CHAPTERS["IV"])
    monkeypatch.setattr(step, "follows", anything)
    with pytest.raises(BrokenError, match="plays"):
        play_some(CHAPTERS["IV"])


@pytest.mark.interpreted
def test_a_planted_ban_of_potions_is_caught_n4(monkeypatch: pytest.MonkeyPatch) -> None:
    def colours_only(hand: int, opening: int) -> int:
        found = tricks.follows(hand, opening)
        return found & ~(15 << 24) or found

    monkeypatch.setattr(step, "follows", colours_only)
    with pytest.raises(BrokenError, match="plays"):
        play_some(CHAPTERS["IV"])


def numbers_only(first: int, second: int, third: int, _ranks: int, _potion: int) -> int:
    """Return a wrong winner: the highest number whatever the ranks."""
    cards = [first, second, third]
    values = [card - 21 if card >= 24 else (card & 7) + 1 for card in cards]
    return values.index(max(values))


def potions_without_colour(first: int, second: int, third: int, ranks: int, _potion: int) -> int:
    """Return a wrong winner: potions never count as a colour (R3)."""
    return int(tricks.winning_place(first, second, third, ranks, 3))


@pytest.mark.interpreted
@pytest.mark.parametrize("wrong", [numbers_only, potions_without_colour])
def test_a_planted_wrong_winner_is_caught_w1_r3(
    monkeypatch: pytest.MonkeyPatch, wrong: Callable[[int, int, int, int, int], int]
) -> None:
    monkeypatch.setattr(step, "winning_place", wrong)
    with pytest.raises(BrokenError, match="goes to"):
        play_some(CHAPTERS["IV"])


@pytest.mark.interpreted
def test_a_planted_lost_card_is_caught_d1(monkeypatch: pytest.MonkeyPatch) -> None:
    put_back = effects.put_back

    def loses(state: phases.State, card: int) -> None:
        put_back(state, card)
        state.city >>= 5

    monkeypatch.setattr(step, "put_back", loses)
    with pytest.raises(BrokenError, match="not those of the deck"):
        play_some(CHAPTERS["IV"])
