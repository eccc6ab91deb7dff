"""Draws a field with a reach, an arc, a line of sight and a target in cover."""

from hulldown.geometry.squares import Arc, Cover, Grid, Pathfinder, Sight, direct_range, mask_of, squares_of
from hulldown.geometry.squares.grid import letters


def _picture(grid: Grid, signs: dict[str, int]) -> str:
    """The board as text; of two signs for one square the later wins."""
    cells = ["."] * grid.size
    for sign, mask in signs.items():
        for square in squares_of(mask):
            cells[square] = sign
    rows = [" ".join(cells[start : start + grid.columns]) for start in range(0, grid.size, grid.columns)]
    head = " ".join(letters(x) for x in range(grid.columns))
    return "\n".join([f"    {head}", *(f"{y:3} {row}" for y, row in enumerate(rows, 1)), ""])


def _show() -> None:
    grid = Grid.of(20, 11)
    walls = mask_of(map(grid.number, ("E4", "F3", "H8", "J4", "M6", "N5", "P2", "P3")))
    start, target = grid.number("C6"), grid.number("R4")
    ground = {"#": walls, ">": 1 << start}
    reach = Pathfinder(grid, walls).tracked(grid.all & ~walls, start, 2, 5)
    places = {str(steps): mask_of(pose >> 3 for pose in reach.poses(steps)) for steps in range(5, 0, -1)}
    print("C6 faces E: the fewest tracked steps to each square\n", _picture(grid, places | ground), sep="\n")
    print("Its arc of 27° to either side\n", _picture(grid, {"o": grid.arc(Arc.A27, 2, start)} | ground), sep="\n")
    trace = Sight(grid, walls).trace(start, target, 0)
    closed = ", ".join(f"{grid.names[blocker.square]} ({blocker.why})" for blocker in trace.blockers) or "nothing"
    print(f"Its line of sight to R4, {direct_range(*grid.offset(start, target))} squares away, closed by {closed}\n")
    print(_picture(grid, {"*": mask_of(trace.crossed)} | ground | {"T": 1 << target}))
    target, unit = grid.number("G4"), grid.number("F5")
    cover = Cover(grid, walls, 0).trace(start, target, 1 << unit)
    by = ", ".join(f"{stop.lines.bit_count()} by {grid.names[stop.squares[0]]} ({stop.why})" for stop in cover.stops)
    print(f"G4 is {cover.seen} from there: of 25 lines {cover.masked.bit_count()} are stopped, {by}\n")
    print(_picture(grid, ground | {"o": 1 << unit, "T": 1 << target}))
    print("What is seen of it\n", _picture(Grid.of(5, 5), {"#": cover.masked}), sep="\n")


if __name__ == "__main__":
    _show()
