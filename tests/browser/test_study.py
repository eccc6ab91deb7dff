"""Study: a record is opened, analysed and looked through, with the mouse and with keys; odds stand in the address."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from hulldown.kernel.record import Record
from hulldown.lab.analysis import analysed
from tests.browser.conftest import ROOT, NewPage, Server

RECORDS = Path(__file__).parents[1] / "rulebooks" / "france1944" / "records"


def analyse(page: Page) -> None:
    """Has the game analysed that was opened, unless this server knows it already."""
    button, chart = page.get_by_role("button", name="Analyse"), page.get_by_role("slider", name="Fortunes")
    expect(button.or_(chart).first).to_be_visible()
    if button.count():
        button.click()


@pytest.mark.parametrize(("name", "width", "height"), [("crossroads", 1440, 900), ("ambush", 390, 844)])
def test_a_record_is_analysed_and_looked_through(new_page: NewPage, name: str, width: int, height: int) -> None:
    page = new_page("/#/study", width=width, height=height)
    page.get_by_label("Record").set_input_files(RECORDS / f"{name}.jsonl")
    analyse(page)
    chart = page.get_by_role("slider", name="Fortunes")
    expect(chart).to_be_visible(timeout=60_000)
    account = page.get_by_label("Why it was won").locator("h2 span").inner_text()
    start, luck, play, result = [float(part.replace("−", "-").replace(" ", "")) for part in split(account)]
    assert start + luck + play == pytest.approx(result, abs=0.16)
    page.get_by_label("Luckiest rolls").get_by_role("button").first.click()
    expect(page.get_by_label("The order")).to_contain_text("luck of the roll")
    here = page.url.rsplit("/", 1)[1]
    chart.focus()
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(f"{page.url.rsplit('/', 1)[0]}/{int(here) - 1}")
    # It plays on from there, and the curve goes with it until it is stopped.
    page.keyboard.press("Home")
    first = chart.get_attribute("aria-valuenow") or ""
    page.get_by_role("button", name="Play", exact=True).click()
    expect(chart).not_to_have_attribute("aria-valuenow", first)
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_sample_game_is_one_that_was_lost_to_the_dice(new_page: NewPage) -> None:
    page = new_page("/#/study")
    for _ in range(2):  # the second time it is the same one
        page.get_by_role("button", name="A sample game").click()
        analyse(page)
        expect(page.get_by_role("slider", name="Fortunes")).to_be_visible(timeout=60_000)
        page.get_by_role("link", name="Study").first.click()
    expect(page.locator("a.game")).to_have_count(1)
    sample = ROOT / "web" / "src" / "study" / "sample.jsonl"
    account = analysed(Record.parse(sample.read_text(encoding="utf-8"))).sum
    assert account.result == 0
    assert account.adjusted > 0.75


def split(account: str) -> list[str]:
    """ "48.7 + 12.4 − 3.9 = 57.2" in its four figures."""
    left, result = account.split("=")
    words = left.split()
    return [words[0], "".join(words[1:3]), "".join(words[3:5]), result]


def test_the_odds_of_a_shot_follow_its_settings_and_stand_in_the_address(new_page: NewPage) -> None:
    page = new_page("/#/odds/france1944?fires=heavy&at=light&range=5&zone=front")
    chance = page.locator(".chance b")
    expect(chance).to_be_visible()
    front = chance.inner_text()
    page.locator("label", has_text="rear").click()
    expect(chance).not_to_have_text(front)
    assert "zone=rear" in page.url
    page.reload()
    expect(page.locator(".case")).to_contain_text("rear, 5 squares away")


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_a_duel_is_compared_across_books_and_stands_in_the_address(new_page: NewPage, width: int, height: int) -> None:
    page = new_page("/#/compare", width=width, height=height)
    page.get_by_label("A unit, or a role").fill("panther")
    page.get_by_label("against").fill("sherman")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".verdict")).to_contain_text("panther")
    assert "one=panther&other=sherman" in page.url
    stands = page.get_by_label("sherman in Panzer Squadron")
    stands.select_option(label="Sherman 76")
    expect(page).to_have_url(re.compile("squadron"))
    page.reload()
    expect(page.get_by_label("sherman in Panzer Squadron")).to_have_value("sherman-76")
    page.get_by_label("rear").check()
    expect(page).to_have_url(re.compile("zone=rear"))
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    expect(page.get_by_role("button", name="Copy as table")).to_be_visible()


def pull(page: Page, one: tuple[float, float], other: tuple[float, float]) -> None:
    """From one place of the table to another, as parts of its width and height."""
    box = page.locator("main.studyboard .table").bounding_box()
    assert box is not None
    (ax, ay), (bx, by) = [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in (one, other)]
    page.mouse.move(ax, ay)
    page.mouse.down()
    page.mouse.move((ax + bx) / 2, (ay + by) / 2)
    page.mouse.move(bx, by)
    page.mouse.up()


def test_a_study_with_arrows_notes_and_a_variation_goes_into_a_link(new_page: NewPage) -> None:
    page = new_page("/#/study")
    page.get_by_label("Record").set_input_files(RECORDS / "crossroads.jsonl")
    page.get_by_role("link", name="Study board").click()
    timeline = page.get_by_role("slider", name="Line of the log")
    expect(timeline).to_be_visible()
    page.goto(f"{page.url.rsplit('/board', 1)[0]}/board/60")
    expect(timeline).to_have_attribute("aria-valuenow", "60")
    page.get_by_role("textbox", name="Note").fill("Here the flank is open.")
    page.get_by_role("button", name="Draw").click()
    pull(page, (0.4, 0.4), (0.6, 0.5))
    pull(page, (0.7, 0.3), (0.7, 0.3))
    arrows = page.get_by_label("This moment").locator(".arrows li")
    expect(arrows).to_have_count(2)
    expect(arrows.nth(0)).to_contain_text("Arrow from")
    expect(arrows.nth(1)).to_contain_text("Ring at")
    expect(page.get_by_role("img", name=re.compile("^Arrow from"))).to_be_visible()
    game = page.url
    # A variation is played at this screen, and comes back as lines of its own.
    page.get_by_role("button", name="Try something else from here").click()
    expect(page.get_by_role("link", name="Back to the study")).to_be_visible()
    page.get_by_role("link", name="Back to the study").click()
    variation = page.get_by_role("button", name="Variation 1")
    expect(variation).to_contain_text("from line")
    page.reload()
    expect(page.get_by_role("textbox", name="Note")).to_have_value("Here the flank is open.")
    page.get_by_role("button", name="Share this study").click()
    link = page.get_by_label("Link to this study").input_value()
    # Whoever opens it sees all of it, and may add to it without changing this one.
    other = new_page(link)
    expect(other.get_by_role("textbox", name="Note")).to_have_value("Here the flank is open.")
    assert other.url == game
    expect(other.get_by_label("This moment").locator(".arrows li")).to_have_count(2)
    other.get_by_role("button", name="Variation 1").click()
    expect(other.get_by_label("Name of the variation")).to_have_value("Variation 1")
    assert other.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_what_else_was_possible_is_played_out_on_the_study_board(new_page: NewPage) -> None:
    page = new_page("/#/study")
    page.get_by_label("Record").set_input_files(RECORDS / "first-steps.jsonl")
    analyse(page)
    page.get_by_label("Luckiest rolls").get_by_role("button").first.click()
    others = page.get_by_label("What else was possible").get_by_role("button", name=re.compile("^Play out: "))
    words = others.first.get_attribute("aria-label") or ""
    others.first.click()
    page.wait_for_url("**/board/**")
    expect(page.get_by_label("Name of the variation")).to_have_value(words.removeprefix("Play out: "))
    slider = page.get_by_role("slider", name="Line of the log")
    expect(slider).to_have_attribute("aria-valuenow", page.url.split("/")[-2])


@pytest.mark.soak
def test_another_order_is_given_in_a_variation_and_measured(new_page: NewPage, server: Server) -> None:
    page = new_page("/#/study", width=390, height=844)
    page.get_by_label("Record").set_input_files(RECORDS / "one-flag.jsonl")
    analyse(page)
    ask = page.get_by_role("button", name="Ask about another")
    page.get_by_role("slider", name="Fortunes").focus()
    page.keyboard.press("End")
    for _ in range(300):
        if ask.is_visible():
            break
        page.keyboard.press("ArrowLeft")
    ask.click()
    page.get_by_role("link", name="Back to the study").click()
    asked = page.get_by_label("Asked about")
    measure = asked.get_by_role("button", name="Measure: Variation 1")
    measure.click()
    expect(asked).to_contain_text("No order has been given in it yet.")
    # An order, as the board would send it.
    game, number = page.url.rsplit("/", 2)[1:]
    seats = {one["match"]: one["token"] for one in json.loads(page.evaluate("localStorage['hulldown.seats']"))}
    [variation] = [one for one in seats if one != game]

    def call(match: str, rest: str, body: Any = None) -> Any:
        headers = {"Authorization": f"Bearer {seats[match]}"}
        path = f"{server.address}/api/matches/{match}{rest}"
        sent = page.request.post(path, headers=headers, data=body) if body else page.request.get(path, headers=headers)
        return sent.json()

    decisions = call(game, "/analysis")["analysis"]["decisions"]
    other = next(one for one in decisions if one["first"] == int(number))["others"][0]
    body = {"id": "by-hand", "position": call(variation, "")["head"], "orders": other["orders"]}
    assert call(variation, "/orders", body)["status"] == "accepted"
    measure.click()
    expect(asked).to_contain_text(re.compile(r"± [\d.]+ beside what was ordered, by \d+ battles of Greedy"))
    expect(asked).to_contain_text(other["words"])
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_an_order_is_measured_by_battles(new_page: NewPage) -> None:
    page = new_page("/#/study")
    page.get_by_label("Record").set_input_files(RECORDS / "one-flag.jsonl")
    analyse(page)
    chart = page.get_by_role("slider", name="Fortunes")
    chart.focus()
    page.keyboard.press("End")
    measure = page.get_by_role("button", name="Measure this order better")
    for _ in range(300):
        if measure.is_visible():
            break
        page.keyboard.press("ArrowLeft")
    measure.click()
    box = page.get_by_label("The order")
    said = re.compile(r"Red wins [\d.]+ ± [\d.]+ as ordered, [\d.]+ ± [\d.]+ after .* battles of Greedy")
    expect(box).to_contain_text(said, timeout=75_000)
    expect(measure).to_be_hidden()
    page.reload()
    expect(box).to_contain_text(said)


def test_a_whole_game_is_looked_at_stopped_and_gone_on_with(new_page: NewPage) -> None:
    page = new_page("/#/study", width=390, height=844)
    page.get_by_label("Record").set_input_files(RECORDS / "resigned.jsonl")
    analyse(page)
    look = page.get_by_label("A closer look")
    expect(look).to_contain_text("0 of ")
    look.get_by_role("button", name="Look closer").click()
    count = look.locator("h2 span")
    expect(count).not_to_contain_text(re.compile("^0 of"), timeout=75_000)
    look.get_by_role("button", name="Stop").click()
    more = look.get_by_role("button", name="Go on with it")
    expect(more).to_be_visible()
    measured = count.inner_text()
    # What was measured is there for good, and seen in its order.
    with page.expect_response(re.compile("/analysis$")) as answer:
        page.reload()
    expect(count).to_have_text(measured)
    found = answer.value.json()["analysis"]
    rolls = [one["number"] for one in found["moments"] if one["battles"]]
    choices = [one["first"] for one in found["decisions"] if one["fought"]]
    assert len(rolls) + len(choices) == int(measured.split()[0])
    page.goto(f"{page.url}/{(rolls + choices)[0]}")
    said = "100 battles from what fell" if rolls else "100 battles of Greedy against itself"
    expect(page.get_by_label("The order")).to_contain_text(said)
    more.click()
    expect(look.get_by_role("button", name="Stop")).to_be_visible()
    expect(count).not_to_have_text(measured, timeout=75_000)
    look.get_by_role("button", name="Stop").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_end_of_a_battle_tells_its_chances_and_what_decided_it(new_page: NewPage, server: Server) -> None:
    page = new_page()
    headers = {"Content-Type": "application/jsonl"}
    text = (RECORDS / "barricades.jsonl").read_bytes()
    sent = page.request.post(f"{server.address}/api/records", data=text, headers=headers).json()
    page.goto(f"{server.address}/#/watch/{sent['match']}/{sent['watch']}")
    moments = page.get_by_label("What decided it").get_by_role("button")
    expect(moments.first).to_be_visible()
    expect(page.get_by_role("region", name="Without luck")).to_contain_text("without luck")
    expect(page.get_by_role("img", name=re.compile("^From .* of 100 at the start to .* at the end$"))).to_be_visible()
    timeline = page.get_by_role("slider", name="Line of the log")
    moments.first.click()
    expect(timeline).not_to_have_attribute("aria-valuenow", timeline.get_attribute("aria-valuemax") or "")
    page.get_by_role("link", name="Every order").click()
    expect(page.get_by_role("slider", name="Fortunes")).to_be_visible()
