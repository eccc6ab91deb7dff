"""One overlay at a time, on squares, hexes and the free table: what is drawn over the ground in which moment."""

import math
import re

from playwright.sync_api import Locator, Page, expect

from hulldown.rulebooks.panzerkampf.orders import EndMovement
from hulldown.rulebooks.panzerstrike.dynamic.book import book
from tests.browser.conftest import NewPage, Server
from tests.browser.hand import choose, click_on, piece, point_at, reach, settled, sit_down_at
from tests.browser.test_dynamic import Script as Squares
from tests.browser.test_panzerkampf import OPEN as TABLE
from tests.browser.test_panzerkampf import Script as Free
from tests.browser.test_squadron import Script as Hexes
from tests.browser.test_squadron import under_way
from tests.rulebooks.dynamic.cast import setup_of
from tests.rulebooks.panzerkampf.cast import blue, red

ROWS = ("." * 20,) * 12
LAYERS = {
    "veil": "path.veil",
    "reach": "path.area",
    "prices": "text.steps",
    "arc": "path.arc",
    "badges": "g.badge",
    "lines": "g.lines, g.sight",
    "choices": "path.choice",
    "aimed": "path.aimed",
    "then": "path.then",
}


def board(page: Page) -> Locator:
    return page.get_by_role("application")


def drawn(page: Page) -> set[str]:
    """The layers that are on the board now."""
    return {name for name, where in LAYERS.items() if board(page).locator(where).count() > 0}


def squares() -> Squares:
    setup = setup_of(ROWS, {"medium": 2}, {"medium": 2, "light": 1}, changed={"ranks": 10})
    return Squares(setup, {"medium": "C3→ C9→"}, {"medium": "R3← R9←", "light": "P5←"})


def away(page: Page) -> None:
    """The pointer rests beside the board."""
    page.mouse.move(720, 20)


def test_at_rest_there_is_nothing_over_the_ground(new_page: NewPage, server: Server) -> None:
    script = squares()
    script.roll()
    page = sit_down_at(new_page, server, script.game)
    away(page)
    expect(board(page).locator("circle.ready, path.ready").first).to_be_visible()
    assert drawn(page) == set()


def test_a_unit_that_moves_has_its_reach_and_a_place_its_way_and_arrow(new_page: NewPage, server: Server) -> None:
    script = squares()
    script.roll()
    page = sit_down_at(new_page, server, script.game)
    choose(page, "Medium Tank 1")
    away(page)
    expect(reach(page).first).to_be_visible()
    assert drawn(page) == {"veil", "reach", "prices"}
    many = reach(page).count()
    point_at(page, reach(page).nth(3))  # two steps ahead, from where it can fire
    expect(board(page).locator("path.way")).to_have_count(1)
    assert reach(page).count() < many  # the line of the way takes the place of the prices on it
    expect(board(page).locator("path.then")).to_have_count(1)  # the best shot from there, with its badge
    expect(board(page).locator("g.badge.lit")).to_have_count(1)
    assert drawn(page) == {"veil", "reach", "prices", "aimed", "then", "badges"}
    click_on(page, reach(page).get_by_text("2", exact=True).first)
    expect(board(page).locator("path.choice").first).to_be_visible()
    assert "arc" not in drawn(page)
    assert "lines" not in drawn(page)


def test_who_cannot_be_shot_is_pale_and_wordless_and_says_why_when_pressed(new_page: NewPage, server: Server) -> None:
    rows = ROWS[:7] + ("." * 13 + "##" + "." * 5,) * 5
    setup = setup_of(rows, {"medium": 1, "light": 1}, {"medium": 2}, changed={"ranks": 10})
    script = Squares(setup, {"medium": "C5→", "light": "C9→"}, {"medium": "L5← R12←"})
    script.to_firing()
    page = sit_down_at(new_page, server, script.game)
    choose(page, "Medium Tank 1")
    away(page)
    expect(board(page).locator("g.badge").first).to_be_visible()
    assert {"badges"} <= drawn(page) <= {"badges", "veil", "arc"}
    words = board(page).locator("g.badge text").all_text_contents()
    assert words
    assert all(re.fullmatch(r"[<>]?\s?[\d.]+ %", word) for word in words), words
    hidden = piece(page, "Blue Medium Tank 2")
    expect(hidden).to_have_class(re.compile(r"\bpale\b"))
    expect(hidden).to_have_css("opacity", "0.45")
    expect(piece(page, "Blue Medium Tank 1")).to_have_css("opacity", "1")
    assert not {"no sight", "out of arc"} & set(board(page).locator("text").all_text_contents())
    click_on(page, hidden)
    [why] = [aim.preview.refusal.sentence for aim in book.survey(script.game.state, 0).aims if aim.preview.refusal]
    expect(page.get_by_text(re.compile(re.escape(why), re.IGNORECASE)).first).to_be_visible()


def test_hexes_show_the_arc_the_lines_from_the_corner_and_six_arrows(new_page: NewPage, server: Server) -> None:
    script = Hexes({"panzer-iv-h": "D1↓"}, {"sherman-76": "D7↑"}).deploy()
    page = sit_down_at(new_page, server, script.game)
    choose(page, "Panzer IV H 1")
    away(page)
    expect(board(page).locator("g.badge")).to_have_count(1)
    assert drawn(page) == {"veil", "arc", "badges"}
    point_at(page, piece(page, "Blue Sherman 76 1"))
    expect(board(page).locator("g.lines")).to_be_attached()
    assert drawn(page) == {"veil", "arc", "badges", "lines"}
    lines = board(page).locator("g.lines path.clear, g.lines path.cut")
    starts = {line.get_attribute("d").split("L")[0] for line in lines.all()}  # type: ignore[union-attr]
    assert lines.count() >= 3
    assert len(starts) == 1  # all from the gun's own corner


def test_arrows_on_hexes_point_away_from_the_ghost(new_page: NewPage, server: Server) -> None:
    page = sit_down_at(new_page, server, under_way(4).game)
    choose(page, "Panzer IV H 1")
    away(page)
    expect(reach(page).first).to_be_visible()
    click_on(page, reach(page).get_by_text("2", exact=True).first)
    choices = board(page).locator("path.choice, path.aimed")
    expect(board(page).locator("path.aimed")).to_have_count(1)
    expect(board(page).locator("path.choice").first).to_be_visible()
    assert 2 <= choices.count() <= 6
    tips = choices.evaluate_all(
        """all => {
          const ghost = document.querySelector("g.piece.ghost").getBoundingClientRect();
          const middle = [ghost.x + ghost.width / 2, ghost.y + ghost.height / 2];
          return all.map((one) => {
            const at = (k) => new DOMPoint(0, k).matrixTransform(one.getScreenCTM());
            const far = ({ x, y }) => Math.hypot(x - middle[0], y - middle[1]);
            return [far(at(-12)), far(at(12))];
          });
        }"""
    )
    assert all(tip > tail for tip, tail in tips), tips


def test_a_free_table_veils_outside_the_arc_and_draws_one_line(new_page: NewPage, server: Server) -> None:
    units = (red("medium-tank", 40, 45), blue("infantry", 28, 24, 180), blue("light-tank", 40, 15, 180))
    page = sit_down_at(new_page, server, Free(units, **TABLE).play(EndMovement()).game)
    choose(page, "Medium tank 1")
    away(page)
    expect(board(page).locator("g.badge")).to_have_count(1)
    assert drawn(page) == {"veil", "arc", "badges"}
    expect(piece(page, "Blue Light tank 1")).to_have_class(re.compile(r"\bpale\b"))
    point_at(page, piece(page, "Blue Infantry platoon 1"))
    expect(board(page).locator("g.sight")).to_have_count(1)
    assert drawn(page) == {"veil", "arc", "badges", "lines"}


def test_an_enemy_that_is_held_down_shows_what_it_sees_and_nothing_is_done(new_page: NewPage, server: Server) -> None:
    script = squares()
    script.to_firing()
    on_squares = sit_down_at(new_page, server, script.game)
    choose(on_squares, "Medium Tank 1")
    units = (red("medium-tank", 40, 45), blue("medium-tank", 28, 20, 180))
    free = sit_down_at(new_page, server, Free(units, **TABLE).play(EndMovement()).game)
    choose(free, "Medium tank 1")
    for page, enemy in ((on_squares, "Blue Light Tank 1"), (free, "Blue Medium tank 1")):
        expect(board(page).locator("g.badge").first).to_be_visible()
        point_at(page, piece(page, enemy))
        page.mouse.down()
        expect(board(page).locator("path.sees")).to_have_count(1)
        assert drawn(page) == {"veil"}
        page.mouse.up()
        expect(board(page).locator("path.sees")).to_have_count(0)
        expect(board(page).locator("g.badge").first).to_be_visible()  # nobody fired, and the same unit is chosen


def test_numbers_keep_their_size_and_alt_shows_full_names(new_page: NewPage, server: Server) -> None:
    script = squares()
    script.roll()
    page = sit_down_at(new_page, server, script.game)
    numbers = board(page).locator("g.number")

    def type_size() -> float:
        return float(
            numbers.first.locator("text").evaluate(
                "one => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().d"
            )
        )

    expect(numbers.first).to_be_visible()
    before = type_size()
    assert math.isclose(before, 12.5, rel_tol=0.02)
    board(page).focus()
    page.keyboard.press("+")
    expect(page.locator('[role="application"][data-moving]')).to_have_count(0)
    page.wait_for_timeout(400)
    assert math.isclose(type_size(), 12.5, rel_tol=0.02)
    page.keyboard.down("Alt")
    expect(numbers.get_by_text("Red Medium Tank 1").or_(numbers.get_by_text("Medium Tank 1")).first).to_be_visible()
    page.keyboard.up("Alt")
    expect(numbers.get_by_text(re.compile("Medium Tank"))).to_have_count(0)


def test_a_model_is_never_drawn_smaller_than_28_pixels(new_page: NewPage, server: Server) -> None:
    units = (red("medium-tank", 30, 40), blue("infantry", 30, 24, 180), blue("light-tank", 40, 15, 180))
    page = sit_down_at(new_page, server, Free(units, **TABLE).game, width=390, height=844)
    board(page).focus()
    page.keyboard.press("0")
    settled(page)
    expect(board(page).locator("g.piece .plate")).to_have_count(3)  # a busy machine draws them late
    lengths = (
        board(page)
        .locator("g.piece .plate")
        .evaluate_all(
            """all => all.map((one) => {
          const { width, height } = one.getBoundingClientRect();
          return Math.max(width, height);
        })"""
        )
    )
    assert lengths
    assert min(lengths) >= 27.5, lengths
    expect(board(page).locator("g.piece .truth").first).to_be_attached()  # the true base is a thin frame


def test_a_veil_covers_no_piece_flag_or_wall(new_page: NewPage, server: Server) -> None:
    """It lies under them: of what is painted, later is above."""
    script = squares()
    script.roll()
    page = sit_down_at(new_page, server, script.game)
    choose(page, "Medium Tank 1")
    expect(board(page).locator("path.veil")).to_have_count(1)
    above = board(page).evaluate(
        """stage => {
          const veil = stage.querySelector("path.veil");
          const after = (one) => Boolean(veil.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
          return [...stage.querySelectorAll("g.piece, g.mark.wall, g.mark.flag")].every(after);
        }"""
    )
    assert above
