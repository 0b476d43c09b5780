"""The shared rules in words: what a round changes stands in them."""

from dataclasses import replace

from campaign.rules.chapter import Effect, FirstTakes, Role, RoundRules
from campaign.rules.teaching import how_to_play

STANDARD = (
    (
        "The City leads the first trick; who wins a trick leads the next. After the City the leading character plays "
        "(N1, N2). The City plays its top card and never follows (N3)."
    ),
    "The first colour card of a trick is the one to follow: who holds that colour plays it or a potion (N4).",
    "The first colour to appear in a round is ranked lowest, the second in the middle, the third highest (K1).",
    (
        "The highest rank in a trick wins, within it the highest number (W1). A potion counts as its reaction's colour "
        "(R3) and beats the equal number (W2). Of three potions the highest wins (W3)."
    ),
    (
        "A potion and a colour card one directly after the other react, once a trick (R1, R2). "
        "Fear: the players put the ranks in a different order; Ruse: a player takes the City's last trick; "
        "Manipulation: a player draws the City's top card and puts one back."
    ),
)


def test_the_standard_game_is_told_in_five_lines() -> None:
    assert how_to_play(RoundRules()) == STANDARD


def test_what_a_round_changes_is_told_in_its_place() -> None:
    rules = RoundRules(opens=Role.OTHER, after_city=Role.OTHER, must_follow=False, first_takes=FirstTakes.HIGHEST)
    told = how_to_play(replace(rules, effects=(Effect.NOTHING,) * 3))
    assert told[0].startswith(
        "The other character leads the first trick; who wins a trick leads the next. After the City the other"
    )
    assert told[1] == "Nobody has to follow: any card may be played."
    assert told[2].endswith("ranked highest, the second in the middle, the third lowest (K1).")
    assert told[4].endswith("Fear: nothing happens; Ruse: nothing happens; Manipulation: nothing happens.")
