"""Conditions: whether they hold as things stand. What can still become of them is told by ``rules.bounds``."""

from campaign.rules.counts import tally_value
from campaign.rules.state import State
from campaign.rules.table import ALL_OF, ANY_OF, COMPARE, Goal


def holds(state: State, goal: Goal) -> bool:
    """Return whether a condition is true as things stand."""
    if goal.kind == COMPARE:
        tally = goal.tally
        if tally is None:
            return False
        value = tally_value(state, tally)
        more = goal.more
        if more is not None:
            return value > tally_value(state, more)
        return goal.least <= value <= goal.most
    if goal.kind == ALL_OF:
        for part in goal.parts:
            if not holds(state, part):
                return False
        return True
    if goal.kind == ANY_OF:
        for part in goal.parts:
            if holds(state, part):
                return True
        return False
    return not holds(state, goal.parts[0])
