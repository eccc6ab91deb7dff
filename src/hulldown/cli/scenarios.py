"""`hulldown scenarios`."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from hulldown.cli.arguments import Book, BookId, Json, find_book, find_row
from hulldown.cli.page import heading, show, show_json, table
from hulldown.kernel.library import Difference, ScenarioRow
from hulldown.kernel.option import ChoiceKind, NumberKind, Option, SquaresKind, SwitchKind
from hulldown.kernel.side import Side
from hulldown.kernel.wire import plain
from hulldown.rulebooks import home_of
from hulldown.rulebooks.sentence import game_told
from hulldown.rulebooks.shares import shares

if TYPE_CHECKING:
    from rich.table import Table


def scenarios(
    book: BookId,
    id: Annotated[str, Parameter(help="A scenario's id; without it all are listed.")] = "",  # noqa: A002
    /,
    *,
    json: Json = False,
) -> None:
    """The scenarios of a book; with an id its armies and rules, and the options that can be changed in it."""
    rules = find_book(book)
    rows = rules.library.scenarios()
    if id:
        rows = [find_row(rows, id, "scenario")]
    if json:
        show_json(plain(rows))
    elif id:
        _show_whole(rules, rows[0])
    else:
        _show_list(rules, rows)


def _show_list(book: Book, rows: Sequence[ScenarioRow]) -> None:
    sheet = table("id", "name", "min", "map", "points", "rules", right=("min", "points"), keep=("id", "map"))
    for row in rows:
        points = f"{row.red.points:g} : {row.blue.points:g}"
        sheet.add_row(row.id, row.name, str(row.minutes), row.map, points, _rules(book, row))
    show(sheet)


def _rules(book: Book, row: ScenarioRow) -> str:
    """What the scenario plays with, beyond the basic game; what the house adds to the print is told as such."""
    told = []
    flags = row.red.flags or 0, row.blue.flags or 0
    if any(flags):
        told.append(f"flags {flags[0]} : {flags[1]}")
    if row.turn_limit:
        told.append(f"{row.turn_limit} rounds")
    ours = {option.name for option in book.library.OPTIONS if option.house}
    printed = [option for option in row.options if option not in ours]
    house = ", ".join(row.house or ())
    return "; ".join(filter(None, (", ".join([*told, *printed]), house and f"house: {house}")))


def _show_whole(book: Book, row: ScenarioRow) -> None:
    setup = book.library.build(row.id)
    show(heading(row.name), f"{row.summary}\n")
    show("".join(part.text for part in game_told(book, setup)) + "\n")
    sheet = table("side", "points", "units", "what follows", right=("points",))
    for side in Side:
        force = book.library.force(setup, side)
        units = ", ".join(f"{count} {kind}" for kind, count in force.units.items() if count)
        follows = "; ".join(f"{follow.sentence} ({follow.rule})" for follow in force.follows)
        sheet.add_row(side.label, f"{force.points:g}", units, follows)
    show(
        sheet,
        f"\nmap {row.map} · about {row.minutes} minutes · {_rules(book, row) or 'the basic rules'}",
        f"{_fair(row)}\n",
        _options(book, row),
        f"\nhulldown simulate {book.id} --scenario {row.id}",
    )


def _fair(row: ScenarioRow) -> str:
    """How it comes out between bots."""
    if not (fair := row.fair):
        return "fair? not measured yet"
    score = f"{100 * fair.mid:.0f} % ({100 * fair.low:.0f} – {100 * fair.high:.0f} %)"
    return f"fair? Red scores {score} of {fair.games:,} games of {fair.bots.replace(',', ' against ')}"


def _options(book: Book, row: ScenarioRow) -> "Table":
    """What can be agreed otherwise, with `--option`: what it is here, what it may be, and by which rule."""
    here = book.library.agreed(book.library.build(row.id))
    changes = shares(home_of(book.id)).differences()
    sheet = table("option", "here", "or", "what it is", "rule", keep=("option",))
    for option in book.library.OPTIONS:
        sheet.add_row(
            option.name, _here(option, here), _values(option), _words(option, changes), ", ".join(option.rules)
        )
    return sheet


def _here(option: Option, agreed: Mapping[str, str]) -> str:
    text = agreed.get(option.name, "its own")
    many = text.count(",") + 1
    return f"{many} squares" if isinstance(option.kind, SquaresKind) and many > 1 else text


def _words(option: Option, changes: Mapping[str, Difference]) -> str:
    """What it is called, where that is not its name, what it does, and what it was found to change."""
    named = "" if option.label == option.name.replace("_", " ") else f"{option.label}: "
    found = changes.get(option.name)
    told = f" ({_changes(option.name, found)})" if found else ""
    return f"{'house: ' if option.house else ''}{named}{option.words}{told}"


def _changes(option: str, found: Difference) -> str:
    told = f"{found.after:.1f} rounds instead of {found.before:.1f}" if found.clear else "no clear change of length"
    return f"{option}={found.value} in {found.scenario}: {told}, {found.games} games each way"


def _values(option: Option) -> str:
    match option.kind:
        case SwitchKind():
            return "on, off"
        case NumberKind(least, most, step, each_side):
            halves = "" if step == 1 else ", in halves"
            return f"{least:g} … {most:g}{halves}{', or RED:BLUE' if each_side else ''}"
        case ChoiceKind(choices):
            return ", ".join(choice.value for choice in choices)
    return "K7,K8 … or none"
