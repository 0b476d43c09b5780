"""Exact tree counts on tiny decks: the core, a naive search and the numbers in ``trees.json`` agree."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from campaign.notation import Seat, parse_deal
from campaign.rules import step, tricks
from campaign.rules.chapter import RanksStart
from tests.rules.builder import FRM, Game, chapter
from tests.rules.trees import Night, core_lines, first_difference, naive_day, naive_lines

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "trees.json").read_text(encoding="utf-8"))


def words(text: str, place: str) -> tuple[str, ...]:
    """Return the cards of one place of a deal, as texts."""
    for part in text.split("|"):
        name, _, cards = part.partition(":")
        if name.strip() == place:
            return tuple(cards.split())
    return ()


def by_core(case: dict[str, Any]) -> list[tuple[str, ...]]:
    """Return every line of a case, by the core."""
    start = FRM if case["ranks"] == "FRM" else RanksStart.NONE
    hand = len(words(case["deal"], "jekyll")) + (0 if case["gifts"] else case["give"])
    built = chapter(rounds=1, hand=hand, give=case["give"], ranks_start=start)
    game = Game(built, Seat.JEKYLL if case["face"] == "J" else Seat.HYDE)
    if case["gifts"]:
        game.deal(case["deal"])
    else:
        assert parse_deal(case["deal"]).city
        game.lay(case["deal"])
    return sorted(core_lines(game.state))


def by_hand(case: dict[str, Any]) -> list[tuple[str, ...]]:
    """Return every line of a case, by the naive search."""
    deal = case["deal"]
    hands = {"J": words(deal, "jekyll"), "H": words(deal, "hyde")}
    city = words(deal, "city")
    kept = len(hands["J"]) - (case["give"] if case["gifts"] else 0)
    night = Night(hands, city, case["ranks"], case["face"], left=min(kept, 2 * case["give"]))
    return sorted(naive_day(night, case["give"]) if case["gifts"] else naive_lines(night))


def nodes(lines: list[tuple[str, ...]]) -> list[int]:
    """Return how many different beginnings of each length some lines have."""
    found = Counter(len(start) for start in {line[:size] for line in lines for size in range(1, len(line) + 1)})
    return [found[size] for size in sorted(found)]


def mismatch(case: dict[str, Any]) -> str:
    """Return what is wrong with a case: the first differing branch, or the numbers; nothing if all is well."""
    lines = by_core(case)
    expected = by_hand(case)
    if lines != expected:
        return first_difference(lines, expected)
    numbers = nodes(lines)
    return "" if numbers == case["nodes"] else f"found {numbers}, stored {case['nodes']}"


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_every_branch_is_there_and_no_other(case: dict[str, Any]) -> None:
    assert not mismatch(case)


def test_a_tree_small_enough_to_count_on_paper_n4_n2() -> None:
    # City F1; Jekyll must follow with F2, Hyde holds no Fear: M1 or R1. Then one card each is left: two lines.
    case = {"deal": "jekyll: F2 R2 | hyde: M1 R1 | city: F1 F3", "give": 1, "gifts": False, "ranks": "", "face": "J"}
    assert nodes(by_core(case)) == [1, 2, 2, 2, 2]


@pytest.mark.interpreted
def test_the_first_differing_branch_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def ignores_potions(hand: int, opening: int) -> int:
        return int(tricks.follows(hand, opening)) & ~(15 << 24) or hand

    case = next(case for case in CASES if case["name"] == "potions on both sides")
    monkeypatch.setattr(step, "follows", ignores_potions)
    found = mismatch(case)
    assert found.startswith("found    ")
    assert "plays" in found
