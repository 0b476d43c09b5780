"""What is told of the balance between the duel's roles: many duels, or return matches, of bots."""

import json

import pytest

from campaign.cli import duel_simulation_screen, simulating
from campaign.cli.console import Output
from campaign.cli.context import Context, Stop
from campaign.cli.duel_simulating import DuelSimulateOptions, parse_role, simulate_duels
from campaign.cli.duel_simulation_screen import DuelOutcome, outcome_json
from campaign.cli.simulating import Played
from campaign.play.bots import Who
from campaign.play.duel_simulate import DuelTally, MatchTally
from campaign.play.simulate import Simulation, game_seed
from campaign.play.workers import InProcess

CAREFUL = Who("careful", bot=True)
RANDOM = Who("random", bot=True)
FIRST = DuelTally((1, 0, 2), (0, 0, 0, 0, 2, 0, 0, 0, 1, 0, 3))
"""Six duels: Hyde won in round 1 once, in round 3 twice; else the marker stood twice on 4 and once on 8."""
SECOND = DuelTally((0, 0, 3), (0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 3))
TELLS = ["bots", "games", "return_match", "seed"]
DUEL = ["hyde", "jekyll", "error", "rounds", "marker", "markers"]
ENDS = ["seconds", "compiled", "interrupted"]


def told(capsys: pytest.CaptureFixture[str], options: DuelSimulateOptions, code: int = 0) -> str:
    """Return what a simulation prints on a plain screen."""
    assert simulate_duels(Context(Output(plain=True), None), options) == code
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def figures(capsys: pytest.CaptureFixture[str], options: DuelSimulateOptions, code: int = 0) -> dict[str, object]:
    """Return a simulation's JSON, but for how long it took."""
    found: dict[str, object] = json.loads(told(capsys, options, code))
    del found["seconds"]
    return found


def shown(capsys: pytest.CaptureFixture[str], tally: DuelTally | MatchTally, *, plain: bool = True) -> list[str]:
    """Return the lines of a tally between careful, Jekyll at first, and random."""
    outcome = DuelOutcome(who=(CAREFUL, RANDOM), seed=1, games=6, tally=tally, played=Played(2.0, interrupted=False))
    duel_simulation_screen.show_outcome(Output(plain=plain), outcome)
    return capsys.readouterr().out.splitlines()


def test_the_json_of_duels(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(told(capsys, DuelSimulateOptions(games="12", jekyll="bot:random", json=True)))
    assert list(found) == [*TELLS, *DUEL, *ENDS]
    assert (found["bots"], found["games"], found["return_match"], found["seed"]) == (
        ["random", "careful"],
        12,
        False,
        1,
    )
    assert sum(found["markers"]) == 12
    assert found["hyde"] == round(found["markers"][10] / 12, 4)
    assert sum(found["rounds"]) == found["markers"][10]
    assert (found["compiled"], found["interrupted"]) == (False, False)


def test_the_json_of_return_matches(capsys: pytest.CaptureFixture[str]) -> None:
    options = DuelSimulateOptions(
        games="5", jekyll="bot:random", hyde="bot:random", return_match=True, seed="3", json=True
    )
    found = json.loads(told(capsys, options))
    winners = ["first", "first_error", "second", "second_error", "draws", "draws_error"]
    assert list(found) == [*TELLS, *winners, "duels", *ENDS]
    assert (found["games"], found["return_match"], found["seed"]) == (5, True, 3)
    assert found["first"] + found["second"] + found["draws"] == pytest.approx(1)
    assert [sum(duels["markers"]) for duels in found["duels"]] == [5, 5]
    assert [list(duels) for duels in found["duels"]] == [DUEL, DUEL]


def test_figures_worked_out_by_hand_du3_du18() -> None:
    tally = MatchTally(first=3, second=2, draws=1, duels=(FIRST, SECOND))
    outcome = DuelOutcome(who=(CAREFUL, RANDOM), seed=1, games=6, tally=tally, played=Played(2.0, interrupted=False))
    found = outcome_json(outcome)
    assert [found[name] for name in ("first", "second", "draws")] == [0.5, 0.3333, 0.1667]
    # The roots of 1/4, 2/9 and 5/36, each over 6.
    assert [found[f"{name}_error"] for name in ("first", "second", "draws")] == [0.2041, 0.1925, 0.1521]
    assert found["duels"] == [
        {
            "hyde": 0.5, "jekyll": 0.5, "error": 0.2041, "rounds": [1, 0, 2], "marker": 7.6667,
            "markers": [0, 0, 0, 0, 2, 0, 0, 0, 1, 0, 3],
        },
        {
            "hyde": 0.5, "jekyll": 0.5, "error": 0.2041, "rounds": [0, 0, 3], "marker": 6.0,
            "markers": [0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 3],
        },
    ]  # fmt: skip


def test_plain_facts_of_duels_one_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, FIRST) == [
        "Bots: careful and random (Jekyll and Hyde)",
        "Played: 6 duels, seed 1",
        "Hyde: 50.0% of the duels won, standard error 20.4%",
        "Jekyll: 50.0%, standard error 20.4%",
        "Rounds: Hyde won 1 in round 1, 0 in round 2, 2 in round 3",
        "Marker: 7.67 at the end on average, of 10",
        "Space 0: 0 of 6, 0.0%",
        "Space 2: 0 of 6, 0.0%",
        "Space 4: 2 of 6, 33.3%",
        "Space 6: 0 of 6, 0.0%",
        "Space 8: 1 of 6, 16.7%",
        "Space 10: 3 of 6, 50.0%",
        "Time: 2.0 seconds, interpreted",
    ]


def test_plain_facts_of_return_matches_name_the_bots(capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown(capsys, MatchTally(first=3, second=2, draws=1, duels=(FIRST, SECOND)))
    assert lines[:6] == [
        "Bots: careful and random (Jekyll and Hyde of the first duel)",
        "Played: 6 return matches, seed 1",
        "First: random, Hyde in the first duel: 50.0%, standard error 20.4%",
        "Second: careful, Hyde in the second duel: 33.3%, standard error 19.2%",
        "Draws: 16.7%, standard error 15.2%",
        "Duel 1: random as Hyde",
    ]
    assert "Duel 2: careful as Hyde" in lines
    assert lines.count("Space 10: 3 of 6, 50.0%") == 2


def test_a_screen_has_a_bar_for_each_space(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for columns in (40, 80):
        monkeypatch.setenv("COLUMNS", str(columns))
        lines = shown(capsys, FIRST, plain=False)
        assert max(map(len, lines)) <= columns
        bars = {line.split()[1]: line.count("█") for line in lines if line.lstrip().startswith("space ")}
        assert list(bars) == ["0", "2", "4", "6", "8", "10"]
        longest = min(40, columns - 24)
        assert (bars["10"], bars["4"], bars["0"]) == (longest, round(longest * 2 / 3), 0)


def test_one_game_is_told_its_own_seed(capsys: pytest.CaptureFixture[str]) -> None:
    own = game_seed(9, 0)
    one = DuelSimulateOptions(games="1", jekyll="bot:random", hyde="bot:random", seed="9")
    assert f"Own seed: {own} (duel --seed deals this one)" in told(capsys, one).splitlines()
    match = DuelSimulateOptions(games="1", jekyll="bot:random", hyde="bot:random", seed="9", return_match=True)
    lines = told(capsys, match).splitlines()
    assert "Played: 1 return match, seed 9" in lines
    assert f"Own seed: {own} (duel --return-match --seed deals this one)" in lines
    found = figures(capsys, DuelSimulateOptions(games="1", seed="9", jekyll="bot:random", json=True))
    assert found["game_seed"] == own


def test_figures_do_not_depend_on_the_number_of_processes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulating, "LEAD", 0.0)
    monkeypatch.setattr(simulating, "WORTH_WHILE", 0.0)
    options = [
        DuelSimulateOptions(games="30", jekyll="bot:random", hyde="bot:random", workers=workers, json=True)
        for workers in ("1", "2")
    ]
    assert figures(capsys, options[0]) == figures(capsys, options[1])


def test_ctrl_c_keeps_what_was_played(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(simulation: Simulation[DuelTally], _workers: int) -> object:
        next(iter(simulation.run(InProcess())))
        raise KeyboardInterrupt

    monkeypatch.setattr(simulating, "_here", stopped)
    options = DuelSimulateOptions(games="70", jekyll="bot:random", hyde="bot:random")
    assert "Played: 1 of 70, then stopped, seed 1" in told(capsys, options, code=130).splitlines()


def test_a_stop_before_the_first_game_has_no_figures(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(_simulation: object, _workers: int) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(simulating, "_here", stopped)
    for return_match in (False, True):
        found = figures(capsys, DuelSimulateOptions(games="70", return_match=return_match, json=True), code=130)
        assert (found["games"], found["interrupted"]) == (0, True)
        assert found["first" if return_match else "hyde"] is None
    assert told(capsys, DuelSimulateOptions(games="70"), code=130).splitlines()[1:-1] == [
        "Played: 0 of 70, then stopped, seed 1"
    ]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (DuelSimulateOptions(games="0"), '--simulate is a whole number from 1; found "0"'),
        (DuelSimulateOptions(games="5", workers="257"), '--workers is at most 256; found "257"'),
        (
            DuelSimulateOptions(games="5", jekyll="human"),
            '--jekyll: bots alone are simulated, such as bot:careful; found "human"',
        ),
        (DuelSimulateOptions(games="5", hyde="bot:thinkr"), 'found "bot:thinkr"'),
    ],
)
def test_what_is_typed_wrongly_is_one_sentence_and_2(options: DuelSimulateOptions, said: str) -> None:
    with pytest.raises(Stop) as stop:
        simulate_duels(Context(Output(plain=True), None), options)
    assert stop.value.exit_code == 2
    assert said in " ".join(stop.value.messages)


def test_careful_plays_where_no_bot_is_named() -> None:
    assert parse_role(None, "--hyde") == CAREFUL
    assert parse_role("bot:thinker:3", "--hyde") == Who("thinker", bot=True, worlds=3)
