"""What a save of either kind says of a game: its seed, its seats, its decisions."""

from typing import TypedDict

from campaign.files.errors import NameRefused, SaveDamaged, SeedRefused
from campaign.files.fields import Fields
from campaign.files.names import check_players, parse_seed
from campaign.files.save_text import block, line
from campaign.play.game_record import GameRecord


class RecordKeys(TypedDict):
    """The fields of a GameRecord."""

    seed: int
    seats: tuple[str, str]
    hints: tuple[int, int]
    cut: tuple[int, ...]
    decisions: tuple[str, ...]
    fingerprints: tuple[str, ...]


def record_text(game: GameRecord) -> str:
    """Return the lines of a game that both kinds have."""
    parts = [f'seed = "{game.seed}"\njekyll = {line(game.seats[0])}\nhyde = {line(game.seats[1])}\n']
    parts.append(f"hints = [{game.hints[0]}, {game.hints[1]}]\n")
    if game.cut:
        parts.append(f"cut = [{', '.join(map(str, game.cut))}]\n")
    decisions = "".join([f"{decision}\n" for decision in game.decisions])
    parts.append(f"decisions = {block(decisions)}\n")
    parts.append(f"fingerprints = [{', '.join(map(line, game.fingerprints))}]\n")
    return "".join(parts)


def read_record(fields: Fields, players: tuple[str, str]) -> RecordKeys:
    """Take the keys of a game that both kinds have."""
    seed = fields.text("seed")
    try:
        parse_seed(seed)
    except SeedRefused as error:
        raise SaveDamaged(f"{fields.place}, seed: {error}") from error
    jekyll, hyde = _player(fields, "jekyll", players), _player(fields, "hyde", players)
    if hyde == jekyll and hyde in players:
        raise fields.wrong("hyde", "another player than Jekyll's, or a bot", hyde)
    decisions = tuple(line for text in fields.text("decisions").split("\n") if (line := text.strip()))
    return {
        "seed": int(seed),
        "seats": (jekyll, hyde),
        "hints": fields.pair("hints", fields.numbers("hints")),
        "cut": _cut(fields, len(decisions)) if fields.has("cut") else (),
        "decisions": decisions,
        "fingerprints": tuple(fields.texts("fingerprints")),
    }


def _cut(fields: Fields, decisions: int) -> tuple[int, ...]:
    """Return the numbers of the decisions that the clock cut short; older saves have none."""
    found = tuple(fields.numbers("cut", low=1))
    if list(found) != sorted(set(found)) or (found and found[-1] > decisions):
        raise fields.wrong("cut", f"rising numbers of its {decisions} decisions", list(found))
    return found


def _player(fields: Fields, seat: str, players: tuple[str, str]) -> str:
    name = fields.text(seat)
    if name not in players and not name.startswith("bot:"):
        raise fields.wrong(seat, "a player's name, or bot: and a bot's name", name)
    return name


def players_text(players: tuple[str, str]) -> str:
    """Return the table of the players."""
    return f"\n[players]\nnames = [{', '.join(map(line, players))}]\n"


def read_players(top: Fields) -> tuple[str, str]:
    """Take the table of the players."""
    names = top.table("players")
    try:
        players = check_players(*names.pair("names", names.texts("names")))
    except NameRefused as error:
        raise SaveDamaged(f"[players], names: {error}") from error
    names.finish()
    return players
