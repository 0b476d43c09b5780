"""The Scotland Yard edition's rules: pure, no disk, clock, terminal or global random."""
