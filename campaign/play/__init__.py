"""Games over time: records, sessions, the tracker, bots. No disk and no terminal."""
