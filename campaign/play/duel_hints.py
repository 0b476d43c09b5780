"""Hints in a duel: what a thinker would choose at a seat, what is sure of it and the chances behind it.

All of it is made from what that seat knows; the seeds are those of the chapters' hints.
"""

from dataclasses import dataclass

from campaign.cards import CARD, HYDE, POTION, POTIONS, SUIT_MASKS, cards_in, popcount
from campaign.duel import state as phases
from campaign.duel.counts import held_tricks, must_pass
from campaign.duel.decisions import Decision
from campaign.duel.effects import trick_winner
from campaign.duel.refusals import decision_of
from campaign.duel.sight import Sight
from campaign.duel.state import NAMED_SHIFT, TOOK_EFFECT, State, hand_of
from campaign.duel.step import choose, legal
from campaign.duel.tricks import FOLLOWING
from campaign.notation import DuelCard, DuelSuit, Seat
from campaign.play.bots import WORLDS, Clock, bot_stream
from campaign.play.duel_bots import ThinkerDuelBot
from campaign.play.duel_careful import DuelCareful
from campaign.play.duel_thinking import MOST_SETS, choices_of
from campaign.play.duel_worlds import DuelWorlds
from campaign.play.hints import Chances, about_same, second_best


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelHint:
    """A choice for the decision due, and what is sure of it."""

    decision: Decision
    only: bool = False
    """Whether the rules leave no other choice."""
    chances: Chances[Decision] | None = None
    """None for the only choice, and for tricks to take, of which each counts the same (DU17)."""
    must_pass: bool = False
    """Whether a potion must be among the cards passed (DU5)."""
    leads: bool = False
    """Whether the card is led, so that what is sure of it is so whatever the opponent may answer."""
    trick_to: Seat | None = None
    """Who is sure to win the trick."""
    effect: DuelSuit | None = None
    """The colour whose effect is sure to be resolved."""
    tricks: tuple[int, int] | None = None
    """How many tricks are sure to lie before this seat and before the opponent once this trick has ended."""


def duel_hint(
    seen: Sight,
    *,
    seed: int,
    number: int,
    clock: Clock | None = None,
    worlds: int = WORLDS,
    card: DuelCard | None = None,
) -> DuelHint:
    """Return a hint for the decision due at a seat; the same knowledge gives the same hint.

    With ``card``, a potion that is to be led, the hint is about the colour that it names (DU9).
    """
    state = seen.state
    if state.phase == phases.TAKE:
        return _take_hint(seen)
    choices = choices_of(DuelCareful(), seen)
    if len(choices) == 1:
        return DuelHint(decision=decision_of(state, choices[0]), only=True)
    thinking = ThinkerDuelBot(worlds, clock)
    thought = thinking.think(seen, bot_stream(seed, int(seen.seat), number))
    worst = 0.0 if seen.seat == HYDE else 1.0  # sums count what is good for Hyde, for Jekyll below zero
    done = float(thought.worlds_done)
    after = {choice: worst + total / done for choice, total in zip(thought.choices, thought.sums, strict=True)}
    best = int(thought.best())
    if card is not None:
        after = {choice: value for choice, value in after.items() if choice & CARD == card.index}
        best = best if best in after else max(after, key=lambda choice: after[choice])
    second = second_best(after, best)
    chances = Chances(
        after=after[best],
        second=decision_of(state, second),
        after_second=after[second],
        all_same=about_same(after) and len(after) < MOST_SETS,  # of that many sets of cards there are more
        worlds=int(thought.worlds_done),
        cut=thinking.cut,
    )
    decision = decision_of(state, best)
    if state.phase != phases.CARD:
        forced = state.phase == phases.PASS and int(must_pass(state)) != 0
        return DuelHint(decision=decision, chances=chances, must_pass=forced)
    leads = state.laid == 0
    trick_to, effect, tricks = sure_of(seen, best)
    return DuelHint(decision=decision, chances=chances, leads=leads, trick_to=trick_to, effect=effect, tricks=tricks)


def _take_hint(seen: Sight) -> DuelHint:
    """Return a hint for Pride's trick (DU14): of tricks only the number counts (DU17), so it is the first."""
    state = seen.state
    allowed = cards_in(int(legal(state)))
    return DuelHint(
        decision=decision_of(state, allowed[0]),
        only=len(allowed) == 1,
        trick_to=Seat(seen.seat),
        tricks=_counts(state, seen.seat),
    )


def possible_answers(seen: Sight, choice: int) -> int:
    """Return the mask of the cards that the opponent may answer with to one that is led, as far as the seat knows.

    The true hand's answers are always among them.
    """
    worlds = DuelWorlds(seen, DuelCareful())
    first = choice & CARD
    named = choice >> NAMED_SHIFT if first >> 3 == POTION else first >> 3
    suit = SUIT_MASKS[named]
    follow = suit if first >> 3 == POTION else FOLLOWING[named]
    free = worlds.unseen & ~worlds.voids if worlds.size > 0 else 0
    if worlds.potions == 0:
        free &= ~POTIONS
    rest = free & ~suit
    most = popcount(rest & ~POTIONS) + min(worlds.potions, popcount(rest & POTIONS))
    held = worlds.known | free
    has_suit = worlds.known & suit != 0 or most < worlds.size
    return int(held & follow if has_suit else held)


def sure_of(seen: Sight, choice: int) -> tuple[Seat | None, DuelSuit | None, tuple[int, int] | None]:
    """Return what is sure of a card that is played: who wins the trick, its effect, and the counts that it makes."""
    after = seen.state.copy()
    choose(after, choice)
    ends = [after]
    if after.laid == 1:
        ends = [_answered(after, seen.seat, card) for card in cards_in(possible_answers(seen, choice))]
    winners = {Seat(trick_winner(end)) for end in ends}
    effects = {_effect(end) for end in ends}
    counts = {_counts(end, seen.seat) for end in ends}
    return (
        winners.pop() if len(winners) == 1 else None,
        effects.pop() if len(effects) == 1 else None,
        counts.pop() if len(counts) == 1 else None,
    )


def _answered(led: State, seat: int, card: int) -> State:
    """Return the trick with the opponent's answer."""
    end = led.copy()
    hand = hand_of(led, seat) | 1 << card  # of the opponent's other cards the rules ask only how many they are
    if seat == HYDE:
        end.hand_jekyll = hand
    else:
        end.hand_hyde = hand
    choose(end, card)
    return end


def _effect(end: State) -> DuelSuit | None:
    """Return the colour whose effect is resolved in a full trick."""
    return DuelSuit(end.effect & ~TOOK_EFFECT) if end.effect & TOOK_EFFECT else None


def _counts(end: State, seat: int) -> tuple[int, int]:
    """Return the tricks before a seat and before the opponent once a full trick has ended, Pride resolved (DU14)."""
    own = int(held_tricks(end, seat))
    other = len(end.tricks) - own
    moved = 1 if _effect(end) is DuelSuit.PRIDE else 0
    if trick_winner(end) == seat:
        return own + 1 + moved, other - moved
    return own - moved, other + 1 + moved
