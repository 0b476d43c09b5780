"""A person's turn in either edition: what is shown, what may be typed, and the decision that comes of it."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic

from campaign.cli.facts import Choice, Fact, Names, fact
from campaign.cli.keyboard import Keyboard
from campaign.cli.screen import Screen
from campaign.notation import NotationError, Seat
from campaign.play.edition import DecisionT, EventT, GameSession


class QuitError(Exception):
    """The players leave; all is saved."""


@dataclass(frozen=True, slots=True)
class ReadBack:
    """What is said of a decision before it stands: a ``question`` wants a yes, else Enter settles it."""

    text: str
    settles: str = ""

    @property
    def question(self) -> bool:
        """Whether it is asked for a yes."""
        return not self.settles


class Turn(ABC, Generic[DecisionT, EventT]):
    """One decision asked of the people at the table, in one place: the prompt, its words, its refusals.

    ``seat`` None is a joint decision; ``hide_hand`` shows the hand on the word ``hand`` alone.
    """

    words: ClassVar[Mapping[str, str]]
    """The words that are known at the prompt, with what each does."""
    no_words: ClassVar[Mapping[str, str]] = {}
    """Words of the other edition, with why there is no use for them here."""
    rule_texts: ClassVar[Mapping[str, str]]
    """What the rules behind the commonest refusals say."""

    def __init__(
        self,
        session: GameSession[DecisionT, EventT],
        seat: Seat | None,
        *,
        screen: Screen,
        keyboard: Keyboard,
        names: Names,
        hide_hand: bool = False,
    ) -> None:
        self.session = session
        self.seat = seat
        self.screen = screen
        self.keyboard = keyboard
        self.names = names
        self._hide_hand = hide_hand
        self._refused: str | None = None

    @abstractmethod
    def _draw_table(self) -> None:
        """Show all that lies open."""

    @abstractmethod
    def _options(self) -> tuple[str, Sequence[Choice]]:
        """Return what is asked, and what may be chosen."""

    @abstractmethod
    def _hand(self) -> Fact:
        """Return the hand of the seat whose turn it is."""

    @abstractmethod
    def _mine(self) -> Iterable[Fact]:
        """Return what the seat whose turn it is gave and got, unseen by others."""

    @abstractmethod
    def _decision(self, typed: str) -> DecisionT | None:
        """Return the decision that was typed, None where it was taken back; raises NotationError."""

    @abstractmethod
    def _read_back(self, decision: DecisionT) -> ReadBack | None:
        """Return what to say of a decision before it stands, None where it stands at once."""

    @abstractmethod
    def _rules(self) -> Iterable[Fact]:
        """Return the rules in words."""

    @abstractmethod
    def _why(self) -> Sequence[str]:
        """Return why the last thing that happened went as it did."""

    @abstractmethod
    def _other_word(self, word: str) -> DecisionT | None:
        """Answer a word that is the edition's own; a decision where the word was one."""

    def _before_choices(self) -> Iterable[Fact]:
        """Return what is said between the table and what may be chosen."""
        return ()

    def ask(self) -> DecisionT:
        """Show the table and ask until a decision stands; raises QuitError or EndOfInputError."""
        self.show()
        while True:
            typed = self.keyboard.line(self._prompt())
            if not typed:
                continue
            decision = self._understood(typed)
            if decision is None:
                continue
            refused = self.session.refusal(decision)
            if refused is not None:
                self._refuse(f"No: {refused}.")
            elif self._stands(decision):
                return decision

    def _prompt(self) -> str:
        return f"{'both' if self.seat is None else self.seat.word} > "

    def show(self) -> None:
        """Show what lies open, then what this decision is between."""
        self._draw_table()
        self.screen.gap()
        self.screen.facts(self._before_choices())
        self._show_choices()

    def _show_choices(self) -> None:
        title, options = self._options()
        if self._hide_hand and self.seat is not None:
            self.screen.fact(fact("Turn", f"{title} Type hand to see your cards."))
            return
        if self.screen.output.plain:
            self.screen.fact(fact("Turn", title))
            if self.seat is not None:
                self.screen.fact(self._hand())
        self.screen.choices(title, options)

    def _keys(self) -> dict[str, str]:
        """Return what each number of the choices stands for."""
        return {str(option.number): option.key for option in self._options()[1] if option.number is not None}

    def _refuse(self, sentence: str) -> None:
        self._refused = sentence
        self.screen.say(sentence, style="red")

    def _understood(self, typed: str) -> DecisionT | None:
        """Return the decision that was typed, None where it was a word, or nothing that is known."""
        word = typed.casefold()
        if word in self.words:
            return self._word(word)
        if word in self.no_words:
            self.screen.say(self.no_words[word])
            return None
        try:
            return self._decision(typed)
        except NotationError as error:
            self._refuse(f"{str(error)[0].upper()}{str(error)[1:]}. Type help for the words.")
            return None

    def _stands(self, decision: DecisionT) -> bool:
        """Ask once more where something typed could be a slip; nothing has been revealed yet."""
        asked = self._read_back(decision) if self.keyboard.terminal else None
        if asked is None:
            return True
        if asked.question:
            return self._yes(asked.text)
        return not self.keyboard.key(f" {asked.text}: Enter {asked.settles} it, another key takes it back. ")

    def _yes(self, question: str) -> bool:
        while True:
            answer = self.keyboard.line(f" {question} yes or no: ").casefold()
            if answer in ("y", "yes"):
                return True
            if answer in ("n", "no"):
                return False
            if answer == "quit":
                raise QuitError

    def _word(self, word: str) -> DecisionT | None:
        """Answer a word; None where it was no decision."""
        match word:
            case "quit":
                raise QuitError
            case "table":
                self.show()
            case "hand" | "mine":
                self._private(word)
            case "rules":
                self.screen.facts(self._rules())
            case "why":
                self._tell_why()
            case "help":
                self.screen.facts(fact(known, meaning) for known, meaning in self.words.items())
            case _:
                return self._other_word(word)
        return None

    def _private(self, word: str) -> None:
        """Show what is for one seat alone."""
        if self.seat is None:
            self.screen.say("This is decided together: no hand is shown.")
            return
        if word == "mine":
            self.screen.facts(self._mine())
            return
        self.screen.fact(self._hand())
        if self._hide_hand:
            self.screen.choices("", self._options()[1])

    def _tell_why(self) -> None:
        if self._refused is not None:
            self.screen.say(self._refused)
            for rule, text in self.rule_texts.items():
                if f"({rule})" in self._refused:
                    self.screen.say(text)
            self._refused = None
            return
        for line in self._why() or ["Nothing has happened yet this round."]:
            self.screen.say(line)
