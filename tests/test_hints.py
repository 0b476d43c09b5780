"""Hints: from what the seat knows alone, the same in all worlds that it cannot tell apart; each reason is true."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import product, takewhile

import pytest

from campaign.cli.facts import Names
from campaign.cli.hinting import hint_fact
from campaign.notation import PLAYERS, Seat, Suit
from campaign.play.bots import Clock
from campaign.play.hints import SAME, Chances, Hint, hint
from campaign.play.session import Session
from campaign.play.tracker import hints_asked, with_progress
from campaign.rules.chapter import Chapter, Resolver
from campaign.rules.decisions import Decision, Gives, Kind, parse_decision
from campaign.rules.events import Played, Reacted, Won
from campaign.rules.sight import Sight, sight
from campaign.rules.state import State
from tests.rules.builder import CHAPTERS, MFR, Game, four, one
from tests.test_bots import TURNED, decide, twin_world
from tests.test_tracker import ASKED, SCORED, begun, new

NAMES = Names({Seat.JEKYLL: "Ada", Seat.HYDE: "bot:careful"})
PLAIN = replace(CHAPTERS["IV"], achievement=None)
Seen = Callable[[State, Seat], Sight]


def words(found: Hint, chapter: Chapter = PLAIN) -> str:
    """Return a hint as a person reads it."""
    return hint_fact(found, NAMES, chapter, chapter.rounds[0]).text


def weighed(
    second: str, *, after: float = 0.62, after_second: float = 0.55, all_same: bool = False
) -> Chances[Decision]:
    """Return chances by hand."""
    return Chances(
        after=after,
        second=parse_decision(second),
        after_second=after_second,
        all_same=all_same,
        worlds=12,
        cut=False,
    )


# From what the seat knows


def check_twins(looks: Seen, seeds: range) -> Counter[Kind]:
    """Check that a hint and its words are the same in worlds that the seat cannot tell apart; return what was asked."""
    asked: Counter[Kind] = Counter()
    for seed, chapter in product(seeds, (CHAPTERS["IV"], TURNED)):
        rng = random.Random(seed)
        session = Session(chapter, seed)
        while (due := session.due) is not None and session.table().round == 1:
            number = len(session.decisions)
            for seat in PLAYERS if due.seat is None else (due.seat,):
                found = hint(looks(session.state, seat), seed=seed, number=number, worlds=2)
                assert session.refusal(found.decision) is None
                twin = hint(looks(twin_world(session.state, seat, rng), seat), seed=seed, number=number, worlds=2)
                assert (twin, words(twin, chapter)) == (found, words(found, chapter)), "tells worlds apart"
            asked[due.kind] += 1
            session.submit(decide("random", session, due.seat or Seat.JEKYLL))
    return asked


def test_a_hint_and_its_words_are_the_same_in_twin_worlds_n7() -> None:
    assert set(check_twins(sight, range(5))) == set(Kind)


def test_a_hint_that_saw_a_hidden_hand_is_caught_n7() -> None:
    def leaking(state: State, seat: Seat) -> Sight:
        seen = sight(state, seat)
        seen.state.hand_jekyll, seen.state.hand_hyde = state.hand_jekyll, state.hand_hyde
        return seen

    with pytest.raises(AssertionError, match="worlds apart"):
        check_twins(leaking, range(3))


def test_what_is_called_sure_happens() -> None:
    told: Counter[str] = Counter()
    for seed, chapter in product(range(12), (CHAPTERS["IV"], TURNED, four(city_face_up=True))):
        session = Session(chapter, seed)
        while (due := session.due) is not None:
            seat = due.seat or Seat.JEKYLL
            found = hint(session.sight(seat), seed=seed, number=len(session.decisions), worlds=1)
            if due.kind is Kind.PLAYS:
                assert found.only is (len(session.view(seat).legal) == 1)
            heard = session.submit(found.decision)
            if due.kind is not Kind.PLAYS or found.chances is None:
                continue
            own = takewhile(lambda event: not isinstance(event, Played), heard[1:])
            reacted = [event.colour for event in own if isinstance(event, Reacted) and not event.cancelled]
            assert reacted == ([] if found.reaction is None else [found.reaction])
            told["reaction"] += len(reacted)
            while found.trick_to is not None and (due := session.due) is not None and _unfinished(session):
                session.submit(decide("random", session, due.seat or Seat.JEKYLL))
            if found.trick_to is not None:
                won = [event.seat for event in session.events if isinstance(event, Won)]
                assert won[-1] is found.trick_to
                told[found.trick_to.word] += 1
    assert set(told) == {"reaction", "jekyll", "hyde", "city"}


def _unfinished(session: Session) -> bool:
    """Return whether the trick that lies there has all its cards and is not won yet."""
    return int(session.state.laid) == 3


def test_the_clock_cuts_a_hint_short_and_the_hint_says_so() -> None:
    session = Session(CHAPTERS["IV"], 5)
    for seat in PLAYERS:
        session.submit(decide("careful", session, seat))
    assert session.due is not None
    assert session.due.seat is not None
    found = hint(session.sight(session.due.seat), seed=5, number=2, clock=Clock(0.0))
    assert found.chances is not None
    assert (found.chances.worlds, found.chances.cut) == (4, True)
    assert "(4 drawn deals in the time there was)" in words(found)


def test_the_chance_told_is_never_below_the_one_it_is_set_against() -> None:
    for seed in range(6):
        session = Session(CHAPTERS["IV"], seed)
        while session.due is not None:
            seat = session.due.seat or Seat.JEKYLL
            found = hint(session.sight(seat), seed=seed, number=len(session.decisions), worlds=2)
            if found.chances is not None:
                assert found.chances.after >= found.chances.after_second - SAME
            session.submit(found.decision)


# The words


def test_gifts_are_hinted_by_a_rule_of_thumb_d2() -> None:
    session = Session(CHAPTERS["IV"], 5)
    found = hint(session.sight(Seat.JEKYLL), seed=5, number=0)
    assert isinstance(found.decision, Gives)
    assert len(found.decision.cards) == 4
    thumb = "these are missed least, as middle cards win little and lose little."
    cards = " ".join(map(str, found.decision.cards))
    assert words(replace(found, must_give=False)) == f"{cards}: a rule of thumb: {thumb}"
    assert words(replace(found, must_give=True)) == (
        f"{cards}: a rule of thumb: what must go is among them (D2), and of the rest {thumb}"
    )


@pytest.mark.parametrize(("hand", "must"), [("F8 F1 F2 F3 F4 F5", True), ("F7 F1 F2 F3 F4 F5", False)])
def test_gifts_that_must_be_given_are_told_d2(hand: str, *, must: bool) -> None:
    game = Game(four(hand=6)).deal(f"jekyll: {hand} | hyde: R1 R2 R3 R4 R5 R6")
    assert hint(sight(game.state, Seat.JEKYLL), seed=1, number=0).must_give is must


def test_gifts_that_leave_no_choice_are_told_d2() -> None:
    game = Game(four(hand=4, give=3)).deal("jekyll: F8 R8 M8 F1 | hyde: R1 R2 R3 R4")
    found = hint(sight(game.state, Seat.JEKYLL), seed=1, number=0)
    assert words(found) == "F8 R8 M8: it is the only choice that the rules leave."


def test_the_only_card_is_said_to_be_the_only_one_n4() -> None:
    game = Game(four(ranks_start=MFR)).lay("jekyll: F2 R7 R1 | hyde: F4 F6 M1 | city: F3 F5 M2")
    found = hint(sight(game.state, Seat.JEKYLL), seed=1, number=0)
    assert found.decision == parse_decision("jekyll plays F2")
    assert words(found) == "F2: it is the only choice that the rules leave."


def test_the_words_of_a_choice_and_its_reason_e1() -> None:
    found = Hint(
        decision=parse_decision("jekyll plays F7"),
        chances=weighed("jekyll plays F4"),
        trick_to=Seat.JEKYLL,
        fewer=True,
    )
    chance = "a chance of about 62 in 100 as far as you can know, against 55 with F4"
    fewer = "Jekyll has fewer tricks than Hyde"
    assert words(found) == f"F7: it wins the trick; {fewer}; {chance}."
    assert (
        words(replace(found, reaction=Suit.RUSE, trick_to=None, fewer=False)) == f"F7: it makes Ruse react; {chance}."
    )
    to_hyde = replace(found, reaction=Suit.RUSE, trick_to=Seat.HYDE, fewer=False)
    assert words(to_hyde) == f"F7: it makes Ruse react and leaves the trick to Hyde; {chance}."
    assert words(replace(found, trick_to=Seat.CITY, fewer=False)) == f"F7: it leaves the trick to the City; {chance}."
    icon = replace(found, decision=parse_decision("jekyll plays F1"), trick_to=Seat.CITY, fewer=False)
    assert words(icon) == f"F1: it leaves the trick and its icon to the City; {chance}."
    tricks_alone = one()
    no_moves = replace(tricks_alone, rounds=(replace(tricks_alone.rounds[0], moves=()),))
    assert words(icon, tricks_alone) == f"F1: it leaves the trick to the City; {chance}."
    assert words(found, tricks_alone) == f"F7: it wins the trick; {fewer}; {chance}."
    assert words(found, no_moves) == f"F7: it wins the trick; {chance}."


def test_the_words_of_chances_that_lie_close() -> None:
    found = Hint(decision=parse_decision("jekyll plays F7"), chances=weighed("jekyll plays F4", after_second=0.61))
    assert words(found) == "F7: a chance of about 62 in 100 as far as you can know, as with F4."
    same = replace(found, chances=weighed("jekyll plays F4", after=0.0, after_second=0.0, all_same=True))
    assert words(same) == "F7: every choice comes to about 0 in 100 as far as you can know."


def test_an_achievement_is_half_of_what_is_told_t1() -> None:
    found = Hint(decision=parse_decision("jekyll plays F7"), chances=weighed("jekyll plays F4"))
    assert words(found, replace(PLAIN, achievement=ASKED)) == (
        "F7: a chance of about 62 in 100 as far as you can know, against 55 with F4 "
        "(success without the achievement counts half)."
    )


@pytest.mark.parametrize(
    ("decision", "second", "expected"),
    [
        ("jekyll takes", "hyde takes", "Jekyll (Ada) takes it: {}, against 55 if Hyde takes it."),
        ("hyde hands", "jekyll hands", "Hyde (bot:careful) hands it over: {}, against 55 if Jekyll hands it over."),
        ("hyde draws", "jekyll draws", "Hyde (bot:careful) draws: {}, against 55 if Jekyll draws."),
        ("ranks MFR", "ranks FMR", "ranks MFR: {}, against 55 with ranks FMR."),
        ("jekyll returns F4", "jekyll returns R2", "F4 back: {}, against 55 with R2 back."),
        ("concede", "jekyll plays F4", "concede: {}, against 55 with F4."),
    ],
)
def test_every_kind_of_choice_has_its_words(decision: str, second: str, expected: str) -> None:
    found = Hint(decision=parse_decision(decision), chances=weighed(second))
    assert words(found) == expected.format("a chance of about 62 in 100 as far as you can know")


def test_whoever_takes_the_citys_trick_may_have_fewer_r5() -> None:
    for resolver, sure in ((Resolver.CHOSEN, True), (Resolver.HYDE, False)):
        game = Game(four(ranks_start=MFR, resolver=resolver))
        game.lay("jekyll: F2 3+ M4 | hyde: F3 R2 M6 | city: F8 R1 M7")
        game.state.table.tricks = 3
        game.plays("F2 F3 3+")
        found = hint(sight(game.state, Seat.JEKYLL), seed=1, number=3, worlds=2)
        assert (found.trick_to is not None) is sure
        assert found.only is not sure


# Counted


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        (("Ada", "Bert"), (("Ada", 2), ("Bert", 1))),
        (("Bert", "Ada"), (("Ada", 1), ("Bert", 2))),
        (("bot:careful", "Bert"), (("Ada", 2), ("Bert", 1))),
        (("bot:careful", "Ada"), (("Ada", 1), ("Bert", 2))),
        (("Bert", "bot:careful"), (("Ada", 1), ("Bert", 2))),
        (("bot:careful", "bot:careful"), (("Ada", 2), ("Bert", 1))),
    ],
)
def test_hints_are_the_players_even_where_a_bot_took_over_the_seat(
    seats: tuple[str, str], expected: tuple[tuple[str, int], ...]
) -> None:
    campaign = begun(new(), SCORED)
    asked = with_progress(campaign, replace(campaign.games[0], seats=seats, hints=(2, 1)))
    assert hints_asked(asked) == expected


def test_hints_of_free_games_and_of_nobody_are_not_counted() -> None:
    campaign = begun(new(), SCORED, counts=False)
    assert hints_asked(with_progress(campaign, replace(campaign.games[0], hints=(2, 1)))) == ()
    campaign = begun(new(), SCORED)
    assert hints_asked(with_progress(campaign, replace(campaign.games[0], hints=(0, 1)))) == (("Bert", 1),)
