"""A round and a duel: the deal (DU4), passing (DU5), who leads (DU6, DU7), the marker (DU17), the end (DU2, DU3)."""

import pytest

from campaign.cards import DUEL_DECK, DUEL_DECK_SIZE, HYDE, JEKYLL, duel_value_of
from campaign.duel import step
from campaign.duel.events import AsideDealt, Dealt, Ended, MarkerMoved, Passed, RoundBegan, event_json, tell
from campaign.duel.record import DECK_ORDER, deal_of, fingerprint, problems
from campaign.duel.rounds import winner
from campaign.duel.state import BEGIN_ROUND, DEAL, END_ROUND, OVER, PASS, State
from campaign.notation import DuelSuit, Seat, duel_cards_of, parse_duel_card
from tests.duel.builder import HANDS, Game, NotAllowedError, mask, snapshot, texts, told

ROUND = "P5 P6 W7 W1 W6 W2 W5 W3 G5 G1 G4 G2 G3 W4 P7 P2 P1 P3 P4 2+"
"""A round of ``HANDS`` after P1 and P5 were passed: Hyde wins tricks 1 to 8, Jekyll 9 and 10, which Pride reacts to."""


def scored(hyde: int, *, marker: int = 0, number: int = 1) -> Game:
    """Return a duel after a round in which so many tricks lay before Hyde at the end."""
    game = Game(number=number, marker=marker).deal()
    state = game.state
    state.tricks = (0,) * 10
    state.owners = (1 << hyde) - 1
    state.phase = END_ROUND
    game.events.clear()
    game.run()
    return game


def test_the_deck_is_three_colours_of_seven_and_four_potions_du1() -> None:
    cards = duel_cards_of(DUEL_DECK)
    expected = [f"{letter}{number}" for letter in "PWG" for number in range(1, 8)] + ["2+", "3+", "4+", "5+"]
    assert [str(card) for card in cards] == expected
    assert len(cards) == DUEL_DECK_SIZE == 25
    assert [int(duel_value_of(card.index)) for card in cards] == [*range(1, 8)] * 3 + [2, 3, 4, 5]
    assert [card.suit for card in cards[::7]] == [DuelSuit.PRIDE, DuelSuit.WRATH, DuelSuit.GREED, DuelSuit.POTION]


def test_the_marker_starts_on_jekylls_home_of_a_track_to_ten_du2() -> None:
    assert Game().table.marker == 0
    assert scored(10).table.marker == 10


@pytest.mark.parametrize(
    ("marker", "hyde", "number", "lands", "wins"),
    [
        (0, 10, 1, 10, "hyde"),  # straight home
        (8, 6, 2, 10, "hyde"),  # reached exactly
        (8, 0, 2, 10, "hyde"),  # would pass it
        (9, 4, 3, 10, "hyde"),  # in the last round too
        (8, 5, 3, 8, "jekyll"),
        (0, 5, 3, 0, "jekyll"),
        (6, 6, 3, 8, "jekyll"),
        (6, 6, 2, 8, None),
        (0, 9, 1, 8, None),
    ],
)
def test_hyde_wins_at_once_on_ten_and_jekyll_after_three_rounds_du3(
    marker: int, hyde: int, number: int, lands: int, wins: str | None
) -> None:
    game = scored(hyde, marker=marker, number=number)
    assert game.state.marker == lands
    assert (game.state.phase == OVER) == (wins is not None)
    if wins is None:
        assert (game.state.phase, game.state.round) == (DEAL, number + 1)
        assert told(game, Ended) == []
        assert game.table.winner is None
    else:
        assert told(game, Ended) == [Ended(Seat[wins.upper()], number)]
        assert game.table.winner is Seat(winner(game.state)) is Seat[wins.upper()]
        assert (game.due, step.legal(game.state)) == (None, 0)
        assert game.refused("hyde plays P1") == "the duel has ended (DU3)"


def test_ten_cards_each_and_five_set_aside_du4() -> None:
    game = Game()
    assert (game.due, game.state.phase) == (None, DEAL)
    assert game.refused("jekyll passes P1") == "no decision is due (DU3)"
    game.deal()
    assert game.hand(Seat.JEKYLL) == set(HANDS[0].split())
    assert game.hand(Seat.HYDE) == set(HANDS[1].split())
    assert texts(int(game.state.aside)) == {"G6", "G7", "3+", "4+", "5+"}
    assert (game.table.hand_sizes, game.table.aside_size) == ((10, 10), 5)
    assert [event_json(one, None)["seat"] for one in game.events[-3:]] == ["jekyll", "hyde", "aside"]
    assert [type(one) for one in game.events] == [RoundBegan, Dealt, Dealt, AsideDealt]


def test_a_shuffled_deck_is_dealt_from_the_top_du4() -> None:
    jekyll, hyde = deal_of(list(reversed(DECK_ORDER)))
    assert texts(jekyll) == {"5+", "4+", "3+", "2+", "G7", "G6", "G5", "G4", "G3", "G2"}
    assert texts(hyde) == {"G1", "W7", "W6", "W5", "W4", "W3", "W2", "W1", "P7", "P6"}


@pytest.mark.parametrize(
    ("number", "jekyll", "hyde"), [(1, "P1", "P5"), (2, "P1 G2", "P5 2+"), (3, "P1 P2 G2", "P5 P6 G5")]
)
def test_as_many_cards_are_passed_as_the_rounds_number_du5(number: int, jekyll: str, hyde: str) -> None:
    game = Game(number=number).deal()
    assert game.due == "jekyll passes"
    size = f"exactly {number} card{'s' * (number > 1)}; found {number + 1} (DU5)"
    assert game.refused("jekyll passes " + " ".join(HANDS[0].split()[: number + 1])) == f"Jekyll passes {size}"
    game.do(f"jekyll passes {jekyll}")
    assert game.due == "hyde passes"
    # Both at the same time: nothing has changed hands yet, so Hyde cannot pass on what Jekyll passes.
    assert game.hand(Seat.JEKYLL) == set(HANDS[0].split())
    assert told(game, Passed) == []
    more = f"hyde passes {' '.join((*jekyll.split()[:1], *HANDS[1].split()[1:number]))}"
    assert game.refused(more) == "Hyde does not hold P1 (DU5)"
    game.do(f"hyde passes {hyde}")
    assert game.hand(Seat.JEKYLL) == set(HANDS[0].split()) - set(jekyll.split()) | set(hyde.split())
    assert game.hand(Seat.HYDE) == set(HANDS[1].split()) - set(hyde.split()) | set(jekyll.split())
    assert [event_json(one, None)["cards"] for one in told(game, Passed)] == [jekyll.split(), hyde.split()]
    assert game.due == "jekyll plays"


POTIONS = "P1 P2 P3 P4 W1 W2 W3 W4 2+ 3+"


def test_who_holds_two_potions_passes_one_at_least_du5() -> None:
    hyde = "P5 P6 P7 W5 W6 W7 G3 G4 G5 4+"
    game = Game().deal(POTIONS, hyde)
    reason = "who holds two potions or more passes one at least: 2+ 3+ (DU5)"
    assert game.refused("jekyll passes P1") == reason
    assert game.legal() == {"2+", "3+"}
    game.do("jekyll passes 3+")
    assert game.legal() == set(hyde.split())  # one potion binds nobody
    game = Game(number=2).deal(POTIONS, "P5 P6 P7 W5 W6 W7 G3 4+ G5 5+")
    assert game.refused("jekyll passes P1 W4") == reason
    assert game.legal() == set(POTIONS.split())
    for cards in ("P1 2+", "2+ 3+"):
        assert game.refused(f"jekyll passes {cards}") is None
    # What counts is the hand that was dealt: Hyde holds two whatever he is about to get.
    game.do("jekyll passes 2+ 3+")
    assert game.refused("hyde passes P5 P6") == "who holds two potions or more passes one at least: 4+ 5+ (DU5)"


def test_the_same_card_is_not_passed_twice_du5() -> None:
    game = Game(number=2).deal()
    assert game.refused("jekyll passes P1 P1") == "each card is another one; found P1 twice (DU5)"


@pytest.mark.parametrize("marker", range(10))
def test_jekyll_leads_up_to_four_and_hyde_from_five_on_du6(marker: int) -> None:
    game = scored(5, marker=marker)
    leads = Seat.JEKYLL if marker <= 4 else Seat.HYDE
    assert told(game, RoundBegan) == [RoundBegan(2, leads)]
    game.deal().do("jekyll passes P1 P2", "hyde passes P5 P6")
    assert game.due == f"{leads.word} plays"
    assert game.table.leading is leads


def test_who_won_a_trick_leads_the_next_and_after_ten_the_round_ends_du7() -> None:
    game = Game().deal().do("jekyll passes P1", "hyde passes P5")
    cards = ROUND.split()
    leaders = ""
    for number in range(10):
        leaders += Seat(game.state.seat).title[0]
        game.plays(" ".join(cards[2 * number : 2 * number + 2]))
    assert leaders == "JHHHHHHHHJ"
    assert game.winners() == "HHHHHHHHJ"
    assert game.due == "jekyll takes"
    game.do("jekyll takes 4")
    assert (game.state.round, game.state.phase) == (2, DEAL)
    # Jekyll had tricks 4, 9 and 10: 3 to 7 (DU17).
    assert told(game, MarkerMoved) == [MarkerMoved(4, 0, 4)]
    assert told(game, RoundBegan) == [RoundBegan(1, Seat.JEKYLL), RoundBegan(2, Seat.JEKYLL)]


@pytest.mark.parametrize("hyde", range(11))
def test_the_marker_moves_by_the_difference_whoever_won_more_du17(hyde: int) -> None:
    game = scored(hyde)
    steps = {0: 10, 1: 8, 2: 6, 3: 4, 4: 2, 5: 0, 6: 2, 7: 4, 8: 6, 9: 8, 10: 10}[hyde]
    assert game.state.marker == steps
    assert told(game, MarkerMoved) == [MarkerMoved(steps, 0, steps)]


def test_the_marker_tells_the_steps_really_made_du17_du3() -> None:
    assert told(scored(9, marker=7), MarkerMoved) == [MarkerMoved(3, 7, 10)]


def test_a_new_round_clears_the_table_du7_du10() -> None:
    game = Game().deal().do("jekyll passes P1", "hyde passes P5").plays(ROUND).do("jekyll takes 1")
    state = game.state
    assert (state.ranks, state.owners, state.tricks, state.swaps, state.passes, state.laid) == (0, 0, (), (), 0, 0)
    assert game.table.hand_sizes == (0, 0)
    game.deal().do("jekyll passes P2 P3", "hyde passes P5 P6")
    assert (game.table.ranks, game.table.tricks) == ("", ())


def test_a_decision_of_another_seat_or_kind_is_refused() -> None:
    game = Game().deal()
    assert game.refused("hyde passes P5") == 'what is due is Jekyll to pass cards to the opponent; found "hyde" (DU5)'
    assert game.refused("jekyll plays P1") == (
        'what is due is Jekyll to pass cards to the opponent; found "jekyll plays P1" (DU5)'
    )
    game.do("jekyll passes P1", "hyde passes P5")
    assert game.refused("hyde plays P6") == 'what is due is Jekyll to play a card; found "hyde" (DU7)'
    with pytest.raises(NotAllowedError, match="DU7"):
        game.do("hyde plays P6")


def test_a_copy_is_independent() -> None:
    game = Game().deal().do("jekyll passes P1", "hyde passes P5").plays("P5 P6")
    kept = game.state.copy()
    before = fingerprint(kept)
    assert before == fingerprint(game.state)
    game.plays("W7 W1")
    assert fingerprint(kept) == before != fingerprint(game.state)


def test_a_copy_holds_every_field_and_a_fingerprint_tells_each_apart() -> None:
    state = Game(number=2, marker=4).deal().do("jekyll passes P1 P2", "hyde passes P5 P6").plays("W1 W5 W6").state
    for name, value in snapshot(state).items():
        other = state.copy()
        assert snapshot(other) == snapshot(state)
        setattr(other, name, (*value, 5) if isinstance(value, tuple) else value + 1)  # type: ignore[operator]
        assert getattr(other.copy(), name) == getattr(other, name) != getattr(state, name)
        if name != "second":  # no card lies there yet
            assert fingerprint(other) != fingerprint(state), name


def test_broken_states_are_told() -> None:
    state = Game().deal().state
    assert problems(state) == []
    state.hand_hyde |= mask("P1")
    state.hand_jekyll ^= mask("G2")
    assert problems(state) == [
        f"card {parse_duel_card('P1').index} lies in Jekyll's hand and in Hyde's hand",
        f"card {parse_duel_card('G2').index} lies nowhere",
    ]
    state = Game().deal().state
    state.hand_hyde |= 1 << 7
    state.offers = mask("P5")
    state.marker = 11
    state.owners = 1
    assert problems(state) == [
        "card 7 is none of the deck",
        "a card is offered by a player who does not hold it",
        "the marker on space 11, off the track",
        "a trick lies before Hyde that has not been played",
    ]
    state = Game(number=2).state
    state.phase = OVER
    assert problems(state) == ["the end in round 2 with the marker on 0"]


def test_nothing_is_told_of_what_has_ended() -> None:
    state = scored(10).state
    with pytest.raises(ValueError, match="has ended"):
        list(tell(state, state))


def test_the_quick_door_goes_on_by_itself() -> None:
    state = State()
    assert state.phase == BEGIN_ROUND
    step.advance(state)
    assert (state.phase, state.round) == (DEAL, 1)
    step.deal(state, mask(HANDS[0]), mask(HANDS[1]))
    assert (state.phase, state.seat) == (PASS, JEKYLL)
    step.apply(state, mask("P1"))
    assert state.seat == HYDE
    step.apply(state, mask("P5"))
    assert step.legal(state) == mask("P2 P3 P4 P5 W1 W2 W3 W4 G1 G2")
