"""Bots: seat-honest, always legal, repeatable, by their names; and a floor for the careful one's strength."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.cards import DECK, cards_in, mask_of, popcount
from campaign.files.chapters import load_folder
from campaign.notation import PLAYERS, Seat, cards_of, parse_cards
from campaign.play.bots import (
    MOST_WORLDS,
    STRONGEST,
    Clock,
    RandomBot,
    ThinkerBot,
    UnknownBotError,
    Who,
    bot_decision,
    bot_stream,
    bots_choice,
    make_bot,
    one_of,
    parse_bot,
    sample,
    seated,
    thinker_of,
)
from campaign.play.campaign import Verdict
from campaign.play.session import Session
from campaign.recording import stream
from campaign.rules.chapter import Chapter, Effect, Resolver
from campaign.rules.decisions import Decision, Gives, Kind, Takes
from campaign.rules.refusals import decision_of
from campaign.rules.sight import Sight, pooled, sight
from campaign.rules.state import HYDE_SHIFT, PASS, TAKE, State, hand_of
from tests.generated import chapters
from tests.rules.builder import CHAPTERS, MFR, Game, four
from tests.rules.test_view import another_world

NAMES = ["random", "careful", "thinker:2"]
Seen = Callable[[State, Seat], Sight]
SHIPPED = {file.chapter.id: file.chapter for file in load_folder().chapters}


def bot(name: str) -> Who:
    """Return a bot by the name that follows bot:."""
    who = parse_bot(f"bot:{name}")
    assert who is not None
    return who


def decide(name: str, session: Session, seat: Seat) -> Decision:
    """Return a bot's decision or wish in a game."""
    return bot_decision(bot(name), session.sight(seat), seed=session.seed, number=len(session.decisions))


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
DEEP = four(hand=14, give=7)
"""A chapter whose City has cards too deep to be reached."""


def twin_world(state: State, seat: Seat, rng: random.Random) -> State:
    """Return another world of a seat, in which the partner passes other cards where they are still hidden."""
    twin = another_world(state, seat, rng)
    partner = HYDE_SHIFT * seat.partner
    passed = int(state.passes) >> partner & DECK
    if state.phase == PASS and passed:
        other = sample(cards_in(int(hand_of(twin, seat.partner))), int(popcount(passed)), rng)
        twin.passes = int(state.passes) & DECK << HYDE_SHIFT * seat | mask_of(other) << partner
    return twin


def everything(seen: Sight) -> dict[str, object]:
    """Return every slot of a sight, and of the state in it but for the shared plan."""
    state = {name: getattr(seen.state, name) for name in State.__slots__ if name not in ("plan", "table")}
    return state | {f"sight {name}": getattr(seen, name) for name in Sight.__slots__ if name != "state"}


def check_honest(name: str, looks: Seen, seeds: range) -> Counter[tuple[Kind, Seat]]:
    """Check that worlds that differ only in what a seat cannot know look alike to it, and that a bot decides alike.

    Return what was asked.
    """
    kinds: Counter[tuple[Kind, Seat]] = Counter()
    for seed, chapter in product(seeds, (CHAPTERS["IV"], TURNED, DEEP)):
        rng = random.Random(seed)
        session = Session(chapter, seed)
        while session.due is not None:
            asked, number = session.due, len(session.decisions)
            for seat in PLAYERS:
                seen = looks(session.state, seat)
                twins = [looks(twin_world(session.state, seat, rng), seat) for _ in range(2)]
                assert all(everything(twin) == everything(seen) for twin in twins), "sees worlds apart"
                if asked.seat in (None, seat):
                    chosen = {bot_decision(bot(name), one, seed=seed, number=number) for one in (seen, *twins)}
                    assert len(chosen) == 1, "tells worlds apart"
                    kinds[asked.kind, seat] += 1
            session.submit(decide("random", session, asked.seat or Seat.JEKYLL))
    return kinds


@pytest.mark.parametrize("name", NAMES)
def test_what_a_seat_cannot_know_never_changes_its_decision_n7(name: str) -> None:
    kinds = check_honest(name, sight, range(2 if name == "thinker:2" else 8))
    assert name == "thinker:2" or set(kinds) == {(kind, seat) for kind in Kind for seat in PLAYERS}


@pytest.mark.parametrize("slot", ["hand", "city", "under", "gifts", "passes", "reserve", "drawn", "exchanges"])
def test_a_sight_with_a_leak_is_caught_n7(slot: str) -> None:
    def leaking(state: State, seat: Seat) -> Sight:
        seen = sight(state, seat)
        if slot == "hand":
            seen.state.hand_jekyll, seen.state.hand_hyde = state.hand_jekyll, state.hand_hyde
        else:
            setattr(seen.state, slot, getattr(state, slot))
        return seen

    with pytest.raises(AssertionError, match="worlds apart"):
        check_honest("careful", leaking, range(4))


def test_players_who_talk_pool_hands_and_gifts_and_nothing_else_n6() -> None:
    game = Game(four(ranks_start=MFR)).lay("jekyll: F2 3+ M4 | hyde: F3 R2 M6 | city: F8 R1 M7")
    game.state.table.tricks = 3
    game.plays("F2 F3 3+")
    both = pooled(sight(game.state, Seat.JEKYLL), sight(game.state, Seat.HYDE))
    assert [both.state.hand_jekyll, both.state.hand_hyde] == [game.state.hand_jekyll, game.state.hand_hyde]
    assert both.state.city == 1
    assert both.state.reserve == 0


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
        gifts = bot_decision(bot(name), sight(game.state, Seat.JEKYLL), seed=1, number=number)
        assert isinstance(gifts, Gives)
        assert {"F8", "R8", "M8"} <= {str(card) for card in gifts.cards}
        assert len(set(gifts.cards)) == 4
        assert game.refused(str(gifts)) is None


def test_more_forced_cards_than_gifts_are_chosen_among_d2() -> None:
    game = Game(four(give=2)).deal(
        "jekyll: F8 R8 M8 F1 F2 F3 F4 F5 F6 F7 R1 R2 | hyde: R3 R4 R5 R6 R7 M1 M2 M3 M4 M5 M6 M7"
    )
    seen = sight(game.state, Seat.JEKYLL)
    chosen = {str(decision_of(game.state, RandomBot().choose(seen, stream(seed, "test")))) for seed in range(60)}
    assert chosen == {"jekyll gives F8 R8", "jekyll gives F8 M8", "jekyll gives R8 M8"}


# What the careful bot thinks


def test_the_careful_bot_gives_middle_cards_and_keeps_potions_and_sevens() -> None:
    game = Game(four()).deal("jekyll: F6 R6 M6 F5 F1 R1 M1 F7 R7 3+ 4+ 6+ | hyde: R3 R4 R5 M2 M3 M4 M5 M7 F2 F3 F4 R2")
    gifts = bot_decision(bot("careful"), sight(game.state, Seat.JEKYLL), seed=1, number=0)
    assert str(gifts) == "jekyll gives F5 F6 R6 M6"


def test_the_careful_bot_wins_the_trick_that_both_lack_e1() -> None:
    # Hyde has a trick and Jekyll none: last to play, Jekyll wins it with the card that can.
    game = Game(CHAPTERS["I"]).lay("jekyll: F2 F7 R1 | hyde: F4 F6 M1 | city: F3 F5 M2").plays("F2 F4")
    assert game.winners() == ["H"]
    assert game.due == "hyde plays"
    game.plays("F6")
    game.state.table.tricks = 3
    for name in ("careful", "thinker:20"):
        assert str(bot_decision(bot(name), sight(game.state, Seat.JEKYLL), seed=1, number=5)) == "jekyll plays F7"


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
    game.state.table.tricks = 3
    game.plays("F2 F3 3+")
    seen = sight(game.state, Seat.JEKYLL)
    named = {bot_decision(bot(name), seen, seed=1, number=number) for number in range(20)}
    assert named <= {Takes(seat) for seat in seats}


def test_the_random_bot_makes_every_choice() -> None:
    game = Game(four(ranks_start=MFR)).lay("jekyll: 3+ R2 R3 | hyde: M2 F3 F4 | city: M1 F8 R1").plays("3+")
    seen = sight(game.state, Seat.JEKYLL)
    assert {RandomBot().choose(seen, stream(seed, "t")) for seed in range(30)} == {0, 1}
    assert {one_of([1, 2, 3], stream(seed, "t")) for seed in range(30)} == {1, 2, 3}
    assert {tuple(sorted(sample([0, 1, 2, 3], 2, stream(seed, "t")))) for seed in range(80)} == {
        (one, two) for one in range(4) for two in range(4) if one < two
    }


def test_a_thinker_stops_at_its_clock_and_says_so() -> None:
    session = play(CHAPTERS["I"], 3, ("random", "random"))
    first = Session(CHAPTERS["I"], 3)
    for decision in session.decisions[:2]:
        first.submit(decision)
    seat = first.due.seat if first.due is not None else None
    assert seat is not None
    told: list[float] = []
    for worlds, clock, cut in (
        (8, None, False),
        (8, Clock(0.0), True),
        (8, Clock(600.0), False),
        (4, Clock(0.0), False),
        (8, Clock(600.0, told.append), False),
    ):
        thinking = ThinkerBot(thinker_of(first.state.plan), worlds, clock)
        thought = thinking.think(first.sight(seat), bot_stream(3, seat, 2))
        assert thinking.cut is cut
        assert thought.worlds_done == (4 if cut else worlds)
    assert len(told) == 1


@pytest.mark.parametrize(
    ("names", "talk", "hands"),
    [
        (("thinker:2", "thinker:2"), True, "both"),
        (("thinker:2", "thinker:2"), False, "own"),
        (("thinker:2", "careful"), True, "own"),
    ],
)
def test_two_thinkers_who_may_talk_decide_together_from_both_hands_n6(
    names: tuple[str, str], *, talk: bool, hands: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game(four(ranks_start=MFR, talk_reaction=talk)).lay("jekyll: F2 3+ M4 | hyde: F3 R2 M6 | city: F8 R1 M7")
    game.state.table.tricks = 3
    game.plays("F2 F3 3+")
    state = game.state
    assert (state.phase, state.leading) == (TAKE, Seat.JEKYLL)  # Ruse: who takes the City's trick is a joint decision
    seen: list[Sight] = []

    def choose(_bot: ThinkerBot, found: Sight, _rng: random.Random) -> int:
        seen.append(found)
        return 0

    monkeypatch.setattr(ThinkerBot, "choose", choose)
    bots = (make_bot(bot(names[0]), state.plan), make_bot(bot(names[1]), state.plan))
    assert bots_choice(bots, state, seed=1, number=3) == 0
    (found,) = seen
    assert found.seat == Seat.JEKYLL
    assert cards_of(int(found.state.hand_jekyll)) == parse_cards("M4")
    assert cards_of(int(found.state.hand_hyde)) == parse_cards("R2 M6" if hands == "both" else "")


# Names


def test_every_form_of_a_bots_name() -> None:
    assert parse_bot("bot") == Who(STRONGEST, bot=True)
    assert parse_bot(" BOT:Random ") == Who("random", bot=True)
    assert parse_bot("bot:careful") == Who("careful", bot=True)
    for text in ("", "Ada", "robot", "botany", "bots:random", "random"):
        assert parse_bot(text) is None


@pytest.mark.parametrize("text", ["bot:", "bot:thinkr", "bot:random:2", "BOT: random", "bot:careful:"])
def test_an_unknown_bot_is_refused_with_those_that_are_built(text: str) -> None:
    with pytest.raises(UnknownBotError) as caught:
        parse_bot(text)
    built = "bot:careful, bot:random, bot:thinker or bot:thinker:WORLDS"
    assert str(caught.value) == f'a bot is {built}; found "{text}"'


@pytest.mark.parametrize("worlds", ["", "0", "-1", "1.5", "many", "100001", "१", "9" * 5000])
def test_a_thinkers_worlds_are_a_whole_number(worlds: str) -> None:
    with pytest.raises(UnknownBotError, match="whole number from 1 to 100000"):
        parse_bot(f"bot:thinker:{worlds}")
    assert parse_bot(f"bot:thinker:{MOST_WORLDS}") == Who("thinker", bot=True, worlds=MOST_WORLDS)


def test_a_seat_is_saved_by_name() -> None:
    for text in ("Ada", "bot:random", "bot:thinker", "bot:thinker:20", "two words"):
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
    seen = Session(CHAPTERS["IV"], 7).sight(Seat.JEKYLL)
    who = Who("random", bot=True)
    assert len({bot_decision(who, seen, seed=7, number=number) for number in range(10)}) > 5
    assert len({bot_decision(who, seen, seed=seed, number=0) for seed in range(10)}) > 5
    game = Game(four(ranks_start=MFR)).lay("jekyll: 3+ R2 R3 | hyde: M2 F3 F4 | city: M1 F8 R1").plays("3+")
    views = [sight(game.state, seat) for seat in PLAYERS]
    wishes = [[bot_decision(who, one, seed=7, number=number) for number in range(20)] for one in views]
    assert wishes[0] != wishes[1]


def successes(name: str, games: int) -> float:
    """Return the share of games of chapter I that two such bots win."""
    built = SHIPPED["i"]
    endings = [play(built, seed, (name, name)).ending() for seed in range(games)]
    return sum(ending is not None and ending.verdict is Verdict.SUCCESS for ending in endings) / games


def test_the_careful_bot_is_stronger_than_the_random_one() -> None:
    assert successes("random", 120) <= 0.30
    assert successes("careful", 120) >= 0.60


def test_the_thinker_is_stronger_than_the_careful_one() -> None:
    # The standard game from 2: careful wins about a third, eight worlds about half.
    chapter = replace(SHIPPED["iv"], achievement=None, jekyll_hyde=2)
    won = dict.fromkeys(("careful", "thinker:8"), 0)
    for name in won:
        for seed in range(20):
            ending = play(chapter, seed, (name, name)).ending()
            won[name] += ending is not None and ending.verdict is Verdict.SUCCESS
    assert won["thinker:8"] > won["careful"]
