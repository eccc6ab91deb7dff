"""What a position is worth to a side: what stands, the shots of this turn and the next ones, and the way."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from hulldown.bots.panzerstrike import stakes
from hulldown.bots.panzerstrike.exchange import Sides, Volley, foreseen, settled, trade
from hulldown.bots.panzerstrike.spaa import Decided, P, toll_of
from hulldown.bots.panzerstrike.stakes import Ending, pressed, pressure
from hulldown.bots.panzerstrike.tuning import SHARED
from hulldown.bots.tactics import ReturnFire, Weights
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerstrike.states import Table

Tally = tuple[float, Sides, list[float]]  # its worth, the active pieces of each side, and each one's as a target


class Parts(NamedTuple):
    """The parts of a book's value, and the phases in which they are asked for."""

    tally: Callable[[Any, Side, Weights], Tally]
    now: Callable[[Any, Sides], Volley]  # the shots that the side to act has left,
    firing: tuple[str, ...]  # in the phases in which it has
    coming: Callable[[Any, Sides, Side, list[float]], list[Volley]]  # a side's next turn, by each throw of its dice
    places: Callable[[Any, Side, list[int], Weights], float]  # what it is worth to be where one is, beside all shots,
    moving: str  # in the phase in which one can still be elsewhere
    ending: Callable[[Any], Ending]  # how the game ends if it goes on so


def judged(parts: Parts, state: Table, side: Side, weights: Weights) -> float:
    """What a position is worth to a side, by the parts of its book's value."""
    if state.result is not None:
        return settled(state.result, side)
    now, alive = state.side, [1.0] * len(state.units.units)
    total, own, worth = parts.tally(state, side, weights)
    ending = parts.ending(state)
    if ending.near:
        weights = pressed(weights, ending, pressure(ending, side, total))
    turns = (now, now.other)
    if state.phase in parts.firing:
        gain = trade(parts.now(state, own), worth, alive)
        total += gain if now is side else -gain
        turns = (now.other, now)
    coming = [(who, parts.coming(state, own, who, worth)) for who in turns]
    total, nothing = foreseen(total, side, weights, coming, worth, alive)
    if ending.quiet:  # a draw is nothing to either side, and a loss puts it off
        total *= 1 - ending.near * nothing
    if state.phase is parts.moving and now is side:  # later no way is made
        total += parts.places(state, side, own[side], weights)
    return total


def fired_back(parts: Parts, state: Table, unit: int, weights: Weights) -> ReturnFire:
    """The enemy's shot at a piece in his next turn, wherever he drives, that is likeliest to cost it."""
    side = state.units.units[unit].side
    _, own, worth = parts.tally(state, side, weights)
    found = ReturnFire()
    for volley in parts.coming(state, own, side.other, worth):
        for shooter, shots in volley:
            for target, chance in shots:
                if target == unit and chance > found.chance:
                    found = ReturnFire(shooter, chance)
    return found


def stance(parts: Parts, state: Table, side: Side, weights: Weights) -> str:
    """Why a side attacks or waits as the end comes."""
    ending = parts.ending(state)
    return stakes.told(ending, side, parts.tally(state, side, weights)[0]) if ending.near else ""


def way_left(ways: Sequence[tuple[float, int]]) -> float:
    """What the way costs that some pieces have still to go, each with what a step is worth to it: whoever is far ahead
    of the middle of them is paid for no more, so that they come together."""
    if not ways:
        return 0.0
    steps = sorted(far for _, far in ways)
    least = steps[len(steps) // 2] - SHARED.together
    return sum(step * max(far, least) for step, far in ways)


def shut_in(around: int, free: int, wrecks: int) -> float:
    """Of a piece, what it costs to stand among wrecks where only one square leads out."""
    return SHARED.shut_in if around & wrecks and (around & free).bit_count() < 2 else 0.0


def tallied(
    pieces: Sequence[P],
    count: Callable[[P, int], tuple[float, float]],
    side: Side,
    weights: Weights,
    setup: Decided,
    lost: Sequence[int],
) -> Tally:
    """What stands, where lost SPAA have cost something; `count` tells what a piece is worth as it stands and as a
    target, after its side has lost so many of them."""
    own: Sides = ([], [])
    worth = [0.0] * len(pieces)
    tolls = [toll_of(setup.lost_spaa, many) for many in lost]
    total = weights.goal * (tolls[side.other] - tolls[side])
    for unit, piece in enumerate(pieces):
        if piece.active and piece.square >= 0:
            own[piece.side].append(unit)
            points, worth[unit] = count(piece, lost[piece.side])
            total += points if piece.side is side else -points
    return total, own, worth
