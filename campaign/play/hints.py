"""Hints: what a thinker would choose at a seat, with the chances behind it, from what that seat knows."""

from dataclasses import dataclass

from campaign.play.bots import WORLDS, Clock, ThinkerBot, bot_stream, thinker_of
from campaign.play.thinking import choices_of
from campaign.rules.decisions import Decision
from campaign.rules.refusals import decision_of
from campaign.rules.sight import Sight


@dataclass(frozen=True, slots=True)
class Hint:
    """A choice for the decision due; ``worth`` None where it is a rule of thumb, or the only choice there is."""

    decision: Decision
    worth: float | None
    """The chance of success after it, from 0 to 1; success without the chapter's achievement counts half."""
    second: Decision | None
    second_worth: float
    only: bool


def hint(seen: Sight, *, seed: int, number: int, clock: Clock | None = None, worlds: int = WORLDS) -> Hint:
    """Return a hint for the decision due at a seat; the same knowledge gives the same hint."""
    thinker = thinker_of(seen.state.plan)
    choices = choices_of(seen.state)
    if not choices:
        chosen = int(thinker.careful.choose(seen.state, seen.seat, seen.seen, seen.partner_size))
        return Hint(decision_of(seen.state, chosen), None, None, 0.0, only=False)
    if len(choices) == 1:
        return Hint(decision_of(seen.state, choices[0]), None, None, 0.0, only=True)
    thought = ThinkerBot(thinker, worlds, clock).think(seen, bot_stream(seed, int(seen.seat), number))
    best = int(thought.best())
    done = float(thought.worlds_done)
    worths = {choice: total / done for choice, total in zip(thought.choices, thought.sums, strict=True)}
    second = max((choice for choice in choices if choice != best), key=lambda choice: worths[choice])
    return Hint(
        decision_of(seen.state, best), worths[best], decision_of(seen.state, second), worths[second], only=False
    )
