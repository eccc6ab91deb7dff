"""What a bare board says to whoever draws it: ranks, sight, lines, and squares that nobody can drive to."""

from collections.abc import Callable, Iterable
from functools import partial
from itertools import combinations

import msgspec

from hulldown.geometry.squares import Grid, direct_range, mask_of, squares_of
from hulldown.kernel.files import Fault
from hulldown.kernel.prospect import GroundCells, GroundQuery, GroundRemark, GroundReply, GroundZone
from hulldown.kernel.rule import Rule
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.rulebooks.panzerstrike.board import Board, Map
from hulldown.rulebooks.panzerstrike.ground import TABLED, drive_over, sight_over
from hulldown.rulebooks.panzerstrike.setup import Edges, check_depth, ranks_of

Sees = Callable[[int, int], bool]
RADIUS = 24  # squares that one looks far on a very large board, where all of it would take seconds
MOST_LINES = 1_024  # squares of a board whose longest line is looked for


class Bare(msgspec.Struct, frozen=True):
    """A board by a book: how one sees over it, how deep the ranks are, and along which edges."""

    drawn: Map
    sees: Callable[[Map], Sees]
    ranks: int
    edges: tuple[Edges, ...]
    sight: Rule
    zone: Rule
    usual: frozenset[tuple[int, int]] = frozenset()  # the columns and rows of the book's own boards

    @property
    def board(self) -> Board:
        return self.drawn.board

    @property
    def grid(self) -> Grid:
        return self.drawn.board.grid

    @property
    def closed(self) -> int:
        pieces = (*self.drawn.walls, *self.drawn.low, *self.drawn.high)
        return self.board.buildings | mask_of(pieces)


def prospect(bare: Bare, query: GroundQuery) -> GroundReply:
    """The answer to a question about a bare board."""
    answers: dict[str, Callable[[Bare, GroundQuery], GroundReply]] = {
        "zones": _zones,
        "sight": _sight,
        "line": _line,
        "longest": _longest,
    }
    if query.ask not in answers:
        raise Fault("question", f"{query.ask} is asked of a free table; this is a board of squares")
    for square in (query.square, query.to):
        if square >= bare.grid.size:
            raise Fault("square", f"there is no square {square}; they are numbered 0 to {bare.grid.size - 1}")
    deep = msgspec.structs.replace(bare, ranks=query.ranks) if query.ranks else bare
    return answers[query.ask](deep, query)


# Ranks


def _zones(bare: Bare, query: GroundQuery) -> GroundReply:
    zones = [zone for edges in bare.edges for zone in _ranks(bare, edges)]
    first = [zone for zone in zones if zone.campaign == bare.edges[0]]
    told = [first[0].told if len(first) == 1 else _counted(first), *_unusual(bare)]
    return GroundReply(", ".join(told), bare.zone.id, zones=tuple(zones), remarks=_remarks(bare, first))


def _ranks(bare: Bare, edges: Edges) -> list[GroundZone]:
    """The open squares of both sides' ranks at a pair of edges, where two zones fit between them."""
    try:
        check_depth(bare.grid, bare.ranks, edges, "board", bare.zone)
    except Fault as fault:
        return [GroundZone(edges, "", (), fault.message, fault.rule, fits=False)]
    room = [ranks_of(bare.grid, bare.ranks, edges, side) & ~bare.closed for side in Side]
    told = f"the first {bare.ranks} ranks from the {edges}"
    return [
        GroundZone(edges, "blue" if side else "red", (), told, bare.zone.id, cells=tuple(squares_of(room[side])))
        for side in Side
    ]


def _counted(zones: Iterable[GroundZone]) -> str:
    return f"{' : '.join(str(len(zone.cells)) for zone in zones)} open squares in the ranks"


def _unusual(bare: Bare) -> list[str]:
    """A word on a board that is smaller than any of the book's own."""
    columns, rows = bare.grid.columns, bare.grid.rows
    if not bare.usual or columns * rows >= min(wide * high for wide, high in bare.usual):
        return []
    wide, high = min(bare.usual, key=lambda size: size[0] * size[1])
    return [f"smaller than its own, {wide} × {high}"]


def _remarks(bare: Bare, zones: list[GroundZone]) -> tuple[GroundRemark, ...]:
    """Open squares to which nobody can drive from the ranks, and ranks between which there is no way."""
    free = bare.grid.all & ~bare.closed
    red, blue = (mask_of(zone.cells) for zone in zones) if len(zones) == 2 else (free, free)
    drive = drive_over(bare.grid, bare.closed)
    found = [drive.flood(free, start) if start else 0 for start in (red, blue)]
    remarks = []
    if lost := tuple(squares_of(free & ~found[RED] & ~found[BLUE])):
        what = "1 open square" if len(lost) == 1 else f"{len(lost)} open squares"
        remarks.append(GroundRemark(f"{what} can be reached by nobody.", "", lost))
    if len(zones) == 2 and red and blue and not found[RED] & blue:
        remarks.append(GroundRemark("There is no way from Red's ranks to Blue's."))
    return tuple(remarks)


# Sight


def _sight(bare: Bare, query: GroundQuery) -> GroundReply:
    """The squares that are seen from one; on a very large board those that are not far away."""
    grid, eye = bare.grid, query.square
    near = bare.grid.all if grid.size <= TABLED else grid.around(eye, RADIUS)
    sees = bare.sees(bare.drawn) if grid.size <= TABLED else _near(bare, eye)
    seen = [square for square in squares_of(near) if square != eye and sees(eye, square)]
    within = "" if grid.size <= TABLED else f" within {RADIUS}"
    told = f"From {grid.names[eye]}: {len(seen)} squares in sight{within}."
    return GroundReply(told, bare.sight.id, cells=GroundCells(1, grid.columns, grid.rows, tuple(seen)))


def _near(bare: Bare, eye: int) -> Sees:
    """Sight on a part of the board alone: lines leave no box in which both of their ends lie."""
    (x, y), grid, board = bare.grid.xy(eye), bare.grid, bare.board
    left, top = max(0, x - RADIUS), max(0, y - RADIUS)
    rows = tuple(row[left : x + RADIUS + 1] for row in board.rows[top : y + RADIUS + 1])
    part = Board(board.name, board.north, rows)

    def there(square: int) -> int:
        column, row = grid.xy(square)
        inside = left <= column < left + part.grid.columns and top <= row < top + part.grid.rows
        return part.grid.square(column - left, row - top) if inside else -1

    def kept(squares: Iterable[int]) -> tuple[int, ...]:
        return tuple(at for at in map(there, squares) if at >= 0)

    drawn = bare.drawn
    sees = bare.sees(Map(part, kept(drawn.walls), kept(drawn.low), kept(drawn.high), ()))
    return lambda a, b: sees(there(a), there(b))


def _line(bare: Bare, query: GroundQuery) -> GroundReply:
    """How far it is, and whether one sees there."""
    grid, here, there = bare.grid, query.square, query.to
    far = direct_range(*grid.offset(here, there))
    open_line = here == there or bare.sees(bare.drawn)(here, there)
    told = f"{far} {'square' if far == 1 else 'squares'} from {grid.names[here]} to {grid.names[there]}"
    seen = "in sight" if open_line else "not in sight"
    cells = GroundCells(1, grid.columns, grid.rows, (here, there) if open_line else ())
    return GroundReply(f"{told}, {seen}.", bare.sight.id, cells=cells)


def _longest(bare: Bare, query: GroundQuery) -> GroundReply:
    """The longest line on the board between two open squares."""
    grid = bare.grid
    if grid.size > MOST_LINES:
        told = f"the longest line is looked for on boards of {MOST_LINES} squares at most; this one has {grid.size}"
        raise Fault("question", told)
    free, sees = squares_of(grid.all & ~bare.closed), bare.sees(bare.drawn)
    far = sorted((-direct_range(*grid.offset(a, b)), a, b) for a, b in combinations(free, 2))
    longest = next(((-range_, a, b) for range_, a, b in far if sees(a, b)), None)
    if longest is None:
        return GroundReply("No two open squares see each other.", bare.sight.id)
    range_, a, b = longest
    told = f"Longest line on the board: {grid.names[a]} to {grid.names[b]}, {range_}."
    return GroundReply(told, bare.sight.id, cells=GroundCells(1, grid.columns, grid.rows, (a, b)))


def over(closed: Callable[[Map], int]) -> Callable[[Map], Sees]:
    """Sight along the one line between two centres."""

    def looked(drawn: Map) -> Sees:
        return partial(sight_over(drawn.board.grid, closed(drawn)).clear, units=0)

    return looked
