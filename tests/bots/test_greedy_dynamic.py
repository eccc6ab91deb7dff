"""What the greedy bot does in named situations of the Dynamic rules, and how it fares over many games."""

import pytest

from hulldown.geometry.squares import Arc
from hulldown.kernel.side import RED
from hulldown.lab.simulate import simulate
from hulldown.rulebooks.panzerstrike.dynamic.book import book
from hulldown.rulebooks.panzerstrike.dynamic.orders import EndMovement, EndTurn, Move, Push, TurnTurret
from hulldown.rulebooks.panzerstrike.dynamic.state import Phase
from tests.bots.situations import choice, deployed, moved, orders_of_phase
from tests.marks import soak_times
from tests.rulebooks.dynamic.cast import field, table

FIRING = Phase.FIRING


# Howitzers


def behind_a_house(columns: int, **words: str) -> str:
    """A howitzer at A5 and a row of houses that hides what lies east of it."""
    return field(columns, 9, A5="LSP1→", F3="#", F4="#", F5="#", F6="#", F7="#", **words)


@pytest.mark.parametrize(("target", "half"), [("M5", True), ("P5", False)])
def test_a_howitzer_fires_at_what_a_friend_sees_with_the_better_choice_of_dice(target: str, half: bool) -> None:
    drawn = table(behind_a_house(18, **{target: "h1→"}, J1="T1→"), phase=FIRING)
    assert choice(drawn) == drawn.lob("LSP1", "h1", half)


def test_a_howitzer_with_a_target_stands_still() -> None:
    drawn = table(behind_a_house(18, M5="h1→", J1="T1→"), rolled=(5, 5))
    orders_of_phase(drawn)
    assert not moved(drawn, "LSP1")
    assert drawn.lobs("LSP1") == {"h1"}


def test_a_spotter_goes_to_where_it_sees_what_a_howitzer_can_reach() -> None:
    drawn = table(behind_a_house(18, M5="h1→", E3="T1↗"), rolled=(5, 5))
    orders_of_phase(drawn)
    assert moved(drawn, "T1")
    assert drawn.lobs("LSP1") == {"h1"}


def test_the_only_spotter_does_not_lose_sight_of_the_target() -> None:
    """The car would like to get nearer to the unarmed truck in the other corner."""
    spotting = table(behind_a_house(18, M5="h1!→", G8="AC1←", A9="t1→"), rolled=(5, 5))
    orders_of_phase(spotting)
    assert spotting.lobs("LSP1") == {"h1"}


# Walls


def test_a_wall_is_shot_down_that_hides_a_target() -> None:
    drawn = table(field(12, 1, A1="H1→", E1="=", H1="g1→"), phase=FIRING)
    assert choice(drawn) == drawn.fire_at_wall("H1", "E1")


def test_a_wall_stays_that_hides_an_enemy_who_would_fire_first() -> None:
    drawn = table(field(12, 1, A1="M1→", E1="=", H1="m1←"), phase=FIRING)
    assert drawn.wall_targets("M1") == {"E1"}
    assert choice(drawn) == EndTurn()


def test_a_target_in_sight_is_better_than_a_wall() -> None:
    drawn = table(field(12, 5, A3="H1→", E3="=", H3="g1→", E1="l1↑"), phase=FIRING)
    assert choice(drawn) == drawn.fire("H1", "l1")


def test_a_wall_is_driven_into_where_it_closes_the_way() -> None:
    drawn = table(field(14, 3, A2="M1→", C1="#", C2="=", C3="#", G2="#", N2="g1→"), rolled=(4, 5))
    orders_of_phase(drawn)
    assert drawn.where("M1") == "C2→"
    assert drawn.walls() == set()


# Dozers


def test_a_wreck_that_closes_a_street_is_pushed_away() -> None:
    houses = dict.fromkeys(("C1", "D1", "E1", "C3", "D3", "E3"), "#")
    drawn = table(field(16, 3, **houses, A2="M1→", C2="MD1→", D2="×l1", P2="g1→"), rolled=(5, 6))
    given = orders_of_phase(drawn)
    assert given.count(drawn.push("MD1")) >= 1
    beside = table(field(16, 3, A2="M1→", C2="MD1→", D2="×l1", P2="g1→"), rolled=(5, 6))
    assert not any(isinstance(order, Push) for order in orders_of_phase(beside)), "the street is open beside the wreck"


def test_a_dozer_comes_to_push() -> None:
    houses = dict.fromkeys(("E1", "F1", "G1", "E3", "F3", "G3"), "#")
    drawn = table(field(16, 3, **houses, A2="M1→", C2="MD1→", F2="×l1", P2="g1→"), rolled=(6, 6))
    orders_of_phase(drawn)
    assert drawn.where("MD1") == "F2→"
    assert drawn.piece("l1").square == drawn.square("G2")


# Repair


def test_a_recovery_vehicle_goes_to_a_damaged_tank_and_faces_it() -> None:
    drawn = table(field(18, 5, B3="RV1→", E3="H1!→", R3="l1→", L2="#", L3="#", L4="#"), rolled=(5, 5))
    orders_of_phase(drawn)
    ahead = drawn.state.ground.grid.ahead(drawn.piece("RV1").square, drawn.piece("RV1").facing)
    assert ahead == drawn.piece("H1").square


def test_who_repairs_and_who_is_repaired_stay_still() -> None:
    drawn = table(field(18, 5, D3="RV1→", E3="H1!→", R3="l1→", L2="#", L3="#", L4="#"), rolled=(5, 5))
    orders_of_phase(drawn)
    assert not moved(drawn, "RV1")


def test_a_poor_shot_is_not_worth_a_repair_and_a_good_one_is() -> None:
    poor = table(field(18, 3, D2="RV1→", E2="H1!→", R2="h1←"), phase=FIRING)
    assert poor.targets("H1") == {"h1"}
    assert choice(poor) == EndTurn()
    good = table(field(18, 3, D2="RV1→", E2="H1!→", I2="m1→"), phase=FIRING)
    assert choice(good) == good.fire("H1", "m1")


# SPAA


def test_an_enemy_spaa_is_shot_before_a_dearer_unit_where_it_is_the_goal() -> None:
    drawing = field(12, 7, A4="H1→", A1="AA1→", F1="aa1↑", F7="h1↓")
    goal = table(drawing, phase=FIRING, spaa=1, lost_spaa=1, blocks=((0,),))
    assert choice(goal) == goal.fire("H1", "aa1")
    no_goal = table(drawing, phase=FIRING)
    assert choice(no_goal) == no_goal.fire("H1", "h1")


@pytest.mark.parametrize(("lost", "shot"), [(".", "h1"), ("×aa3", "aa1")])
def test_an_enemy_spaa_is_the_first_target_only_if_it_decides(lost: str, shot: str) -> None:
    houses = dict.fromkeys(("A2", "B1", "B2", "A6", "B6", "B7"), "#")  # nobody sees the own ones
    drawing = field(12, 7, **houses, A4="H1→", A1="AA1→", A7="AA2→", F1="aa1↑", F7="h1↘", L7="aa2↓", L1=lost)
    goal = table(drawing, phase=FIRING, spaa=2, lost_spaa=2, blocks=((0,), (1,)))
    assert choice(goal) == goal.fire("H1", shot)


def test_an_enemy_who_sees_an_own_spaa_is_shot_before_a_dearer_one() -> None:
    drawing = field(14, 9, A1="AA1→", G1="l1←", B2="#", F5="H1→", K9="m1↓", N9="aa1↓", M8="#", N8="#", M9="#")
    goal = table(drawing, phase=FIRING, spaa=1, lost_spaa=1, blocks=((0,),))
    assert goal.targets("H1") >= {"l1", "m1"}
    assert choice(goal) == goal.fire("H1", "l1")


def test_an_spaa_drives_out_of_sight() -> None:
    drawing = field(16, 5, C3="AA1→", C1="#", D1="#", E1="#", D2="#", P3="htd1←", P5="aa1←")
    drawn = table(drawing, rolled=(6, 6), spaa=1, lost_spaa=1, blocks=((0,),))
    orders_of_phase(drawn)
    clear = drawn.state.ground.sight.clear
    assert not clear(drawn.piece("htd1").square, drawn.piece("AA1").square, 0)


def test_the_side_drives_towards_the_enemys_spaa() -> None:
    houses = {f"H{row}": "#" for row in range(2, 9)}
    drawn = table(
        field(14, 9, **houses, D5="M1→", A5="AA1→", I3="l1↓", M9="aa1←", L9="#", L8="#"),
        rolled=(5, 5),
        spaa=1,
        lost_spaa=1,
        blocks=((0,),),
    )
    orders_of_phase(drawn)
    assert drawn.state.ground.grid.xy(drawn.piece("M1").square)[1] > 4


# Dice and the free step


def test_the_die_goes_where_it_wins_most_and_the_others_take_their_step() -> None:
    """Both want to go on; only one of them comes round the corner to a shot with the die."""
    houses = {f"H{row}": "#" for row in range(2, 6)}
    drawn = table(field(18, 5, **houses, A4="M1→", F2="H1↗", N4="m1→"), rolled=(6,))
    orders_of_phase(drawn)
    assert drawn.where("M1") == "B4→"
    assert drawn.targets("H1") == {"m1"}


def test_without_dice_everything_still_makes_its_step() -> None:
    drawn = table(field(18, 3, A1="M1→", A3="L1→", R2="m1→", I1="#", I2="#"))
    orders_of_phase(drawn)
    assert drawn.where("M1") == "B1→"
    assert drawn.where("L1") == "B3→"


# Guns that bear ahead


def test_a_fixed_gun_turns_when_nothing_bears() -> None:
    drawn = table(field(9, 9, E5="G1↑", E9="l1↓"))
    assert isinstance(choice(drawn), Move)
    bearing = table(field(9, 9, E5="G1↑", E1="l1↓", E9="l2↓"))
    assert choice(bearing) == EndMovement()


def test_a_tank_destroyer_turns_its_gun_to_the_enemy() -> None:
    drawn = table(field(20, 9, A1="LTD1→", K9="h1→", F4="#", F5="#", F6="#"), rolled=(3, 3))
    orders_of_phase(drawn)
    assert drawn.piece("LTD1").facing == 3


def test_a_turret_is_laid_on_the_target() -> None:
    drawn = table(field(9, 9, A5="M1!→", C9="l1↓"), turrets=True)
    assert [type(order) for order in orders_of_phase(drawn)] == [TurnTurret, EndMovement]
    assert drawn.targets("M1") == {"l1"}


# Setting up


def test_spaa_stand_where_the_enemy_cannot_see_them() -> None:
    state = deployed(book, "basic-northern")
    for piece in state.units.units:
        if piece.kind == "spaa":
            assert not state.ground.contact.seen(piece.square) & state.ground.zones[piece.side.other]


def test_howitzers_stand_behind_the_tanks_and_guns_have_a_field_of_fire() -> None:
    state = deployed(book, "fifty")
    grid = state.ground.grid
    column: dict[str, list[int]] = {kind: [] for kind in state.ground.chart}
    for piece in state.units.units:
        if piece.side is RED:
            column[piece.kind].append(grid.xy(piece.square)[0])
        if piece.kind == "gun":
            field_of_fire = state.ground.in_view(piece.square) & grid.arc(Arc.A27, piece.facing, piece.square)
            assert field_of_fire.bit_count() >= 20
    assert max(column["heavy-howitzer"] + column["truck"]) <= 1 < min(column["heavy"])


def test_the_dearest_tank_commands() -> None:
    state = deployed(book, "fifty")
    assert {piece.kind for piece in state.units.units if piece.command} == {"heavy"}


def test_an_unarmed_vehicle_keeps_out_of_sight() -> None:
    drawn = table(field(16, 5, C3="T1→", A5="L1→", D4="#", E4="#", P3="m1←"), rolled=(5, 5))
    orders_of_phase(drawn)
    assert not drawn.state.ground.sight.clear(drawn.piece("T1").square, drawn.piece("m1").square, 0)


# Many games


@pytest.mark.parametrize("scenario", ["basic-central", "open-battle"])
def test_greedy_beats_random_in_95_of_100_games(scenario: str) -> None:
    report = simulate("dynamic", book.library.build(scenario), ("greedy", "random"), 100, seed=f"contest {scenario}")
    assert not report.failures
    assert report.wins[0] >= 95, f"greedy won {report.wins[0]}, random {report.wins[1]}, {report.draws} draws"


@pytest.mark.parametrize("scenario", [row.id for row in book.library.scenarios()])
def test_greedy_wins_most_games_of_every_scenario(scenario: str) -> None:
    games = 10
    report = simulate("dynamic", book.library.build(scenario), ("greedy", "random"), games, seed=f"all {scenario}")
    assert not report.failures
    ahead = report.wins[0] - report.wins[1]
    assert ahead >= 0.6 * games, f"greedy won {report.wins[0]} of {games}, {report.draws} draws"
    assert report.wins[1] <= 1


@pytest.mark.parametrize("scenario", ["open-battle", "walls-and-blades", "workshop", "quick-start"])
def test_most_open_games_of_greedy_against_itself_are_decided(scenario: str) -> None:
    games = soak_times(100, 5)
    report = simulate("dynamic", book.library.build(scenario), ("greedy", "greedy"), games, seed=f"itself {scenario}")
    assert not report.failures
    assert games - report.draws >= 0.8 * games


def test_the_same_seed_gives_the_same_games() -> None:
    setup = book.library.build("duel")
    first, again, other = (simulate("dynamic", setup, ("greedy", "greedy"), 6, seed=seed) for seed in (3, 3, 4))
    assert (first.won, first.decisions) == (again.won, again.decisions)
    assert first.decisions != other.decisions
