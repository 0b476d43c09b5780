"""A duel in progress and its record: deals from the seed alone, replay, fingerprints and drift."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from campaign.cards import DUEL_DECK, Chance
from campaign.duel.decisions import Plays, parse_decision
from campaign.duel.events import AsideDealt, Dealt, RoundBegan
from campaign.duel.match import Outcome, seed_in_match
from campaign.duel.record import fingerprint, problems
from campaign.notation import Seat, duel_cards_of
from campaign.play.duel_session import DriftError, DuelSession, RefusedError, duel_deal, replay_duel
from campaign.recording import SEED_LIMIT
from tests.duel.sessions import lines, play, step

HOME_IN_2 = 9
"""A seed whose random duel Hyde wins in round 2."""


def test_a_match_s_first_duel_has_its_seed_and_the_second_one_of_the_text() -> None:
    """The first 8 bytes of SHA-256 over "7 duel 2", as ``printf '7 duel 2' | sha256sum`` has them."""
    assert seed_in_match(7, 1) == 7
    assert seed_in_match(7, 2) == 0xA526ED9B6150DDB7
    assert all(0 <= seed_in_match(seed, 2) < SEED_LIMIT for seed in (0, SEED_LIMIT - 1))


def test_the_second_duel_of_a_match_is_dealt_other_cards() -> None:
    for number in (1, 2, 3):
        assert duel_deal(7, number) != duel_deal(seed_in_match(7, 2), number)


def test_each_seed_and_round_deals_two_hands_of_ten_and_sets_five_aside_du4() -> None:
    deals = set()
    for seed in (0, 7, (1 << 32) - 1, 1 << 32, SEED_LIMIT - 1):
        for number in (1, 2, 3):
            jekyll, hyde = duel_deal(seed, number)
            assert (jekyll.bit_count(), hyde.bit_count(), jekyll & hyde) == (10, 10, 0)
            assert (jekyll | hyde) & ~DUEL_DECK == 0
            deals.add((jekyll, hyde))
    assert len(deals) == 15


def test_chance_is_random_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    before = duel_deal(7, 1)
    for name in ("shuffle", "sample", "choice", "choices", "randrange", "randint", "getrandbits", "uniform"):
        monkeypatch.setattr(random.Random, name, None)
    assert duel_deal(7, 1) == before


def test_what_is_dealt_is_the_seed_s_whatever_is_decided() -> None:
    dealt = [event for event in play(7).events if isinstance(event, Dealt | AsideDealt)]
    session, chance = DuelSession(7), Chance(99)
    while session.due is not None:
        step(session, chance)
    other = [event for event in session.events if isinstance(event, Dealt | AsideDealt)]
    assert len(dealt) >= 6
    assert other[: len(dealt)] == dealt[: len(other)]
    for index, event in enumerate(event for event in dealt if isinstance(event, Dealt)):
        assert event.cards == duel_cards_of(duel_deal(7, index // 2 + 1)[index % 2])


def test_fingerprints_stand_at_each_round_s_end_and_tell_states_apart() -> None:
    session, chance = DuelSession(7), Chance(7)
    seen = {fingerprint(session.state)}
    while session.due is not None:
        began = sum(isinstance(event, RoundBegan) for event in session.events)
        assert len(session.fingerprints) == began - 1 == session.round - 1
        step(session, chance)
        assert problems(session.state) == []
        assert fingerprint(session.state) not in seen
        seen.add(fingerprint(session.state))
    assert len(session.fingerprints) == 3
    assert fingerprint(session.state) == session.fingerprints[-1]
    assert len(play(HOME_IN_2).fingerprints) == 2


PROGRAM = "from tests.duel.sessions import play; print(*play(9).fingerprints)"


@pytest.mark.parametrize("hash_seed", ["0", "random"])
def test_a_fixed_seed_has_its_fingerprints_on_any_python_and_hash_seed(hash_seed: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=os.environ | {"PYTHONHASHSEED": hash_seed},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert run.stdout.split() == ["46a9dabec149f0ed", "e49b517340608021"]


# Replay and drift


def test_a_replay_leads_to_the_same_duel_at_any_decision() -> None:
    session, chance = DuelSession(7), Chance(7)
    while True:
        again = replay_duel(7, lines(session), session.fingerprints)
        assert (again.events, again.fingerprints) == (session.events, session.fingerprints)
        assert (again.due, again.ending()) == (session.due, session.ending())
        assert fingerprint(again.state) == fingerprint(session.state)
        for seat in (Seat.JEKYLL, Seat.HYDE):
            assert again.view(seat) == session.view(seat)
        if session.due is None:
            break
        step(session, chance)


def test_a_replay_goes_on_from_where_a_session_stands() -> None:
    whole = play(7)
    session = replay_duel(7, lines(whole)[:30], whole.fingerprints[:1])
    session.replay(lines(whole)[30:], whole.fingerprints)
    assert session.events == whole.events


def test_a_record_with_an_altered_decision_names_round_and_decision() -> None:
    session = play(7)
    decisions = list(lines(session))
    decisions[2] = "jekyll takes 4"
    with pytest.raises(DriftError, match=r"rules at round 1, decision 3 \(jekyll takes 4\): what is due is Jekyll to"):
        replay_duel(7, decisions, session.fingerprints)
    decisions[2] = "concede"
    with pytest.raises(DriftError, match=r"round 1, decision 3 \(concede\): a decision is such as"):
        replay_duel(7, decisions, session.fingerprints)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_record_with_an_altered_fingerprint_names_round_and_decision(number: int) -> None:
    session = play(7)
    prints = list(session.fingerprints)
    prints[number - 1] = "0" * 16
    match = rf"fingerprint of round {number} differs after round {number}, decision \d+ \("
    with pytest.raises(DriftError, match=match):
        replay_duel(7, lines(session), prints)


def test_another_seed_s_record_and_one_that_lost_decisions_drift() -> None:
    session = play(7)
    with pytest.raises(DriftError, match="round 1, decision 1 "):
        replay_duel(8, lines(session), session.fingerprints)
    with pytest.raises(DriftError, match="3 rounds' fingerprints; its decisions end 2"):
        replay_duel(7, lines(session)[:-1], session.fingerprints)
    with pytest.raises(DriftError, match="the duel has ended"):
        replay_duel(7, [*lines(session), "jekyll plays P1"], session.fingerprints)


# The session's door


def test_a_refused_decision_changes_nothing() -> None:
    session = DuelSession(7)
    before = fingerprint(session.state)
    for text in ("jekyll plays P1", "hyde passes P1", "jekyll takes 1", "jekyll swaps P1 P2"):
        with pytest.raises(RefusedError) as caught:
            session.submit(parse_decision(text))
        assert caught.value.refusal == session.refusal(parse_decision(text))
    assert (session.decisions, fingerprint(session.state)) == ([], before)


def test_submitting_returns_what_happened_up_to_the_next_decision() -> None:
    session, chance = DuelSession(HOME_IN_2), Chance(HOME_IN_2)
    told = list(session.events)
    assert [type(event) for event in told] == [RoundBegan, Dealt, Dealt, AsideDealt]
    while session.due is not None:
        before = len(session.events)
        step(session, chance)
        told += session.events[before:]
    assert told == session.events


def test_the_ending_is_the_outcome_and_nobody_talks_du3() -> None:
    session = DuelSession(HOME_IN_2)
    assert session.ending() is None
    assert not session.may_talk()
    session = play(HOME_IN_2)
    assert session.ending() == Outcome(2, 10)
    assert session.table().winner is Seat.HYDE
    assert not session.may_talk()


def test_a_session_gives_each_seat_its_own_view_and_sight() -> None:
    session, chance = DuelSession(7), Chance(7)
    hands = duel_deal(7, 1)
    for seat in (Seat.JEKYLL, Seat.HYDE):
        assert session.view(seat).hand == duel_cards_of(hands[seat])
        assert int(session.sight(seat).opponent_size) == 10
    assert int(session.sight(Seat.JEKYLL).state.hand_hyde) == 0
    step(session, chance)
    step(session, chance)
    assert session.due is not None
    mine = session.view(session.due.seat)
    card = mine.legal[0]
    naming = mine.may_name[0] if card.index >= 24 else None
    assert session.refusal(Plays(mine.seat, card, naming)) is None
