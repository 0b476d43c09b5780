"""The tests of the rules of the Scotland Yard edition."""
