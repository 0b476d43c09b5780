"""How a duel ended, and a save's results: wins by role and by player, and return matches."""

from collections.abc import Iterable

from campaign.cli.duel_facts import marker_facts, track
from campaign.cli.duel_store import DuelStore
from campaign.cli.duel_telling import duel_title, ending_sentence, match_sentence
from campaign.cli.facts import Fact, fact
from campaign.cli.screen import Screen
from campaign.notation import PLAYERS, Seat, plural
from campaign.play.duel_session import DuelSession
from campaign.play.duels import Duels, PlayerResults, Results, match_ended, results, second_due


def show_ending(screen: Screen, store: DuelStore, session: DuelSession) -> None:
    """Show how the duel that has just been saved ended, and the return match where it was its second."""
    duel = store.game
    if duel.ending is None:
        raise ValueError("the last duel has no ending yet")
    table = session.table()
    screen.gap()
    screen.title(duel_title(duel), "the end", kind="Duel")
    screen.track(track(table.marker))
    screen.facts(marker_facts(session.events))
    winner = duel.ending.winner
    screen.fact(fact("Verdict", (f"{ending_sentence(duel.ending)} {duel.seats[winner]} was {winner.title}.", "bold")))
    match = match_ended(store.kept, len(store.kept.games))
    if match is not None:
        screen.fact(fact("Match", (match_sentence(match), "bold")))


def show_next(screen: Screen, store: DuelStore, command: str) -> None:
    """Show the results so far, and what may be played next."""
    screen.gap()
    screen.facts(results_facts(results(store.kept)))
    screen.gap()
    second = second_due(store.kept)
    if second is not None:
        screen.fact(fact("Next", f"the return duel, {second.seats[Seat.JEKYLL]} as Jekyll: {command}"))
    else:
        screen.fact(fact("Next", f"another duel: {command}"))


def show_results(screen: Screen, name: str, duels: Duels) -> None:
    """Show the results of a save."""
    counted = results(duels)
    screen.title(f"{name} · results" if not screen.output.plain else name, " and ".join(duels.players), kind="Duels")
    screen.gap()
    screen.facts(results_facts(counted))


def results_facts(counted: Results) -> Iterable[Fact]:
    """Return who has won how often, by role, by return match, by player, and who asked for hints."""
    if counted.duels:
        yield from _won_facts(counted)
    else:
        yield fact("Results", "no duel has ended yet")
    if counted.hints:
        yield fact("Hints", ", ".join(f"{name} {number}" for name, number in counted.hints))


def _won_facts(counted: Results) -> Iterable[Fact]:
    yield fact("Results", f"{plural(counted.duels, 'duel')}: Jekyll won {counted.won[0]}, Hyde {counted.won[1]}")
    if counted.matches:
        drawn = f"{counted.drawn} drawn" if counted.drawn else "none drawn"
        matches = "1 return match" if counted.matches == 1 else f"{counted.matches} return matches"
        yield fact("Matches", f"{matches}, {drawn}")
    yield from (fact("Player", _player_words(player)) for player in counted.players)


def _player_words(player: PlayerResults) -> str:
    roles = ", ".join(
        f"as {seat.title} {won} of {played}"
        for seat, won, played in zip(PLAYERS, player.won, player.played, strict=True)
        if played
    )
    words = f"{player.name} won {sum(player.won)} of {sum(player.played)} ({roles})"
    if player.matches:
        drawn = f", {player.matches_drawn} drawn" * bool(player.matches_drawn)
        words += f"; return matches {player.matches_won} of {player.matches}{drawn}"
    return words


def results_json(name: str, counted: Results) -> dict[str, object]:
    """Return a save's results as JSON."""
    return {
        "duel": name,
        "duels": counted.duels,
        "won": _by_role(counted.won),
        "matches": counted.matches,
        "drawn": counted.drawn,
        "players": [
            {
                "name": player.name,
                "played": _by_role(player.played),
                "won": _by_role(player.won),
                "matches": player.matches,
                "matches_won": player.matches_won,
                "matches_drawn": player.matches_drawn,
            }
            for player in counted.players
        ],
        "hints": dict(counted.hints),
    }


def _by_role(pair: tuple[int, int]) -> dict[str, int]:
    return {seat.word: number for seat, number in zip(PLAYERS, pair, strict=True)}
