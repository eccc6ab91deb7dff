"""What everybody may ask of a position: bots, the laboratory, the table and the kit learn no more of it than this."""

from fractions import Fraction
from typing import Any

import msgspec

from hulldown.kernel.picture import Pose
from hulldown.kernel.side import Side


class Turn(msgspec.Struct, frozen=True, gc=False):
    """Whose turn it is and which: `part` counts the turns of a side within a round, where it has several.

    It is the unit of time: a bot has so long for a turn, whatever it orders in it. Where tanks are activated one by
    one, an activation is a turn; so is each unit that is put down while armies are set up. The phase is what the side
    is about, in the book's own word.
    """

    side: Side
    round: int  # from 1 on; 0 while armies are set up
    part: int
    phase: str
    alternates: bool = False  # whether the sides have their turns by turns within a round, a unit at a time

    @property
    def setting_up(self) -> bool:
        return self.round == 0


class Unit(msgspec.Struct, frozen=True, gc=False):
    """A unit as everybody knows it: whose it is, its name, where it stands (nowhere off the table), if it is lost."""

    side: Side
    name: str
    pose: Pose | None
    lost: bool


class Due(msgspec.Struct, frozen=True, gc=False):
    """What the side to act has still to put on the table: how many of a kind, and the next of them if it is a unit."""

    name: str
    left: int
    unit: int | None = None


class Reaction(msgspec.Struct, frozen=True, gc=False):
    """A unit that may answer in a window, and the best chance that it has; where it matters, in which of its modes."""

    unit: int
    chance: Fraction
    mode: str = ""


class Window(msgspec.Struct, frozen=True, gc=False):
    """A turn that waits in its midst: for what, who of the side to act may answer, and the order that declines."""

    kind: str
    reactions: tuple[Reaction, ...]
    decline: Any
