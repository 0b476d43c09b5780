"""The cards' files, and games of them that are played from a script of tricks.

A script is a list of tricks in play order, such as ``cF4 jF6 hF5 J``: who plays which card (c, j, h), then who wins it
by hand (C, J, H). A decision in between stands in brackets, such as ``[jekyll takes]``. A script's cards are the deal:
what it names nowhere is the Reserve.
"""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

from campaign.files.chapters import load_chapter, load_folder
from campaign.notation import Seat, mask_of_cards, parse_cards
from campaign.rules import state as phases
from campaign.rules import step
from campaign.rules.chapter import Chapter
from campaign.rules.decisions import parse_decision
from campaign.rules.events import Event, Moved, ObjectiveJudged, Won, tell
from campaign.rules.refusals import refusal
from campaign.rules.view import view
from tests.rules.builder import Game, told

FOLDER = Path(__file__).parent
NUMBERS = tuple(range(1, 29))
SEATS = {"c": Seat.CITY, "j": Seat.JEKYLL, "h": Seat.HYDE}
_TOKEN = re.compile(r"\[[^]]*\]|\S+")


def path_of(number: int) -> Path:
    """Return a card's file."""
    return FOLDER / f"card-{number:02}.toml"


@cache
def card(number: int) -> Chapter:
    """Return a card's chapter."""
    return load_chapter(path_of(number)).chapter


@cache
def iv() -> Chapter:
    """Return the chapter that every card extends."""
    found = load_folder().find("iv")
    assert found is not None
    return found.chapter


def short(chapter: Chapter, tricks: int = 2) -> Chapter:
    """Return a chapter with rounds of 2, 3 or 4 tricks, by smaller hands; all its other rules as they are."""
    hand, give = {2: (3, 1), 3: (5, 2), 4: (6, 2)}[tricks]
    return replace(chapter, rounds=tuple(replace(rules, hand=hand, give=give) for rules in chapter.rounds))


def begin(number: int, tricks: int = 2, face: Seat = Seat.JEKYLL) -> Game:
    """Return a card's game of short rounds, before the first deal."""
    return Game(short(card(number), tricks), face)


def plain(tricks: int = 2) -> Game:
    """Return the same of the chapter that the cards extend, to set a card's idea against."""
    return Game(short(iv(), tricks))


def lay(game: Game, script: list[str]) -> Game:
    """Deal the cards of a script, as they lie after the gifts."""
    cards: dict[str, list[str]] = {"c": [], "j": [], "h": []}
    for line in script:
        for token in _TOKEN.findall(line)[:-1]:
            if not token.startswith("["):
                cards[token[0]].append(token[1:])
    hands = f"jekyll: {' '.join(cards['j'])} | hyde: {' '.join(cards['h'])}"
    return game.lay(f"{hands} | city: {' '.join(cards['c'])}")


def play(game: Game, *lines: str) -> Game:
    """Play tricks of a script; who plays which card and who wins must be as written."""
    for line in lines:
        *tokens, winner = _TOKEN.findall(line)
        for token in tokens:
            if token.startswith("["):
                game.do(token[1:-1])
            elif token[0] != "c":
                game.do(f"{SEATS[token[0]].word} plays {token[1:]}")
        won = [event for event in told(game, Won) if isinstance(event, Won)][-1]
        written = {text[1:]: text[0] for text in tokens if not text.startswith("[")}
        assert [str(one) for one in won.cards] == list(written), line
        assert won.seat.title[0] == winner, line
    return game


def rounds(game: Game, *scripts: list[str]) -> Game:
    """Deal and play whole rounds."""
    for script in scripts:
        play(lay(game, script), *script)
    return game


def start(number: int, script: list[str], tricks: int = 2, face: Seat = Seat.JEKYLL) -> Game:
    """Return a card's game with a script's cards dealt and nothing played but what the City opens with."""
    return lay(begin(number, tricks, face), script)


def deal_with(game: Game, jekyll: str, hyde: str, joining: str = "") -> Game:
    """Deal before the gifts; ``joining`` are the Reserve cards that will join the City."""
    before = game.state.copy()
    assert game.state.phase == phases.DEAL
    step.deal(game.state, *(mask_of_cards(parse_cards(text)) for text in (jekyll, hyde, joining)))
    game.events.extend(tell(game.chapter, before, game.state))
    game.run()
    return game


def refused(game: Game, line: str) -> str:
    """Return the text of a refusal, empty where the decision is allowed."""
    found = refusal(game.state, parse_decision(line), game.chapter)
    return "" if found is None else str(found)


def moves(game: Game) -> list[tuple[str, str, int, int]]:
    """Return the pawn moves told so far: the move's name, the pawn's letter, from where to where."""
    letters = {"jekyll-hyde": "J", "scotland-yard": "Y"}
    return [
        (event.move, letters[event.pawn], event.start, event.end)
        for event in told(game, Moved)
        if isinstance(event, Moved)
    ]


def moves_named(game: Game, name: str) -> list[tuple[int, int]]:
    """Return from where to where a pawn went by one move."""
    return [(start, end) for move, _, start, end in moves(game) if move == name]


def judged(game: Game) -> list[str]:
    """Return how the card's objective stood at the end of each round."""
    return [event.verdict for event in told(game, ObjectiveJudged) if isinstance(event, ObjectiveJudged)]


def last_of(game: Game, kind: type[Event]) -> Event:
    """Return the last event of a kind."""
    return told(game, kind)[-1]


def lifted(game: Game) -> list[str]:
    """Return who sees that limits are lifted: only the one who is to choose, or the hand would be told."""
    return [seat.word for seat in (Seat.JEKYLL, Seat.HYDE) if view(game.chapter, game.state, seat).limits_lifted]
