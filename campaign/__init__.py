"""A campaign engine for the co-operative card game "Jekyll & Hyde vs Scotland Yard"."""
