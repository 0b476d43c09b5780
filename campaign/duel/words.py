"""The duel's rules in words for the table, with their numbers."""

from campaign import notation
from campaign.notation import DUEL_COLOURS, DUEL_RANK_TEXTS, DuelSuit

__all__ = ["EFFECT_TEXTS", "RULE_TEXTS", "how_to_play", "ranked_words", "ranks_words"]

EFFECT_TEXTS = {
    DuelSuit.PRIDE: "who wins this trick takes one that lies before the opponent",
    DuelSuit.GREED: "both choose two cards of their hand, or the last one, and swap them",
    DuelSuit.WRATH: "all rank tokens come off",
}

RULE_TEXTS = {
    "DU5": (
        "Each passes as many cards as the round's number, both at the same time; who holds two potions or more passes "
        "at least one potion (DU5)."
    ),
    "DU8": "After a colour the other plays that colour or a potion; who has none of that colour plays any card (DU8).",
    "DU9": "A led potion names a colour: who holds it must play it, and may not play a potion instead (DU9).",
    "DU14": "Pride takes one of the tricks that lie before the opponent, whichever the winner likes (DU14).",
    "DU15": "Greed swaps two cards of each hand; one if only one is left (DU15).",
}
"""What the rules behind the commonest refusals say."""


def how_to_play() -> tuple[str, ...]:
    """Return how the duel is played, a sentence or two each, with the rules' numbers."""
    colours = (DuelSuit.PRIDE, DuelSuit.GREED, DuelSuit.WRATH)
    effects = "; ".join(f"{colour.title}: {EFFECT_TEXTS[colour]}" for colour in colours)
    return (
        (
            "Hyde wins at once when the marker reaches 10, his home; Jekyll wins if it has not after 3 rounds (DU3). "
            "After each round it moves by the difference of the two trick counts, whoever won more (DU17)."
        ),
        "Ten cards each, five are set aside unseen (DU4).",
        RULE_TEXTS["DU5"],
        "Jekyll leads the first trick while the marker stands on 0 to 4, Hyde from 5 on (DU6); then who won (DU7).",
        RULE_TEXTS["DU8"],
        RULE_TEXTS["DU9"],
        "The first colour to appear in a round is ranked lowest, the second in the middle, the third highest (DU10).",
        "Of two cards of one colour the higher number wins, else the higher rank (DU11).",
        (
            "With one potion the effect of the other card's colour is resolved, then the higher number wins, ranks "
            "ignored; a potion beats the equal number (DU12). Of two potions the higher wins, without effect (DU13)."
        ),
        f"{effects} (DU14 to DU16).",
    )


def ranks_words(ranks: str) -> str:
    """Return ranks, low to high, as ``Wrath < Pride < Greed``."""
    return notation.ranks_words(ranks, DUEL_COLOURS)


def ranked_words(ranks: str) -> str:
    """Return how the ranks lie as a clause; text of ``DUEL_RANK_TEXTS``."""
    if ranks not in DUEL_RANK_TEXTS:
        raise ValueError(f"{ranks} is no state of the ranks")
    if len(ranks) == 1:
        return f"{ranks_words(ranks)} is the only colour ranked so far"
    return f"The ranks, low to high: {ranks_words(ranks)}" if ranks else "No colour is ranked"
