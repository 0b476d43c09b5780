"""A game as a story by round and trick."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from campaign.cli.console import Output
from campaign.cli.home import stars_words
from campaign.cli.layout import heading, paragraph
from campaign.cli.telling import attempt_words, event_sentence, ranks_words
from campaign.notation import Card, Seat, Suit
from campaign.play.campaign import Ending, Game, Verdict
from campaign.play.session import Session
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

if TYPE_CHECKING:
    from rich.text import Text

SUIT_STYLES: Mapping[Suit, str] = {
    Suit.FEAR: "bright_blue",
    Suit.RUSE: "dark_orange",
    Suit.MANIPULATION: "magenta",
    Suit.POTION: "green",
}
"""The colours of the suits; a letter always stands beside them."""

_TRICK_INDENT = " " * 10


def tell_story(
    output: Output, session: Session, *, head: str, game: Game, ending: tuple[Ending, str], seat: Seat | None
) -> None:
    """Write a finished game, to a referee or as a seat saw it."""
    if output.plain:
        _plain_story(output, session, head, game, ending, seat)
        return
    chapter = session.chapter
    heading(output, head, attempt_words(game.attempt))
    paragraph(output, chapter.title, indent=" ", hang="   ")
    for line in _head_facts(game, seat):
        paragraph(output, line, indent=" ", hang="   ", style="dim")
    for trick in _by_trick(session.events):
        _tell_part(output, trick, seat)
    output.line()
    verdict, text = ending
    paragraph(output, text, indent=" ", style="bold green" if verdict.verdict is Verdict.SUCCESS else "bold red")
    if game.attempt is not None:
        paragraph(output, stars_words(verdict.stars), indent=" ")


def _head_facts(game: Game, seat: Seat | None) -> list[str]:
    facts = [f"Jekyll: {game.seats[0]}", f"Hyde: {game.seats[1]}"]
    facts.append(f"Seed: {game.seed}" if seat is None else f"As {seat.title} saw it")
    return facts


def _by_trick(events: Sequence[Event]) -> list[list[Event]]:
    """Split events into parts: a round's beginning, each trick, and the round's end."""
    parts: list[list[Event]] = []
    trick = 0
    for event in events:
        begins = isinstance(event, RoundBegan) or (isinstance(event, Played) and event.trick != trick)
        if begins or not parts:
            parts.append([])
        trick = event.trick if isinstance(event, Played) else 0 if isinstance(event, RoundBegan) else trick
        parts[-1].append(event)
    return parts


def _tell_part(output: Output, part: Sequence[Event], seat: Seat | None) -> None:
    first = part[0]
    if isinstance(first, RoundBegan):
        output.line()
        heading(output, f"Round {first.round}", f"{first.leading.title} is the leading character")
        for event in part[1:]:
            _tell_cards(output, event, seat)
        output.line()
        return
    if isinstance(first, Played):
        _tell_trick(output, first.trick, part)
    after = [event for event in part if not isinstance(event, Played | Won | Ranked)]
    moved = False
    for event in after:
        if isinstance(event, Moved | ObjectiveJudged | AchievementJudged):
            if not moved:
                output.line()
            moved = True
            paragraph(output, event_sentence(event, seat), indent="   ", hang="     ")
        else:
            style = "dim" if isinstance(event, Reacted) and event.cancelled else ""
            paragraph(output, event_sentence(event, seat), indent=_TRICK_INDENT, hang=_TRICK_INDENT + "  ", style=style)


def _tell_cards(output: Output, event: Event, seat: Seat | None) -> None:
    """Write one line of a round's beginning, its cards in their colours."""
    from rich.text import Text  # noqa: PLC0415 (rich costs time at start-up)

    sentence = event_sentence(event, seat)
    cards = visible(event, seat).get("cards")
    if not isinstance(cards, tuple) or not cards:
        paragraph(output, sentence, indent="   ", hang="     ")
        return
    words = sentence.partition(str(cards[0]))[0]
    line = Text(words)
    for number, card in enumerate(cards):
        line.append(" " if number else "")
        line.append_text(card_text(card))
    paragraph(output, line, indent="   ", hang="     ")


def card_text(card: Card) -> "Text":
    """Return a card's notation in its suit's colour."""
    from rich.text import Text  # noqa: PLC0415 (rich costs time at start-up)

    return Text(str(card), SUIT_STYLES[card.suit])


def _tell_trick(output: Output, number: int, part: Sequence[Event]) -> None:
    from rich.text import Text  # noqa: PLC0415 (rich costs time at start-up)

    line = Text()
    for place, event in enumerate(event for event in part if isinstance(event, Played)):
        line.append("  >  " if place and output.width > 60 else " > " if place else "")  # noqa: PLR2004 (room to breathe)
        line.append(f"{event.seat.title} ")
        line.append_text(card_text(event.card))
    won = next((event for event in part if isinstance(event, Won)), None)
    end = f"{won.seat.title} wins" if won is not None else ""
    room = output.width - len(_TRICK_INDENT) - 1
    if line.cell_len + 4 + len(end) <= room:
        line.append(" " * (room - line.cell_len - len(end)) if output.width < 70 else " " * max(3, 40 - line.cell_len))  # noqa: PLR2004
        line.append(end, "bold")
        end = ""
    paragraph(output, line, indent=f" Trick {number:<3}", hang=_TRICK_INDENT)
    if end:
        paragraph(output, end, indent=_TRICK_INDENT, style="bold")
    ranked = [event.ranks for event in part if isinstance(event, Ranked)]
    if ranked:
        ranks = f"Ranks: {ranks_words(ranked[-1])}"
        paragraph(output, ranks, indent=_TRICK_INDENT, hang=_TRICK_INDENT + "  ", style="dim")


def _plain_story(
    output: Output, session: Session, head: str, game: Game, ending: tuple[Ending, str], seat: Seat | None
) -> None:
    output.line(f"Game: {head.replace(' · ', ', ')}, {attempt_words(game.attempt)}")
    output.line(f"Chapter {session.chapter.id}: {session.chapter.title}")
    for line in _head_facts(game, seat):
        output.line(line)
    where = ""
    number = 0
    for event in session.events:
        sentence = event_sentence(event, seat)
        match event:
            case RoundBegan():
                where, number = f"Round {event.round}", event.round
                sentence = sentence.partition("; ")[2]
            case Played():
                where = f"Trick {event.trick}"
            case ObjectiveJudged() | AchievementJudged():
                where = f"Round {number}"
            case _:
                pass
        output.line(f"{'Track' if isinstance(event, Moved) else where}: {sentence}")
    verdict, text = ending
    output.line(f"End: {text}")
    if game.attempt is not None:
        output.line(f"Stars: {verdict.stars}")
