"""What simulated duels came to: as JSON, as plain facts, and as a screen with a bar for each space of the marker."""

from dataclasses import dataclass

from campaign.cli.console import Output
from campaign.cli.facts import fact
from campaign.cli.screen import Screen
from campaign.cli.simulating import Played
from campaign.cli.simulation_screen import bot_name, is_compiled
from campaign.duel.state import HOME
from campaign.notation import plural
from campaign.play.bots import Who
from campaign.play.duel_simulate import DuelTally, MatchTally, share_error
from campaign.play.simulate import game_seed

_WIDEST = 40
_FRAME = 3 + 10 + 1 + 1 + 7 + 1
"""What of a bar's line is not the bar, the count left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelOutcome:
    """Simulated duels, or return matches, that have ended or were stopped; ``games`` is how many were asked for."""

    who: tuple[Who, Who]
    seed: int
    games: int
    tally: DuelTally | MatchTally
    played: Played


def outcome_json(outcome: DuelOutcome) -> dict[str, object]:
    """Return the figures by name; shares and means are null where nothing was played, one game's own seed stands last.

    ``rounds`` counts Hyde's wins by round, ``markers`` where the marker stood at the end, by space from 0. Of return
    matches both stand by duel, the first and the second.
    """
    tally = outcome.tally
    told: dict[str, object] = {
        "bots": [bot_name(who) for who in outcome.who],
        "games": tally.games,
        "return_match": isinstance(tally, MatchTally),
        "seed": outcome.seed,
    }
    if isinstance(tally, MatchTally):
        for name, count in _winners(tally).items():
            told[name] = round(count / tally.games, 4) if tally.games else None
            told[f"{name}_error"] = round(share_error(count, tally.games), 4) if tally.games else None
        told["duels"] = [_duel_json(duels) for duels in tally.duels]
    else:
        told |= _duel_json(tally)
    told |= {
        "seconds": round(outcome.played.seconds, 3),
        "compiled": is_compiled(),
        "interrupted": outcome.played.interrupted,
    }
    if outcome.games == 1:
        told["game_seed"] = game_seed(outcome.seed, 0)
    return told


def _duel_json(tally: DuelTally) -> dict[str, object]:
    played = tally.games > 0
    return {
        "hyde": round(tally.share, 4) if played else None,
        "jekyll": round(1 - tally.share, 4) if played else None,
        "error": round(tally.error, 4) if played else None,
        "rounds": list(tally.rounds),
        "marker": round(tally.marker, 4) if played else None,
        "markers": list(tally.markers),
    }


def _winners(tally: MatchTally) -> dict[str, int]:
    return {"first": tally.first, "second": tally.second, "draws": tally.draws}


def show_outcome(output: Output, outcome: DuelOutcome) -> None:
    """Write what a person reads."""
    screen = Screen(output)
    tally = outcome.tally
    match = isinstance(tally, MatchTally)
    names = " and ".join(bot_name(who) for who in outcome.who)
    screen.fact(fact("Bots", f"{names} (Jekyll and Hyde{' of the first duel' * match})"))
    stopped = f"{tally.games} of {outcome.games}, then stopped" if outcome.played.interrupted else ""
    several = f"{outcome.games} return match{'es' * (outcome.games > 1)}" if match else plural(outcome.games, "duel")
    games = stopped or several
    screen.fact(fact("Played", f"{games}, seed {outcome.seed}"))
    if outcome.games == 1:
        again = "duel --return-match --seed" if match else "duel --seed"
        screen.fact(fact("Own seed", f"{game_seed(outcome.seed, 0)} ({again} deals this one)"))
    if tally.games:
        if isinstance(tally, MatchTally):
            _show_matches(screen, outcome, tally)
        else:
            _show_duels(screen, tally)
    screen.gap()
    how = "compiled" if is_compiled() else "interpreted"
    screen.fact(fact("Time", f"{outcome.played.seconds:.1f} seconds, {how}"))


def _share(count: int, games: int) -> str:
    return f"{count / games:.1%}, standard error {share_error(count, games):.1%}"


def _show_matches(screen: Screen, outcome: DuelOutcome, tally: MatchTally) -> None:
    first, second = (bot_name(who) for who in reversed(outcome.who))
    screen.fact(fact("First", f"{first}, Hyde in the first duel: {_share(tally.first, tally.games)}"))
    screen.fact(fact("Second", f"{second}, Hyde in the second duel: {_share(tally.second, tally.games)}"))
    screen.fact(fact("Draws", _share(tally.draws, tally.games)))
    for number, hyde, duels in zip(("Duel 1", "Duel 2"), (first, second), tally.duels, strict=True):
        screen.gap()
        screen.fact(fact(number, f"{hyde} as Hyde"))
        _show_duels(screen, duels)


def _show_duels(screen: Screen, tally: DuelTally) -> None:
    games = tally.games
    screen.fact(fact("Hyde", (f"{tally.share:.1%}", "bold"), f" of the duels won, standard error {tally.error:.1%}"))
    screen.fact(fact("Jekyll", (f"{1 - tally.share:.1%}", "bold"), f", standard error {tally.error:.1%}"))
    rounds = ", ".join(f"{count} in round {number}" for number, count in enumerate(tally.rounds, 1))
    screen.fact(fact("Rounds", f"Hyde won {rounds}"))
    screen.fact(fact("Marker", f"{tally.marker:.2f} at the end on average, of {HOME}"))
    if screen.output.plain:
        for space, count in _spaces(tally):
            screen.fact(fact(f"Space {space}", f"{count} of {games}, {count / games:.1%}"))
    else:
        _show_bars(screen, tally)


def _spaces(tally: DuelTally) -> list[tuple[int, int]]:
    """Return the spaces where the marker can stand, with how often it did: two counts of ten tricks differ evenly."""
    return [(space, tally.markers[space]) for space in range(0, HOME + 1, 2)]


def _show_bars(screen: Screen, tally: DuelTally) -> None:
    from rich.text import Text  # noqa: PLC0415 (rich costs time at start-up)

    total, most = tally.games, max(tally.markers)
    digits = len(str(most))
    room = max(1, min(_WIDEST, screen.output.width - _FRAME - digits))
    for space, duels in _spaces(tally):
        bar = "█" * max(round(room * duels / most), duels > 0)
        line = Text(f"   {f'space {space}':<10}", style="" if duels else "dim")
        line.append(f"{bar:<{room}}", style="red" if space == HOME else "green")
        line.append(f" {duels:>{digits}} {duels / total:>7.1%}", style="" if duels else "dim")
        screen.output.line(line)
