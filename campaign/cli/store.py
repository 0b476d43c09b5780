"""The campaign being played: every change is on the disk before anything that follows from it is shown."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from campaign.cli.keyboard import EndOfInputError, Keyboard
from campaign.files.chapters import CampaignFolder, ChapterFile
from campaign.files.errors import FilesError, SaveFailed, cause
from campaign.files.saves import SaveFolder
from campaign.notation import Seat
from campaign.play import tracker
from campaign.play.campaign import Campaign, Ending, Game, StoredChapter
from campaign.play.session import Session
from campaign.rules.chapter import Chapter


def now() -> datetime:
    """Return this moment, to the second, as saves keep it."""
    return datetime.now(UTC).replace(microsecond=0)


class Store:
    """A campaign, its save, and the folder of its chapters."""

    def __init__(self, saves: SaveFolder, name: str, campaign: Campaign, *, keyboard: Keyboard) -> None:
        self.saves = saves
        self.name = name
        self.campaign = campaign
        self.behind = False
        """Whether something was decided that is not on the disk."""
        self._keyboard = keyboard
        self._folder: CampaignFolder | None = None

    @property
    def folder(self) -> CampaignFolder:
        """The campaign's chapters, read when first asked for; raises ChapterProblems."""
        if self._folder is None:
            from campaign.files.chapters import load_folder  # noqa: PLC0415 (a resume needs no chapter file)

            self._folder = load_folder(Path(self.campaign.folder) if self.campaign.folder else None)
        return self._folder

    @property
    def chapters(self) -> Sequence[Chapter]:
        """The campaign's chapters in order."""
        return [file.chapter for file in self.folder.chapters]

    def label(self, chapter_id: str) -> str:
        """Return a chapter's number in its list as the box writes it, "" where it is no longer listed."""
        from campaign.files.chapters import ChapterProblems  # noqa: PLC0415 (beside its user)

        try:
            file = self.folder.find(chapter_id)
        except ChapterProblems:
            return ""
        return roman(file.number) if file is not None else ""

    def since_begun(self, game: Game) -> str:
        """Return what has become of a game's chapter file since the game began, "" where it is the same."""
        from campaign.files.chapters import ChapterProblems  # noqa: PLC0415 (beside its user)

        chapter_id = self.campaign.chapters[game.chapter].id
        try:
            file = self.folder.find(chapter_id)
        except ChapterProblems as error:
            first = error.problems[0]
            return f"the chapters cannot be read now ({first})"
        if file is None:
            return f"{self.folder.path} does not list {chapter_id} any more"
        return "" if file.digest == game.chapter else f"{chapter_id}.toml has changed since"

    def unlisted(self) -> list[str]:
        """Return the chapters that were begun and that the folder no longer lists; raises ChapterProblems."""
        listed = {chapter.id for chapter in self.chapters}
        return [row.chapter for row in self.campaign.tracker if row.chapter not in listed]

    def begin(self, file: ChapterFile, game: Game) -> None:
        """Begin a game and save it before its first prompt."""
        chapter = file.chapter
        stored = StoredChapter(id=chapter.id, title=chapter.title, story=chapter.story, lines=file.toml)
        campaign = replace(self.campaign, chapters={**self.campaign.chapters, file.digest: stored})
        self.save(tracker.begin(campaign, chapter, game))

    def reseat(self, seats: tuple[str, str]) -> None:
        """Let others sit at the seats of the game in progress from now on, and save."""
        self.save(tracker.with_progress(self.campaign, replace(self.campaign.games[-1], seats=seats)))

    def go_on(self, chapter: Chapter) -> None:
        """Leave a tutorial behind without its stars (T1), and save."""
        self.save(tracker.go_on(self.campaign, chapter, chapters=self.chapters, now=now()))

    def note(self, session: Session) -> None:
        """Bring the game in progress up to date, in memory."""
        game = self.campaign.games[-1]
        fresh = replace(game, decisions=tuple(map(str, session.decisions)), fingerprints=tuple(session.fingerprints))
        self.campaign = tracker.with_progress(self.campaign, fresh)
        self.behind = True

    def mark_cut(self, number: int) -> None:
        """Note, in memory, that the clock cut a bot's decision short; decisions are numbered from 1."""
        game = self.campaign.games[-1]
        if number not in game.cut:
            self.campaign = tracker.with_progress(self.campaign, replace(game, cut=(*game.cut, number)))

    def count_hint(self, seat: Seat) -> None:
        """Count a hint that a seat asked for, and save."""
        game = self.campaign.games[-1]
        hints = (game.hints[0] + (seat is Seat.JEKYLL), game.hints[1] + (seat is Seat.HYDE))
        self.save(tracker.with_progress(self.campaign, replace(game, hints=hints)))

    def end(self, session: Session, ending: Ending) -> None:
        """End the game in progress, fill in the tracker, and save."""
        from campaign.files.chapters import ChapterProblems  # noqa: PLC0415 (a resume needs no chapter file)

        self.note(session)
        chapters: Sequence[Chapter] | None
        try:
            chapters = self.chapters
        except ChapterProblems:
            chapters = None  # whether this was the last chapter is found out once they can be read
        self.save(tracker.finish(self.campaign, session.chapter, ending, chapters=chapters, now=now()))

    def save(self, campaign: Campaign | None = None) -> None:
        """Write the campaign; where the disk refuses, offer another try or another folder at a terminal."""
        campaign = replace(campaign or self.campaign, played=now())
        while True:
            try:
                self.saves.write(self.name, campaign)
            except SaveFailed as error:
                if not self._keyboard.terminal:
                    raise
                self._ask_where(error, campaign)
            else:
                break
        self.campaign = campaign
        self.behind = False

    def _ask_where(self, error: SaveFailed, campaign: Campaign) -> None:
        self._keyboard.output.error(str(error))
        try:
            place = self._keyboard.line("Enter tries again, a folder's path saves there instead, Ctrl-D leaves: ")
        except EndOfInputError:
            raise error from None
        if not place:
            return
        try:
            elsewhere = SaveFolder(Path(place).expanduser().absolute())
            elsewhere.path.mkdir(parents=True, exist_ok=True)
            elsewhere.create(self.name, campaign)
        except FilesError as refused:
            self._keyboard.output.error(str(refused))
        except (OSError, RuntimeError, ValueError) as refused:  # no such home, or no path at all
            reason = cause(refused) if isinstance(refused, OSError) else str(refused)
            self._keyboard.output.error(f"{place}: {reason}")
        else:
            self.saves = elsewhere


def roman(number: int) -> str:
    """Return a number from 0 as the box writes chapters, "" for 0."""
    text = ""
    for value, digits in (
        (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
    ):  # fmt: skip
        while number >= value:
            text += digits
            number -= value
    return text
