"""Panzer Squadron: tanks that stand, who still fires in this turn and in the next one, and the points at the end."""

from hulldown.kernel.side import BLUE, RED, Side
from hulldown.outcome import fire
from hulldown.outcome.fire import Forces, Shots, Volley
from hulldown.outcome.model import Features
from hulldown.outcome.squadron.aims import best, gun_of, target_of
from hulldown.rulebooks.squadron.state import State

ODD = (*fire.ODD, "late", "waiting")
EVEN = ("draw", "time", "even", "far from all")


def features(state: State) -> Features:
    """All that a fortune is told from."""
    first, forces = state.side, forces_of(state)
    fires, answers = volley(state, first, True), volley(state, first.other, True)
    odd = fire.balance(forces, first, fires, answers, volley(state, first, False))
    time = state.turn / state.ground.setup.figures.turns
    waiting = [0, 0]
    for piece in state.units.units:
        waiting[piece.side] += piece.intact and piece.activated != state.turn
    odd = (*odd, odd[0] * time, (waiting[RED] - waiting[BLUE]) / max(1, len(state.units.units)))
    even = float(abs(odd[0]) < 0.001)
    return Features(odd, (1.0, time, even, even * time))


def forces_of(state: State) -> Forces:
    """The tanks of both sides, those beside the mat too."""
    points, many, cards, worth = [0.0, 0.0], [0, 0], state.ground.cards, list[float]()
    for piece in state.units.units:
        worth.append(float(cards[piece.card].points) if piece.intact else 0.0)
        points[piece.side] += worth[-1]
        many[piece.side] += piece.intact
    return Forces((points[RED], points[BLUE]), (many[RED], many[BLUE]), worth)


def volley(state: State, side: Side, now: bool) -> Volley:
    """The shots of a side from where it stands: in this turn of tanks that wait and need not drive first, or later."""
    units, found = state.units.units, list[tuple[int, Shots]]()
    marks = [
        (unit, target_of(state, unit))
        for unit, piece in enumerate(units)
        if piece.side is not side and piece.intact and piece.hex >= 0
    ]
    for unit, piece in enumerate(units):
        if piece.side is not side or not piece.intact or piece.hex < 0:
            continue
        if now and (piece.activated == state.turn or piece.began):
            continue
        gun = gun_of(piece)
        gun = gun if now or gun.began == piece.moving else gun._replace(began=piece.moving)
        shots = [(at, chance) for at, mark in marks if (chance := best(state.ground, state.units.wrecks, gun, mark))]
        if shots:
            found.append((unit, shots))
    return found
