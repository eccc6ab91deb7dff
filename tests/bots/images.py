"""The symmetric images of a drawn position on squares: mirrored, turned, and with the sides exchanged."""

from collections.abc import Iterator

ARROWS = "↑↗→↘↓↙←↖"
MIRRORED = str.maketrans(ARROWS, "↑↖←↙↓↘→↗")
QUARTER = str.maketrans(ARROWS, "→↘↓↙←↖↑↗")
SIDES = "#C.:,=-+×¶"


def images(drawing: str) -> Iterator[str]:
    """A drawing as it is, and its seven images by mirrors and quarter turns."""
    rows = [row.split() for row in drawing.split("\n") if row.strip()]
    for _ in range(2):
        for _ in range(4):
            yield drawn(rows)
            rows = [[cell.translate(QUARTER) for cell in row] for row in zip(*rows[::-1], strict=True)]
        rows = [[cell.translate(MIRRORED) for cell in row[::-1]] for row in rows]


def exchanged(drawing: str) -> str:
    """A drawing with the colours of its units exchanged."""
    rows = [row.split() for row in drawing.split("\n") if row.strip()]
    return drawn([[cell if cell[0] in SIDES else cell.swapcase() for cell in row] for row in rows])


def drawn(rows: list[list[str]]) -> str:
    return "\n".join(" ".join(row) for row in rows)
