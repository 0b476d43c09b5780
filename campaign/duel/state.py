"""The state of a duel in play, as ints in one slotted class.

``passes``, ``offers`` and each entry of ``swaps`` hold two 28-bit masks, Jekyll's low and Hyde's from bit 28; ``swaps``
has the trick's number, from 0, from bit 56. A finished trick packs its cards as played (5 bits each), leader (2 bits
from 10), winner (2 from 12), named colour (2 from 14), effect colour (2 from 16) and whether it took effect (bit 18).
"""

from typing import Final

from mypy_extensions import i64

from campaign.cards import HYDE

# Steps that follow by themselves.
END_TRICK: Final = 0
CLEAR: Final = 1
END_ROUND: Final = 2
BEGIN_ROUND: Final = 3
# Chance, told from outside.
FIRST_CHANCE: Final = 4
DEAL: Final = 4
# Decisions.
FIRST_DECISION: Final = 5
PASS: Final = 5
CARD: Final = 6
TAKE: Final = 7
SWAP: Final = 8
OVER: Final = 9

ROUNDS: Final = 3
HAND: Final = 10
"""How many cards each player holds, and so how many tricks a round has (DU4, DU7)."""
HOME: Final = 10
"""Hyde's home on the identity track (DU2)."""
JEKYLL_LEADS: Final = 4
"""Up to this space of the marker Jekyll leads a round's first trick (DU6)."""

HYDE_SHIFT: Final = 28
TRICK_SHIFT: Final = 56
NO_COLOUR: Final = 3
NAMED_SHIFT: Final = 5
"""A choice to play is the card, and from this bit the colour named with a led potion (DU9), else 0."""
LEADER_SHIFT: Final = 10
WINNER_SHIFT: Final = 12
NAME_SHIFT: Final = 14
EFFECT_SHIFT: Final = 16
TOOK_EFFECT: Final = 4
"""In ``State.effect``: colour in the two low bits, this bit if there was something to resolve."""


class State:
    """Where a duel stands; only ``duel.step`` changes it."""

    __slots__ = (
        "aside",
        "effect",
        "first",
        "hand_hyde",
        "hand_jekyll",
        "laid",
        "leader",
        "leading",
        "marker",
        "named",
        "offers",
        "owners",
        "passes",
        "phase",
        "ranks",
        "round",
        "seat",
        "second",
        "swaps",
        "tricks",
    )

    def __init__(self) -> None:
        self.phase: i64 = BEGIN_ROUND
        self.round: i64 = 0
        """From 1 once the first has begun."""
        self.marker: i64 = 0
        """0 is Jekyll's home, 10 Hyde's (DU2)."""
        self.leading: i64 = 0
        """Who leads the round's first trick (DU6)."""
        self.hand_jekyll: i64 = 0
        self.hand_hyde: i64 = 0
        self.aside: i64 = 0
        """The cards that nobody has seen (DU4)."""
        self.passes: i64 = 0
        """What each player passed this round (DU5); while passing is due, what Jekyll has chosen."""
        self.offers: i64 = 0
        """What Jekyll has chosen to swap, while Hyde still chooses (DU15)."""
        self.swaps: tuple[int, ...] = ()
        """What each player gave in the swaps of this round."""
        self.ranks: i64 = 0
        """A number in ``notation.DUEL_RANK_TEXTS``."""
        self.leader: i64 = 0
        self.seat: i64 = 0
        """Who passes, plays, takes or swaps."""
        self.first: i64 = 0
        """The cards of this trick as played; meaningful up to ``laid``."""
        self.second: i64 = 0
        self.laid: i64 = 0
        self.named: i64 = NO_COLOUR
        """The colour named with the potion that was led (DU9)."""
        self.effect: i64 = NO_COLOUR
        self.owners: i64 = 0
        """A bit a finished trick: whether it lies before Hyde."""
        self.tricks: tuple[int, ...] = ()

    def copy(self) -> "State":
        """Return an independent copy."""
        new = State()
        new.phase = self.phase
        new.round = self.round
        new.marker = self.marker
        new.leading = self.leading
        new.hand_jekyll = self.hand_jekyll
        new.hand_hyde = self.hand_hyde
        new.aside = self.aside
        new.passes = self.passes
        new.offers = self.offers
        new.swaps = self.swaps
        new.ranks = self.ranks
        new.leader = self.leader
        new.seat = self.seat
        new.first = self.first
        new.second = self.second
        new.laid = self.laid
        new.named = self.named
        new.effect = self.effect
        new.owners = self.owners
        new.tricks = self.tricks
        return new


def hand_of(state: State, seat: i64) -> i64:
    """Return the mask of a player's hand."""
    return state.hand_hyde if seat == HYDE else state.hand_jekyll


def laid_card(state: State, place: i64) -> i64:
    """Return the card that lies at a place of the trick, 0 to ``laid - 1``."""
    return state.first if place == 0 else state.second
