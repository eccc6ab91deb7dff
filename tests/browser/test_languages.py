"""Another language: chosen in the bar, kept, and told wherever there is a word for it."""

import re

from playwright.sync_api import Route, expect

from tests.browser.conftest import NewPage

CATALOGUE = re.compile(r"/de-[^/]*\.js$")
PHONE = {"width": 390, "height": 844}
GERMAN = """localStorage.setItem("hulldown.language", "de")"""


def test_german_is_chosen_in_the_bar_and_kept(new_page: NewPage) -> None:
    page = new_page("/#/")
    page.get_by_role("link", name="Language: English").click()
    expect(page.get_by_role("heading", name="What the referee says is English")).to_be_visible()
    page.get_by_role("button", name="Deutsch").click()
    expect(page.get_by_role("heading", name="Der Schiedsrichter spricht Englisch")).to_be_visible()
    expect(page.get_by_text(re.compile(r"alle \d+ Einträge"))).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.get_by_role("link", name="Lernen").click()
    expect(page.get_by_role("heading", name="Fünf Minuten bis zum ersten Gefecht")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("Um das Haus herum")).first).to_be_visible()
    page.reload()
    page.goto(page.url.split("#")[0] + "#/rules/france1944/FR-37")
    expect(page.get_by_role("heading", name=re.compile("Freie Bahn"))).to_be_visible()
    expect(page.get_by_role("heading", name="So sagt es der Schiedsrichter")).to_be_visible()
    page.get_by_role("searchbox").fill("flagge heck")
    expect(page.get_by_text("Keine Regel und kein Begriff der fünf Bücher")).to_be_visible()
    page.get_by_role("searchbox").fill("nachbarfelder")
    expect(page.get_by_role("link", name=re.compile("FR-42")).first).to_be_visible()
    page.get_by_role("link", name="Sprache: Deutsch").click()
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", name="What the referee says is English")).to_be_visible()


def test_a_lesson_is_told_in_german_and_the_referee_refuses_in_english(new_page: NewPage) -> None:
    page = new_page("/#/learn/france1944-first/4", **PHONE)
    page.evaluate(GERMAN)
    page.reload()
    ask = page.get_by_role("region", name="Die Lektion")
    expect(ask.get_by_role("heading")).to_contain_text("Schritt 4 von 12. Versuche nun, auch Medium 1 zu fahren.")
    ask.get_by_role("button", name="Probiere es für mich").click()
    expect(ask).to_contain_text("Abgelehnt, wie es sein soll")
    expect(ask.get_by_role("heading")).to_contain_text("Drei Panzer werfen zwei Würfel")
    expect(ask.get_by_role("heading")).to_contain_text(re.compile(r"no die|has no|dice", re.IGNORECASE))
    ask.get_by_role("button", name="Weiter").click()
    expect(ask.get_by_role("heading")).to_contain_text("Schritt 5 von 12")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_catalogue_that_does_not_come_leaves_english(new_page: NewPage) -> None:
    page = new_page("/#/learn")
    page.evaluate(GERMAN)

    asked: list[str] = []

    def lost(route: Route) -> None:
        asked.append(route.request.url)
        route.abort("internetdisconnected")

    page.route(CATALOGUE, lost)
    page.reload()
    expect(page.get_by_role("heading", name="Five minutes to your first battle")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    assert len(asked) == 1


def test_whoever_speaks_english_is_sent_no_catalogue(new_page: NewPage) -> None:
    asked: list[str] = []
    page = new_page("/#/")
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    expect(page.get_by_role("heading", name="Five books")).to_be_visible()
    assert len(asked) > 5
    assert [url for url in asked if CATALOGUE.search(url)] == []
