"""The campaign being played, and the folder of its chapters."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from campaign.cli.keyboard import Keyboard
from campaign.cli.store import Store, now
from campaign.files.chapters import CampaignFolder, ChapterFile
from campaign.files.saves import SaveFolder
from campaign.play import tracker
from campaign.play.campaign import Campaign, Ending, Game, StoredChapter
from campaign.play.session import Session
from campaign.rules.chapter import Chapter


class CampaignStore(Store[Campaign, Game]):
    """A campaign, its save, and the folder of its chapters."""

    def __init__(self, saves: SaveFolder, name: str, campaign: Campaign, *, keyboard: Keyboard) -> None:
        super().__init__(saves, name, campaign, keyboard=keyboard)
        self._folder: CampaignFolder | None = None

    @property
    def campaign(self) -> Campaign:
        """The campaign as it stands."""
        return self.kept

    @property
    def game(self) -> Game:
        """The last game begun."""
        return self.kept.games[-1]

    def with_game(self, game: Game) -> Campaign:
        """Return the campaign with the game in progress brought up to date."""
        return tracker.with_progress(self.kept, game)

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

    def go_on(self, chapter: Chapter) -> None:
        """Leave a tutorial behind without its stars (T1), and save."""
        self.save(tracker.go_on(self.campaign, chapter, chapters=self.chapters, now=now()))

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
