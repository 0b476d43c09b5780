"""Random duels, quick or checked at each step against the slow referee."""

import itertools
import random
from collections.abc import Callable, Iterator

from campaign.cards import Chance
from campaign.duel import state as phases
from campaign.duel import step
from campaign.duel.decisions import parse_decision
from campaign.duel.events import Event, event_json, tell
from campaign.duel.record import DECK_ORDER, deal_of, problems
from campaign.duel.refusals import choice, decision_of, due, refusal
from campaign.duel.rollouts import random_choice
from campaign.duel.state import State, hand_of
from campaign.notation import DUEL_RANK_TEXTS, DuelCard, Seat
from tests.duel import referee
from tests.duel.builder import snapshot, texts

Watcher = Callable[[State, list[Event]], None]


class BrokenError(AssertionError):
    """The rules and the slow reading of them disagree; the text says where."""


def walk(seed: int) -> Iterator[tuple[State, State]]:
    """Play a random duel and yield the state before and after each step; the last one is at its end."""
    rng, chance = random.Random(seed), Chance(seed)
    state = State()
    while state.phase != phases.OVER:
        before = state.copy()
        if state.phase == phases.DEAL:
            step.deal(state, *deal_of(rng.sample(DECK_ORDER, len(DECK_ORDER))))
        elif state.phase < phases.FIRST_CHANCE:
            step.step(state)
        else:
            step.choose(state, random_choice(state, chance))
        yield before, state


class Play:
    """One random duel of core and referee in step."""

    def __init__(self, seed: int, watcher: Watcher | None = None) -> None:
        self.rng = random.Random(seed)
        self.state = State()
        self.referee = referee.Duel()
        self.watcher = watcher
        self.events: list[Event] = []
        self.compared = 0
        self.decisions: list[str] = []

    def run(self) -> "Play":
        """Play to the end; raises BrokenError at the first thing in which the two differ."""
        while self.state.phase != phases.OVER:
            before = self.state.copy()
            self._go()
            new = list(tell(before, self.state))
            self.events += new
            if self.state.phase >= phases.FIRST_CHANCE:
                self._compare()
            if self.watcher is not None:
                self.watcher(self.state, new)
        return self

    def _go(self) -> None:
        state = self.state
        if state.phase == phases.DEAL:
            order = self.rng.sample(DECK_ORDER, len(DECK_ORDER))
            step.deal(state, *deal_of(order))
            self.referee.deal([str(DuelCard(card)) for card in order])
        elif state.phase < phases.FIRST_CHANCE:
            step.step(state)
        else:
            self._decide()

    def _decide(self) -> None:
        state = self.state
        options = self.referee.options()
        before = snapshot(state)
        same("what the core allows", core_choices(state), {choice(parse_decision(line)) for line in options})
        for line in every_line(self.rng, state, options):
            reason = refusal(state, parse_decision(line))
            if (reason is None) != (line in options):
                raise BrokenError(f"{line}: {reason}; by the rules {options}")
            if reason is not None and not reason.rule.startswith("DU"):
                raise BrokenError(f"{line}: refused without a rule")
        same("the state once it was asked what is refused", snapshot(state), before)
        line = self.rng.choice(options)
        decision = parse_decision(line)
        same("what is read back", (str(decision), parse_decision(line.upper())), (line, decision))
        same("the decision of a number", decision_of(state, choice(decision)), decision)
        self.decisions.append(line)
        step.choose(state, choice(decision))
        self.referee.do(line)

    def _compare(self) -> None:
        state, naive = self.state, self.referee
        same("problems", problems(state), [])
        told = [event_json(event, None) for event in self.events[self.compared :]]
        same("what is told", told, naive.told[self.compared :])
        self.compared = len(self.events)
        asked = due(state)
        same("what is due", None if asked is None else (asked.seat.word, str(asked.kind)), naive.due)
        same("the marker", int(state.marker), naive.marker)
        same("the round", int(state.round), naive.round)
        same("the ranks", DUEL_RANK_TEXTS[state.ranks], naive.ranks)
        for seat in (Seat.JEKYLL, Seat.HYDE):
            same(f"{seat.word}'s hand", texts(int(hand_of(state, seat))), set(naive.hands[seat.word]))
            held = {index + 1 for index in range(len(state.tricks)) if state.owners >> index & 1 == seat}
            same(f"{seat.word}'s tricks", held, set(naive.before[seat.word]))
        if state.phase == phases.OVER:
            same("the winner", Seat(step.winner(state)).word, naive.winner)


def same(what: str, found: object, expected: object) -> None:
    """Raise BrokenError where the core's and the referee's differ."""
    if found != expected:
        raise BrokenError(f"{what}: {found}; by the rules {expected}")


def core_choices(state: State) -> set[int]:
    """Return all that the core allows now, as its own numbers."""
    mask = int(step.legal(state))
    bits = [bit for bit in range(28) if mask >> bit & 1]
    if state.phase == phases.CARD:
        named = {bit | colour << phases.NAMED_SHIFT for bit in bits if step.names(state, bit) for colour in range(3)}
        return named | {bit for bit in bits if not step.names(state, bit)}
    if state.phase == phases.TAKE:
        return set(bits)
    must = int(step.must_pass(state)) if state.phase == phases.PASS else 0
    sets = itertools.combinations(bits, int(step.number_due(state)))
    return {mask for mask in (sum(1 << bit for bit in chosen) for chosen in sets) if not must or mask & must}


def every_line(rng: random.Random, state: State, options: list[str]) -> list[str]:
    """Return lines of all kinds: every card, every naming, every trick, and sets of all sizes, of them some."""
    lines = [f"{seat} takes {trick}" for seat in ("jekyll", "hyde") for trick in range(1, 12)]
    for seat in ("jekyll", "hyde"):
        for card in referee.DECK:
            lines += [f"{seat} plays {card}", *(f"{seat} plays {card} naming {colour}" for colour in "PWG")]
        hand = sorted(texts(int(hand_of(state, Seat[seat.upper()]))), key=referee.DECK.index)
        for verb in ("passes", "swaps"):
            for size in range(1, 5):
                for source in (hand, referee.DECK):
                    cards = rng.sample(source, min(size, len(source)))
                    if cards:
                        lines.append(f"{seat} {verb} {' '.join(sorted(cards, key=referee.DECK.index))}")
    return lines + rng.sample(options, min(4, len(options)))
