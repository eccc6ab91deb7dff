"""Parabolic fire (DYN-118 … DYN-142)."""

from typing import Any

import pytest

from hulldown.geometry.squares import parabolic_range
from hulldown.kernel.dice import SeededDice
from hulldown.rulebooks.panzerstrike.dynamic.events import Destroyed, Lobbed
from hulldown.rulebooks.panzerstrike.dynamic.orders import Lob
from hulldown.rulebooks.panzerstrike.dynamic.parabolic import chosen, spotters
from hulldown.rulebooks.panzerstrike.dynamic.setup import Parabolic
from hulldown.rulebooks.panzerstrike.dynamic.state import Phase
from hulldown.rulebooks.panzerstrike.firing import Verdict
from hulldown.rulebooks.panzerstrike.pieces import Condition
from tests.marks import rule
from tests.rulebooks.dynamic import plain
from tests.rulebooks.dynamic.cast import Table, altered, field, table

NOTHING, DESTROYED = Verdict.NOTHING, Verdict.DESTROYED


def firing(drawing: str, **more: Any) -> Table:
    return table(drawing, phase=Phase.FIRING, **more)


def lane(**words: str) -> str:
    """A Light Howitzer at the left of a lane, a Medium Tank twelve squares on, and whatever lies between."""
    return field(14, 3, **({"A2": "LSP1→", "M2": "m1←"} | words))


# Who


@rule("DYN-73", "DYN-74", "DYN-118")
@pytest.mark.parametrize("gun", ["LSP", "HSP", "HOW"])
def test_howitzers_that_stood_still_fire_in_a_high_arc_and_directly(gun: str) -> None:
    t = firing(field(14, 1, A1=f"{gun}1→", M1="m1←"))
    assert t.allows(t.lob(f"{gun}1", "m1"))
    assert t.allows(t.fire(f"{gun}1", "m1"))
    t.play(t.lob(f"{gun}1", "m1"), (1,) * (6 if gun == "HSP" else 5))
    t.refused(t.fire(f"{gun}1", "m1"), "DYN-37", "has fired already")


@rule("DYN-74")
@pytest.mark.parametrize("gun", ["M", "G", "LTD", "AA"])
def test_others_do_not(gun: str) -> None:
    t = firing(field(14, 1, A1=f"{gun}1→", M1="m1←"))
    t.refused(t.lob(f"{gun}1", "m1"), "DYN-74", "is no howitzer")


@rule("DYN-74", "DYN-119", "DYN-Q11")
def test_a_howitzer_that_moved_fires_only_directly() -> None:
    """Any step counts, a turn on the spot too (DYN-Q11); in the next turn it is ready again."""
    t = table(lane(), rolled=(3, 4))
    t.play(t.move("LSP1", "A2↗"))
    t.end_movement()
    t.refused(t.lob("LSP1", "m1"), "DYN-119", "must stand still")
    assert t.lobs("LSP1") == set()
    t = firing(lane(), moved=["LSP1"])
    assert t.targets("LSP1") == {"m1"}
    t.end_turn()
    t.pass_turn()
    t.roll(3, 4)
    t.end_movement()
    assert t.lobs("LSP1") == {"m1"}


@rule("DYN-74", "DYN-80", "DYN-Q19")
def test_a_damaged_howitzer_still_fires_in_a_high_arc() -> None:
    assert firing(lane(A2="LSP1!→")).lobs("LSP1") == {"m1"}


# Range


@rule("DYN-123", "DYN-G2")
def test_parabolic_range_is_to_the_centre_rounded_up() -> None:
    """DYN-G2: as direct range, or one more."""
    for offset in ((12, 0), (11, 1), (11, 4), (10, 5), (10, 6), (9, 7), (8, 8)):
        assert parabolic_range(*offset) == 12
    for dx in range(-24, 25):
        for dy in range(-18, 19):
            assert parabolic_range(dx, dy) == plain.parabolic_range(dx, dy)
            assert parabolic_range(dx, dy) - plain.direct_range(dx, dy) in (0, 1)


@rule("DYN-121", "DYN-123", "DYN-Q32")
@pytest.mark.parametrize(("gun", "least", "most"), [("LSP", 8, 16), ("HSP", 11, 18)])
def test_the_target_lies_between_the_least_and_the_greatest_range(gun: str, least: int, most: int) -> None:
    """DYN-Q32: both included."""
    for far in (2, least - 1, least, most, most + 1, 22):
        t = firing(field(24, 1, A1=f"{gun}1→", **{t_square(far): "m1←"}))
        if least <= far <= most:
            assert t.allows(t.lob(f"{gun}1", "m1"))
        else:
            told = f"Blue Medium Tank 1 is {far} squares away; parabolic range is {least}–{most}"
            t.refused(t.lob(f"{gun}1", "m1"), "DYN-121", told)
    t = firing(field(24, 4, A1=f"{gun}1→", **{t_square(most, 2): "m1←"}))
    t.refused(t.lob(f"{gun}1", "m1"), "DYN-121", f"{most + 1} squares")  # one row down is a little farther


def t_square(far: int, row: int = 1) -> str:
    return f"{chr(ord('A') + far)}{row}"


# Arc and trajectory


@rule("DYN-91", "DYN-124")
def test_the_target_lies_within_27_degrees() -> None:
    t = firing(field(14, 8, A1="LSP1→", K6="m1←", K7="m2←"))
    assert t.lobs("LSP1") == {"m1"}
    t.refused(t.lob("LSP1", "m2"), "DYN-124", "27° to each side", "31° off")
    turned = altered("light-howitzer", mount="turret")
    t = firing(field(14, 8, A1="LSP1→", K6="m1←", K7="m2←"), chart=turned)
    assert (t.lobs("LSP1"), t.targets("LSP1")) == ({"m1"}, {"m1", "m2"}), "27° even where the direct arc is wider"


@rule("DYN-118", "DYN-125", "DYN-127", "DYN-128", "DYN-129")
def test_dt_33_only_buildings_beside_an_end_stop_the_shell_on_a_flat_board() -> None:
    eyes = {"L1": "T1←"}
    t = firing(lane(**eyes, G2="#"))
    assert t.targets("LSP1") == set()
    assert t.lobs("LSP1") == {"m1"}
    t = firing(lane(**eyes, **dict.fromkeys(["C2", "D2", "E2", "F2", "I2", "K2"], "#")))
    assert t.lobs("LSP1") == {"m1"}, "whatever their number"
    t = firing(lane(**eyes, B2="#"))
    t.refused(t.lob("LSP1", "m1"), "DYN-127", "the house at B2", "next to Light Self-Propelled Howitzer 1")
    t = firing(lane(**eyes, L2="#"))
    t.refused(t.lob("LSP1", "m1"), "DYN-128", "the house at L2", "next to Blue Medium Tank 1")
    assert firing(lane(**eyes, B1="#", B3="#", A1="#", N2="#")).lobs("LSP1") == {"m1"}, "beside the path is no matter"


@rule("DYN-127", "DYN-G9")
def test_two_buildings_that_meet_at_a_corner_of_the_path_are_on_it() -> None:
    """DYN-G9: both of the pair, and one of them alone is not."""
    t = firing(field(10, 10, A1="LSP1↘", I9="m1↖", B1="#"))
    assert t.lobs("LSP1") == {"m1"}
    t = firing(field(10, 10, A1="LSP1↘", I9="m1↖", B1="#", A2="#", J9="T1↑"))
    t.refused(t.lob("LSP1", "m1"), "DYN-G9", "next to Light Self-Propelled Howitzer 1")


@rule("DYN-126", "DYN-G12", "DYN-G11")
@pytest.mark.parametrize("thing", ["L1→", "l1→", "×l1", "G1→", "=", "~", "-", "+"])
def test_vehicles_wrecks_walls_and_barricades_never_stop_it(thing: str) -> None:
    """DYN-G12: not even beside an end, nor do they hide the target (DYN-G11)."""
    for square in ("B2", "G2", "L2"):
        t = firing(lane(**{square: thing}))
        assert t.allows(t.lob("LSP1", "m1"))


@rule("DYN-130", "DYN-131", "DYN-G10")
@pytest.mark.parametrize(
    ("house", "height", "clear"),
    [("G2", 5, True), ("G2", 6, False), ("C2", 1, True), ("C2", 2, False), ("K2", 1, True), ("K2", 2, False)],
)
def test_3d_buildings_must_stay_below_the_45_degree_lines_of_both_ends(house: str, height: int, clear: bool) -> None:
    """DYN-G10: no higher than the squares between."""
    at = "ABCDEFGHIJKLMN".index(house[0]) + 14
    t = firing(lane(**{house: "#", "N1": "T1←"}), solid=True, heights=((at, height),))
    assert t.lobs("LSP1") == ({"m1"} if clear else set())
    if not clear:
        t.refused(t.lob("LSP1", "m1"), "DYN-130", f"the house at {house} is {height} high", "45° line")
    flat = firing(lane(**{house: "#", "N1": "T1←"}), heights=((at, height),))
    assert flat.lobs("LSP1") == {"m1"}, "heights matter only with 3D buildings"


@rule("DYN-130")
def test_a_3d_building_of_height_one_is_as_on_the_flat_board() -> None:
    for house in "BCGKL":
        boards = [firing(lane(**{f"{house}2": "#", "N1": "T1←"}), solid=solid) for solid in (False, True)]
        assert boards[0].lobs("LSP1") == boards[1].lobs("LSP1")


# Spotting


@rule("DYN-125", "DYN-137", "DYN-138", "DYN-139", "DYN-140")
def test_dt_36_another_vehicle_may_see_for_the_howitzer() -> None:
    """Example 18: the howitzer's line is closed by a house; the car sees the target past a wreck."""
    t = firing(lane(G2="#", J1="AC1→", K1="×m9", L1="×m8"))
    assert t.allows(t.lob("LSP1", "m1"))
    assert spotters(t.state, t.unit("LSP1"), t.unit("m1")) == (t.unit("AC1"),)
    (lobbed, *_) = t.play(t.lob("LSP1", "m1"), (1, 1, 1, 1, 1))
    assert isinstance(lobbed, Lobbed)
    assert lobbed.spotter == t.unit("AC1")
    t = firing(lane(G2="#"))
    t.refused(t.lob("LSP1", "m1"), "DYN-137", "neither", "nor another vehicle of Red sees Blue Medium Tank 1")


@rule("DYN-137", "DYN-138", "DYN-139", "DYN-Q33", "DYN-G11")
@pytest.mark.parametrize(
    ("eyes", "sees"),
    [("T1←", True), ("M1!←", True), ("G1←", False), ("HOW1←", False), ("×M1", False), ("l1←", False)],
    ids=["truck", "damaged", "fixed gun", "fixed howitzer", "wreck", "enemy"],
)
def test_any_active_vehicle_of_the_side_may_spot(eyes: str, sees: bool) -> None:
    """DYN-Q33: fixed weapons spot for themselves alone; neighbours of the target see it too (DYN-G11)."""
    t = firing(lane(G2="#", N2=eyes))
    assert t.lobs("LSP1") == ({"m1"} if sees else set())
    assert firing(field(14, 1, A1="HOW1→", M1="m1←")).lobs("HOW1") == {"m1"}


@rule("DYN-138", "DYN-139")
def test_the_howitzer_s_own_eyes_come_first_and_then_the_nearest() -> None:
    t = firing(lane(N1="M1←", J1="AC1→", G1="T1→"))
    names = [t.name(eye) for eye in spotters(t.state, t.unit("LSP1"), t.unit("m1"))]
    assert names == ["LSP1", "M1", "AC1", "T1"]
    t = firing(lane(N1="M1←", J1="AC1→", G1="T1→", E2="#"))
    assert [t.name(eye) for eye in spotters(t.state, t.unit("LSP1"), t.unit("m1"))] == ["M1", "AC1", "T1"]


@rule("DYN-121", "DYN-124", "DYN-127", "DYN-128", "DYN-137")
@pytest.mark.parametrize("solid", [False, True], ids=["flat", "3D"])
@pytest.mark.parametrize("seed", range(8))
def test_the_targets_are_those_of_a_plain_search_on_random_boards(seed: int, solid: bool) -> None:
    dice = SeededDice(f"high arcs {seed}")
    guns = [f"{letter}{n}" for n in (1, 2) for letter in ("LSP", "HSP", "HOW")]
    left, right = (
        [f"{column}{row}" for column in half for row in range(1, 16)] for half in ("ABCDEFGH", "IJKLMNOPQRST")
    )
    squares = {left.pop(dice.pick(len(left))): f"{gun}{'↗→→↘'[dice.pick(4)]}" for gun in guns}
    for word in [*[f"l{n}↑" for n in range(1, 15)], "T1↑", "=", "+", "×m9"]:
        squares[right.pop(dice.pick(len(right)))] = word
    free = left + right
    squares |= {free.pop(dice.pick(len(free))): "#" for _ in range(40)}
    high = [
        (ord(at[0]) - ord("A") + 20 * (int(at[1:]) - 1), 1 + dice.pick(4))
        for at, word in squares.items()
        if word == "#"
    ]
    t = firing(field(20, 15, **squares), moved=["LSP2"], fired=["HSP2"], solid=solid, heights=tuple(high))
    found = 0
    for name in guns:
        expected = {t.name(target) for target in plain.lob_targets(t.state, t.unit(name))}
        assert t.lobs(name) == expected
        found += len(expected)
        for target in plain.lob_targets(t.state, t.unit(name)):
            seen = spotters(t.state, t.unit(name), target)
            assert set(seen) == plain.spotters(t.state, t.unit(name), target)
        for target in plain.enemies(t.state):
            assert (t.name(target) in expected) is t.allows(Lob(t.unit(name), target))
    assert found


# The dice


@rule("DYN-133", "DYN-134", "DYN-141", "DYN-142")
def test_dt_34_one_of_five_is_left_out_to_make_exactly_the_range() -> None:
    """2 3 3 5 6: 13, 14, 16 and 17 can be made; 15 would need a 4 to leave out."""
    places = {13: 4, 14: 3, 16: 2, 17: 0}
    wide = altered("light-howitzer", parabolic=Parabolic(4, 5, 8, 20, 14))
    for far in range(13, 18):
        drawing = field(20, 1, A1="LSP1→", **{t_square(far): "m1←", "T1": "l1←"})
        t = firing(drawing, chart=wide)
        lobbed, *rest = t.play(t.lob("LSP1", "m1"), (2, 3, 3, 5, 6))
        assert isinstance(lobbed, Lobbed)
        if far == 15:
            assert (lobbed.verdict, lobbed.left_out, rest) == (NOTHING, (), [])
            assert t.piece("m1").condition is Condition.SOUND
        else:
            assert (lobbed.verdict, rest) == (DESTROYED, [Destroyed(t.unit("m1"))])
            assert lobbed.rolled[lobbed.left_out[0]] == lobbed.rolled[places[far]]
            assert sum(lobbed.rolled) - lobbed.rolled[lobbed.left_out[0]] == far


@rule("DYN-133", "DYN-135", "DYN-136", "DYN-141")
def test_dt_35_a_heavy_howitzer_at_twelve_with_the_half_die() -> None:
    """Example 18: 1 2 2 3 4 5 without the 5 is 12, and armour is of no help."""
    t = firing(field(14, 1, A1="HSP1→", M1="h1←", N1="l1←"))
    lobbed, destroyed = t.play(t.lob("HSP1", "h1", half=True), (2, 2, 3, 4, 5), (1,))
    assert lobbed == Lobbed(t.unit("HSP1"), t.unit("h1"), t.unit("HSP1"), 12, True, (2, 2, 3, 4, 5, 1), (4,), DESTROYED)
    assert destroyed == Destroyed(t.unit("h1"))


@rule("DYN-136")
def test_the_half_die_may_be_the_one_left_out() -> None:
    t = firing(field(14, 1, A1="HSP1→", M1="h1←", N1="l1←"))
    (lobbed, *_) = t.play(t.lob("HSP1", "h1", half=True), (1, 2, 2, 3, 4), (3,))
    assert isinstance(lobbed, Lobbed)
    assert (lobbed.verdict, lobbed.rolled[lobbed.left_out[0]]) == (DESTROYED, 3)


@rule("DYN-135", "DYN-Q31")
@pytest.mark.parametrize(("gun", "limit"), [("LSP", 14), ("HSP", 17)])
def test_the_half_die_is_for_low_range_and_chosen_before_the_roll(gun: str, limit: int) -> None:
    for far in (limit, limit + 1):
        t = firing(field(24, 1, A1=f"{gun}1→", **{t_square(far): "m1←"}))
        assert t.lobs(f"{gun}1") == {"m1"}
        if far == limit:
            assert t.lobs(f"{gun}1", half=True) == {"m1"}
            continue
        told = f"Blue Medium Tank 1 is {far} squares away; the half-die is for up to {limit}"
        refusal = t.refused(t.lob(f"{gun}1", "m1", half=True), "DYN-Q31", told)
        assert refusal.nearest == t.lob(f"{gun}1", "m1")


@rule("DYN-141")
def test_a_hit_destroys_whatever_the_armour_and_the_condition() -> None:
    for target in ("h1←", "h1!←", "g1↑"):
        t = firing(field(14, 1, A1="LSP1→", M1=target, N1="l1←"))
        assert t.loft("LSP1", target[:2], 3, 3, 3, 3, 6) is DESTROYED


@rule("DYN-81", "DYN-132", "DYN-Q21")
def test_what_may_not_be_fired_at_is_refused_before_the_dice() -> None:
    """DYN-Q21: walls are no targets of parabolic fire; there is no order for it."""
    t = firing(lane(M1="×m2", N3="L1←"))
    t.refused(t.lob("LSP1", "m2"), "DYN-81", "is a wreck")
    t.refused(t.lob("LSP1", "L1"), "DYN-Q34", "is a friend")
    t.refused(Lob(t.unit("LSP1"), 40), "DYN-81", "there is no unit 40")


@rule("DYN-133", "DYN-134")
def test_any_choice_of_the_dice_will_do() -> None:
    assert chosen((1, 2, 3), 2, 6) is None
    assert chosen((1, 2, 3), 2, 4) == (0, 2)
    assert chosen((), 2, 4) is None
