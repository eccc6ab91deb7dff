"""The log in the house voice: past tense, who, what, the sum, the outcome, the rule."""

from collections.abc import Callable
from typing import Any

from hulldown.geometry.hexes import BEARINGS_DEG, LineTrace, labels
from hulldown.kernel.picture import Drive, End, Place, Pose, Shot, Throw
from hulldown.kernel.rulebook import Gist, Told
from hulldown.rulebooks.squadron import driving, shooting
from hulldown.rulebooks.squadron import events as e
from hulldown.rulebooks.squadron.events import Outcome
from hulldown.rulebooks.squadron.rules import RULES
from hulldown.rulebooks.squadron.setup import HEDGE, LEGEND, RUIN, SMALL, TILES
from hulldown.rulebooks.squadron.sight import corner_name, lines_of
from hulldown.rulebooks.squadron.state import Gear, Phase, State

VERDICTS = {
    Outcome.MISSED: "Missed.",
    Outcome.RICOCHET: "Ricochet.",
    Outcome.DUD: "A dud.",
    Outcome.DESTROYED: "Destroyed.",
}
ENDS: dict[Outcome, End] = {
    Outcome.MISSED: "missed",
    Outcome.RICOCHET: "held",
    Outcome.DUD: "held",
    Outcome.DESTROYED: "destroyed",
}
STOPPED = {Gear.FORWARD: "SQ-29", Gear.REVERSE: "SQ-47", Gear.NEUTRAL: "SQ-Q8"}
ENTERED = {RUIN: "SQ-102", SMALL: "SQ-99", HEDGE: "SQ-107"}


def _cite(*ids: str) -> tuple[str, ...]:
    return tuple(RULES[rule].id for rule in ids)


def place_of(state: State, place: int) -> Place:
    row, column = divmod(place, state.ground.grid.columns)
    return Place(column, row)


def pose_of(state: State, place: int, facing: int) -> Pose:
    row, column = divmod(place, state.ground.grid.columns)
    return Pose(column, row, BEARINGS_DEG[facing])


def signed(amount: int) -> str:
    return f"− {-amount}" if amount < 0 else f"+ {amount}"


def _rolls(rolls: tuple[tuple[int, int], ...]) -> str:
    again = len(rolls) - 1
    red, blue = rolls[-1]
    told = f"Red rolled {red}, Blue {blue}"
    return f"{told} after {again} tie{'s' * (again != 1)}" if again else told


# Before the first turn


def _first_drawn(state: State, event: e.FirstDrawn) -> Told:
    throws = tuple(Throw(pair, name="who places first") for pair in event.rolls)
    return Told(f"{_rolls(event.rolls)}: {event.first.label} places first.", _cite("SQ-Q29"), throws)


def _tile_placed(state: State, event: e.TilePlaced) -> Told:
    tile = LEGEND[TILES[event.kind]]
    return Told(f"{event.side.label} placed a {tile} on {state.place(event.hex)}.", _cite("SQ-17"))


def _deployed(state: State, event: e.Deployed) -> Told:
    facing = corner_name(event.facing)
    told = f"{state.name(event.unit)} deployed on {state.place(event.hex)}, facing {facing}."
    return Told(told, _cite("SQ-19"), act=Gist(event.unit, "nothing", f"deployed on {state.place(event.hex)}"))


# The turn


def _phase_began(state: State, event: e.PhaseBegan) -> Told:
    side = event.side.label
    return {
        Phase.TILES: Told(f"The tiles are placed in turns; {side} begins.", _cite("SQ-17")),
        Phase.DEPLOYMENT: Told(f"The tanks are placed in turns; {side} begins.", _cite("SQ-18", "SQ-Q32")),
        Phase.INITIATIVE: Told(f"Turn {event.turn} began.", _cite("SQ-25" if event.turn > 1 else "SQ-20")),
        Phase.TURRETS: Told(f"{side} may swing its turned turrets back.", _cite("SQ-76")),
    }.get(event.phase) or Told(f"{side} activates a tank.", _cite(_turn_rule(state, event)))


def _turn_rule(state: State, event: e.PhaseBegan) -> str:
    if state.phase not in (Phase.ACTIVATION, Phase.MOVEMENT):
        return "SQ-21"
    return "SQ-24" if event.side is state.side else "SQ-22"


def _initiative_rolled(state: State, event: e.InitiativeRolled) -> Told:
    throws = tuple(Throw(pair, name="initiative") for pair in event.rolls)
    again = ("SQ-Q29",) if len(event.rolls) > 1 else ()
    return Told(f"{_rolls(event.rolls)}: {event.side.label} has the initiative.", _cite("SQ-20", *again), throws)


def _swung_back(state: State, event: e.SwungBack) -> Told:
    told = f"{state.name(event.unit)} swung its turret back to straight ahead."
    return Told(told, _cite("SQ-76"), act=Gist(event.unit, "nothing", "swung its turret back"))


def _turrets_kept(state: State, event: e.TurretsKept) -> Told:
    many = len(event.units)
    return Told(f"{event.side.label} left {many} turret{'s' * (many != 1)} turned.", _cite("SQ-76"))


# Activation


def _activated(state: State, event: e.Activated) -> Told:
    name, face = state.name(event.unit, state.side), state.card(event.unit).breakdown
    throw = (Throw((event.die,), name=f"breakdown on a {face}"),)
    if event.broken:
        told = f"{name} broke down: it rolled {event.die} and does not move in this turn."
        return Told(told, _cite("SQ-08", "SQ-09"), throw, Gist(event.unit, "nothing", "broke down"))
    told = f"{name} runs: it rolled {event.die} and breaks down on a {face}."
    return Told(told, _cite("SQ-08", "SQ-11"), throw, Gist(event.unit, "nothing", "runs"))


def _movement_rolled(state: State, event: e.MovementRolled) -> Told:
    name, less = state.name(event.unit, state.side), state.card(event.unit).movement
    began = state.units.units[event.unit].began
    dice = " + ".join(map(str, event.dice))
    total = f"{dice} − {less}" if less else dice
    points = f"{event.points} point{'s' * (event.points != 1)}"
    sums = f"{total} = {points}" if less or len(event.dice) > 1 else points
    rules = ["SQ-35" if began else "SQ-32"] + ["SQ-12"] * bool(less)
    rules += ["SQ-Q27"] * (sum(event.dice) < less) + ["SQ-Q7"] * event.excused
    excused = ", which enter no hex: it is excused" if event.excused else ""
    act = Gist(event.unit, "nothing", f"rolled {points}")
    return Told(f"{name} rolled {sums}{excused}.", _cite(*rules), (Throw(event.dice, name="movement"),), act)


def _stepped(state: State, event: e.Stepped) -> Told:
    piece, active = state.units.units[event.unit], state.active
    left = (active.left if active else 0) - event.cost
    back = event.gear is Gear.REVERSE
    verb = "backed into" if back else "drove into"
    paid = f"{event.cost} point{'s' * (event.cost != 1)}, {left} left"
    told = f"{state.name(event.unit, piece.side)} {verb} {state.place(event.hex)}: {paid}."
    tile = ENTERED.get(state.ground.cells[event.hex])
    poses = pose_of(state, piece.hex, piece.facing), pose_of(state, event.hex, piece.facing)
    rules = ["SQ-44" if back else "SQ-35" if piece.began else "SQ-32"] + ([tile] if tile else [])
    act = Gist(event.unit, "moved", f"{'backed' if back else 'drove'} to {state.place(event.hex)}")
    return Told(told, _cite(*rules), (Drive(event.unit, poses),), act)


def _house_flattened(state: State, event: e.HouseFlattened) -> Told:
    """SQ-100, SQ-101, SQ-Q32: under a tank that drove into it, or was deployed there."""
    told = f"The small house on {state.place(event.hex)} fell in: it is a ruined house now."
    return Told(told, _cite("SQ-Q32" if state.phase is Phase.DEPLOYMENT else "SQ-100", "SQ-101"))


def _turned(state: State, event: e.Turned) -> Told:
    piece, active = state.units.units[event.unit], state.active
    left = (active.left if active else 0) - event.cost
    paid = f"{event.cost} point{'s' * (event.cost != 1)}, {left} left"
    told = f"{state.name(event.unit, piece.side)} turned on {state.place(piece.hex)} to face"
    poses = pose_of(state, piece.hex, piece.facing), pose_of(state, piece.hex, event.facing)
    corners = driving.corners_between(piece.facing, event.facing)
    rule = driving.turn_rule(active.corners if active else 0, corners).id
    act = Gist(event.unit, "moved", f"turned on {state.place(piece.hex)}")
    return Told(f"{told} {corner_name(event.facing)}: {paid}.", _cite(rule), (Drive(event.unit, poses),), act)


def _ambushed(state: State, event: e.Ambushed) -> Told:
    told = f"{state.name(event.unit, state.side)} lies in ambush."
    return Told(told, _cite("SQ-26", "SQ-28"), act=Gist(event.unit, "nothing", "lies in ambush"))


def _activation_ended(state: State, event: e.ActivationEnded) -> Told:
    name = state.name(event.unit, state.side)
    if event.moving:
        return Told(f"{name} stays in movement.", _cite("SQ-29", "SQ-30"))
    gear = state.active.gear if state.active else Gear.NEUTRAL
    return Told(f"{name} stopped.", _cite(STOPPED[gear]))


# Reactions and shots


def _window_opened(state: State, event: e.WindowOpened) -> Told:
    assert state.active is not None
    names = " or ".join(state.name(unit, event.side) for unit in event.units)
    mover = state.units.units[state.active.unit]
    told = f"{state.name(state.active.unit)} is on {state.place(mover.hex)}: {event.side.label} may fire with {names}."
    return Told(told, _cite("SQ-57", "SQ-60"))


def _window_closed(state: State, event: e.WindowClosed) -> Told:
    if event.passed:
        return Told(f"{event.side.label} held its fire.", _cite("SQ-60"))
    return Told(f"{event.side.label} has no other shot; the move goes on.", _cite("SQ-Q12"))


def _fired(state: State, event: e.Fired) -> Told:
    """SQ-66 … SQ-89: the shot, die by die, up to the one that ended it."""
    side = state.units.units[event.unit].side
    name, target = state.name(event.unit, side), state.name(event.target, side)
    at = f"on the moving {target}" if event.reaction else f"at {target}"
    plus = "".join(f" {signed(modifier.amount)}" for modifier in event.modifiers)
    total = event.die + sum(modifier.amount for modifier in event.modifiers)
    sums = f"{event.die}{plus} = {total}" if plus else f"{event.die}"
    if event.outcome is Outcome.MISSED:
        stages, rules = f"{sums}, missed", ["SQ-67"]
    else:
        stages, rules = f"{sums}, hit; {_pierced(event)}", [_pierce_rule(event)]
    rules = ["SQ-57" if event.reaction else "SQ-66", *rules]
    verdict = "" if event.outcome is Outcome.MISSED else f" {VERDICTS[event.outcome]}"
    act = Gist(event.unit, ENDS[event.outcome], str(event.outcome), event.target)
    return Told(f"{name} fired {at}: {stages}.{verdict}", _cite(*rules), _fired_strokes(state, event), act)


def _pierced(event: e.Fired) -> str:
    """SQ-81 … SQ-83, SQ-87, SQ-88: the sum against the armour, or the bare die."""
    if event.outcome is Outcome.DUD:
        return f"rolled {event.pierced}"
    bonus = f" + {event.bonus}" if event.bonus else ""
    total = event.penetration + event.bonus + event.pierced
    told = f"{event.penetration}{bonus} + {event.pierced} = {total} against {event.zone} {event.armour}"
    return f"{told}, but the {event.pierced} is critical" if _critical(event) else told


def _critical(event: e.Fired) -> bool:
    total = event.penetration + event.bonus + event.pierced
    return event.outcome is Outcome.DESTROYED and total <= event.armour


def _pierce_rule(event: e.Fired) -> str:
    if _critical(event):
        return "SQ-87"
    return {Outcome.DUD: "SQ-88", Outcome.RICOCHET: "SQ-83"}.get(event.outcome, "SQ-82")


def _fired_strokes(state: State, event: e.Fired) -> tuple[Throw | Shot, ...]:
    """The D10 with its modifiers, the D100 against the armour that is left to beat, and what came of them."""
    figures = state.ground.setup.figures
    modifier = sum(one.amount for one in event.modifiers)
    throws = [Throw((event.die,), figures.hit[0][0] - modifier, name="to hit", modifiers=event.modifiers)]
    if event.pierced:
        needed = max(figures.dud, min(figures.critical - 1, event.armour - event.penetration - event.bonus)) + 1
        force = shooting.force_of(event.penetration, event.bonus)
        name = f"to pierce {event.zone} {event.armour}"
        throws.append(Throw((event.pierced,), needed, name=name, modifiers=force))
    facts = shooting.facts_for(figures, modifier, event.penetration, event.armour)
    odds = {str(outcome): chance for outcome, chance in shooting.odds_of(facts).items()}
    line, end = _line(state, event), ENDS[event.outcome]
    return (*throws, Shot(event.unit, event.target, event.outcome, odds, line=line, end=end))


def _line(state: State, event: e.Fired) -> tuple[Place, Place]:
    """SQ-49, SQ-62: from the gun's corner the shortest clear line to the part that was hit, or to any of the target."""
    trace = lines_of(state, event.unit, event.target, event.corner)
    facing, narrow = state.units.units[event.target].facing, state.ground.setup.narrow

    def rank(line: LineTrace) -> tuple[bool, bool, int]:
        far = 3 * (line.x - trace.x) ** 2 + (line.y - trace.y) ** 2  # x counts halves of a width, y of a side
        return not line.clear, event.zone not in labels(facing, line.corner, narrow), far

    best = min(trace.lines, key=rank)
    return Place(trace.x, trace.y), Place(best.x, best.y)


def _destroyed(state: State, event: e.Destroyed) -> Told:
    place = state.place(state.units.units[event.unit].hex)
    told = f"{state.name(event.unit)} is a wreck on {place}; it closes the way and the view."
    return Told(told, _cite("SQ-84", "SQ-85", "SQ-86"))


def _game_ended(state: State, event: e.GameEnded) -> Told:
    return Told(event.result.sentence, (event.result.rule,))


_TOLD: dict[type, Callable[[State, Any], Told]] = {
    e.FirstDrawn: _first_drawn,
    e.TilePlaced: _tile_placed,
    e.Deployed: _deployed,
    e.PhaseBegan: _phase_began,
    e.InitiativeRolled: _initiative_rolled,
    e.SwungBack: _swung_back,
    e.TurretsKept: _turrets_kept,
    e.Activated: _activated,
    e.MovementRolled: _movement_rolled,
    e.Stepped: _stepped,
    e.HouseFlattened: _house_flattened,
    e.Turned: _turned,
    e.WindowOpened: _window_opened,
    e.WindowClosed: _window_closed,
    e.Fired: _fired,
    e.Destroyed: _destroyed,
    e.Ambushed: _ambushed,
    e.ActivationEnded: _activation_ended,
    e.GameEnded: _game_ended,
}


def tell(state: State, event: e.Event) -> Told:
    """The event in words, its rules and its strokes; the state is the one in which it happens."""
    return _TOLD[type(event)](state, event)
