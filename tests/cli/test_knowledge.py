"""What a seat is shown is the same in every world that fits what it knows."""

import contextlib
import io
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from rich.console import Console

from campaign.cards import DECK_SIZE, mask_of
from campaign.cli.chapter_game import CHAPTER_NEWS
from campaign.cli.chapter_turns import WORDS, ChapterTurn
from campaign.cli.console import Output
from campaign.cli.facts import Names
from campaign.cli.game import PUBLIC
from campaign.cli.keyboard import EndOfInputError, Keyboard
from campaign.cli.screen import Screen
from campaign.files.chapters import CampaignFolder
from campaign.notation import Card, Seat, cards_text
from campaign.play.hints import hint
from campaign.play.session import RefusedError, Session
from campaign.rules.chapter import Chapter
from campaign.rules.decisions import Decision, Gives, Kind, Returns, parse_decision
from campaign.rules.events import CityStacked, Dealt, Drew, Played, Returned
from tests.cli.conftest import Program, new_campaign, put
from tests.cli.table import after, game_lines, last_game, our_folder

WORLDS = 2
SEEDS = (7, 11)


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> CampaignFolder:
    return our_folder(tmp_path_factory.mktemp("knowledge") / "ours")


@dataclass(frozen=True, slots=True)
class World:
    """A first round's hidden cards, and the decisions made in it."""

    jekyll: tuple[Card, ...]
    hyde: tuple[Card, ...]
    city: tuple[Card, ...]
    leading: Seat
    decisions: tuple[Decision, ...]

    def deal(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Let every session deal this world."""
        hands = (mask_of([c.index for c in self.jekyll]), mask_of([c.index for c in self.hyde]), 0)
        order = [card.index for card in self.city]
        monkeypatch.setattr("campaign.play.session.deal", lambda _seed, _state: hands)
        monkeypatch.setattr("campaign.play.session.city_shuffle", lambda _seed, _state: list(order))
        monkeypatch.setattr("campaign.play.session.first_token", lambda _seed: int(self.leading))

    def play(self, chapter: Chapter, seed: int) -> Session:
        """Return its session; raises RefusedError where it cannot be."""
        session = Session(chapter, seed)
        for decision in self.decisions:
            session.submit(decision)
        return session


def _world(session: Session) -> World:
    dealt = {event.seat: event.cards for event in session.events if isinstance(event, Dealt)}
    city = next((event.cards for event in session.events if isinstance(event, CityStacked)), ())
    leading = session.table().leading
    return World(dealt[Seat.JEKYLL], dealt[Seat.HYDE], city, leading, tuple(session.decisions))


def _untouched(session: Session, city: Sequence[Card]) -> int:
    """Return how many of the City's first cards lie where the shuffle left them."""
    stack = [*range(len(city), 0, -1)]
    for event in session.events:
        if isinstance(event, Drew) or (isinstance(event, Played) and event.seat is Seat.CITY):
            stack.pop()
        if isinstance(event, Returned):
            stack.append(0)
    return sum(place > 0 for place in stack)


def _other_worlds(
    session: Session, seat: Seat, seed: int, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[World, Session]]:
    """Draw worlds that a seat cannot tell from the one it is in."""
    here = _world(session)
    known = set(here.jekyll if seat is Seat.JEKYLL else here.hyde)
    for event in session.events:
        if isinstance(event, Played) or (isinstance(event, Drew) and event.seat is seat):
            known.add(event.card)
    unseen = [card for card in map(Card, range(DECK_SIZE)) if card not in known]
    tail = _untouched(session, here.city)
    rng = random.Random(f"{seed} {len(here.decisions)} {seat}")
    found: set[World] = set()
    for _ in range(400):
        if len(found) == WORLDS:
            return
        other = dict(zip(unseen, rng.sample(unseen, len(unseen)), strict=True))
        city = [other.get(card, card) for card in here.city]
        deep = city[len(city) - tail :]
        rng.shuffle(deep)
        world = World(
            tuple(sorted(other.get(card, card) for card in here.jekyll)),
            tuple(sorted(other.get(card, card) for card in here.hyde)),
            (*city[: len(city) - tail], *deep),
            here.leading,
            tuple(_mapped(decision, other) for decision in here.decisions),
        )
        if world == here or world in found:
            continue
        world.deal(monkeypatch)
        try:
            yield world, world.play(session.chapter, seed)
        except RefusedError:
            continue
        found.add(world)


def _mapped(decision: Decision, other: dict[Card, Card]) -> Decision:
    match decision:
        case Gives(seat, cards):
            return Gives(seat, tuple(sorted(other.get(card, card) for card in cards)))
        case Returns(seat, card):
            return Returns(seat, other.get(card, card))
        case _:
            return decision


class _Typist(Keyboard):
    """Types lines, then nothing more."""

    def __init__(self, output: Output, lines: Sequence[str]) -> None:
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


def _typed(session: Session, seat: Seat) -> list[str]:
    """Return all that can be asked at a prompt without leaving, and every card."""
    asked = session.due
    assert asked is not None
    lines = [word for word in WORDS if word not in ("quit", "concede")]
    for card in map(Card, range(DECK_SIZE)):
        lines += [str(card), "why", f"{seat.word} plays {card}", f"{seat.partner.word} plays {card}"]
        lines.append(f"{seat.partner.word} returns {card}")
    view = session.view(seat)
    lines += [f"{seat.word} gives {cards_text(view.hand[:size])}" for size in (1, 3, 4, 5)]
    lines += [f"{seat.partner.word} gives F1 F2 F3 F4", *map(str, range(1, 14))]
    return lines


def _drawn(session: Session, seat: Seat, *, plain: bool) -> str:
    """Return everything that a turn shows: rich as a terminal gets it, or plain."""
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        output = Output(plain=plain)
        output._console = Console(  # noqa: SLF001 (a terminal for the test)
            file=told, force_terminal=True, width=80, markup=False, highlight=False, emoji=False, legacy_windows=False
        )
        screen = Screen(output, private=True)
        names = Names({Seat.JEKYLL: "Ada", Seat.HYDE: "Bert"})
        screen.facts(CHAPTER_NEWS.drawn(session.events, 0, seat, over=False))
        screen.facts(CHAPTER_NEWS.drawn(session.events, 0, PUBLIC, over=False))
        screen.facts(CHAPTER_NEWS.told(session.events, 0, seat))
        keyboard = _Typist(output, _typed(session, seat))
        turn = ChapterTurn(
            session,
            screen=screen,
            keyboard=keyboard,
            names=names,
            label="I",
            may_concede=lambda: "no",
            hint=lambda one: hint(session.sight(one), seed=session.seed, number=len(session.decisions), worlds=4),
            hint_seat=seat,
        )
        with contextlib.suppress(EndOfInputError):
            turn.ask()
    return told.getvalue()


def _shown(session: Session, seat: Seat) -> str:
    return "\n".join([repr(session.view(seat)), *(_drawn(session, seat, plain=plain) for plain in (False, True))])


def _moments(chapter: Chapter, seed: int) -> Iterator[tuple[Session, Seat]]:
    """Return a first round's decisions of one seat, each with the game so far."""
    lines = game_lines(chapter, seed)
    for number in range(len(lines)):
        session = after(chapter, seed, lines[:number])
        asked = session.due
        assert asked is not None
        if session.table().round == 2:
            return
        if asked.seat is not None:
            yield session, asked.seat


def _differing(chapter: Chapter, monkeypatch: pytest.MonkeyPatch, *, every: int = 1) -> tuple[int, int]:
    """Return how many other worlds were looked at, and how many of them looked otherwise to the seat."""
    looked = differ = 0
    for seed in SEEDS:
        with monkeypatch.context() as patch:
            moments = list(_moments(chapter, seed))[::every]
            for session, seat in moments:
                here = _shown(session, seat)
                for _, there in _other_worlds(session, seat, seed, patch):
                    looked += 1
                    differ += _shown(there, seat) != here
    return looked, differ


def test_a_turn_shows_nothing_hidden(ours: CampaignFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    looked, differ = _differing(ours.chapters[0].chapter, monkeypatch)
    assert looked > 60
    assert differ == 0


def _leaky_prompt(turn: ChapterTurn) -> str:
    seat = turn.seat
    return "> " if seat is None else f"{turn.session.view(seat.partner).hand[:1]} > "


def _leaky_sizes(turn: ChapterTurn) -> Callable[[object], str]:
    return lambda _table: str(turn.session.state.city % 32)


def test_a_planted_leak_of_the_hand_is_caught(ours: CampaignFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ChapterTurn, "_prompt", _leaky_prompt)
    looked, differ = _differing(ours.chapters[0].chapter, monkeypatch, every=5)
    assert differ > looked / 2


def test_a_planted_leak_of_the_city_is_caught(ours: CampaignFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    real = ChapterTurn.show

    def show(turn: ChapterTurn) -> None:
        real(turn)
        turn.screen.say(_leaky_sizes(turn)(None))

    monkeypatch.setattr(ChapterTurn, "show", show)
    looked, differ = _differing(ours.chapters[0].chapter, monkeypatch, every=5)
    assert 0 < differ < looked


def test_the_program_shows_a_seat_nothing_hidden(
    program: Program, ours: CampaignFolder, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The same through the program: the prompt of a resumed game, and the replay of one that was conceded."""
    seed = SEEDS[0]
    chapter = ours.chapters[0].chapter
    moments = [one for number, one in enumerate(_moments(chapter, seed)) if number in (1, 2, 5, 8, 13)]
    assert {session.due.kind for session, _ in moments if session.due is not None} >= {Kind.GIVES, Kind.PLAYS}
    for number, (session, seat) in enumerate(moments):
        worlds = [_world(session)]
        with monkeypatch.context() as patch:
            worlds += [world for world, _ in _other_worlds(session, seat, seed, patch)]
        assert len(worlds) > 1
        told: set[str] = set()
        for index, world in enumerate(worlds):
            name = f"n{number}"
            with monkeypatch.context() as patch:
                world.deal(patch)
                folder = tmp_path / f"{number}-{index}"
                folder.mkdir()
                patch.setenv("CAMPAIGN_SAVES", str(folder))
                put(Program(folder, patch, program.capsys), name, new_campaign(ours, shipped=False))
                moves = "\n".join(map(str, world.decisions))
                runs = [program("play", name, "--seed", str(seed), "--moves", "-", typed=moves)]
                held = set(map(str, session.view(seat).hand))
                lines = [line for line in _typed(session, seat) if line.upper() not in held and not line.isdigit()]
                lines = [line for line in lines if not line.startswith(seat.word)]
                runs.append(program("play", name, "--think", "60000", typed="\n".join(lines)))
                assert last_game(folder, name).decisions == tuple(map(str, world.decisions))
                runs.append(program("play", name, "--moves", "-", typed="concede"))
                runs += [program("replay", name, "--seat", seat.word, *more) for more in ([], ["--json"])]
            assert [run.code for run in runs] == [0] * 5
            told.add("\n".join(run.out.replace(str(folder), "") + run.err for run in runs[1:]))
        assert len(told) == 1, seat


def test_a_decision_reads_back(ours: CampaignFolder) -> None:
    for session, _ in _moments(ours.chapters[0].chapter, SEEDS[0]):
        assert all(parse_decision(str(decision)) == decision for decision in session.decisions)
