"""What both editions tell: who may see an event's fields, their JSON, and refusals."""

from dataclasses import dataclass

import pytest

from campaign.notation import DuelSuit, Seat, Suit, parse_card, parse_duel_card
from campaign.rules.chapter import Pawn
from campaign.telling import Refusal, face_up_mark, json_fields, open_to_all, open_to_seat, plain, seen_fields


@dataclass(frozen=True, slots=True)
class Told:
    """An event with a field of each audience."""

    seat: Seat = open_to_all()
    start: int = open_to_all()
    end: int = open_to_all()
    own: str = open_to_seat()
    secret: int = 1
    face_up: bool = face_up_mark()


@dataclass(frozen=True, slots=True)
class NobodyS:
    """An event that has no seat."""

    own: str = open_to_seat()


TOLD = Told(Seat.JEKYLL, 3, 5, "own")
OPEN = {"seat": Seat.JEKYLL, "start": 3, "end": 5}


def test_a_field_is_seen_by_its_audience_alone() -> None:
    assert seen_fields(TOLD, Seat.HYDE) == OPEN
    assert seen_fields(TOLD, Seat.CITY) == OPEN
    assert seen_fields(TOLD, Seat.JEKYLL) == OPEN | {"own": "own"}
    assert seen_fields(TOLD, None) == OPEN | {"own": "own", "secret": 1}


def test_a_field_of_a_seat_in_an_event_that_has_none_is_hidden() -> None:
    assert seen_fields(NobodyS("own"), Seat.JEKYLL) == {}
    assert seen_fields(NobodyS("own"), None) == {"own": "own"}


def test_what_lies_face_up_is_seen_by_all_and_the_mark_by_nobody() -> None:
    event = Told(Seat.JEKYLL, 3, 5, "own", face_up=True)
    assert seen_fields(event, Seat.HYDE) == seen_fields(event, None) == OPEN | {"own": "own", "secret": 1}


def test_json_has_the_contract_s_keys_in_the_order_of_the_fields() -> None:
    assert list(json_fields(seen_fields(TOLD, Seat.HYDE)).items()) == [("seat", "jekyll"), ("from", 3), ("to", 5)]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Seat.CITY, "city"),
        (Suit.RUSE, "R"),
        (DuelSuit.WRATH, "W"),
        (parse_card("P3"), "3+"),
        (parse_duel_card("p3"), "P3"),
        ((parse_duel_card("G7"), parse_duel_card("5+")), ["G7", "5+"]),
        (Pawn.JEKYLL_HYDE, "jekyll-hyde"),
        (False, False),
        (3, 3),
        ("MFR", "MFR"),
        ((), []),
    ],
)
def test_values_of_the_game_are_plain_in_json(value: object, expected: object) -> None:
    assert plain(value) == expected
    assert type(plain(value)) is type(expected)


def test_a_refusal_reads_as_its_sentence_with_its_rule() -> None:
    assert str(Refusal("DU8", "you hold Wrath, which was led")) == "you hold Wrath, which was led (DU8)"
