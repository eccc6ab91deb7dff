"""A mat of hexes with facings on their corners: distances, wedges, zones and lines of fire, all in whole numbers.

Hexes stand on a corner. A hex is one number, `row * columns + column`, and A1 is the top left; a set of hexes is one
`int` with bit `hex` set; a pose is `hex * 6 + facing`. Directions lead to the six neighbours, clockwise from the right;
corner and facing f lie between the directions f - 1 and f.

`python -m hulldown.geometry.hexes` draws a field with a reach, a wedge and the lines to two targets.
"""

from hulldown.geometry.hexes.grid import (
    BEARINGS_DEG,
    DIRECTION_NAMES,
    DIRECTIONS,
    FACING_NAMES,
    Edge,
    HexGrid,
    centre,
    corner_of,
    drawn,
    forward,
    gun_corners,
    labels,
    reverse,
    zone,
)
from hulldown.geometry.hexes.sight import Line, LinesTrace, LineTrace, cut, hexes_along, lines, lit, trace
from hulldown.geometry.squares.grid import MOST, Zone, mask_of
from hulldown.geometry.squares.grid import squares_of as hexes_of

__all__ = [
    "BEARINGS_DEG",
    "DIRECTIONS",
    "DIRECTION_NAMES",
    "FACING_NAMES",
    "MOST",
    "Edge",
    "HexGrid",
    "Line",
    "LineTrace",
    "LinesTrace",
    "Zone",
    "centre",
    "corner_of",
    "cut",
    "drawn",
    "forward",
    "gun_corners",
    "hexes_along",
    "hexes_of",
    "labels",
    "lines",
    "lit",
    "mask_of",
    "reverse",
    "trace",
    "zone",
]
