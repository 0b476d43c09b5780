"""A person's turn in a duel: cards passed, played, swapped, colours named, tricks taken."""

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, assert_never

from campaign.cli.duel_facts import (
    choices,
    last_trick,
    mine_facts,
    show_table,
    track,
    trick_choices,
    tricks_facts,
)
from campaign.cli.duel_hinting import duel_hint_fact
from campaign.cli.facts import Choice, Fact, Names, fact, hand_fact, ranks_fact
from campaign.cli.keyboard import Keyboard
from campaign.cli.screen import Screen
from campaign.cli.turns import QuitError, ReadBack, Turn
from campaign.duel.decisions import Decision, Kind, Passes, Plays, Swaps, Takes, parse_decision
from campaign.duel.events import Event
from campaign.duel.refusals import Due
from campaign.duel.why import why
from campaign.duel.words import RULE_TEXTS, how_to_play
from campaign.notation import (
    DUEL_COLOURS,
    PLAYERS,
    DuelCard,
    DuelSuit,
    NotationError,
    Seat,
    cards_text,
    parse_duel_card,
    parse_duel_cards,
    parse_duel_colour,
    plural,
    quoted,
)
from campaign.play.duel_hints import DuelHint
from campaign.play.duel_session import DuelSession

WORDS = {
    "hand": "your hand",
    "table": "the whole table again",
    "tricks": "all tricks won this round",
    "mine": "what you passed, swapped and got",
    "ranks": "the colour ranks",
    "track": "the marker",
    "rules": "how the duel is played",
    "why": "why the last card was refused, or the last trick, effect or step went as it did",
    "last": "the last trick",
    "hint": "a choice with its reason, from what you know; hints are counted",
    "quit": "leave; all is saved",
    "help": "these words",
}
_NO_WORDS = {
    "concede": "Nobody concedes a duel: it is played to its end. The word quit leaves, and all is saved.",
    "city": "A duel has no City: the five cards set aside stay unseen (DU4).",
}


class DuelTurn(Turn[Decision, Event]):
    """One decision of a duel."""

    words: ClassVar = WORDS
    no_words: ClassVar = _NO_WORDS
    rule_texts: ClassVar = RULE_TEXTS
    session: DuelSession
    seat: Seat

    def __init__(
        self,
        session: DuelSession,
        asked: Due,
        *,
        screen: Screen,
        keyboard: Keyboard,
        names: Names,
        title: str,
        hint: Callable[[Seat, DuelCard | None], DuelHint],
        hide_hand: bool = False,
    ) -> None:
        super().__init__(session, asked.seat, screen=screen, keyboard=keyboard, names=names, hide_hand=hide_hand)
        self.kind = asked.kind
        self.title = title
        self._hint = hint

    def _draw_table(self) -> None:
        show_table(self.screen, self.session.table(), title=self.title, you=self.seat)

    def _options(self) -> tuple[str, Sequence[Choice]]:
        view = self.session.view(self.seat)
        who, opponent = self.names.full(self.seat), self.seat.partner.title
        number = plural(view.number, "card")
        match self.kind:
            case Kind.PASSES:
                potion = ", a potion among them" if view.must_pass else ""
                return f"{who}, pass {number} to {opponent}{potion} (DU5):", choices(view)
            case Kind.PLAYS:
                return f"{who}, {'play' if view.table.trick else 'lead'}:", choices(view)
            case Kind.TAKES:
                return f"{who}, take one of {opponent}'s tricks, by its number (DU14):", trick_choices(view)
            case Kind.SWAPS:
                return f"{who}, swap {number} with {opponent} (DU15):", choices(view)
            case _:
                assert_never(self.kind)

    def _hand(self) -> Fact:
        return hand_fact(self.session.view(self.seat).hand)

    def _mine(self) -> Iterable[Fact]:
        return mine_facts(self.session.view(self.seat))

    def _decision(self, typed: str) -> Decision | None:
        words = typed.split()
        if len(words) > 1 and words[0].casefold() in [seat.word for seat in PLAYERS]:
            return parse_decision(typed)
        if self.kind is Kind.TAKES:
            return self._takes(words)
        keys = self._keys()
        words = [keys.get(word, word) for word in words]
        match self.kind:
            case Kind.PASSES:
                return Passes(self.seat, tuple(sorted(parse_duel_cards(" ".join(words)))))
            case Kind.SWAPS:
                return Swaps(self.seat, tuple(sorted(parse_duel_cards(" ".join(words)))))
            case Kind.PLAYS:
                return self._plays(words)
            case _:
                assert_never(self.kind)

    def _takes(self, words: Sequence[str]) -> Decision:
        number = words[-1] if len(words) == 1 or words[0].casefold() == "trick" else " ".join(words)
        return parse_decision(f"{self.seat.word} takes {number}")

    def _plays(self, words: Sequence[str]) -> Decision | None:
        """Return a card with its colour: ``P4``, ``3+ naming W`` or ``3+ W``; a led potion alone asks for one."""
        card = parse_duel_card(words[0])
        named = [word for word in words[1:] if word.casefold() != "naming"]
        if len(named) == 1 and len(words) - len(named) <= 2:  # noqa: PLR2004 (the card and the word naming)
            return Plays(self.seat, card, parse_duel_colour(named[0]))
        if len(words) > 1:
            raise NotationError(f"one card is due, a led potion with its colour; found {quoted(' '.join(words))}")
        view = self.session.view(self.seat)
        if view.may_name and card.suit is DuelSuit.POTION and card in view.legal:
            colour = self._colour(card)
            return None if colour is None else Plays(self.seat, card, colour)
        return Plays(self.seat, card)

    def _colour(self, card: DuelCard) -> DuelSuit | None:
        """Ask which colour a led potion names (DU9); None where it is taken back."""
        while True:
            typed = self.keyboard.line(f" {card.name} names P, W or G; Enter alone takes it back: ").casefold()
            if not typed:
                return None
            if typed == "quit":
                raise QuitError
            if typed == "hint":
                self._give_hint(card)
                continue
            for colour in DUEL_COLOURS:
                if typed in (colour.letter.casefold(), colour.title.casefold()):
                    return colour
            self.screen.say("A colour is P, W or G: Pride, Wrath or Greed (DU9).")

    def _read_back(self, decision: Decision) -> ReadBack | None:
        opponent = self.seat.partner.title
        match decision:
            case Plays(_, card, naming):
                return ReadBack(card.name if naming is None else f"{card.name} naming {naming.title}", "plays")
            case Takes(_, trick):
                cards = cards_text(self.session.table().tricks[trick - 1].cards)
                return ReadBack(f"Trick {trick}, {cards}", "settles")
            case Passes(_, cards):
                return ReadBack(f"Pass {', '.join(card.name for card in cards)} to {opponent}?")
            case Swaps(_, cards):
                return ReadBack(f"Give {opponent} {', '.join(card.name for card in cards)}?")
            case _:
                assert_never(decision)

    def _rules(self) -> Iterable[Fact]:
        return (fact(part, text) for part, text in how_to_play())

    def _why(self) -> Sequence[str]:
        return why(self.session.events)

    def _other_word(self, word: str) -> None:
        table = self.session.table()
        match word:
            case "hint":
                self._give_hint()
            case "tricks":
                self.screen.facts(tricks_facts(table))
            case "last":
                self.screen.facts([last_trick(table)] if table.tricks else tricks_facts(table))
            case "ranks":
                self.screen.fact(ranks_fact(table.ranks, DUEL_COLOURS))
            case "track":
                self.screen.track(track(table.marker))
            case _:
                raise ValueError(f"no word of the table: {word}")

    def _give_hint(self, card: DuelCard | None = None) -> None:
        """Show a hint to the person who decides: among all choices, or among the colours that one potion may name."""
        self.screen.fact(duel_hint_fact(self._hint(self.seat, card), self.seat))
