"""What shots are worth."""

from collections.abc import Iterator
from functools import lru_cache

from hulldown.bots.panzerstrike.france1944.tuning import TUNING
from hulldown.bots.panzerstrike.front import chance_of
from hulldown.bots.panzerstrike.wrecks import ShutIn
from hulldown.rulebooks.panzerstrike.france1944 import orders, shooting
from hulldown.rulebooks.panzerstrike.france1944.orders import Order
from hulldown.rulebooks.panzerstrike.france1944.shooting import Facts, odds_of
from hulldown.rulebooks.panzerstrike.france1944.state import Ground, State, Tank

FARTHEST = 400  # any range and armour


@lru_cache(maxsize=64)
def hit_chances(ground: Ground, gun: int) -> list[float]:
    """The exact chance of a gun to destroy, by the firepower needed; a chance to damage counts half."""
    small, damage = ground.setup.figures.small, ground.setup.damage
    needed = range(gun * max(small) + FARTHEST)
    return [chance_of(odds_of(Facts(small, gun, firepower, 0, damage))) for firepower in needed]


def promising(state: State) -> Iterator[tuple[float, Order]]:
    """Each possible shot by its exact chance and the worth of its target; a shot that cannot hit is not fired.

    Late in a game, a wreck that would shut another enemy in, out of reach for good, is worth little.
    """
    yield 0, orders.EndTurn()
    ground, tanks = state.ground, state.tanks
    shut = ShutIn(ground.drive, ground.open & ~tanks.wrecks, tanks, state.side, not state.flags)
    for unit, found in shooting.shooters(state):
        for target in found:
            if worth := worth_of(state, tanks.units[unit], target):
                yield worth * shut.left(tanks.units[target].square), orders.Fire(unit, target)


def worth_of(state: State, shooter: Tank, target: int) -> float:
    """A shot's exact chance times what the target is worth; more, if it threatens a flag."""
    ground, aim = state.ground, state.tanks.units[target]
    chance = chance_of(odds_of(shooting.shot_at(ground, shooter, aim)))
    worth: float = ground.chart[aim.kind].points
    for flag in state.flags:
        if flag.side != aim.side and ground.grid.neighbours(flag.square) >> aim.square & 1:
            worth += TUNING.guard
    return chance * worth
