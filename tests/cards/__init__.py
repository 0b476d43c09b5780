"""Tests of 28 chapter cards that a player may copy from a box or invent, each a TOML file beside them."""
