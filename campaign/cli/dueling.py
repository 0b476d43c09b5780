"""``campaign duel``: duels and return matches at one terminal, for people, bots and move files."""

import secrets
from dataclasses import dataclass, replace
from typing import ClassVar

from campaign.cli.context import CONTENT, DUEL, USAGE, Context, Stop
from campaign.cli.duel_game import DuelTable
from campaign.cli.duel_results import show_ending, show_next
from campaign.cli.duel_store import DuelStore
from campaign.cli.game import Setting
from campaign.cli.keyboard import Keyboard
from campaign.cli.manage import UNNAMED, ask_player
from campaign.cli.moves import Moves
from campaign.cli.screen import Screen
from campaign.cli.seating import Flags, Seats, check_seats, parse_who, people, usual_seats, with_flags
from campaign.cli.sitting import Sitting, thinking_time
from campaign.cli.store import now
from campaign.duel.decisions import Decision, parse_decision
from campaign.duel.match import GAMES
from campaign.files.locks import hold
from campaign.files.names import check_name, parse_seed, same_name
from campaign.files.places import ensure_folder
from campaign.notation import PLAYERS, Seat
from campaign.play.bots import STRONGEST, Who
from campaign.play.duel_replay import replayed
from campaign.play.duel_session import DriftError, DuelSession
from campaign.play.duels import Duel, Duels, duel_in_progress, second_due

_BOT = str(Who(STRONGEST, bot=True))


@dataclass(frozen=True, slots=True)
class DuelOptions:
    """What was typed after ``campaign duel``."""

    name: str | None
    seed: str | None
    jekyll: str | None
    hyde: str | None
    return_match: bool
    moves: str | None
    think: str | None
    simulate: str | None = None
    workers: str | None = None
    json: bool = False

    @property
    def flags(self) -> Flags:
        """Who is to sit where."""
        return self.jekyll, self.hyde


def duel(context: Context, options: DuelOptions) -> int:
    """Go on with the duel in progress or begin one, and play it to its end; return the exit code."""
    if options.simulate is not None:
        return _simulate(context, options, options.simulate)
    if options.workers is not None or options.json:
        raise Stop(USAGE, "--workers and --json go with --simulate N")
    saves = context.folder()
    wanted = check_name(DUEL if options.name is None else options.name)
    seed = None if options.seed is None else parse_seed(options.seed)
    with_flags(("", ""), options.flags, ("", ""))
    clock = thinking_time(options.think)
    moves = None if options.moves is None else Moves(options.moves, parse_decision, ended="the duel has ended (DU3)")
    keyboard = Keyboard(context.output)
    name = saves.find(wanted)
    made = None
    if name is None:
        made = _new_players(context, options.flags, ask=keyboard.terminal and moves is None)
        if made is None:
            context.say("No duel was begun.")
            return 0
        ensure_folder(context.place)
    with hold(saves.path, name or wanted):
        if made is not None:
            name = saves.create(wanted, Duels(players=made.players, created=now(), played=now()))
        name = name or wanted
        store = DuelStore(saves, name, saves.load_duels(name), keyboard=keyboard)
        return _Duels(context, store, keyboard, moves, clock).run(options, seed, None if made is None else made.seats)


def _simulate(context: Context, options: DuelOptions, games: str) -> int:
    """Let bots play so many duels, which belong to no save; return the exit code."""
    from campaign.cli.duel_simulating import DuelSimulateOptions, simulate_duels  # noqa: PLC0415 (play needs none of it)

    if (options.name, options.moves, options.think) != (None, None, None):
        raise Stop(USAGE, "--simulate plays duels that belong to no save: it takes no NAME, --moves or --think")
    return simulate_duels(
        context,
        DuelSimulateOptions(
            games=games,
            jekyll=options.jekyll,
            hyde=options.hyde,
            return_match=options.return_match,
            seed=options.seed,
            workers=options.workers,
            json=options.json,
        ),
    )


@dataclass(frozen=True, slots=True)
class _Made:
    """A new save's players, and who sits where in its first duel."""

    players: tuple[str, str]
    seats: Seats


def _new_players(context: Context, flags: Flags, *, ask: bool) -> _Made | None:
    """Return who plays a new save's first duel, asked for at a terminal; None where nobody wants to."""
    bots = _first_bots(flags)
    either = flags == (None, None)
    names: list[str] = []
    if ask and None in bots:
        first = ask_player(context, "Your name: ")
        if first is None:
            return None
        names.append(first)
        if either or bots == [None, None]:
            prompt = f"Your opponent's name{', or Enter for the bot' * either}: "
            second = ask_player(context, prompt, other=first, or_bot=either)
            if second is None:
                return None
            if second:
                names.append(second)
                bots = [None, None]
    names += [name for name in UNNAMED if not any(same_name(name, known) for known in names)]
    persons = iter(names)
    seats = [next(persons) if bot is None else bot for bot in bots]
    return _Made((names[0], names[1]), (seats[0], seats[1]))


def _first_bots(flags: Flags) -> list[str | None]:
    """Return the bot at each seat of a first duel, None for a person: with one seat named, the other is the opposite.

    Without any, a person is Jekyll against the bot.
    """
    bots: list[str | None] = [None, _BOT]
    for seat, option, text in zip(PLAYERS, ("--jekyll", "--hyde"), flags, strict=True):
        if text is None:
            continue
        who = parse_who(text, option)
        bots[seat] = None if who is None else str(who)
        if flags[seat.partner] is None:
            bots[seat.partner] = _BOT if who is None else None
    return bots


class _Duels(Sitting[Duels, Duel, Decision, DuelSession]):
    """One run of ``campaign duel``."""

    kind: ClassVar = DUEL
    store: DuelStore

    def run(self, options: DuelOptions, seed: int | None, seats: Seats | None) -> int:
        """Play until the players stop; return the exit code. ``seats`` are a new save's."""
        resumed = duel_in_progress(self.store.kept) is not None
        return self.sit(lambda: self._first(options, seed, seats), resumed=resumed)

    def _table(self, session: DuelSession, setting: Setting[Decision]) -> DuelTable:
        return DuelTable(self.store, session, setting)

    def _show_ending(self, screen: Screen, session: DuelSession) -> None:
        show_ending(screen, self.store, session)

    def _show_next(self, screen: Screen) -> None:
        show_next(screen, self.store, self._command())

    def _goes_on(self) -> bool:
        """Return whether the return duel follows: somebody must be there to play it, or a move file's lines."""
        second = second_due(self.store.kept)
        if second is None:
            return False
        return self.moves.more if self.moves is not None else not people(second.seats) or self.keyboard.terminal

    def _first(self, options: DuelOptions, seed: int | None, seats: Seats | None) -> tuple[DuelSession, Seats]:
        going = duel_in_progress(self.store.kept)
        second = second_due(self.store.kept)
        if going is not None or second is not None:
            self._check_resume(options, seed)
        if going is not None:
            return self._resume(going, options)
        if second is not None:
            seats = with_flags(second.seats, options.flags, self.store.kept.players)
            return self._begin(second, seats)
        seats = seats or with_flags(usual_seats(self.store.kept), options.flags, self.store.kept.players)
        check_seats(seats, str(self.store.path))
        if options.flags == (None, None):
            seats = self._seats_asked(seats, least=1)
        return self._begin(_new_duel(seed, matched=options.return_match), seats)

    def _check_resume(self, options: DuelOptions, seed: int | None) -> None:
        """Stop where what was typed does not fit the duel or the match that goes on."""
        games = self.store.kept.games
        last = games[-1]
        first = games[-2] if last.game == GAMES else last
        if seed is not None and seed not in (first.seed, last.seed):
            going = "duel" if last.of == 1 else "return match"
            raise Stop(USAGE, f"the {going} in progress was dealt from another seed; found --seed {seed}")
        if options.return_match and last.of == 1:
            raise Stop(USAGE, f"the duel in progress is a single one; {self._command()} ends it, then --return-match")

    def _resume(self, duel: Duel, options: DuelOptions) -> tuple[DuelSession, Seats]:
        where = str(self.store.path)
        try:
            session = replayed(duel)
        except DriftError as error:
            raise Stop(CONTENT, f"{where}: {error}") from error
        seats = with_flags(duel.seats, options.flags, self.store.kept.players)
        check_seats(seats, where)
        if seats != duel.seats:
            self.store.reseat(seats)
        return session, seats

    def _begin(self, duel: Duel, seats: Seats) -> tuple[DuelSession, Seats]:
        check_seats(seats, str(self.store.path))
        session = DuelSession(duel.seed)
        self.store.begin(replace(duel, seats=seats))
        return session, seats

    def _next(self) -> tuple[DuelSession, Seats] | None:
        """Begin the return duel, or ask whether there is to be another one."""
        second = second_due(self.store.kept)
        if second is None:
            answers = {"yes": "Enter", "match": "m", "quit": "q"}
            answer = self._chosen("Play another duel now, or a return match?", answers)
            if answer == "quit":
                return None
            seats = self._seats_asked(usual_seats(self.store.kept), least=1)
            return self._begin(_new_duel(None, matched=answer == "match"), seats)
        if self.keyboard.terminal and people(second.seats) and self.moves is None:
            question = f"The return duel: {second.seats[Seat.JEKYLL]} is Jekyll now. Play it now?"
            if self._chosen(question, {"yes": "Enter", "quit": "q"}) == "quit":
                return None
        return self._begin(second, second.seats)


def _new_duel(seed: int | None, *, matched: bool) -> Duel:
    """Return a duel that nobody sits at yet, the first of a return match or a single one."""
    return Duel(seed=secrets.randbits(64) if seed is None else seed, seats=("", ""), of=GAMES if matched else 1)
