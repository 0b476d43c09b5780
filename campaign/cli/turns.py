"""A person's turn: what is shown, what may be typed, and the decision that comes of it."""

import shutil
from collections.abc import Callable, Sequence
from typing import assert_never

from campaign.cli.facts import (
    Choice,
    Fact,
    Names,
    choices,
    city_fact,
    fact,
    hand_fact,
    last_trick,
    lifted_fact,
    mine_facts,
    rank_options,
    ranks_fact,
    seat_options,
    tricks_facts,
)
from campaign.cli.hinting import hint_fact
from campaign.cli.keyboard import Keyboard
from campaign.cli.screen import Screen
from campaign.notation import (
    PLAYERS,
    RANK_TEXTS,
    Card,
    NotationError,
    Seat,
    parse_cards,
    parse_ranks,
    quoted,
)
from campaign.play.hints import Hint
from campaign.play.session import Session
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
from campaign.rules.refusals import Due, order_choices
from campaign.rules.step import legal
from campaign.rules.teaching import RULE_TEXTS, how_to_play
from campaign.rules.view import OpenTable
from campaign.rules.why import why
from campaign.rules.words import plural, rules_in_words

WORDS = {
    "hand": "your hand",
    "table": "the whole table again",
    "tricks": "all tricks won this round",
    "mine": "what you gave, drew and put back",
    "ranks": "the colour ranks",
    "track": "the pawns",
    "city": "what is known of the City's deck",
    "rules": "this chapter's rules",
    "why": "why the last card was refused, or the last trick, reaction or move went as it did",
    "last": "the last trick",
    "hint": "a choice with its reason, from what you know; hints are counted",
    "concede": "give the chapter up together (T6)",
    "quit": "leave; all is saved",
    "help": "these words",
}
_ACTIONS = {
    Kind.GIVES: "give {number} to the City",
    Kind.PASSES: "pass {number} to your partner",
    Kind.PLAYS: "play",
    Kind.RETURNS: "put one back on the City's deck",
}


class QuitError(Exception):
    """The players leave; all is saved."""


class Turn:
    """One decision asked of the people at the table, in one place: the prompt, its words, its refusals."""

    def __init__(  # noqa: PLR0913 (what a turn is made of)
        self,
        session: Session,
        *,
        screen: Screen,
        keyboard: Keyboard,
        names: Names,
        label: str,
        may_concede: Callable[[], str | None],
        hint: Callable[[Seat], Hint],
        hint_seat: Seat | None,
        hide_hand: bool = False,
        wish: Fact | None = None,
    ) -> None:
        self.session = session
        self.screen = screen
        self.keyboard = keyboard
        self.names = names
        self.label = label
        self._may_concede = may_concede
        self._hint = hint
        self._hint_seat = hint_seat
        self._hide_hand = hide_hand
        self._wish = wish
        self._refused: str | None = None
        self._due = self._asked()

    def _asked(self) -> Due:
        if self.session.due is None:
            raise ValueError("no decision is due")
        return self.session.due

    @property
    def seat(self) -> Seat | None:
        """Whose decision it is; None for a joint one."""
        return self._due.seat

    def ask(self) -> Decision:
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
        self.screen.table(self.session.table(), label=self.label, you=self.seat)
        self.screen.gap()
        if self.screen.private and self.session.may_talk():
            self.screen.fact(fact("Talk", "you may talk now (D4, N6)"))
        if self._wish is not None:
            self.screen.fact(self._wish)
        self._show_choices()

    def _show_choices(self) -> None:
        title, options = self._options()
        if self._hide_hand and self.seat is not None:
            self.screen.fact(fact("Turn", f"{title} Type hand to see your cards."))
            return
        if self.screen.output.plain:
            self.screen.fact(fact("Turn", title))
            if self.seat is not None:
                self.screen.fact(hand_fact(self.session.view(self.seat)))
        if self.seat is not None and self.session.view(self.seat).limits_lifted:
            self.screen.fact(lifted_fact())
        self.screen.choices(title, options)

    def _options(self) -> tuple[str, Sequence[Choice]]:
        kind, seat = self._due.kind, self.seat
        if kind in _ACTIONS and seat is not None:
            rules = self.session.table().rules
            number = plural(rules.passes if kind is Kind.PASSES else rules.give, "card")
            return f"{self.names.full(seat)}, {_ACTIONS[kind].format(number=number)}:", choices(self.session.view(seat))
        who = "Both together" if seat is None else self.names.full(seat)
        if kind is Kind.RANKS:
            orders = [RANK_TEXTS[order] for order in order_choices(self.session.table().ranks)]
            return f"{who}, put the ranks in a new order, low to high:", rank_options(orders)
        able = [player for player in PLAYERS if legal(self.session.state) >> player & 1]
        if kind is Kind.TAKES:
            return f"{who}: who takes the City's last trick?", seat_options("takes it", self.names, able)
        if kind is Kind.HANDS:
            return f"{who}: who hands the City the trick they won last?", seat_options("hands it", self.names, able)
        return f"{who}: who exchanges a card with the City?", seat_options("draws", self.names, able)

    def _refuse(self, sentence: str) -> None:
        self._refused = sentence
        self.screen.say(sentence, style="red")

    def _understood(self, typed: str) -> Decision | None:
        """Return the decision that was typed, None where it was a word, or nothing that is known."""
        word = typed.casefold()
        if word in WORDS:
            return self._word(word)
        try:
            return self._decision(typed)
        except NotationError as error:
            self._refuse(f"{str(error)[0].upper()}{str(error)[1:]}. Type help for the words.")
            return None

    def _decision(self, typed: str) -> Decision:
        words = typed.split()
        if len(words) > 1 and words[0].casefold() in ("jekyll", "hyde", "ranks"):
            return parse_decision(typed)
        kind, seat = self._due.kind, self.seat
        _, options = self._options()
        keys = {str(option.number): option.key for option in options if option.number is not None}
        match kind:
            case Kind.GIVES | Kind.PASSES | Kind.PLAYS | Kind.RETURNS:
                if seat is None:
                    raise ValueError("cards are one seat's")
                return self._cards_decision(kind, seat, [keys.get(word, word) for word in words])
            case Kind.RANKS:
                return Ranks(parse_ranks(keys.get(typed, typed)))
            case Kind.TAKES:
                return Takes(_player(keys.get(typed, typed)))
            case Kind.HANDS:
                return Hands(_player(keys.get(typed, typed)))
            case Kind.DRAWS:
                return Draws(_player(keys.get(typed, typed)))
            case _:
                assert_never(kind)

    def _cards_decision(self, kind: Kind, seat: Seat, words: Sequence[str]) -> Decision:
        cards: tuple[Card, ...] = parse_cards(" ".join(words))
        if kind in (Kind.GIVES, Kind.PASSES):
            return (Gives if kind is Kind.GIVES else Passes)(seat, tuple(sorted(cards)))
        if len(cards) != 1:
            raise NotationError(f"one card is due; found {quoted(' '.join(words))}")
        return Plays(seat, cards[0]) if kind is Kind.PLAYS else Returns(seat, cards[0])

    def _stands(self, decision: Decision) -> bool:
        """Ask once more where something typed could be a slip; nothing has been revealed yet."""
        if not self.keyboard.terminal:
            return True
        match decision:
            case Plays(_, card):
                return not self.keyboard.key(f" {card.name}: Enter plays it, another key takes it back. ")
            case Gives(_, cards):
                given = ", ".join(card.name for card in cards)
                return self._yes(f"Give the City {given}?")
            case Passes(_, cards):
                return self._yes(f"Pass {', '.join(card.name for card in cards)}?")
            case Returns(_, card):
                return self._yes(f"Put {card.name} on top of the City's deck?")
            case Takes() | Hands() | Draws() | Ranks():
                words = self._joint_words(decision)
                return not self.keyboard.key(f" {words}: Enter settles it, another key takes it back. ")
            case Concede():
                return True
            case _:
                assert_never(decision)

    def _joint_words(self, decision: Takes | Hands | Draws | Ranks) -> str:
        match decision:
            case Takes(seat):
                return f"{self.names.full(seat)} takes the trick"
            case Hands(seat):
                return f"{self.names.full(seat)} hands the trick over"
            case Draws(seat):
                return f"{self.names.full(seat)} draws"
            case Ranks(order):
                return f"Ranks {RANK_TEXTS[order]}"
            case _:
                assert_never(decision)

    def _yes(self, question: str) -> bool:
        while True:
            answer = self.keyboard.line(f" {question} yes or no: ").casefold()
            if answer in ("y", "yes"):
                return True
            if answer in ("n", "no"):
                return False
            if answer == "quit":
                raise QuitError

    def _word(self, word: str) -> Decision | None:
        """Answer a word; conceding is the one that can be a decision."""
        match word:
            case "quit":
                raise QuitError
            case "concede":
                return self._concede()
            case "table":
                self.show()
            case "hand" | "mine":
                self._private(word)
            case "rules":
                rules = self.session.table().rules
                self.screen.facts(fact("Play", line) for line in how_to_play(rules))
                self.screen.facts(fact("Rule", line) for line in rules_in_words(self.session.chapter))
            case "why":
                self._why()
            case "hint":
                self._give_hint()
            case "help":
                self.screen.facts(fact(known, meaning) for known, meaning in WORDS.items())
            case _:
                self._open(word, self.session.table())
        return None

    def _private(self, word: str) -> None:
        """Show what is for one seat alone."""
        if self.seat is None:
            self.screen.say("This is decided together: no hand is shown.")
            return
        view = self.session.view(self.seat)
        if word == "mine":
            self.screen.facts(mine_facts(view))
            return
        self.screen.fact(hand_fact(view))
        if self._hide_hand:
            self.screen.choices("", choices(view))

    def _open(self, word: str, table: OpenTable) -> None:
        """Show what lies open to all."""
        screen = self.screen
        match word:
            case "tricks":
                screen.facts(tricks_facts(table))
            case "last":
                screen.facts([last_trick(table)] if table.tricks else tricks_facts(table))
            case "ranks":
                screen.fact(ranks_fact(table.ranks))
            case "track":
                screen.track(table)
            case "city":
                screen.fact(city_fact(table))
            case _:
                raise ValueError(f"no word of the table: {word}")

    def _give_hint(self) -> None:
        """Show a hint to the one person who decides."""
        if self._hint_seat is None:
            self.screen.say("You decide this together: a hint would tell what one hand holds. Talk it over (N6).")
            return
        found = self._hint(self._hint_seat)
        self.screen.fact(hint_fact(found, self.names, self.session.chapter, self.session.table().rules))

    def _why(self) -> None:
        if self._refused is not None:
            self.screen.say(self._refused)
            for rule, text in RULE_TEXTS.items():
                if f"({rule})" in self._refused:
                    self.screen.say(text)
            self._refused = None
            return
        for line in why(self.session.chapter, self.session.events) or ["Nothing has happened yet this round."]:
            self.screen.say(line)

    def _concede(self) -> Decision | None:
        refused = self._may_concede()
        if refused is not None:
            self.screen.say(refused)
            return None
        if not self.keyboard.terminal:
            return Concede()
        if self.screen.private and self.seat is not None:
            self.screen.cover(shutil.get_terminal_size().lines)  # two people answer together, no hand in sight
        if self._yes("Do you both concede? It is a defeat at once (T6)."):
            return Concede()
        if self.screen.private and self.seat is not None:
            self.show()
        return None


def _player(text: str) -> Seat:
    for seat in PLAYERS:
        if text.casefold() == seat.word:
            return seat
    raise NotationError(f"a player is jekyll or hyde; found {quoted(text)}")
