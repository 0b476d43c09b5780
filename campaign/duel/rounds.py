"""A round from its beginning to its end: the deal, who leads, the marker's steps, and the way on or the end."""

from mypy_extensions import i64

from campaign.cards import DUEL_DECK, HYDE, JEKYLL
from campaign.duel.counts import difference
from campaign.duel.state import BEGIN_ROUND, CARD, DEAL, HOME, JEKYLL_LEADS, OVER, PASS, ROUNDS, State


def begin_round(state: State) -> None:
    """Begin the next round: everything that lay on the table is cleared, the rank tokens too (DU10).

    The marker as it stands now says who leads the first trick (DU6).
    """
    state.round += 1
    state.leading = JEKYLL if state.marker <= JEKYLL_LEADS else HYDE
    state.hand_jekyll = 0
    state.hand_hyde = 0
    state.aside = 0
    state.passes = 0
    state.swaps = ()
    state.ranks = 0
    state.owners = 0
    state.tricks = ()
    state.phase = DEAL


def deal(state: State, jekyll: i64, hyde: i64) -> None:
    """Deal the hands, masks; the other cards are set aside (DU4)."""
    state.hand_jekyll = jekyll
    state.hand_hyde = hyde
    state.aside = DUEL_DECK & ~(jekyll | hyde)
    state.seat = JEKYLL
    state.phase = PASS


def open_tricks(state: State) -> None:
    """Open the first trick (DU6)."""
    state.leader = state.leading
    state.seat = state.leading
    state.phase = CARD


def end_round(state: State) -> None:
    """Step the marker towards Hyde by the difference of the trick counts (DU17), then go on or end (DU3).

    The step that reaches Hyde's home is the last and wins at once, in the third round too.
    """
    steps = difference(state)
    while steps > 0 and state.marker < HOME:
        state.marker += 1
        steps -= 1
    if state.marker == HOME or state.round == ROUNDS:
        state.phase = OVER
    else:
        state.phase = BEGIN_ROUND


def winner(state: State) -> i64:
    """Return who has won a duel that has ended (DU3)."""
    return HYDE if state.marker == HOME else JEKYLL
