"""The picture and the tray: what a hand sees on a free table, and what it can choose."""

import pytest
from msgspec.structs import replace

from hulldown.kernel.conformance import check_picture
from hulldown.kernel.library import MapRow
from hulldown.kernel.picture import Badge, Footing, Mark, Picture, Place, Pose, Put
from hulldown.kernel.side import BLUE, RED
from hulldown.kernel.template import template
from hulldown.kernel.wire import decode, encode
from hulldown.rulebooks.panzerkampf import files, library
from hulldown.rulebooks.panzerkampf.book import book
from hulldown.rulebooks.panzerkampf.orders import (
    AssignEdges,
    Begin,
    EndMovement,
    EndStart,
    EndTurn,
    Fire,
    LayBridge,
    Pass,
    RollCommand,
    SetUpFirst,
    TakeEdge,
    TakeTurn,
)
from hulldown.rulebooks.panzerkampf.state import Ground, MineField, Phase, State, Where, Window
from hulldown.rulebooks.panzerkampf.table.showing import around
from tests.rulebooks.panzerkampf import cast
from tests.rulebooks.panzerkampf.cast import battle, blue, bridge, cm, field, hedge, house, lake, marsh, move, red, wood


def shown(state: State) -> Picture:
    """The picture, which keeps all that a picture promises."""
    picture = book.picture(state)
    check_picture(book, state, picture)
    return picture


def marks(state: State, kind: str) -> list[Mark]:
    return [mark for mark in shown(state).marks if mark.kind == kind]


def badges(state: State, unit: int) -> list[str]:
    return [badge.name for badge in shown(state).pieces[unit].badges]


# The ground


def test_the_ground_is_the_features_of_the_table() -> None:
    table = field(house(10, 10, 5, 5), marsh(30, 10, 5, 5), lake(50, 10, 20, 20), bridge(50, 15, 20, 4))
    terrain = book.terrain(battle([red("infantry", 80, 60), blue("infantry", 100, 60)], table=table))
    assert (terrain.table, terrain.columns, terrain.rows, terrain.cells) == ("free", 120000, 80000, ())
    assert [feature.sentence for feature in terrain.features] == [
        "House: it is impassable and it blocks the view.",
        "Marsh: each centimetre in it costs more.",
        "Lake: only what swims, floats, hovers or flies goes there.",
        "Bridge: it is crossed like open ground, whatever lies under it.",
    ]
    assert [feature.rule for feature in terrain.features] == ["PK-07", "PK-08", "PK-16", "PK-R52"]
    assert terrain.features[0].at == (
        Place(10000, 10000),
        Place(15000, 10000),
        Place(15000, 15000),
        Place(10000, 15000),
    )


def test_what_hides_or_does_nothing_says_so() -> None:
    road = cast.feature("road", "free", "open", (0, 0), (10, 2))
    terrain = book.terrain(
        battle([red("infantry", 80, 60)], table=field(hedge(10, 10, 5, 1), road, wood(20, 20, 5, 5)))
    )
    assert [(feature.sentence, feature.rule) for feature in terrain.features] == [
        ("Hedge: it blocks the view.", "PK-09"),
        ("Road: it does nothing.", "PK-07"),
        ("Wood: each centimetre in it costs more and it blocks the view.", "PK-08"),
    ]


@pytest.mark.parametrize("row", library.maps(), ids=lambda row: row.id)
def test_every_table_of_the_house_is_a_terrain_with_its_own_id(row: MapRow) -> None:
    table = files.tables()[row.id]
    terrain = book.terrain(battle([red("infantry", 2, 2)], table=table))
    assert len(terrain.features) == len(table.features)
    assert all(feature.rule in book.rules for feature in terrain.features)
    other = book.terrain(battle([red("infantry", 2, 2)], table=field()))
    assert terrain.id != other.id


# Models


def test_a_model_has_a_pose_and_a_footing() -> None:
    state = battle(
        [
            red("heavy-tank", 20, 30, 45),
            red("fighter", 40, 30, 90),
            red("submarine", 60, 60, 90, dived=True),
            blue("infantry", 90, 30, wreck=True, hp=0),
            blue("infantry", 0, 0, where=Where.GONE, hp=-1),
            blue("fighter", 0, 0, where=Where.AWAY, edge="east"),
            blue("infantry", 100, 70),
        ],
        table=field(lake(50, 50, 40, 20)),
    )
    tank, fighter, submarine, wreck, gone, away, _ = shown(state).pieces
    assert (tank.pose, tank.label, tank.silhouette) == (Pose(20000, 30000, 45), "HT1", "heavy-tank")
    assert tank.footing == Footing(3500, 2000, "ground")
    assert fighter.footing == Footing(3000, 3000, "air")
    assert submarine.footing == Footing(5000, 1500, "dived")
    assert (wreck.wreck, wreck.pose) == (True, Pose(90000, 30000, 0))
    assert (gone.wreck, gone.pose) == (True, None)
    assert (away.wreck, away.pose, [badge.name for badge in away.badges]) == (False, None, ["away"])


def test_who_became_a_bridge_is_no_piece_but_a_mark() -> None:
    state = battle([red("bridge-layer", 20, 30, 90), red("infantry", 10, 70), blue("infantry", 90, 30)])
    state.phase = Phase.SHOOTING
    cast.play(state, LayBridge(0))
    assert [piece.id for piece in shown(state).pieces] == [1, 2]
    (laid,) = marks(state, "bridge")
    assert laid.sentence == "Laid bridge at 24.2, 30.0: crossed like open ground."
    assert laid.at == (Place(27250, 28500), Place(27250, 31500), Place(21250, 31500), Place(21250, 28500))
    assert book.terrain(state).id == shown(state).terrain, "the terrain does not change"


def test_what_a_unit_is_under_is_a_badge() -> None:
    state = battle(
        [
            red("medium-tank", 20, 30, hp=1, camouflaged=True, dummy=True),
            red("infantry", 40, 30, dug_in=True),
            red("infantry", 50, 30, digging=3, done=3),
            red("aa-half-track", 60, 30, silent=(0,)),
            red("light-tank", 70, 30, command="aim", commanded=3),
            blue("infantry", 90, 30, command="smoke", commanded=2),
        ],
        marked=5,
    )
    assert [badges(state, unit) for unit in range(6)] == [
        ["hit points", "camouflaged", "dummy"],
        ["dug in"],
        ["digging", "moved"],
        ["silent"],
        ["perfect aim"],
        ["marked", "smoke"],
    ]
    points = Badge("hit points", "1 of 4 hit points are left.", "PK-75", "1/4")
    assert shown(state).pieces[0].badges[0] == points
    (smoke,) = marks(state, "smoke")
    assert smoke.sentence == "Smoke of Blue Infantry platoon 1: shots at what is within 2 cm have −1."
    assert len(smoke.at) == 16


@pytest.mark.parametrize(("kind", "plus", "rule"), [("infantry", 1, "PK-24"), ("medium-tank", 3, "PK-112")])
def test_a_trench_and_entrenchment_are_told_apart(kind: str, plus: int, rule: str) -> None:
    state = battle([red(kind, 20, 30, dug_in=True), blue("infantry", 90, 30)], changed={"entrench": 3})
    (badge,) = shown(state).pieces[0].badges
    assert badge == Badge("dug in", f"Dug in: front armour +{plus} until it moves.", rule)


def test_smoke_reaches_so_far_around_a_base() -> None:
    """The outline is the base, two centimetres wider on every side, with round corners."""
    state = battle([red("heavy-tank", 50, 50, 0)])
    outline = around(state.base(0), 2000)
    assert (min(x for x, _ in outline), max(x for x, _ in outline)) == (50000 - 1000 - 2000, 50000 + 1000 + 2000)
    assert (min(y for _, y in outline), max(y for _, y in outline)) == (50000 - 1750 - 2000, 50000 + 1750 + 2000)
    assert (51000 + 1732, 48250 - 1000) in outline


# Marks


def test_mines_and_crates_explain_themselves() -> None:
    state = battle([red("minelayer", 20, 30), blue("infantry", 90, 30)], mines=[(0, 40, 40)], crates=[(60, 60, 45)])
    (mine,), (crate,) = marks(state, "mine"), marks(state, "crate")
    assert mine.at == (Place(38000, 38000), Place(42000, 38000), Place(42000, 42000), Place(38000, 42000))
    assert mine.side is RED
    assert mine.sentence == (
        "Mine field of Red Minelayer 1 at 40.0, 40.0: 6 hits that pierce 6, on the bottom of what drives over it."
    )
    assert len(crate.at) == 4
    assert crate.sentence == "Crate at 60.0, 60.0: units within 2 cm may roll ones again."
    state.mines = (MineField(0, 40000, 40000, (1,)),)
    assert "removed after this movement" in marks(state, "mine")[0].sentence


def test_the_path_of_a_bomber_lies_on_the_table_in_its_turn() -> None:
    state = battle([red("bomber", 20, 30, 90), red("fighter", 20, 60, 90), blue("infantry", 90, 30)])
    cast.play(state, move(0, (0, 20), (30, 10)))
    cast.play(state, move(1, (0, 40)))
    (path,) = marks(state, "flown")
    assert path.at == (Place(20000, 30000), Place(40000, 30000), Place(48660, 35000))
    state.turn = 4
    assert marks(state, "flown") == []


# The tray


def test_a_game_begins_with_the_choices() -> None:
    state = book.start(library.build("first-shots"))
    tray = shown(state).tray
    assert (tray.prompt, tray.rule, tray.round) == ("Red: roll for the two choices.", "PK-83", 0)
    assert [button.order for button in tray.buttons] == [Begin()]
    cast.play(state, Begin(), (3, 9))
    tray = shown(state).tray
    assert tray.prompt == "Blue: choose your side, or who deploys first."
    assert [button.order for button in tray.buttons] == [
        TakeEdge("north"),
        TakeEdge("south"),
        SetUpFirst(True),
        SetUpFirst(False),
    ]
    cast.play(state, TakeEdge("south"))
    tray = shown(state).tray
    assert tray.prompt == "Red: choose who deploys first."
    assert [button.label for button in tray.buttons] == ["Red deploys first", "Blue deploys first"]
    cast.play(state, SetUpFirst(True))
    picture = shown(state)
    assert picture.tray.prompt == "Red: deploy 2 units now."
    assert [(mark.side, mark.at[0]) for mark in picture.marks if mark.kind == "zone"] == [
        (RED, Place(0, 0)),
        (BLUE, Place(0, 60000)),
    ]
    assert all("to deploy" in todo.sentence for todo in picture.tray.todo)
    assert all(picture.pieces[todo.unit].pose is None for todo in picture.tray.todo)


def test_who_deployed_first_chooses_a_turn() -> None:
    state = battle([red("infantry", 20, 70), blue("infantry", 90, 10)], phase=Phase.FIRST, turn=0)
    tray = shown(state).tray
    assert [(button.label, button.order) for button in tray.buttons] == [
        ("Red has the first turn", TakeTurn(True)),
        ("Blue has the first turn", TakeTurn(False)),
    ]


def test_the_movement_phase_lists_who_can_still_move() -> None:
    state = battle([red("medium-tank", 20, 30, 90), red("fighter", 60, 60, 0), blue("infantry", 90, 30)])
    tray = shown(state).tray
    assert tray.track == ("movement", "counter", "shooting")
    assert (tray.prompt, tray.rule) == ("Red: move your units; 1 plane must fly.", "PK-22")
    assert [(todo.unit, todo.sentence) for todo in tray.todo] == [
        (0, "Medium tank 1 can move"),
        (1, "Fighter 1 must fly"),
    ]
    assert tray.buttons == (), "the movement does not end before a plane has flown"
    cast.play(state, move(1, (0, 40)))
    tray = shown(state).tray
    (end,) = tray.buttons
    assert (end.order, end.left) == (EndMovement(), ("Medium tank 1 can move",))
    assert tray.prompt == "Red: move your units."


def test_the_shooting_phase_lists_who_has_something_to_fire_at() -> None:
    state = battle(
        [
            red("medium-tank", 20, 30, 90),
            red("infantry", 20, 60),
            red("howitzer", 10, 70, 90),
            red("bomber", 60, 60, 0),
            red("bridge-layer", 100, 60, 0),
            blue("infantry", 40, 30),
        ],
        phase=Phase.SHOOTING,
    )
    tray = shown(state).tray
    assert [todo.unit for todo in tray.todo] == [0, 4], (
        "infantry and howitzer reach nobody, and the bomber has not flown"
    )
    cast.play(state, Fire(0, 0, 5), (1,))
    cast.play(state, Fire(0, 1, 5), (1, 1, 1))
    tray = shown(state).tray
    (end,) = tray.buttons
    assert end.order == EndTurn()
    assert end.left == ("Bridge layer 1 can use its bridge",)


def test_a_window_asks_with_one_pass_and_the_best_chance() -> None:
    state = battle(
        [red("fighter", 60, 30, 90), blue("aa-half-track", 60, 40, 0)],
        phase=Phase.COUNTER,
        window=Window(BLUE, (1,)),
    )
    tray = shown(state).tray
    assert (tray.side, tray.window, tray.rule) == (BLUE, "counter-attack", "PK-60")
    assert [button.order for button in tray.buttons] == [Pass()]
    (todo,) = tray.todo
    odds = cast.preview(state, Fire(1, 0, 0)).odds
    assert odds is not None
    assert (todo.unit, todo.chance, todo.mode) == (1, 1 - odds["nothing"], "Quad 20 mm")
    told = "AA half-track 1 can counter-attack with its Quad 20 mm; used now, it is silent in your next shooting"
    assert todo.sentence == told


def test_goals_say_how_near_each_side_is() -> None:
    state = battle(
        [
            red("medium-tank", 20, 30),
            blue("infantry", 90, 30, where=Where.GONE, hp=-1),
            blue("bridge-layer", 0, 0, where=Where.GONE),
            blue("infantry", 10, 10),
        ],
    )
    assert shown(state).tray.goals == ("destroyed 1 of Blue's 3, 120 points", "destroyed 0 of Red's 1, 0 points")
    state.turn = 23
    assert shown(state).tray.goals[0] == "destroyed 1 of Blue's 3, 120 points"
    state.ground = Ground.of(replace(state.setup, figures=cast.figures(rounds=15)))
    assert shown(state).tray.goals[0].endswith("; round 12 of 15")


def test_the_end_offers_nothing() -> None:
    state = battle([red("medium-tank", 20, 30, 90), blue("infantry", 40, 30, 270, hp=1)], phase=Phase.SHOOTING)
    cast.play(state, Fire(0, 0, 1), (9,), (12, 5, 2))
    tray = shown(state).tray
    assert (tray.side, tray.phase, tray.buttons, tray.todo) == (None, "over", (), ())
    assert tray.prompt == "Blue has no unit left: Red wins."


# Command dice


def test_command_dice_light_up_at_their_time() -> None:
    state = battle(
        [red("medium-tank", 20, 30), red("fighter", 60, 60), blue("infantry", 90, 30)],
        phase=Phase.COMMAND,
        command=True,
    )
    assert [button.order for button in shown(state).tray.buttons] == [RollCommand()]
    assert shown(state).tray.prompt == "Red: roll 2 command dice."
    state.phase, state.pool = Phase.START, ("mark", "supplies", "smoke", "advance")
    mark, supplies, smoke, advance = shown(state).tray.commands
    assert (mark.name, mark.state, mark.units) == ("Mark", "ready", (2,))
    assert mark.order == template({"type": "Command", "command": "mark"}, unit="unit")
    assert (supplies.state, supplies.put and supplies.put.order) == (
        "ready",
        template({"type": "Supply"}, x="x", y="y"),
    )
    assert (smoke.state, smoke.units, smoke.order) == ("locked", (), None)
    assert smoke.sentence.startswith("Smoke: instead of moving, shots at the unit")
    assert advance.state == "locked"
    assert [button.order for button in shown(state).tray.buttons] == [EndStart()]
    state.phase = Phase.MOVEMENT
    mark, supplies, smoke, advance = shown(state).tray.commands
    assert (mark.state, supplies.state, supplies.put) == ("locked", "locked", None)
    assert (smoke.units, advance.units) == ((0,), (0, 1)), "planes cannot stop"
    assert shown(state).tray.track == ("command", "start", "movement", "counter", "shooting")


def test_counters_are_pips_until_they_buy_a_barrage() -> None:
    state = battle([red("medium-tank", 20, 30), blue("infantry", 90, 30)], command=True, counters=(3, 1))
    (locked,) = shown(state).tray.commands
    assert (locked.name, locked.state, locked.value, locked.put) == ("Barrage", "locked", "3 of 3", None)
    state.phase = Phase.SHOOTING
    (ready,) = shown(state).tray.commands
    assert ready.state == "ready"
    assert ready.put is not None
    assert ready.put.order == template({"type": "Barrage"}, x="x", y="y")
    assert ready.sentence.endswith("anywhere: 3 shots, aims 1, pierces 1, harms 1.")


def test_without_command_dice_there_are_none() -> None:
    state = battle([red("medium-tank", 20, 30), blue("infantry", 90, 30)], counters=(3, 3))
    assert shown(state).tray.commands == ()


# Campaigns


def convoy(phase: Phase = Phase.START) -> State:
    return battle(
        [red("supply-truck", 10, 10), blue("infantry", 90, 30)],
        campaign="escort",
        phase=phase,
        side=BLUE,
        turn=2,
        bank=200,
        edges=("west", "north"),
    )


def test_an_escort_shows_its_destination_its_way_and_the_bank() -> None:
    state = convoy()
    picture = shown(state)
    (goal,) = marks(state, "destination")
    assert (goal.at, goal.side) == ((Place(60000, 40000),), RED)
    assert picture.tray.purse == "Blue's bank: 200 points, +200 each turn"
    assert picture.tray.goals[RED] == "1 support unit, the nearest 58 cm from the destination"
    assert picture.tray.prompt == "Blue: buy reinforcements for 200 points, or go on."
    assert badges(state, 0) == ["support"]


def test_reinforcements_are_put_at_the_edge() -> None:
    puts = shown(convoy()).tray.puts
    assert [put.label for put in puts][:2] == ["Light tank, 180 points", "AA half-track, 180 points"]
    assert "Medium tank, 250 points" not in [put.label for put in puts]
    put = puts[0]
    assert put == Put(
        "Light tank, 180 points",
        template({"type": "Deploy", "kind": "light-tank"}, x="x", y="y", heading="heading"),
        "PK-94",
        2500,
        1500,
        True,
        180,
        ((Place(0, 0), Place(120000, 0), Place(120000, 7000), Place(0, 7000)),),
        silhouette="light-tank",
    )
    assert isinstance(put.order, dict)
    order = decode(encode(put.order | {"x": 50000, "y": 1250, "heading": put.heading}), book.order_type)
    assert book.refuse(convoy(), order) is None


def test_the_edges_of_an_escort_are_eight_buttons() -> None:
    state = convoy(Phase.CHOICE)
    state.turn, state.edges = 0, ("", "")
    buttons = shown(state).tray.buttons
    assert len(buttons) == 8
    assert (buttons[0].label, buttons[0].order) == ("Red north, Blue east", AssignEdges("north", "east"))


def test_the_encircled_wait_for_their_relief() -> None:
    state = cast.pocket()
    tray = shown(state).tray
    assert tray.purse == "Red's large army comes in round 6"
    assert tray.prompt == "Red: choose the edge of your large army."
    assert [button.order for button in tray.buttons] == [TakeEdge(edge) for edge in ("north", "east", "south", "west")]
    assert tray.goals == (
        "1 of 1 of the small army stand",
        "destroyed 0 of Red's 2, 0 points; 1 of 1 of the small army stand",
    )
    cast.play(state, TakeEdge("north"))
    tray = shown(state).tray
    assert tray.purse == "Red's large army came in at the north edge"
    assert [(todo.unit, todo.sentence) for todo in tray.todo] == [(1, "Medium tank: 1 to deploy")]
    assert [mark.rule for mark in marks(state, "zone")] == ["PK-101"]
    assert cm(10) == marks(state, "zone")[0].at[2].y
