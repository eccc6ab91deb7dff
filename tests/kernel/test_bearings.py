"""Bearings in sentences: found in one place, with their angle on the map, on all three kinds of table."""

import msgspec
import pytest
from msgspec import UNSET

from hulldown.kernel.bearings import Compass, Span, compass_of
from hulldown.kernel.picture import Feature, Terrain
from hulldown.kernel.rule import Refusal
from hulldown.kernel.rulebook import Deed, Preview, Told

SQUARES, HEXES, FREE = Compass("squares", 270), Compass("hexes"), Compass("free")


def found(compass: Compass, sentence: str) -> list[tuple[str, int]]:
    return [(sentence[span.start : span.end], span.bearing) for span in compass.spans(sentence)]


@pytest.mark.parametrize(
    ("compass", "sentence", "bearings"),
    [
        (SQUARES, "Medium 1 took the 4: 3 of 4 steps to K7, facing north-east.", [("north-east", 315)]),
        (SQUARES, "It laid its turret to the south.", [("south", 90)]),
        (Compass("squares"), "facing west", [("west", 270)]),
        (HEXES, "T-34 1 turned on C4 to face north-east: 1 point, 2 left.", [("north-east", 60)]),
        (
            HEXES,
            "it lies north or south-east of it, not north-west",
            [("north", 0), ("south-east", 120), ("north-west", 300)],
        ),
        (FREE, "It drove 12 cm to 4.0, 7.5, heading 95°: MOV 12 of 20 cm, TRN 30 of 90°.", [("95°", 95)]),
        (FREE, "turned at 4.0, 7.5 to head 270°", [("270°", 270)]),
        (FREE, "9 − 5 = 4 cm off, towards 3 o'clock; it fell on nobody", [("3 o'clock", 90)]),
        (FREE, "4 cm off, towards south-west", [("south-west", 225)]),
        (SQUARES, "the northern end, in the Southeast", []),
    ],
)
def test_a_bearing_is_found_with_its_angle_on_the_map(
    compass: Compass, sentence: str, bearings: list[tuple[str, int]]
) -> None:
    assert found(compass, sentence) == bearings


def test_a_ridge_in_the_east_may_be_called_so() -> None:
    ridge = Feature("ridge", "east ridge", "It closes the view.", "PK-29", ())
    terrain = Terrain("t", "The ridge", "free", 10, 10, 0, {}, (), (ridge,))
    assert found(compass_of(terrain), "the east ridge closes the line to the east") == [("east", 90)]


def test_whatever_is_sent_has_its_bearings_and_what_has_none_stays_itself() -> None:
    refusal = Refusal("SQ-13", "it fires north only")
    preview = SQUARES.fill(Preview(refusal=refusal))
    assert preview.refusal == msgspec.structs.replace(refusal, bearings=(Span(9, 14, 270),))
    deeds = SQUARES.fill((Deed("Turret to the east", None, ""), Deed("Ambush", None, "")))
    assert [deed.bearings for deed in deeds] == [(Span(14, 18, 0),), UNSET]
    told = (Told("Missed."), Told("Again."))
    assert SQUARES.fill(told) is told
