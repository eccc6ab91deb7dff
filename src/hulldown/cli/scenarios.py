"""`hulldown scenarios`."""

from typing import Annotated, Any

from cyclopts import Parameter

from hulldown.cli.arguments import Book, BookId, Json, find_book, find_row
from hulldown.cli.page import heading, show, show_json, table


def scenarios(
    book: BookId,
    id: Annotated[str, Parameter(help="A scenario's id; without it all are listed.")] = "",  # noqa: A002
    /,
    *,
    json: Json = False,
) -> None:
    """The scenarios of a book; with an id its armies and rules."""
    rules = find_book(book)
    rows = rules.library.scenarios()
    if id:
        rows = [find_row(rows, id, "scenario")]
    if json:
        show_json(rows)
    elif id:
        _show_whole(rules, rows[0])
    else:
        _show_list(rules, rows)


def _show_list(book: Book, rows: list[dict[str, Any]]) -> None:
    sheet = table("id", "name", "min", "map", "points", "rules", right=("min", "points"), keep=("id", "map"))
    for row in rows:
        points = f"{row['red']['points']:g} : {row['blue']['points']:g}"
        sheet.add_row(row["id"], row["name"], str(row["minutes"]), row["map"], points, _rules(book, row))
    show(sheet)


def _rules(book: Book, row: dict[str, Any]) -> str:
    """What the scenario plays with, beyond the basic game; what the house adds to the print is told as such."""
    told = []
    flags = row["red"].get("flags", 0), row["blue"].get("flags", 0)
    if any(flags):
        told.append(f"flags {flags[0]} : {flags[1]}")
    if row.get("turn_limit"):
        told.append(f"{row['turn_limit']} rounds")
    rulings = [ruling for ruling in book.rules.rulings if ruling.ground == "house"]
    ours = {option for ruling in rulings for option in ruling.options}
    printed = [option for option in row.get("options", ()) if option not in ours]
    house = ", ".join(row.get("house", ()))
    return "; ".join(filter(None, (", ".join([*told, *printed]), house and f"house: {house}")))


def _show_whole(book: Book, row: dict[str, Any]) -> None:
    show(heading(row["name"]), f"{row['summary']}\n")
    sheet = table("side", "points", "units", right=("points",))
    for side in ("red", "blue"):
        units = ", ".join(f"{count} {kind}" for kind, count in row[side]["units"].items() if count)
        sheet.add_row(side.capitalize(), f"{row[side]['points']:g}", units)
    show(
        sheet,
        f"\nmap {row['map']} · about {row['minutes']} minutes · {_rules(book, row) or 'the basic rules'}",
        f"\nhulldown simulate {book.id} --scenario {row['id']}",
    )
