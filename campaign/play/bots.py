"""Seat-honest players: a bot gets one seat's sight and its own random stream, and nothing else."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol, TypeVar

from campaign.cards import cards_in, mask_of
from campaign.notation import Seat
from campaign.play.careful import Careful
from campaign.play.thinking import Thinker, Thought, choices_of
from campaign.recording import stream
from campaign.rules import state as phases
from campaign.rules.decisions import Decision
from campaign.rules.refusals import decision_of
from campaign.rules.sight import Sight, pooled, sight
from campaign.rules.state import State, hand_of
from campaign.rules.step import legal, must_give
from campaign.rules.table import Plan

_T = TypeVar("_T")
_Seen_contra = TypeVar("_Seen_contra", contravariant=True)
WORLDS = 100
"""How many worlds a thinker plays out for a decision, where its name gives no other number."""
MOST_WORLDS = 100_000
_DIGITS = len(str(MOST_WORLDS))
_BATCH = 4
_ONE_SEAT = (phases.GIVE, phases.PASS, phases.CARD, phases.RETURN)
_CHANCE = 1 << 31


class Chooser(Protocol[_Seen_contra]):
    """Chooses for one seat, of the chapters or of the duel, from the sight that each has of its own."""

    def choose(self, seen: _Seen_contra, rng: random.Random) -> int:
        """Return a choice that the rules allow, as the core's int; ``seen.state`` says what is due."""
        ...


Bot = Chooser[Sight]
"""A player of the chapters. In a joint decision the answer is the seat's wish (R4)."""


class Worlds(Protocol):
    """A decision that is thought about world by world."""

    def add(self, count: int, /) -> object:
        """Play so many more worlds."""
        ...


class WorldsBot:
    """What all thinkers share: ``worlds`` is the budget of a decision, which a ``clock`` may end earlier.

    ``cut`` then says so of the last one.
    """

    def __init__(self, worlds: int, clock: "Clock | None" = None) -> None:
        self.worlds = worlds
        self.clock = clock
        self.cut = False

    def spend(self, thought: Worlds) -> None:
        """Play a decision's worlds."""
        self.cut = False
        started = time.monotonic() if self.clock else 0.0
        left = self.worlds
        while left > 0:
            thought.add(min(_BATCH, left))
            left -= _BATCH
            if left > 0 and self.clock and self.clock.is_over(time.monotonic() - started):
                self.cut = True
                break


class RandomBot:
    """Any allowed choice, each as likely as any other."""

    def choose(self, seen: Sight, rng: random.Random) -> int:
        """Return an allowed choice at random."""
        state = seen.state
        phase = state.phase
        if phase == phases.GIVE:
            must = cards_in(int(must_give(state)))
            number = int(state.table.give)
            first = sample(must, min(number, len(must)), rng)
            rest = [card for card in cards_in(int(hand_of(state, seen.seat))) if card not in must]
            return mask_of(first + sample(rest, number - len(first), rng))
        if phase == phases.PASS:
            return mask_of(sample(cards_in(int(legal(state))), int(state.table.passes), rng))
        return one_of(choices_of(state), rng)


class CarefulBot:
    """Rules of thumb, good gifts, and each card weighed by how the trick may end."""

    def __init__(self, plan: Plan) -> None:
        self.careful = Careful(plan)

    def choose(self, seen: Sight, rng: random.Random) -> int:  # noqa: ARG002 (careful leaves nothing to chance)
        """Return the choice that its rules of thumb prefer."""
        return int(self.careful.choose(seen.state, seen.seat, seen.seen, seen.partner_size))


class ThinkerBot(WorldsBot):
    """Every choice played out by careful players in worlds that fit what the seat knows; gifts are careful's."""

    def __init__(self, thinker: Thinker, worlds: int, clock: "Clock | None" = None) -> None:
        super().__init__(worlds, clock)
        self.thinker = thinker

    def choose(self, seen: Sight, rng: random.Random) -> int:
        """Return the choice of the highest value over its worlds."""
        self.cut = False
        choices = choices_of(seen.state)
        if len(choices) == 1:
            return choices[0]
        if not choices:
            return int(self.thinker.careful.choose(seen.state, seen.seat, seen.seen, seen.partner_size))
        return int(self.think(seen, rng).best())

    def think(self, seen: Sight, rng: random.Random) -> Thought:
        """Return the thought about a decision, with its worlds played."""
        thought = Thought(self.thinker, seen, chance_seed(rng))
        self.spend(thought)
        return thought


@dataclass(frozen=True, slots=True)
class Clock:
    """The most seconds that a bot may take for a decision at the table."""

    seconds: float
    waiting: Callable[[float], None] | None = None
    """Told now and then how many seconds a bot has thought that thinks on."""

    def is_over(self, passed: float) -> bool:
        """Return whether a bot that has thought so many seconds must decide now."""
        if passed >= self.seconds:
            return True
        if self.waiting is not None:
            self.waiting(passed)
        return False


def chance_seed(rng: random.Random) -> int:
    """Return a seed for the search's own generator, by ``random()`` alone."""
    return int(rng.random() * _CHANCE)


def one_of(choices: list[_T], rng: random.Random) -> _T:
    """Return one choice, by ``random()`` alone."""
    return choices[int(rng.random() * len(choices))]


def sample(cards: list[int], number: int, rng: random.Random) -> list[int]:
    """Return so many of the cards, by ``random()`` alone."""
    left = list(cards)
    return [left.pop(int(rng.random() * len(left))) for _ in range(number)]


@dataclass(frozen=True, slots=True)
class Who:
    """Who sits at a seat: a person by name, or a bot by the name that follows ``bot:``."""

    name: str
    bot: bool
    worlds: int | None = None
    """A thinker's budget, where the name gives one."""

    def __str__(self) -> str:
        """Return what a save holds."""
        if not self.bot:
            return self.name
        return f"bot:{self.name}" if self.worlds is None else f"bot:{self.name}:{self.worlds}"


@lru_cache(maxsize=8)
def thinker_of(plan: Plan) -> Thinker:
    """Return the thinker of a chapter, who keeps what rounds that have ended are worth."""
    return Thinker(plan)


@lru_cache(maxsize=8)
def _careful_of(plan: Plan) -> CarefulBot:
    return CarefulBot(plan)


def _make_random(_who: Who, _plan: Plan, _clock: Clock | None) -> Bot:
    return RandomBot()


def _make_careful(_who: Who, plan: Plan, _clock: Clock | None) -> Bot:
    return _careful_of(plan)


def _make_thinker(who: Who, plan: Plan, clock: Clock | None) -> Bot:
    return ThinkerBot(thinker_of(plan), who.worlds or WORLDS, clock)


BOTS: dict[str, Callable[[Who, Plan, Clock | None], Bot]] = {
    "random": _make_random,
    "careful": _make_careful,
    "thinker": _make_thinker,
}
STRONGEST = "thinker"
"""What plain ``bot`` means."""


class UnknownBotError(ValueError):
    """A bot that is not built; the message names those that are."""


def parse_bot(text: str) -> Who | None:
    """Return the bot of ``bot`` or ``bot:NAME[:WORLDS]``, None for text that names no bot; raises UnknownBotError."""
    word, colon, rest = text.strip().partition(":")
    if word.casefold() != "bot":
        return None
    name, again, worlds = (rest if colon else STRONGEST).casefold().partition(":")
    if name not in BOTS or (again and name != "thinker"):
        built = ", ".join(f"bot:{known}" for known in sorted(BOTS))
        raise UnknownBotError(f'a bot is {built} or bot:thinker:WORLDS; found "{text.strip()}"')
    if not again:
        return Who(name, bot=True)
    if not (worlds.isascii() and worlds.isdecimal() and len(worlds) <= _DIGITS and 1 <= int(worlds) <= MOST_WORLDS):
        raise UnknownBotError(f'a thinker\'s worlds are a whole number from 1 to {MOST_WORLDS}; found "{text.strip()}"')
    return Who(name, bot=True, worlds=int(worlds))


def seated(saved: str) -> Who:
    """Return who a save's seat names."""
    return parse_bot(saved) or Who(saved, bot=False)


def make_bot(who: Who, plan: Plan, clock: Clock | None = None) -> Bot:
    """Return the player that a bot's name stands for, in a chapter."""
    return BOTS[who.name](who, plan, clock)


def bot_stream(seed: int, seat: int, number: int) -> random.Random:
    """Return a bot's stream, made anew for each decision, so that a resume changes nothing."""
    return stream(seed, "bot", Seat(seat).word, number)


def bot_decision(who: Who, seen: Sight, *, seed: int, number: int) -> Decision:
    """Return a bot's decision or wish, from what its seat knows."""
    bot = make_bot(who, seen.state.plan)
    return decision_of(seen.state, bot.choose(seen, bot_stream(seed, int(seen.seat), number)))


def bots_choice(bots: tuple[Bot, Bot], state: State, *, seed: int, number: int) -> int:
    """Return the choice for the decision due where bots sit at both seats.

    A joint decision is the leading character's; two thinkers who may talk (N6) put what they know together first.
    """
    if state.phase in _ONE_SEAT:
        seat = int(state.seat)
        return bots[seat].choose(sight(state, seat), bot_stream(seed, seat, number))
    seat = int(state.leading)
    own = sight(state, seat)
    both = isinstance(bots[0], ThinkerBot) and isinstance(bots[1], ThinkerBot)
    if both and state.table.talk_reaction:
        own = pooled(own, sight(state, 1 - seat))
    return bots[seat].choose(own, bot_stream(seed, seat, number))
