"""What pages weigh: what a browser that keeps nothing yet is sent for each, as it is sent. `make weigh` tells it.

Over plain http browsers take gzip alone, which is larger than brotli; the bound of `test_weight` holds for both.
"""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx
from playwright.sync_api import Browser, Page, expect, sync_playwright

from hulldown.rulebooks import BOOKS
from tests.browser.conftest import FLAGS, PATIENCE, ROOT, Server, chromium

PACKINGS = ("gzip", "gzip, br")
SENT = """() => performance.getEntries()
    .filter(one => ["navigation", "resource"].includes(one.entryType) && !/\\.(webp|png)$/.test(one.name))
    .map(one => [one.name, one.encodedBodySize, one.decodedBodySize])"""
FIRST = {
    "/": "Hulldown",
    "/#/new": "Red",
    "/#/replay": "Watch",
    "/#/rules/core/CORE-60": "It would meet the front",
    "/#/words/core": "How well a gun aims",
} | {f"/#/rules/{book}": "Rules" for book in BOOKS}
"""Pages that need no match, and a word that shows that they are there."""
BATTLES = {
    "france1944": "crossroads",
    "dynamic": "open-battle",
    "core": "open-battle",
    "squadron": "company",
    "panzerkampf": "convoy",
}
File = tuple[str, int, int]  # its address, its bytes as sent, and unpacked


def sent(page: Page) -> list[File]:
    """Code, styles and data of the first load, the heaviest first."""
    page.wait_for_load_state("networkidle")
    files: list[File] = [(name, size, whole) for name, size, whole in page.evaluate(SENT)]
    assert len(files) > 3, files
    return sorted(files, key=lambda file: -file[1])


def fresh(browser: Browser, packing: str, address: str) -> Page:
    """A page of a browser that keeps nothing and takes these packings."""
    page = browser.new_context(extra_http_headers={"Accept-Encoding": packing}).new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    return page


def opened(server: Server, book: str) -> tuple[str, str]:
    """The addresses of a new battle and of its invitation."""
    wish = {"rulebook": book, "scenario": BATTLES[book], "opponent": "friend", "side": 0, "keys": []}
    made = httpx.post(f"{server.address}/api/matches", json=wish, trust_env=False).raise_for_status().json()
    return f"/#/seat/{made['match']}/{made['token']}", f"/#/invitation/{made['invitation']}"


def watched(server: Server, book: str) -> str:
    """The address of the longest recorded game of a book, as whoever may watch it opens it."""
    records = (ROOT / "tests" / "rulebooks" / book / "records").glob("*.jsonl")
    longest = max(records, key=lambda path: path.stat().st_size)
    put = httpx.post(
        f"{server.address}/api/records", content=longest.read_bytes(), timeout=PATIENCE / 1000, trust_env=False
    )
    made = put.raise_for_status().json()
    return f"/#/watch/{made['match']}/{made['watch']}/1"


def pages(server: Server, books: tuple[str, ...] = tuple(BOOKS)) -> Iterator[tuple[str, str, str]]:
    """Every kind of page: what it is, its address, and what shows that it is there."""
    for path, text in FIRST.items():
        yield path, path, f"text={text}"
    for book in books:
        seat, invitation = opened(server, book)
        yield f"invitation, {book}", invitation, "canvas[data-drawn]"
        yield f"battle, {book}", seat, "section.dock"
        yield f"replay, {book}", watched(server, book), "section.dock .replay-row"


def weighed(browser: Browser, server: Server, packing: str, path: str, there: str) -> list[File]:
    page = fresh(browser, packing, server.address + path)
    expect(page.locator(there).first).to_be_visible()
    files = sent(page)
    page.context.close()
    return files


def main(words: list[str]) -> None:
    """`python -m tests.browser.weight [WORD]`: the pages whose name has the word, and with one every file of them."""
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        try:
            sys.stdout.write(f"{'page':32}{'gzip':>10}{'brotli':>10}\n")
            for name, path, there in pages(server):
                if words and words[0] not in name:
                    continue
                found = [weighed(browser, server, packing, path, there) for packing in PACKINGS]
                sums = [sum(size for _, size, _ in files) for files in found]
                sys.stdout.write(f"{name:32}{sums[0]:10,}{sums[1]:10,}\n")
                for address, size, _ in found[0] if words else ():
                    sys.stdout.write(f"    {size:8,}  {address.removeprefix(server.address)[:90]}\n")
                sys.stdout.flush()
        finally:
            server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
