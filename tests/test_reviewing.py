"""A review: what a choice cost by what its seat knew, what only hindsight tells, and a line that would have won."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from campaign.files.chapters import load_folder
from campaign.notation import Seat
from campaign.play import reviewing, winning
from campaign.play.bots import bot_decision, seated, thinker_of
from campaign.play.playouts import OWN_DECISIONS
from campaign.play.reviewing import (
    Judged,
    Loss,
    Turn,
    Weighed,
    in_hindsight,
    judged_turn,
    review,
    weigh,
    worst_of,
)
from campaign.play.session import Session
from campaign.play.simulate import recorded_game
from campaign.play.solving import Answer, Solution, solve
from campaign.play.thinking import choices_of
from campaign.play.winning import succeeds
from campaign.rules import state as phases
from campaign.rules.chapter import Achievement, Cards, Chapter, Count, Icon, Move, Noun, Pawn, Role
from campaign.rules.compile import compile_chapter
from campaign.rules.decisions import Concede, Gives, parse_decision
from campaign.rules.refusals import choice
from campaign.rules.sight import Sight, sight
from campaign.rules.state import State
from tests.rules.builder import MFR, NO_EFFECTS, Game, at_least, chapter
from tests.rules.random_play import walk
from tests.rules.test_view import another_world

JEKYLLS_TRICK = Count(noun=Noun.TRICKS, held_by=Role.JEKYLL)
ICONS = Count(noun=Noun.CARDS, held_by=Role.ANYONE, cards=Cards(icon=Icon.SCOTLAND_YARD))


def one_trick(steps: Count, *, rounds: int = 1, achievement: Achievement | None = None) -> Chapter:
    """Return a chapter of one trick a round, its City's card from the Reserve; a step in each is a success."""
    move = Move(name="steps", order=10, pawn=Pawn.JEKYLL_HYDE, steps=steps)
    knobs: dict[str, Any] = {"hand": 2, "give": 0, "from_reserve": 1, "must_give": None}
    built = chapter((move,), jekyll_hyde=10 - rounds, rounds=rounds, ranks_start=MFR, effects=NO_EFFECTS, **knobs)
    return replace(built, achievement=achievement)


def last_card(achievement: Achievement | None = None) -> State:
    """Return the last card of a game to Jekyll, who wins the trick, and the game, with F7 and loses both with F2."""
    game = Game(one_trick(JEKYLLS_TRICK, achievement=achievement), face=Seat.HYDE)
    return game.lay("jekyll: F2 F7 | hyde: F5 R1 | city: F3").plays("F5").state


def before_hyde(hyde: str) -> State:
    """Return a card due from Jekyll, before Hyde's; success is exactly one icon (1 to 3) in the trick."""
    game = Game(one_trick(ICONS), face=Seat.JEKYLL)
    return game.lay(f"jekyll: F1 F5 | hyde: {hyde} | city: F4").state


def judged(state: State, made: str, *, reached: float = 0.0) -> Judged:
    """Return a decision of the state judged."""
    return judged_turn(thinker_of(state.plan), Turn(7, state, parse_decision(made)), seed=1, reached=reached)


def test_a_card_that_loses_for_certain_is_knowable() -> None:
    found = judged(last_card(), "jekyll plays F2")
    assert (found.number, found.round, found.trick) == (7, 1, 1)
    assert (found.seat, found.knower) == (Seat.JEKYLL, Seat.JEKYLL)
    assert (found.before, found.after, found.error) == (1.0, 0.0, 0.0)
    assert (found.kind, str(found.better), found.loss) == (Loss.KNOWABLE, "jekyll plays F7", 1.0)


def test_the_card_that_wins_loses_nothing() -> None:
    found = judged(last_card(), "jekyll plays F7")
    assert (found.before, found.after, found.error) == (1.0, 1.0, 0.0)
    assert (found.kind, found.better) == (None, None)


def test_success_without_the_achievement_counts_half() -> None:
    never = Achievement(must=at_least(2, JEKYLLS_TRICK), stars=1)
    found = judged(last_card(never), "jekyll plays F2")
    assert (found.before, found.after, found.kind) == (0.5, 0.0, Loss.KNOWABLE)


def test_a_card_that_only_hidden_cards_make_wrong_is_hindsight() -> None:
    # Eight of the 25 unseen cards carry an icon, so Jekyll does best to lay one; Hyde, who must follow, has two.
    found = judged(before_hyde("F2 F3"), "jekyll plays F1")
    assert found.before == found.after > 0.5
    assert (found.kind, str(found.better), found.loss) == (Loss.HINDSIGHT, "jekyll plays F5", 1.0)


def test_where_the_cards_lie_well_there_is_nothing_to_regret() -> None:
    assert judged(before_hyde("F6 F7"), "jekyll plays F1").kind is None


def test_a_poor_choice_is_knowable_though_it_turned_out_well() -> None:
    found = judged(before_hyde("F2 F3"), "jekyll plays F5", reached=1.0)
    assert found.before > found.after + 2 * found.error > 0
    assert (found.kind, str(found.better)) == (Loss.KNOWABLE, "jekyll plays F1")


def test_hindsight_regrets_nothing_where_the_game_was_won() -> None:
    assert judged(before_hyde("F2 F3"), "jekyll plays F1", reached=1.0).kind is None


def test_hindsight_is_played_out_in_the_cards_as_they_lay() -> None:
    state = before_hyde("F2 F3")
    f1, f5 = (choice(parse_decision(f"jekyll plays {card}")) for card in ("F1", "F5"))
    assert in_hindsight(thinker_of(state.plan), state, Seat.JEKYLL, f1) == (f5, 1.0)
    assert in_hindsight(thinker_of(state.plan), state, Seat.JEKYLL, f5) == (f5, 0.0)


def test_to_concede_a_game_that_could_be_won_is_knowable() -> None:
    found = judged(last_card(), "concede")
    assert (found.seat, found.before, found.after, found.kind) == (None, 1.0, 0.0, Loss.KNOWABLE)


def test_to_concede_a_lost_game_loses_nothing() -> None:
    game = Game(one_trick(JEKYLLS_TRICK), face=Seat.HYDE)
    state = game.lay("jekyll: F1 F2 | hyde: F5 R1 | city: F3").plays("F5").state
    found = judged(state, "concede")
    assert (found.before, found.after, found.kind) == (0.0, 0.0, None)


def test_a_choice_that_cannot_be_weighed_is_refused() -> None:
    state = last_card()
    with pytest.raises(ValueError, match="none of those"):
        weigh(thinker_of(state.plan), sight(state, Seat.JEKYLL), 20, seed=1)


def weighed(state: State, seat: Seat, made: int) -> Weighed:
    """Return a choice weighed in few worlds."""
    return weigh(thinker_of(state.plan), sight(state, seat), made, seed=5, worlds=3)


@pytest.mark.parametrize("name", ["i", "iv", "x"])
def test_what_a_choice_cost_is_the_same_in_every_world_that_fits_the_sight_n7(name: str) -> None:
    file = load_folder().find(name)
    assert file is not None
    rng = random.Random(1)
    checked = 0
    for number, (_, state) in enumerate(walk(file.chapter, 2)):
        if number % 3 or not choices_of(state):
            continue
        seat = Seat(state.seat if state.phase in OWN_DECISIONS else state.leading)
        made = choices_of(state)[-1]
        assert weighed(state, seat, made) == weighed(another_world(state, seat, rng), seat, made)
        checked += 1
    assert checked > 5


def hidden_are_told(state: State, seat: int) -> Sight:
    """Return a sight with a leak: the partner's hand as it is."""
    seen = sight(state, seat)
    seen.state.hand_jekyll, seen.state.hand_hyde = state.hand_jekyll, state.hand_hyde
    return seen


def test_a_leak_would_be_noticed_n7() -> None:
    made = choice(parse_decision("jekyll plays F1"))
    told = []
    for hyde in ("F2 F3", "F6 F7"):
        state = before_hyde(hyde)
        honest = weigh(thinker_of(state.plan), sight(state, Seat.JEKYLL), made, seed=5)
        leaking = weigh(thinker_of(state.plan), hidden_are_told(state, Seat.JEKYLL), made, seed=5)
        told.append((honest, leaking))
    assert told[0][0] == told[1][0]
    assert told[0][1] != told[1][1]


# Whole games


def badly(built: Chapter, seed: int) -> tuple[str, ...]:
    """Return the decisions of a game of random bots."""
    _, decisions = recorded_game(built, (seated("bot:random"), seated("bot:random")), seed)
    return tuple(map(str, decisions))


def shipped_chapter(name: str) -> Chapter:
    file = load_folder().find(name)
    assert file is not None
    return file.chapter


def lost_game(built: Chapter) -> tuple[int, tuple[str, ...]]:
    """Return the first seed whose game of random bots is lost, and its decisions."""
    return next((seed, found) for seed in range(50) if not won(built, seed, found := badly(built, seed)))


def won(built: Chapter, seed: int, decisions: Sequence[str]) -> bool:
    return succeeds(built, seed, [parse_decision(text) for text in decisions])


def test_the_line_replays_to_success_and_leaves_the_game_where_it_says() -> None:
    built = shipped_chapter("i")
    seed, decisions = lost_game(built)
    found = review(built, seed, decisions, worlds=4)
    assert not found.success
    assert found.winnable is True
    assert won(built, seed, [str(one) for one in found.line])
    same = found.leaves - 1
    assert [str(one) for one in found.line[:same]] == list(decisions[:same])
    assert str(found.line[same]) != decisions[same]


def test_every_decision_is_listed_once_in_order() -> None:
    built = shipped_chapter("iv")
    seed, decisions = lost_game(built)
    shown: list[tuple[int, int]] = []
    found = review(built, seed, decisions, worlds=3, show=lambda done, total: shown.append((done, total)))
    assert [one.number for one in found.judged] == list(range(1, len(decisions) + 1))
    assert [str(one.decision) for one in found.judged] == list(decisions)
    for one in found.judged:
        assert 0.0 <= one.after <= one.before <= 1.0
        assert one.error >= 0.0
        assert (one.kind is None) == (one.better is None)
        gift = isinstance(one.decision, Gives)
        assert (one.trick == 0) == gift
        if gift:
            night = next(other for other in found.judged if other.round == one.round and other.trick)
            assert (one.before, one.after, one.kind) == (night.before, night.before, None)
    assert len(found.worst) <= reviewing.MOST_TOLD
    kinds = [one.kind for one in found.worst]
    assert kinds == sorted(kinds, key=lambda kind: kind is Loss.HINDSIGHT)
    assert shown[0] == (0, shown[-1][1])
    assert shown[-1][0] == shown[-1][1]
    assert shown == sorted(shown)


def test_what_could_be_known_is_told_first_and_five_at_most() -> None:
    one = judged(last_card(), "jekyll plays F7")
    losses = ((None, 0.0), (Loss.HINDSIGHT, 1.0), (Loss.KNOWABLE, 0.1), (Loss.HINDSIGHT, 0.5), (Loss.KNOWABLE, 0.3))
    told = [replace(one, number=number, kind=kind, loss=loss) for number, (kind, loss) in enumerate(losses)]
    assert [found.number for found in worst_of(told)] == [4, 2, 1, 3]
    told += [replace(one, number=number, kind=Loss.HINDSIGHT, loss=1.0) for number in (7, 8)]
    assert [found.number for found in worst_of(told)] == [4, 2, 8, 7, 1]


def test_the_same_game_gives_the_same_review() -> None:
    built = one_trick(ICONS, rounds=2)
    seed, decisions = lost_game(built)
    assert review(built, seed, decisions) == review(built, seed, decisions)


def test_a_game_that_was_won_is_its_own_line() -> None:
    built = one_trick(ICONS, rounds=2)
    seed, decisions = next((seed, told) for seed in range(50) if won(built, seed, told := badly(built, seed)))
    found = review(built, seed, decisions)
    assert (found.success, found.reached, found.winnable, found.leaves) == (True, 1.0, True, 0)
    assert tuple(map(str, found.line)) == decisions
    assert {one.kind for one in found.judged} <= {None, Loss.KNOWABLE}


def test_a_game_that_cannot_be_won_is_not_decided() -> None:
    built = replace(one_trick(JEKYLLS_TRICK, rounds=2), jekyll_hyde=0)
    found = review(built, 1, badly(built, 1))
    assert (found.success, found.winnable, found.line, found.leaves, found.worst) == (False, None, (), 0, ())


def test_the_search_ends_with_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    built = shipped_chapter("i")
    seed, decisions = lost_game(built)
    monkeypatch.setattr(winning, "BUDGET", 3)
    found = review(built, seed, decisions, worlds=1)
    assert (found.winnable, found.line) == (None, ())


def test_all_that_is_searched_stays_within_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[int] = []
    settle = winning.settle

    def counted(state: State, seed: int) -> None:
        taken.append(1)
        settle(state, seed)

    def solved(state: State, *, budget: int) -> Solution:
        found = solve(state, budget=budget)
        taken.append(found.tried)
        return found

    built = shipped_chapter("i")
    seed, decisions = lost_game(built)
    monkeypatch.setattr(winning, "settle", counted)
    monkeypatch.setattr(winning, "solve", solved)
    monkeypatch.setattr(reviewing, "succeeds", lambda *_given: False)
    monkeypatch.setattr(winning, "BUDGET", 20)
    monkeypatch.setattr(winning, "BUDGET_EACH", 3)
    assert review(built, seed, decisions, worlds=1).winnable is None
    assert sum(taken) == 20


def test_a_line_is_found_wherever_the_last_night_could_still_be_won() -> None:
    # Three tricks, of which Jekyll must win two; both hands and the City's cards are known to the search.
    move = Move(name="steps", order=10, pawn=Pawn.JEKYLL_HYDE, steps=JEKYLLS_TRICK)
    knobs: dict[str, Any] = {"hand": 3, "give": 0, "from_reserve": 3, "must_give": None}
    built = chapter((move,), jekyll_hyde=8, rounds=1, ranks_start=MFR, effects=NO_EFFECTS, **knobs)
    could = []
    for seed in range(40):
        decisions = badly(built, seed)
        if won(built, seed, decisions):
            continue
        first = Session(built, seed).state
        could.append(solve(first).answer is Answer.REACHABLE)
        assert review(built, seed, decisions, worlds=1).winnable is (True if could[-1] else None)
    assert set(could) == {True, False}


def test_a_game_conceded_over_the_gifts_is_told_too() -> None:
    built = shipped_chapter("i")
    session = Session(built, 1)
    session.submit(bot_decision(seated("bot:careful"), session.sight(Seat.JEKYLL), seed=1, number=0))
    session.submit(Concede())
    found = review(built, 1, tuple(map(str, session.decisions)), worlds=1)
    assert [one.seat for one in found.judged] == [Seat.JEKYLL, None]
    assert found.judged[1].after == 0.0
    assert found.judged[1].kind is None
    assert 0.0 < found.judged[0].before == found.judged[0].after < 1.0


def test_a_line_that_the_rules_refuse_is_none() -> None:
    built = shipped_chapter("i")
    assert not succeeds(built, 1, [parse_decision("ranks MFR")])
    assert not succeeds(built, 1, [])
    assert State(compile_chapter(built)).phase != phases.OVER
