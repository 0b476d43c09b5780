"""Pydantic models of CARDS, COUNT and CONDITION (chapter format, sections 4 and 5). Import this late."""

from typing import Annotated, ClassVar, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag

from campaign.rules.chapter import Icon, Noun, Pawn, Role, Span, Take

T = TypeVar("T")


def _alias(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


class Table(BaseModel):
    """A table of a chapter file: nothing is converted, nothing unknown is let through."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, alias_generator=_alias)
    label: ClassVar[str]
    """The table as the subject of a sentence."""


def _one_or_list(value: object) -> str:
    return ":list" if isinstance(value, list) else ":one"


def _number_or_word(value: object) -> str:
    return ":word" if isinstance(value, str) else ":number"


Many = Annotated[
    Annotated[T, Tag(":one")] | Annotated[list[T], Field(min_length=2), Tag(":list")], Discriminator(_one_or_list)
]
"""A type marked + in the format: one, or a list of two or more, which means any of them."""

# A StrEnum is taken by its text; strict mode would want the member itself.
RoleWord = Annotated[Role, Field(strict=False)]
PawnWord = Annotated[Pawn, Field(strict=False)]
IconWord = Annotated[Icon, Field(strict=False)]
TakeWord = Annotated[Take, Field(strict=False)]
SpanWord = Annotated[Span, Field(strict=False)]
PlayerWord = Literal["jekyll", "hyde", "leading", "other", "players"]
ColourWord = Literal["fear", "ruse", "manipulation"]
SuitWord = Literal["fear", "ruse", "manipulation", "potion"]
CardValue = Annotated[int, Field(ge=1, le=8)]
TrickNumber = Annotated[
    Annotated[int, Field(ge=1, le=13), Tag(":number")] | Annotated[Literal["last"], Tag(":word")],
    Discriminator(_number_or_word),
]
PlaceNumber = Annotated[int, Field(ge=1, le=3)]
Bound = Annotated[int, Field(ge=0, le=99)]


class Cards(Table):
    """A choice of cards; all that are given must fit."""

    label = "a choice of cards"
    suit: Many[SuitWord] | None = Field(None, description="the suit, or any of several")
    value: Many[CardValue] | None = Field(None, description="the printed number, potions too, or any of several")
    icon: IconWord | None = Field(None, description="the icon in the card's corner")


class Holding(Cards):
    """How many such cards a trick holds."""

    label = '"holding"'
    at_least: Annotated[int, Field(ge=0, le=3)] | None = Field(
        None, description="so many or more; 1 if no number is given"
    )
    at_most: Annotated[int, Field(ge=0, le=3)] | None = Field(None, description="so many or fewer")
    exactly: Annotated[int, Field(ge=0, le=3)] | None = Field(None, description="just so many")


class Double(Table):
    """Tricks that count twice: those that fit all that is given."""

    label = '"double"'
    won_by: RoleWord | None = Field(None, description="who won the trick")
    held_by: RoleWord | None = Field(None, description="before whom the trick lies")
    led_by: RoleWord | None = Field(None, description="who led the trick")
    won_with: Cards | None = Field(None, description="the card that won the trick")
    holding: Holding | None = Field(None, description="cards that the trick holds")
    trick: Many[TrickNumber] | None = Field(None, description="which trick of the round")


class AnyCountTable(Table):
    """The keys that any COUNT may have beside those of its noun."""

    at_least: Bound | None = Field(None, description="in a condition: so many or more")
    at_most: Bound | None = Field(None, description="in a condition: so many or fewer")
    exactly: Bound | None = Field(None, description="in a condition: just so many; 0 is none")
    more_than: "AnyCount | None" = Field(None, description="in a condition: more than another count")
    for_every: Annotated[int, Field(ge=2, le=28)] | None = Field(
        None, description="in forward and back: one step for every so many, rounded down"
    )


class TricksCount(AnyCountTable):
    """Finished tricks."""

    label = "a count of tricks"
    count: Literal["tricks"] = Field(description="what is counted")
    won_by: RoleWord | None = Field(None, description="who won the trick; Ruse changes nothing (R8)")
    held_by: RoleWord | None = Field(None, description="before whom the trick lies; Ruse moves it")
    led_by: RoleWord | None = Field(None, description="who led the trick")
    won_with: Cards | None = Field(None, description="the card that won the trick")
    holding: Holding | None = Field(None, description="cards that the trick holds")
    trick: Many[TrickNumber] | None = Field(None, description="only that trick of the round")
    double: Double | None = Field(None, description="tricks that fit count twice")
    take: TakeWord | None = Field(None, description="the two players' own counts, compared")
    over: SpanWord | None = Field(None, description="what the count runs over, if more than its place says")


class RunCount(AnyCountTable):
    """The longest run of tricks won, never across rounds."""

    label = "a count of tricks-in-a-row"
    count: Literal["tricks-in-a-row"] = Field(description="what is counted")
    won_by: RoleWord = Field(description="who won the tricks")
    take: TakeWord | None = Field(None, description="the two players' own runs, compared")
    over: SpanWord | None = Field(None, description="what the count runs over, if more than its place says")


class CardsCount(AnyCountTable):
    """Cards of finished tricks."""

    label = "a count of cards"
    count: Literal["cards"] = Field(description="what is counted")
    held_by: RoleWord | None = Field(None, description="before whom the card's trick lies; Ruse moves it")
    played_by: RoleWord | None = Field(None, description="who played the card")
    suit: Many[SuitWord] | None = Field(None, description="the suit, or any of several")
    value: Many[CardValue] | None = Field(None, description="the printed number, potions too, or any of several")
    icon: IconWord | None = Field(None, description="the icon in the card's corner")
    trick: Many[TrickNumber] | None = Field(None, description="only that trick of the round")
    place: Many[PlaceNumber] | None = Field(None, description="only cards played as first, second, third")
    take: TakeWord | None = Field(None, description="the two players' own counts, compared")
    over: SpanWord | None = Field(None, description="what the count runs over, if more than its place says")


class ReactionsCount(AnyCountTable):
    """Reactions that took effect."""

    label = "a count of reactions"
    count: Literal["reactions"] = Field(description="what is counted")
    suit: Many[ColourWord] | None = Field(None, description="the reaction's colour, or any of several")
    trick: Many[TrickNumber] | None = Field(None, description="only in that trick of the round")
    over: SpanWord | None = Field(None, description="what the count runs over, if more than its place says")


class StepsCount(AnyCountTable):
    """Steps that a pawn really made, either way."""

    label = "a count of steps"
    count: Literal["steps"] = Field(description="what is counted")
    pawn: PawnWord = Field(description="which pawn")
    over: SpanWord | None = Field(None, description="what the count runs over, if more than its place says")


class SpaceCount(AnyCountTable):
    """The space a pawn stands on."""

    label = "a count of space"
    count: Literal["space"] = Field(description="what is counted")
    pawn: PawnWord = Field(description="which pawn")


class GapCount(AnyCountTable):
    """Jekyll & Hyde's space less Scotland Yard's."""

    label = "a count of gap"
    count: Literal["gap"] = Field(description="what is counted")


def _noun_tag(value: object) -> str | None:
    noun = value.get("count") if isinstance(value, dict) else getattr(value, "count", None)
    return f":{noun}" if isinstance(noun, str) else None


def _condition_tag(value: object) -> str | None:
    for key in ("all", "any", "not"):
        if isinstance(value, dict) and key in value:
            return f":{key}"
    return _noun_tag(value)


AnyCount = Annotated[
    Annotated[TricksCount, Tag(":tricks")]
    | Annotated[RunCount, Tag(":tricks-in-a-row")]
    | Annotated[CardsCount, Tag(":cards")]
    | Annotated[ReactionsCount, Tag(":reactions")]
    | Annotated[StepsCount, Tag(":steps")]
    | Annotated[SpaceCount, Tag(":space")]
    | Annotated[GapCount, Tag(":gap")],
    Discriminator(_noun_tag),
]
"""A COUNT, told apart by ``count``."""


class AllCondition(Table):
    """Met when every part is met."""

    label = 'a condition with "all"'
    all_: Annotated[list["Condition"], Field(min_length=2)] = Field(description="conditions that must all be met")


class AnyCondition(Table):
    """Met when one part is met."""

    label = 'a condition with "any"'
    any_: Annotated[list["Condition"], Field(min_length=2)] = Field(description="conditions of which one must be met")


class NotCondition(Table):
    """Met when its part has failed."""

    label = 'a condition with "not"'
    not_: "Condition" = Field(description="the condition that must fail")


Condition = Annotated[
    Annotated[AllCondition, Tag(":all")]
    | Annotated[AnyCondition, Tag(":any")]
    | Annotated[NotCondition, Tag(":not")]
    | Annotated[TricksCount, Tag(":tricks")]
    | Annotated[RunCount, Tag(":tricks-in-a-row")]
    | Annotated[CardsCount, Tag(":cards")]
    | Annotated[ReactionsCount, Tag(":reactions")]
    | Annotated[StepsCount, Tag(":steps")]
    | Annotated[SpaceCount, Tag(":space")]
    | Annotated[GapCount, Tag(":gap")],
    Discriminator(_condition_tag),
]
"""A CONDITION, told apart by which of ``all``, ``any`` and ``not`` it has."""

COUNT_MODELS: dict[str, type[AnyCountTable]] = {
    Noun.TRICKS: TricksCount,
    Noun.TRICKS_IN_A_ROW: RunCount,
    Noun.CARDS: CardsCount,
    Noun.REACTIONS: ReactionsCount,
    Noun.STEPS: StepsCount,
    Noun.SPACE: SpaceCount,
    Noun.GAP: GapCount,
}

_RECURSIVE: tuple[type[Table], ...] = (*COUNT_MODELS.values(), AllCondition, AnyCondition, NotCondition)
for _model in _RECURSIVE:
    _model.model_rebuild()
