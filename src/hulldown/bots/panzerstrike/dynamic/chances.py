"""What a gun can do, by its exact chances and by where it points."""

from functools import lru_cache, reduce
from operator import or_

from hulldown.bots.panzerstrike.front import ANYWHERE, chance_of
from hulldown.geometry.squares import Arc
from hulldown.rulebooks.panzerstrike.dynamic import parabolic, shooting, turrets
from hulldown.rulebooks.panzerstrike.dynamic.setup import Figures, Parabolic
from hulldown.rulebooks.panzerstrike.dynamic.state import Ground, Unit
from hulldown.rulebooks.panzerstrike.firing import Verdict
from hulldown.rulebooks.panzerstrike.pieces import Condition

FARTHEST = 600  # any range and armour


@lru_cache(maxsize=256)
def hit_chances(ground: Ground, kind: str) -> list[float]:
    """The exact chance of a class to destroy, by the dice needed; a chance to damage counts half."""
    gun, figures = ground.chart[kind], ground.setup.figures
    most = gun.dice * max(figures.red) + gun.half * max(figures.half)
    found = [0.0] * (most + FARTHEST)
    for needed in range(most + 1 if gun.armed else 0):
        found[needed] = chance_of(shooting.odds_of(shooting.aimed(ground, gun, needed, 0, False)))
    return found


@lru_cache(maxsize=64)
def lob_chances(figures: Figures, entry: Parabolic) -> list[float]:
    """The exact chance of a howitzer to hit in a high arc, by range, with the better choice of dice."""
    found = [0.0] * (entry.most + 1)
    for far in range(entry.least, entry.most + 1):
        found[far] = float(parabolic.chance_of_lob(figures, entry, far)[1].get(Verdict.DESTROYED, 0))
    return found


@lru_cache(maxsize=1 << 16)
def lofts(ground: Ground, here: int, there: int) -> bool:
    """Whether no building stops a shell in a high arc."""
    return parabolic.path_clear(ground, here, there)


def bearing(ground: Ground, mount: str, square: int, facing: int, turret: int, moved: bool) -> int:
    """The squares on which a gun can be laid from a pose; miniatures can still turn their turrets."""
    arc = ground.grid.arc
    if mount == "none":
        return 0
    if mount != "turret":
        return arc(Arc.A27, facing, square)
    if ground.setup.turrets:
        turns = range(-turrets.TURRET, turrets.TURRET + 1)
        return reduce(or_, [arc(Arc.A27, (facing + turret + turn) % 8, square) for turn in turns])
    return arc(Arc.A90, facing, square) if moved else ANYWHERE


def may_bear(ground: Ground, piece: Unit) -> int:
    """The squares that an enemy may fire at in his turn: a hull that can move turns by 45° first."""
    mount = ground.chart[piece.kind].mount
    if mount == "hull" and piece.condition is Condition.SOUND:
        return reduce(or_, [ground.grid.arc(Arc.A27, (piece.facing + turn) % 8, piece.square) for turn in (-1, 0, 1)])
    return bearing(ground, mount, piece.square, piece.facing, piece.turret, moved=False)
