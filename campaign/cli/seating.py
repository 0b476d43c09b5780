"""Who sits where: people by name, bots by kind, kept from game to game until a flag changes it."""

from campaign.cli.context import CONTENT, USAGE, Stop
from campaign.cli.facts import Names
from campaign.files.codec import Save
from campaign.notation import PLAYERS, Seat, quoted
from campaign.play.bots import BOTS, UnknownBotError, Who, parse_bot, seated

Seats = tuple[str, str]
Flags = tuple[str | None, str | None]
"""What was typed after ``--jekyll`` and ``--hyde``."""


def parse_who(text: str, option: str) -> Who | None:
    """Return the bot that WHO names, None for ``human``; stops where it names nobody."""
    if text.strip().casefold() == "human":
        return None
    try:
        who = parse_bot(text)
    except UnknownBotError as error:
        raise Stop(USAGE, f"{option}: {error}") from error
    if who is None:
        built = ", ".join(f"bot:{name}" for name in sorted(BOTS))
        raise Stop(USAGE, f"{option} is human, bot, {built}; found {quoted(text)}")
    return who


def usual_seats(save: Save) -> Seats:
    """Return who sat where in the last game, else the players as they were named."""
    return save.games[-1].seats if save.games else save.players


def with_flags(seats: Seats, flags: Flags, players: tuple[str, str]) -> Seats:
    """Return the seats changed by ``--jekyll`` and ``--hyde``.

    A person who comes in is the one whose own seat a bot takes, else the player not seated yet.
    """
    changed = list(seats)
    coming: list[Seat] = []
    for seat, option, text in zip(PLAYERS, ("--jekyll", "--hyde"), flags, strict=True):
        if text is None:
            continue
        who = parse_who(text, option)
        if who is not None:
            changed[seat] = str(who)
        elif _is_bot(seats[seat]):
            coming.append(seat)
    for seat in coming:
        free = [name for name in (*seats, players[seat], players[seat.partner]) if not _is_bot(name)]
        changed[seat] = next(name for name in free if name != changed[seat.partner])
    return changed[0], changed[1]


def _is_bot(saved: str) -> bool:
    try:
        return seated(saved).bot
    except UnknownBotError:
        return True


def check_seats(seats: Seats, where: str) -> None:
    """Stop where a save seats a bot that this version does not have."""
    try:
        people(seats)
    except UnknownBotError as error:
        raise Stop(CONTENT, f"{where}: {error}; --jekyll and --hyde seat somebody else") from error


def swapped(seats: Seats) -> Seats:
    """Return the seats turned round."""
    return seats[1], seats[0]


def people(seats: Seats) -> list[Seat]:
    """Return the seats at which people sit."""
    return [seat for seat in PLAYERS if not seated(seats[seat]).bot]


def names_of(seats: Seats) -> Names:
    """Return what the seats' players are called."""
    return Names({seat: seats[seat] for seat in PLAYERS})
