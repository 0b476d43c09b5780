"""The duel's bots: legal, honest to their seat, fit for both roles, and each stronger than the one before."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.duel import state as phases
from campaign.duel.decisions import Kind
from campaign.duel.refusals import decision_of, refusal
from campaign.duel.sight import Sight, sight
from campaign.duel.state import State, hand_of
from campaign.notation import PLAYERS, Seat
from campaign.play.bots import BOTS, Clock, Who, bot_stream, seated
from campaign.play.duel_bots import (
    DUEL_BOTS,
    DuelBot,
    RandomDuelBot,
    ThinkerDuelBot,
    duel_bot_choice,
    make_duel_bot,
)
from campaign.play.duel_simulate import MatchJob, play_duel
from tests.duel.bots import bot, decided
from tests.duel.builder import Game
from tests.duel.random_play import walk
from tests.duel.strength import told
from tests.duel.test_view import another_world, seen_fields

NAMES = ["random", "careful", "thinker:1"]
EVERY = {"random": 1, "careful": 1, "thinker:1": 7}
"""Of how many decisions of a duel one is tried: a thinker takes its time."""
Seen = Callable[[State, int], Sight]


def decisions_of(seed: int) -> list[State]:
    """Return the states of a random duel in which a decision is due."""
    return [state.copy() for _, state in walk(seed) if phases.FIRST_DECISION <= state.phase < phases.OVER]


# Legal


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=12)
@given(seed=st.integers(0, 1 << 32))
def test_a_bots_decision_is_always_allowed(name: str, seed: int) -> None:
    player = bot(name)
    for number, state in enumerate(decisions_of(seed)):
        if number % EVERY[name] != seed % EVERY[name]:
            continue
        chosen = duel_bot_choice(player, state, seed=seed, seat=int(state.seat), number=number)
        found = refusal(state, decision_of(state, chosen))
        assert found is None, f"bot:{name} wants {decision_of(state, chosen)}: {found}"


def test_the_duel_has_a_bot_of_each_name() -> None:
    assert DUEL_BOTS.keys() == BOTS.keys()
    thinker = make_duel_bot(Who("thinker", bot=True, worlds=7))
    assert isinstance(thinker, ThinkerDuelBot)
    assert thinker.worlds == 7


def test_the_random_bot_makes_every_choice_du5_du9() -> None:
    led = Game().lay("P1 3+", "W1 W2")
    chosen = {duel_bot_choice(RandomDuelBot(), led.state, seed=seed, seat=0, number=0) for seed in range(60)}
    texts = {str(decision_of(led.state, one)) for one in chosen}
    assert texts == {"jekyll plays P1", *(f"jekyll plays 3+ naming {colour}" for colour in "PWG")}
    potions = Game(number=2).deal("P1 P2 P3 P4 W1 W2 W3 W4 2+ 3+", "P5 P6 P7 W5 W6 W7 G3 G4 G5 4+").state
    passed = {duel_bot_choice(RandomDuelBot(), potions, seed=seed, seat=0, number=0) for seed in range(600)}
    assert len(passed) == 8 * 2 + 1  # a potion and one of eight colour cards, or both potions


# Honest


def check_honest(name: str, looks: Seen, seed: int) -> Counter[tuple[Kind, Seat]]:
    """Check that worlds that differ only in what a seat cannot know look alike and are decided alike."""
    kinds: Counter[tuple[Kind, Seat]] = Counter()
    rng = random.Random(seed)
    player = bot(name)
    for number, state in enumerate(decisions_of(seed)):
        if number % EVERY[name] != seed % EVERY[name]:
            continue
        seat = Seat(state.seat)
        worlds = [state, *(another_world(state, seat, rng) for _ in range(2))]
        seen = [looks(world, seat) for world in worlds]
        assert all(seen_fields(one) == seen_fields(seen[0]) for one in seen), "sees worlds apart"
        chosen = {player.choose(one, bot_stream(seed, seat, number)) for one in seen}
        assert len(chosen) == 1, "decides by what it cannot know"
        kinds[
            {phases.PASS: Kind.PASSES, phases.CARD: Kind.PLAYS, phases.TAKE: Kind.TAKES}.get(
                int(state.phase), Kind.SWAPS
            ),
            seat,
        ] += 1
    return kinds


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=8)
@given(seed=st.integers(0, 1 << 32))
def test_what_a_seat_cannot_know_never_changes_its_choice_du4(name: str, seed: int) -> None:
    check_honest(name, sight, seed)


def test_the_worlds_compared_hold_every_kind_of_decision_of_both_seats() -> None:
    kinds = sum((check_honest("random", sight, seed) for seed in range(12)), Counter[tuple[Kind, Seat]]())
    assert set(kinds) == {(kind, seat) for kind in Kind for seat in PLAYERS}


@pytest.mark.parametrize("slot", ["hand", "aside", "known"])
def test_a_sight_with_a_leak_is_caught_du4(slot: str) -> None:
    def leaking(state: State, seat: int) -> Sight:
        seen = sight(state, seat)
        if slot == "hand":
            seen.state.hand_jekyll, seen.state.hand_hyde = state.hand_jekyll, state.hand_hyde
        elif slot == "aside":
            seen.state.aside = state.aside
        else:
            seen.known = hand_of(state, 1 - seat)
        return seen

    with pytest.raises(AssertionError, match="sees worlds apart"):
        check_honest("careful", leaking, 1)


class Peeping:
    """A bot that is given the whole state, and plays the lowest card that loses to the other hand's highest."""

    def __init__(self) -> None:
        self.states: dict[int, State] = {}

    def choose(self, seen: Sight, rng: random.Random) -> int:
        """Return a choice that hangs on the opponent's hand."""
        options = [RandomDuelBot().choose(seen, random.Random(number)) for number in range(8)]
        return options[int(self.states[id(seen)].aside) % 8 if rng.random() < 2 else 0]


def test_a_bot_that_looks_into_the_other_hand_is_caught_du4(monkeypatch: pytest.MonkeyPatch) -> None:
    peeping = Peeping()

    def looks(state: State, seat: int) -> Sight:
        seen = sight(state, seat)
        peeping.states[id(seen)] = state
        return seen

    monkeypatch.setitem(DUEL_BOTS, "random", lambda _who, _clock: peeping)
    with pytest.raises(AssertionError, match="decides by what it cannot know"):
        check_honest("random", looks, 1)


# What careful and thinker make of a role


def late(game: Game, *, jekyll: int, hyde: int) -> State:
    """Return a game's state as after some tricks that each player has won (DU17), with cards that are out of play."""
    state = game.state
    state.tricks = (24 | 25 << 5,) * (jekyll + hyde)
    state.owners = (1 << hyde) - 1
    return state


@pytest.mark.parametrize("name", ["careful", "thinker:20"])
@pytest.mark.parametrize(
    ("jekyll", "hyde", "card"),
    [
        (2, 6, "G5"),  # Jekyll lessens the difference that he lags behind by, and wins
        (6, 2, "G1"),  # he has more, and loses
    ],
)
def test_jekyll_wants_balance_du17(name: str, jekyll: int, hyde: int, card: str) -> None:
    game = Game(number=3).lay("G5 G1", "G3 W1")
    game.state.leader = game.state.seat = 1
    game.plays("G3")
    seen = sight(late(game, jekyll=jekyll, hyde=hyde), 0)
    who = Who("careful", bot=True) if name == "careful" else Who("thinker", bot=True, worlds=20)
    assert str(decided(who, seen, seed=1, number=0)) == f"jekyll plays {card}"


@pytest.mark.parametrize("name", ["careful", "thinker:20"])
@pytest.mark.parametrize(
    ("jekyll", "hyde", "card"),
    [
        (2, 6, "G5"),  # Hyde has more, and goes on winning
        (6, 2, "G1"),  # he has fewer, and lets Jekyll win even more
    ],
)
def test_hyde_wants_a_lopsided_round_either_way_du17(name: str, jekyll: int, hyde: int, card: str) -> None:
    game = Game(number=3).lay("G3 W1", "G5 G1").plays("G3")
    seen = sight(late(game, jekyll=jekyll, hyde=hyde), 1)
    who = Who("careful", bot=True) if name == "careful" else Who("thinker", bot=True, worlds=20)
    assert str(decided(who, seen, seed=1, number=0)) == f"hyde plays {card}"


def test_a_choice_of_trick_changes_no_count_so_the_first_is_taken_du14() -> None:
    game = Game().lay("W1 W2 3+ G1", "W3 W4 P5 G2").plays("W1 W3 W4 W2")
    game.plays("P5 3+").do()
    assert game.due == "hyde plays"  # P5 wins, and before Jekyll no trick lies
    game = Game().lay("W3 W4 P1 G1", "W1 W2 3+ G2").plays("W3 W1 W4 W2 P1 3+")
    assert game.due == "hyde takes"
    for name in NAMES[1:]:
        chosen = duel_bot_choice(bot(name), game.state, seed=1, seat=1, number=0)
        assert str(decision_of(game.state, chosen)) == "hyde takes 1"


# Clock and chance


def test_a_thinker_stops_at_its_clock_and_says_so() -> None:
    state = late(Game().lay("P1 P2 W3 W4", "P3 P4 W1 G2"), jekyll=3, hyde=3)
    told: list[float] = []
    for worlds, clock, cut in (
        (8, None, False),
        (8, Clock(0.0), True),
        (8, Clock(600.0), False),
        (4, Clock(0.0), False),
        (8, Clock(600.0, told.append), False),
    ):
        thinker = ThinkerDuelBot(worlds, clock)
        duel_bot_choice(thinker, state, seed=1, seat=0, number=0)
        assert thinker.cut is cut
    assert len(told) == 1
    forced = ThinkerDuelBot(8, Clock(0.0))
    duel_bot_choice(forced, late(Game().lay("P1", "P2"), jekyll=4, hyde=5), seed=1, seat=0, number=0)
    assert not forced.cut


def test_a_decision_has_its_own_stream() -> None:
    state = decisions_of(5)[0]
    who = Who("random", bot=True)
    seen = sight(state, int(state.seat))
    assert len({decided(who, seen, seed=7, number=4) for _ in range(5)}) == 1
    assert len({decided(who, seen, seed=7, number=number) for number in range(12)}) > 3
    assert len({decided(who, seen, seed=seed, number=0) for seed in range(12)}) > 3
    assert play_duel((bot("random"), bot("random")), 3) == play_duel((bot("random"), bot("random")), 3)


def test_a_careful_bot_keeps_nothing_between_decisions() -> None:
    kept = bot("careful")
    for state in (one for seed in range(3) for one in decisions_of(seed)):
        seat = int(state.seat)
        fresh: DuelBot = bot("careful")
        assert duel_bot_choice(kept, state, seed=1, seat=seat, number=0) == duel_bot_choice(
            fresh, state, seed=1, seat=seat, number=0
        )


def test_a_bot_changes_nothing_of_what_it_sees() -> None:
    for name in NAMES:
        for state in decisions_of(2)[:: EVERY[name]]:
            seen = sight(state, int(state.seat))
            before = seen_fields(seen)
            bot(name).choose(seen, bot_stream(1, int(seen.seat), 0))
            assert seen_fields(seen) == before


def test_duels_of_bots_end_du3() -> None:
    for seed in range(2):
        ended = play_duel((bot("careful"), bot("thinker:1")), seed)
        assert ended.marker == 10 or ended.round == 3


# Strength


def points(one: str, other: str, matches: int) -> float:
    """Return the share of points that a bot gets of return matches against another, a draw counted half."""
    found = MatchJob(who=(seated(f"bot:{other}"), seated(f"bot:{one}")), seed=1).play(0, matches)
    return (found.first + found.draws / 2) / matches


def test_points_and_their_error_are_worked_out_by_hand_du18() -> None:
    # Of four matches two are won and one is drawn: (2 + 1/2) / 4, and the root of ((2 + 1/4) / 4 - 0.625 * 0.625) / 4.
    duels = [{"hyde": 0.5, "jekyll": 0.5}, {"hyde": 0.25, "jekyll": 0.75}]
    found: dict[str, Any] = {"first": 0.5, "draws": 0.25, "duels": duels}
    assert told("one", "other", 4, found) == (
        "one v other: 62.5 % of points, ± 20.7; of 4 matches 50.0 % won, 25.0 % drawn; "
        "duels won as Hyde 50.0 %, as Jekyll 75.0 %"
    )


def test_careful_is_much_stronger_than_random() -> None:
    assert points("careful", "random", 40) >= 0.85


def test_a_thinker_of_a_few_worlds_is_stronger_than_careful() -> None:
    assert points("thinker:3", "careful", 6) >= 0.6
