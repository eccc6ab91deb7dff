"""`hulldown odds`."""

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from hulldown.cli.arguments import Book, BookId, Json, Options, Whole, find_book, read_options
from hulldown.cli.misuse import misused
from hulldown.cli.page import bar, clean, heading, percent, show, show_json, table

if TYPE_CHECKING:
    from rich.table import Table

Chances = dict[str, Fraction]
HARMLESS, WORST = "nothing", "destroyed"
MOST_SQUARES = 200


def odds(
    book: BookId,
    /,
    *,
    attacker: Annotated[str, Parameter(help="The class that fires, as in `hulldown units`.")],
    target: Annotated[str, Parameter(help="The class that is fired at.")],
    range: Annotated[Whole, Parameter(help="How far it is by the ruler of the book: squares, sections or hexes.")],  # noqa: A002
    zone: Annotated[str, Parameter(help="The part of the armour that is hit: front, side or rear.")] = "front",
    option: Options = None,
    json: Json = False,
) -> None:
    """The exact chances of a shot, from the code that resolves it, and the table over all ranges and zones."""
    rules = find_book(book)
    options = read_options(option)
    with misused():
        chances = _chances(rules, attacker, target, range, zone, options)
    if json:
        return show_json({"outcomes": {name: _exact(chance) for name, chance in chances.items()}})
    agreed = f" ({', '.join(f'{key}={value}' for key, value in options.items())})" if options else ""
    lofted = _lofted(rules, attacker, target, range, zone, options)
    part, ruler = "" if lofted else f", {zone}", rules.library.RULER
    ruler = ruler.removesuffix("s") if range == 1 else ruler
    return show(
        heading(f"{_name(rules, attacker)} fires at {_name(rules, target)}{part}, {range} {ruler} away{agreed}\n"),
        _outcomes(chances),
        heading(f"\nPercent {_worst(chances)}, by range and {'dice' if lofted else 'zone'}\n"),
        _ranges(rules, attacker, target, range, zone, options, lofted),
    )


def _name(book: Book, unit: str) -> str:
    """A unit's name in full, however it was asked for."""
    for row in book.library.units():
        if unit.lower() in (row["id"], row["name"].lower(), row.get("letter", "").lower()):
            return str(row["name"])
    return clean(unit)


def _chances(book: Book, attacker: str, target: str, squares: int, zone: str, options: Mapping[str, str]) -> Chances:
    found = book.library.odds_between(attacker, target, squares, zone, options)
    return {str(outcome): chance for outcome, chance in found.items()}


def _exact(chance: Fraction) -> dict[str, Any]:
    return {"fraction": f"{chance.numerator}/{chance.denominator}", "percent": percent(chance)}


def _outcomes(chances: Chances) -> "Table":
    sheet = table("outcome", "exactly", "percent", "", right=("exactly", "percent"))
    for name, chance in chances.items():
        sheet.add_row(name, str(chance), f"{percent(chance):.2f}", bar(chance, 30))
    return sheet


def _worst(chances: Chances) -> str:
    """What one fires for: to destroy, or that a wall falls."""
    return WORST if WORST in chances else next(iter(chances))


def _lofted(book: Book, attacker: str, target: str, asked: int, zone: str, options: Mapping[str, str]) -> bool:
    """Whether a shot is one in a high arc that knows no zones, but a choice of dice."""
    half = {**options, "half": "off"}
    return options.get("mode") == "parabolic" and bool(_chances_or_none(book, attacker, target, asked, zone, half))


def _ranges(
    book: Book, attacker: str, target: str, asked: int, zone: str, options: Mapping[str, str], lofted: bool
) -> "Table":
    """A row for each range at which any zone can still be hurt; the shot that was asked about is pointed at."""
    from hulldown.geometry.squares import Zone

    columns = {str(part): (str(part), options) for part in Zone}
    chosen = zone
    if lofted:
        columns = {
            "standard dice": (zone, {**options, "half": "off"}),
            "with half-die": (zone, {**options, "half": "on"}),
        }
        chosen = "with half-die" if options.get("half") == "on" else "standard dice"
    rows: list[tuple[int, list[Fraction | None]]] = []
    for squares in range(MOST_SQUARES):
        asking = [_chances_or_none(book, attacker, target, squares, *column) for column in columns.values()]
        found = [chances for chances in asking if chances is not None]
        if not found:  # nearer than a gun can fire, or beyond its limits
            continue
        if all(chances.get(HARMLESS) == 1 for chances in found):
            if lofted and not rows:  # short of what the dice must show
                continue
            break
        rows.append((squares, [None if chances is None else chances[_worst(chances)] for chances in asking]))
    endless = bool(rows) and rows[-1][0] == MOST_SQUARES - 1
    while endless and len(rows) > 1 and rows[-1][1] == rows[-2][1]:  # one row for all that is alike from there on
        rows.pop()
    sheet = table("range", *columns, right=("range",))
    for at, (squares, row) in enumerate(rows):
        more = endless and at == len(rows) - 1
        here = squares == asked or (more and asked > squares)
        cells = [
            "     –" if chance is None else _cell(chance, here and name == chosen)
            for name, chance in zip(columns, row, strict=True)
        ]
        sheet.add_row(f"{squares}{' or more' * more}", *cells, style="bold" if here else "")
    return sheet


def _chances_or_none(
    book: Book, attacker: str, target: str, squares: int, zone: str, options: Mapping[str, str]
) -> Chances | None:
    from hulldown.kernel.files import Fault

    try:
        return _chances(book, attacker, target, squares, zone, options)
    except Fault:
        return None


def _cell(chance: Fraction, asked: bool) -> str:
    number = f"{percent(chance):6.2f}" if chance else "     –"
    return f"{number} {bar(chance):<10}{' ◂' if asked else ''}"
