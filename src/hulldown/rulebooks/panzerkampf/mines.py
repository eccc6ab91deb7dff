"""Mine fields: where a moving base first overlaps them (PK-65, PK-67), and what they do to it (PK-66)."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

import msgspec

from hulldown.geometry.plane import Base, Shape, overlap
from hulldown.geometry.plane.shapes import contact
from hulldown.kernel.dice import Dice
from hulldown.kernel.forecast import Sentence
from hulldown.kernel.rulebook import Stage
from hulldown.rulebooks.panzerkampf import damage, forecasting, odds, turn
from hulldown.rulebooks.panzerkampf.events import Event, MineStruck, Part
from hulldown.rulebooks.panzerkampf.forecasting import PARTS, Met
from hulldown.rulebooks.panzerkampf.paths import leg_of
from hulldown.rulebooks.panzerkampf.rules import RULES
from hulldown.rulebooks.panzerkampf.state import State

PK_66 = RULES["PK-66"]


class Contact(msgspec.Struct, frozen=True, gc=False):
    """Where a base first overlaps a field: in which piece of its path, and after how many whole 1/100 mm of it."""

    piece: int
    length: int
    field: int


def area(state: State, field: int) -> Shape:
    """PK-65, PK-R31: a square along the table's edges."""
    mine, size = state.mines[field], state.setup.figures.mine.size
    return Base(mine.x, mine.y, 0, size, size).shape


def touches(state: State, unit: int) -> bool:
    """PK-67, PK-R6: mines strike what drives or walks; hover units, ships and flying units do not touch them."""
    return state.type(unit).type in ("ground", "infantry", "walker")


def contacts(state: State, unit: int, pieces: Sequence[tuple[Base, int]]) -> list[Contact]:
    """PK-66, PK-67, PK-R57: the fields that strike a unit on its way, in the order in which it meets them.

    Each piece is the pose that it begins with, after its turn, and its length, below 0 backwards. Of a turn only the
    last pose counts. A field strikes a unit once.
    """
    if not state.mines or not touches(state, unit):
        return []
    found = [(first, at) for at in range(len(state.mines)) if (first := _first(area(state, at), pieces))]
    return [Contact(piece, length, field) for (piece, _, length), field in sorted(found)]


def _first(field: Shape, pieces: Sequence[tuple[Base, int]]) -> tuple[int, Fraction, int] | None:
    """In which piece a base first overlaps a field, after how much of it, and the first 1/100 mm at which it does."""
    for number, (base, length) in enumerate(pieces):
        if overlap(base.shape, field):
            return number, Fraction(0), 0
        leg = leg_of(base.x, base.y, base.heading, length)
        if (part := contact(base.shape, leg.way, field)) is not None:
            return number, part * leg.length, int(part * leg.length) + 1
        # where its way is clear of the field, its end on the nearest 1/100 mm may not be
        if overlap(base.moved(length).shape, field):
            return number, Fraction(leg.length), leg.length
    return None


def strike(state: State, unit: int, field: int, dice: Dice) -> Iterator[Event]:
    """PK-66: so many hits at once on the bottom armour; who falls may end the game."""
    mine = state.setup.figures.mine
    yield MineStruck(field, unit)
    yield from damage.strike(state, unit, mine.hits, mine.damage, mine.penetration, Part.BOTTOM, dice, PK_66)
    if not state.units[unit].standing:
        yield from turn.after_losses(state)


def said(state: State, unit: int, met: Sequence[Contact]) -> tuple[Sentence, ...]:
    """PK-66, PK-70: what awaits a unit on its way, in a sentence."""
    if not met:
        return ()
    mine, armour = state.setup.figures.mine, damage.armour_of(state, unit, Part.BOTTOM)
    strike = damage.strike_on(state, unit, Part.BOTTOM, mine.damage, mine.penetration)
    against = Met(PARTS[Part.BOTTOM], armour, mine.penetration, state.type(unit).hp)
    return (forecasting.of_mines(mine.hits, strike, against, len(met)),)


def stages(state: State, unit: int, met: Sequence[Contact]) -> tuple[Stage, ...]:
    """PK-66, PK-70: the throws that await a unit on its way; after the first its hit points are not known."""
    if not met:
        return ()
    mine, die = state.setup.figures.mine, state.setup.figures.die
    armour = damage.armour_of(state, unit, Part.BOTTOM)
    name = f"mine field: bottom {armour} − PEN {mine.penetration} = {armour - mine.penetration}"
    throw = Stage(name, PK_66.id, f"{mine.hits * mine.damage}D{die}")
    strike = damage.strike_on(state, unit, Part.BOTTOM, mine.damage, mine.penetration)
    first = msgspec.structs.replace(throw, odds=odds.struck({mine.hits: Fraction(1)}, strike))
    return first, *[throw] * (len(met) - 1)
