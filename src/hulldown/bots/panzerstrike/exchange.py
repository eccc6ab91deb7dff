"""An exchange of fire as a bot foresees it: who would fire at whom, and what that costs on average.

No die is rolled. Each shooter in turn takes the target that costs the enemy most, by its exact chance and by what the
shots before have left of it; whoever may be gone by then fires for less. So two positions can be compared without luck.
"""

from collections.abc import Sequence

from hulldown.bots.panzerstrike.tuning import SHARED
from hulldown.bots.tactics import Weights
from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import Side

Shots = list[tuple[int, float]]  # targets and chances of one shooter
Volley = list[tuple[int, Shots]]  # shooters, each with its own
Sides = tuple[list[int], list[int]]  # the active pieces of each side


def settled(result: Result, side: Side) -> float:
    """What a game that is over is worth."""
    return 0.0 if result.winner is None else SHARED.won if result.winner is side else -SHARED.won


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


def best_of(shots: Shots, worth: Sequence[float]) -> float:
    """What the best of one unit's shots wins."""
    most = 0.0
    for target, chance in shots:
        if (gain := chance * worth[target]) > most:
            most = gain
    return most


def turn_of(
    standing: Sequence[tuple[int, Shots]], coming: Sequence[tuple[int, Shots]], movers: int, worth: Sequence[float]
) -> list[tuple[int, Shots]]:
    """The shots of a turn in which so many may drive before they fire: those who win most by it."""
    found, gains = dict(standing), []
    for unit, shots in coming:
        if shots and (gain := best_of(shots, worth) - best_of(found[unit], worth)) > 0:
            gains.append((gain, unit, shots))
    gains.sort(key=lambda one: (-one[0], -one[1]))
    found.update([(unit, shots) for _, unit, shots in gains[:movers]])
    return list(found.items())


def foreseen(
    total: float,
    side: Side,
    weights: Weights,
    turns: Sequence[tuple[Side, Sequence[Volley]]],
    worth: Sequence[float],
    alive: Sequence[float],
) -> float:
    """A value with the next turns added, each with the shots for each throw of its movement dice: they count alike."""
    throws = len(turns[0][1])
    for throw in range(throws):
        left = [*alive]
        for who, volleys in turns:
            gain = trade(volleys[throw], worth, left) / throws
            total += weights.hope * gain if who is side else -weights.risk * gain
    return total
