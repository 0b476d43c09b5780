"""Hints: what a thinker would choose at a seat, with the chances behind it, from what that seat knows."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic

from campaign.cards import popcount
from campaign.notation import Seat, Suit
from campaign.play.bots import WORLDS, Clock, ThinkerBot, bot_stream, thinker_of
from campaign.play.edition import DecisionT
from campaign.play.thinking import choices_of
from campaign.rules import state as phases
from campaign.rules.counts import held_tricks
from campaign.rules.decisions import Decision
from campaign.rules.refusals import decision_of
from campaign.rules.sight import Sight
from campaign.rules.state import State
from campaign.rules.step import choose, legal, must_give
from campaign.rules.table import CHOSEN
from campaign.rules.tricks import NEXT_SEAT, winning_place

SAME = 0.02
"""Chances that lie no further apart are called about the same."""
_SOME_CARD = 1 << 5
"""A City's deck of one unknown card: whether it is empty everybody sees."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chances(Generic[DecisionT]):
    """What a thinker of either edition makes of a choice, from 0 to 1.

    In a chapter it is the chance of success, which without the achievement counts half; in a duel that of a return
    match, in which a draw counts half.
    """

    after: float
    """The chance after the choice."""
    second: DecisionT
    """The best of the other choices."""
    after_second: float
    all_same: bool
    """Whether every choice comes to about the same."""
    worlds: int
    """In how many worlds each choice was played out."""
    cut: bool
    """Whether the clock left no time for more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """A choice for the decision due, and what is sure of it."""

    decision: Decision
    only: bool = False
    """Whether the rules leave no other choice."""
    chances: Chances[Decision] | None = None
    """None for gifts and passes, which go by a rule of thumb, and for the only choice."""
    must_give: bool = False
    """Whether some of the gifts are not free (D2)."""
    reaction: Suit | None = None
    """The colour whose reaction takes effect at once (R1)."""
    trick_to: Seat | None = None
    """Before whom the trick is sure to lie."""
    fewer: bool = False
    """Whether that player has fewer tricks than the other."""


def hint(seen: Sight, *, seed: int, number: int, clock: Clock | None = None, worlds: int = WORLDS) -> Hint:
    """Return a hint for the decision due at a seat; the same knowledge gives the same hint."""
    state = seen.state
    thinker = thinker_of(state.plan)
    choices = choices_of(state)
    if not choices:
        chosen = int(thinker.careful.choose(state, seen.seat, seen.seen, seen.partner_size))
        forced = state.phase == phases.GIVE and int(must_give(state)) != 0
        only = popcount(legal(state)) == popcount(chosen)
        return Hint(decision=decision_of(state, chosen), only=only, must_give=forced)
    if len(choices) == 1:
        return Hint(decision=decision_of(state, choices[0]), only=True)
    thinking = ThinkerBot(thinker, worlds, clock)
    thought = thinking.think(seen, bot_stream(seed, int(seen.seat), number))
    done = float(thought.worlds_done)
    after = {choice: total / done for choice, total in zip(choices, thought.sums, strict=True)}
    best = int(thought.best())
    highest = max(choices, key=lambda choice: after[choice])
    if after[highest] - after[best] > SAME:
        best = highest  # few worlds: what careful thinks beforehand is not to outweigh the chances that are told
    second = second_best(after, best)
    chances = Chances(
        after=after[best],
        second=decision_of(state, second),
        after_second=after[second],
        all_same=about_same(after),
        worlds=int(thought.worlds_done),
        cut=thinking.cut,
    )
    reaction, trick_to = _sure(seen, best)
    return Hint(
        decision=decision_of(state, best),
        chances=chances,
        reaction=reaction,
        trick_to=trick_to,
        fewer=trick_to is not None and _has_fewer(state, trick_to),
    )


def second_best(after: Mapping[int, float], best: int) -> int:
    """Return the best of the choices but one, from what is made of each; of equals the first."""
    return max((choice for choice in after if choice != best), key=lambda choice: after[choice])


def about_same(after: Mapping[int, float]) -> bool:
    """Return whether every choice comes to about the same."""
    return max(after.values()) - min(after.values()) <= SAME


def _sure(seen: Sight, choice: int) -> tuple[Suit | None, Seat | None]:
    """Return the reaction that a choice is sure to bring, and before whom a trick is sure to lie after it."""
    state = seen.state
    if state.phase == phases.TAKE and state.table.resolver == CHOSEN:
        return None, Seat(choice)
    if state.phase != phases.CARD:
        return None, None
    after = state.copy()
    if after.city == phases.EMPTY_CITY and seen.city_size > 0:
        after.city = _SOME_CARD
    choose(after, choice)
    resolved = after.phase in (phases.TAKE, phases.HAND, phases.RANKS, phases.DRAW)
    reaction = Suit(int(after.reaction) & 3) if resolved else None
    full = state.laid == 2  # noqa: PLR2004 (two cards lie there, and now the third)
    return reaction, _winner(after) if full and after.phase != phases.RANKS else None


def _winner(state: State) -> Seat:
    """Return who wins a full trick that nothing can change any more."""
    winner = int(state.leader)
    for _ in range(int(winning_place(state.first, state.second, state.third, state.ranks, state.reaction & 3))):
        winner = NEXT_SEAT[int(state.direction) + winner]
    return Seat(winner)


def _has_fewer(state: State, seat: Seat) -> bool:
    if seat is Seat.CITY:
        return False
    return bool(held_tricks(state, 1 << seat) < held_tricks(state, 1 << seat.partner))
