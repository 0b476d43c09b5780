"""A duel played again from its record, as JSON objects; and a record whose ending is not the one that it plays."""

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from campaign.duel.match import Outcome, seed_in_match
from campaign.notation import Seat
from campaign.play.duel_replay import replay_json, replayed
from campaign.play.duel_session import DriftError, DuelSession
from campaign.play.duels import Duel, Duels, told_seed
from tests.duel.sessions import lines, play

MOMENT = datetime(2026, 12, 1, 20, 15, tzinfo=UTC)


def recorded(session: DuelSession, *, game: int = 1, of: int = 1) -> Duel:
    """Return the record of a session."""
    return Duel(
        seed=session.seed,
        seats=("Ada", "Bert"),
        game=game,
        of=of,
        decisions=lines(session),
        fingerprints=tuple(session.fingerprints),
        ending=session.ending(),
    )


FIRST, SECOND = play(26), play(seed_in_match(26, 2))
MATCH = Duels(
    players=("Ada", "Bert"),
    created=MOMENT,
    played=MOMENT,
    games=(recorded(FIRST, of=2), recorded(SECOND, game=2, of=2), recorded(play(3))),
)


def told(number: int, seat: Seat | None = None) -> list[dict[str, object]]:
    """Return what is told of a duel of the match."""
    session = replayed(MATCH.games[number - 1])
    return list(replay_json(MATCH, number, session, seat))


def test_the_duel_is_told_first_then_its_events() -> None:
    texts = [json.dumps(one, separators=(",", ":")) for one in told(1)]
    assert texts[0] == '{"event":"duel","seed":26,"game":1,"of":2}'
    assert texts[1] == '{"event":"round","round":1,"leading":"jekyll"}'
    assert [one["seat"] for one in told(1)[2:5]] == ["jekyll", "hyde", "aside"]
    assert texts[-1] == '{"event":"ended","winner":"jekyll","round":3}'
    assert len(texts) == len(FIRST.events) + 1


def test_a_match_s_winner_is_told_after_its_second_duel_alone_du18() -> None:
    ending = SECOND.ending()
    assert FIRST.ending() == Outcome(3, 4)
    assert ending is not None
    assert ending.marker > 4
    assert told(2)[0] == {"event": "duel", "seed": SECOND.seed, "game": 2, "of": 2}
    assert told(2)[-2:] == [
        {"event": "ended", "winner": ending.winner.word, "round": ending.round},
        {"event": "match", "winner": "second"},
    ]
    assert [one["event"] for one in told(3)].count("match") == 0
    assert told(3)[0] == {"event": "duel", "seed": 3, "game": 1, "of": 1}


def test_a_match_s_seed_is_told_when_its_second_duel_has_ended_du18() -> None:
    """Whoever had the seed of the first duel could work out the second's cards while it is played."""
    first, second = MATCH.games[:2]
    due = replace(MATCH, games=(first,))
    going = replace(MATCH, games=(first, replace(second, ending=None)))
    single = replace(MATCH, games=(replace(first, of=1),))
    assert [told_seed(one, 1) for one in (due, going, MATCH, single)] == [None, None, 26, 26]
    assert (told_seed(MATCH, 2), told_seed(MATCH, 3)) == (second.seed, 3)
    assert next(replay_json(going, 1, FIRST, None)) == {"event": "duel", "seed": None, "game": 1, "of": 2}


@pytest.mark.parametrize("seat", [Seat.JEKYLL, Seat.HYDE])
def test_a_seat_is_told_no_seed_and_no_card_that_it_did_not_see_du4(seat: Seat) -> None:
    whole, part = told(1), told(1, seat)
    assert part[0] == {"event": "duel", "seed": None, "game": 1, "of": 2}
    assert len(part) == len(whole)
    for seen, all_of_it in zip(part[1:], whole[1:], strict=True):
        if seen["event"] == "dealt" and seen["seat"] != seat.word:
            assert seen == {"event": "dealt", "seat": all_of_it["seat"]}
        else:
            assert seen == all_of_it


def test_a_record_that_ends_otherwise_than_kept_drifts() -> None:
    duel = MATCH.games[0]
    assert replayed(duel).ending() == duel.ending
    with pytest.raises(DriftError) as drifted:
        replayed(replace(duel, ending=Outcome(2, 10)))
    assert str(drifted.value) == (
        "the record says that Hyde won in round 2, the marker on 10; "
        "by its decisions Jekyll won in round 3, the marker on 4"
    )
    short = replace(duel, decisions=duel.decisions[:-1], fingerprints=duel.fingerprints[:-1])
    with pytest.raises(DriftError, match="by its decisions the duel goes on"):
        replayed(short)
    assert replayed(replace(short, ending=None)).ending() is None


def test_an_unfinished_record_is_played_to_where_it_stands() -> None:
    duel = replace(MATCH.games[0], decisions=lines(FIRST)[:5], fingerprints=(), ending=None)
    assert len(replayed(duel).decisions) == 5
