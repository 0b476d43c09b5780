"""A campaign as the tables of its save, and back."""

import re
from dataclasses import replace

from campaign.files.errors import SaveDamaged
from campaign.files.fields import Fields
from campaign.files.game_text import players_text, read_players, read_record, record_text
from campaign.files.save_text import CHAPTER, GAME, block, line, moment
from campaign.notation import quoted
from campaign.play.campaign import Campaign, Ending, Game, Reason, Row, RowState, StoredChapter, Verdict

_DIGEST = re.compile(r"[0-9a-f]{16}")


def campaign_text(campaign: Campaign) -> str:
    """Return the tables of a campaign."""
    parts = [f"\n[campaign]\ntitle = {line(campaign.title)}\nfolder = {line(campaign.folder)}\n"]
    if campaign.finished is not None:
        parts.append(f"finished = {moment(campaign.finished)}\n")
    parts.append(players_text(campaign.players))
    for row in campaign.tracker:
        parts.append(f"\n[[tracker]]\nchapter = {line(row.chapter)}\nattempts = {row.attempts}\n")
        parts.append(f'stars = {row.stars}\nstate = "{row.state}"\n')
    for digest, chapter in campaign.chapters.items():
        parts.append(f"{CHAPTER}{digest}]\nid = {line(chapter.id)}\ntitle = {line(chapter.title)}\n")
        parts.append(f"story = {block(chapter.story)}\nlines = {block(chapter.lines)}\n")
    parts.extend(map(_game_text, campaign.games))
    return "".join(parts)


def _game_text(game: Game) -> str:
    parts = [f"{GAME}chapter = {line(game.chapter)}\ncounts = {'true' if game.counts else 'false'}\n"]
    if game.attempt is not None:
        parts.append(f"attempt = {game.attempt}\n")
    parts.append(record_text(game))
    if (ending := game.ending) is not None:
        parts.append(f'verdict = "{ending.verdict}"\nreason = "{ending.reason}"\n')
        if ending.objective is not None:
            parts.append(f"objective = {line(ending.objective)}\n")
        if ending.achievement:
            parts.append("achievement = true\n")
        parts.append(f"stars = {ending.stars}\n")
    return "".join(parts)


def read_campaign(top: Fields) -> Campaign:
    """Return the campaign of a save's tables; raises SaveDamaged."""
    about = top.table("campaign")
    players = read_players(top)
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
    for fields in (about, top):
        fields.finish()
    _check_together(campaign)
    return campaign


def campaign_excerpt(text: str) -> str:
    """Return, of a campaign's text as it was written, what tells all but earlier games and the chapters' lines."""
    tables = [place for place in (text.find(CHAPTER), text.find(GAME)) if place >= 0]
    head = text[: min(tables)] if tables else text
    last = text.rfind(GAME)
    if last < 0:
        return head
    digest = text[text.index('"', last) + 1 :].partition('"')[0]
    opening = f"{CHAPTER}{digest}]\n"
    begin = text.find(opening) + len(opening)
    id_line = text[begin:].partition("\n")[0]
    chapter = f'{opening}{id_line}\ntitle = ""\nstory = ""\nlines = ""\n'
    return f"{head}{chapter}{text[last:]}"


def last_game_alone(campaign: Campaign) -> Campaign:
    """Return a campaign as ``campaign_excerpt`` tells it."""
    games = campaign.games[-1:]
    chapters = {
        digest: StoredChapter(id=chapter.id, title="", story="", lines="")
        for digest, chapter in campaign.chapters.items()
        if games and digest == games[0].chapter
    }
    return replace(campaign, games=games, chapters=chapters)


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
    game = Game(
        chapter=digest,
        attempt=fields.number("attempt", low=1) if fields.flag("counts") else None,
        ending=_ending(fields) if fields.has("verdict") else None,
        **read_record(fields, players),
    )
    fields.finish()
    return game


def _ending(fields: Fields) -> Ending:
    return Ending(
        verdict=Verdict(fields.word("verdict", Verdict)),
        reason=Reason(fields.word("reason", Reason)),
        objective=fields.text("objective") if fields.has("objective") else None,
        achievement=fields.flag("achievement") if fields.has("achievement") else False,
        stars=fields.number("stars"),
    )
