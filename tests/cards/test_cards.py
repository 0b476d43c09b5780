"""Every card as a whole: its file is clean, its words say its idea, and it can be played, resumed and judged."""

from collections.abc import Iterator

import pytest

from campaign.files.chapters import check_paths, load_chapter
from campaign.notation import Seat
from campaign.play.bots import Who, bot_decision
from campaign.play.session import Session, replay
from campaign.rules import state as phases
from campaign.rules.bounds import VERDICT_NAMES
from campaign.rules.chapter import Chapter
from campaign.rules.decisions import Decision
from campaign.rules.events import ObjectiveJudged, objective_verdicts, tell
from campaign.rules.words import rules_in_words
from tests.cards.deals import FOLDER, NUMBERS, card, iv, path_of
from tests.rules.random_play import walk
from tests.rules.test_bounds import is_shown
from tests.test_conformance import check_game

DEFEAT = "or it is a defeat:"
BOTH = "the two players' counts of tricks"
REACTION = "the number of reactions of {} that take effect is at least 1"
DEALT = "Each player is dealt 12 cards and gives {} to the City; the other 4 are the Reserve. 8 tricks."
ALL_THREE = f"{REACTION.format('Ruse')}, {REACTION.format('Fear')} and {REACTION.format('Manipulation')}"
WORDS = {
    1: (
        f"Objective ahead, {DEFEAT} In each round the number of tricks won by the leading character is more than the "
        "number of tricks won by the other character."
    ),
    2: (f"Objective draught, {DEFEAT} Over the chapter the smaller of {BOTH} won with a potion is at least 1."),
    3: (
        f"Objective no-double-dose, {DEFEAT} In each round the number of tricks won by the players holding at least 2 "
        "potions is exactly 0."
    ),
    4: "The leading character may not lead a trick with a potion.",
    5: (
        f"Objective last-word, {DEFEAT} In each round the number of tricks won by the other character in the last "
        "trick is exactly 1."
    ),
    6: "After the round Scotland Yard moves 1 step forward.",
    7: "After the round Scotland Yard moves 1 step forward for every 2 tricks won by the City this round.",
    8: "The ranks are set from the start, low to high: Manipulation < Fear < Ruse.",
    9: "The first colour to appear takes the highest rank, the second the middle, the third the lowest.",
    10: "Round 2: The ranks start as the round before left them.",
    11: (
        "The City's deck is not shuffled: highest numbers on top, equal numbers in the order Fear, Ruse, "
        "Manipulation, potion."
    ),
    12: "The City's deck lies face up, in its order, from the first trick on.",
    13: f"{DEALT.format(3)}\n2 cards of the Reserve join the City unseen.",
    14: "Each player must give all 1s they hold.",
    15: "A reaction of Ruse: a player hands the City the trick they won last.",
    16: "At most 2 reactions a round take effect; the rest are cancelled.",
    17: ("Only the leading character resolves reactions.\nThe players may not talk while a reaction is resolved."),
    18: f"After the round Scotland Yard moves forward by the difference between {BOTH} lying before them this round.",
    19: f"Objective balance, {DEFEAT} In some round the difference between {BOTH} won is exactly 0.",
    20: f"Objective no-seven, {DEFEAT} In each round the number of tricks won by the players with a 7 is exactly 0.",
    21: (
        "3 rounds. Jekyll & Hyde start on space 1 and must stand on space 10 after the last one. Scotland Yard starts "
        "on space 0."
    ),
    22: (
        f"Round 1: Objective half-way, {DEFEAT} In this round the number of the space on which Jekyll & Hyde stand is "
        "at least 6."
    ),
    23: "Round 2: A player may not play a potion when able to follow.",
    24: f"Objective all-three, {DEFEAT} Over the chapter {ALL_THREE}.",
    25: (
        f"Objective city-first, {DEFEAT} In each round the number of tricks won by the City in the first trick is "
        "exactly 1."
    ),
    26: (
        "After the round Jekyll & Hyde move 1 step forward for each potion in tricks lying before the players this "
        "round."
    ),
    27: (
        f"After the round Scotland Yard moves 1 step back, if the smaller of {BOTH} won with a 7 this round is at "
        "least 1."
    ),
    28: "Round 1: A reaction of Fear: nothing happens.\nRound 2: A reaction of Manipulation: nothing happens.",
}
"""The sentences that a card adds to the rules in words, a line each."""
INSTEAD = {
    13: DEALT.format(4),
    14: "Each player must give all cards with the Jekyll & Hyde icon (8) they hold.",
    21: (
        "2 rounds. Jekyll & Hyde start on space 4 and must stand on space 10 after the last one. Scotland Yard starts "
        "on space 0."
    ),
}
"""What a card's words stand in the place of; the other cards only add to chapter IV."""
SEEDS = range(10)


def test_each_card_has_its_file_and_each_file_its_card() -> None:
    assert sorted(FOLDER.glob("*.toml")) == [path_of(number) for number in NUMBERS]
    assert sorted(WORDS) == list(NUMBERS)
    assert len({card(number).title for number in NUMBERS}) == len(NUMBERS)


@pytest.mark.parametrize("number", NUMBERS)
def test_a_card_checks_clean_and_says_its_idea_and_no_more(number: int) -> None:
    assert check_paths([path_of(number)]) == []
    file = load_chapter(path_of(number))
    assert path_of(number).read_text(encoding="utf-8").splitlines()[2] == 'extends = "iv"'
    words, usual = rules_in_words(file.chapter), rules_in_words(iv())
    assert "\n".join(line for line in words if line not in usual) == WORDS[number]
    assert "\n".join(line for line in usual if line not in words) == INSTEAD.get(number, "")


@pytest.mark.parametrize("number", NUMBERS)
def test_random_games_of_a_card_conform(number: int) -> None:
    for seed in SEEDS:
        check_game(card(number), seed)


def decide(bot: str, session: Session, seat: Seat | None) -> Decision:
    """Return a bot's decision; in a joint one Jekyll's wish counts."""
    seen = session.sight(Seat.JEKYLL if seat is None else seat)
    return bot_decision(Who(bot, bot=True), seen, seed=session.seed, number=len(session.decisions))


def played(chapter: Chapter, seed: int, bot: str) -> Session:
    """Return a game that two bots have played to its end."""
    session = Session(chapter, seed)
    while (asked := session.due) is not None:
        session.submit(decide(bot, session, asked.seat))
    return session


@pytest.mark.parametrize("number", NUMBERS)
def test_both_bots_play_a_card_to_an_end(number: int) -> None:
    for bot in ("random", "careful"):
        assert played(card(number), number, bot).ending() is not None


@pytest.mark.parametrize("number", NUMBERS)
def test_a_card_resumed_at_any_decision_ends_alike(number: int) -> None:
    whole = played(card(number), 100 + number, "random")
    lines = [str(decision) for decision in whole.decisions]
    # Each game goes on with the bots' own choices for a while, which a resume must not change, then as it was played.
    for at in range(len(lines) + 1):
        resumed = replay(card(number), whole.seed, lines[:at], ())
        for line in lines[at : at + 2]:
            asked = resumed.due
            assert asked is not None
            wish = decide("random", resumed, asked.seat)
            assert str(wish) == line
            resumed.submit(wish)
        for decision in whole.decisions[at + 2 :]:
            resumed.submit(decision)
        assert (resumed.ending(), resumed.fingerprints) == (whole.ending(), whole.fingerprints)
        assert resumed.events == whole.events


def shown(chapter: Chapter, seed: int) -> Iterator[tuple[int, dict[str, str], list[ObjectiveJudged]]]:
    """Yield, as a random game goes, the round, how its objectives stand, and what was judged at a round's end."""
    for before, state in walk(chapter, seed):
        if before.phase == phases.BEGIN_ROUND:
            continue
        told = list(tell(chapter, before, state)) if before.phase == phases.END_ROUND else []
        judged = [event for event in told if isinstance(event, ObjectiveJudged)]
        if judged or is_shown(state):
            stand = {} if judged else objective_verdicts(chapter, state)
            yield int(before.round), {name: VERDICT_NAMES[found] for name, found in stand.items()}, judged


@pytest.mark.parametrize("number", [1, 2, 3, 5, 19, 20, 22, 24, 25])
def test_what_an_objective_was_said_to_be_it_stays(number: int) -> None:
    chapter = card(number)
    kinds: set[str] = set()
    settled_early = 0
    for seed in range(40):
        settled: dict[tuple[int, str], str] = {}
        for round_number, stand, judged in shown(chapter, seed):
            key = 0 if chapter.objectives else round_number
            found = stand | {event.id: event.verdict for event in judged}
            for name, verdict in found.items():
                old = settled.get((key, name), "open")
                assert old in {"open", verdict}, f"{name} was {old} and is {verdict}, seed {seed}"
                settled_early += old == "open" and verdict != "open" and not judged
                settled[key, name] = verdict
                kinds.add(verdict)
    assert settled_early > 0
    assert {"open", "failed"} <= kinds
