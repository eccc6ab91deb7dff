"""A board of squares with eight facings: ranges, arcs, zones, driving and sight, all in whole numbers.

x grows to the right and y down, so A1 is the top left. A square is one number, `y * columns + x`; a set of squares is
one `int` with bit `square` set; a pose is `square * 8 + facing`, with facings counted clockwise from up.

`python -m hulldown.geometry.squares` draws a field with a reach, an arc and a line of sight.
"""

from hulldown.geometry.squares.drive import Drive, Lanes, Reach
from hulldown.geometry.squares.grid import (
    FACING_NAMES,
    FACINGS,
    MOST,
    Arc,
    Grid,
    Zone,
    direct_range,
    in_arc,
    mask_of,
    nearest_point_range,
    parabolic_range,
    squares_of,
    zone,
)
from hulldown.geometry.squares.sight import Blocker, Corner, Sight, Trace

__all__ = [
    "FACINGS",
    "FACING_NAMES",
    "MOST",
    "Arc",
    "Blocker",
    "Corner",
    "Drive",
    "Grid",
    "Lanes",
    "Reach",
    "Sight",
    "Trace",
    "Zone",
    "direct_range",
    "in_arc",
    "mask_of",
    "nearest_point_range",
    "parabolic_range",
    "squares_of",
    "zone",
]
