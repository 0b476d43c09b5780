"""What every chapter must pass: random play, checked at each step, of all shipped chapters and of generated ones.

Shipped chapters are found by loading the campaign's folder, so a new one is covered by being in its list.
"""

import random
import re
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.files.chapters import load_folder
from campaign.notation import PLAYERS, Card, Seat, cards_of
from campaign.play import record as record_module
from campaign.play.campaign import Reason, Verdict
from campaign.play.record import fingerprint, problems
from campaign.play.session import DriftError, Session, replay
from campaign.recording import shuffled
from campaign.rules import refusals as decisions_module
from campaign.rules import state as phases
from campaign.rules import step
from campaign.rules import view as view_module
from campaign.rules.chapter import Chapter, Role
from campaign.rules.compile import compile_chapter
from campaign.rules.decisions import (
    Concede,
    Decision,
    Draws,
    Gives,
    Hands,
    Kind,
    Passes,
    Plays,
    Ranks,
    Returns,
    Takes,
    parse_decision,
)
from campaign.rules.events import Drew, Event, Returned, RoundBegan, achievement_verdict, city_order, tell, visible
from campaign.rules.refusals import choice, decision_of, due, refusal
from campaign.rules.refusals import hand as hand_mask
from campaign.rules.state import State
from campaign.rules.view import view
from campaign.telling import Refusal
from tests.generated import chapters
from tests.rules.builder import CHAPTERS, snapshot
from tests.rules.test_view import another_world, hidden

SHIPPED = {file.chapter.id: file.chapter for file in load_folder().chapters}
CARD_TEXT = re.compile(r"parse_card\('([^']+)'\)")
DECK = [Card(index) for index in range(28)]
SEEDS = 12


def every_decision(state: State, rng: random.Random) -> list[Decision]:
    """Return all decisions that the notation knows, of gifts only some right and wrong ones."""
    found: list[Decision] = [Ranks(order) for order in range(4, 10)]
    found += [kind(seat) for kind in (Takes, Draws, Hands) for seat in Seat]
    found += [kind(seat, card) for kind in (Plays, Returns) for seat in PLAYERS for card in DECK]
    number = int(state.table.give)
    for seat in PLAYERS:
        hand = [card for card in DECK if hand_mask(state, seat) >> card.index & 1]
        passes = [size for size in {int(state.table.passes), 1, 2} if 0 < size <= len(hand)]
        found += [Passes(seat, tuple(sorted(rng.sample(hand, size)))) for size in passes]
        sizes = [size for size in (number - 1, number, number, number + 1) if 0 < size <= len(hand)]
        found += [Gives(seat, tuple(sorted(rng.sample(hand, size)))) for size in sizes]
        if len(hand) > number > 0:
            must = [card for card in hand if int(state.table.must_give) >> card.index & 1][:number]
            others = [card for card in hand if card not in must]
            found.append(Gives(seat, tuple(sorted(must + others[: number - len(must)]))))
            found.append(Gives(seat, (hand[0],) * number))
    return found


def is_legal(state: State, decision: Decision) -> bool:
    """Return whether the core's mask allows a decision, whatever ``refusal`` says."""
    asked = due(state)
    mask = int(step.legal(state))
    assert asked is not None
    match decision:
        case Gives(seat, cards):
            hand = hand_mask(state, seat) if seat in PLAYERS else 0
            given = {card.index for card in cards if hand >> card.index & 1}
            must = int(step.must_give(state))
            enough = sum(must >> card & 1 for card in given) >= min(must.bit_count(), int(state.table.give))
            right = asked.kind is Kind.GIVES and asked.seat is seat
            return right and enough and len(given) == len(cards) == state.table.give
        case Plays(seat, card):
            return asked.kind is Kind.PLAYS and asked.seat is seat and bool(mask >> card.index & 1)
        case Returns(seat, card):
            return asked.kind is Kind.RETURNS and asked.seat is seat and bool(mask >> card.index & 1)
        case Takes(seat):
            return asked.kind is Kind.TAKES and bool(mask >> seat & 1)
        case Passes(seat, cards):
            hand = hand_mask(state, seat) if seat in PLAYERS else 0
            passed = {card.index for card in cards if hand >> card.index & 1}
            right = asked.kind is Kind.PASSES and asked.seat is seat
            return right and len(passed) == len(cards) == state.table.passes
        case Hands(seat):
            return asked.kind is Kind.HANDS and bool(mask >> seat & 1)
        case Draws(seat):
            return asked.kind is Kind.DRAWS and bool(mask >> seat & 1)
        case Ranks(order):
            return asked.kind is Kind.RANKS and bool(mask >> order & 1)
        case Concede():
            return True


def check_decisions(state: State, rng: random.Random) -> list[Decision]:
    """Check every decision's refusal and notation and return those that are allowed."""
    before = snapshot(state)
    allowed: list[Decision] = []
    for decision in every_decision(state, rng):
        found = refusal(state, decision)
        assert (found is None) == is_legal(state, decision), f"{decision}: {found}"
        assert parse_decision(str(decision)) == decision
        if found is None:
            assert decision_of(state, choice(decision)) == decision
            allowed.append(decision)
        else:
            assert isinstance(found, Refusal)
            assert re.fullmatch(r"[A-Z]\d|limit", found.rule), f"{decision}: refused without a rule"
    assert refusal(state, Concede()) is None
    assert snapshot(state) == before, "asking what is refused changed the state"
    return allowed


def face_up_cards(session: Session, seat: Seat) -> set[str]:
    """Return the cards that the chapter lays face up, from the first trick of the round on."""
    state = session.state
    rules = session.chapter.rounds[int(state.round) - 1]
    if session.due is None or session.due.kind in (Kind.GIVES, Kind.PASSES):
        return set()
    found = set(city_order(state)) if rules.city_face_up else set()
    if rules.reserve_face_up:
        found |= set(cards_of(int(state.reserve)))
    if rules.hands_face_up is not None:
        own = {Role.LEADING: Seat(state.leading), Role.OTHER: Seat(state.leading).partner}
        role = rules.hands_face_up
        if role is Role.PLAYERS or own.get(role, Seat[role.name] if role not in own else None) is seat.partner:
            found |= set(cards_of(hand_mask(state, seat.partner)))
    return {str(card) for card in found}


def check_secrets(session: Session, events: list[Event], rng: random.Random) -> None:
    """Check that neither views nor events tell a seat of what it may not know."""
    state = session.state
    # What the last round laid open is secret again once the cards are dealt anew.
    begun = max((index for index, event in enumerate(events) if isinstance(event, RoundBegan)), default=0)
    for seat in PLAYERS:
        face_up = face_up_cards(session, seat)
        passed = {str(card) for card in cards_of(int(state.passes) >> 28 * seat & (1 << 28) - 1)}
        secret = {str(Card(card)) for card in hidden(state, seat)} - face_up - passed
        # What goes into and out of an open hand everybody has seen.
        for event in (one for one in events[begun:] if not (isinstance(one, Drew | Returned) and one.face_up)):
            assert not secret & set(CARD_TEXT.findall(repr(visible(event, seat)))), f"{event} tells {seat.word}"
        if face_up:
            continue  # other worlds would have to leave these cards where they lie
        seen = session.view(seat)
        assert view(session.chapter, another_world(state, seat, rng), seat) == seen, f"{seat.word} tells worlds apart"


def verdicts(session: Session) -> Iterator[tuple[str, str]]:
    """Yield the verdicts that stand on the table and hold for the whole chapter."""
    table = session.table()
    named = {one.name for one in session.chapter.objectives}
    yield from ((name, verdict) for name, verdict in table.objectives if name in named)
    if table.achievement is not None:
        yield "achievement", table.achievement


def check_game(chapter: Chapter, seed: int) -> Session:
    """Play one random game with every check at each step and return it."""
    rng = random.Random(seed)
    session = Session(chapter, seed)
    settled: dict[str, str] = {}
    hopeless = False
    told = list(session.events)
    while session.due is not None:
        assert problems(session.state) == []
        check_secrets(session, told, rng)
        for name, verdict in verdicts(session):
            assert settled.get(name, verdict) == verdict, f"{name} was {settled[name]} and is {verdict}"
            if verdict != "open":
                settled[name] = verdict
        hopeless = hopeless or session.table().sure_defeat
        decision = rng.choice(check_decisions(session.state, rng))
        told = list(session.submit(decision))
    assert problems(session.state) == []
    check_end(session, settled, hopeless=hopeless)
    return session


def check_end(session: Session, settled: dict[str, str], *, hopeless: bool) -> None:
    """Check a game's end against what was said before, and against its replay."""
    ending = session.ending()
    assert ending is not None
    success = ending.verdict is Verdict.SUCCESS
    assert success == (ending.reason is Reason.REACHED)
    assert not (hopeless and success), "a defeat that was sure was none"
    achievement = settled.pop("achievement", None)
    assert not (success and "failed" in settled.values()), "an objective had failed"
    assert (ending.objective is not None) == (ending.reason is Reason.OBJECTIVE)
    if success and achievement is not None:
        assert ending.achievement == (achievement == "met")
    lines = [str(decision) for decision in session.decisions]
    again = replay(session.chapter, session.seed, lines, session.fingerprints)
    assert (again.fingerprints, again.ending()) == (session.fingerprints, ending)
    assert again.events == session.events
    assert fingerprint(again.state) == fingerprint(session.state)


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("name", SHIPPED)
def test_random_games_of_every_shipped_chapter_conform(name: str, seed: int) -> None:
    check_game(SHIPPED[name], seed)


def test_the_shipped_chapters_are_those_of_the_folder() -> None:
    assert len(SHIPPED) >= 4
    assert list(SHIPPED)[:4] == ["i", "ii", "iii", "iv"]


@settings(max_examples=120)
@given(chapter=chapters(), seed=st.integers(0, 1 << 32))
def test_generated_chapters_conform_too(chapter: Chapter, seed: int) -> None:
    check_game(chapter, seed)


def settle(state: State, seed: int) -> None:
    """Go on to the next decision by the core's quick door, with the record's own chance."""
    step.advance(state)
    while state.phase < phases.FIRST_DECISION:
        if state.phase == phases.TOKEN:
            step.turn_token(state, record_module.first_token(seed))
        elif state.phase == phases.DEAL:
            step.deal(state, *record_module.deal(seed, state))
        else:
            step.stack_city(state, record_module.city_shuffle(seed, state))
        step.advance(state)


@pytest.mark.parametrize("name", SHIPPED)
def test_the_cores_quick_door_leads_where_single_steps_lead(name: str) -> None:
    chapter = SHIPPED[name]
    for seed in range(4):
        session = check_game(chapter, seed)
        slow = Session(chapter, seed)
        quick = State(compile_chapter(chapter))
        settle(quick, seed)
        for decision in session.decisions:
            known = snapshot(quick) | {"plan": slow.state.plan, "table": slow.state.table}
            assert known == snapshot(slow.state)
            step.apply(quick, choice(decision))
            if quick.phase != phases.OVER:
                settle(quick, seed)
            slow.submit(decision)
        assert fingerprint(quick) == session.fingerprints[-1]
        assert step.legal(quick) == 0


def test_doors_that_are_shut_say_so() -> None:
    chapter = CHAPTERS["I"]
    session = check_game(chapter, 1)
    with pytest.raises(ValueError, match=r"step\.concede"):
        choice(Concede())
    with pytest.raises(ValueError, match="no decision is due"):
        decision_of(session.state, 0)
    with pytest.raises(ValueError, match="no achievement"):
        achievement_verdict(chapter, session.state)
    with pytest.raises(ValueError, match="has ended"):
        list(tell(chapter, session.state, session.state))


# The checks themselves: each must catch what it is there for


def test_a_lost_card_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    shuffle = shuffled

    def loses(cards: list[int], rng: random.Random) -> list[int]:
        order = shuffle(cards, rng)
        return order if len(order) > 8 else [*order[:-1], order[0]]

    monkeypatch.setattr(record_module, "shuffled", loses)
    with pytest.raises(AssertionError, match="lies nowhere"):
        check_game(CHAPTERS["IV"], 1)


def test_a_leak_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def partners(state: State, seat: Seat) -> tuple[Card, ...]:
        return cards_of(hand_mask(state, seat.partner))

    monkeypatch.setattr(view_module, "_own", partners)
    with pytest.raises(AssertionError, match="tells worlds apart"):
        check_game(CHAPTERS["IV"], 1)


def test_a_refusal_that_is_none_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decisions_module, "card_refusal", lambda _state, _card, _chapter: None)
    with pytest.raises(AssertionError, match="plays"):
        check_game(CHAPTERS["IV"], 1)


@pytest.mark.interpreted
def test_a_game_by_another_rule_does_not_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(step, "follows", lambda hand, _opening: hand)
    session = check_game(CHAPTERS["IV"], 1)
    monkeypatch.undo()
    with pytest.raises(DriftError, match="N4"):
        replay(session.chapter, 1, [str(one) for one in session.decisions], session.fingerprints)


def test_chance_from_elsewhere_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(1)
    monkeypatch.setattr(record_module, "stream", lambda *_purpose: rng)
    with pytest.raises(DriftError):
        check_game(CHAPTERS["IV"], 1)
