"""Before play: the set-up of a game, and the armies chosen by points (FR-02 … FR-05, FR-09)."""

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Literal

import msgspec

from hulldown.kernel.files import Fault, Offer
from hulldown.kernel.library import Check, check_all
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.kernel.work import Origins
from hulldown.rulebooks.panzerstrike.board import Board, check_board
from hulldown.rulebooks.panzerstrike.france1944.rules import RULES
from hulldown.rulebooks.panzerstrike.setup import Count, Edges, Name, check_depth, check_kinds, check_points, ranks_of

FR_04 = RULES["FR-04"]
FR_09 = RULES["FR-09"]
FR_48 = RULES["FR-48"]
FR_49 = RULES["FR-49"]
FR_H3 = RULES["FR-H3"]
FR_Q06 = RULES["FR-Q06"]

Face = Annotated[int, msgspec.Meta(ge=0, le=99)]
Die = Annotated[tuple[Face, ...], msgspec.Meta(min_length=2, max_length=20)]
Figure = Annotated[int, msgspec.Meta(ge=-20, le=99)]
Flags = Annotated[int, msgspec.Meta(ge=0, le=4)]
Points = Annotated[int, msgspec.Meta(ge=1, le=1500)]


class TankClass(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of Table A."""

    id: Name
    name: Name
    letter: Annotated[str, msgspec.Meta(min_length=1, max_length=2)]
    points: Annotated[int, msgspec.Meta(ge=1, le=99)]
    speed: Figure
    front: Figure
    side: Figure
    rear: Figure
    gun: Annotated[int, msgspec.Meta(ge=1, le=12)]


class Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The dice and the house constants: `dice.toml` explains each."""

    large: Die
    small: Die
    dice_table: Annotated[
        tuple[tuple[Count, Annotated[int, msgspec.Meta(ge=1, le=20)]], ...], msgspec.Meta(max_length=50)
    ]
    most_dice: Annotated[int, msgspec.Meta(ge=1, le=20)]
    ruler: Literal["centre", "nearest point"]
    ranks: Annotated[int, msgspec.Meta(ge=1, le=100)]
    flag_spacing: Annotated[int, msgspec.Meta(ge=1, le=50)]
    flag_neighbours: Annotated[int, msgspec.Meta(ge=0, le=8)]
    quiet_rounds: Annotated[int, msgspec.Meta(ge=1, le=200)]


class Army(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many tanks of each class, and the total value agreed for it."""

    tanks: dict[str, Count]
    total: Points

    def __hash__(self) -> int:
        return hash((frozenset(self.tanks.items()), self.total))


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that a game starts from. It holds figures, not names of files, so a record stands alone."""

    scenario: Name
    board: Board
    chart: tuple[TankClass, ...]
    figures: Figures
    red: Army
    blue: Army
    flags: tuple[Flags, Flags] = (0, 0)
    barricades: Annotated[int, msgspec.Meta(ge=0, le=50)] = 0
    turn_limit: Annotated[int, msgspec.Meta(ge=0, le=500)] = 0
    damage: bool = False
    hidden: bool = False
    edges: Edges = "ends"
    position: str | msgspec.UnsetType = msgspec.UNSET  # how the table stands at first, if not empty
    works: Origins | msgspec.UnsetType = msgspec.UNSET  # what it was made of, if of works

    def army(self, side: Side) -> Army:
        return self.blue if side else self.red


def value_of(chart: tuple[TankClass, ...], army: Army) -> int:
    """FR-02: what an army costs, by the point value of each class."""
    points = {tank.id: tank.points for tank in chart}
    return sum(points.get(kind, 0) * count for kind, count in army.tanks.items())


def strength(setup: Setup, side: Side) -> dict[str, int]:
    """FR-04: how many tanks of each class a side has."""
    tanks = setup.army(side).tanks
    return {kind.id: tanks.get(kind.id, 0) for kind in setup.chart}


def check_army(chart: tuple[TankClass, ...], army: Army, where: str) -> None:
    """FR-03, FR-04, FR-Q05: the classes are those of the chart, and their value stays within the agreed total."""
    check_kinds(army.tanks, chart, where, "class", FR_09)
    check_points(army.tanks, value_of(chart, army), army.total, where, "tanks", FR_04)


def check_setup(setup: Setup, where: str = "set-up") -> None:
    """A set-up that can be played; else the first thing that is wrong is said, with its rule."""
    check_all(setup_checks(setup, where))


def setup_checks(setup: Setup, where: str) -> Iterator[Check]:
    """FR-05, FR-48, FR-49, FR-H3: all that must be right about a set-up."""
    yield Check("board", partial(check_board, setup.board, f"{where}, board"))
    yield Check("battle", partial(_check_chart, setup, where))
    for side in Side:
        told = f"{where}, {side.label.lower()} army"
        yield Check("armies", partial(check_army, setup.chart, setup.army(side), told), side)
    yield Check("options", partial(_check_flags, setup, where), options=("flags",))
    yield Check("options", partial(_check_limit, setup, where), options=("turn_limit", "flags"))
    depth = partial(check_depth, setup.board.grid, setup.figures.ranks, setup.edges, where, FR_Q06)
    yield Check("board", depth, options=("edges",))
    for side in Side if setup.position is msgspec.UNSET else ():  # who stands already needs no room
        yield Check("board", partial(_check_room, setup, side, where), side)


def _check_chart(setup: Setup, where: str) -> None:
    if not setup.chart or len({tank.id for tank in setup.chart}) != len(setup.chart) or len(setup.chart) > 50:
        raise Fault(where, "the chart needs 1 to 50 classes, each with an id of its own")


def _check_flags(setup: Setup, where: str) -> None:
    """FR-48: as many flags on both sides, or flags on one side only."""
    red, blue = setup.flags
    if red and blue and (red != blue or red > 2):
        told = f"Red has {red} flags and Blue {blue}; with flags on both sides each has 1 or 2"
        settled = {"1 : 1": (1, 1), "2 : 2": (2, 2), "Only Red": (red, 0), "Only Blue": (0, blue)}
        said = {label: f"{{ red = {one}, blue = {other} }}" for label, (one, other) in settled.items()}
        raise Fault(where, told, FR_48.id, offers=tuple(Offer(label, "flags", value) for label, value in said.items()))


def _check_limit(setup: Setup, where: str) -> None:
    """FR-49: only who defends flags can hold out for so many rounds."""
    if setup.turn_limit and defender(setup) is None:
        told = "a turn limit needs an attacker and a defender: flags on one side only"
        raise Fault(where, told, FR_49.id, offers=(Offer("Without a limit", "turn_limit", "0"),))


def _check_room(setup: Setup, side: Side, where: str) -> None:
    """FR-H3: an open square for each tank."""
    room = (zone_of(setup, side) & ~setup.board.buildings).bit_count()
    if room < (tanks := sum(setup.army(side).tanks.values())):
        told = f"{side.label} has {tanks} tanks and {room} open squares in its ranks"
        raise Fault(where, told, FR_H3.id)


def zone_of(setup: Setup, side: Side) -> int:
    """FR-05, FR-Q06: the ranks that a side deploys in, Red's at the left or top edge, Blue's at the other."""
    return ranks_of(setup.board.grid, setup.figures.ranks, setup.edges, side)


def defender(setup: Setup) -> Side | None:
    """FR-49: the side that alone has flags, if one has."""
    red, blue = setup.flags
    return None if bool(red) == bool(blue) else (RED if red else BLUE)
