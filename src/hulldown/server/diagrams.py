"""The diagrams of the books as they are sent: the table, and what the referee says to each order."""

from functools import cache
from typing import Any

import msgspec

from hulldown.kernel.figure import Shown
from hulldown.kernel.picture import Picture, Terrain
from hulldown.kernel.rule import Refusal
from hulldown.kernel.rulebook import Aim, Fall, Survey, Way
from hulldown.kernel.wire import plain
from hulldown.rulebooks import load
from hulldown.rulebooks.figures import figure_drawn, figures
from hulldown.server.protocol import Wrong

FACINGS = 8  # by which surveys number poses


class FigureLine(msgspec.Struct, frozen=True):
    """A diagram in the list of its book: the rules that it shows, the first of them before all."""

    id: str
    rules: tuple[str, ...]
    caption: str


class FigureOrder(msgspec.Struct, frozen=True):
    """An order of a diagram, and what the referee says to it.

    A shot has its aim with the lines that counted, a move the pose where it ends, and an order that is refused the cell
    that it meant. `survey` is what a hand would be shown that takes the unit.
    """

    said: str
    sentence: str
    unit: int | None
    survey: Survey | None
    aim: Aim | None
    pose: int | None
    cell: int | None
    chance: str
    refusal: Refusal | None
    way: Way | None
    fall: Fall | None


class FigureView(msgspec.Struct, frozen=True):
    """A diagram to be drawn: its table, and its orders one after the other. `position` is its text, for a battle."""

    id: str
    book: str
    rules: tuple[str, ...]
    caption: str
    terrain: Terrain
    picture: Picture
    orders: tuple[FigureOrder, ...]
    position: str


def figure_lines(book_id: str) -> tuple[FigureLine, ...]:
    return tuple(
        FigureLine(name, (figure.rule, *figure.also), figure.caption) for name, (_, figure) in figures(book_id).items()
    )


@cache
def figure_view(book_id: str, name: str) -> FigureView:
    """A diagram with the referee's answers, as it is sent."""
    if name not in figures(book_id):
        raise Wrong("page/unknown", f"There is no diagram {name[:40]}; a rule's page shows those there are.", 404)
    book, found = load(book_id), figure_drawn(book_id, name)
    return FigureView(
        id=name,
        book=book_id,
        rules=(found.figure.rule, *found.figure.also),
        caption=found.figure.caption,
        terrain=book.terrain(found.state),
        picture=book.picture(found.state),
        orders=tuple(_figure_order(book_id, found.state, shown) for shown in found.orders),
        position=found.text,
    )


def _figure_order(book_id: str, state: Any, shown: Shown) -> FigureOrder:
    book, said = load(book_id), plain(shown.order)
    unit = shown.unit if shown.unit is not None else _under_way(book_id, state)
    target = book.target_of(shown.order)
    cell = said.get("square", said.get("hex", said.get("cell")))
    aimed = target is not None or (shown.preview.odds is not None and cell is not None)
    aim = Aim(target, said, shown.preview, shown.chance, cell=None if target is not None else cell) if aimed else None
    return FigureOrder(
        said=shown.said,
        sentence=_answered(shown),
        unit=unit,
        survey=None if unit is None else book.survey(state, unit),
        aim=aim,
        pose=None if aimed or shown.refusal else _pose(book_id, state, unit, cell, said.get("facing")),
        cell=cell,
        chance=shown.chance,
        refusal=shown.refusal,
        way=shown.preview.way,
        fall=shown.preview.fall,
    )


def _under_way(book_id: str, state: Any) -> int | None:
    """The unit in the middle of its move, whose orders name none: the only one that can go anywhere."""
    book = load(book_id)
    able = [unit for unit in book.units(state) if book.survey(state, unit).bands]
    return able[0] if len(able) == 1 else None


def _pose(book_id: str, state: Any, unit: int | None, cell: int | None, facing: int | None) -> int | None:
    """Where a move ends, as a survey numbers poses: a turn ends where the unit stands."""
    if facing is None or unit is None:
        return None
    if cell is None:
        book = load(book_id)
        pose = book.units(state)[unit].pose
        cell = pose.y * book.terrain(state).columns + pose.x if pose else None
    return None if cell is None else cell * FACINGS + facing


def _answered(shown: Shown) -> str:
    """What the referee says to an order, in a sentence."""
    if shown.refusal is not None:
        told = shown.refusal.sentence
        return f"{told[:1].upper()}{told[1:].removesuffix('.')}."
    part = shown.preview.forecast.part if shown.preview.forecast else ""
    if shown.chance:
        met = f" It would meet the {part}." if part else ""
        return f"Allowed: {shown.chance} {'for any effect' if shown.outcome == 'any' else 'to destroy'}.{met}"
    return "Allowed."
