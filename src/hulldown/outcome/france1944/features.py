"""France 1944: tanks that stand, the shots that they have from where they are, flags and who stands beside them."""

from functools import lru_cache

from hulldown.geometry.squares import Arc
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.outcome import fire
from hulldown.outcome.fire import Forces, Shots, Volley
from hulldown.outcome.model import Features
from hulldown.rulebooks.panzerstrike.firing import LEAST_RANGE, Verdict
from hulldown.rulebooks.panzerstrike.france1944.flags import stood
from hulldown.rulebooks.panzerstrike.france1944.setup import defender
from hulldown.rulebooks.panzerstrike.france1944.shooting import Facts, odds_of, shot_at
from hulldown.rulebooks.panzerstrike.france1944.state import Phase, State, Tank

ODD = (*fire.ODD, "flags", "beside flags", "about to take", "holds out")
EVEN = ("draw", "quiet", "few", "uneven")
DAMAGED = 0.5  # of a tank, that a damaged one is still worth


def features(state: State) -> Features:
    """All that a fortune is told from."""
    first, forces = state.side, forces_of(state)
    fires = volley(state, first, state.round if state.phase is Phase.SHOOTING else 0)
    answers, again = volley(state, first.other, 0), volley(state, first, 0)
    odd = (*fire.balance(forces, first, fires, answers, again), *_goals(state))
    return Features(odd, _quiet(state, forces))


def forces_of(state: State) -> Forces:
    """The tanks of both sides, those beside the board too."""
    points, many, chart, worth = [0.0, 0.0], [0, 0], state.ground.chart, list[float]()
    for tank in state.tanks.units:
        worth.append(chart[tank.kind].points * (DAMAGED if tank.condition else 1.0) if tank.active else 0.0)
        points[tank.side] += worth[-1]
        many[tank.side] += tank.active
    return Forces((points[RED], points[BLUE]), (many[RED], many[BLUE]), worth)


def volley(state: State, side: Side, shooting: int) -> Volley:
    """The shots of a side from where it stands; in the round that it shoots in, of those that have not fired."""
    tanks, found = state.tanks, list[tuple[int, Shots]]()
    enemies = [(unit, tank) for unit, tank in enumerate(tanks.units) if tank.side is not side and tank.active]
    seen = tanks.active(side.other)
    for unit, tank in enumerate(tanks.units):
        if tank.side is not side or not tank.active or tank.square < 0 or (shooting and tank.fired == shooting):
            continue
        view = state.ground.in_view(tank.square) & seen
        if view and shooting and tank.moved == shooting:
            view &= state.ground.grid.arc(Arc.A90, tank.facing, tank.square)
        if view and (shots := _shots(state, tank, view, enemies)):
            found.append((unit, shots))
    return found


def _shots(state: State, tank: Tank, view: int, enemies: list[tuple[int, Tank]]) -> Shots:
    ground, occupied, here = state.ground, state.tanks.occupied, tank.square
    found: Shots = []
    for unit, aim in enemies:
        if aim.square >= 0 and view >> aim.square & 1 and ground.sight.clear(here, aim.square, occupied):
            facts = shot_at(ground, tank, aim)
            if facts.range >= LEAST_RANGE and (chance := _chance(facts)):
                found.append((unit, chance))
    return found


@lru_cache(maxsize=1 << 14)
def _chance(facts: Facts) -> float:
    odds = odds_of(facts)
    return float(odds.get(Verdict.DESTROYED, 0)) + DAMAGED * float(odds.get(Verdict.DAMAGED, 0))


def _goals(state: State) -> tuple[float, ...]:
    """The flags that stand, tanks beside enemy ones, those that take one unless they are stopped, and the time that
    a defender still has to hold out."""
    flags, beside, taking = 0, 0, 0
    whole = max(1, sum(state.ground.setup.flags))
    for flag in state.flags:
        sign = 1 if flag.side is BLUE else -1
        flags -= sign
        near = state.ground.grid.neighbours(flag.square) & state.tanks.active(flag.side.other)
        for unit, tank in enumerate(state.tanks.units) if near else ():
            if tank.active and tank.square >= 0 and near >> tank.square & 1 and tank.side is not flag.side:
                beside += sign
                taking += sign * (stood(state, unit) >= 1 and tank.moved < state.round)
    return flags / whole, beside / whole, taking / whole, _holds(state)


def _holds(state: State) -> float:
    """How much of a limit has gone by, for whoever only has to hold out."""
    setup = state.ground.setup
    if not setup.turn_limit or (holder := defender(setup)) is None:
        return 0.0
    return (1 if holder is RED else -1) * (0.2 + state.round / setup.turn_limit)


def _quiet(state: State, forces: Forces) -> tuple[float, ...]:
    """What a draw by quiet rounds depends on; with a limit somebody wins."""
    setup, (red, blue) = state.ground.setup, forces.points
    if setup.turn_limit:
        return ()
    quiet = max(0, state.round - state.last_loss) / setup.figures.quiet_rounds
    return 1.0, quiet, 1 / max(1, sum(forces.units)), abs(red - blue) / max(1e-9, red + blue)
