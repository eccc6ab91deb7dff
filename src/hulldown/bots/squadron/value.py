"""What a position is worth: who fires at whom in the rest of this turn and in the next one, by exact chances.

A tank fires from where it stands, or from where it can drive first. Each pair of tanks is asked for alone and kept, so
that after a movement only the pairs of the tank that moved are new.
"""

from functools import lru_cache
from math import tanh

from hulldown.bots.squadron.prospects import boldness
from hulldown.bots.squadron.routes import advance, around, reached, spread
from hulldown.bots.squadron.tuning import TUNING
from hulldown.bots.tactics import Weights
from hulldown.kernel.side import Side
from hulldown.outcome.squadron.aims import Gun, Target, best, gun_of, target_of
from hulldown.rulebooks.squadron import turn
from hulldown.rulebooks.squadron.state import Activation, Gear, Ground, State, Unit


@lru_cache(maxsize=1 << 13)
def _from(
    ground: Ground, wrecks: int, gun: str, turret: int, began: bool, mark: Target
) -> dict[tuple[int, int], float]:
    """The best chance of a card in a pose against a mark; filled as it is asked for."""
    return {}


@lru_cache(maxsize=1 << 16)
def _driven(ground: Ground, wrecks: int, taken: int, gun: Gun, mark: Target) -> float:
    """The chance to destroy a mark after driving, on average of the movement dice."""
    figures, card = ground.setup.figures, ground.cards[gun.card]
    bought = spread(figures.movement_die, figures.moving_dice if gun.began else figures.standing_dice, card.movement)
    most = bought[-1][0]
    if most < figures.shot_cost + figures.open_cost:
        return 0.0
    left = most - figures.shot_cost
    table = _from(ground, wrecks, gun.card, gun.turret, gun.began, mark)
    by_cost = [0.0] * (left + 1)
    for gear in (Gear.FORWARD, Gear.REVERSE):
        under_way = Activation(0, left, left)
        for pose, (cost, _) in reached(ground, taken, gun.hex, gun.facing, under_way, gear).items():
            if gun.began and pose[0] == gun.hex:
                continue
            chance = table.get(pose)
            if chance is None:
                under = ground.under(pose[0])
                chance = table[pose] = best(under, wrecks, gun._replace(hex=pose[0], facing=pose[1]), mark)
            if chance > by_cost[cost]:
                by_cost[cost] = chance
    total = 0.0
    for points, part in bought:
        if points >= figures.shot_cost:
            total += part * max(by_cost[: points - figures.shot_cost + 1])
    return total


def aim(state: State, gun: Gun, mark: Target, must: bool) -> float:
    """The chance of a tank against another in one activation; who began in movement must drive first."""
    ground, wrecks = state.ground, state.units.wrecks
    stands = 0.0 if must else best(ground, wrecks, gun, mark)
    if stands:
        return stands
    taken = state.units.occupied & around(ground.grid, gun.hex, TUNING.farthest_drive)
    return TUNING.driven_shot * _driven(ground, wrecks, taken, gun, mark)


def value(state: State, side: Side, weights: Weights) -> float:
    """What stands, what this turn and the next one may still bring, and the way to the enemy; in the last turns more
    and more how the game will end."""
    if state.result is not None:
        winner = state.result.winner
        return 0.0 if winner is None else TUNING.won if winner is side else -TUNING.won
    cards, units = state.ground.cards, state.units.units
    there = [unit for unit, piece in enumerate(units) if piece.intact and piece.hex >= 0]
    if len({units[unit].side for unit in there}) < 2 and state.turn:
        return TUNING.won if units[there[0]].side is side else -TUNING.won
    left = state.ground.setup.figures.turns - state.turn
    if not left and state.turn and all(units[unit].activated == state.turn for unit in there):
        return _by_points(state, side)
    worth = [float(cards[piece.card].points) for piece in units]
    total = sum([worth[unit] if units[unit].side is side else -worth[unit] for unit in there])
    for unit in _last(units):
        worth[unit] = TUNING.won
    marks = {unit: target_of(state, unit) for unit in there}
    now: dict[int, list[tuple[int, float]]] = {}
    soon: dict[int, list[tuple[int, float]]] = {}
    active = state.active.unit if state.active is not None else -1
    for unit in there:
        piece = units[unit]
        gun = gun_of(piece)
        enemies = [other for other in there if units[other].side is not piece.side]
        waits = piece.activated != state.turn or unit == active
        moves = piece.moving if not waits else piece.began
        late = gun if gun.began == moves else gun._replace(began=moves)
        if waits:
            now[unit] = [(other, chance) for other in enemies if (chance := aim(state, gun, marks[other], piece.began))]
        soon[unit] = [(other, chance) for other in enemies if (chance := aim(state, late, marks[other], moves))]
    alive = [1.0] * len(units)
    gains, later = [0.0, 0.0], [0.0, 0.0]
    _exchange(units, worth, now, state.side, alive, gains, TUNING.shots_now)
    for initiative in Side if left else ():
        _exchange(units, worth, soon, initiative, alive.copy(), later, TUNING.shots_soon / 2)
    own, other = side, side.other
    total += gains[own] - weights.risk * gains[other] + weights.hope * later[own] - weights.risk * later[other]
    total += weights.way * _way(state, side)
    near = min(1.0, weights.goal / (1 + left) ** 2)
    if near < TUNING.least_near:
        return total
    lead = gains[own] - gains[other] + later[own] - later[other]
    return (1 - near) * total + near * TUNING.won * tanh((_lead(state, side) + lead) / (TUNING.unsure * (1 + left)))


def stance(state: State, side: Side) -> str:
    """Why a side attacks or waits in the last turns."""
    left = state.ground.setup.figures.turns - state.turn
    if left > TUNING.told_turns or state.result is not None or not all(_standing(state, who) for who in Side):
        return ""
    lead, told = _lead(state, side), f"{left + 1} turns are left" if left else "This is the last turn"
    points = turn.destroyed_points(state, side) != turn.destroyed_points(state, side.other)
    by = "in points" if points else "by its foremost tank"
    if not lead:
        return f"{told} and the sides are level: {side.label} attacks."
    how, does = ("ahead", "keeps its lead") if lead > 0 else ("behind", "attacks")
    return f"{told} and {side.label} is {how} {by}, so it {does}."


def _standing(state: State, side: Side) -> bool:
    return any(piece.side is side and piece.intact and piece.hex >= 0 for piece in state.units.units)


def _last(units: list[Unit]) -> list[int]:
    """The tanks with which a side loses the game."""
    sides = [[unit for unit, piece in enumerate(units) if piece.side is side and piece.intact] for side in Side]
    return [left[0] for left in sides if len(left) == 1]


def _by_points(state: State, side: Side) -> float:
    """The end after the last activation: who has destroyed more points wins, then whose foremost tank is nearer."""
    points = turn.destroyed_points(state, side) - turn.destroyed_points(state, side.other)
    ahead = points or turn.rows_to_go(state, side.other) - turn.rows_to_go(state, side)
    return TUNING.won if ahead > 0 else -TUNING.won if ahead < 0 else 0.0


def _lead(state: State, side: Side) -> float:
    """By how many points a side would win if the game ended now; the foremost tank counts a few a row."""
    ahead = turn.destroyed_points(state, side) - turn.destroyed_points(state, side.other)
    return ahead + TUNING.foremost * (turn.rows_to_go(state, side.other) - turn.rows_to_go(state, side))


def _exchange(
    units: list[Unit],
    worth: list[float],
    shots: dict[int, list[tuple[int, float]]],
    who: Side,
    alive: list[float],
    gains: list[float],
    part: float,
) -> None:
    """The sides take turns, each with the tank that wins most; who is likely gone by then fires for less."""
    due: tuple[list[int], list[int]] = ([], [])
    for unit in shots:
        due[units[unit].side].append(unit)
    while due[0] or due[1]:
        if not due[who]:
            who = who.other
        most, chosen, target, hit = -1.0, -1, -1, 0.0
        for unit in due[who]:
            gain, aimed, chance = 0.0, -1, 0.0
            for other, odds in shots[unit]:
                got = odds * worth[other] * alive[other]
                if got > gain:
                    gain, aimed, chance = got, other, odds
            gain *= alive[unit]
            if gain > most:
                most, chosen, target, hit = gain, unit, aimed, chance
        due[who].remove(chosen)
        if target >= 0:
            gains[who] += part * most
            alive[target] *= 1 - hit * alive[chosen]
        who = who.other


def _way(state: State, side: Side) -> float:
    """The way to the enemy, and the front to him; who is not ahead must come forward, the more so the later it is."""
    units = state.units.units
    enemies = tuple([piece.hex for piece in units if piece.side is not side and piece.intact and piece.hex >= 0])
    if not enemies:
        return 0.0
    _, eager = boldness(state, side)
    total = 0.0
    for piece in units:
        if piece.side is side and piece.intact and piece.hex >= 0:
            far, off = advance(state.ground, state.units.wrecks, enemies, piece.hex, piece.facing)
            total -= eager * (far - TUNING.momentum_hexes * (piece.moving and off <= 1)) + TUNING.front * off
    return total
