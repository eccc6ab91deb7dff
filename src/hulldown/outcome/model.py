"""A model: the features of a position, what each weighs, and the chances that follow."""

from collections.abc import Callable, Sequence
from functools import cache
from hashlib import blake2b
from importlib import import_module
from math import exp
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from hulldown.kernel.rulebook import Rulebook
from hulldown.kernel.side import RED
from hulldown.rulebooks import load

BOOKS = ("france1944", "dynamic", "core", "squadron", "panzerkampf")
FITS = Path(__file__).parent / "fits"


class Features(NamedTuple):
    """What a model goes by: figures that change their sign when the sides are exchanged, and figures that do not.

    The latter tell how likely a draw is; where none is possible there are none.
    """

    odd: tuple[float, ...]
    even: tuple[float, ...] = ()


class Fortune(NamedTuple):
    """The chances that Red wins, and that nobody does."""

    red: float
    draw: float = 0.0

    @property
    def blue(self) -> float:
        return 1 - self.red - self.draw

    @property
    def value(self) -> float:
        """What it is worth to Red: a draw is half a win."""
        return self.red + self.draw / 2


class Fitted(msgspec.Struct, frozen=True):
    """What a fit came to: the weights by the names of the features, and on what it was fitted."""

    book: str
    games: int
    positions: int
    command: str
    odd: dict[str, float]
    even: dict[str, float]


class Model:
    """The outcome model of one book. Its version changes with its weights, its features and its book."""

    def __init__(self, book: Rulebook[Any, Any, Any], source: Any, fitted: Fitted) -> None:
        self.book, self.fitted = book, fitted
        self._features: Callable[[Any], Features] = source.features
        self._odd = [fitted.odd[name] for name in source.ODD]
        self._even = [fitted.even[name] for name in source.EVEN]
        self.version = _version(book)

    def fortune(self, state: Any) -> Fortune:
        """The chances from a position; a game that is over has its result."""
        if (result := self.book.result(state)) is not None:
            return Fortune(0.0, 1.0) if result.winner is None else Fortune(float(result.winner is RED))
        odd, even = self._features(state)
        draw = chance(weighed(self._even, even)) if even else 0.0
        return Fortune((1 - draw) * chance(weighed(self._odd, odd)), draw)

    def value(self, state: Any) -> float:
        """What a position is worth to Red, from 0 to 1."""
        return self.fortune(state).value


def weighed(weights: Sequence[float], figures: Sequence[float]) -> float:
    return sum([weight * figure for weight, figure in zip(weights, figures, strict=True)])


def chance(odds: float) -> float:
    """The probability that belongs to log-odds."""
    return 1 / (1 + exp(-odds)) if odds >= 0 else exp(odds) / (1 + exp(odds))


def _version(book: Rulebook[Any, Any, Any]) -> str:
    """A hash over all that a value depends on beside the position."""
    found = blake2b(f"{book.rules.book.id} {book.rules.book.version}\n".encode(), digest_size=8)
    home = Path(__file__).parent
    for file in (home / "model.py", home / "fire.py", *sorted((home / book.id).glob("*.py")), FITS / f"{book.id}.toml"):
        found.update(file.read_bytes())
    return found.hexdigest()


@cache
def model_of(book_id: str) -> Model | None:
    """The model of a book; a book from elsewhere has none."""
    file = FITS / f"{book_id}.toml"
    if book_id not in BOOKS or not file.exists():
        return None
    fitted = msgspec.toml.decode(file.read_bytes(), type=Fitted)
    return Model(load(book_id), features_of(book_id), fitted)


def features_of(book_id: str) -> Any:
    """The module that reads the features of a book's positions."""
    return import_module(f"hulldown.outcome.{book_id}.features")
