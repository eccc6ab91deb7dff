"""A board of squares with eight facings: ranges, arcs, zones, driving, sight and cover, all in whole numbers.

x grows to the right and y down, so A1 is the top left. A square is one number, `y * columns + x`; a set of squares is
one `int` with bit `square` set; a pose is `square * 8 + facing`, with facings counted clockwise from up.

`python -m hulldown.geometry.squares` draws a field with a reach, an arc, a line of sight and a target in cover.
"""

from hulldown.geometry.squares.cover import ALL_LINES, POINTS, Cover, CoverTrace, Obstacle, Seen, Stop, clears, seen
from hulldown.geometry.squares.drive import Lanes, Pathfinder, Reach
from hulldown.geometry.squares.grid import (
    FACING_NAMES,
    FACINGS,
    MOST,
    Arc,
    Grid,
    Zone,
    angled,
    direct_range,
    in_arc,
    mask_of,
    nearest_point_range,
    parabolic_range,
    section_range,
    section_reach,
    squares_of,
    turned,
    within_135,
    zone,
)
from hulldown.geometry.squares.sight import Blocker, Corner, Sight, Trace

__all__ = [
    "ALL_LINES",
    "FACINGS",
    "FACING_NAMES",
    "MOST",
    "POINTS",
    "Arc",
    "Blocker",
    "Corner",
    "Cover",
    "CoverTrace",
    "Grid",
    "Lanes",
    "Obstacle",
    "Pathfinder",
    "Reach",
    "Seen",
    "Sight",
    "Stop",
    "Trace",
    "Zone",
    "angled",
    "clears",
    "direct_range",
    "in_arc",
    "mask_of",
    "nearest_point_range",
    "parabolic_range",
    "section_range",
    "section_reach",
    "seen",
    "squares_of",
    "turned",
    "within_135",
    "zone",
]
