"""What a position is worth to a side."""

from functools import lru_cache, partial

from hulldown.bots.panzerstrike.exchange import Shots, Sides, Volley, hands, turn_of
from hulldown.bots.panzerstrike.france1944.advance import front_of, mood_of, way_of
from hulldown.bots.panzerstrike.france1944.shots import hit_chances
from hulldown.bots.panzerstrike.france1944.tuning import TUNING, WEIGHTS
from hulldown.bots.panzerstrike.stakes import Ending, by_limit, by_quiet
from hulldown.bots.panzerstrike.threats import COMES, Gun, Threats, aims_of, driven
from hulldown.bots.panzerstrike.tuning import SHARED
from hulldown.bots.panzerstrike.worth import Parts, Tally, fired_back, judged, shut_in, way_left
from hulldown.bots.panzerstrike.worth import stance as stance_of
from hulldown.bots.tactics import ReturnFire, Weights
from hulldown.geometry.squares import Arc, Lanes
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerstrike.france1944 import movement
from hulldown.rulebooks.panzerstrike.france1944.setup import defender
from hulldown.rulebooks.panzerstrike.france1944.state import Ground, Phase, State


def value(state: State, side: Side, weights: Weights = WEIGHTS) -> float:
    """What a position is worth: the tanks that stand, the shots of this turn and the next ones, flags, the way."""
    return judged(_PARTS, state, side, weights)


def return_fire(state: State, unit: int) -> ReturnFire:
    """The enemy's best shot at a piece before its next turn."""
    return fired_back(_PARTS, state, unit, WEIGHTS)


def _tally(state: State, side: Side, weights: Weights) -> Tally:
    """The flags and tanks of a side that stand, less the enemy's."""
    own: Sides = ([], [])
    for unit, tank in enumerate(state.tanks.units):
        if tank.active and tank.square >= 0:
            own[tank.side].append(unit)
    worth = _worths(state, own, weights)
    standards = sum([1 if flag.side is side else -1 for flag in state.flags])
    total = (
        weights.goal * TUNING.colours * standards
        + sum([worth[unit] for unit in own[side]])
        - sum([worth[unit] for unit in own[side.other]])
    )
    return total, own, worth


def _worths(state: State, own: Sides, weights: Weights) -> list[float]:
    """What each tank is worth: the more beside an enemy flag."""
    units, chart = state.tanks.units, state.ground.chart
    worth = [0.0] * len(units)
    for unit in (*own[0], *own[1]):
        tank = units[unit]
        worth[unit] = chart[tank.kind].points * (SHARED.half if tank.condition else 1.0)
    for flag in state.flags:
        beside = state.ground.grid.neighbours(flag.square)
        for unit in own[flag.side.other]:
            if beside >> units[unit].square & 1:
                part = TUNING.stayed if units[unit].moved < state.round else TUNING.came
                worth[unit] += weights.goal * TUNING.colours * part
    return worth


@lru_cache(maxsize=8)
def _threats(ground: Ground, wrecks: int) -> Threats:
    free = ground.open & ~wrecks

    def reach(gun: Gun, die: int) -> Lanes:
        drive, at = ground.drive, (free, gun.pose >> 3, gun.pose & 7)
        steps = movement.allowance(ground.chart[gun.kind], die)
        return driven(drive.tracked(*at, steps), drive.tracked_back(*at, 1), Arc.A90)

    return Threats(ground, ground.chart, wrecks, [partial(reach, die=die) for die in COMES], lambda kind: Arc.A90)


def _shots_now(state: State, own: Sides) -> Volley:
    """The shots that the side to act has left, as all stand."""
    ground, units, occupied = state.ground, state.tanks.units, state.tanks.occupied
    threats, aims = _threats(ground, state.tanks.wrecks), aims_of(units, own[state.side.other])
    found = []
    for unit in own[state.side]:
        tank = units[unit]
        if tank.fired == state.round:
            continue
        view = ground.in_view(tank.square)
        if tank.moved == state.round:
            view &= ground.grid.arc(Arc.A90, tank.facing, tank.square)
        chances = hit_chances(ground, ground.chart[tank.kind].gun)
        shots = threats.standing(chances, tank.square, view, aims, occupied)
        if shots:
            found.append((unit, shots))
    return found


def _next_turn(state: State, own: Sides, side: Side, worth: list[float]) -> list[Volley]:
    """The shots of a whole turn of a side, with a drive by each die before them for as many as have one."""
    ground, units, occupied = state.ground, state.tanks.units, state.tanks.occupied
    threats, aims, chart = _threats(ground, state.tanks.wrecks), aims_of(units, own[side.other]), ground.chart
    hits = {unit: hit_chances(ground, chart[units[unit].kind].gun) for unit in own[side]}
    standing = list[tuple[int, Shots]]()
    for unit, chances in hits.items():
        here = units[unit].square
        standing.append((unit, threats.standing(chances, here, ground.in_view(here), aims, occupied)))
    movers = [unit for unit in own[side] if not units[unit].condition]
    guns = tuple([Gun((tank := units[unit]).kind, tank.square * 8 + tank.facing) for unit in movers])
    coming = list(zip(movers, threats.coming(guns, aims, [hits[unit] for unit in movers]), strict=True))
    dice = movement.dice_for(ground.setup.figures, len(own[side]))
    return [turn_of(standing, coming, hand, worth) for hand in hands(dice)]


def _places(state: State, side: Side, own: list[int], weights: Weights) -> float:
    """What it is worth to be where one is, beside all shots: the way, room to fire, the front to the enemy, flags."""
    units, chart = state.tanks.units, state.ground.chart
    enemies = tuple([tank for tank in units if tank.side != side and tank.active])
    if not enemies:
        return 0.0
    front = front_of(state.ground, enemies, state.tanks.wrecks, ())
    mood, total, ways = mood_of(state, side), 0.0, list[tuple[float, int]]()
    ground, free = state.ground, state.ground.open & ~state.tanks.wrecks
    for unit in own:
        tank = units[unit]
        kind, square = chart[tank.kind], tank.square
        if not tank.condition:
            ways.append((mood.way * kind.points / 2, way_of(front, mood, kind).steps(square, tank.facing)))
            total -= shut_in(ground.grid.neighbours(square), free, state.tanks.wrecks) * kind.points
        total -= SHARED.crowd * (front.too_near >> square & 1)
        total += SHARED.face * (front.facing(square) >> tank.facing & 1)
    return total - weights.way * way_left(ways)


def _ending(state: State) -> Ending:
    """FR-58, FR-Q33: whoever alone has flags wins when the rounds run out; else quiet rounds are a draw."""
    setup = state.ground.setup
    if setup.turn_limit and (winner := defender(setup)) is not None:
        return by_limit(setup.turn_limit, state.round, state.side is not state.first, winner)
    return by_quiet(setup.figures.quiet_rounds, state.round - state.last_loss)


def stance(state: State, side: Side) -> str:
    """Why a side attacks or waits as the end comes."""
    return stance_of(_PARTS, state, side, WEIGHTS)


_PARTS = Parts(_tally, _shots_now, (Phase.MOVEMENT, Phase.SHOOTING), _next_turn, _places, Phase.MOVEMENT, _ending)
