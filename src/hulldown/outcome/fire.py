"""An exchange of fire as it is foreseen, without a die: who fires at whom, and what that costs on average.

Each shooter in turn takes the target that costs the enemy most, by its exact chance and by what the shots before have
left of it; whoever may be gone by then fires for less. So two positions can be compared without luck.
"""

from collections.abc import Sequence
from math import log
from typing import NamedTuple

from hulldown.kernel.side import Side

Shots = list[tuple[int, float]]  # targets and chances of one shooter
Volley = list[tuple[int, Shots]]  # shooters, each with its own
ODD = ("material", "strength", "numbers", "turn", "fire", "answer", "next fire")


class Forces(NamedTuple):
    """What stands: the points of each side, how many units, and what each unit is worth as a target."""

    points: tuple[float, float]
    units: tuple[int, int]
    worth: list[float]


def trade(shots: Sequence[tuple[int, Shots]], worth: Sequence[float], alive: list[float]) -> float:
    """What a side's shots win: (shooter, its targets with their chances). What they leave is written into `alive`."""
    total = 0.0
    rows = [
        (max([chance * worth[target] * alive[target] for target, chance in found]), shooter, found)
        for shooter, found in shots
        if found
    ]
    rows.sort(key=lambda row: -row[0])
    for _, shooter, found in rows:
        most, best, hit = 0.0, -1, 0.0
        for target, chance in found:
            if (gain := chance * worth[target] * alive[target]) > most:
                most, best, hit = gain, target, chance
        if best >= 0:
            fires = alive[shooter]
            total += fires * most
            alive[best] *= 1 - fires * hit
    return total


def balance(forces: Forces, first: Side, fire: Volley, answer: Volley, again: Volley) -> tuple[float, ...]:
    """The features by the names above: what stands, whose turn it is, and what the next three volleys take.

    `first` fires now, then the other side, then the first once more; what they take is a share of all that stands.
    """
    red, blue = forces.points
    whole, sign = max(red + blue, 1e-9), -1.0 if first else 1.0
    alive = [1.0] * len(forces.worth)
    takes = [trade(volley, forces.worth, alive) / whole for volley in (fire, answer, again)]
    here, there = forces.units
    return (
        (red - blue) / whole,
        log((red + whole / 20) / (blue + whole / 20)),
        (here - there) / max(1, here + there),
        sign,
        sign * takes[0],
        -sign * takes[1],
        sign * takes[2],
    )
