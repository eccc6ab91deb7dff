"""Range, angle and lines of sight: the ledger's case X2, and our own."""

import pytest

from hulldown.rulebooks.panzerkampf import shooting, sight
from hulldown.rulebooks.panzerkampf.orders import Fire
from hulldown.rulebooks.panzerkampf.state import Phase, State, Unit, Where
from hulldown.rulebooks.panzerkampf.tables import Table
from tests.marks import rule
from tests.rulebooks.panzerkampf.cast import (
    allows,
    armed,
    battle,
    blue,
    change,
    field,
    hedge,
    house,
    lake,
    marsh,
    red,
    refused,
    wood,
)


def shooting_phase(units: list[Unit], table: Table | None = None, **more: object) -> State:
    return battle(units, table=table, phase=Phase.SHOOTING, **more)  # type: ignore[arg-type]


SHOT = Fire(0, 0, 1)


# Range and angle


@rule("PK-28", "PK-29", "PK-R11")
@pytest.mark.parametrize(("far", "legal"), [(44.99, True), (45, True), (45.001, False)])
def test_a_target_exactly_at_the_range_is_in_it(far: float, legal: bool) -> None:
    """PK-R11: from centre to centre."""
    state = shooting_phase([red("medium-tank", 10, 40), blue("medium-tank", 10 + far, 40)])
    if legal:
        assert allows(state, SHOT)
    else:
        refused(state, SHOT, "PK-29", "45.01 cm", "75 mm gun", "45 cm")


@rule("PK-29")
def test_a_slanting_distance_is_measured_exactly() -> None:
    """27, 36, 45 is a right triangle."""
    state = shooting_phase([red("medium-tank", 10, 10), blue("medium-tank", 37, 46)])
    assert allows(state, SHOT)
    change(state, 1, y=46_001)
    refused(state, SHOT, "PK-29")


@rule("PK-30", "PK-R12")
def test_x2_and_the_angle_of_a_fixed_mount() -> None:
    """X2, PK-R12: an MG with ANG 45 has what lies exactly 45° off, and nothing farther round."""
    state = shooting_phase([red("medium-tank", 40, 40, 0), blue("infantry", 50, 30)])
    assert allows(state, Fire(0, 1, 1))
    change(state, 1, x=50_001)
    refused(state, Fire(0, 1, 1), "PK-30", "46° off the front", "45°")


@rule("PK-31")
@pytest.mark.parametrize("heading", [0, 45, 90, 135, 180, 270, 359])
def test_x2_an_angle_of_180_is_all_round(heading: int) -> None:
    """X2."""
    state = shooting_phase([red("medium-tank", 40, 40, heading), blue("medium-tank", 40, 20)])
    assert allows(state, SHOT)


@rule("PK-32", "PK-R12")
@pytest.mark.parametrize(
    ("mount", "x", "y"), [("left", 20, 40), ("right", 60, 40), ("back", 40, 60), ("front", 40, 20)]
)
def test_a_side_mount_measures_from_its_side(mount: str, x: int, y: int) -> None:
    chart = armed("medium-tank", {"mount": mount, "angle": 60})
    state = shooting_phase([red("medium-tank", 40, 40), blue("medium-tank", x, y)], chart=chart)
    assert allows(state, SHOT)
    change(state, 0, heading=180)
    refused(state, SHOT, "PK-30" if mount == "front" else "PK-32", f"180° off the {mount}", "60°")


@rule("PK-29", "PK-30")
def test_a_target_on_the_very_spot_is_in_reach() -> None:
    state = shooting_phase([red("helicopter", 40, 40), blue("infantry", 40, 40)])
    assert allows(state, SHOT)


# Lines of sight


@rule("PK-09", "PK-38", "PK-R13")
def test_a_house_on_the_line_blocks_it() -> None:
    units = [red("medium-tank", 20, 40), blue("medium-tank", 50, 40)]
    refused(shooting_phase(units, field(house(30, 35, 5, 10))), SHOT, "PK-38", "closed by the house")
    refused(shooting_phase(units, field(hedge(30, 35, 1, 10))), SHOT, "PK-38", "the hedge")
    assert allows(shooting_phase(units, field(house(30, 30, 5, 5))), SHOT)


@rule("PK-38")
def test_a_line_along_a_wall_only_touches_it() -> None:
    units = [red("medium-tank", 20, 40), blue("medium-tank", 50, 40)]
    assert allows(shooting_phase(units, field(house(30, 40, 5, 5))), SHOT)
    refused(shooting_phase(units, field(house(30, 39.99, 5, 5))), SHOT, "PK-38")


@rule("PK-09")
def test_open_terrain_is_shot_over() -> None:
    units = [red("medium-tank", 20, 40), blue("medium-tank", 50, 40)]
    assert allows(shooting_phase(units, field(lake(25, 30, 10, 20), marsh(38, 30, 5, 20))), SHOT)


@rule("PK-38", "PK-R13")
def test_who_stands_in_a_wood_looks_out_and_is_seen() -> None:
    """PK-R13: the wood of either end does not count; another one does."""
    units = [red("medium-tank", 20, 40), blue("medium-tank", 50, 40)]
    assert allows(shooting_phase(units, field(wood(10, 30, 20, 20))), SHOT)
    assert allows(shooting_phase(units, field(wood(40, 30, 20, 20))), SHOT)
    refused(shooting_phase(units, field(wood(10, 30, 20, 20), wood(33, 30, 4, 20))), SHOT, "PK-38", "the wood")


@rule("PK-38", "PK-78", "PK-R13", "PK-R33")
def test_vehicles_and_wrecks_block_it_of_either_side() -> None:
    for third in (red("light-tank", 35, 40), blue("light-tank", 35, 40)):
        state = shooting_phase([red("medium-tank", 20, 40), blue("medium-tank", 50, 40), third])
        refused(state, SHOT, "PK-38", "Light tank 1")
        change(state, 2, wreck=True, hp=0)
        refused(state, SHOT, "PK-38", "the wreck of")
        change(state, 2, where=Where.GONE)
        assert allows(state, SHOT)


@rule("PK-38", "PK-R13")
def test_what_flies_or_is_dived_does_not_block_it() -> None:
    water = field(lake(0, 0, 120, 80))
    over = [red("destroyer", 20, 40, 90), blue("destroyer", 50, 40), blue("fighter", 35, 40)]
    assert allows(shooting_phase(over, water), SHOT)
    under = [red("destroyer", 20, 40, 90), blue("destroyer", 50, 40), blue("submarine", 35, 40, dived=True)]
    state = shooting_phase(under, water)
    assert allows(state, SHOT)
    change(state, 2, dived=False)
    refused(state, SHOT, "PK-38", "Submarine 1")


@rule("PK-39", "PK-R14")
@pytest.mark.parametrize(
    ("shooter", "target"),
    [
        ("aa-half-track", "fighter"),
        ("fighter", "medium-tank"),
        ("aa-half-track", "helicopter"),
        ("helicopter", "medium-tank"),
        ("fighter", "helicopter"),
    ],
)
def test_between_air_and_ground_no_line_is_needed(shooter: str, target: str) -> None:
    """PK-R14: helicopters too, and flying units among themselves."""
    table = field(house(30, 35, 5, 10))
    state = shooting_phase([red(shooter, 20, 40, 90), blue(target, 45, 40)], table)
    assert allows(state, SHOT)
    assert sight.line(state, 0, (45_000, 40_000), 1).clear


@rule("PK-38")
def test_the_trace_names_units_and_features_by_their_own_numbers() -> None:
    table = field(lake(0, 0, 5, 5), house(30, 35, 2, 10))
    units = [
        red("medium-tank", 20, 40),
        blue("medium-tank", 50, 40),
        blue("fighter", 70, 40),
        blue("light-tank", 40, 40),
    ]
    state = shooting_phase(units, table)
    seen = shooting.preview(state, SHOT)
    assert seen.refusal is not None
    assert [(one.kind, one.number) for one in seen.trace.closed] == [("terrain", 1), ("body", 3)]


@rule("PK-38")
def test_sight_on_the_ground_is_mutual() -> None:
    table = field(wood(25, 30, 4, 12), house(40, 41, 5, 9))
    units = [red("medium-tank", 20, 40), blue("medium-tank", 50, 40), red("light-tank", 21, 50), blue("walker", 55, 30)]
    state = shooting_phase(units, table)
    for one in range(4):
        for other in range(4):
            if one != other:
                ends = [(state.units[at].x, state.units[at].y) for at in (one, other)]
                there, back = sight.line(state, one, ends[1], other), sight.line(state, other, ends[0], one)
                assert there.clear == back.clear
