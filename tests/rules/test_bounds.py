"""What can still become of a count: the bounds are sound, a verdict never turns, a sure defeat is one."""

from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.rules import state as phases
from campaign.rules.bounds import FAILED, MET, OPEN, bounds, sure_defeat, verdict
from campaign.rules.chapter import Achievement, AnyOf, Chapter, Compare, Condition, Count, Span, When
from campaign.rules.counts import tally_value
from campaign.rules.events import tell
from campaign.rules.goals import holds
from campaign.rules.state import State
from tests.rules.builder import CHAPTERS
from tests.rules.random_play import Notes, walk
from tests.rules.strategies import chapters, conditions, counts

settings.register_profile("rules", max_examples=60, deadline=None, report_multiple_bugs=False)
PROFILE = settings.get_profile("rules")
seeds = st.integers(0, 1 << 30)


@dataclass
class Seen:
    """What was told of one count at one moment."""

    where: str
    round: int
    bounds: tuple[int, int]


def with_goals(built: Chapter, goals: list[Condition]) -> Chapter:
    """Return a chapter whose rounds read some conditions, without being judged by them."""
    return replace(built, achievement=Achievement(must=AnyOf(tuple(goals)), stars=1))


def where(state: State) -> str:
    """Return where a state stands, for a failing test's one line."""
    return f"round {state.round}, {len(state.tricks)} tricks, phase {state.phase}, {state.laid} laid"


def is_shown(state: State) -> bool:
    """Return whether a state is one in which verdicts are shown: a decision, or the round's end."""
    return state.phase in (phases.END_ROUND, phases.DEAL) or phases.FIRST_DECISION <= state.phase < phases.OVER


def check_counts(built: Chapter, wanted: list[Count], seed: int) -> None:
    """Play a random game: every count is as recounted by hand and stays between the bounds told before."""
    chapter = with_goals(built, [Compare(count=count, at_least=1) for count in wanted])
    notes = Notes(chapter)
    seen: dict[int, list[Seen]] = {index: [] for index in range(len(wanted))}
    for before, state in walk(chapter, seed):
        for event in tell(chapter, before, state):
            notes.hear(event)
        if not is_shown(state):
            continue
        for index, part in enumerate(state.table.spans[-1].parts):
            assert part.tally is not None
            low, high = bounds(state, part.tally)
            assert low <= high, (wanted[index], where(state))
            seen[index].append(Seen(where(state), int(state.round), (int(low), int(high))))
            if state.phase == phases.END_ROUND:
                over = wanted[index].over or Span.ROUND
                value = notes.value(wanted[index], over)
                assert (wanted[index], tally_value(state, part.tally)) == (wanted[index], value)
                if over is Span.ROUND or state.round == len(chapter.rounds):
                    compare(wanted[index], [one for one in seen[index] if one.round == state.round], value)
                if over is Span.CHAPTER and state.round == len(chapter.rounds):
                    compare(wanted[index], seen[index], value)


def compare(count: Count, seen: list[Seen], value: int) -> None:
    """Check that a final value lies between all bounds that were told of it."""
    for one in seen:
        low, high = one.bounds
        assert low <= value <= high, f"{count} at {one.where}: {low} to {high}, but it ended at {value}"


@PROFILE
@given(chapters(), st.lists(counts, min_size=1, max_size=6), seeds)
def test_counts_are_as_recounted_and_end_within_their_bounds(built: Chapter, wanted: list[Count], seed: int) -> None:
    check_counts(built, wanted, seed)


@PROFILE
@given(chapters((When.ROUND_START, When.TRICK_END, When.ROUND_END)), st.lists(counts, min_size=1, max_size=4), seeds)
def test_the_same_with_moves_at_every_time(built: Chapter, wanted: list[Count], seed: int) -> None:
    check_counts(built, wanted, seed)


@PROFILE
@given(st.sampled_from(sorted(CHAPTERS)), st.lists(counts, min_size=2, max_size=8), seeds)
def test_the_same_in_the_tutorials(name: str, wanted: list[Count], seed: int) -> None:
    check_counts(CHAPTERS[name], wanted, seed)


@PROFILE
@given(chapters(), st.lists(conditions, min_size=2, max_size=5), seeds)
def test_a_verdict_once_met_or_failed_never_turns_and_is_true(
    built: Chapter, wanted: list[Condition], seed: int
) -> None:
    chapter = with_goals(built, wanted)
    told: dict[int, tuple[int, str]] = {}
    for before, state in walk(chapter, seed):
        if before.round != state.round:
            told.clear()
        if not is_shown(state):
            continue
        for index, part in enumerate(state.table.spans[-1].parts):
            now = int(verdict(state, part))
            old, place = told.get(index, (OPEN, ""))
            assert old in (OPEN, now), f"{wanted[index]}: {old} at {place}, {now} at {where(state)}"
            told[index] = now, where(state)
            whole = Span.CHAPTER in spans_of(wanted[index])
            if state.phase == phases.END_ROUND and (not whole or state.round == len(chapter.rounds)):
                assert now == (MET if holds(state, part) else FAILED)


def spans_of(condition: Condition) -> set[Span | None]:
    """Return the spans of a comparison's counts."""
    assert isinstance(condition, Compare)
    return {condition.count.over} | ({condition.more_than.over} if condition.more_than else set())


@PROFILE
@given(chapters((When.ROUND_START, When.TRICK_END, When.ROUND_END)), seeds)
def test_a_sure_defeat_never_ends_in_success_x3(built: Chapter, seed: int) -> None:
    said = ""
    state = None
    for _, state in walk(built, seed):
        if is_shown(state) and not said and sure_defeat(state):
            said = where(state)
    assert state is not None
    assert not said or state.ending != phases.REACHED, f"at {said} defeat was called sure"


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_sure_defeat_never_ends_in_success_in_the_tutorials_x3(name: str) -> None:
    for seed in range(60):
        said = [bool(sure_defeat(state)) for _, state in walk(CHAPTERS[name], seed) if is_shown(state)]
        assert said == sorted(said), "a sure defeat was taken back"
