"""An exchange of fire as a bot foresees it, turn by turn: no die is rolled (`outcome/fire.py`)."""

from collections.abc import Sequence
from functools import lru_cache
from math import prod

from hulldown.bots.panzerstrike.tuning import SHARED
from hulldown.bots.tactics import Weights
from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import Side
from hulldown.outcome.fire import Shots, Volley, trade

__all__ = ["Shots", "Sides", "Volley", "foreseen", "hands", "settled", "trade", "turn_of"]

Sides = tuple[list[int], list[int]]  # the active pieces of each side


def settled(result: Result, side: Side) -> float:
    """What a game that is over is worth."""
    return 0.0 if result.winner is None else SHARED.won if result.winner is side else -SHARED.won


def turn_of(
    standing: Sequence[tuple[int, Shots]],
    coming: Sequence[tuple[int, Sequence[Shots]]],
    hand: Sequence[int],
    worth: Sequence[float],
) -> list[tuple[int, Shots]]:
    """The shots of a turn in which some drive before they fire, each by a die of a hand, the best first: one after the
    other whoever wins most by it, with what the drives before have left of the targets, so that not all of them come
    for the same one. `coming` are a unit's shots after a drive by each kind of die."""
    found, waiting, left = dict(standing), [one for one in coming if any(one[1])], [*worth]
    for die in hand[: len(waiting)]:
        most, first, at, chance = 0.0, -1, -1, 0.0
        for number, (unit, driven) in enumerate(waiting):
            won, target, hit = _best_of(driven[die], left)
            if won > most and (won := won - _best_of(found[unit], left)[0]) > most:
                most, first, at, chance = won, number, target, hit
        if first < 0:
            continue
        unit, driven = waiting.pop(first)
        found[unit] = driven[die]
        left[at] *= 1 - chance
    return list(found.items())


@lru_cache(maxsize=64)
def hands(dice: int) -> tuple[tuple[int, ...], ...]:
    """Three hands of so many dice, the highest first, which count alike: in each some low, middling and high ones (0,
    1, 2), a few more low ones in the first and high ones in the last, and in all three together as many of each."""
    each, more = divmod(dice, 3)
    found = []
    for hand in range(3):
        if more == 1:
            odd = [int(kind == hand) for kind in range(3)]
        elif more == 2:
            odd = [int(kind != 2 - hand) for kind in range(3)]
        else:
            odd = [1 - hand, 0, hand - 1] if dice else [0, 0, 0]
        found.append(tuple([kind for kind in (2, 1, 0) for _ in range(each + odd[kind])]))
    return tuple(found)


def _best_of(shots: Shots, worth: Sequence[float]) -> tuple[float, int, float]:
    """What the best of one unit's shots wins, at whom, and its chance."""
    most, at, hit = 0.0, -1, 0.0
    for target, chance in shots:
        if (gain := chance * worth[target]) > most:
            most, at, hit = gain, target, chance
    return most, at, hit


def foreseen(
    total: float,
    side: Side,
    weights: Weights,
    turns: Sequence[tuple[Side, Sequence[Volley]]],
    worth: Sequence[float],
    alive: Sequence[float],
) -> tuple[float, float]:
    """A value with the next turns added, each with the shots for each throw of its movement dice: they count alike.
    And the chance that in all of them nothing falls."""
    throws, nothing = len(turns[0][1]), 0.0
    for throw in range(throws):
        left = [*alive]
        for who, volleys in turns:
            gain = trade(volleys[throw], worth, left) / throws
            total += weights.hope * gain if who is side else -weights.risk * gain
        nothing += prod(left) / throws
    return total, nothing
