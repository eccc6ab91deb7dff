"""Sealed dice: nobody chose them, and while a seat keeps its key nobody foresees them.

The arithmetic is in `checker.py`, which whoever doubts it can read and run by itself.
"""

from collections.abc import Iterable
from typing import Any

from hulldown.kernel.checker import LENGTH, MOST_DICE, WORDS, faces_of, hashed
from hulldown.kernel.dice import Dice, DiceError, Die, described
from hulldown.kernel.rule import Rule

STRIDE = 64  # links between two that are kept


class Chain:
    """A chain whose secret is known. Every so many links one is kept, so that none is far."""

    def __init__(self, secret: bytes) -> None:
        kept, link = [secret], secret
        for number in range(LENGTH - 1, -1, -1):
            link = hashed(b"link", link)
            if number % STRIDE == 0:
                kept.append(link)
        self._kept = kept[::-1]
        self.secret = secret

    @property
    def anchor(self) -> str:
        return self._kept[0].hex()

    def link(self, number: int) -> str:
        above = -(-number // STRIDE)
        link = self._kept[above]
        for _ in range(above * STRIDE - number):
            link = hashed(b"link", link)
        return link.hex()


class SealedDice(Dice):
    """The dice of one order: they follow from its key alone, handful by handful."""

    describes = True

    def __init__(self, key: bytes) -> None:
        super().__init__()
        self._key = key
        self.number = 0  # of the next throw

    @classmethod
    def of(cls, links: Iterable[str]) -> "SealedDice":
        """The dice of a roll, by its links of host, Red and Blue."""
        return cls(hashed(b"roll", *map(bytes.fromhex, links)))

    def throw(self, rule: Rule, die: Die, count: int) -> tuple[int, ...]:
        if not (1 <= count <= MOST_DICE and 1 <= len(die) < WORDS):
            raise DiceError(f"{rule.id} throws {count} dice; a throw has 1 to {MOST_DICE:,}")
        number = self.number
        self.number = number + 1
        return tuple(faces_of(self._key, number, count, described(die)))

    def mark(self) -> Any:
        return self.rolls, self.number

    def back_to(self, mark: Any) -> None:
        self.rolls, self.number = mark
