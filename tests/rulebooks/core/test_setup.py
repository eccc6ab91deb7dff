"""Set-ups that can be played, and those that cannot: armies, charts, figures, pieces, the basic scenario."""

from typing import Any

import pytest

from hulldown.kernel.files import Fault
from hulldown.kernel.side import BLUE, RED
from hulldown.rulebooks.panzerstrike.core import files
from hulldown.rulebooks.panzerstrike.core.book import book
from hulldown.rulebooks.panzerstrike.core.setup import Parabolic, Weapon, check_chart, ranks_of, zone_b_of
from tests.marks import rule
from tests.rulebooks.core.cast import CHART, altered, setup_of

FIELD = ["." * 4] * 12
HIT = files.figures()["hit"]
MISS = files.figures()["miss"]
HE = Weapon(5, 2, 4, "I", "HE", point_blank=False)
BASIC: dict[str, Any] = {"spaa": 2, "lost_spaa": 1, "turn_limit": 9, "zone_b": (1, 2, 5, 6)}


def started(rows: list[str] = FIELD, red: dict[str, int] | None = None, **more: Any) -> None:
    book.start(setup_of(rows, red or {"medium": 1}, {"medium": 1}, **more))


def test_a_plain_set_up_and_the_basic_scenario_can_be_played() -> None:
    started()
    started(**BASIC)


@rule("CORE-12")
def test_the_sides_have_the_rows_at_the_top_and_at_the_bottom() -> None:
    setup = setup_of(FIELD, {"medium": 1}, {"medium": 1}, **BASIC)
    assert ranks_of(setup, RED) == (1 << 20) - 1
    assert ranks_of(setup, BLUE) == ((1 << 20) - 1) << 28
    assert zone_b_of(setup, BLUE) == 1 << 46 | 1 << 45 | 1 << 42 | 1 << 41


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"red": {"tram": 1}}, "red army: there is no type 'tram'; the chart has heavy.* — CORE-09"),
        ({"red": {"medium": 0}}, "red army: the army has no units; it needs 1 to 500 — CORE-13"),
        ({"red": {"medium": 3}, "total": 20}, "the army costs 21 points; 20 were agreed — CORE-13"),
        ({"red": {"medium": 21}}, "Red has 21 units and 20 open squares to deploy on — CORE-12"),
        ({"red": {"medium": 17}, **BASIC}, "Red has 17 units and 16 open squares to deploy on — CORE-173"),
        ({"rows": FIELD[:9]}, "the board has 9 rows; two zones of 5 do not fit — CORE-12"),
        ({"walls": (48,)}, "a wall is on square 48; the board has 48 squares.* — CORE-164"),
        ({"rows": ["#..."] * 12, "high": (0,)}, "the high barricade on A1 is in a house; .* — CORE-170"),
        ({"walls": (1,), "low": (1,)}, "B1 has a low barricade and a wall; one is enough — CORE-170"),
        ({"heights": ((0, 2),)}, "square 0 is 2 high; building squares are 1 to 9 high.* — CORE-115"),
        ({"zone_b": (1,)}, "zone B belongs to the basic scenario; .* — CORE-174"),
        ({"lost_spaa": 1}, "a number of lost SPAA belongs to the basic scenario.* — CORE-176"),
        ({"turn_limit": 9}, "a turn limit belongs to the basic scenario.* — CORE-177"),
        ({**BASIC, "turn_limit": 0}, "needs a turn limit; the book's is 30 rounds — CORE-177"),
        ({**BASIC, "lost_spaa": 3}, "3 of 2 SPAA would win; it must be 1 to 2 — CORE-176"),
        ({**BASIC, "red": {"spaa": 1}}, "Red has bought SPAA; each side has 2 free of cost.* — CORE-Q45a"),
        ({**BASIC, "zone_b": (1, 20)}, "A6 of zone B must lie in Red's first 5 rows — CORE-174"),
        ({**BASIC, "zone_b": (1, 99)}, "square 99 of zone B must lie in Red's first 5 rows — CORE-174"),
        ({**BASIC, "zone_b": (1,)}, "Red has 2 SPAA and 1 open squares in its zone B — CORE-174"),
        ({**BASIC, "chart": CHART[:5]}, "the chart has no type 'spaa'; the basic scenario needs it — CORE-174"),
    ],
)
@rule(
    "CORE-09",
    "CORE-12",
    "CORE-13",
    "CORE-115",
    "CORE-164",
    "CORE-170",
    "CORE-173",
    "CORE-174",
    "CORE-176",
    "CORE-177",
    "CORE-Q45a",
)
def test_a_set_up_that_cannot_be_played_is_told(more: dict[str, Any], told: str) -> None:
    with pytest.raises(Fault, match=told):
        started(**more)


@rule("CORE-04", "CORE-82", "CORE-140", "CORE-162")
@pytest.mark.parametrize(
    ("changed", "told"),
    [
        (
            {"hit": HIT | {"white": ["body", "roof"]}},
            "the white hit die has a face 'roof'; it needs one of body.*CORE-04",
        ),
        ({"hit": HIT | {"blue": ["top", ""]}}, "the blue hit die has a face ''; .*CORE-04"),
        ({"hit": HIT | {"green": ["body", "body lucky"]}}, "the green hit die has a face 'body lucky'.*CORE-04"),
        ({"radio": ["", "loud"]}, "the radio die has a face 'loud'; the faces are 'failed', 'late', ''.*CORE-04"),
        ({"miss": MISS | {"north_south": ["E", ""]}}, "the north-south miss die has a face 'E'.*CORE-04"),
        ({"miss": MISS | {"east_west": ["N", ""]}}, "the east-west miss die has a face 'N'.*CORE-04"),
        ({"section": 0}, "section must be 1 or more"),
        ({"timer": 0}, "timer must be 1 or more — CORE-140"),
        ({"angled": [4, 0]}, "angled must be 1 or more — CORE-82"),
        ({"push": [[1, 0]]}, "a push costs at least 1 step — CORE-162"),
    ],
)
def test_figures_that_mean_nothing_are_told(changed: dict[str, Any], told: str) -> None:
    with pytest.raises(Fault, match=told):
        started(changed=changed)


@rule("CORE-29", "CORE-46", "CORE-67", "CORE-87", "CORE-107", "CORE-151", "CORE-163")
@pytest.mark.parametrize(
    ("kind", "changed", "told"),
    [
        (
            "gun",
            {"drive": "wheeled"},
            "must be a fixed weapon in all of category, drive and mount, or in none — CORE-46",
        ),
        ("medium", {"mount": "fixed"}, "must be a fixed weapon in all of .* — CORE-46"),
        ("medium", {"tracks": None}, "needs an armour of tracks or wheels if it is a vehicle.* — CORE-67"),
        ("gun", {"tracks": 1}, "needs an armour of tracks .* — CORE-67"),
        ("medium", {"max": 0}, "needs a speed if it is a vehicle.* — CORE-29"),
        ("medium", {"weapon": None}, "has a weapon and no mount for it, or a mount and no weapon — CORE-46"),
        ("truck", {"weapon": HE}, "has a weapon and no mount for it.* — CORE-46"),
        ("medium", {"recovery": True}, "must be a recovery vehicle and have a crane, or neither — CORE-151"),
        ("gun", {"tank": True}, "is fixed; it cannot be a tank — CORE-29"),
        ("car", {"dozer": True}, "has a dozer blade; it must be tracked — CORE-163"),
        ("medium", {"parabolic": Parabolic(3, 8)}, "only a howitzer with HE does — CORE-87"),
        ("howitzer", {"parabolic": Parabolic(8, 3)}, "has a least range of 8 and a greatest of 3.* — CORE-107"),
        ("medium", {"letter": "H"}, "two types have the letter 'H'; each needs its own — CORE-09"),
    ],
)
def test_a_row_that_does_not_agree_with_itself_is_told(kind: str, changed: dict[str, Any], told: str) -> None:
    with pytest.raises(Fault, match=told):
        check_chart(altered(kind, **changed), "chart")


@rule("CORE-09")
def test_a_chart_has_rows() -> None:
    with pytest.raises(Fault, match="the chart has 0 types; it needs 1 to 80"):
        check_chart((), "chart")
