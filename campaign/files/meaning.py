"""Whether a chapter's lines make sense together (chapter format, section 7, meaning). Import this late: pydantic."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from campaign.cards import DECK_SIZE
from campaign.files.bounds import mask_of
from campaign.files.build import build_cards, build_chapter, setup_of
from campaign.files.counts_models import Cards, CardsCount, GapCount, Holding
from campaign.files.judging import judged_problems
from campaign.files.limit_checks import limit_problems, pass_problems
from campaign.files.lines import Line, Resolved, general_address, nested, report_at, round_lines, round_of
from campaign.files.odds import odds_problems
from campaign.files.places_in_toml import KeyPath
from campaign.files.source import Problem
from campaign.files.tables import FoundTable, find_tables
from campaign.rules.chapter import Chapter, PastTheEnd, Pawn, RoundRules


def meaning_problems(resolved: Resolved) -> list[Problem]:
    """Return all that is wrong with the meaning of lines whose shape and merging are clean, sorted by place."""
    start = resolved.lines.get("setup.jekyll-hyde")
    if start is None:
        at = ("setup",) if "setup" in resolved.source.data else ("extends",)
        text = '[setup] needs "jekyll-hyde": the space where their pawn starts'
        return [resolved.source.at_key(at, text)]
    chapter = build_chapter(resolved, title="", story="")
    tables = list(_placed(resolved))
    problems: set[Problem] = set()
    problems.update(_setup_problems(resolved, chapter))
    deal = set(_deal_problems(resolved, chapter))
    dirty: set[tuple[str, KeyPath]] = set()
    for placed in tables:
        # Without a right deal nothing is known of the tricks.
        tricks = () if deal else _trick_problems(placed, chapter)
        found = [*_table_problems(placed, chapter), *tricks]
        problems.update(found)
        if found:
            dirty.add((placed.line.address, placed.keys))
    problems.update(deal)
    problems.update(_order_problems(resolved, chapter))
    if not deal:
        problems.update(judged_problems(resolved, chapter, dirty))
        problems.update(odds_problems(resolved, chapter))
        problems.update(limit_problems(resolved, chapter))
        problems.update(pass_problems(resolved, chapter))
    return sorted(problems)


@dataclass(frozen=True, slots=True)
class _Placed:
    """A table of the resolved chapter with the line that it lies in, and its keys from there on."""

    resolved: Resolved
    table: FoundTable
    line: Line
    keys: KeyPath

    def at(self, text: str, *keys: str | int) -> Problem:
        return report_at(self.resolved, self.line, (*self.keys, *keys), text)

    def at_key(self, text: str, *keys: str | int) -> Problem:
        return report_at(self.resolved, self.line, (*self.keys, *keys), text, at_key=True)


def _placed(resolved: Resolved) -> Iterator[_Placed]:
    """Yield the tables that lie in lines: all but the sections themselves."""
    for table in find_tables(nested(resolved.values)):
        for length in range(1, len(table.path) + 1):
            line = resolved.lines.get(".".join(map(str, table.path[:length])))
            if line is not None:
                yield _Placed(resolved, table, line, table.path[length:])


def _setup_problems(resolved: Resolved, chapter: Chapter) -> Iterator[Problem]:
    lines, last = resolved.lines, chapter.last_position
    yard, start = chapter.scotland_yard, chapter.jekyll_hyde
    if start > last:
        text = f"Jekyll & Hyde start past the last position, {last}; found {start}"
        yield _blamed(resolved, lines, ("setup.jekyll-hyde", "setup.last-position"), text)
    if yard is not None and yard >= start:
        text = f"Jekyll & Hyde start ahead of Scotland Yard; found {start}, and Scotland Yard on {yard}"
        yield _blamed(resolved, lines, ("setup.jekyll-hyde", "setup.scotland-yard"), text)
    if yard is None and chapter.past_the_end is PastTheEnd.SCOTLAND_YARD:
        yield _blamed(resolved, lines, ("setup.past-the-end",), "Scotland Yard is not in play")
    rounds = setup_of(resolved).rounds
    for address, line in lines.items():
        number = round_of(address)
        if number is not None and number > rounds:
            text = f"the chapter has {_many(rounds, 'round')}; found round {number}"
            if line.source is resolved.source:
                yield line.source.at_key(("round", str(number)), text)
            else:
                yield report_at(resolved, line, (), text, at_key=True)


def _blamed(resolved: Resolved, lines: Mapping[str, Line], addresses: tuple[str, ...], text: str) -> Problem:
    """Return a problem between lines, at the first that this file wrote, else at the first there is."""
    present = [lines[address] for address in addresses if address in lines]
    mine = [line for line in present if line.source is resolved.source]
    if not present:
        return resolved.source.at_key(("extends",), text)
    return report_at(resolved, (mine or present)[0], (), text)


def _deal_problems(resolved: Resolved, chapter: Chapter) -> Iterator[Problem]:
    for number, rules in enumerate(chapter.rounds, start=1):
        lines = round_lines(resolved, number)
        reserve = DECK_SIZE - 2 * rules.hand
        if rules.give >= rules.hand:
            text = f'"give" is below "hand", {rules.hand}; found {rules.give}'
            yield _blamed(resolved, lines, ("deal.give", "deal.hand"), text)
        elif rules.from_reserve > reserve:
            text = f"the Reserve has {_many(reserve, 'card')}; found {rules.from_reserve}"
            yield _blamed(resolved, lines, ("city.from-reserve", "deal.hand"), text)
        elif rules.tricks < 1:
            text = "the round has no trick: the City gets no card"
            yield _blamed(resolved, lines, ("deal.give", "city.from-reserve"), text)


def _table_problems(placed: _Placed, chapter: Chapter) -> Iterator[Problem]:
    data, model = placed.table.data, placed.table.model
    if issubclass(model, Cards | CardsCount) and _fitting(data) == 0:
        yield placed.at("no card of the deck is like that")
    if issubclass(model, Holding) and isinstance(least := data.get("at-least", data.get("exactly")), int):
        fitting = _fitting(data)
        if 0 < fitting < least:
            yield placed.at(f"the deck has {_many(fitting, 'such card')}; found {least}")
    if chapter.scotland_yard is None:
        if data.get("pawn") == Pawn.SCOTLAND_YARD:
            yield placed.at("Scotland Yard is not in play", "pawn")
        elif issubclass(model, GapCount):
            yield placed.at("Scotland Yard is not in play", "count")


def _fitting(data: dict[str, object]) -> int:
    """Return how many cards of the deck fit a CARDS table."""
    keys = {key: value for key, value in data.items() if key in {"suit", "value", "icon"}}
    return mask_of(build_cards(Cards.model_validate(keys))).bit_count()


def _trick_problems(placed: _Placed, chapter: Chapter) -> Iterator[Problem]:
    named = placed.table.data.get("trick")
    rounds = rounds_of(placed.resolved, placed.line, chapter)
    if named is None or not rounds:
        return
    most = max(rules.tricks for rules in rounds.values())
    for place, trick in enumerate(named if isinstance(named, list) else [named]):
        if isinstance(trick, int) and trick > most:
            keys = ("trick", place) if isinstance(named, list) else ("trick",)
            yield placed.at(f"a round has {_many(most, 'trick')}; found {trick}", *keys)


def rounds_of(resolved: Resolved, line: Line, chapter: Chapter) -> dict[int, RoundRules]:
    """Return the rounds in which a line holds, by number."""
    address = general_address(line.address)
    numbered = enumerate(chapter.rounds, start=1)
    return {number: rules for number, rules in numbered if round_lines(resolved, number).get(address) is line}


def _order_problems(resolved: Resolved, chapter: Chapter) -> Iterator[Problem]:
    for number, rules in enumerate(chapter.rounds, start=1):
        lines = round_lines(resolved, number)
        taken: dict[tuple[str, int], Line] = {}
        moves = [(move, lines[f"moves.{move.name}"]) for move in rules.moves]
        # Those of this file come last, in the order of their places: the later one is the one to change.
        moves.sort(key=lambda pair: (pair[1].source is resolved.source, pair[1].source.places.key(pair[1].keys)))
        for move, line in moves:
            other = taken.setdefault((move.when, move.order), line)
            if other is not line:
                home = other.source.home((*other.keys, "order"))
                text = f"order {move.order} is taken by {other.address} ({home})"
                yield report_at(resolved, line, ("order",), text)


def _many(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
