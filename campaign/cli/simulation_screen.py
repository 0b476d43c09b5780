"""What a simulation found: as JSON, as plain facts, and as a screen with a bar for each way to end."""

from collections.abc import Iterator
from dataclasses import dataclass

from campaign.cli.campaign_store import roman
from campaign.cli.context import Context
from campaign.cli.facts import fact
from campaign.cli.home import stars_words
from campaign.cli.screen import Screen
from campaign.cli.version import version_text
from campaign.files.chapters import ChapterFile
from campaign.notation import plural
from campaign.play.bots import Who
from campaign.play.campaign import Reason
from campaign.play.simulate import Simulation, Tally, game_seed
from campaign.play.winnable import LookedAt

ENOUGH = 20
"""From how many games on it is worth a word that none, or every one, was won."""
_WIDEST = 40
_FRAME = 3 + 10 + 1 + 1 + 7 + 1
"""What of a bar's line is not the bar, the count left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """A simulation that has ended or was stopped."""

    file: ChapterFile
    simulation: Simulation[Tally]
    seconds: float
    interrupted: bool
    impossible: bool
    """Whether the rules alone rule a success out."""
    looked: LookedAt | None = None
    """What the solver found of the games; None where one was won or the rules alone tell, or when stopped."""

    @property
    def winnable(self) -> bool | None:
        """Whether some game could have been won; False only where the rules alone rule it out."""
        if self.impossible:
            return False
        return True if self.looked is not None and self.looked.winnable else None


def is_compiled() -> bool:
    """Return whether the core that played is compiled."""
    return version_text().endswith("compiled")


def bot_name(who: Who) -> str:
    """Return a bot's name without its prefix."""
    return str(who).removeprefix("bot:")


def outcome_json(outcome: Outcome) -> dict[str, object]:
    """Return the contract's JSON; a single game's own seed stands last."""
    simulation = outcome.simulation
    tally, chapter = simulation.tally, outcome.file.chapter
    looked = outcome.looked or LookedAt()
    played = tally.games > 0
    achieved = played and chapter.achievement is not None
    told: dict[str, object] = {
        "chapter": chapter.id,
        "bots": [bot_name(who) for who in simulation.job.who],
        "games": tally.games,
        "seed": simulation.job.seed,
        "success": round(tally.success, 4) if played else None,
        "error": round(tally.error, 4) if played else None,
        "stars": round(tally.stars(chapter), 4) if played else None,
        "achievement": round(tally.achievement, 4) if achieved else None,
        "ends": {reason.value: games for reason, games in tally.ends.items()},
        "winnable": outcome.winnable,
        "winnable_games": looked.winnable,
        "undecided": looked.undecided,
        "seconds": round(outcome.seconds, 3),
        "compiled": is_compiled(),
        "interrupted": outcome.interrupted,
    }
    if simulation.games == 1:
        told["game_seed"] = game_seed(simulation.job.seed, simulation.first)
    return told


def show_outcome(context: Context, outcome: Outcome) -> None:
    """Write what a person reads."""
    output = context.output
    simulation, file = outcome.simulation, outcome.file
    screen = Screen(output)
    seed = f"seed {simulation.job.seed}"
    screen.title(file.chapter.title, f"chapter {file.chapter.id}", label=roman(file.number))
    screen.gap()
    names = " and ".join(bot_name(who) for who in simulation.job.who)
    screen.fact(fact("Bots", f"{names} (Jekyll and Hyde)"))
    stopped = f" of {simulation.games}, then stopped" if outcome.interrupted else ""
    games = f"{simulation.tally.games}{stopped}" if stopped else plural(simulation.games, "game")
    first = f", from game {simulation.first} on" if simulation.first else ""
    screen.fact(fact("Games", f"{games}, {seed}{first}"))
    if simulation.games == 1:
        own = game_seed(simulation.job.seed, simulation.first)
        screen.fact(fact("Own seed", f"{own} (play --seed deals this game)"))
    if simulation.tally.games:
        _show_figures(screen, outcome)
    screen.gap()
    for verdict in _verdicts(outcome):
        screen.fact(fact("Verdict", (verdict, "bold yellow")))
    how = "compiled" if is_compiled() else "interpreted"
    screen.fact(fact("Time", f"{outcome.seconds:.1f} seconds, {how}"))


def _show_figures(screen: Screen, outcome: Outcome) -> None:
    tally, chapter = outcome.simulation.tally, outcome.file.chapter
    screen.fact(fact("Success", (f"{tally.success:.1%}", "bold"), f", standard error {tally.error:.1%}"))
    stars = f"{tally.stars(chapter):.2f}"
    if chapter.achievement is not None:
        screen.fact(fact("Achieved", f"{tally.achievement:.1%} of the games"))
        worth = stars_words(chapter.achievement.stars)
        screen.fact(fact("Stars", f"{stars} a game; the achievement is worth {worth}"))
    else:
        attempts = f"after {1 / tally.success:.1f} attempts" if tally.success else "which it never does"
        screen.fact(fact("Stars", f"{stars} for a pair that plays until it wins, {attempts}"))
    screen.gap()
    if screen.output.plain:
        for reason, games in tally.ends.items():
            screen.fact(fact(reason.value.capitalize(), f"{games} of {tally.games}, {games / tally.games:.1%}"))
    else:
        _show_bars(screen, tally.ends)


def _show_bars(screen: Screen, ends: dict[Reason, int]) -> None:
    from rich.text import Text  # noqa: PLC0415 (rich costs time at start-up)

    total, most = sum(ends.values()), max(ends.values())
    digits = len(str(most))
    room = max(1, min(_WIDEST, screen.output.width - _FRAME - digits))
    for reason, games in ends.items():
        bar = "█" * max(round(room * games / most), games > 0)
        style = "green" if reason is Reason.REACHED else "red"
        line = Text(f"   {reason.value:<10}", style="" if games else "dim")
        line.append(f"{bar:<{room}}", style=style)
        line.append(f" {games:>{digits}} {games / total:>7.1%}", style="" if games else "dim")
        screen.output.line(line)


def _verdicts(outcome: Outcome) -> Iterator[str]:
    tally = outcome.simulation.tally
    if outcome.impossible:
        yield "impossible: whatever is dealt and played, the rules allow no success"
    elif tally.games >= ENOUGH and tally.reached == 0:
        yield f"no game was won; {_chances(outcome.looked)}"
    elif tally.games >= ENOUGH and tally.reached == tally.games:
        yield "every game was won; the chapter may be trivial"


def _chances(looked: LookedAt | None) -> str:
    """Return what is known of a chapter of which no game was won."""
    if looked is None:
        return "the chapter may be impossible"
    games = plural(looked.games, "game")
    if looked.winnable:
        return (
            f"yet after careful play {looked.winnable} of {games} could still be won in the last round's night, "
            "all cards known"
        )
    unsettled = f" ({looked.undecided} not settled)" if looked.undecided else ""
    return (
        f"nor was a way to success found in the last round's night of {games} after careful play, all cards known"
        f"{unsettled}; the chapter may be impossible"
    )
