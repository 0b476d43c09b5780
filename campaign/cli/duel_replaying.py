"""A finished duel told again: its events as JSON, or its story."""

from collections.abc import Sequence

from campaign.cli.context import CONTENT, Stop
from campaign.cli.duel_telling import duel_title, ending_sentence, event_sentence, match_sentence
from campaign.cli.replaying import Replayed
from campaign.cli.story import Frame, Story, Telling, game_facts
from campaign.duel.events import (
    Effect,
    Ended,
    Event,
    MarkerMoved,
    Named,
    Played,
    Ranked,
    RoundBegan,
    Won,
    visible,
)
from campaign.duel.words import ranks_words
from campaign.notation import DuelCard, Seat
from campaign.play.duel_replay import replay_json, replayed
from campaign.play.duel_session import DriftError
from campaign.play.duels import Duels, match_ended, told_seed


def duel_replay(name: str, duels: Duels, number: int, seat: Seat | None) -> Replayed:
    """Return a finished duel's events as JSON and what writes its story; stops where its record does not fit."""
    duel = duels.games[number - 1]
    try:
        session = replayed(duel)
    except DriftError as error:
        raise Stop(CONTENT, f"{name}, game {number}: {error}") from error
    if duel.ending is None:
        raise Stop(CONTENT, f"game {number} of {name} is still in progress")
    match = match_ended(duels, number)
    words = [] if match is None else [match_sentence(match)]
    frame = Frame(
        head=f"{name} · game {number}",
        right="",
        title=duel_title(duel),
        plain_title=f"Duel: {duel_title(duel)}",
        facts=game_facts(duel.seats, told_seed(duels, number), seat),
        end=ending_sentence(duel.ending),
        end_style="bold",
        after=[("Match", text, text) for text in words],
    )
    events = replay_json(duels, number, session, seat)
    return events, lambda output: Story(output, _TELLING, seat).tell(session.events, frame)


def _cards(event: Event, seat: Seat | None) -> Sequence[DuelCard]:
    cards = visible(event, seat).get("cards")
    return cards if isinstance(cards, tuple) else ()


_TELLING: Telling[Event] = Telling(
    sentence=event_sentence,
    cards=_cards,
    beside=lambda event: f"naming {event.suit.title}" if isinstance(event, Named) else None,
    round_began=RoundBegan,
    played=Played,
    won=Won,
    ranked=Ranked,
    moved=(MarkerMoved,),
    judged=(Ended,),
    cancelled=lambda event: isinstance(event, Effect) and event.cancelled,
    leads="leads the first trick",
    ranks_words=lambda ranks: ranks_words(ranks) or "none",
)
