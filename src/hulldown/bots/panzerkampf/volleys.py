"""Volleys without dice: each gun takes the target that costs most, and it is kept what is left of each unit on average.

It fires by the exact chances of what the shots before have left, and for less the likelier its owner is gone by then.
"""

from operator import mul

from hulldown.bots.panzerkampf.blows import Blow
from hulldown.geometry.plane import Base, clear

Aim = tuple[int, Blow, float]  # at whom, what it does to him, and how likely it comes to that
Guns = list[tuple[int, list[Aim]]]  # for each gun whose it is, and what it can fire at
Shots = dict[tuple[int, int], list[Aim]]  # the same by unit and weapon


class Lives:
    """What is left of each unit on average: the chances of its hit points, and that it stands."""

    def __init__(self, hp: list[int], counts: list[float]) -> None:
        self.hp, self.counts = hp, counts
        self.left: dict[int, list[float]] = {}
        self.stands = [1.0] * len(hp)

    def gain(self, target: int, blow: Blow) -> float:
        left = self.left.get(target)
        if left is None:
            return self.counts[target] * blow.gains[self.hp[target]]
        return self.counts[target] * float(sum(map(mul, left, blow.gains)))

    def strike(self, target: int, blow: Blow, part: float) -> None:
        """A blow that falls with a chance."""
        left = self.left.get(target)
        if left is None:
            left = [0.0] * self.hp[target] + [1.0]
        after = [(1 - part) * chance for chance in left]
        after[0] = left[0]
        for hp in range(1, len(left)):
            if (chance := left[hp] * part) > 1e-9:
                for many, then in enumerate(blow.left[hp]):
                    after[many] += chance * then
        self.left[target] = after
        self.stands[target] = 1 - after[0]

    def volley(self, guns: Guns) -> float:
        """What the guns of a side take from the other one; each fires with the chance that its owner stands."""
        hp, counts, total = self.hp, self.counts, 0.0
        rows = []
        for unit, aims in guns:
            best = 0.0
            for target, blow, chance in aims:
                if (gain := chance * counts[target] * blow.gains[hp[target]]) > best:
                    best = gain
            rows.append((best, unit, aims))
        rows.sort(key=_first, reverse=True)
        for _, unit, aims in rows:
            best, chosen = 0.0, None
            for aim in aims:
                if (gain := aim[2] * self.gain(aim[0], aim[1])) > best:
                    best, chosen = gain, aim
            if chosen is not None:
                fires = self.stands[unit]
                total += fires * best
                self.strike(chosen[0], chosen[1], fires * chosen[2])
        return total


def _first(row: tuple[float, int, list[Aim]]) -> float:
    return row[0]


def barred(x: int, y: int, to_x: int, to_y: int, base: Base) -> bool:
    """Whether a base stands on a line (PK-38)."""
    dx, dy, px, py = to_x - x, to_y - y, base.x - x, base.y - y
    size, along, at = base.length**2 + base.width**2, dx * dx + dy * dy, px * dx + py * dy
    if 4 * (dx * py - dy * px) ** 2 >= size * along:
        return False
    if (at < 0 and 4 * (px * px + py * py) >= size) or (at > along and 4 * ((px - dx) ** 2 + (py - dy) ** 2) >= size):
        return False
    return not clear((x, y), (to_x, to_y), [base.shape], ())
