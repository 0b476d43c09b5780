"""What is told at a table, in either edition: who may see an event's fields, their JSON, and why a decision is refused.

Beside each field of an event stands who may see it: everybody (``open_to_all``), the event's own seat
(``open_to_seat``), and nobody but a referee where nothing is said. Where cards are laid face up, the event says so
itself (``face_up_mark``), and everybody sees it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from campaign.notation import Card, DuelCard, DuelSuit, Seat, Suit

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_ALL: Final = "all"
_OWN: Final = "seat"
_AUDIENCE: Final = "audience"
_FACE_UP: Final = "face_up"
_KEYS: Final = {"start": "from", "end": "to"}


def open_to_all() -> Any:  # noqa: ANN401 (a dataclass field has no type of its own)
    """Declare a field that everybody sees."""
    return field(metadata={_AUDIENCE: _ALL})


def open_to_seat() -> Any:  # noqa: ANN401 (a dataclass field has no type of its own)
    """Declare a field that only the event's own seat sees."""
    return field(metadata={_AUDIENCE: _OWN})


def face_up_mark() -> Any:  # noqa: ANN401 (a dataclass field has no type of its own)
    """Declare the field that says whether everybody sees all of this event; it is never shown itself."""
    return field(default=False)


def seen_fields(event: "DataclassInstance", seat: Seat | None) -> dict[str, object]:
    """Return the fields of an event that a seat may see; ``seat`` None is a referee, who sees all."""
    shown: dict[str, object] = {}
    everything = seat is None or getattr(event, _FACE_UP, False)
    for one in fields(event):
        audience = one.metadata.get(_AUDIENCE)
        if one.name == _FACE_UP:
            continue
        if everything or audience == _ALL or (audience == _OWN and getattr(event, "seat", None) is seat):
            shown[one.name] = getattr(event, one.name)
    return shown


def json_fields(shown: Mapping[str, object]) -> dict[str, object]:
    """Return an event's fields as JSON has them, in the contract's order."""
    return {_KEYS.get(name, name): plain(value) for name, value in shown.items()}


def plain(value: object) -> object:
    """Return a value of the game as JSON has it: cards, suits and seats in the notation."""
    match value:
        case Seat():
            return value.word
        case Suit() | DuelSuit():
            return value.letter
        case Card() | DuelCard() | StrEnum():
            return str(value)
        case tuple():
            return [plain(one) for one in value]
        case _:
            return value


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a decision is not allowed now: the rule's number and one sentence without it."""

    rule: str
    sentence: str

    def __str__(self) -> str:
        """Return the sentence with its rule."""
        return f"{self.sentence} ({self.rule})"
