"""Bots of the duel by name."""

from campaign.play.bots import seated
from campaign.play.duel_bots import DuelBot, make_duel_bot


def bot(name: str) -> DuelBot:
    """Return a bot by the name that follows ``bot:``."""
    return make_duel_bot(seated(f"bot:{name}"))
