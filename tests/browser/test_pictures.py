"""Pictures of boards: those that are shipped were made from what there is now, and all are drawn as the battle is."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.drawn_by import AT_REST, STILLS, drawn_by, reached
from tests.browser.pictures import HERE, KINDS, MANIFEST, RENEW, THEMES, Easel, Kind, Wanted, cover, wanted

BOOKS = ["france1944", "squadron", "panzerkampf"]  # a board of squares, one of hexes, a free table


def test_every_picture_was_made_from_what_there_is_now() -> None:
    known: dict[str, str] = json.loads(MANIFEST.read_text(encoding="utf-8"))
    now = {one.name: one.made_from() for one in wanted()}
    assert known == now, f"{sorted(name for name in known | now if known.get(name) != now.get(name))}: {RENEW}"
    there = {path.relative_to(HERE).as_posix() for path in HERE.rglob("*.webp")}
    assert there == {f"{name}.{theme}.webp" for name in now for theme in THEMES}, RENEW


def test_what_draws_a_picture_is_found_by_its_imports() -> None:
    """A file that is said to show nothing at rest is there and is imported; all others count."""
    both = reached(STILLS["squares"]) | reached(STILLS["free"])
    assert both >= AT_REST, sorted(AT_REST - both)
    for table, file in (("squares", "board/ground.ts"), ("hexes", "board/mat.ts"), ("free", "free/ground.ts")):
        assert {file, "look/tokens.css", "look/pieces.svg", "stage/still.ts"} <= {*drawn_by(table)}


def test_pictures_keep_to_their_sizes() -> None:
    for path in HERE.rglob("*.webp"):
        kind = path.relative_to(HERE).parts[0]
        assert path.stat().st_size <= KINDS[kind].most, path
    for theme in THEMES:
        first = [*HERE.glob(f"hero/*.{theme}.webp"), *HERE.glob(f"cover/*.{theme}.webp")]
        assert sum(path.stat().st_size for path in first) < 180_000, "what Home shows first"


@pytest.fixture(scope="module")
def easel(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Easel:
    return Easel(browser, Path(tmp_path_factory.mktemp("easel")))


def whole(one: Wanted) -> Wanted:
    """The same position with all of its board in the picture."""
    return Wanted(one.name, Kind(676, 338, 1, 0), one.terrain, one.picture, everything(one))


def everything(one: Wanted) -> str | tuple[float, ...]:
    if one.terrain.table == "free":
        return (0, 0, one.terrain.columns / 1000, one.terrain.rows / 1000)
    letters, column = "", one.terrain.columns - 1
    while column >= 0:
        letters, column = chr(65 + column % 26) + letters, column // 26 - 1
    return f"A1:{letters}{one.terrain.rows}"


@pytest.mark.parametrize("book", BOOKS)
def test_a_picture_is_the_drawing_of_the_battle(easel: Easel, book: str) -> None:
    found = easel.compare(whole(cover(book)))
    assert all(len(layer) > 1000 for layer in found["battle"]), "a ground, and something on it"
    assert found["picture"] == found["battle"]
