"""`hulldown differ`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from hulldown.cli.arguments import Json
from hulldown.cli.page import clean, heading, show, show_json, table

if TYPE_CHECKING:
    from hulldown.rulebooks.differing import Differing


def differ(
    chart: Annotated[str, Parameter(help="A chart's .toml file.")],
    other: Annotated[str, Parameter(help="Another one of the same book; without it the house's is compared.")] = "",
    /,
    *,
    unit: Annotated[str, Parameter(help="The unit whose shots are told; without it those that differ.")] = "",
    json: Json = False,
) -> None:
    """What differs between two charts: the figures, and the shots whose exact chances they move most.

    The first is what was, the second what is; of one chart, what it has otherwise than the house's.
    """
    from hulldown.kernel.wire import plain
    from hulldown.rulebooks import load
    from hulldown.rulebooks.differing import differ as differing
    from hulldown.rulebooks.works import check_file

    book, _ = check_file(Path(other or chart))
    found = differing(load(book).library, chart if other else "", other or chart, unit)
    if json:
        return show_json(plain(found))
    many = len(found.figures)
    show(heading(f"{clean(other or chart)}: {many} {'figure differs' if many == 1 else 'figures differ'}"))
    for told, names in (("New", found.added), ("Left out", found.gone)):
        if names:
            show(clean(f"{told}: {', '.join(names)}"))
    return _show(found)


def _show(found: "Differing") -> None:
    if found.figures:
        sheet = table("of", "figure", "before", "after", right=("before", "after"))
        for one in found.figures:
            sheet.add_row(*map(clean, (one.name or "dice and tables", one.label, one.before, one.after)))
        show("", sheet)
    if found.shots:
        sheet = table("shot", "outcome", "before", "after", right=("before", "after"))
        for shot in found.shots:
            words = f"{shot.attacker_name} at {shot.target_name}, {shot.zone}, {shot.far} {shot.ruler}"
            chances = (f"{float(100 * chance):.1f} %" for chance in (shot.before, shot.after))
            sheet.add_row(clean(words), clean(shot.outcome), *chances)
        show("", sheet)
