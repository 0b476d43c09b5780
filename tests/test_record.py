"""The record: chance from the seed alone, replay, fingerprints and drift (S3, S07, B27, B28, S06)."""

import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

from campaign.files.chapters import load_folder
from campaign.notation import Seat, cards_of
from campaign.play.bots import Who, bot_decision
from campaign.play.campaign import Reason
from campaign.play.record import deal, fingerprint, first_token, problems
from campaign.play.session import DriftError, RefusedError, Session, replay
from campaign.recording import SEED_LIMIT, shuffled, stream
from campaign.rules.chapter import Chapter, Role
from campaign.rules.decisions import Concede, Plays, parse_decision
from campaign.rules.events import Dealt, ReserveDealt, RoundBegan
from tests.rules.builder import four, one

RANDOM = Who("random", bot=True)
SHIPPED = {file.chapter.id: file.chapter for file in load_folder().chapters}
SEEDS = (0, 7, (1 << 32) - 1, 1 << 32, SEED_LIMIT - 1)


def play(chapter: Chapter, seed: int) -> Session:
    """Play a game of two random bots to its end."""
    session = Session(chapter, seed)
    while session.due is not None:
        step(session)
    return session


def step(session: Session) -> None:
    """Make one random bot's decision."""
    seat = session.due.seat if session.due is not None and session.due.seat is not None else Seat.JEKYLL
    session.submit(bot_decision(RANDOM, session.sight(seat), seed=session.seed, number=len(session.decisions)))


def lines(session: Session) -> list[str]:
    """Return the decisions as a save holds them."""
    return [str(decision) for decision in session.decisions]


# Chance


def forbid(name: str) -> Callable[..., NoReturn]:
    """Return a method that refuses."""

    def refuse(*_args: object, **_keys: object) -> NoReturn:
        raise AssertionError(f"{name}() was called; only random() keeps its sequence over versions of Python")

    return refuse


def test_chance_is_random_alone_and_no_other_method(monkeypatch: pytest.MonkeyPatch) -> None:
    before = lines(play(four(), 7))
    methods = [name for name in dir(random.Random) if name[0] != "_" and name not in ("random", "seed", "VERSION")]
    assert {"shuffle", "sample", "choice", "randrange", "getrandbits"} <= set(methods)
    for name in methods:
        monkeypatch.setattr(random.Random, name, forbid(name))
        if hasattr(random, name):
            monkeypatch.setattr(random, name, forbid(name))
    monkeypatch.setattr(random, "random", forbid("random"))
    assert lines(play(four(), 7)) == before


def test_the_forbidden_methods_are_really_forbidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random.Random, "shuffle", forbid("shuffle"))
    with pytest.raises(AssertionError, match="shuffle"):
        random.Random(1).shuffle([1, 2])


def test_a_stream_depends_on_its_seed_and_purpose_alone() -> None:
    assert stream(7, 1, "deal").random() == stream(7, 1, "deal").random()
    firsts = {
        stream(*key).random() for key in ((7, 1, "deal"), (7, 2, "deal"), (7, 1, "city"), (8, 1, "deal"), (71, "deal"))
    }
    assert len(firsts) == 5


def test_a_shuffle_keeps_the_cards_and_reaches_every_order() -> None:
    orders = {tuple(shuffled(range(3), stream(seed, "test"))) for seed in range(60)}
    assert len(orders) == 6
    assert {tuple(sorted(order)) for order in orders} == {(0, 1, 2)}


def test_the_token_shows_either_face_by_the_seed_s3() -> None:
    faces = [first_token(seed) for seed in range(200)]
    assert 70 < sum(faces) < 130
    assert set(faces) == {Seat.JEKYLL, Seat.HYDE}


def test_the_token_is_flipped_for_round_2_s3() -> None:
    for seed in range(12):
        told = [event for event in play(one(), seed).events if isinstance(event, RoundBegan)]
        assert [event.leading for event in told[:1]] == [Seat(first_token(seed))]
        for event in told[1:]:
            assert event.leading is told[0].leading.partner


def test_the_same_seed_deals_the_same_cards_both_rounds_s07() -> None:
    first = [event for event in play(SHIPPED["i"], 7).events if isinstance(event, Dealt | ReserveDealt)]
    assert len(first) == 6
    for _ in range(3):
        session = play(SHIPPED["i"], 7)
        assert [event for event in session.events if isinstance(event, Dealt | ReserveDealt)] == first


def test_the_second_deal_does_not_depend_on_the_first_rounds_play_s07() -> None:
    def second(chapter: Chapter) -> list[Dealt]:
        return [event for event in play(chapter, 7).events if isinstance(event, Dealt)][2:]

    assert second(one()) == second(one(must_follow=False, opens=Role.OTHER))
    assert len(second(one())) == 2


def test_large_seeds_deal_differently_b27() -> None:
    deals = {seed: Session(four(), seed).view(Seat.JEKYLL).hand for seed in SEEDS}
    assert len(set(deals.values())) == len(SEEDS)


def test_reserve_cards_that_join_the_city_are_not_in_the_reserve() -> None:
    session = Session(four(from_reserve=3), 7)
    assert int(session.state.reserve).bit_count() == 1
    assert int(session.state.under).bit_count() == 3
    for seat in (Seat.JEKYLL, Seat.HYDE):
        step(session)
        assert len(session.view(seat).hand) == 8
    table = session.table()
    assert table.city_size + len(table.trick) == 11


# Fingerprints

PRINTS = {
    "I": ["1b52b741571bfd31", "9ced7f8f63416ee9"],
    "II": ["1b52b741571bfd31", "ed927c596cf62882"],
    "III": ["07fc575e176ad05b", "4ddc62f670fe01d5"],
    "IV": ["35ce35c64bf961c5", "505a6be2221e295d"],
}
"""The fingerprints of seed 2026, played by two random bots."""
PROGRAM = """
from tests.rules.builder import CHAPTERS
from tests.test_record import play
for name, chapter in CHAPTERS.items():
    print(name, *play(chapter, 2026).fingerprints)
"""


@pytest.mark.parametrize("hash_seed", ["0", "1", "random"])
def test_fixed_seeds_have_their_fingerprints_on_any_python_and_hash_seed_b28(hash_seed: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=os.environ | {"PYTHONHASHSEED": hash_seed},
        cwd=Path(__file__).parent.parent,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    found = {line.split()[0]: line.split()[1:] for line in run.stdout.splitlines()}
    assert found == PRINTS


def test_a_fingerprint_tells_states_apart() -> None:
    session = Session(four(), 7)
    seen = {fingerprint(session.state)}
    while session.due is not None:
        step(session)
        assert fingerprint(session.state) not in seen
        seen.add(fingerprint(session.state))
    assert fingerprint(session.state) == session.fingerprints[-1]


# Replay and drift


@pytest.mark.parametrize("name", SHIPPED)
def test_a_replay_leads_to_the_same_game_at_any_decision_s06(name: str) -> None:
    session = Session(SHIPPED[name], 7)
    while session.due is not None:
        again = replay(SHIPPED[name], 7, lines(session), session.fingerprints)
        assert (again.events, again.fingerprints) == (session.events, session.fingerprints)
        assert fingerprint(again.state) == fingerprint(session.state)
        step(session)
    again = replay(SHIPPED[name], 7, lines(session), session.fingerprints)
    assert (again.events, again.ending()) == (session.events, session.ending())


def test_a_record_with_an_altered_decision_names_round_and_decision() -> None:
    session = play(SHIPPED["i"], 7)
    decisions = lines(session)
    index = next(i for i, line in enumerate(decisions) if " plays " in line)
    decisions[index] = "jekyll plays 3+" if "hyde" in decisions[index] else "hyde plays 3+"
    with pytest.raises(DriftError, match=rf"rules at round 1, decision {index + 1} \(.* plays 3\+\): what is due"):
        replay(SHIPPED["i"], 7, decisions, session.fingerprints)
    decisions[index] = "jekyll sings"
    with pytest.raises(DriftError, match=rf"round 1, decision {index + 1} \(jekyll sings\): a decision is such as"):
        replay(SHIPPED["i"], 7, decisions, session.fingerprints)


@pytest.mark.parametrize("number", [1, 2])
def test_a_record_with_an_altered_fingerprint_names_round_and_decision(number: int) -> None:
    session = play(SHIPPED["i"], 7)
    prints = list(session.fingerprints)
    prints[number - 1] = "0" * 16
    with pytest.raises(
        DriftError, match=rf"fingerprint of round {number} differs after round {number}, decision \d+ \("
    ):
        replay(SHIPPED["i"], 7, lines(session), prints)


def test_another_seeds_record_drifts() -> None:
    session = play(SHIPPED["i"], 7)
    with pytest.raises(DriftError, match="round 1, decision 1 "):
        replay(SHIPPED["i"], 8, lines(session), session.fingerprints)


def test_a_record_that_lost_decisions_drifts() -> None:
    session = play(SHIPPED["i"], 7)
    with pytest.raises(DriftError, match="2 rounds' fingerprints; its decisions end 1"):
        replay(SHIPPED["i"], 7, lines(session)[:-1], session.fingerprints)


def test_a_decision_after_the_end_drifts() -> None:
    session = play(SHIPPED["i"], 7)
    with pytest.raises(DriftError, match="the chapter has ended"):
        replay(SHIPPED["i"], 7, [*lines(session), "concede"], session.fingerprints)


def test_a_record_without_fingerprints_is_only_played() -> None:
    session = play(SHIPPED["i"], 7)
    assert replay(SHIPPED["i"], 7, lines(session), []).ending() == session.ending()


# The session's door


def test_a_refused_decision_changes_nothing() -> None:
    session = Session(four(), 7)
    before = fingerprint(session.state)
    assert session.ending() is None
    for text in ("jekyll plays F1", "hyde gives F1 F2 F3 F4", "ranks MFR", "city takes"):
        with pytest.raises(RefusedError) as caught:
            session.submit(parse_decision(text))
        assert caught.value.refusal == session.refusal(parse_decision(text))
    assert (session.decisions, fingerprint(session.state)) == ([], before)


def test_conceding_is_recorded_and_ends_the_game_t6() -> None:
    session = Session(four(), 7)
    assert not session.submit(Concede())
    ending = session.ending()
    assert ending is not None
    assert (ending.reason, ending.stars, ending.achievement) == (Reason.CONCEDED, 0, False)
    again = replay(four(), 7, lines(session), session.fingerprints)
    assert (again.ending(), session.due) == (ending, None)


def test_talk_is_allowed_at_its_times_d4_n6() -> None:
    quiet = {"talk_before_deal": False, "talk_reaction": False}
    times = (
        (four(), "reaction"),
        (four(**quiet), ""),
        (four(talk_gifts=True), "gives reaction"),
        (four(talk_night=True), "plays reaction"),
    )
    for chapter, expected in times:
        session = Session(chapter, 7)
        allowed: dict[str, bool] = {}
        while session.due is not None:
            kind = session.due.kind.value
            allowed[kind if kind in ("gives", "plays") else "reaction"] = session.may_talk()
            step(session)
        assert " ".join(sorted(kind for kind, may in allowed.items() if may)) == expected
        assert set(allowed) == {"gives", "plays", "reaction"}
        assert session.may_talk()


# What a state must be


def test_problems_name_every_broken_invariant() -> None:
    session = Session(four(), 7)
    assert problems(session.state) == []
    jekyll = session.view(Seat.JEKYLL).hand
    session.state.hand_hyde |= 1 << jekyll[0].index
    session.state.hand_jekyll ^= 1 << jekyll[1].index
    session.state.jekyll_hyde = 11
    session.state.scotland_yard = -1
    assert problems(session.state) == [
        f"card {jekyll[0].index} lies in Jekyll's hand and in Hyde's hand",
        f"card {jekyll[1].index} lies nowhere",
        "Jekyll & Hyde on space 11, off the track",
        "Scotland Yard on space -1, off the track",
    ]


def test_a_session_gives_each_seat_its_own_view() -> None:
    session = Session(four(), 7)
    hands = deal(7, session.state)
    for seat in (Seat.JEKYLL, Seat.HYDE):
        assert session.view(seat).hand == cards_of(hands[seat])
    step(session)
    step(session)
    assert session.due is not None
    mine = session.view(Seat(session.state.seat))
    assert session.refusal(Plays(mine.seat, mine.legal[0])) is None
