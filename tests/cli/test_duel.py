"""``campaign duel``: from the first prompt to the end, resumed anywhere, with move files and return matches."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from campaign.cli.duel_facts import choices
from campaign.duel.decisions import Kind, parse_decision
from campaign.duel.match import Outcome, seed_in_match
from campaign.duel.view import view
from campaign.files.saves import SaveFolder
from campaign.notation import Seat
from campaign.play.duel_session import DuelSession
from campaign.play.duels import Duel, match_ended
from tests.cli.conftest import Program, new_campaign, put, shipped
from tests.cli.duel_table import after, deals, duel_lines, duels, kinds_at
from tests.cli.table import Person
from tests.duel.builder import Game

SEED = 15
"""A duel in which each player passes, plays, takes and swaps in the first twenty decisions."""
TWO = ("--jekyll", "human", "--hyde", "human")

__all__ = ["shipped"]


def _last(saves: Path, name: str = "duel") -> Duel:
    return duels(saves, name).games[-1]


def _run(program: Program, lines: Sequence[str], *arguments: str) -> Duel:
    ran = program("duel", *arguments, "--moves", "-", typed="\n".join(lines))
    assert (ran.code, ran.err) == (0, "")
    return _last(program.saves)


@pytest.mark.parametrize("bots", [(), (Seat.HYDE,), (Seat.JEKYLL,)])
def test_a_resume_at_every_decision_changes_nothing(program: Program, bots: tuple[Seat, ...]) -> None:
    lines = duel_lines(SEED, bots=bots)
    flags = ["--seed", str(SEED)]
    for seat in Seat.JEKYLL, Seat.HYDE:
        flags += [f"--{seat.word}", "bot:careful" if seat in bots else "human"]
    whole = _run(program, lines, *flags)
    assert whole.ending is not None
    for cut in range(0, len(lines), 1 if len(lines) < 40 else 2):
        SaveFolder(program.saves).delete("duel")
        stopped = _run(program, lines[:cut], *flags)
        assert stopped.ending is None
        assert stopped.decisions == whole.decisions[: len(stopped.decisions)]
        assert _run(program, lines[cut:]) == whole, cut


def test_the_prompt_of_each_kind_names_what_is_due(program: Program) -> None:
    """DU5, DU7, DU14 and DU15, as a resume finds them; what the first player has chosen is not told the second."""
    lines = duel_lines(SEED)
    asked = {
        Kind.PASSES: r"pass 1 card to (Jekyll|Hyde)(, a potion among them)? \(DU5\)",
        Kind.PLAYS: r"(play|lead):",
        Kind.TAKES: r"take one of (Jekyll|Hyde)'s tricks, by its number \(DU14\)",
        Kind.SWAPS: r"swap 2 cards with (Jekyll|Hyde) \(DU15\)",
    }
    kinds = kinds_at(SEED, lines)
    assert {kind for kind, _ in kinds} == set(asked)
    for (kind, seat), number in kinds.items():
        _run(program, lines[:number], *TWO, "--seed", str(SEED))
        ran = program("duel")
        assert ran.code == 0
        assert "Recap: Jekyll (Player 1) against Hyde (Player 2), round 1, " in ran.out
        assert re.search(rf"Turn: {seat.title} \(Player [12]\), {asked[kind]}", ran.out), ran.out
        assert ran.out.endswith("Saved. Go on with: campaign duel\n")
        SaveFolder(program.saves).delete("duel")


def test_a_prompt_takes_numbers_cards_names_and_the_notation(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """DU9: a led potion names a colour, typed with it or asked for; DU8 and DU9 bar what does not follow."""
    deals(monkeypatch, "P1 P2 W1 W2 G1 G2 G3 G4 G5 2+", "P3 P4 W3 W4 W5 G6 G7 3+ 4+ 5+")
    program("duel", *TWO, "--seed", "1", "--moves", "-", typed="jekyll passes P1\nhyde passes 5+")
    told = program("duel", typed="2+\nX\nw\nhand\n").out
    assert " Potion 2+ names P, W or G; Enter alone takes it back: " in told
    assert "A colour is P, W or G: Pride, Wrath or Greed (DU9)." in told
    assert "Event: Jekyll names Wrath." in told
    assert "Barred: P3 Pride 3 (no: you hold Wrath, which was named (DU9))" in told
    assert "Trick: Jekyll Potion 2+ naming Wrath  >  you" in told
    told = program("duel", typed="3+\nwhy\nhyde plays W5\nW3 W\n4+ G\n").out
    assert "No: you hold Wrath, which was named (DU9)." in told
    assert "A led potion names a colour: who holds it must play it, and may not play a potion instead (DU9)." in told
    assert "Event: Wrath meets a potion: all rank tokens come off (DU16)." in told
    assert "Event: Hyde wins trick 1." in told
    assert 'No: only a potion that is led names a colour; found "W3 naming" (DU9).' in told
    assert _last(program.saves).decisions[2:] == (
        "jekyll plays 2+ naming W",
        "hyde plays W5",
        "hyde plays 4+ naming G",
    )
    told = program("duel", typed="1\n").out  # the lowest Greed that Jekyll holds, all else being barred
    assert "Event: Jekyll plays Greed 1." in told
    assert "Event: Greed meets a potion: both choose two cards" in told
    assert "Turn: Jekyll (Player 1), swap 2 cards with Hyde (DU15):" in told


def test_a_potion_taken_back_is_not_played(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    deals(monkeypatch, "P1 P2 W1 W2 G1 G2 G3 G4 G5 2+", "P3 P4 W3 W4 W5 G6 G7 3+ 4+ 5+")
    program("duel", *TWO, "--seed", "1", "--moves", "-", typed="jekyll passes P1\nhyde passes 5+")
    assert program("duel", typed="2+\n\nquit\n").code == 0
    assert program("duel", typed="2+\nquit\n").code == 0
    assert len(_last(program.saves).decisions) == 2


def test_words_answer_and_those_of_the_campaign_are_refused_in_a_sentence(program: Program) -> None:
    lines = duel_lines(SEED)
    _run(program, lines[:30], *TWO, "--seed", str(SEED))
    for word, beginning in (
        ("hand", "Hand: "),
        ("table", "Track: marker on "),
        ("tricks", "Trick 1: "),
        ("mine", "Passed: "),
        ("ranks", "Ranks: "),
        ("track", "Track: marker on "),
        ("rules", "Aim: Hyde wins at once"),
        ("why", "Trick "),
        ("last", "Last: "),
        ("help", "hand: your hand"),
        ("concede", "Nobody concedes a duel"),
        ("city", "A duel has no City"),
        ("hint", "Hint: "),
    ):
        told = program("duel", typed=f"{word}\n").out
        answer = told.split("hyde > \n")[1]
        assert any(line.startswith(beginning) for line in answer.splitlines()), word
    assert _last(program.saves).decisions == tuple(lines[:30])


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("hyde passes W1", 'what is due is Jekyll to pass cards to the opponent; found "hyde" (DU5)'),
        ("jekyll passes P1 P2", "Jekyll passes exactly 1 card; found 2 (DU5)"),
        ("jekyll passes P3", "Jekyll does not hold P3 (DU5)"),
        ("jekyll passes P1", "who holds two potions or more passes one at least: 2+ 3+ (DU5)"),
        ("jekyll plays P1", 'what is due is Jekyll to pass cards to the opponent; found "jekyll plays P1" (DU5)'),
        ("concede", "a decision is such as: jekyll passes P1 W2, hyde plays P3, hyde plays 3+ naming W"),
    ],
)
def test_a_refused_line_stops_with_its_number_and_rule(
    program: Program, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, line: str, said: str
) -> None:
    deals(monkeypatch, "P1 P2 W1 W2 G1 G2 G3 G4 2+ 3+", "P3 P4 W3 W4 W5 G5 G6 G7 4+ 5+")
    moves = tmp_path / "moves.txt"
    moves.write_text(f"# the first round\n{line}\n", "utf-8")
    ran = program("duel", *TWO, "--seed", "1", "--moves", str(moves))
    assert ran.code == 1
    assert ran.err.startswith(f"{moves}:2: {said}")
    assert _last(program.saves).decisions == ()


def test_the_lines_before_a_refused_one_stay_and_lines_after_the_end_are_refused(program: Program) -> None:
    lines = duel_lines(22)
    ran = program("duel", *TWO, "--seed", "22", "--moves", "-", typed="\n".join([*lines[:5], "hyde takes 9"]))
    assert ran.code == 1
    assert ran.err.startswith("standard input:6: ")
    assert _last(program.saves).decisions == tuple(lines[:5])
    ran = program("duel", "--moves", "-", typed="\n".join([*lines[5:], "jekyll plays P1"]))
    assert (ran.code, ran.err) == (1, 'standard input:22: the duel has ended (DU3); found "jekyll plays P1"\n')
    assert _last(program.saves).ending == Outcome(1, 10)


def test_what_is_typed_wrongly_is_refused_with_2_and_begins_nothing(program: Program) -> None:
    for typed, said in (
        (["--jekyll", "bot:clever"], "--jekyll: a bot is bot:careful, bot:random, bot:thinker"),
        (["--hyde", "Ada"], '--hyde is human, bot, bot:careful, bot:random, bot:thinker; found "Ada"'),
        (["--seed", "x"], "a seed is "),
        (["--think", "0"], "--think is a whole number of milliseconds"),
        (["a/b"], "a save's name"),
        ([""], "a save's name has 1 to "),
    ):
        ran = program("duel", *typed)
        assert ran.code == 2, typed
        assert said in ran.err
    assert not program.saves.exists()
    _run(program, [], *TWO, "--seed", "5")
    for typed, said in (
        (["--seed", "6"], "the duel in progress was dealt from another seed; found --seed 6"),
        (["--return-match"], "the duel in progress is a single one; campaign duel ends it, then --return-match"),
    ):
        ran = program("duel", *typed)
        assert (ran.code, ran.err) == (2, f"{said}\n")
    assert program("duel", "--seed", "5").code == 0


def test_a_campaign_is_played_and_a_duel_is_duelled(program: Program, shipped: object) -> None:
    put(program, "fog", new_campaign(shipped))  # type: ignore[arg-type]
    _run(program, [], *TWO)
    ran = program("duel", "fog")
    assert (ran.code, ran.err) == (2, '"fog" holds a campaign, not duels; campaign play fog goes on with it\n')
    ran = program("play", "duel")
    assert (ran.code, ran.err) == (2, '"duel" holds duels, not a campaign; campaign duel goes on with it\n')
    ran = program("review", "duel")
    assert ran.code == 2
    assert ran.err == '"duel" holds duels, which have no review; campaign replay duel tells one again\n'
    assert "campaign new NAME" not in program("play", "fog").err


@pytest.mark.parametrize(
    ("flags", "seats"),
    [
        ([], ("Player 1", "bot:thinker")),
        (["--hyde", "human"], ("bot:thinker", "Player 1")),
        (["--jekyll", "bot:careful"], ("bot:careful", "Player 1")),
        (["--hyde", "bot:random"], ("Player 1", "bot:random")),
        ([*TWO], ("Player 1", "Player 2")),
    ],
)
def test_with_one_seat_named_the_other_is_the_opposite(
    program: Program, flags: list[str], seats: tuple[str, str]
) -> None:
    assert _run(program, [], *flags, "--seed", "9").seats == seats


def test_a_person_whose_seat_a_bot_takes_moves_to_the_other(program: Program) -> None:
    _run(program, [], "--seed", "9")
    assert _run(program, [], "--jekyll", "bot:careful", "--hyde", "human").seats == ("bot:careful", "Player 1")
    assert _run(program, [], "--jekyll", "human").seats == ("Player 2", "Player 1")
    assert _run(program, [], "--hyde", "bot").seats == ("Player 2", "bot:thinker")


def test_the_end_tells_marker_winner_rule_and_results(program: Program) -> None:
    """DU17 and DU3, by the engine's own outcome of the lines."""
    lines = duel_lines(18)
    ran = program("duel", *TWO, "--seed", "18", "--moves", "-", typed="\n".join(lines))
    end = ran.lines[ran.lines.index("Duel: Jekyll vs. Hyde, the end") :]
    assert end[1] == "Track: marker on 4 of 10; 6 to Hyde's home"
    assert end[2:5] == [
        "Round 1: no difference, it stayed on 0",
        "Round 2: 2 steps, from 0 to 2",
        "Round 3: 2 steps, from 2 to 4",
    ]
    assert end[5] == (
        "Verdict: Jekyll wins: after 3 rounds the marker stands on 4, 6 steps from Hyde's home (DU3). "
        "Player 1 was Jekyll."
    )
    assert end[6:] == [
        "Results: 1 duel: Jekyll won 1, Hyde 0",
        "Player: Player 1 won 1 of 1 (as Jekyll 1 of 1)",
        "Player: Player 2 won 0 of 1 (as Hyde 0 of 1)",
        "Next: another duel: campaign duel",
    ]


def test_a_return_match_turns_the_roles_round_and_tells_its_winner(program: Program) -> None:
    """DU18: in duel 1 Hyde is home in round 1, so who was Hyde there wins unless the other is as quick."""
    second_seed = seed_in_match(22, 2)
    lines = duel_lines(22), duel_lines(second_seed)
    first, second = after(22, lines[0]).ending(), after(second_seed, lines[1]).ending()
    assert first == Outcome(1, 10)
    assert second is not None
    assert second.round > 1
    ran = program("duel", *TWO, "--return-match", "--seed", "22", "--moves", "-", typed="\n".join(lines[0] + lines[1]))
    assert (ran.code, ran.err) == (0, "")
    kept = duels(program.saves)
    assert [(duel.seed, duel.seats, duel.game, duel.of, duel.ending) for duel in kept.games] == [
        (22, ("Player 1", "Player 2"), 1, 2, first),
        (second_seed, ("Player 2", "Player 1"), 2, 2, second),
    ]
    match = match_ended(kept, 2)
    assert match is not None
    assert match.winner == "Player 2"
    assert "Match: The return match goes to Player 2: Player 2 as Hyde was home in round 1; Player 1 as Hyde" in ran.out
    assert "Matches: 1 return match, none drawn" in ran.lines


def test_a_return_match_is_gone_on_with_between_its_duels_and_in_the_second(program: Program) -> None:
    first, second = duel_lines(22), duel_lines(seed_in_match(22, 2))
    flags = (*TWO, "--return-match", "--seed", "22")
    ran = program("duel", *flags, "--moves", "-", typed="\n".join(first))
    assert ran.lines[-1] == "Next: the return duel, Player 2 as Jekyll: campaign duel"
    assert len(duels(program.saves).games) == 1
    assert "the return duel due" in program("list").out
    ran = program("duel", "--seed", "23")
    assert ran.code == 2
    assert ran.err == "the return match in progress was dealt from another seed; found --seed 23\n"
    _run(program, second[:9], "--return-match", "--seed", "22")
    whole = _run(program, second[9:], "--seed", "22")
    assert (whole.game, whole.decisions) == (2, tuple(second))
    assert whole.ending is not None


def test_two_bots_play_a_match_by_themselves(program: Program) -> None:
    ran = program(
        "duel", "bots", "--jekyll", "bot:careful", "--hyde", "bot:random", "--return-match", "--seed", "3", typed=""
    )
    assert (ran.code, ran.err) == (0, "")
    games = duels(program.saves, "bots").games
    assert [duel.seats for duel in games] == [("bot:careful", "bot:random"), ("bot:random", "bot:careful")]
    assert all(duel.ending is not None for duel in games)
    assert ran.lines[-1] == "Next: another duel: campaign duel bots"
    session = DuelSession(3)
    for line in games[0].decisions:
        session.submit(parse_decision(line))
    assert session.ending() == games[0].ending


def test_at_a_terminal_it_asks_who_plays_and_what_comes_next(program: Program) -> None:
    lines = duel_lines(22)
    with Person("duel", "--seed", "22", saves=program.saves) as person:
        person.until("Your name: ")
        person.line("Ada")
        person.until("or Enter for the bot: ")
        person.line("Bert")
        assert "Who is Jekyll?  1  Ada   2  Bert" in person.wait()
        assert "the rules" in person.line("2")
        while "press a key." in person.prompt.casefold():
            person.key("x")
        for line in lines:
            while "press a key." in person.prompt.casefold():
                person.key("x")
            person.line(line)
            if person.prompt.endswith("yes or no:"):
                person.line("yes")
            else:
                person.key("\r")
        shown = person.screen.shown
        assert "Verdict  Hyde wins: in round 1 the marker reached 10, his home (DU3)." in shown
        assert "Player   Bert won 0 of 1 (as Jekyll 0 of 1)" in shown
        assert "Play another duel now, or a return match?" in shown
        assert person.prompt == "yes (Enter) / match / quit >"
        person.line("match")
        assert "Who is Jekyll?  1  Bert   2  Ada" in person.screen.shown
        person.line()
        assert "duel 1 of 2" in person.screen.shown
        assert person.hang_up() == 0
    games = duels(program.saves).games
    assert [(duel.seats, duel.of) for duel in games] == [(("Bert", "Ada"), 1), (("Bert", "Ada"), 2)]


def test_simulated_duels_belong_to_no_save(program: Program) -> None:
    ran = program("duel", "--simulate", "4", "--jekyll", "bot:random", "--hyde", "bot:random", "--seed", "7", "--json")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("{")
    assert not program.saves.exists()
    for typed in (["ab"], ["--moves", "-"], ["--think", "5"]):
        assert program("duel", "--simulate", "4", *typed).code == 2
    ran = program("duel", "--json")
    assert (ran.code, ran.err) == (2, "--workers and --json go with --simulate N\n")


def test_nobody_to_play_begins_nothing(program: Program) -> None:
    with Person("duel", saves=program.saves) as person:
        person.until("Your name: ")
        assert person.hang_up() == 0
        assert "No duel was begun." in person.screen.shown
    assert not program.saves.exists()


@pytest.mark.parametrize("names", [("quit",), ("Ada", "QUIT")])
def test_quit_at_a_name_leaves_and_is_no_name(program: Program, names: tuple[str, ...]) -> None:
    with Person("duel", saves=program.saves) as person:
        person.until("Your name: ")
        for name in names[:-1]:
            person.line(name)
        shown = person.line(names[-1])
        assert "No duel was begun." in shown or "No duel was begun." in person.screen.shown
    assert not program.saves.exists()


def test_cards_that_bring_an_effect_about_say_which_du12() -> None:
    """A potion after a colour brings that colour's effect, a colour after a potion its own; two potions none (DU13)."""
    after_a_colour = Game().lay("W1 P2", "2+ P3 G4").plays("W1")
    assert {one.key: one.reason for one in choices(view(after_a_colour.state, Seat.HYDE))} == {
        "P3": "",
        "G4": "",
        "2+": "Wrath: the ranks come off (DU16)",
    }
    after_a_potion = Game().lay("5+ P2", "3+ P3 G4").plays("5+W")
    assert {one.key: one.reason for one in choices(view(after_a_potion.state, Seat.HYDE))} == {
        "P3": "Pride: the winner takes a trick (DU14)",
        "G4": "Greed: two cards are swapped (DU15)",
        "3+": "",
    }
    leading = Game().lay("5+ P2", "3+ P3")
    assert {one.key: one.reason for one in choices(view(leading.state, Seat.JEKYLL))} == {
        "P2": "",
        "5+": "names a colour, such as 5+ W (DU9)",
    }
