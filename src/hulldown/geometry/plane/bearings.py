"""Directions in whole degrees, clockwise from the top of the drawing, by a table of sines; ranges, arcs and zones."""

from functools import lru_cache

from hulldown.geometry.squares.grid import Zone

Point = tuple[int, int]

# A million times the sines of 0° to 90°, rounded. The sine of the platform decides nothing.
ONE = 1_000_000
# fmt: off
SINES = (
    0, 17_452, 34_899, 52_336, 69_756, 87_156, 104_528, 121_869, 139_173, 156_434,
    173_648, 190_809, 207_912, 224_951, 241_922, 258_819, 275_637, 292_372, 309_017, 325_568,
    342_020, 358_368, 374_607, 390_731, 406_737, 422_618, 438_371, 453_990, 469_472, 484_810,
    500_000, 515_038, 529_919, 544_639, 559_193, 573_576, 587_785, 601_815, 615_661, 629_320,
    642_788, 656_059, 669_131, 681_998, 694_658, 707_107, 719_340, 731_354, 743_145, 754_710,
    766_044, 777_146, 788_011, 798_636, 809_017, 819_152, 829_038, 838_671, 848_048, 857_167,
    866_025, 874_620, 882_948, 891_007, 898_794, 906_308, 913_545, 920_505, 927_184, 933_580,
    939_693, 945_519, 951_057, 956_305, 961_262, 965_926, 970_296, 974_370, 978_148, 981_627,
    984_808, 987_688, 990_268, 992_546, 994_522, 996_195, 997_564, 998_630, 999_391, 999_848,
    1_000_000,
)
# fmt: on
_QUADRANT = [(SINES[angle], -SINES[90 - angle]) for angle in range(90)]
# The way of length ONE for each degree: x to the right and y down.
DIRECTIONS: tuple[Point, ...] = (
    *_QUADRANT,
    *((-y, x) for x, y in _QUADRANT),
    *((-x, -y) for x, y in _QUADRANT),
    *((y, -x) for x, y in _QUADRANT),
)


def rounded(over: int, under: int) -> int:
    """A fraction as the nearest whole number; halves go away from zero, so that mirrored tables stay mirrored."""
    whole = (2 * abs(over) + under) // (2 * under)
    return whole if over >= 0 else -whole


def stride(length: int, heading: int) -> Point:
    """The way of a straight piece, to the nearest 1/100 mm."""
    x, y = DIRECTIONS[heading % 360]
    return rounded(length * x, ONE), rounded(length * y, ONE)


def in_range(dx: int, dy: int, reach: int) -> bool:
    """Whether a way is no longer than that."""
    return dx * dx + dy * dy <= reach * reach


def in_arc(dx: int, dy: int, heading: int, spread: int) -> bool:
    """Whether a way leads no more than so many degrees to either side of a heading; no way at all always does."""
    if spread >= 180:
        return True
    (ax, ay), (bx, by) = DIRECTIONS[(heading - spread) % 360], DIRECTIONS[(heading + spread) % 360]
    right_of_left, left_of_right = ax * dy - ay * dx >= 0, dx * by - dy * bx >= 0
    if spread > 90:
        return right_of_left or left_of_right
    x, y = DIRECTIONS[heading % 360]
    return right_of_left and left_of_right and x * dx + y * dy >= 0


def zone(dx: int, dy: int, heading: int) -> Zone:
    """The quarter of a body with this heading to which a way leads; a limit belongs to the front, or else to the side.

    A line that misses the middle of a rectangle leaves the greater part on the middle's side, so where the middle of
    a body lies there it mainly lies.
    """
    if in_arc(dx, dy, heading, 45):
        return Zone.FRONT
    return Zone.SIDE if in_arc(dx, dy, heading, 135) else Zone.REAR


@lru_cache(maxsize=1 << 12)
def bearing(dx: int, dy: int) -> int:
    """The whole degree nearest to a way."""
    wide, tall = abs(dx), abs(dy)
    angle = max(range(91), key=lambda angle: wide * SINES[angle] + tall * SINES[90 - angle])
    if dy > 0:
        angle = 180 - angle
    return (angle if dx >= 0 else -angle) % 360
