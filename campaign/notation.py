"""The one spelling of cards, ranks and deals: prompts, saves, move files, tests and JSON use it alike.

Every ``parse_*`` takes what the matching ``*_text`` prints, whatever its case, and raises
:class:`NotationError` with what was expected and what was found.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

from campaign.cards import CITY, DECK_SIZE, DUEL_DECK, HYDE, JEKYLL, RANK_ORDERS, cards_in


class NotationError(ValueError):
    """Text that is not in the notation; the message says what was expected and quotes what was found."""


class Suit(IntEnum):
    """Rule C1: the three colours, and the potions."""

    FEAR = 0
    RUSE = 1
    MANIPULATION = 2
    POTION = 3

    @property
    def letter(self) -> str:
        """The letter of the notation: F, R, M; P for a potion."""
        return self.name[0]

    @property
    def title(self) -> str:
        """The name as a sentence uses it."""
        return self.name.capitalize()


COLOURS = (Suit.FEAR, Suit.RUSE, Suit.MANIPULATION)


class Seat(IntEnum):
    """The three who play cards."""

    JEKYLL = JEKYLL
    HYDE = HYDE
    CITY = CITY

    @property
    def title(self) -> str:
        """The name as a sentence uses it."""
        return self.name.capitalize()

    @property
    def word(self) -> str:
        """The name in the notation."""
        return self.name.lower()

    @property
    def partner(self) -> "Seat":
        """The other player; the City has none."""
        if self is Seat.CITY:
            raise ValueError("the City has no partner")
        return Seat.HYDE if self is Seat.JEKYLL else Seat.JEKYLL


PLAYERS = (Seat.JEKYLL, Seat.HYDE)


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """One of the 28 cards, ordered by suit and number; ``index`` is the core's small int."""

    index: int

    def __post_init__(self) -> None:
        """Refuse what no deck has."""
        if not 0 <= self.index < DECK_SIZE:
            raise ValueError(f"a card's index is 0 to {DECK_SIZE - 1}; found {self.index}")

    @property
    def suit(self) -> Suit:
        """Its suit."""
        return Suit(self.index >> 3)

    @property
    def value(self) -> int:
        """Its printed number."""
        return self.index - 21 if self.suit is Suit.POTION else (self.index & 7) + 1

    @property
    def name(self) -> str:
        """The name as a sentence uses it: ``Fear 4``, ``Potion 3+``."""
        return f"{self.suit.title} {self.value}{'+' if self.suit is Suit.POTION else ''}"

    def __str__(self) -> str:
        """Return the notation."""
        return CARD_TEXTS[self.index]

    def __repr__(self) -> str:
        """Return an expression that builds this card."""
        return f"parse_card({CARD_TEXTS[self.index]!r})"


CARD_TEXTS = tuple(
    [f"{suit.letter}{value}" for suit in COLOURS for value in range(1, 9)] + [f"{v}+" for v in range(3, 7)]
)
_CARD_OF_TEXT = {text.casefold(): Card(index) for index, text in enumerate(CARD_TEXTS)}
_CARD_OF_TEXT.update({f"p{value}": Card(value + 21) for value in range(3, 7)})
_CARD_OF_TEXT.update({f"p{value}+": Card(value + 21) for value in range(3, 7)})

RANK_TEXTS = ("", "F", "R", "M", "FRM", "FMR", "RFM", "RMF", "MFR", "MRF")
"""The ten states of the rank places, as the core numbers them: none, one token, or all three low to high (K1)."""
FIRST_ORDER = 4
"""The first of the six full orders in ``RANK_TEXTS``."""


_QUOTED = 40


def quoted(text: str) -> str:
    """Return what was found, in quotes, shortened, with nothing in it that a terminal would act on."""
    shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text[:_QUOTED])
    return f'"{shown}..."' if len(text) > _QUOTED else f'"{shown}"'


def plural(number: int, word: str) -> str:
    """Return ``1 step`` or ``2 steps``."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def parse_card(text: str) -> Card:
    """Return the card of ``F4``, ``3+``, ``P3`` or ``P3+``."""
    card = _CARD_OF_TEXT.get(text.strip().casefold())
    if card is None:
        raise NotationError(f"a card is F, R or M with 1 to 8, or a potion 3+ 4+ 5+ 6+; found {quoted(text)}")
    return card


def parse_cards(text: str) -> tuple[Card, ...]:
    """Return cards separated by spaces or commas, in the order written."""
    return tuple(parse_card(word) for word in text.replace(",", " ").split())


def cards_text(cards: "Iterable[Card | DuelCard]") -> str:
    """Return cards of either deck separated by spaces."""
    return " ".join(map(str, cards))


def cards_of(mask: int) -> tuple[Card, ...]:
    """Return the cards of a mask, sorted by suit and number."""
    return tuple(map(Card, cards_in(mask)))


def mask_of_cards(cards: Iterable[Card]) -> int:
    """Return the mask of some cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card.index
    return mask


def parse_seat(text: str) -> Seat:
    """Return the seat of ``jekyll``, ``hyde`` or ``city``."""
    for seat in Seat:
        if seat.word == text.strip().casefold():
            return seat
    raise NotationError(f"a seat is jekyll, hyde or city; found {quoted(text)}")


def ranks_words(ranks: str, suits: "Iterable[Suit | DuelSuit]" = COLOURS) -> str:
    """Return ranks of a deck's colours, low to high, as ``Manipulation < Fear < Ruse``."""
    names = {suit.letter: suit.title for suit in suits}
    return " < ".join(names[letter] for letter in ranks)


def parse_ranks(text: str) -> int:
    """Return the number in ``RANK_TEXTS`` of a full order, lowest first, such as ``MFR``."""
    word = text.strip().upper()
    if word not in RANK_TEXTS[FIRST_ORDER:]:
        raise NotationError(f"ranks are F, R and M, lowest first, such as MFR; found {quoted(text)}")
    return RANK_TEXTS.index(word)


@dataclass(frozen=True, slots=True)
class Deal:
    """Where the cards of a round lie before or after the gifts, for puzzles and tests.

    Hands and Reserve are masks; ``city`` is the City's deck, top first, empty before the gifts.
    """

    jekyll: int
    hyde: int
    reserve: int = 0
    city: tuple[Card, ...] = ()

    def __str__(self) -> str:
        """Return the notation of a deal."""
        parts = [f"{name}: {cards_text(cards_of(mask))}" for name, mask in self._places()]
        if self.city:
            parts.append(f"city: {cards_text(self.city)}")
        return " | ".join(parts)

    def _places(self) -> tuple[tuple[str, int], ...]:
        return (("jekyll", self.jekyll), ("hyde", self.hyde), ("reserve", self.reserve))


def parse_deal(text: str) -> Deal:
    """Return the deal of ``jekyll: F1 F2 | hyde: ... | reserve: ... | city: ...``; no card stands twice."""
    places: dict[str, tuple[Card, ...]] = {}
    seen: set[Card] = set()
    for part in text.split("|"):
        name, colon, cards = part.partition(":")
        name = name.strip().casefold()
        if not colon or name not in {"jekyll", "hyde", "reserve", "city"} or name in places:
            raise NotationError(
                f"a deal is jekyll: ... | hyde: ... | reserve: ... | city: ..., each once; found {quoted(part)}"
            )
        places[name] = parse_cards(cards)
        for card in places[name]:
            if card in seen:
                raise NotationError(f"a deal holds each card once; found {quoted(str(card))} twice")
            seen.add(card)
    return Deal(
        mask_of_cards(places.get("jekyll", ())),
        mask_of_cards(places.get("hyde", ())),
        mask_of_cards(places.get("reserve", ())),
        places.get("city", ()),
    )


class DuelSuit(IntEnum):
    """Rule DU1: the duel's three colours, and its potions."""

    PRIDE = 0
    WRATH = 1
    GREED = 2
    POTION = 3

    @property
    def letter(self) -> str:
        """The letter of the notation: P, W, G; a potion has none, its text being its number."""
        return "" if self is DuelSuit.POTION else self.name[0]

    @property
    def title(self) -> str:
        """The name as a sentence uses it."""
        return self.name.capitalize()


DUEL_COLOURS = (DuelSuit.PRIDE, DuelSuit.WRATH, DuelSuit.GREED)


@dataclass(frozen=True, slots=True, order=True)
class DuelCard:
    """One of the duel's 25 cards, ordered by suit and number; ``index`` is the core's small int."""

    index: int

    def __post_init__(self) -> None:
        """Refuse what the deck does not have."""
        if self.index not in _DUEL_TEXTS:
            raise ValueError(f"no card of the duel has the index {self.index}")

    @property
    def suit(self) -> DuelSuit:
        """Its suit."""
        return DuelSuit(self.index >> 3)

    @property
    def value(self) -> int:
        """Its printed number."""
        return self.index - 22 if self.suit is DuelSuit.POTION else (self.index & 7) + 1

    @property
    def name(self) -> str:
        """The name as a sentence uses it: ``Pride 4``, ``Potion 3+``."""
        return f"{self.suit.title} {self.value}{'+' if self.suit is DuelSuit.POTION else ''}"

    def __str__(self) -> str:
        """Return the notation."""
        return _DUEL_TEXTS[self.index]

    def __repr__(self) -> str:
        """Return an expression that builds this card."""
        return f"parse_duel_card({_DUEL_TEXTS[self.index]!r})"


_DUEL_TEXTS = {
    index: f"{index - 22}+" if index >> 3 == DuelSuit.POTION else f"{DuelSuit(index >> 3).letter}{(index & 7) + 1}"
    for index in cards_in(DUEL_DECK)
}
_DUEL_CARD_OF_TEXT = {text.casefold(): DuelCard(index) for index, text in _DUEL_TEXTS.items()}
DUEL_RANK_TEXTS = tuple("".join(DuelSuit(colour).letter for colour in order) for order in RANK_ORDERS)
"""The ten states of the duel's rank places, as the core numbers them (DU10)."""


def parse_duel_card(text: str) -> DuelCard:
    """Return the card of ``P4`` or ``3+``; ``P3+`` is none, for ``P3`` is Pride 3."""
    card = _DUEL_CARD_OF_TEXT.get(text.strip().casefold())
    if card is None:
        raise NotationError(f"a card is P, W or G with 1 to 7, or a potion 2+ 3+ 4+ 5+; found {quoted(text)}")
    return card


def parse_duel_cards(text: str) -> tuple[DuelCard, ...]:
    """Return cards separated by spaces or commas, in the order written."""
    return tuple(parse_duel_card(word) for word in text.replace(",", " ").split())


def duel_cards_of(mask: int) -> tuple[DuelCard, ...]:
    """Return the cards of a mask, sorted by suit and number."""
    return tuple(map(DuelCard, cards_in(mask)))


def parse_duel_colour(text: str) -> DuelSuit:
    """Return the colour of ``P``, ``W`` or ``G``."""
    for colour in DUEL_COLOURS:
        if colour.letter == text.strip().upper():
            return colour
    raise NotationError(f"a colour is P, W or G; found {quoted(text)}")
