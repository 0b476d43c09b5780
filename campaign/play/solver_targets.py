"""What is asked of a round's end, and how a round ended."""

from typing import Final

from mypy_extensions import i64

from campaign.rules.bounds import FAILED, MET, span_verdict
from campaign.rules.state import CAUGHT, NOT_ENDED, OVERSHOOT, REACHED, State
from campaign.rules.table import Goal

ANY_ENDING: Final = 127
"""In ``Target.endings``: one bit for each of the values of ``State.ending``."""
GOOD_ENDINGS: Final = 1 << NOT_ENDED | 1 << REACHED
UNJUDGED: Final = 1 << CAUGHT | 1 << OVERSHOOT
"""The endings that come before the round is judged."""
NO_ACHIEVEMENT: Final = 3
"""In an outcome, where a chapter has no achievement; else a verdict of ``rules.bounds``."""
FARTHEST: Final = 10

Outcome = tuple[i64, i64, i64, i64, i64, i64, i64]
"""How a round ended: ``ending``, both pawns' spaces, ``failed``, ``some_met`` and ``some_failed`` as in ``State``; then
the achievement's verdict, FAILED where the chapter ended in defeat.
"""


class Target:
    """What is asked of a round's end; as it is made, nothing."""

    __slots__ = (
        "achievement", "endings", "jekyll_hyde_least", "jekyll_hyde_most", "scotland_yard_least", "scotland_yard_most",
    )  # fmt: skip

    def __init__(self) -> None:
        self.endings: i64 = ANY_ENDING
        self.jekyll_hyde_least: i64 = 0
        self.jekyll_hyde_most: i64 = FARTHEST
        self.scotland_yard_least: i64 = 0
        self.scotland_yard_most: i64 = FARTHEST
        self.achievement: bool = False
        """Whether the achievement must have been met by then."""


def asked_of(state: State, target: Target, everything: bool) -> list[Goal]:  # noqa: FBT001
    """Return the conditions that a round's end is judged by; ``everything`` for all that an outcome tells."""
    goals = state.table.objectives[:]
    spans = len(state.table.spans)
    if state.plan.achievement and not (everything or target.achievement):
        spans -= 1
    if everything or target.achievement or state.round == state.plan.rounds:
        goals += state.table.spans[:spans]
    return goals


def meets(outcome: Outcome, target: Target) -> bool:
    """Return whether an outcome is what is asked."""
    return (
        bool(target.endings >> outcome[0] & 1)
        and target.jekyll_hyde_least <= outcome[1] <= target.jekyll_hyde_most
        and target.scotland_yard_least <= outcome[2] <= target.scotland_yard_most
        and (not target.achievement or outcome[6] == MET)
    )


def better_further(target: Target) -> bool:
    """Return whether what is asked stays true when Jekyll & Hyde stand further on, or Scotland Yard less far."""
    return (
        target.endings & ~GOOD_ENDINGS == 0 and target.jekyll_hyde_most >= FARTHEST and target.scotland_yard_least <= 0
    )


def achievement_now(state: State) -> i64:
    """Return the achievement's verdict in a state of a night, or one that is about to be judged."""
    plan = state.plan
    if not plan.achievement:
        return NO_ACHIEVEMENT
    return span_verdict(state, len(plan.judged_in) - 1)


def outcome_of(state: State, achievement: i64) -> Outcome:
    """Return the outcome of a state at its round's end."""
    if not state.plan.achievement:
        achievement = NO_ACHIEVEMENT
    elif state.ending not in (NOT_ENDED, REACHED):
        achievement = FAILED
    return (
        state.ending,
        state.jekyll_hyde,
        state.scotland_yard,
        state.failed,
        state.some_met,
        state.some_failed,
        achievement,
    )
