"""Duels that two random players play from a seed."""

from campaign.cards import Chance
from campaign.duel.refusals import decision_of
from campaign.duel.rollouts import random_choice
from campaign.play.duel_session import DuelSession


def step(session: DuelSession, chance: Chance) -> None:
    """Make one random decision."""
    session.submit(decision_of(session.state, random_choice(session.state, chance)))


def play(seed: int) -> DuelSession:
    """Play the duel of a seed to its end, of a seed of 64 bits too, which a compiled ``Chance`` cannot hold."""
    session, chance = DuelSession(seed), Chance(seed % 2**31)
    while session.due is not None:
        step(session, chance)
    return session


def lines(session: DuelSession) -> tuple[str, ...]:
    """Return the decisions as a save holds them."""
    return tuple(map(str, session.decisions))
