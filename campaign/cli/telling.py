"""An event as JSON, and as a sentence; both hold only what the seat they are told to may see."""

from collections.abc import Mapping
from typing import assert_never

from campaign.notation import Card, Seat, Suit, cards_text, plural
from campaign.play.campaign import Ending, Reason
from campaign.rules.chapter import Chapter, Pawn
from campaign.rules.events import (
    AchievementJudged,
    CityStacked,
    Dealt,
    Drew,
    Event,
    Given,
    Handed,
    Moved,
    ObjectiveJudged,
    Passed,
    Played,
    Ranked,
    Reacted,
    Reordered,
    ReserveDealt,
    Returned,
    RoundBegan,
    Took,
    Won,
    visible,
)
from campaign.rules.words import EFFECT_TEXTS, PAWN_TEXTS
from campaign.telling import json_fields

EVENT_NAMES: dict[type[Event], str] = {
    RoundBegan: "round",
    Dealt: "dealt",
    ReserveDealt: "dealt",
    Given: "given",
    Passed: "passed",
    CityStacked: "city",
    Played: "played",
    Ranked: "ranked",
    Reacted: "reaction",
    Took: "took",
    Handed: "handed",
    Reordered: "reordered",
    Drew: "drew",
    Returned: "returned",
    Won: "won",
    Moved: "moved",
    ObjectiveJudged: "objective",
    AchievementJudged: "achievement",
}
RESERVE = "reserve"
"""Whose cards the Reserve's are, in a ``dealt`` event."""


def event_json(event: Event, seat: Seat | None) -> dict[str, object]:
    """Return an event's keys in the contract's order; ``seat`` None is a referee, who sees all."""
    told: dict[str, object] = {"event": EVENT_NAMES[type(event)]}
    if isinstance(event, ReserveDealt):
        told["seat"] = RESERVE
    return told | json_fields(visible(event, seat))


def ranks_words(ranks: str) -> str:
    """Return ranks, low to high, as ``Manipulation < Fear < Ruse``."""
    names = {suit.letter: suit.title for suit in Suit}
    return " < ".join(names[letter] for letter in ranks)


def ranked_words(ranks: str) -> str:
    """Return how the ranks lie as a clause."""
    if len(ranks) == 1:
        return f"{ranks_words(ranks)} is the only colour ranked so far"
    return f"The ranks, low to high: {ranks_words(ranks)}" if ranks else "No colour is ranked"


def event_sentence(event: Event, seat: Seat | None, *, names: Mapping[Seat, str] | None = None) -> str:
    """Return an event as one sentence; ``names`` are what to call the seats, ``seat`` None is a referee."""
    called = {one: one.title for one in Seat} | {Seat.CITY: "The City"} | dict(names or {})
    seen = visible(event, seat)
    match event:
        case RoundBegan(number, leading):
            return f"Round {number} begins; {called[leading]} is the leading character."
        case Dealt(who):
            return f"{called[who]} is dealt {_cards(event, seen)}."
        case ReserveDealt():
            return f"The Reserve: {_cards(event, seen)}."
        case Given(who):
            return f"{called[who]} gives the City {_cards(event, seen)}."
        case CityStacked():
            return f"The City's deck, top first: {_cards(event, seen)}."
        case Drew(who):
            return f"{called[who]} draws {_card(seen)} from the City's deck."
        case Returned(who):
            return f"{called[who]} puts {_card(seen)} on top of the City's deck."
        case _:
            return _open_sentence(event, called)


def _cards(event: Dealt | ReserveDealt | Given | CityStacked, seen: Mapping[str, object]) -> str:
    """Return the cards, or how many there are, which everybody knows."""
    cards = seen.get("cards")
    return cards_text(cards) if isinstance(cards, tuple) else f"{len(event.cards)} hidden cards"


def _card(seen: Mapping[str, object]) -> str:
    card = seen.get("card")
    return card.name if isinstance(card, Card) else "a card"


_OpenEvent = (
    Passed | Played | Ranked | Reacted | Took | Handed | Reordered | Won | Moved | ObjectiveJudged | AchievementJudged
)


def _open_sentence(event: _OpenEvent, called: Mapping[Seat, str]) -> str:
    """Tell what everybody may see."""
    match event:
        case Passed(who, cards):
            return f"{called[who]} passes {cards_text(cards)}."
        case Handed(who, trick):
            return f"{called[who]} hands the City trick {trick}."
        case Played(_, who, card):
            return f"{called[who]} plays {card.name}."
        case Ranked(ranks):
            return f"{ranked_words(ranks)}."
        case Reordered(ranks):
            return f"New order of the ranks, low to high: {ranks_words(ranks)}."
        case Reacted(colour, effect, cancelled):
            return f"A reaction of {colour.title}{' is cancelled' if cancelled else f': {EFFECT_TEXTS[effect]}'}."
        case Took(who, trick):
            return f"{called[who]} takes the City's trick {trick}."
        case Won(trick, who):
            return f"{called[who]} wins trick {trick}."
        case Moved():
            return moved_sentence(event)
        case ObjectiveJudged(name, verdict):
            return f"The objective {name}: {verdict}."
        case AchievementJudged(verdict):
            return f"The achievement: {verdict}."
        case _:
            assert_never(event)


def moved_sentence(event: Moved) -> str:
    """Return a pawn's steps as a sentence, with the chapter's name of the move."""
    verb = "move" if event.pawn is Pawn.JEKYLL_HYDE else "moves"
    way = "back" if event.steps < 0 else "forward"
    steps = plural(abs(event.steps), "step")
    return f"{PAWN_TEXTS[event.pawn]} {verb} {steps} {way}, from {event.start} to {event.end} ({event.move})."


def ending_sentence(ending: Ending, chapter: Chapter, jekyll_hyde: int) -> str:
    """Return why a game ended as one sentence; ``jekyll_hyde`` is the space on which they stand."""
    last = chapter.last_position
    match ending.reason:
        case Reason.REACHED:
            return f"Success: after the last round Jekyll & Hyde stand on space {last}."
        case Reason.CAUGHT:
            return f"Defeat: Scotland Yard caught Jekyll & Hyde on space {jekyll_hyde}."
        case Reason.SHORT:
            return f"Defeat: after the last round Jekyll & Hyde stand on space {jekyll_hyde}, not on {last}."
        case Reason.OVERSHOOT:
            return f"Defeat: Jekyll & Hyde had to step past space {last}."
        case Reason.OBJECTIVE:
            return f"Defeat: the objective {ending.objective} failed."
        case Reason.CONCEDED:
            return "Defeat: the players conceded."
        case _:
            assert_never(ending.reason)


def ending_json(ending: Ending, text: str, attempt: int | None) -> dict[str, object]:
    """Return the ``ended`` event; ``attempt`` 7 means 7+."""
    return {
        "event": "ended",
        "verdict": ending.verdict.value,
        "reason": ending.reason.value,
        "objective": ending.objective,
        "text": text,
        "stars": ending.stars,
        "attempt": shown_attempt(attempt),
    }


def shown_attempt(attempt: int | None) -> int | None:
    """Return an attempt's number as JSON has it: 7 means 7+, None a free game."""
    return None if attempt is None else min(attempt, 7)


def attempt_words(attempt: int | None) -> str:
    """Return ``attempt 2``, ``attempt 7+`` or ``a free game``."""
    if attempt is None:
        return "a free game"
    return f"attempt {attempt if attempt < 7 else '7+'}"  # noqa: PLR2004 (rule T2: from the 7th on it is 7+)
