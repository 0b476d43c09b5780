"""Which choices a search tries, and in which order: of cards alike in all that matters one, the likeliest first."""

from typing import Final

from mypy_extensions import i64

from campaign.cards import CITY, HYDE, JEKYLL, POTIONS, Chance, value_of
from campaign.play.solver_keys import live_cards
from campaign.play.solver_reads import Reads
from campaign.rules.bounds import laid_cards
from campaign.rules.counts import held_tricks
from campaign.rules.state import CARD, EMPTY_CITY, HAND, NO_COLOUR, RETURN, TAKE, State
from campaign.rules.table import (
    HELD_CARDS,
    HELD_TRICKS,
    HYDE_SEAT,
    JEKYLL_HYDE,
    JEKYLL_SEAT,
    TAKE_NOTHING,
    TAKE_SMALLER,
)
from campaign.rules.tricks import NEXT_SEAT, STRENGTHS

MOST: Final = 255
GOOD: Final = 12
BAD: Final = 8
"""What a card weighs that brings Jekyll & Hyde, or Scotland Yard, a step on."""


def distinct(state: State, mask: i64, reads: Reads) -> i64:
    """Return the choices without those that are the same as a lower one: cards played with nothing left between them.

    A card put back is compared with what is kept, and so is one that is played, where what is kept may yet come into
    the same trick by way of the City's deck.
    """
    if state.phase != CARD:
        return mask
    one: i64 = 1
    live = live_cards(state, state.table.tricks - len(state.tricks)) | laid_cards(state)
    if _comes_back(state, live, reads):
        return mask
    kinds = reads.kinds
    found = mask & POTIONS
    suit: i64 = 0
    while suit < 3:
        below: i64 = -1
        value: i64 = 0
        here = live >> 8 * suit & 255
        while value < 8 and mask >> 8 * suit + value & 255 != 0:
            if here >> value & 1:
                card = 8 * suit + value
                if mask >> card & 1 and not (
                    below >= 0
                    and mask >> below & 1
                    and kinds[below] == kinds[card]
                    and live & _potions_between((below & 7) + 1, value + 1) == 0
                ):
                    found |= one << card
                below = card
            value += 1
        suit += 1
    return found


def _comes_back(state: State, live: i64, reads: Reads) -> bool:
    """Return whether a card of this hand may still be played by the City in this trick."""
    if state.reaction != NO_COLOUR or live & POTIONS == 0 or live & reads.exchanging == 0:
        return False
    player = state.seat
    place = state.laid
    while place < 2:
        player = NEXT_SEAT[state.direction + player]
        if player == CITY:
            return True
        place += 1
    return False


def _potions_between(low: i64, high: i64) -> i64:
    """Return the potions that beat a colour's lower number and not its higher one (W2)."""
    found: i64 = 0
    one: i64 = 1
    number: i64 = 3
    while number < 7:
        if low <= number < high:
            found |= one << number + 21
        number += 1
    return found


class Promise:
    """Weighs choices by what the trick would bring; a wrong guess costs time, never the answer."""

    __slots__ = ("chance", "hyde", "jekyll", "noise", "scores", "smaller")

    def __init__(self, state: State) -> None:
        self.scores: list[list[i64]] = []
        """By depth, the weight of each choice of the decision there."""
        self.jekyll: list[i64] = [0] * 28
        """For each card, what it is worth in Jekyll's tricks."""
        self.hyde: list[i64] = [0] * 28
        self.smaller: bool = False
        """Whether the player with fewer tricks counts."""
        self.noise: i64 = 0
        """The weight that chance may add."""
        self.chance: Chance = Chance(0)
        for move in state.table.round_end:
            tally = move.tally
            if tally is None:
                continue
            good = (move.pawn == JEKYLL_HYDE) != move.back
            row = tally.row
            if row.noun == HELD_TRICKS and tally.take == TAKE_SMALLER and good:
                self.smaller = True
            if row.noun == HELD_CARDS and tally.take == TAKE_NOTHING:
                for card in range(28):
                    if row.cards >> card & 1:
                        if row.holder & JEKYLL_SEAT:
                            self.jekyll[card] += GOOD if good else -BAD
                        if row.holder & HYDE_SEAT:
                            self.hyde[card] += GOOD if good else -BAD

    def best(self, depth: i64, untried: i64) -> i64:
        """Return the choice of the highest weight."""
        scores = self.scores[depth]
        found: i64 = 0
        most: i64 = -1
        choice: i64 = 0
        while untried >> choice != 0:
            if untried >> choice & 1:
                score = scores[choice]
                if score > most:
                    most = score
                    found = choice
            choice += 1
        return found

    def weigh(self, depth: i64, state: State, mask: i64) -> None:
        """Weigh the choices of a decision."""
        if depth == len(self.scores):
            self.scores.append([0] * 28)
        scores = self.scores[depth]
        phase = state.phase
        one: i64 = 1
        choice: i64 = 0
        while mask >> choice != 0:
            if mask >> choice & 1:
                score: i64 = 100
                if phase == CARD:
                    score += self._card(state, choice)
                elif phase == RETURN:
                    score += 8 - value_of(choice) - (4 if choice >= 24 else 0)
                elif phase in (TAKE, HAND):
                    few = held_tricks(state, one << choice) <= held_tricks(state, one << HYDE - choice)
                    score += 10 if few == (phase == TAKE) else 0
                if self.noise > 0:
                    score += self.chance.below(self.noise)
                scores[choice] = max(0, min(score, MOST))
            choice += 1

    def _card(self, state: State, card: i64) -> i64:
        """Weigh a card by who would win the trick as far as it is known, and what would lie in it."""
        strengths = STRENGTHS[state.ranks * 4 + (state.reaction & 3)]
        seat = state.seat
        winner = seat
        own: i64 = strengths[card]
        most = own
        jekyll = self.jekyll[card]
        hyde = self.hyde[card]
        player = state.leader
        place: i64 = 0
        laid = state.laid
        while place < laid:
            other = state.first if place == 0 else state.second
            if strengths[other] > most:
                most = strengths[other]
                winner = player
            jekyll += self.jekyll[other]
            hyde += self.hyde[other]
            player = NEXT_SEAT[state.direction + player]
            place += 1
        after: i64 = NEXT_SEAT[state.direction + seat]
        if state.city > EMPTY_CITY and laid < 2 and (after == CITY or (laid == 0 and seat != CITY)):
            other = state.city & 31
            if strengths[other] > most:
                most = strengths[other]
                winner = CITY
            jekyll += self.jekyll[other]
            hyde += self.hyde[other]
        spare = 3 - (own >> 4) - (2 if card >= 24 else 0)
        if winner == CITY:
            return spare
        gain = jekyll if winner == JEKYLL else hyde
        one: i64 = 1
        if self.smaller and held_tricks(state, one << winner) <= held_tricks(state, one << HYDE - winner):
            gain += GOOD
        return gain + BAD + spare
