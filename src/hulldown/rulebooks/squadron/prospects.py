"""What a bare mat says to whoever draws it: borders (SQ-19), tiles beside both hands (SQ-16), sight (SQ-50), lines."""

from collections.abc import Callable, Iterable

from hulldown.geometry.hexes import HexGrid, cut, gun_corners, hexes_of, lines, lit, mask_of
from hulldown.kernel.files import Fault
from hulldown.kernel.prospect import GroundCells, GroundCount, GroundQuery, GroundRemark, GroundReply, GroundZone
from hulldown.kernel.side import Side
from hulldown.rulebooks.squadron.files import usual, usual_hand
from hulldown.rulebooks.squadron.rules import RULES
from hulldown.rulebooks.squadron.setup import CRATER, HEDGE, LARGE, SMALL, TILES, Mat, border_of

SQ_16, SQ_19, SQ_50 = RULES["SQ-16"], RULES["SQ-19"], RULES["SQ-50"]
WHOLE = 1_500  # hexes of a mat that is looked over whole
RADIUS = 18  # hexes that one looks far on a larger one
LOOKS = 12  # hexes of a border from which the mat is looked over
SAME = 3  # parts of a hundred by which both borders may differ and still be called even


def prospect(mat: Mat, query: GroundQuery) -> GroundReply:
    """The answer to a question about a bare mat."""
    answers: dict[str, Callable[[Mat, GroundQuery], GroundReply]] = {
        "zones": _zones,
        "sight": _sight,
        "line": _line,
        "longest": _even,
    }
    if query.ask not in answers:
        raise Fault("question", f"{query.ask} is asked of a free table; this is a mat of hexes")
    for place in (query.square, query.to):
        if place >= mat.grid.size:
            raise Fault("hex", f"there is no hex {place}; they are numbered 0 to {mat.grid.size - 1}")
    return answers[query.ask](mat, query)


def _signs(mat: Mat, *signs: str) -> int:
    return mask_of(at for at, sign in enumerate(mat.cells) if sign in signs)


# Borders and tiles


def _zones(mat: Mat, query: GroundQuery) -> GroundReply:
    """SQ-16, SQ-19, SQ-Q32: the hexes of both borders that a tank can stand on, and the tiles beside both hands."""
    closed = _signs(mat, CRATER, LARGE)
    room = [border_of(mat.grid, side) & ~closed for side in Side]
    zones = tuple(
        GroundZone("borders", "blue" if side else "red", (), "", SQ_19.id, cells=tuple(hexes_of(room[side])))
        for side in Side
    )
    red, blue = (free.bit_count() for free in room)
    told = f"{red} free hexes on each border" if red == blue else f"{red} free hexes on Red's border, {blue} on Blue's"
    hand = usual_hand()
    counts = tuple(GroundCount(sign, mat.cells.count(sign), 2 * hand.count(kind)) for kind, sign in TILES.items())
    remarks = [
        GroundRemark(f"{side.label}'s border has no free hex.", SQ_19.id) for side in Side if not room[side].bit_count()
    ]
    return GroundReply(f"{told}.", SQ_19.id, zones=zones, counts=counts, remarks=tuple(remarks))


# Sight


def _looked(mat: Mat, eye: int) -> int:
    """SQ-49, SQ-50: the hexes to which enough lines are clear, whichever way the gun points."""
    grid, needed = mat.grid, usual().clear_lines
    walls = _signs(mat, LARGE, SMALL)
    low = _signs(mat, HEDGE) & ~grid.around(eye, 1)
    found = 0
    for corner in range(6):
        found |= lit(grid, eye, corner, walls, low, needed)
    return found & ~(1 << eye)


def _sight(mat: Mat, query: GroundQuery) -> GroundReply:
    grid, eye = mat.grid, query.square
    whole = grid.size <= WHOLE
    seen = hexes_of(_looked(mat, eye)) if whole else _nearby(mat, eye)
    within = "" if whole else f" within {RADIUS}"
    told = f"From {grid.names[eye]}: {len(seen)} hexes in sight{within}."
    return GroundReply(told, SQ_50.id, cells=GroundCells(1, grid.columns, grid.rows, tuple(seen)))


def _nearby(mat: Mat, eye: int) -> list[int]:
    """The same on a part of a large mat: lines leave no part in which both of their ends lie."""
    row, column = divmod(eye, mat.grid.columns)
    left, top = max(0, column - RADIUS), max(0, row - RADIUS) & ~1  # rows stay even or odd
    rows = tuple(signs[left : column + RADIUS + 1] for signs in mat.rows[top : row + RADIUS + 1])
    part = Mat(mat.name, rows)
    seen = _looked(part, (row - top) * part.grid.columns + column - left)
    places = (divmod(place, part.grid.columns) for place in hexes_of(seen))
    return [(top + down) * mat.grid.columns + left + across for down, across in places]


def _line(mat: Mat, query: GroundQuery) -> GroundReply:
    """SQ-49, SQ-50: how far it is, and how many lines are clear from the best corner."""
    grid, here, there = mat.grid, query.square, query.to
    far = grid.distance(here, there)
    told = f"{far} {'hex' if far == 1 else 'hexes'} from {grid.names[here]} to {grid.names[there]}"
    if here == there:
        return GroundReply(f"{told}.", SQ_50.id)
    clear, many = max(_counted(mat, grid, here, there))
    seen = clear >= usual().clear_lines
    cells = GroundCells(1, grid.columns, grid.rows, (here, there) if seen else ())
    words = f"{clear} of {many} lines {'is' if clear == 1 else 'are'} clear, {'in sight' if seen else 'not in sight'}"
    return GroundReply(f"{told}; {words}.", SQ_50.id, cells=cells)


def _counted(mat: Mat, grid: HexGrid, here: int, there: int) -> Iterable[tuple[int, int]]:
    closed = _signs(mat, LARGE, SMALL) | _signs(mat, HEDGE) & ~(grid.around(here, 1) | grid.around(there, 1))
    for corner in gun_corners(*grid.offset(here, there)):
        every = lines(grid, here, corner, there)
        yield sum(not cut(line, closed) for line in every), len(every)


def _even(mat: Mat, query: GroundQuery) -> GroundReply:
    """SQ-50: how much of the mat is in sight from either border, on average over hexes of it."""
    if mat.grid.size > WHOLE:
        raise Fault("question", f"a mat of {WHOLE} hexes at most is looked over; this one has {mat.grid.size}")
    red, blue = (_share(mat, side) for side in Side)
    if abs(red - blue) <= SAME:
        told = f"Even: from either border {(red + blue) // 2} % of the mat is in sight on average."
    else:
        told = f"From Red's border {red} % of the mat is in sight on average, from Blue's {blue} %."
    return GroundReply(told, SQ_50.id)


def _share(mat: Mat, side: Side) -> int:
    free = hexes_of(border_of(mat.grid, side) & ~_signs(mat, CRATER, LARGE))
    if not free:
        return 0
    some = free[:: -(-len(free) // LOOKS)]
    seen = sum(_looked(mat, eye).bit_count() for eye in some)
    return 100 * seen // (len(some) * max(1, mat.grid.size - 1))
