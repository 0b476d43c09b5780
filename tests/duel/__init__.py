"""Tests of the duel's rules."""
