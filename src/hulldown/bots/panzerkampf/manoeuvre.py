"""The manoeuvre of a side in a turn: where all its units go, thought of together."""

from collections.abc import Callable, Iterator
from math import hypot, inf

from hulldown.bots.panzerkampf.flights import closing
from hulldown.bots.panzerkampf.poses import Stance, poses_of
from hulldown.bots.panzerkampf.tuning import TUNING
from hulldown.bots.panzerkampf.value import outlook_of
from hulldown.bots.tactics import Weights
from hulldown.geometry.plane import overlap
from hulldown.geometry.plane.shapes import apart
from hulldown.rulebooks.panzerkampf import driving, orders
from hulldown.rulebooks.panzerkampf.orders import Order
from hulldown.rulebooks.panzerkampf.state import State


class Manoeuvre:
    """Where all units of a side go in a turn: from some first thoughts on, one unit after another is put where it is
    worth most while the others stay, at first among its best few poses, then among more."""

    def __init__(self, state: State, weights: Weights, evaluations: int, late: Callable[[], bool]) -> None:
        self.state, self.late = state, late
        self.outlook, self.eye = outlook_of(state, weights)
        self.ends = (*closing(state), orders.EndMovement())
        able = [unit for unit in self.outlook.own if driving.may_act(state, unit) is None]
        self.units = [unit for unit in able if state.type(unit).type != "plane"]
        many = evaluations // (TUNING.evaluations_a_way * max(1, len(self.units)))
        self.poses = self._listed(many)
        self.now = {unit: poses[0] for unit, poses in self.poses.items()}

    def _listed(self, many: int) -> dict[int, list[Stance]]:
        """The poses of each unit: as it is, and then the best at first sight. The units are thought of in turns, so
        that all have some if it gets late."""
        more = {unit: poses_of(self.eye, unit, many) for unit in self.units}
        found = {unit: [(inf, next(poses))] for unit, poses in more.items()}
        while more:
            for unit, poses in [*more.items()]:
                if self.late():
                    more.clear()
                    break
                if (pose := next(poses, None)) is None:
                    del more[unit]
                else:
                    found[unit].append((self._rough(unit, pose), pose))
        return {unit: [pose for _, pose in sorted(poses, key=_rough_of, reverse=True)] for unit, poses in found.items()}

    def _rough(self, unit: int, pose: Stance) -> float:
        outlook = self.outlook
        shots = dict.fromkeys(range(len(outlook.types[unit].weapon)), 0.0)
        then, danger = dict(shots), 0.0
        for foe in outlook.foes:
            other, count = outlook.pieces[foe], outlook.counts[foe]
            for number, blow in outlook.threats.stands(pose.piece, other):
                shots[number] = max(shots[number], count * blow.gains[other.hp])
            for number, blow in outlook.threats.comes(pose.piece, other):
                then[number] = max(then[number], count * blow.gains[other.hp])
            danger += sum([blow.gains[pose.piece.hp] for _, blow in outlook.threats.comes(other, pose.piece)])
        danger *= TUNING.danger_share * outlook.counts[unit] * outlook.weights.risk
        return pose.bonus + sum(shots.values()) + outlook.weights.hope * sum(then.values()) - danger

    def row(self) -> tuple[Order, ...]:
        """The orders, of those first who are nearest to the enemy."""
        foes = [self.outlook.pieces[foe] for foe in self.outlook.foes]
        far = {
            unit: min([hypot(foe.x - piece.x, foe.y - piece.y) for foe in foes], default=0.0)
            for unit in self.units
            for piece in [self.state.units[unit]]
        }
        poses = [self.now[unit] for unit in sorted(self.units, key=lambda unit: far[unit])]
        return (*[order for pose in poses for order in pose.orders], *self.ends)

    def put(self, unit: int, pose: Stance) -> None:
        self.now[unit] = pose
        self.outlook.bonus[unit] = pose.bonus
        self.outlook.put(unit, pose.piece)

    def free(self, unit: int, pose: Stance) -> bool:
        """Whether nobody of its own side would stand there too, or take the same die."""
        if pose.die:
            taken = sum([other.die == pose.die for at, other in self.now.items() if at != unit])
            if taken >= self.state.pool.count(pose.die):
                return False
        return not any(
            overlap(pose.shape, other.shape)
            for at, other in self.now.items()
            if at != unit and not apart(pose.shape.box, other.shape.box)
        )

    def rows(self) -> Iterator[tuple[float, tuple[Order, ...]]]:
        starts: list[tuple[float, dict[int, Stance]]] = []
        for which in (self._stay, self._best, self._onward):
            for unit in self.units:
                self.put(unit, self.poses[unit][0])
            for unit in self.units:
                pose = which(unit)
                if self.free(unit, pose):
                    self.put(unit, pose)
            starts.append((self.outlook.value(), dict(self.now)))
        starts.sort(key=lambda one: -one[0])
        for worth_of, poses in starts:
            self.now = dict(poses)
            yield worth_of, self.row()  # the best first, which is all there is if it is late
        for worth_of, poses in starts:
            for unit, pose in poses.items():
                self.put(unit, pose)
            yield from self._climb(worth_of)

    def _stay(self, unit: int) -> Stance:
        return self.poses[unit][0]

    def _best(self, unit: int) -> Stance:
        return max(self.poses[unit][:2], key=lambda pose: self._rough(unit, pose))

    def _onward(self, unit: int) -> Stance:
        return max(self.poses[unit], key=lambda pose: pose.bonus)

    def _climb(self, best: float) -> Iterator[tuple[float, tuple[Order, ...]]]:
        """Betters the poses until none is left that is better alone."""
        many = 3
        while True:
            before = best
            for unit in self.units:
                chosen = self.now[unit]
                for pose in self.poses[unit][:many]:
                    if pose is chosen or not self.free(unit, pose):
                        continue
                    self.put(unit, pose)
                    found = self.outlook.value()
                    yield found, self.row()
                    if found > best:
                        best, chosen = found, pose
                self.put(unit, chosen)
            if many >= max([len(poses) for poses in self.poses.values()], default=0) and best <= before:
                return
            many *= 2


def _rough_of(one: tuple[float, Stance]) -> float:
    return one[0]
