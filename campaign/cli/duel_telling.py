"""A duel's events and its end in sentences, which hold only what the seat they are told to may see."""

from collections.abc import Mapping
from typing import assert_never

from campaign.duel.events import (
    AsideDealt,
    Dealt,
    Effect,
    Ended,
    Event,
    MarkerMoved,
    Named,
    Passed,
    Played,
    Ranked,
    RoundBegan,
    Swapped,
    Took,
    Won,
    visible,
)
from campaign.duel.match import MatchWinner, Outcome
from campaign.duel.state import HOME, ROUNDS
from campaign.duel.why import RULE_OF_EFFECT
from campaign.duel.words import EFFECT_TEXTS, ranked_words
from campaign.notation import PLAYERS, Seat, cards_text, plural
from campaign.play.duels import Duel, Match


def event_sentence(event: Event, seat: Seat | None, *, names: Mapping[Seat, str] | None = None) -> str:
    """Return an event as one sentence; ``names`` are what to call the seats, ``seat`` None is a referee."""
    called = {one: one.title for one in PLAYERS} | dict(names or {})
    match event:
        case RoundBegan(number, leading):
            return f"Round {number} begins; {called[leading]} leads the first trick (DU6)."
        case Dealt(who):
            return f"{called[who]} is dealt {_cards(event, seat)}."
        case AsideDealt():
            return f"Set aside: {_cards(event, seat)}."
        case Passed(who, cards):
            return f"{called[who]} passes {cards_text(cards)}."
        case Played(_, who, card):
            return f"{called[who]} plays {card.name}."
        case Named(who, suit):
            return f"{called[who]} names {suit.title}."
        case Ranked(ranks):
            return f"{ranked_words(ranks)}."
        case Effect():
            return effect_sentence(event)
        case Swapped(who, cards):
            return f"{called[who]} swaps {cards_text(cards)}."
        case Took(who, trick):
            return f"{called[who]} takes trick {trick}."
        case Won(trick, who):
            return f"{called[who]} wins trick {trick}."
        case MarkerMoved():
            return moved_sentence(event)
        case Ended(winner, number):
            return f"{called[winner]} wins in round {number} (DU3)."
        case _:
            assert_never(event)


def _cards(event: Dealt | AsideDealt, seat: Seat | None) -> str:
    """Return the cards, or how many there are, which everybody knows."""
    cards = visible(event, seat).get("cards")
    return cards_text(event.cards) if cards is not None else f"{len(event.cards)} hidden cards"


def effect_sentence(effect: Effect) -> str:
    """Return what came of a colour that met a potion (DU12)."""
    rule = RULE_OF_EFFECT[effect.suit]
    what = "nothing to resolve" if effect.cancelled else EFFECT_TEXTS[effect.suit]
    return f"{effect.suit.title} meets a potion: {what} ({rule})."


def moved_sentence(moved: MarkerMoved) -> str:
    """Return the marker's steps as a sentence, or that it stayed (DU17)."""
    if not moved.steps:
        return f"Both hold as many tricks, so the marker stays on {moved.end} (DU17)."
    return f"The marker moves {plural(moved.steps, 'step')} towards Hyde, from {moved.start} to {moved.end} (DU17)."


def ending_sentence(ended: Outcome) -> str:
    """Return who has won a duel and why (DU3)."""
    if ended.winner is Seat.HYDE:
        return f"Hyde wins: in round {ended.round} the marker reached {HOME}, his home (DU3)."
    short = plural(HOME - ended.marker, "step")
    return f"Jekyll wins: after {ROUNDS} rounds the marker stands on {ended.marker}, {short} from Hyde's home (DU3)."


def match_sentence(match: Match) -> str:
    """Return who has won a return match, and by what (DU18)."""
    hydes = [f"the Hyde of duel {duel.game} ({duel.seats[Seat.HYDE]})" for duel in (match.first, match.second)]
    if match.between_two:
        hydes = [f"{duel.seats[Seat.HYDE]} as Hyde" for duel in (match.first, match.second)]
    fared = "; ".join(f"{who} {_as_hyde(duel)}" for who, duel in zip(hydes, (match.first, match.second), strict=True))
    if match.won is MatchWinner.DRAW:
        return f"The return match is a draw: {fared} (DU18)."
    winner = match.winner if match.between_two else hydes[match.won is MatchWinner.SECOND]
    return f"The return match goes to {winner}: {fared} (DU18)."


def _as_hyde(duel: Duel) -> str:
    if duel.ending is None:
        raise ValueError("a match that has been played has two endings")
    if duel.ending.winner is Seat.HYDE:
        return f"was home in round {duel.ending.round}"
    return f"came to {duel.ending.marker} of {HOME}"


def duel_title(duel: Duel) -> str:
    """Return a duel's title, with its number in a return match."""
    return "Jekyll vs. Hyde" if duel.of == 1 else f"Jekyll vs. Hyde, duel {duel.game} of {duel.of}"
