"""A frame that never moves: whatever happens, every region stands where it stood, and nothing in it is cut."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from hulldown.kernel.dice import SeededDice
from hulldown.kernel.game import Game
from hulldown.kernel.record import Record
from hulldown.kernel.replay import steps
from hulldown.rulebooks import load
from tests.browser.conftest import ROOT, NewPage, Server
from tests.browser.hand import TWO_FRAMES, button, dock, sit_down_at
from tests.browser.tour import places

SIZES = {"wide": (1440, 900), "middle": (1024, 768), "phone": (390, 844)}
REGIONS = (
    "header.top",
    "main.table",
    ".say",
    ".battle:not(.phone) .tray",
    ".tray-row",
    ".undo",
    ".end",
    ".commit",
    ".fc",
    ".whole",
    ".log-part",
    ".guide",
)
HEIGHTS: dict[str, dict[str, float]] = {
    "wide": {"header.top": 52, "main.table": 732, ".dock": 116, ".say": 34, ".tray": 66, ".fc": 318, ".guide": 86},
    "middle": {"header.top": 48, "main.table": 558, ".dock": 162, ".say": 34, ".tray": 56, ".fc": 262, ".guide": 80},
    "phone": {"header.top": 46, "main.table": 542, ".say": 42, ".fc": 72, ".tray-row": 46, ".commit": 58, ".grab": 13},
}
BOXES = """(names) => Object.fromEntries(names.flatMap((name) => {
  const one = document.querySelector(name);
  const box = one?.getBoundingClientRect();
  return box && box.width > 0 ? [[name, [box.x, box.y, box.width, box.height]]] : [];
}))"""
#: What is wider or higher than its box, in dock, card and buttons: nothing there is cut, and nothing ends in dots.
CUT = """() => [...document.querySelectorAll(
    ".dock .pill, .dock .button, .dock .say .prompt, .dock .tray, .dock .todo, .card, .card *, .big, .big *, .guide"
  )].filter((one) => one.clientWidth > 0 && !one.closest(".sr") && !(one instanceof SVGElement))
    .filter((one) => one.scrollWidth > one.clientWidth + 1
      || (!one.matches(".card, .card *, .big, .big *, .prompt") && one.scrollHeight > one.clientHeight + 1)
      || getComputedStyle(one).textOverflow === "ellipsis")
    .map((one) => `${one.className}: ${one.textContent.trim()}`)"""
#: What of help and dock lies over the chosen piece, the one that is aimed at, or the ghost.
OVER = """() => {
  const boxes = (what) => [...document.querySelectorAll(what)].map((one) => [one, one.getBoundingClientRect()]);
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const table = document.querySelector("main.table").getBoundingClientRect();
  const pieces = boxes("main.table .piece:has(.chosen), main.table .piece.ghost, main.table .piece.aimed")
    .filter(([, box]) => meet(box, table));
  const helps = boxes(".say, .deck > *, .tray-row, .buttons, .guide, .card, .fc, .log-part, .more-list");
  return helps.flatMap(([help, box]) => pieces
    .filter(([, one]) => box.width > 0 && meet(box, {
      left: Math.max(one.left, table.left), right: Math.min(one.right, table.right),
      top: Math.max(one.top, table.top), bottom: Math.min(one.bottom, table.bottom) }))
    .map(() => help.className));
}"""


def boxes(page: Page) -> dict[str, list[float]]:
    found: dict[str, list[float]] = page.evaluate(BOXES, [*REGIONS])
    return found


def cut_off(page: Page) -> list[str]:
    """What is cut, and still is after two frames: a text is fitted just after what stands beside it has come."""
    first: list[str] = page.evaluate(CUT)
    if first:
        page.evaluate(TWO_FRAMES)
    return [one for one in first if one in page.evaluate(CUT)]


def same_place(page: Page, before: dict[str, list[float]], when: str) -> None:
    """Every region that is there stands where it stood, to the pixel."""
    page.evaluate(TWO_FRAMES)
    now = boxes(page)
    moved = {name: (before[name], box) for name, box in now.items() if name in before and before[name] != box}
    assert not moved, (when, moved)
    assert cut_off(page) == [], when
    assert page.evaluate(OVER) == [], when
    assert page.get_by_role("alert").count() <= 1, when


def played(book_id: str, phase: str) -> Game[Any, Any, Any]:
    """A recorded game, where it comes to a phase."""
    book = load(book_id)
    record, _, position = next(place for place in places(book) if place[1] == phase)
    path = ROOT / "tests" / "rulebooks" / book_id / "records" / f"{record}.jsonl"
    return next(game for _, game in steps(Record.read(path), book) if len(game.log) == position)


def act(page: Page, at: int) -> str:
    """One thing that a hand does: chooses, aims, commits, is refused, ends. What it did is told."""
    step = at % 6
    if step == 0:
        page.keyboard.press(".")
        return "chosen"
    if step == 1:
        page.keyboard.press("t")
        return "aimed"
    if step == 2:
        page.get_by_role("application").focus()
        page.keyboard.press("ArrowUp")
        return "pointed"
    if step == 3:
        box = page.locator("main.table").bounding_box()
        assert box
        page.mouse.click(box["x"] + box["width"] * 0.6, box["y"] + box["height"] * 0.12)
        return "pressed somewhere"
    if step == 4:
        page.wait_for_timeout(300)
        page.keyboard.press("Enter")
        return "committed"
    page.keyboard.press("n")
    return "ended"


#: A phase of each kind of table in every size; others in one, since rounds of every book are played in all of them.
EACH_TABLE = (("core", "announcing"), ("squadron", "activation"), ("panzerkampf", "shooting"))
OTHERS = (("france1944", "movement"), ("dynamic", "firing"), ("core", "movement"), ("squadron", "movement-reaction"))


@pytest.mark.parametrize(
    ("book_id", "phase", "size"),
    [*((*one, size) for one in EACH_TABLE for size in SIZES), *((*one, "wide") for one in OTHERS)],
)
def test_nothing_moves_from_choosing_to_commit(
    new_page: NewPage, server: Server, book_id: str, phase: str, size: str
) -> None:
    width, height = SIZES[size]
    page = sit_down_at(new_page, server, played(book_id, phase), width=width, height=height)
    page.evaluate("localStorage.setItem('hulldown.settings', JSON.stringify({speed: 'instant', ends: 'ask'}))")
    page.add_init_script("localStorage.setItem('hulldown.settings', JSON.stringify({speed: 'instant', ends: 'ask'}))")
    page.reload()
    expect(page.get_by_role("application")).to_be_visible()
    if size != "phone":
        expect(page.get_by_role("region", name="Guide")).to_be_visible()
    before = boxes(page)
    heights = page.evaluate(BOXES, [*HEIGHTS[size]])
    assert {name: box[3] for name, box in heights.items()} == HEIGHTS[size]
    for at in range(24):
        same_place(page, before, f"{at}: {act(page, at)}")


def test_one_refusal_is_told_once_and_not_in_the_log(new_page: NewPage, server: Server) -> None:
    page = sit_down_at(new_page, server, played("france1944", "movement"))
    before = boxes(page)
    dock(page).locator(".todo .pill").first.click()
    expect(page.locator("main.table text.steps").first).to_be_visible()
    box = page.locator("main.table").bounding_box()
    assert box
    far = (box["x"] + box["width"] - 60, box["y"] + box["height"] / 2)
    page.mouse.click(*far)
    said = dock(page).get_by_role("alert")
    expect(said).to_be_visible()
    sentence = said.inner_text()
    assert page.get_by_text(sentence, exact=True).count() == 1
    assert page.locator(".no-sign").count() == 1
    same_place(page, before, "refused")
    page.keyboard.press("Escape")
    expect(said).to_be_hidden()
    page.mouse.click(*far)  # again, within ten seconds: the line does not come back to say it
    expect(page.locator(".no-sign")).to_be_visible()
    assert sentence not in page.get_by_role("log").inner_text()


def test_a_press_on_a_place_without_a_piece_says_what_to_choose_first(new_page: NewPage, server: Server) -> None:
    book = load("france1944")
    game: Game[Any, Any, Any] = Game(book, book.library.build("first-steps"), SeededDice(3))
    while book.picture(game.state).tray.phase != "deployment":
        game.play(next(iter(game.orders())))
    page = sit_down_at(new_page, server, game)
    box = page.locator("main.table").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.5)
    expect(dock(page).get_by_role("alert")).to_contain_text("Choose a piece first")


def test_an_end_with_something_left_asks_once_in_its_place(new_page: NewPage, server: Server) -> None:
    page = sit_down_at(new_page, server, played("france1944", "movement"))
    page.evaluate("localStorage.setItem('hulldown.settings', JSON.stringify({speed: 'instant', ends: 'ask'}))")
    page.add_init_script("localStorage.setItem('hulldown.settings', JSON.stringify({speed: 'instant', ends: 'ask'}))")
    page.reload()
    end = dock(page).locator(".end")
    expect(end).to_contain_text("End movement")
    before = end.bounding_box()
    end.click()
    expect(end).to_contain_text("End anyway")
    assert end.bounding_box() == before
    expect(dock(page).locator(".pill.pulsing").first).to_be_visible()
    end.click()
    expect(button(page, re.compile("^End turn"))).to_be_visible()
    assert end.bounding_box() == before


def test_the_sheet_of_a_phone_is_moved_by_a_hand_alone(new_page: NewPage, server: Server) -> None:
    page = sit_down_at(new_page, server, played("france1944", "movement"), width=390, height=844)
    grab, buttons = page.locator(".grab"), page.locator(".buttons")
    rest = buttons.bounding_box()
    table = page.locator("main.table").bounding_box()

    def pull(by: float) -> None:
        box = grab.bounding_box()
        assert box
        page.mouse.move(195, box["y"] + 6)
        page.mouse.down()
        page.mouse.move(195, box["y"] + 6 + by, steps=3)
        page.mouse.up()

    pull(-200)
    expect(page.get_by_role("log")).to_be_visible()
    assert buttons.bounding_box() == rest
    assert page.locator("main.table").bounding_box() == table
    pull(200)
    expect(page.get_by_role("log")).to_be_hidden()
    pull(200)
    low = page.locator(".grab").bounding_box()
    assert low
    assert round(844 - low["y"]) == 117
    expect(dock(page).locator(".prompt")).to_be_visible()
    dock(page).locator(".commit").wait_for(state="visible")
    page.get_by_role("application").focus()
    page.keyboard.press(".")
    page.keyboard.press("Enter")
    assert page.locator(".grab").bounding_box() == low  # choosing does not raise it
