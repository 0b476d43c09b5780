"""The state of a chapter in play, as ints in one slotted class.

``gifts``, ``passes`` and ``held`` hold two 28-bit masks, Jekyll's low and Hyde's from bit 28. ``city`` packs cards of
5 bits, the top lowest, under a single 1 bit; so 1 is the empty deck. A finished trick packs its cards as played
(5 bits each), leader (2 bits from 15), winner (2 from 17), reaction colour (2 from 19), whether the reaction took
effect (bit 21) and which card triggered it (2 from 22: 1 the second, 2 the third).
"""

from typing import Final

from mypy_extensions import i64

from campaign.cards import HYDE, POTION
from campaign.rules.table import Plan, Table

# Steps that follow by themselves.
CITY_CARD: Final = 0
END_TRICK: Final = 1
MOVE: Final = 2
END_ROUND: Final = 3
BEGIN_ROUND: Final = 4
ORDER_CITY: Final = 5
# Chance, told from outside.
FIRST_CHANCE: Final = 6
TOKEN: Final = 6
DEAL: Final = 7
SHUFFLE: Final = 8
# Decisions.
FIRST_DECISION: Final = 9
GIVE: Final = 9
PASS: Final = 10
CARD: Final = 11
TAKE: Final = 12
HAND: Final = 13
RANKS: Final = 14
DRAW: Final = 15
RETURN: Final = 16
OVER: Final = 17

# How a chapter ended.
NOT_ENDED: Final = 0
REACHED: Final = 1
CAUGHT: Final = 2
SHORT: Final = 3
OVERSHOOT: Final = 4
OBJECTIVE: Final = 5
CONCEDED: Final = 6

HYDE_SHIFT: Final = 28
EMPTY_CITY: Final = 1
NO_COLOUR: Final = 3
NO_CARD: Final = 31
LEADER_SHIFT: Final = 15
WINNER_SHIFT: Final = 17
REACTION_SHIFT: Final = 19
STEPS_SHIFT: Final = 10
STEPS_MASK: Final = 1023
TOOK_EFFECT: Final = 4
"""In ``State.reaction``: colour in the two low bits, this bit if it took effect, the triggering card from bit 3."""


class State:
    """Where a chapter stands; only ``rules.step`` changes it."""

    __slots__ = (
        "city",
        "direction",
        "drawn",
        "effects",
        "ending",
        "exchanges",
        "failed",
        "first",
        "gifts",
        "hand_hyde",
        "hand_jekyll",
        "held",
        "jekyll_hyde",
        "laid",
        "leader",
        "leading",
        "move",
        "owners",
        "passes",
        "past",
        "phase",
        "plan",
        "ranks",
        "reaction",
        "reserve",
        "round",
        "round_steps",
        "scotland_yard",
        "seat",
        "second",
        "some_failed",
        "some_met",
        "table",
        "third",
        "trick_steps",
        "tricks",
        "under",
        "when",
    )  # fmt: skip

    def __init__(self, plan: Plan) -> None:
        self.plan: Plan = plan
        self.table: Table = plan.by_jekyll[0]
        self.phase: i64 = BEGIN_ROUND
        self.round: i64 = 0
        """From 1 once the first has begun."""
        self.leading: i64 = 0
        """The token's face (C5): the leading character's seat."""
        self.direction: i64 = 0
        """0 where Jekyll plays after the City, 3 where Hyde does (N1)."""
        self.hand_jekyll: i64 = 0
        self.hand_hyde: i64 = 0
        self.gifts: i64 = 0
        self.passes: i64 = 0
        """What each player passed, packed as the gifts are."""
        self.reserve: i64 = 0
        self.city: i64 = EMPTY_CITY
        self.under: i64 = 0
        """Cards of the City too deep ever to be reached."""
        self.ranks: i64 = 0
        """A number in ``notation.RANK_TEXTS``."""
        self.leader: i64 = 0
        self.seat: i64 = 0
        """Who plays, gives or puts a card back."""
        self.first: i64 = 0
        """The cards of this trick as played; meaningful up to ``laid``."""
        self.second: i64 = 0
        self.third: i64 = 0
        self.laid: i64 = 0
        self.reaction: i64 = NO_COLOUR
        self.drawn: i64 = NO_CARD
        self.effects: i64 = 0
        """How many reactions of each colour took effect this round, 4 bits each (R2)."""
        self.owners: i64 = 0
        """Two bits a finished trick: before whom it lies."""
        self.held: i64 = 0
        """The cards of the tricks before each player."""
        self.tricks: tuple[int, ...] = ()
        self.exchanges: tuple[int, ...] = ()
        """What Manipulation did this round: trick (from bit 12), seat (2 bits from 10), drawn (from 5), put back."""
        self.jekyll_hyde: i64 = plan.jekyll_hyde
        self.scotland_yard: i64 = plan.scotland_yard
        self.when: i64 = 0
        """Whose moves are being made: 0 the round's start, 1 a trick's end, 2 the round's end."""
        self.move: i64 = 0
        self.round_steps: i64 = 0
        """Steps really made this round: Jekyll & Hyde's in the low 10 bits, Scotland Yard's above."""
        self.trick_steps: i64 = 0
        """The same for the moves of the last trick."""
        self.past: tuple[int, ...] = (0,) * plan.chapter_rows
        """For each row counted over the chapter, its value in the rounds that ended."""
        self.some_met: i64 = 0
        self.some_failed: i64 = 0
        """For each condition of ``Table.spans``, whether a round that ended has met or failed it."""
        self.ending: i64 = NOT_ENDED
        self.failed: i64 = 0
        """The objectives that failed: one bit for each of ``Table.objectives``, from bit 31 for ``Table.spans``."""

    def copy(self) -> "State":
        """Return an independent copy that shares the plan."""
        new = State(self.plan)
        new.table = self.table
        new.phase = self.phase
        new.round = self.round
        new.leading = self.leading
        new.direction = self.direction
        new.hand_jekyll = self.hand_jekyll
        new.hand_hyde = self.hand_hyde
        new.gifts = self.gifts
        new.passes = self.passes
        new.reserve = self.reserve
        new.city = self.city
        new.under = self.under
        new.ranks = self.ranks
        new.leader = self.leader
        new.seat = self.seat
        new.first = self.first
        new.second = self.second
        new.third = self.third
        new.laid = self.laid
        new.reaction = self.reaction
        new.drawn = self.drawn
        new.effects = self.effects
        new.owners = self.owners
        new.held = self.held
        new.tricks = self.tricks
        new.exchanges = self.exchanges
        new.jekyll_hyde = self.jekyll_hyde
        new.scotland_yard = self.scotland_yard
        new.when = self.when
        new.move = self.move
        new.round_steps = self.round_steps
        new.trick_steps = self.trick_steps
        new.past = self.past
        new.some_met = self.some_met
        new.some_failed = self.some_failed
        new.ending = self.ending
        new.failed = self.failed
        return new


def hand_of(state: State, seat: i64) -> i64:
    """Return the mask of a player's hand."""
    return state.hand_hyde if seat == HYDE else state.hand_jekyll


def laid_card(state: State, place: i64) -> i64:
    """Return the card that lies at a place of the trick, 0 to ``laid - 1``."""
    if place == 0:
        return state.first
    return state.second if place == 1 else state.third


def opening_colour(state: State) -> i64:
    """Return the trick's opening colour (N4), 3 while none lies there."""
    for place in range(state.laid):
        suit = laid_card(state, place) >> 3
        if suit != POTION:
            return suit
    return NO_COLOUR
