"""Scenarios: made from nothing by form, board and text, tried against a bot, and played out: are they fair?"""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from hulldown.rulebooks import load
from tests.browser.conftest import NewPage
from tests.browser.test_make import dropped

PHONE: dict[str, Any] = {"width": 390, "height": 844, "touch": True}
CELL = 52
FIRST = load("france1944").library.works("scenario")["first-steps"].replace("First steps", "Quays")


def editor(page: Page) -> Locator:
    page.wait_for_url("**/#/make/scenario/*")
    expect(page.get_by_role("application", name=re.compile("the board, 24 × 18 squares"))).to_be_visible()
    return page.get_by_role("region", name="Panel")


def text_of(page: Page) -> str:
    page.get_by_role("tab", name="Text").click()
    found = str(page.get_by_role("textbox", name=re.compile("^Text of")).input_value())
    page.get_by_role("tab", name="Fairness").click()
    return found


def spot(page: Page, name: str) -> tuple[float, float]:
    """The middle of a square on the page."""
    x, y = (ord(name[0]) - 64.5) * CELL, (int(name[1:]) - 0.5) * CELL
    found = page.evaluate(
        """([x, y]) => {
          const { a, d, e, f } = document.querySelector(".board svg.play").getScreenCTM();
          return [a * x + e, d * y + f];
        }""",
        [x, y],
    )
    return found[0], found[1]


def pull(page: Page, start: str, end: str) -> None:
    page.mouse.move(*spot(page, start))
    page.mouse.down()
    page.mouse.move(*spot(page, end), steps=4)
    page.mouse.up()


def test_a_scenario_is_made_from_nothing_and_tried(new_page: NewPage) -> None:
    page = new_page("/#/make")
    page.get_by_role("button", name="Scenario board, forces, goal; is it fair?").click()
    page.get_by_role("region", name="A new scenario").get_by_role("combobox").select_option(label="Dynamic")
    page.get_by_role("button", name="From scratch even forces, no options").click()
    panel = editor(page)
    expect(page.get_by_text("Plays")).to_be_visible()
    track = page.get_by_role("group", name="Parts of the scenario")
    before = text_of(page)
    # Ground: another board, and walls of the scenario's own.
    panel.get_by_label("Board", exact=True).select_option(label="The mill quarter")
    track.get_by_role("button", name="Zones").click()
    panel.get_by_role("group", name="High barricades").get_by_role("button", name="none").click()
    # Goal: SPAA need a zone B, and the referee says so at its key until it is drawn.
    panel.get_by_role("button", name="SPAA: more", exact=True).click()
    panel.get_by_role("button", name="lost SPAA: more").or_(panel.get_by_role("button", name="Lost SPAA: more")).click()
    panel.get_by_role("button", name=re.compile("^Turn limit: more")).click()
    panel.get_by_role("button", name="Draw a part").click()
    pull(page, "A3", "B4")
    expect(page.get_by_role("status").filter(has_text="B1: A3:B4. Blue's lies opposite.")).to_be_visible()
    expect(page.locator("path.part")).to_have_count(2)
    # Forces: one too many is told where it stands, and mended from there.
    panel.get_by_role("button", name="Heavy Tank, Red: one more").click()
    expect(track.get_by_role("button", name="Forces, with a fault")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Agree on ")).click()
    expect(track.get_by_role("button", name="Forces", exact=True)).to_be_visible()
    expect(panel.get_by_text(re.compile(r"^19 of 19$"))).to_be_visible()
    panel.get_by_role("switch", name="Hidden deployment").click()
    panel.get_by_role("button", name="Write it for me").click()
    after = text_of(page)
    assert set(after.splitlines()) >= {'map = "mill"', "high = []", "spaa = 1", 'zone_b = ["A3:B4"]', "hidden = true"}
    assert before.splitlines()[2] == after.splitlines()[2]  # minutes, which nobody touched
    page.get_by_role("button", name=re.compile("^Save")).click()
    expect(page.get_by_role("tab", name="Versions 1")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Try it")).click()
    expect(page.locator(".battle")).to_be_visible()
    page.get_by_role("link", name="Back to the editor").click()
    editor(page)


def test_fairness_is_played_after_a_save_shown_and_stopped(new_page: NewPage) -> None:
    page = new_page("/#/make")
    dropped(page, ("quays.toml", FIRST))
    page.get_by_role("button", name="Change it").click()
    panel = editor(page)
    panel.get_by_role("button", name="Minutes: more").click()
    page.get_by_role("button", name=re.compile("^Save")).click()
    expect(panel.get_by_text(re.compile(r"^Playing [1-9]\d* of 240\. So far Red \d+ – \d+ %\.$"))).to_be_visible()
    # The shelf tells of it too, while it goes on.
    page.get_by_role("link", name="Make: your shelf").click()
    expect(page.get_by_role("region", name="Laboratory")).to_contain_text("of 240")
    page.get_by_role("region", name="Laboratory").get_by_role("link", name="Quays").click()
    panel = editor(page)
    panel.get_by_role("button", name="Stop").click()
    expect(panel.get_by_text("Stopped; this is what is known.")).to_be_visible()
    verdict = panel.get_by_role("status").filter(has_text="Greedy played both sides")
    told = verdict.inner_text()
    assert re.match(r"(Fair|Favours Red|Favours Blue|Not settled)\.\s+Red scores \d+\.\d %", told)
    expect(panel.get_by_role("button", name="Play 240 more")).to_be_visible()
    # The card of it on the shelf says so in a line.
    page.get_by_role("link", name="Make: your shelf").click()
    card = page.get_by_role("listitem").filter(has_text="Quays")
    first, reach = told.split(".")[0].lower(), re.search(r"\((\d.* %)\)", told)
    assert reach
    expect(card).to_contain_text(
        re.compile(f"{first.replace('red', 'Red').replace('blue', 'Blue')}, {re.escape(reach[1])}")
    )
    card.get_by_role("button", name="Quays").first.click()
    panel = editor(page)
    # It is kept: whoever comes back sees it, and after a change it is that of the version before.
    page.reload()
    editor(page)
    expect(verdict).to_have_text(re.compile(re.escape(told.split("Red scores")[1].split("\n")[0].strip()[:12])))
    panel.get_by_role("button", name="Minutes: more").click()
    expect(panel.get_by_text("Of version 2.")).to_be_visible()


def test_on_a_phone_every_target_of_a_scenario_is_large_enough(new_page: NewPage) -> None:
    page = new_page("/#/make", **PHONE)
    dropped(page, ("flak.toml", load("dynamic").library.works("scenario")["basic-central"]))
    page.get_by_role("button", name="Change it").click()
    page.wait_for_url("**/#/make/scenario/*")
    for part, shown in (("The scenario", "Armies are prescribed"), ("Fairness", "Both sides by")):
        page.get_by_role("button", name=part, exact=True).click()
        expect(page.get_by_text(shown)).to_be_visible()
        small = page.evaluate(
            """() => [...document.querySelectorAll(".editor button, .editor select, .editor input")]
              .filter((one) => !one.closest(".rule") && !one.matches(".rule, .sr, .chain"))
              .map((one) => [one, one.getBoundingClientRect()])
              .filter(([, box]) => box.width > 0 && box.height < 43.5)
              .map(([one, box]) => `${one.ariaLabel ?? one.textContent} ${box.width} × ${box.height}`)"""
        )
        assert not small, "\n".join(small)
