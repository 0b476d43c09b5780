"""Chapters built in Python, and a game that is driven by the notation from a fixed deal."""

import inspect
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from campaign.notation import Card, Seat, Suit, cards_text, mask_of_cards, parse_cards, parse_deal
from campaign.rules import step
from campaign.rules.chapter import (
    Cards,
    Chapter,
    Compare,
    Count,
    Effect,
    Icon,
    Move,
    Noun,
    PastTheEnd,
    Pawn,
    Role,
    RoundRules,
    Take,
)
from campaign.rules.compile import compile_chapter
from campaign.rules.decisions import Concede, parse_decision
from campaign.rules.events import Event, tell
from campaign.rules.refusals import choice, refusal
from campaign.rules.state import DEAL, FIRST_CHANCE, GIVE, SHUFFLE, TOKEN, State, hand_of
from campaign.rules.view import OpenTable, open_table

EIGHTS = Cards(icon=Icon.JEKYLL_HYDE)
YARD_ICONS = Cards(icon=Icon.SCOTLAND_YARD)
NO_EFFECTS = (Effect.NOTHING, Effect.NOTHING, Effect.NOTHING)
MFR = (Suit.MANIPULATION, Suit.FEAR, Suit.RUSE)
FRM = (Suit.FEAR, Suit.RUSE, Suit.MANIPULATION)
SMALLER_TRICKS = Count(noun=Noun.TRICKS, held_by=Role.PLAYERS, take=Take.SMALLER)

TRICKS_MOVE = Move(name="tricks", order=10, pawn=Pawn.JEKYLL_HYDE, steps=SMALLER_TRICKS)
EIGHTS_MOVE = Move(
    name="eights",
    order=20,
    pawn=Pawn.JEKYLL_HYDE,
    steps=Count(noun=Noun.CARDS, held_by=Role.PLAYERS, cards=EIGHTS),
)
LEADING_ICONS = Move(
    name="leading-icons",
    order=30,
    pawn=Pawn.SCOTLAND_YARD,
    steps=Count(noun=Noun.CARDS, held_by=Role.LEADING, cards=YARD_ICONS),
)
OTHER_ICONS = Move(
    name="other-icons",
    order=40,
    pawn=Pawn.SCOTLAND_YARD,
    steps=Count(noun=Noun.CARDS, held_by=Role.OTHER, cards=YARD_ICONS),
)
ONE_MOVES = (TRICKS_MOVE,)
TWO_MOVES = (*ONE_MOVES, EIGHTS_MOVE)
THREE_MOVES = (*TWO_MOVES, LEADING_ICONS)
FOUR_MOVES = (*THREE_MOVES, OTHER_ICONS)


def chapter(
    moves: tuple[Move, ...] = (),
    *,
    jekyll_hyde: int = 5,
    scotland_yard: int | None = None,
    past: PastTheEnd = PastTheEnd.DEFEAT,
    rounds: int = 2,
    **knobs: Any,  # noqa: ANN401 (any knob of RoundRules)
) -> Chapter:
    """Return a chapter whose rounds are alike."""
    defaults: dict[str, Any] = {"must_give": EIGHTS, "moves": moves}
    rules = RoundRules(**(defaults | knobs))
    return Chapter(
        id="test",
        title="Test",
        jekyll_hyde=jekyll_hyde,
        scotland_yard=scotland_yard,
        past_the_end=past,
        rounds=(rules,) * rounds,
    )


def one(**knobs: Any) -> Chapter:  # noqa: ANN401
    """Return a chapter like I: E1, X1."""
    defaults: dict[str, Any] = {"jekyll_hyde": 5}
    return chapter(ONE_MOVES, **(defaults | knobs))


def two(**knobs: Any) -> Chapter:  # noqa: ANN401
    """Return a chapter like II: E2 too."""
    defaults: dict[str, Any] = {"jekyll_hyde": 4}
    return chapter(TWO_MOVES, **(defaults | knobs))


def three(**knobs: Any) -> Chapter:  # noqa: ANN401
    """Return a chapter like III: E3, E4, X2 too."""
    defaults: dict[str, Any] = {"jekyll_hyde": 2, "scotland_yard": 0, "past": PastTheEnd.SCOTLAND_YARD}
    return chapter(THREE_MOVES, **(defaults | knobs))


def four(**knobs: Any) -> Chapter:  # noqa: ANN401
    """Return a chapter like IV: E5 too."""
    defaults: dict[str, Any] = {"jekyll_hyde": 3, "scotland_yard": 0, "past": PastTheEnd.SCOTLAND_YARD}
    return chapter(FOUR_MOVES, **(defaults | knobs))


CHAPTERS = {"I": one(), "II": two(), "III": three(), "IV": four()}


def at_least(number: int, count: Count) -> Compare:
    """Return the condition that a count is a number or more."""
    return Compare(count=count, at_least=number)


def with_round(built: Chapter, number: int, **knobs: Any) -> Chapter:  # noqa: ANN401
    """Return a chapter of which one round, from 1, plays by other knobs."""
    rounds = list(built.rounds)
    rounds[number - 1] = replace(rounds[number - 1], **knobs)
    return replace(built, rounds=tuple(rounds))


def snapshot(state: State) -> dict[str, object]:
    """Return every field of a state, to be compared; a compiled class names no slots, but describes them too."""
    return {name: getattr(state, name) for name, found in vars(State).items() if inspect.isdatadescriptor(found)}


class NotAllowedError(Exception):
    """A decision was refused; the text is the refusal's."""


class Game:
    """A chapter in play from deals told to it; ``events`` is all that was told since the start."""

    def __init__(self, built: Chapter, face: Seat = Seat.JEKYLL) -> None:
        self.chapter = built
        self.state = State(compile_chapter(built))
        self.events: list[Event] = []
        self.face = face
        self.run()

    def run(self) -> None:
        """Make every step that follows by itself, one by one; a random token shows ``face``."""
        while self.state.phase < FIRST_CHANCE or self.state.phase == TOKEN:
            before = self.state.copy()
            if self.state.phase == TOKEN:
                step.turn_token(self.state, self.face)
            else:
                step.step(self.state)
            self.events.extend(tell(self.chapter, before, self.state))

    def deal(self, text: str) -> "Game":
        """Deal the hands of a deal in notation; what is in none of its places is the Reserve."""
        laid = parse_deal(text)
        before = self.state.copy()
        assert self.state.phase == DEAL
        step.deal(self.state, laid.jekyll, laid.hyde, 0)
        self.events.extend(tell(self.chapter, before, self.state))
        self.run()
        return self

    def stack(self, text: str) -> "Game":
        """Lay the City's deck, top first."""
        before = self.state.copy()
        assert self.state.phase == SHUFFLE
        step.stack_city(self.state, [card.index for card in parse_cards(text)])
        self.events.extend(tell(self.chapter, before, self.state))
        self.run()
        return self

    def lay(self, text: str) -> "Game":
        """Lay a deal as it is after the gifts, ``city`` included, and open the first trick."""
        laid = parse_deal(text)
        assert self.state.phase == DEAL
        step.deal(self.state, laid.jekyll, laid.hyde, 0)
        self.state.phase = SHUFFLE
        self.state.gifts = 0
        self.state.reserve &= ~mask_of_cards(laid.city)
        return self.stack(cards_text(laid.city))

    def refused(self, line: str) -> str | None:
        """Return a refusal's text, None where the decision is allowed; the state never changes."""
        before = snapshot(self.state)
        found = refusal(self.state, parse_decision(line))
        assert snapshot(self.state) == before
        return None if found is None else str(found)

    def do(self, *lines: str) -> "Game":
        """Take decisions in the notation; raises NotAllowedError with the refusal."""
        for line in lines:
            decision = parse_decision(line)
            found = refusal(self.state, decision)
            if found is not None:
                raise NotAllowedError(f"{line}: {found}")
            if isinstance(decision, Concede):
                step.concede(self.state)
                continue
            before = self.state.copy()
            step.choose(self.state, choice(decision))
            self.events.extend(tell(self.chapter, before, self.state))
            self.run()
        return self

    def plays(self, text: str) -> "Game":
        """Play cards one after the other, each by the player whose turn it is."""
        for card in parse_cards(text):
            self.do(f"{Seat(self.state.seat).word} plays {card}")
        return self

    @property
    def table(self) -> OpenTable:
        """What lies open."""
        return open_table(self.chapter, self.state)

    @property
    def due(self) -> str | None:
        """The decision due, such as ``jekyll plays`` or ``both ranks``."""
        asked = self.table.due
        if asked is None:
            return None
        return f"{'both' if asked.seat is None else asked.seat.word} {asked.kind}"

    @property
    def gives(self) -> bool:
        """Whether gifts are due."""
        return bool(self.state.phase == GIVE)

    def legal(self) -> set[str]:
        """Return the cards that the core allows now."""
        mask = int(step.legal(self.state))
        return {str(Card(index)) for index in range(28) if mask >> index & 1}

    def hand(self, seat: Seat) -> set[str]:
        """Return a hand."""
        mask = int(hand_of(self.state, seat))
        return {str(Card(index)) for index in range(28) if mask >> index & 1}

    def holders(self) -> list[str]:
        """Return before whom each finished trick lies, as J, H or C."""
        return [trick.holder.title[0] for trick in self.table.tricks]

    def winners(self) -> list[str]:
        """Return who won each finished trick, as J, H or C."""
        return [trick.winner.title[0] for trick in self.table.tricks]


def told(game: Game, kind: type[Event]) -> list[Event]:
    """Return the events of one kind."""
    return [event for event in game.events if isinstance(event, kind)]


def rest_of(*texts: str) -> Iterable[Card]:
    """Return the cards that stand in none of some texts."""
    named = {card for text in texts for card in parse_cards(text)}
    return [Card(index) for index in range(28) if Card(index) not in named]
