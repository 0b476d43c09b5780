"""Hints: from what the seat knows alone, the same in all worlds that it cannot tell apart."""

import random

from campaign.cards import popcount
from campaign.cli.facts import Names
from campaign.cli.hinting import hint_fact
from campaign.notation import Seat
from campaign.play.hints import Hint, hint
from campaign.play.session import Session
from campaign.rules.decisions import Gives, Kind, Plays, parse_decision
from campaign.rules.sight import sight
from tests.rules.builder import CHAPTERS, MFR, Game, four
from tests.rules.test_view import another_world
from tests.test_bots import decide

NAMES = Names({Seat.JEKYLL: "Ada", Seat.HYDE: "Bert"})


def words(found: Hint, *, achievement: bool = False) -> str:
    """Return a hint as a person reads it."""
    return hint_fact(found, NAMES, achievement=achievement).text


def test_a_hint_is_the_same_card_and_words_in_twin_worlds_n7() -> None:
    rng = random.Random(1)
    session = Session(CHAPTERS["IV"], 5)
    asked = 0
    while (due := session.due) is not None and asked < 12:
        seat, number = due.seat or Seat.JEKYLL, len(session.decisions)
        if due.kind is not Kind.GIVES:
            found = hint(session.sight(seat), seed=5, number=number, worlds=2)
            twin = hint(sight(another_world(session.state, seat, rng), seat), seed=5, number=number, worlds=2)
            assert words(twin) == words(found)
            assert session.refusal(found.decision) is None
            asked += 1
        session.submit(decide("random", session, seat))
    assert asked == 12


def test_gifts_are_hinted_by_a_rule_of_thumb_d2() -> None:
    session = Session(CHAPTERS["IV"], 5)
    found = hint(session.sight(Seat.JEKYLL), seed=5, number=0)
    assert isinstance(found.decision, Gives)
    assert popcount(sum(1 << card.index for card in found.decision.cards)) == 4
    assert found.worth is None
    assert "missed least" in words(found)


def test_the_only_card_is_said_to_be_the_only_one_n4() -> None:
    game = Game(four(ranks_start=MFR)).lay("jekyll: F2 R7 R1 | hyde: F4 F6 M1 | city: F3 F5 M2")
    game.state.table.tricks = 3
    found = hint(sight(game.state, Seat.JEKYLL), seed=1, number=0)
    assert found.decision == parse_decision("jekyll plays F2")
    assert words(found) == "F2: it is the only choice that the rules leave."


def test_the_card_that_wins_what_both_lack_is_hinted_with_both_chances_e1() -> None:
    # Last trick of the last round, one step short, Hyde has a trick and Jekyll none: R7 wins it, F2 does not.
    better, worse = (parse_decision(f"jekyll plays {card}") for card in ("R7", "F2"))
    assert isinstance(better, Plays)
    told = Hint(better, 1.0, worse, 0.25, only=False)
    assert words(told) == "R7: about 100 in 100 from what you know, against 25 with F2."
    half = words(Hint(better, 0.5, worse, 0.49, only=False), achievement=True)
    assert half == (
        "R7: about 50 in 100 from what you know, success without the achievement counted half; "
        "F2 comes to about the same."
    )
