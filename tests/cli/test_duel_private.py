"""Two opponents, one screen: no hand, and no choice made in secret, is to be seen by the other."""

import contextlib
import io
import random
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from rich.console import Console

from campaign.cards import DUEL_DECK, cards_in
from campaign.cli.console import Output
from campaign.cli.duel_game import DUEL_NEWS
from campaign.cli.duel_turns import WORDS, DuelTurn
from campaign.cli.facts import Names
from campaign.cli.game import PUBLIC
from campaign.cli.keyboard import EndOfInputError, Keyboard
from campaign.cli.screen import Screen
from campaign.duel.decisions import Decision, Kind, Passes, Swaps
from campaign.duel.events import Dealt
from campaign.notation import PLAYERS, DuelCard, Seat, cards_text
from campaign.play.duel_hints import duel_hint
from campaign.play.duel_session import DuelSession, RefusedError
from tests.cli.conftest import Program
from tests.cli.duel_table import after, duel_lines, duels, kinds_at
from tests.cli.table import Person, shows

SEED = 15
FIRST_ROUND = 24
"""Decisions after which each player has passed, played, taken and swapped."""
WORLDS = 2


def shown_cards(text: str, session: DuelSession, seat: Seat) -> list[DuelCard]:
    """Return the cards of a seat's hand that a text names, but those that both know of: passed or swapped."""
    other = session.view(seat.partner).known
    return [card for card in session.view(seat).hand if card not in other and shows(text, card)]


def _hidden(person: Person, session: DuelSession, seats: tuple[Seat, ...] = PLAYERS) -> None:
    for seat in seats:
        assert shown_cards(person.screen.everywhere, session, seat) == [], seat


@pytest.mark.parametrize("columns", [80, 40])
def test_no_hand_outlives_its_turn(program: Program, columns: int) -> None:
    lines = duel_lines(SEED)[:FIRST_ROUND]
    program("duel", "--jekyll", "human", "--hyde", "human", "--seed", str(SEED), "--moves", "-")
    with Person("duel", saves=program.saves, columns=columns, rows=32) as person:
        person.wait()
        for number, line in enumerate(lines):
            session = after(SEED, lines[:number])
            assert session.due is not None
            seat = session.due.seat
            while person.prompt.casefold().endswith("press a key."):
                _hidden(person, session)
                person.key("x")
            assert shown_cards(person.screen.shown, session, seat) or session.due.kind is Kind.TAKES
            _hidden(person, session, (seat.partner,))
            person.line("hand")
            person.line("mine")
            person.line(line)
            if person.prompt.endswith("no:"):
                person.line("yes")
            else:
                person.key("\r")
        _hidden(person, after(SEED, lines))
        assert person.hang_up() == 0
        assert person.modes_restored
    assert duels(program.saves).games[-1].decisions == tuple(lines)


@pytest.mark.parametrize("how", ["quit", "interrupt", "end of input"])
@pytest.mark.parametrize("kind", list(Kind))
def test_leaving_at_each_kind_of_decision_takes_the_hand_along(program: Program, how: str, kind: Kind) -> None:
    """The second of two secret choices is left too: the first one is kept, and is not shown on the way back."""
    lines = duel_lines(SEED)
    number = kinds_at(SEED, lines)[kind, Seat.HYDE]
    session = after(SEED, lines[:number])
    typed = "\n".join(lines[:number])
    program("duel", "--jekyll", "human", "--hyde", "human", "--seed", str(SEED), "--moves", "-", typed=typed)
    for _ in range(2):
        with Person("duel", saves=program.saves, rows=32) as person:
            assert "Recap" in person.wait()
            _hidden(person, session)
            assert "Player 2, press a key." in person.screen.shown
            person.key("x")
            _hidden(person, session, (Seat.JEKYLL,))
            if how == "quit":
                person.line("quit")
                assert person.end() == 0
            elif how == "interrupt":
                assert person.interrupt() == 130
            else:
                assert person.hang_up() == 0
            _hidden(person, session)
            assert "Go on with: campaign duel" in person.screen.shown
            assert person.modes_restored
    assert duels(program.saves).games[-1].decisions == tuple(lines[:number])


def test_plain_output_shows_a_hand_on_its_word_alone(program: Program) -> None:
    typed = ("--jekyll", "human", "--hyde", "human", "--seed", str(SEED))
    program("duel", *typed, "--moves", "-")
    with Person("--plain", "duel", saves=program.saves, rows=40) as person:
        assert "Plain output cannot take back what it prints" in person.wait()
        while not person.prompt.startswith("jekyll >"):
            person.key("\r")
        session = after(SEED, [])
        assert shown_cards(person.sent.decode(), session, Seat.JEKYLL) == []
        person.line("hand")
        assert len(shown_cards(person.screen.shown, session, Seat.JEKYLL)) == 10
        person.line(duel_lines(SEED)[0])
        person.line("yes")
        assert shown_cards(person.screen.shown, session, Seat.JEKYLL) == []
        assert shown_cards(person.sent.decode(), session, Seat.HYDE) == []
        assert person.hang_up() == 0


@dataclass(frozen=True, slots=True)
class World:
    """A first round's hidden cards, and the decisions made in it."""

    hands: tuple[tuple[DuelCard, ...], tuple[DuelCard, ...]]
    decisions: tuple[Decision, ...]

    def play(self, monkeypatch: pytest.MonkeyPatch) -> DuelSession:
        """Return its session; raises RefusedError where it cannot be."""
        masks = tuple(sum(1 << card.index for card in hand) for hand in self.hands)
        monkeypatch.setattr("campaign.play.duel_session.duel_deal", lambda _seed, _number: masks)
        session = DuelSession(SEED)
        for decision in self.decisions:
            session.submit(decision)
        return session


def _known(session: DuelSession, seat: Seat) -> set[DuelCard]:
    """Return the cards of which a seat knows where they were: its own, played ones, passed and swapped ones."""
    view = session.view(seat)
    played = [card for trick in view.table.tricks for card in trick.cards] + [card for _, card in view.table.trick]
    moved = [*view.passed, *view.received, *(card for swap in view.swaps for card in (*swap.gave, *swap.got))]
    return {*view.hand, *played, *moved}


def _other_worlds(session: DuelSession, seat: Seat, monkeypatch: pytest.MonkeyPatch) -> Iterator[DuelSession]:
    """Draw worlds that a seat cannot tell from the one it is in."""
    dealt = {event.seat: event.cards for event in session.events if isinstance(event, Dealt)}
    known = _known(session, seat)
    unseen = [card for card in map(DuelCard, cards_in(DUEL_DECK)) if card not in known]
    rng = random.Random(f"{len(session.decisions)} {seat}")
    found = 0
    for _ in range(200):
        if found == WORLDS:
            return
        other = dict(zip(unseen, rng.sample(unseen, len(unseen)), strict=True))
        hands = tuple(tuple(sorted(other.get(card, card) for card in dealt[one])) for one in PLAYERS)
        world = World((hands[0], hands[1]), tuple(_mapped(one, other) for one in session.decisions))
        if hands[seat.partner] == dealt[seat.partner]:
            continue
        try:
            yield world.play(monkeypatch)
        except RefusedError:
            continue
        found += 1


def _mapped(decision: Decision, other: dict[DuelCard, DuelCard]) -> Decision:
    """Return what was chosen unseen with other cards in its place; what both know stays."""
    if isinstance(decision, Passes | Swaps):
        return type(decision)(decision.seat, tuple(sorted(other.get(card, card) for card in decision.cards)))
    return decision


class _Typist(Keyboard):
    """Types lines, then nothing more."""

    def __init__(self, output: Output, lines: list[str]) -> None:
        super().__init__(output)
        self.terminal = True
        self._lines = iter(lines)

    def line(self, prompt: str) -> str:
        self._ask(prompt)
        for line in self._lines:
            return line
        raise EndOfInputError

    def key(self, prompt: str) -> str:
        self._ask(prompt)
        return "x"


def _typed(session: DuelSession, seat: Seat) -> list[str]:
    """Return all that can be asked at a prompt without leaving, and every card with every colour."""
    lines = [word for word in WORDS if word != "quit"]
    for card in map(DuelCard, cards_in(DUEL_DECK)):
        lines += [
            str(card),
            "",
            "no",
            "why",
            f"{card} W",
            f"{seat.word} plays {card}",
            f"{seat.partner.word} plays {card}",
        ]
    view = session.view(seat)
    lines += [f"{seat.word} {verb} {cards_text(view.hand[:1])}" for verb in ("passes", "swaps", "takes")]
    lines += [f"{seat.partner.word} passes P1", f"{seat.partner.word} swaps P1 P2"]
    return [*lines, *map(str, range(1, 12))]


def _drawn(session: DuelSession, seat: Seat, *, plain: bool) -> str:
    """Return everything that a turn shows: rich as a terminal gets it, or plain."""
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        output = Output(plain=plain)
        output._console = Console(  # noqa: SLF001 (a terminal for the test)
            file=told, force_terminal=True, width=80, markup=False, highlight=False, emoji=False, legacy_windows=False
        )
        screen = Screen(output, private=True)
        for audience in (seat, PUBLIC):
            screen.facts(DUEL_NEWS.drawn(session.events, 0, audience, over=False))
            screen.facts(DUEL_NEWS.told(session.events, 0, audience))
        assert session.due is not None
        turn = DuelTurn(
            session,
            session.due,
            screen=screen,
            keyboard=_Typist(output, _typed(session, seat)),
            names=Names({Seat.JEKYLL: "Ada", Seat.HYDE: "Bert"}),
            title="Jekyll vs. Hyde",
            hint=lambda one, card: duel_hint(
                session.sight(one), seed=SEED, number=len(session.decisions), worlds=2, card=card
            ),
        )
        with contextlib.suppress(EndOfInputError):
            turn.ask()
    return told.getvalue()


def _looks(session: DuelSession, seat: Seat) -> str:
    return "\n".join([repr(session.view(seat)), *(_drawn(session, seat, plain=plain) for plain in (False, True))])


def _differing(monkeypatch: pytest.MonkeyPatch, numbers: range) -> tuple[int, int]:
    """Return how many other worlds were looked at, and how many of them looked otherwise to the seat due."""
    lines = duel_lines(SEED)
    looked = differ = 0
    for number in numbers:
        session = after(SEED, lines[:number])
        assert session.due is not None
        seat = session.due.seat
        here = _looks(session, seat)
        with monkeypatch.context() as patch:
            for there in _other_worlds(session, seat, patch):
                looked += 1
                differ += _looks(there, seat) != here
    return looked, differ


def test_a_turn_shows_nothing_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other cards with the opponent and aside, and another secret choice, look the same (DU4, DU5, DU15)."""
    looked, differ = _differing(monkeypatch, range(FIRST_ROUND - 4))
    assert looked > 25
    assert differ == 0


def test_a_planted_leak_of_the_hand_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def prompt(turn: DuelTurn) -> str:
        return f"{turn.session.view(turn.seat.partner).hand[:3]} > "

    monkeypatch.setattr(DuelTurn, "_prompt", prompt)
    looked, differ = _differing(monkeypatch, range(0, 12, 3))
    assert differ > looked / 2


def test_a_planted_leak_of_a_secret_pass_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """DU5: Jekyll has passed, Hyde is to choose."""
    real = DuelTurn.show

    def show(turn: DuelTurn) -> None:
        real(turn)
        turn.screen.say(str(turn.session.state.passes))

    monkeypatch.setattr(DuelTurn, "show", show)
    looked, differ = _differing(monkeypatch, range(1, 2))
    assert looked == WORLDS
    assert differ > 0
