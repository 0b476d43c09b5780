"""The duels being played, single ones and return matches."""

from campaign.cli.store import Store
from campaign.duel.match import Outcome
from campaign.play import duels
from campaign.play.duel_session import DuelSession
from campaign.play.duels import Duel, Duels


class DuelStore(Store[Duels, Duel]):
    """A save of duels."""

    @property
    def game(self) -> Duel:
        """The last duel begun."""
        return self.kept.games[-1]

    def with_game(self, game: Duel) -> Duels:
        """Return the save with the duel in progress brought up to date."""
        return duels.with_progress(self.kept, game)

    def begin(self, duel: Duel) -> None:
        """Begin a duel and save it before its first prompt."""
        self.save(duels.begin(self.kept, duel))

    def end(self, session: DuelSession, ending: Outcome) -> None:
        """End the duel in progress, and save."""
        self.note(session)
        self.save(duels.finish(self.kept, ending))
