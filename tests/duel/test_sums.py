"""The duels of the checksum, which is equal compiled and interpreted, hold every decision."""

from campaign.duel import state as phases
from tests.duel.checksum import duel_sum


def test_the_duels_summed_hold_every_decision_and_are_summed_alike() -> None:
    kinds: set[int] = set()
    assert duel_sum(kinds) == duel_sum(set())
    assert kinds == {phases.PASS, phases.CARD, phases.TAKE, phases.SWAP}
