"""What may be asked about an attack on open ground, and the exact chances of it (PK-40 … PK-81)."""

from collections.abc import Callable, Iterator
from typing import Annotated, Literal

import msgspec

from hulldown.geometry.squares import Zone
from hulldown.kernel import question
from hulldown.kernel.dice import Dice
from hulldown.kernel.files import Fault
from hulldown.kernel.odds import Odds
from hulldown.kernel.question import ReadyShot
from hulldown.kernel.side import BLUE, RED
from hulldown.rulebooks.files import unit_of
from hulldown.rulebooks.panzerkampf import indirect, odds, shooting
from hulldown.rulebooks.panzerkampf.events import Damaged, Event
from hulldown.rulebooks.panzerkampf.figures import CM, MOST_CM
from hulldown.rulebooks.panzerkampf.files import Chart, chart_named, figures_of, types
from hulldown.rulebooks.panzerkampf.orders import Bomb, Fire, Shell
from hulldown.rulebooks.panzerkampf.rules import RULES
from hulldown.rulebooks.panzerkampf.setup import Army, Setup, type_of
from hulldown.rulebooks.panzerkampf.sight import MOUNTS
from hulldown.rulebooks.panzerkampf.state import Crate, Ground, Phase, State, Unit, Where
from hulldown.rulebooks.panzerkampf.tables import Table
from hulldown.rulebooks.panzerkampf.units import UnitType

PK_19, PK_26, PK_43, PK_113 = RULES["PK-19"], RULES["PK-26"], RULES["PK-43"], RULES["PK-113"]
PK_R36 = RULES["PK-R36"]
ASIDE = {Zone.FRONT: 180, Zone.SIDE: 90, Zone.REAR: 0}
Pair = tuple[UnitType, UnitType]  # who fires, and at whom


class Question(question.Question, frozen=True, kw_only=True):
    """An attack between two units.

    `weapon` is its number in the list of the unit, the first that will do unless given; `command` a command die used on
    the attacker. The target has camouflage, smoke, a trench (`dug_in`), a dummy or a mark, or is dived; a `crate` lies
    beside the attacker. Artillery is aimed at the middle of the target, and bombs are dropped to fall around it.
    """

    range_centimetres: int
    zone: Zone = Zone.FRONT
    weapon: Annotated[int, msgspec.Meta(ge=1, le=12)] | None = None
    command: Literal["none", "aim", "penetration"] = "none"
    camouflage: bool = False
    smoke: bool = False
    dug_in: bool = False
    dummy: bool = False
    crate: bool = False
    mark: bool = False
    dived: bool = False


def chances(question: Question) -> Odds[str]:
    """PK-40 … PK-81: the exact chances of an attack on open ground, by the rules themselves."""
    state, weapon = _ready(question)
    found = _chances(state, weapon)
    rest = {name: chance for name, chance in found.items() if name.endswith("lost") or name == "nothing"}
    return {"destroyed": odds.destroyed(found)} | rest


def shot(question: Question) -> ReadyShot:
    """PK-40 … PK-81: the same, to be fired with dice."""
    state, weapon = _ready(question)
    order = _order(state, weapon)
    seen = shooting.preview(state, order) if isinstance(order, Fire) else indirect.preview(state, order)
    return ReadyShot(lambda dice: _fired(state, order, dice), seen.forecast)


def _fired(state: State, order: Fire | Shell | Bomb, dice: Dice) -> str:
    """What becomes of the target."""
    resolve: dict[type, Callable[..., Iterator[Event]]] = {
        Fire: shooting.resolve_fire,
        Shell: indirect.resolve_shell,
        Bomb: indirect.resolve_bomb,
    }
    for event in resolve[type(order)](state, order, dice):
        if isinstance(event, Damaged) and event.unit == 1 and event.lost:
            return "destroyed" if event.hp <= 0 else f"{event.lost} lost"
    return "nothing"


def _ready(question: Question) -> tuple[State, int]:
    """PK-19, PK-26 … PK-38: an attack that may be made, and the weapon."""
    far = question.range_centimetres
    if not 1 <= far <= MOST_CM // 2:
        raise Fault("range", f"{far} cm; it must be 1 to {MOST_CM // 2}")
    own = chart_named(question.chart)
    rows = _row(own, question.attacker), _row(own, question.target)
    _check_target(question, rows[1])
    weapon = _weapon_for(question, rows)
    state = _duel(question, rows, weapon, far * CM, question.zone)
    gun = state.weapon(0, weapon)
    refusal = None if gun.kind in ("artillery", "bomb") else shooting.may_target(state, 0, gun, 1)
    if refusal := refusal or (None if gun.kind == "bomb" else shooting.may_hit(state, Fire(0, weapon, 1))):
        raise Fault("odds", refusal.sentence, refusal.rule)
    return state, weapon


def _row(own: Chart, unit: str) -> UnitType:
    return type_of(types(own), unit_of(own.unit, unit, "unit").id)


def _check_target(question: Question, row: UnitType) -> None:
    """PK-19, PK-113, PK-R36: only submarines dive, only battle tanks have dummies, and planes do nothing instead of
    moving."""
    if question.dived and row.type != "submarine":
        raise Fault("option dived", f"the {row.name} is no submarine", PK_19.id)
    if question.dummy and not row.battle_tank:
        raise Fault("option dummy", f"the {row.name} is no standard battle tank", PK_113.id)
    if row.type == "plane" and (question.camouflage or question.dug_in):
        option = "camouflage" if question.camouflage else "dug_in"
        raise Fault(f"option {option}", f"the {row.name} is a plane and cannot stop", PK_R36.id)


def _weapon_for(question: Question, rows: Pair) -> int:
    """PK-26: the weapon that was asked for, or the first that may be fired at such a target."""
    gun, target = rows
    if question.weapon is not None:
        number = question.weapon - 1
        if number >= len(gun.weapon) or gun.weapon[number].use != "fire":
            raise Fault("option weapon", f"the {gun.name} has no weapon {number + 1} to fire", PK_26.id)
        return number
    fits = (at for at, one in enumerate(gun.weapon) if one.use == "fire" and _fits(question, rows, at))
    if (first := next(fits, None)) is None:
        raise Fault("odds", f"the {gun.name} has no weapon for the {target.name}", PK_26.id)
    return first


def _fits(question: Question, rows: Pair, weapon: int) -> bool:
    gun, target = rows
    state = _duel(question, rows, weapon, 0, Zone.FRONT)
    if gun.weapon[weapon].kind in ("artillery", "bomb"):
        return not target.flying and not state.units[1].dived
    return shooting.may_target(state, 0, gun.weapon[weapon], 1) is None


def _duel(question: Question, rows: Pair, weapon: int, apart: int, part: Zone) -> State:
    """PK-30, PK-71: two units on an open table, the mount pointing at the target, which shows that part."""
    turn, command = 3, question.command
    gun, middle = rows[0].weapon[weapon], MOST_CM * CM // 2
    heading = (90 - MOUNTS[gun.mount]) % 360
    shooter = Unit(RED, rows[0].id, 1, rows[0].hp, Where.TABLE, middle - apart, middle, heading)
    aimed = Unit(BLUE, rows[1].id, 1, rows[1].hp, Where.TABLE, middle, middle, (90 + ASIDE[part]) % 360)
    flown = ((middle - 20 * CM, middle, 90, 40 * CM),)
    shooter = msgspec.structs.replace(shooter, command=command, commanded=turn, moved=turn, flown=flown)
    flags = {
        "camouflaged": question.camouflage,
        "dug_in": question.dug_in,
        "dummy": question.dummy,
        "dived": question.dived,
    }
    smoke = {"command": "smoke", "commanded": turn} if question.smoke else {}
    aimed = msgspec.structs.replace(aimed, **flags, **smoke)
    table = Table("open ground", MOST_CM * CM, MOST_CM * CM)
    figures = figures_of(chart_named(question.chart), {}, "chart")
    setup = Setup("duel", "standard", 0, table, tuple(dict.fromkeys(rows)), figures, Army({}), Army({}))
    state = State(Ground.of(setup), [shooter, aimed], Phase.SHOOTING, RED, turn, marked=1 if question.mark else -1)
    state.crates = (Crate(shooter.x, shooter.y, 0, setup.figures.crate.hp),) if question.crate else ()
    return state


def _chances(state: State, weapon: int) -> Odds[str]:
    gun, order = state.weapon(0, weapon), _order(state, weapon)
    if isinstance(order, Fire):
        return odds.shot(*shooting.facts_of(state, order)[:2])
    salvo = indirect.salvo_of(state, order)
    found = indirect.chances(state, salvo)
    if 1 not in found:
        raise Fault("odds", f"{state.name(1)} flies or is dived; the {gun.name} falls on what stands below", PK_43.id)
    return indirect.outcomes(state, salvo, 1, found[1])


def _order(state: State, weapon: int) -> Fire | Shell | Bomb:
    gun, target = state.weapon(0, weapon), state.units[1]
    if gun.kind in ("normal", "heavy"):
        return Fire(0, weapon, 1)
    if gun.kind == "artillery":
        return Shell(0, weapon, target.x, target.y)
    return Bomb(0, weapon, 20 * CM - (gun.attacks - 1) * state.setup.figures.bomb_step * CM // 2)
