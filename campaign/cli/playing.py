"""``campaign play``: the table from the first prompt to the tracker, for people, bots and move files."""

import secrets
from typing import ClassVar

from campaign.cli.campaign_store import CampaignStore
from campaign.cli.chapter_game import ChapterTable
from campaign.cli.context import CAMPAIGN, CONTENT, USAGE, Context, PlayOptions, Stop
from campaign.cli.ending import show_ending, show_next
from campaign.cli.game import Setting
from campaign.cli.keyboard import EndOfInputError, Keyboard
from campaign.cli.moves import Moves
from campaign.cli.screen import Screen
from campaign.cli.seating import Seats, check_seats, swapped, usual_seats, with_flags
from campaign.cli.sitting import Sitting, thinking_time
from campaign.files.chapters import ChapterFile, stored_chapter
from campaign.files.locks import hold
from campaign.files.names import parse_seed
from campaign.files.saves import SaveFolder
from campaign.notation import quoted
from campaign.play import tracker
from campaign.play.campaign import Campaign, Game
from campaign.play.session import DriftError, Session, replay
from campaign.play.tracker import Step
from campaign.rules.decisions import Decision, parse_decision


def play(context: Context, options: PlayOptions) -> int:
    """Resume the game in progress or begin what is due, and play it to its end; return the exit code."""
    saves = context.folder()
    name = _name(context, saves, options.name)
    seed = None if options.seed is None else parse_seed(options.seed)
    with_flags(("", ""), (options.jekyll, options.hyde), ("", ""))
    clock = thinking_time(options.think)
    moves = None if options.moves is None else Moves(options.moves, parse_decision, ended="the chapter has ended (T3)")
    with hold(saves.path, name):
        keyboard = Keyboard(context.output)
        store = CampaignStore(saves, name, saves.load(name), keyboard=keyboard)
        return _Play(context, store, keyboard, moves, clock).run(options, seed)


def _name(context: Context, saves: SaveFolder, given: str | None) -> str:
    if given is not None:
        return context.find(saves, given)
    last = saves.last_played()
    if last is None:
        raise Stop(USAGE, f"no campaign yet in {saves.path}: begin one with campaign new NAME")
    return last


class _Play(Sitting[Campaign, Game, Decision, Session]):
    """One run of ``campaign play``."""

    kind: ClassVar = CAMPAIGN
    store: CampaignStore

    def run(self, options: PlayOptions, seed: int | None) -> int:
        """Play until the players stop; return the exit code."""
        resumed = tracker.game_in_progress(self.store.campaign) is not None
        return self.sit(lambda: self._first(options, seed), resumed=resumed)

    def _table(self, session: Session, setting: Setting[Decision]) -> ChapterTable:
        return ChapterTable(self.store, session, setting)

    def _show_ending(self, screen: Screen, session: Session) -> None:
        show_ending(screen, self.store, session)

    def _show_next(self, screen: Screen) -> None:
        show_next(screen, self.store, self._command())

    def _next(self) -> tuple[Session, Seats] | None:
        again = self._what_next()
        if again is None:
            return None
        return self._begin(again, self._seats_asked(usual_seats(self.store.campaign)), None)

    def _first(self, options: PlayOptions, seed: int | None) -> tuple[Session, Seats]:
        game = tracker.game_in_progress(self.store.campaign)
        if game is not None:
            return self._resume(game, options, seed)
        for chapter_id in self.store.unlisted():
            self.output.line(
                f"Chapter {chapter_id} was played and is no longer listed: a renamed or removed file. Its attempts and "
                "stars are kept; under another id it is another chapter."
            )
        if options.chapter is None:
            file = self._due_chapter()
        else:
            found = self.store.folder.find(options.chapter)
            if found is None:
                known = ", ".join(chapter.id for chapter in self.store.chapters)
                raise Stop(USAGE, f"no such chapter: {quoted(options.chapter)}; this campaign has {known}")
            file = found
        seats = usual_seats(self.store.campaign)
        if options.swap:
            seats = swapped(seats)
        seats = with_flags(seats, (options.jekyll, options.hyde), self.store.campaign.players)
        check_seats(seats, str(self.store.path))
        if options.jekyll is None and options.hyde is None and not options.swap:
            seats = self._seats_asked(seats)
        return self._begin(file, seats, seed)

    def _due_chapter(self) -> ChapterFile:
        """Return the chapter due; where it was played already and may be left behind, ask first (T1)."""
        due = tracker.next_step(self.store.campaign, self.store.chapters)
        if due.step is Step.AGAIN and due.may_go_on:
            chosen = self._again_or_on(due.chapter or "")
            if chosen is None:
                raise EndOfInputError
            return chosen
        if due.chapter is None:
            ids = ", ".join(chapter.id for chapter in self.store.chapters)
            raise Stop(
                USAGE,
                f"{self.store.name} is finished: every chapter is done; "
                f"--chapter ID plays one again as a free game ({ids})",
            )
        return self._file(due.chapter)

    def _file(self, chapter_id: str) -> ChapterFile:
        file = self.store.folder.find(chapter_id)
        if file is None:
            raise Stop(CONTENT, f"{self.store.folder.path}: no chapter {quoted(chapter_id)} is listed any more")
        return file

    def _resume(self, game: Game, options: PlayOptions, seed: int | None) -> tuple[Session, Seats]:
        stored = self.store.campaign.chapters[game.chapter]
        if options.chapter is not None and options.chapter != stored.id:
            raise Stop(
                USAGE,
                f"another game is in progress: chapter {stored.id}; {self._command()} "
                f"goes on with it; found --chapter {quoted(options.chapter)}",
            )
        if seed is not None and seed != game.seed:
            raise Stop(USAGE, f"the game in progress was dealt from another seed; found --seed {seed}")
        if options.swap:
            raise Stop(USAGE, "a game keeps its seats to its end (S1); --swap goes with a new game")
        where = str(self.store.path)
        chapter = stored_chapter(stored.lines, id=stored.id, title=stored.title, story=stored.story, where=where)
        try:
            session = replay(chapter, game.seed, game.decisions, game.fingerprints)
        except DriftError as error:
            raise Stop(CONTENT, f"{where}: {error}") from error
        seats = with_flags(game.seats, (options.jekyll, options.hyde), self.store.campaign.players)
        check_seats(seats, where)
        if seats != game.seats:
            self.store.reseat(seats)
        return session, seats

    def _begin(self, file: ChapterFile, seats: Seats, seed: int | None) -> tuple[Session, Seats]:
        seed = secrets.randbits(64) if seed is None else seed
        due = tracker.chapter_due(self.store.campaign, self.store.chapters)
        counts = due is not None and due.id == file.chapter.id
        attempt = tracker.attempt_number(self.store.campaign, file.chapter.id) if counts else None
        session = Session(file.chapter, seed)
        self.store.begin(file, Game(chapter=file.digest, seed=seed, seats=seats, attempt=attempt))
        return session, seats

    def _what_next(self) -> ChapterFile | None:
        """Ask what comes next (T1: again or on; T2: again); None to stop here."""
        due = tracker.next_step(self.store.campaign, self.store.chapters)
        if due.chapter is None:
            return None
        if due.may_go_on:
            return self._again_or_on(due.chapter)
        file = self._file(due.chapter)
        word = "Play it again" if due.step is Step.AGAIN else f"Play {file.chapter.title}"
        return file if self._chosen(f"{word} now?", {"yes": "Enter", "quit": "stop here"}) == "yes" else None

    def _again_or_on(self, chapter_id: str) -> ChapterFile | None:
        """Ask whether to play a tutorial again or to go on without its stars (T1); None to stop here."""
        file = self._file(chapter_id)
        question = f"Play {file.chapter.title} again, or go on without its stars (T1)?"
        answer = self._chosen(question, {"again": "a", "on": "o", "quit": "q"})
        if answer == "quit":
            return None
        if answer == "again":
            return file
        self.store.go_on(file.chapter)
        due = tracker.next_step(self.store.campaign, self.store.chapters)
        return None if due.chapter is None else self._file(due.chapter)
