"""A map of where units died, as SVG: the ground in grey, and on each place a disc for each side, larger for more."""

from collections.abc import Iterator, Sequence
from html import escape
from math import sqrt

import msgspec

from hulldown.kernel.picture import Feature, Terrain
from hulldown.kernel.side import Side
from hulldown.lab.plots import INKS, WIDTH, line, opened, written

TINTS = ("#ffffff", "#ececec", "#dddddd", "#cfcfcf", "#c2c2c2", "#b5b5b5", "#a8a8a8", "#9b9b9b")
FREE = 30  # places across a free table, into which losses are gathered
OF_SIDE = (INKS[1], INKS[0])
LARGEST = 0.5  # of a place, the disc of the most


class Lost(msgspec.Struct, frozen=True):
    """How many units of a side were lost in one place."""

    side: Side
    x: int
    y: int
    many: int


class Places(msgspec.Struct, frozen=True, tag=True):
    title: str
    ground: Terrain
    lost: tuple[Lost, ...]

    def svg(self) -> str:
        return "".join(_drawn(self))


class _Scale:
    """From cells, or 1/100 mm, to the drawing."""

    def __init__(self, ground: Terrain) -> None:
        self.free, self.hexes = ground.table == "free", ground.table == "hexes"
        self.across = FREE if self.free else ground.columns + 0.5 * self.hexes
        self.down = FREE * ground.rows / ground.columns if self.free else ground.rows
        self.size = WIDTH / self.across
        self.high = self.down * self.size
        self._unit = WIDTH / ground.columns

    def corner(self, x: float, y: float) -> tuple[float, float]:
        if self.free:
            return x * self._unit, y * self._unit
        return (x + 0.5 * (self.hexes and y % 2 == 1)) * self.size, y * self.size

    def middle(self, x: float, y: float) -> tuple[float, float]:
        left, top = self.corner(x, y)
        return (left, top) if self.free else (left + self.size / 2, top + self.size / 2)


def gathered(ground: Terrain, falls: Sequence[tuple[Side, int, int]]) -> tuple[Lost, ...]:
    """Losses by place; on a free table those that are near to each other."""
    step = ground.columns // FREE if ground.table == "free" else 1
    found: dict[tuple[Side, int, int], int] = {}
    for side, x, y in falls:
        place = (side, x // step * step + step // 2, y // step * step + step // 2)
        found[place] = found.get(place, 0) + 1
    return tuple([Lost(*place, many) for place, many in sorted(found.items())])


def _drawn(plot: Places) -> Iterator[str]:
    scale, kinds = _Scale(plot.ground), [*plot.ground.legend.values()]
    high = scale.high + 26 + 18 * (-(-len(kinds) // 4))
    yield opened(plot.title, high)
    yield from _ground(plot.ground, scale)
    yield f'<rect x="0" y="0" width="{WIDTH}" height="{scale.high:.1f}" fill="none" stroke="#888"/>'
    most = max([one.many for one in plot.lost], default=1)
    for one in plot.lost:
        x, y = scale.middle(one.x, one.y)
        apart = scale.size * 0.16 * (1 if one.side else -1)
        radius = max(1.5, scale.size * LARGEST * sqrt(one.many / most))
        name = f"{one.side.label}: {one.many:,}"
        yield (
            f'<circle cx="{x + apart:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{OF_SIDE[one.side]}" fill-opacity=".6" '
            f'stroke="{OF_SIDE[one.side]}"{_dash(one.side)}><title>{name}</title></circle>'
        )
    y = scale.high + 18
    for at, side in enumerate(Side):
        yield (
            f'<circle cx="{8 + 150 * at}" cy="{y - 4:.1f}" r="6" fill="{OF_SIDE[side]}" fill-opacity=".6" '
            f'stroke="{OF_SIDE[side]}"{_dash(side)}/>'
        )
        many = sum(one.many for one in plot.lost if one.side is side)
        yield written(20 + 150 * at, y, f"{side.label} lost {many:,}")
    yield written(320, y, f"largest: {most:,}")
    for at, kind in enumerate(kinds):
        x, y = WIDTH / 4 * (at % 4), scale.high + 36 + 18 * (at // 4)
        tint = TINTS[min(at, len(TINTS) - 1)]
        yield f'<rect x="{x:.1f}" y="{y - 10:.1f}" width="12" height="12" fill="{tint}" stroke="#888"/>'
        yield written(x + 18, y, kind)
    yield "</svg>"


def _dash(side: Side) -> str:
    """Sides differ without colour, too."""
    return ' stroke-width="1.5" stroke-dasharray="2 2"' if side else ' stroke-width="1.5"'


def _ground(ground: Terrain, scale: _Scale) -> Iterator[str]:
    yield f'<rect x="0" y="0" width="{WIDTH}" height="{scale.high:.1f}" fill="#fff"/>'
    tints = {sign: TINTS[min(at, len(TINTS) - 1)] for at, sign in enumerate(ground.legend)}
    for row, cells in enumerate(ground.cells):
        for column, sign in enumerate(cells):
            if tints[sign] != TINTS[0]:
                left, top = scale.corner(column, row)
                yield (
                    f'<rect x="{left:.1f}" y="{top:.1f}" width="{scale.size:.1f}" height="{scale.size:.1f}" '
                    f'fill="{tints[sign]}"/>'
                )
    if not scale.free:
        for row in range(ground.rows + 1):
            yield line(0, row * scale.size, WIDTH, row * scale.size, "#eee")
    for feature in ground.features:
        yield _outline(feature, scale)


def _outline(feature: Feature, scale: _Scale) -> str:
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in (scale.corner(place.x, place.y) for place in feature.at))
    return (
        f'<polygon points="{corners}" fill="{TINTS[1]}" stroke="#bbb"><title>{escape(feature.name)}</title></polygon>'
    )
