"""``campaign play``: the table from the first prompt to the tracker, for people, bots and move files."""

import secrets

from campaign.cli.context import CONTENT, USAGE, Context, PlayOptions, Stop, shell_word
from campaign.cli.ending import show_ending, show_next
from campaign.cli.game import Departed, GameTable
from campaign.cli.keyboard import EndOfInputError, Keyboard
from campaign.cli.moves import Moves
from campaign.cli.screen import Screen
from campaign.cli.seating import Seats, check_seats, people, swapped, usual_seats, with_flags
from campaign.cli.store import Store
from campaign.files.chapters import ChapterFile, stored_chapter
from campaign.files.locks import hold
from campaign.files.names import parse_seed
from campaign.files.saves import SaveFolder
from campaign.notation import quoted
from campaign.play import tracker
from campaign.play.bots import Clock
from campaign.play.campaign import Game
from campaign.play.session import DriftError, Session, replay
from campaign.play.tracker import Step

THINK = 500
"""The most milliseconds that a bot takes for a decision at the table, where nothing else is typed."""
MOST_THINK = 600_000
_DIGITS = len(str(MOST_THINK))


def play(context: Context, options: PlayOptions) -> int:
    """Resume the game in progress or begin what is due, and play it to its end; return the exit code."""
    saves = context.folder()
    name = _name(context, saves, options.name)
    seed = None if options.seed is None else parse_seed(options.seed)
    with_flags(("", ""), options, ("", ""))
    clock = thinking_time(options.think)
    moves = None if options.moves is None else Moves(options.moves)
    with hold(saves.path, name):
        keyboard = Keyboard(context.output)
        store = Store(saves, name, saves.load(name), keyboard=keyboard)
        return _Play(context, store, keyboard, moves, clock).run(options, seed)


def thinking_time(typed: str | None) -> Clock:
    """Return the most that a bot may take, from ``--think MS``; stops where it names no time."""
    if typed is None:
        return Clock(THINK / 1000)
    if not (typed.isascii() and typed.isdecimal() and len(typed) <= _DIGITS and 1 <= int(typed) <= MOST_THINK):
        raise Stop(USAGE, f"--think is a whole number of milliseconds from 1 to {MOST_THINK}; found {quoted(typed)}")
    return Clock(int(typed) / 1000)


def _name(context: Context, saves: SaveFolder, given: str | None) -> str:
    if given is not None:
        return context.find(saves, given)
    last = saves.last_played()
    if last is None:
        raise Stop(USAGE, f"no campaign yet in {saves.path}: begin one with campaign new NAME")
    return last


class _Play:
    """One run of the command: a game, and at a terminal those that follow it."""

    def __init__(self, context: Context, store: Store, keyboard: Keyboard, moves: Moves | None, clock: Clock) -> None:
        self.context = context
        self.output = context.output
        self.store = store
        self.keyboard = keyboard
        self.moves = moves
        self.clock = clock

    def run(self, options: PlayOptions, seed: int | None) -> int:
        """Play until the players stop; return the exit code."""
        try:
            resumed = tracker.game_in_progress(self.store.campaign) is not None
            session, seats = self._first(options, seed)
            while self._played(session, seats, resumed=resumed):
                again = self._what_next()
                if again is None:
                    return 0
                resumed = False
                session, seats = self._begin(again, self._seats_asked(usual_seats(self.store.campaign)), None)
        except (EndOfInputError, Departed):
            self._say_farewell()
        except KeyboardInterrupt:
            self._say_farewell()
            raise
        return 0

    def _say_farewell(self) -> None:
        """Say how to go on, and where: a folder that was named once must be named again."""
        word = "The last decision could not be saved." if self.store.behind else "Saved."
        self.output.line(f"{word} Go on with: {self._play_command()}")

    def _play_command(self) -> str:
        return self.context.typed(f"play {shell_word(self.store.name)}", folder=self.store.saves.path)

    def _save_path(self) -> str:
        return str(self.store.saves.path / f"{self.store.name}.toml")

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
        seats = with_flags(seats, options, self.store.campaign.players)
        check_seats(seats, self._save_path())
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
                f"another game is in progress: chapter {stored.id}; {self._play_command()} "
                f"goes on with it; found --chapter {quoted(options.chapter)}",
            )
        if seed is not None and seed != game.seed:
            raise Stop(USAGE, f"the game in progress was dealt from another seed; found --seed {seed}")
        if options.swap:
            raise Stop(USAGE, "a game keeps its seats to its end (S1); --swap goes with a new game")
        where = self._save_path()
        chapter = stored_chapter(stored.lines, id=stored.id, title=stored.title, story=stored.story, where=where)
        try:
            session = replay(chapter, game.seed, game.decisions, game.fingerprints)
        except DriftError as error:
            raise Stop(CONTENT, f"{where}: {error}") from error
        seats = with_flags(game.seats, options, self.store.campaign.players)
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

    def _seats_asked(self, seats: Seats) -> Seats:
        """Ask two people at a terminal who is Jekyll; as before by default (S1)."""
        if not self.keyboard.terminal or self.moves is not None or len(people(seats)) < 2:  # noqa: PLR2004 (two people)
            return seats
        self.output.line(f"Who is Jekyll?  1  {seats[0]}   2  {seats[1]}")
        while True:
            answer = self.keyboard.line(f"1, 2, or Enter for {seats[0]} > ").casefold()
            if answer in ("", "1", seats[0].casefold()):
                return seats
            if answer in ("2", seats[1].casefold()):
                return swapped(seats)
            if answer == "quit":
                raise Departed
            self.output.line("Type 1, 2 or a name.")

    def _played(self, session: Session, seats: Seats, *, resumed: bool) -> bool:
        """Play a game to its end; return whether the players are asked what comes next."""
        screen = Screen(self.output, private=len(people(seats)) == 2)  # noqa: PLR2004 (two people)
        table = GameTable(
            self.store,
            session,
            seats=seats,
            screen=screen,
            keyboard=self.keyboard,
            moves=self.moves,
            clock=self.clock,
            resumed=resumed,
        )
        table.play()
        show_ending(screen, self.store, session)
        if self.moves is not None:
            left = self.moves.left_over()
            if left is not None:
                raise left
            self.moves = None
        show_next(screen, self.store, self._play_command())
        return self.keyboard.terminal and bool(people(seats))

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

    def _chosen(self, question: str, answers: dict[str, str]) -> str:
        words = list(answers)
        self.output.line(question)
        while True:
            typed = self.keyboard.line(f"{' / '.join(words)} > ").casefold()
            if not typed and answers[words[0]] == "Enter":
                return words[0]
            for word in words:
                if typed and word.startswith(typed):
                    return word
            self.output.line(f"One of {', '.join(words)} is asked for.")
