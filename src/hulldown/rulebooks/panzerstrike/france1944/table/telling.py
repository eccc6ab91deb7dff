"""The log in the house voice: past tense, who, what, the sum, the outcome, the rule."""

from collections.abc import Callable
from typing import Any

from hulldown.kernel.picture import Drive, Shot, Throw
from hulldown.kernel.rulebook import Gist, Told
from hulldown.rulebooks.panzerstrike.firing import Verdict
from hulldown.rulebooks.panzerstrike.france1944 import events as e
from hulldown.rulebooks.panzerstrike.france1944.movement import allowance, way
from hulldown.rulebooks.panzerstrike.france1944.rules import RULES
from hulldown.rulebooks.panzerstrike.france1944.shooting import odds_of, shot_at
from hulldown.rulebooks.panzerstrike.france1944.state import Phase, State
from hulldown.rulebooks.panzerstrike.pieces import Condition
from hulldown.rulebooks.panzerstrike.table.showing import pose_of
from hulldown.rulebooks.panzerstrike.table.telling import end_of, in_secret, line_between, word_of


def _cite(*ids: str) -> tuple[str, ...]:
    return tuple(RULES[rule].id for rule in ids)


def _listed(numbers: tuple[int, ...]) -> str:
    words = [str(number) for number in numbers]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _rolled_off(state: State, event: e.RolledOff) -> Told:
    winner = "Red" if event.red[-1] > event.blue[-1] else "Blue"
    many = len(event.red) - 1
    ties = f" after {many} tie{'s' * (many != 1)}" if many else ""
    told = f"Red rolled {event.red[-1]}, Blue {event.blue[-1]}{ties}: {winner} chooses who plays first."
    return Told(told, _cite("FR-Q06"), (Throw((event.red[-1], event.blue[-1])),))


def _first_chosen(state: State, event: e.FirstChosen) -> Told:
    return Told(f"{state.side.label} chose: {event.first.label} plays first.", _cite("FR-Q06"))


def _flag_placed(state: State, event: e.FlagPlaced) -> Told:
    return Told(f"{event.side.label} set a flag on {state.place(event.square)}.", _cite("FR-50"))


def _barricade_placed(state: State, event: e.BarricadePlaced) -> Told:
    return Told(f"{event.side.label} built a barricade on {state.place(event.square)}.", _cite("FR-63"))


def _barricades_ended(state: State, event: e.BarricadesEnded) -> Told:
    return Told(f"{event.side.label} builds no more barricades.", _cite("FR-63"))


def _deployed(state: State, event: e.Deployed) -> Told:
    facing = state.ground.setup.board.compass(event.facing)
    place = state.place(event.square)
    told = f"{state.name(event.unit)} deployed on {place}, facing {facing}."
    return Told(told, _cite("FR-06", "FR-07"), act=Gist(event.unit, "nothing", f"deployed on {place}"))


def _hidden(state: State, event: e.Hidden) -> Told:
    return in_secret(state.tanks.units, event.side, "tank", RULES["FR-H10"])


def _revealed(state: State, event: e.Revealed) -> Told:
    return Told("Both sides stand; all tanks are shown.", _cite("FR-H10"))


def _phase_began(state: State, event: e.PhaseBegan) -> Told:
    side = event.side.label
    if event.phase is Phase.ROLL:
        return Told(f"Round {event.round}: {side}'s turn.", _cite("FR-16"))
    if event.phase is Phase.SHOOTING:
        return Told(f"{side} ended movement; shooting begins.", _cite("FR-31"))
    what = {Phase.FLAGS: "places its flags", Phase.BARRICADES: "builds its barricades"}.get(
        event.phase, "deploys its tanks"
    )
    return Told(f"{side} {what}.", _cite("FR-Q06" if event.phase is Phase.DEPLOYMENT else "FR-H1"))


def _movement_rolled(state: State, event: e.MovementRolled) -> Told:
    active = state.tanks.active(state.side).bit_count()
    told = f"{state.side.label} rolled {_listed(event.dice)} for {active} tank{'s' * (active != 1)}"
    if len(event.dice) > 1 and len(set(event.dice)) == 1:
        return Told(f"{told}: all equal, so one tank more may move.", _cite("FR-17", "FR-21"), (Throw(event.dice),))
    return Told(f"{told}.", _cite("FR-17"), (Throw(event.dice),))


def _moved(state: State, event: e.Moved) -> Told:
    tank = state.tanks.units[event.unit]
    poses = way(state, event)
    steps, most = len(poses) - 1, allowance(state.ground.chart[tank.kind], event.die)
    here, facing = state.place(event.square), state.ground.setup.board.compass(event.facing)
    name = state.name(event.unit, tank.side)
    strokes = (Drive(event.unit, tuple(pose_of(state.ground.grid, pose) for pose in poses)),)
    back = state.ground.grid.ahead(tank.square, (tank.facing + 4) % 8)
    if steps == 1 and event.square == back:
        told = f"{name} took the {event.die}: one square back to {here}."
        return Told(told, _cite("FR-26"), strokes, Gist(event.unit, "moved", f"backed to {here}"))
    told = f"{name} took the {event.die}: {steps} of {most} steps to {here}, facing {facing}."
    deed = f"turned on {here}" if event.square == tank.square else f"drove to {here}"
    return Told(told, _cite("FR-22"), strokes, Gist(event.unit, "moved", deed))


def _fired(state: State, event: e.Fired) -> Told:
    units = state.tanks.units
    side = units[event.unit].side
    firepower, needed = sum(event.rolled), event.range + event.armour
    outcome, rule = {
        Verdict.DESTROYED: ("Destroyed.", "FR-Q19" if _twice(state, event) else "FR-40"),
        Verdict.DAMAGED: ("Exactly: damaged.", "FR-59"),
        Verdict.NOTHING: ("No effect.", "FR-41"),
    }[event.verdict]
    dice = " ".join(map(str, event.rolled))
    total = f"range {event.range} + {event.zone} {event.armour} = {needed}, rolled {dice} = {firepower}"
    told = f"{state.name(event.unit, side)} fired at {state.name(event.target, side)}: {total}. {outcome}"
    odds = odds_of(shot_at(state.ground, units[event.unit], units[event.target]))
    line = line_between(state.ground.grid, units[event.unit].square, units[event.target].square)
    end = end_of(event.verdict, firepower, event.range)
    shot = Shot(event.unit, event.target, str(event.verdict), odds, line=line, end=end)
    gist = Gist(event.unit, end, word_of(event.verdict, firepower, needed), event.target)
    return Told(told, _cite(rule), (Throw(event.rolled, needed), shot), gist)


def _twice(state: State, event: e.Fired) -> bool:
    """FR-Q19: whether it was a second exact result that destroyed."""
    exact = sum(event.rolled) == event.range + event.armour
    return exact and state.tanks.units[event.target].condition is Condition.DAMAGED


def _destroyed(state: State, event: e.Destroyed) -> Told:
    tank = state.tanks.units[event.unit]
    return Told(f"{state.name(event.unit)} is a wreck and stays on {state.place(tank.square)}.", _cite("FR-44"))


def _damaged(state: State, event: e.Damaged) -> Told:
    return Told(f"{state.name(event.unit)} is damaged: it fires but no longer moves.", _cite("FR-61"))


def _flag_captured(state: State, event: e.FlagCaptured) -> Told:
    name, here = state.name(event.unit), state.place(event.square)
    told = f"{name} stood still beside the flag at {here} for a whole turn: captured."
    return Told(told, _cite("FR-55", "FR-56"), act=Gist(event.unit, "nothing", f"captured the flag at {here}"))


def _game_ended(state: State, event: e.GameEnded) -> Told:
    return Told(event.result.sentence, _cite(event.result.rule))


_TELLERS: dict[type, Callable[[State, Any], Told]] = {
    e.RolledOff: _rolled_off,
    e.FirstChosen: _first_chosen,
    e.FlagPlaced: _flag_placed,
    e.BarricadePlaced: _barricade_placed,
    e.BarricadesEnded: _barricades_ended,
    e.Deployed: _deployed,
    e.Hidden: _hidden,
    e.Revealed: _revealed,
    e.PhaseBegan: _phase_began,
    e.MovementRolled: _movement_rolled,
    e.Moved: _moved,
    e.Fired: _fired,
    e.Destroyed: _destroyed,
    e.Damaged: _damaged,
    e.FlagCaptured: _flag_captured,
    e.GameEnded: _game_ended,
}


def tell(state: State, event: e.Event) -> Told:
    """The sentence of an event that is about to happen in this state."""
    return _TELLERS[type(event)](state, event)
