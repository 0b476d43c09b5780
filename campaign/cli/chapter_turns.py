"""A person's turn in a chapter: its prompts and words, hints, and conceding together."""

import shutil
from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, assert_never

from campaign.cli.chapter_facts import (
    choices,
    city_fact,
    last_trick,
    lifted_fact,
    mine_facts,
    rank_options,
    seat_options,
    show_table,
    track,
    tricks_facts,
)
from campaign.cli.facts import Choice, Fact, Names, fact, hand_fact, ranks_fact
from campaign.cli.hinting import hint_fact
from campaign.cli.keyboard import Keyboard
from campaign.cli.screen import Screen
from campaign.cli.turns import ReadBack, Turn
from campaign.notation import (
    COLOURS,
    PLAYERS,
    RANK_TEXTS,
    Card,
    NotationError,
    Seat,
    parse_cards,
    parse_ranks,
    plural,
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
from campaign.rules.events import Event
from campaign.rules.refusals import Due, order_choices
from campaign.rules.step import legal
from campaign.rules.teaching import RULE_TEXTS, how_to_play
from campaign.rules.view import OpenTable
from campaign.rules.why import why
from campaign.rules.words import rules_in_words

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


class ChapterTurn(Turn[Decision, Event]):
    """One decision of a chapter."""

    words: ClassVar = WORDS
    rule_texts: ClassVar = RULE_TEXTS
    session: Session

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
        self._due = _asked(session)
        super().__init__(session, self._due.seat, screen=screen, keyboard=keyboard, names=names, hide_hand=hide_hand)
        self.label = label
        self._may_concede = may_concede
        self._hint = hint
        self._hint_seat = hint_seat
        self._wish = wish

    def _draw_table(self) -> None:
        show_table(self.screen, self.session.table(), label=self.label, you=self.seat)

    def _before_choices(self) -> Iterable[Fact]:
        if self.screen.private and self.session.may_talk():
            yield fact("Talk", "you may talk now (D4, N6)")
        if self._wish is not None:
            yield self._wish
        if self.seat is not None and not self._hide_hand and self.session.view(self.seat).limits_lifted:
            yield lifted_fact()

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

    def _hand(self) -> Fact:
        return hand_fact(self.session.view(self._own_seat()).hand)

    def _mine(self) -> Iterable[Fact]:
        return mine_facts(self.session.view(self._own_seat()))

    def _own_seat(self) -> Seat:
        if self.seat is None:
            raise ValueError("cards are one seat's")
        return self.seat

    def _decision(self, typed: str) -> Decision | None:
        words = typed.split()
        if len(words) > 1 and words[0].casefold() in ("jekyll", "hyde", "ranks"):
            return parse_decision(typed)
        kind, keys = self._due.kind, self._keys()
        match kind:
            case Kind.GIVES | Kind.PASSES | Kind.PLAYS | Kind.RETURNS:
                return self._cards_decision(kind, self._own_seat(), [keys.get(word, word) for word in words])
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

    def _read_back(self, decision: Decision) -> ReadBack | None:
        match decision:
            case Plays(_, card):
                return ReadBack(card.name, "plays")
            case Gives(_, cards):
                return ReadBack(f"Give the City {', '.join(card.name for card in cards)}?")
            case Passes(_, cards):
                return ReadBack(f"Pass {', '.join(card.name for card in cards)}?")
            case Returns(_, card):
                return ReadBack(f"Put {card.name} on top of the City's deck?")
            case Takes(seat):
                return ReadBack(f"{self.names.full(seat)} takes the trick", "settles")
            case Hands(seat):
                return ReadBack(f"{self.names.full(seat)} hands the trick over", "settles")
            case Draws(seat):
                return ReadBack(f"{self.names.full(seat)} draws", "settles")
            case Ranks(order):
                return ReadBack(f"Ranks {RANK_TEXTS[order]}", "settles")
            case Concede():
                return None
            case _:
                assert_never(decision)

    def _rules(self) -> Iterable[Fact]:
        yield from (fact("Play", line) for line in how_to_play(self.session.table().rules))
        yield from (fact("Rule", line) for line in rules_in_words(self.session.chapter))

    def _why(self) -> Sequence[str]:
        return why(self.session.chapter, self.session.events)

    def _other_word(self, word: str) -> Decision | None:
        """Answer a word; conceding is the one that can be a decision."""
        if word == "concede":
            return self._concede()
        if word == "hint":
            self._give_hint()
        else:
            self._open(word, self.session.table())
        return None

    def _open(self, word: str, table: OpenTable) -> None:
        """Show what lies open to all."""
        screen = self.screen
        match word:
            case "tricks":
                screen.facts(tricks_facts(table))
            case "last":
                screen.facts([last_trick(table)] if table.tricks else tricks_facts(table))
            case "ranks":
                screen.fact(ranks_fact(table.ranks, COLOURS))
            case "track":
                screen.track(track(table))
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


def _asked(session: Session) -> Due:
    if session.due is None:
        raise ValueError("no decision is due")
    return session.due


def _player(text: str) -> Seat:
    for seat in PLAYERS:
        if text.casefold() == seat.word:
            return seat
    raise NotationError(f"a player is jekyll or hyde; found {quoted(text)}")
