"""The duels of a save of kind ``duel`` as its tables, and back."""

from dataclasses import replace

from campaign.duel.match import GAMES, Outcome, seed_in_match
from campaign.duel.state import HOME, ROUNDS
from campaign.files.errors import SaveDamaged
from campaign.files.fields import Fields
from campaign.files.game_text import players_text, read_players, read_record, record_text
from campaign.files.save_text import GAME
from campaign.notation import PLAYERS, Seat
from campaign.play.duels import Duel, Duels


def duels_text(duels: Duels) -> str:
    """Return the tables of a save's duels."""
    return players_text(duels.players) + "".join(map(_duel_text, duels.games))


def _duel_text(duel: Duel) -> str:
    parts = [f"{GAME}game = {duel.game}\nof = {duel.of}\n", record_text(duel)]
    if (ending := duel.ending) is not None:
        parts.append(f'winner = "{ending.winner.word}"\nround = {ending.round}\nmarker = {ending.marker}\n')
    return "".join(parts)


def read_duels(top: Fields, *, whole: bool = True) -> Duels:
    """Return the duels of a save's tables, ``whole`` or an excerpt of them; raises SaveDamaged."""
    players = read_players(top)
    duels = Duels(
        players=players,
        created=top.moment("created"),
        played=top.moment("played"),
        games=tuple(_duel(fields, players) for fields in top.tables("games")),
    )
    top.finish()
    if whole:
        _check_together(duels.games)
    return duels


def duels_excerpt(text: str) -> str:
    """Return, of a text as it was written, what tells all but the duels before the last two, which may be a match."""
    first, last = text.find(GAME), text.rfind(GAME)
    return text if first == last else text[:first] + text[text.rfind(GAME, 0, last) :]


def last_duels_alone(duels: Duels) -> Duels:
    """Return duels as ``duels_excerpt`` tells them."""
    return replace(duels, games=duels.games[-GAMES:])


def _duel(fields: Fields, players: tuple[str, str]) -> Duel:
    game, of = fields.number("game", low=1), fields.number("of", low=1)
    if of > GAMES:
        raise fields.wrong("of", "1, or 2 for a return match", of)
    if game > of:
        raise fields.wrong("game", f"the number of one of {of}", game)
    duel = Duel(
        game=game,
        of=of,
        ending=_ending(fields) if fields.has("winner") else None,
        **read_record(fields, players),
    )
    fields.finish()
    return duel


def _ending(fields: Fields) -> Outcome:
    """Take how a duel ended, which says one thing three times: Hyde came home, or the third round ended (DU3)."""
    winner = fields.word("winner", [seat.word for seat in PLAYERS])
    number, marker = fields.number("round", low=1), fields.number("marker")
    if number > ROUNDS:
        raise fields.wrong("round", f"a round from 1 to {ROUNDS}", number)
    if marker > HOME:
        raise fields.wrong("marker", f"a space from 0 to {HOME}", marker)
    ending = Outcome(number, marker)
    if winner != ending.winner.word:
        raise fields.wrong("winner", f"{ending.winner.word}, the marker on {marker}", winner)
    if ending.winner is Seat.JEKYLL and number < ROUNDS:
        raise fields.wrong("round", f"{ROUNDS} where Jekyll wins", number)
    return ending


def _check_together(games: tuple[Duel, ...]) -> None:
    """Refuse what no save of duels can come to: a second duel of a match without its first, or a first left behind."""
    for number, duel in enumerate(games, 1):
        place = f"[[games]] {number}"
        if number < len(games) and duel.ending is None:
            raise SaveDamaged(f"{place}, winner: expected one in each duel but the last; found nothing")
        before = games[number - 2] if number > 1 else None
        first = before if before is not None and before.game < before.of else None
        if first is None and duel.game > 1:
            raise SaveDamaged(f"{place}, game: expected 1, for no return match waits for its second; found {duel.game}")
        if first is not None and (duel.game, duel.of) != (GAMES, GAMES):
            found = f"{duel.game} of {duel.of}"
            raise SaveDamaged(f"{place}, game: expected {GAMES} of {GAMES}, a return match's second; found {found}")
        if first is not None and duel.seed != (seed := seed_in_match(first.seed, GAMES)):
            raise SaveDamaged(f'{place}, seed: expected "{seed}", which follows from its match; found "{duel.seed}"')
