"""What a bare table says to whoever draws it."""

from pathlib import Path

import pytest

from hulldown.kernel.files import Fault
from hulldown.kernel.prospect import GroundQuery, GroundReply
from hulldown.rulebooks import positions
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.works import check_file
from tests.marks import rule

FARM = """
name = "Farm"
width = {width}
height = {height}
[[feature]]
kind = "house"
movement = "impassable"
sight = "blocks"
rectangle = [50, 30, 20, 20]
[[feature]]
kind = "wood"
name = "poplars"
movement = "slow"
sight = "blocks"
polygon = [[65, 45], [90, 45], [90, 60], [65, 60]]
[[feature]]
kind = "road"
movement = "free"
sight = "open"
rectangle = [0, 46, 120, 4]
"""


def asked(query: GroundQuery, text: str = "", width: int = 120, height: int = 80) -> GroundReply:
    farm = text or FARM.format(width=width, height=height)
    return positions("panzerkampf").prospect(farm, query, "farm")


@rule("PK-38")
def test_what_a_house_hides_is_not_in_sight_and_what_lies_in_front_of_it_is() -> None:
    found = asked(GroundQuery("sight", x=20 * CM, y=40 * CM)).cells
    assert found is not None
    assert (found.step, found.columns, found.rows) == (2 * CM, 60, 40)
    seen = {(cell % 60 * 2 + 1, cell // 60 * 2 + 1) for cell in found.cells}
    assert {(45, 41), (5, 5), (51, 41)} <= seen  # also what stands at the house itself
    assert not {(75, 41), (119, 39)} & seen


@rule("PK-07")
def test_a_base_has_room_where_no_part_of_it_lies_on_a_house_or_over_the_edge() -> None:
    found = asked(GroundQuery("room", length=6 * CM, width=4 * CM)).cells
    assert found is not None
    room = {(cell % 60 * 2 + 1, cell // 60 * 2 + 1) for cell in found.cells}
    assert {(47, 41), (75, 51)} <= room
    assert not {(1, 41), (49, 41), (61, 41)} & room
    with pytest.raises(Fault, match="a base of 0 × 4 cm does not stand on this table"):
        asked(GroundQuery("room", width=4 * CM))


@rule("PK-R52")
def test_where_two_pieces_lie_on_each_other_all_that_they_do_counts() -> None:
    house = asked(GroundQuery("overlaps", feature=0)).overlaps
    assert [(one.feature, one.name, one.told, one.rule) for one in house] == [
        (1, "poplars", "no way, no view", "PK-R52")
    ]
    assert asked(GroundQuery("overlaps", feature=2)).overlaps == ()
    with pytest.raises(Fault, match="there is no piece 8; the table has 3"):
        asked(GroundQuery("overlaps", feature=7))


@rule("PK-84", "PK-98")
def test_the_zones_of_a_campaign_are_told_or_why_it_does_not_fit() -> None:
    found = asked(GroundQuery("zones")).zones
    assert [(one.campaign, one.side, len(one.areas)) for one in found] == [
        ("standard", "red", 1),
        ("standard", "blue", 1),
        ("escort", "red", 1),
        ("encircled", "red", 1),
        ("encircled", "blue", len(found[-1].areas)),
    ]
    assert [(place.x // CM, place.y // CM) for place in found[0].areas[0]] == [(0, 0), (120, 0), (120, 20), (0, 20)]
    bare = 'name = "Small"\nwidth = 60\nheight = 50\n'
    small = [one for one in asked(GroundQuery("zones"), bare).zones if not one.fits]
    assert "standard" in [one.campaign for one in small]
    assert all(one.told.endswith(".") and "lack" in one.told for one in small)


@rule("PK-07", "PK-16")
@pytest.mark.parametrize(
    ("old", "new", "labels"),
    [
        ("[90, 45]", "[124, 45]", ["Move it to the edge", "Make the table 124 cm wide"]),
        ('movement = "slow"', 'movement = "water"', ["Make it slow", "Call it water"]),
        ('kind = "wood"', 'kind = "water"', ["Let it be water for movement too"]),
    ],
)
def test_each_repair_of_a_table_makes_it_sound(tmp_path: Path, old: str, new: str, labels: list[str]) -> None:
    text, file = FARM.format(width=120, height=80).replace(old, new, 1), tmp_path / "farm.toml"
    file.write_text(text)
    with pytest.raises(Fault) as raised:
        check_file(file, ["panzerkampf"])
    (fault,) = raised.value.all
    assert [repair.label for repair in fault.repairs] == labels
    for repair in fault.repairs:
        mended = text
        for change in sorted(repair.changes, key=lambda change: -change.start):
            mended = mended[: change.start] + change.text + mended[change.end :]
        file.write_text(mended)
        check_file(file, ["panzerkampf"])
