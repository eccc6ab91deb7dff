"""What one side has before it: its enemies, its goals, how much the way and danger count, and its errands."""

from typing import NamedTuple

from hulldown.bots.panzerkampf import crossings
from hulldown.bots.panzerkampf.points import importance, worth
from hulldown.bots.panzerkampf.routes import Goals
from hulldown.bots.panzerkampf.tuning import TUNING
from hulldown.bots.tactics import Weights
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerkampf.setup import destination
from hulldown.rulebooks.panzerkampf.state import Ground, State, Unit, Where
from hulldown.rulebooks.panzerkampf.units import UnitType


class Foe(NamedTuple):
    """An enemy on the table, what he is worth, and how many times as much as his points that is."""

    unit: int
    piece: Unit
    row: UnitType
    worth: float
    counts: float


class Eye(NamedTuple):
    """What one side has before it."""

    state: State
    side: Side
    foes: tuple[Foe, ...]
    goals: Goals
    ground: Ground  # with the bridges that it is going to lay
    holds: bool  # whether it only has to hold out
    eager: float  # how much the way counts,
    goal: float  # and an errand,
    caution: float  # and danger
    roomy: bool  # whether ways are looked for on which there is room for a base


def eye_of(state: State, side: Side, weights: Weights = TUNING.greedy, roomy: bool = False) -> Eye:
    setup, found = state.setup, list[Foe]()
    for unit in state.standing(side.other):
        piece, row = state.units[unit], state.type(unit)
        counts = importance(setup, row, piece)
        found.append(Foe(unit, piece, row, worth(row, piece.hp) * counts, counts))
    eager, caution, defends = weights.way * TUNING.way, weights.risk, side is setup.defending
    relieved = any(piece.relief and piece.where is Where.TABLE for piece in state.units)
    holds = setup.campaign == "encircled" and defends and not relieved
    if state.round > TUNING.patient_rounds:  # who waits for the other waits for ever
        eager *= min(TUNING.most_eager, state.round / TUNING.patient_rounds)
        caution *= max(TUNING.least_caution, 1 - state.round / TUNING.cautious_rounds)
    wanted = found
    if setup.campaign == "escort" and not defends:
        wanted = [foe for foe in found if foe.row.support] or found
    if setup.campaign == "encircled" and not defends:
        eager *= TUNING.hurry
        wanted = [foe for foe in found if not foe.piece.relief] or found
    goals = frozenset([(foe.piece.x, foe.piece.y) for foe in wanted])
    ground = _to_be_bridged(state, side, goals)
    way = 0.0 if holds else eager
    return Eye(state, side, tuple(found), goals, ground, holds, way, weights.goal, caution, roomy)


def _to_be_bridged(state: State, side: Side, goals: Goals) -> Ground:
    """The ground with the bridges that a side is going to lay: its units count on them."""
    ground = state.ground
    for unit in state.standing(side):
        piece, row = state.units[unit], state.type(unit)
        if _uses(row, "bridge") and (bank := crossings.bank(ground, row, goals, piece.x, piece.y)):
            ground = crossings.bridged(ground, bank.base)
    return ground


def _uses(row: UnitType, use: str) -> bool:
    return any(weapon.use == use for weapon in row.weapon)


class Errand(NamedTuple):
    """What a unit has to do somewhere else than at the enemy: where, how much a centimetre counts, where to look."""

    goals: Goals
    pull: float
    heading: int | None = None


def errand_of(eye: Eye, unit: int) -> Errand | None:
    """The convoy drives to its destination, bridges are laid where they save way, repairs are made where they lack."""
    state, side = eye.state, eye.side
    piece, row, edge = state.units[unit], state.type(unit), state.edges[side]
    if row.support and state.setup.campaign == "escort" and side is state.setup.defending and edge:
        return Errand(frozenset([destination(state.setup, edge)]), eye.goal * TUNING.errand * row.points)
    if _uses(row, "bridge") and (bank := crossings.bank(state.ground, row, eye.goals, piece.x, piece.y)):
        return Errand(frozenset([(bank.base.x, bank.base.y)]), TUNING.errand * row.points, bank.base.heading)
    if _uses(row, "repair") and (hurt := [at for at in damaged(state, side) if at != unit]):
        return Errand(frozenset([(state.units[at].x, state.units[at].y) for at in hurt]), TUNING.way * row.points)
    return None


def damaged(state: State, side: Side) -> list[int]:
    """Units of a side on the table that lack hit points, and can be reached by whoever repairs."""
    units = [(unit, state.units[unit], state.type(unit)) for unit in state.standing(side)]
    return [unit for unit, piece, row in units if piece.hp < row.hp and not piece.dived and not row.flying]
