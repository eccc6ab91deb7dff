"""A free table: bases and polygons, ranges, arcs, gaps, straight pieces and pivots, and sight, all in whole numbers.

Places are in 1/100 mm, x to the right and y down; headings are whole degrees, clockwise from the top. Shapes have their
corners in yet finer parts, `FINE` to 1/100 mm, in which those of a turned rectangle are whole. A point on an edge
belongs to the shape; areas and lines that only touch do not overlap; what is exactly as far as a range is in it.

`python -m hulldown.geometry.plane` draws a table with a drive, an arc and a line of sight.
"""

from hulldown.geometry.plane.bearings import DIRECTIONS, ONE, SINES, Point, bearing, in_arc, in_range, stride, zone
from hulldown.geometry.plane.drive import (
    Blocker,
    Edge,
    Field,
    Leg,
    Stop,
    Swept,
    along,
    farthest,
    length_of,
    sweep,
    swept_path,
)
from hulldown.geometry.plane.ground import Ground
from hulldown.geometry.plane.shapes import FINE, MOST_CORNERS, Base, Shape, Span, gap, in_gap, overlap, point, polygon
from hulldown.geometry.plane.sight import Closed, TableTrace, clear, trace
from hulldown.geometry.squares.grid import Zone

__all__ = [
    "DIRECTIONS",
    "FINE",
    "MOST_CORNERS",
    "ONE",
    "SINES",
    "Base",
    "Blocker",
    "Closed",
    "Edge",
    "Field",
    "Ground",
    "Leg",
    "Point",
    "Shape",
    "Span",
    "Stop",
    "Swept",
    "TableTrace",
    "Zone",
    "along",
    "bearing",
    "clear",
    "farthest",
    "gap",
    "in_arc",
    "in_gap",
    "in_range",
    "length_of",
    "overlap",
    "point",
    "polygon",
    "stride",
    "sweep",
    "swept_path",
    "trace",
    "zone",
]
