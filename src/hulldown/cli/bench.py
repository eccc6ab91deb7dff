"""`hulldown bench`."""

import sys
from collections.abc import Callable
from typing import Any

from hulldown.cli.arguments import Json
from hulldown.cli.page import clean, console, heading, show, show_json, table


def bench(*, json: Json = False) -> None:
    """Measure Hulldown against its peers, on this machine and in one run, so that the ratios mean something."""
    from hulldown.lab.bench import run

    measured = _with_progress(run)
    if json:
        return show_json(measured)
    results = table("measured", "value", "unit", right=("value",))
    for row in measured["results"]:
        results.add_row(row["name"], _number(row["value"]), row["unit"])
    ratios = table("against a peer", "Hulldown", "peer", "ratio", right=("Hulldown", "peer", "ratio"))
    for row in measured["ratios"]:
        ratios.add_row(row["name"], _number(row["ours"]), _number(row["peer"]), f"{row['ratio']:.2f} ×")
    return show(results, "", heading("Ratios"), ratios)


def _with_progress(run: Callable[[Callable[[str], None]], dict[str, Any]]) -> dict[str, Any]:
    if not sys.stderr.isatty():
        return run(lambda told: None)
    with console(stderr=True).status("Measuring…") as status:
        return run(lambda told: status.update(clean(told)))


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
