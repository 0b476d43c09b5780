"""The commands, their flags and their help. A command imports what it needs when it runs."""

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

if TYPE_CHECKING:
    from campaign.cli.context import Context

app = typer.Typer(
    name="campaign",
    help='Play the co-operative card campaign "Jekyll & Hyde vs Scotland Yard" in a terminal.',
    epilog="Without a command: where every campaign stands, and what to type next.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    invoke_without_command=True,
)
chapter_app = typer.Typer(
    help="The chapters: list them, read their rules, check your own.",
    rich_markup_mode=None,
    invoke_without_command=True,
)
app.add_typer(chapter_app, name="chapter")

_TypedError = typer.BadParameter.__mro__[2]
"""What typer's own refusals have in common; no public name of it holds for all versions."""
_NEGATIVE = re.compile(r"-[0-9.]")


Name = Annotated[str, typer.Argument(metavar="NAME", show_default=False, help="The save's name.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Seed = Annotated[str | None, typer.Option("--seed", metavar="N", help="The seed that deals the cards.")]
Moves = Annotated[
    str | None,
    typer.Option("--moves", metavar="FILE", help="Decisions to play first, one a line; - is standard input."),
]
Think = Annotated[
    str | None,
    typer.Option("--think", metavar="MS", help="The most milliseconds for a bot's decision or a hint; 500 without it."),
]
Workers = Annotated[
    str | None,
    typer.Option(
        "--workers", metavar="N", help="How many processes at most; without it, as many as there are processors."
    ),
]
_WHO = "human, bot, bot:random, bot:careful, bot:thinker or bot:thinker:WORLDS."


def _version(asked: bool) -> None:  # noqa: FBT001 (typer calls it so)
    if asked:
        from campaign.cli.version import version_text  # noqa: PLC0415 (kept out of every other start)

        typer.echo(version_text())
        raise typer.Exit


@app.callback()
def top(
    ctx: typer.Context,
    *,
    saves: Annotated[str | None, typer.Option(metavar="DIR", help="The folder of saves.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="One fact a line: no colours, boxes or redrawing.")] = False,
    version: Annotated[  # noqa: ARG001 (its callback has answered)
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> int:
    """Make ready what every command is given."""
    from campaign.cli.console import Output, is_plain  # noqa: PLC0415 (help needs none of it)
    from campaign.cli.context import USAGE, Context, Stop  # noqa: PLC0415

    if saves == "":
        raise Stop(USAGE, '--saves is the path of a folder; found ""')
    given = Context(Output(plain=is_plain(asked=plain)), None if saves is None else Path(saves))
    ctx.obj.append(given)
    if ctx.invoked_subcommand is not None:
        return 0
    from campaign.cli.home import show_home  # noqa: PLC0415

    return show_home(given)


def _given(ctx: typer.Context) -> "Context":
    given: list[Context] = ctx.obj
    return given[0]


@app.command()
def demo(
    ctx: typer.Context,
    *,
    chapter: Annotated[str, typer.Option(metavar="ID", help="The chapter to watch.")] = "i",
    seed: Seed = None,
    fast: Annotated[bool, typer.Option("--fast", help="No pauses.")] = False,
) -> int:
    """Watch two bots play a chapter, both hands open. Nothing is saved."""
    from campaign.cli import demo as screen  # noqa: PLC0415

    return screen.demo(_given(ctx), chapter=chapter, seed=seed, fast=fast)


@app.command()
def new(
    ctx: typer.Context,
    name: Name,
    *,
    players: Annotated[
        tuple[str, str] | None, typer.Option(metavar="A B", show_default=False, help="The two players' names.")
    ] = None,
    chapters: Annotated[
        Path | None, typer.Option(metavar="DIR", help="A folder of chapters to play instead of the shipped ones.")
    ] = None,
) -> int:
    """Begin a new campaign."""
    from campaign.cli.manage import make_campaign  # noqa: PLC0415

    return make_campaign(_given(ctx), name, players=players, chapters=chapters)


@app.command()
def play(  # noqa: PLR0913 (a parameter for each option)
    ctx: typer.Context,
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", show_default=False, help="The campaign; without it, the last played."),
    ] = None,
    *,
    chapter: Annotated[
        str | None, typer.Option(metavar="ID", help="Play this chapter; one that is not due is a free game.")
    ] = None,
    seed: Seed = None,
    jekyll: Annotated[str | None, typer.Option(metavar="WHO", help=f"Who plays Jekyll: {_WHO}")] = None,
    hyde: Annotated[str | None, typer.Option(metavar="WHO", help=f"Who plays Hyde: {_WHO}")] = None,
    swap: Annotated[bool, typer.Option("--swap", help="Turn round who was Jekyll and who Hyde.")] = False,
    moves: Moves = None,
    think: Think = None,
) -> int:
    """Go on where a campaign stood, or start what is due next."""
    from campaign.cli.context import PlayOptions  # noqa: PLC0415
    from campaign.cli.playing import play as play_on  # noqa: PLC0415

    options = PlayOptions(
        name=name, chapter=chapter, seed=seed, jekyll=jekyll, hyde=hyde, swap=swap, moves=moves, think=think
    )
    return play_on(_given(ctx), options)


@app.command()
def duel(  # noqa: PLR0913 (a parameter for each option)
    ctx: typer.Context,
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", show_default=False, help="The save of duels; without it, duel."),
    ] = None,
    *,
    jekyll: Annotated[str | None, typer.Option(metavar="WHO", help=f"Who plays Jekyll: {_WHO}")] = None,
    hyde: Annotated[str | None, typer.Option(metavar="WHO", help=f"Who plays Hyde: {_WHO}")] = None,
    return_match: Annotated[
        bool, typer.Option("--return-match", help="Two duels, the second with the roles turned round.")
    ] = False,
    seed: Seed = None,
    moves: Moves = None,
    think: Think = None,
    simulate: Annotated[
        str | None, typer.Option(metavar="N", help="Let bots play so many duels, and tell the balance of the roles.")
    ] = None,
    workers: Workers = None,
    json: Json = False,
) -> int:
    """Play the 2021 game, one against the other: begin a duel, or go on where it stood."""
    from campaign.cli.dueling import DuelOptions  # noqa: PLC0415
    from campaign.cli.dueling import duel as play_duel  # noqa: PLC0415

    options = DuelOptions(name, seed, jekyll, hyde, return_match, moves, think, simulate, workers, json)
    return play_duel(_given(ctx), options)


@app.command("list")
def list_saves(ctx: typer.Context, *, json: Json = False) -> int:
    """List every save: chapter, attempt, stars or duel, last played."""
    from campaign.cli.home import show_list  # noqa: PLC0415

    return show_list(_given(ctx), json=json)


@app.command()
def tracker(ctx: typer.Context, name: Name, *, json: Json = False) -> int:
    """Show a campaign's score tracker and the best totals, or the results of duels."""
    from campaign.cli.manage import show_tracker  # noqa: PLC0415

    return show_tracker(_given(ctx), name, json=json)


@app.command()
def replay(
    ctx: typer.Context,
    name: Name,
    *,
    game: Annotated[
        str | None, typer.Option(metavar="N", help="The game's number, from 1; without it, the last finished.")
    ] = None,
    seat: Annotated[str | None, typer.Option(metavar="jekyll|hyde", help="Show only what this seat could see.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print its events, one JSON object a line.")] = False,
) -> int:
    """Tell a finished game, card by card."""
    from campaign.cli.replaying import show_replay  # noqa: PLC0415

    return show_replay(_given(ctx), name, game=game, seat=seat, json=json)


@app.command()
def review(
    ctx: typer.Context,
    name: Name,
    *,
    game: Annotated[
        str | None, typer.Option(metavar="N", help="The game's number, from 1; without it, the last finished.")
    ] = None,
    json: Json = False,
) -> int:
    """Look back on a finished game: where the chances went, and a line that would have won."""
    from campaign.cli.reviewing import show_review  # noqa: PLC0415

    return show_review(_given(ctx), name, game=game, json=json)


@app.command()
def delete(ctx: typer.Context, name: Name) -> int:
    """Delete a save and its backup, after a yes."""
    from campaign.cli.mending import delete_campaign  # noqa: PLC0415

    return delete_campaign(_given(ctx), name)


@app.command()
def repair(ctx: typer.Context, name: Name) -> int:
    """Put a damaged save's backup in its place, after a yes."""
    from campaign.cli.mending import repair_campaign  # noqa: PLC0415

    return repair_campaign(_given(ctx), name)


@chapter_app.callback()
def chapter_top(ctx: typer.Context) -> None:
    """Say what there is where no command follows."""
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


@chapter_app.command("list")
def chapter_list(ctx: typer.Context, *, json: Json = False) -> int:
    """List the shipped chapters."""
    from campaign.cli.chapters import show_chapters  # noqa: PLC0415

    return show_chapters(_given(ctx), json=json)


@chapter_app.command("show")
def chapter_show(
    ctx: typer.Context,
    chapter: Annotated[str, typer.Argument(metavar="ID", show_default=False, help="A chapter's id, or a .toml file.")],
    *,
    lines: Annotated[bool, typer.Option("--lines", help="Its lines, and where each comes from.")] = False,
    json: Json = False,
) -> int:
    """Tell a chapter's story and rules, made from its data."""
    from campaign.cli.chapters import show_chapter  # noqa: PLC0415

    return show_chapter(_given(ctx), chapter, lines=lines, json=json)


@chapter_app.command("check")
def chapter_check(
    ctx: typer.Context,
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH...", show_default=False, help="Chapter files or campaign folders.")
    ],
    *,
    json: Json = False,
) -> int:
    """Find every problem of chapter files, as file:line:column."""
    from campaign.cli.chapters import check_chapters  # noqa: PLC0415

    return check_chapters(_given(ctx), paths, json=json)


@chapter_app.command("simulate")
def chapter_simulate(  # noqa: PLR0913 (a parameter for each option)
    ctx: typer.Context,
    chapter: Annotated[
        str, typer.Argument(metavar="PATH-OR-ID", show_default=False, help="A chapter's id, or a .toml file.")
    ],
    *,
    games: Annotated[str, typer.Option("--games", metavar="N", help="How many games.")] = "1000",
    skip: Annotated[str, typer.Option("--skip", metavar="K", help="Leave out the first K games of the seed.")] = "0",
    bot: Annotated[
        str,
        typer.Option(
            "--bot", metavar="NAME[,NAME]", help="Who plays: random, careful, thinker[:WORLDS]; two: Jekyll,Hyde."
        ),
    ] = "careful",
    seed: Annotated[str, typer.Option("--seed", metavar="N", help="The seed of all the games.")] = "1",
    workers: Workers = None,
    cluster: Annotated[
        str | None, typer.Option("--cluster", metavar="ADDRESS", help="The scheduler of a Dask cluster that plays.")
    ] = None,
    json: Json = False,
) -> int:
    """Play a chapter many times with bots: how hard it is, and how games end."""
    from campaign.cli.simulating import SimulateOptions, simulate_chapter  # noqa: PLC0415

    options = SimulateOptions(chapter, games, skip, bot, seed, workers, cluster, json)
    return simulate_chapter(_given(ctx), options)


@chapter_app.command("new")
def chapter_new(
    ctx: typer.Context,
    chapter: Annotated[str, typer.Argument(metavar="ID", show_default=False, help="The new chapter's id.")],
    *,
    extends: Annotated[str | None, typer.Option(metavar="ID", help="The chapter whose rules it starts from.")] = None,
) -> int:
    """Write a commented chapter file into the current folder."""
    from campaign.cli.chapters import new_chapter_file  # noqa: PLC0415

    return new_chapter_file(_given(ctx), chapter, extends=extends)


@chapter_app.command("watch")
def chapter_watch(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", show_default=False, help="A chapter file.")],
) -> int:
    """Check and show a chapter file again at each save; p lets two bots play it, q leaves."""
    from campaign.cli.watching import watch_chapter  # noqa: PLC0415

    return watch_chapter(_given(ctx), file)


@chapter_app.command("schema")
def chapter_schema(ctx: typer.Context) -> int:
    """Print the JSON Schema of chapter files, for editors."""
    from campaign.cli.chapters import print_schema  # noqa: PLC0415

    return print_schema(_given(ctx))


def main() -> None:
    """Run the command line and leave with its exit code."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command and return its exit code; nothing that stops it leaves as a traceback."""
    from campaign.cli.context import guarded  # noqa: PLC0415 (after typer, so that help waits for nothing else)

    given: list[Context] = []
    return guarded(lambda: _invoke(arguments, given), given)


def _invoke(arguments: list[str], given: "list[Context]") -> int:
    command = typer.main.get_command(app)
    try:
        with command.make_context("campaign", arguments, obj=given) as ctx:
            code = command.invoke(ctx)
    except typer.Exit as done:
        return done.exit_code
    except Exception as error:
        if isinstance(error, _TypedError):
            _refuse(error, arguments)
        raise
    return int(code or 0)


def _refuse(error: Exception, arguments: list[str]) -> NoReturn:
    from campaign.cli.context import USAGE, Stop  # noqa: PLC0415 (only for what was typed wrongly)

    option = str(getattr(error, "option_name", ""))
    if _NEGATIVE.match(option):
        typed = next((word for word in arguments if word.startswith(option)), option)
        message = f"a number here is 0 or more, and goes with its option; found {typed}"
    else:
        message = str(getattr(error, "format_message", error.__str__)())
    ctx = getattr(error, "ctx", None)
    path = "campaign" if ctx is None else ctx.command_path
    raise Stop(USAGE, " ".join(message.split()), f'"{path} --help" says what it takes') from error
