"""`hulldown scenarios`."""

from typing import Annotated, Any

from cyclopts import Parameter

from hulldown.cli.arguments import BookId, Json, find_book, find_row
from hulldown.cli.page import heading, show, show_json, table


def scenarios(
    book: BookId,
    id: Annotated[str, Parameter(help="A scenario's id; without it all are listed.")] = "",  # noqa: A002
    /,
    *,
    json: Json = False,
) -> None:
    """The scenarios of a book; with an id its armies and rules."""
    rows = find_book(book).library.scenarios()
    if id:
        rows = [find_row(rows, id, "scenario")]
    if json:
        show_json(rows)
    elif id:
        _show_whole(book, rows[0])
    else:
        _show_list(rows)


def _show_list(rows: list[dict[str, Any]]) -> None:
    sheet = table("id", "name", "min", "map", "points", "rules", right=("min", "points"), keep=("id", "map"))
    for row in rows:
        points = f"{row['red']['points']:g} : {row['blue']['points']:g}"
        sheet.add_row(row["id"], row["name"], str(row["minutes"]), row["map"], points, ", ".join(_rules(row)))
    show(sheet)


def _rules(row: dict[str, Any]) -> list[str]:
    """What the scenario plays with, beyond the basic game."""
    told = []
    flags = row["red"].get("flags", 0), row["blue"].get("flags", 0)
    if any(flags):
        told.append(f"flags {flags[0]} : {flags[1]}")
    if row.get("turn_limit"):
        told.append(f"{row['turn_limit']} rounds")
    return [*told, *row.get("options", ())]


def _show_whole(book: str, row: dict[str, Any]) -> None:
    show(heading(row["name"]), f"{row['summary']}\n")
    sheet = table("side", "points", "units", right=("points",))
    for side in ("red", "blue"):
        units = ", ".join(f"{count} {kind}" for kind, count in row[side]["units"].items() if count)
        sheet.add_row(side.capitalize(), f"{row[side]['points']:g}", units)
    show(
        sheet,
        f"\nmap {row['map']} · about {row['minutes']} minutes · {', '.join(_rules(row)) or 'the basic rules'}",
        f"\nhulldown simulate {book} --scenario {row['id']}",
    )
