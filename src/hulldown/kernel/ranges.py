"""The chances of shots over all ranges, beside each other: by zone, by attacker, or under another condition."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from hulldown.kernel.files import Fault
from hulldown.kernel.question import Asked, Question

HARMLESS, WORST = "nothing", "destroyed"
MOST_RANGE = 200
Chances = dict[str, Fraction]
Row = tuple[int, tuple[Chances | None, ...]]


class Table(NamedTuple):
    """A row for each range: the chances of each shot, nothing where it is impossible.

    `endless` says that the last row holds for all that is farther.
    """

    rows: tuple[Row, ...]
    endless: bool


def chances_of(library: Asked, question: Question) -> Chances:
    """The chances of a shot by the names of its outcomes."""
    return {str(outcome): chance for outcome, chance in library.chances(question).items()}


def chances_or_none(library: Asked, question: Question) -> Chances | None:
    try:
        return chances_of(library, question)
    except Fault:
        return None


def worst(chances: Chances) -> str:
    """What one fires for: to destroy, or that a wall falls."""
    return WORST if WORST in chances else next(iter(chances))


def tabled(library: Asked, shots: Mapping[str, Question], high_arc: bool = False) -> Table:
    """A row for each range at which any of the shots can still hurt. Shells in a high arc also begin somewhere."""
    rows: list[Row] = []
    for far in range(MOST_RANGE):
        asked = [chances_or_none(library, shot.at(far)) for shot in shots.values()]
        found = [chances for chances in asked if chances is not None]
        if not found:  # nearer than a gun can fire, or beyond its limits
            continue
        if all(chances.get(HARMLESS) == 1 for chances in found):
            if high_arc and not rows:  # short of what the dice must show
                continue
            break
        rows.append((far, tuple(asked)))
    endless = bool(rows) and rows[-1][0] == MOST_RANGE - 1
    while endless and len(rows) > 1 and rows[-1][1] == rows[-2][1]:  # one row for all that is alike from there on
        rows.pop()
    return Table(tuple(rows), endless)


def outlast(own: Fraction, enemy: Fraction) -> Fraction | None:
    """The chance to destroy before one is destroyed, when both fire in turn and one fires first."""
    both = own + enemy - own * enemy
    return own / both if both else None
