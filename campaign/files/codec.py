"""A campaign as the TOML text of its save, and back.

The first line is a comment that promises the last one, and the last one holds the checksum of all lines before it: so
a file that was cut off is known as such, and a list of saves need not read every line of a file that is as it was
written. A file changed by hand is read in full; one without the first line needs no last one.
"""

import hashlib
import re
from dataclasses import replace
from datetime import UTC, datetime

from campaign.files.errors import NameRefused, SaveDamaged, SaveFailed, SaveNewer, SeedRefused
from campaign.files.fields import NUMBER_LIMIT, Fields, described
from campaign.files.names import check_players, parse_seed
from campaign.notation import quoted
from campaign.play.campaign import Campaign, Ending, Game, Reason, Row, RowState, StoredChapter, Verdict

FORMAT = 1
"""The format that this version reads and writes."""
KIND = "campaign"
"""The kind of save that this module knows."""

_FIRST = "# A save of campaign. Its last line is a checksum, so that a file that was cut off is known as such.\n"
_LAST = re.compile(r"# end ([0-9a-f]{16})")
_DIGEST = re.compile(r"[0-9a-f]{16}")
_CHAPTER = "\n[chapters."
_GAME = "\n[[games]]\n"

_ESCAPES = {code: f"\\u{code:04x}" for code in (*range(0x20), 0x7F)} | {
    ord('"'): '\\"',
    ord("\\"): "\\\\",
    ord("\n"): "\\n",
    ord("\r"): "\\r",
    ord("\t"): "\\t",
}
_NOT_LITERAL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]|'''|^\[(chapters\.|\[games\]\])", re.MULTILINE)


def _line(text: str) -> str:
    return f'"{text.translate(_ESCAPES)}"'


def _block(text: str) -> str:
    # No line of a block looks like the head of a chapter or a game, so that a search for heads finds only heads.
    return f"'''\n{text}'''" if "\n" in text and not _NOT_LITERAL.search(text) else _line(text)


def _moment(moment: datetime) -> str:
    return f"{moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='seconds')}Z"


def encode(campaign: Campaign) -> str:
    """Return the text of a save; raise :class:`SaveFailed` for text that is not Unicode."""
    parts = [
        f'{_FIRST}format = {FORMAT}\nkind = "{KIND}"\n',
        f"created = {_moment(campaign.created)}\nplayed = {_moment(campaign.played)}\n",
        f"\n[campaign]\ntitle = {_line(campaign.title)}\nfolder = {_line(campaign.folder)}\n",
    ]
    if campaign.finished is not None:
        parts.append(f"finished = {_moment(campaign.finished)}\n")
    parts.append(f"\n[players]\nnames = [{', '.join(map(_line, campaign.players))}]\n")
    for row in campaign.tracker:
        parts.append(f"\n[[tracker]]\nchapter = {_line(row.chapter)}\nattempts = {row.attempts}\n")
        parts.append(f'stars = {row.stars}\nstate = "{row.state}"\n')
    for digest, chapter in campaign.chapters.items():
        parts.append(f"{_CHAPTER}{digest}]\nid = {_line(chapter.id)}\ntitle = {_line(chapter.title)}\n")
        parts.append(f"story = {_block(chapter.story)}\nlines = {_block(chapter.lines)}\n")
    parts.extend(map(_game_text, campaign.games))
    parts.append("\n")
    text = "".join(parts)
    try:
        return f"{text}# end {_checksum(text)}\n"
    except UnicodeEncodeError as error:
        raise SaveFailed(f"a save is Unicode text; found {quoted(error.object[error.start : error.end])}") from error


def _game_text(game: Game) -> str:
    parts = [f"{_GAME}chapter = {_line(game.chapter)}\ncounts = {'true' if game.counts else 'false'}\n"]
    if game.attempt is not None:
        parts.append(f"attempt = {game.attempt}\n")
    parts.append(f'seed = "{game.seed}"\njekyll = {_line(game.seats[0])}\nhyde = {_line(game.seats[1])}\n')
    parts.append(f"hints = [{game.hints[0]}, {game.hints[1]}]\n")
    if game.cut:
        parts.append(f"cut = [{', '.join(map(str, game.cut))}]\n")
    decisions = "".join([f"{decision}\n" for decision in game.decisions])
    parts.append(f"decisions = {_block(decisions)}\n")
    parts.append(f"fingerprints = [{', '.join(map(_line, game.fingerprints))}]\n")
    if (ending := game.ending) is not None:
        parts.append(f'verdict = "{ending.verdict}"\nreason = "{ending.reason}"\n')
        if ending.objective is not None:
            parts.append(f"objective = {_line(ending.objective)}\n")
        if ending.achievement:
            parts.append("achievement = true\n")
        parts.append(f"stars = {ending.stars}\n")
    return "".join(parts)


def _checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def decode(text: str) -> Campaign:
    """Return the campaign of a save's text; raise :class:`SaveDamaged` or :class:`SaveNewer`."""
    raw = _parsed(text)
    _check_end(text)
    return _campaign(raw)


def glimpse(text: str) -> Campaign:
    """Return the campaign with its last game alone, and of chapters that game's id alone; quicker, raises as decode.

    Only a text that is as it was written is read in parts; any other is checked in full.
    """
    end = _end(text) if text.startswith(_FIRST) else None
    if end is None or end[1] != _checksum(end[0]):
        return _last_game_alone(decode(text))
    tables = [place for place in (text.find(_CHAPTER), text.find(_GAME)) if place >= 0]
    head = text[: min(tables)] if tables else text
    last = text.rfind(_GAME)
    if last < 0:
        return _campaign(_parsed(head))
    digest = text[text.index('"', last) + 1 :].partition('"')[0]
    opening = f"{_CHAPTER}{digest}]\n"
    begin = text.find(opening) + len(opening)
    id_line = text[begin:].partition("\n")[0]
    chapter = f'{opening}{id_line}\ntitle = ""\nstory = ""\nlines = ""\n'
    return _campaign(_parsed(f"{head}{chapter}{text[last:]}"))


def _last_game_alone(campaign: Campaign) -> Campaign:
    games = campaign.games[-1:]
    chapters = {
        digest: StoredChapter(id=chapter.id, title="", story="", lines="")
        for digest, chapter in campaign.chapters.items()
        if games and digest == games[0].chapter
    }
    return replace(campaign, games=games, chapters=chapters)


def _end(text: str) -> tuple[str, str] | None:
    """Return what the last line vouches for and its checksum; None where the end is missing."""
    before, newline, last = text.rstrip("\r\n").rpartition("\n")
    found = _LAST.fullmatch(last)
    return None if found is None else (before + newline, found[1])


def _check_end(text: str) -> None:
    if text.startswith(_FIRST.rstrip("\n")) and _end(text) is None:
        raise SaveDamaged('the file was cut off: expected "# end" and a checksum as its last line')


def _parsed(text: str) -> dict[str, object]:
    """Return the tables of a text of this format."""
    import tomllib  # noqa: PLC0415 -- slow to import, and most commands read no save

    if not text.strip():
        raise SaveDamaged("the file is empty; expected a save")
    try:
        raw: dict[str, object] = tomllib.loads(text)
    except RecursionError as error:
        raise SaveDamaged("the file is nested too deeply to be a save") from error
    except ValueError as error:
        _check_end(text)
        raise SaveDamaged(f"the file is not TOML: {error}") from error
    found = raw.get("format")
    if type(found) is int and found > FORMAT:
        number = str(found) if found < NUMBER_LIMIT else "a very large one"
        raise SaveNewer(f"made by a newer version (format {number}); this one reads format {FORMAT}")
    if type(found) is not int or found != FORMAT:
        raise SaveDamaged(f"format: expected the number {FORMAT}; found {described(found)}")
    return raw


def _campaign(raw: dict[str, object]) -> Campaign:
    top = Fields(raw, "")
    top.number("format")
    kind = top.text("kind")
    if kind != KIND:
        raise SaveDamaged(f'kind: this version knows "{KIND}" alone; found {quoted(kind)}')
    about = top.table("campaign")
    names = top.table("players")
    try:
        players = check_players(*names.pair("names", names.texts("names")))
    except NameRefused as error:
        raise SaveDamaged(f"[players], names: {error}") from error
    chapters = {digest: _chapter(fields) for digest, fields in top.named_tables("chapters", _DIGEST)}
    campaign = Campaign(
        title=about.text("title"),
        folder=about.text("folder"),
        players=players,
        created=top.moment("created"),
        played=top.moment("played"),
        finished=about.moment("finished") if about.has("finished") else None,
        tracker=tuple(map(_row, top.tables("tracker"))),
        chapters=chapters,
        games=tuple(_game(fields, players, chapters) for fields in top.tables("games")),
    )
    for fields in (about, names, top):
        fields.finish()
    _check_together(campaign)
    return campaign


def _check_together(campaign: Campaign) -> None:
    begun = [row.chapter for row in campaign.tracker]
    for chapter in begun:
        if begun.count(chapter) > 1:
            raise SaveDamaged(f"[[tracker]]: expected each chapter once; found {quoted(chapter)} twice")
    for number, game in enumerate(campaign.games[:-1], 1):
        if game.ending is None:
            raise SaveDamaged(f"[[games]] {number}, verdict: expected one in each game but the last; found nothing")


def _row(fields: Fields) -> Row:
    row = Row(
        chapter=fields.text("chapter"),
        attempts=fields.number("attempts"),
        stars=fields.number("stars"),
        state=RowState(fields.word("state", RowState)),
    )
    fields.finish()
    return row


def _chapter(fields: Fields) -> StoredChapter:
    chapter = StoredChapter(
        id=fields.text("id"), title=fields.text("title"), story=fields.text("story"), lines=fields.text("lines")
    )
    fields.finish()
    return chapter


def _game(fields: Fields, players: tuple[str, str], chapters: dict[str, StoredChapter]) -> Game:
    digest = fields.text("chapter")
    if digest not in chapters:
        raise fields.wrong("chapter", "the digest of one of [chapters]", digest)
    seed = fields.text("seed")
    try:
        parse_seed(seed)
    except SeedRefused as error:
        raise SaveDamaged(f"{fields.place}, seed: {error}") from error
    decisions = tuple(line for text in fields.text("decisions").split("\n") if (line := text.strip()))
    game = Game(
        chapter=digest,
        seed=int(seed),
        seats=(_player(fields, "jekyll", players), _player(fields, "hyde", players)),
        attempt=fields.number("attempt", low=1) if fields.flag("counts") else None,
        hints=fields.pair("hints", fields.numbers("hints")),
        cut=_cut(fields, len(decisions)) if fields.has("cut") else (),
        decisions=decisions,
        fingerprints=tuple(fields.texts("fingerprints")),
        ending=_ending(fields) if fields.has("verdict") else None,
    )
    fields.finish()
    return game


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


def _ending(fields: Fields) -> Ending:
    return Ending(
        verdict=Verdict(fields.word("verdict", Verdict)),
        reason=Reason(fields.word("reason", Reason)),
        objective=fields.text("objective") if fields.has("objective") else None,
        achievement=fields.flag("achievement") if fields.has("achievement") else False,
        stars=fields.number("stars"),
    )
