"""The ways to a goal, and how many steps each square or pose is from it."""

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Protocol

from hulldown.geometry.squares import Grid, Pathfinder, Reach, squares_of

FAR = 99  # steps, where no way leads


class Land(Protocol):
    """What the ground must offer to those who drive over it."""

    @property
    def grid(self) -> Grid: ...
    @property
    def open(self) -> int: ...
    @property
    def drive(self) -> Pathfinder: ...


class Way:
    """The way to a goal over open ground: squares in rings around it, and each square's steps in any direction."""

    def __init__(self, grid: Grid, free: int, goal: int, least: int) -> None:
        self.rings = [goal]
        self._steps = [FAR] * grid.size
        reached, wave = goal, goal
        while wave:
            far = max(least, len(self.rings) - 1)  # nearer than the least is not better
            for square in squares_of(wave):
                self._steps[square] = far
            wave = grid.spread(wave) & free & ~reached
            reached |= wave
            self.rings.append(wave)

    def steps(self, square: int, facing: int) -> int:
        return self._steps[square]


class DrivenWay(Way):
    """The same with turns counted, as tracks have to make it: for pieces that are stuck in narrow places."""

    def __init__(self, ground: Land, free: int, goal: int) -> None:
        layers = ground.drive.retreat(free, goal, FAR)
        self.rings = [reduce(or_, layer) for layer in layers]
        self._steps = [FAR] * (8 * ground.grid.size)
        for far, layer in enumerate(layers):
            for facing, squares in enumerate(layer):
                for square in squares_of(squares):
                    self._steps[square * 8 + facing] = far

    def steps(self, square: int, facing: int) -> int:
        return self._steps[square * 8 + facing]


class PoseWay(Way):
    """The steps to poses, by the ways that lead back from each of them and cost so much more."""

    def __init__(self, backwards: Iterable[tuple[Reach, int]]) -> None:
        self._far: dict[int, int] = {}
        for back, more in backwards:
            for steps, layer in enumerate(back.layers, more):
                for facing, squares in enumerate(layer):
                    for square in squares_of(squares):
                        pose = square * 8 + facing
                        self._far[pose] = min(steps, self._far.get(pose, FAR))

    def steps(self, square: int, facing: int) -> int:
        return self._far.get(square * 8 + facing, FAR)
