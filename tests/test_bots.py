"""Bots: seat-honest, always legal, repeatable, by their names; and a floor for the careful one's strength."""

import random
from collections import Counter
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.files.chapters import load_folder
from campaign.notation import PLAYERS, Card, Seat
from campaign.play.bots import (
    BOTS,
    STRONGEST,
    RandomBot,
    UnknownBotError,
    Who,
    bot_decision,
    due_in,
    one_of,
    parse_bot,
    resolvers,
    sample,
    seated,
)
from campaign.play.campaign import Verdict
from campaign.play.careful import Careful, gift_rank
from campaign.play.record import stream
from campaign.play.session import Session
from campaign.rules.chapter import Chapter, Effect, Resolver
from campaign.rules.decisions import Decision, Draws, Gives, Kind, Returns, Takes
from campaign.rules.view import view
from tests.generated import chapters
from tests.rules.builder import CHAPTERS, MFR, Game, four
from tests.rules.test_view import Looks, another_world, partners_hand

NAMES = sorted(BOTS)
SHIPPED = {file.chapter.id: file.chapter for file in load_folder().chapters}


def decide(name: str, session: Session, seat: Seat) -> Decision:
    """Return a bot's decision or wish in a game."""
    who = Who(name, bot=True)
    return bot_decision(who, session.view(seat), seed=session.seed, number=len(session.decisions))


def play(chapter: Chapter, seed: int, names: tuple[str, str] = ("careful", "careful")) -> Session:
    """Play a game of two bots; in a joint decision Jekyll's wish is taken."""
    session = Session(chapter, seed)
    while session.due is not None:
        seat = session.due.seat or Seat.JEKYLL
        session.submit(decide(names[seat], session, seat))
    return session


# Honest


TURNED = replace(
    CHAPTERS["IV"],
    rounds=tuple(
        replace(rules, passes=1, effects=(Effect.REORDER_RANKS, Effect.GIVE_CITY_TRICK, Effect.EXCHANGE_CITY_CARD))
        for rules in CHAPTERS["IV"].rounds
    ),
)
"""Chapter IV with passing, and with Ruse turned round."""


def check_honest(name: str, looks: Looks, seeds: range) -> Counter[tuple[Kind, Seat]]:
    """Check that a bot decides alike in worlds that differ only in what its seat cannot know; return what was asked."""
    who = Who(name, bot=True)
    kinds: Counter[tuple[Kind, Seat]] = Counter()
    for seed, chapter in product(seeds, (CHAPTERS["IV"], TURNED)):
        rng = random.Random(seed)
        session = Session(chapter, seed)
        while session.due is not None:
            asked, number = session.due, len(session.decisions)
            for seat in PLAYERS if asked.seat is None else (asked.seat,):
                chosen = bot_decision(who, looks(session.chapter, session.state, seat), seed=seed, number=number)
                for _ in range(2):
                    twin = looks(session.chapter, another_world(session.state, seat, rng), seat)
                    assert bot_decision(who, twin, seed=seed, number=number) == chosen, "tells worlds apart"
                kinds[asked.kind, seat] += 1
            session.submit(decide("random", session, asked.seat or Seat.JEKYLL))
    return kinds


@pytest.mark.parametrize("name", NAMES)
def test_what_a_seat_cannot_know_never_changes_its_decision_n7(name: str) -> None:
    kinds = check_honest(name, view, range(8))
    assert set(kinds) == {(kind, seat) for kind in Kind for seat in PLAYERS}


def test_a_bot_that_is_shown_the_partners_hand_is_caught_n7() -> None:
    with pytest.raises(AssertionError, match="tells worlds apart"):
        check_honest("careful", partners_hand, range(8))


# Legal


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=50)
@given(chapter=chapters(), seed=st.integers(0, 1 << 32))
def test_a_bots_decision_is_always_allowed(name: str, chapter: Chapter, seed: int) -> None:
    session = Session(chapter, seed)
    while session.due is not None:
        asked = session.due
        for seat in PLAYERS if asked.seat is None else (asked.seat,):
            decision = decide(name, session, seat)
            assert session.refusal(decision) is None, f"bot:{name} wants {decision}: {session.refusal(decision)}"
        session.submit(decide(name, session, asked.seat or Seat.JEKYLL))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("chapter", SHIPPED)
def test_bots_play_every_shipped_chapter_to_its_end(name: str, chapter: str) -> None:
    for seed in range(4):
        assert play(SHIPPED[chapter], seed, (name, name)).ending() is not None


@pytest.mark.parametrize("name", NAMES)
def test_gifts_are_as_many_as_asked_with_every_eight_d2(name: str) -> None:
    eights = "F8 R8 M8 F1 F2 F3 F4 F5 F6 F7 R1 R2"
    game = Game(four()).deal(f"jekyll: {eights} | hyde: R3 R4 R5 R6 R7 M1 M2 M3 M4 M5 M6 M7")
    for number in range(20):
        seen = view(game.chapter, game.state, Seat.JEKYLL)
        gifts = bot_decision(Who(name, bot=True), seen, seed=1, number=number)
        assert isinstance(gifts, Gives)
        assert {"F8", "R8", "M8"} <= {str(card) for card in gifts.cards}
        assert len(set(gifts.cards)) == 4
        assert game.refused(str(gifts)) is None


def test_more_forced_cards_than_gifts_are_chosen_among_d2() -> None:
    game = Game(four(give=2)).deal(
        "jekyll: F8 R8 M8 F1 F2 F3 F4 F5 F6 F7 R1 R2 | hyde: R3 R4 R5 R6 R7 M1 M2 M3 M4 M5 M6 M7"
    )
    seen = view(game.chapter, game.state, Seat.JEKYLL)
    chosen = {str(RandomBot().decide(seen, stream(seed, "test"))) for seed in range(60)}
    assert chosen == {"jekyll gives F8 R8", "jekyll gives F8 M8", "jekyll gives R8 M8"}


# What the careful bot thinks


@pytest.mark.parametrize(
    ("better", "worse"), [("F6", "F5"), ("F5", "F4"), ("F4", "F7"), ("F7", "F3"), ("F1", "F8"), ("F8", "3+")]
)
def test_the_careful_bot_gives_middle_cards_first_and_potions_last(better: str, worse: str) -> None:
    cards = {str(Card(index)): Card(index) for index in range(28)}
    assert gift_rank(cards[better]) < gift_rank(cards[worse])


def test_the_careful_bot_puts_no_eight_back_that_moves_them_r7() -> None:
    game = (
        Game(four(ranks_start=MFR))
        .lay("jekyll: 3+ R2 R3 | hyde: M2 F3 F4 | city: M1 F8 R1")
        .plays("3+")
        .do("hyde draws")
    )
    seen = view(game.chapter, game.state, Seat.HYDE)
    for number in range(10):
        returned = bot_decision(Who("careful", bot=True), seen, seed=1, number=number)
        assert isinstance(returned, Returns)
        assert str(returned.card) != "F8"


def test_the_careful_bot_wins_the_trick_that_both_lack_e1() -> None:
    # Hyde has a trick and Jekyll none: last to play, Jekyll wins it with the card that can.
    game = Game(CHAPTERS["I"]).lay("jekyll: F2 F7 R1 | hyde: F4 F6 M1 | city: F3 F5 M2").plays("F2 F4")
    assert game.winners() == ["H"]
    assert game.due == "hyde plays"
    game.plays("F6")
    seen = view(game.chapter, game.state, Seat.JEKYLL)
    assert str(bot_decision(Who("careful", bot=True), seen, seed=1, number=5)) == "jekyll plays F7"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("resolver", "seats"),
    [
        (Resolver.CHOSEN, PLAYERS),
        (Resolver.LEADING, (Seat.JEKYLL,)),
        (Resolver.OTHER, (Seat.HYDE,)),
        (Resolver.JEKYLL, (Seat.JEKYLL,)),
        (Resolver.HYDE, (Seat.HYDE,)),
    ],
)
def test_a_bot_names_only_who_may_resolve_r4(name: str, resolver: Resolver, seats: tuple[Seat, ...]) -> None:
    game = Game(four(resolver=resolver, ranks_start=MFR)).lay("jekyll: F2 3+ M4 | hyde: F3 R2 M6 | city: F8 R1 M7")
    game.plays("F2 F3 3+")
    seen = view(game.chapter, game.state, Seat.JEKYLL)
    assert resolvers(seen) == seats
    named = {bot_decision(Who(name, bot=True), seen, seed=1, number=number) for number in range(20)}
    assert named <= {Takes(seat) for seat in seats}


def test_the_random_bot_makes_every_choice() -> None:
    game = Game(four(ranks_start=MFR)).lay("jekyll: 3+ R2 R3 | hyde: M2 F3 F4 | city: M1 F8 R1").plays("3+")
    seen = view(game.chapter, game.state, Seat.JEKYLL)
    assert {RandomBot().decide(seen, stream(seed, "t")) for seed in range(30)} == {Draws(seat) for seat in PLAYERS}
    assert {one_of((1, 2, 3), stream(seed, "t")) for seed in range(30)} == {1, 2, 3}
    cards = [Card(index) for index in range(4)]
    assert {tuple(sorted(sample(cards, 2, stream(seed, "t")))) for seed in range(80)} == {
        (one, two) for one in cards for two in cards if one < two
    }


@pytest.mark.parametrize("bot", [RandomBot(), Careful()])
def test_a_bot_is_only_asked_where_something_is_due(bot: RandomBot | Careful) -> None:
    session = play(CHAPTERS["I"], 1, ("random", "random"))
    with pytest.raises(ValueError, match="no decision is due"):
        bot.decide(session.view(Seat.JEKYLL), stream(1, "test"))
    with pytest.raises(ValueError, match="no decision is due"):
        due_in(session.view(Seat.HYDE))


# Names


def test_every_form_of_a_bots_name() -> None:
    assert parse_bot("bot") == Who(STRONGEST, bot=True)
    assert parse_bot(" BOT:Random ") == Who("random", bot=True)
    assert parse_bot("bot:careful") == Who("careful", bot=True)
    for text in ("", "Ada", "robot", "botany", "bots:random", "random"):
        assert parse_bot(text) is None


@pytest.mark.parametrize("text", ["bot:", "bot:thinkr", "bot:random:2", "BOT: random"])
def test_an_unknown_bot_is_refused_with_those_that_are_built(text: str) -> None:
    with pytest.raises(UnknownBotError) as caught:
        parse_bot(text)
    assert str(caught.value) == f'a bot is {" or ".join(f"bot:{name}" for name in NAMES)}; found "{text}"'


def test_a_seat_is_saved_by_name() -> None:
    for text in ("Ada", "bot:random", "bot:careful", "two words"):
        assert str(seated(text)) == text
    assert seated("Ada") == Who("Ada", bot=False)


# Chance and strength


@pytest.mark.parametrize("name", NAMES)
def test_a_decision_has_its_own_stream_s06(name: str) -> None:
    session = Session(CHAPTERS["IV"], 7)
    first = decide(name, session, Seat.JEKYLL)
    assert all(decide(name, session, Seat.JEKYLL) == first for _ in range(3))
    assert play(CHAPTERS["IV"], 7, (name, name)).decisions == play(CHAPTERS["IV"], 7, (name, name)).decisions


def test_streams_differ_by_seed_seat_and_decision() -> None:
    seen = Session(CHAPTERS["IV"], 7).view(Seat.JEKYLL)
    who = Who("random", bot=True)
    assert len({bot_decision(who, seen, seed=7, number=number) for number in range(10)}) > 5
    assert len({bot_decision(who, seen, seed=seed, number=0) for seed in range(10)}) > 5
    game = Game(four(ranks_start=MFR)).lay("jekyll: 3+ R2 R3 | hyde: M2 F3 F4 | city: M1 F8 R1").plays("3+")
    views = [view(game.chapter, game.state, seat) for seat in PLAYERS]
    wishes = [[bot_decision(who, one, seed=7, number=number) for number in range(20)] for one in views]
    assert wishes[0] != wishes[1]


def successes(name: str, games: int) -> float:
    """Return the share of games of chapter I that two such bots win."""
    built = SHIPPED["i"]
    endings = [play(built, seed, (name, name)).ending() for seed in range(games)]
    return sum(ending is not None and ending.verdict is Verdict.SUCCESS for ending in endings) / games


def test_the_careful_bot_is_stronger_than_the_random_one() -> None:
    assert successes("random", 120) <= 0.30
    assert successes("careful", 120) >= 0.40
