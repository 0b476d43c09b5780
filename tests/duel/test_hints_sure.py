"""What a hint in a duel calls sure happens in every world that fits what the seat knows."""

from collections import Counter

import pytest

from campaign.cards import Chance, cards_in
from campaign.duel import state as phases
from campaign.duel import step
from campaign.duel.decisions import Kind
from campaign.duel.rollouts import random_choice
from campaign.duel.sight import sight
from campaign.duel.state import NAMED_SHIFT, TOOK_EFFECT, State, hand_of
from campaign.duel.tricks import follows
from campaign.notation import DuelSuit, Seat, parse_duel_card
from campaign.play.duel_hints import duel_hint, possible_answers, sure_of
from campaign.play.duel_session import DuelSession
from tests.duel.builder import Game, mask, texts
from tests.duel.random_play import core_choices, walk
from tests.duel.sessions import step as random_step
from tests.duel.test_bot_worlds import worlds_of

Sure = tuple[Seat | None, DuelSuit | None, tuple[int, int] | None]
JEKYLL, HYDE = Seat.JEKYLL, Seat.HYDE
PRIDE, WRATH, GREED = DuelSuit.PRIDE, DuelSuit.WRATH, DuelSuit.GREED


def sure(game: Game, text: str) -> Sure:
    """Return what is sure of a card of the seat due; ``3+W`` is a led potion naming W."""
    word, plus, named = text.partition("+")
    colour = "PWG".index(named) if named else 0
    card = parse_duel_card(f"{word}{plus}")
    return sure_of(sight(game.state, game.state.seat), card.index | colour << NAMED_SHIFT)


def answers(game: Game, text: str, named: str = "P") -> set[str]:
    """Return what the opponent may answer to a card that the seat due leads."""
    choice = parse_duel_card(text).index | "PWG".index(named) << NAMED_SHIFT
    return texts(possible_answers(sight(game.state, game.state.seat), choice))


def ended(state: State, choice: int, chance: Chance) -> Sure:
    """Return what comes of a card that ends a trick, chance choosing what its effect asks."""
    seat = int(state.seat)
    end = state.copy()
    before = len(state.tricks)
    step.choose(end, choice)
    while len(end.tricks) == before:
        if end.phase < phases.FIRST_CHANCE:
            step.step(end)
        else:
            step.choose(end, random_choice(end, chance))
    packed = end.tricks[-1]
    effect = packed >> phases.EFFECT_SHIFT & 7
    own = int(step.held_tricks(end, seat))
    counts = own, before + 1 - own
    won = Seat(packed >> phases.WINNER_SHIFT & 3)
    return won, DuelSuit(effect & 3) if effect & TOOK_EFFECT else None, counts


def holds(said: Sure, happened: Sure) -> bool:
    """Return whether all that was said came true; an effect that was not said may have come, or not."""
    return all(one is None or one == other for one, other in zip(said, happened, strict=True))


def test_what_is_called_sure_happens_in_every_world_that_fits_du4() -> None:
    said: Counter[str] = Counter()
    for seed in range(40):
        chance = Chance(seed)
        for _, state in walk(seed):
            if state.phase != phases.CARD:
                continue
            seat = Seat(state.seat)
            seen = sight(state, seat)
            here = [state, *worlds_of(state, seat, 3)]
            for choice in core_choices(state):
                told = sure_of(seen, choice)
                if state.laid == 1:
                    assert told == ended(state, choice, chance)
                    continue
                possible = possible_answers(seen, choice)
                for world in here:
                    led = world.copy()
                    step.choose(led, choice)
                    allowed = int(follows(hand_of(led, led.seat), led.first, led.named))
                    assert allowed & ~possible == 0
                    for answer in cards_in(allowed):
                        winner, effect, counts = ended(led, answer, chance)
                        assert counts is not None
                        assert holds(told, (winner, effect, counts[::-1]))
                said["winner"] += told[0] is not None
                said["effect"] += told[1] is not None
                said["counts"] += told[2] is not None
                said["open"] += told == (None, None, None)
    assert min(said.values()) > 100
    assert len(said) == 4


def test_what_a_hint_says_of_its_own_choice_comes_true() -> None:
    told: Counter[str] = Counter()
    for seed in range(4):
        session, chance = DuelSession(seed), Chance(seed)
        while (due := session.due) is not None:
            found = duel_hint(session.sight(due.seat), seed=seed, number=len(session.decisions), worlds=1)
            only = len(core_choices(session.state)) == 1
            assert found.only is only
            before = len(session.table().tricks)
            number = session.round
            session.submit(found.decision)
            if found.tricks is None:
                continue
            while session.due is not None and session.round == number and len(session.table().tricks) == before:
                random_step(session, chance)
            if session.round == number and session.due is not None:
                tricks = session.table().tricks
                own = sum(trick.holder is due.seat for trick in tricks)
                assert found.tricks == (own, len(tricks) - own)
                assert found.trick_to is tricks[-1].winner
                told[due.kind] += 1
    assert set(told) == {Kind.PLAYS, Kind.TAKES}


@pytest.mark.parametrize(
    ("led", "card", "expected"),
    [
        ("P5", "P7", (HYDE, None, (1, 0))),  # DU11
        ("P5", "P2", (JEKYLL, None, (0, 1))),
        ("P5", "3+", (JEKYLL, None, (0, 1))),  # DU12 and DU14: nothing lies there to be taken
        ("W2", "3+", (HYDE, WRATH, (1, 0))),  # DU16
        ("G1", "3+", (HYDE, GREED, (1, 0))),  # DU15
        ("2+W", "3+", (HYDE, None, (1, 0))),  # DU13
        ("2+P", "P7", (HYDE, None, (1, 0))),
        ("2+P", "P2", (JEKYLL, None, (0, 1))),  # a potion beats the equal number
    ],
)
def test_of_an_answer_all_is_sure_du11_to_du16(led: str, card: str, expected: Sure) -> None:
    game = Game().lay("P5 W2 G1 2+ W5", "P7 P2 3+ 4+ 5+").plays(led)
    assert sure(game, card) == expected


def test_pride_counts_in_the_tricks_that_a_card_makes_du14() -> None:
    game = Game().lay("P6 P3 P1 G1", "P5 5+ W1 W2").plays("P6 P5 P3")  # Jekyll has won one, and led again
    assert sure(game, "5+") == (HYDE, PRIDE, (2, 0))
    game = Game().lay("P6 G3 P1 5+", "P5 P4 G6 G7").plays("P6 P5 G3 G6 G7")  # one each, Jekyll answers with a potion
    assert sure(game, "5+") == (HYDE, GREED, (1, 2))
    game = Game().lay("P6 G3 P1 5+", "P5 G6 P7 P4").plays("P6 P5 G3 G6 P7")
    assert sure(game, "P1") == (HYDE, None, (1, 2))


def test_greed_in_the_last_trick_leaves_nothing_to_swap_du15() -> None:
    game = Game().lay("G1", "3+").plays("G1")
    assert sure(game, "3+") == (HYDE, None, (1, 0))


def test_a_card_that_no_answer_beats_wins_for_sure_du8() -> None:
    """DU5: Hyde must hold the P1 that Jekyll passed, so he must play Pride or a potion."""
    dealt = "P1 P7 W1 W2 W3 G1 G2 G3 G4 G5"
    game = Game().deal(dealt, "P2 P3 P4 P5 W4 W5 W6 G6 G7 2+").do("jekyll passes P1", "hyde passes P5")
    assert answers(game, "P7") == {"P1", "P2", "P3", "P4", "P6", "2+", "3+", "4+", "5+"}
    assert sure(game, "P7")[0] is JEKYLL
    game = Game().deal(dealt, "P2 P3 P4 P5 W4 W5 W6 G6 G7 2+").do("jekyll passes W1", "hyde passes 2+")
    assert {"W1", "G6", "W4"} <= answers(game, "P7")  # nine cards that are not Pride are left for his other nine
    assert sure(game, "P7") == (None, None, None)
    game = Game().deal(dealt, "P2 P3 P4 P5 W4 W5 W6 G6 G7 2+").do("jekyll passes W1", "hyde passes P5")
    assert not {"W1", "G6", "W4"} & answers(game, "P7")  # seven, for of potions he was dealt one at most (DU5)
    assert sure(game, "P7")[0] is JEKYLL


def test_a_card_that_every_answer_beats_loses_for_sure_du8() -> None:
    dealt = "P1 P2 W1 W2 W3 G1 G2 G3 G4 G5"
    game = Game().deal(dealt, "P3 P4 P5 P6 W4 W5 W6 G6 G7 2+").do("jekyll passes P2", "hyde passes P3")
    assert sure(game, "P1") == (HYDE, None, (0, 1))  # a potion may come, and Pride would find nothing to take


def test_a_potion_that_names_what_the_opponent_surely_holds_du9() -> None:
    dealt = "W1 W4 W5 W6 W7 G1 G2 G3 P1 3+"
    game = Game().deal(dealt, "P2 P3 P4 P5 W2 W3 P6 G6 G7 2+").do("jekyll passes W1", "hyde passes G7")
    assert answers(game, "3+", "W") == {"W1", "W2", "W3"}
    assert sure(game, "3+W") == (JEKYLL, WRATH, (1, 0))  # a potion beats the equal number (DU12)
    assert answers(game, "3+", "P") == {"P2", "P3", "P4", "P5", "P6", "P7"}
    game = Game().deal(dealt, "P2 P3 P4 P5 W2 W3 P6 G6 G7 2+").do("jekyll passes W7", "hyde passes G7")
    assert sure(game, "3+W") == (None, WRATH, None)
    game = Game().deal(dealt, "P2 P3 P4 P5 W2 W3 P6 G6 G7 2+").do("jekyll passes G1", "hyde passes G7")
    assert sure(game, "3+G") == (None, GREED, None)  # G1 or more: cards are left to swap (DU15)


def test_a_proven_void_is_reckoned_with_du8() -> None:
    game = Game().lay("P7 P1 3+ W7", "W1 W2 G1 G2").plays("P7 W1")  # Wrath ranks above Pride: Hyde leads on
    game.plays("W2 W7")
    assert not answers(game, "P1") & {"P2", "P3", "P4", "P5", "P6"}
    assert {"G1", "5+"} <= answers(game, "P1")
    assert sure(game, "3+P")[0] is None


def test_potions_that_were_not_passed_are_reckoned_with_du5() -> None:
    """Hyde passed no potion, so he was dealt one at most: with it played, none can answer."""
    game = Game().deal("P1 P2 P3 W1 W2 W3 G1 G2 G3 2+", "P4 P5 P6 W4 W5 W6 G4 G5 G6 3+")
    game.do("jekyll passes P1", "hyde passes G6").plays("P2 3+")
    game.plays("W4 W1 W5 W2" if game.state.seat == HYDE else "W1 W4 W5 W2")
    while game.state.seat != JEKYLL or game.state.laid:
        step.apply(game.state, random_choice(game.state, Chance(1)))
    assert not possible_answers(sight(game.state, JEKYLL), parse_duel_card("G1").index) & mask("3+ 4+ 5+")
