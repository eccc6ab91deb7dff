"""Guns that stand where they are of no use are pulled on."""

from collections.abc import Iterator

from hulldown.bots.panzerstrike.core.battle import value_of
from hulldown.bots.panzerstrike.core.driver import Driver
from hulldown.bots.panzerstrike.core.needs import use_of
from hulldown.bots.panzerstrike.tuning import SHARED
from hulldown.outcome.core.harm import health_of
from hulldown.rulebooks.panzerstrike.core import orders, tow
from hulldown.rulebooks.panzerstrike.core.orders import Order
from hulldown.rulebooks.panzerstrike.core.state import Gear, State, Unit


def pulls(state: State, driver: Driver) -> Iterator[tuple[float, Order]]:
    """A stranded gun is pulled on to where it is of use, or at least nearer to it."""
    stranded, piece = [gun for gun, _ in driver.needs.guns], driver.piece
    for weapon, found in tow.tows(state, driver.unit):
        if weapon not in stranded:
            continue
        gun = state.units.units[weapon]
        here = _pulled(driver, gun, gun.square, gun.facing) - driver.risk(piece.square, piece.facing)
        for end, link in tow.ends(found).items():
            if found[link][0] > 1 and driver.must_roll(state):
                continue
            square, facing = end.pose >> 3, end.pose & 7
            there = _pulled(driver, gun, end.trail, tow.facing_of(state, end)) - driver.risk(square, facing)
            yield there - here, orders.Move(driver.unit, square, facing, Gear.FORWARD, weapon, end.trail)


def _pulled(driver: Driver, gun: Unit, square: int, facing: int) -> float:
    """What a place is worth to a gun in tow."""
    battle, mood, value = driver.battle, driver.mood, value_of(driver.ground, gun, 0)
    risk = battle.danger(driver.ground.chart[gun.kind], health_of(gun), square, facing) * value
    far = battle.way(mood.goal).steps(square, 0)
    return SHARED.next * use_of(battle, gun.kind, square) - mood.caution * risk - mood.way * value / 2 * far
