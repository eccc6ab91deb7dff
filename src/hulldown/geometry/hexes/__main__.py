"""Draws a field with a reach, a wedge and the lines to two targets."""

from hulldown.geometry.hexes import FACING_NAMES, HexGrid, forward, hexes_of, mask_of, reverse, trace, zone
from hulldown.geometry.squares.grid import letters


def _picture(grid: HexGrid, signs: dict[str, int]) -> str:
    """The mat as text; of two signs for one hex the later wins."""
    cells = ["."] * grid.size
    for sign, mask in signs.items():
        for place in hexes_of(mask):
            cells[place] = sign
    rows = ["   ".join(cells[start : start + grid.columns]) for start in range(0, grid.size, grid.columns)]
    head = "   ".join(letters(column) for column in range(grid.columns))
    return "\n".join([f"    {head}", *(f"{y:3} {'  ' * (y % 2 == 0)}{row}" for y, row in enumerate(rows, 1)), ""])


def _driven(grid: HexGrid, free: int, start: int, directions: tuple[int, int], steps: int) -> list[int]:
    """The hexes first reached by so many steps in two directions."""
    waves, left = [1 << start], free
    for _ in range(steps):
        one, other = (grid.shift(waves[-1], direction) for direction in directions)
        waves.append((one | other) & left)
        left &= ~waves[-1]
    return waves[1:]


def _show() -> None:
    grid = HexGrid.of(18, 11)
    houses = mask_of(map(grid.number, ("F3", "G5", "H7", "I5", "J8", "L3")))
    start, facing = grid.number("D6"), 0
    ground = {"#": houses, ">": 1 << start}
    ahead = _driven(grid, grid.all & ~houses, start, forward(facing), 4)
    back = _driven(grid, grid.all & ~houses, start, reverse(facing), 2)
    reach = {str(steps): mask for steps, mask in enumerate(ahead, 1)} | dict(zip("ab", back, strict=True))
    print(f"D6 faces {FACING_NAMES[facing]}: steps ahead without a turn, a and b in reverse\n")
    print(_picture(grid, reach | ground))
    print("The wedge of its gun\n", _picture(grid, {"o": grid.wedge(start, facing)} | ground), sep="\n")
    for name in ("G4", "K2"):
        target = grid.number(name)
        story = trace(grid, start, facing, target, houses)
        part = zone(5, *grid.offset(target, start))
        print(f"{story.clear} of {len(story.lines)} lines to {name} are clear (*); facing N it shows its {part}\n")
        signs = {"-": 0, "*": 0}
        for line in story.lines:
            way = " ".join("|".join(grid.names[place] for place in places) for places in line.passed)
            by = ", ".join(grid.names[place] for place in line.cut_by)
            print(f"  corner {line.corner}: {way}{f', cut by {by}' if by else ''}")
            signs["*" if line.clear else "-"] |= mask_of(places[0] for places in line.passed if len(places) == 1)
        print("", _picture(grid, signs | ground | {"T": 1 << target}), sep="\n")


if __name__ == "__main__":
    _show()
