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
    range: Annotated[Whole, Parameter(help="How many squares lie between them, by the ruler.")],  # noqa: A002
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
    part = "" if _lofted(options) else f", {zone}"
    return show(
        heading(f"{_name(rules, attacker)} fires at {_name(rules, target)}{part}, {range} squares away{agreed}\n"),
        _outcomes(chances),
        heading(f"\nPercent {WORST}, by range and {'dice' if _lofted(options) else 'zone'}\n"),
        _ranges(rules, attacker, target, range, zone, options),
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


def _lofted(options: Mapping[str, str]) -> bool:
    return options.get("mode") == "parabolic"


def _ranges(book: Book, attacker: str, target: str, asked: int, zone: str, options: Mapping[str, str]) -> "Table":
    """A row for each range at which any zone can still be hurt; the shot that was asked about is pointed at.

    Parabolic fire knows no zones, but a choice of dice.
    """
    from hulldown.geometry.squares import Zone

    columns = {str(part): (str(part), options) for part in Zone}
    chosen = zone
    if _lofted(options):
        columns = {
            "standard dice": (zone, {**options, "half": "off"}),
            "with half-die": (zone, {**options, "half": "on"}),
        }
        chosen = "with half-die" if options.get("half") == "on" else "standard dice"
    sheet = table("range", *columns, right=("range",))
    for squares in range(MOST_SQUARES):
        row = {name: _chances_or_none(book, attacker, target, squares, *asking) for name, asking in columns.items()}
        found = [chances for chances in row.values() if chances is not None]
        if not found:  # nearer than a gun can fire, or beyond its limits
            continue
        if all(chances.get(HARMLESS) == 1 for chances in found):
            if _lofted(options) and not sheet.row_count:  # short of what the dice must show
                continue
            break
        cells = [
            "     –" if chances is None else _cell(chances[WORST], squares == asked and name == chosen)
            for name, chances in row.items()
        ]
        sheet.add_row(str(squares), *cells, style="bold" if squares == asked else "")
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
