"""What people make: files that are dropped and played, links that carry a work, drafts that nothing loses."""

import re
from contextlib import suppress
from typing import Any

from playwright.sync_api import Error, Page, expect

from hulldown.rulebooks import load
from tests.browser.conftest import NewPage, Server

FRANCE = load("france1944").library
BOARD = FRANCE.works("board")["centre"].replace("The centre", "The tannery")
SCENARIO = (
    FRANCE.works("scenario")["crossroads"]
    .replace('"Crossroads"', '"Hides"')
    .replace('map = "centre"', 'map = "tannery.txt"\nchart = "mine.toml"')
)
CHART = FRANCE.works("chart")["table-a"].replace("front = 10", "front = 19", 1)
DROP = """(files) => {
  const data = new DataTransfer();
  for (const [name, text] of files) data.items.add(new File([text], name, { type: "text/plain" }));
  dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
}"""


def dropped(page: Page, *files: tuple[str, str]) -> None:
    expect(page.get_by_role("heading", name="Your shelf")).to_be_visible()
    expect(page.get_by_role("heading", name="Copy one of ours")).to_be_visible()
    page.evaluate(DROP, [list(file) for file in files])


def draft(page: Page, text: str) -> Any:
    """The text of a new draft in its editor."""
    dropped(page, ("draft.toml", text))
    field = page.get_by_role("textbox", name=re.compile("^Text of"))
    expect(field).to_be_visible()
    return field


def test_a_scenario_is_dropped_with_its_own_board_and_chart_and_played(new_page: NewPage) -> None:
    page = new_page("/#/make")
    dropped(page, ("tannery.txt", BOARD), ("hides.toml", SCENARIO), ("mine.toml", CHART))
    expect(page.get_by_role("heading", name="Hides")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="The tannery")).to_be_visible()
    page.get_by_role("button", name="Play it").click()
    expect(page.locator(".battle")).to_be_visible()
    page.goto(page.url.split("#")[0] + "#/make")
    expect(page.get_by_role("listitem").filter(has_text="Hides")).to_contain_text("v1")


def test_a_work_in_a_link_is_opened_by_somebody_else_and_played(new_page: NewPage) -> None:
    page = new_page("/#/make")
    dropped(page, ("tannery.txt", BOARD), ("hides.toml", SCENARIO), ("mine.toml", CHART))
    page.get_by_role("button", name="Change it").click()
    page.get_by_role("button", name="Share").click()
    link = page.get_by_label("Link that carries it").input_value()
    page.get_by_role("button", name="Keep it here").click()
    short = page.get_by_label("Short link").input_value()
    for address in (link, short):
        friend = new_page(address)
        expect(friend.get_by_role("heading", name="Hides")).to_be_visible()
        friend.get_by_role("button", name="Play it").click()
        expect(friend.locator(".battle")).to_be_visible()
    friend = new_page(link[:-40])
    expect(friend.get_by_role("alert")).to_contain_text("It was cut short")


def test_what_leads_to_no_work_is_said_in_a_sentence(new_page: NewPage) -> None:
    page = new_page("/#/make")
    expect(page.get_by_role("heading", name="Copy one of ours")).to_be_visible()
    field, said = page.get_by_label("A link, or the text of a work"), page.get_by_role("alert")
    for link, told in [
        ("http://127.0.0.1/#/open/1.20", "cut short before its work begins"),
        ("http://127.0.0.1/#/match/abcdef", "leads to no work"),
    ]:
        field.fill(link)
        page.get_by_role("button", name="Open", exact=True).click()
        expect(said).to_contain_text(told)
    dropped(page, ("nothing.toml", " \n"))
    expect(said).to_have_text("nothing.toml is empty.")
    field.fill("http://127.0.0.1/#/open/2.4.AAAA")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(said).to_have_text(re.compile(r"^It is of version 2, .*\. Copy all of the link, or ask for it again\.$"))


def test_a_browser_without_room_says_so_and_loses_nothing_that_is_on_the_page(
    new_page: NewPage, server: Server
) -> None:
    page = new_page("/#/rules")
    room = page.context.new_cdp_session(page)
    # Before anything is kept: the browser counts its room once and then for a while not again.
    room.send("Storage.overrideQuotaForOrigin", {"origin": server.address, "quotaSize": 300_000})
    page.goto(server.address + "/#/make")
    page.get_by_role("button", name="Crossroads").click()
    field = page.get_by_role("textbox", name=re.compile("^Text of"))
    longer = field.input_value() + "# " + "no room " * 50_000
    field.fill(longer)
    expect(page.get_by_text("This browser has no room left for it.")).to_be_visible()
    expect(field).to_have_value(longer)
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Copy a draft of its own").click()
    expect(page.get_by_text("This browser has no room left for it.")).to_be_visible()
    room.send("Storage.overrideQuotaForOrigin", {"origin": server.address})
    field.fill(longer + ".")
    expect(page.get_by_text("This browser has no room left for it.")).to_be_hidden()
    page.reload()
    expect(field).to_have_value(longer + ".")


def test_a_draft_survives_a_reload_and_a_crash_of_its_tab(new_page: NewPage) -> None:
    page = new_page("/#/make")
    field = draft(page, SCENARIO.replace('map = "tannery.txt"\nchart = "mine.toml"', 'map = "centre"\ntotal_of = 3'))
    faulty = field.input_value() + "red = { heavy = \n"
    field.fill(faulty)
    expect(page.get_by_role("button", name=re.compile(f"1 fault · line {faulty.count(chr(10))}$"))).to_be_visible()
    page.reload()
    expect(field).to_have_value(faulty)
    context, address = page.context, page.url
    field.fill(faulty + "# half a wor")
    page.wait_for_timeout(500)  # only what is typed in the very moment of a crash is lost
    crash(page)
    again = context.new_page()
    again.goto(address)
    field = again.get_by_role("textbox", name=re.compile("^Text of"))
    expect(field).to_have_value(faulty + "# half a wor")
    again.get_by_role("button", name=re.compile("^Undo")).click()
    expect(field).not_to_have_value(re.compile("half a wor"))


def crash(page: Page) -> None:
    """The tab dies as it is: nobody is told, and nothing is tidied up."""
    with page.expect_event("crash"), suppress(Error):
        page.goto("chrome://crash")


def test_a_draft_is_tried_out_and_leads_back(new_page: NewPage, server: Server) -> None:
    page = new_page("/#/make")
    page.get_by_role("button", name="Crossroads").click()
    page.get_by_role("button", name=re.compile("^Try it")).click()
    page.get_by_role("link", name="Back to the editor").click()
    expect(page.get_by_role("textbox", name="Text of Crossroads")).to_be_visible()
    page.goto(server.address + "/#/replay")
    expect(page.get_by_text("None yet.")).to_be_visible()


def test_cards_lie_in_rows_also_after_a_battle(new_page: NewPage) -> None:
    """What dresses a battle stays in the page once it was there, and means nothing here."""
    page = new_page("/#/make")
    page.get_by_role("button", name="Crossroads").click()
    page.get_by_role("button", name=re.compile("^Try it")).click()
    page.get_by_role("link", name="Back to the editor").click()
    for name in ("First steps", "Hold the square", "Behind the barricades", "Ambush in the orchards"):
        page.get_by_role("link", name=re.compile("^Make")).first.click()
        page.get_by_role("button", name=name).click()
        expect(page.get_by_role("textbox", name=f"Text of {name}")).to_be_visible()
    page.get_by_role("link", name=re.compile("^Make")).first.click()
    cards = page.get_by_role("listitem").filter(has=page.get_by_role("button", name=re.compile("^More with")))
    expect(cards).to_have_count(5)
    boxes = [box for card in cards.all() if (box := card.bounding_box())]
    assert min(box["width"] for box in boxes) > 200
    assert boxes[4]["y"] > boxes[0]["y"]


def test_a_shelf_goes_to_another_device_once(new_page: NewPage) -> None:
    page = new_page("/#/make")
    dropped(page, ("tannery.txt", BOARD), ("hides.toml", SCENARIO), ("mine.toml", CHART))
    expect(page.get_by_role("heading", name="Hides")).to_be_visible()
    page.get_by_role("link", name="Make").first.click()
    page.get_by_role("button", name="To another device").click()
    link = page.get_by_label("Link for the other device").input_value()
    expect(page.get_by_role("img", name="Code to scan on the other device")).to_be_visible()
    other = new_page(link, width=390, height=844, touch=True)
    other.get_by_role("button", name="Put it on this shelf").tap()
    expect(other.get_by_role("status")).to_contain_text(["came from the other device"])
    expect(other.get_by_role("listitem").filter(has_text="Hides")).to_be_visible()
    again = other.request.post(link.replace("/#/shelf/", "/api/parcels/"))
    assert again.status == 404
