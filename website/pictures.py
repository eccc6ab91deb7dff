"""Draws the diagrams and takes the tour: our own server and a real browser, by the code that draws the boards.

A picture is taken again when what it shows, or a file that draws it, has changed; they are kept in `.site/drawn`.
"""

import shutil
import sys
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from playwright.sync_api import Page as Screen
from playwright.sync_api import expect, sync_playwright

from hulldown.kernel.wire import encode
from hulldown.server.diagrams import figure_view
from tests.browser.conftest import AT_ONCE, FLAGS, PATIENCE, Server, chromium
from tests.browser.hand import TWO_FRAMES
from website import rules
from website.page import OUT, PAGES, ROOT
from website.tour import STOPS, Stop, picture_of

DRAWN = OUT / "drawn"
DIAGRAM_SIZE = 820, 900
TOUR_SIZE = 1280, 800


class Wanted(msgspec.Struct, frozen=True):
    """A picture of the site: where it lies there, and a hash of what it is made from."""

    path: str
    made_from: str

    @property
    def kept(self) -> Path:
        return DRAWN / f"{self.made_from}.png"


def _hash(*parts: bytes) -> str:
    return sha256(b"\0".join(parts)).hexdigest()[:24]


def _client() -> bytes:
    """The built client, whose every file has a hash of its content in its name."""
    return "".join(sorted(path.name for path in (ROOT / "web" / "dist").rglob("*") if path.is_file())).encode()


def take() -> None:
    """Takes all pictures that are not kept, and lays all of them beside the pages."""
    client = _client()
    diagrams = [
        (Wanted(rules.picture_path(book, line.id), _hash(client, encode(figure_view(book, line.id)))), book, line)
        for book, line in rules.diagrams()
    ]
    stops = [(Wanted(picture_of(stop), _hash(client, encode(stop))), stop) for stop in STOPS]
    due = [(one, _diagram(book, line.id, line.rules[0])) for one, book, line in diagrams if not one.kept.is_file()]
    toured = [(one, _stop(stop)) for one, stop in stops if not one.kept.is_file()]
    if due or toured:
        DRAWN.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory() as folder:
            server = Server(Path(folder))
            try:
                _draw(server, due, DIAGRAM_SIZE)
                _draw(server, toured, TOUR_SIZE)
            finally:
                server.stop()
    for one in (*(one for one, *_ in diagrams), *(one for one, _ in stops)):
        (PAGES / one.path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(one.kept, PAGES / one.path)


Take = Callable[[Screen, str], bytes]


def _draw(server: Server, wanted: Iterable[tuple[Wanted, Take]], size: tuple[int, int]) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS, timeout=PATIENCE)
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme="light", reduced_motion="reduce"
        )
        context.add_init_script(AT_ONCE)
        screen = context.new_page()
        screen.set_default_timeout(PATIENCE)
        for one, take_it in wanted:
            if sys.stderr.isatty():
                print(f"\r{one.path}".ljust(79)[:79], end="", file=sys.stderr, flush=True)
            one.kept.write_bytes(take_it(screen, server.address))
        browser.close()


def _diagram(book: str, name: str, rule: str) -> Take:
    def drawn(screen: Screen, address: str) -> bytes:
        screen.goto(f"{address}/#/rules/{book}/{rule}")
        board = screen.locator(f'figure[id="figure-{name}"] .board')
        expect(board.locator("svg").first).to_be_visible()
        _settle(screen)
        return board.screenshot(animations="disabled")

    return drawn


def _stop(stop: Stop) -> Take:
    def seen(screen: Screen, address: str) -> bytes:
        screen.goto("about:blank")
        screen.goto(f"{address}/{stop.address}")
        expect(screen.locator(stop.shows).first).to_be_visible()
        for key in stop.keys:
            _settle(screen)
            screen.keyboard.press(key)
        _settle(screen)
        return screen.screenshot(animations="disabled")

    return seen


def _settle(screen: Screen) -> None:
    screen.wait_for_load_state("networkidle")
    screen.evaluate("() => document.fonts.ready.then(() => 0)")
    screen.evaluate(TWO_FRAMES)
