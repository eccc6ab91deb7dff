"""What a position is worth: the units that stand, the shots of the next turns, the way that is left."""

from hulldown.bots.panzerkampf.eye import Eye, errand_of, eye_of
from hulldown.bots.panzerkampf.outlook import Outlook
from hulldown.bots.panzerkampf.pressure import pressed
from hulldown.bots.panzerkampf.routes import swing
from hulldown.bots.panzerkampf.situation import look_from, repairs, to_go
from hulldown.bots.panzerkampf.tuning import TUNING
from hulldown.bots.tactics import Weights
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerkampf.state import State


def outlook_of(state: State, weights: Weights) -> tuple[Outlook, Eye]:
    """What the side to move has before it in the next turns, from where all stand."""
    weights = pressed(weights, state, state.side)
    eye = eye_of(state, state.side, weights, roomy=True)
    outlook = Outlook(state, weights)
    outlook.bonus = {unit: bonus_of(eye, unit, state) for unit in outlook.own}
    other = eye_of(state, state.side.other, weights, roomy=True)
    outlook.material -= sum([bonus_of(other, unit, state) for unit in outlook.foes])
    return outlook, eye


def value(state: State, side: Side, weights: Weights = TUNING.weights) -> float:
    """What a position is worth: the units that stand, the shots of the next turns, the way that is left."""
    if state.result is not None:
        winner = state.result.winner
        return 0.0 if winner is None else TUNING.won if winner is side else -TUNING.won
    found = outlook_of(state, weights)[0].value()
    return found if side is state.side else -found


def bonus_of(eye: Eye, unit: int, state: State) -> float:
    """What a place is worth besides shots: the way, the front, friends to repair."""
    piece, row = state.units[unit], state.type(unit)
    total = -to_go(eye, unit, state)
    if eye.foes:
        off = abs(swing(piece.heading, look_from(eye, errand_of(eye, unit), piece.x, piece.y)))
        total -= TUNING.front * row.points * off / 180
    for weapon in row.weapon:
        if weapon.use == "repair":
            total += repairs(eye, unit, state, weapon)
    return total + TUNING.dug * row.points * (eye.holds and piece.dug_in)
