"""A tour of the client: every page and every phase of each book, at three sizes, light and dark. `make tour` takes it.

Pictures go to `.tour/now`. With `--keep` they become those that later tours are compared with, in `.tour/kept`; without
it the tour names each picture that does not look the same, and lays both side by side in `.tour/index.html`.
The phases are those of the recorded games, played on from there by two at one screen, so nothing is left to chance.
At the end it tells how fast a hand is answered on the largest scenario; that is a report, and nothing fails by it.
"""

import argparse
import re
import shutil
import sys
import tempfile
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from html import escape
from pathlib import Path
from statistics import median
from typing import Any, Literal

from playwright.sync_api import Browser, Page, expect, sync_playwright

import hulldown
from hulldown.kernel.conformance import Book
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.game import Game
from hulldown.kernel.record import Record
from hulldown.kernel.replay import steps
from hulldown.rulebooks import BOOKS, load
from tests.browser.conftest import AT_ONCE, FLAGS, PATIENCE, ROOT, Server, chromium
from tests.browser.hand import TWO_FRAMES, button, dock

HERE = ROOT / ".tour"
NOW, KEPT = HERE / "now", HERE / "kept"
SIZES = {"wide": (1440, 900), "middle": (1024, 768), "phone": (390, 844)}
SMALLEST = {"smallest": (320, 568)}
Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
PAGES = {"rules": "/#/rules", "lost": "/#/nowhere"}
MOST_LOOKS = 20
UNLIKE = """async ([one, other]) => {
  const pixels = async (text) => {
    const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${text}`)).blob());
    const [width, height] = [Math.ceil(picture.width / 4), Math.ceil(picture.height / 4)];
    const canvas = new OffscreenCanvas(width, height).getContext("2d");
    canvas.imageSmoothingQuality = "high";
    canvas.drawImage(picture, 0, 0, width, height);
    return canvas.getImageData(0, 0, width, height);
  };
  const [a, b] = [await pixels(one), await pixels(other)];
  return a.width !== b.width || a.height !== b.height || a.data.some((value, at) => Math.abs(value - b.data[at]) > 32);
}"""
Place = tuple[str, str, int]  # a record, the name of what is new there, and its position


def places(book: Book) -> Iterator[Place]:
    """The first position of each phase, and of each window, in the recorded games of a book; and one at its end."""
    seen: set[str] = set()
    ended = ""
    for path in sorted((ROOT / "tests" / "rulebooks" / book.id / "records").glob("*.jsonl")):
        for _, game in steps(Record.read(path), book):
            if game.result() is not None:
                if not ended:
                    ended = path.stem
                    yield path.stem, "over", len(game.log)
                break
            tray = book.picture(game.state).tray
            name = f"{tray.phase} {tray.window}".strip().replace(" ", "-").lower()
            if name not in seen and book.view(game.state, None) is game.state:  # else it is hidden, and waits
                seen.add(name)
                yield path.stem, name, len(game.log)


class Tour:
    def __init__(self, browser: Browser, server: Server, only: str) -> None:
        self.browser, self.server, self.only = browser, server, only
        self.pages: dict[str, Page] = {}
        for size, (width, height) in SIZES.items():
            context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
            context.add_init_script(AT_ONCE)
            self.pages[size] = page = context.new_page()
            page.set_default_timeout(PATIENCE)

    def take(self, name: str, size: str, themes: Sequence[Theme] = THEMES) -> None:
        page = self.pages[size]
        page.evaluate("() => document.fonts.ready.then(() => 0)")
        page.wait_for_load_state("networkidle")
        for scheme in themes:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            file = NOW / f"{name}.{size}.{scheme}.png"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(self._picture(page))
            if sys.stderr.isatty():
                print(f"\r{file.relative_to(NOW)}".ljust(79)[:79], end="", file=sys.stderr, flush=True)
        page.emulate_media(color_scheme=themes[0], reduced_motion="reduce")

    def _picture(self, page: Page) -> bytes:
        """What a page looks like once it stands still: a board may be on its way to where it is shown."""
        page.evaluate(TWO_FRAMES)
        whole = not page.get_by_role("application").count()
        last, picture = b"", page.screenshot(full_page=whole, animations="disabled")
        for _ in range(MOST_LOOKS):
            if picture == last:
                break
            page.wait_for_timeout(100)
            last, picture = picture, page.screenshot(full_page=whole, animations="disabled")
        return picture

    def see_page(self, name: str, path: str) -> None:
        if self.only in name:
            for size, page in self.pages.items():
                page.goto("about:blank")
                page.goto(self.server.address + path)
                self.take(name, size)

    def see_doors(self) -> None:
        """Home, a new game, an invitation and the end, as whoever comes there finds them: by day and by night."""
        for name, door in DOORS.items():
            if self.only in (shown := f"doors/{name}"):
                for theme in THEMES:
                    for size, (width, height) in (SIZES | (SMALLEST if name == "invitation" else {})).items():
                        context = self.browser.new_context(
                            viewport={"width": width, "height": height}, color_scheme=theme, reduced_motion="reduce"
                        )
                        context.add_init_script(AT_ONCE)
                        begun, self.pages[size] = self.pages.get(size), context.new_page()
                        self.pages[size].set_default_timeout(PATIENCE)
                        door(self, self.pages[size])
                        self.take(shown, size, [theme])
                        context.close()
                        self.pages.pop(size) if begun is None else self.pages.update({size: begun})

    def open(self, page: Page, path: str) -> None:
        page.goto("about:blank")
        page.goto(f"{self.server.address}/#/{path}")

    def seat(self, page: Page, **wish: Any) -> dict[str, Any]:
        """A new match, in which this browser sits."""
        made = self._post(page, "matches", {"rulebook": "dynamic", "side": 0, "name": "Heron", "keys": []} | wish, {})
        self.open(page, f"seat/{made['match']}/{made['token']}")
        page.wait_for_url("**/#/match/*")
        expect(dock(page)).to_be_visible()
        return made

    def see_books(self) -> None:
        for book_id in BOOKS:
            book = load(book_id)
            self.see_page(f"{book_id}/rules", f"/#/rules/{book_id}/{book.rules.rulings[0].id}")
            for row in book.library.scenarios():
                self.see_page(f"{book_id}/new-{row.id}", f"/#/new/{book_id}/{row.id}")
            for record, name, position in places(book):
                if self.only in f"{book_id}/{name}":
                    self.see_place(book_id, record, name, position)

    def see_place(self, book_id: str, record: str, name: str, position: int) -> None:
        """A position as it is watched, and as it is played: with a unit in the hand, and a target in its sight."""
        for size, page in self.pages.items():
            watched = self._uploaded(page, book_id, record)
            if name == "over":
                page.goto(f"{self.server.address}/#/watch/{watched['match']}/{watched['watch']}")
                expect(page.get_by_role("application")).to_be_visible()
                self.take(f"{book_id}/replay", size)
                continue
            self._sit_down(page, watched, position)
            self.take(f"{book_id}/{name}", size)
            page.keyboard.press(".")
            self.take(f"{book_id}/{name}-unit", size)
            page.keyboard.press("t")
            self.take(f"{book_id}/{name}-target", size)

    def _uploaded(self, page: Page, book_id: str, record: str) -> dict[str, Any]:
        text = (ROOT / "tests" / "rulebooks" / book_id / "records" / f"{record}.jsonl").read_bytes()
        return self._post(page, "records", text, {"Content-Type": "application/jsonl"})

    def _sit_down(self, page: Page, watched: dict[str, Any], position: int) -> None:
        authority = {"Authorization": f"Bearer {watched['watch']}"}
        asked = {"position": position, "opponent": "hotseat"}
        seat = self._post(page, f"matches/{watched['match']}/fork", asked, authority)
        page.goto(f"{self.server.address}/#/seat/{seat['match']}/{seat['token']}")
        page.wait_for_url("**/#/match/*")
        expect(dock(page)).to_be_visible()
        expect(page.get_by_role("application")).to_be_visible()

    def _post(self, page: Page, path: str, data: Any, headers: dict[str, str]) -> dict[str, Any]:
        """Asks the server, which takes so many new matches a minute and no more."""
        while (
            sent := page.request.post(f"{self.server.address}/api/{path}", data=data, headers=headers)
        ).status == 429:
            page.wait_for_timeout(2_000)
        assert sent.ok, sent.text()
        answer: dict[str, Any] = sent.json()
        return answer


def home_back(tour: Tour, page: Page) -> None:
    """Two games wait."""
    for book, battle in (("core", "duel"), ("squadron", "village")):
        tour.seat(page, rulebook=book, scenario=battle, opponent="bot", bot="greedy")
    tour.open(page, "")
    expect(page.locator("canvas[data-drawn]").nth(1)).to_be_attached()


def result(tour: Tour, page: Page) -> None:
    """A battle that its player has given up, after a shot."""
    made = tour.seat(page, rulebook="france1944", opening="first", opponent="bot", bot="greedy")
    page.keyboard.press(".")
    page.keyboard.press("t")
    expect(button(page, re.compile("^Fire"))).to_be_enabled()
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name="Dice").get_by_text(re.compile("^Rolled"))).to_be_attached()
    seat = {"Authorization": f"Bearer {made['token']}"}
    view = page.request.get(f"{tour.server.address}/api/matches/{made['match']}", headers=seat).json()
    act = {"id": "tour", "position": view["head"], "act": "resign"}
    tour._post(page, f"matches/{made['match']}/acts", act, seat)
    expect(
        page.get_by_role("link", name="Watch again").or_(page.get_by_role("button", name="Rematch")).first
    ).to_be_attached()


def invited(tour: Tour, page: Page) -> dict[str, Any]:
    return tour._post(
        page,
        "matches",
        {"rulebook": "dynamic", "scenario": "walls-and-blades", "opponent": "friend", "name": "Heron", "keys": []},
        {},
    )


def invitation(tour: Tour, page: Page) -> None:
    tour.open(page, f"invitation/{invited(tour, page)['invitation']}")
    expect(page.locator("canvas[data-drawn]").first).to_be_attached()


def host(tour: Tour, page: Page) -> None:
    tour.open(page, "new/dynamic/walls-and-blades")
    page.get_by_role("button", name="3 · Opponent").or_(page.get_by_text("A friend, by link")).first.click()
    page.get_by_role("radiogroup", name="Opponent").get_by_text("A friend, by link").click()
    page.get_by_role("button", name="Make the link").click()
    page.wait_for_url("**/#/match/*")
    expect(dock(page)).to_be_visible()


def replay_list(tour: Tour, page: Page) -> None:
    result(tour, page)
    tour.open(page, "replay")
    expect(page.locator("canvas[data-drawn]").first).to_be_attached()


def replay(tour: Tour, page: Page) -> None:
    watched = tour._uploaded(page, "dynamic", "basic-northern")
    tour.open(page, f"watch/{watched['match']}/{watched['watch']}/172")
    expect(page.get_by_role("application")).to_be_visible()


def part(path: str) -> Callable[[Tour, Page], None]:
    """A part of a set-up, once the referee has said what it comes to."""

    def see(tour: Tour, page: Page) -> None:
        tour.open(page, path)
        expect(page.get_by_text(re.compile(r"About \d+ minutes")).first).to_be_attached()

    return see


DOORS: dict[str, Callable[[Tour, Page], object]] = {
    "home": lambda tour, page: tour.open(page, ""),
    "home-back": home_back,
    "new": part("new/france1944/crossroads"),
    "new-armies": part("new/dynamic/walls-and-blades/armies"),
    "new-options": part("new/dynamic/walls-and-blades/options"),
    "new-board": part("new/france1944/crossroads/board"),
    "new-boards": part("new/dynamic/walls-and-blades/board"),
    "invitation": invitation,
    "host": host,
    "result": result,
    "replays": replay_list,
    "replay": replay,
}


CHOOSE = """() => new Promise((told) => {
  const board = document.querySelector('[role="application"]');
  const [start, frames] = [performance.now(), []];
  let [reach, last] = [null, start];
  const seen = () => { if (reach === null && board.querySelector("text.steps")) reach = performance.now() - start; };
  const watch = new MutationObserver(seen);
  watch.observe(board, {subtree: true, childList: true});
  dispatchEvent(new KeyboardEvent("keydown", {key: "."}));
  const frame = (now) => {
    frames.push(now - last);
    last = now;
    if (now - start < 800) return requestAnimationFrame(frame);
    watch.disconnect();
    told([reach, Math.max(...frames)]);
  };
  requestAnimationFrame(frame);
})"""
HOVER = """() => new Promise((told) => {
  const board = document.querySelector('[role="application"]');
  const {left, top, width, height} = board.getBoundingClientRect();
  const times = [];
  const next = () => {
    const [start, at] = [performance.now(), times.length];
    board.dispatchEvent(new PointerEvent("pointermove", {pointerId: 1, pointerType: "mouse",
      clientX: left + 60 + (at * 37) % (width - 120), clientY: top + 60 + (at * 23) % (height - 120)}));
    requestAnimationFrame(() => {
      times.push(performance.now() - start);
      if (times.length < 80) next(); else told(times);
    });
  };
  requestAnimationFrame(next);
})"""
LARGEST = "core", "whole-front"


def largest() -> Game[Any, Any, Any]:
    """The largest scenario at its first movement; all before that is drawn by lot, always the same."""
    book_id, scenario = LARGEST
    book, game, lot = load(book_id), hulldown.new_game(book_id, scenario=scenario, seed=3), SeededDice(5)
    while (tray := book.picture(game.state).tray).round < 1 or tray.phase != "movement":
        game.play(book.sample(game.state, lot))
    return game


def measured(tour: Tour) -> str:
    """How long it takes on the largest scenario from a choice to its reach, and from a pointer to the next frame."""
    page = tour.pages["wide"]
    game = largest()
    watched = tour._post(page, "records", game.record().text().encode(), {"Content-Type": "application/jsonl"})
    tour._sit_down(page, watched, len(game.log))
    page.wait_for_load_state("networkidle")
    choices = [page.evaluate(CHOOSE) for _ in range(8)]
    reaches = sorted(reach for reach, _ in choices if reach is not None)
    hovers = sorted(page.evaluate(HOVER))
    return (
        f"{'/'.join(LARGEST)}: from a choice to its reach {median(reaches):.0f} ms (at most {reaches[-1]:.0f}), "
        f"longest frame meanwhile {max(frame for _, frame in choices):.0f} ms; "
        f"from a pointer's move to the next frame {median(hovers):.0f} ms (at most {hovers[-1]:.0f})."
    )


def changed(page: Page, only: str) -> list[str]:
    """The pictures that do not look like those that were kept, new and missing ones included."""
    now, kept = (
        {name for path in folder.rglob("*.png") if only in (name := path.relative_to(folder).as_posix())}
        for folder in (NOW, KEPT)
    )
    return sorted((now ^ kept) | {name for name in now & kept if _unlike(page, NOW / name, KEPT / name)})


def _unlike(page: Page, one: Path, other: Path) -> bool:
    """Whether two pictures differ by more than a browser's own rounding: it is seen at a quarter of the size."""
    texts = [path.read_bytes() for path in (one, other)]
    return texts[0] != texts[1] and bool(page.evaluate(UNLIKE, [b64encode(text).decode() for text in texts]))


def lay_side_by_side(names: list[str]) -> Path:
    rows = [
        f"<h2>{escape(name)}</h2><p><img src='kept/{escape(name)}'> <img src='now/{escape(name)}'></p>"
        for name in names
    ]
    page = HERE / "index.html"
    style = "<style>img { max-width: 49%; vertical-align: top; outline: 1px solid }</style>"
    page.write_text(f"<!doctype html><meta charset=utf-8><title>Kept, and now</title>{style}{''.join(rows)}", "utf-8")
    return page


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.browser.tour", description=(__doc__ or "").partition(".")[0])
    parser.add_argument("--keep", action="store_true", help="later tours are compared with this one")
    parser.add_argument("--only", default="", help="only pictures whose name has this in it")
    wanted = parser.parse_args()
    shutil.rmtree(NOW, ignore_errors=True)
    server = Server(Path(tempfile.mkdtemp(prefix="hulldown-tour-")))
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS, timeout=PATIENCE)
            tour = Tour(browser, server, wanted.only)
            for name, path in PAGES.items():
                tour.see_page(name, path)
            tour.see_doors()
            tour.see_books()
            figures = measured(tour)
            names = changed(browser.new_page(), wanted.only) if KEPT.is_dir() and not wanted.keep else []
            browser.close()
    finally:
        server.stop()
    print(f"\n{figures}")
    taken = len([*NOW.rglob("*.png")])
    if wanted.keep:
        shutil.rmtree(KEPT, ignore_errors=True)
        NOW.rename(KEPT)
        print(f"\n{taken} pictures are kept in {KEPT.relative_to(ROOT)}.")
        return 0
    if not KEPT.is_dir():
        print(f"\n{taken} pictures are in {NOW.relative_to(ROOT)}; none were kept to compare them with (--keep).")
        return 0
    told = f"see {lay_side_by_side(names).relative_to(ROOT)}:\n" + "\n".join(names) if names else "all as they were."
    print(f"\n{taken} pictures, {len(names)} of them changed; {told}")
    return 1 if names else 0


if __name__ == "__main__":
    sys.exit(main())
