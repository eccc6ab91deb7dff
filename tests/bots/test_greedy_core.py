"""What the greedy bot does in named situations of the Core rules, and how it fares over many games."""

import pytest

from hulldown.bots.panzerstrike.core.views import view_to
from hulldown.geometry.squares import Arc, Zone, angled, seen, squares_of
from hulldown.kernel.side import RED, Side
from hulldown.lab.simulate import simulate
from hulldown.rulebooks.panzerstrike.core.book import book
from hulldown.rulebooks.panzerstrike.core.orders import (
    Announce,
    AnnounceWall,
    EndMovement,
    EndTurn,
    Move,
    Push,
    Resolve,
    RollSpeed,
    StartRepair,
    TurnTurret,
)
from hulldown.rulebooks.panzerstrike.core.state import Colour, Mode, Phase, Tracks
from tests.bots.situations import choice, deployed, moved, orders_of_phase
from tests.marks import soak_times
from tests.rulebooks.core.cast import Table, altered, field, table

ANNOUNCING = Phase.ANNOUNCING


def announced(drawn: Table) -> dict[str, tuple[str, Mode, Colour]]:
    """The shots that greedy announces: shooter, then target, mode and die."""
    given = orders_of_phase(drawn)
    return {
        drawn.name(shot.unit): (drawn.name(shot.target), shot.mode, shot.colour)
        for shot in given
        if isinstance(shot, Announce)
    }


def targets(drawn: Table) -> dict[str, str]:
    return {shooter: target for shooter, (target, _, _) in announced(drawn).items()}


# Volleys


def test_the_weaker_side_of_a_target_is_chosen() -> None:
    drawn = table(field(12, 5, A3="M1→", G2="m1←", G4="m2↑"), phase=ANNOUNCING)
    assert targets(drawn) == {"M1": "m2"}


def test_a_second_shot_goes_to_another_target_when_the_first_is_nearly_sure() -> None:
    """Each alone would be fired at the heavy tank's rear; once that is as good as gone, the light one pays more."""
    drawing = field(12, 5, A2="HTD1→", A4="HTD2→", D3="h1→", I1="l1→")
    drawn = table(drawing, phase=ANNOUNCING)
    assert sorted(targets(drawn).values()) == ["h1", "l1"]
    alone = table(drawing.replace("HTD2→", "."), phase=ANNOUNCING)
    assert targets(alone) == {"HTD1": "h1"}


def test_two_shots_go_to_one_target_when_the_first_is_not_sure() -> None:
    drawn = table(field(18, 5, A2="H1→", A4="H2→", P3="h1→", P5="t1→"), phase=ANNOUNCING)
    assert set(targets(drawn).values()) == {"h1"}


def test_a_shot_that_cannot_harm_is_not_fired() -> None:
    drawn = table(field(8, 1, A1="HT1→", D1="htd1←"), phase=ANNOUNCING, changed={"hit": BODIES})
    assert drawn.targets("HT1") == {"htd1"}
    assert choice(drawn) == EndTurn()


BODIES = dict.fromkeys(("white", "orange", "green", "blue"), ("body",) * 6)


def test_a_friend_in_the_way_counts_as_a_loss() -> None:
    """The tank that shows its rear would pay more, even in cover, were it not a friend who covers it."""
    drawing = field(12, 5, A3="M1→", D3="H1^→", I2="m1→", H5="m2←")
    drawn = table(drawing, phase=ANNOUNCING, moved=["H1"])
    assert targets(drawn) == {"M1": "m2"}
    wreck = table(drawing.replace("H1^→", "×H1"), phase=ANNOUNCING)
    assert targets(wreck)["M1"] == "m1"


def test_the_hit_die_is_chosen_by_what_it_is_worth() -> None:
    """Into a rear that is pierced the aim is high, at a front that is not it is low, for the tracks."""
    rear = table(field(8, 1, A1="H1→", D1="m1→"), phase=ANNOUNCING, aimed=True)
    assert announced(rear)["H1"][2] is Colour.GREEN
    front = table(field(8, 1, A1="L1→", D1="htd1←"), phase=ANNOUNCING, aimed=True)
    assert announced(front)["L1"][2] is Colour.ORANGE


def test_the_shot_that_endangers_a_friend_is_resolved_last() -> None:
    """It is the surest of the two, but if the other one destroys the target it is lost."""
    drawing = field(12, 5, A3="H1→", D3="L1→", I2="m1←", E5="M2↗")
    drawn = table(drawing, phase=ANNOUNCING)
    for shooter in ("H1", "M2"):
        drawn.play(drawn.announce(shooter, "m1"))
    drawn.open_fire()
    assert choice(drawn) == Resolve(drawn.unit("M2"))
    clear = table(drawing.replace("L1→", "."), phase=ANNOUNCING)
    for shooter in ("M2", "H1"):
        clear.play(clear.announce(shooter, "m1"))
    clear.open_fire()
    assert choice(clear) == Resolve(clear.unit("H1"))


# Howitzers


def behind_a_house(columns: int, **words: str) -> str:
    """A howitzer at A5 and a row of houses that hides what lies east of it."""
    return field(columns, 9, A5="LSP1→", E3="#", E4="#", E5="#", E6="#", E7="#", **words)


def test_a_howitzer_fires_in_a_high_arc_at_what_a_friend_sees() -> None:
    drawn = table(behind_a_house(14, K5="h1→", I1="T1→"), phase=ANNOUNCING)
    assert announced(drawn) == {"LSP1": ("h1", Mode.PARABOLIC, Colour.WHITE)}


def test_a_howitzer_fires_directly_where_that_is_worth_more() -> None:
    drawing = field(14, 3, A2="HSP1→", I2="l1→")
    thick = table(drawing, phase=ANNOUNCING, chart=altered("light", top=9))
    assert thick.targets("HSP1", Mode.PARABOLIC) == {"l1"}
    assert announced(thick)["HSP1"][1] is Mode.DIRECT
    usual = table(drawing, phase=ANNOUNCING)
    assert announced(usual)["HSP1"][1] is Mode.PARABOLIC


def test_a_howitzer_with_a_target_stands_still() -> None:
    drawn = table(behind_a_house(14, K5="h1→", I1="T1→"))
    orders_of_phase(drawn)
    assert not moved(drawn, "LSP1")


def test_a_spotter_goes_to_where_it_sees_what_a_howitzer_can_reach() -> None:
    drawn = table(behind_a_house(14, K5="h1→", D2="T1↗"))
    orders_of_phase(drawn)
    assert moved(drawn, "T1")
    assert drawn.targets("LSP1", Mode.PARABOLIC) == {"h1"}


def test_the_only_spotter_does_not_lose_sight_of_the_target() -> None:
    """The car would like to get nearer to the unarmed truck in the other corner."""
    drawn = table(behind_a_house(14, K5="h1!→", F8="AC1←", A9="t1→"))
    orders_of_phase(drawn)
    assert drawn.targets("LSP1", Mode.PARABOLIC) >= {"h1"}


# Movement


def test_a_slot_goes_where_it_wins_most_and_the_others_take_their_step() -> None:
    """There is one slot. Both want to go on; only one of them comes round the corner to a shot with it."""
    houses = {f"H{row}": "#" for row in range(2, 6)}
    drawn = table(
        field(18, 5, **houses, A4="M1→", F2="H1↗", N4="m1→"), changed={"coordinated": ((0, 0),), "most_coordinated": 1}
    )
    orders_of_phase(drawn)
    assert drawn.where("M1") == "B4→"
    assert drawn.targets("H1") == {"m1"}


def test_a_good_shot_is_not_given_up_for_a_worse_place() -> None:
    drawn = table(field(12, 3, C2="M1→", E2="m1→"))
    orders_of_phase(drawn)
    assert not moved(drawn, "M1")


def test_the_speed_die_is_rolled_only_when_it_pays() -> None:
    houses = {f"H{row}": "#" for row in range(2, 6)}
    drawn = table(field(18, 5, **houses, F2="H1↗", N4="m1→"), speed_die=True)
    assert choice(drawn) == RollSpeed(drawn.unit("H1"))
    still = table(field(12, 3, C2="M1→", E2="m1→"), speed_die=True)
    assert not any(isinstance(order, RollSpeed) for order in orders_of_phase(still))


def test_who_has_rolled_the_speed_die_moves_before_others() -> None:
    drawn = table(field(20, 3, A1="M1→", A3="L1→", T2="m1→", L1="#", L2="#"), speed_die=True)
    given = orders_of_phase(drawn)
    rolls = [at for at, order in enumerate(given) if isinstance(order, RollSpeed)]
    assert rolls
    for at in rolls:
        assert isinstance(given[at + 1], Move)
        assert given[at + 1].unit == given[at].unit


def test_a_turret_is_laid_on_the_target() -> None:
    drawn = table(field(9, 9, A5="M1!→", C9="l1↓"))
    assert [type(order) for order in orders_of_phase(drawn)] == [TurnTurret, EndMovement]
    assert drawn.targets("M1") == {"l1"}


def test_a_tank_goes_into_cover_or_out_of_sight_of_a_stronger_one() -> None:
    drawn = table(field(14, 7, D4="L1→", E2="#", F6="#", N4="htd1←"))
    orders_of_phase(drawn)
    lines = drawn.state.ground.cover.masked(drawn.piece("htd1").square, drawn.piece("L1").square, 0)
    assert seen(lines) != "clear"


def test_a_vehicle_backs_out_of_danger_and_shows_its_front() -> None:
    drawn = table(field(14, 5, C3="M1→", C2="#", D2="#", E2="#", N3="htd1←"), changed={"push": ((9, 9),)})
    orders_of_phase(drawn)
    piece = drawn.piece("M1")
    assert moved(drawn, "M1")
    assert piece.facing in (1, 2, 3)


@pytest.mark.parametrize("enemy", ["M5", "T5"])
def test_with_option_6_the_front_is_shown_at_an_angle(enemy: str) -> None:
    """To one who can hit it, and to one who is still too far away for that."""
    for on in (False, True):
        drawn = table(field(20, 9, B5="H1½↑", **{enemy: "h1!←"}), angled=on, semi=True)
        orders_of_phase(drawn)
        piece = drawn.piece("H1")
        between = angled(piece.facing, *drawn.state.ground.grid.offset(piece.square, drawn.piece("h1").square))
        assert (between is Zone.FRONT) is on


def test_a_fixed_gun_turns_when_nothing_bears() -> None:
    drawn = table(field(9, 9, E5="G1↑", E9="l1↓"))
    assert isinstance(choice(drawn), Move)
    bearing = table(field(9, 9, E5="G1↑", E1="l1↓", E9="l2↓"))
    assert choice(bearing) == EndMovement()


def test_an_unarmed_vehicle_keeps_out_of_sight() -> None:
    drawn = table(field(14, 5, C3="T1→", A5="L1→", D4="#", E4="#", N3="h1←"))
    orders_of_phase(drawn)
    assert not view_to(drawn.state.ground, drawn.piece("T1").square) >> drawn.piece("h1").square & 1


# Towing


def test_a_gun_in_a_useless_place_is_turned_hitched_and_pulled_on() -> None:
    """Turn by turn a truck comes before the gun, which has turned its back to where it goes, and pulls it nearer."""
    drawn = table(field(7, 32, D2="G1↑", C3="T1↓", A1="M1↓", D32="h1↓", A20="#", B20="#", C20="#", D20="#"))
    for _ in range(4):
        orders_of_phase(drawn)
        drawn.end_turn()
        drawn.pass_turn()
    assert drawn.state.ground.grid.xy(drawn.piece("G1").square)[1] > 3


def test_a_gun_with_something_to_fire_at_stays() -> None:
    drawn = table(field(7, 16, D4="G1↓", D3="T1↑", D12="m1↓"), hitched=[("T1", "G1")])
    orders_of_phase(drawn)
    assert not moved(drawn, "G1")


# Walls and wrecks


def test_a_wall_is_shot_down_that_hides_a_target() -> None:
    drawn = table(field(12, 1, A1="H1→", E1="=", H1="g1→"), phase=ANNOUNCING)
    assert choice(drawn) == drawn.announce_wall("H1", "E1")


def test_a_wall_stays_that_hides_an_enemy_who_would_fire_first() -> None:
    drawn = table(field(12, 1, A1="M1→", E1="=", H1="h1←"), phase=ANNOUNCING)
    assert drawn.wall_targets("M1") == {"E1"}
    assert choice(drawn) == EndTurn()


def test_a_target_in_sight_is_better_than_a_wall() -> None:
    drawn = table(field(12, 5, A3="H1→", E3="=", H3="g1→", G2="l1↑"), phase=ANNOUNCING)
    assert not any(isinstance(order, AnnounceWall) for order in orders_of_phase(drawn))


def test_a_wall_is_driven_into_where_it_closes_the_way() -> None:
    drawn = table(field(14, 3, A2="M1→", D1="#", D2="=", D3="#", H2="#", N2="g1→"))
    orders_of_phase(drawn)
    assert drawn.where("M1") == "D2→"
    assert drawn.walls() == set()


def test_a_wreck_that_closes_a_street_is_pushed_away() -> None:
    houses = dict.fromkeys(("C1", "D1", "E1", "C3", "D3", "E3"), "#")
    drawn = table(field(16, 3, **houses, A2="M1→", C2="H1→", D2="×l1", P2="g1→"))
    assert drawn.push("H1") in orders_of_phase(drawn)
    beside = table(field(16, 3, A2="M1→", C2="H1→", D2="×l1", P2="g1→"))
    assert not any(isinstance(order, Push) for order in orders_of_phase(beside)), "the street is open beside the wreck"


# Repairs


def hidden(**words: str) -> str:
    return field(18, 5, **words, R3="l1→", L1="#", L2="#", L3="#", L4="#", L5="#")


def test_a_crew_repairs_where_nobody_bears_on_it() -> None:
    drawn = table(hidden(E3="H1!→"), phase=ANNOUNCING)
    assert choice(drawn) == StartRepair(drawn.unit("H1"))
    seen_by = table(field(18, 5, E3="H1!→", R3="htd1←"), phase=ANNOUNCING)
    assert not any(isinstance(order, StartRepair) for order in orders_of_phase(seen_by))


def test_a_good_shot_goes_before_a_repair() -> None:
    drawn = table(field(18, 3, E2="H1!→", I2="m1→"), phase=ANNOUNCING)
    assert choice(drawn) == drawn.announce("H1", "m1")


def test_a_crew_is_called_back_when_danger_comes() -> None:
    drawn = table(field(18, 5, E3="H1!(3)↑", L3="htd1←"), phase=ANNOUNCING)
    assert choice(drawn) == drawn.stop_repair("H1")
    safe = table(hidden(E3="H1!(3)↑"), phase=ANNOUNCING)
    assert choice(safe) == EndTurn()


def test_with_option_7_a_crew_goes_on_with_the_second_cycle() -> None:
    drawn = table(hidden(E3="H1!(1)→"), phase=ANNOUNCING, semi=True)
    assert choice(drawn) == drawn.start_repair("H1")


def test_a_recovery_vehicle_goes_to_a_tank_lays_its_crane_and_mends_it() -> None:
    drawn = table(hidden(B2="RV1→", F3="H1^!→"))
    for _ in range(4):
        orders_of_phase(drawn)
        drawn.end_turn()
        drawn.pass_turn()
    assert drawn.piece("H1").tracks is Tracks.WHOLE


# The basic scenario


def test_an_enemy_spaa_is_shot_before_a_dearer_unit_where_it_is_the_goal() -> None:
    drawing = field(12, 7, A4="H1→", A1="AA1→", F2="aa1↑", F6="h1↓")
    goal = table(drawing, phase=ANNOUNCING, spaa=1, lost_spaa=1, turn_limit=9, zone_b=(0,))
    assert targets(goal)["H1"] == "aa1"
    no_goal = table(drawing, phase=ANNOUNCING)
    assert targets(no_goal)["H1"] == "h1"


@pytest.mark.parametrize(("lost", "shot"), [(".", "h1"), ("×aa3", "aa1")])
def test_an_enemy_spaa_is_the_first_target_only_if_it_decides(lost: str, shot: str) -> None:
    drawing = field(12, 9, A4="H1→", A1="AA1→", A8="AA2→", F2="aa1↑", F6="h1↓", L9="aa2↓", H9=lost)
    goal = table(drawing, phase=ANNOUNCING, spaa=2, lost_spaa=2, turn_limit=9, zone_b=(0,))
    assert targets(goal)["H1"] == shot


def test_the_side_drives_towards_the_enemys_spaa() -> None:
    houses = {f"H{row}": "#" for row in range(2, 9)}
    drawn = table(
        field(14, 9, **houses, D5="M1→", A5="AA1→", I3="l1↓", M9="aa1←", L9="#", L8="#"),
        spaa=1,
        lost_spaa=1,
        turn_limit=9,
        zone_b=(0,),
    )
    orders_of_phase(drawn)
    assert drawn.state.ground.grid.xy(drawn.piece("M1").square)[1] > 4


# Setting up


def test_spaa_stand_where_the_enemy_sees_them_least() -> None:
    state = deployed(book, "basic-northern")
    ground, taken = state.ground, [piece for piece in state.units.units if piece.kind == "spaa"]
    for side in Side:
        exposed = {
            square: (view_to(ground, square) & ground.zones[side.other]).bit_count()
            for square in squares_of(ground.zones_b[side] & ground.open)
        }
        chosen = [exposed[piece.square] for piece in taken if piece.side is side]
        assert sorted(chosen) == sorted(exposed.values())[:3]
        assert sum(chosen) < sum(sorted(exposed.values())[-3:])


def test_howitzers_stand_behind_and_guns_have_a_field_of_fire() -> None:
    rows: dict[str, list[int]] = {}
    state = deployed(book, "long-arm")
    for piece in state.units.units:
        if piece.side is RED:
            rows.setdefault(piece.kind, []).append(state.ground.grid.xy(piece.square)[1])
    assert max(rows["heavy-howitzer"] + rows["truck"]) <= 1 < min(rows["medium"])
    line = deployed(book, "gun-line")
    for piece in line.units.units:
        if piece.kind in ("pak-40", "pak-43"):
            ahead = line.ground.grid.arc(Arc.A45, piece.facing, piece.square)
            assert (view_to(line.ground, piece.square) & ahead).bit_count() >= 30


def test_the_command_tank_is_one_that_the_enemy_does_not_see() -> None:
    state = deployed(book, "open-battle")
    commanding = [piece for piece in state.units.units if piece.command]
    assert len(commanding) == 2
    for piece in commanding:
        assert not view_to(state.ground, piece.square) & state.ground.zones[piece.side.other]


# Many games


@pytest.mark.parametrize("scenario", ["basic-central", "open-battle"])
def test_greedy_beats_random_in_95_of_100_games(scenario: str) -> None:
    games = soak_times(20, 5)
    report = simulate("core", book.library.build(scenario), ("greedy", "random"), games, seed=f"contest {scenario}")
    assert not report.failures
    assert report.wins[0] >= 0.95 * games, f"greedy won {report.wins[0]}, random {report.wins[1]}, {report.draws} draws"


@pytest.mark.parametrize("scenario", [row.id for row in book.library.scenarios()])
def test_greedy_wins_every_scenario(scenario: str) -> None:
    games = soak_times(1, 10)
    for players in (("greedy", "random"), ("random", "greedy")):
        report = simulate("core", book.library.build(scenario), players, games, seed=f"all {scenario}")
        assert not report.failures
        assert report.wins[players.index("greedy")] >= 0.8 * games


@pytest.mark.parametrize("scenario", ["duel", "workshop"])
def test_most_games_of_greedy_against_itself_are_decided(scenario: str) -> None:
    games = soak_times(5)
    report = simulate("core", book.library.build(scenario), ("greedy", "greedy"), games, seed=f"itself {scenario}")
    assert not report.failures
    assert games - report.draws > games / 2


def test_the_same_seed_gives_the_same_games() -> None:
    setup = book.library.build("duel")
    first, again, other = (simulate("core", setup, ("greedy", "greedy"), 3, seed=seed) for seed in (3, 3, 4))
    assert (first.won, first.decisions) == (again.won, again.decisions)
    assert first.decisions != other.decisions
