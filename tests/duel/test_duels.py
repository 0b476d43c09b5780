"""Duels as a save remembers them: what comes next, return matches, and results that are only counted."""

from datetime import UTC, datetime

import pytest

from campaign.duel.match import MatchWinner, Outcome, seed_in_match
from campaign.notation import Seat
from campaign.play.duels import (
    Duel,
    Duels,
    Match,
    PlayerResults,
    Results,
    begin,
    duel_in_progress,
    finish,
    match_ended,
    matches,
    results,
    second_due,
    with_progress,
)
from campaign.play.game_record import with_cut, with_hint, with_play
from tests.duel.sessions import lines, play

MOMENT = datetime(2026, 12, 1, 20, 15, tzinfo=UTC)
NONE = Duels(players=("Ada", "Bert"), created=MOMENT, played=MOMENT)
HOME_IN_1, HOME_IN_2 = Outcome(1, 10), Outcome(2, 10)
BOT = "bot:careful"


def short(marker: int) -> Outcome:
    """Return a duel that Hyde has not won, with the marker on a space."""
    return Outcome(3, marker)


def played(*duels: tuple[str, str, Outcome] | tuple[str, str, Outcome, str, str, Outcome]) -> Duels:
    """Return a save of single duels and return matches that have ended."""
    games: list[Duel] = []
    for number, one in enumerate(duels):
        of = len(one) // 3
        games.append(Duel(seed=number, seats=(one[0], one[1]), of=of, ending=one[2]))
        if len(one) == 6:
            second = seed_in_match(number, 2)
            games.append(Duel(seed=second, seats=(one[3], one[4]), game=2, of=of, ending=one[5]))
    return Duels(players=NONE.players, created=MOMENT, played=MOMENT, games=tuple(games))


# What comes next


def test_a_single_duel_is_begun_brought_up_to_date_and_finished() -> None:
    session = play(7)
    duels = begin(NONE, Duel(seed=7, seats=("Ada", BOT)))
    duel = duel_in_progress(duels)
    assert duel is not None
    assert (duel.game, duel.of, duel.winner) == (1, 1, None)
    duel = with_hint(with_cut(with_cut(with_play(duel, session), 4), 4), Seat.HYDE)
    assert (duel.decisions, duel.fingerprints) == (lines(session), tuple(session.fingerprints))
    assert (duel.cut, duel.hints) == ((4,), (0, 1))
    duels = with_progress(duels, duel)
    assert duel_in_progress(duels) == duel
    duels = finish(duels, short(2))
    assert (duel_in_progress(duels), second_due(duels)) == (None, None)
    assert duels.games[0].winner == "Ada"


def test_a_return_match_s_second_duel_swaps_the_roles_and_has_other_cards_du18() -> None:
    first = Duel(seed=7, seats=("Ada", BOT), of=2)
    assert second_due(NONE) is None
    duels = begin(NONE, first)
    assert second_due(duels) is None
    duels = finish(duels, short(2))
    second = Duel(seed=seed_in_match(7, 2), seats=(BOT, "Ada"), game=2, of=2)
    assert second_due(duels) == second
    assert second.seed != first.seed
    duels = begin(duels, second)
    assert second_due(duels) is None
    assert match_ended(duels, 1) is None
    assert match_ended(duels, 2) is None
    duels = finish(duels, HOME_IN_2)
    assert second_due(duels) is None
    ended = match_ended(duels, 2)
    assert ended == Match(duels.games[0], duels.games[1], MatchWinner.SECOND)
    assert ended.winner == "Ada"
    assert list(matches(duels)) == [ended]


def test_no_duel_is_begun_beside_another() -> None:
    first = Duel(seed=7, seats=("Ada", "Bert"), of=2)
    duels = begin(NONE, first)
    with pytest.raises(ValueError, match="in progress"):
        begin(duels, first)
    duels = finish(duels, short(2))
    with pytest.raises(ValueError, match="one after the other"):
        begin(duels, first)
    with pytest.raises(ValueError, match="one after the other"):
        begin(NONE, Duel(seed=7, seats=("Ada", "Bert"), game=2, of=2))


# Results


def test_nothing_played_has_no_results() -> None:
    assert results(NONE) == Results(won=(0, 0), matches=0, drawn=0, players=())
    assert results(begin(NONE, Duel(seed=7, seats=("Ada", "Bert")))).players == ()


def test_wins_are_counted_by_role_and_by_player() -> None:
    """Ada beats the bot as Jekyll and loses to Bert, who was Hyde and came home; Bert beats the bot as Jekyll."""
    found = results(played(("Ada", BOT, short(9)), ("Ada", "Bert", HOME_IN_1), ("Bert", BOT, short(0))))
    assert (found.won, found.duels, found.matches, found.drawn) == ((2, 1), 3, 0, 0)
    assert found.players == (
        PlayerResults(name="Ada", played=(2, 0), won=(1, 0)),
        PlayerResults(name="Bert", played=(1, 1), won=(1, 1)),
        PlayerResults(name=BOT, played=(0, 2), won=(0, 0)),
    )


def test_a_return_match_is_won_by_the_better_hyde_whatever_each_duel_gave_du18() -> None:
    """Bert is Hyde first and comes home in round 2, then Ada in round 1: each has won a duel, Ada the match."""
    found = results(played(("Ada", "Bert", HOME_IN_2, "Bert", "Ada", HOME_IN_1)))
    assert (found.won, found.matches, found.drawn) == ((0, 2), 1, 0)
    assert found.players == (
        PlayerResults(name="Ada", played=(1, 1), won=(0, 1), matches=1, matches_won=1),
        PlayerResults(name="Bert", played=(1, 1), won=(0, 1), matches=1),
    )


def test_a_drawn_match_counts_for_both_du18() -> None:
    found = results(played(("Ada", "Bert", short(4), "Bert", "Ada", short(4))))
    assert (found.matches, found.drawn) == (1, 1)
    assert [(one.name, one.matches, one.matches_won, one.matches_drawn) for one in found.players] == [
        ("Ada", 1, 0, 1),
        ("Bert", 1, 0, 1),
    ]


def test_the_first_wins_who_was_hyde_in_the_first_duel_du18() -> None:
    (match,) = matches(played(("Ada", "Bert", short(8), "Bert", "Ada", short(6))))
    assert (match.won, match.winner) == (MatchWinner.FIRST, "Bert")


@pytest.mark.parametrize("second", [(BOT, BOT), ("Ada", "Bert"), ("Bert", BOT)])
def test_a_match_in_which_the_roles_were_not_swapped_is_nobody_s(second: tuple[str, str]) -> None:
    found = results(played(("Ada", "Bert", short(8), *second, short(6))))
    assert found.matches == 1
    assert all((one.matches, one.matches_won, one.matches_drawn) == (0, 0, 0) for one in found.players)


def test_a_bot_against_itself_plays_both_roles_and_no_match() -> None:
    found = results(played((BOT, BOT, HOME_IN_1, BOT, BOT, short(3))))
    assert found.players == (PlayerResults(name=BOT, played=(2, 2), won=(1, 1)),)
    assert (found.won, found.matches, found.drawn) == ((1, 1), 1, 0)


def test_people_stand_in_the_save_s_order_and_bots_by_name() -> None:
    found = results(played(("bot:random", "Bert", HOME_IN_1), (BOT, "Ada", HOME_IN_1)))
    assert [one.name for one in found.players] == ["Ada", "Bert", BOT, "bot:random"]
