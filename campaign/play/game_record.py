"""What is written down of one game in either edition: its seed, who plays, and what was decided."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from campaign.notation import Seat
from campaign.play.edition import DecisionT, EventT, GameSession


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """One game: its seed and its decisions in the notation.

    ``seats`` says who plays Jekyll and Hyde: a player's name or ``bot:NAME``. ``fingerprints`` holds one digest of the
    state for each round that ended.
    """

    seed: int
    seats: tuple[str, str]
    hints: tuple[int, int] = (0, 0)
    """How many hints were asked for at each seat."""
    cut: tuple[int, ...] = ()
    """The numbers, from 1, of bots' decisions that the clock cut short."""
    decisions: tuple[str, ...] = ()
    fingerprints: tuple[str, ...] = ()


RecordT = TypeVar("RecordT", bound=GameRecord)


def with_play(record: RecordT, session: GameSession[DecisionT, EventT]) -> RecordT:
    """Return a record brought up to date with its game in progress."""
    return replace(record, decisions=tuple(map(str, session.decisions)), fingerprints=tuple(session.fingerprints))


def with_cut(record: RecordT, number: int) -> RecordT:
    """Return a record where the clock has cut a bot's decision short, numbered from 1; none is noted twice."""
    return record if number in record.cut else replace(record, cut=(*record.cut, number))


def with_hint(record: RecordT, seat: Seat) -> RecordT:
    """Return a record with one more hint that a seat asked for."""
    jekyll, hyde = record.hints
    return replace(record, hints=(jekyll + (seat is Seat.JEKYLL), hyde + (seat is Seat.HYDE)))


def hints_by_player(players: tuple[str, str], games: Iterable[GameRecord]) -> tuple[tuple[str, int], ...]:
    """Return how many hints each player asked for in some games, by name; nobody who asked for none."""
    asked = dict.fromkeys(players, 0)
    for game in games:
        for seat, number in enumerate(game.hints):
            asked[_person(players, game, seat)] += number
    return tuple((name, number) for name, number in asked.items() if number)


def _person(players: tuple[str, str], game: GameRecord, seat: int) -> str:
    """Return who sits at a seat, or sat there before a bot took it over."""
    other = game.seats[1 - seat]
    if game.seats[seat] in players:
        return game.seats[seat]
    return players[seat] if players[seat] != other else players[1 - seat]
