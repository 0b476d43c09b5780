"""``campaign review``: where the chances of a finished game went, and a line that would have won."""

import contextlib
import json as json_text
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, assert_never

from campaign.cli.console import Output
from campaign.cli.context import USAGE, Context, Stop, parse_number, shell_word
from campaign.cli.facts import fact
from campaign.cli.layout import heading, paragraph
from campaign.cli.replaying import Told, chosen_game, played_again
from campaign.cli.screen import Screen
from campaign.cli.telling import attempt_words
from campaign.notation import PLAYERS, RANK_TEXTS, Seat, cards_text, quoted
from campaign.play.bots import seated
from campaign.play.campaign import Game, Verdict
from campaign.play.duels import Duels
from campaign.play.reviewing import WORLDS, Judged, Loss, Review, Show, review
from campaign.rules.decisions import Concede, Decision, Draws, Gives, Hands, Passes, Plays, Ranks, Returns, Takes

PAUSE: Final = 2.0
"""The fewest seconds between two lines of progress where output is plain."""
_ECHO: Final = 3
"""How many columns stay free after the bar: a terminal writes ^C there, which must not wrap."""
_HEIGHT: Final = 5
"""How many lines the curve is high."""
_LEFT: Final = 7
"""How many columns stand before the curve: the scale."""
_WIDEST: Final = 3
"""How many columns a trick takes at most, the space after it included."""
_BLOCKS: Final = " ▁▂▃▄▅▆▇█"
_PLAIN_BLOCKS: Final = "    ####█"
"""What an encoding without blocks can show: halves are rounded."""
_CERTAIN: Final = 0.995


def show_review(context: Context, name: str, *, game: str | None, json: bool) -> int:
    """Review a finished game; return the exit code."""
    wanted = None if game is None else parse_number(game, "--game")
    name, campaign = context.open_any(name)
    if isinstance(campaign, Duels):
        replay = context.typed(f"replay {shell_word(name)}")
        raise Stop(USAGE, f"{quoted(name)} holds duels, which have no review; {replay} tells one again")
    told = played_again(name, campaign, chosen_game(name, campaign, wanted))
    with _progress(context.output) as show:
        found = review(told.chapter, told.game.seed, told.game.decisions, worlds=WORLDS, show=show)
    if json:
        context.output.raw(json_text.dumps(review_json(told.number, found)))
    else:
        _show(context.output, name, told, found)
    return 0


def review_json(number: int, found: Review) -> dict[str, object]:
    """Return the contract's JSON."""
    return {
        "game": number,
        "chance": [
            {
                "decision": one.number,
                "seat": "both" if one.seat is None else one.seat.word,
                "before": round(one.before, 4),
                "after": round(one.after, 4),
                "error": round(one.error, 4),
                "kind": None if one.kind is None else one.kind.value,
            }
            for one in found.judged
        ],
        "winnable": found.winnable,
        "line": [str(decision) for decision in found.line],
    }


@contextlib.contextmanager
def _progress(output: Output) -> Iterator[Show | None]:
    """Give what shows progress on stderr; nothing where that is no terminal."""
    if not sys.stderr.isatty():
        yield None
    elif output.plain:
        yield _Lines(output).show
    else:
        with _bar() as show:
            yield show


class _Lines:
    def __init__(self, output: Output) -> None:
        self.output = output
        self._began = self._last = time.monotonic()

    def show(self, done: int, total: int) -> None:
        """Write a line, with the time left, where some time has gone by."""
        now = time.monotonic()
        if 0 < done < total and now - self._last >= PAUSE:
            self._last = now
            left = (now - self._began) * (total - done) / done
            self.output.error(f"Weighed: {done} of {total}, about {left:.0f} seconds left")


@contextlib.contextmanager
def _bar() -> Iterator[Show]:
    from rich.console import Console  # noqa: PLC0415 (rich costs time at start-up)
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn  # noqa: PLC0415

    columns = (BarColumn(bar_width=None), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    console.width -= _ECHO
    with Progress(*columns, console=console, transient=True, expand=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _show(output: Output, name: str, told: Told, found: Review) -> None:
    screen = Screen(output)
    chapter = told.chapter
    attempt = attempt_words(told.game.attempt)
    if output.plain:
        output.line(f"Game: {name}, game {told.number}, {attempt}")
        output.line(f"Chapter {chapter.id}: {chapter.title}")
    else:
        heading(output, f"{name} · game {told.number}", attempt)
        paragraph(output, chapter.title, indent=" ", hang="   ")
    style = "bold green" if told.ending.verdict is Verdict.SUCCESS else "bold red"
    screen.fact(fact("Verdict", (told.text, style)))
    half = chapter.achievement is not None
    screen.fact(fact("Scale", scale_words(achievement=half)))
    screen.gap()
    points = curve(found)
    if output.plain:
        for point in points:
            screen.fact(fact("Chance", f"{point.words}: {round(100 * point.value)} in 100"))
    else:
        _draw(output, points)
    screen.gap()
    names = Names(told.game)
    rounds = len(chapter.rounds)
    for one in found.worst:
        screen_paragraph(output, loss_sentence(one, names, rounds=rounds))
    if not found.worst:
        screen_paragraph(output, "Losses: no decision lost chances that its seat, or sight of all cards, could tell.")
    screen.gap()
    _show_line(screen, found, rounds=rounds)


def scale_words(*, achievement: bool) -> str:
    """Return what the chances are."""
    half = ", success without the achievement counted half" if achievement else ""
    return f"the chance of success in 100 from what a seat knew{half}, if careful players go on"


def screen_paragraph(output: Output, text: str) -> None:
    """Write a sentence, its further lines set in."""
    paragraph(output, text, indent=" ", hang="   ")


@dataclass(frozen=True, slots=True)
class Point:
    """A place of the curve: after a trick, after a round's gifts (trick 0), or at the end (round 0)."""

    round: int
    trick: int
    value: float

    @property
    def words(self) -> str:
        """Where it is."""
        if not self.round:
            return "the end"
        return f"round {self.round}, {f'trick {self.trick}' if self.trick else 'the day'}"


def curve(found: Review) -> list[Point]:
    """Return the chance after each trick's last decision, and what the game came to."""
    values: dict[tuple[int, int], float] = {}
    for one in found.judged:
        values[one.round, one.trick] = one.after
    return [*(Point(*place, value) for place, value in values.items()), Point(0, 0, found.reached)]


def _draw(output: Output, points: Sequence[Point]) -> None:
    """Draw the curve as bars, a gap between the rounds, each round's number below."""
    from rich.text import Text  # noqa: PLC0415 (rich costs time at start-up)

    blocks = _PLAIN_BLOCKS if output.console.options.ascii_only else _BLOCKS
    room = max(1, output.width - _LEFT - 1)
    gaps = len({point.round for point in points})
    every = 1
    while gaps + -(-len(points) // every) > room and every < len(points):
        every += 1
    if every > 1:
        points = [point for place, point in enumerate(points) if place % every == 0 or not point.round]
    width = max(1, min(_WIDEST, (room - gaps) // len(points)))
    bar = max(1, width - 1)
    starts: list[int] = []
    column = 0
    for place, point in enumerate(points):
        column += place > 0 and point.round != points[place - 1].round
        starts.append(column)
        column += width
    for row in reversed(range(_HEIGHT)):
        scale = {_HEIGHT - 1: "100", _HEIGHT // 2: "50", 0: "0"}.get(row, "")
        line = Text(f" {scale:>{_LEFT - 3}}  ", style="dim")
        for start, point in zip(starts, points, strict=True):
            full = round(8 * (point.value * _HEIGHT - row))
            block = blocks[min(8, max(0, full, 1 if row == 0 else 0))]
            line.pad_right(_LEFT + start - line.cell_len)
            line.append(block * bar, style=_style(point))
        output.line(line)
    for text in _below(points, starts, width):
        output.line(Text(" " * _LEFT + text, style="dim"))


def _style(point: Point) -> str:
    if point.round:
        return "cyan"
    return "green" if point.value > 0 else "red"


def _below(points: Sequence[Point], starts: Sequence[int], width: int) -> tuple[str, str]:
    """Return the lines below the bars: the tricks' numbers, and where each round begins."""
    total = starts[-1] + width
    numbers, rounds = [" "] * (total + 1), [" "] * (total + 8)
    for place, (start, point) in enumerate(zip(starts, points, strict=True)):
        numbers[start] = str(point.trick % 10) if point.trick else ("=" if not point.round else "-")
        if place and point.round == points[place - 1].round:
            continue
        until = next((s for s, p in zip(starts, points, strict=True) if p.round != point.round and s > start), total)
        label = f"Round {point.round}" if point.round else "end"
        if point.round and len(label) >= until - start:
            label = str(point.round)[: max(1, until - start)]
        rounds[start : start + len(label)] = label
    return "".join(numbers).rstrip(), "".join(rounds).rstrip()


class Names:
    """What the players are called."""

    def __init__(self, game: Game) -> None:
        self.seats = dict(zip(PLAYERS, game.seats, strict=True))
        self._same = game.seats[0] == game.seats[1]

    def full(self, seat: Seat) -> str:
        """Return ``Ada (Hyde)``."""
        return f"{self.seats[seat]} ({seat.title})"

    def short(self, seat: Seat) -> str:
        """Return ``Ada``; a bot keeps its seat."""
        name = self.seats[seat]
        return self.full(seat) if self._same or seated(name).bot else name

    @property
    def both(self) -> str:
        """Return ``Ada and Bert``."""
        return " and ".join(self.short(seat) for seat in PLAYERS)


def place_words(one: Judged, *, rounds: int) -> str:
    """Return ``Round 2, trick 5``, the trick alone where there is one round."""
    where = f"trick {one.trick}" if one.trick else "the day"
    return f"Round {one.round}, {where}" if rounds > 1 else where.capitalize()


def loss_sentence(one: Judged, names: Names, *, rounds: int) -> str:
    """Return what a decision lost, and whether it could be known."""
    if one.better is None:
        raise ValueError("a decision that lost nothing has no sentence")
    who = names.both if one.seat is None else names.full(one.seat)
    better = _better(one.better) if not isinstance(one.decision, Concede) else f"playing on with {_better(one.better)}"
    head = f"{place_words(one, rounds=rounds)}: {who} {_made(one.decision)};"
    chances = f"about {round(100 * one.loss)} more chances in 100"
    if one.kind is Loss.KNOWABLE:
        return f"{head} {better} would have kept {chances}. {names.short(one.knower)} could know it."
    kept = "won, had both gone on carefully" if one.loss >= _CERTAIN else f"kept {chances}, had both gone on carefully"
    return f"{head} {better} would have {kept}. Nobody could know it then: only sight of all cards tells."


def _made(decision: Decision) -> str:
    match decision:
        case Plays(_, card):
            return f"played {card}"
        case Returns(_, card):
            return f"put {card} back"
        case Gives(_, cards):
            return f"gave {cards_text(cards)}"
        case Passes(_, cards):
            return f"passed {cards_text(cards)}"
        case Takes(seat):
            return f"let {seat.title} take the trick"
        case Hands(seat):
            return f"let {seat.title} hand over a trick"
        case Draws(seat):
            return f"let {seat.title} draw"
        case Ranks(order):
            return f"set the ranks {RANK_TEXTS[order]}"
        case Concede():
            return "conceded"
        case _:
            assert_never(decision)


def _better(decision: Decision) -> str:
    match decision:
        case Plays(_, card) | Returns(_, card):
            return str(card)
        case Gives(_, cards) | Passes(_, cards):
            return cards_text(cards)
        case Takes(seat) | Hands(seat) | Draws(seat):
            return seat.title
        case Ranks(order):
            return RANK_TEXTS[order]
        case Concede():
            return "conceding"
        case _:
            assert_never(decision)


def _show_line(screen: Screen, found: Review, *, rounds: int) -> None:
    """Tell the line that would have won, from where it leaves the game."""
    if found.success:
        screen.fact(fact("Line", "the game itself was a success"))
        return
    if not found.line:
        screen.fact(fact("Line", "not decided: no line to success was found, which does not say that there is none"))
        return
    rest = found.line[found.leaves - 1 :]
    where = place_words(found.judged[found.leaves - 1], rounds=rounds)
    where = where[0].lower() + where[1:]
    output = screen.output
    if output.plain:
        screen.fact(fact("Line", f"from {where} (decision {found.leaves}) on, this would have won with these cards"))
        for number, decision in enumerate(rest, found.leaves):
            screen.fact(fact(f"Line {number}", str(decision)))
        return
    screen.fact(fact("Line", f"from {where} on, this would have won with these cards:"))
    paragraph(output, ", ".join(map(str, rest)), indent=" " * 10)
