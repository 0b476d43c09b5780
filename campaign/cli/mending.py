"""Deleting a campaign, and putting a damaged one's backup in its place. Both ask first."""

import re

from campaign.cli.context import CONTENT, Context, Stop, local_text
from campaign.cli.home import kind_word, standing, stars_words
from campaign.files.codec import Save
from campaign.files.errors import SaveDamaged, SaveUnknown
from campaign.files.locks import hold
from campaign.files.saves import BACKUP_ENDING, SAVE_ENDING, SaveFolder, summary
from campaign.notation import plural
from campaign.play.campaign import Campaign
from campaign.play.tracker import total

_GAME = re.compile(r"^\[\[games\]\]", re.MULTILINE)
_DECISION = re.compile(
    r"^(?:(?:jekyll|hyde) (?:gives|plays|takes|hands|draws|returns|passes|swaps)|ranks [FRM]{3}|concede)\b",
    re.MULTILINE,
)


def delete_campaign(context: Context, name: str) -> int:
    """Delete a campaign after a yes."""
    saves = context.folder()
    name = context.find_any(saves, name)
    with hold(saves.path, name):
        path = saves.path / f"{name}{SAVE_ENDING}"
        found = summary(path if path.exists() else saves.path / f"{name}{BACKUP_ENDING}")
        _fact(context, kind_word(found), name)
        _fact(context, "Stands", standing(found) if path.exists() else "only its backup is there")
        if found.played is not None:
            if found.duel is None:
                _fact(context, "Stars", str(found.stars))
            _fact(context, "Played", local_text(found.played))
        if not context.agrees("Delete it and its backup?"):
            context.say("Nothing was deleted.")
            return 0
        saves.delete(name)
    context.say(f"{name} was deleted.")
    return 0


def repair_campaign(context: Context, name: str) -> int:
    """Show what the backup holds and what would be lost, and put it in place after a yes."""
    saves = context.folder()
    name = context.find_any(saves, name)
    with hold(saves.path, name):
        damage = _damage(saves, name)
        if damage is None:
            context.say(f"{name} can be read; there is nothing to repair.")
            return 0
        _fact(context, kind_word(summary(saves.path / f"{name}{BACKUP_ENDING}")), name)
        _fact(context, "Damage", damage)
        try:
            backup = saves.read_backup(name)
        except SaveUnknown as error:
            raise Stop(CONTENT, f"{name} has no backup in {saves.path}; the damaged file was left alone") from error
        except SaveDamaged as error:
            raise Stop(CONTENT, f"the backup cannot be read either: {error}", "both files were left alone") from error
        _fact(context, "Backup", _backup_words(backup))
        _fact(context, "Lost", _lost_words(saves, name, backup))
        if not context.agrees("Put the backup in its place? The damaged file is kept."):
            context.say("Nothing was changed.")
            return 0
        aside = saves.restore(name)
    context.say(f"{name} is as its backup was.")
    if aside is not None:
        _fact(context, "Damaged file", str(aside))
    return 0


def _fact(context: Context, what: str, text: str) -> None:
    context.say(f"{what}: {text}")


def _damage(saves: SaveFolder, name: str) -> str | None:
    """Return why a save cannot be read, None if it can; one by a newer version is not damaged and stops this."""
    try:
        saves.read(name)
    except SaveUnknown:
        return "the save itself is gone; only its backup is there"
    except SaveDamaged as error:
        return str(error)
    return None


def _backup_words(backup: Save) -> str:
    games, decisions = _sizes(backup)
    holds = f"{plural(games, 'game')}, {plural(decisions, 'decision')}"
    if isinstance(backup, Campaign):
        holds += f", {stars_words(total(backup).stars)}"
    return f"played {local_text(backup.played)}, {holds}"


def _sizes(save: Save) -> tuple[int, int]:
    return len(save.games), sum(len(game.decisions) for game in save.games)


def _lost_words(saves: SaveFolder, name: str, backup: Save) -> str:
    """Return what the damaged file still seems to hold beyond its backup."""
    path = saves.path / f"{name}{SAVE_ENDING}"
    text = path.read_bytes().decode("utf-8", errors="replace") if path.exists() else ""
    games, decisions = _sizes(backup)
    lost_games = max(0, len(_GAME.findall(text)) - games)
    lost_decisions = max(0, len(_DECISION.findall(text)) - decisions)
    since = f"whatever happened after {local_text(backup.played)}"
    if not lost_games and not lost_decisions:
        return f"{since}; the damaged file shows nothing more than the backup"
    parts = [plural(number, word) for number, word in ((lost_games, "game"), (lost_decisions, "decision")) if number]
    return f"{since}: the damaged file shows {' and '.join(parts)} more than the backup"
