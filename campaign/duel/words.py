"""The duel's rules in words for the table, with their numbers."""

from campaign import notation
from campaign.notation import DUEL_COLOURS, DUEL_RANK_TEXTS, DuelSuit

__all__ = ["EFFECT_NOTES", "EFFECT_TEXTS", "RULE_TEXTS", "how_to_play", "ranked_words", "ranks_words"]

EFFECT_TEXTS = {
    DuelSuit.PRIDE: "who wins this trick takes one that lies before the opponent",
    DuelSuit.GREED: "both choose two cards of their hand, or the last one, and swap them",
    DuelSuit.WRATH: "all rank tokens come off",
}

EFFECT_NOTES = {
    DuelSuit.PRIDE: "Pride: the winner takes a trick (DU14)",
    DuelSuit.GREED: "Greed: two cards are swapped (DU15)",
    DuelSuit.WRATH: "Wrath: the ranks come off (DU16)",
}
"""What follows where a colour and a potion meet, beside a card that may be played."""

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


def how_to_play() -> tuple[tuple[str, str], ...]:
    """Return how the duel is played: what each part is called, and a sentence or two with the rules' numbers."""
    return (
        ("Aim", "Hyde wins at once when the marker, from 0, is on 10, his home; Jekyll, if not after 3 rounds (DU3)."),
        (
            "Marker",
            (
                "After each round it moves towards 10 by the difference of the two trick counts, whoever won more "
                "(DU17). So Jekyll wants them even, and Hyde wants them apart."
            ),
        ),
        (
            "Cards",
            (
                "Pride, Wrath and Greed, each 1 to 7, and the potions 2+ to 5+ (DU1). Ten are dealt to each, five are "
                "set aside unseen (DU4)."
            ),
        ),
        ("Pass", RULE_TEXTS["DU5"]),
        (
            "Lead",
            "Jekyll leads the first trick while the marker is on 0 to 4, Hyde from 5 on (DU6); then whoever won (DU7).",
        ),
        ("Follow", f"{RULE_TEXTS['DU8']} {RULE_TEXTS['DU9']}"),
        ("Ranks", "The round's first colour is lowest, the second in the middle, the third highest (DU10)."),
        ("Win", "Of two cards of one colour the higher number wins, else the higher rank (DU11)."),
        (
            "Potions",
            (
                "With one potion the other card's colour has its effect, then the higher number wins, ranks ignored; "
                "a potion beats the equal number (DU12). Of two potions the higher wins, without effect (DU13)."
            ),
        ),
        ("Pride", f"{_sentence(EFFECT_TEXTS[DuelSuit.PRIDE])}, that trick excepted (DU14)."),
        ("Greed", f"{_sentence(EFFECT_TEXTS[DuelSuit.GREED])} (DU15)."),
        ("Wrath", f"{_sentence(EFFECT_TEXTS[DuelSuit.WRATH])}; later tricks rank the colours anew (DU16)."),
    )


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]


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
