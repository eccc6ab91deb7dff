"""The log in the house voice, with its rules and strokes."""

from collections.abc import Sequence
from fractions import Fraction
from typing import get_args

import pytest

from hulldown.kernel.dice import ScriptedDice
from hulldown.kernel.picture import Drive, Place, Pose, Shot, Throw
from hulldown.kernel.rule import Modifier
from hulldown.kernel.rulebook import Gist, Result, Told
from hulldown.kernel.side import BLUE, RED
from hulldown.rulebooks.panzerkampf import events as e
from hulldown.rulebooks.panzerkampf.changes import CHANGES
from hulldown.rulebooks.panzerkampf.orders import (
    Barrage,
    Bomb,
    Command,
    Defuse,
    DigIn,
    Dive,
    EndMovement,
    EndTurn,
    Fire,
    FireAtCrate,
    LayBridge,
    Move,
    Order,
    Pass,
    Plant,
    RollCommand,
    Shell,
    Supply,
    Surface,
)
from hulldown.rulebooks.panzerkampf.state import Phase, State, Where
from hulldown.rulebooks.panzerkampf.table.telling import _TOLD, tell
from tests.rulebooks.panzerkampf import cast
from tests.rulebooks.panzerkampf.cast import battle, blue, cm, field, lake, marsh, move, red


def told(state: State, order: Order, *rolls: Sequence[int]) -> list[Told]:
    """What is told of an order, which is played."""
    before = state.copy()
    events = cast.play(state, order, *rolls)
    found = []
    for event in events:
        found.append(tell(before, event))
        CHANGES[type(event)](before, event)
    return found


def sentences(state: State, order: Order, *rolls: Sequence[int]) -> list[str]:
    return [one.sentence for one in told(state, order, *rolls)]


def one(state: State, event: e.Event) -> str:
    return tell(state, event).sentence


def test_every_event_is_told() -> None:
    assert set(_TOLD) == set(get_args(e.Event))


# Movement


def test_a_drive_is_told_with_what_it_took() -> None:
    state = battle([red("medium-tank", 20, 30, 90), blue("infantry", 90, 30)], table=field(marsh(30, 20, 10, 20)))
    (drive,) = told(state, move(0, (0, 10), (45, 2)))
    assert drive.sentence == "Medium tank 1 drove 12 cm to 31.4, 31.4, heading 135°: MOV 14 of 18 cm, TRN 45 of 120°."
    assert drive.rules == ("PK-03", "PK-04", "PK-08")
    poses = (Pose(20000, 30000, 90), Pose(30000, 30000, 90), Pose(30000, 30000, 135), Pose(31414, 31414, 135))
    assert drive.strokes == (Drive(0, poses),)


def test_a_turn_on_the_spot_is_told() -> None:
    (turn,) = told(battle([red("walker", 20, 30, 350), blue("infantry", 90, 30)]), move(0, (20, 0)))
    assert turn.sentence == "Walker 1 turned at 20.0, 30.0 to head 10°: MOV 0 of 14 cm, TRN 20 of 180°."
    assert turn.rules == ("PK-04",)
    assert turn.strokes == (Drive(0, (Pose(20000, 30000, 350), Pose(20000, 30000, 10))),)


def test_swimming_is_told_by_its_own_rule() -> None:
    state = battle([red("apc", 20, 30, 90), blue("infantry", 90, 30)], table=field(lake(25, 20, 20, 20)))
    (drive,) = told(state, move(0, (0, 8)))
    assert "drove 8 cm" in drive.sentence
    assert drive.rules == ("PK-03", "PK-17")


def test_advance_is_cited_by_the_move_it_allows() -> None:
    state = battle([red("hover-tank", 20, 30, 90, command="advance", commanded=3), blue("infantry", 90, 30)])
    (glide,) = told(state, move(0, (0, 40)))
    assert glide.sentence.startswith("Hover tank 1 glided 40 cm to 60.0, 30.0")
    assert "MOV 40 of 52 cm" in glide.sentence
    assert glide.rules == ("PK-03", "PK-109")


def test_a_mine_field_is_told_as_the_house_has_it() -> None:
    """The second half of the way starts where the unit touched the field."""
    state = battle(
        [red("medium-tank", 20, 30, 90), red("minelayer", 30, 60), blue("infantry", 90, 30)], mines=[(1, 30, 30)]
    )
    first, struck, damaged, rest = told(state, move(0, (0, 9)), (6, 5, 12, 3, 2, 1, 4))
    assert first.sentence.startswith("Medium tank 1 drove 6.5 cm to 26.5, 30.0, heading 90°")
    assert struck == Told("Medium tank 1 drove over the mine field at 30.0, 30.0: 6 hits with PEN 6.", ("PK-66",))
    assert damaged.sentence == (
        "Red Medium tank 1, bottom 12 − 6 = 6, rolled 6 5 12 3 2 1 and, for the 12, 4: 2 wounds, "
        "2 of 4 hit points left."
    )
    assert damaged.rules == ("PK-66", "PK-75", "PK-52")
    assert damaged.strokes == (Throw((6, 5, 12, 3, 2, 1, 4), 6, name="through bottom 12", passed=2),)
    assert rest.sentence.startswith("Medium tank 1 drove on, 9 cm in all, to 29.0, 30.0")
    (contact,) = [stroke.poses[-1] for stroke in first.strokes if isinstance(stroke, Drive)]
    assert rest.strokes == (Drive(0, (contact, Pose(29000, 30000, 90))),)
    spent, shoots = told(state, EndMovement())
    assert spent == Told("The mine field at 30.0, 30.0 is spent.", ("PK-67",))
    assert shoots == Told("Red shoots.", ("PK-25",))


def test_after_a_mine_field_behind_a_corner_only_the_rest_is_drawn() -> None:
    state = battle([red("walker", 20, 30, 90), blue("infantry", 90, 30)], mines=[(0, 25, 37)])
    events = told(state, move(0, (0, 5), (90, 6), (90, 1)), (1, 1, 1, 1, 1, 1))
    first, rest = [stroke for event in events for stroke in event.strokes if isinstance(stroke, Drive)]
    assert first.poses[:3] == (Pose(20000, 30000, 90), Pose(25000, 30000, 90), Pose(25000, 30000, 180))
    assert first.poses[-1] == rest.poses[0]
    assert rest.poses[1:] == (Pose(25000, 36000, 180), Pose(25000, 36000, 270), Pose(24000, 36000, 270))


def test_planes_that_leave_and_come_back_are_told() -> None:
    state = battle([red("fighter", 100, 30, 90), blue("infantry", 50, 70)])
    (left,) = told(state, move(0, (0, 40)))
    assert left.sentence == (
        "Fighter 1 flew off the table over the east edge and comes back there in its next turn: "
        "MOV 40 of 70 cm, TRN 0 of 120°."
    )
    assert left.rules == ("PK-03", "PK-22")
    assert left.strokes == (Drive(0, (Pose(100000, 30000, 90), Pose(140000, 30000, 90))),)
    cast.change(state, 0, done=0, moved=1)
    back = tell(state, e.Moved(0, ((120000, 40000, 270, 35000),), 85000, 40000, 270, 35000, 0, entered="east"))
    assert back.sentence.startswith("Fighter 1 came back over the east edge and flew 35 cm to 85.0, 40.0, heading 270°")
    assert back.strokes == (Drive(0, (Pose(120000, 40000, 270), Pose(85000, 40000, 270))),)


def test_submarines_and_trenches_are_told() -> None:
    sea = field(lake(0, 0, 60, 80))
    state = battle([red("submarine", 20, 30, 90), red("infantry", 80, 30), blue("infantry", 90, 30)], table=sea)
    assert told(state, Dive(0)) == [Told("Submarine 1 dived.", ("PK-19", "PK-21"), act=Gist(0, "nothing", "dived"))]
    cast.change(state, 0, decided=0)
    assert told(state, Surface(0)) == [Told("Submarine 1 surfaced.", ("PK-19",), act=Gist(0, "nothing", "surfaced"))]
    assert sentences(state, DigIn(1)) == ["Infantry platoon 1 digs a trench and does nothing else in this turn."]
    state.phase = Phase.SHOOTING
    assert sentences(state, EndTurn()) == [
        "Infantry platoon 1 is dug in: its front armour has +1.",
        "Round 2: Blue's turn.",
    ]


# Shooting


def test_a_shot_is_told_die_by_die() -> None:
    state = battle(
        [red("light-tank", 20, 30, 90), blue("recon-car", 40, 30, 270, camouflaged=True)], phase=Phase.SHOOTING
    )
    fired, damaged = told(state, Fire(0, 0, 1), (12, 7, 9), (6, 3))
    assert fired.sentence == (
        "Light tank 1 fired at Blue Recon car 1 with its Gun: ACC 6 + 2 − 1 + 2 = 9, "
        "rolled 12 7 and, for the 12, 9: 2 hits."
    )
    assert fired.rules == ("PK-40", "PK-55", "PK-56", "PK-110", "PK-50")
    throw, shot = fired.strokes
    added = (
        Modifier("PK-55", -2, "Fast (2)"),
        Modifier("PK-56", 1, "Fast itself (1)"),
        Modifier("PK-110", -2, "target camouflaged"),
    )
    assert throw == Throw((12, 7, 9), 9, name="to hit", modifiers=added, passed=2)
    assert isinstance(shot, Shot)
    assert (shot.target, shot.outcome) == (1, "hit")
    assert shot.odds == {"hit": 1 - Fraction(2, 3) ** 2, "missed": Fraction(2, 3) ** 2}
    assert damaged.sentence == "Blue Recon car 1, front 9 − 3 = 6, rolled 6 3: 1 wound, 1 of 2 hit points left."
    assert damaged.rules == ("PK-71", "PK-75")


def test_a_miss_and_a_sum_beyond_the_die_are_told() -> None:
    state = battle(
        [red("light-tank", 20, 30, 90), blue("fighter", 40, 30, 270, camouflaged=True)],
        phase=Phase.SHOOTING,
        changed={"camouflage": 5},
    )
    (fired,) = told(state, Fire(0, 0, 1), (11, 7))
    assert fired.sentence.endswith("ACC 6 + 3 − 1 + 5 = 13, so 12, rolled 11 7: missed.")
    shot = fired.strokes[1]
    assert isinstance(shot, Shot)
    assert shot.outcome == "missed"
    assert shot.odds == {"hit": 1 - Fraction(11, 12) ** 2, "missed": Fraction(11, 12) ** 2}


def test_ones_rolled_again_are_told_and_counted() -> None:
    state = battle(
        [red("medium-tank", 20, 30, 90), blue("heavy-tank", 40, 30, 270)], phase=Phase.SHOOTING, crates=[(20, 32, 0)]
    )
    beside = state.copy()
    (fired,) = told(state, Fire(0, 0, 1), (1,), (3,))
    assert fired.sentence.endswith("ACC 5, rolled 1; ones again 3: missed.")
    longer = told(beside, Fire(0, 0, 1), (1,), (12,), (1,), (2,), (1, 1))[0]
    assert longer.sentence.endswith("ACC 5, rolled 1; ones again 12, and for the 12 rolled 1; ones again 2: 1 hit.")
    assert fired.rules == ("PK-40", "PK-121")
    shot = fired.strokes[1]
    assert isinstance(shot, Shot)
    assert shot.odds is not None
    assert shot.odds["missed"] == Fraction(3, 12) + Fraction(1, 12) * Fraction(4, 12)


def test_wrecks_and_explosions_are_told() -> None:
    state = battle(
        [red("heavy-tank", 20, 30, 90), red("heavy-tank", 20, 40, 90), blue("medium-tank", 40, 30, 270, hp=1)],
        phase=Phase.SHOOTING,
    )
    state.units.append(blue("infantry", 110, 70, number=1))
    _, damaged, wreck = told(state, Fire(0, 0, 2), (9,), (5, 4, 3))
    assert damaged.sentence.endswith("rolled 5 4 3: 1 wound, 0 of 4 hit points left.")
    assert (wreck.sentence, wreck.rules) == (
        "Blue Medium tank 1 is a wreck at 40.0, 30.0; it closes the way and the view.",
        ("PK-78", "PK-79"),
    )
    _, damaged, gone = told(state, Fire(1, 0, 2), (9,), (5, 4, 3))
    assert damaged.sentence.endswith("rolled 5 4 3: 1 wound.")
    assert (gone.sentence, gone.rules) == ("The wreck of Blue Medium tank 1 exploded and is gone.", ("PK-81",))
    assert tell(state, e.Destroyed(3, True)).rules == ("PK-80",)
    assert one(state, e.Destroyed(3, False)) == "Blue Infantry platoon 1 is destroyed and gone."


def test_armour_that_lets_everything_through_says_so_by_its_rule() -> None:
    state = battle([red("tank-destroyer", 20, 30, 90), blue("supply-truck", 40, 30, 270)], phase=Phase.SHOOTING)
    state.units.append(blue("infantry", 110, 70, number=1))
    _, damaged, *_ = told(state, Fire(0, 0, 1), (9,), (1, 1, 1))
    assert damaged.sentence == (
        "Blue Supply truck 1, front 7 − 8 = −1, rolled 1 1 1: 3 wounds, 0 of 2 hit points left."
    )
    assert damaged.rules == ("PK-71", "PK-76")


def test_a_dummy_is_told() -> None:
    state = battle([red("tank-destroyer", 20, 30, 90), blue("medium-tank", 40, 30, 270, dummy=True)])
    state.phase = Phase.SHOOTING
    _, damaged = told(state, Fire(0, 0, 1), (9,), (9, 9, 9), (9,), (4,))
    assert damaged.sentence == (
        "Blue Medium tank 1, front 12 − 8 = 4, rolled 9 9 9: 3 wounds; for the dummy 9 4, it is gone, "
        "2 of 4 hit points left."
    )
    assert damaged.rules == ("PK-71", "PK-75", "PK-113")
    assert damaged.strokes[1] == Throw((9, 4), 7, name="dummy", passed=1)


def test_a_trench_is_cited_where_it_helped() -> None:
    state = battle([red("light-tank", 20, 30, 90), blue("infantry", 40, 30, 270, dug_in=True)], phase=Phase.SHOOTING)
    _, damaged = told(state, Fire(0, 0, 1), (9, 1), (2,))
    assert damaged.sentence == "Blue Infantry platoon 1, front 9 − 3 = 6, rolled 2: unhurt."
    assert "PK-24" in damaged.rules


def test_an_entrenched_tank_is_told_by_its_command() -> None:
    state = battle([red("light-tank", 20, 30, 90), blue("medium-tank", 40, 30, 270, dug_in=True)], phase=Phase.SHOOTING)
    _, damaged = told(state, Fire(0, 0, 1), (9, 1), (2,))
    assert damaged.rules == ("PK-71", "PK-75", "PK-112")
    assert tell(state, e.DugIn(1)).rules == ("PK-112",)


def test_artillery_is_told_as_the_house_has_it() -> None:
    """The sentence that the design gives as its example: ACC 5, a 9, towards 3 o'clock."""
    state = battle(
        [red("howitzer", 10, 40, 90), blue("medium-tank", 44, 40, 0), blue("infantry", 90, 70)], phase=Phase.SHOOTING
    )
    shelled, damaged = told(state, Shell(0, 0, *cm(40, 40)), (9,), (3,), (1, 1, 1))
    assert shelled.sentence == (
        "Self-propelled howitzer 1 aimed at 40.0, 40.0: 9 − 5 = 4 cm off, towards 3 o'clock; "
        "the shell fell at 44.0, 40.0 on Blue Medium tank 1."
    )
    assert shelled.rules == ("PK-42", "PK-43")
    fell = Place(44000, 40000)
    assert shelled.strokes == (
        Throw((9,), name="deviation"),
        Throw((3,), name="direction"),
        Shot(0, None, "1 hit", high=True, falls=(fell,), line=(Place(10000, 40000), fell), end="held"),
    )
    assert damaged.rules == ("PK-70", "PK-75")


def test_a_salvo_a_twelve_and_a_mark_are_told() -> None:
    state = battle(
        [red("rocket-artillery", 10, 40, 90), blue("medium-tank", 44, 40, 0), blue("infantry", 90, 70)],
        phase=Phase.SHOOTING,
        marked=1,
    )
    shelled, *_ = told(state, Shell(0, 0, *cm(44, 40)), (12, 7), (2,), (12,), (3, 9, 3, 9, 3, 9, 3), (1,) * 16)
    assert shelled.sentence == (
        "Rocket artillery 1 aimed at 44.0, 40.0: rolled 12 7 2, 2 − 3, no deviation; "
        "8 shells fell from 44.0, 40.0 to 45.0, 40.0 on Blue Medium tank 1, 8 times."
    )
    assert shelled.rules == ("PK-42", "PK-44", "PK-43", "PK-51", "PK-119")


def test_a_barrage_and_eight_winds_are_told() -> None:
    state = battle(
        [red("medium-tank", 10, 40), blue("infantry", 90, 70)],
        phase=Phase.SHOOTING,
        command=True,
        counters=(3, 0),
        changed={"directions": 8},
    )
    (shelled,) = told(state, Barrage(*cm(40, 40)), (4,), (1,), (8, 8))
    assert shelled.sentence == (
        "Red's barrage aimed at 40.0, 40.0: 4 − 1 = 3 cm off, towards north-east; "
        "3 shells fell from 42.1, 37.9 to 42.1, 35.9 and hit nobody."
    )
    assert shelled.rules == ("PK-125", "PK-42", "PK-44")
    assert isinstance(shelled.strokes[-1], Shot)


def test_a_bomb_run_is_told() -> None:
    flown = ((10000, 30000, 90, 40000),)
    state = battle(
        [
            red("bomber", 50, 30, 90, moved=3, done=3, flown=flown),
            blue("heavy-tank", 33, 30, 90),
            blue("infantry", 90, 70),
        ],
        phase=Phase.SHOOTING,
    )
    bombed, *_ = told(state, Bomb(0, 0, cm(20)), (4,), (6,), (1,) * 9)
    assert bombed.sentence == (
        "Bomber 1 bombed at 30.0, 30.0, flying 90°: 4 − 4, no deviation; "
        "8 bombs fell from 30.0, 30.0 to 37.0, 30.0 on Blue Heavy tank 1, 3 times."
    )
    assert bombed.rules == ("PK-46", "PK-47", "PK-48")
    shot = bombed.strokes[-1]
    assert isinstance(shot, Shot)
    assert len(shot.falls) == 8


def test_tools_are_told() -> None:
    state = battle(
        [
            red("repair-vehicle", 20, 30),
            red("medium-tank", 24, 30, hp=2),
            red("minelayer", 40, 30),
            red("bridge-layer", 60, 30, 90),
            blue("infantry", 110, 70),
        ],
        phase=Phase.SHOOTING,
        mines=[(4, 40, 26)],
    )
    assert sentences(state, Fire(0, 0, 1), (7, 2)) == [
        "Repair vehicle 1 worked on Medium tank 1: ACC 6, rolled 7 2: 1 hit point back, 3 of 4."
    ]
    (defused,) = told(state.copy(), Defuse(2, 0, 0), (7, 2))
    assert defused.sentence == ("Minelayer 1 defused the mine field at 40.0, 26.0: ACC 6, rolled 7 2: it is gone.")
    (planted,) = told(state, Plant(2, 0, *cm(44, 30)), (3, 2))
    assert planted.sentence == "Minelayer 1 planted mines at 44.0, 30.0: ACC 6, rolled 3 2: no mine field."
    assert planted.rules == ("PK-64",)
    bridge, *_ = told(state, LayBridge(3))
    assert (bridge.sentence, bridge.rules) == (
        "Bridge layer 1 became a bridge at 64.2, 30.0, heading 90°.",
        ("PK-68", "PK-69"),
    )


def test_counter_attacks_are_told() -> None:
    state = battle([red("fighter", 20, 30, 90), red("medium-tank", 100, 70), blue("aa-half-track", 60, 40, 0)])
    cast.play(state, move(0, (0, 35)))
    (window,) = told(state, EndMovement())
    assert window == Told("Blue may counter-attack with AA half-track 1.", ("PK-57", "PK-58"))
    held, shoots = told(state.copy(), Pass())
    assert held == Told("Blue held its fire.", ("PK-58",))
    assert shoots.sentence == "Red shoots."
    fired, closed, _ = told(state, Fire(2, 0, 0), (1, 2, 3, 4))
    assert fired.sentence.startswith("AA half-track 1 counter-attacked Red Fighter 1 with its Quad 20 mm: ")
    assert fired.rules[0] == "PK-57"
    assert closed == Told("Blue has no other counter-attack.", ("PK-57",))


# Command dice


def test_command_dice_are_told() -> None:
    state = battle(
        [red("medium-tank", 20, 30, hp=2), blue("infantry", 90, 30)], phase=Phase.COMMAND, command=True, counters=(1, 0)
    )
    rolled, start = told(state, RollCommand(), (10, 12))
    assert rolled.sentence == "Red rolled 10 12: mark and barrage; 2 counters of 3."
    assert rolled.rules == ("PK-105", "PK-108", "PK-124")
    assert start.sentence == "Red begins its turn."
    marked, movement = told(state, Command("mark", 1))
    assert marked.sentence.startswith("Blue Infantry platoon 1 is marked")
    assert marked.rules == ("PK-106", "PK-119")
    assert movement.sentence == "Red moves its units."


@pytest.mark.parametrize(
    ("command", "words", "rule"),
    [
        ("advance", "advances: it may move 2 times its MOV", "PK-109"),
        ("camouflage", "shots at it have −2", "PK-110"),
        ("smoke", "shots at it and near it have −1", "PK-111"),
        ("entrench", "its front armour has +1", "PK-112"),
        ("dummy", "has a dummy", "PK-113"),
        ("repair", "3 of 4 hit points", "PK-115"),
        ("aim", "its shots have +2", "PK-116"),
        ("ammunition", "one more round", "PK-117"),
        ("penetration", "PEN +2", "PK-118"),
    ],
)
def test_each_command_says_what_it_does(command: str, words: str, rule: str) -> None:
    state = battle([red("medium-tank", 20, 30, hp=2), blue("infantry", 90, 30)], command=True, pool=(command,))
    (used,) = told(state, Command(command, 0))
    assert used.sentence.startswith("Medium tank 1 ")
    assert words in used.sentence
    assert used.rules == ("PK-106", rule)


def test_a_crate_is_told_from_its_drop_to_its_end() -> None:
    state = battle(
        [red("medium-tank", 20, 30, 90), blue("infantry", 90, 30)],
        phase=Phase.START,
        command=True,
        pool=("supplies", "supplies"),
        table=field(lake(60, 20, 20, 20)),
    )
    dropped = told(state, Supply(*cm(40, 40)), (9,), (3,))[0]
    assert dropped.sentence == (
        "Red dropped a crate at 40.0, 40.0: 9 − 5 = 4 cm off, towards 3 o'clock; it lies at 44.0, 40.0."
    )
    assert dropped.rules == ("PK-120",)
    lost = told(state, Supply(*cm(70, 30)), (5,), (3,))[0]
    assert lost.sentence.endswith("5 − 5, no deviation; it found no flat ground at 70.0, 30.0 and is lost.")
    assert lost.rules == ("PK-120", "PK-122")
    state.phase = Phase.SHOOTING
    fired, hit = told(state, FireAtCrate(0, 0, 0), (9,), (1, 1))
    assert fired.sentence.startswith("Medium tank 1 fired at the crate with its 75 mm gun: ACC 5, rolled 9: 1 hit")
    shot = fired.strokes[1]
    assert isinstance(shot, Shot)
    assert (shot.target, shot.falls) == (None, (Place(44000, 40000),))
    assert hit.sentence == "The crate at 44.0, 40.0, armour 2 − 5 = −3, rolled 1 1: it is gone."
    assert hit.rules == ("PK-123",)


# Set-up


def test_set_up_is_told() -> None:
    state = battle([red("medium-tank", 0, 0, where=Where.WAITING), blue("infantry", 90, 30)], turn=0)
    state.phase = Phase.DEPLOYMENT
    assert one(state, e.RolledOff(((3, 3), (8, 5)), RED)) == (
        "Red rolled 8, Blue 5 after 1 tie: Red has the first of the two choices."
    )
    assert tell(state, e.RolledOff(((8, 5),), RED)).strokes == (Throw((8, 5), name="who chooses first"),)
    assert one(state, e.EdgeTaken(RED, "south")) == "Red took the south edge; Blue has the north."
    assert one(state, e.FirstChosen(BLUE, RED)) == "Blue chose that Red deploys first."
    assert one(state, e.FirstChosen(BLUE, BLUE)) == "Blue chose to deploy first."
    assert one(state, e.PhaseBegan(Phase.DEPLOYMENT, RED, 0)) == "Red deploys units."
    deployed = tell(state, e.Deployed(0, RED, "medium-tank", 20000, 70000, 0))
    act = Gist(0, "nothing", "deployed at 20.0, 70.0")
    assert deployed == Told("Red Medium tank 1 deployed at 20.0, 70.0, heading 0°.", ("PK-84",), act=act)
    assert one(state, e.TurnTaken(RED, BLUE)) == "Red chose the second turn."
    first = tell(state, e.PhaseBegan(Phase.MOVEMENT, BLUE, 1))
    assert first == Told("Round 1: Blue's turn.", ("PK-02",))
    assert tell(state, e.PhaseBegan(Phase.COMMAND, BLUE, 1)).rules == ("PK-02", "PK-105")


def test_the_other_campaigns_are_told() -> None:
    convoy = battle(
        [red("supply-truck", 10, 10), blue("infantry", 90, 30)],
        campaign="escort",
        phase=Phase.START,
        side=BLUE,
        turn=2,
        bank=400,
    )
    assert one(convoy, e.EdgesAssigned("west", "north")) == "Blue gave Red the west edge and took the north."
    assert tell(convoy, e.BankGrew(200, 600)) == Told("Blue's bank grew by 200 to 600 points.", ("PK-94",))
    bought = tell(convoy, e.Deployed(2, BLUE, "medium-tank", 20000, 1000, 180, 250))
    assert (bought.sentence, bought.rules) == (
        "Blue bought a Medium tank for 250 points: 20.0, 1.0, heading 180°.",
        ("PK-94",),
    )
    assert tell(convoy, e.TurnTaken(RED, RED)) == Told("Red chose the first turn.", ("PK-93",))
    assert tell(convoy, e.TurnTaken(RED, BLUE)) == Told("Red chose the second turn.", ("PK-93",))
    pocket = battle([red("infantry", 60, 60), blue("infantry", 10, 10)], campaign="encircled", relief={"infantry": 1})
    assert tell(pocket, e.ReliefCame(RED, "north")) == Told("Red's large army comes in at the north edge.", ("PK-101",))
    assert tell(pocket, e.TurnTaken(RED, RED)) == Told("Red chose the first turn.", ("PK-100",))


def test_the_end_is_told_in_the_words_of_its_rule() -> None:
    state = battle([red("infantry", 60, 60), blue("infantry", 10, 10)])
    result = Result(RED, "PK-87", "Blue has no unit left: Red wins.")
    assert tell(state, e.GameEnded(result)) == Told("Blue has no unit left: Red wins.", ("PK-87",))


def test_reverse_is_drawn_backwards() -> None:
    state = battle([red("medium-tank", 60, 60, 0), blue("infantry", 10, 10)], reverse=True)
    (back,) = told(state, Move(0, ((0, -3000),)))
    assert back.strokes == (Drive(0, (Pose(60000, 60000, 0), Pose(60000, 63000, 0))),)
    assert "MOV 6 of 18 cm" in back.sentence


def test_dice_are_not_rolled_by_telling() -> None:
    """Telling reads what fell: scripted dice without a script would refuse."""
    state = battle([red("medium-tank", 20, 30, 90), blue("infantry", 40, 30)], phase=Phase.SHOOTING)
    dice = ScriptedDice([(2,)])
    for event in cast.play_with(state.copy(), Fire(0, 0, 1), dice):
        assert tell(state, event) == tell(state, event)
    dice.done()
