"""The solver's keys: what a position's future depends on tells it from another, and nothing else does."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from campaign.cards import CITY, HYDE, JEKYLL
from campaign.notation import Suit, parse_card
from campaign.play.solver_keys import Keys
from campaign.play.solver_reads import Reads
from campaign.play.solver_targets import Target, asked_of
from campaign.rules import state as phases
from campaign.rules.chapter import Cards, Chapter, Count, Holding, Limit, Move, Noun, Objective, Pawn, Role, When
from campaign.rules.state import LEADER_SHIFT, REACTION_SHIFT, STEPS_SHIFT, WINNER_SHIFT, State
from tests.rules.builder import FOUR_MOVES, NO_EFFECTS, Game, at_least, chapter, four

DEAL = "jekyll: F4 R4 3+ | hyde: F6 R5 4+ | city: M4 M5 M7"
Change = Callable[[State], None]


def key_of(state: State) -> tuple[int, ...]:
    """Return a state's key, for a search for all ends."""
    reads = Reads(state, asked_of(state, Target(), everything=True))
    return tuple(map(int, Keys(reads, with_pools=reads.pooled).key(state)))


def first_trick(deal: str, built: Chapter) -> State:
    """Return a deal before the City's first card."""
    state = Game(built).lay(deal).state
    state.city = state.city << 5 | state.first
    state.laid, state.seat, state.phase, state.ranks = 0, state.leader, phases.CITY_CARD, 0
    return state


def trick(cards: str, leader: int, winner: int) -> int:
    """Return a finished trick without a reaction, as the state packs it."""
    one, two, three = (parse_card(card).index for card in cards.split())
    return one | two << 5 | three << 10 | leader << LEADER_SHIFT | winner << WINNER_SHIFT | 3 << REACTION_SHIFT


def played(*tricks: tuple[int, int]) -> Change:
    """Return what puts finished tricks in a state, each packed and with its holder."""

    def change(state: State) -> None:
        state.tricks = tuple(packed for packed, _ in tricks)
        state.owners = sum(holder << 2 * index for index, (_, holder) in enumerate(tricks))

    return change


def build(**knobs: Any) -> Chapter:  # noqa: ANN401
    """Return a chapter of rounds of three tricks without moves and effects."""
    defaults: dict[str, Any] = {"hand": 5, "give": 2, "effects": NO_EFFECTS, "scotland_yard": 0}
    return chapter(**(defaults | knobs))


def must(count: Count, number: int = 2) -> dict[str, Any]:
    """Return the knobs of a chapter with one objective."""
    return {"objectives": (Objective(name="o", must=at_least(number, count)),)}


def leads(state: State) -> None:
    state.leader = state.seat = HYDE


def reacted(state: State) -> None:
    state.effects = 1


def went(state: State) -> None:
    state.jekyll_hyde += 1


def came(state: State) -> None:
    state.scotland_yard += 1


def stepped(state: State) -> None:
    state.round_steps = 1


def yard_stepped(state: State) -> None:
    state.round_steps = 1 << STEPS_SHIFT


AT_TRICK_END = (Move(name="m", when=When.TRICK_END, order=1, pawn=Pawn.JEKYLL_HYDE, steps=1),)
POTIONS_TWICE = (Limit(name="l", who=Role.PLAYERS, cards=Cards(suit=(Suit.POTION,)), require=False, after=2),)
PLAIN = trick("M1 F1 F2", CITY, CITY)
POTION = trick("M1 5+ F2", CITY, CITY)
EIGHT = trick("M1 F8 F2", CITY, CITY)
BY_JEKYLL = trick("M1 F1 F2", CITY, JEKYLL)
BY_HYDE = trick("M1 F1 F2", CITY, HYDE)
RUNS = Count(noun=Noun.TRICKS_IN_A_ROW, won_by=Role.JEKYLL)
HELD_LED = Count(noun=Noun.CARDS, held_by=Role.PLAYERS, played_by=Role.JEKYLL, cards=Cards(value=(8,)))
DOSES = Count(noun=Noun.TRICKS, won_by=Role.CITY, holding=Holding(cards=Cards(suit=(Suit.POTION,))))
TAKING = four().rounds[0].effects
READ = {
    "leader": (build(), lambda _: None, leads),
    "reactions that are capped": (build(reactions_cap=2), lambda _: None, reacted),
    "a pawn that moves at tricks' ends": (build(moves=AT_TRICK_END), lambda _: None, went),
    "the other pawn": (build(moves=AT_TRICK_END), lambda _: None, came),
    "steps": (build(**must(Count(noun=Noun.STEPS, pawn=Pawn.JEKYLL_HYDE))), lambda _: None, stepped),
    "the other pawn's steps": (
        build(**must(Count(noun=Noun.STEPS, pawn=Pawn.SCOTLAND_YARD))),
        lambda _: None,
        yard_stepped,
    ),
    "cards played under a limit": (
        build(limits=POTIONS_TWICE),
        played((PLAIN, CITY)),
        played((POTION, CITY)),
    ),
    "a run that goes on": (
        build(**must(RUNS)),
        played((BY_JEKYLL, JEKYLL), (BY_HYDE, HYDE)),
        played((BY_HYDE, HYDE), (BY_JEKYLL, JEKYLL)),
    ),
    "a run's best": (build(**must(RUNS)), played((BY_HYDE, HYDE)), played((BY_JEKYLL, JEKYLL))),
    "a count of tricks": (build(**must(DOSES)), played((PLAIN, CITY)), played((POTION, CITY))),
    "the cards of the City's last trick, to be taken": (
        build(moves=FOUR_MOVES, effects=TAKING),
        played((EIGHT, CITY), (PLAIN, CITY)),
        played((PLAIN, CITY), (EIGHT, CITY)),
    ),
    "who played them": (
        build(effects=TAKING, **must(HELD_LED)),
        played((EIGHT, CITY), (PLAIN, CITY)),
        played((PLAIN, CITY), (EIGHT, CITY)),
    ),
}
UNREAD = {
    "reactions without a cap": (build(), lambda _: None, reacted),
    "steps that nothing reads": (build(moves=FOUR_MOVES), lambda _: None, stepped),
    "a limit's cards beyond its number": (
        build(limits=(replace(POTIONS_TWICE[0], after=1),)),
        played((POTION, CITY), (PLAIN, CITY)),
        played((POTION, CITY), (POTION, CITY)),
    ),
    "a count beyond what is asked": (
        build(**must(DOSES, 1)),
        played((POTION, CITY), (PLAIN, CITY)),
        played((POTION, CITY), (POTION, CITY)),
    ),
    "the cards of a trick that stays with the City": (
        build(moves=FOUR_MOVES),
        played((EIGHT, CITY)),
        played((PLAIN, CITY)),
    ),
}


def two_keys(built: Chapter, before: Change, change: Change) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the keys of one deal after either of two changes."""
    keys = []
    for made in (before, change):
        state = first_trick(DEAL, built)
        before(state)
        made(state)
        keys.append(key_of(state))
    return keys[0], keys[1]


@pytest.mark.parametrize("name", READ)
def test_what_is_still_read_tells_two_positions_apart(name: str) -> None:
    one, other = two_keys(*READ[name])
    assert one != other


@pytest.mark.parametrize("name", UNREAD)
def test_what_nothing_reads_any_more_does_not(name: str) -> None:
    one, other = two_keys(*UNREAD[name])
    assert one == other


def test_cards_with_nothing_between_them_have_one_key_w2_c2() -> None:
    built = four(hand=3, give=1)

    def key(deal: str) -> tuple[int, ...]:
        return key_of(first_trick(deal, built))

    same = key("jekyll: F4 R4 | hyde: F6 R5 | city: M4 M5")
    assert key("jekyll: F5 R4 | hyde: F7 R6 | city: M5 M7") == same
    assert key("jekyll: F6 R4 | hyde: F4 R5 | city: M4 M5") != same  # the other order
    assert key("jekyll: F3 R4 | hyde: F6 R5 | city: M4 M5") != same  # an icon (C2)
    assert key("jekyll: F4 R4 | hyde: F8 R5 | city: M4 M5") != same
    over = key("jekyll: F5 5+ | hyde: F7 R5 | city: M4 M5")
    assert key("jekyll: F5 5+ | hyde: F6 R5 | city: M4 M5") == over
    assert key("jekyll: F6 5+ | hyde: F7 R5 | city: M4 M5") != over  # no longer beaten by the potion (W2)
