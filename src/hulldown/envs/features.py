"""What a side sees, and each order it may give, as rows of numbers: for any book, by the protocol and the wire alone.

All of it is a side's own view. Places are shares of the table, prices shares of all that both sides cost, angles sine
and cosine.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from math import cos, hypot, radians, sin
from typing import Any, NamedTuple, get_args

import numpy as np

from hulldown.kernel.picture import Pose
from hulldown.kernel.rulebook import Rulebook
from hulldown.kernel.side import Side
from hulldown.kernel.turn import Unit
from hulldown.kernel.wire import plain

MOST_UNITS = 64  # a unit of a higher number is left out
TABLE = ("red", "round", "part", "setting up", "window", "own losses", "enemy losses")
UNIT = ("there", "own", "lost", "x", "y", "sine", "cosine", "price")
ORDER = (
    *("unit", "unit x", "unit y", "unit sine", "unit cosine", "unit price"),
    *("target", "target x", "target y", "target price", "target own", "target distance"),
    *("place", "place x", "place y", "place sine", "place cosine", "way"),
    *("nearest enemy before", "nearest enemy after", "nearest friend after", "forward", "front"),
    *("chance to destroy", "chance to do anything"),
    *("die", "number", "alone"),
)
# What books call it when a shot did nothing, and when it took its target off the table.
NOTHING = {"nothing", "missed", "no effect", "dud", "not fired", "ricochet"}
GONE = {"destroyed", "wreck", "explodes"}
ANGLES = {"squares": 45, "hexes": 60, "free": 1}
FAR = 1.5  # where there is nobody
BOUND = 4.0  # no number of an observation is farther from 0


class Place(NamedTuple):
    x: float
    y: float
    bearing: float


class Features:
    """The numbers of one book's orders and views, on one table."""

    def __init__(self, book: Rulebook[Any, Any, Any], state: Any, odds: bool = True) -> None:
        self.book, self.odds = book, odds
        self.terrain = book.terrain(state)
        self.kinds = tuple([kind.__name__ for kind in get_args(book.order_type)])
        self._kind = {kind: at for at, kind in enumerate(get_args(book.order_type))}

    @property
    def names(self) -> tuple[str, ...]:
        """What the columns of an order are."""
        return (*self.kinds, *ORDER)

    @property
    def table_names(self) -> tuple[str, ...]:
        return (*TABLE, *[f"can {kind}" for kind in self.kinds])

    @property
    def size(self) -> int:
        """How long an observation is."""
        return len(self.table_names) + MOST_UNITS * len(UNIT)

    @cached_property
    def ground(self) -> Any:
        """The terrain, row by row, as numbers of its signs in the legend; a free table has features and no cells."""
        signs = {sign: at for at, sign in enumerate(self.terrain.legend)}
        rows = [[signs.get(sign, 0) for sign in row] for row in self.terrain.cells]
        return np.array(rows or [[0]], np.uint8)

    def observation(self, view: Any, side: Side, orders: Sequence[Any] = ()) -> Any:
        """The table and the units in one row."""
        both = np.concatenate([self.table(view, side, orders), self.units(view, side).ravel()])
        return np.clip(both, -BOUND, BOUND)

    def table(self, view: Any, side: Side, orders: Sequence[Any] = ()) -> Any:
        """What there is to say of all, and which kinds of orders may be given."""
        turn, prices, losses = self.book.turn(view), self.book.prices(view), [0.0, 0.0]
        for number, unit in self.book.units(view).items():
            losses[unit.side] += prices.get(number, 0.0) * unit.lost
        whole = sum(prices.values()) or 1.0
        facts = (
            *(side is Side.RED, turn.round / 20, turn.part / 20, turn.setting_up),
            *(self.book.window(view) is not None, losses[side] / whole, losses[side.other] / whole),
        )
        found: Any = np.zeros(len(self.table_names), np.float32)
        found[: len(TABLE)] = facts
        found[[len(TABLE) + kind for kind in {self._kind[type(order)] for order in orders}]] = 1
        return found

    def units(self, view: Any, side: Side) -> Any:
        """A row for each unit, by its number."""
        found: Any = np.zeros((MOST_UNITS, len(UNIT)), np.float32)
        prices = self.book.prices(view)
        whole = sum(prices.values()) or 1.0
        for number, unit in self.book.units(view).items():
            if number < MOST_UNITS:
                at = self.place(unit.pose)
                where = (at.x, at.y, *_angle(at.bearing)) if at else (0.0,) * 4
                price = prices.get(number, 0.0) / whole
                found[number] = (at is not None, unit.side is side, unit.lost, *where, price)
        return found

    def place(self, pose: Pose | None) -> Place | None:
        if pose is None:
            return None
        return Place(pose.x / self.terrain.columns, pose.y / self.terrain.rows, pose.bearing)

    def orders(self, view: Any, side: Side, orders: Sequence[Any]) -> Any:
        """A row for each order."""
        crowd = _Crowd(self, view, side)
        found: Any = np.zeros((len(orders), len(self.names)), np.float32)
        if orders:
            found[range(len(orders)), [self._kind[type(order)] for order in orders]] = 1
            found[:, len(self.kinds) :] = [crowd.row(order) for order in orders]
        return found


class _Crowd:
    """The units of a view, as orders are looked at one by one."""

    def __init__(self, features: Features, view: Any, side: Side) -> None:
        self.features, self.book, self.view, self.side = features, features.book, view, side
        self.units: Mapping[int, Unit] = self.book.units(view)
        self.prices = self.book.prices(view)
        self.whole = sum(self.prices.values()) or 1.0
        self.at = {number: features.place(unit.pose) for number, unit in self.units.items() if not unit.lost}
        self.own = [(number, one) for number, one in self.at.items() if one and self.units[number].side is side]
        self.enemies = [one for number, one in self.at.items() if one and self.units[number].side is not side]
        self._near: dict[tuple[float, float], tuple[float, Place | None]] = {}

    def row(self, order: Any) -> tuple[float, ...]:
        unit, target = self.book.unit_of(order), self.book.target_of(order)
        sent: dict[str, Any] = plain(order)
        here = self.at.get(unit) if unit is not None else None
        there = self.at.get(target) if target is not None else None
        place = self.goal(sent, here)
        end = place or here
        before, after = self.nearest(here)[0], self.nearest(end)[0]
        return (
            *((1.0, here.x, here.y, *_angle(here.bearing), self.price(unit)) if here else (0.0,) * 6),
            *(self.aimed(target, there, here) if there else (0.0,) * 6),
            *((1.0, place.x, place.y, *_angle(place.bearing), _far(place, here)) if place else (0.0,) * 6),
            *(before, after, self.nearest_friend(end, unit), before - after, self.front(end)),
            *(self.chances(order) if there and self.features.odds else (0.0, 0.0)),
            *(sent.get("die", 0) / 10, _number(sent), float(len(sent) == 1)),
        )

    def price(self, unit: int | None) -> float:
        return self.prices.get(unit, 0.0) / self.whole if unit is not None else 0.0

    def aimed(self, target: int | None, there: Place, here: Place | None) -> tuple[float, ...]:
        own = target is not None and self.units[target].side is self.side
        return (1.0, there.x, there.y, self.price(target), float(own), _far(there, here))

    def goal(self, sent: dict[str, Any], here: Place | None) -> Place | None:
        """Where an order leads, as it is sent."""
        terrain = self.features.terrain
        bearing = sent.get("facing", sent.get("heading", 0)) * ANGLES[terrain.table]
        if "square" in sent:
            column, row = sent["square"] % terrain.columns, sent["square"] // terrain.columns
            return Place(column / terrain.columns, row / terrain.rows, bearing)
        if "x" in sent:
            here = Place(sent["x"] / terrain.columns, sent["y"] / terrain.rows, bearing)
        if here is not None and "path" in sent:
            return self.driven(here, sent["path"])
        return here if "x" in sent else None

    def driven(self, here: Place, path: Sequence[tuple[int, int]]) -> Place:
        x, y, bearing = here
        for turn, length in path:
            bearing += turn
            across, down = _angle(bearing)
            x += across * length / self.features.terrain.columns
            y -= down * length / self.features.terrain.rows
        return Place(x, y, bearing)

    def nearest(self, place: Place | None) -> tuple[float, Place | None]:
        """How far the nearest enemy is, and where; many orders lead to the same place."""
        if place is None or not self.enemies:
            return FAR, None
        found = self._near.get(place[:2])
        if found is None:
            found = self._near[place[:2]] = min([(_far(one, place), one) for one in self.enemies])
        return found

    def front(self, place: Place | None) -> float:
        """How straight one would face the nearest enemy: 1 with the front, −1 with the rear."""
        _, enemy = self.nearest(place)
        if place is None or enemy is None:
            return 0.0
        across = (enemy.x - place.x) * self.features.terrain.columns
        down = (enemy.y - place.y) * self.features.terrain.rows
        sine, cosine = _angle(place.bearing)
        return (sine * across - cosine * down) / (hypot(across, down) or 1.0)

    def nearest_friend(self, place: Place | None, unit: int | None) -> float:
        others = [_far(one, place) for number, one in self.own if number != unit]
        return min(others, default=FAR) if place else FAR

    def chances(self, order: Any) -> tuple[float, float]:
        """The exact chances that an order destroys, and that it does anything at all."""
        odds = self.book.preview(self.view, order).odds or {}
        told = {str(word): float(chance) for word, chance in odds.items()}
        gone = sum(chance for word, chance in told.items() if word in GONE)
        anything = sum(chance for word, chance in told.items() if word not in NOTHING)
        return min(1.0, gone), min(1.0, anything)


@lru_cache(maxsize=1024)
def _angle(bearing: float) -> tuple[float, float]:
    return sin(radians(bearing)), cos(radians(bearing))


def _far(one: Place, other: Place | None) -> float:
    return hypot(one.x - other.x, one.y - other.y) if other else 0.0


def _number(sent: dict[str, Any]) -> float:
    """What else an order says in whole numbers: a corner, a weapon, a turret."""
    known = ("unit", "target", "square", "facing", "heading", "x", "y", "die")
    return sum([value for key, value in sent.items() if key not in known and type(value) is int]) / 10
