"""Text playthroughs of every shipped chapter, as goldens: each event, both views at each decision, the verdicts.

A game of careful bots and one of random bots a chapter. To write them anew after a change that is meant::

    python -m tests.test_playthroughs --write
"""

import sys
from collections.abc import Iterator
from dataclasses import fields
from enum import Enum
from pathlib import Path

import pytest

from campaign.files.chapters import load_folder
from campaign.notation import Card, Seat, cards_text
from campaign.play.bots import Who, bot_decision
from campaign.play.session import Session
from campaign.rules.chapter import Chapter
from campaign.rules.events import Event, visible
from campaign.rules.view import OpenTable, TrickView, View

FOLDER = Path(__file__).parent / "playthroughs"
CHAPTERS = {file.chapter.id: file.chapter for file in load_folder().chapters}
SEEDS = {"careful": 3, "random": 5}
NAMES = [f"{chapter}-{bot}" for chapter in CHAPTERS for bot in SEEDS]


def text_of(value: object) -> str:
    """Return a value as compact text."""
    match value:
        case Card():
            return str(value)
        case Seat():
            return value.word
        case tuple() | list():
            return " ".join(map(text_of, value)) or "-"
        case Enum():
            return value.name.lower()
        case None | "":
            return "-"
        case bool():
            return "yes" if value else "no"
        case _:
            return str(value)


def event_line(event: Event) -> str:
    """Return an event with all its fields; in brackets who sees a field that is not open to all."""
    parts = [type(event).__name__]
    for one in fields(event):
        if one.name == "face_up":
            continue
        seats = [seat.word for seat in (Seat.JEKYLL, Seat.HYDE) if one.name in visible(event, seat)]
        audience = "" if len(seats) == 2 else f"({seats[0] if seats else 'nobody'})"
        parts.append(f"{one.name}{audience}={text_of(getattr(event, one.name))}")
    return "  ".join(parts)


def trick_text(trick: TrickView) -> str:
    """Return a finished trick: its cards by who played them, its winner, its holder and its reaction."""
    cards = " ".join(f"{seat.word[0]}:{card}" for seat, card in zip(trick.seats, trick.cards, strict=True))
    taken = "" if trick.holder is trick.winner else f">{trick.holder.word[0]}"
    reaction = trick.reaction
    colour = (
        "" if reaction is None else f" {reaction.colour.letter}{reaction.place}{'' if reaction.took_effect else 'x'}"
    )
    return f"[{cards} {trick.winner.word[0]}{taken}{colour}]"


def table_lines(table: OpenTable) -> Iterator[str]:
    """Yield what lies open to all."""
    yard = text_of(table.scotland_yard)
    yield (
        f"  table: round {table.round} leading {table.leading.word} track {table.jekyll_hyde}/{yard} "
        f"ranks {table.ranks or '-'} hands {text_of(table.hand_sizes)} city {table.city_size} "
        f"reserve {table.reserve_size} effects {table.effects_used}{' hopeless' if table.sure_defeat else ''}"
    )
    trick = " ".join(f"{seat.word[0]}:{card}" for seat, card in table.trick)
    reaction = table.reaction
    colour = (
        "-" if reaction is None else f"{reaction.colour.letter}{reaction.place}{'' if reaction.took_effect else 'x'}"
    )
    yield f"  trick: {trick or '-'}  to follow {text_of(table.to_follow)}  reaction {colour}"
    if table.tricks:
        yield f"  tricks: {' '.join(map(trick_text, table.tricks))}"
    if table.exchanges:
        yield f"  exchanges: {' '.join(f'{trick}:{seat.word}' for trick, seat in table.exchanges)}"
    if table.objectives or table.achievement is not None:
        judged = [f"{name} {verdict}" for name, verdict in table.objectives]
        yield f"  aims: {', '.join([*judged, f'achievement {text_of(table.achievement)}'])}"


def view_line(view: View) -> str:
    """Return what one seat knows beyond the open table."""
    parts = [f"hand {cards_text(view.hand) or '-'}", f"legal {cards_text(view.legal) or '-'}"]
    for name, cards in (("must", view.must_give), ("gave", view.gave), ("drawn", (view.drawn,) if view.drawn else ())):
        if cards:
            parts.append(f"{name} {cards_text(cards)}")
    parts += [f"exchanged {one.trick}: {one.drew} {one.returned}" for one in view.exchanges]
    parts += [f"barred {card}: {refused}" for card, refused in view.barred[:1]]
    return f"  {view.seat.word}: {' | '.join(parts)}"


def playthrough(chapter: Chapter, bot: str) -> str:
    """Return the text of a whole game of two bots."""
    session = Session(chapter, SEEDS[bot])
    who = Who(bot, bot=True)
    lines = [f"chapter {chapter.id}, seed {session.seed}, bot:{bot} twice"]
    lines += map(event_line, session.events)
    while session.due is not None:
        asked = session.due
        views = [session.view(seat) for seat in (Seat.JEKYLL, Seat.HYDE)]
        number = len(session.decisions)
        lines += [f"{number + 1}. {'both' if asked.seat is None else asked.seat.word} {asked.kind}"]
        lines += [*table_lines(session.table()), *map(view_line, views)]
        decision = bot_decision(who, session.sight(asked.seat or Seat.JEKYLL), seed=session.seed, number=number)
        lines.append(f"> {decision}")
        lines += map(event_line, session.submit(decision))
    ending = session.ending()
    assert ending is not None
    lines += [
        "the end",
        *table_lines(session.table()),
        *map(view_line, (session.view(seat) for seat in list(Seat)[:2])),
    ]
    lines.append(
        f"  {ending.verdict} {ending.reason} {text_of(ending.objective)} achievement {text_of(ending.achievement)}"
    )
    lines.append(f"  fingerprints {text_of(session.fingerprints)}")
    return "\n".join(lines) + "\n"


def written(name: str) -> str:
    """Return a playthrough's text as it should stand in its file."""
    chapter, _, bot = name.rpartition("-")
    return playthrough(CHAPTERS[chapter], bot)


@pytest.mark.parametrize("name", NAMES)
def test_each_shipped_chapter_plays_as_its_playthrough_says(name: str) -> None:
    path = FOLDER / f"{name}.txt"
    assert path.is_file(), "write it with: python -m tests.test_playthroughs --write"
    assert written(name).splitlines() == path.read_text(encoding="utf-8").splitlines()


def test_no_playthrough_is_left_of_a_chapter_that_is_gone() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(f"{name}.txt" for name in NAMES)


def test_the_playthroughs_show_every_kind_of_event_and_decision() -> None:
    told = "\n".join(path.read_text(encoding="utf-8") for path in FOLDER.iterdir())
    for name in ("Dealt", "Given", "CityStacked", "Played", "Ranked", "Took", "Reordered", "Drew", "Returned", "Moved"):
        assert f"\n{name}  " in told
    for kind in ("gives", "plays", "takes", "ranks", "draws", "returns"):
        assert f" {kind}\n" in told
    for verdict in ("  success reached", "  defeat "):
        assert verdict in told
    assert "cards(nobody)=" in told
    assert "card(hyde)=" in told


def write() -> None:
    """Write all playthroughs anew and remove those of chapters that are gone."""
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.txt"):
        path.unlink()
    for name in NAMES:
        (FOLDER / f"{name}.txt").write_text(written(name), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python -m tests.test_playthroughs --write")
    write()
