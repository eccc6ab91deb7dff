"""A hand at the table: what a person does on the battle page, by what they can read there."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import FloatRect, Locator, Page, Route, expect

from hulldown.kernel.game import Game
from tests.browser.conftest import NewPage, Server

TURN = re.compile(r"Roll \d dice")
TWO_FRAMES = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"


def dock(page: Page) -> Locator:
    return page.get_by_role("region", name="Dock")


def button(page: Page, name: str | re.Pattern[str]) -> Locator:
    return dock(page).get_by_role("button", name=name)


def begin(page: Page) -> None:
    """Into the smallest battle, from its set-up on."""
    page.goto(f"{page.url.partition('#')[0]}#/new/france1944/first-steps")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/#/match/*")
    expect(dock(page)).to_be_visible()


def set_up(page: Page) -> None:
    """Rolls off, chooses to play first where it is asked, and lets the tanks be placed."""
    button(page, "Roll off").click()
    first, place = button(page, "Red plays first"), button(page, "Place for me")
    expect(first.or_(place)).to_be_visible()
    if first.is_visible():
        first.click()
    place.click()
    expect(place).to_be_hidden()


def my_turn(page: Page) -> None:
    expect(button(page, TURN)).to_be_visible()


def roll(page: Page) -> None:
    my_turn(page)
    button(page, TURN).click()
    expect(button(page, "End movement")).to_be_visible()


def asked(page: Page, side: str, what: str) -> Locator:
    """The prompt of two people at one screen; it says whose turn it is until that side has done something."""
    return dock(page).get_by_text(re.compile(rf"^{side}(:|'s turn:) {what}"))


def reach(page: Page) -> Locator:
    """The steps written on the squares that the chosen unit can reach."""
    return page.get_by_role("application").locator("text.steps")


def sit_down(page: Page) -> None:
    """Takes the seat that an invitation offers."""
    page.get_by_role("button", name=re.compile("^Sit down")).click()
    page.wait_for_url("**/#/match/*")
    expect(dock(page)).to_be_visible()


def red_plays_first(red: Page, blue: Page) -> None:
    """Red rolls off, and whoever won lets Red play first."""
    button(red, "Roll off").click()
    asked = button(red, "Red plays first")
    expect(asked.or_(dock(red).get_by_text("Blue is to act")).first).to_be_visible()
    button(red if asked.is_visible() else blue, "Red plays first").click()


def tab_to(page: Page, wanted: Locator) -> None:
    """Walks to something with the tabulator alone."""
    expect(wanted).to_be_visible()
    for _ in range(80):
        if wanted.evaluate("one => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the tabulator never came to {wanted}")


def sit_down_at(
    new_page: NewPage, server: Server, game: Game[Any, Any, Any], *, width: int = 1440, height: int = 900, **more: Any
) -> Page:
    """The battle page of a game for two that goes on where a game stands."""
    page = new_page(width=width, height=height, **more)
    text = game.record().text()
    sent = page.request.post(
        f"{server.address}/api/records", data=text.encode(), headers={"Content-Type": "application/jsonl"}
    )
    assert sent.ok, sent.text()
    record = sent.json()
    forked = page.request.post(
        f"{server.address}/api/matches/{record['match']}/fork",
        headers={"Authorization": f"Bearer {record['watch']}"},
        data={"position": len(game.log), "opponent": "hotseat"},
    )
    assert forked.ok, forked.text()
    seat = forked.json()
    page.goto(f"{server.address}/#/seat/{seat['match']}/{seat['token']}")
    page.wait_for_url("**/#/match/*")
    expect(dock(page)).to_be_visible()
    return page


def piece(page: Page, name: str) -> Locator:
    """What is drawn of a unit, by the beginning of what is spoken of it."""
    return page.locator(f'[role="application"] g.piece[aria-label^="{name}"]')


def mark(page: Page, told: str) -> Locator:
    return page.locator(f'[role="application"] g.mark[aria-label^="{told}"]')


def settled(page: Page) -> None:
    """Waits until the camera has gone where it goes after a choice."""
    expect(page.locator('[role="application"][data-moving]')).to_have_count(0)


def cell_size(page: Page) -> float:
    """How many pixels wide a cell is, or how long the shortest model, as the table says itself."""
    settled(page)
    return float(page.get_by_role("application").get_attribute("data-size") or 0)


def box_of(what: Locator) -> FloatRect:
    """Where something is drawn, once it stands still: pieces glide, and the camera goes to what is chosen."""
    expect(what).to_have_count(1)
    settled(what.page)
    box: FloatRect | None = None
    for _ in range(300):
        before, box = box, what.bounding_box()
        if box is not None and box == before:
            return box
        what.page.evaluate(TWO_FRAMES)
    raise AssertionError(f"{what} never stands still")


def middle_of(what: Locator) -> tuple[float, float]:
    box = box_of(what)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def point_at(page: Page, what: Locator) -> None:
    """Rests the pointer on something that is drawn on the board."""
    page.mouse.move(*middle_of(what), steps=3)


def click_on(page: Page, what: Locator) -> None:
    point_at(page, what)
    page.mouse.down()
    page.mouse.up()


def forecast(page: Page) -> Locator:
    return page.get_by_role("region", name="Forecast")


def told(page: Page, sentence: str | re.Pattern[str]) -> Locator:
    """A row of the log by a sentence that it tells, which voice reads in full."""
    return page.get_by_role("log", name="Log").locator(".told", has=page.get_by_text(sentence))


def choose(page: Page, name: str) -> None:
    """Takes a unit into the hand by its chip in the dock, or from the list of units where there is no room for it."""
    chip, more = button(page, re.compile(f"^(Red|Blue) {re.escape(name)}:")), button(page, re.compile(r"^\+\d+ more"))
    expect(chip.or_(more).first).to_be_visible()
    if chip.count():
        chip.click()
    else:
        more.click()
        page.get_by_role("tabpanel").get_by_role("button", name=re.compile(rf" {re.escape(name)}\b")).first.click()


def deed(page: Page, name: str | re.Pattern[str]) -> Locator:
    """A chip of the prompt line, behind "more" where two stand before it."""
    chip, more = button(page, name), button(page, re.compile("▾$"))
    expect(chip.or_(more).first).to_be_visible()
    if not chip.count():
        more.click()
    return chip


@contextmanager
def surveys_held(page: Page) -> Iterator[None]:
    """Within it the table is asked what a unit can do, and does not answer; at the end it does."""
    held: list[Route] = []
    answers = False
    page.route("**/survey?*", lambda route: route.continue_() if answers else held.append(route))
    with page.expect_request("**/survey?*"):
        yield
    answers = True
    for route in held:
        route.continue_()


def fire(page: Page) -> None:
    """Fires at what is aimed at, as soon as its forecast is there."""
    expect(button(page, re.compile("^Fire"))).to_be_enabled()
    page.wait_for_timeout(300)  # a shot must have been looked at: a faster hand only aims
    page.keyboard.press("Enter")


def against(page: Page, opponent: str, level: str = "", keeps_key: bool = False) -> None:
    """Chooses the opponent of a set-up; on a phone that is the third step."""
    expect(page.locator("#battle-name")).to_be_attached()
    step = page.get_by_role("button", name=re.compile("^3 · Opponent"))
    if step.is_visible():
        step.click()
    page.get_by_role("radiogroup", name="Opponent").get_by_text(opponent, exact=True).click()
    if level:
        page.get_by_role("radiogroup", name="Level").get_by_text(level, exact=True).click()
    if keeps_key:
        page.get_by_role("button", name=re.compile("dice$", re.IGNORECASE)).click()
        page.get_by_label("Keep my dice key in this browser").check()


def begin_set_up(page: Page) -> None:
    """Presses the button of a set-up, whatever it says."""
    expect(page.get_by_text(re.compile(r"About \d+ minutes\."))).to_be_visible()
    page.get_by_role("button", name=re.compile("^(Begin|Make the link)")).click()
    page.wait_for_url("**/#/match/*")


def invite(new_page: NewPage, path: str = "/#/new/france1944/first-steps", keeps_key: bool = False) -> tuple[Page, str]:
    """A match with a friend, and the link to send."""
    page = new_page(path)
    against(page, "A friend, by link", keeps_key=keeps_key)
    begin_set_up(page)
    link = page.get_by_label("Invitation link").input_value()
    return page, link[link.index("/#") :]
