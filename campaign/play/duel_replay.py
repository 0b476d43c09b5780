"""A duel played again from its record, and its events as the objects of ``replay --json``."""

from collections.abc import Iterator

from campaign.duel.events import event_json
from campaign.duel.match import Outcome
from campaign.notation import Seat
from campaign.play.duel_session import DriftError, DuelSession, replay_duel
from campaign.play.duels import Duel, Duels, match_ended, told_seed


def replayed(duel: Duel) -> DuelSession:
    """Return the session that a duel's record leads to; raises DriftError, also where it ends otherwise than kept."""
    session = replay_duel(duel.seed, duel.decisions, duel.fingerprints)
    found = session.ending()
    if duel.ending is not None and duel.ending != found:
        leads = "the duel goes on" if found is None else _words(found)
        raise DriftError(f"the record says that {_words(duel.ending)}; by its decisions {leads}")
    return session


def _words(ended: Outcome) -> str:
    return f"{ended.winner.title} won in round {ended.round}, the marker on {ended.marker}"


def replay_json(duels: Duels, number: int, session: DuelSession, seat: Seat | None) -> Iterator[dict[str, object]]:
    """Tell the duel of a number, from 1, by the session that its record led to; last its match's winner (DU18).

    A seat is told what it could see, and no seed, from which all cards follow; ``seat`` None is a referee, who is told
    the seed of a match's first duel when the second has ended.
    """
    duel = duels.games[number - 1]
    seed = told_seed(duels, number) if seat is None else None
    yield {"event": "duel", "seed": seed, "game": duel.game, "of": duel.of}
    for event in session.events:
        yield event_json(event, seat)
    match = match_ended(duels, number)
    if match is not None:
        yield {"event": "match", "winner": match.won.value}
