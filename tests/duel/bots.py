"""Bots of the duel by name."""

from campaign.duel.decisions import Decision
from campaign.duel.refusals import decision_of
from campaign.duel.sight import Sight
from campaign.play.bots import Who, bot_stream, seated
from campaign.play.duel_bots import DuelBot, make_duel_bot


def bot(name: str) -> DuelBot:
    """Return a bot by the name that follows ``bot:``."""
    return make_duel_bot(seated(f"bot:{name}"))


def decided(who: Who, seen: Sight, *, seed: int, number: int) -> Decision:
    """Return a bot's decision, from what its seat knows."""
    chosen = make_duel_bot(who).choose(seen, bot_stream(seed, int(seen.seat), number))
    return decision_of(seen.state, int(chosen))
