"""How fluid a board of 200 × 200 is: frames while it is panned and painted on, in the editor and in battle.

`python -m tests.browser.large` prints them; nothing fails by it. A frame of 16.7 ms is one that was not missed.
"""

import re
import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import Page, expect, sync_playwright

from tests.browser.conftest import AT_ONCE, FLAGS, PATIENCE, Server, chromium

SIDE = 200
TRIES = 2
WATCH = """() => {
  const seen = (window.frames_seen = []);
  let last = performance.now();
  const frame = (now) => {
    seen.push(now - last);
    last = now;
    window.watching = requestAnimationFrame(frame);
  };
  window.watching = requestAnimationFrame(frame);
}"""
SEEN = "() => (cancelAnimationFrame(window.watching), window.frames_seen.slice(1))"
IDLE = "() => new Promise((done) => requestIdleCallback(done, { timeout: 5000 }))"


def board() -> str:
    """A town of blocks, gardens and squares, the same each time."""
    signs = "##,,..##::,,####..CC,,FFF..TT..,,,,.."
    rows = [
        "".join(
            "." if x % 9 < 3 or y % 8 < 2 else signs[(x // 9 * 31 + y // 8 * 17 + (x // 9) * (y // 8)) % len(signs)]
            for x in range(SIDE)
        )
        for y in range(SIDE)
    ]
    return "name: A very large town\nnorth: up\n\n" + "\n".join(rows) + "\n"


def opened(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/#/make")
    page.get_by_label("A link, or the text of a work").fill(board())
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_role("group", name=re.compile("for which game")).get_by_role("button", name="Dynamic").click()
    page.get_by_role("button", name="Change it").click()
    expect(page.get_by_role("application")).to_be_visible()
    page.wait_for_timeout(1500)


def pulled(page: Page, by: tuple[int, int]) -> list[float]:
    """The frames while a hand pulls from the middle of the board."""
    box = page.get_by_role("application").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.evaluate(IDLE)
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate(WATCH)
    for step in range(1, 41):
        page.mouse.move(x + by[0] * step / 40, y + by[1] * step / 40)
    found: list[float] = page.evaluate(SEEN)
    page.mouse.up()
    return found


def panned(page: Page) -> list[float]:
    return [frame for way in (300, -300) * TRIES for frame in pulled(page, (way, way // 2))]


def told(what: str, frames: list[float]) -> None:
    worst = sorted(frames)[-3:]
    late = sum(frame > 50 for frame in frames)
    most = sorted(frames)[int(len(frames) * 0.95)]
    print(
        f"{what}: {len(frames)} frames, median {median(frames):.0f} ms, 95 % within {most:.0f} ms, "
        f"worst {', '.join(f'{frame:.0f}' for frame in worst)} ms, {late} over 50 ms",
        flush=True,
    )


def closer(page: Page, pixels: float) -> None:
    """Zooms until a cell has so many pixels."""
    box = page.get_by_role("application").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for _ in range(60):
        if float(page.get_by_role("application").get_attribute("data-size") or 0) >= pixels:
            break
        page.mouse.wheel(0, -60)
        page.wait_for_timeout(30)
    page.wait_for_timeout(2500)


def editor(page: Page, server: Server) -> None:
    opened(page, server)
    size = page.evaluate("() => document.querySelector('.board .ground').innerHTML.length")
    print(f"all seen: {size / 1e6:.1f} MB of SVG")
    for pixels in (0, 14, 44):
        closer(page, pixels)
        shown = page.get_by_role("application").get_attribute("data-size")
        page.get_by_role("toolbar", name="Tools").get_by_role("button", name="Hand").click()
        told(
            f"editor, {shown} px a cell, pan", [f for way in (300, -300) * TRIES for f in pulled(page, (way, way // 2))]
        )
        page.get_by_role("toolbar", name="Tools").get_by_role("button", name="Brush").click()
        told(f"editor, {shown} px a cell, stroke", [f for way in (200, -200) * TRIES for f in pulled(page, (way, 0))])
    size = page.evaluate("() => document.querySelector('.board .ground').innerHTML.length")
    print(f"from near: {size / 1e6:.1f} MB of SVG")


def battle(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Try it")).click()
    page.wait_for_url("**/#/match/**")
    expect(page.get_by_role("application")).to_be_visible()
    page.wait_for_timeout(3000)
    for pixels in (0, 44):
        closer(page, pixels)
        shown = page.get_by_role("application").get_attribute("data-size")
        told(
            f"battle, {shown} px a cell, pan", [f for way in (300, -300) * TRIES for f in pulled(page, (way, way // 2))]
        )


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        try:
            context = browser.new_context(viewport={"width": 1440, "height": 900})
            context.add_init_script(AT_ONCE)
            page = context.new_page()
            page.set_default_timeout(PATIENCE)
            editor(page, server)
            battle(page)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
