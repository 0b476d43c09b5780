"""Random counts, conditions, moves and chapters for hypothesis, within what the chapter format allows."""

from typing import Any

from hypothesis import strategies as st

from campaign.notation import COLOURS, Suit
from campaign.rules.chapter import (
    Cards,
    Chapter,
    Compare,
    Condition,
    Count,
    Effect,
    Holding,
    Icon,
    Leading,
    Move,
    Noun,
    PastTheEnd,
    Pawn,
    Role,
    RoundRules,
    Span,
    Take,
    When,
)

roles = st.sampled_from(list(Role))
maybe_role = st.none() | roles
tricks = st.just(()) | st.lists(st.integers(0, 3), min_size=1, max_size=2, unique=True).map(tuple)
places = st.just(()) | st.lists(st.integers(1, 3), min_size=1, max_size=2, unique=True).map(tuple)
choices = st.one_of(
    st.builds(Cards, suit=st.lists(st.sampled_from(list(Suit)), min_size=1, max_size=2, unique=True).map(tuple)),
    st.builds(Cards, value=st.lists(st.integers(1, 8), min_size=1, max_size=3, unique=True).map(tuple)),
    st.builds(Cards, icon=st.sampled_from(list(Icon))),
)
takes = st.sampled_from(list(Take))
spans = st.sampled_from([None, Span.CHAPTER])


@st.composite
def trick_counts(draw: st.DrawFn) -> Count:
    """Draw a count of tricks."""
    keys = draw(st.lists(st.sampled_from(["won_by", "held_by", "led_by"]), min_size=1, max_size=2, unique=True))
    take = draw(st.none() | takes)
    seats: dict[str, Any] = {
        key: draw(st.sampled_from([r for r in Role if r is not Role.PLAYERS or take is None])) for key in keys
    }
    if take is not None:
        seats[keys[0]] = Role.PLAYERS
    holding = st.builds(Holding, cards=choices, at_least=st.integers(0, 2), at_most=st.sampled_from([None, 2, 3]))
    return Count(
        noun=Noun.TRICKS,
        won_with=draw(st.none() | choices),
        holding=draw(st.none() | holding),
        trick=draw(tricks),
        take=take,
        over=draw(spans),
        **seats,
    )


@st.composite
def card_counts(draw: st.DrawFn) -> Count:
    """Draw a count of cards."""
    take = draw(st.none() | takes)
    free = [role for role in Role if role is not Role.PLAYERS or take is None]
    held, played = draw(st.sampled_from([(True, False), (False, True), (True, True)]))
    split_held = held and (not played or draw(st.booleans()))

    def seat(*, present: bool, split: bool) -> Role | None:
        if not present:
            return None
        return Role.PLAYERS if split and take is not None else draw(st.sampled_from(free))

    return Count(
        noun=Noun.CARDS,
        held_by=seat(present=held, split=split_held),
        played_by=seat(present=played, split=not split_held),
        cards=draw(st.none() | choices),
        trick=draw(tricks),
        place=draw(places),
        take=take,
        over=draw(spans),
    )


runs = st.one_of(
    st.builds(Count, noun=st.just(Noun.TRICKS_IN_A_ROW), won_by=roles, over=spans),
    st.builds(Count, noun=st.just(Noun.TRICKS_IN_A_ROW), won_by=st.just(Role.PLAYERS), take=takes, over=spans),
)
colours = st.lists(st.sampled_from(COLOURS), min_size=1, max_size=2, unique=True).map(lambda s: Cards(suit=tuple(s)))
reactions = st.builds(Count, noun=st.just(Noun.REACTIONS), cards=st.none() | colours, trick=tricks, over=spans)
pawns = st.sampled_from(list(Pawn))
pawn_counts = st.one_of(
    st.builds(Count, noun=st.just(Noun.STEPS), pawn=pawns, over=spans),
    st.builds(Count, noun=st.just(Noun.SPACE), pawn=pawns),
    st.just(Count(noun=Noun.GAP)),
)
card_table_counts = st.one_of(trick_counts(), card_counts(), runs, reactions)
counts = st.one_of(trick_counts(), card_counts(), runs, reactions, pawn_counts)
conditions: st.SearchStrategy[Condition] = st.one_of(
    st.builds(Compare, count=counts, at_least=st.integers(0, 5)),
    st.builds(Compare, count=counts, at_most=st.integers(0, 5)),
    st.builds(Compare, count=counts, more_than=counts),
)


@st.composite
def move_lists(draw: st.DrawFn, whens: tuple[When, ...] = (When.ROUND_END,)) -> tuple[Move, ...]:
    """Draw some pawn moves."""
    return tuple(
        Move(
            name=f"move-{order}",
            when=draw(st.sampled_from(whens)),
            order=order,
            pawn=draw(pawns),
            back=draw(st.integers(0, 3)) == 0,
            steps=draw(st.integers(1, 3) | card_table_counts),
            for_every=draw(st.sampled_from([1, 1, 2, 3])),
            condition=draw(st.none() | st.none() | conditions),
        )
        for order in range(draw(st.integers(0, 4)))
    )


@st.composite
def round_rules(draw: st.DrawFn, whens: tuple[When, ...]) -> RoundRules:
    """Draw the rules of one round, mostly of few tricks."""
    hand, give = draw(st.sampled_from([(12, 4), (7, 3), (5, 2), (4, 2), (3, 1)]))
    plain = (Effect.REORDER_RANKS, Effect.TAKE_CITY_TRICK, Effect.EXCHANGE_CITY_CARD)
    takes_all = (Effect.TAKE_CITY_TRICK, Effect.TAKE_CITY_TRICK, Effect.NOTHING)
    return RoundRules(
        hand=hand,
        give=give,
        effects=draw(
            st.sampled_from([plain, takes_all, (plain[2], plain[0], plain[1]), (plain[1], plain[1], plain[0])])
        ),
        reactions_cap=draw(st.sampled_from([None, None, 1, 2])),
        leading=draw(st.sampled_from(list(Leading))),
        moves=draw(move_lists(whens)),
    )


@st.composite
def chapters(draw: st.DrawFn, whens: tuple[When, ...] = (When.ROUND_END,)) -> Chapter:
    """Draw a chapter without objectives, both pawns in play."""
    return Chapter(
        id="random",
        title="Random",
        jekyll_hyde=draw(st.integers(3, 8)),
        scotland_yard=draw(st.integers(0, 2)),
        past_the_end=draw(st.sampled_from(list(PastTheEnd))),
        rounds=tuple(draw(round_rules(whens)) for _ in range(draw(st.integers(1, 3)))),
    )
