"""Draws the pictures that come with the client: covers, the hero of the first page, a card for each scenario.

Beside a card lies what stands on its table, from which a set-up draws the whole of it, as large as there is room.

`make pictures` runs it, and draws those whose sources have changed; `make pictures ONLY=cover` draws all of that name.

They lie in `web/pictures`, light and dark, and `manifest.json` beside them says by hashes what each was made from: the
table and the window on it, its size, and the files that draw it. A test compares those, and never a pixel. What is on a
cover is a position beside it.
"""

import json
import subprocess
import sys
import tempfile
from base64 import b64decode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Browser, Page, Route, sync_playwright

from hulldown.kernel.files import read_text
from hulldown.kernel.position import Paper
from hulldown.kernel.wire import encode
from hulldown.lab.tables import opening_table, tables
from hulldown.rulebooks import BOOKS, begun_with, load, opened, openings, positions
from tests.browser.conftest import FLAGS, PATIENCE, ROOT, chromium
from tests.browser.drawn_by import SRC, drawn_by

WEB = ROOT / "web"
HERE = WEB / "pictures"
MANIFEST = HERE / "manifest.json"
RENEW = "run `make pictures`, look at what changed, and commit it"
THEMES = ("light", "dark")


class Kind(msgspec.Struct, frozen=True):
    """How large a picture is on the page, the least pixels of a piece there, and the most bytes of its file.

    `density` is how many pixels of the file there are to one of the page.
    """

    width: float
    height: float
    least: int
    most: int
    density: int = 2


KINDS = {
    "hero": Kind(675, 337.5, 40, 55_000),
    "cover": Kind(240, 202, 40, 23_000),
    "card": Kind(320, 200, 24, 9_000, density=1),  # the window of a scenario is 12 cells wide at most
}
Window = str | tuple[float, ...]
HERO: dict[str, Window] = {"france1944": "D1:R7"}


class Wanted(msgspec.Struct, frozen=True):
    """A picture: its name, and what it is made from."""

    name: str
    kind: Kind
    terrain: Any
    picture: Any
    window: Window
    words: Any = None  # what is written over it

    def made_from(self) -> str:
        drawn = "".join(sha256((SRC / file).read_bytes()).hexdigest() for file in drawn_by(self.terrain.table))
        shown = encode([self.kind, self.terrain, self.picture.pieces, self.picture.marks, self.window, self.words])
        return sha256(shown + drawn.encode()).hexdigest()


def cover(book_id: str) -> Wanted:
    """The position that lies beside the cover, through its own camera."""
    book, path = load(book_id), HERE / "cover" / f"{book_id}.toml"
    text = read_text(path)
    state = book.start(begun_with(book_id, text, path.name))
    sheet: Any = Paper(text, path.name).sheet(positions(book_id).words)
    return Wanted(f"cover/{book_id}", KINDS["cover"], book.terrain(state), book.picture(state), sheet.camera)


def wanted(only: str = "") -> Iterator[Wanted]:
    """All pictures, those of the first page first."""
    for book_id, window in HERO.items():
        if only in (name := f"hero/{book_id}"):
            table = opening_table(book_id, "first")
            yield Wanted(name, KINDS["hero"], table.terrain, table.picture, window, said(book_id))
    for book_id in BOOKS:
        if only in f"cover/{book_id}":
            yield cover(book_id)
    for book_id in BOOKS:
        if only and only not in f"card/{book_id}/" and not only.startswith(f"card/{book_id}/"):
            continue
        for table in tables(book_id):
            if table.kind == "scenario" and only in (name := f"card/{book_id}/{table.id}"):
                yield Wanted(name, KINDS["card"], table.terrain, table.picture, table.camera)


class Easel:
    """A page that draws, from a build of its own."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        command = ["npx", "vite", "build", "--mode", "pictures", "--outDir", str(folder), "--emptyOutDir"]
        subprocess.run(command, cwd=WEB, check=True, capture_output=True)
        self.page: Page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.route("http://easel/**", lambda route: self._serve(route, folder))
        self.page.goto("http://easel/dev/pictures.html")
        self.page.wait_for_function("() => typeof draw === 'function'")

    @staticmethod
    def _serve(route: Route, folder: Path) -> None:
        path = folder / route.request.url.removeprefix("http://easel/").partition("?")[0]
        route.fulfill(path=path) if path.is_file() else route.fulfill(status=404)

    @staticmethod
    def drawn(one: Wanted) -> dict[str, Any]:
        size = {"width": one.kind.width, "height": one.kind.height, "least": one.kind.least}
        shown = json.loads(encode({"terrain": one.terrain, "picture": one.picture}))
        return {**shown, "window": one.window, "size": size}

    def draw(self, one: Wanted, theme: str) -> tuple[bytes, dict[int, tuple[float, float]]]:
        """A picture as a file, and where in it each unit stands."""
        asked = [self.drawn(one), theme, one.kind.density, one.kind.most]
        found = self.page.evaluate("([drawn, theme, density, most]) => draw(drawn, theme, density, most)", asked)
        return b64decode(found["url"].partition(",")[2]), {unit: (x, y) for unit, x, y in found["stands"]}

    def compare(self, one: Wanted) -> dict[str, list[str]]:
        found: dict[str, list[str]] = self.page.evaluate("(drawn) => compare(drawn)", self.drawn(one))
        return found


def said(book_id: str) -> dict[str, Any]:
    """What is told of a ready opening, and what can be fired there, the best chance first, in the referee's words."""
    book, line = load(book_id), next(iter(openings(book_id)))
    state = book.start(opened(book_id, line.id))
    picture = book.picture(state)
    names = {piece.id: piece.name for piece in picture.pieces}
    found = list[tuple[float, dict[str, Any]]]()
    for unit in (todo.unit for todo in picture.tray.todo):
        for aim in book.survey(state, unit).aims:
            forecast = aim.preview.forecast
            if aim.preview.refusal is not None or forecast is None or forecast.chance is None or aim.unit is None:
                continue
            throw = forecast.throws[0]
            shot = {
                "unit": unit,
                "target": aim.unit,
                "word": aim.word,
                "who": f"{names[unit].partition(' ')[2]} at {names[aim.unit]}",
                "sentence": throw.sentence.text,
                "rule": throw.rule,
            }
            found.append((float(forecast.chance), shot))
    shots = [shot for _, shot in sorted(found, key=lambda one: -one[0])]
    return {"headline": line.headline, "text": line.text, "words": line.words, "shots": shots}


def placed(words: dict[str, Any], stands: dict[int, tuple[float, float]]) -> str:
    """The same as a file, with where in the picture each shot begins and ends."""
    at = {unit: [round(part, 4) for part in place] for unit, place in stands.items()}
    shots = [shot | {"from": at[shot["unit"]], "to": at[shot["target"]]} for shot in words["shots"]]
    return json.dumps(words | {"shots": shots}, indent=2, ensure_ascii=False) + "\n"


def laid(one: Wanted) -> str:
    """What stands on a table."""
    return encode({"pieces": one.picture.pieces, "marks": one.picture.marks}).decode() + "\n"


def main() -> None:
    """Draws those whose sources have changed; with a name, or the first part of one, those of that name."""
    only = next(iter(sys.argv[1:]), "")
    known: dict[str, str] = json.loads(MANIFEST.read_text()) if MANIFEST.is_file() else {}
    now = {one.name: one for one in wanted(only)}
    stale = [one for one in now.values() if only or known.get(one.name) != one.made_from()]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS, timeout=PATIENCE)
        easel = Easel(browser, Path(folder))
        for one in stale:
            for theme in THEMES:
                file = HERE / f"{one.name}.{theme}.webp"
                data, stands = easel.draw(one, theme)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(data)
                print(f"{file.relative_to(HERE)}: {len(data):,} bytes")
            if one.words is not None:
                (HERE / f"{one.name}.json").write_text(placed(one.words, stands), encoding="utf-8")
            if one.kind is KINDS["card"]:
                (HERE / f"{one.name}.json").write_text(laid(one), encoding="utf-8")
            known[one.name] = one.made_from()
        browser.close()
    if not only:
        for name in known.keys() - now.keys():
            del known[name]
            for file in HERE.glob(f"{name}.*"):
                file.unlink()
    MANIFEST.write_text(json.dumps(dict(sorted(known.items())), indent=2) + "\n", encoding="utf-8")
    print(f"{len(stale)} of {len(now)} pictures were drawn.")


if __name__ == "__main__":
    main()
