"""`hulldown bench`."""

import sys
from collections.abc import Callable
from typing import Annotated, Any

from cyclopts import Parameter

from hulldown.cli.arguments import Json
from hulldown.cli.page import clean, console, heading, show, show_json, table


def bench(
    *,
    profile: Annotated[bool, Parameter(help="Instead, which functions take most of a game, book by book.")] = False,
    envs: Annotated[bool, Parameter(help="Only the learning environments.")] = False,
    json: Json = False,
) -> None:
    """Measure Hulldown against its peers, on this machine and in one run, so that the ratios mean something."""
    if profile:
        return _profile(json)
    measured = _with_progress(_environments if envs else _everything)
    if json:
        return show_json(measured)
    results = table("measured", "value", "unit", right=("value",))
    for row in measured["results"]:
        results.add_row(row["name"], _number(row["value"]), row["unit"])
    ratios = table("against a peer", "Hulldown", "peer", "ratio", right=("Hulldown", "peer", "ratio"))
    for row in measured["ratios"]:
        ratios.add_row(row["name"], _number(row["ours"]), _number(row["peer"]), f"{row['ratio']:.2f} ×")
    own: list[Any] = [results, ""] if measured["results"] else []
    return show(*own, heading("Ratios"), ratios)


def _everything(report: Callable[[str], None]) -> dict[str, Any]:
    from hulldown.lab.bench import run

    measured = run(report)
    return measured | {"ratios": [*measured["ratios"], *_environments(report)["ratios"]]}


def _environments(report: Callable[[str], None]) -> dict[str, Any]:
    from hulldown.envs.pace import run

    return {"results": [], "ratios": run(report)}


def _profile(json: bool) -> None:
    from hulldown.lab.profile import run

    measured = _with_progress(run)
    if json:
        return show_json(measured)
    parts: list[Any] = [heading("All books, each counting alike"), _functions(measured["whole"])]
    for part in measured["books"]:
        told = f"{part['book']}, {part['scenario']}: {part['seconds']:.3f} s a game"
        parts += ["", heading(told), _functions(part["functions"])]
    return show(*parts)


def _functions(rows: list[dict[str, Any]]) -> Any:
    found = table("function", "share", "calls a game", right=("share", "calls a game"))
    for row in rows:
        found.add_row(row["name"], f"{100 * row['share']:.1f} %", f"{row['calls']:,.0f}")
    return found


def _with_progress(run: Callable[[Callable[[str], None]], dict[str, Any]]) -> dict[str, Any]:
    if not sys.stderr.isatty():
        return run(lambda told: None)
    with console(stderr=True).status("Measuring…") as status:
        return run(lambda told: status.update(clean(told)))


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
