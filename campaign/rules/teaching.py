"""The rules that every chapter shares, in words for the table, with what a round changes already in them."""

from campaign.notation import COLOURS
from campaign.rules.chapter import FirstTakes, Role, RoundRules
from campaign.rules.phrases import ROLE_TEXTS
from campaign.rules.words import EFFECT_TEXTS

RULE_TEXTS = {
    "D2": "Each player gives so many cards as the chapter says, and first of all those that must be given (D2).",
    "N4": "The first colour card of a trick is the one to follow: who holds that colour plays it or a potion (N4).",
    "R4": "The players decide together who resolves a reaction, unless the chapter names one (R4).",
    "R6": "Fear puts the three ranks in another order than the one that lies there (R6).",
    "R7": "Who has drawn the City's top card puts back any card of the hand, the drawn one included (R7).",
}
"""What the rules behind the commonest refusals say."""


def how_to_play(rules: RoundRules) -> tuple[str, ...]:
    """Return how tricks, ranks and reactions work in a round, a sentence or two each, with the rules' numbers."""
    opener = ROLE_TEXTS[rules.opens]
    after = "the leading character" if rules.after_city is Role.LEADING else "the other character"
    follow = RULE_TEXTS["N4"] if rules.must_follow else "Nobody has to follow: any card may be played."
    first, third = ("lowest", "highest") if rules.first_takes is FirstTakes.LOWEST else ("highest", "lowest")
    effects = "; ".join(f"{colour.title}: {EFFECT_TEXTS[rules.effects[colour]]}" for colour in COLOURS)
    return (
        (
            f"{opener[0].upper()}{opener[1:]} leads the first trick; who wins a trick leads the next. After the City "
            f"{after} plays (N1, N2). The City plays its top card and never follows (N3)."
        ),
        follow,
        f"The first colour to appear in a round is ranked {first}, the second in the middle, the third {third} (K1).",
        (
            "The highest rank in a trick wins, within it the highest number (W1). A potion counts as its reaction's "
            "colour (R3) and beats the equal number (W2). Of three potions the highest wins (W3)."
        ),
        f"A potion and a colour card one directly after the other react, once a trick (R1, R2). {effects}.",
    )
