"""The rules on screen: from a battle and back, found by a few words, and shown step by step."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.hand import begin, my_turn, set_up
from tests.browser.test_pages import faults


def test_a_rule_tag_in_a_battle_leads_to_its_rule_and_back_to_the_move(new_page: NewPage) -> None:
    page = new_page()
    begin(page)
    set_up(page)
    my_turn(page)
    tab = page.get_by_role("tab", selected=True).inner_text()
    page.get_by_label("rule tags").check()
    page.get_by_role("tabpanel").get_by_role("button", name=re.compile("^Rul(e|ing) FR-")).first.click()
    article = page.get_by_role("article")
    expect(article).to_be_visible()
    expect(page.get_by_role("tab", name="Rules")).to_have_attribute("aria-selected", "true")
    assert faults(page) == []
    page.get_by_role("button", name="Back to the move").click()
    expect(page.get_by_role("tab", name=tab)).to_have_attribute("aria-selected", "true")
    expect(article).to_be_hidden()


def test_a_figure_of_a_card_explains_itself_in_the_place_of_the_forecast(new_page: NewPage) -> None:
    page = new_page()
    begin(page)
    set_up(page)
    my_turn(page)
    page.get_by_role("tab", name="Units").click()
    page.get_by_role("tabpanel").get_by_role("button").first.click()
    word = page.get_by_role("region", name="Unit").get_by_role("button", name="gun", exact=True)
    word.click()
    told = page.get_by_role("group", name=re.compile("^All about"))
    expect(told).to_contain_text("It fires with so many dice.")
    expect(told.get_by_role("link", name="Whole entry")).to_have_attribute("href", "#/words/france1944/column%20gun")
    assert faults(page) == []
    word.press("Escape")
    expect(told).to_be_hidden()


def test_a_few_words_find_rules_and_words_of_all_books(new_page: NewPage) -> None:
    page = new_page("/#/rules/squadron")
    expect(page.get_by_role("heading", name="Panzer Squadron")).to_be_visible()
    page.keyboard.press("/")
    page.keyboard.type("flag")
    found = page.get_by_role("region", name="Found")
    expect(found.get_by_role("heading", name="France 1944")).to_be_visible()
    expect(found.get_by_role("link", name=re.compile("^FR-52"))).to_be_visible()
    page.get_by_role("searchbox").fill("DYN-137")
    found.get_by_role("link", name=re.compile("^DYN-137")).click()
    expect(page.get_by_role("article")).to_contain_text("visual contact")
    expect(page.get_by_role("heading", level=1)).to_contain_text("The target must be seen")
    page.get_by_role("link", name=re.compile("DYN-138")).first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("The howitzer's own eyes")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_contain_text("The target must be seen")


def test_a_diagram_is_gone_through_and_begins_a_battle(new_page: NewPage) -> None:
    page = new_page("/#/rules/france1944/FR-37", width=390, height=844)
    figure = page.get_by_role("figure")
    expect(figure.get_by_role("img").first).to_be_visible()
    figure.get_by_role("button", name="Show me").click()
    expect(figure.get_by_role("button", name="fire M1 m1")).to_have_attribute("aria-pressed", "true")
    figure.get_by_role("button", name="Next").click()
    expect(figure.get_by_role("button", name="fire M2 m2")).to_have_attribute("aria-pressed", "true")
    assert faults(page) == []
    figure.get_by_role("button", name="Try it").click()
    page.wait_for_url("**/#/match/*")
    expect(page.get_by_role("region", name="Dock")).to_be_visible()


def test_what_is_not_there_is_said(new_page: NewPage) -> None:
    page = new_page("/#/rules/france1944/FR-99")
    expect(page.get_by_text("There is no rule FR-99; France 1944 has FR-01 to FR-65.")).to_be_visible()
    page.get_by_role("link", name="Contents").click()
    expect(page.get_by_role("heading", name="Panzer Strike: France 1944")).to_be_visible()


def test_what_juts_out_of_the_first_row_of_a_diagram_is_not_cut(new_page: NewPage) -> None:
    page = new_page("/#/rules/france1944/FR-30")
    figure = page.locator("figure").first
    label = figure.get_by_text("M3", exact=True).first
    expect(label).to_be_visible()
    frame, box = figure.bounding_box(), label.bounding_box()
    assert frame is not None
    assert box is not None
    assert box["y"] >= frame["y"]
    assert figure.locator("svg").first.evaluate("drawing => getComputedStyle(drawing).overflow") == "visible"


def test_who_does_the_one_act_of_a_diagram_has_its_number(new_page: NewPage) -> None:
    figure = new_page("/#/rules/panzerkampf/PK-23").get_by_role("figure").first
    expect(figure.get_by_text("IN1", exact=True)).to_be_visible()
