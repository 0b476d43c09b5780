"""The rules in words, and why a trick, an effect or the marker went as it did."""

import re

import pytest

from campaign.duel.events import Effect
from campaign.duel.refusals import DUE_RULES
from campaign.duel.why import RULE_OF_EFFECT, why, why_trick
from campaign.duel.words import EFFECT_TEXTS, RULE_TEXTS, how_to_play, ranked_words
from campaign.notation import DUEL_COLOURS, DuelSuit
from tests.duel.builder import Game
from tests.duel.random_play import Play
from tests.duel.test_rounds import ROUND


def test_every_rule_of_play_is_told_to_the_table() -> None:
    text = " ".join(words for _, words in how_to_play())
    named = {int(number) for number in re.findall(r"DU(\d+)", text)}
    assert named == {1, *range(3, 18)}
    for colour in DUEL_COLOURS:
        assert EFFECT_TEXTS[colour] in text.casefold()
    for rule, words in RULE_TEXTS.items():
        assert f"({rule})" in words
    assert set(RULE_TEXTS) >= set(DUE_RULES.values()) - {"DU7"}


@pytest.mark.parametrize(
    ("ranks", "words"),
    [
        ("", "No colour is ranked"),
        ("W", "Wrath is the only colour ranked so far"),
        ("WPG", "The ranks, low to high: Wrath < Pride < Greed"),
    ],
)
def test_ranks_in_words_du10(ranks: str, words: str) -> None:
    assert ranked_words(ranks) == words


def test_other_ranks_have_no_words() -> None:
    with pytest.raises(ValueError, match="FRM"):
        ranked_words("FRM")


def reasons(jekyll: str, hyde: str, plays: str) -> list[str]:
    return why(Game().lay(jekyll, hyde).plays(plays).events)


def test_why_two_colours_go_where_they_go_du11() -> None:
    assert reasons("P7", "W1", "P7 W1") == [
        "Trick 1: Pride 7, Wrath 1. Wrath 1 wins it for Hyde.",
        "Ranks then, low to high: Pride < Wrath < Greed. The higher rank wins, whatever the numbers (DU11).",
    ]
    assert reasons("P7", "P1", "P7 P1") == [
        "Trick 1: Pride 7, Pride 1. Pride 7 wins it for Jekyll.",
        "Both cards are of one colour: the higher number wins (DU11).",
    ]


def test_why_a_potion_wins_or_loses_du12_du13() -> None:
    assert reasons("P5", "4+", "P5 4+") == [
        "Trick 1: Pride 5, Potion 4+. Pride 5 wins it for Jekyll.",
        "Pride met a potion: who wins this trick takes one that lies before the opponent (DU14).",
        "With one potion the higher number wins, whatever the ranks (DU12).",
    ]
    assert reasons("W4", "4+", "W4 4+") == [
        "Trick 1: Wrath 4, Potion 4+. Potion 4+ wins it for Hyde.",
        "Wrath met a potion: all rank tokens come off (DU16).",
        "With one potion ranks do not count, and a potion beats the equal number (DU12).",
    ]
    assert reasons("3+", "4+", "3+P 4+") == [
        "Trick 1: Potion 3+, Potion 4+. Potion 4+ wins it for Hyde.",
        "Two potions: no effect, the higher wins (DU13).",
    ]


def test_why_an_effect_is_due_or_cancelled_du14_du15() -> None:
    game = Game().lay("G3 P1", "3+ P5").plays("G3 3+")
    assert why(game.events) == [
        "Greed met a potion: both choose two cards of their hand, or the last one, and swap them (DU15)."
    ]
    from_events = [event for event in Game().lay("G3", "3+").plays("G3 3+").events if not hasattr(event, "trick")]
    assert why(from_events) == [
        "Greed met a potion: both choose two cards of their hand, or the last one, and swap them (DU15).",
        "It is cancelled: no card is left to swap (DU15).",
    ]
    game = Game().lay("P3", "3+").plays("P3 3+")
    cancelled = next(index for index, event in enumerate(game.events) if isinstance(event, Effect))
    assert why(game.events[: cancelled + 1])[1] == (
        "It is cancelled: no trick lies before the opponent of this trick's winner (DU14)."
    )


def test_why_the_marker_stepped_or_stayed_du17_du3() -> None:
    game = Game().deal().do("jekyll passes P1", "hyde passes P5").plays(ROUND).do("jekyll takes 4")
    assert (
        why(game.events)[-1]
        == "Jekyll has 3 tricks and Hyde 7: the marker steps from 0 to 4, by the difference (DU17)."
    )
    assert why(game.events)[0] == "Trick 10: Pride 4, Potion 2+. Pride 4 wins it for Jekyll."
    told = set()
    for seed in range(30):
        events = Play(seed).run().events
        told |= {re.sub(r"\d+", "N", why(events[:end])[-1]) for end in range(1, len(events) + 1) if why(events[:end])}
    assert "Jekyll has N tricks and Hyde N: no difference, so the marker stays (DUN)." in told
    assert "It has reached Hyde's home: Hyde wins at once (DUN)." in told


def test_nothing_has_happened_yet() -> None:
    game = Game().deal()
    assert why(game.events) == []
    with pytest.raises(ValueError, match="finished trick"):
        why_trick(game.events)
    assert set(RULE_OF_EFFECT) == set(DUEL_COLOURS) == set(DuelSuit) - {DuelSuit.POTION}
