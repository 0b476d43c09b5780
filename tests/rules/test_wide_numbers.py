"""Numbers wider than C's int, which compiled code must keep: objectives from bit 31, Hyde's masks from bit 28."""

from campaign.rules import state as phases
from campaign.rules.rounds import end_round
from campaign.rules.state import State
from campaign.rules.step import choose
from campaign.rules.table import COMPARE, OVER_ROUND, SOME_ROUND, TAKE_NOTHING, Goal, Plan, Row, Table, Tally


def test_objectives_judged_over_the_chapter_fail_in_the_bits_from_31() -> None:
    plan, table, row = Plan(), Table(), Row()
    for _ in range(2):
        five_tricks = Goal(COMPARE, Tally(row, row, TAKE_NOTHING, OVER_ROUND), [])
        five_tricks.least = 5
        table.spans.append(five_tricks)
        plan.judged_in.append(SOME_ROUND)
    plan.rounds, plan.by_jekyll, plan.by_hyde = 1, [table], [table]
    state = State(plan)
    state.round, state.table = 1, table
    end_round(state)
    assert (state.failed, state.ending) == (0b11 << 31, phases.OBJECTIVE)
    assert state.failed == 6_442_450_944


def test_hydes_gifts_lie_from_bit_28() -> None:
    plan = Plan()
    plan.by_jekyll = [Table()]
    state = State(plan)
    state.phase, state.seat, state.hand_hyde = phases.GIVE, 1, 1 << 27 | 1 << 26
    choose(state, 1 << 27)
    assert (state.gifts, state.hand_hyde) == (1 << 55, 1 << 26)
    assert state.gifts == 36_028_797_018_963_968
