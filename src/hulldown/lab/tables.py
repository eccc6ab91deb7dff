"""Tables to make pictures of: each scenario as Greedy sets it up on both sides, and each ready opening.

    python -m hulldown.lab.tables [BOOK …]

writes a line of JSON for each: book, kind ("scenario" or "opening"), id, name, terrain, picture and camera, which is
the one that its file names, or else the window that shows most.
"""

import sys
from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from hulldown.bots import make
from hulldown.kernel.camera import Camera, Extent, Seen, found
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.files import Fault
from hulldown.kernel.picture import Picture, Terrain
from hulldown.kernel.rulebook import Rulebook
from hulldown.kernel.side import Side
from hulldown.kernel.wire import encode
from hulldown.rulebooks import BOOKS, load, opened, openings

SEED = "1"
GOALS = ("flag",)  # marks that are fought for


class ShownTable(msgspec.Struct, frozen=True):
    """A table to make a picture of."""

    book: str
    kind: Literal["scenario", "opening"]
    id: str
    name: str
    terrain: Terrain
    picture: Picture
    camera: Camera


def scenario_table(book_id: str, scenario: str) -> ShownTable:
    """A scenario after Greedy has set up both sides."""
    book = load(book_id)
    rows = {row.id: row for row in book.library.scenarios()}
    setup = book.library.build(scenario)
    return _shown(book, "scenario", scenario, rows[scenario].name, _set_up(book, setup), rows[scenario].camera or None)


def opening_table(book_id: str, opening: str) -> ShownTable:
    """A ready opening."""
    book, lines = load(book_id), {line.id: line for line in openings(book_id)}
    state = book.start(opened(book_id, opening))
    return _shown(book, "opening", opening, lines[opening].name, state, lines[opening].camera)


def tables(book_id: str) -> Iterator[ShownTable]:
    """All that a book has to show."""
    yield from (scenario_table(book_id, row.id) for row in load(book_id).library.scenarios())
    yield from (opening_table(book_id, line.id) for line in openings(book_id))


def _set_up(book: Rulebook[Any, Any, Any], setup: Any) -> Any:
    """The table before the first round."""
    state, dice = book.start(setup), SeededDice(SEED)
    bots = [make("greedy", book, f"{SEED} {side.label}") for side in Side]
    while (side := book.to_act(state)) is not None and book.turn(state).setting_up:
        for event in book.decide(state, bots[side].choose(book.view(state, side)), dice):
            book.evolve(state, event)
    return state


def _shown(
    book: Rulebook[Any, Any, Any],
    kind: Literal["scenario", "opening"],
    name: str,
    title: str,
    state: Any,
    camera: Camera | None,
) -> ShownTable:
    known = book.view(state, None)
    terrain, picture = book.terrain(known), book.picture(known)
    camera = camera or found(Extent(terrain.table, terrain.columns, terrain.rows), _seen(book, known, picture))
    return ShownTable(book.id, kind, name, title, terrain, picture, camera)


def _seen(book: Rulebook[Any, Any, Any], state: Any, picture: Picture) -> list[Seen]:
    """Units on the table, and what they fight for."""
    units = [
        Seen(unit.pose.x, unit.pose.y, unit.side)
        for unit in book.units(state).values()
        if unit.pose is not None and not unit.lost
    ]
    return units + [Seen(place.x, place.y) for mark in picture.marks if mark.kind in GOALS for place in mark.at]


def main(names: list[str]) -> int:
    try:
        for name in names or BOOKS:
            for table in tables(name):
                sys.stdout.buffer.write(encode(table) + b"\n")
    except Fault as fault:
        sys.stderr.write(f"{fault}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
