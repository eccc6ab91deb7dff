"""The log in the house voice: past tense, who, what, the sum, the outcome, the rule."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from hulldown.kernel.picture import Drive, End, Place, Shot, Throw
from hulldown.kernel.rule import Rule
from hulldown.kernel.rulebook import Gist, Told
from hulldown.rulebooks.panzerstrike.dynamic import driving, movement, parabolic, pushing, shooting
from hulldown.rulebooks.panzerstrike.dynamic import events as e
from hulldown.rulebooks.panzerstrike.dynamic.rules import RULES
from hulldown.rulebooks.panzerstrike.dynamic.setup import Setup
from hulldown.rulebooks.panzerstrike.dynamic.state import Phase, State
from hulldown.rulebooks.panzerstrike.dynamic.table.showing import crippled, damage_rule, zone_rule
from hulldown.rulebooks.panzerstrike.firing import Verdict
from hulldown.rulebooks.panzerstrike.pushing import drives
from hulldown.rulebooks.panzerstrike.table import telling as family
from hulldown.rulebooks.panzerstrike.table.showing import pose_of


def _cite(*ids: str) -> tuple[str, ...]:
    return tuple(RULES[rule].id for rule in ids)


def _row(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def _listed(numbers: tuple[int, ...]) -> str:
    words = [str(number) for number in numbers]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _fell(rolled: tuple[int, ...], half: bool) -> str:
    """The dice as they fell; the half-die is the last of them."""
    return f"{_row(rolled[:-1])} and {rolled[-1]} on the half-die" if half else _row(rolled)


def _halves(rolled: tuple[int, ...], half: bool) -> tuple[int, ...]:
    return (len(rolled) - 1,) if half else ()


# Before the first turn


def _rolled_off(state: State, event: e.RolledOff) -> Told:
    winner = "Red" if event.red[-1] > event.blue[-1] else "Blue"
    many = len(event.red) - 1
    ties = f" after {many} tie{'s' * (many != 1)}" if many else ""
    told = f"Red rolled {event.red[-1]}, Blue {event.blue[-1]}{ties}: {winner} chooses who plays first."
    return Told(told, _cite("DYN-Q08"), (Throw((event.red[-1], event.blue[-1])),))


def _first_chosen(state: State, event: e.FirstChosen) -> Told:
    return Told(f"{state.side.label} chose: {event.first.label} plays first.", _cite("DYN-Q08"))


def _unseen(setup: Setup) -> Rule:
    """DYN-H8: what is told of units that are deployed unseen."""
    return RULES["DYN-H8"]


# The turn


def _phase_began(state: State, event: e.PhaseBegan) -> Told:
    side = event.side.label
    if event.phase is Phase.ROLL:
        return Told(f"Round {event.round}: {side}'s turn.", _cite("DYN-24"))
    if event.phase is Phase.FIRING:
        return Told(f"{side} ended movement; firing begins.", _cite("DYN-36"))
    if event.phase is Phase.COMMAND:
        return Told(f"{side} names its command tank.", _cite("DYN-29"))
    return Told(f"{side} deploys its units.", _cite(zone_rule(state.ground.setup).id))


def _movement_rolled(state: State, event: e.MovementRolled) -> Told:
    side, active = state.side.label, driving.vehicles(state)
    if not event.dice:
        return Told(f"{side} has no vehicles left and rolled no dice.", _cite("DYN-Q05"))
    told = f"{side} rolled {_listed(event.dice)} for {active} vehicle{'s' * (active != 1)}"
    rules = ["DYN-27" if active > 1 else "DYN-Q05"]
    if len(event.dice) > driving.earned(state):
        told += " and its command tank"
        rules.append("DYN-30")
    if len(driving.dice_to_give(state.ground.setup, event.dice)) > len(event.dice):
        told += ": all equal, so one vehicle more may take a die"
        rules.append("DYN-35")
    return Told(f"{told}.", _cite(*rules[-2:]), (Throw(event.dice),))


def _moved(state: State, event: e.Moved) -> Told:
    piece, kind = state.units.units[event.unit], state.kind(event.unit)
    here, facing = state.place(event.square), state.ground.setup.board.compass(event.facing)
    name, done = state.name(event.unit, piece.side), driving.going_on(state, event.unit)
    strokes = (Drive(event.unit, tuple(pose_of(state.ground.grid, pose) for pose in movement.way(state, event))),)
    back = state.ground.grid.ahead(piece.square, (piece.facing + 4) % 8)
    verb = "turned on" if event.square == piece.square else "drove to"
    act = Gist(event.unit, "moved", f"{verb} {here}")
    if not kind.vehicle:
        told = f"{name} turned on {here} to face {facing} and cannot fire this turn."
        return Told(told, _cite("DYN-66", "DYN-68"), strokes, act)
    if done is not None:
        most, steps = driving.allowance(kind, done.die), done.steps + event.steps
        told = f"{name} went on with the {done.die}: {steps} of {most} steps, to {here}, facing {facing}."
        return Told(told, _cite("DYN-40"), strokes, act)
    if event.die:
        most = driving.allowance(kind, event.die)
        to = "on" if event.square == piece.square else "to"
        told = f"{name} took the {event.die}: {event.steps} of {most} steps {to} {here}, facing {facing}."
        return Told(told, _cite("DYN-40"), strokes, act)
    if event.square == piece.square:
        return Told(f"{name} turned on {here} to face {facing}: no die.", _cite("DYN-25"), strokes, act)
    if event.square == back:
        turned = "" if event.facing == piece.facing else f", turning to face {facing}"
        rule = "DYN-49" if kind.drive == "tracked" else "DYN-58" if turned else "DYN-57"
        act = Gist(event.unit, "moved", f"backed to {here}")
        return Told(f"{name} backed one square to {here}{turned}: no die.", _cite(rule), strokes, act)
    return Told(f"{name} drove one square to {here}, facing {facing}: no die.", _cite("DYN-25"), strokes, act)


def _pushed(state: State, event: e.Pushed) -> Told:
    grid, units = state.ground.grid, state.units.units
    dozer, wreck = units[event.unit], units[event.wreck]
    done = driving.going_on(state, event.unit)
    beyond = grid.ahead(wreck.square, dozer.facing)
    die = event.die or (done.die if done else 0)
    steps, most = (done.steps if done else 0) + pushing.PUSH, driving.allowance(state.kind(event.unit), die)
    name = state.name(event.unit, dozer.side)
    begun = f"{name} took the {die} and pushed" if event.die else f"{name} pushed"
    told = (
        f"{begun} the wreck of {state.name(event.wreck, dozer.side)} to {state.place(beyond)}: {steps} of {most} steps."
    )
    act = Gist(event.unit, "moved", f"pushed a wreck to {state.place(beyond)}")
    return Told(told, _cite("DYN-149", "DYN-151"), drives(state, event.unit, event.wreck), act)


def _turret_turned(state: State, event: e.TurretTurned) -> Told:
    piece = state.units.units[event.unit]
    to = state.ground.setup.board.compass((piece.facing + event.turret) % 8)
    told = f"{state.name(event.unit, piece.side)} laid its turret to the {to}."
    return Told(told, _cite("DYN-97", "DYN-98"), act=Gist(event.unit, "nothing", "laid its turret"))


# Firing


def _fired(state: State, event: e.Fired) -> Told:
    units, kind = state.units.units, state.kind(event.unit)
    shooter, target = units[event.unit], units[event.target]
    firepower, needed = sum(event.rolled), event.range + event.armour
    equal = firepower == needed
    outcome, rule = {
        Verdict.DESTROYED: ("Destroyed.", "DYN-107"),
        Verdict.DAMAGED: ("Damaged.", "DYN-109"),
        Verdict.NOTHING: ("No effect.", "DYN-108"),
    }[event.verdict]
    exactly = ", exactly" if equal else ""
    if state.ground.setup.quick:
        rule = "DYN-185"
    elif equal and event.verdict is Verdict.DESTROYED:
        exactly, rule = ", exactly, and it was damaged already", "DYN-116"
    sums = f"range {event.range} + {event.zone} {event.armour} = {needed}"
    rolled = f"rolled {_fell(event.rolled, kind.half)} = {firepower}{exactly}"
    names = f"{state.name(event.unit, shooter.side)} fired at {state.name(event.target, shooter.side)}"
    odds = shooting.odds_of(shooting.shot_at(state.ground, shooter, target))
    end = family.end_of(event.verdict, firepower, event.range)
    strokes = (
        Throw(event.rolled, needed, _halves(event.rolled, kind.half)),
        Shot(event.unit, event.target, str(event.verdict), odds, line=_line(state, event, target.square), end=end),
    )
    gist = Gist(event.unit, end, family.word_of(event.verdict, firepower, needed), event.target)
    return Told(f"{names}: {sums}, {rolled}. {outcome}", _cite(rule), strokes, gist)


def _line(state: State, event: e.Fired | e.FiredAtWall | e.Lobbed, there: int) -> tuple[Place, Place]:
    return family.line_between(state.ground.grid, state.units.units[event.unit].square, there)


def _fired_at_wall(state: State, event: e.FiredAtWall) -> Told:
    shooter, kind = state.units.units[event.unit], state.kind(event.unit)
    wall = state.ground.setup.figures.wall
    needed = event.range + wall
    outcome = "Destroyed." if event.verdict is Verdict.DESTROYED else "It stands."
    sums = (
        f"range {event.range} + wall {wall} = {needed}, rolled {_fell(event.rolled, kind.half)} = {sum(event.rolled)}"
    )
    name = state.name(event.unit, shooter.side)
    odds = shooting.odds_of(shooting.wall_shot_at(state.ground, shooter, event.square))
    end, wall_at = (
        family.end_of(event.verdict, sum(event.rolled), event.range),
        f"the wall at {state.place(event.square)}",
    )
    line = _line(state, event, event.square)
    strokes = (
        Throw(event.rolled, needed, _halves(event.rolled, kind.half)),
        Shot(event.unit, None, str(event.verdict), odds, event.square, line=line, end=end),
    )
    gist = Gist(event.unit, end, family.word_of(event.verdict, sum(event.rolled), needed), where=wall_at)
    return Told(f"{name} fired at {wall_at}: {sums}. {outcome}", _cite("DYN-154"), strokes, gist)


def _lobbed(state: State, event: e.Lobbed) -> Told:
    shooter, entry = state.units.units[event.unit], state.kind(event.unit).parabolic
    assert entry is not None
    hit = event.verdict is Verdict.DESTROYED
    own_eyes = event.spotter == event.unit
    seen = "in its own sight" if own_eyes else f"seen by {state.name(event.spotter, shooter.side)}"
    names = f"{state.name(event.unit, shooter.side)} lobbed at {state.name(event.target, shooter.side)}"
    if hit:
        kept = sorted(value for at, value in enumerate(event.rolled) if at not in event.left_out)
        outcome = f", kept {_row(kept)} = {event.range}. Destroyed."
    else:
        outcome = f"{_missing(state, event, entry.choose)}. No effect."
    told = f"{names}, {event.range} squares, {seen}: rolled {_fell(event.rolled, event.half)}{outcome}"
    end: End = "destroyed" if hit else "missed"
    line = _line(state, event, state.units.units[event.target].square)
    odds = parabolic.odds_of_lob(state.ground.setup.figures, entry, event.range, event.half)
    strokes = (
        Throw(event.rolled, event.range, _halves(event.rolled, event.half), event.left_out),
        Shot(event.unit, event.target, str(event.verdict), odds, high=True, line=line, end=end),
    )
    rules = _cite("DYN-134" if hit else "DYN-142", "DYN-138" if own_eyes else "DYN-139")
    return Told(told, rules, strokes, Gist(event.unit, end, "destroyed" if hit else "no effect", event.target))


def _missing(state: State, event: e.Lobbed, choose: int) -> str:
    """DYN-134: what would have made the range, where one more die would have done."""
    spare = sum(event.rolled) - event.range
    if len(event.rolled) - choose == 1 and spare in state.ground.setup.figures.red:
        return f"; to make {event.range} it needed a {spare} to leave out"
    return f"; no {choose} of them make {event.range}"


def _destroyed(state: State, event: e.Destroyed) -> Told:
    piece = state.units.units[event.unit]
    name, here = state.name(event.unit), state.place(piece.square)
    rule = "DYN-187" if state.ground.setup.quick else "DYN-112"
    if piece.command:
        told = f"{name}, the command tank, is a wreck and stays on {here}: {piece.side.label} rolls one die less."
        return Told(told, _cite(rule, "DYN-31"))
    return Told(f"{name} is a wreck and stays on {here}.", _cite(rule))


def _damaged(state: State, event: e.Damaged) -> Told:
    kind = state.kind(event.unit)
    return Told(f"{state.name(event.unit)} {crippled(kind)}.", (damage_rule(kind).id,))


def _repaired(state: State, event: e.Repaired) -> Told:
    side = state.units.units[event.unit].side
    told = f"{state.name(event.by, side)} repaired {state.name(event.unit, side)}: both had stayed still and silent."
    act = Gist(event.by, "nothing", f"repaired {state.name(event.unit, side)}")
    return Told(told, _cite("DYN-145", "DYN-146"), act=act)


def _wall_fell(state: State, event: e.WallFell) -> Told:
    piece, here = state.units.units[event.by], state.place(event.square)
    if piece.square != event.square:
        return Told(f"The wall at {here} fell; its dust closes the view until the turn ends.", _cite("DYN-160"))
    name = state.name(event.by, piece.side)
    if not state.kind(event.by).armed:
        return Told(f"{name} broke through the wall at {here} and stopped there.", _cite("DYN-156"))
    told = f"{name} broke through the wall at {here}, stopped there and cannot fire this turn."
    return Told(told, _cite("DYN-156", "DYN-158"))


def _game_ended(state: State, event: e.GameEnded) -> Told:
    return Told(event.result.sentence, _cite(event.result.rule))


_TELLERS: dict[type, Callable[[State, Any], Told]] = {
    e.RolledOff: _rolled_off,
    e.FirstChosen: _first_chosen,
    e.Deployed: partial(family.deployed, zone_rule),
    e.Hidden: partial(family.hidden, _unseen),
    e.Revealed: partial(family.revealed, _unseen),
    e.CommandNamed: partial(family.command_named, RULES["DYN-29"]),
    e.PhaseBegan: _phase_began,
    e.MovementRolled: _movement_rolled,
    e.Moved: _moved,
    e.Pushed: _pushed,
    e.TurretTurned: _turret_turned,
    e.Fired: _fired,
    e.FiredAtWall: _fired_at_wall,
    e.Lobbed: _lobbed,
    e.Destroyed: _destroyed,
    e.Damaged: _damaged,
    e.Repaired: _repaired,
    e.WallFell: _wall_fell,
    e.GameEnded: _game_ended,
}


def tell(state: State, event: e.Event) -> Told:
    """The sentence of an event that is about to happen in this state."""
    return _TELLERS[type(event)](state, event)
