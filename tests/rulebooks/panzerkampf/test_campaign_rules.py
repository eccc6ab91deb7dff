"""The campaigns: rolls and choices, zones, thirds, reinforcements, relief, and who wins (PK-82 … PK-103)."""

from typing import Any

import pytest

from hulldown import bots
from hulldown.geometry.plane import overlap, point
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.rulebooks.panzerkampf import campaign, deployment, library, turn
from hulldown.rulebooks.panzerkampf.book import book
from hulldown.rulebooks.panzerkampf.events import (
    BankGrew,
    Deployed,
    DugIn,
    EdgesAssigned,
    EdgeTaken,
    FirstChosen,
    GameEnded,
    PhaseBegan,
    ReliefCame,
    RolledOff,
    TurnTaken,
)
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.orders import (
    AssignEdges,
    Begin,
    Deploy,
    EndMovement,
    EndStart,
    EndTurn,
    SetUpFirst,
    TakeEdge,
    TakeTurn,
)
from hulldown.rulebooks.panzerkampf.setup import Army, Setup, allowance, destination, reinforcement
from hulldown.rulebooks.panzerkampf.state import Phase, State, Where
from hulldown.rulebooks.panzerkampf.tables import Table, box
from tests.marks import rule
from tests.rulebooks.panzerkampf.cast import (
    BY_ID,
    CHART,
    allows,
    battle,
    blue,
    change,
    cm,
    field,
    figures,
    house,
    lake,
    play,
    red,
    refused,
)

SEVEN = {"medium-tank": 4, "infantry": 3}
FOUR = {"light-tank": 4}


def setup(campaign: str = "standard", table: Table | None = None, **more: Any) -> Setup:
    fields: dict[str, Any] = {"red": SEVEN, "blue": FOUR, "limit": 2000} | more
    armies = {side: Army(fields.pop(side)) for side in ("red", "blue", "relief") if side in fields}
    fields = {"scenario": "drawn", "chart": CHART, "figures": figures(**fields.pop("changed", {}))} | fields
    return Setup(campaign=campaign, table=table or field(), **fields, **armies)  # type: ignore[arg-type]


def begun(first: Side = RED, edge: str = "south", **more: Any) -> State:
    """A standard battle in which Red won the roll and took an edge, and Blue said who deploys first."""
    state = book.start(setup(**more))
    play(state, Begin(), (9, 4))
    play(state, TakeEdge(edge))  # type: ignore[arg-type]
    play(state, SetUpFirst(first is BLUE))
    return state


def deploy(state: State, kind: str, x: float, y: float, heading: int = 0) -> tuple[Any, ...]:
    return play(state, Deploy(kind, *cm(x, y), heading))


def fill(state: State) -> None:
    """Deploys all units that are still to come, wherever."""
    dice = SeededDice("fill")
    while state.phase is Phase.DEPLOYMENT:
        play(state, book.sample(state, dice))


# The standard battle


@rule("PK-83", "PK-R42")
def test_the_higher_die_chooses_first_and_equal_dice_are_rolled_again() -> None:
    state = book.start(setup())
    assert play(state, Begin(), (7, 7), (7, 8))[0] == RolledOff(((7, 7), (7, 8)), BLUE)
    assert (state.phase, state.side) == (Phase.CHOICE, BLUE)


@rule("PK-83")
def test_the_other_player_has_the_other_choice() -> None:
    state = book.start(setup())
    play(state, Begin(), (9, 4))
    assert play(state, TakeEdge("north"))[0] == EdgeTaken(RED, "north")
    assert (state.side, state.edges) == (BLUE, ("north", "south"))
    refused(state, TakeEdge("north"), "PK-83", "is chosen")
    assert play(state, SetUpFirst(False))[0] == FirstChosen(BLUE, RED)
    assert (state.phase, state.side) == (Phase.DEPLOYMENT, RED)


@rule("PK-83")
def test_the_choices_may_be_taken_in_either_order() -> None:
    state = book.start(setup())
    play(state, Begin(), (2, 4))
    assert play(state, SetUpFirst(True))[0] == FirstChosen(BLUE, BLUE)
    assert state.side is RED
    refused(state, SetUpFirst(True), "PK-83", "Blue deploys first")
    play(state, TakeEdge("south"))
    assert (state.phase, state.side, state.edges) == (Phase.DEPLOYMENT, BLUE, ("south", "north"))


@rule("PK-83", "PK-R42")
def test_a_battle_is_fought_between_the_long_edges() -> None:
    state = book.start(setup())
    play(state, Begin(), (9, 4))
    assert refused(state, TakeEdge("west"), "PK-R42", "north").nearest == TakeEdge("north")
    tall = book.start(setup(table=field(width=80, height=120)))
    play(tall, Begin(), (9, 4))
    assert allows(tall, TakeEdge("west"))
    assert not allows(tall, TakeEdge("north"))


@rule("PK-83", "PK-89")
def test_edges_are_given_in_an_escort_and_chosen_in_a_battle() -> None:
    state = book.start(setup())
    play(state, Begin(), (9, 4))
    refused(state, AssignEdges("west", "north"), "PK-89", "escort")
    escort = book.start(setup("escort", red={"supply-truck": 2, "medium-tank": 4}, blue={"infantry": 2}))
    play(escort, Begin())
    refused(escort, SetUpFirst(True), "PK-92", "the attacker, Blue, deploys first")
    refused(escort, TakeEdge("north"), "PK-89", "both edges at once")


@rule("PK-84", "PK-R42")
def test_forty_centimetres_lie_between_the_zones() -> None:
    state = begun()
    assert deployment.zones(state) == ((0, 60 * CM, 120 * CM, 80 * CM),)
    assert deployment.zones(state, BLUE) == ((0, 0, 120 * CM, 20 * CM),)
    assert allows(state, Deploy("medium-tank", *cm(60, 61.5), 0))
    found = refused(state, Deploy("medium-tank", *cm(60, 61.49), 0), "PK-84", 20, "south", "as a whole")
    assert found.nearest == Deploy("medium-tank", *cm(60, 61.5), 0)
    assert refused(state, Deploy("medium-tank", *cm(-5, 90), 0), "PK-84").nearest == Deploy(
        "medium-tank", *cm(1, 78.5), 0
    )


@rule("PK-84")
def test_the_nearest_place_of_a_turned_base_lies_in_the_zone_too() -> None:
    state = begun()
    for heading in range(0, 360, 7):
        order = Deploy("medium-tank", *cm(60, 40), heading)
        found = refused(state, order, "PK-84").nearest
        assert found is not None
        assert not allows(state, Deploy("medium-tank", found.x, found.y - 1, heading))


@rule("PK-84", "PK-R42")
def test_zones_are_ten_centimetres_deep_at_least_and_follow_the_short_side() -> None:
    assert deployment.zones(begun(table=field(width=80, height=60))) == ((0, 50 * CM, 80 * CM, 60 * CM),)
    assert deployment.zones(begun(table=field(width=120, height=120))) == ((0, 80 * CM, 120 * CM, 120 * CM),)
    tall = begun(table=field(width=80, height=120), edge="west")
    assert deployment.zones(tall) == ((0, 0, 20 * CM, 120 * CM),)


@rule("PK-85")
def test_x4_seven_units_are_placed_by_three_three_and_one() -> None:
    state = begun()
    sides = []
    for at in range(11):
        sides.append(state.side)
        kind = deployment.kinds(state)[0]
        deploy(state, kind, 10 + 8 * at, 70 if state.side is RED else 10)
    red_, blue_ = RED, BLUE
    assert sides == [red_, red_, red_, blue_, blue_, red_, red_, red_, blue_, blue_, red_]
    assert state.phase is Phase.FIRST


@rule("PK-85")
@pytest.mark.parametrize(("units", "batches"), [(1, [1]), (2, [1, 1]), (3, [1, 1, 1]), (4, [2, 2]), (7, [3, 3, 1])])
def test_a_third_is_rounded_up(units: int, batches: list[int]) -> None:
    state, found = begun(red={"recon-car": units}, blue={"recon-car": 12}), []
    while state.phase is Phase.DEPLOYMENT:
        if state.side is RED:
            found.append(deployment.left_in_batch(state))
        for _ in range(deployment.left_in_batch(state)):
            placed = sum(piece.where is Where.TABLE for piece in state.units)
            deploy(state, "recon-car", 5 + 5 * placed, 70 if state.side is RED else 10)
    assert found == batches


@rule("PK-85")
def test_units_come_one_by_one_and_no_more_than_there_are() -> None:
    state = begun(red={"medium-tank": 1, "infantry": 2})
    assert deploy(state, "medium-tank", 20, 70, 10)[0] == Deployed(0, RED, "medium-tank", *cm(20, 70), 10)
    deploy(state, "light-tank", 20, 10)
    deploy(state, "light-tank", 30, 10)
    refused(state, Deploy("medium-tank", *cm(40, 70), 0), "PK-85", "no Medium tank left")
    refused(state, Deploy("light-tank", *cm(40, 70), 0), "PK-85", "no Light tank left")
    refused(state, Deploy("zeppelin", *cm(40, 70), 0), "PK-82", "zeppelin", "medium-tank")


@rule("PK-85")
def test_a_base_stands_where_it_can() -> None:
    state = begun(table=field(house(40, 62, 10, 10), lake(80, 60, 20, 20)))
    deploy(state, "medium-tank", 20, 70)
    refused(state, Deploy("infantry", *cm(21, 70), 0), "PK-R3", "Medium tank 1")
    assert allows(state, Deploy("infantry", *cm(22, 70), 0))
    refused(state, Deploy("infantry", *cm(39.5, 70), 0), "PK-07", "house")
    refused(state, Deploy("infantry", *cm(90, 70), 0), "PK-16", "lake")


@rule("PK-18", "PK-85")
def test_ships_are_deployed_on_water() -> None:
    state = begun(table=field(lake(60, 0, 60, 80)), red={"patrol-ship": 1, "submarine": 1, "infantry": 1})
    refused(state, Deploy("patrol-ship", *cm(30, 70), 0), "PK-R5")
    assert allows(state, Deploy("patrol-ship", *cm(90, 70), 0))


@rule("PK-85", "PK-R73")
def test_nobody_stands_so_that_the_rest_finds_no_room() -> None:
    """A pond of 5 × 8 cm: the destroyer fits in beside the patrol ship only if that keeps to the side."""
    table = field(lake(50, 70, 5, 8), lake(50, 5, 5, 8))
    state = begun(table=table, red={"patrol-ship": 1, "destroyer": 1}, blue={"infantry": 2})
    refused(state, Deploy("patrol-ship", *cm(52.5, 74), 0), "PK-R73", "no room", "Destroyer")
    deploy(state, "patrol-ship", 50.75, 74)
    fill(state)
    assert state.phase is Phase.FIRST


@rule("PK-85", "PK-R73")
def test_a_full_zone_is_filled_to_the_last_unit() -> None:
    many = {"medium-tank": 4, "infantry": 8}
    state = begun(table=field(house(9, 0, 111, 80)), red=many, blue=many, limit=20_000)
    fill(state)
    assert state.phase is Phase.FIRST
    assert list(book.faults(state)) == []


@rule("PK-86")
@pytest.mark.parametrize("first", [RED, BLUE])
@pytest.mark.parametrize("own", [True, False])
def test_whoever_deployed_first_says_who_begins(first: Side, own: bool) -> None:
    state = begun(first=first)
    fill(state)
    assert (state.phase, state.side) == (Phase.FIRST, first)
    events = play(state, TakeTurn(own))
    beginner = first if own else first.other
    assert events == (TurnTaken(first, beginner), PhaseBegan(Phase.MOVEMENT, beginner, 1))
    assert (state.turn, state.round) == (1, 1)


def lost(state: State, *units: int) -> Result | None:
    for unit in units:
        change(state, unit, hp=0, wreck=True)
    return campaign.victory_of(state)


@rule("PK-87")
def test_a_side_without_units_has_lost() -> None:
    state = battle([red("infantry", 10, 10), blue("infantry", 50, 50), blue("at-gun", 60, 50, where=Where.AWAY)])
    assert lost(state) is None
    assert lost(state, 1) is None
    found = lost(state, 2)
    assert found is not None
    assert (found.winner, found.rule) == (RED, "PK-87")


@rule("PK-87", "PK-R70")
def test_both_without_units_is_a_draw() -> None:
    state = battle([red("infantry", 10, 10), blue("infantry", 50, 50)])
    found = lost(state, 0, 1)
    assert found is not None
    assert found.winner is None


@rule("PK-87")
def test_the_last_shot_ends_the_game() -> None:
    state = battle([red("infantry", 10, 10), blue("infantry", 50, 50)])
    change(state, 1, hp=-1, where=Where.GONE)
    (event,) = turn.after_losses(state)
    assert isinstance(event, GameEnded)
    book.evolve(state, event)
    assert book.to_act(state) is None
    assert book.result(state) == event.result


@rule("PK-87", "PK-R46")
@pytest.mark.parametrize(("gone", "winner"), [((0,), BLUE), ((2,), RED), ((0, 2), None), ((), None), ((1, 2), BLUE)])
def test_after_the_last_round_points_decide(gone: tuple[int, ...], winner: Side | None) -> None:
    """Infantry 120, medium tank 250, light tank 180 points; a wreck and one that exploded count alike."""
    units = [red("infantry", 10, 10), red("medium-tank", 20, 10), blue("infantry", 50, 50), blue("light-tank", 60, 50)]
    state = battle(units, phase=Phase.SHOOTING, side=BLUE, turn=30, changed={"rounds": 15})
    for unit in gone:
        change(state, unit, hp=0, wreck=True)
    (event,) = play(state, EndTurn())
    assert isinstance(event, GameEnded)
    assert (event.result.winner, event.result.rule) == (winner, "PK-R46")
    assert "After 15 rounds" in event.result.sentence


@rule("PK-87", "PK-R46")
def test_the_game_goes_on_before_the_last_turn() -> None:
    units = [red("infantry", 10, 10), blue("infantry", 50, 50)]
    state = battle(units, phase=Phase.SHOOTING, turn=29, changed={"rounds": 15})
    assert play(state, EndTurn()) == (PhaseBegan(Phase.MOVEMENT, BLUE, 30),)


@rule("PK-87", "PK-R46")
@pytest.mark.parametrize("campaign_of", ["standard", "escort", "encircled"])
def test_without_a_limit_no_round_is_the_last(campaign_of: str) -> None:
    units = [red("supply-truck", 10, 10), blue("infantry", 50, 50)]
    state = battle(units, campaign=campaign_of, phase=Phase.SHOOTING, side=BLUE, turn=1000, relief={})
    assert isinstance(play(state, EndTurn())[0], PhaseBegan)
    assert list(book.faults(state)) == []


@rule("PK-87", "PK-R46")
def test_a_laid_bridge_is_no_destroyed_unit() -> None:
    state = battle([red("bridge-layer", 10, 10, where=Where.GONE), red("infantry", 20, 20), blue("infantry", 50, 50)])
    assert campaign.destroyed_points(state, BLUE) == 0
    change(state, 0, hp=0)
    assert campaign.destroyed_points(state, BLUE) == BY_ID["bridge-layer"].points


# Escort

CONVOY = {"supply-truck": 2, "medium-tank": 2}


def escort(escorter: str = "west", attacker: str = "north", deployed: bool = True, **more: Any) -> State:
    """Red escorts; edges are given, and both have deployed."""
    state = book.start(setup("escort", **({"red": CONVOY, "blue": {"infantry": 2}} | more)))
    play(state, Begin())
    play(state, AssignEdges(escorter, attacker))  # type: ignore[arg-type]
    if deployed:
        fill(state)
        play(state, TakeTurn(True))
    return state


@rule("PK-88", "PK-90", "PK-91", "PK-94")
def test_x5_the_figures_of_an_escort() -> None:
    """Half of what the escorter fields, and not of the limit: here it is 2000 and 580."""
    full = setup("escort", red={"supply-truck": 2, "medium-tank": 1, "heavy-tank": 1, "infantry": 1, "super-heavy": 1})
    assert (allowance(full, RED), allowance(full, BLUE)) == (2000, 890)
    state = escort(deployed=False)
    assert allowance(state.setup, BLUE) == 290
    assert destination(state.setup, "west") == cm(60, 40)
    assert deployment.zones(state, RED) == ((0, 0, 20 * CM, 80 * CM),)
    assert reinforcement(state.setup) == 200


@rule("PK-89")
def test_the_attacker_gives_neighbouring_edges() -> None:
    state = book.start(setup("escort", red=CONVOY, blue={"infantry": 2}))
    play(state, Begin())
    assert (state.phase, state.side) == (Phase.CHOICE, BLUE)
    for edge in ("west", "east"):
        found = refused(state, AssignEdges("west", edge), "PK-89", edge, "west").nearest
        assert found == AssignEdges("west", "north")
    events = play(state, AssignEdges("west", "south"))
    assert events == (EdgesAssigned("west", "south"), PhaseBegan(Phase.DEPLOYMENT, BLUE, 0))
    assert state.edges == ("west", "south")


@rule("PK-90")
@pytest.mark.parametrize(("edge", "inside"), [("west", (10, 40)), ("north", (60, 10)), ("east", (110, 40))])
def test_the_escorters_zone(edge: str, inside: tuple[float, float]) -> None:
    state = escort(edge, "south" if edge != "north" else "west", deployed=False)
    fill_side(state)
    assert state.side is RED
    assert allows(state, Deploy("medium-tank", *cm(*inside), 0))
    found = refused(state, Deploy("medium-tank", *cm(60, 40), 0), "PK-90", 20, edge)
    assert found.nearest is not None


def fill_side(state: State) -> None:
    side, dice = state.side, SeededDice("side")
    while state.phase is Phase.DEPLOYMENT and state.side is side:
        play(state, book.sample(state, dice))


@rule("PK-91")
@pytest.mark.parametrize(
    ("edge", "at"), [("west", (60, 60)), ("east", (100, 60)), ("north", (80, 60)), ("south", (80, 60))]
)
def test_the_destination_is_forty_beyond_the_zone_and_half_way_across(edge: Any, at: tuple[float, float]) -> None:
    assert destination(setup("escort", table=field(width=160, height=120), red=CONVOY), edge) == cm(*at)


@rule("PK-92")
def test_the_attacker_deploys_first_and_outside_the_zone() -> None:
    state = escort(deployed=False)
    assert (state.phase, state.side) == (Phase.DEPLOYMENT, BLUE)
    refused(state, Deploy("infantry", *cm(20.99, 40), 0), "PK-92", "Red's zone", 20)
    assert allows(state, Deploy("infantry", *cm(21, 40), 0))
    assert allows(state, Deploy("infantry", *cm(119, 1), 0))
    deploy(state, "infantry", 21, 40)
    assert state.side is BLUE
    deploy(state, "infantry", 119, 1)
    assert (state.phase, state.side) == (Phase.DEPLOYMENT, RED)


@rule("PK-92", "PK-R43")
def test_nobody_is_placed_near_the_destination() -> None:
    """It is at (60, 40): a base of 2 × 2 cm at (67, 40) leaves exactly 6 cm."""
    state = escort(deployed=False, figures=figures(escort={"clear": 6}))
    refused(state, Deploy("infantry", *cm(67, 40), 0), "PK-R43", "6 cm", "destination")
    assert allows(state, Deploy("infantry", *cm(67.01, 40), 0))
    assert not any(overlap(box(*zone), point(*cm(60, 40))) for zone in deployment.zones(state))
    assert allows(escort(deployed=False), Deploy("infantry", *cm(60, 40), 0))  # as it is printed


@rule("PK-93")
@pytest.mark.parametrize("first", [True, False])
def test_the_escorter_may_begin_or_leave_it_to_the_attacker(first: bool) -> None:
    state = escort(deployed=False)
    fill_side(state)
    deploy(state, "supply-truck", 5, 10, 90)
    deploy(state, "supply-truck", 5, 20, 90)
    deploy(state, "medium-tank", 5, 30, 90)
    events = deploy(state, "medium-tank", 5, 40, 90)
    assert events[1:] == (PhaseBegan(Phase.FIRST, RED, 0),)
    assert list(book.orders(state)) == [TakeTurn(True), TakeTurn(False)]
    buttons = book.picture(state).tray.buttons
    assert [(button.label, button.rule) for button in buttons] == [
        ("Red has the first turn", "PK-93"),
        ("Blue has the first turn", "PK-93"),
    ]
    begun = play(state, TakeTurn(first))
    assert begun[0] == TurnTaken(RED, RED if first else BLUE)
    assert (state.side, state.turn, state.bank) == ((RED, 1, 0) if first else (BLUE, 1, 200))


@rule("PK-93")
@pytest.mark.parametrize("bot", ["random", "greedy", "planner"])
def test_every_bot_says_who_has_the_first_turn_of_an_escort(bot: str) -> None:
    state = escort()
    state.phase, state.turn = Phase.FIRST, 0
    assert isinstance(bots.make(bot, book, "first").choose(state), TakeTurn)


def next_turn(state: State) -> tuple[Any, ...]:
    """To the next turn, without doing anything."""
    while state.phase in (Phase.START, Phase.MOVEMENT):
        play(state, EndStart() if state.phase is Phase.START else EndMovement())
    return play(state, EndTurn())


@rule("PK-94")
def test_the_bank_grows_in_each_of_the_attackers_turns_and_keeps_what_is_left() -> None:
    state = escort()
    assert state.bank == 0
    assert next_turn(state) == (PhaseBegan(Phase.START, BLUE, 2), BankGrew(200, 200))
    assert next_turn(state) == (PhaseBegan(Phase.MOVEMENT, RED, 3),)
    assert next_turn(state) == (PhaseBegan(Phase.START, BLUE, 4), BankGrew(200, 400))
    assert state.bank == 400


@rule("PK-94")
def test_reinforcements_are_bought_placed_at_the_edge_and_act_at_once() -> None:
    state = escort()
    next_turn(state)
    many = len(state.units)
    events = play(state, Deploy("infantry", *cm(60, 1), 180))
    assert events == (Deployed(many, BLUE, "infantry", *cm(60, 1), 180, 120),)
    assert (state.bank, state.units[many].number, state.units[many].hp) == (80, 3, 3)
    refused(state, Deploy("medium-tank", *cm(30, 1.5), 180), "PK-94", 250, 80)
    play(state, Deploy("supply-truck", *cm(30, 1.25), 180))
    events = play(state, Deploy("supply-truck", *cm(40, 1.25), 180))
    assert events[1:] == (PhaseBegan(Phase.MOVEMENT, BLUE, 2),)  # the bank is empty
    assert any(getattr(order, "unit", None) == many for order in book.orders(state))
    assert list(book.faults(state)) == []


@rule("PK-94", "PK-R72")
@pytest.mark.parametrize(
    ("edge", "escorter", "at", "off"),
    [
        ("north", "west", (60, 1), (60, 1.001)),
        ("south", "west", (60, 79), (60, 78.999)),
        ("west", "north", (1, 60), (1.001, 60)),
        ("east", "north", (119, 60), (118.999, 60)),
    ],
)
def test_they_touch_his_edge(edge: str, escorter: str, at: tuple[float, float], off: tuple[float, float]) -> None:
    state = escort(escorter, edge)
    next_turn(state)
    assert allows(state, Deploy("infantry", *cm(*at), 0))
    assert refused(state, Deploy("infantry", *cm(*off), 0), "PK-R43", edge).nearest == Deploy("infantry", *cm(*at), 0)
    for heading in (0, 33, 45, 100):
        found = refused(state, Deploy("infantry", *cm(60, 40), heading), "PK-R43").nearest
        assert found is not None
        play(state.copy(), found)


@rule("PK-94", "PK-R72")
def test_the_bank_is_for_the_attacker_only_and_few_of_them_fly() -> None:
    """He has 240 points of infantry, may have half of 580, and gets 200 a turn: a third of 490 is 163, of 890 296."""
    state = escort(third_flying=True)
    state.bank = 1000
    refused(state, Deploy("infantry", *cm(60, 1), 0), "PK-R43", "at the start of Blue's turn")
    next_turn(state)
    assert state.bank == 1200
    refused(state, Deploy("fighter", *cm(60, 1.5), 0), "PK-R53", 250, 163)
    next_turn(state)
    next_turn(state)
    refused(state, Deploy("fighter", *cm(60, 1.5), 0), "PK-R53", 250, 230)
    next_turn(state)
    next_turn(state)
    assert allows(state, Deploy("fighter", *cm(60, 1.5), 0))


@rule("PK-94", "PK-R53")
def test_as_it_is_printed_all_that_is_bought_may_fly() -> None:
    state = escort()
    state.bank = 1000
    next_turn(state)
    assert allows(state, Deploy("fighter", *cm(60, 1.5), 0))


@rule("PK-94", "PK-R43")
def test_an_attacker_without_units_has_not_lost() -> None:
    units = [red("supply-truck", 10, 10), blue("infantry", 50, 50, hp=0, wreck=True)]
    assert campaign.victory_of(battle(units, campaign="escort")) is None


@rule("PK-95", "PK-96", "PK-R43")
@pytest.mark.parametrize(
    ("gone", "last_support", "by"),
    [
        ((0,), True, "PK-R43"),
        ((0,), False, None),
        ((0, 1), False, "PK-95"),
        ((1,), True, None),
        ((0, 1), True, "PK-95"),
    ],
)
def test_the_attacker_wins_when_all_are_gone_or_the_last_support(
    gone: tuple[int, ...], last_support: bool, by: str | None
) -> None:
    units = [red("supply-truck", 10, 10), red("medium-tank", 20, 20), blue("infantry", 50, 50)]
    found = lost(battle(units, campaign="escort", last_support=last_support), *gone)
    assert (found and (found.winner, found.rule)) == (by and (BLUE, by))


@rule("PK-96")
def test_a_support_vehicle_at_the_destination_wins() -> None:
    state = battle([red("supply-truck", 50, 40, 90), blue("infantry", 50, 70)], campaign="escort")
    found = campaign.arrival(state, 0)
    assert (found.winner, found.rule) == (RED, "PK-96")
    assert "Supply truck 1" in found.sentence


@rule("PK-95", "PK-R46")
def test_after_the_last_round_the_escort_has_failed() -> None:
    units = [red("supply-truck", 10, 10), blue("infantry", 50, 50)]
    state = battle(units, campaign="escort", phase=Phase.SHOOTING, turn=30, changed={"rounds": 15})
    (event,) = play(state, EndTurn())
    assert isinstance(event, GameEnded)
    assert (event.result.winner, event.result.rule) == (BLUE, "PK-R46")


# Encircled

POCKET = {"infantry": 2, "medium-tank": 1}
RELIEF = {"medium-tank": 2, "fighter": 1}


def encircled(deployed: bool = True, **more: Any) -> State:
    fields: dict[str, Any] = {
        "red": POCKET,
        "blue": {"medium-tank": 2},
        "relief": RELIEF,
        "table": field(width=120, height=120),
    }
    state = book.start(setup("encircled", **(fields | more)))
    play(state, Begin())
    if deployed:
        fill(state)
    return state


@rule("PK-97")
def test_x6_half_an_army_a_whole_one_and_the_attackers() -> None:
    state = encircled(deployed=False)
    assert (allowance(state.setup, RED), allowance(state.setup, BLUE), state.setup.limit) == (1000, 2000, 2000)
    small = [piece for piece in state.units if piece.side is RED and not piece.relief]
    large = [piece for piece in state.units if piece.side is RED and piece.relief]
    assert (len(small), len(large)) == (3, 3)
    assert [piece.number for piece in large if piece.kind == "medium-tank"] == [2, 3]


@rule("PK-98", "PK-R44")
def test_the_small_army_deploys_first_in_the_middle_and_is_dug_in() -> None:
    state = encircled(deployed=False, dug_in=True)
    assert (state.phase, state.side) == (Phase.DEPLOYMENT, RED)
    refused(state, Deploy("infantry", *cm(50.99, 60), 0), "PK-98", "20 × 20", "middle")
    events = deploy(state, "infantry", 51, 69)
    assert events == (Deployed(0, RED, "infantry", *cm(51, 69), 0), DugIn(0))
    assert state.units[0].dug_in
    refused(state, Deploy("fighter", *cm(60, 60), 0), "PK-98", "no Fighter left")


@rule("PK-98", "PK-R44")
def test_only_ground_units_are_dug_in_and_only_with_the_option() -> None:
    state = encircled(deployed=False, red={"helicopter": 1, "infantry": 1}, dug_in=True)
    assert len(deploy(state, "helicopter", 60, 60)) == 1
    plain = encircled(deployed=False, silent_start=True)
    assert len(deploy(plain, "infantry", 60, 60)) == 1


@rule("PK-99")
def test_the_attacker_is_forty_centimetres_from_everyone() -> None:
    state = encircled(deployed=False, red={"infantry": 1})
    deploy(state, "infantry", 60, 60)
    assert state.side is BLUE
    refused(state, Deploy("medium-tank", *cm(60, 17.51), 0), "PK-99", "39.99", "40 cm", "Red Infantry platoon 1")
    assert allows(state, Deploy("medium-tank", *cm(60, 17.5), 0))


@rule("PK-100")
@pytest.mark.parametrize("own", [True, False])
def test_the_defender_may_have_the_first_turn(own: bool) -> None:
    state = encircled()
    assert (state.phase, state.side) == (Phase.FIRST, RED)
    play(state, TakeTurn(own))
    assert (state.phase, state.side, state.turn) == (Phase.MOVEMENT, RED if own else BLUE, 1)


@rule("PK-99", "PK-100", "PK-R44")
def test_the_attackers_first_turn_is_movement_only() -> None:
    for defender_first in (True, False):
        state = encircled(silent_start=True)
        play(state, TakeTurn(defender_first))
        if defender_first:
            assert turn.shoots(state, BLUE)  # it is not his turn: a counter-attack
            next_turn(state)
        assert state.side is BLUE
        assert not turn.shoots(state, BLUE)
        assert turn.shoots(state, RED)
        next_turn(state)
        next_turn(state)
        assert state.side is BLUE
        assert turn.shoots(state, BLUE)
    free = encircled(dug_in=True)
    play(free, TakeTurn(False))
    assert turn.shoots(free, BLUE)


def relieved(turn_of: int = 11, **more: Any) -> State:
    """The defender's sixth turn begins."""
    state = encircled(**more)
    play(state, TakeTurn(turn_of % 2 == 1))
    while state.turn < turn_of:
        next_turn(state)
    return state


@rule("PK-101")
@pytest.mark.parametrize("turn_of", [11, 12])
def test_the_large_army_comes_in_the_sixth_round_at_one_edge(turn_of: int) -> None:
    state = relieved(turn_of - 2)
    assert state.phase is Phase.MOVEMENT
    state = relieved(turn_of)
    assert (state.phase, state.side, state.round) == (Phase.START, RED, 6)
    refused(state, Deploy("medium-tank", *cm(10, 10), 0), "PK-101", "edge")
    refused(state, EndStart(), "PK-101", "edge")
    assert play(state, TakeEdge("east")) == (ReliefCame(RED, "east"),)
    refused(state, TakeEdge("west"), "PK-101")
    refused(state, Deploy("medium-tank", *cm(110.99, 10), 0), "PK-R44", "10 cm", "east")
    assert refused(state, EndStart(), "PK-101", "room", "Medium tank").nearest.kind == "medium-tank"
    deploy(state, "medium-tank", 111.5, 10, 270)
    deploy(state, "medium-tank", 112, 110, 270)
    events = deploy(state, "fighter", 117, 60, 270)
    assert events[1:] == (PhaseBegan(Phase.MOVEMENT, RED, turn_of),)
    assert any(order.unit == 7 for order in book.orders(state) if hasattr(order, "unit"))


@rule("PK-101", "PK-R44")
def test_relief_keeps_five_centimetres_from_enemies() -> None:
    state = relieved()
    enemy = next(unit for unit, piece in enumerate(state.units) if piece.side is BLUE)
    change(state, enemy, x=10 * CM, y=60 * CM, heading=0)
    play(state, TakeEdge("west"))
    refused(state, Deploy("medium-tank", *cm(3.01, 60), 0), "PK-R44", "4.99 cm", "5 cm")
    assert allows(state, Deploy("medium-tank", *cm(3, 60), 0))


@rule("PK-101", "PK-R71")
def test_relief_without_room_waits_for_a_later_turn() -> None:
    """At the west edge a house leaves room for three tanks, and an enemy takes that of the third."""
    house_there = house(0, 0, 10, 117)
    state = relieved(table=field(house_there, width=120, height=120), relief={"medium-tank": 3})
    play(state, TakeEdge("west"))
    deploy(state, "medium-tank", 1.5, 118.5, 90)
    deploy(state, "medium-tank", 4.5, 118.5, 90)
    assert (state.phase, len(deployment.waiting(state))) == (Phase.START, 1)
    refused(state, EndStart(), "PK-101", "room")
    blocked = state.copy()
    enemy = next(unit for unit, piece in enumerate(state.units) if piece.side is BLUE)
    change(blocked, enemy, x=12 * CM, y=118 * CM, heading=0)
    play(blocked, EndStart())
    assert blocked.phase is Phase.MOVEMENT
    change(blocked, enemy, y=30 * CM, x=60 * CM)
    next_turn(blocked)
    next_turn(blocked)
    assert (blocked.phase, blocked.side) == (Phase.START, RED)
    deploy(blocked, "medium-tank", 8, 118.5, 90)
    assert list(book.faults(blocked)) == []


@rule("PK-102", "PK-103", "PK-R44", "PK-R70")
@pytest.mark.parametrize(
    ("gone", "by"),
    [
        ((), (None, None)),
        ((0,), ((BLUE, "PK-102"), (BLUE, "PK-102"))),
        ((2,), ((RED, "PK-R44"), (RED, "PK-103"))),
        ((1,), (None, None)),
        ((0, 2), ((BLUE, "PK-R70"), (BLUE, "PK-R70"))),
    ],
)
def test_who_wins_an_encirclement(gone: tuple[int, ...], by: Any) -> None:
    """Before the sixth round and after: the small army decides, whatever of the large one is left; both are Blue's."""
    units = [red("infantry", 60, 60), red("medium-tank", 10, 10, relief=True), blue("infantry", 60, 110)]
    for now, expected in zip((3, 14), by, strict=True):
        state = battle(units, campaign="encircled", relief={"medium-tank": 1}, turn=now)
        found = lost(state, *gone)
        assert (found and (found.winner, found.rule)) == expected


@rule("PK-103", "PK-R46")
def test_after_the_last_round_the_small_army_has_held_out() -> None:
    units = [red("infantry", 60, 60), blue("infantry", 60, 110)]
    state = battle(units, campaign="encircled", relief={}, phase=Phase.SHOOTING, turn=30, changed={"rounds": 15})
    (event,) = play(state, EndTurn())
    assert isinstance(event, GameEnded)
    assert (event.result.winner, event.result.rule) == (RED, "PK-R46")


# All campaigns


@rule("PK-82")
@pytest.mark.parametrize("scenario", [row.id for row in library.scenarios()])
def test_all_units_of_the_armies_wait_at_first(scenario: str) -> None:
    built = library.build(scenario)
    state = book.start(built)
    for side in Side:
        own = [piece.kind for piece in state.units if piece.side is side and not piece.relief]
        assert {kind: own.count(kind) for kind in own} == built.army(side).units
    assert all(piece.where is Where.WAITING for piece in state.units)
    assert all(piece.hp == state.ground.types[piece.kind].hp for piece in state.units)
    names = [state.name(unit) for unit in range(len(state.units))]
    assert len(set(names)) == len(names)
