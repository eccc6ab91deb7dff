"""What weapons of Panzerkampf take, in points, by exact chances.

A target is worth its points; half of them go with its hit points, the rest with its end. What a weapon would do from
somewhere else leaves smoke, camouflage and supplies out of account.
"""

from functools import lru_cache

from hulldown.geometry.plane import in_arc, in_range
from hulldown.kernel.odds import Odds
from hulldown.kernel.side import BLUE, RED
from hulldown.rulebooks.panzerkampf import odds, shooting
from hulldown.rulebooks.panzerkampf.events import Part
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.odds import Strike, Volley
from hulldown.rulebooks.panzerkampf.orders import Fire
from hulldown.rulebooks.panzerkampf.sight import MOUNTS
from hulldown.rulebooks.panzerkampf.state import Ground, Phase, State, Unit, Where
from hulldown.rulebooks.panzerkampf.units import UnitType, Weapon

END_SHARE = 0.5  # of its worth that a unit loses only with its last hit point; by hand


def worth(row: UnitType, hp: int) -> float:
    """What a unit with so many hit points is worth."""
    return row.points * (END_SHARE + (1 - END_SHARE) * hp / row.hp) if hp > 0 else 0.0


def loss(row: UnitType, hp: int, found: Odds[str]) -> float:
    """What an attack takes from a unit on the average."""
    total, has = 0.0, worth(row, hp)
    for outcome, chance in found.items():
        if outcome in ("destroyed", "explodes", "wreck"):
            total += float(chance) * has
        elif outcome != "nothing":
            total += float(chance) * (has - worth(row, hp - int(outcome.split()[0])))
    return total


@lru_cache(maxsize=1 << 15)
def toll(row: UnitType, hp: int, volley: Volley, strike: Strike) -> float:
    """What a shot takes from its target on the average."""
    return loss(row, hp, odds.shot(volley, strike))


@lru_cache(maxsize=1 << 15)
def promised(
    ground: Ground, kind: str, weapon: int, target: str, part: Part, hp: int, dug_in: bool, dived: bool
) -> float:
    """What a weapon takes on the average from a target that shows it its front, a side or its back."""
    gun = ground.types[kind].weapon[weapon]
    if gun.use != "fire" or gun.kind in ("artillery", "bomb"):
        return 0.0
    where = {Part.FRONT: (0, -CM), Part.SIDE: (CM, 0), Part.BACK: (0, CM)}[part]
    shooter = Unit(RED, kind, 1, 1, Where.TABLE, *where)
    aim = Unit(BLUE, target, 1, hp, Where.TABLE, dug_in=dug_in, dived=dived)
    state = State(ground, [shooter, aim], Phase.SHOOTING, RED, turn=1)
    if shooting.may_target(state, 0, gun, 1) is not None:
        return 0.0
    volley, strike, _, _ = shooting.facts_of(state, Fire(0, weapon, 1))
    return toll(ground.types[target], hp, volley, strike)


def bears(weapon: Weapon, dx: int, dy: int, heading: int) -> bool:
    """Whether a weapon of a unit with a heading reaches so far that way."""
    return in_range(dx, dy, weapon.range * CM) and in_arc(dx, dy, heading + MOUNTS[weapon.mount], weapon.angle)
