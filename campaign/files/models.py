"""Pydantic models of a chapter file and a campaign file (chapter format, sections 1 to 3). Import this late."""

from typing import Annotated, Literal

from pydantic import Discriminator, Field, Tag

from campaign.files.counts_models import (
    AnyCount,
    Cards,
    ColourWord,
    Condition,
    Many,
    PawnWord,
    PlaceNumber,
    PlayerWord,
    Table,
    TrickNumber,
)
from campaign.rules.chapter import CityOrder, Effect, FirstTakes, JudgedIn, Leading, PastTheEnd, Resolver, When

NAME = r"^[a-z][a-z0-9-]{0,39}$"
"""How a chapter's id and an entry's name are spelt."""

Name = Annotated[str, Field(pattern=NAME)]
RoundNumber = Annotated[str, Field(pattern=r"^[1-9]$")]
Space = Annotated[int, Field(ge=0, le=10)]
FormatNumber = Annotated[int, Field(ge=1, le=1)]
PastTheEndWord = Annotated[PastTheEnd, Field(strict=False)]
CityOrderWord = Annotated[CityOrder, Field(strict=False)]
FirstTakesWord = Annotated[FirstTakes, Field(strict=False)]
LeadingWord = Annotated[Leading, Field(strict=False)]
EffectWord = Annotated[Effect, Field(strict=False)]
ResolverWord = Annotated[Resolver, Field(strict=False)]
WhenWord = Annotated[When, Field(strict=False)]
JudgedInWord = Annotated[JudgedIn, Field(strict=False)]


def _word_or_list(value: object) -> str:
    return ":list" if isinstance(value, list) else ":word"


def _number_or_count(value: object) -> str:
    return ":count" if isinstance(value, dict | Table) else ":number"


RanksWord = Annotated[
    Annotated[Literal["none", "kept"], Tag(":word")]
    | Annotated[list[ColourWord], Field(min_length=3, max_length=3), Tag(":list")],
    Discriminator(_word_or_list),
]
Steps = Annotated[
    Annotated[int, Field(ge=1, le=10), Tag(":number")] | Annotated[AnyCount, Tag(":count")],
    Discriminator(_number_or_count),
]


class Setup(Table):
    """What holds for the whole chapter."""

    label = "[setup]"
    rounds: Annotated[int, Field(ge=1, le=9)] = Field(2, description="how many rounds the chapter has (S5)")
    jekyll_hyde: Space | None = Field(None, description="the space where their pawn starts")
    scotland_yard: Space | None = Field(
        None,
        description="the space where that pawn starts, if it is in play; if it reaches theirs, it is a defeat (X2)",
    )
    last_position: Annotated[int, Field(ge=1, le=10)] = Field(
        10, description="the track's last space (C3); they must stand here after the last round (X3)"
    )
    past_the_end: PastTheEndWord = Field(
        PastTheEnd.DEFEAT,
        description="each step past the last position: is a defeat (X1); moves Scotland Yard (E3); is lost",
    )


class Deal(Table):
    """What is dealt and given."""

    label = "[deal]"
    hand: Annotated[int, Field(ge=2, le=14)] = Field(12, description="cards dealt to each player")
    give: Annotated[int, Field(ge=0, le=13)] = Field(4, description="cards that each player gives to the City")
    must_give: Cards | None = Field(None, description="cards that must be given first (D2)")
    pass_: Annotated[int, Field(ge=0, le=13)] = Field(
        0, description="after the gifts each player passes so many to the partner, both choosing before either sees"
    )


class City(Table):
    """The City's deck."""

    label = "[city]"
    order: CityOrderWord = Field(CityOrder.SHUFFLED, description="how the City's deck is ordered (D3)")
    from_reserve: Annotated[int, Field(ge=0, le=24)] = Field(
        0, description="Reserve cards that join the City unseen, before it is ordered"
    )


class FaceUp(Table):
    """What everybody sees from the first trick of the round on."""

    label = "[face-up]"
    city: bool = Field(default=False, description="the City's cards and their order")
    reserve: bool = Field(default=False, description="the Reserve")
    hands: PlayerWord | None = Field(None, description="whose hand everybody sees")


class Ranks(Table):
    """The ranks of the colours."""

    label = "[ranks]"
    start: RanksWord = Field(
        "none",
        description="at the round's start: no ranks (S4); those of the round before; three colours, low to high",
    )
    first_takes: FirstTakesWord = Field(FirstTakes.LOWEST, description="the rank that the first colour takes (K1)")


class Night(Table):
    """Who leads and who follows."""

    label = "[night]"
    leading: LeadingWord = Field(
        Leading.FLIPPED,
        description="the leading character against the round before (S3); flipped and kept are random in round 1",
    )
    opens: Literal["city", "leading", "other"] = Field("city", description="who leads the first trick (N1)")
    after_city: Literal["leading", "other"] = Field(
        "leading", description="who plays after the City; this fixes the direction (N1)"
    )
    must_follow: bool = Field(default=True, description="whether the opening colour must be followed (N4)")


class Reactions(Table):
    """What potions set off."""

    label = "[reactions]"
    ruse: EffectWord = Field(Effect.TAKE_CITY_TRICK, description="the effect of Ruse (R5)")
    fear: EffectWord = Field(Effect.REORDER_RANKS, description="the effect of Fear (R6)")
    manipulation: EffectWord = Field(Effect.EXCHANGE_CITY_CARD, description="the effect of Manipulation (R7)")
    resolver: ResolverWord = Field(
        Resolver.CHOSEN, description="who resolves a reaction; chosen is by both players together (R4)"
    )
    per_round: Annotated[int, Field(ge=1, le=13)] | None = Field(
        None, description="so many reactions take effect in a round, the rest are cancelled"
    )


class Talk(Table):
    """When the players may talk (D4, N6)."""

    label = "[talk]"
    before_deal: bool = Field(default=True, description="before the deal")
    gifts: bool = Field(default=False, description="while gifts are chosen")
    night: bool = Field(default=False, description="while tricks are played")
    reaction: bool = Field(default=True, description="while a reaction is resolved")


class Move(Table):
    """A pawn move."""

    label = "a move"
    when: WhenWord = Field(
        When.ROUND_END,
        description="when it is made: after the round's last trick, after each trick, or before the deal",
    )
    order: Annotated[int, Field(ge=0, le=999)] = Field(
        description="small first; no two moves of one round and one when are equal"
    )
    pawn: PawnWord = Field(description="which pawn moves")
    forward: Steps | None = Field(None, description="how many steps ahead, a number or a count")
    back: Steps | None = Field(None, description="how many steps back, a number or a count")
    if_: Condition | None = Field(
        None, description="only then is it made, as things stand when its turn comes; without it always"
    )
    text: str = Field("", description="shown beside the rule")


class Limit(Table):
    """What a player may not, or must, play."""

    label = "a limit"
    who: PlayerWord = Field(description="whom it binds, each for themselves; never the City")
    trick: Many[TrickNumber] | None = Field(None, description="in which trick of the round")
    place: Many[PlaceNumber] | None = Field(None, description="as which card of the trick; 1 leads it")
    can_follow: bool | None = Field(
        None, description="true: only who holds the opening colour; false: only who holds none"
    )
    if_: Condition | None = Field(
        None, description="only then does it hold, as things stand at that play; without it always"
    )
    forbid: Cards | None = Field(None, description="may not play such a card")
    require: Cards | None = Field(None, description="must play such a card if able")
    after: Annotated[int, Field(ge=1, le=13)] | None = Field(
        None, description="with forbid: only once they have played so many of these this round"
    )
    text: str = Field("", description="shown beside the rule")


class RoundObjective(Table):
    """An objective of one round."""

    label = "an objective under [round.N]"
    must: Condition = Field(description="the condition; failing it is a defeat at the end of the round")
    text: str = Field("", description="shown beside the rule")


class Objective(RoundObjective):
    """An objective."""

    label = "an objective"
    in_: JudgedInWord = Field(JudgedIn.EACH_ROUND, description="what the condition is judged over")


class Achievement(Objective):
    """The chapter's own task (T1)."""

    label = "[achievement]"
    stars: Annotated[int, Field(ge=1, le=9)] = Field(description="the stars it earns")


class Score(Table):
    """Stars by the number of the attempt (T2)."""

    label = "[score]"
    by_attempt: Annotated[list[Annotated[int, Field(ge=0, le=9)]], Field(min_length=6, max_length=6)] | None = Field(
        None, description="the stars of attempts 1 to 6; none from the seventh on"
    )


class Sections(Table):
    """The sections that may hold for every round or for one."""

    label = "[round.N]"
    deal: Deal | None = Field(None, description="what is dealt and given")
    city: City | None = Field(None, description="the City's deck")
    face_up: FaceUp | None = Field(None, description="what everybody sees")
    ranks: Ranks | None = Field(None, description="the ranks of the colours")
    night: Night | None = Field(None, description="who leads and who follows")
    reactions: Reactions | None = Field(None, description="what potions set off")
    talk: Talk | None = Field(None, description="when the players may talk")
    moves: dict[Name, Move] | None = Field(None, description="pawn moves")
    limits: dict[Name, Limit] | None = Field(None, description="what players may not, or must, play")


class RoundSections(Sections):
    """What holds in one round only."""

    without: list[str] | None = Field(None, description="general lines that do not hold in this round")
    objectives: dict[Name, RoundObjective] | None = Field(None, description="objectives of this round")


class ChapterTable(Sections):
    """A chapter file."""

    label = "a chapter"
    format: FormatNumber = Field(description="the version of these rules")
    title: str = Field(description="the chapter's name")
    story: str = Field("", description="the chapter's story; never part of the rules")
    extends: Name | None = Field(None, description="the chapter whose lines this one starts from")
    without: list[str] | None = Field(None, description="lines of the extended chapter to take out")
    setup: Setup | None = Field(None, description="what holds for the whole chapter")
    objectives: dict[Name, Objective] | None = Field(None, description="failing one is a defeat")
    achievement: Achievement | None = Field(None, description="the chapter's own task and its stars (T1)")
    score: Score | None = Field(None, description="stars by the number of the attempt (T2)")
    round: dict[RoundNumber, RoundSections] | None = Field(None, description="what holds in one round only")


class CampaignTable(Table):
    """The file campaign.toml."""

    label = "a campaign"
    format: FormatNumber = Field(description="the version of these rules")
    title: str = Field(description="the campaign's name")
    chapters: Annotated[list[Name], Field(min_length=1)] = Field(description="the chapters' ids, in order")


SECTIONS: dict[str, type[Table]] = {
    model.label.strip("[]"): model for model in (Setup, Deal, City, FaceUp, Ranks, Night, Reactions, Talk, Score)
}
"""The sections whose keys are knobs, by name."""

ENTRIES: dict[str, type[Table]] = {"moves": Move, "limits": Limit, "objectives": Objective}
"""The sections that hold entries, by name."""
