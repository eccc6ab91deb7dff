"""The table as a picture: pieces, marks on the ground, and the tray with all that there is to choose."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from math import atan2, degrees

from hulldown.kernel.odds import per_cent
from hulldown.kernel.picture import Badge, Mark, Part, Picture, Piece, Plan, Row, Slots, Total
from hulldown.kernel.rule import Refusal, Rule
from hulldown.kernel.rulebook import Band, Deed, Outline, Survey
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerstrike.core import (
    deployment,
    gunnery,
    movement,
    orders,
    pushing,
    repair,
    speed,
    tow,
    turn,
    volley,
)
from hulldown.rulebooks.panzerstrike.core.events import Outcome
from hulldown.rulebooks.panzerstrike.core.rules import RULES
from hulldown.rulebooks.panzerstrike.core.setup import SPAA, Setup, UnitType
from hulldown.rulebooks.panzerstrike.core.state import AnnouncedShot, Colour, Gear, Mode, Phase, State, Tracks, Unit
from hulldown.rulebooks.panzerstrike.table import showing as family
from hulldown.rulebooks.panzerstrike.table.showing import place_of, pose_of, terrain_of
from hulldown.rulebooks.scenes import (
    Scene,
)

CORE_12, CORE_16, CORE_19, CORE_22 = RULES["CORE-12"], RULES["CORE-16"], RULES["CORE-19"], RULES["CORE-22"]
CORE_23, CORE_25, CORE_39, CORE_74 = RULES["CORE-23"], RULES["CORE-25"], RULES["CORE-39"], RULES["CORE-74"]
CORE_75, CORE_96, CORE_97, CORE_100 = RULES["CORE-75"], RULES["CORE-96"], RULES["CORE-97"], RULES["CORE-100"]
CORE_103, CORE_104, CORE_108, CORE_115 = RULES["CORE-103"], RULES["CORE-104"], RULES["CORE-108"], RULES["CORE-115"]
CORE_131, CORE_133, CORE_140, CORE_143 = RULES["CORE-131"], RULES["CORE-133"], RULES["CORE-140"], RULES["CORE-143"]
CORE_144, CORE_149, CORE_152, CORE_154 = RULES["CORE-144"], RULES["CORE-149"], RULES["CORE-152"], RULES["CORE-154"]
CORE_166, CORE_167, CORE_169, CORE_171 = RULES["CORE-166"], RULES["CORE-167"], RULES["CORE-169"], RULES["CORE-171"]
CORE_173, CORE_174, CORE_H7, CORE_Q08 = RULES["CORE-173"], RULES["CORE-174"], RULES["CORE-H7"], RULES["CORE-Q08"]
CORE_Q26, CORE_Q52 = RULES["CORE-Q26"], RULES["CORE-Q52"]
TRACK = ("movement", "announcing", "firing")
SET_UP = (Phase.BEGIN, Phase.DEPLOYMENT)
FIRE = (Phase.ANNOUNCING, Phase.FIRING)
WARN_FROM = 3 / 4  # of a limit: from here on the goal line names it
LITTLE = Fraction(1, 20)  # a shot that adds less than this says so
NTH = {2: "second", 3: "third"}


def picture_of(state: State, scene: Scene) -> Picture:
    terrain, plan = terrain_of(state.ground.setup.board), plan_of(state)
    totals = {total.target: total for total in plan.totals} if plan else {}
    pieces = tuple([_piece(state, unit, piece, totals) for unit, piece in enumerate(state.units.units)])
    tray = family.tray_of(scene, state, TRACK, _goal, slots=_slots(state), plan=plan)
    return Picture(terrain.id, pieces, (*_marks(state), *_arrows(state, plan)), tray)


def number(figure: int) -> str:
    """A figure with its sign."""
    return f"−{-figure}" if figure < 0 else f"+{figure}" if figure else "0"


# Pieces


def _piece(state: State, unit: int, piece: Unit, totals: Mapping[int, Total]) -> Piece:
    kind = state.ground.chart[piece.kind]
    pose = pose_of(state.ground.grid, piece.square * 8 + piece.facing) if piece.square >= 0 else None
    parts = tuple(_parts(state, piece, kind)) if piece.active else ()
    badges = tuple(_badges(state, unit, piece, kind, totals)) if piece.active else ()
    label = f"{kind.letter}{piece.number}"
    return Piece(unit, kind.silhouette, piece.side, label, state.name(unit), pose, not piece.active, parts, badges)


def _badges(state: State, unit: int, piece: Unit, kind: UnitType, totals: Mapping[int, Total]) -> Iterator[Badge]:
    """What is to be seen on a unit, the weightiest first: on a small board only that has room."""
    if piece.tracks is not Tracks.WHOLE:
        word = "immobilised" if piece.tracks is Tracks.IMMOBILE else "semi-immobilised"
        told, rule = crippled(kind, piece.tracks)
        yield Badge(word, f"{word.capitalize()}: it {told}.", rule.id)
    if piece.timer:
        yield _timer(state, piece)
    if piece.waiting:
        yield Badge("waiting", "Heavier than its recovery vehicle: half of the work is done.", CORE_154.id)
    if piece.injured:
        yield Badge("injured", f"Crew injured: it {hampered(kind)}.", (CORE_96 if kind.vehicle else CORE_97).id)
    if piece.command:
        told = f"Command tank: while it is active, {piece.side.label} has one coordinated movement more."
        yield Badge("command", told, CORE_19.id)
    if total := totals.get(unit):
        yield Badge("target", total.sentence, total.rule, per_cent(total.odds.get(Outcome.DESTROYED, Fraction(0))))
    if piece.side is not state.side or not state.round:
        return
    if goes_on(state, unit):
        left, most = speed.steps_left(state, unit), speed.allowance(state, unit, Gear.FORWARD)
        yield Badge("driving", f"May go on: {left} of {most} steps are left.", CORE_25.id, str(left))
    if piece.broke == state.round:
        yield Badge("broke", "Drove into a wall: it does not fire in this turn.", CORE_167.id)
    elif piece.moved == state.round:
        told, rule = _after_moving(state, piece, kind)
        yield Badge("moved", told, rule.id)
    if piece.fired == state.round:
        yield Badge("fired", "Has fired in this turn.", CORE_22.id)


def hampered(kind: UnitType) -> str:
    """CORE-96, CORE-97: what an injured crew still does."""
    if kind.weapon is None:
        return "moves as before"
    return "moves or fires in a round, not both, and misses more often" if kind.vehicle else "misses more often"


def _parts(state: State, piece: Unit, kind: UnitType) -> Iterator[Part]:
    """CORE-47, CORE-53: a turret or a crane against its hull; with option 3 at any angle."""
    setup = state.ground.setup
    if kind.mount == "turret" and setup.free_turrets and not setup.moulded:
        yield Part("turret", round(degrees(atan2(*piece.aim))))
    elif kind.mount in ("turret", "crane"):
        yield Part("turret", 45 * piece.turret)


def crippled(kind: UnitType, tracks: Tracks) -> tuple[str, Rule]:
    """CORE-100, CORE-103, CORE-104: what is left to a vehicle whose tracks or wheels were hit."""
    if tracks is Tracks.IMMOBILE:
        still = {"turret": "turns its turret and fires", "crane": "turns its crane"}.get(kind.mount, "fires")
        does = f", but {still}" if kind.weapon or kind.mount == "crane" else ""
        return f"neither drives nor turns{does}", CORE_100
    if kind.drive == "tracked":
        return f"only turns on the spot, by up to {-(-max(kind.max, kind.reverse) // 2)} steps", CORE_103
    return "drives at half speed", CORE_104


def free_from(state: State, piece: Unit) -> int:
    """CORE-142, CORE-143: the round from which on a vehicle is free, if nobody interferes with its crew."""
    over = piece.side is not state.side and piece.side is state.first  # its turn of this round lies behind
    begun = piece.side is state.side and not piece.showed  # in this turn: the timer moves from the next on
    return state.round + piece.timer + (over or begun)


def _timer(state: State, piece: Unit) -> Badge:
    """CORE-141, CORE-143, CORE-149: what the timer shows, and until when."""
    half = state.ground.setup.semi and piece.tracks is Tracks.IMMOBILE
    free = "it is only semi-immobilised" if half else "it is free"
    told = f"Repair timer {piece.timer}: {free} from round {free_from(state, piece)} on if nobody interferes."
    return Badge("repair", told, (CORE_149 if half else CORE_143).id, str(piece.timer))


def _after_moving(state: State, piece: Unit, kind: UnitType) -> tuple[str, Rule]:
    """What having moved means for a unit's weapon."""
    setup = state.ground.setup
    if not kind.vehicle:
        if piece.turned == state.round:
            return "Has turned: it does not fire in this turn.", CORE_131
        return "Was towed: it does not fire in this turn.", CORE_Q26
    if kind.weapon is None:
        return "Has moved in this turn.", CORE_H7
    if piece.injured:
        return "Has moved with an injured crew: it does not fire in this turn.", CORE_96
    if kind.parabolic:
        return "Has moved: it fires directly only.", CORE_108
    if setup.on_the_move:
        more = kind.mount != "turret" and piece.turned == state.round
        return f"Has {'turned' if more else 'moved'}: it misses more often.", CORE_75 if more else CORE_74
    return "Has moved, and may fire.", CORE_22


# Marks


def _marks(state: State) -> Iterator[Mark]:
    """CORE-166, CORE-169, CORE-171: what lies on the ground and what it does; zones, tows, recoveries."""
    mass = state.ground.setup.figures.wall_mass
    yield from family.ground_marks(
        state,
        wall=(f"Wall at {{}}: it gives way to {mass} t, and guns shoot it down.", CORE_166),
        dust=("The wall at {} fell: nobody fires through here until the turn ends.", CORE_169),
        low=("Low barricade at {}: it can be fired over.", CORE_171),
        high=("High barricade at {}: it stops direct fire.", CORE_171),
        height=CORE_115,
    )
    if state.phase in SET_UP:
        for side in Side:
            yield from _zones(state, side)
    yield from _tows(state)
    yield from _recoveries(state)


def _zones(state: State, side: Side) -> Iterator[Mark]:
    ground = state.ground
    parts = [("zone", ground.zones[side], f"{side.label} deploys here.", CORE_12)]
    if ground.setup.spaa:
        parts = [
            ("zone", ground.zones[side], f"Zone A: {side.label} deploys here.", CORE_173),
            ("zone-b", ground.zones_b[side], f"Zone B: {side.label}'s SPAA are deployed here.", CORE_174),
        ]
    for kind, mask, told, rule in parts:
        yield family.zone_mark(ground.grid, kind, mask, told, rule, side)


def zone_rule(setup: Setup, kind: str = "") -> Rule:
    """The rule by which the units of a type have their place at the start."""
    if setup.spaa:
        return CORE_174 if kind == SPAA else CORE_173
    return CORE_12


def _recoveries(state: State) -> Iterator[Mark]:
    """CORE-151, CORE-152, CORE-154: a thread from each recovery vehicle to its patient, and what both wait for."""
    units, now = state.units.units, repair.recoveries(state)
    for patient, by in repair.arranged(state):
        side = units[patient].side
        when = "this" if now.get(patient) == by else f"{side.label}'s next"
        name = state.name(patient, side)
        heavy = state.kind(patient).mass > state.kind(by).mass and not units[patient].waiting
        does = f"begins to mend {name}, which is heavier," if heavy else f"mends {name}"
        told = f"{state.name(by)} {does} at the end of {when} turn if both stay still and silent."
        ends = place_of(state.ground.grid, units[by].square), place_of(state.ground.grid, units[patient].square)
        yield Mark("thread", ends, told, (CORE_154 if heavy else CORE_152).id, side)


def _tows(state: State) -> Iterator[Mark]:
    """CORE-133: a hook between each vehicle and the fixed weapon that it may pull, now or from its next turn on."""
    if state.phase is not Phase.MOVEMENT:
        return
    units, grid = state.units.units, state.ground.grid
    for vehicle, weapon in tow.hitched(state):
        when = "in this turn" if weapon in tow.weapons(state, vehicle) else "from the next turn on"
        told = f"{state.name(vehicle)} may pull {state.name(weapon, state.side)} {when}."
        ends = place_of(grid, units[vehicle].square), place_of(grid, units[weapon].square)
        yield Mark("hook", ends, told, CORE_133.id, state.side)


# The volley


def plan_of(state: State) -> Plan | None:
    """CORE-23, CORE-Q08: the shots on the list, as they are rolled for, and what the crews were told in this turn."""
    if state.phase not in FIRE:
        return None
    prospects, notes = volley.prospects(state), dict[int, str]()
    for prospect in prospects:
        notes |= dict(_little(prospect))
    rows = [row_of(state, shot, notes.get(shot.unit, "")) for shot in state.announced]
    totals = tuple([Total(prospect.target, _total(prospect), CORE_23.id, prospect.odds[-1]) for prospect in prospects])
    return Plan((*rows, *_crews(state)), totals, state.phase is Phase.FIRING)


def target_of(state: State, shot: AnnouncedShot) -> str:
    """What a shot is fired at, in words."""
    side = state.units.units[shot.unit].side
    return state.name(shot.target, side) if shot.target >= 0 else f"the wall at {state.place(shot.square)}"


def row_of(state: State, shot: AnnouncedShot, note: str) -> Row:
    """CORE-23, CORE-63, CORE-Q08, CORE-Q52: who fires at what, how, the chance of it, and the friends that it may
    hit."""
    die = "" if shot.colour is Colour.WHITE else f" with the {shot.colour} die"
    eyes = f", reported by {state.name(shot.spotter, state.side)}" if shot.spotter >= 0 else ""
    how = f" in a high arc{eyes}" if shot.mode is Mode.PARABOLIC else die
    told = f"{state.name(shot.unit, state.side)} fires at {target_of(state, shot)}{how}"
    target, cell = (shot.target, None) if shot.target >= 0 else (None, shot.square)
    order = orders.Resolve(shot.unit) if state.phase is Phase.FIRING else None
    if volley.lost(state, shot):
        rule = CORE_Q08 if gunnery.barred(state, shot.unit) is None else CORE_Q52
        return Row(shot.unit, told, rule.id, target, cell, Fraction(0), "lost, no dice", True, order)
    risks = [
        f"{per_cent(chance)} to hit {state.name(friend, state.side)}"
        for friend, chance in volley.friends_at_risk(state, shot).items()
    ]
    told_more = "; ".join([*risks, note] if note else risks)
    return Row(shot.unit, told, CORE_23.id, target, cell, volley.chance_of(state, shot), told_more, False, order)


def _crews(state: State) -> Iterator[Row]:
    """CORE-140, CORE-144, CORE-149: the crews that were sent out or called back in this turn."""
    for unit, piece in enumerate(state.units.units):
        if piece.side is not state.side:
            continue
        crew = f"The crew of {state.name(unit, state.side)}"
        if piece.stopped == state.round:
            yield Row(unit, f"{crew} stops repairs", CORE_144.id)
        elif piece.timer and piece.again == state.round:
            yield Row(unit, f"{crew} goes on with a second cycle", CORE_149.id)
        elif piece.timer and not piece.showed:
            note = f"done from round {free_from(state, piece)} on if nobody interferes"
            yield Row(unit, f"{crew} starts repairs", CORE_140.id, note=note)


def _arrows(state: State, plan: Plan | None) -> Iterator[Mark]:
    """CORE-23: an arrow for each shot on the list."""
    grid, rows = state.ground.grid, plan.rows if plan else ()
    for shot, row in zip(state.announced, rows, strict=False):
        ends = place_of(grid, state.units.units[shot.unit].square), place_of(grid, shot.square)
        word = "to destroy it" if shot.target >= 0 else "to bring it down"
        told = "lost, no dice" if row.lost else f"{per_cent(row.chance or Fraction(0))} {word}"
        kind = "shot-high" if shot.mode is Mode.PARABOLIC else "shot"
        yield Mark(kind, ends, f"{row.sentence}: {told}.", row.rule, state.side)


def _total(prospect: volley.Prospect) -> str:
    """CORE-23: what all announced shots at a unit may do to it together."""
    many, odds = len(prospect.shots), prospect.odds[-1]
    told = ", ".join(f"{per_cent(chance)} {word}" for word, chance in odds.items())
    return f"{many} shot{'s' * (many != 1)} announced: {told}."


def _little(prospect: volley.Prospect) -> Iterator[tuple[int, str]]:
    """CORE-23: of each shot after the first that adds little to those before it, by how much."""
    kills = [odds.get(Outcome.DESTROYED, Fraction(0)) for odds in prospect.odds]
    for number, (unit, before, after) in enumerate(zip(prospect.shots[1:], kills, kills[1:], strict=False), 2):
        if after - before < LITTLE:
            yield unit, f"the {NTH.get(number, f'{number}th')} shot adds {per_cent(after - before)}"


# The tray


def _slots(state: State) -> Slots | None:
    """CORE-16: the Coordinated movements of this turn."""
    if state.phase is not Phase.MOVEMENT:
        return None
    return Slots("long moves", CORE_16.id, speed.slots(state), state.coordinated)


def _goal(state: State, side: Side) -> str:
    """What a side has done of what it has to do, and from three quarters on the limit."""
    setup = state.ground.setup
    if setup.spaa:
        told = family.spaa_of(turn.lost_spaa(state, side.other), setup.lost_spaa, side)
        limit = setup.turn_limit
    else:
        told, limit = family.destroyed_of(state, side), setup.figures.rounds
    return f"{told}; round {state.round} of {limit}" if limit and state.round >= WARN_FROM * limit else told


def goes_on(state: State, unit: int) -> bool:
    """CORE-25, CORE-27, CORE-158: whether a vehicle that has rolled or driven can still do something with its steps."""
    if speed.going_on(state, unit) is None:
        return False
    return movement.can_move(state, unit) or bool(pushing.list_pushes(state, unit))


# What a hand can do besides driving and firing


def deployment_band(state: State, unit: int) -> tuple[Band, ...]:
    """CORE-07, CORE-12, CORE-173, CORE-174: where a unit that is still beside the board can be put down, any way."""
    rule = zone_rule(state.ground.setup, state.units.units[unit].kind)
    ahead, room = deployment.towards_enemy(state.side), partial(deployment.room, state)
    return family.deployment_band(state, unit, ahead, room, orders.Deploy, rule)


def command_deeds(state: State, unit: int) -> tuple[Deed, ...]:
    """CORE-19: a tank can be named to command."""
    order = orders.NameCommand(unit)
    if deployment.may_name_command(state, order) is not None:
        return ()
    return (Deed(f"{state.name(unit, state.side)} commands", order, CORE_19.id),)


def hitching(state: State, unit: int) -> tuple[Outline, ...]:
    """CORE-133: where a vehicle has to stand to pull a fixed weapon."""
    gun, ground = state.units.units[unit], state.ground
    if state.kind(unit).vehicle or not gun.active:
        return ()
    behind = ground.grid.ahead(gun.square, (gun.facing + 4) % 8)
    if behind < 0 or not ground.open >> behind & 1:
        return ()
    return (Outline("to hitch: rear to the gun, pulls from the next turn on", CORE_133.id, (behind,)),)


def unable(state: State, unit: int, found: Survey) -> Refusal | None:
    """Why a unit of the side to act cannot do what the phase is for."""
    name, phase = state.name(unit, state.side), state.phase
    if phase is Phase.COMMAND:
        return deployment.may_name_command(state, orders.NameCommand(unit))
    if phase is Phase.MOVEMENT and not found.bands:
        return speed.may_be_moved(state, unit) or CORE_39.refuse(f"{name} has no step left that it can take")
    if phase is Phase.ANNOUNCING and all(aim.preview.refusal for aim in found.aims):
        told = f"{name} has no target: nothing is in its range, arc and sight"
        return gunnery.may_shoot(state, unit) or CORE_22.refuse(told)
    return volley.may_resolve(state, orders.Resolve(unit)) if phase is Phase.FIRING else None


def done(state: State, unit: int) -> str:
    """What a unit of the side to act has done of what the phase is for."""
    piece, name, phase = state.units.units[unit], state.name(unit, state.side), state.phase
    if piece.active and phase is Phase.MOVEMENT and piece.moved == state.round:
        return f"{name} has {'moved' if state.kind(unit).vehicle else 'turned'}"
    if phase is Phase.ANNOUNCING and (shot := volley.shot_by(state, unit)):
        return f"{name} fires at {target_of(state, shot)}"
    return family.done(state, unit, firing=phase is Phase.FIRING)


def firing_deeds(state: State, unit: int) -> tuple[Deed, ...]:
    """CORE-23: a unit's announced shot can be rolled for."""
    shot = volley.shot_by(state, unit)
    return () if shot is None else (Deed(f"Fire at {target_of(state, shot)}", orders.Resolve(unit), CORE_23.id),)
