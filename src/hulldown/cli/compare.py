"""`hulldown compare`."""

from typing import Annotated

from cyclopts import Parameter

from hulldown.cli.arguments import Json
from hulldown.cli.misuse import Misuse, misused
from hulldown.cli.running import Out, check_out, command_line, hand_over

Units = Annotated[
    list[str] | None,
    Parameter(name="--use", help="Which unit stands for a name, such as squadron:sherman-76; may be given again."),
]


def compare(
    one: Annotated[str, Parameter(help="A unit's name, or part of it, such as panther.")],
    other: Annotated[str, Parameter(help="The other one's, such as sherman.")],
    /,
    *,
    zone: Annotated[str, Parameter(help="The part of the armour that is hit: front, side or rear.")] = "front",
    use: Units = None,
    out: Out = None,
    json: Json = False,
) -> None:
    """The same duel under every book that has it, side by side: exact chances to destroy, and to outlast the other."""
    from hulldown.lab.odds import duel, duels_findings, stand_in
    from hulldown.rulebooks import BOOKS, load

    check_out(out)
    wanted = _wanted(use or [])
    duels, without = [], []
    for book_id in BOOKS:
        book = load(book_id)
        units = [stand_in(book, name, wanted.get(book_id, ())) for name in (one, other)]
        if units[0] is None or units[1] is None:
            without.append(book_id)
        else:
            with misused():
                duels.append(duel(book, units[0], units[1], zone))
    if not duels:
        raise Misuse(f"no book has both {one[:40]!r} and {other[:40]!r}; `hulldown units BOOK` lists the units of one")
    command = command_line("compare", one, other, zone=zone, use=use or [])
    hand_over(duels_findings((one, other), zone, duels, without, command), json, out)


def _wanted(use: list[str]) -> dict[str, list[str]]:
    """Which units are to stand in, by book."""
    from hulldown.cli.arguments import find_book, find_row

    found: dict[str, list[str]] = {}
    for part in use:
        book, colon, unit = part.partition(":")
        if not colon:
            raise Misuse(f"--use: {part[:60]!r} is no book and unit; write it as squadron:sherman-76")
        row = find_row(find_book(book).library.units(), unit, "unit")
        found.setdefault(book, []).append(row.id)
    return found
