"""The return match: two duels with the roles swapped, their seeds, and who has won both together (DU18)."""

from dataclasses import dataclass
from enum import StrEnum

from campaign.duel.state import HOME, OVER, ROUNDS, State
from campaign.notation import Seat
from campaign.recording import number_of_text

GAMES = 2


def seed_in_match(seed: int, game: int) -> int:
    """Return the seed of a match's game, numbered from 1: the first has the match's own seed.

    A later one's is made from the text ``SEED duel GAME``, so that its cards and its bots' chance are others.
    """
    if game == 1:
        return seed
    return number_of_text(f"{seed} duel {game}")


class MatchWinner(StrEnum):
    """Who won a return match: ``first`` is who was Hyde in the first duel, ``second`` who was Hyde in the second."""

    FIRST = "first"
    SECOND = "second"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a duel ended: in which round, and where the marker stood."""

    round: int
    marker: int

    @property
    def winner(self) -> Seat:
        """Who won it (DU3)."""
        return Seat.HYDE if self.marker == HOME else Seat.JEKYLL


def outcome(state: State) -> Outcome:
    """Return how a duel that has ended did."""
    if state.phase != OVER:
        raise ValueError("this duel has not ended")
    return Outcome(int(state.round), int(state.marker))


def return_match(first: Outcome, second: Outcome) -> MatchWinner:
    """Return who has won two duels with the roles swapped, by how each fared as Hyde (DU18).

    Who reached home has won over who did not, whatever the rounds: the other never got there.
    """
    return _better(_as_hyde(first), _as_hyde(second))


def _as_hyde(ended: Outcome) -> tuple[int, int]:
    """Return how a Hyde fared, the better the greater: fewer rounds to home, else how far the marker came."""
    return (-ended.round, 0) if ended.winner is Seat.HYDE else (-ROUNDS - 1, ended.marker)


def _better(first: tuple[int, int], second: tuple[int, int]) -> MatchWinner:
    if first == second:
        return MatchWinner.DRAW
    return MatchWinner.FIRST if first > second else MatchWinner.SECOND
