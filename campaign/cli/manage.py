"""Beginning a campaign, and its score tracker."""

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from campaign.cli.context import CONTENT, Context, Stop, shell_word
from campaign.cli.tracker_screen import draw_tracker
from campaign.cli.tracking import best_totals, tracker_json, tracker_rows
from campaign.files.chapters import ChapterProblems, load_folder, shipped_folder
from campaign.files.errors import NameRefused, SaveExists
from campaign.files.locks import hold
from campaign.files.names import check_name, check_player, check_players, same_name
from campaign.files.places import ensure_folder
from campaign.notation import plural, quoted
from campaign.play.campaign import Campaign
from campaign.play.duels import Duels, results

if TYPE_CHECKING:
    from campaign.rules.chapter import Chapter

UNNAMED = ("Player 1", "Player 2")
"""What the players are called where nobody can be asked."""


def make_campaign(context: Context, name: str, *, players: tuple[str, str] | None, chapters: Path | None) -> int:
    """Begin a campaign; a name in use is refused before anybody is asked anything."""
    name = check_name(name)
    saves = context.folder()
    if found := saves.find(name):
        raise SaveExists(f"a save of the name {quoted(found)} is already there; choose another name")
    folder = load_folder(chapters)
    chosen = check_players(*players) if players is not None else _ask_players(context)
    if chosen is None:
        context.say("No campaign was begun.")
        return 0
    ensure_folder(context.place)
    now = datetime.now(UTC).replace(microsecond=0)
    campaign = Campaign(title=folder.title, folder=_folder_text(chapters), players=chosen, created=now, played=now)
    with hold(saves.path, name):
        name = saves.create(name, campaign)
    count = len(folder.chapters)
    context.say(f"{name} is ready: {plural(count, 'chapter')}, played by {' and '.join(chosen)}.")
    context.say(f"To begin: {context.typed(f'play {shell_word(name)}')}")
    return 0


def _folder_text(chapters: Path | None) -> str:
    """Return what a save says of its chapters' folder: "" is the shipped one."""
    if chapters is None or chapters.resolve() == shipped_folder().resolve():
        return ""
    return str(chapters.absolute())


def _ask_players(context: Context) -> tuple[str, str] | None:
    if not sys.stdin or not sys.stdin.isatty():
        return UNNAMED
    first = ask_player(context, "Name of the first player: ")
    second = None if first is None else ask_player(context, "Name of the second player: ", other=first)
    return None if first is None or second is None else (first, second)


def ask_player(context: Context, prompt: str, *, other: str | None = None, or_bot: bool = False) -> str | None:
    """Return the name of a player who is not the ``other``, asked for until it is one; None for ``quit`` or no input.

    Where it may be a bot, "" is one.
    """
    while True:
        answer = context.ask(prompt)
        if answer is None or answer.casefold() == "quit":
            return None
        if or_bot and answer.casefold() in ("", "bot"):
            return ""
        try:
            player = check_player(answer)
        except NameRefused as error:
            context.output.error(str(error))
            continue
        if other is None or not same_name(other, player):
            return player
        context.output.error("the players have two different names")


def show_tracker(context: Context, name: str, *, json: bool) -> int:
    """Show the score tracker; with chapter files that are broken or gone, what the save itself knows."""
    name, campaign = context.open_any(name)
    if isinstance(campaign, Duels):
        _show_results(context, name, campaign, json=json)
        return 0
    chapters, problems = campaign_chapters(campaign)
    rows = tracker_rows(campaign, chapters)
    best = best_totals(context.folder().summaries(), campaign.folder)
    if json:
        from json import dumps  # noqa: PLC0415 (only where it is asked for)

        context.output.raw(dumps(tracker_json(name, campaign, rows, best)))
    else:
        draw_tracker(context.output, name, campaign, rows=rows, best=best)
    if problems:
        raise Stop(CONTENT, *problems)
    return 0


def _show_results(context: Context, name: str, duels: Duels, *, json: bool) -> None:
    """Show the results of a save of duels, which is their tracker."""
    from campaign.cli.duel_results import results_json, show_results  # noqa: PLC0415 (a campaign needs no duel)
    from campaign.cli.screen import Screen  # noqa: PLC0415 (a tracker is drawn without it)

    if json:
        from json import dumps  # noqa: PLC0415 (only where it is asked for)

        context.output.raw(dumps(results_json(name, results(duels))))
    else:
        show_results(Screen(context.output), name, duels)


def campaign_chapters(campaign: Campaign) -> "tuple[tuple[Chapter, ...], tuple[str, ...]]":
    """Return a campaign's chapters in order, none where its folder is broken or gone, and the problems with it."""
    try:
        folder = load_folder(Path(campaign.folder) if campaign.folder else None)
    except ChapterProblems as error:
        return (), tuple(map(str, error.problems))
    return tuple(file.chapter for file in folder.chapters), ()
