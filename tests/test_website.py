"""The pages of the site: what the checker finds, what is on them, and the notes of a release."""

import re

import pytest

from hulldown.cli import COMMANDS
from hulldown.index import rules_index
from hulldown.rulebooks import BOOKS, load
from website.__main__ import all_pages, faults
from website.contents import DOORS, nav
from website.links import anchors, broken
from website.notes import notes
from website.page import ROOT, Page, between, slug


@pytest.fixture(scope="module")
def pages() -> dict[str, Page]:
    return {page.path: page for page in all_pages(pictures=True)}


def test_every_link_and_anchor_of_the_site_leads_somewhere_also_to_pictures(pages: dict[str, Page]) -> None:
    assert faults([*pages.values()], pictures=True) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[one](two.md)", ""),
        ("[one](two.md#a-heading)", ""),
        ("[one](two.md#given)", ""),
        ("[one](two.md#again_1)", ""),
        ("[one](#here)\n\n## Here", ""),
        ("[one](https://example.org/none)", ""),
        ("`[one](none.md)`", ""),
        ("```\n[one](none.md)\n```", ""),
        ("![one](board.png)", ""),
        ("[one](none.md)", "one.md:1 links to none.md, which is not there."),
        ("[one](../two.md)", "one.md:1 links to ../two.md, which is not there."),
        ("x\n\n[one](two.md#other)", "one.md:3 links to two.md#other, and there is no such heading."),
        ("[one](#there)", "one.md:1 links to #there, and there is no such heading."),
        ("![one](none.png)", "one.md:1 links to none.png, which is not there."),
        ("[one](two.md#__codelineno-0-99)", "one.md:1 links to two.md#__codelineno-0-99, and there is no such line."),
        ('<a href="none.md">', "one.md:1 links to none.md, which is not there."),
    ],
)
def test_a_link_that_leads_nowhere_is_told_with_its_place(text: str, told: str) -> None:
    two = Page("two.md", "# Two\n\n## A heading\n\n## Other words {#given}\n\n## Again\n\n## Again\n")
    assert [*broken([Page("one.md", text), two], {"board.png"})] == ([told] if told else [])


def test_headings_in_code_are_no_anchors() -> None:
    assert anchors(Page("one.md", "# One `x` & two\n\n```\n# Not this\n```\n")) == {"one-x-two"}
    assert slug("Über `code`, and: more!") == "uber-code-and-more"


def test_a_way_between_pages_is_relative() -> None:
    assert between("a/b/one.md", "a/c/two.md#x") == "../c/two.md#x"
    assert between("one.md", "a/two.md") == "a/two.md"
    assert between("a/one.md", "a/two.md") == "two.md"


@pytest.mark.parametrize("book_id", BOOKS)
def test_every_rule_stands_in_the_reference_with_its_code_and_its_tests(pages: dict[str, Page], book_id: str) -> None:
    text = "".join(page.text for path, page in pages.items() if path.startswith(f"rules/{book_id}/"))
    kept = pages[f"rules/{book_id}/kept.md"].text
    for rule in load(book_id).rules.values():
        assert text.count(f"{{#{rule.id}}}") == 1
        assert rule.summary in text
        for place in rules_index()[book_id][rule.id]["tests"]:
            assert f"[{place.partition('::')[2]}]" in kept


def test_a_rule_leads_to_the_line_of_its_code(pages: dict[str, Page]) -> None:
    (place, *_) = rules_index()["france1944"]["FR-37"]["code"]
    path, _, line = place.rpartition(":")
    row = next(row for row in pages["rules/france1944/kept.md"].text.splitlines() if row.startswith("| [FR-37]"))
    assert f"(../../source/{path}.md#__codelineno-0-{line})" in row
    assert (ROOT / path).read_text(encoding="utf-8").splitlines()[int(line) - 1] in pages[f"source/{path}.md"].text


def test_a_diagram_shows_the_drawing_the_answers_and_the_position(pages: dict[str, Page]) -> None:
    text = next(page.text for page in pages.values() if "{#diagram-CORE-07}" in page.text)
    part = text.partition("{#diagram-CORE-07}")[2].partition("\n##")[0]
    assert "](diagrams/CORE-07.png)" in part
    assert "| order | the referee |" in part
    assert 'book = "core"' in part


def test_every_command_has_a_page_with_its_options(pages: dict[str, Page]) -> None:
    assert {f"commands/{name}.md" for name in COMMANDS} <= pages.keys()
    simulate = pages["commands/simulate.md"].text
    assert "hulldown simulate BOOK [OPTIONS]" in simulate
    assert "| `--games N` | How many games; with --until, at most. *Default:* `200` |" in simulate
    assert "--no-json" not in simulate


def test_every_call_of_the_server_is_told(pages: dict[str, Page]) -> None:
    text = pages["reference/http.md"].text
    assert "## POST /api/odds {#post-apiodds}" in text
    assert "[OddsBody](structs.md#oddsbody)" in text


def test_each_door_leads_to_pages_and_the_menu_has_them(pages: dict[str, Page]) -> None:
    menu = nav(pages.values())
    for door in DOORS:
        assert re.search(r"^- \[", pages[door.path].text, re.M)
        assert f'"{door.path}"' in menu
    for path in pages:
        assert path.startswith("source/") or f'"{path}"' in menu, path


def test_the_notes_of_a_release_are_what_the_changelog_says_of_it() -> None:
    text = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Two.\n\n## [0.1.0] - 2026-01-01\n\n- One.\n"
    assert notes("Unreleased", text) == "### Added\n\n- Two.\n"
    assert notes("0.1.0", text) == "- One.\n"
    with pytest.raises(SystemExit, match=r"tells nothing of 9; it has Unreleased, 0\.1\.0"):
        notes("9", text)
