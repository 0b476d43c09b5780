"""Pawn moves at their time, step by step, with what a step can bring: X1, E3 and X2."""

from mypy_extensions import i64

from campaign.rules.counts import tally_value
from campaign.rules.goals import holds
from campaign.rules.state import CAUGHT, OVERSHOOT, STEPS_SHIFT, State
from campaign.rules.table import PAST_DEFEAT, PAST_SCOTLAND_YARD, SCOTLAND_YARD, PawnMove


def make_move(state: State, move: PawnMove) -> None:
    """Make one pawn move; sets ``ending`` where a step brings defeat (X1, X2)."""
    condition = move.condition
    if condition is not None and not holds(state, condition):
        return
    steps = move.fixed
    tally = move.tally
    if tally is not None:
        steps = tally_value(state, tally)
        if move.for_every != 1:
            steps //= move.for_every
    if steps <= 0:
        return
    if move.back:
        _step_back(state, move.pawn, steps)
    elif move.pawn == SCOTLAND_YARD:
        _yard_forward(state, steps)
    else:
        free = state.plan.last_position - state.jekyll_hyde
        if steps <= free:
            state.jekyll_hyde += steps
            state.round_steps += steps
            state.trick_steps += steps
            return
        state.jekyll_hyde += free
        state.round_steps += free
        state.trick_steps += free
        if state.plan.past_the_end == PAST_DEFEAT:
            state.ending = OVERSHOOT
        elif state.plan.past_the_end == PAST_SCOTLAND_YARD:
            _yard_forward(state, steps - free)


def _yard_forward(state: State, steps: i64) -> None:
    """Step Scotland Yard towards Jekyll & Hyde; the step that reaches them is the last (X2)."""
    gap = state.jekyll_hyde - state.scotland_yard
    if steps >= gap:
        steps = gap
        state.ending = CAUGHT
    state.scotland_yard += steps
    state.round_steps += steps << STEPS_SHIFT
    state.trick_steps += steps << STEPS_SHIFT


def _step_back(state: State, pawn: i64, steps: i64) -> None:
    """Step a pawn back, as far as space 0; Jekyll & Hyde can be caught that way too (X2)."""
    if pawn == SCOTLAND_YARD:
        steps = min(steps, state.scotland_yard)
        state.scotland_yard -= steps
        steps <<= STEPS_SHIFT
    else:
        reach = state.jekyll_hyde
        if state.plan.yard_in_play:
            reach -= state.scotland_yard
            if steps >= reach:
                state.ending = CAUGHT
        steps = min(steps, reach)
        state.jekyll_hyde -= steps
    state.round_steps += steps
    state.trick_steps += steps
