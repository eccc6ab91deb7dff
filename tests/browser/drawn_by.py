"""The files that decide how a table at rest looks: all that its drawing imports, but for what shows nothing there."""

import re
from functools import cache
from pathlib import Path

from tests.browser.conftest import ROOT

SRC = ROOT / "web" / "src"
STILLS = {
    "squares": "board/BoardStill.svelte",
    "hexes": "board/BoardStill.svelte",
    "free": "free/TableStill.svelte",
}
"""What draws a picture, by the kind of table."""
ALWAYS = ("look/tokens.css",)  # the page has the colours itself
AT_REST = frozenset(
    [
        "api/orders.ts",
        "api/template.ts",
        "match/words.ts",
        "stage/Badges.svelte",
        "stage/Effects.svelte",
        "stage/aims.ts",
        "stage/badges.ts",
        "stage/camera.svelte.ts",
        "stage/film.svelte.ts",
        "stage/later.ts",
        "stage/motion.ts",
        "stage/odds.ts",
        "stage/overlay.ts",
        "stage/pencil.ts",
        "stage/pins.ts",
        "stage/pointers.svelte.ts",
        "stage/words.ts",
        "board/Brackets.svelte",
        "board/Handles.svelte",
        "board/Lines.svelte",
        "board/Outlines.svelte",
        "board/Reach.svelte",
        "board/Ring.svelte",
        "board/Way.svelte",
        "board/arrows.ts",
        "board/hand.svelte.ts",
        "board/pointers.svelte.ts",
        "board/ring.ts",
        "board/sight.ts",
        "board/state.ts",
        "board/turret.svelte.ts",
        "free/Sight.svelte",
        "free/TableCarried.svelte",
        "free/Trail.svelte",
        "free/asking.ts",
        "free/hand.svelte.ts",
        "free/intent.ts",
        "free/laying.svelte.ts",
        "free/leading.svelte.ts",
        "free/path.ts",
        "free/question.svelte.ts",
    ]
)
"""What hands, films and words are drawn by: in a picture nothing is chosen, moves or is said.

Whatever is not named here counts, so that a new file cannot be missed.
"""
IMPORT = re.compile(r'^\s*(?:import|export)\s+(?!type\b)(?:[^"\';]*?\sfrom\s+)?"(\.[^"]+)"', re.MULTILINE)


@cache
def reached(start: str) -> frozenset[str]:
    """The files that one of the client's sources imports, and those that they import."""
    found, left = set[Path](), [SRC / start]
    while left:
        path = left.pop()
        if path not in found:
            found.add(path)
            left += [_meant(path, name) for name in IMPORT.findall(path.read_text("utf-8")) if _is_code(path)]
    return frozenset(path.relative_to(SRC).as_posix() for path in found)


def drawn_by(table: str) -> list[str]:
    """The files by which the tables of a kind look as they do."""
    return sorted({*ALWAYS, *reached(STILLS[table])} - AT_REST)


def _is_code(path: Path) -> bool:
    return path.suffix in (".ts", ".svelte")


def _meant(beside: Path, name: str) -> Path:
    base = (beside.parent / name.partition("?")[0]).resolve()
    for path in (base, base.with_name(f"{base.name}.ts"), base / "index.ts"):
        if path.is_file():
            return path
    raise AssertionError(f"{beside} imports {name}, which is no file")
