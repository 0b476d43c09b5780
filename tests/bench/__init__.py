"""The benchmark: each figure beside its peer, measured in the same run."""
