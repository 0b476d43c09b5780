"""A finished game told again: its events as JSON lines, or a story by round and trick."""

import json as json_text
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from campaign.cli.console import Output
from campaign.cli.context import CONTENT, USAGE, Context, Stop, parse_number
from campaign.cli.home import stars_words
from campaign.cli.layout import paragraph
from campaign.cli.manage import campaign_chapters
from campaign.cli.story import Frame, Story, Telling, game_facts
from campaign.cli.telling import attempt_words, ending_json, ending_sentence, event_json, event_sentence, ranks_words
from campaign.files.chapters import ChapterProblems, stored_chapter
from campaign.files.codec import Save
from campaign.notation import PLAYERS, Card, Seat, quoted
from campaign.play.campaign import Campaign, Ending, Game, Verdict
from campaign.play.duels import Duel, Duels
from campaign.play.game_record import GameRecord
from campaign.play.session import DriftError, Session, replay
from campaign.rules.chapter import Chapter
from campaign.rules.events import (
    AchievementJudged,
    Event,
    Moved,
    ObjectiveJudged,
    Played,
    Ranked,
    Reacted,
    RoundBegan,
    Won,
    visible,
)

Replayed = tuple[Iterator[dict[str, object]], Callable[[Output], None]]
"""A finished game's events as JSON, and what writes its story."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A finished game, played again: what both tellings need."""

    game: Game
    ending: Ending
    number: int
    chapter: Chapter
    chapter_number: int | None
    session: Session

    @property
    def text(self) -> str:
        """Why it ended, as one sentence."""
        return ending_sentence(self.ending, self.chapter, int(self.session.state.jekyll_hyde))


def _cards(event: Event, seat: Seat | None) -> Sequence[Card]:
    cards = visible(event, seat).get("cards")
    return cards if isinstance(cards, tuple) else ()


_TELLING: Telling[Event] = Telling(
    sentence=event_sentence,
    cards=_cards,
    beside=lambda _event: None,
    round_began=RoundBegan,
    played=Played,
    won=Won,
    ranked=Ranked,
    moved=(Moved,),
    judged=(ObjectiveJudged, AchievementJudged),
    cancelled=lambda event: isinstance(event, Reacted) and event.cancelled,
    leads="is the leading character",
    ranks_words=ranks_words,
)


def show_replay(context: Context, name: str, *, game: str | None, seat: str | None, json: bool) -> int:
    """Tell a finished game."""
    wanted = None if game is None else parse_number(game, "--game")
    seen_by = None if seat is None else _player_seat(seat)
    name, save = context.open_any(name)
    number = chosen_game(name, save, wanted)
    if isinstance(save, Duels):
        from campaign.cli.duel_replaying import duel_replay  # noqa: PLC0415 (a chapter's replay needs no duel)

        events, tell = duel_replay(name, save, number, seen_by)
    else:
        events, tell = _chapter_replay(name, save, number, seen_by)
    if json:
        for event in events:
            context.output.raw(json_text.dumps(event))
        return 0
    tell(context.output)
    for line in record_lines(save.games[number - 1]):
        paragraph(context.output, line, indent="" if context.output.plain else " ", hang="   ", style="dim")
    return 0


def _chapter_replay(name: str, campaign: Campaign, number: int, seat: Seat | None) -> Replayed:
    told = played_again(name, campaign, number)
    game, ending = told.game, told.ending
    after = [] if game.attempt is None else [("Stars", str(ending.stars), stars_words(ending.stars))]
    frame = Frame(
        head=f"{name} · game {number}",
        right=attempt_words(game.attempt),
        title=told.chapter.title,
        plain_title=f"Chapter {told.chapter.id}: {told.chapter.title}",
        facts=game_facts(game.seats, game.seed, seat),
        end=told.text,
        end_style="bold green" if ending.verdict is Verdict.SUCCESS else "bold red",
        after=after,
    )
    return story_json(told, seat), lambda output: Story(output, _TELLING, seat).tell(told.session.events, frame)


def record_lines(game: GameRecord) -> list[str]:
    """Return what the record tells beside the play: hints that were asked for, decisions that the clock cut short."""
    asked = [f"{seat.title} {number}" for seat, number in zip(PLAYERS, game.hints, strict=True) if number]
    lines = [f"Hints: {', '.join(asked)}"] if asked else []
    if game.cut:
        decisions = "decision" if len(game.cut) == 1 else "decisions"
        lines.append(f"Clock: {decisions} {_runs(game.cut)} cut short by the clock")
    return lines


def _runs(numbers: Sequence[int]) -> str:
    """Return rising numbers in words, ``3, 5 to 9``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def _player_seat(text: str) -> Seat:
    for seat in PLAYERS:
        if seat.word == text.casefold():
            return seat
    raise Stop(USAGE, f"--seat is jekyll or hyde; found {quoted(text)}")


def chosen_game(name: str, save: Save, wanted: int | None) -> int:
    """Return the number of the game to tell."""
    games: tuple[Game | Duel, ...] = save.games
    finished = [number for number, game in enumerate(games, 1) if game.ending is not None]
    if not finished:
        raise Stop(CONTENT, f"{name} has no finished game yet")
    if wanted is None:
        return finished[-1]
    if wanted > len(games):
        raise Stop(USAGE, f"--game is a whole number from 1 to {len(games)} in {name}; found {wanted}")
    if wanted not in finished:
        raise Stop(CONTENT, f"game {wanted} of {name} is still in progress; a finished game can be told again")
    return wanted


def played_again(name: str, campaign: Campaign, number: int) -> Told:
    """Return a finished game played again from its record; stops where the record does not fit."""
    game = campaign.games[number - 1]
    if game.ending is None:
        raise Stop(CONTENT, f"game {number} of {name} is still in progress")
    stored = campaign.chapters[game.chapter]
    where = f"{name}, game {number}"
    try:
        names = {"id": stored.id, "title": stored.title, "story": stored.story}
        chapter = stored_chapter(stored.lines, **names, where=f"{where}, its chapter's lines")
        session = replay(chapter, game.seed, game.decisions, game.fingerprints)
    except ChapterProblems as error:
        raise Stop(CONTENT, *map(str, error.problems)) from error
    except DriftError as error:
        raise Stop(CONTENT, f"{where}: {error}") from error
    if session.due is not None:
        raise Stop(CONTENT, f"{where}: its decisions end before the game does")
    ids = [one.id for one in campaign_chapters(campaign)[0]]
    chapter_number = ids.index(chapter.id) + 1 if chapter.id in ids else None
    return Told(
        game=game, ending=game.ending, number=number, chapter=chapter, chapter_number=chapter_number, session=session
    )


def story_json(told: Told, seat: Seat | None) -> Iterator[dict[str, object]]:
    """Tell a game as the objects of ``replay --json``; a seat is told no seed, from which all cards follow."""
    chapter = told.chapter
    yield {
        "event": "chapter",
        "id": chapter.id,
        "number": told.chapter_number,
        "title": chapter.title,
        "seed": told.game.seed if seat is None else None,
        "jekyll-hyde": chapter.jekyll_hyde,
        "scotland-yard": chapter.scotland_yard,
        "last-position": chapter.last_position,
    }
    for event in told.session.events:
        yield event_json(event, seat)
    yield ending_json(told.ending, told.text, told.game.attempt)
