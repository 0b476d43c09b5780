"""An example of every key, each a part of a chapter that extends ``iv``; ``campaign.`` are those of campaign.toml."""


def _must(count: str, comparison: str = "at-least = 1") -> str:
    return f"objectives.example.must = {{ {count}, {comparison} }}"


def _move(steps: str, extra: str = "") -> str:
    return f'moves.example = {{ order = 50, pawn = "scotland-yard", {steps}{extra} }}'


def _limit(extra: str) -> str:
    return f'limits.example = {{ who = "players", {extra} }}'


_POTIONS = 'forbid = { suit = "potion" }'
_WON = 'count = "tricks", won-by = "players"'
_ACHIEVED = f"""\
without = ["achievement"]
[achievement]
text = "The players win the last trick of a round."
in = "some-round"
must = {{ {_WON}, trick = "last", exactly = 1 }}
stars = 2"""

EXAMPLES: dict[str, str] = {
    "format": "format = 1",
    "title": 'title = "Fog on the Bridge"',
    "story": 'story = """\nNobody has crossed since midnight."""',
    "extends": 'extends = "iv"',
    "without": 'without = ["moves.eights", "achievement"]\nscore.by-attempt = [3, 3, 2, 2, 1, 1]',
    "setup.rounds": "setup.rounds = 3",
    "setup.jekyll-hyde": "setup.jekyll-hyde = 4",
    "setup.scotland-yard": "setup.scotland-yard = 1",
    "setup.last-position": "setup.last-position = 9",
    "setup.past-the-end": 'setup.past-the-end = "stop"',
    "deal.hand": "deal.hand = 13",
    "deal.give": "deal.give = 5",
    "deal.must-give": "deal.must-give = { value = 1 }",
    "deal.pass": "deal.pass = 2",
    "city.order": 'city.order = "highest-on-top"',
    "city.from-reserve": "city.from-reserve = 2",
    "face-up.city": "face-up.city = true",
    "face-up.reserve": "face-up.reserve = true",
    "face-up.hands": 'face-up.hands = "leading"',
    "ranks.start": 'ranks.start = ["manipulation", "fear", "ruse"]',
    "ranks.first-takes": 'ranks.first-takes = "highest"',
    "night.leading": 'night.leading = "kept"',
    "night.opens": 'night.opens = "leading"',
    "night.after-city": 'night.after-city = "other"',
    "night.must-follow": "night.must-follow = false",
    "reactions.ruse": 'reactions.ruse = "give-city-trick"',
    "reactions.fear": 'round.1.reactions.fear = "nothing"',
    "reactions.manipulation": 'round.2.reactions.manipulation = "nothing"',
    "reactions.resolver": 'reactions.resolver = "leading"',
    "reactions.per-round": "reactions.per-round = 2",
    "talk.before-deal": "talk.before-deal = false",
    "talk.gifts": "talk.gifts = true",
    "talk.night": "talk.night = true",
    "talk.reaction": "talk.reaction = false",
    "moves.when": _move("forward = 1", ', when = "round-start"'),
    "moves.order": 'moves.patrol = { order = 5, pawn = "scotland-yard", forward = 1 }',
    "moves.pawn": 'moves.example = { order = 50, pawn = "jekyll-hyde", back = 1 }',
    "moves.forward": _move('forward = { count = "tricks", won-by = "city", for-every = 2 }'),
    "moves.back": _move("back = 1"),
    "moves.if": _move("back = 1", f", if = {{ {_WON}, won-with = {{ value = 7 }}, at-least = 1 }}"),
    "moves.text": _move("forward = 1", ', text = "The patrol passes."'),
    "limits.who": f'limits.example = {{ who = "leading", {_POTIONS} }}',
    "limits.trick": _limit(f'trick = [1, "last"], {_POTIONS}'),
    "limits.place": _limit(f"place = 1, {_POTIONS}"),
    "limits.can-follow": _limit(f"can-follow = true, {_POTIONS}"),
    "limits.if": _limit(f'if = {{ count = "tricks", won-by = "city", exactly = 0 }}, {_POTIONS}'),
    "limits.forbid": _limit(_POTIONS),
    "limits.require": _limit("trick = 1, require = { value = [1, 2, 3] }"),
    "limits.after": _limit(f"after = 1, {_POTIONS}"),
    "limits.text": _limit(f'{_POTIONS}, text = "Stay sober."'),
    "objectives.must": _must('count = "tricks", won-by = "leading"'),
    "objectives.in": f'objectives.example = {{ in = "chapter", must = {{ {_WON}, at-least = 6 }} }}',
    "objectives.text": f'objectives.example = {{ text = "Six tricks.", must = {{ {_WON}, at-least = 6 }} }}',
    "achievement.must": _ACHIEVED,
    "achievement.in": _ACHIEVED.replace("some-round", "each-round"),
    "achievement.text": _ACHIEVED.replace("The players win", "Win"),
    "achievement.stars": _ACHIEVED.replace("stars = 2", "stars = 3"),
    "score.by-attempt": 'without = ["achievement"]\nscore.by-attempt = [3, 3, 2, 2, 1, 1]',
    "round.without": 'round.2.without = ["moves.eights"]',
    "round.objectives": ('round.1.objectives.half-way.must = { count = "space", pawn = "jekyll-hyde", at-least = 6 }'),
    "cards.suit": _limit('forbid = { suit = ["fear", "ruse"], value = 8 }'),
    "cards.value": "deal.must-give = { value = [1, 8] }",
    "cards.icon": 'deal.must-give = { icon = "jekyll-hyde" }',
    "count.at-least": _must(_WON, "at-least = 5"),
    "count.at-most": _must(_WON, "at-least = 3, at-most = 6"),
    "count.exactly": _must('count = "tricks", won-by = "city"', "exactly = 2"),
    "count.more-than": _must(
        'count = "tricks", won-by = "leading"', 'more-than = { count = "tricks", won-by = "other" }'
    ),
    "count.for-every": _move('forward = { count = "tricks", won-by = "city", for-every = 2 }'),
    "tricks.count": _must(_WON),
    "tricks.won-by": _must('count = "tricks", won-by = "hyde"'),
    "tricks.held-by": _must('count = "tricks", held-by = "city"'),
    "tricks.led-by": _must('count = "tricks", won-by = "jekyll", led-by = "hyde"'),
    "tricks.won-with": _must(f'{_WON}, won-with = {{ suit = "potion" }}'),
    "tricks.holding": _must(f'{_WON}, holding = {{ suit = "potion", at-least = 2 }}', "exactly = 0"),
    "tricks.trick": _must('count = "tricks", won-by = "city", trick = 1', "exactly = 1"),
    "tricks.double": _must('count = "tricks", held-by = "players", double = { trick = "last" }', "at-least = 5"),
    "tricks.take": _must(f'{_WON}, take = "smaller"', "at-least = 2"),
    "tricks.over": _must(f'{_WON}, over = "chapter"', "at-least = 4"),
    "tricks-in-a-row.count": _must('count = "tricks-in-a-row", won-by = "players"', "at-least = 2"),
    "tricks-in-a-row.won-by": _must('count = "tricks-in-a-row", won-by = "city"', "at-most = 2"),
    "tricks-in-a-row.take": _must('count = "tricks-in-a-row", won-by = "players", take = "larger"', "at-least = 2"),
    "tricks-in-a-row.over": _must('count = "tricks-in-a-row", won-by = "leading", over = "chapter"', "at-most = 3"),
    "count-cards.count": _must('count = "cards", held-by = "players"', "at-least = 9"),
    "count-cards.held-by": _must('count = "cards", held-by = "city", icon = "jekyll-hyde"', "exactly = 0"),
    "count-cards.played-by": _must('count = "cards", played-by = "leading", suit = "potion"'),
    "count-cards.suit": _must('count = "cards", held-by = "players", suit = "potion"'),
    "count-cards.value": _must('count = "cards", held-by = "players", value = [7, 8]', "at-least = 2"),
    "count-cards.icon": _must('count = "cards", held-by = "players", icon = "scotland-yard"', "at-most = 6"),
    "count-cards.trick": _must('count = "cards", played-by = "players", suit = "potion", trick = 1', "exactly = 0"),
    "count-cards.place": _must('count = "cards", played-by = "anyone", suit = "potion", place = 1', "at-most = 1"),
    "count-cards.take": _must('count = "cards", held-by = "players", value = 8, take = "difference"', "at-most = 2"),
    "count-cards.over": _must('count = "cards", held-by = "players", value = 8, over = "chapter"'),
    "reactions-count.count": _must('count = "reactions"', "at-least = 2"),
    "reactions-count.suit": _must('count = "reactions", suit = ["fear", "ruse"]'),
    "reactions-count.trick": _must('count = "reactions", trick = "last"', "exactly = 0"),
    "reactions-count.over": _must('count = "reactions", over = "chapter"', "at-least = 3"),
    "steps.count": _must('count = "steps", pawn = "jekyll-hyde"'),
    "steps.pawn": _must('count = "steps", pawn = "scotland-yard"', "at-most = 3"),
    "steps.over": _must('count = "steps", pawn = "scotland-yard", over = "chapter"', "at-most = 6"),
    "space.count": _must('count = "space", pawn = "jekyll-hyde"', "at-least = 4"),
    "space.pawn": _must('count = "space", pawn = "scotland-yard"', "at-most = 7"),
    "gap.count": _must('count = "gap"', "at-least = 2"),
    "holding.suit": _must('count = "tricks", won-by = "city", holding = { suit = "potion" }', "at-most = 1"),
    "holding.value": _must(f"{_WON}, holding = {{ value = 8 }}"),
    "holding.icon": _must(f'{_WON}, holding = {{ icon = "scotland-yard" }}', "at-most = 5"),
    "holding.at-least": _must(f'{_WON}, holding = {{ suit = "fear", at-least = 2 }}'),
    "holding.at-most": _must(f'{_WON}, holding = {{ suit = "ruse", at-least = 1, at-most = 2 }}'),
    "holding.exactly": _must(f'{_WON}, holding = {{ suit = "potion", exactly = 0 }}', "at-least = 3"),
    "double.won-by": _must('count = "tricks", held-by = "players", double = { won-by = "city" }', "at-least = 4"),
    "double.held-by": _must('count = "tricks", won-by = "players", double = { held-by = "leading" }', "at-least = 4"),
    "double.led-by": _must('count = "tricks", held-by = "players", double = { led-by = "city" }', "at-least = 4"),
    "double.won-with": _must(
        'count = "tricks", held-by = "players", double = { won-with = { suit = "potion" } }', "at-least = 4"
    ),
    "double.holding": _must(
        'count = "tricks", held-by = "players", double = { holding = { value = 8 } }', "at-least = 4"
    ),
    "double.trick": _must('count = "tricks", held-by = "players", double = { trick = [1, "last"] }', "at-least = 4"),
    "condition.all": (
        'objectives.example.must.all = [\n  { count = "reactions", suit = "fear", at-least = 1 },\n'
        '  { count = "reactions", suit = "ruse", at-least = 1 },\n]'
    ),
    "condition.any": (
        'objectives.example.must.any = [\n  { count = "gap", at-least = 3 },\n'
        '  { count = "space", pawn = "jekyll-hyde", at-least = 8 },\n]'
    ),
    "condition.not": (
        'objectives.example.must.not.all = [\n  { count = "tricks", won-by = "city", trick = 1, exactly = 1 },\n'
        '  { count = "tricks", won-by = "city", trick = "last", exactly = 1 },\n]'
    ),
    "campaign.format": "format = 1",
    "campaign.title": 'title = "The Long Winter"',
    "campaign.chapters": 'chapters = ["fog", "bridge", "door"]',
}
