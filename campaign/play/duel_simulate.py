"""Many duels of bots, single ones or return matches: jobs for ``simulate``, and tallies of the balance of the roles."""

from collections.abc import Sequence
from dataclasses import dataclass

from campaign.duel import step
from campaign.duel.decisions import Decision
from campaign.duel.match import MatchWinner, Outcome, outcome, return_match, seed_in_match
from campaign.duel.refusals import decision_of
from campaign.duel.state import FIRST_CHANCE, FIRST_DECISION, HOME, OVER, ROUNDS, State
from campaign.notation import Seat
from campaign.play.bots import Who
from campaign.play.duel_bots import DuelBot, duel_bot_choice, make_duel_bot
from campaign.play.duel_session import duel_deal
from campaign.play.simulate import game_seed


def play_duel(bots: tuple[DuelBot, DuelBot], seed: int, decisions: list[Decision] | None = None) -> Outcome:
    """Return how the duel that a seed deals ends between Jekyll's bot and Hyde's; decisions are added to the list."""
    state = State()
    number = 0
    while state.phase != OVER:
        if state.phase < FIRST_CHANCE:
            step.advance(state)
        elif state.phase < FIRST_DECISION:
            step.deal(state, *duel_deal(seed, int(state.round)))
        else:
            seat = int(state.seat)
            chosen = duel_bot_choice(bots[seat], state, seed=seed, seat=seat, number=number)
            if decisions is not None:
                decisions.append(decision_of(state, chosen))
            step.apply(state, chosen)
            number += 1
    return outcome(state)


def share_error(count: int, games: int) -> float:
    """Return the standard error of a share of some games; 0 of none."""
    share = count / games if games else 0.0
    return float((share * (1 - share) / games) ** 0.5) if games else 0.0


@dataclass(frozen=True, slots=True)
class DuelTally:
    """How some duels ended: by round, from the first, how many Hyde won in it; by space, where the marker stood."""

    rounds: tuple[int, ...] = (0,) * ROUNDS
    markers: tuple[int, ...] = (0,) * (HOME + 1)

    def __add__(self, other: "DuelTally") -> "DuelTally":
        """Return the tally of both."""
        return DuelTally(_sums(self.rounds, other.rounds), _sums(self.markers, other.markers))

    @property
    def games(self) -> int:
        """How many duels it counts."""
        return sum(self.markers)

    @property
    def hyde(self) -> int:
        """How many of them Hyde won (DU3)."""
        return self.markers[HOME]

    @property
    def share(self) -> float:
        """The share of duels that Hyde won; 0 of none."""
        return self.hyde / self.games if self.games else 0.0

    @property
    def error(self) -> float:
        """The standard error of that share, and of Jekyll's."""
        return share_error(self.hyde, self.games)

    @property
    def marker(self) -> float:
        """The mean space of the marker at the end; 0 of none."""
        return sum(space * duels for space, duels in enumerate(self.markers)) / self.games if self.games else 0.0


def _sums(one: Sequence[int], other: Sequence[int]) -> tuple[int, ...]:
    return tuple(first + second for first, second in zip(one, other, strict=True))


def tally_of(ended: Outcome) -> DuelTally:
    """Return the tally of one duel."""
    won_in = ended.round if ended.winner is Seat.HYDE else 0
    return DuelTally(
        tuple(int(number == won_in) for number in range(1, ROUNDS + 1)),
        tuple(int(space == ended.marker) for space in range(HOME + 1)),
    )


@dataclass(frozen=True, slots=True)
class MatchTally:
    """How some return matches ended (DU18); ``first`` counts those won by the first duel's Hyde."""

    first: int = 0
    second: int = 0
    draws: int = 0
    duels: tuple[DuelTally, DuelTally] = (DuelTally(), DuelTally())
    """The first duels and the second ones, in which the bots have swapped roles."""

    def __add__(self, other: "MatchTally") -> "MatchTally":
        """Return the tally of both."""
        return MatchTally(
            self.first + other.first,
            self.second + other.second,
            self.draws + other.draws,
            (self.duels[0] + other.duels[0], self.duels[1] + other.duels[1]),
        )

    @property
    def games(self) -> int:
        """How many return matches it counts."""
        return self.first + self.second + self.draws


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelJob:
    """Duels between two bots, Jekyll's and Hyde's, and the simulation's seed."""

    who: tuple[Who, Who]
    seed: int

    @property
    def nothing(self) -> DuelTally:
        """The tally of no duel."""
        return DuelTally()

    def play(self, first: int, count: int) -> DuelTally:
        """Play some duels, from number ``first`` on."""
        bots = (make_duel_bot(self.who[0]), make_duel_bot(self.who[1]))
        tally = DuelTally()
        for number in range(first, first + count):
            tally += tally_of(play_duel(bots, game_seed(self.seed, number)))
        return tally


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchJob:
    """Return matches between two bots, Jekyll's and Hyde's of the first duel, and the simulation's seed."""

    who: tuple[Who, Who]
    seed: int

    @property
    def nothing(self) -> MatchTally:
        """The tally of no match."""
        return MatchTally()

    def play(self, first: int, count: int) -> MatchTally:
        """Play some return matches, from number ``first`` on."""
        bots = (make_duel_bot(self.who[0]), make_duel_bot(self.who[1]))
        tally = MatchTally()
        for number in range(first, first + count):
            own = game_seed(self.seed, number)
            ended = play_duel(bots, own), play_duel(bots[::-1], seed_in_match(own, 2))
            won = return_match(*ended)
            tally += MatchTally(
                int(won is MatchWinner.FIRST),
                int(won is MatchWinner.SECOND),
                int(won is MatchWinner.DRAW),
                (tally_of(ended[0]), tally_of(ended[1])),
            )
        return tally
