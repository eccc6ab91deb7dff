"""`hulldown odds`."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from hulldown.cli.arguments import Book, BookId, Json, Options, Whole, find_book, read_options
from hulldown.cli.misuse import Misuse, misused
from hulldown.cli.page import bar, clean, heading, percent, room, say, show, show_json, table, width
from hulldown.cli.running import Out, check_out, command_line

if TYPE_CHECKING:
    from rich.table import Table

    from hulldown.kernel.question import Question
    from hulldown.kernel.side import Side
    from hulldown.lab.odds import Chances, Ranges

FEW_ALIKE = 5  # so many rows that are alike are shown each
MOST_COLUMNS = 8
LONGEST = 24  # signs of a fraction in a table


def odds(
    book: BookId,
    /,
    *,
    attacker: Annotated[str, Parameter(help="The class that fires, as in `hulldown units`.")] = "",
    target: Annotated[str, Parameter(help="The class that is fired at.")] = "",
    range: Annotated[  # noqa: A002
        Whole | None, Parameter(help="How far it is by the book's ruler: squares, hexes, centimetres …")
    ] = None,
    zone: Annotated[str, Parameter(help="The part of the armour that is hit: front, side or rear.")] = "front",
    chart: Annotated[str, Parameter(help="A chart's .toml file: figures of your own instead of the book's.")] = "",
    option: Options = None,
    by: Annotated[str, Parameter(help="Columns other than zones, such as target=heavy,light or OPTION=a,b.")] = "",
    out: Out = None,
    json: Json = False,
) -> None:
    """The exact chances of a shot, from the code that resolves it, and the table over all ranges and zones.

    What is not named is taken from the book's main scenario: the dearest unit of each side, and half the reach.
    """
    from hulldown.kernel.question import ask, terms_of
    from hulldown.lab.odds import chances_of, exact, findings, ranges, worst

    rules = find_book(book)
    options, kind = read_options(option), rules.library.QUESTION
    check_out(out)
    if not attacker or not target or range is None:
        attacker, target, range = _usual(rules, attacker, target, range, (zone, options, chart))  # noqa: A001
    with misused():
        question = ask(kind, attacker, target, range, zone, options, chart)
        chances = chances_of(rules, question)
    columns, chosen, across = _columns(rules, question, by)
    zoned = question.beside()[0] == "zone"
    agreed = f" ({', '.join(f'{key}={value}' for key, value in options.items())})" if options else ""
    part, ruler = f", {zone}" if zoned else "", terms_of(kind).ruler
    ruler = ruler.removesuffix("s") if range == 1 else ruler
    fires, stands = _name(rules, attacker, chart), _name(rules, target, chart)
    title = f"{fires} fires at {stands}{part}, {range} {ruler} away{agreed}"
    if json and not out:
        return show_json({"outcomes": {name: exact(chance) for name, chance in chances.items()}})
    by_range = ranges(rules, columns, high_arc=not zoned)
    over = f"Percent {worst(chances)}, by range and {across}"
    command = command_line(
        "odds",
        book,
        attacker=attacker,
        target=target,
        range=str(range),
        zone=zone,
        chart=chart,
        option=option or [],
        by=by,
    )
    for path in out or ():
        findings(rules, title, chances, by_range, over, command).write(path)
    if json:
        return show_json({"outcomes": {name: exact(chance) for name, chance in chances.items()}})
    return show(heading(f"{title}\n"), _outcomes(chances), heading(f"\n{over}\n"), _ranges(by_range, range, chosen))


def _usual(book: Book, attacker: str, target: str, far: int | None, more: Any) -> tuple[str, str, int]:
    """A shot with what was not said, which is told: of the main scenario, over half the table of its odds."""
    from hulldown.kernel.question import ask
    from hulldown.kernel.side import BLUE, RED
    from hulldown.lab.odds import ranges
    from hulldown.lab.scenarios import main_scenario

    scenario = main_scenario(book)
    shot = attacker or _dearest(book, scenario, RED), target or _dearest(book, scenario, BLUE)
    if far is None:
        with misused():
            question = ask(book.library.QUESTION, *shot, 1, *more)
            rows = ranges(book, {"": question}, high_arc=question.beside()[0] != "zone").rows
        far = rows[len(rows) // 2][0]
    say(f"What is not named is taken from {scenario}, the main scenario: {shot[0]} at {shot[1]}, range {far}.")
    return *shot, far


def _dearest(book: Book, scenario: str, side: "Side") -> str:
    """The unit of a side that costs most."""
    units = book.library.force(book.library.build(scenario), side).units
    points = {row.id: row.points for row in book.library.units()}
    return max((unit for unit, many in units.items() if many), key=lambda unit: points[unit])


def _name(book: Book, unit: str, chart: str) -> str:
    """A unit's name in full, however it was asked for."""
    for row in book.library.units(chart):
        if row.called(unit):
            return row.name
    return clean(unit)


def _outcomes(chances: "Chances") -> "Table":
    sheet = table("outcome", "exactly", "percent", "", right=("exactly", "percent"))
    for name, chance in chances.items():
        sheet.add_row(name, _exactly(chance), f"{percent(chance):.2f}", bar(chance, room(30, 50)))
    return sheet


def _exactly(chance: Fraction) -> str:
    """A fraction, or where to find one that is longer than the page."""
    told = str(chance)
    return told if len(told) <= LONGEST else "see --json"


def _columns(book: Book, question: "Question", by: str) -> tuple[Mapping[str, "Question"], str, str]:
    """The shots beside each other, which of them was asked about, and what they differ in."""
    from hulldown.lab.odds import chances_of

    key, shots = question.beside()
    if by:
        key, equals, values = by.partition("=")
        names = [value.strip() for value in values.split(",")]
        if not equals or not all(names) or len({*names}) < len(names) or len(names) > MOST_COLUMNS:
            raise Misuse(
                f"--by: {by[:60]!r} is not what differs and up to {MOST_COLUMNS} values, as target=heavy,light"
            )
        with misused():
            shots = {name: question.altered(key, name) for name in names}
            for one in shots.values():
                chances_of(book, one)
    return shots, next((name for name, one in shots.items() if one == question), ""), key


def _ranges(by_range: "Ranges", asked: int, chosen: str) -> "Table":
    """The shot that was asked about is pointed at. A long stretch over which nothing changes is one row."""
    sheet = table("range", *by_range.names, right=("range",))
    bars = width() >= 8 + 21 * len(by_range.names)
    for row, stretch in groupby(by_range.rows, itemgetter(1)):
        fars = [far for far, _ in stretch]
        for first, far in [(fars[0], fars[-1])] if len(fars) > FEW_ALIKE else [(far, far) for far in fars]:
            last = by_range.endless and far == by_range.rows[-1][0]
            here = first <= asked <= far or (last and asked > far)
            cells = [
                "     –" if chance is None else _cell(chance, here and name == chosen, bars)
                for name, chance in zip(by_range.names, row, strict=True)
            ]
            told = by_range.told(far) if first == far else f"{first}–{by_range.told(far)}"
            sheet.add_row(told, *cells, style="bold" if here else "")
    return sheet


def _cell(chance: Fraction, asked: bool, bars: bool) -> str:
    number = f"{percent(chance):6.2f}" if chance else "     –"
    return f"{number}{f' {bar(chance):<10}' if bars else ''}{' ◂' if asked else ''}"
