"""Who can fire at whom: through which corner, and with which chance.

All chances come from the rules that roll the dice; they are kept, since a bot asks for the same ones again and again.
"""

from functools import lru_cache
from typing import NamedTuple

from hulldown.geometry.hexes import HexGrid, Zone, gun_corners, lines
from hulldown.kernel.side import RED
from hulldown.rulebooks.squadron import shooting, sight
from hulldown.rulebooks.squadron.events import Outcome
from hulldown.rulebooks.squadron.orders import Fire
from hulldown.rulebooks.squadron.state import Ground, Phase, State, Unit, Units


class Gun(NamedTuple):
    """Who fires: card, pose, turret, and whether it began the turn in movement."""

    card: str
    hex: int
    facing: int
    turret: int
    began: bool


class Target(NamedTuple):
    """Who is fired at: card, pose, and whether it is in movement."""

    card: str
    hex: int
    facing: int
    moving: bool


@lru_cache(maxsize=1 << 17)
def between(grid: HexGrid, here: int, there: int) -> int:
    """The hexes in which a wreck may change what one hex sees of another."""
    found = 0
    for corner in gun_corners(*grid.offset(here, there)):
        for line in lines(grid, here, corner, there):
            found |= line.entered
            for one, other in line.sides:
                found |= 1 << one | 1 << other
    return found


def seen_from(ground: Ground, wrecks: int, here: int, there: int) -> tuple[int, ...]:
    """The corners of a hex from which enough lines to another are clear."""
    return _seen(ground, wrecks and wrecks & between(ground.grid, here, there), here, there)


@lru_cache(maxsize=1 << 17)
def _seen(ground: Ground, wrecks: int, here: int, there: int) -> tuple[int, ...]:
    if here == there:
        return ()
    state = bare(ground, wrecks)
    least = ground.setup.figures.clear_lines
    able = gun_corners(*ground.grid.offset(here, there))
    return tuple([corner for corner in able if sight.clear_lines(state, here, corner, there) >= least])


def bare(ground: Ground, wrecks: int, *pieces: Unit) -> State:
    units = Units([*pieces])
    units.wrecks = wrecks
    return State(ground, units, Phase.ACTIVATION, RED)


Lines = tuple[tuple[int, int, Zone], ...]


@lru_cache(maxsize=1 << 17)
def aimed(ground: Ground, wrecks: int, here: int, there: int, facing: int) -> Lines:
    """The corners from which one hex sees another; with each the modifier of a gun that stood and points there at a
    tank with a facing that stands, but for the firer's card, and the part that is hit."""
    found = []
    for corner in _seen(ground, wrecks, here, there):
        card = next(iter(ground.cards.values()))
        pieces = Unit(RED, card.id, 1, here, corner), Unit(RED.other, card.id, 1, there, facing)
        state = bare(ground, wrecks, *pieces)
        look = sight.look(state, 0, 1, corner)
        facts, _ = shooting.facts_of(state, Fire(0, 1, corner), look)
        found.append((corner, facts.modifier + card.shot, look.zone))
    return tuple(found)


def chances(ground: Ground, wrecks: int, gun: Gun, mark: Target) -> tuple[tuple[int, float], ...]:
    """The corners through which one tank may fire at another, each with the chance to destroy it."""
    return _chances(ground, wrecks and wrecks & between(ground.grid, gun.hex, mark.hex), gun, mark)


@lru_cache(maxsize=1 << 17)
def _chances(ground: Ground, wrecks: int, gun: Gun, mark: Target) -> tuple[tuple[int, float], ...]:
    lines = aimed(ground, wrecks, gun.hex, mark.hex, mark.facing)
    return tuple(through(ground, lines, gun.card, gun.facing, gun.turret, gun.began, mark.card, mark.moving))


def through(
    ground: Ground, lines: Lines, card: str, facing: int, turret: int, began: bool, target: str, moving: bool
) -> list[tuple[int, float]]:
    """For each corner that a gun may aim through, the chance of a card that points so against another one."""
    figures, gun, mark, found = ground.setup.figures, ground.cards[card], ground.cards[target], []
    points = (facing + turret) % 6
    always = figures.moving_target * moving - gun.shot
    always += figures.was_moving - figures.stood if began else 0
    for corner, modifier, part in lines:
        if corner == facing or not gun.fixed:
            added = modifier + always + (figures.turret if corner != points else 0)
            found.append((corner, pierces(ground, added, gun.penetration, shooting.armour_of(mark, part))))
    return found


@lru_cache(maxsize=1 << 14)
def pierces(ground: Ground, modifier: int, penetration: int, armour: int) -> float:
    facts = shooting.facts_for(ground.setup.figures, modifier, penetration, armour)
    return float(shooting.odds_of(facts)[Outcome.DESTROYED])


def best(ground: Ground, wrecks: int, gun: Gun, mark: Target) -> float:
    """The best chance of one tank against another."""
    return max([chance for _, chance in chances(ground, wrecks, gun, mark)], default=0.0)


def gun_of(piece: Unit) -> Gun:
    return Gun(piece.card, piece.hex, piece.facing, piece.turret, piece.began)


def target_of(state: State, unit: int) -> Target:
    piece = state.units.units[unit]
    return Target(piece.card, piece.hex, piece.facing, shooting.in_movement(state, unit))
