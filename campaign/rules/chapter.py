"""A chapter as the rules read it: every knob, frozen and already checked. It knows no TOML and no chapter's name.

The words of the file format are the values of the enums here; the rules' numbers are cited beside the knobs.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from campaign.notation import Suit


class Role(StrEnum):
    """A SEAT of the format; ``leading`` and ``other`` become seats when a round starts."""

    JEKYLL = "jekyll"
    HYDE = "hyde"
    LEADING = "leading"
    OTHER = "other"
    CITY = "city"
    PLAYERS = "players"
    ANYONE = "anyone"


class Pawn(StrEnum):
    """Rule C3: the two pawns."""

    JEKYLL_HYDE = "jekyll-hyde"
    SCOTLAND_YARD = "scotland-yard"


class Icon(StrEnum):
    """Rule C2: the two icons."""

    SCOTLAND_YARD = "scotland-yard"
    JEKYLL_HYDE = "jekyll-hyde"


class PastTheEnd(StrEnum):
    """What a step past the last position does: X1, E3, or nothing."""

    DEFEAT = "defeat"
    SCOTLAND_YARD = "scotland-yard"
    STOP = "stop"


class CityOrder(StrEnum):
    """How the City's deck is ordered (D3)."""

    SHUFFLED = "shuffled"
    HIGHEST_ON_TOP = "highest-on-top"
    LOWEST_ON_TOP = "lowest-on-top"


class RanksStart(StrEnum):
    """The ranks at a round's start (S4), where they are not three given colours."""

    NONE = "none"
    KEPT = "kept"


class FirstTakes(StrEnum):
    """The rank that the first colour takes (K1)."""

    LOWEST = "lowest"
    HIGHEST = "highest"


class Leading(StrEnum):
    """The leading character against the round before (S3)."""

    FLIPPED = "flipped"
    KEPT = "kept"
    JEKYLL = "jekyll"
    HYDE = "hyde"


class Effect(StrEnum):
    """What a colour's reaction does (R5 to R7)."""

    TAKE_CITY_TRICK = "take-city-trick"
    GIVE_CITY_TRICK = "give-city-trick"
    REORDER_RANKS = "reorder-ranks"
    EXCHANGE_CITY_CARD = "exchange-city-card"
    NOTHING = "nothing"


class Resolver(StrEnum):
    """Who resolves a reaction (R4)."""

    CHOSEN = "chosen"
    LEADING = "leading"
    OTHER = "other"
    JEKYLL = "jekyll"
    HYDE = "hyde"


class When(StrEnum):
    """When a pawn move is made."""

    ROUND_START = "round-start"
    TRICK_END = "trick-end"
    ROUND_END = "round-end"


class Noun(StrEnum):
    """What a COUNT counts."""

    TRICKS = "tricks"
    TRICKS_IN_A_ROW = "tricks-in-a-row"
    CARDS = "cards"
    REACTIONS = "reactions"
    STEPS = "steps"
    SPACE = "space"
    GAP = "gap"


class Take(StrEnum):
    """How the two players' own counts are compared."""

    SMALLER = "smaller"
    LARGER = "larger"
    DIFFERENCE = "difference"


class Span(StrEnum):
    """What a count runs over."""

    TRICK = "trick"
    ROUND = "round"
    CHAPTER = "chapter"


class JudgedIn(StrEnum):
    """What an objective's condition is judged over."""

    EACH_ROUND = "each-round"
    SOME_ROUND = "some-round"
    CHAPTER = "chapter"


LAST_TRICK = 0
"""In a list of tricks, the number 0 stands for the round's last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cards:
    """A choice of cards: all that are given must fit; an empty tuple or None means any."""

    suit: tuple[Suit, ...] = ()
    value: tuple[int, ...] = ()
    icon: Icon | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding:
    """How many such cards a trick holds; at least ``at_least``, at most ``at_most`` (None: no bound)."""

    cards: Cards
    at_least: int = 1
    at_most: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """A COUNT of the format; which keys may stand depends on ``noun``. ``over`` None is the span of its place."""

    noun: Noun
    won_by: Role | None = None
    held_by: Role | None = None
    led_by: Role | None = None
    played_by: Role | None = None
    won_with: Cards | None = None
    holding: Holding | None = None
    cards: Cards | None = None
    trick: tuple[int, ...] = ()
    place: tuple[int, ...] = ()
    double: "Double | None" = None
    take: Take | None = None
    pawn: Pawn | None = None
    over: Span | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Double:
    """Tricks that count twice: those that fit all that is given."""

    won_by: Role | None = None
    held_by: Role | None = None
    led_by: Role | None = None
    won_with: Cards | None = None
    holding: Holding | None = None
    trick: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Compare:
    """One COUNT with one comparison; ``exactly = n`` is at least n and at most n."""

    count: Count
    at_least: int | None = None
    at_most: int | None = None
    more_than: Count | None = None


@dataclass(frozen=True, slots=True)
class AllOf:
    """Met when every part is met."""

    parts: "tuple[Condition, ...]"


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Met when one part is met."""

    parts: "tuple[Condition, ...]"


@dataclass(frozen=True, slots=True)
class Not:
    """Met when its part has failed."""

    part: "Condition"


Condition = Compare | AllOf | AnyOf | Not


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """A pawn move at its time; ``steps`` is a number or a COUNT (then one step for every ``for_every``)."""

    name: str
    when: When = When.ROUND_END
    order: int
    pawn: Pawn
    back: bool = False
    steps: int | Count
    for_every: int = 1
    condition: Condition | None = None
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """What a player may not, or must, play, after N4; it never binds the City."""

    name: str
    who: Role
    trick: tuple[int, ...] = ()
    place: tuple[int, ...] = ()
    can_follow: bool | None = None
    condition: Condition | None = None
    cards: Cards
    require: bool = False
    after: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Objective:
    """A condition whose failing is a defeat at the end of its round."""

    name: str
    judged_in: JudgedIn = JudgedIn.EACH_ROUND
    must: Condition
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Achievement:
    """Rule T1: a tutorial's own task and its stars."""

    judged_in: JudgedIn = JudgedIn.EACH_ROUND
    must: Condition
    stars: int
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRules:
    """The rules of one round; the defaults are the standard game of chapter IV but for its moves."""

    hand: int = 12
    give: int = 4
    must_give: Cards | None = None
    passes: int = 0
    city_order: CityOrder = CityOrder.SHUFFLED
    from_reserve: int = 0
    city_face_up: bool = False
    reserve_face_up: bool = False
    hands_face_up: Role | None = None
    ranks_start: RanksStart | tuple[Suit, Suit, Suit] = RanksStart.NONE
    first_takes: FirstTakes = FirstTakes.LOWEST
    leading: Leading = Leading.FLIPPED
    opens: Role = Role.CITY
    after_city: Role = Role.LEADING
    must_follow: bool = True
    effects: tuple[Effect, Effect, Effect] = (
        Effect.REORDER_RANKS,
        Effect.TAKE_CITY_TRICK,
        Effect.EXCHANGE_CITY_CARD,
    )
    """By colour, in the order Fear, Ruse, Manipulation."""
    resolver: Resolver = Resolver.CHOSEN
    reactions_cap: int | None = None
    talk_before_deal: bool = True
    talk_gifts: bool = False
    talk_night: bool = False
    talk_reaction: bool = True
    moves: tuple[Move, ...] = ()
    """Sorted by ``when`` and ``order``."""
    limits: tuple[Limit, ...] = ()
    objectives: tuple[Objective, ...] = ()
    """Those judged each round, or in this round only; sorted by name."""

    @property
    def kept(self) -> int:
        """How many cards each player has at the first trick."""
        return self.hand - self.give

    @property
    def city_cards(self) -> int:
        """How many cards the City's deck has at the first trick."""
        return 2 * self.give + self.from_reserve

    @property
    def tricks(self) -> int:
        """How many tricks the round has: the City's cards or what each player keeps, whichever is less."""
        return min(self.kept, self.city_cards)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """One chapter, resolved and checked: what the rules, the table and the tracker ask for knobs."""

    id: str
    title: str
    story: str = ""
    jekyll_hyde: int
    scotland_yard: int | None = None
    last_position: int = 10
    past_the_end: PastTheEnd = PastTheEnd.DEFEAT
    rounds: tuple[RoundRules, ...] = field(default_factory=lambda: (RoundRules(), RoundRules()))
    objectives: tuple[Objective, ...] = ()
    """Those judged over the chapter or in some round; sorted by name."""
    achievement: Achievement | None = None
    by_attempt: tuple[int, ...] | None = None
