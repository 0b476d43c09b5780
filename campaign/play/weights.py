"""The numbers behind careful's rules of thumb, found by trying them on the standard chapters."""


class Weights:
    """Chances, steps, and worths in the hand told as chances of success."""

    __slots__ = (
        "back_power",
        "back_single",
        "back_unwanted",
        "beyond_expected",
        "beyond_sure",
        "draw_more",
        "draw_next",
        "late",
        "late_potion",
        "late_suit",
        "later_steps",
        "later_yard",
        "order_power",
        "partner_over_city",
        "potion_kept",
        "steps_per_trick",
        "steps_scale",
        "strength_kept",
        "strongest_kept",
        "too_far",
        "too_far_later",
        "unwanted_own",
        "unwanted_unseen",
        "wanted_own",
        "wanted_unseen",
        "weakest_kept",
        "yard_scale",
    )

    def __init__(self) -> None:
        self.steps_scale: float = 0.6693
        """How much of what is expected of Jekyll & Hyde still comes."""
        self.steps_per_trick: float = 0.1748
        """Steps beyond it for each trick to come."""
        self.yard_scale: float = 1.31
        """How much of what is expected of Scotland Yard still comes."""
        self.wanted_unseen: float = 1.07
        """How likely an unseen card that brings steps ends before the players."""
        self.unwanted_unseen: float = 0.6149
        """The same for one that brings Scotland Yard on."""
        self.strength_kept: float = 0.0002
        """What a point of strength is worth in the hand."""
        self.potion_kept: float = 0.0741
        """What a potion is worth in the hand."""
        self.partner_over_city: float = 0.4097
        """How well the partner answers a City card that has gone over the trick."""
        self.late: list[float] = [13.7, 7.05, 2.88, -0.2102, -1.91, -3.47, 4.9, 4.18]
        """How late a card is given, by its number from 1."""
        self.late_potion: float = 11.2
        self.late_suit: float = 0.0138
        """For each card of its suit."""
        self.strongest_kept: float = 0.0113
        """Worth in the hand of the strongest card left."""
        self.weakest_kept: float = -0.0259
        """Worth in the hand of a card that beats nothing."""
        self.beyond_sure: float = 1.1
        """How much of what comes past the last position is sure to push Scotland Yard."""
        self.beyond_expected: float = 0.3611
        """The same where the position is not reached yet."""
        self.later_steps: float = 0.8298
        """How much of the guess at later rounds counts."""
        self.later_yard: float = 0.5883
        self.order_power: float = 0.1224
        """Worth of a hand that beats all the unseen, when the ranks are chosen."""
        self.back_power: float = -3.01
        """How late a card goes back on the City's deck, for how much it beats: below 0, strong cards go first.

        The City then wins a trick that is known beforehand, and takes what the players are rid of."""
        self.back_unwanted: float = -0.2388
        """For what it brings Scotland Yard."""
        self.back_single: float = 2.12
        """For being the last of its suit."""
        self.draw_next: float = -0.0553
        """How much better whoever plays next draws."""
        self.draw_more: float = 0.0154
        """And whoever has more tricks, for each."""
        self.unwanted_own: float = 0.1936
        """How likely an unwanted card in the own hand ends before the players."""
        self.wanted_own: float = 0.2994
        """The same for a wanted one."""
        self.too_far: float = 0.8351
        """How much of going too far is lost where it is a defeat."""
        self.too_far_later: float = 0.5938
        """How much of it later rounds bring."""
