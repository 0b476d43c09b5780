"""The duel's seat-honest players, by the same names as the chapters' bots: one seat's sight and a random stream."""

import random
from collections.abc import Callable

from campaign.cards import cards_in, mask_of
from campaign.duel import state as phases
from campaign.duel.decisions import Decision
from campaign.duel.refusals import decision_of
from campaign.duel.sight import Sight, sight
from campaign.duel.state import NAMED_SHIFT, State
from campaign.duel.step import legal, must_pass, names, number_due
from campaign.notation import DUEL_COLOURS
from campaign.play.bots import Chooser, Clock, Who, bot_stream, one_of, sample

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


def _make_random(_who: Who, _clock: Clock | None) -> DuelBot:
    return RandomDuelBot()


DUEL_BOTS: dict[str, Callable[[Who, Clock | None], DuelBot]] = {
    "random": _make_random,
}


def make_duel_bot(who: Who, clock: Clock | None = None) -> DuelBot:
    """Return the player that a bot's name stands for, in a duel."""
    return DUEL_BOTS[who.name](who, clock)


def duel_bot_choice(bot: DuelBot, state: State, *, seed: int, seat: int, number: int) -> int:
    """Return a bot's choice for the decision due to its seat, the core's int, from what that seat knows of a state.

    ``seed`` is the duel's own (in a return match each of the two has one), ``number`` counts its decisions from 0.
    """
    return int(bot.choose(sight(state, seat), bot_stream(seed, seat, number)))


def duel_bot_decision(who: Who, seen: Sight, *, seed: int, number: int) -> Decision:
    """Return a bot's decision, from what its seat knows."""
    chosen = make_duel_bot(who).choose(seen, bot_stream(seed, int(seen.seat), number))
    return decision_of(seen.state, int(chosen))
