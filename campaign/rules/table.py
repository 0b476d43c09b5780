"""A chapter as small ints in slotted classes: all that the core reads. Built by ``rules.compile``.

A set of seats is three bits (Jekyll 1, Hyde 2, City 4), a set of cards a 28-bit mask, a set of tricks one bit a
trick (bit 0 the first), a set of places one bit a place. ``leading`` and ``other`` have become seats: each round
has two tables, one for each leading character.
"""

from typing import Final

from mypy_extensions import i64

JEKYLL_SEAT: Final = 1
HYDE_SEAT: Final = 2
PLAYER_SEATS: Final = 3
CITY_SEAT: Final = 4
ALL_SEATS: Final = 7
ALL_TRICKS: Final = (1 << 13) - 1
ALL_PLACES: Final = 7

# What a row counts.
TRICKS: Final = 0
RUN: Final = 1
CARDS: Final = 2
REACTIONS: Final = 3
STEPS: Final = 4
SPACE: Final = 5
GAP: Final = 6
# Rows that name no more than who holds what, or a reaction's colours, are read off what the state keeps anyway.
HELD_TRICKS: Final = 7
HELD_CARDS: Final = 8
ALL_REACTIONS: Final = 9

# How the players' own counts are compared.
TAKE_NOTHING: Final = 0
TAKE_SMALLER: Final = 1
TAKE_LARGER: Final = 2
TAKE_DIFFERENCE: Final = 3

# What a count runs over.
OVER_TRICK: Final = 0
OVER_ROUND: Final = 1
OVER_CHAPTER: Final = 2
OVER_TABLE: Final = 3
"""The cards of the trick that is being played; only in the condition of a limit."""

# The two pawns.
JEKYLL_HYDE: Final = 0
SCOTLAND_YARD: Final = 1

# What a reaction does.
NOTHING: Final = 0
TAKE_CITY_TRICK: Final = 1
REORDER_RANKS: Final = 2
EXCHANGE_CITY_CARD: Final = 3
GIVE_CITY_TRICK: Final = 4

# What a step past the last position does.
PAST_DEFEAT: Final = 0
PAST_SCOTLAND_YARD: Final = 1
PAST_STOP: Final = 2

# How the City's deck is ordered, and how the leading character is found.
SHUFFLED: Final = 0
HIGHEST_ON_TOP: Final = 1
LOWEST_ON_TOP: Final = 2
FLIPPED: Final = 0
KEPT: Final = 1
ALWAYS_JEKYLL: Final = 2
ALWAYS_HYDE: Final = 3

RANKS_KEPT: Final = -1
CHOSEN: Final = 3
"""In ``Table.resolver``: the players choose (R4); else a seat."""

# How the parts of a condition are joined.
COMPARE: Final = 0
ALL_OF: Final = 1
ANY_OF: Final = 2
NOT: Final = 3
NO_BOUND: Final = 1 << 20


class Row:
    """One count: what is counted and what narrows it; shared by all that only compare it differently."""

    __slots__ = (
        "cards", "double", "holder", "holding", "holding_least", "holding_most", "index", "leader", "noun", "pawn",
        "places", "player", "tricks", "winner", "won_with",
    )  # fmt: skip

    def __init__(self) -> None:
        self.index: i64 = 0
        self.noun: i64 = TRICKS
        self.winner: i64 = ALL_SEATS
        self.holder: i64 = ALL_SEATS
        self.leader: i64 = ALL_SEATS
        self.player: i64 = ALL_SEATS
        self.cards: i64 = (1 << 28) - 1
        self.won_with: i64 = (1 << 28) - 1
        self.holding: i64 = 0
        self.holding_least: i64 = 0
        self.holding_most: i64 = 3
        self.tricks: i64 = ALL_TRICKS
        self.places: i64 = ALL_PLACES
        self.pawn: i64 = JEKYLL_HYDE
        self.double: Row | None = None
        """Which of the tricks counted count twice."""


class Tally:
    """A row over a span; under ``take`` the players' own rows, ``row`` Jekyll's and ``hyde`` Hyde's, compared."""

    __slots__ = ("hyde", "over", "row", "take")

    def __init__(self, row: Row, hyde: Row, take: i64, over: i64) -> None:
        self.row: Row = row
        self.hyde: Row = hyde
        self.take: i64 = take
        self.over: i64 = over


class Goal:
    """A condition: a comparison of one tally, or parts joined by ``kind``."""

    __slots__ = ("kind", "least", "more", "most", "parts", "tally")

    def __init__(self, kind: i64, tally: "Tally | None", parts: "list[Goal]") -> None:
        self.kind: i64 = kind
        self.tally: Tally | None = tally
        self.least: i64 = 0
        self.most: i64 = NO_BOUND
        self.more: Tally | None = None
        self.parts: list[Goal] = parts


class PawnMove:
    """One pawn move: ``fixed`` steps, or one for every ``for_every`` that ``tally`` counts."""

    __slots__ = ("back", "condition", "fixed", "for_every", "pawn", "tally")

    def __init__(self, pawn: i64, back: bool, fixed: i64, tally: "Tally | None", condition: "Goal | None") -> None:  # noqa: FBT001
        self.pawn: i64 = pawn
        self.back: bool = back
        self.fixed: i64 = fixed
        self.tally: Tally | None = tally
        self.for_every: i64 = 1
        self.condition: Goal | None = condition


class PlayLimit:
    """What narrows a player's card, after N4: ``cards`` are forbidden, or one of them is required if able."""

    __slots__ = ("after", "can_follow", "cards", "condition", "places", "require", "tricks", "who")

    def __init__(self, cards: i64, require: bool, condition: "Goal | None") -> None:  # noqa: FBT001
        self.cards: i64 = cards
        self.require: bool = require
        self.condition: Goal | None = condition
        self.who: i64 = PLAYER_SEATS
        self.tricks: i64 = ALL_TRICKS
        self.places: i64 = ALL_PLACES
        self.can_follow: i64 = EITHER
        self.after: i64 = 0
        """How many such cards a player may play this round before the limit begins to forbid them."""


EITHER: Final = 2
"""In ``PlayLimit.can_follow``: whether or not the player holds the opening colour; else 1 for holding it, 0 for not."""


class Table:
    """One round for one leading character."""

    __slots__ = (
        "after_city",
        "chapter_rows",
        "city_open",
        "city_order",
        "effects",
        "from_reserve",
        "give",
        "hand",
        "limits",
        "must_follow",
        "must_give",
        "next_ranks",
        "objectives",
        "open_hands",
        "opener",
        "passes",
        "ranks_start",
        "reactions_cap",
        "reserve_open",
        "resolver",
        "round_end",
        "round_start",
        "spans",
        "talk_reaction",
        "trick_end",
        "tricks",
    )  # fmt: skip

    def __init__(self) -> None:
        self.hand: i64 = 12
        self.give: i64 = 4
        self.passes: i64 = 0
        self.tricks: i64 = 8
        self.must_give: i64 = 0
        self.from_reserve: i64 = 0
        self.city_order: i64 = SHUFFLED
        self.ranks_start: i64 = 0
        self.next_ranks: tuple[int, ...] = ()
        self.opener: i64 = 2
        self.after_city: i64 = 0
        self.must_follow: bool = True
        self.limits: list[PlayLimit] = []
        self.effects: tuple[int, ...] = ()
        self.resolver: i64 = CHOSEN
        self.reactions_cap: i64 = NO_BOUND
        self.round_start: list[PawnMove] = []
        self.trick_end: list[PawnMove] = []
        self.round_end: list[PawnMove] = []
        self.objectives: list[Goal] = []
        """Judged at this round's end; their places in ``Plan.objective_names`` stand in ``Plan`` too."""
        self.chapter_rows: list[Row] = []
        """The rows counted over the chapter, by ``Row.index``, read with this round's seats."""
        self.open_hands: i64 = 0
        """The players whose hands lie face up at night."""
        self.city_open: bool = False
        self.reserve_open: bool = False
        self.talk_reaction: bool = True
        """Whether the players may talk while a reaction is resolved (N6)."""
        self.spans: list[Goal] = []
        """The conditions of ``Plan.judged_in``, read with this round's seats."""


class Plan:
    """A whole chapter: two tables a round, and what holds for all rounds."""

    __slots__ = (
        "achievement",
        "by_hyde",
        "by_jekyll",
        "chapter_rows",
        "jekyll_hyde",
        "judged_in",
        "last_position",
        "leading",
        "past_the_end",
        "rounds",
        "scotland_yard",
        "yard_in_play",
    )  # fmt: skip

    def __init__(self) -> None:
        self.rounds: i64 = 2
        self.jekyll_hyde: i64 = 0
        self.scotland_yard: i64 = 0
        self.yard_in_play: bool = False
        self.last_position: i64 = 10
        self.past_the_end: i64 = PAST_DEFEAT
        self.leading: list[int] = []
        """How each round finds its leading character."""
        self.by_jekyll: list[Table] = []
        self.by_hyde: list[Table] = []
        self.chapter_rows: i64 = 0
        """How many rows are counted over the chapter; ``Row.index`` numbers them from 0."""
        self.judged_in: list[int] = []
        """For each condition of ``Table.spans``: EACH_ROUND, SOME_ROUND or WHOLE_CHAPTER."""
        self.achievement: bool = False
        """Whether the last of ``Table.spans`` is the achievement, whose failing is no defeat (T1)."""


EACH_ROUND: Final = 0
SOME_ROUND: Final = 1
WHOLE_CHAPTER: Final = 2
