"""``campaign duel --simulate N``: the balance between the roles, from many duels or return matches of bots."""

import json as json_text
from dataclasses import dataclass

from campaign.cli.context import INTERRUPTED, USAGE, Context, Stop, parse_number
from campaign.cli.duel_simulation_screen import DuelOutcome, outcome_json, show_outcome
from campaign.cli.simulating import Played, parse_workers, play
from campaign.files.names import parse_seed
from campaign.notation import quoted
from campaign.play.bots import UnknownBotError, Who, parse_bot
from campaign.play.duel_simulate import DuelJob, MatchJob
from campaign.play.simulate import Simulation

USUAL_SEED = "1"
"""The seed of a simulation where none is typed, so that it can be typed again."""
_USUAL_BOT = "bot:careful"


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelSimulateOptions:
    """What was typed after ``campaign duel`` with ``--simulate``; None is what was not."""

    games: str
    jekyll: str | None = None
    hyde: str | None = None
    return_match: bool = False
    seed: str | None = None
    workers: str | None = None
    json: bool = False


def simulate_duels(context: Context, options: DuelSimulateOptions) -> int:
    """Play duels, or return matches, between two bots and tell how they ended; return the exit code.

    The roles are those of a match's first duel. Raises Stop for what is typed wrongly.
    """
    games = parse_number(options.games, "--simulate")
    who = (parse_role(options.jekyll, "--jekyll"), parse_role(options.hyde, "--hyde"))
    seed = parse_seed(USUAL_SEED if options.seed is None else options.seed)
    workers = parse_workers(options.workers)
    outcome = _outcome(context, who, options, seed=seed, games=games, workers=workers)
    if options.json:
        context.output.raw(json_text.dumps(outcome_json(outcome)))
    else:
        show_outcome(context.output, outcome)
    return INTERRUPTED if outcome.played.interrupted else 0


def _outcome(
    context: Context, who: tuple[Who, Who], options: DuelSimulateOptions, *, seed: int, games: int, workers: int
) -> DuelOutcome:
    played: Played
    if options.return_match:
        matches = Simulation(job=MatchJob(who=who, seed=seed), first=0, games=games)
        played = play(context, matches, workers=workers, shown=not options.json)
        return DuelOutcome(who=who, seed=seed, games=games, tally=matches.tally, played=played)
    duels = Simulation(job=DuelJob(who=who, seed=seed), first=0, games=games)
    played = play(context, duels, workers=workers, shown=not options.json)
    return DuelOutcome(who=who, seed=seed, games=games, tally=duels.tally, played=played)


def parse_role(text: str | None, option: str) -> Who:
    """Return the bot of a role, careful where none is named; raises Stop, also for a person."""
    try:
        who = parse_bot(_USUAL_BOT if text is None else text)
    except UnknownBotError as error:
        raise Stop(USAGE, f"{option}: {error}") from None
    if who is None:
        raise Stop(USAGE, f"{option}: bots alone are simulated, such as bot:careful; found {quoted(str(text))}")
    return who
