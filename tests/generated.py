"""Varied chapters for hypothesis: all knobs, nouns and entries that can be played."""

from hypothesis import strategies as st

from campaign.notation import COLOURS, Suit
from campaign.rules.chapter import (
    LAST_TRICK,
    Achievement,
    AllOf,
    AnyOf,
    Cards,
    Chapter,
    CityOrder,
    Compare,
    Condition,
    Count,
    Effect,
    FirstTakes,
    Icon,
    JudgedIn,
    Leading,
    Limit,
    Move,
    Not,
    Noun,
    Objective,
    PastTheEnd,
    Pawn,
    RanksStart,
    Resolver,
    Role,
    RoundRules,
    Span,
    When,
)
from tests.rules import strategies

EFFECTS = list(Effect)
WHENS = tuple(When)
card_conditions: st.SearchStrategy[Condition] = st.one_of(
    st.builds(Compare, count=strategies.card_table_counts, at_least=st.integers(0, 4)),
    st.builds(Compare, count=strategies.card_table_counts, at_most=st.integers(0, 6)),
    st.builds(Compare, count=strategies.card_table_counts, more_than=strategies.card_table_counts),
)


def joined(parts: st.SearchStrategy[Condition]) -> st.SearchStrategy[Condition]:
    """Return conditions, sometimes several of them in one."""
    two = st.lists(parts, min_size=2, max_size=3).map(tuple)
    return st.one_of(parts, parts, st.builds(AllOf, two), st.builds(AnyOf, two), st.builds(Not, parts))


@st.composite
def deals(draw: st.DrawFn) -> tuple[int, int, int]:
    """Draw how many cards are dealt, given and joined from the Reserve, so that there is a trick."""
    hand = draw(st.sampled_from([12, 12, 2, 3, 4, 5, 6, 9, 10, 11, 13, 14]))
    give = draw(st.integers(0, min(6, hand - 1)))
    least = 0 if give else 1
    reserve = 28 - 2 * hand
    if reserve < least:
        return hand, 4, 0
    return hand, give, draw(st.sampled_from([least, min(reserve, max(least, 3)), min(reserve, 24)]))


@st.composite
def moves(draw: st.DrawFn, *, yard: bool) -> tuple[Move, ...]:
    """Draw pawn moves of all times; without Scotland Yard they know but one pawn."""
    if yard:
        return draw(strategies.move_lists(WHENS))
    return tuple(
        Move(
            name=f"move-{order}",
            when=draw(st.sampled_from(WHENS)),
            order=order,
            pawn=Pawn.JEKYLL_HYDE,
            back=draw(st.integers(0, 3)) == 0,
            steps=draw(st.integers(1, 2) | strategies.card_table_counts),
            condition=draw(st.none() | joined(card_conditions)),
        )
        for order in range(draw(st.integers(0, 2)))
    )


@st.composite
def limits(draw: st.DrawFn) -> tuple[Limit, ...]:
    """Draw limits on what players play."""
    laid = st.builds(
        Compare,
        count=st.builds(
            Count,
            noun=st.just(Noun.CARDS),
            played_by=st.sampled_from([Role.ANYONE, Role.CITY]),
            over=st.just(Span.TRICK),
        ),
        at_least=st.integers(1, 2),
    )
    return tuple(
        Limit(
            name=f"limit-{index}",
            who=draw(st.sampled_from([Role.PLAYERS, Role.LEADING, Role.OTHER, Role.JEKYLL, Role.HYDE])),
            trick=draw(st.sampled_from([(), (), (1,), (1, 2), (LAST_TRICK,)])),
            place=draw(st.sampled_from([(), (), (1,), (2, 3)])),
            can_follow=draw(st.sampled_from([None, None, True, False])),
            condition=draw(st.none() | laid | joined(card_conditions)),
            cards=draw(
                st.sampled_from([Cards(suit=(Suit.POTION,)), Cards(value=(7, 8)), Cards(suit=(Suit.FEAR, Suit.RUSE))])
            ),
            require=required,
            after=0 if required else draw(st.sampled_from([0, 0, 1, 2])),
        )
        for index, required in enumerate(draw(st.lists(st.booleans(), max_size=2)))
    )


@st.composite
def round_rules(draw: st.DrawFn, *, yard: bool) -> RoundRules:
    """Draw the rules of one round."""
    hand, give, joining = draw(deals())
    conditions = strategies.conditions if yard else card_conditions
    objectives = draw(st.lists(joined(conditions), max_size=1))
    orders = st.permutations(COLOURS).map(lambda three: (three[0], three[1], three[2]))
    return RoundRules(
        hand=hand,
        give=give,
        from_reserve=joining,
        passes=draw(st.sampled_from([0, 0, 1, 2])) if hand - give > 1 else 0,
        limits=draw(limits()),
        city_face_up=draw(st.sampled_from([False, False, True])),
        reserve_face_up=draw(st.sampled_from([False, False, True])),
        hands_face_up=draw(st.sampled_from([None, None, Role.PLAYERS, Role.LEADING, Role.OTHER, Role.HYDE])),
        must_give=draw(st.sampled_from([None, Cards(icon=Icon.JEKYLL_HYDE), Cards(value=(1, 8))])),
        city_order=draw(st.sampled_from(list(CityOrder))),
        ranks_start=draw(st.one_of(st.sampled_from(list(RanksStart)), orders)),
        first_takes=draw(st.sampled_from(list(FirstTakes))),
        leading=draw(st.sampled_from(list(Leading))),
        opens=draw(st.sampled_from([Role.CITY, Role.LEADING, Role.OTHER])),
        after_city=draw(st.sampled_from([Role.LEADING, Role.OTHER])),
        must_follow=draw(st.sampled_from([True, True, False])),
        effects=draw(st.tuples(*[st.sampled_from(EFFECTS)] * 3)),
        resolver=draw(st.sampled_from([Resolver.CHOSEN, *Resolver])),
        reactions_cap=draw(st.sampled_from([None, None, 1, 2])),
        moves=draw(moves(yard=yard)),
        objectives=tuple(Objective(name=f"round-{index}", must=must) for index, must in enumerate(objectives)),
    )


@st.composite
def chapters(draw: st.DrawFn) -> Chapter:
    """Draw a chapter of one to three rounds, with objectives and perhaps an achievement."""
    yard = draw(st.sampled_from([True, True, False]))
    conditions = strategies.conditions if yard else card_conditions
    pasts = [past for past in PastTheEnd if yard or past is not PastTheEnd.SCOTLAND_YARD]
    must = draw(st.lists(st.tuples(st.sampled_from(list(JudgedIn)[1:]), joined(conditions)), max_size=2))
    achievement = st.builds(
        Achievement, judged_in=st.sampled_from(list(JudgedIn)), must=joined(conditions), stars=st.integers(1, 3)
    )
    return Chapter(
        id="generated",
        title="Generated",
        jekyll_hyde=draw(st.integers(4, 8)),
        scotland_yard=draw(st.integers(0, 2)) if yard else None,
        past_the_end=draw(st.sampled_from(pasts)),
        rounds=tuple(draw(round_rules(yard=yard)) for _ in range(draw(st.integers(1, 3)))),
        objectives=tuple(
            Objective(name=f"span-{index}", judged_in=judged_in, must=condition)
            for index, (judged_in, condition) in enumerate(must)
        ),
        achievement=draw(st.none() | achievement),
    )
