"""The first page: a shot in three inputs from every cover, little to load, and the games that wait."""

import gzip
import json
import re
from fractions import Fraction
from typing import Any

import pytest
from playwright.sync_api import Page, Response, expect

from hulldown.rulebooks import BOOKS
from tests.browser.conftest import ROOT, NewPage, Server
from tests.browser.hand import box_of, button, dock, forecast, middle_of, piece, tab_to
from tests.browser.test_pages import faults

SIZES = {"wide": (1440, 900), "middle": (1024, 768), "phone": (390, 844)}
MOST_INPUTS = {"core": 4}  # it announces a volley before it fires
MOST_BYTES = 200_000  # code, styles and data, as they are sent
MOST_PICTURES = 180_000
NOT_YET = re.compile(r"/api/rulebooks/|/assets/(Board|BoardStill|drawings?|Stage|Table\w*)-")  # whole books, boards
SHIFT = """() => new Promise((told) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) sum += one.value;
  }).observe({type: "layout-shift", buffered: true});
  setTimeout(() => told(sum), 300);
})"""


FIRE = re.compile("^(Fire|Announce)")


def play_now(page: Page) -> Any:
    return page.get_by_role("button", name=re.compile("^Play now"))


class Seat:
    """What the table tells the browser's only seat."""

    def __init__(self, page: Page) -> None:
        page.wait_for_url("**/#/match/*")
        expect(dock(page)).to_be_visible()
        (kept,) = json.loads(page.evaluate("localStorage.getItem('hulldown.seats')"))
        self.page, self.match = page, kept["match"]
        self.headers = {"Authorization": f"Bearer {kept['token']}"}

    def get(self, rest: str = "") -> Any:
        address = f"{self.page.url.partition('/#')[0]}/api/matches/{self.match}{rest}"
        return self.page.request.get(address, headers=self.headers).json()

    def best_target(self) -> str:
        """Whom the best shooter hits most likely, by name."""
        picture = self.get()["picture"]
        best = max(picture["tray"]["todo"], key=lambda todo: Fraction(todo.get("chance") or 0))
        aims = self.get(f"/survey?unit={best['unit']}")["survey"]["aims"]
        open_ = [aim for aim in aims if aim["preview"].get("refusal") is None and aim["unit"] is not None]
        target = max(open_, key=lambda aim: float(re.match(r"[\d.]+", aim["word"])[0]))  # type: ignore[index]
        return str(next(one["name"] for one in picture["pieces"] if one["id"] == target["unit"]))

    def fired(self) -> bool:
        lines = self.get("/lines?from=0&to=50")
        return any(stroke["type"] == "shot" for line in lines for told in line["told"] for stroke in told["strokes"])


class Inputs:
    """A hand that counts what it does; moving a pointer is nothing."""

    def __init__(self, page: Page, touch: bool) -> None:
        self.page, self.touch, self.many = page, touch, 0

    def press(self, x: float, y: float) -> None:
        self.many += 1
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.move(x, y, steps=3)
            self.page.wait_for_timeout(350)  # a shot must have been looked at
            self.page.mouse.down()
            self.page.mouse.up()

    def button(self, name: str | re.Pattern[str]) -> None:
        self.press(*middle_of(button(self.page, name).first))


@pytest.mark.parametrize(
    ("book", "size"), [("france1944", "middle"), *((book, size) for book in BOOKS for size in ("wide", "phone"))]
)
def test_a_first_shot_takes_three_inputs_from_home(new_page: NewPage, book: str, size: str) -> None:
    width, height = SIZES[size]
    page = new_page(width=width, height=height, touch=size == "phone")
    inputs = Inputs(page, touch=size == "phone")
    play = page.locator(f'a[href="#/play/{book}"]')
    play.scroll_into_view_if_needed()
    inputs.press(*middle_of(play))
    seat = Seat(page)
    if size == "phone":  # there no hand rests on a target: the best shot is aimed
        expect(button(page, FIRE).first).to_be_enabled()
        inputs.button(FIRE)
    else:
        expect(dock(page).locator('[aria-pressed="true"]').first).to_be_visible()
        inputs.press(*middle_of(piece(page, seat.best_target())))
    if book == "core":
        for name in ("^Open fire", "^Fire next"):
            expect(button(page, re.compile(name))).to_be_enabled()
            inputs.button(re.compile(name))
    for _ in range(100):
        if seat.fired():
            break
        page.wait_for_timeout(100)
    assert seat.fired()
    assert inputs.many <= MOST_INPUTS.get(book, 3)
    if (book, size) == ("france1944", "wide"):
        assert inputs.many == 2


def test_by_keys_the_first_shot_is_four_away_from_the_button(new_page: NewPage) -> None:
    page = new_page()
    tab_to(page, play_now(page))
    page.keyboard.press("Enter")
    seat = Seat(page)
    expect(forecast(page).or_(dock(page)).first).to_be_visible()
    expect(page.get_by_text("Best shot: Medium 1")).to_be_visible()
    page.keyboard.press("t")
    expect(button(page, re.compile("^Fire"))).to_be_enabled()
    page.keyboard.press("Enter")
    expect(page.get_by_role("log", name="Log").locator(".told").first).to_be_visible()
    assert seat.fired()


def test_a_target_of_the_picture_opens_the_battle_with_that_shot_aimed(new_page: NewPage) -> None:
    page = new_page()
    page.get_by_role("button", name=re.compile("Medium 1 at Blue Light 1")).click()
    Seat(page)
    expect(button(page, re.compile("^Fire"))).to_be_enabled()
    expect(forecast(page)).to_contain_text("62.5 %")


def test_a_cover_begins_one_battle_and_no_other(new_page: NewPage, server: Server) -> None:
    page = new_page("/#/play/dynamic")
    Seat(page)
    address = page.url
    page.reload()
    Seat(page)
    assert page.url == address
    page.goto(f"{server.address}/#/rules")
    page.go_back()
    Seat(page)
    assert page.url == address


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_the_first_screen_has_the_button_a_tank_of_each_side_and_little_to_load(
    new_page: NewPage, server: Server, size: str
) -> None:
    width, height = SIZES[size]
    page = new_page("/#/nowhere", width=width, height=height)
    page.wait_for_load_state("networkidle")
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto(server.address)
    expect(page.get_by_text("All 45 battles")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert page.evaluate(SHIFT) < 0.02
    box = box_of(play_now(page))
    assert box["y"] + box["height"] <= (640 if size == "phone" else height)
    for name in ("Heavy 1 at Blue Medium 1", "Medium 1 at Blue Light 1"):
        at = box_of(page.get_by_role("button", name=re.compile(name)))
        assert 0 <= at["x"] <= width - at["width"]
        assert at["y"] < 500
    pictures = [answer for answer in answers if answer.url.endswith(".webp")]
    others = [answer for answer in answers if answer not in pictures]
    assert sum(len(answer.body()) for answer in pictures) < MOST_PICTURES
    assert sum(len(gzip.compress(answer.body())) for answer in others) <= MOST_BYTES
    asked = [answer.url.removeprefix(server.address) for answer in others]
    assert not [path for path in asked if NOT_YET.search(path)]


def test_who_comes_back_finds_the_games_that_wait(new_page: NewPage) -> None:
    page = new_page()
    play_now(page).click()
    Seat(page)
    page.goto(f"{page.url.partition('#')[0]}#/")
    card = page.get_by_role("article").filter(has_text="Your shot, France 1944")
    expect(card).to_contain_text("Your turn")
    expect(card.get_by_role("img", name=re.compile("round 2: three red and three blue"))).to_be_visible()
    expect(card.locator("canvas[data-drawn]")).to_have_count(1)
    expect(page.get_by_role("region", name="New battle in one press")).to_contain_text(
        "Your shot, France 1944 again, against Greedy"
    )
    expect(page.get_by_role("img", name="played last")).to_have_count(1)
    assert faults(page) == []
    page.set_viewport_size({"width": 320, "height": 568})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    card.get_by_role("link", name="To the table").click()
    expect(dock(page)).to_be_visible()


def test_what_happened_since_is_played_and_then_the_table_is_there(new_page: NewPage) -> None:
    page = new_page()
    play_now(page).click()
    seat = Seat(page)
    page.keyboard.press("t")
    expect(button(page, re.compile("^Fire"))).to_be_enabled()
    page.keyboard.press("Enter")
    expect(page.get_by_role("log", name="Log").locator(".told").first).to_be_visible()
    home = f"{page.url.partition('#')[0]}#/"
    page.goto(home)
    card = page.get_by_role("article").filter(has_text="Your shot, France 1944")
    expect(card.get_by_role("link", name="To the table")).to_be_visible()
    expect(card.get_by_text("Since you looked")).to_have_count(0)
    expect(card.get_by_role("link", name="See what happened")).to_have_count(0)
    # This browser looked before the shot.
    page.evaluate("""() => {
        const seats = JSON.parse(localStorage.getItem('hulldown.seats'))
        localStorage.setItem('hulldown.seats', JSON.stringify(seats.map((seat) => ({...seat, looked: 0}))))
    }""")
    page.reload()
    expect(card.get_by_text("Since you looked")).to_be_visible()
    card.get_by_role("link", name="See what happened").click()
    page.wait_for_url(re.compile(rf"#/replay/{seat.match}/"))
    page.wait_for_url(f"**/#/match/{seat.match}")
    expect(dock(page)).to_be_visible()
    page.go_back()  # past the film
    expect(card.get_by_role("link", name="To the table")).to_be_visible()


def test_a_link_for_a_friend_is_made_in_the_set_up(new_page: NewPage) -> None:
    page = new_page()
    page.get_by_role("button", name="Make a link").click()
    expect(page.get_by_label("A friend, by link")).to_be_checked()
    expect(page.get_by_role("button", name="Make the link")).to_be_visible()


def test_a_game_that_cannot_be_opened_says_why_and_can_be_forgotten(new_page: NewPage) -> None:
    page = new_page()
    page.route("**/api/matches/gone", lambda route: route.abort("internetdisconnected"))
    page.evaluate(
        """localStorage.setItem("hulldown.seats", JSON.stringify(
          [{match: "gone", token: "x", side: 0, title: "A lost battle", when: 1}]))"""
    )
    page.reload()
    card = page.get_by_role("article").filter(has_text="A lost battle")
    expect(card).to_contain_text("Cannot be opened")
    card.get_by_role("button", name="Forget A lost battle").click()
    expect(play_now(page)).to_be_visible()


PASTE = """(text) => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true}));
}"""
DROP = """(text) => {
  const data = new DataTransfer();
  data.items.add(new File([text], "first-steps.jsonl"));
  document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
}"""


def test_a_link_is_pasted_and_a_record_dropped_anywhere(new_page: NewPage, server: Server) -> None:
    page = new_page()
    expect(play_now(page)).to_be_visible()
    page.evaluate(PASTE, "https://elsewhere.example/#/invitation/abcdefghijklmnopqrs")
    expect(page.get_by_role("alert")).to_contain_text("27 signs after the last stroke; this one has 19")
    page.evaluate(PASTE, f"{server.address}/#/rules/dynamic/DYN-27")
    expect(page.get_by_text("DYN-27").first).to_be_visible()
    page.goto(f"{server.address}/#/")
    expect(play_now(page)).to_be_visible()
    record = ROOT / "tests" / "rulebooks" / "france1944" / "records" / "first-steps.jsonl"
    page.evaluate(DROP, record.read_text(encoding="utf-8"))
    page.wait_for_url("**/#/replay/*")
    expect(page.get_by_role("application")).to_be_visible()


def test_a_table_that_is_away_is_said_and_waited_for(new_page: NewPage) -> None:
    page = new_page()
    expect(page.get_by_text("All 45 battles")).to_be_visible()
    page.context.set_offline(True)
    expect(page.get_by_text("No connection to the table.")).to_be_visible()
    play_now(page).click()
    expect(page.get_by_role("button", name=re.compile(r"Waiting for the table … \d s"))).to_be_visible()
    page.context.set_offline(False)
    Seat(page)


def test_the_bar_keeps_a_name_and_turns_to_night(new_page: NewPage) -> None:
    page = new_page(plain=False)
    page.get_by_role("button", name="No name yet").click()
    page.keyboard.type("Heron")
    page.keyboard.press("Enter")
    night = page.get_by_role("button", name="Night")
    night.click()
    expect(night).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(page.get_by_role("button", name="Heron")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator('.stage img[src*=".dark-"]')).to_have_count(1)


def test_every_room_of_the_bar_has_a_door_on_the_page(new_page: NewPage) -> None:
    page = new_page()
    expect(page.locator("main ul a").first).to_be_visible()
    bar, doors = (
        {*page.eval_on_selector_all(where, "links => links.map((link) => link.getAttribute('href'))")}
        for where in ("header nav.wide a", "main a")
    )
    assert len(bar) > 5
    assert bar <= doors


def test_on_a_phone_the_doors_are_in_a_menu(new_page: NewPage) -> None:
    page = new_page(width=390, height=844)
    menu = page.get_by_role("button", name="Menu")
    menu.click()
    rows = page.get_by_role("navigation", name="Pages").locator("a, button")
    expect(rows.first).to_have_text("Play now")
    assert all(box_of(row)["height"] >= 48 for row in rows.all())
    page.keyboard.press("Escape")
    expect(menu).to_be_focused()
    menu.click()
    page.get_by_role("link", name="Rules", exact=True).click()
    expect(page.get_by_role("main").get_by_text("Before play")).to_be_visible()
    expect(menu).to_have_attribute("aria-expanded", "false")


def test_who_keeps_nothing_is_told(new_page: NewPage) -> None:
    page = new_page(plain=False)
    page.add_init_script("Object.defineProperty(window, 'localStorage', {get() { throw new Error('closed'); }})")
    page.reload()
    expect(page.get_by_text("This browser keeps nothing")).to_be_visible()
