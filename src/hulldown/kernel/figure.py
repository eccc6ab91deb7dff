"""Diagrams of rules: a small position, and orders that the referee accepts with a chance, or refuses by a rule.

A book's `figures.toml` has one row for each. An order is a line of text; one that is refused has the rule after a
cross: `fire M2 m2 ✕ FR-37`. All orders are judged in the same position, after those of `before` have been played with
their dice.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec

from hulldown.kernel.dice import DiceError, Undecided
from hulldown.kernel.files import Fault, convert, line_of, read_toml
from hulldown.kernel.lesson.playing import rolled
from hulldown.kernel.lines import Line, Lines, chance_shown, parse_line
from hulldown.kernel.position import Positions
from hulldown.kernel.position.writing import toml
from hulldown.kernel.rule import Refusal
from hulldown.kernel.rulebook import Preview, Rulebook

CROSS = "✕"


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A diagram of a rule, and of others that it shows as well, as it is written."""

    rule: str
    also: tuple[str, ...] = ()
    caption: Annotated[str, msgspec.Meta(min_length=10, max_length=300)]
    board: str = ""
    position: Mapping[str, Any] = {}
    before: tuple[str, ...] = ()
    orders: Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=8)]


class Shown(msgspec.Struct, frozen=True):
    """An order of a diagram: as it is said, whose it is, and what the referee says to it."""

    said: str
    order: Any
    unit: int | None
    preview: Preview
    refusal: Refusal | None
    chance: str = ""
    outcome: str = ""


class DrawnFigure(msgspec.Struct, frozen=True):
    """A diagram with its orders as they came out. Its position is also a text that a battle can begin with."""

    figure: Figure
    text: str
    state: Any
    orders: tuple[Shown, ...]


class _Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    figure: list[Figure]


def figures_in(path: Path) -> list[tuple[str, Figure]]:
    """The diagrams of a book's file, each with its place in it."""
    if not path.exists():
        return []
    text, data = read_toml(path)
    found = convert(data, _Figures, str(path), text).figure
    return [(f"{path}:{line_of(text, f'$.figure[{place}].rule')}", figure) for place, figure in enumerate(found)]


def drawn(
    figure: Figure, where: str, book: Rulebook[Any, Any, Any], lines: Lines[Any], positions: Positions[Any]
) -> DrawnFigure:
    """A diagram once its orders were put to the referee; raises `Fault` where it is not as it says."""
    for rule in (figure.rule, *figure.also):
        if rule not in book.rules:
            raise Fault(where, f"there is no rule {rule!r} in {book.title}")
    head: dict[str, Any] = {"book": book.id, "name": book.rules[figure.rule].title}
    head |= {} if "side" in figure.position else {"side": "red"}
    text = toml(head | dict(figure.position) | ({"board": figure.board} if figure.board else {}))
    state = book.start(positions.check(book, text, where))
    for told in figure.before:
        state = _played(told, state, where, book, lines)
    return DrawnFigure(figure, text, state, tuple(_shown(told, state, where, book, lines) for told in figure.orders))


def _played(told: str, state: Any, where: str, book: Rulebook[Any, Any, Any], lines: Lines[Any]) -> Any:
    line = parse_line(told, where)
    order, refusal = lines.first(state, line, where)
    if refusal is not None:
        raise Fault(where, f"{line.said!r} is refused: {refusal.sentence}", refusal.rule)
    try:
        after, _, used = rolled(book, state, order, line.rolls)
    except (DiceError, Undecided) as error:
        raise Fault(where, f"{line.said!r}: {error}") from None
    if not used:
        raise Fault(where, f"{line.said!r} does not use all of its dice")
    return after


def _shown(told: str, state: Any, where: str, book: Rulebook[Any, Any, Any], lines: Lines[Any]) -> Shown:
    text, cross, rule = (part.strip() for part in told.partition(CROSS))
    line = parse_line(text, where)
    if cross:
        meant, refused = _refused(rule, line, state, where, book, lines)
        return Shown(line.said, meant, book.unit_of(meant), book.preview(state, meant), refused)
    order, refusal = lines.first(state, line, where)
    if refusal is not None:
        raise Fault(where, f"{line.said!r} is refused by {refusal.rule}: {refusal.sentence}")
    preview = book.preview(state, order)
    if line.chance is not None and (found := chance_shown(preview, line.outcome)) != line.chance:
        raise Fault(where, f"{line.said!r} says {line.chance} %; the referee shows {found} %")
    chance = "" if line.chance is None else f"{line.chance} %"
    return Shown(line.said, order, book.unit_of(order), preview, None, chance, line.outcome)


def _refused(
    rule: str, line: Line, state: Any, where: str, book: Rulebook[Any, Any, Any], lines: Lines[Any]
) -> tuple[Any, Refusal]:
    """An order that nothing the line means is allowed of, and that this rule refuses."""
    told = list(_judged(line, state, where, book, lines))
    if len([refusal for _, refusal in told if refusal is not None]) < len(told):
        raise Fault(where, f"{line.said!r} is allowed; the diagram says that {rule} refuses it")
    refusals = [(order, refusal) for order, refusal in told if refusal is not None]
    for order, refused in refusals:
        if refused.rule == rule:
            return order, refused
    other = refusals[0][1]
    raise Fault(where, f"{line.said!r} is refused by {other.rule}, not by {rule}: {other.sentence}")


def _judged(
    line: Line, state: Any, where: str, book: Rulebook[Any, Any, Any], lines: Lines[Any]
) -> Iterator[tuple[Any, Refusal | None]]:
    for order in lines.orders(state, line, where):
        yield order, book.refuse(state, order)
