"""What the engine counts is what a spectator counts, and what limits bar is what their words say: random games."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.notation import COLOURS, Card, Seat, Suit, cards_of
from campaign.rules import state as phases
from campaign.rules import step
from campaign.rules.bounds import bounds
from campaign.rules.chapter import (
    LAST_TRICK,
    AllOf,
    AnyOf,
    Cards,
    Chapter,
    Compare,
    Condition,
    Count,
    Double,
    Holding,
    JudgedIn,
    Limit,
    Move,
    Noun,
    Objective,
    Pawn,
    Role,
    Span,
    Take,
    When,
)
from campaign.rules.compile import compile_chapter
from campaign.rules.counts import tally_value
from campaign.rules.events import tell
from campaign.rules.refusals import card_refusal
from campaign.rules.state import State, hand_of
from campaign.rules.table import Tally
from campaign.rules.view import view
from tests import generated
from tests.cards.deals import NUMBERS, card
from tests.cards.recount import Record, is_among
from tests.rules import referee, strategies
from tests.rules.random_play import one_step
from tests.rules.test_bounds import is_shown

seeds = st.integers(0, 1 << 30)
doubles = st.one_of(
    st.builds(Double, won_with=strategies.choices),
    st.builds(Double, won_by=st.sampled_from(list(Role))),
    st.builds(Double, held_by=st.sampled_from(list(Role)), led_by=strategies.maybe_role),
    st.builds(Double, trick=st.lists(st.integers(LAST_TRICK, 4), min_size=1, max_size=3, unique=True).map(tuple)),
    st.builds(Double, holding=st.builds(Holding, cards=strategies.choices, at_least=st.integers(1, 2))),
)
"""Every key of ``double``, alone or two of them."""
trick_counts = st.builds(lambda count, double: replace(count, double=double), strategies.trick_counts(), doubles)
counts = st.one_of(strategies.counts, strategies.card_table_counts, trick_counts, trick_counts)


def walk(chapter: Chapter, seed: int, record: Record) -> Iterator[tuple[State, State]]:
    """Play a random game that a record hears of; yield the state before and after each step."""
    rng = random.Random(seed)
    state = State(compile_chapter(chapter))
    while state.phase != phases.OVER:
        before = state.copy()
        _go(chapter, state, rng)
        record.hear(tell(chapter, before, state))
        yield before, state


def _go(chapter: Chapter, state: State, rng: random.Random) -> None:
    rules = chapter.rounds[max(0, int(state.round) - 1)]
    if state.phase not in (phases.GIVE, phases.PASS):
        one_step(chapter, state, rng)
        return
    own = [one.index for one in cards_of(int(hand_of(state, state.seat)))]
    must = [one for one in own if state.phase == phases.GIVE and int(step.must_give(state)) >> one & 1]
    number = rules.give if state.phase == phases.GIVE else rules.passes
    chosen = rng.sample(must, min(len(must), number))
    chosen += rng.sample([one for one in own if one not in must], number - len(chosen))
    step.choose(state, sum(1 << one for one in chosen))


def reading(chapter: Chapter, wanted: list[Count]) -> Chapter:
    """Return a chapter that only reads counts: over the chapter, over each round and, by moves never made, a trick."""
    asked = [Compare(count=count, at_least=0) for count in wanted]
    never = tuple(
        Move(
            name=f"never-{index}",
            when=When.TRICK_END,
            order=900 + index,
            pawn=Pawn.JEKYLL_HYDE,
            steps=1,
            condition=Compare(count=count, at_least=99),
        )
        for index, count in enumerate(wanted)
    )
    objectives = tuple(Objective(name=f"r-{index}", must=one) for index, one in enumerate(asked))
    return replace(
        chapter,
        objectives=tuple(
            Objective(name=f"c-{index}", judged_in=JudgedIn.CHAPTER, must=one) for index, one in enumerate(asked)
        ),
        achievement=None,
        rounds=tuple(replace(rules, objectives=objectives, moves=(*rules.moves, *never)) for rules in chapter.rounds),
    )


def tallies(state: State, index: int, size: int) -> dict[Span, Tally]:
    """Return how the engine reads one of the counts that a chapter was made to read."""
    goals = {
        Span.CHAPTER: state.table.spans[index],
        Span.ROUND: state.table.objectives[index],
        Span.TRICK: state.table.trick_end[index - size].condition,
    }
    return {span: goal.tally for span, goal in goals.items() if goal is not None and goal.tally is not None}


def check_counts(chapter: Chapter, wanted: list[Count], seed: int) -> int:
    """Compare every count after each trick, reaction, moved trick and move; return how many were not 0."""
    chapter = reading(chapter, wanted)
    record = Record(chapter)
    found = 0
    for before, state in walk(chapter, seed, record):
        finished = before.phase in (phases.END_TRICK, phases.MOVE, phases.TAKE, phases.HAND)
        if not finished and before.reaction == state.reaction:
            continue
        # A trick's own count is asked for once it is finished, up to the last of the moves that follow it.
        of_trick = before.phase == phases.END_TRICK or (before.phase == phases.MOVE and before.when == 1)
        for index, count in enumerate(wanted):
            for span, tally in tallies(state, index, len(wanted)).items():
                if span is Span.TRICK and not of_trick:
                    continue
                value = record.value(count, span)
                where = f"round {state.round}, trick {len(state.tricks)}, phase {before.phase}, {span}"
                assert tally_value(state, tally) == value, f"{count} {where}"
                found += value != 0
    return found


@given(generated.chapters(), st.lists(counts, min_size=4, max_size=8), seeds)
def test_every_count_is_as_recounted_from_the_events(built: Chapter, wanted: list[Count], seed: int) -> None:
    if built.scotland_yard is None:
        wanted = [count for count in wanted if count.noun is not Noun.GAP and count.pawn is not Pawn.SCOTLAND_YARD]
    check_counts(built, wanted, seed)


TRICKS = Count(noun=Noun.TRICKS, won_by=Role.PLAYERS)
POTIONS = Cards(suit=(Suit.POTION,))
CHOSEN = {
    "double by its trick": replace(TRICKS, double=Double(trick=(1, LAST_TRICK))),
    "double by who led it": replace(TRICKS, double=Double(led_by=Role.LEADING)),
    "double by who has it, split": Count(
        noun=Noun.TRICKS, held_by=Role.PLAYERS, take=Take.DIFFERENCE, double=Double(won_by=Role.CITY)
    ),
    "double by what it holds": replace(TRICKS, double=Double(holding=Holding(cards=POTIONS))),
    "smaller": replace(TRICKS, take=Take.SMALLER, over=Span.CHAPTER),
    "larger of cards": Count(noun=Noun.CARDS, played_by=Role.PLAYERS, cards=POTIONS, take=Take.LARGER),
    "the last trick": Count(noun=Noun.TRICKS, won_by=Role.OTHER, trick=(LAST_TRICK,)),
    "cards of the last trick": Count(noun=Noun.CARDS, held_by=Role.ANYONE, trick=(LAST_TRICK,), place=(2, 3)),
    "a run": Count(noun=Noun.TRICKS_IN_A_ROW, won_by=Role.PLAYERS, take=Take.LARGER, over=Span.CHAPTER),
    "a reaction": Count(noun=Noun.REACTIONS, cards=Cards(suit=(Suit.RUSE,)), over=Span.CHAPTER),
    "reactions of the first tricks": Count(noun=Noun.REACTIONS, trick=(1, 2, 3)),
    "steps": Count(noun=Noun.STEPS, pawn=Pawn.SCOTLAND_YARD, over=Span.CHAPTER),
    "space": Count(noun=Noun.SPACE, pawn=Pawn.JEKYLL_HYDE),
    "gap": Count(noun=Noun.GAP),
}


@pytest.mark.parametrize("number", [7, 15, 21])
def test_every_noun_is_counted_in_whole_games_of_cards(number: int) -> None:
    for name, count in CHOSEN.items():
        assert sum(check_counts(card(number), [count], seed) for seed in range(6)) > 0, f"{name} was never counted"


def counts_in(condition: Condition | None) -> list[Count]:
    """Return the counts of a condition."""
    match condition:
        case None:
            return []
        case Compare(count=count, more_than=more):
            return [count] if more is None else [count, more]
        case AllOf(parts) | AnyOf(parts):
            return [count for part in parts for count in counts_in(part)]
        case _:
            return counts_in(condition.part)


def counts_of(chapter: Chapter) -> list[Count]:
    """Return the counts that a chapter reads, each once."""
    found: list[Count] = []
    for rules in chapter.rounds:
        found += [count for objective in rules.objectives for count in counts_in(objective.must)]
        for move in rules.moves:
            found += counts_in(move.condition) + ([move.steps] if isinstance(move.steps, Count) else [])
    found += [count for objective in chapter.objectives for count in counts_in(objective.must)]
    found += counts_in(None if chapter.achievement is None else chapter.achievement.must)
    return list(dict.fromkeys(found))


@pytest.mark.parametrize("number", NUMBERS)
def test_a_cards_own_counts_are_as_recounted_and_end_within_their_bounds(number: int) -> None:
    wanted = counts_of(card(number))
    chapter = reading(card(number), wanted)
    check_counts(card(number), wanted, 3)
    for seed in range(2):
        record = Record(chapter)
        told: dict[tuple[int, Span, int], list[tuple[int, int]]] = {}
        for before, state in walk(chapter, seed, record):
            ended = before.phase == phases.END_ROUND
            if not (ended or is_shown(state)):
                continue
            for index, count in enumerate(wanted):
                for span in (Span.ROUND, Span.CHAPTER):
                    whole = Span.CHAPTER in (span, count.over)
                    key = index, span, 0 if whole else int(state.round)
                    if not ended:
                        low, high = bounds(state, tallies(state, index, len(wanted))[span])
                        told.setdefault(key, []).append((int(low), int(high)))
                    elif not whole or state.round == len(chapter.rounds):
                        value = record.value(count, span)
                        assert all(low <= value <= high for low, high in told[key]), f"{count} ended at {value}"


# Limits


@st.composite
def limited_chapters(draw: st.DrawFn) -> Chapter:
    """Draw a chapter with two to four limits in each round."""
    chapter = draw(generated.chapters())
    drawn = [(*draw(generated.limits()), *draw(generated.limits()), *draw(generated.limits())) for _ in chapter.rounds]
    named = [tuple(replace(one, name=f"l-{index}") for index, one in enumerate(limits[:4])) for limits in drawn]
    return replace(
        chapter,
        rounds=tuple(replace(rules, limits=limits) for rules, limits in zip(chapter.rounds, named, strict=True)),
    )


def bars(limit: Limit, record: Record, seat: Seat, hand: list[Card], follow: list[Card]) -> list[Card]:
    """Return which of the cards that N4 allows a limit bars, read as its words say."""
    now = record.now
    number, place = len(now.finished) + 1, len(now.table) + 1
    last = LAST_TRICK in limit.trick and number == now.size
    colours = [str(one)[0] for _, one in now.table if not str(one).endswith("+")]
    if seat not in now.seats(limit.who) or (limit.trick and number not in limit.trick and not last):
        return []
    if limit.place and place not in limit.place:
        return []
    if limit.can_follow is not None:
        able = bool(colours) and any(str(one)[0] == colours[0] for one in hand)
        if not colours or able is not limit.can_follow:
            return []
    if limit.condition is not None and not record.holds(limit.condition, Span.ROUND, limit=True):
        return []
    if limit.require:
        able_to = [one for one in follow if is_among(one, limit.cards)]
        return [one for one in follow if one not in able_to] if able_to else []
    before = [one for trick in now.tricks for who, one in trick.plays if who is seat and is_among(one, limit.cards)]
    return [one for one in follow if is_among(one, limit.cards)] if len(before) >= limit.after else []


def check_limits(chapter: Chapter, seed: int) -> tuple[int, int]:
    """Check, at each card due, what may be played, every refusal's rule, and whether limits are said to be lifted.

    Return how often a limit barred a card and how often all were lifted.
    """
    record = Record(chapter)
    barred_often = lifted_often = 0
    for _, state in walk(chapter, seed, record):
        if state.phase != phases.CARD:
            continue
        rules = chapter.rounds[int(state.round) - 1]
        seat = Seat(state.seat)
        hand = list(cards_of(int(hand_of(state, seat))))
        laid = [str(one) for _, one in record.now.table]
        follow = [
            one for one in hand if not rules.must_follow or str(one) in referee.may_play(list(map(str, hand)), laid)
        ]
        barred = {limit.name: bars(limit, record, seat, hand, follow) for limit in rules.limits}
        free = [one for one in follow if not any(one in those for those in barred.values())]
        lifted = not free
        seen = view(chapter, state, seat)
        assert seen.limits_lifted == lifted
        assert not view(chapter, state, seat.partner).limits_lifted
        assert list(seen.legal) == (follow if lifted else free)
        for one in hand:
            refusal = card_refusal(state, one, chapter)
            if one in (follow if lifted else free):
                assert refusal is None
                continue
            assert refusal is not None
            names = [f"limit {name}" for name, those in barred.items() if one in those]
            assert refusal.rule == (names[0] if one in follow else "N4")
        barred_often += any(barred.values())
        lifted_often += lifted
    return barred_often, lifted_often


@given(limited_chapters(), seeds)
def test_limits_bar_what_their_words_say_and_are_lifted_together(built: Chapter, seed: int) -> None:
    check_limits(built, seed)


SEVENS = Cards(value=(7, 8))
ON_THE_TABLE = Count(noun=Noun.CARDS, played_by=Role.CITY, over=Span.TRICK)
CHOSEN_LIMITS = {
    "after one": Limit(name="a", who=Role.PLAYERS, cards=POTIONS, after=1),
    "after two": Limit(name="a", who=Role.LEADING, cards=Cards(suit=(Suit.FEAR, Suit.RUSE)), after=2),
    "required": Limit(name="r", who=Role.OTHER, cards=SEVENS, require=True),
    "the last trick": Limit(name="t", who=Role.PLAYERS, cards=Cards(suit=COLOURS), trick=(LAST_TRICK,), require=True),
    "the second place": Limit(name="p", who=Role.HYDE, cards=POTIONS, place=(2,)),
    "who cannot follow": Limit(name="f", who=Role.PLAYERS, cards=SEVENS, can_follow=False),
    "once the City has played": Limit(
        name="c", who=Role.PLAYERS, cards=POTIONS, condition=Compare(count=ON_THE_TABLE, at_least=1)
    ),
    "once a reaction took effect in the first two tricks": Limit(
        name="e",
        who=Role.PLAYERS,
        cards=SEVENS,
        condition=Compare(count=Count(noun=Noun.REACTIONS, trick=(1, 2)), at_least=1),
    ),
}


@pytest.mark.parametrize("name", CHOSEN_LIMITS)
def test_every_key_of_a_limit_bars_as_it_says(name: str) -> None:
    built = card(13)  # there a player has a choice in the last trick too
    rounds = tuple(replace(rules, limits=(CHOSEN_LIMITS[name],)) for rules in built.rounds)
    found = [check_limits(replace(built, rounds=rounds), seed) for seed in range(12)]
    assert sum(barred for barred, _ in found) > 0


@pytest.mark.parametrize("number", [4, 23])
def test_the_cards_limits_bar_and_are_lifted(number: int) -> None:
    found = [check_limits(card(number), seed) for seed in range(40)]
    assert sum(barred for barred, _ in found) > 0
    assert number == 23 or sum(lifted for _, lifted in found) > 0  # who can follow need not play a potion
