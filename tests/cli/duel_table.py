"""Duels at the table: lines of decisions that the rules allow, and sessions that they lead to."""

import random
from collections.abc import Collection, Sequence
from pathlib import Path

import pytest

from campaign.duel.decisions import Kind, parse_decision
from campaign.files.saves import SaveFolder
from campaign.notation import DuelSuit, Seat, cards_text, parse_duel_cards
from campaign.play.bots import Who
from campaign.play.duel_session import DuelSession
from campaign.play.duels import Duels
from tests.duel.bots import decided

CAREFUL = Who("careful", bot=True)


def next_line(session: DuelSession) -> str:
    """Return a decision that the rules allow, the same one in the same place of the same duel."""
    asked = session.due
    assert asked is not None
    view = session.view(asked.seat)
    rng = random.Random(f"{session.seed} {len(session.decisions)}")
    who = asked.seat.word
    match asked.kind:
        case Kind.PLAYS:
            card = rng.choice(view.legal)
            naming = f" naming {rng.choice('PWG')}" if view.may_name and card.suit is DuelSuit.POTION else ""
            return f"{who} plays {card}{naming}"
        case Kind.TAKES:
            return f"{who} takes {rng.choice(view.takes)}"
        case Kind.PASSES:
            first = view.must_pass[:1]
            rest = [card for card in view.hand if card not in first]
            return f"{who} passes {cards_text(sorted([*first, *rng.sample(rest, view.number - len(first))]))}"
        case Kind.SWAPS:
            return f"{who} swaps {cards_text(sorted(rng.sample(view.hand, view.number)))}"


def duel_lines(seed: int, *, bots: Collection[Seat] = ()) -> list[str]:
    """Return the decisions of people in a whole duel; careful bots decide for the rest."""
    session = DuelSession(seed)
    lines: list[str] = []
    while (asked := session.due) is not None:
        if asked.seat in bots:
            number = len(session.decisions)
            seen = session.sight(asked.seat)
            session.submit(decided(CAREFUL, seen, seed=seed, number=number))
        else:
            lines.append(next_line(session))
            session.submit(parse_decision(lines[-1]))
    return lines


def after(seed: int, lines: Sequence[str]) -> DuelSession:
    """Return the session that some decisions lead to."""
    session = DuelSession(seed)
    for line in lines:
        session.submit(parse_decision(line))
    return session


def kinds_at(seed: int, lines: Sequence[str]) -> dict[tuple[Kind, Seat], int]:
    """Return, for each kind of decision of each seat, how many decisions come before its first."""
    found: dict[tuple[Kind, Seat], int] = {}
    for number in range(len(lines)):
        asked = after(seed, lines[:number]).due
        assert asked is not None
        found.setdefault((asked.kind, asked.seat), number)
    return found


def duels(saves: Path, name: str = "duel") -> Duels:
    """Return a save of duels."""
    return SaveFolder(saves).load_duels(name)


def deals(monkeypatch: pytest.MonkeyPatch, jekyll: str, hyde: str) -> None:
    """Let every round from now on have these hands, in the notation (DU4)."""
    masks = tuple(sum(1 << card.index for card in parse_duel_cards(hand)) for hand in (jekyll, hyde))
    monkeypatch.setattr("campaign.play.duel_session.duel_deal", lambda _seed, _number: masks)
