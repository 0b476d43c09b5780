"""Seat-honest players: a bot gets a view and its own random stream, and nothing else."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar, assert_never

from campaign.notation import Card, Seat
from campaign.play.careful import Careful
from campaign.play.record import stream
from campaign.rules.chapter import Resolver
from campaign.rules.decisions import Decision, Draws, Gives, Hands, Kind, Passes, Plays, Ranks, Returns, Takes
from campaign.rules.refusals import Due, order_choices
from campaign.rules.view import View

_T = TypeVar("_T")


class Bot(Protocol):
    """Decides for one seat. In a joint decision the answer is the seat's wish (R4)."""

    def decide(self, view: View, rng: random.Random) -> Decision:
        """Return a decision that the view allows; ``view.table.due`` says which kind is due."""
        ...


class RandomBot:
    """Any allowed decision, each as likely as any other."""

    def decide(self, view: View, rng: random.Random) -> Decision:
        """Return an allowed decision at random."""
        asked = due_in(view)
        match asked.kind:
            case Kind.GIVES:
                number = view.table.rules.give
                first = sample(view.must_give, min(number, len(view.must_give)), rng)
                rest = [card for card in view.hand if card not in view.must_give]
                return Gives(view.seat, tuple(sorted(first + sample(rest, number - len(first), rng))))
            case Kind.PASSES:
                return Passes(view.seat, tuple(sorted(sample(view.legal, view.table.rules.passes, rng))))
            case Kind.PLAYS:
                return Plays(view.seat, one_of(view.legal, rng))
            case Kind.RETURNS:
                return Returns(view.seat, one_of(view.legal, rng))
            case Kind.TAKES:
                return Takes(one_of(resolvers(view), rng))
            case Kind.HANDS:
                return Hands(one_of(givers(view), rng))
            case Kind.DRAWS:
                return Draws(one_of(resolvers(view), rng))
            case Kind.RANKS:
                return Ranks(one_of(order_choices(view.table.ranks), rng))
            case _:
                assert_never(asked.kind)


def due_in(view: View) -> Due:
    """Return the decision due; a bot is only ever asked where one is."""
    if view.table.due is None:
        raise ValueError("no decision is due in this view")
    return view.table.due


def resolvers(view: View) -> tuple[Seat, ...]:
    """Return the players who may resolve a reaction (R4)."""
    resolver = view.table.rules.resolver
    match resolver:
        case Resolver.CHOSEN:
            return (Seat.JEKYLL, Seat.HYDE)
        case Resolver.LEADING:
            return (view.table.leading,)
        case Resolver.OTHER:
            return (view.table.leading.partner,)
        case Resolver.JEKYLL:
            return (Seat.JEKYLL,)
        case Resolver.HYDE:
            return (Seat.HYDE,)
        case _:
            assert_never(resolver)


def givers(view: View) -> tuple[Seat, ...]:
    """Return the players who may hand the City a trick: those who may resolve it and have one that they won."""
    able = {trick.winner for trick in view.table.tricks if trick.holder is trick.winner}
    return tuple(seat for seat in resolvers(view) if seat in able)


def one_of(choices: tuple[_T, ...], rng: random.Random) -> _T:
    """Return one choice, by ``random()`` alone."""
    return choices[int(rng.random() * len(choices))]


def sample(cards: tuple[Card, ...] | list[Card], number: int, rng: random.Random) -> list[Card]:
    """Return so many of the cards, by ``random()`` alone."""
    left = list(cards)
    return [left.pop(int(rng.random() * len(left))) for _ in range(number)]


@dataclass(frozen=True, slots=True)
class Who:
    """Who sits at a seat: a person by name, or a bot by the name that follows ``bot:``."""

    name: str
    bot: bool

    def __str__(self) -> str:
        """Return what a save holds."""
        return f"bot:{self.name}" if self.bot else self.name


BOTS: dict[str, Callable[[], Bot]] = {"random": RandomBot, "careful": Careful}
STRONGEST = "careful"
"""What plain ``bot`` means."""


class UnknownBotError(ValueError):
    """A bot that is not built; the message names those that are."""


def parse_bot(text: str) -> Who | None:
    """Return the bot of ``bot`` or ``bot:NAME``, None for text that names no bot; raises UnknownBotError."""
    word, colon, name = text.strip().partition(":")
    if word.casefold() != "bot":
        return None
    name = name.casefold() if colon else STRONGEST
    if name not in BOTS:
        built = " or ".join(f"bot:{known}" for known in sorted(BOTS))
        raise UnknownBotError(f'a bot is {built}; found "{text.strip()}"')
    return Who(name, bot=True)


def seated(saved: str) -> Who:
    """Return who a save's seat names."""
    return parse_bot(saved) or Who(saved, bot=False)


def bot_decision(who: Who, view: View, *, seed: int, number: int) -> Decision:
    """Return a bot's decision or wish; its stream is made anew for each decision, so that a resume changes nothing."""
    rng = stream(seed, "bot", view.seat.word, number)
    return BOTS[who.name]().decide(view, rng)
