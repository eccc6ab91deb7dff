"""The two players."""

from enum import IntEnum


class Side(IntEnum):
    RED = 0
    BLUE = 1

    @property
    def other(self) -> "Side":
        return _OTHER[self]

    @property
    def label(self) -> str:
        return ("Red", "Blue")[self]


RED, BLUE = Side.RED, Side.BLUE
_OTHER = (BLUE, RED)
