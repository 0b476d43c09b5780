"""Random games, unchecked and quick, and a naive recount of them from what was told."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from campaign.notation import Card, Seat, Suit, cards_of
from campaign.rules import events as told
from campaign.rules import state as phases
from campaign.rules import step
from campaign.rules.chapter import LAST_TRICK, Cards, Chapter, Count, Icon, Noun, Pawn, Role, Span, Take
from campaign.rules.compile import compile_chapter
from campaign.rules.state import State, hand_of


def walk(chapter: Chapter, seed: int) -> Iterator[tuple[State, State]]:
    """Play a random game and yield the state before and after each step; the last one is at the chapter's end."""
    rng = random.Random(seed)
    state = State(compile_chapter(chapter))
    while state.phase != phases.OVER:
        before = state.copy()
        one_step(chapter, state, rng)
        yield before, state


def one_step(chapter: Chapter, state: State, rng: random.Random) -> None:
    """Make one step: what follows by itself, chance, or any legal choice."""
    rules = chapter.rounds[max(0, int(state.round) - 1)]
    if state.phase == phases.TOKEN:
        step.turn_token(state, rng.randrange(2))
    elif state.phase == phases.DEAL:
        order = rng.sample(range(28), 28)
        parts = order[: rules.hand], order[rules.hand : 2 * rules.hand], order[2 * rules.hand :][: rules.from_reserve]
        step.deal(state, *(sum(1 << card for card in part) for part in parts))
    elif state.phase == phases.SHUFFLE:
        cards = [card.index for card in cards_of(int(step.city_cards(state)))]
        step.stack_city(state, rng.sample(cards, len(cards)))
    elif state.phase < phases.FIRST_CHANCE:
        step.step(state)
    elif state.phase == phases.GIVE:
        own = int(hand_of(state, state.seat))
        must = [card.index for card in cards_of(int(step.must_give(state)))]
        chosen = rng.sample(must, min(len(must), rules.give))
        others = [card.index for card in cards_of(own) if card.index not in must]
        chosen += rng.sample(others, rules.give - len(chosen))
        step.choose(state, sum(1 << card for card in chosen))
    else:
        mask = int(step.legal(state))
        step.choose(state, rng.choice([bit for bit in range(28) if mask >> bit & 1]))


@dataclass
class TrickNote:
    """One finished trick as a spectator notes it."""

    leader: Seat
    winner: Seat
    holder: Seat
    cards: tuple[Card, ...]
    players: tuple[Seat, ...]
    reaction: Suit | None


@dataclass
class RoundNote:
    """One round as a spectator notes it."""

    leading: Seat
    tricks: list[TrickNote] = field(default_factory=list)
    steps: dict[Pawn, int] = field(default_factory=lambda: dict.fromkeys(Pawn, 0))


class Notes:
    """What a spectator notes from the events."""

    def __init__(self, chapter: Chapter) -> None:
        self.chapter = chapter
        self.rounds: list[RoundNote] = []
        self.spaces = {Pawn.JEKYLL_HYDE: chapter.jekyll_hyde, Pawn.SCOTLAND_YARD: chapter.scotland_yard or 0}
        self._played: list[told.Played] = []
        self._reaction: Suit | None = None

    def hear(self, event: told.Event) -> None:
        """Note one event."""
        match event:
            case told.RoundBegan(leading=leading):
                self.rounds.append(RoundNote(leading))
            case told.Played():
                self._played.append(event)
            case told.Reacted(colour=colour, cancelled=cancelled):
                self._reaction = None if cancelled else colour
            case told.Took(seat=seat, trick=number):
                self.rounds[-1].tricks[number - 1].holder = seat
            case told.Won(seat=seat, cards=cards):
                players = tuple(one.seat for one in self._played)
                self.rounds[-1].tricks.append(TrickNote(players[0], seat, seat, cards, players, self._reaction))
                self._played, self._reaction = [], None
            case told.Moved(pawn=pawn, steps=steps, end=end):
                self.rounds[-1].steps[pawn] += abs(steps)
                self.spaces[pawn] = end
            case _:
                pass

    def value(self, count: Count, over: Span) -> int:
        """Return a count as the format defines it, over this round or the chapter so far."""
        rounds = self.rounds if over is Span.CHAPTER else self.rounds[-1:]
        if count.take is None:
            return self._own(count, rounds, None)
        one, two = (self._own(count, rounds, seat) for seat in (Seat.JEKYLL, Seat.HYDE))
        return {Take.SMALLER: min(one, two), Take.LARGER: max(one, two), Take.DIFFERENCE: abs(one - two)}[count.take]

    def _own(self, count: Count, rounds: list[RoundNote], seat: Seat | None) -> int:
        if count.noun is Noun.SPACE:
            assert count.pawn is not None
            return self.spaces[count.pawn]
        if count.noun is Noun.GAP:
            return self.spaces[Pawn.JEKYLL_HYDE] - self.spaces[Pawn.SCOTLAND_YARD]
        if count.noun is Noun.STEPS:
            assert count.pawn is not None
            return sum(one.steps[count.pawn] for one in rounds)
        found = [self._in_round(count, one, seat) for one in rounds]
        return max(found) if count.noun is Noun.TRICKS_IN_A_ROW else sum(found)

    def _in_round(self, count: Count, noted: RoundNote, split: Seat | None) -> int:
        def seats(role: Role | None) -> set[Seat]:
            if role is None or role is Role.ANYONE:
                return set(Seat)
            if role is Role.PLAYERS:
                return {Seat.JEKYLL, Seat.HYDE} if split is None else {split}
            named = {Role.LEADING: noted.leading, Role.OTHER: noted.leading.partner}
            return {named[role] if role in named else Seat[role.name]}

        per_trick: list[int] = []
        last = self.chapter.rounds[self.rounds.index(noted)].tricks
        for number, trick in enumerate(noted.tricks, start=1):
            named = not count.trick or number in count.trick or (LAST_TRICK in count.trick and number == last)
            fits = (
                named
                and trick.winner in seats(count.won_by)
                and trick.holder in seats(count.held_by)
                and trick.leader in seats(count.led_by)
            )
            per_trick.append(self._in_trick(count, trick, seats(count.played_by)) if fits else 0)
        if count.noun is not Noun.TRICKS_IN_A_ROW:
            return sum(per_trick)
        runs = "".join(map(str, per_trick)).split("0")
        return max(map(len, runs))

    def _in_trick(self, count: Count, trick: TrickNote, players: set[Seat]) -> int:
        if count.noun is Noun.REACTIONS:
            suits = count.cards.suit if count.cards is not None else ()
            return int(trick.reaction is not None and (not suits or trick.reaction in suits))
        if count.noun is Noun.CARDS:
            return sum(
                fits(card, count.cards) and player in players and (not count.place or place in count.place)
                for place, (card, player) in enumerate(zip(trick.cards, trick.players, strict=True), start=1)
            )
        winning = trick.cards[trick.players.index(trick.winner)]
        if not fits(winning, count.won_with):
            return 0
        if count.holding is not None:
            held = sum(fits(card, count.holding.cards) for card in trick.cards)
            most = count.holding.at_most
            return int(count.holding.at_least <= held and (most is None or held <= most))
        return 1


def fits(card: Card, cards: Cards | None) -> bool:
    """Return whether a card is among a choice of cards (C2)."""
    if cards is None:
        return True
    colour = card.suit is not Suit.POTION
    icon = (
        cards.icon is None
        or (cards.icon is Icon.SCOTLAND_YARD and colour and card.value in (1, 2, 3))
        or (cards.icon is Icon.JEKYLL_HYDE and colour and card.value == 8)
    )
    return icon and (not cards.suit or card.suit in cards.suit) and (not cards.value or card.value in cards.value)
