"""What a save of kind ``duel`` remembers: its players and its duels, single ones and return matches (DU18).

Wins are never kept beside the duels: ``results`` counts them. Every function returns a new value.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from campaign.duel.match import GAMES, MatchWinner, Outcome, return_match, seed_in_match
from campaign.notation import PLAYERS, Seat
from campaign.play.game_record import GameRecord, hints_by_player


@dataclass(frozen=True, slots=True, kw_only=True)
class Duel(GameRecord):
    """One duel: ``game`` is its number in its match and ``of`` how many that match has, 1 or 2.

    ``seed`` is the duel's own, ``duel.match.seed_in_match`` of its match's. ``ending`` None is in progress.
    """

    game: int = 1
    of: int = 1
    ending: Outcome | None = None

    @property
    def winner(self) -> str | None:
        """Who has won it, as ``seats`` names them; None while it goes on."""
        return None if self.ending is None else self.seats[self.ending.winner]


@dataclass(frozen=True, slots=True, kw_only=True)
class Duels:
    """Everything a save of kind ``duel`` holds; ``games`` are in the order begun, a match's two one after the other."""

    players: tuple[str, str]
    created: datetime
    played: datetime
    games: tuple[Duel, ...] = ()


def duel_in_progress(duels: Duels) -> Duel | None:
    """Return the one duel that has no ending."""
    return next((duel for duel in duels.games if duel.ending is None), None)


def second_due(duels: Duels) -> Duel | None:
    """Return the second duel of a return match, ready to begin, where its first is the last one played.

    The same two play it with the roles swapped. None where no match waits for its second.
    """
    if not duels.games:
        return None
    first = duels.games[-1]
    if first.ending is None or first.game == first.of:
        return None
    return Duel(seed=seed_in_match(first.seed, GAMES), seats=first.seats[::-1], game=GAMES, of=GAMES)


def begin(duels: Duels, duel: Duel) -> Duels:
    """Return the save with a duel begun; raises ValueError while another goes on or a match waits for its second."""
    if duel_in_progress(duels) is not None:
        raise ValueError("a duel is in progress")
    if (second_due(duels) is None) != (duel.game == 1):
        raise ValueError("the two duels of a return match are played one after the other")
    return replace(duels, games=(*duels.games, duel))


def with_progress(duels: Duels, duel: Duel) -> Duels:
    """Return the save with its last duel, the one in progress, brought up to date."""
    return replace(duels, games=(*duels.games[:-1], duel))


def finish(duels: Duels, outcome: Outcome) -> Duels:
    """Return the save with its duel in progress ended."""
    return with_progress(duels, replace(duels.games[-1], ending=outcome))


@dataclass(frozen=True, slots=True)
class Match:
    """A return match that has been played to its end."""

    first: Duel
    second: Duel
    won: MatchWinner

    @property
    def winner(self) -> str | None:
        """Who has won it, as the seats name them: who was Hyde in the better of the two duels; None is a draw."""
        if self.won is MatchWinner.DRAW:
            return None
        return (self.first if self.won is MatchWinner.FIRST else self.second).seats[Seat.HYDE]

    @property
    def between_two(self) -> bool:
        """Whether two different players swapped roles; others may have taken a seat over between the two duels."""
        jekyll, hyde = self.first.seats
        return jekyll != hyde and self.second.seats == (hyde, jekyll)


def match_ended(duels: Duels, number: int) -> Match | None:
    """Return the return match that the duel of a number, from 1, has ended, None where it has ended none."""
    pair = duels.games[max(0, number - GAMES) : number]
    endings = [duel.ending for duel in pair if duel.ending is not None]
    if pair[-1].game != GAMES or len(endings) != GAMES:
        return None
    return Match(pair[0], pair[1], return_match(*endings))


def told_seed(duels: Duels, number: int) -> int | None:
    """Return the seed of the finished duel of a number, from 1; None while its match goes on, which it deals (DU18)."""
    duel = duels.games[number - 1]
    second = duels.games[number] if number < len(duels.games) else None
    if duel.game < duel.of and (second is None or second.ending is None):
        return None
    return duel.seed


def matches(duels: Duels) -> Iterator[Match]:
    """Give every return match that has been played to its end, in the order played."""
    for number in range(1, len(duels.games) + 1):
        if (match := match_ended(duels, number)) is not None:
            yield match


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerResults:
    """What one player, a person or a bot by the name of its seat, has reached in finished duels and return matches.

    ``played`` and ``won`` are pairs: as Jekyll and as Hyde. A match counts where two different players
    swapped roles (``Match.between_two``).
    """

    name: str
    played: tuple[int, int]
    won: tuple[int, int]
    matches: int = 0
    matches_won: int = 0
    matches_drawn: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """The results of a save: duels won by Jekyll and by Hyde, return matches, and all that by player.

    Players stand in the save's order, then bots by name; who has finished no duel is left out. Hints count in the duel
    in progress too, by name; who asked for none is left out.
    """

    won: tuple[int, int]
    matches: int
    drawn: int
    players: tuple[PlayerResults, ...]
    hints: tuple[tuple[str, int], ...] = ()

    @property
    def duels(self) -> int:
        """How many duels have ended."""
        return sum(self.won)


def results(duels: Duels) -> Results:
    """Count the results of all duels that have ended, and the hints of all duels."""
    ended = [duel for duel in duels.games if duel.ending is not None]
    played = list(matches(duels))
    sat = {name for duel in ended for name in duel.seats}
    names = [name for name in duels.players if name in sat]
    names += sorted(sat.difference(names))
    return Results(
        won=(_won(ended, Seat.JEKYLL), _won(ended, Seat.HYDE)),
        matches=len(played),
        drawn=sum(match.winner is None for match in played),
        players=tuple(_player(name, ended, played) for name in names),
        hints=hints_by_player(duels.players, duels.games),
    )


def _player(name: str, ended: Sequence[Duel], played: Sequence[Match]) -> PlayerResults:
    jekyll, hyde = ([duel for duel in ended if duel.seats[seat] == name] for seat in PLAYERS)
    own = [match for match in played if match.between_two and name in match.first.seats]
    return PlayerResults(
        name=name,
        played=(len(jekyll), len(hyde)),
        won=(_won(jekyll, Seat.JEKYLL), _won(hyde, Seat.HYDE)),
        matches=len(own),
        matches_won=sum(match.winner == name for match in own),
        matches_drawn=sum(match.winner is None for match in own),
    )


def _won(duels: Sequence[Duel], seat: Seat) -> int:
    return sum(duel.ending is not None and duel.ending.winner is seat for duel in duels)
