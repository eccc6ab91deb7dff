"""The log in the house voice: past tense, who, what, the dice stage by stage, the outcome, the rule."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from hulldown.geometry.squares.cover import POINTS
from hulldown.kernel.picture import Drive, End, Place, Throw
from hulldown.kernel.picture import Shot as Tracer
from hulldown.kernel.rule import Rule
from hulldown.kernel.rulebook import Gist, Told
from hulldown.rulebooks.panzerstrike.core import events as e
from hulldown.rulebooks.panzerstrike.core import gunnery, movement, speed, volley
from hulldown.rulebooks.panzerstrike.core.events import Area, Outcome
from hulldown.rulebooks.panzerstrike.core.rules import RULES
from hulldown.rulebooks.panzerstrike.core.shot import FAILED, INJURED, LATE, MOVED, TURNED, needed, obstacle_of, spoils
from hulldown.rulebooks.panzerstrike.core.state import AnnouncedShot, Gear, Mode, Phase, State, Tracks
from hulldown.rulebooks.panzerstrike.core.table.showing import crippled, hampered, number, target_of, zone_rule
from hulldown.rulebooks.panzerstrike.pushing import drives
from hulldown.rulebooks.panzerstrike.table import telling as family
from hulldown.rulebooks.panzerstrike.table.showing import pose_of

LETTERS = {"N": "north", "S": "south", "E": "east", "W": "west"}
BLANK = "blank"
RADIO = {FAILED: "red", LATE: "purple X"}
SPOILS = {
    INJURED: ("the hit die showed the injured crew", "CORE-97"),
    MOVED: ("the hit die showed that it had moved", "CORE-74"),
    TURNED: ("the hit die showed that it had turned", "CORE-75"),
}
VERDICTS = {
    Outcome.MISSED: "Missed.",
    Outcome.BOUNCED: "No effect.",
    Outcome.INJURED: "Crew injured.",
    Outcome.SEMI: "Semi-immobilised.",
    Outcome.IMMOBILISED: "Immobilised.",
    Outcome.DESTROYED: "Destroyed.",
    Outcome.WALL_FELL: "The wall is gone.",
}

ENDS: dict[Outcome, End] = {
    Outcome.MISSED: "missed",
    Outcome.BOUNCED: "held",
    Outcome.INJURED: "harmed",
    Outcome.SEMI: "harmed",
    Outcome.IMMOBILISED: "harmed",
    Outcome.DESTROYED: "destroyed",
    Outcome.WALL_FELL: "destroyed",
}


def _cite(*ids: str) -> tuple[str, ...]:
    return tuple(RULES[rule].id for rule in ids)


# Before the first turn


def _unseen(*_: Any) -> Rule:
    """CORE-H6: by this option sides deploy unseen."""
    return RULES["CORE-H6"]


def _first_drawn(state: State, event: e.FirstDrawn) -> Told:
    first = event.first
    return Told(f"The lot fell on {first.label} to play first; {first.other.label} deploys first.", _cite("CORE-Q02"))


# The turn


def _phase_began(state: State, event: e.PhaseBegan) -> Told:
    side = event.side.label
    if event.phase is Phase.MOVEMENT:
        return Told(f"Round {event.round}: {side}'s turn.", _cite("CORE-15"))
    if event.phase is Phase.ANNOUNCING:
        return Told(f"{side} ended movement and announces its fire.", _cite("CORE-21", "CORE-23"))
    if event.phase is Phase.COMMAND:
        return Told(f"{side} names its command tank.", _cite("CORE-19"))
    return Told(f"{side} deploys its units.", _cite(zone_rule(state.ground.setup).id))


def _slot(state: State, unit: int) -> str:
    """CORE-16: which of the side's Coordinated movements this is."""
    used = len({*state.coordinated, unit})
    return f"long move {used} of {speed.slots(state)}"


def _speed_rolled(state: State, event: e.SpeedRolled) -> Told:
    name = state.name(event.unit, state.side)
    told = f"{name} took {_slot(state, event.unit)} and rolled {number(event.change)} for its speed."
    act = Gist(event.unit, "nothing", f"rolled {number(event.change)} for its speed")
    return Told(told, _cite("CORE-16", "CORE-27"), (Throw((event.change,), name="speed"),), act)


def _moved(state: State, event: e.Moved) -> Told:
    piece, kind, board = state.units.units[event.unit], state.kind(event.unit), state.ground.setup.board
    name, here, facing = state.name(event.unit, piece.side), state.place(event.square), board.compass(event.facing)
    strokes = tuple(_drives(state, event))
    if not kind.vehicle:
        told = f"{name} turned on {here} to face {facing} and cannot fire this turn."
        return Told(told, _cite("CORE-130", "CORE-131"), strokes, Gist(event.unit, "moved", f"turned on {here}"))
    done = speed.going_on(state, event.unit)
    steps = event.steps + (done.steps if done else 0)
    spot = event.square == piece.square
    if spot:
        deed = f"turned on {here} to face {facing}"
    else:
        deed = f"{'backed' if event.gear is Gear.REVERSE else 'drove'} to {here}, facing {facing}"
    if done and done.steps:
        deed = f"went on and {deed}"
    towing = ""
    rules = ["CORE-17" if steps > 1 else "CORE-18"]
    if event.tow >= 0:
        towing = f", towing {state.name(event.tow, piece.side)} to {state.place(event.trail)}"
        rules.append("CORE-138" if kind.drive == "tracked" else "CORE-137")
    elif event.gear is Gear.REVERSE and not spot:
        rules.append("CORE-32" if kind.drive == "tracked" else "CORE-37")
    gears = tuple(Gear) if spot else (event.gear,)
    most = max(speed.allowance(state, event.unit, gear, event.tow) for gear in gears)
    paid = f"{steps} of {most} steps, {_slot(state, event.unit)}" if steps > 1 else "one step"
    verb = "turned on" if spot else "backed to" if event.gear is Gear.REVERSE else "drove to"
    act = Gist(event.unit, "moved", f"{verb} {here}")
    return Told(f"{name} {deed}{towing}: {paid}.", _cite(*rules), strokes, act)


def _drives(state: State, event: e.Moved) -> Iterator[Drive]:
    """The way of a unit, and beside it that of the weapon in tow."""
    grid = state.ground.grid
    yield Drive(event.unit, tuple(pose_of(grid, pose) for pose in movement.way(state, event)))
    if event.tow >= 0:
        gun = state.units.units[event.tow]
        poses = gun.square * 8 + gun.facing, event.trail * 8 + event.trail_facing
        yield Drive(event.tow, tuple(pose_of(grid, pose) for pose in poses), together=True)


def _pushed(state: State, event: e.Pushed) -> Told:
    grid, units, chart = state.ground.grid, state.units.units, state.ground.chart
    pusher, wreck = units[event.unit], units[event.wreck]
    beyond, blade = grid.ahead(wreck.square, pusher.facing), chart[pusher.kind].dozer
    steps = f"{event.steps} step{'s' * (event.steps != 1)}"
    masses = f"{chart[pusher.kind].mass} t against {chart[wreck.kind].mass} t{' with its blade' if blade else ''}"
    told = (
        f"{state.name(event.unit, pusher.side)} pushed the wreck of {state.name(event.wreck, pusher.side)} "
        f"to {state.place(beyond)}: {masses}, {steps}."
    )
    rules, act = _cite("CORE-160", "CORE-163" if blade else "CORE-162"), f"pushed a wreck to {state.place(beyond)}"
    return Told(told, rules, drives(state, event.unit, event.wreck), Gist(event.unit, "moved", act))


def _turret_turned(state: State, event: e.TurretTurned) -> Told:
    piece = state.units.units[event.unit]
    to = state.ground.setup.board.compass((piece.facing + event.turret) % 8)
    what = "crane" if state.kind(event.unit).mount == "crane" else "turret"
    told = f"{state.name(event.unit, piece.side)} turned its {what} to the {to}."
    return Told(told, _cite("CORE-49"), act=Gist(event.unit, "nothing", f"turned its {what}"))


# The fire plan


def _announced(state: State, event: e.Announced) -> Told:
    shot = event.shot
    way = " in a high arc" if shot.mode is Mode.PARABOLIC else ""
    aimed = gunnery.AIMING.get(shot.colour)
    die = f", with the {shot.colour} die" if aimed else ""
    told = f"{state.name(shot.unit, state.side)} is to fire at {target_of(state, shot)}{way}{die}."
    return Told(told, _cite("CORE-23", aimed.id) if aimed else _cite("CORE-23"))


def _fire_opened(state: State, event: e.FireOpened) -> Told:
    many = len(event.shots)
    return Told(f"{state.side.label} opened fire: {many} shot{'s' * (many != 1)}, now fixed.", _cite("CORE-23"))


def _repair_started(state: State, event: e.RepairStarted) -> Told:
    name, timer = state.name(event.unit, state.side), state.ground.setup.figures.timer
    if state.units.units[event.unit].timer:
        return Told(f"The crew of {name} is to go on with a second cycle.", _cite("CORE-149"))
    told = f"The crew of {name} began repairs and does not fire: the timer shows {timer}."
    return Told(told, _cite("CORE-140"), act=Gist(event.unit, "nothing", "began repairs"))


def _repair_stopped(state: State, event: e.RepairStopped) -> Told:
    name = state.name(event.unit, state.side)
    told = f"The crew of {name} stopped repairs; it may fire from the next round on."
    return Told(told, _cite("CORE-144"), act=Gist(event.unit, "nothing", "stopped repairs"))


# Firing


def _fired(state: State, event: e.Fired) -> Told:
    """CORE-45: a shot, stage by stage, up to the one at which it ended."""
    shot = event.shot
    name, target = state.name(shot.unit, state.side), target_of(state, shot)
    if event.outcome is Outcome.LOST:
        why, rule = _lost(state, shot)
        told = f"The shot of {name} at {target} was lost, no dice: {why}."
        return Told(told, _cite(rule), act=Gist(shot.unit, "nothing", "lost its shot"))
    if event.outcome is Outcome.SILENT:
        late = event.radio == LATE
        came = "the purple X, and the report was late" if late else "red"
        told = f"{name} did not fire at {target}: the radio die came up {came}."
        act = Gist(shot.unit, "nothing", "got no report and did not fire")
        return Told(told, _cite("CORE-122" if late else "CORE-121"), tuple(_throws(state, event)), act)
    stages, rules = zip(*_stages(state, event), strict=True)
    verb = "lobbed" if shot.mode is Mode.PARABOLIC else "fired"
    report = f", reported by {state.name(shot.spotter, state.side)}" if shot.spotter >= 0 else ""
    told = f"{name} {verb} at {target}{report}: {'; '.join(filter(None, stages))}. {VERDICTS[event.outcome]}"
    tracer = _tracer(state, event)
    return Told(told, _cite(*rules), (*_throws(state, event), tracer), _gist(state, event, tracer))


def _gist(state: State, event: e.Fired, tracer: Tracer) -> Gist:
    """A shot in a word, at what it struck; a miss at whom it was meant for."""
    if ENDS[event.outcome] == "missed" and event.shot.target >= 0:
        return Gist(event.shot.unit, "missed", str(event.outcome), event.shot.target)
    where = "" if tracer.cell is None else f"the wall at {state.place(tracer.cell)}"
    return Gist(event.shot.unit, ENDS[event.outcome], str(event.outcome), tracer.target, where)


def _lost(state: State, shot: AnnouncedShot) -> tuple[str, str]:
    """CORE-Q08, CORE-Q52: why an announced shot was not fired."""
    shooter = state.units.units[shot.unit]
    if not shooter.active:
        return "its firer was destroyed before", "CORE-Q52"
    if gunnery.barred(state, shot.unit) is not None:
        return "its crew was injured, and it had moved", "CORE-Q52"
    if shot.target < 0:
        return "the wall is gone already", "CORE-Q08"
    return "the target was destroyed already", "CORE-Q08"


def _stages(state: State, event: e.Fired) -> Iterator[tuple[str, str]]:
    """CORE-45: what each stage came to, if there is something to say of it, with the rule that decided it."""
    least, total = needed(state, event), sum(event.accuracy)
    plus = " + ".join(map(str, event.accuracy))
    against = f"range {event.range}{f' and {least - event.range} for cover' if event.covered else ''}"
    hit, instead = total >= least, _struck_instead(event)
    yield f"accuracy {plus} against {against}{', hit' if hit else ''}", "CORE-60" if event.covered else "CORE-55"
    if instead:
        yield _instead(state, event)
    if (hit or instead) and (event.scattered or (event.faces and event.area is None)):
        yield _spoiled(state, event)
    if event.scattered:
        yield _fell(state, event)
    if event.area is not None:
        yield f"{_area(state, event, event.area)}; {_sum(state, event)}", _decided(state, event)
    elif event.shot.target < 0 and hit:
        yield "", "CORE-165"


def _struck_instead(event: e.Fired) -> bool:
    """CORE-61: a sum that just makes the range of a covered target."""
    return event.covered and sum(event.accuracy) == event.range


def _instead(state: State, event: e.Fired) -> tuple[str, str]:
    """CORE-61 … CORE-63, CORE-Q11: what was struck instead of the target, and the rule for such a thing."""
    square = obstacle_of(state, event.shot)
    return f"exactly the range, so it struck {gunnery.obstacle(state, square)[1]}", _rule_for_struck(state, square)


def _rule_for_struck(state: State, square: int) -> str:
    """CORE-62, CORE-63, CORE-Q11: the book names vehicles, wrecks and buildings; the rest is a ruling."""
    if (unit := state.units.standing_on(square)) >= 0:
        if not state.units.units[unit].active:
            return "CORE-62"
        return "CORE-63" if state.kind(unit).vehicle else "CORE-Q11"
    return "CORE-62" if state.ground.buildings >> square & 1 else "CORE-Q11"


def _spoiled(state: State, event: e.Fired) -> tuple[str, str]:
    """CORE-74, CORE-75, CORE-97: the symbol on the hit die that made a hit a miss."""
    shown = event.faces[0].split()
    return SPOILS[next(symbol for symbol in spoils(state, event.shot.unit) if symbol in shown)]


def _fell(state: State, event: e.Fired) -> tuple[str, str]:
    """CORE-125 … CORE-127, CORE-Q25: where a shell fell that missed; on a fixed weapon too."""
    way = "-".join(LETTERS[letter] for letter in event.scattered if letter)
    if not way:
        return "the miss dice came up blank", "CORE-127"
    if event.struck < 0:
        return f"the shell fell to the {way} and hit nobody", "CORE-127"
    rule = "CORE-126" if state.kind(event.struck).vehicle else "CORE-Q25"
    return f"the shell fell to the {way} on {state.name(event.struck, state.side)}", rule


def _area(state: State, event: e.Fired, area: Area) -> str:
    """CORE-66, CORE-67, CORE-81, CORE-82, CORE-111: what was hit, and how thick it is there."""
    if area is Area.TRACK:
        what = "tracks" if state.kind(event.struck).drive == "tracked" else "wheels"
    else:
        what = "top" if area is Area.TOP else f"body, {'angled ' * event.angled}{event.zone}"
    return f"{what} {event.armour}"


def _sum(state: State, event: e.Fired) -> str:
    """CORE-84, CORE-86, CORE-89: the weapon's figure, the die, what AP lost on the way, and what that makes."""
    basic, raw = gunnery.weapon_of(state, event.shot.unit).penetration, event.penetration
    lost = basic + event.die - raw
    die = f"− {-event.die}" if event.die < 0 else f"+ {event.die}"
    told = f"{basic} {die}{f' − {lost}' if lost else ''} = {raw if raw >= 0 else f'−{-raw}, which counts as 0'}"
    struck = state.units.units[event.struck]
    if not _exactly(event):
        return told
    if struck.timer:
        return f"{told}, exactly, but its crew is outside"
    return f"{told}, exactly{', and its crew was injured already' if struck.injured else ''}"


def _exactly(event: e.Fired) -> bool:
    """CORE-94, CORE-95, CORE-Q20: a body hit that just reaches the armour; less than 0 counts as 0."""
    return event.area is not Area.TRACK and max(event.penetration, 0) == event.armour


def _decided(state: State, event: e.Fired) -> str:
    """CORE-86, CORE-92 … CORE-102, CORE-146, CORE-Q20, CORE-Q42: the rule behind the outcome."""
    if event.outcome is Outcome.DESTROYED:
        return "CORE-98" if _exactly(event) else "CORE-92"
    if event.outcome is Outcome.INJURED:
        if not state.kind(event.struck).vehicle:
            return "CORE-Q42"
        return "CORE-94" if event.penetration > 0 else "CORE-95"
    if event.outcome is Outcome.BOUNCED:
        return "CORE-146" if _exactly(event) else "CORE-86"
    if state.units.units[event.struck].tracks is Tracks.IMMOBILE:
        return "CORE-101"
    if event.penetration < 0:
        return "CORE-Q20"
    return "CORE-102" if state.ground.setup.semi else "CORE-99"


def _throws(state: State, event: e.Fired) -> Iterator[Throw]:
    """CORE-45: the dice stage by stage, as a preview names them; the one that failed is the last."""
    if event.shot.spotter >= 0:
        yield Throw((), name="radio", words=(RADIO.get(event.radio, BLANK),))
    if event.accuracy:
        yield Throw(event.accuracy, needed(state, event), name="aims")
    faces = [Throw((), name="hit area", words=(face,)) for face in event.faces]
    if event.scattered:
        aside = Throw((), name="scatter", words=tuple(letter or BLANK for letter in event.scattered))
        yield from (*faces[:-1], aside, *faces[-1:]) if event.area is not None else (*faces, aside)
    else:
        yield from faces
    if event.area is not None:
        reaches = event.armour - event.penetration + event.die
        dice = state.ground.setup.figures.penetration
        faces_of = dice.I if gunnery.weapon_of(state, event.shot.unit).die == "I" else dice.II
        yield Throw((event.die,), reaches if reaches > min(faces_of) else None, name="gun")  # else any roll does


def _tracer(state: State, event: e.Fired) -> Tracer:
    """The shot, with the word that lands and the chance it had when it was fired."""
    shot, high = event.shot, event.shot.mode is Mode.PARABOLIC
    word, odds, end = str(event.outcome), volley.odds_of(state, shot, reported=True), ENDS[event.outcome]
    if _struck_instead(event) and event.struck < 0:
        square = obstacle_of(state, event.shot)
        walled = event.outcome is Outcome.WALL_FELL
        word = f"the wall at {state.place(square)}: {word}" if walled else word
        return Tracer(shot.unit, None, word, odds, square, line=_line(state, event, square), end=end)
    if event.struck not in (-1, shot.target):
        word = f"{state.name(event.struck, state.side)}: {word}"
        line = _line(state, event, state.units.units[event.struck].square)
        return Tracer(shot.unit, event.struck, word, odds, high=high, line=line, end=end)
    line = _line(state, event, shot.square)
    if shot.target >= 0:
        return Tracer(shot.unit, shot.target, word, odds, high=high, line=line, end=end)
    return Tracer(shot.unit, None, word, odds, shot.square, line=line, end=end)


def _line(state: State, event: e.Fired, square: int) -> tuple[Place, Place]:
    """CORE-57, CORE-61: of the 25 lines to a target one that nothing stops, nearest to its middle; else to the middle.

    A high shot flies over all of them, and what is struck instead stands in their way itself.
    """
    here = state.units.units[event.shot.unit].square
    masked = state.ground.cover.masked(here, square, state.units.occupied)
    free = [point for at, point in enumerate(POINTS) if not masked >> at & 1]
    if event.shot.mode is Mode.PARABOLIC or square != event.shot.square or not free:
        return family.line_between(state.ground.grid, here, square)
    aside = min(free, key=lambda point: (point[0] ** 2 + point[1] ** 2, point))
    return family.line_between(state.ground.grid, here, square, aside)


# What follows


def _destroyed(state: State, event: e.Destroyed) -> Told:
    piece = state.units.units[event.unit]
    name, here = state.name(event.unit), state.place(piece.square)
    if piece.command:
        told = f"{name}, the command tank, is a wreck and stays on {here}"
        lost = f"{piece.side.label} has one coordinated movement less"
        return Told(f"{told}: {lost}.", _cite("CORE-93", "CORE-19"))
    return Told(f"{name} is a wreck and stays on {here}.", _cite("CORE-93"))


def _injured(state: State, event: e.Injured) -> Told:
    told = f"{state.name(event.unit)} has an injured crew: it {hampered(state.kind(event.unit))}."
    return Told(told, _cite("CORE-96", "CORE-97"))


def _immobilised(state: State, event: e.Immobilised) -> Told:
    name = state.name(event.unit)
    if state.units.units[event.unit].tracks is event.tracks:
        return Told(f"{name} was immobilised already and stays so.", _cite("CORE-101"))
    told, rule = crippled(state.kind(event.unit), event.tracks)
    return Told(f"{name} {told}.", _cite(rule.id))


def _timer_set(state: State, event: e.TimerSet) -> Told:
    """CORE-142, CORE-145, CORE-147, CORE-149: the timer goes down, up by a hit, or begins anew."""
    piece, name = state.units.units[event.unit], state.name(event.unit)
    if not piece.timer:
        return Told(f"The crew of {name} goes on: the timer shows {event.timer} again.", _cite("CORE-149"))
    if event.timer < piece.timer:
        return Told(f"The crew of {name} works on: the timer goes down to {event.timer}.", _cite("CORE-142"))
    if piece.hurt == state.round and event.timer == state.ground.setup.figures.timer:
        return Told(f"The crew of {name} begins anew: the timer shows {event.timer}.", _cite("CORE-147"))
    goes = f"goes up to {event.timer}" if event.timer > piece.timer else f"stays at {event.timer}"
    return Told(f"The hit disturbed the crew of {name}: the timer {goes}.", _cite("CORE-145"))


def _wait_set(state: State, event: e.WaitSet) -> Told:
    side = state.units.units[event.unit].side
    name = state.name(event.unit, side)
    if not event.waiting:
        return Told(f"The recovery of {name} was interrupted.", _cite("CORE-Q31"))
    told = f"{name} is heavier than the recovery vehicle: it takes another turn, both still and silent."
    return Told(told, _cite("CORE-154"))


def _repaired(state: State, event: e.Repaired) -> Told:
    side, half = state.units.units[event.unit].side, event.tracks is Tracks.SEMI
    name = state.name(event.unit, side)
    then = "it is only semi-immobilised now" if half else "it is free from the next round on"
    if event.by == event.unit:
        told, act = f"The crew of {name} finished: {then}.", Gist(event.unit, "nothing", "finished its repairs")
        return Told(told, _cite("CORE-149" if half else "CORE-143"), act=act)
    told = f"{state.name(event.by, side)} mended {name}: {then}."
    act = Gist(event.by, "nothing", f"mended {name}")
    return Told(told, _cite("CORE-152", "CORE-155" if half else "CORE-153"), act=act)


def _wall_fell(state: State, event: e.WallFell) -> Told:
    piece, here = state.units.units[event.by], state.place(event.square)
    if piece.square != event.square:
        told = f"The wall at {here} fell; nobody fires through its dust until the turn ends."
        return Told(told, _cite("CORE-169"))
    name = state.name(event.by, piece.side)
    if state.kind(event.by).weapon is None:
        return Told(f"{name} broke through the wall at {here} and stopped there.", _cite("CORE-166"))
    told = f"{name} broke through the wall at {here}, stopped there and cannot fire this turn."
    return Told(told, _cite("CORE-166", "CORE-167"))


def _game_ended(state: State, event: e.GameEnded) -> Told:
    return Told(event.result.sentence, _cite(event.result.rule))


_TELLERS: dict[type, Callable[[State, Any], Told]] = {
    e.FirstDrawn: _first_drawn,
    e.Deployed: partial(family.deployed, zone_rule),
    e.Hidden: partial(family.hidden, _unseen),
    e.Revealed: partial(family.revealed, _unseen),
    e.CommandNamed: partial(family.command_named, RULES["CORE-19"]),
    e.PhaseBegan: _phase_began,
    e.SpeedRolled: _speed_rolled,
    e.Moved: _moved,
    e.Pushed: _pushed,
    e.TurretTurned: _turret_turned,
    e.Announced: _announced,
    e.RepairStarted: _repair_started,
    e.RepairStopped: _repair_stopped,
    e.FireOpened: _fire_opened,
    e.Fired: _fired,
    e.Destroyed: _destroyed,
    e.Injured: _injured,
    e.Immobilised: _immobilised,
    e.TimerSet: _timer_set,
    e.WaitSet: _wait_set,
    e.Repaired: _repaired,
    e.WallFell: _wall_fell,
    e.GameEnded: _game_ended,
}


def tell(state: State, event: e.Event) -> Told:
    """The sentence of an event that is about to happen in this state."""
    return _TELLERS[type(event)](state, event)
