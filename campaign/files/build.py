"""From resolved lines to the frozen ``Chapter`` that the rules read; the models fill the defaults. Import this late."""

from collections.abc import Iterable
from typing import Literal, TypeVar, assert_never

from campaign.files import counts_models as models
from campaign.files.lines import Resolved, nested, round_lines
from campaign.files.models import (
    Achievement as AchievementTable,
)
from campaign.files.models import (
    City,
    Deal,
    FaceUp,
    Night,
    Ranks,
    Reactions,
    RoundObjective,
    Score,
    Sections,
    Setup,
    Talk,
)
from campaign.files.models import Limit as LimitTable
from campaign.files.models import Move as MoveTable
from campaign.files.models import Objective as ObjectiveTable
from campaign.notation import Suit
from campaign.rules.chapter import (
    LAST_TRICK,
    Achievement,
    AllOf,
    AnyOf,
    Cards,
    Chapter,
    Compare,
    Condition,
    Count,
    Double,
    Holding,
    JudgedIn,
    Limit,
    Move,
    Not,
    Noun,
    Objective,
    RanksStart,
    Role,
    RoundRules,
    When,
)

AnyCount = (
    models.TricksCount
    | models.RunCount
    | models.CardsCount
    | models.ReactionsCount
    | models.StepsCount
    | models.SpaceCount
    | models.GapCount
)
AnyCondition = models.AllCondition | models.AnyCondition | models.NotCondition | AnyCount
S = TypeVar("S", bound=models.Table)
_WHENS = tuple(When)


class _RoundTable(Sections):
    """One round's lines: a general objective has ``in``, one of this round has not."""

    objectives: dict[str, ObjectiveTable] | None = None


def build_chapter(resolved: Resolved, *, title: str, story: str) -> Chapter:
    """Return the chapter of lines that the shape, merge and meaning checks let through."""
    setup = setup_of(resolved)
    achievement = resolved.lines.get("achievement")
    score = Score.model_validate(nested(resolved.values).get("score", {}))
    return Chapter(
        id=resolved.source.id,
        title=title,
        story=story,
        jekyll_hyde=setup.jekyll_hyde or 0,
        scotland_yard=setup.scotland_yard,
        last_position=setup.last_position,
        past_the_end=setup.past_the_end,
        rounds=tuple(build_round(resolved, number) for number in range(1, setup.rounds + 1)),
        objectives=_chapter_objectives(resolved),
        achievement=build_achievement(AchievementTable.model_validate(achievement.value)) if achievement else None,
        by_attempt=tuple(score.by_attempt) if score.by_attempt else None,
    )


def setup_of(resolved: Resolved) -> Setup:
    """Return the chapter's ``[setup]``, defaults filled."""
    return Setup.model_validate(nested(resolved.values).get("setup", {}))


def _chapter_objectives(resolved: Resolved) -> tuple[Objective, ...]:
    built = [
        build_objective(address.partition(".")[2], ObjectiveTable.model_validate(line.value))
        for address, line in resolved.lines.items()
        if address.startswith("objectives.")
    ]
    return tuple(objective for objective in built if objective.judged_in is not JudgedIn.EACH_ROUND)


def _filled(table: S | None, model: type[S]) -> S:
    """Return a section, or one of defaults where the lines have none."""
    return model.model_validate({}) if table is None else table


def build_round(resolved: Resolved, number: int) -> RoundRules:
    """Return the rules of one round."""
    lines = {
        address: line.value
        for address, line in round_lines(resolved, number).items()
        if address.partition(".")[0] not in {"setup", "score", "achievement"}
    }
    table = _RoundTable.model_validate(nested(lines))
    deal, city, face_up = _filled(table.deal, Deal), _filled(table.city, City), _filled(table.face_up, FaceUp)
    ranks, night, talk = _filled(table.ranks, Ranks), _filled(table.night, Night), _filled(table.talk, Talk)
    reactions = _filled(table.reactions, Reactions)
    moves = [_move(name, move) for name, move in (table.moves or {}).items()]
    objectives = [build_objective(name, objective) for name, objective in (table.objectives or {}).items()]
    return RoundRules(
        hand=deal.hand,
        give=deal.give,
        must_give=build_cards(deal.must_give),
        passes=deal.pass_,
        city_order=city.order,
        from_reserve=city.from_reserve,
        city_face_up=face_up.city,
        reserve_face_up=face_up.reserve,
        hands_face_up=Role(face_up.hands) if face_up.hands else None,
        ranks_start=_ranks_start(ranks.start),
        first_takes=ranks.first_takes,
        leading=night.leading,
        opens=Role(night.opens),
        after_city=Role(night.after_city),
        must_follow=night.must_follow,
        effects=(reactions.fear, reactions.ruse, reactions.manipulation),
        resolver=reactions.resolver,
        reactions_cap=reactions.per_round,
        talk_before_deal=talk.before_deal,
        talk_gifts=talk.gifts,
        talk_night=talk.night,
        talk_reaction=talk.reaction,
        moves=tuple(sorted(moves, key=lambda move: (_WHENS.index(move.when), move.order))),
        limits=tuple(_limit(name, limit) for name, limit in sorted((table.limits or {}).items())),
        objectives=tuple(o for o in objectives if o.judged_in is JudgedIn.EACH_ROUND),
    )


def _ranks_start(start: Literal["none", "kept"] | list[models.ColourWord]) -> RanksStart | tuple[Suit, Suit, Suit]:
    if isinstance(start, list):
        low, middle, high = _suits(start)
        return low, middle, high
    return RanksStart(start)


def _suits(words: str | Iterable[str] | None) -> tuple[Suit, ...]:
    many = [words] if isinstance(words, str) else words or []
    return tuple(Suit[word.upper()] for word in many)


def _values(values: int | list[int] | None) -> tuple[int, ...]:
    return (values,) if isinstance(values, int) else tuple(values or ())


def _tricks(tricks: int | Literal["last"] | list[int | Literal["last"]] | None) -> tuple[int, ...]:
    many = [tricks] if isinstance(tricks, int | str) else tricks or []
    return tuple(LAST_TRICK if trick == "last" else trick for trick in many)


def build_cards(table: models.Cards | None) -> Cards | None:
    """Return a CARDS table as the rules read it."""
    if table is None:
        return None
    return Cards(suit=_suits(table.suit), value=_values(table.value), icon=table.icon)


def _holding(table: models.Holding | None) -> Holding | None:
    if table is None:
        return None
    cards = Cards(suit=_suits(table.suit), value=_values(table.value), icon=table.icon)
    if table.exactly is not None:
        return Holding(cards=cards, at_least=table.exactly, at_most=table.exactly)
    least = table.at_least if table.at_least is not None else int(table.at_most is None)
    return Holding(cards=cards, at_least=least, at_most=table.at_most)


def _double(table: models.Double | None) -> Double | None:
    if table is None:
        return None
    return Double(
        won_by=table.won_by,
        held_by=table.held_by,
        led_by=table.led_by,
        won_with=build_cards(table.won_with),
        holding=_holding(table.holding),
        trick=_tricks(table.trick),
    )


def build_count(table: AnyCount) -> Count:
    """Return a COUNT without its comparison and ``for-every``."""
    match table:
        case models.TricksCount():
            count = Count(
                noun=Noun.TRICKS,
                won_by=table.won_by,
                held_by=table.held_by,
                led_by=table.led_by,
                won_with=build_cards(table.won_with),
                holding=_holding(table.holding),
                trick=_tricks(table.trick),
                double=_double(table.double),
                take=table.take,
                over=table.over,
            )
        case models.RunCount():
            count = Count(noun=Noun.TRICKS_IN_A_ROW, won_by=table.won_by, take=table.take, over=table.over)
        case models.CardsCount():
            cards = Cards(suit=_suits(table.suit), value=_values(table.value), icon=table.icon)
            count = Count(
                noun=Noun.CARDS,
                held_by=table.held_by,
                played_by=table.played_by,
                cards=cards if cards != Cards() else None,
                trick=_tricks(table.trick),
                place=_values(table.place),
                take=table.take,
                over=table.over,
            )
        case models.ReactionsCount():
            suits = _suits(table.suit)
            colours = Cards(suit=suits) if suits else None
            count = Count(noun=Noun.REACTIONS, cards=colours, trick=_tricks(table.trick), over=table.over)
        case models.StepsCount():
            count = Count(noun=Noun.STEPS, pawn=table.pawn, over=table.over)
        case models.SpaceCount():
            count = Count(noun=Noun.SPACE, pawn=table.pawn)
        case models.GapCount():
            count = Count(noun=Noun.GAP)
        case _:
            assert_never(table)
    return count


def build_condition(table: AnyCondition) -> Condition:
    """Return a CONDITION."""
    match table:
        case models.AllCondition():
            return AllOf(tuple(map(build_condition, table.all_)))
        case models.AnyCondition():
            return AnyOf(tuple(map(build_condition, table.any_)))
        case models.NotCondition():
            return Not(build_condition(table.not_))
        case _:
            exactly = table.exactly
            return Compare(
                count=build_count(table),
                at_least=table.at_least if exactly is None else exactly,
                at_most=table.at_most if exactly is None else exactly,
                more_than=build_count(table.more_than) if table.more_than else None,
            )


def _move(name: str, table: MoveTable) -> Move:
    steps = table.forward if table.forward is not None else table.back
    return Move(
        name=name,
        when=table.when,
        order=table.order,
        pawn=table.pawn,
        back=table.forward is None,
        steps=0 if steps is None else steps if isinstance(steps, int) else build_count(steps),
        for_every=1 if steps is None or isinstance(steps, int) else steps.for_every or 1,
        condition=build_condition(table.if_) if table.if_ else None,
        text=table.text,
    )


def _limit(name: str, table: LimitTable) -> Limit:
    return Limit(
        name=name,
        who=Role(table.who),
        trick=_tricks(table.trick),
        place=_values(table.place),
        can_follow=table.can_follow,
        condition=build_condition(table.if_) if table.if_ else None,
        cards=build_cards(table.forbid or table.require) or Cards(),
        require=table.require is not None,
        after=table.after or 0,
        text=table.text,
    )


def build_objective(name: str, table: RoundObjective) -> Objective:
    """Return an objective; one under ``[round.N]`` is judged in that round, as the round's own."""
    judged_in = table.in_ if isinstance(table, ObjectiveTable) else JudgedIn.EACH_ROUND
    return Objective(name=name, judged_in=judged_in, must=build_condition(table.must), text=table.text)


def build_achievement(table: AchievementTable) -> Achievement:
    """Return the chapter's achievement."""
    return Achievement(judged_in=table.in_, must=build_condition(table.must), stars=table.stars, text=table.text)
