"""What a seat expects of the round from its own knowledge: steps that are sure, and steps still to come."""

from math import exp, sqrt
from typing import Final

from mypy_extensions import i64

from campaign.cards import CITY, DECK, HYDE, JEKYLL, popcount
from campaign.play.weights import Weights
from campaign.play.worth import FUTURE, LEADS, MOST_TRICKS, PLAYER_SHARE, Worth, to_come, worths_of
from campaign.rules.counts import held_tricks
from campaign.rules.effects import city_trick
from campaign.rules.state import HYDE_SHIFT, State, hand_of
from campaign.rules.table import PAST_DEFEAT, PAST_SCOTLAND_YARD, Plan

MOST_STEPS: Final = 16
MEAN_PARTS: Final = 32.0
MEANS: Final = 640
"""How many means ``TAILS`` knows, ``MEAN_PARTS`` for each step."""


STEERED: Final = 1.31
"""How much of the guess at later rounds' steps a good pair makes."""
STEERED_MORE: Final = 0.16
STEERED_WIDTH: Final = 0.5
"""How far from even the chance of reaching the last position turns, in steps, with one round to come."""
YARD_MARGIN: Final = 4.46
YARD_COMES: Final = 0.71
"""How much of the guess at Scotland Yard's steps comes."""
SPARE: Final = 1.5
"""What a step of Jekyll & Hyde to spare is worth in steps of Scotland Yard that need not be made."""
YARD_WIDTH: Final = 1.76


def logistic(number: float) -> float:
    """Return a chance that is even at 0; far from it 0 or 1."""
    return 1.0 / (1.0 + exp(-max(min(number, 50.0), -50.0)))


def _tails() -> list[float]:
    table: list[float] = []
    for number in range(MOST_STEPS + 1):
        for place in range(MEANS):
            mean = place / MEAN_PARTS
            chance = exp(-mean)
            below = 0.0
            for count in range(number):
                below += chance
                chance *= mean / (count + 1)
            table.append(max(0.0, 1.0 - below))
    return table


TAILS: Final = _tails()
"""At ``number * MEANS + mean * MEAN_PARTS``, the chance of at least so many rare things of which a mean is expected."""


def at_least(number: float, mean: float) -> float:
    """Return the chance of at least so many, straight between whole numbers."""
    if number <= 0.0:
        return 1.0
    below = i64(number)
    if below >= MOST_STEPS:
        return 0.0
    place = i64(mean * MEAN_PARTS)
    if place < 0:
        place = 0
    elif place >= MEANS:
        place = MEANS - 1
    low: float = TAILS[below * MEANS + place]
    high: float = TAILS[(below + 1) * MEANS + place]
    return low + (high - low) * (number - float(below))


class Outlook:
    """The table as one seat sees it before a decision, and the chance of success after this trick."""

    __slots__ = (
        "base_more",
        "base_steps",
        "base_yard",
        "base_yard_more",
        "city",
        "hyde",
        "jekyll",
        "keep",
        "left",
        "more",
        "own_steps",
        "own_yard",
        "partner_pool",
        "plan",
        "pool",
        "reach",
        "size",
        "space",
        "state",
        "steps",
        "weights",
        "worth",
        "worths",
        "yard",
        "yard_reach",
        "yard_space",
    )

    def __init__(self, plan: Plan) -> None:
        self.plan: Plan = plan
        self.worths: list[Worth] = worths_of(plan)
        self.reach: list[float] = to_come(plan, self.worths, yard=False)
        """By the number of rounds that have ended, what the others bring, a guess."""
        self.yard_reach: list[float] = to_come(plan, self.worths, yard=True)
        self.weights: Weights = Weights()
        self.state: State = State(plan)
        self.worth: Worth = self.worths[0]
        self.left: i64 = 0
        """Tricks to come after this one."""
        self.steps: list[float] = [0.0, 0.0, 0.0]
        """By the winner of this trick, the expected steps of Jekyll & Hyde, this trick's cards left out."""
        self.yard: list[float] = [0.0, 0.0, 0.0]
        self.space: float = 0.0
        self.yard_space: float = 0.0
        self.jekyll: i64 = 0
        self.hyde: i64 = 0
        self.base_steps: float = 0.0
        self.base_yard: float = 0.0
        self.base_more: float = 0.0
        self.base_yard_more: float = 0.0
        self.more: list[float] = [0.0, 0.0, 0.0]
        """By the winner, what is expected beyond ``steps``."""
        self.own_steps: float = 0.0
        """What is expected of the card being weighed while it is in the hand."""
        self.own_yard: float = 0.0
        self.pool: i64 = 0
        """What may come from the City."""
        self.partner_pool: i64 = 0
        """What the partner may hold."""
        self.size: i64 = 0
        """How many cards the partner holds."""
        self.city: i64 = 0
        """A card known to be the City's next, else none: -1."""
        self.keep: float = 1.0

    def look(self, state: State, seat: i64, seen: i64, partner_size: i64) -> None:
        """Take in the table before a decision of this seat."""
        weights = self.weights
        self.state = state
        worth = self.worths[(state.round - 1) * 2 + state.leading]
        self.worth = worth
        hand = hand_of(state, seat)
        finished: i64 = len(state.tricks)
        left = worth.tricks - finished - 1
        self.left = left
        unseen = DECK & ~(seen | hand)
        own_gifts = state.gifts >> HYDE_SHIFT * seat & DECK & unseen
        self.pool = unseen
        self.partner_pool = unseen & ~own_gifts
        self.size = partner_size
        self.city = -1
        self.keep = float(left) / 8.0
        if len(state.exchanges) > 0:
            noted: i64 = state.exchanges[len(state.exchanges) - 1]
            card = noted & 31
            if noted >> 10 & 3 == seat and unseen >> card & 1:
                self.city = card
        jekyll = held_tricks(state, 1)
        hyde = held_tricks(state, 2)
        steps = worth.fixed + worth.steps_so_far(state, yard=False)
        yard = worth.yard_fixed + worth.steps_so_far(state, yard=True)
        share = PLAYER_SHARE * float(left)
        steps += float(jekyll) * worth.per_trick[JEKYLL] + float(hyde) * worth.per_trick[HYDE]
        yard += float(jekyll) * worth.yard_per_trick[JEKYLL] + float(hyde) * worth.yard_per_trick[HYDE]
        more = share * (worth.per_trick[JEKYLL] + worth.per_trick[HYDE])
        yard_more = share * (worth.yard_per_trick[JEKYLL] + worth.yard_per_trick[HYDE])
        in_play = 1.0
        hidden = popcount(unseen)
        if hidden > 0:
            alive: i64 = 3 * left + 3 - state.laid - popcount(hand)
            in_play = min(max(float(alive) / float(hidden), 0.0), 1.0)
        for row in worth.rows:
            either = row.jekyll | row.hyde
            seats = ((1 if row.jekyll else 0) + (1 if row.hyde else 0)) * 0.5
            own = row.steps * seats * float(popcount(either & hand))
            others = row.steps * seats * in_play * float(popcount(either & unseen))
            if row.yard:
                yard_more += weights.unwanted_own * own + weights.unwanted_unseen * others
            else:
                more += weights.wanted_own * own + weights.wanted_unseen * others
        self.jekyll = jekyll
        self.hyde = hyde
        self.base_steps = steps
        self.base_yard = yard
        self.base_more = more
        self.base_yard_more = yard_more
        self.own_steps = 0.0
        self.own_yard = 0.0
        self.expect(jekyll, hyde, steps, yard)
        self.space = float(state.jekyll_hyde)
        self.yard_space = float(state.scotland_yard)

    def expect(self, jekyll: i64, hyde: i64, steps: float, yard: float) -> None:
        """Set what is expected by the winner of this trick, from the players' tricks and what else the round brings."""
        worth = self.worth
        lead = min(max(jekyll - hyde + LEADS, 1), 2 * LEADS - 1)
        base = lead * MOST_TRICKS + max(self.left, 0)
        more = FUTURE[base] - float(min(0, lead - LEADS))
        more_jekyll = FUTURE[base + MOST_TRICKS] - float(min(0, lead - LEADS + 1))
        more_hyde = FUTURE[base - MOST_TRICKS] - float(min(0, lead - LEADS - 1))
        smaller = worth.balance * float(min(jekyll, hyde))
        yard_smaller = worth.yard_balance * float(min(jekyll, hyde))
        up = 1.0 if jekyll < hyde else 0.0
        up_hyde = 1.0 if hyde < jekyll else 0.0
        self.steps[JEKYLL] = steps + smaller + worth.balance * up + worth.per_trick[JEKYLL]
        self.steps[HYDE] = steps + smaller + worth.balance * up_hyde + worth.per_trick[HYDE]
        self.steps[CITY] = steps + smaller
        self.yard[JEKYLL] = yard + yard_smaller + worth.yard_balance * up + worth.yard_per_trick[JEKYLL]
        self.yard[HYDE] = yard + yard_smaller + worth.yard_balance * up_hyde + worth.yard_per_trick[HYDE]
        self.yard[CITY] = yard + yard_smaller
        self.more[JEKYLL] = self.base_more + worth.balance * more_jekyll
        self.more[HYDE] = self.base_more + worth.balance * more_hyde
        self.more[CITY] = self.base_more + worth.balance * more

    def weigh(self, card: i64) -> None:
        """Take a card of the own hand as played: it is no longer among those that may still end before a player."""
        worth = self.worth
        weights = self.weights
        self.own_steps = weights.wanted_own * 0.5 * (worth.steps_of[card] + worth.steps_of[28 + card])
        self.own_yard = weights.unwanted_own * 0.5 * (worth.yard_of[card] + worth.yard_of[28 + card])

    def untake(self) -> None:
        """Set what is expected back to the City's keeping its tricks."""
        self.expect(self.jekyll, self.hyde, self.base_steps, self.base_yard)

    def take(self, seat: i64) -> None:
        """Set what is expected once a player has the City's last trick."""
        worth = self.worth
        packed: i64 = self.state.tricks[city_trick(self.state)]
        steps = self.base_steps + worth.per_trick[seat]
        yard = self.base_yard + worth.yard_per_trick[seat]
        for card in (packed & 31, packed >> 5 & 31, packed >> 10 & 31):
            steps += worth.steps_of[seat * 28 + card]
            yard += worth.yard_of[seat * 28 + card]
        if seat == JEKYLL:
            self.expect(self.jekyll + 1, self.hyde, steps, yard)
        else:
            self.expect(self.jekyll, self.hyde + 1, steps, yard)

    def _score(self, steps: float, more: float, yard: float, yard_more: float) -> float:
        """Return a chance of success from this round's sure steps and those expected beyond them."""
        plan = self.plan
        worth = self.worth
        weights = self.weights
        last = float(plan.last_position)
        need = last - self.space - steps
        more = more * weights.steps_scale + weights.steps_per_trick * float(max(self.left, 0))
        yard_more *= weights.yard_scale
        later = weights.later_steps * worth.later_steps
        if plan.past_the_end == PAST_DEFEAT:
            # The end must be met exactly.
            reached = at_least(need, more + later)
            reached -= weights.too_far * at_least(
                need + 1.0, more + (0.0 if worth.last else weights.too_far_later * later)
            )
        else:
            reached = at_least(need, more + later)
            if plan.past_the_end == PAST_SCOTLAND_YARD:
                beyond = more + later - need
                if need < 0.0:
                    yard -= need
                    yard_more += weights.beyond_sure * (more + later)
                elif beyond > 0.0:
                    yard_more += weights.beyond_expected * beyond
        if not plan.yard_in_play:
            return reached
        free = 1.0 - at_least(last - self.yard_space - yard, yard_more + weights.later_yard * worth.later_yard)
        if not worth.last:
            here = min(self.space + steps + more, last) - self.yard_space - yard
            free *= 1.0 - at_least(here, yard_more)
        return reached * free

    def between_rounds(self, state: State, ended: i64) -> float:
        """Return the chance of success of two thinkers once so many rounds have ended, from the pawns alone.

        The form and its numbers are fitted to thinkers' games of the last round of the shipped chapters, from every
        pair of spaces: a good pair steers, so the chance turns more steeply than steps by chance would make it.
        """
        plan = self.plan
        last = float(plan.last_position)
        ahead = float(state.jekyll_hyde) + STEERED * self.reach[ended] + STEERED_MORE - last
        chance = logistic(ahead / (STEERED_WIDTH * sqrt(float(plan.rounds - ended))))
        if plan.yard_in_play:
            slack = last - YARD_MARGIN - float(state.scotland_yard) - YARD_COMES * self.yard_reach[ended]
            chance *= logistic((slack + SPARE * max(0.0, ahead)) / YARD_WIDTH)
        return chance

    def chance(self, winner: i64, first: i64, second: i64, third: i64) -> float:
        """Return the chance of success once a trick of these cards, -1 for none yet, is the winner's."""
        worth = self.worth
        steps = self.steps[winner]
        yard = self.yard[winner]
        base = winner * 28
        for card in (first, second, third):
            if card >= 0:
                steps += worth.steps_of[base + card]
                yard += worth.yard_of[base + card]
        return self._score(steps, self.more[winner] - self.own_steps, yard, self.base_yard_more - self.own_yard)
