"""What the planner knows of Panzer Squadron: who fires first, who can drive to a shot; and what is kept is right."""

from collections.abc import Callable, Sequence
from itertools import pairwise, permutations, product
from typing import Any, Self

import pytest
from msgspec.structs import replace

from hulldown.bots import make
from hulldown.bots.squadron import judge, placings, rehearsal, routes, tactics
from hulldown.bots.squadron.drives import Drives
from hulldown.bots.squadron.playout import Playout
from hulldown.bots.squadron.tactics import WEIGHTS, value
from hulldown.bots.squadron.tuning import TUNING
from hulldown.bots.tactics import Weights
from hulldown.bots.thinking_time import never
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.outcome.squadron import aims
from hulldown.rulebooks.squadron import driving
from hulldown.rulebooks.squadron.book import book
from hulldown.rulebooks.squadron.orders import Begin, EndActivation, Order
from hulldown.rulebooks.squadron.setup import Army, Mat, Setup
from hulldown.rulebooks.squadron.state import Activation, Gear, Phase, State
from tests.marks import rule
from tests.rulebooks.squadron.cast import CARDS, Table, field, figures, table


def worth(at: Table) -> float:
    """What the position is worth to Red."""
    return value(at.state, RED, WEIGHTS)


def test_who_is_to_act_first_is_better_off() -> None:
    at = table(field(12, 5, B3="PZ1↗", H3="te1↙"))
    first = worth(at)
    at.state.side = BLUE
    assert first > worth(at) + 10


def test_an_enemy_in_movement_behind_a_house_is_feared_more_than_one_who_stands_there() -> None:
    """Neither has a shot from where it is; one of them has two dice to drive round the corner."""
    walls = {"G2": "H", "G3": "H", "G4": "H"}
    stands, moves = (table(field(12, 5, **walls, B3="ST1↖", J3=f"te1{mark}↙")) for mark in ("", "~"))
    assert not aims.seen_from(stands.state.ground, 0, stands.hex("J3"), stands.hex("B3"))
    assert worth(stands) > worth(moves) + 5


@pytest.mark.parametrize(("acted", "other"), [("te1", "te2"), ("te2", "te1")])
def test_the_planner_fires_at_the_enemy_who_would_fire_next(acted: str, other: str) -> None:
    at = table(field(12, 9, E5="PZ1↗", H3="te1↙", I4="te2↙"), activated=[acted])
    assert make("planner:veteran/10", book, 1).choose(at.state) == at.fire("PZ1", other)


def test_a_movement_is_not_looked_at_once_it_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """One row may take longer than all the time there is, where nothing is known of the ground yet."""
    at = table(field(12, 5, B3="PZ1↗", H3="te1↙"))
    looked = list[float]()

    def counted(state: State, side: Side, weights: Weights) -> float:
        looked.append(value(state, side, weights))
        return looked[-1]

    monkeypatch.setattr(judge, "value", counted)
    many = []
    for late in (never, lambda: True):
        looked.clear()
        rows = list(tactics.ways(at.state, WEIGHTS, 400, late, SeededDice(1).pick))
        many.append((len(rows), len(looked)))
    assert many[0][0] - 1 == many[1][0] > 1
    assert many[0][1] > 2 * many[1][1]


def test_the_reach_that_is_kept_is_that_of_the_rules() -> None:
    """In the positions of random games, whoever stands in the way."""
    compared = 0
    for seed in range(6):
        state, dice = book.start(book.library.build("hunters")), SeededDice(seed)
        while book.to_act(state) is not None:
            if state.phase is Phase.MOVEMENT and state.active is not None:
                for gear in driving.gears(state.active):
                    assert routes.reach(state, gear) == driving.reach(state, gear)
                    compared += 1
            for event in book.decide(state, book.sample(state, dice), dice):
                book.evolve(state, event)
    assert compared > 50


def test_the_chances_that_battles_keep_are_those_of_the_rules() -> None:
    """In the positions of random games, for all cards in the same places, facings, turrets, and how both move."""
    compared = 0
    for seed in range(4):
        state, dice = book.start(book.library.build("hunters")), SeededDice(seed)
        while book.to_act(state) is not None:
            if state.phase is Phase.ACTIVATION:
                fight = Playout(state, 0, 0)
                pose, there = (fight.tanks[0].hex, fight.tanks[0].facing), fight.tanks[-1].hex
                for tank, mark in permutations(fight.tanks, 2):
                    for towards, began, moving in product(range(6), (False, True), (False, True)):
                        gun = aims.Gun(tank.card, *pose, tank.turret, began)
                        aim = aims.Target(mark.card, there, towards, moving)
                        chance = aims.best(state.ground, fight.wrecks, gun, aim)
                        assert fight._chance(tank, pose, began, mark, (there, towards), moving) == chance
                        compared += chance > 0
            for event in book.decide(state, book.sample(state, dice), dice):
                book.evolve(state, event)
    assert compared > 500


def test_the_drives_that_battles_keep_are_those_of_the_rules() -> None:
    """All but those that end in a small house, the cheapest first, each by the way that the rules find."""
    ground, most = table(field(12, 5, B3="PZ1↗", C3="h")).state.ground, 8
    for start in ((25, 2), (25, 5), (14, 1)):
        drives = Drives(ground, *start)
        assert list(drives.costs) == sorted(drives.costs)
        cheapest = dict[tuple[int, int], int]()
        for cost, end in zip(drives.costs, drives.ends, strict=True):
            way = drives.way(end)
            cheapest.setdefault(way[-1], cost)
            found = []
            for gear in (Gear.FORWARD, Gear.REVERSE):
                reach = routes.reached(ground, 0, *start, Activation(0, most, most), gear)
                found.append(all(reach.get(pose, (0, None))[1] == before for before, pose in pairwise([start, *way])))
                found[-1] &= reach.get(way[-1], (0, None))[0] == cost
            assert any(found)
        assert len(cheapest) > 50
        assert not any(ground.small >> place & 1 for place, _ in cheapest)
        by_hex = {
            (drives.hexes[number // 6], number % 6): drives.costs[at]
            for number, at in enumerate(drives.facings)
            if at >= 0
        }
        assert by_hex == cheapest
        costs = [min(cost for (there, _), cost in cheapest.items() if there == place) for place in drives.hexes]
        assert list(drives.least) == costs == sorted(costs)


def driver(at: Table, hasty: bool, points: int) -> list[tuple[int, int]]:
    """The poses to which PZ1 thinks of driving, with the hexes of wrecks and of other tanks left out."""
    fight = Playout(at.state, 0, 0, hasty)
    tank, foes = fight._tank(at.unit("PZ1")), [one for one in fight.tanks if one.side]
    drives, taken = Drives(at.state.ground, tank.hex, tank.facing), at.state.units.occupied
    grid = at.state.ground.grid
    ways = [tuple([grid.distance(place, foe.hex) for place in range(grid.size)]) for foe in foes]
    ends = fight._some(drives, points, taken) if hasty else fight._every(drives, points, taken, foes, ways)
    assert all(drives.costs[end] <= points for end in ends)
    return [divmod(drives.poses[drives.ends[end]], 6) for end in ends]


def test_who_is_not_hasty_thinks_of_every_hex_with_its_front_to_the_nearest_enemy() -> None:
    at = table(field(12, 9, B3="PZ1↗", H3="te1↙", C8="te2↙"))
    grid, enemies = at.state.ground.grid, (at.hex("H3"), at.hex("C8"))
    for points, least in ((2, 3), (6, 20)):
        every = driver(at, False, points)
        for place, facing in every:
            nearest = min(enemies, key=lambda enemy: grid.distance(place, enemy))
            assert grid.wedge(place, facing) >> nearest & 1
        assert len({place for place, _ in every}) > least
        assert not {place for place, _ in every} & {at.hex("B3"), *enemies}
        assert len(driver(at, True, points)) <= TUNING.hasty_poses
    assert not {facing for _, facing in driver(at, True, 6)} <= {1, 2, 3}, "a hasty one may look anywhere"


def test_who_drives_unseen_stays_in_movement_and_who_does_not_drive_lies_in_ambush() -> None:
    """By battles after a movement roll: behind a wall nobody sees the tank, in the open the enemy does."""
    walls = {f"F{row}": "H" for row in range(1, 6)}
    ends = set[tuple[bool, bool, bool, bool]]()
    for drawn in ({"B3": "PZ1↗", "H3": "te1↗"}, {**walls, "E3": "PZ1↗", "H3": "te1↗"}):
        at = table(field(12, 5, **drawn), activated=["te1"])
        unit, start = at.unit("PZ1"), at.piece("PZ1").hex
        for number in range(20):
            fight = Playout(at.state, 0, number, hasty=False).ordered(unit, [at.roll("PZ1")])
            tank = fight._tank(unit)
            if fight.gains[0]:  # it fired
                assert (tank.moving, tank.lurks) == (False, False)
            else:
                seen = fight.among(tank.hex, 1 << at.hex("H3")) > 0
                ends.add((tank.hex != start, seen, tank.moving, tank.lurks))
    assert ends == {(True, True, False, False), (True, False, True, False), (False, False, False, True)}


# Deployment, by battles that are fought quickly


def lead(state: State, side: Side, battles: range) -> float:
    """What Red wins over Blue in this turn and the next, on average, if a side begins."""
    return sum(Playout(state, 0, number).fought(int(side), state.turn + 1) for number in battles) / len(battles)


def test_a_battle_with_the_same_number_is_the_same_battle() -> None:
    at = table(field(12, 5, B3="KT1↗", H3="te1↙"))
    once, again = ([Playout(at.state, 0, number).fought(0, 3) for number in range(8)] for _ in range(2))
    assert once == again
    assert len(set(once)) > 1


def test_who_begins_a_battle_wins_more_of_it() -> None:
    at = table(field(12, 5, B3="PZ1↗", H3="te1↙"))
    assert lead(at.state, RED, range(40)) > lead(at.state, BLUE, range(40)) + 20


def test_a_shot_counts_by_its_chance_in_a_battle() -> None:
    """The Tiger II has one shot in this turn; the StuG looks away and cannot drive."""
    at = table(field(12, 5, B3="KT1↗", H3="st1↗"), activated=["st1"])
    gun, mark = aims.gun_of(at.piece("KT1")), aims.target_of(at.state, at.unit("st1"))
    points = aims.best(at.state.ground, 0, gun, mark) * at.state.card(at.unit("st1")).points
    assert {Playout(at.state, 0, number).fought(0, at.state.turn) for number in range(8)} == {points}


def test_a_battle_is_broken_off_when_it_gets_late() -> None:
    """After the first shot; what it was worth is told, and the second Tiger II no longer fires."""
    at = table(field(12, 5, B3="KT1↗", B5="KT2↗", H3="st1↗"), activated=["st1"])
    whole = [Playout(at.state, 0, number).fought(0, at.state.turn) for number in range(8)]
    part = [
        Playout(at.state, 0, number).fought(0, at.state.turn, iter([False, True, True]).__next__) for number in range(8)
    ]
    assert len(set(part)) == 1
    assert max(whole) > min(whole) == part[0] > 0  # in some of them the first shot hits


def deployed(bots: tuple[str, str], seed: int) -> State:
    """The first turn of a game, before the initiative is rolled."""
    state, dice = book.start(book.library.build("village")), SeededDice(seed)
    players = [make(bot, book, f"{seed} {side}") for side, bot in enumerate(bots)]
    while (acts := book.to_act(state)) is not None and not state.turn:
        for event in book.decide(state, players[acts].choose(book.view(state, acts)), dice):
            book.evolve(state, event)
    return state


@pytest.mark.parametrize("side", list(Side))
def test_the_planner_deploys_where_battles_are_won(side: Side) -> None:
    """By battles that it did not fight for its choice, against greedy's deployment in the same games."""
    better, fresh = 0.0, range(1000, 1012)
    for seed in range(3):
        for bot, sign in (("planner:veteran/10", 1), ("greedy", -1)):
            state = deployed(("greedy", bot) if side else (bot, "greedy"), seed)
            won = lead(state, RED, fresh) + lead(state, BLUE, fresh)
            better += sign * (-won if side else won) / 6
    assert better > 15


def test_who_has_no_time_deploys_as_greedy_does() -> None:
    state, dice = book.start(book.library.build("village")), SeededDice(1)
    for event in book.decide(state, make("greedy", book, 1).choose(state), dice):
        book.evolve(state, event)
    assert state.phase is Phase.DEPLOYMENT
    ((_, (order,)),) = tactics.ways(state, WEIGHTS, 400, lambda: True, SeededDice(1).pick)
    worths = {order: worth for worth, order in tactics.promising(state)}
    assert worths[order] == max(worths.values())


def test_the_next_tanks_answer_where_their_side_wins_most() -> None:
    """By battles in which the answer was not chosen; greedy's own places are none the better for being greedy's."""
    better, fresh = 0.0, range(1000, 1024)
    for seed in range(3):
        state = deployed(("greedy", "greedy"), seed)
        for unit, piece in enumerate(state.units.units):
            answered = placings.answered(state, unit, 120, never, 0)
            pairs = zip(state.units.units, answered.units.units, strict=True)
            assert {at for at, (before, after) in enumerate(pairs) if before != after} <= {unit}
            for begins in Side:
                won = lead(answered, begins, fresh) - lead(state, begins, fresh)
                better += (-won if piece.side else won) / 36
    assert better > 10


@rule("SQ-Q32")
def test_wherever_a_tank_is_thought_to_stand_a_small_house_has_fallen_and_nowhere_else() -> None:
    rows = ("hhhhhh", *("......",) * 8, "hhhhhh")
    armies = Army({"t-34-85": 2}, 900), Army({"panther-g": 2}, 900)
    at = Table(book.start(Setup("small", Mat("A small mat", rows), CARDS, figures(), *armies)))
    at.play(Begin(), (1, 2))
    begun, later = placings.deployed(at.state, at.deploy("t-34-85", "A1"))
    for state in (begun, *[placings.answered(begun, unit, 12, never, 0) for unit in later]):
        fallen = [place for place, sign in enumerate(state.ground.cells) if sign == "r"]
        assert fallen == sorted(piece.hex for piece in state.units.units)


# Battles after orders, by which the best rows are judged


def test_a_battle_after_a_shot_begins_with_it() -> None:
    """The StuG looks away and has acted, so that the shot is all that happens in this turn."""
    at = table(field(12, 5, B3="KT1↗", H3="st1↗"), activated=["st1"])
    gun, mark = aims.gun_of(at.piece("KT1")), aims.target_of(at.state, at.unit("st1"))
    points = aims.best(at.state.ground, 0, gun, mark) * at.state.card(at.unit("st1")).points
    battles = [Playout(at.state, 0, number).ordered(at.unit("KT1"), [at.fire("KT1", "st1")]) for number in range(8)]
    assert {one.fought(1, at.state.turn) for one in battles} == {points}
    assert {len(one.tanks) for one in battles} == {1, 2}


def test_who_lies_in_ambush_reacts_in_a_battle() -> None:
    """The enemy began in movement and must drive. Who has acted without lying down lets it pass."""
    at = table(field(12, 5, B3="PZ1↗", H3="te1~↙"))
    acted = table(field(12, 5, B3="PZ1↗", H3="te1~↙"), activated=["PZ1"])
    lies, stands = [0.0], [0.0]
    for number in range(12):
        one = Playout(at.state, 0, number).ordered(at.unit("PZ1"), [at.ambush("PZ1")])
        other = Playout(acted.state, 0, number)
        for fight, gains in ((one, lies), (other, stands)):
            fight.fought(1, at.state.turn)
            gains.append(fight.gains[0])
    assert sum(lies) > sum(stands) == 0


def test_who_drives_in_a_battle_is_reacted_to_and_flattens_a_house() -> None:
    """It begins in movement, and what sees it come is not activated yet."""
    at = table(field(12, 5, B3="PZ1~↗", C3="h", H3="te1↙"))
    at.play(at.roll("PZ1"), (4, 4))
    house, unit = at.hex("C3"), at.unit("PZ1")
    assert at.allows(at.step("C3"))
    row: list[Order] = [at.step("C3"), EndActivation(True)]
    battles = [Playout(at.state, 0, number).ordered(unit, row) for number in range(40)]
    assert all(one.ground.ruins >> house & 1 for one in battles)
    assert {one.gains[1] > 0 for one in battles} == {True}
    lost = [one for one in battles if all(tank.unit != unit for tank in one.tanks)]
    assert 0 < len(lost) < 40
    assert all(one.wrecks >> house & 1 for one in lost)
    moving = {tank.moving for one in battles if one not in lost for tank in one.tanks if tank.unit == unit}
    assert moving == {True}


def test_the_better_half_is_fought_for_on() -> None:
    fights = list[tuple[str, int]]()

    def fought(choice: str, number: int) -> float:
        fights.append((choice, number))
        return {"a": 3.0, "b": 1.0, "c": 9.0, "d": 0.0}[choice]

    first = {"a": 7.0, "b": 0.0, "c": 0.0, "d": 0.0}
    assert list(rehearsal.winnowed(first, 16, fought, never)) == [(10, "a"), (9, "c"), (1, "b"), (0, "d")]
    assert fights == [
        (one, number)
        for numbers, kept in ((range(2), "abcd"), (range(2, 6), "ac"))
        for number in numbers
        for one in kept
    ]
    fights.clear()
    assert next(rehearsal.winnowed(first, 16, fought, lambda: True)) == (7, "a")
    assert not fights


@pytest.mark.parametrize("phase", [Phase.ACTIVATION, Phase.MOVEMENT, Phase.DEPLOYMENT])
def test_only_with_enough_evaluations_there_are_battles_after_orders_and_answers(
    phase: Phase, monkeypatch: pytest.MonkeyPatch
) -> None:
    fought = list[str]()

    class Counted(Playout):
        def ordered(self, unit: int, row: Sequence[Order]) -> Self:
            fought.append("after orders")
            return super().ordered(unit, row)

    def answered(*asked: Any) -> State:
        fought.append("answer")
        return plain_answer(*asked)

    plain_answer = placings.answered
    for module in (rehearsal, placings):
        monkeypatch.setattr(module, "Playout", Counted)
    monkeypatch.setattr(placings, "answered", answered)
    at = table(field(12, 5, B3="PZ1↗", H3="te1↙"))
    state = at.state
    if phase is Phase.MOVEMENT:
        at.play(at.roll("PZ1"), (4,))
        state = at.state
    elif phase is Phase.DEPLOYMENT:
        state = book.start(book.library.build("village"))
        for event in book.decide(state, make("greedy", book, 1).choose(state), SeededDice(1)):
            book.evolve(state, event)
    assert state.phase is phase
    found = []
    for evaluations in (TUNING.least_for_battles - 1, TUNING.least_for_battles):
        fought.clear()
        rows = list(tactics.ways(state, WEIGHTS, evaluations, never, SeededDice(1).pick))
        if evaluations == TUNING.least_for_battles:
            assert len({row for _, row in rows}) == len(rows)
        found.append(set(fought))
    assert found == [set(), {"answer" if phase is Phase.DEPLOYMENT else "after orders"}]


def ranked(state: State, evaluations: int) -> list[tuple[Order, ...]]:
    """The rows that the planner thinks of, the best first."""
    rows = tactics.ways(state, WEIGHTS, evaluations, never, SeededDice(1).pick)
    return [row for _, row in sorted(rows, key=lambda one: -one[0])]


@pytest.mark.parametrize("side", list(Side))
def test_of_the_best_rows_that_is_first_which_wins_most_battles(side: Side, monkeypatch: pytest.MonkeyPatch) -> None:
    """Battles after one of them go well for Red, whoever is to act."""
    at = table(field(12, 9, E5="PZ1↗", H3="te1↙", I4="te2↙", D7="PZ2↗"))
    at.state.side = side
    by_value = ranked(at.state, TUNING.least_for_battles - 1)

    class Told(Playout):
        def ordered(self, unit: int, row: Sequence[Order]) -> Self:
            self.gains[0] = 1000.0 if row == by_value[2] else 0.0
            return self

        def fought(self, side: int, last: int, late: Callable[[], bool] = never) -> float:
            return self.gains[0]

    monkeypatch.setattr(rehearsal, "Playout", Told)
    monkeypatch.setattr(rehearsal, "TUNING", replace(TUNING, rehearsed_rows=5))
    by_battles = ranked(at.state, TUNING.least_for_battles)
    assert set(by_battles) == set(by_value)
    assert by_battles.index(by_value[2]) == (4 if side else 0)


def test_battles_count_so_many_times_against_the_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row is first only if its battles bring what it lacks by the value, in that proportion.

    Those who drive in these battles are not hasty, and fight to the end of the next turn.
    """
    at = table(field(12, 9, E5="PZ1↗", H3="te1↙", I4="te2↙", D7="PZ2↗"))
    dice = SeededDice(1)
    rows = sorted(
        tactics.ways(at.state, WEIGHTS, TUNING.least_for_battles - 1, never, dice.pick), key=lambda one: -one[0]
    )
    (first, _), (second, row) = rows[0], next(one for one in rows if one[0] < rows[0][0] - 1)
    for part, ahead in ((0.9, False), (1.1, True)):

        class Told(Playout):
            brings = part * (first - second) / TUNING.rehearsed_weight

            def ordered(self, unit: int, given: Sequence[Order]) -> Self:
                assert not self.hasty
                self.gains[0] = self.brings if given == row else 0.0
                return self

            def fought(self, side: int, last: int, late: Callable[[], bool] = never) -> float:
                assert last == at.state.turn + 1
                return self.gains[0]

        monkeypatch.setattr(rehearsal, "Playout", Told)
        assert (ranked(at.state, TUNING.least_for_battles)[0] == row) is ahead


def test_battles_end_with_the_game() -> None:
    """There is nothing to win in a turn after the last one."""
    at = table(field(12, 9, E5="PZ1↗", H3="te1↙", D7="PZ2↗"))
    at.state.turn = last = at.state.ground.setup.figures.turns
    to_the_end, beyond = (
        [Playout(at.state, 0, number).fought(0, turn) for number in range(8)] for turn in (last, last + 3)
    )
    assert beyond == to_the_end
    at.state.turn = last - 1
    assert [Playout(at.state, 0, number).fought(0, last) for number in range(8)] != to_the_end


def test_rows_are_not_listed_on_for_battles_once_it_is_late() -> None:
    at = table(field(12, 5, B3="PZ1↗", H3="te1↙"))
    at.play(at.roll("PZ1"), (4,))
    rows = tactics.ways(at.state, WEIGHTS, TUNING.least_for_battles, lambda: True, SeededDice(1).pick)
    assert len(list(rows)) == 1
