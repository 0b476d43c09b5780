"""The duel's seat-honest players, by the same names as the chapters' bots: one seat's sight and a random stream."""

import random
from collections.abc import Callable

from campaign.cards import cards_in, mask_of
from campaign.duel import state as phases
from campaign.duel.sight import Sight, sight
from campaign.duel.state import NAMED_SHIFT, State
from campaign.duel.step import legal, must_pass, names, number_due
from campaign.notation import DUEL_COLOURS
from campaign.play.bots import WORLDS, Chooser, Clock, Who, WorldsBot, bot_stream, chance_seed, one_of, sample
from campaign.play.duel_careful import DuelCareful
from campaign.play.duel_thinking import DuelThinker, DuelThought

DuelBot = Chooser[Sight]
"""A player of the duel, at either seat."""


class RandomDuelBot:
    """Any allowed choice: each card, colour to name and trick as likely as any other, and each set of cards."""

    def choose(self, seen: Sight, rng: random.Random) -> int:
        """Return an allowed choice at random."""
        state = seen.state
        cards = cards_in(int(legal(state)))
        if state.phase == phases.TAKE:
            return one_of(cards, rng)
        if state.phase == phases.CARD:
            card = one_of(cards, rng)
            return card | one_of(list(DUEL_COLOURS), rng) << NAMED_SHIFT if names(state, card) else card
        must = int(must_pass(state)) if state.phase == phases.PASS else 0
        while True:
            chosen = mask_of(sample(cards, int(number_due(state)), rng))
            if not must or chosen & must:
                return chosen


class CarefulDuelBot:
    """Rules of thumb for both roles: the difference of the trick counts to be expected, and where it should go."""

    def __init__(self) -> None:
        self.careful = DuelCareful()

    def choose(self, seen: Sight, rng: random.Random) -> int:  # noqa: ARG002 (careful leaves nothing to chance)
        """Return the choice that its rules of thumb prefer."""
        return int(self.careful.choose(seen.state, seen.seat, seen.seen, seen.known))


class ThinkerDuelBot(WorldsBot):
    """Every choice played out by careful players in worlds that fit what the seat knows."""

    def __init__(self, worlds: int, clock: Clock | None = None) -> None:
        super().__init__(worlds, clock)
        self.thinker = DuelThinker()

    def choose(self, seen: Sight, rng: random.Random) -> int:
        """Return the choice of the highest value over its worlds."""
        return int(self.think(seen, rng).best())

    def think(self, seen: Sight, rng: random.Random) -> DuelThought:
        """Return the thought about a decision, with its worlds played where there is a choice."""
        self.cut = False
        thought = DuelThought(self.thinker, seen, chance_seed(rng))
        if len(thought.choices) > 1:
            self.spend(thought)
        return thought


def _make_random(_who: Who, _clock: Clock | None) -> DuelBot:
    return RandomDuelBot()


def _make_careful(_who: Who, _clock: Clock | None) -> DuelBot:
    return CarefulDuelBot()


def _make_thinker(who: Who, clock: Clock | None) -> DuelBot:
    return ThinkerDuelBot(who.worlds or WORLDS, clock)


DUEL_BOTS: dict[str, Callable[[Who, Clock | None], DuelBot]] = {
    "random": _make_random,
    "careful": _make_careful,
    "thinker": _make_thinker,
}


def make_duel_bot(who: Who, clock: Clock | None = None) -> DuelBot:
    """Return the player that a bot's name stands for, in a duel."""
    return DUEL_BOTS[who.name](who, clock)


def duel_bot_choice(bot: DuelBot, state: State, *, seed: int, seat: int, number: int) -> int:
    """Return a bot's choice for the decision due to its seat, the core's int, from what that seat knows of a state.

    ``seed`` is the duel's own (in a return match each of the two has one), ``number`` counts its decisions from 0.
    """
    return int(bot.choose(sight(state, seat), bot_stream(seed, seat, number)))
