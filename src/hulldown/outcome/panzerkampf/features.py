"""Panzerkampf: units and their hit points, what weapons take from where they stand, and what a campaign asks for."""

from functools import lru_cache
from math import hypot

from hulldown.geometry.plane import clear
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.outcome import fire
from hulldown.outcome.fire import Forces, Shots, Volley
from hulldown.outcome.model import Features
from hulldown.outcome.panzerkampf.tolls import bears, promised, worth
from hulldown.rulebooks.panzerkampf import damage
from hulldown.rulebooks.panzerkampf.events import Part
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.ground import blind_areas
from hulldown.rulebooks.panzerkampf.setup import destination
from hulldown.rulebooks.panzerkampf.state import Ground, Phase, State, Unit, Where

ODD = (*fire.ODD, "late", "counters", "convoy", "escort", "pocket", "held out")
EVEN = ("draw", "few")
FAR = 200 * CM  # from where a convoy is to be: about a table


def features(state: State) -> Features:
    """All that a fortune is told from."""
    first, forces = state.side, forces_of(state)
    now = state.turn if state.phase in (Phase.SHOOTING, Phase.COUNTER) else 0
    fires, answers, again = volley(state, first, now), volley(state, first.other, 0), volley(state, first, 0)
    odd = fire.balance(forces, first, fires, answers, again)
    rounds = state.setup.figures.rounds
    late = odd[0] * (state.round / rounds if rounds else 0.0)
    counters = (state.counters[RED] - state.counters[BLUE]) / 4
    return Features((*odd, late, counters, *_campaign(state)), (1.0, 1 / max(1, sum(forces.units))) if rounds else ())


def forces_of(state: State) -> Forces:
    """The units that are alive, by what is left of them; a relieving army that has not come counts half."""
    points, many, left = [0.0, 0.0], [0, 0], list[float]()
    for piece in state.units:
        alive = piece.where is not Where.GONE and not piece.wreck
        value = worth(state.ground.types[piece.kind], piece.hp) if alive else 0.0
        left.append(value)
        points[piece.side] += value / 2 if piece.relief and piece.where is Where.WAITING else value
        many[piece.side] += alive
    return Forces((points[RED], points[BLUE]), (many[RED], many[BLUE]), left)


def volley(state: State, side: Side, now: int) -> Volley:
    """What the weapons of a side take from where they stand; in this shooting phase, of units that have not fired."""
    enemies = [(unit, piece) for unit, piece in enumerate(state.units) if piece.side is not side and piece.standing]
    found: Volley = []
    for unit, piece in enumerate(state.units):
        if piece.side is not side or not piece.standing or piece.dived or (now and piece.fired == now):
            continue
        if shots := _shots(state.ground, piece, enemies):
            found.append((unit, shots))
    return found


def _shots(ground: Ground, piece: Unit, enemies: list[tuple[int, Unit]]) -> Shots:
    """For each enemy what all weapons together take of him, as a share of what is left of him."""
    row, figures, found = ground.types[piece.kind], ground.setup.figures, list[tuple[int, float]]()
    reach = max([gun.range for gun in row.weapon if gun.use == "fire"], default=0) * CM
    for unit, aim in enemies:
        dx, dy = aim.x - piece.x, aim.y - piece.y
        if abs(dx) > reach or abs(dy) > reach:
            continue
        part, takes = damage.shown(figures, -dx, -dy, aim.heading), 0.0
        for number, gun in enumerate(row.weapon):
            if gun.use == "fire" and number not in piece.silent and bears(gun, dx, dy, piece.heading):
                takes += _takes(ground, piece.kind, number, aim, part)
        if takes and (row.flying or ground.types[aim.kind].flying or _clear(ground, piece.x, piece.y, aim.x, aim.y)):
            found.append((unit, min(1.0, takes / worth(ground.types[aim.kind], aim.hp))))
    return found


def _takes(ground: Ground, kind: str, number: int, aim: Unit, part: Part) -> float:
    gun = ground.types[kind].weapon[number]
    if gun.kind in ("artillery", "bomb"):
        return 0.0
    return promised(ground, kind, number, aim.kind, part, aim.hp, aim.dug_in, aim.dived)


@lru_cache(maxsize=1 << 16)
def _clear(ground: Ground, x: int, y: int, to_x: int, to_y: int) -> bool:
    """Whether no terrain stands on a line."""
    return clear((x, y), (to_x, to_y), (), blind_areas(ground))


def _campaign(state: State) -> tuple[float, ...]:
    """An escort by its convoy and who hunts it; an encirclement by the pocket that is left, and for how long."""
    setup = state.setup
    if setup.campaign == "standard":
        return 0.0, 0.0, 0.0, 0.0
    sign = 1 if setup.defending is RED else -1
    if setup.campaign == "escort":
        return sign * _convoy(state, setup.defending), float(sign), 0.0, 0.0
    small = [piece for piece in state.units if piece.side is setup.defending and not piece.relief]
    left = sum(piece.alive for piece in small) / max(1, len(small))
    return 0.0, 0.0, sign * left, sign * state.round / max(1, setup.figures.encircled.relief)


def _convoy(state: State, side: Side) -> float:
    """How near the foremost support unit is to where it is to be, from 0 to 1; −1 without any."""
    types = state.ground.types
    able = [piece for piece in state.units if piece.side is side and piece.standing and types[piece.kind].support]
    edge = state.edges[side]
    if not able or not edge:
        return -1.0 if edge else 0.0
    x, y = destination(state.setup, edge)
    return 1 - min(1.0, min(hypot(piece.x - x, piece.y - y) for piece in able) / FAR)
