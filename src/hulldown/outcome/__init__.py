"""The chance to win, from a position: a small model a book, fitted on games between equals.

It is no bot's value, which is made for whoever is to move. It says how often Red wins, and how often nobody does,
between two equal, sensible players: bounded, turned round where the sides are, and exactly the result where a game is
over. A model knows its book and no bot. `docs/analysis.md` tells how well each one is calibrated.
"""

from hulldown.outcome.model import Features, Fitted, Fortune, Model, model_of

__all__ = ["Features", "Fitted", "Fortune", "Model", "model_of"]
