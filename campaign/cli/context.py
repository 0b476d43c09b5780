"""What a command is given, and how whatever stops it becomes a sentence and an exit code."""

import contextlib
import os
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from campaign.cli.console import Output

if TYPE_CHECKING:
    from campaign.files.codec import Save
    from campaign.files.places import SavesPlace
    from campaign.files.saves import SaveFolder
    from campaign.play.campaign import Campaign

CONTENT, USAGE, SYSTEM, INTERRUPTED = 1, 2, 4, 130
"""Exit codes: a file's content, what was typed, the operating system, Ctrl-C."""
CRASH = 70
"""The exit code of a fault in this program, which no other outcome shares."""

CAMPAIGN = "campaign"
"""The kind of a save of a campaign."""
DUEL = "duel"
"""The kind of a save of duels, and what such a save is called where no name is typed."""


class Stop(Exception):  # noqa: N818 (it stops a command, rightly or wrongly)
    """A command ends here: its exit code and what to say, one problem a line."""

    def __init__(self, exit_code: int, *messages: str) -> None:
        super().__init__(*messages)
        self.exit_code = exit_code
        self.messages = messages


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """What was typed after ``campaign play``."""

    name: str | None
    chapter: str | None
    seed: str | None
    jekyll: str | None
    hyde: str | None
    swap: bool
    moves: str | None
    think: str | None = None


@dataclass(slots=True)
class Context:
    """What every command is given: the way out, and the folder of ``--saves``."""

    output: Output
    saves: Path | None

    @property
    def place(self) -> "SavesPlace":
        """The folder for saves and what decided on it."""
        from campaign.files.places import saves_folder  # noqa: PLC0415 (not every command reads saves)

        return saves_folder(self.saves)

    def typed(self, words: str, *, folder: Path | None = None) -> str:
        """Return a command as it must be typed: a folder of saves that was named once is named again."""
        named = self.saves if folder is None or folder == self.place.path else folder
        return f"campaign {words}" if named is None else f"campaign --saves {shell_word(str(named))} {words}"

    def folder(self) -> "SaveFolder":
        """Return the saves."""
        from campaign.files.saves import SaveFolder  # noqa: PLC0415 (not every command reads saves)

        return SaveFolder(self.place.path)

    def find(self, saves: "SaveFolder", name: str) -> str:
        """Return how a save's name is spelt; stop where there is none, with the folder and the nearest name."""
        return saves.find(name) or self._unknown(saves, name)

    def find_any(self, saves: "SaveFolder", name: str) -> str:
        """Return how a save's name is spelt, even if only its backup is there; stop where there is none."""
        from campaign.files.names import same_name  # noqa: PLC0415 (not every command reads saves)
        from campaign.files.saves import BACKUP_ENDING  # noqa: PLC0415

        found = saves.find(name)
        if found is None and saves.path.is_dir():
            stems = (path.name.removesuffix(BACKUP_ENDING) for path in saves.path.glob(f"*{BACKUP_ENDING}"))
            found = next((stem for stem in sorted(stems) if same_name(stem, name)), None)
        return found or self._unknown(saves, name)

    def open(self, name: str) -> tuple[str, "Campaign"]:
        """Return a campaign and how its name is spelt."""
        saves = self.folder()
        spelt = self.find(saves, name)
        return spelt, saves.load(spelt)

    def open_any(self, name: str) -> tuple[str, "Save"]:
        """Return a save of either kind and how its name is spelt."""
        saves = self.folder()
        spelt = self.find(saves, name)
        return spelt, saves.read(spelt)

    def say(self, text: str) -> None:
        """Write a sentence or a fact, its further lines set in."""
        from campaign.cli.layout import paragraph  # noqa: PLC0415 (most commands lay out their own screen)

        paragraph(self.output, text, indent=self._indent, hang=f"{self._indent}  ")

    @property
    def _indent(self) -> str:
        return "" if self.output.plain else " "

    def ask(self, prompt: str) -> str | None:
        """Return the line that is typed, without space around it; None at the end of input."""
        if sys.stdin is None:
            return None
        sys.stdout.write(f"{self._indent}{prompt}")
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line or not sys.stdin.isatty():
            self.output.line()
        return line.strip() if line else None

    def agrees(self, question: str) -> bool:
        """Return whether the answer to a question is yes; the end of input is a no."""
        self.say(question)
        answer = self.ask("Type yes or no: ")
        return answer is not None and answer.casefold() in ("y", "yes")

    def _unknown(self, saves: "SaveFolder", name: str) -> str:
        from campaign.files.places import other_place  # noqa: PLC0415 (only where a name is not found)
        from campaign.files.shape import nearest  # noqa: PLC0415
        from campaign.notation import quoted  # noqa: PLC0415

        by_fold = {known.casefold(): known for known in saves.names()}
        hint = nearest(name.casefold(), by_fold)
        for fold, known in by_fold.items():
            hint = hint.replace(f'"{fold}"', f'"{known}"')
        messages = [f"no such save: {quoted(name)} in {saves.path}{hint}"]
        other = other_place(self.place)
        if other is not None:
            messages.append(f"another folder holds saves too: {other} (--saves chooses a folder)")
        raise Stop(USAGE, *messages)


def shell_word(text: str) -> str:
    """Return a name as a shell takes it for one word; a campaign's name holds no quotes."""
    return f'"{text}"' if " " in text else text


def played_by(kind: str, name: str) -> str:
    """Return the command's words that go on with a save of a kind."""
    if kind == DUEL:
        return "duel" if name == DUEL else f"duel {shell_word(name)}"
    return f"play {shell_word(name)}"


def utc_text(moment: datetime) -> str:
    """Return a moment as JSON and saves write it."""
    return f"{moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='seconds')}Z"


def local_text(moment: datetime) -> str:
    """Return a moment as the person's own clock shows it."""
    return f"{moment.astimezone():%Y-%m-%d %H:%M}"


def parse_number(text: str, option: str) -> int:
    """Return a whole number from 1 that was typed after an option, or stop."""
    if text.isascii() and text.isdigit() and len(text) < 10 and int(text) >= 1:  # noqa: PLR2004 (nine digits are enough)
        return int(text)
    from campaign.notation import quoted  # noqa: PLC0415 (only for the refusal)

    raise Stop(USAGE, f"{option} is a whole number from 1; found {quoted(text)}")


def guarded(work: Callable[[], int], given: list[Context]) -> int:
    """Return a command's exit code, having said on stderr what stopped it; ``given`` holds its context once made."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started the program
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 (open until the end)
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")  # what is typed in another encoding is refused as a name or a word, not a crash
    try:
        code = work()
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BrokenPipeError:
        # The reader has all that it wanted.
        _discard(sys.stdout)
        code = 0
    except Exception as error:  # noqa: BLE001 (the last door: nothing may reach the terminal with its values)
        code = _told(error, given)
    _discard_if_broken(sys.stdout)
    _discard_if_broken(sys.stderr)
    return code


def _told(error: Exception, given: list[Context]) -> int:
    code, messages = _meaning(error, given)
    output = Output(plain=True)
    with contextlib.suppress(OSError):  # nobody reads the problems either
        for message in messages:
            output.error(message)
    return code


def _meaning(error: Exception, given: list[Context]) -> tuple[int, list[str]]:
    from campaign.files.errors import FilesError, SaveOfOtherKind, cause  # noqa: PLC0415 (only where something went wrong)

    if isinstance(error, Stop):
        return error.exit_code, list(error.messages)
    if isinstance(error, SaveOfOtherKind):
        goes_on = [f"; {context.typed(played_by(error.kind, error.name))} goes on with it" for context in given]
        return error.exit_code, [f"{error}{''.join(goes_on)}"]
    if isinstance(error, FilesError):
        return error.exit_code, [str(error)]
    if isinstance(error, OSError) and error.errno is not None:
        return SYSTEM, [f"{_place(error)}: {cause(error)}"]
    from campaign.files.source import ChapterProblems  # noqa: PLC0415 (only where something went wrong)

    if isinstance(error, ChapterProblems):
        return CONTENT, [str(problem) for problem in error.problems]
    report = _crash_report(error, given)
    where = f"a report is in {report}" if report else "no report of it could be written"
    return CRASH, [f"a fault in this program stopped it ({type(error).__name__}); saves are as last written; {where}"]


def _place(error: OSError) -> str:
    return "output" if error.filename is None else os.fsdecode(error.filename)


def _discard_if_broken(stream: TextIO) -> None:
    try:
        stream.flush()
    except (OSError, ValueError):
        _discard(stream)


def _discard(stream: TextIO) -> None:
    """Let nothing that is still in a stream's buffer complain at the program's end."""
    with contextlib.suppress(OSError, ValueError):
        descriptor = os.open(os.devnull, os.O_WRONLY)
        os.dup2(descriptor, stream.fileno())
        os.close(descriptor)


def _crash_report(error: BaseException, given: list[Context]) -> Path | None:
    """Write where an error came from, without any value: no message, argument or variable can show a card."""
    lines = [f"Python {sys.version.split()[0]} on {sys.platform}"]
    seen: BaseException | None = error
    while seen is not None:
        lines.append(f"{type(seen).__module__}.{type(seen).__name__}")
        trace = seen.__traceback__
        while trace is not None:
            code = trace.tb_frame.f_code
            lines.append(f"  {_inner_path(code.co_filename)}:{trace.tb_lineno} in {code.co_qualname}")
            trace = trace.tb_next
        seen = seen.__cause__ or seen.__context__
    text = "\n".join(lines) + "\n"
    name = f"crash-{datetime.now(UTC):%Y%m%d-%H%M%S}-{os.getpid()}.txt"
    for folder in (*(context.place.path for context in given), Path(tempfile.gettempdir())):
        path = folder / name
        try:
            path.write_text(text, "utf-8")
        except (OSError, ValueError):
            continue
        return path
    return None


def _inner_path(filename: str) -> str:
    parts = Path(filename).parts
    return "/".join(parts[-3:]) if "campaign" in parts else parts[-1]
