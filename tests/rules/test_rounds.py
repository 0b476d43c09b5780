"""Rounds: set-up (S), deal and gifts (D), order of play (N), scoring (E), defeat and success (X), conceding (T6).

The rounds below are played with every colour card and no potion, so that each trick goes to its highest card; the
letter at the end of a line is who wins it by hand, under the fixed ranks Fear, Ruse, Manipulation.
"""

from dataclasses import dataclass
from typing import Any

import pytest

from campaign.notation import Seat
from campaign.rules import state as phases
from campaign.rules.chapter import (
    Chapter,
    FirstTakes,
    Leading,
    PastTheEnd,
    RanksStart,
    Role,
)
from campaign.rules.events import Moved, Played, RoundBegan
from tests.rules.builder import FRM, MFR, NO_EFFECTS, Game, chapter, four, one, three, told, two, with_round

# Jekyll's card, Hyde's, the City's.
HYDE_TRICKS = ["F7 M5 F8 H", "R1 M4 R2 H", "R3 M3 R4 H", "R5 M2 R6 H"]
"""Hyde wins one 8 (F8) and the icons R1 R2, R3 M3, M2: five."""
JEKYLL_TRICKS = ["M8 F1 F2 J", "M7 F3 F4 J", "M6 F5 F6 J"]
"""Jekyll wins one 8 (M8) and the icons F1 F2, F3: three."""
CITY_LAST = ["R7 R8 M1 C"]
THREE_FOUR = [*JEKYLL_TRICKS, *HYDE_TRICKS, *CITY_LAST]
"""E1 3; E2 2; Jekyll's icons 3, Hyde's 5."""
TWO_FOUR = [*JEKYLL_TRICKS[:2], "F6 F5 M6 C", *HYDE_TRICKS, *CITY_LAST]
"""E1 2; E2 2; Jekyll's icons 3, Hyde's 5."""
NONE_FOUR = ["F2 F1 M8 C", "F4 F3 M7 C", "F6 F5 M6 C", *HYDE_TRICKS, *CITY_LAST]
"""E1 0; E2 1; Jekyll's icons 0, Hyde's 5."""
FOUR_FOUR = [*JEKYLL_TRICKS, *HYDE_TRICKS, "M1 R8 R7 J"]
"""E1 4; E2 3; Jekyll's icons 4, Hyde's 5."""
THREE_NONE = [*JEKYLL_TRICKS, "F7 F8 M5 C", "R1 R2 M4 C", "R4 R3 M3 C", "R5 R6 M2 C", *CITY_LAST]
"""E1 0; E2 1; Jekyll's icons 3, Hyde's 0."""
PLAIN: dict[str, Any] = {"must_give": None, "must_follow": False, "effects": NO_EFFECTS, "ranks_start": FRM}


def play_round(game: Game, tricks: list[str]) -> Game:
    """Deal what the lines say and play them; the winner of each must be the one written."""
    columns = list(zip(*(line.split() for line in tricks), strict=True))
    game.lay(f"jekyll: {' '.join(columns[0])} | hyde: {' '.join(columns[1])} | city: {' '.join(columns[2])}")
    for jekyll, hyde, _, _ in (line.split() for line in tricks):
        for _ in range(2):
            game.plays(jekyll if game.state.seat == Seat.JEKYLL else hyde)
    won = [event for event in game.events if type(event).__name__ == "Won"][-len(tricks) :]
    assert [event.seat.title[0] for event in won if hasattr(event, "seat")] == list(columns[3])
    return game


@dataclass(frozen=True)
class Case:
    """A chapter, the rounds to play and what must come of them."""

    name: str
    chapter: Chapter
    rounds: tuple[list[str], ...]
    jekyll_hyde: int
    scotland_yard: int | None
    ending: int
    face: Seat = Seat.JEKYLL


P = PLAIN
CASES = [
    # I: from 5 by the smaller count.
    Case("E1 X4: 5+3+2 is 10", one(**P), (THREE_FOUR, TWO_FOUR), 10, None, phases.REACHED),
    Case("E1 X3: 5+2+2 is 9", one(**P), (TWO_FOUR, TWO_FOUR), 9, None, phases.SHORT),
    Case("E1 0 if either has none: 5", one(**P), (NONE_FOUR, THREE_NONE), 5, None, phases.SHORT),
    Case("X1: 5+3+3 would pass 10", one(**P), (THREE_FOUR, THREE_FOUR), 10, None, phases.OVERSHOOT),
    Case("X1 in round 1: 7+4", one(jekyll_hyde=7, **P), (FOUR_FOUR,), 10, None, phases.OVERSHOOT),
    Case("S5: 10 in round 1, then 0", one(jekyll_hyde=6, **P), (FOUR_FOUR, NONE_FOUR), 10, None, phases.REACHED),
    Case("S5: 10, then passed", one(jekyll_hyde=6, **P), (FOUR_FOUR, TWO_FOUR), 10, None, phases.OVERSHOOT),
    # II: and one for each 8 in the players' tricks.
    Case("E2 when E1 gives 0: 4+3+2+0+1", two(**P), (THREE_FOUR, NONE_FOUR), 10, None, phases.REACHED),
    Case("E2: 4+(0+1)+(0+1)", two(**P), (NONE_FOUR, THREE_NONE), 6, None, phases.SHORT),
    Case("X1 by an 8: 4+(3+2)+(0+2)", two(jekyll_hyde=5, **P), (THREE_FOUR, NONE_FOUR), 10, None, phases.OVERSHOOT),
    # III: what is past the end moves Scotland Yard; the leading character's icons move it too.
    Case("E4 E7: 2+5, 0+3; 7+4, 3+0+5", three(**P), (THREE_FOUR, TWO_FOUR), 10, 9, phases.REACHED),
    Case("E4 Hyde leading first: 0+5, then 3", three(**P), (THREE_FOUR, TWO_FOUR), 10, 9, phases.REACHED, Seat.HYDE),
    Case("E3 X2: 10-7: 1+3 past, 3+4+5", three(**P), (THREE_FOUR, FOUR_FOUR), 10, 10, phases.CAUGHT),
    Case(
        "E3 X2 before E4: 9+3, 2 past, 2 more", three(jekyll_hyde=9, scotland_yard=6, **P), (THREE_FOUR,), 10, 10,
        phases.CAUGHT,
    ),
    Case("E3 at 10: 8+0+1, 0; 9+4+3", three(jekyll_hyde=8, **P), (NONE_FOUR, NONE_FOUR), 10, 5, phases.REACHED),
    # IV: and the other character's icons.
    Case("X2 reached exactly: 3+5, 3+5", four(**P), (THREE_FOUR,), 8, 8, phases.CAUGHT),
    Case("E5 X2: 2+5, 3, then 4 of 5 steps", four(jekyll_hyde=2, **P), (THREE_FOUR,), 7, 7, phases.CAUGHT),
    Case("X3: 9 at the end, yard behind", four(jekyll_hyde=7, **P), (NONE_FOUR, THREE_NONE), 9, 8, phases.SHORT),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_pawns_and_endings_worked_out_by_hand_e1_to_e7_x1_to_x4(case: Case) -> None:
    game = Game(case.chapter, case.face)
    for tricks in case.rounds:
        play_round(game, tricks)
    assert game.state.phase == phases.OVER
    found = (game.table.jekyll_hyde, game.table.scotland_yard, game.state.ending)
    assert found == (case.jekyll_hyde, case.scotland_yard, case.ending)


def moves(game: Game) -> list[tuple[str, str, int, int, int]]:
    """Return the pawn moves told so far."""
    return [
        (event.move, event.pawn.value, event.steps, event.start, event.end)
        for event in told(game, Moved)
        if isinstance(event, Moved)
    ]


def test_every_move_is_told_in_the_order_of_e6() -> None:
    assert moves(play_round(Game(four(jekyll_hyde=4, **P)), THREE_FOUR)) == [
        ("tricks", "jekyll-hyde", 3, 4, 7),
        ("eights", "jekyll-hyde", 2, 7, 9),
        ("leading-icons", "scotland-yard", 3, 0, 3),
        ("other-icons", "scotland-yard", 5, 3, 8),
    ]


def test_e6_jekyll_and_hyde_step_before_scotland_yard() -> None:
    # From 2 and 0 Scotland Yard's three steps alone would catch them; but they have stepped to 7 before.
    game = play_round(Game(three(**P)), THREE_FOUR)
    assert (game.table.jekyll_hyde, game.table.scotland_yard, game.table.round) == (7, 3, 2)


def test_the_step_that_catches_is_the_last_and_is_told_x2() -> None:
    game = play_round(Game(four(jekyll_hyde=2, **P)), THREE_FOUR)
    assert moves(game)[-1] == ("other-icons", "scotland-yard", 4, 3, 7)
    assert game.due is None


def test_steps_past_the_last_position_move_scotland_yard_one_each_e3() -> None:
    game = play_round(Game(three(jekyll_hyde=9, **P)), TWO_FOUR)
    # E1 2: one to 10, one past; E2 2: both past; E4: Jekyll's three icons.
    assert moves(game) == [
        ("tricks", "jekyll-hyde", 1, 9, 10),
        ("tricks", "scotland-yard", 1, 0, 1),
        ("eights", "scotland-yard", 2, 1, 3),
        ("leading-icons", "scotland-yard", 3, 3, 6),
    ]
    assert game.table.round == 2  # S5: already on the last position, and on it goes


def test_steps_past_the_last_position_can_be_lost_knob() -> None:
    game = Game(four(jekyll_hyde=9, past=PastTheEnd.STOP, **P))
    play_round(game, TWO_FOUR)
    assert (game.table.jekyll_hyde, game.table.scotland_yard) == (10, 8)  # E4 and E5 alone
    game = Game(one(jekyll_hyde=9, past=PastTheEnd.STOP, **P))
    play_round(play_round(game, FOUR_FOUR), FOUR_FOUR)
    assert (game.table.jekyll_hyde, game.state.ending) == (10, phases.REACHED)


# Set-up


def test_the_pawns_stand_on_the_chapters_starts_s2() -> None:
    for built, starts in ((one(), (5, None)), (two(), (4, None)), (three(), (2, 0)), (four(), (3, 0))):
        table = Game(built).table
        assert (table.jekyll_hyde, table.scotland_yard, table.round) == (*starts, 1)


@pytest.mark.parametrize("face", [Seat.JEKYLL, Seat.HYDE])
def test_the_token_is_random_then_flipped_each_round_s3_e7(face: Seat) -> None:
    game = Game(chapter(rounds=3, **P), face)
    for _ in range(3):
        play_round(game, TWO_FOUR)
    expected = [face, face.partner, face]
    assert told(game, RoundBegan) == [RoundBegan(number, seat) for number, seat in enumerate(expected, start=1)]


@pytest.mark.parametrize(
    ("leading", "faces"),
    [(Leading.FLIPPED, "JH"), (Leading.KEPT, "JJ"), (Leading.JEKYLL, "JJ"), (Leading.HYDE, "HH")],
)
def test_the_chapter_can_say_who_leads_s3_knob(leading: Leading, faces: str) -> None:
    game = Game(chapter(**PLAIN, leading=leading), Seat.JEKYLL)
    found = game.table.leading.title[0]
    play_round(game, TWO_FOUR)
    assert found + game.table.leading.title[0] == faces


def test_no_colour_is_ranked_at_a_rounds_start_s4() -> None:
    game = Game(chapter(must_give=None, must_follow=False, effects=NO_EFFECTS, hand=2, give=1))
    assert game.table.ranks == ""
    game.lay("jekyll: F1 | hyde: R1 | city: M1 M2").plays("F1 R1")
    assert (game.table.round, game.table.ranks) == (2, "")


def test_ranks_can_be_kept_or_given_knob() -> None:
    small: dict[str, Any] = {"must_give": None, "effects": NO_EFFECTS, "hand": 2, "give": 1}
    game = Game(chapter(ranks_start=RanksStart.KEPT, **small))
    assert game.table.ranks == ""
    game.lay("jekyll: F1 | hyde: R1 | city: M1 M2").plays("F1 R1")
    assert (game.table.round, game.table.ranks) == (2, "MFR")
    assert Game(chapter(ranks_start=MFR, **small)).table.ranks == "MFR"


def test_one_kept_token_is_the_lowest_or_the_highest_still_k1_knob() -> None:
    for first, ranks in ((FirstTakes.LOWEST, "FMR"), (FirstTakes.HIGHEST, "RMF")):
        knobs: dict[str, Any] = {"must_give": None, "effects": NO_EFFECTS, "hand": 2, "give": 1}
        game = Game(chapter(ranks_start=RanksStart.KEPT, first_takes=first, **knobs))
        game.lay("jekyll: F1 | hyde: F3 | city: F2 F4").plays("F1 F3")
        assert (game.table.round, game.table.ranks) == (2, "F")
        game.lay("jekyll: M1 | hyde: M3 | city: M2 F4")
        assert game.table.ranks == ranks


# Order of play


@pytest.mark.parametrize(
    ("face", "opens", "after_city", "order"),
    [
        (Seat.JEKYLL, Role.CITY, Role.LEADING, "CJH"),
        (Seat.HYDE, Role.CITY, Role.LEADING, "CHJ"),
        (Seat.JEKYLL, Role.CITY, Role.OTHER, "CHJ"),
        (Seat.HYDE, Role.CITY, Role.OTHER, "CJH"),
        (Seat.JEKYLL, Role.LEADING, Role.LEADING, "JHC"),
        (Seat.HYDE, Role.LEADING, Role.LEADING, "HJC"),
        (Seat.JEKYLL, Role.LEADING, Role.OTHER, "JCH"),
        (Seat.HYDE, Role.LEADING, Role.OTHER, "HCJ"),
        (Seat.JEKYLL, Role.OTHER, Role.LEADING, "HCJ"),
        (Seat.HYDE, Role.OTHER, Role.LEADING, "JCH"),
    ],
)
def test_who_opens_and_which_way_it_goes_round_n1(face: Seat, opens: Role, after_city: Role, order: str) -> None:
    game = Game(chapter(opens=opens, after_city=after_city, **PLAIN), face)
    game.lay("jekyll: F1 F4 | hyde: F2 F5 | city: F3 F6 F7")
    while not game.table.tricks:
        game.plays("F1" if game.state.seat == Seat.JEKYLL else "F2")
    played = [event.seat.title[0] for event in told(game, Played) if isinstance(event, Played) and event.trick == 1]
    assert "".join(played) == order


@pytest.mark.parametrize(
    ("face", "winner", "order"),
    [
        (Seat.JEKYLL, "C", "CJH"),
        (Seat.JEKYLL, "J", "JHC"),
        (Seat.JEKYLL, "H", "HCJ"),
        (Seat.HYDE, "C", "CHJ"),
        (Seat.HYDE, "J", "JCH"),
        (Seat.HYDE, "H", "HJC"),
    ],
)
def test_the_winner_leads_the_next_and_the_direction_stays_n2(face: Seat, winner: str, order: str) -> None:
    first = {"C": "F5 F6 F7", "J": "F7 F6 F5", "H": "F6 F7 F5"}[winner].split()
    game = play_round(
        Game(chapter(rounds=1, hand=4, give=1, **PLAIN), face),
        [f"{' '.join(first)} {winner}", "F1 F2 F3 C"],
    )
    played = [event.seat.title[0] for event in told(game, Played) if isinstance(event, Played) and event.trick == 2]
    assert "".join(played) == order


def test_the_city_plays_its_top_card_each_time_n3() -> None:
    game = play_round(Game(chapter(rounds=1, **PLAIN)), THREE_FOUR)
    played = [str(event.card) for event in told(game, Played) if isinstance(event, Played) and event.seat is Seat.CITY]
    assert played == [line.split()[2] for line in THREE_FOUR]


def test_a_round_has_as_many_tricks_as_cards_allow_s5() -> None:
    game = play_round(Game(chapter(**PLAIN)), THREE_FOUR)
    assert (game.table.round, game.table.tricks) == (2, ())


def test_rounds_can_differ_in_their_rules_knob() -> None:
    game = Game(with_round(one(**PLAIN), 2, moves=()))
    play_round(play_round(game, TWO_FOUR), TWO_FOUR)
    assert (game.table.jekyll_hyde, game.state.ending) == (7, phases.SHORT)
