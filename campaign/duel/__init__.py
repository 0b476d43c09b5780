"""The rules of the duel, the 2021 game: pure, no disk, clock, terminal or global random."""
