"""A duel that is driven by the notation from fixed deals."""

import inspect

from campaign.duel import step
from campaign.duel.decisions import parse_decision
from campaign.duel.events import Event, tell
from campaign.duel.refusals import choice, refusal
from campaign.duel.state import CARD, DEAL, FIRST_CHANCE, State, hand_of
from campaign.duel.view import OpenTable, open_table
from campaign.notation import Seat, duel_cards_of, parse_duel_cards

HANDS = ("P1 P2 P3 P4 W1 W2 W3 W4 G1 G2", "P5 P6 P7 W5 W6 W7 G3 G4 G5 2+")
"""A plain deal, Jekyll's and Hyde's; set aside are G6 G7 3+ 4+ 5+."""


def mask(text: str) -> int:
    """Return the mask of cards in the notation."""
    return sum(1 << card.index for card in parse_duel_cards(text))


def texts(cards: int) -> set[str]:
    """Return a mask's cards as text."""
    return {str(card) for card in duel_cards_of(cards)}


def snapshot(state: State) -> dict[str, object]:
    """Return every field of a state, to be compared; a compiled class names no slots, but describes them too."""
    return {name: getattr(state, name) for name, found in vars(State).items() if inspect.isdatadescriptor(found)}


class NotAllowedError(Exception):
    """A decision was refused; the text is the refusal's."""


class Game:
    """A duel in play from deals told to it; ``events`` is all that was told since the start."""

    def __init__(self, *, number: int = 1, marker: int = 0) -> None:
        """Begin with a round of this number, the marker on some space."""
        self.state = State()
        self.state.round = number - 1
        self.state.marker = marker
        self.events: list[Event] = []
        self.run()

    def run(self) -> None:
        """Make every step that follows by itself, one by one."""
        while self.state.phase < FIRST_CHANCE:
            before = self.state.copy()
            step.step(self.state)
            self.events.extend(tell(before, self.state))

    def deal(self, jekyll: str = HANDS[0], hyde: str = HANDS[1]) -> "Game":
        """Deal hands; what is in neither is set aside."""
        assert self.state.phase == DEAL
        before = self.state.copy()
        step.deal(self.state, mask(jekyll), mask(hyde))
        self.events.extend(tell(before, self.state))
        return self

    def lay(self, jekyll: str, hyde: str) -> "Game":
        """Lay hands of any size as they are after passing, and open the first trick."""
        self.deal(jekyll, hyde)
        self.state.leader = self.state.leading
        self.state.seat = self.state.leading
        self.state.phase = CARD
        return self

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
            before = self.state.copy()
            step.choose(self.state, choice(decision))
            self.events.extend(tell(before, self.state))
            self.run()
        return self

    def plays(self, text: str) -> "Game":
        """Play cards one after the other, each by the player whose turn it is; ``3+W`` is a led potion naming W."""
        for word in text.split():
            card, plus, named = word.partition("+")
            naming = f" naming {named}" if named else ""
            self.do(f"{Seat(self.state.seat).word} plays {card}{plus}{naming}")
        return self

    @property
    def table(self) -> OpenTable:
        """What lies open."""
        return open_table(self.state)

    @property
    def due(self) -> str | None:
        """The decision due, such as ``jekyll plays``."""
        asked = self.table.due
        return None if asked is None else f"{asked.seat.word} {asked.kind}"

    def legal(self) -> set[str]:
        """Return the cards that the core allows now."""
        return texts(int(step.legal(self.state)))

    def hand(self, seat: Seat) -> set[str]:
        """Return a hand."""
        return texts(int(hand_of(self.state, seat)))

    def winners(self) -> str:
        """Return who won each finished trick, as J or H."""
        return "".join(trick.winner.title[0] for trick in self.table.tricks)

    def holders(self) -> str:
        """Return before whom each finished trick lies, as J or H."""
        return "".join(trick.holder.title[0] for trick in self.table.tricks)


def told(game: Game, kind: type[Event]) -> list[Event]:
    """Return the events of one kind."""
    return [event for event in game.events if isinstance(event, kind)]
