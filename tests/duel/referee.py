"""The duel once more, slowly, from the rules sheet alone: strings and lists, no core here."""

import itertools

COLOURS = "PWG"
DECK = [f"{colour}{number}" for colour in COLOURS for number in range(1, 8)] + ["2+", "3+", "4+", "5+"]
OTHER = {"jekyll": "hyde", "hyde": "jekyll"}


def is_potion(card: str) -> bool:
    """Return whether a card is a potion."""
    return card.endswith("+")


def number(card: str) -> int:
    """Return a card's printed number."""
    return int(card.replace("+", "")[-1])


def may_play(hand: list[str], led: str | None, named: str | None) -> list[str]:
    """Rules DU8 and DU9: return the cards of a hand that may be played."""
    if led is None:
        return list(hand)
    if is_potion(led):
        right = [card for card in hand if card[0] == named]
        return right or list(hand)
    if any(card[0] == led[0] for card in hand):
        return [card for card in hand if card[0] == led[0] or is_potion(card)]
    return list(hand)


def place_token(ranks: str, card: str) -> str:
    """Rule DU10: return the ranks, low to high, once a card has been played."""
    if is_potion(card) or card[0] in ranks:
        return ranks
    ranks += card[0]
    if len(ranks) == 2:
        ranks += next(colour for colour in COLOURS if colour not in ranks)
    return ranks


def winning_card(first: str, second: str, ranks: str) -> str:
    """Rules DU11 to DU13: return which of two cards wins."""
    if is_potion(first) or is_potion(second):
        if number(first) == number(second):
            return first if is_potion(first) else second
        return max(first, second, key=number)
    if first[0] == second[0]:
        return max(first, second, key=number)
    return max(first, second, key=lambda card: ranks.index(card[0]))


def effect(first: str, second: str) -> str | None:
    """Rule DU12: return the colour whose effect a trick has, None for none (DU11, DU13)."""
    colours = [card[0] for card in (first, second) if not is_potion(card)]
    return colours[0] if len(colours) == 1 else None


def in_order(cards: list[str]) -> list[str]:
    """Return cards sorted by suit and number."""
    return sorted(cards, key=DECK.index)


class Duel:
    """A duel by the sheet; ``due`` is who chooses what, such as ``("jekyll", "plays")``, None while nobody does.

    ``told`` is what a referee of it would tell, in the shapes that the JSON contract gives.
    """

    def __init__(self) -> None:
        self.marker = 0
        self.round = 0
        self.winner: str | None = None
        self.due: tuple[str, str] | None = None
        self.told: list[dict[str, object]] = []
        self.begin()

    def tell(self, event: str, **fields: object) -> None:
        """Note what happened."""
        self.told.append({"event": event, **fields})

    def begin(self) -> None:
        """Begin a round; its deal is then to be told."""
        self.round += 1
        self.leader = "jekyll" if self.marker < 5 else "hyde"
        self.hands: dict[str, list[str]] = {"jekyll": [], "hyde": []}
        self.before: dict[str, list[int]] = {"jekyll": [], "hyde": []}
        self.piles: list[list[str]] = []
        self.ranks = ""
        self.trick: list[str] = []
        self.named: str | None = None
        self.chosen: dict[str, list[str]] = {}
        self.due = None
        self.tell("round", round=self.round, leading=self.leader)

    def deal(self, order: list[str]) -> None:
        """Deal a shuffled deck (DU4)."""
        self.hands = {"jekyll": order[:10], "hyde": order[10:20]}
        for seat, hand in self.hands.items():
            self.tell("dealt", seat=seat, cards=in_order(hand))
        self.tell("dealt", seat="aside", cards=in_order(order[20:]))
        self.due = ("jekyll", "passes")

    def options(self) -> list[str]:
        """Return every line that may be chosen now."""
        assert self.due is not None
        seat, verb = self.due
        hand = in_order(self.hands[seat])
        if verb == "takes":
            return [f"{seat} takes {trick}" for trick in sorted(self.before[OTHER[seat]])]
        if verb == "passes":
            sets = list(itertools.combinations(hand, self.round))
            if sum(map(is_potion, hand)) >= 2:
                sets = [cards for cards in sets if any(map(is_potion, cards))]
            return [f"{seat} passes {' '.join(cards)}" for cards in sets]
        if verb == "swaps":
            return [f"{seat} swaps {' '.join(cards)}" for cards in itertools.combinations(hand, min(2, len(hand)))]
        lines = []
        for card in may_play(hand, self.trick[0] if self.trick else None, self.named):
            if is_potion(card) and not self.trick:
                lines += [f"{seat} plays {card} naming {colour}" for colour in COLOURS]
            else:
                lines.append(f"{seat} plays {card}")
        return lines

    def do(self, line: str) -> None:
        """Take one of the options."""
        seat, verb, *words = line.split()
        if verb in ("passes", "swaps"):
            self.chosen[seat] = words
            if seat == "jekyll":
                self.due = ("hyde", verb)
            else:
                self.exchange(verb)
        elif verb == "takes":
            self.before[OTHER[seat]].remove(int(words[0]))
            self.before[seat].append(int(words[0]))
            self.tell("took", seat=seat, trick=int(words[0]))
            self.finish_trick()
        else:
            self.play(seat, words)

    def exchange(self, verb: str) -> None:
        """Let both give the other what they have chosen (DU5, DU15)."""
        for giver, cards in self.chosen.items():
            self.hands[giver] = [card for card in self.hands[giver] if card not in cards]
            self.tell({"passes": "passed", "swaps": "swapped"}[verb], seat=giver, cards=in_order(cards))
        for giver, cards in self.chosen.items():
            self.hands[OTHER[giver]] += cards
        self.chosen = {}
        if verb == "passes":
            self.due = (self.leader, "plays")
        else:
            self.finish_trick()

    def play(self, seat: str, words: list[str]) -> None:
        """Play a card, with the colour it names."""
        card = words[0]
        self.hands[seat].remove(card)
        self.trick.append(card)
        self.tell("played", trick=len(self.piles) + 1, seat=seat, card=card)
        if len(words) == 3:
            self.named = words[2]
            self.tell("named", seat=seat, suit=words[2])
        ranks = place_token(self.ranks, card)
        if ranks != self.ranks:
            self.ranks = ranks
            self.tell("ranked", ranks=ranks)
        if len(self.trick) == 1:
            self.due = (OTHER[seat], "plays")
        else:
            self.resolve(effect(*self.trick))

    def resolve(self, colour: str | None) -> None:
        """Resolve the effect of a full trick, and finish it where nobody has to choose (DU12)."""
        takes = colour == "P" and bool(self.before[OTHER[self.trick_winner()]])
        swaps = colour == "G" and bool(self.hands["jekyll"])
        if colour is not None:
            self.tell("effect", suit=colour, cancelled=not (takes or swaps or colour == "W"))
        if takes:
            self.due = (self.trick_winner(), "takes")
        elif swaps:
            self.due = ("jekyll", "swaps")
        else:
            if colour == "W":
                self.ranks = ""
                self.tell("ranked", ranks="")
            self.finish_trick()

    def trick_winner(self) -> str:
        """Return who wins the trick that lies there."""
        best = winning_card(self.trick[0], self.trick[1], self.ranks)
        return self.leader if best == self.trick[0] else OTHER[self.leader]

    def finish_trick(self) -> None:
        """Give the trick to its winner, who leads the next (DU7), and score after the tenth."""
        self.leader = self.trick_winner()
        self.piles.append(self.trick)
        self.before[self.leader].append(len(self.piles))
        self.tell("won", trick=len(self.piles), seat=self.leader, cards=self.trick)
        self.trick, self.named = [], None
        self.due = (self.leader, "plays")
        if len(self.piles) == 10:
            self.score(abs(len(self.before["jekyll"]) - len(self.before["hyde"])))

    def score(self, steps: int) -> None:
        """Move the marker (DU17), and end the duel or begin the next round (DU3)."""
        self.due = None
        start = self.marker
        self.marker = min(10, start + steps)
        self.tell("marker", steps=self.marker - start, **{"from": start, "to": self.marker})
        if self.marker == 10 or self.round == 3:
            self.winner = "hyde" if self.marker == 10 else "jekyll"
            self.tell("ended", winner=self.winner, round=self.round)
        else:
            self.begin()
