"""Shooting and armour (FR-28 … FR-46)."""

import pytest

from hulldown.geometry.squares import FACING_NAMES, Zone
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.side import BLUE, RED
from hulldown.rulebooks.panzerstrike.firing import Verdict
from hulldown.rulebooks.panzerstrike.france1944.events import Destroyed, Fired, GameEnded
from hulldown.rulebooks.panzerstrike.france1944.orders import EndTurn, Fire, RollMovement
from hulldown.rulebooks.panzerstrike.france1944.setup import TankClass
from hulldown.rulebooks.panzerstrike.france1944.shooting import odds_of, shot_at, zone_hit
from hulldown.rulebooks.panzerstrike.france1944.state import Phase
from hulldown.rulebooks.panzerstrike.ground import RULERS
from hulldown.rulebooks.panzerstrike.pieces import Condition
from hulldown.rulebooks.panzerstrike.table.drawing import ARROWS
from tests.marks import rule
from tests.rulebooks.france1944 import reference
from tests.rulebooks.france1944.cast import CHART, field, table

SHOOTING = Phase.SHOOTING
NOTHING, DAMAGED, DESTROYED = Verdict.NOTHING, Verdict.DAMAGED, Verdict.DESTROYED


# Armour


@rule("FR-28", "FR-29")
@pytest.mark.parametrize("kind", CHART, ids=lambda kind: kind.id)
def test_each_class_has_its_own_armour_in_front_at_the_side_and_behind(kind: TankClass) -> None:
    letter = kind.letter.lower()
    for facing, armour in (("←", kind.front), ("↑", kind.side), ("↓", kind.side), ("→", kind.rear)):
        t = table(field(8, 1, A1="H1→", G1=f"{letter}1{facing}"), phase=SHOOTING)
        assert shot_at(t.state.ground, t.tank("H1"), t.tank(f"{letter}1")).needed == 6 + armour


@rule("FR-30", "FR-Q17")
@pytest.mark.parametrize(
    ("facing", "shooter", "zone"),
    [
        ("↑", (4, 5), Zone.FRONT),
        ("↑", (5, 5), Zone.SIDE),
        ("↑", (5, -5), Zone.SIDE),
        ("↑", (4, -5), Zone.REAR),
        ("↗", (0, 5), Zone.SIDE),
        ("↗", (1, 5), Zone.FRONT),
        ("↗", (-5, 0), Zone.SIDE),
        ("↗", (-5, -1), Zone.REAR),
    ],
    ids=str,
)
def test_the_exact_45_degree_lines_belong_to_the_side(facing: str, shooter: tuple[int, int], zone: Zone) -> None:
    """FR-Q17: for targets that stand straight and for those on the diagonal; offsets east and north."""
    t = table(field(11, 11, F6=f"m1{facing}"))
    east, north = shooter
    from_square = t.state.ground.grid.square(5 + east, 5 - north)
    assert zone_hit(t.state.ground, from_square, t.square("F6"), ARROWS.index(facing)) is zone


@rule("FR-29", "FR-30", "FR-Q17")
@pytest.mark.parametrize("facing", range(8), ids=FACING_NAMES)
def test_the_zone_follows_the_angle_for_every_offset(facing: int) -> None:
    """FR-Q17: tan of the angle is cross by dot, so 45° and 135° are where the two are equal."""
    t = table(field(13, 13, G7="m1↑"))
    grid = t.state.ground.grid
    fx, fy = reference.WAYS[facing]
    for square in set(range(grid.size)) - {t.square("G7")}:
        x, y = grid.xy(square)
        dot, cross = fx * (x - 6) + fy * (y - 6), abs(fx * (y - 6) - fy * (x - 6))
        expected = Zone.FRONT if dot > cross else Zone.REAR if dot < -cross else Zone.SIDE
        assert zone_hit(t.state.ground, square, t.square("G7"), facing) is expected


# When, how often, which way


@rule("FR-31")
def test_shooting_follows_all_movement_and_nothing_moves_after_it() -> None:
    t = table(field(8, 2, A1="M1→", A2="M2→", H1="m1←"), rolled=(3, 4))
    t.refused(t.fire("M1", "m1"), "FR-31", "Red has not ended its movement")
    t.refused(EndTurn(), "FR-31", "Red has not ended its movement")
    t.play(t.move("M1", 3, "B1→"))
    t.end_movement()
    t.shoot("M1", "m1", 1, 1, 1)
    t.refused(t.move("M2", 4, "B2→"), "FR-31", "Red's shooting has begun")


@rule("FR-32")
def test_every_active_tank_fires_once_a_turn_moved_or_not() -> None:
    drawing = field(8, 3, A1="M1→", A2="M2!→", A3="M3→", H3="×M4", H2="m1←")
    t = table(drawing, phase=SHOOTING, moved=["M1"])
    shooters = [order.unit for order in t.orders() if isinstance(order, Fire)]
    assert shooters == [t.unit(name) for name in ("M1", "M2", "M3")]
    t.shoot("M1", "m1", 1, 1, 1)
    t.refused(t.fire("M1", "m1"), "FR-32", "Medium 1 has fired already in this turn")
    t.shoot("M2", "m1", 1, 1, 1)
    t.shoot("M3", "m1", 1, 1, 1)
    assert t.orders() == [EndTurn()]
    t.end_turn()
    t.pass_turn()
    t.play(RollMovement(), (3, 4))
    t.end_movement()
    assert t.allows(t.fire("M1", "m1")), "in the next turn it may fire again"


@rule("FR-32")
def test_a_tank_may_hold_its_fire() -> None:
    t = table(field(8, 1, A1="M1→", H1="m1←"), phase=SHOOTING)
    t.end_turn()
    assert (t.state.phase, t.state.side) == (Phase.ROLL, BLUE)


@rule("FR-32", "FR-45")
def test_the_enemy_s_tanks_and_wrecks_do_not_fire_for_a_side() -> None:
    t = table(field(8, 2, A1="M1→", A2="×M2", H1="m1←"), phase=SHOOTING)
    t.refused(t.fire("m1", "M1"), "FR-32", "Blue Medium 1 is not Red's to fire")
    t.refused(t.fire("M2", "m1"), "FR-45", "Medium 2 is destroyed")
    t.refused(Fire(9, 2), "FR-32", "there is no tank 9; they are numbered 0 to 2")


@rule("FR-32", "FR-Q18")
def test_shots_are_resolved_one_at_a_time() -> None:
    """FR-Q18: the second tank aims when it has seen what the first one did."""
    t = table(field(8, 3, A1="M1→", A3="M2→", G1="l1←", G3="l2←"), phase=SHOOTING)
    assert t.targets("M2") == {"l1", "l2"}
    assert t.shoot("M1", "l1", 6, 6, 6) is DESTROYED
    assert t.targets("M2") == {"l2"}
    t.refused(t.fire("M2", "l1"), "FR-40", "Blue Light 1 is a wreck")


ROUND = {"F1": "l1↓", "K1": "l2↓", "K6": "l3↓", "K11": "l4↓", "F11": "l5↓", "A11": "l6↓", "A6": "l7↓", "A1": "l8↓"}


@rule("FR-33")
@pytest.mark.parametrize("facing", range(8), ids=FACING_NAMES)
def test_an_unmoved_tank_fires_all_round(facing: int) -> None:
    t = table(field(11, 11, F6=f"M1{ARROWS[facing]}", **ROUND), phase=SHOOTING)
    assert t.targets("M1") == {f"l{n}" for n in range(1, 9)}


@rule("FR-34", "FR-35")
@pytest.mark.parametrize("facing", range(8), ids=FACING_NAMES)
def test_a_moved_tank_fires_90_degrees_to_each_side_the_line_included(facing: int) -> None:
    """Of eight targets all round, those ahead, half ahead and exactly abeam."""
    t = table(field(11, 11, F6=f"M1{ARROWS[facing]}", **ROUND), phase=SHOOTING, moved=["M1"])
    assert t.targets("M1") == {f"l{(facing + turn) % 8 + 1}" for turn in (-2, -1, 0, 1, 2)}
    t.refused(t.fire("M1", f"l{(facing + 4) % 8 + 1}"), "FR-34", "Medium 1 has moved", "90° to each side")


@rule("FR-33")
def test_a_tank_that_moved_in_an_earlier_turn_fires_all_round_again() -> None:
    t = table(field(11, 11, F6="M1↑", **ROUND), phase=SHOOTING, moved=["M1"])
    t.end_turn()
    t.pass_turn()
    t.roll(3, 4)
    t.end_movement()
    assert len(t.targets("M1")) == 8


# The ruler and the path


@rule("FR-36", "FR-Q14")
def test_distance_is_between_centres_to_the_nearest_square() -> None:
    """FR-Q14: 1 for exactly the eight neighbours; straight on, the number of squares."""
    ruler = RULERS["centre"]
    listed = {
        2: [(2, 0), (2, 1)],
        3: [(3, 0), (3, 1), (2, 2)],
        6: [(6, 0), (6, 1), (6, 2), (5, 3), (5, 4), (4, 4)],
        9: [(9, 0), (9, 1), (9, 2), (9, 3), (8, 3), (8, 4), (8, 5), (7, 5), (7, 6)],
    }
    for distance, offsets in listed.items():
        assert [ruler(*offset) for offset in offsets] == [distance] * len(offsets)
    for dx in range(-48, 49):
        for dy in range(-18, 19):
            assert ruler(dx, dy) == reference.distance(dx, dy)
            assert (ruler(dx, dy) == 1) is (max(abs(dx), abs(dy)) == 1)


@rule("FR-36", "FR-Q14")
def test_a_ruler_laid_to_the_nearest_point_is_a_switch() -> None:
    """FR-Q14: (4, 4) is 6 squares from centre to centre, and 5 to the nearest point of the square."""
    for ruler, squares in (("centre", 6), ("nearest point", 5)):
        t = table(field(6, 5, A1="M1→", E5="m1↑"), phase=SHOOTING, changed={"ruler": ruler})
        fired = t.play(t.fire("M1", "m1"), (1, 1, 1))[0]
        assert isinstance(fired, Fired)
        assert fired.range == squares
        near = table(field(6, 6, B2="M1→", C3="m1←"), phase=SHOOTING, changed={"ruler": ruler})
        near.refused(near.fire("M1", "m1"), "FR-42", "1 square away")


@rule("FR-36", "FR-40")
def test_the_distance_goes_into_the_sum() -> None:
    """(7, 6) is 9 squares away: with rear 2 it takes 11, and 10 do nothing."""
    t = table(field(8, 7, A1="M1→", H7="m1→"), phase=SHOOTING)
    (fired,) = t.play(t.fire("M1", "m1"), (6, 3, 1))
    assert fired == Fired(t.unit("M1"), t.unit("m1"), 9, Zone.REAR, 2, (6, 3, 1), NOTHING)


@rule("FR-37")
@pytest.mark.parametrize("between", ["L1↑", "l1↑", "×L1", "×l1"], ids=["friend", "foe", "own wreck", "enemy wreck"])
def test_tanks_and_wrecks_of_either_side_stop_a_shell(between: str) -> None:
    t = table(field(7, 1, A1="M1→", G1="m1←", D1=between), phase=SHOOTING)
    assert "m1" not in t.targets("M1")
    name = {"L1↑": "Light 1 at", "l1↑": "Blue Light 1 at"}.get(between, "Light 1, a wreck, at")
    t.refused(t.fire("M1", "m1"), "FR-37", "Medium 1 cannot hit Blue Medium 1", f"{name} D1 is in the way")


@rule("FR-37", "FR-Q15")
def test_a_line_that_only_touches_a_corner_of_a_building_is_free() -> None:
    """FR-Q15: its inside must be crossed, or both squares beside the corner be closed."""
    t = table(field(4, 4, A1="M1↘", D4="m1↖", B1="#"), phase=SHOOTING)
    assert t.targets("M1") == {"m1"}
    t = table(field(4, 4, A1="M1↘", D4="m1↖", B1="#", A2="#"), phase=SHOOTING)
    t.refused(t.fire("M1", "m1"), "FR-Q15", "the house at B1 and the house at A2 leave no gap")
    t = table(field(4, 4, A1="M1↘", D4="m1↖", B2="#"), phase=SHOOTING)
    t.refused(t.fire("M1", "m1"), "FR-37", "the house at B2")


@rule("FR-37", "FR-Q15")
def test_two_tanks_beside_a_diagonal_line_leave_it_free() -> None:
    """FR-Q15: tanks are discs of half a square; the line must pass nearer than that to their centre."""
    t = table(field(4, 4, A1="M1↘", D4="m1↖", B1="L1→", A2="L2→"), phase=SHOOTING)
    assert "m1" in t.targets("M1")
    t = table(field(5, 4, A1="M1→", E4="m1←", B1="L1→"), phase=SHOOTING)
    assert t.targets("M1") == {"m1"}, "the line crosses the square B1, six tenths of a square from its centre"
    t = table(field(5, 4, A1="M1→", E4="m1←", B1="#"), phase=SHOOTING)
    t.refused(t.fire("M1", "m1"), "FR-37", "the house at B1")
    t = table(field(5, 3, A1="M1→", E3="m1←", B1="L1→"), phase=SHOOTING)
    t.refused(t.fire("M1", "m1"), "FR-37", "Light 1 at B1")  # two to the root of twenty: 0.447


@rule("FR-33", "FR-34", "FR-37", "FR-42", "FR-Q14", "FR-Q15")
@pytest.mark.parametrize("seed", range(12))
def test_the_targets_are_those_of_a_plain_search_on_random_boards(seed: int) -> None:
    """FR-Q14, FR-Q15: against the same rules worked out corner by corner."""
    dice = SeededDice(f"boards {seed}")
    words = ["#", "+", ",", "R¶", "×m9", "×L9"] + [f"M{n}{ARROWS[dice.pick(8)]}" for n in range(1, 5)]
    words += [f"l{n}{ARROWS[dice.pick(8)]}" for n in range(1, 7)] + ["#"] * 8 + ["+"] * 2
    free = [f"{column}{row}" for column in "ABCDEFGHIJ" for row in range(1, 11)]
    drawing = field(10, 10, **{free.pop(dice.pick(len(free))): word for word in words})
    t = table(drawing, phase=SHOOTING, moved=["M1", "M2"], fired=["M3"] if seed % 2 else [])
    for name in ("M1", "M2", "M3", "M4"):
        assert t.targets(name) == {t.name(unit) for unit in reference.targets(t.state, t.unit(name))}


# Firepower


@rule("FR-38", "FR-Q02")
@pytest.mark.parametrize(("letter", "dice"), [("H", 4), ("M", 3), ("L", 2)])
def test_the_class_says_how_many_dice_are_rolled(letter: str, dice: int) -> None:
    """FR-Q02: 4, 3 and 2."""
    t = table(field(8, 1, A1=f"{letter}1→", H1="m1←"), phase=SHOOTING)
    (fired,) = t.play(t.fire(f"{letter}1", "m1"), (1,) * dice)
    assert isinstance(fired, Fired)
    assert len(fired.rolled) == dice


@rule("FR-39", "FR-40", "FR-41")
def test_firepower_is_the_sum_of_the_small_numbers() -> None:
    """Distance 3 and side 4 need 7: 1 1 5 destroys, 1 1 4 does nothing at all."""
    drawing = field(6, 1, A1="M1→", D1="m1↑", F1="l1←")
    t = table(drawing, phase=SHOOTING)
    assert t.shoot("M1", "m1", 1, 1, 5) is DESTROYED
    t = table(drawing, phase=SHOOTING)
    before = t.tank("m1")
    assert t.shoot("M1", "m1", 1, 1, 4) is NOTHING
    assert t.tank("m1") == before


@rule("FR-40", "FR-Q37")
def test_only_active_enemy_tanks_are_targets() -> None:
    """FR-Q37: firing at a wreck or at a friend is refused."""
    t = table(field(8, 3, A1="M1→", H1="m1←", H2="×m2", H3="M2→"), phase=SHOOTING)
    t.refused(t.fire("M1", "m2"), "FR-40", "Blue Medium 2 is a wreck", "active enemy tanks")
    t.refused(t.fire("M1", "M2"), "FR-40", "Medium 2 is a friend", "active enemy tanks")
    t.refused(t.fire("M1", "M1"), "FR-40", "Medium 1 is a friend")
    t.refused(Fire(t.unit("M1"), 7), "FR-40", "there is no tank 7; they are numbered 0 to 3")


@rule("FR-42")
def test_two_squares_are_far_enough() -> None:
    for place in ("C1", "C2", "B3", "C3"):
        t = table(field(4, 4, A1="M1→", **{place: "m1←"}), phase=SHOOTING)
        assert t.allows(t.fire("M1", "m1")), place


@rule("FR-43")
def test_there_is_no_greatest_distance_but_the_dice_find_one() -> None:
    """Four sixes just destroy a Light from behind at 23 squares; at 47 the shot is legal and hopeless."""
    t = table(field(48, 1, A1="H1→", X1="l1→"), phase=SHOOTING)
    assert t.shoot("H1", "l1", 6, 6, 6, 6) is DESTROYED
    t = table(field(48, 1, A1="H1→", AV1="l1→"), phase=SHOOTING)
    assert t.allows(t.fire("H1", "l1"))
    assert odds_of(shot_at(t.state.ground, t.tank("H1"), t.tank("l1"))) == {NOTHING: 1}


# Wrecks and victory


@rule("FR-44", "FR-45")
def test_a_destroyed_tank_stays_as_an_obstacle_and_no_longer_counts() -> None:
    t = table(field(8, 2, A1="M1→", E1="l1←", H1="l2←"), phase=SHOOTING)
    events = t.play(t.fire("M1", "l1"), (6, 6, 6))
    assert events[1:] == (Destroyed(t.unit("l1")),)
    assert t.tank("l1").condition is Condition.DESTROYED
    assert t.where("l1") == "E1←"
    t.end_turn()
    t.roll(3, 4)
    t.refused(t.move("l1", 3, "D1←"), "FR-45", "Light 1 is destroyed")
    t.refused(t.move("l2", 4, "E1←"), "FR-27", "the wreck of Light 1 lies there")
    t.end_movement()
    t.refused(t.fire("l1", "M1"), "FR-45", "Light 1 is destroyed")
    t.refused(t.fire("l2", "M1"), "FR-37", "Light 1, a wreck, at E1")


@rule("FR-46")
def test_who_destroys_the_last_enemy_tank_wins_at_once() -> None:
    t = table(field(8, 3, A1="M1→", A3="M2→", H1="×l1", H3="l2←"), phase=SHOOTING)
    events = t.play(t.fire("M1", "l2"), (6, 6, 6))
    assert isinstance(events[-1], GameEnded)
    assert (events[-1].result.winner, events[-1].result.rule) == (RED, "FR-46")
    assert "destroyed all of Blue's tanks" in events[-1].result.sentence
    assert t.state.phase is Phase.OVER
    assert t.orders() == []
    t.refused(t.fire("M2", "l2"), "FR-46", "the game is over")


@rule("FR-46")
def test_one_tank_left_is_enough_to_play_on() -> None:
    t = table(field(8, 3, A1="M1→", H1="l1←", H3="l2!←"), phase=SHOOTING)
    assert not any(isinstance(event, GameEnded) for event in t.play(t.fire("M1", "l1"), (6, 6, 6)))


@rule("FR-Q33")
def test_twenty_rounds_without_a_loss_are_a_draw() -> None:
    """FR-Q33: counted in whole rounds, from the last destroyed tank or captured flag; the number is data."""
    drawing = field(8, 1, A1="M1→", D1="#", H1="m1←")
    t = table(drawing, phase=SHOOTING, side=BLUE, round=23, last_loss=4)
    t.end_turn()
    assert (t.state.phase, t.state.round) == (Phase.ROLL, 24)
    t.pass_turn()
    assert t.state.phase is Phase.ROLL, "the round must be played out"
    (ended,) = t.pass_turn()
    assert isinstance(ended, GameEnded)
    assert (ended.result.winner, ended.result.rule) == (None, "FR-Q33")
    assert "20 rounds" in ended.result.sentence
    short = table(drawing, phase=SHOOTING, side=BLUE, round=3, changed={"quiet_rounds": 3})
    assert isinstance(short.end_turn()[0], GameEnded)


@rule("FR-46")
def test_a_loss_begins_the_count_of_quiet_rounds_anew() -> None:
    t = table(field(8, 2, A1="M1→", H1="l1←", H2="l2←"), phase=SHOOTING, round=20)
    t.shoot("M1", "l1", 6, 6, 6)
    assert t.state.last_loss == 20
    t.end_turn()
    t.pass_turn()
    assert (t.state.phase, t.state.round) == (Phase.ROLL, 21)
