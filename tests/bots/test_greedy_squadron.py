"""What the greedy bot does in named situations of Panzer Squadron, and how it fares over many games."""

from itertools import pairwise
from typing import Any

import pytest

from hulldown.bots import make
from hulldown.bots.placing import placing
from hulldown.bots.players import tactics_of
from hulldown.bots.squadron.prospects import Prospects
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.side import BLUE
from hulldown.lab.simulate import simulate
from hulldown.outcome.squadron import aims
from hulldown.rulebooks.squadron import shooting, tiles
from hulldown.rulebooks.squadron.book import book
from hulldown.rulebooks.squadron.orders import (
    Activate,
    Ambush,
    EndActivation,
    Fire,
    KeepTurrets,
    Pass,
    PlaceTile,
    RollMovement,
    Step,
    SwingBack,
    Turn,
)
from hulldown.rulebooks.squadron.setup import Army, Mat, Setup
from hulldown.rulebooks.squadron.state import Phase, State
from tests.marks import soak_times
from tests.rulebooks.squadron.cast import CARDS, Table, case, field, figures, table


def choice(at: Table, seed: int = 1) -> Any:
    """What greedy orders here."""
    return make("greedy", book, seed).choose(book.view(at.state, at.state.acting))


def activation(at: Table, roll: tuple[int, ...], most: int = 20) -> list[Any]:
    """The orders of the tank under way until its shot or its end, after this roll of its movement dice."""
    given = [choice(at)]
    assert isinstance(given[0], RollMovement)
    at.play(given[0], roll)
    while at.state.phase is Phase.MOVEMENT:
        assert len(given) < most, "the activation does not end"
        given.append(choice(at))
        at.play_with(given[-1], SeededDice(1))
    return given


# Chances


def test_the_chances_that_a_bot_counts_with_are_those_of_the_rules() -> None:
    """In the positions of random games, for every shot."""
    setup = book.library.build("hunters", options={"free_stop": "on"})
    compared = {False: 0, True: 0}
    for seed in range(12):
        state, dice = book.start(setup), SeededDice(seed)
        while book.to_act(state) is not None:
            for order in book.orders(state):
                if isinstance(order, Fire):
                    gun, mark = aims.gun_of(state.units.units[order.unit]), aims.target_of(state, order.target)
                    chance = dict(aims.chances(state.ground, state.units.wrecks, gun, mark))[order.corner]
                    assert chance == float(shooting.chance_of(book.preview(state, order)))
                    compared[gun.began] += 1
            for event in book.decide(state, book.sample(state, dice), dice):
                book.evolve(state, event)
    assert min(compared.values()) > 5, "from a halt and in movement"


# Fire


def test_the_flank_is_chosen_where_the_front_is_too_thick() -> None:
    """Both are Tiger II and stand as near; a Sherman pierces one from the side only."""
    at = table(field(9, 9, E5="SH1↗", H3="kt1↙", H6="kt2↗"))
    assert choice(at) == at.fire("SH1", "kt2")


def test_of_two_gun_corners_the_one_is_taken_that_needs_no_turret() -> None:
    at = table(field(9, 5, B3="PA1↘", F3="te1↙"), turn=2)
    at.play(Activate(at.unit("PA1")), (4,))
    assert choice(at) == at.fire("PA1", "te1", "↘")


def test_a_good_shot_is_not_given_up_for_a_walk() -> None:
    at = table(field(12, 5, B3="PZ1↗", E2="te1↗", A1="h"))
    assert choice(at) == at.fire("PZ1", "te1")


def test_the_tank_with_the_better_shot_goes_first() -> None:
    at = table(field(14, 7, A1="PZ1↓", E4="PZ2↗", H2="te1↑"))
    assert choice(at) == at.fire("PZ2", "te1")


def test_the_tank_that_is_in_danger_goes_before_one_that_is_not() -> None:
    """Neither has a shot: one of them stands before a gun."""
    at = table(field(16, 9, D4="ST1↖", A9="ST2↖", I2="su1↙", D3="H", C3="H", A8="H", B8="H"))
    assert choice(at) == RollMovement(at.unit("ST1"))


def test_an_enemy_who_has_still_to_act_is_fired_at_before_one_who_has_acted() -> None:
    drawing = field(12, 9, E5="PZ1↗", H3="te1↙", I4="te2↙")
    for acted, other in (("te1", "te2"), ("te2", "te1")):
        at = table(drawing, activated=[acted])
        assert choice(at) == at.fire("PZ1", other)


# Turrets


def test_a_turret_swings_back_when_nothing_keeps_it() -> None:
    at = table(field(9, 5, B3="PZ1↗↓", I1="te1↙"), phase=Phase.TURRETS)
    assert choice(at) == SwingBack(at.unit("PZ1"))


def test_a_turret_stays_on_its_target() -> None:
    at = table(field(9, 9, E2="PZ1↗↓", E8="te1↗"), phase=Phase.TURRETS)
    assert choice(at) == KeepTurrets()


# Movement


def test_a_tank_without_a_target_drives_on_and_stays_in_movement() -> None:
    at = table(field(20, 5, A3="PZ1↗", T3="te1↗", K1="H", K2="H", K3="H", K4="H"))
    given = activation(at, (4,))
    assert [type(order) for order in given[1:-1]] == [Step] * 4
    assert given[-1] == EndActivation(True)


def test_with_points_to_spare_a_tank_comes_round_the_corner_and_fires() -> None:
    at = table(field(9, 7, B4="PZ1~↗", D3="H", D4="H", F4="te1↗"), activated=["te1"])
    given = activation(at, (4, 4))
    assert isinstance(given[-1], Fire)
    assert any(isinstance(order, Step) for order in given)


def test_a_way_is_planned_once_and_followed() -> None:
    """No hex is left again, and the end is what was best from the start."""
    at = table(field(14, 9, B5="PZ1~↗", E3="H", E5="O", G4="H", L4="te1↙"), activated=["te1"])
    at.play(at.roll("PZ1"), (4, 3))
    seen: list[int] = [at.piece("PZ1").hex]
    while at.state.phase is Phase.MOVEMENT:
        at.play_with(choice(at), SeededDice(1))
        seen.append(at.piece("PZ1").hex)
    ways = [place for place, after in pairwise(seen) if place != after]
    assert len(ways) == len(set(ways))


def test_a_threatened_tank_goes_into_cover() -> None:
    """A gun that cannot be harmed looks at it; a ruin and a house are near."""
    at = table(field(14, 7, D4="SH1↗", E4="r", M4="kt1↙"))
    given = activation(at, (4,))
    piece = at.piece("SH1")
    assert isinstance(given[-1], EndActivation)
    assert at.state.place(piece.hex) == "E4" or not aims.seen_from(at.state.ground, 0, at.piece("kt1").hex, piece.hex)


def test_a_small_house_promises_the_cover_of_the_ruin_that_it_will_be() -> None:
    found = []
    for tile in ("h", "r", "."):
        at = table(field(14, 7, D4="SH1↗", E4=tile, M4="pa1↙"))
        before = Prospects(at.state, at.unit("SH1"))
        found.append(before.hurts(before.foes[0], at.hex("E4"), 0, False))
    assert found[0] == found[1] < found[2]


def test_a_tank_that_faces_away_turns_towards_an_enemy_whom_it_does_not_see() -> None:
    at = table(field(20, 5, B3="PZ1↖", C3="O", B4="O", T3="te1↗", K1="H", K2="H", K3="H", K4="H"), activated=["te1"])
    assert activation(at, (1,))[1] == at.turn("↑")


def test_a_fixed_cannon_a_corner_off_is_a_danger_but_a_lesser_one() -> None:
    found = []
    for facing in "↙↓↘":
        at = table(field(12, 7, C4="TE1↗", H3=f"su1{facing}"))
        before = Prospects(at.state, at.unit("TE1"))
        found.append(before.hurts(before.foes[0], at.piece("TE1").hex, at.piece("TE1").facing, False))
    assert found[0] > found[1] > found[2] == 0


def test_a_tank_turns_its_front_to_the_enemy() -> None:
    """Its fixed cannon cannot fire, and the points do not pay for more than a turn."""
    at = table(field(16, 7, D4="SU1↖", O4="pa1↙"), activated=["pa1"])
    assert activation(at, (2,))[1] in (at.turn("↗"), at.turn("↘"))


def test_a_fixed_cannon_is_turned_on_its_target() -> None:
    at = table(field(12, 7, C4="SU1↓", H4="pz1↗"), activated=["pz1"])
    given = activation(at, (4,))
    assert [type(order) for order in given[1:]] == [Turn, Fire]


# Ambush and breakdown


def test_a_tank_waits_in_ambush_for_an_enemy_who_has_to_come_by() -> None:
    """The enemy in movement behind the house must move, into sight of a gun that nobody else can reach."""
    at = table(field(12, 5, B3="SU1↗", I2="H", H3="H", J3="sh1~↙", I4="H"))
    assert choice(at) == Ambush(at.unit("SU1"))


def test_who_only_waits_is_activated_after_who_drives() -> None:
    """A tank may react without being activated, so the ambush comes last."""
    wall = dict.fromkeys(("A6", "B6", "C6", "D6", "E6", "F6", "G7", "H8", "G9"), "H")
    at = table(field(20, 9, **wall, B3="SU1↗", I2="H", H3="H", J3="sh1~↙", I4="H", A9="ST1↗"))
    promised = {order: worth for worth, order in tactics_of(book).promising(at.state)}
    assert promised[at.roll("ST1")] > promised[at.ambush("SU1")] > 0


def test_without_an_enemy_to_come_nobody_lies_in_ambush() -> None:
    at = table(field(12, 5, B3="SU1↗", I2="H", H3="H", J3="sh1↙", I4="H"), activated=["sh1"])
    assert choice(at) == RollMovement(at.unit("SU1"))


def test_the_breakdown_die_is_rolled_and_a_broken_tank_fires_all_the_same() -> None:
    at = table(field(9, 5, B3="PA1~↗", F2="te1↗"))
    assert choice(at) == Activate(at.unit("PA1"))
    at.play(choice(at), (1,))
    assert choice(at) == at.fire("PA1", "te1")
    blind = table(field(9, 5, B3="PA1~↗", F2="te1↗", D1="H", D2="H", D3="H"))
    blind.play(choice(blind), (1,))
    assert choice(blind) == Ambush(blind.unit("PA1"))


# Reactions


def window(words: dict[tuple[int, int], str], step: tuple[int, int], mover: str, **more: Any) -> Table:
    """A case in which a tank has driven a hex, and somebody may react."""
    at = case(words, **more)
    at.play(at.roll(mover), (4,))
    at.play(at.step(step))
    assert at.state.window is not None
    return at


def test_an_opportunity_is_taken() -> None:
    at = window({(0, 0): "PZ1↗", (4, -1): "te1*↙"}, (1, -1), "PZ1")
    assert choice(at) == at.fire("te1", "PZ1")


def test_a_poor_opportunity_is_declined_for_a_better_activation() -> None:
    """A King Tiger's front drives by; a Panzer IV shows its rear next to it."""
    words = {(0, 0): "KT1↗", (4, -1): "sh1↙", (3, 0): "PZ1↙"}
    at = case(words)
    at.play(at.activate("KT1"), (4,))
    at.play(at.roll("KT1"), (4,))
    at.play(at.step((1, -1)))
    assert at.state.window is not None
    assert choice(at) == Pass()
    at.hold_fire()
    del words[3, 0]
    words[4, 3] = "PZ1↙"
    alone = case(words | {(2, 3): "H", (3, 2): "H", (4, 2): "H", (3, 3): "H"})
    alone.play(alone.activate("KT1"), (4,))
    alone.play(alone.roll("KT1"), (4,))
    alone.play(alone.step((1, -1)))
    assert choice(alone) == alone.fire("sh1", "KT1")


def test_a_tank_in_ambush_has_nothing_else_to_wait_for() -> None:
    at = case({(0, 0): "KT1↗", (4, -1): "sh1*↙", (3, 0): "PZ1↙"}, activated=["PZ1"])
    at.play(at.activate("KT1"), (4,))
    at.play(at.roll("KT1"), (4,))
    at.play(at.step((1, -1)))
    assert choice(at) == at.fire("sh1", "KT1")


def test_a_tank_does_not_drive_into_an_ambush_for_nothing() -> None:
    """It has to move: out of sight, unless the gun that looks down the street has acted."""
    houses = dict.fromkeys(("C3", "D3", "E3", "F3", "D4", "E4"), "H")
    for gun, seen in (("su1*↙", False), ("su1↙", True)):
        at = table(field(12, 7, **houses, C5="SH1~↗", I3=gun), activated=["su1"] if seen else [])
        activation(at, (1, 1))
        view = aims.seen_from(at.state.ground, at.state.units.wrecks, at.hex("I3"), at.piece("SH1").hex)
        assert bool(view) is seen


# Setting up


def after_set_up(scenario: str) -> State:
    """The table when greedy has set up both sides, one choice at a time."""
    state: State = book.start(book.library.build(scenario))
    for event in book.decide(state, next(iter(book.orders(state))), SeededDice(1)):
        book.evolve(state, event)
    while state.turn == 0:
        side, phase = state.side, state.phase
        orders = placing(book, state, 99)
        left = tiles.hand_left(state, side.other) if phase is Phase.TILES else tiles.beside(state, side.other)
        assert len(orders) == 1 or not left, "the sides take turns"
        for order in orders:
            assert book.refuse(state, order) is None
            for event in book.decide(state, order, SeededDice(1)):
                book.evolve(state, event)
    return state


def test_tiles_are_cover_for_oneself_and_craters_for_the_enemy() -> None:
    state = book.start(book.library.build("battle"))
    for event in book.decide(state, next(iter(book.orders(state))), SeededDice(1)):
        book.evolve(state, event)
    rows: dict[str, list[int]] = {}
    while state.phase is Phase.TILES:
        (order,) = placing(book, state, 1)
        assert isinstance(order, PlaceTile)
        row = order.hex // state.ground.grid.columns
        rows.setdefault(order.kind, []).append(state.ground.grid.rows - 1 - row if state.side else row)
        for event in book.decide(state, order, SeededDice(1)):
            book.evolve(state, event)
    assert max(rows["hedge"]) <= 3
    assert max(rows["small_house"] + rows["ruin"]) <= 5 < min(rows["crater"])
    houses = [at % state.ground.grid.columns for at, sign in enumerate(state.ground.cells) if sign in "Hh"]
    assert len(set(houses)) >= 10, "they stand across many lines"


@pytest.mark.parametrize("scenario", ["battle", "first-tiles", "duel"])
def test_tanks_stand_apart_with_their_front_to_the_enemy(scenario: str) -> None:
    state = after_set_up(scenario)
    for piece in state.units.units:
        assert piece.facing == tiles.ahead(piece.side)
        assert not state.ground.grid.neighbours(piece.hex) & state.units.occupied


def test_a_tank_is_not_put_before_a_gun_that_stands_already() -> None:
    """In the middle it would stand, were there not the gun; the houses hide the corner."""
    rows = ("." * 9, *("." * 9,) * 3, "......HHH", *("." * 9,) * 7)
    setup = Setup("drawn", Mat("A mat", rows), CARDS, figures(), Army({"sherman-75": 1}, 99), Army({"su-100": 1}, 100))
    at = Table(book.start(setup))
    at.state.phase, at.state.side = Phase.DEPLOYMENT, BLUE
    at.play(at.deploy("su-100", "E12", "↑"))
    (order,) = placing(book, at.state, 1)
    assert not aims.seen_from(at.state.ground, 0, at.hex("E12"), order.hex)


# Many games


@pytest.mark.parametrize("scenario", ["village", "colmar"])
def test_greedy_beats_random_in_95_of_100_games(scenario: str) -> None:
    games = soak_times(10, 10)
    report = simulate("squadron", book.library.build(scenario), ("greedy", "random"), games, seed=f"contest {scenario}")
    assert not report.failures
    assert report.wins[0] >= 0.95 * games, f"greedy won {report.wins[0]}, random {report.wins[1]}, {report.draws} draws"


@pytest.mark.parametrize("scenario", [row.id for row in book.library.scenarios()])
def test_greedy_wins_every_scenario(scenario: str) -> None:
    games = soak_times(2, 10)
    report = simulate("squadron", book.library.build(scenario), ("greedy", "random"), games, seed=f"all {scenario}")
    assert not report.failures
    assert report.wins[0] >= 0.75 * games - 1  # a duel is mostly luck


def test_the_same_seed_gives_the_same_games() -> None:
    setup = book.library.build("duel")
    first, again, other = (simulate("squadron", setup, ("greedy", "greedy"), 3, seed=seed) for seed in (3, 3, 4))
    assert (first.won, first.decisions) == (again.won, again.decisions)
    assert first.decisions != other.decisions
