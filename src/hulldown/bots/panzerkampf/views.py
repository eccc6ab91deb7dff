"""The table in cells: what is seen from where, and who gets where.

A set of cells is the bits of one number: where a unit gets to, from where a place is seen, what is in range of it, and
to which cells it shows its front, a side or its back.
"""

from collections.abc import Hashable
from functools import cached_property, lru_cache
from heapq import heappop, heappush
from math import atan2, degrees, isqrt

from hulldown.bots.panzerkampf.routes import CELL, lattice
from hulldown.geometry.plane import Base, clear
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.ground import blind_areas
from hulldown.rulebooks.panzerkampf.state import Ground, Unit
from hulldown.rulebooks.panzerkampf.tables import overlaps
from hulldown.rulebooks.panzerkampf.units import UnitType

LOOK = 15  # degrees between headings that are told apart
MOST_KEPT = 1 << 17


class Views:
    """What is seen from where on a table, and who gets where, by cells. Only terrain closes a line here."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.columns, self.rows = -(-ground.table.width // CELL), -(-ground.table.height // CELL)
        self._seen: dict[int, int] = {}
        self._within: dict[tuple[int, int], int] = {}
        self._shown: dict[tuple[int, int], tuple[int, int, int]] = {}
        self._reach: dict[Hashable, int] = {}
        self._open: dict[tuple[int, int, int, int], bool] = {}

    def at(self, x: int, y: int) -> int:
        column, row = min(max(x // CELL, 0), self.columns - 1), min(max(y // CELL, 0), self.rows - 1)
        return row * self.columns + column

    @cached_property
    def blinds(self) -> list[tuple[int, int]]:
        """For each cell the features that close lines, as bits: those on it, and those in which its middle lies."""
        areas, found = blind_areas(self.ground), list[tuple[int, int]]()
        for at in range(self.columns * self.rows):
            x, y = at % self.columns * CELL + CELL // 2, at // self.columns * CELL + CELL // 2
            spot = Base(x, y, 0, CELL // 2, CELL // 2).shape
            on = sum([1 << one for one, area in enumerate(areas) if overlaps(area, spot)])
            found.append((on, sum([1 << one for one, area in enumerate(areas) if area.holds(x, y)])))
        return found

    def seen(self, cell: int) -> int:
        """The cells between which and this one no terrain stands, but that on which one of them lies."""
        found = self._seen.get(cell)
        if found is None:
            columns, rows, blinds = self.columns, self.rows, self.blinds
            y, x = divmod(cell, columns)
            found, own = 1 << cell, blinds[cell][1]
            border = [(column, row) for column in range(columns) for row in (0, rows - 1)]
            border += [(column, row) for row in range(rows) for column in (0, columns - 1)]
            for to_x, to_y in border:
                many = max(abs(to_x - x), abs(to_y - y))
                crossed = 0
                for step in range(1, many + 1):
                    at = (2 * step * (to_y - y) + many) // (2 * many) * columns + y * columns
                    at += (2 * step * (to_x - x) + many) // (2 * many) + x
                    on, inside = blinds[at]
                    if crossed & ~on:
                        break
                    crossed |= on & ~own
                    if not crossed & ~inside:
                        found |= 1 << at
            self._seen[cell] = found
        return found

    def within(self, cell: int, reach: int) -> int:
        """The cells that are no farther than so many centimetres."""
        found = self._within.get((cell, reach))
        if found is None:
            y, x = divmod(cell, self.columns)
            far, found = reach * CM // CELL, 0
            for row in range(max(0, y - far), min(self.rows, y + far + 1)):
                half = isqrt((reach * CM) ** 2 - ((row - y) * CELL) ** 2) // CELL
                left, right = max(0, x - half), min(self.columns - 1, x + half)
                found |= ((1 << (right - left + 1)) - 1) << (row * self.columns + left)
            self._within[cell, reach] = found
        return found

    def shown(self, cell: int, heading: int) -> tuple[int, int, int]:
        """The cells to which a unit with a heading shows its back, a side and its front (PK-71)."""
        heading = round(heading / LOOK) % (360 // LOOK)
        found = self._shown.get((cell, heading))
        if found is None:
            figures, masks, bit = self.ground.setup.figures, [0, 0, 0], 1
            y, x = divmod(cell, self.columns)
            for row in range(self.rows):
                for column in range(self.columns):
                    off = abs((_bearing(column - x, row - y) - heading * LOOK + 180) % 360 - 180)
                    masks[2 if off <= figures.front_angle else 1 if off <= figures.side_angle else 0] |= bit
                    bit <<= 1
            found = self._shown[cell, heading] = masks[0], masks[1], masks[2]
        return found

    def reach(self, row: UnitType, piece: Unit) -> int:
        """The cells to which a unit can move, about: as far as MOV lasts, and nowhere behind TRN."""
        cell, look = self.at(piece.x, piece.y), round(piece.heading / LOOK) % (360 // LOOK)
        key = row.id, cell, look
        found = self._reach.get(key)
        if found is None:
            if row.flying:
                cells = [at for at in range(self.columns * self.rows) if self.within(cell, row.move) >> at & 1]
            else:
                cells = self._driven(row, cell)
            y, x = divmod(cell, self.columns)
            found = 1 << cell
            for at in cells:
                off = _bearing(at % self.columns - x, at // self.columns - y) - look * LOOK
                if abs((off + 180) % 360 - 180) <= row.turn + LOOK:
                    found |= 1 << at
            self._reach[key] = found
        return found

    def _driven(self, row: UnitType, cell: int) -> list[int]:
        grid = lattice(self.ground, row)
        found, queue = {cell: 0.0}, [(0.0, cell)]
        while queue:
            cost, at = heappop(queue)
            if cost == found[at]:
                for step, length in grid.steps[at]:
                    further = cost + length
                    if further <= row.move and further < found.get(step, 1e9) and grid.open[step]:
                        found[step] = further
                        heappush(queue, (further, step))
        return list(found)

    def clear(self, x: int, y: int, to_x: int, to_y: int) -> bool:
        """Whether no terrain stands on a line, exactly (PK-38)."""
        key = (x, y, to_x, to_y) if (x, y) < (to_x, to_y) else (to_x, to_y, x, y)
        found = self._open.get(key)
        if found is None:
            if len(self._open) > MOST_KEPT:
                self._open.clear()
            found = self._open[key] = clear((x, y), (to_x, to_y), (), blind_areas(self.ground))
        return found


@lru_cache(maxsize=1 << 14)
def _bearing(dx: int, dy: int) -> float:
    return degrees(atan2(dx, -dy))


@lru_cache(maxsize=16)
def views_of(ground: Ground) -> Views:
    return Views(ground)
