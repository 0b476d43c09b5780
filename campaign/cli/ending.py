"""The end of a game on the screen: each move with its count, the verdict, the stars, and what is due next."""

from campaign.cli.campaign_store import CampaignStore
from campaign.cli.chapter_facts import track, trick_line
from campaign.cli.context import CONTENT, Stop
from campaign.cli.facts import Fact, fact
from campaign.cli.screen import Screen
from campaign.cli.telling import attempt_words, ending_sentence, moved_sentence
from campaign.cli.tracker_screen import draw_tracker
from campaign.cli.tracking import best_totals, tracker_rows
from campaign.files.chapters import ChapterProblems
from campaign.notation import plural
from campaign.play.campaign import Ending, Verdict
from campaign.play.session import Session
from campaign.play.tracker import Step, next_step
from campaign.rules.events import Moved, RoundBegan


def show_ending(screen: Screen, store: CampaignStore, session: Session) -> None:
    """Show how the game that has just been saved ended."""
    game = store.campaign.games[-1]
    if game.ending is None:
        raise ValueError("the last game has no ending yet")
    table = session.table()
    screen.gap()
    end = f"the end of {attempt_words(game.attempt)}"
    screen.title(session.chapter.title, end, label=store.label(session.chapter.id))
    screen.track(track(table))
    if table.tricks:
        screen.fact(trick_line(table.tricks[-1]))
    screen.facts(move_facts(session))
    screen.fact(verdict_fact(game.ending, session))
    if session.chapter.achievement is not None and game.ending.verdict is Verdict.SUCCESS:
        met = "met" if game.ending.achievement else "not met"
        screen.fact(fact("Achieved", f"the chapter's achievement was {met} (T1)"))
    if game.attempt is None:
        screen.fact(fact("Stars", "none: a free game leaves the tracker as it was"))
    else:
        screen.fact(fact("Stars", f"{plural(game.ending.stars, 'star')} for {attempt_words(game.attempt)}"))


def move_facts(session: Session) -> list[Fact]:
    """Return each pawn move of the game with its count and its rule, by round."""
    facts: list[Fact] = []
    number = 0
    for event in session.events:
        if isinstance(event, RoundBegan):
            number = event.round
        if isinstance(event, Moved):
            facts.append(fact(f"Round {number}", moved_sentence(event)))
    return facts


def verdict_fact(ending: Ending, session: Session) -> Fact:
    """Return the verdict in one sentence."""
    style = "bold green" if ending.verdict is Verdict.SUCCESS else "bold red"
    text = ending_sentence(ending, session.chapter, session.table().jekyll_hyde)
    return fact("Verdict", (text, style))


def show_next(screen: Screen, store: CampaignStore, command: str) -> None:
    """Show the tracker and what is due next, with the command that plays it."""
    screen.gap()
    try:
        chapters = store.chapters
    except ChapterProblems as error:
        rows = tracker_rows(store.campaign, ())
        draw_tracker(screen.output, store.name, store.campaign, rows=rows, best=())
        raise Stop(CONTENT, *map(str, error.problems)) from error
    rows = tracker_rows(store.campaign, chapters)
    best = best_totals(store.saves.summaries(), store.campaign.folder)
    draw_tracker(screen.output, store.name, store.campaign, rows=rows, best=best)
    screen.gap()
    due = next_step(store.campaign, chapters)
    title = next((chapter.title for chapter in chapters if chapter.id == due.chapter), "")
    match due.step:
        case Step.FINISHED:
            screen.fact(fact("Next", "the campaign is complete; its score stays on the tracker, to be beaten (T4)"))
        case Step.AGAIN if due.may_go_on:
            screen.fact(fact("Next", f"{title} again, or on without its stars (T1): {command}"))
        case Step.AGAIN:
            screen.fact(fact("Next", f"{title} again (T2): {command}"))
        case Step.BEGIN | Step.RESUME:
            screen.fact(fact("Next", f"{title}: {command}"))
