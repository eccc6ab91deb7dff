"""What a chart of a book is made of: its columns, dice and tables, with the bounds that the format sets them.

All of it is read from the structs that judge a chart, so a page that shows it can ask for nothing that is refused.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType, inspect

from hulldown.kernel.files import Fault, Pointed, read_toml
from hulldown.kernel.handbook import constants_of
from hulldown.kernel.library import Library, UnitRow
from hulldown.kernel.rulebook import Rulebook
from hulldown.kernel.wire import plain
from hulldown.kernel.work import title_of
from hulldown.rulebooks import home_of
from hulldown.rulebooks.differing import HUNDREDTHS_OF_MM, UNTOLD, label_of

Cell = bool | int | float | str | None
FigureValue = bool | int | float | str | tuple[Cell | tuple[Cell, ...], ...]
Kind = Literal["number", "word", "choice", "switch", "die", "faces", "numbers"]
ARMOUR = ("front", "side", "rear", "back", "top", "bottom", "tracks")
GROUPS = {
    "price": ("points", "effectiveness"),
    "movement": ("speed", "max", "reverse", "drive", "move", "turn", "fast", "swim", "movement", "breakdown"),
    "armour": (*ARMOUR, "hp"),
    "gun": ("gun", "mount", "dice", "half", "penetration", "shot", "fixed"),
    "base": ("length", "width"),
}
MOST_NUMBERS = 60  # in a table that is shown by its cells


class ChartColumn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A figure of a unit: `figure` is its path in the row, `source` the name that says whose it is.

    Of a number the bounds are told, of a choice what may be chosen; `optional` is a figure that may be none. A number
    with a `measure` is shown and typed in that; one of it is `parts` of what stands in the text.
    """

    figure: str
    label: str
    full: str
    group: str
    kind: Kind
    source: str = ""
    least: float | UnsetType = UNSET
    most: float | UnsetType = UNSET
    step: float = 1
    choices: tuple[str, ...] = ()
    optional: bool = False
    usual: Cell = None
    measure: str = ""
    parts: int = 1


class ChartFigure(msgspec.Struct, frozen=True, omit_defaults=True):
    """A die, a table or a number of the book: the house's value, whose it is, and the bounds of the format.

    `says` and `rules` tell what it does, `heads` what stands over the cells of a table.
    """

    figure: str
    label: str
    kind: Kind
    value: FigureValue
    source: str
    least: float | UnsetType = UNSET
    most: float | UnsetType = UNSET
    shortest: int = 0
    longest: int = 0
    choices: tuple[str, ...] = ()
    says: str = ""
    rules: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()


class ChartText(msgspec.Struct, frozen=True):
    """A chart that the book ships, as the text to start from."""

    id: str
    name: str
    text: str


class ChartForm(msgspec.Struct, frozen=True):
    """What a chart of a book is made of: the table of its rows in the text, their columns, the dice, the charts."""

    table: str
    columns: tuple[ChartColumn, ...]
    weapon: tuple[ChartColumn, ...]
    figures: tuple[ChartFigure, ...]
    charts: tuple[ChartText, ...]
    silhouettes: tuple[str, ...]


def form_of(book: Rulebook[Any, Any, Any]) -> ChartForm:
    library = book.library
    rows = inspect.type_info(library.CHART)
    assert isinstance(rows, inspect.StructType)
    table = next(field for field in rows.fields if field.name in ("unit", "card"))
    assert isinstance(table.type, inspect.ListType)
    row = table.type.item_type
    assert isinstance(row, inspect.StructType)
    weapons = [field.type for field in row.fields if field.name == "weapon"]
    weapon = next((one.item_type for one in weapons if isinstance(one, inspect.VarTupleType)), None)
    texts = library.works("chart")
    return ChartForm(
        table.name,
        tuple(_columns(library, row, "")),
        tuple(_columns(library, weapon, "weapon.")) if isinstance(weapon, inspect.StructType) else (),
        tuple(_figures(book)),
        tuple(ChartText(name, title_of(text) or name.replace("-", " "), text) for name, text in texts.items()),
        tuple(sorted({str(unit.figures["silhouette"]) for unit in library.units() if "silhouette" in unit.figures})),
    )


def _listed(kind: inspect.Type) -> bool:
    return isinstance(kind, inspect.ListType | inspect.VarTupleType)


def _columns(library: Library, row: inspect.StructType, path: str) -> Iterator[ChartColumn]:
    for field in row.fields:
        if (not path and field.name in UNTOLD) or (path and field.name == "name"):
            continue
        kind, optional = _bare(field.type)
        if isinstance(kind, inspect.StructType):
            yield from _columns(library, kind, f"{path}{field.name}.")
        elif not _listed(kind):
            yield _column(library, f"{path}{field.name}", kind, optional, field)


def _column(library: Library, figure: str, kind: inspect.Type, optional: bool, field: inspect.Field) -> ChartColumn:
    name = figure.rpartition(".")[2]
    label = library.LABELS.get(figure) or library.LABELS.get(name)
    whole = label_of(library.LABELS, name)
    sourced = "weapon" if figure.startswith("weapon.") and _weapons(library) else name
    sourced = {"parabolic.least": "limits", "parabolic.most": "limits"}.get(figure, sourced)
    least, most, step = _bounds(kind)
    return ChartColumn(
        figure,
        "points" if name in GROUPS["price"] else label.short if label else name.replace("_", " "),
        label.full if label else whole,
        _group(figure, _kind(kind)),
        _kind(kind),
        sourced,
        least,
        most,
        step,
        tuple(map(str, kind.values)) if isinstance(kind, inspect.LiteralType) else (),
        optional,
        None if field.required or field.default is msgspec.NODEFAULT else plain(field.default),
        *(("mm", 100) if figure in HUNDREDTHS_OF_MM else ()),
    )


def _weapons(library: Library) -> bool:
    """Whether a unit has a list of weapons, of which one source speaks."""
    return "weapon.range" in library.LABELS


def _group(figure: str, kind: Kind) -> str:
    """As the book speaks of figures; what is chosen from words comes after all numbers."""
    if kind != "number" and "." not in figure:
        return "more"
    if "." in figure:
        return "gun" if figure.startswith("weapon") else "high arc"
    return next((group for group, names in GROUPS.items() if figure in names), "more")


def _bare(kind: inspect.Type) -> tuple[inspect.Type, bool]:
    """A type without the nothing that may stand in its place."""
    if isinstance(kind, inspect.UnionType):
        real = [one for one in kind.types if not isinstance(one, inspect.NoneType)]
        return real[0], len(real) < len(kind.types)
    return kind, False


def _bounds(kind: inspect.Type) -> tuple[float | UnsetType, float | UnsetType, float]:
    if not isinstance(kind, inspect.IntType | inspect.FloatType):
        return UNSET, UNSET, 1
    least = UNSET if kind.ge is None else float(kind.ge)
    return least, UNSET if kind.le is None else float(kind.le), float(kind.multiple_of or 1)


def _kind(kind: inspect.Type) -> Kind:
    match kind:
        case inspect.IntType() | inspect.FloatType():
            return "number"
        case inspect.LiteralType():
            return "choice"
        case inspect.BoolType():
            return "switch"
        case _:
            return "word"


# Dice and tables


def _figures(book: Rulebook[Any, Any, Any]) -> Iterator[ChartFigure]:
    """What a set-up of the house has beside its chart, as far as it is made of numbers and words."""
    library = book.library
    figures = library.draft(library.scenarios()[0].id).figures
    told = constants_of(book.rules, home_of(book.rules.book.id) / "constants.toml")
    for one in _group_of(inspect.type_info(type(figures)), plain(figures), "", library.SOURCES):
        known = told.get(one.figure)
        yield (
            one
            if known is None
            else msgspec.structs.replace(one, label=known.name, says=known.says, rules=known.rules, heads=known.heads)
        )


def _group_of(
    kind: inspect.Type, values: Mapping[str, Any], path: str, sources: Mapping[str, Any] | str
) -> Iterator[ChartFigure]:
    assert isinstance(kind, inspect.StructType)
    words = tuple(sorted({word for value in values.values() for word in _words(value)}))
    for field in kind.fields:
        figure, inner = f"{path}{field.name}", _bare(field.type)[0]
        if field.name not in values:
            continue
        whose = sources if isinstance(sources, str) else sources.get(field.name, "house")
        if isinstance(inner, inspect.StructType):
            yield from _group_of(inner, values[field.name], f"{figure}.", whose)
        else:
            yield from _figure(figure, inner, values[field.name], str(whose), words if path else None)


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, list | tuple):
        yield from (word for face in value if isinstance(face, str) for word in face.split() or [""])


def _figure(
    figure: str, kind: inspect.Type, value: Any, source: str, words: tuple[str, ...] | None
) -> Iterator[ChartFigure]:
    counted = re.sub(r"\[(\d+)\]", lambda at: f" {int(at[1]) + 1}", figure)
    label = counted.replace("_", " ").replace(".", ", ")
    if isinstance(kind, inspect.TupleType) and value and isinstance(value[0], list | tuple):
        for at, (inner, one) in enumerate(zip(kind.item_types, value, strict=True)):
            yield from _figure(f"{figure}[{at}]", inner, one, source, words)
    elif isinstance(kind, inspect.VarTupleType) and not isinstance(kind.item_type, inspect.TupleType):
        least, most, _ = _bounds(kind.item_type)
        faces: Kind = "faces" if isinstance(kind.item_type, inspect.StrType) else "die"
        known = words if words is not None else tuple(dict.fromkeys(_words(value)))
        longest = kind.max_length or 20
        shown = known if faces == "faces" else ()
        yield ChartFigure(figure, label, faces, value, source, least, most, kind.min_length or 1, longest, shown)
    elif isinstance(kind, inspect.TupleType | inspect.VarTupleType):
        cells = [cell for one in value for cell in (one if isinstance(one, list | tuple) else [one])]
        if len(cells) <= MOST_NUMBERS:
            yield ChartFigure(figure, label, "numbers", value, source)
    else:
        least, most, _ = _bounds(kind)
        choices = tuple(map(str, kind.values)) if isinstance(kind, inspect.LiteralType) else ()
        yield ChartFigure(figure, label, _kind(kind), value, source, least, most, choices=choices)


# Advice


FAR = 2  # so many times, and at least so much, a typed figure lies from the house's before it is worth a look
LEAST = 5


def look_again(library: Library, chart: str) -> Iterator[Fault]:
    """What of a chart's typed figures is out of line; it may be printed so."""
    data = read_toml(Path(chart))[1]
    house = {row.id: row for row in library.units()}
    table = "card" if "card" in data else "unit"
    for at, row in enumerate(library.units(chart)):
        for figure, told in _out_of_line(row, house.get(row.id)):
            place = Pointed(unit=row.id, figure=figure)
            yield Fault(chart, f"{row.name}: {told}", field=f"{table}[{at}].{figure}", place=place)


def _out_of_line(row: UnitRow, house: UnitRow | None) -> Iterator[tuple[str, str]]:
    armour = {name: row.figures[name] for name in ARMOUR if isinstance(row.figures.get(name), int)}
    typed = [name for name, source in row.source.items() if source == "print"]
    back = "rear" if "rear" in armour else "back"
    for name in ("side", back):
        if name in armour and "front" in armour and armour[name] > armour["front"] and {name, "front"} & {*typed}:
            yield name, f"its {name} armour, {armour[name]}, is more than its front, {armour['front']}"
    if house is None:
        return
    for name in typed:
        now, was = row.figures.get(name), house.figures.get(name)
        if isinstance(now, int) and isinstance(was, int) and _far(now, was):
            yield name, f"{name.replace('_', ' ')} {now} is far from the house's {was}"
    price = "points"
    firmer = sum(armour[name] - house.figures[name] for name in armour if isinstance(house.figures.get(name), int))
    if abs(firmer) >= LEAST and row.figures.get(price) == house.figures.get(price) and price not in typed:
        more = "more" if firmer > 0 else "less"
        yield price, f"it has {abs(firmer)} {more} armour than the house's, and its price stayed {row.points:g}"


def _far(now: int, was: int) -> bool:
    least, most = sorted((abs(now), abs(was)))
    return most - least >= LEAST and most >= FAR * max(least, 1)
