"""The return match (DU18)."""

import pytest

from campaign.duel.match import MatchWinner, Outcome, outcome, return_match
from campaign.duel.state import State
from campaign.notation import Seat
from tests.duel.test_rounds import scored

HOME_IN = {number: Outcome(number, 10) for number in (1, 2, 3)}


def short(marker: int) -> Outcome:
    """Return a duel that Hyde has not won, with the marker on a space."""
    return Outcome(3, marker)


@pytest.mark.parametrize(
    ("first", "second", "wins"),
    [
        (HOME_IN[1], HOME_IN[2], "first"),
        (HOME_IN[3], HOME_IN[2], "second"),
        (HOME_IN[2], HOME_IN[2], "draw"),
        (HOME_IN[3], short(9), "first"),  # who never reached home has lost to who did
        (short(0), HOME_IN[3], "second"),
        (short(8), short(6), "first"),
        (short(0), short(2), "second"),
        (short(4), short(4), "draw"),
        (short(0), short(0), "draw"),
    ],
)
def test_fewer_rounds_to_home_wins_then_how_far_the_marker_came_du18(
    first: Outcome, second: Outcome, wins: str
) -> None:
    assert return_match(first, second) == wins
    turned = {"first": "second", "second": "first", "draw": "draw"}
    assert return_match(second, first) is MatchWinner(turned[wins])


def test_an_outcome_is_that_of_a_duel_that_has_ended_du18_du3() -> None:
    assert outcome(scored(9, marker=4, number=2).state) == Outcome(2, 10)
    assert outcome(scored(5, marker=4, number=3).state) == Outcome(3, 4)
    assert (Outcome(2, 10).winner, Outcome(3, 4).winner) == (Seat.HYDE, Seat.JEKYLL)
    with pytest.raises(ValueError, match="has not ended"):
        outcome(State())
