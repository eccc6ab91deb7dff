"""Where a tank can drive to on a mat without other tanks, kept for quick battles."""

from array import array
from functools import lru_cache
from itertools import chain

from hulldown.bots.squadron.routes import reached
from hulldown.rulebooks.squadron.driving import Pose
from hulldown.rulebooks.squadron.state import Activation, Gear, Ground


class Drives:
    """The poses that the most points buy on a mat without other tanks, packed, since there are many from every pose.

    `ends` are those to end in, the cheapest first, and `costs` what they cost. `hexes` are where these lie, with what
    each costs at the `least`; for each hex six `facings` say which of the ends it is, or less than 0. A pose is hex and
    facing in one number; `before` says at which place the pose before it stands, or less than 0 where the way begins.
    """

    def __init__(self, ground: Ground, place: int, facing: int) -> None:
        figures, ends = ground.setup.figures, list[tuple[int, int]]()
        most = figures.movement_die * figures.moving_dice
        self.poses, self.before = array("i"), array("i")
        for gear in (Gear.FORWARD, Gear.REVERSE):
            way = reached(ground, 0, place, facing, Activation(0, most, most), gear)
            at = {pose: number for number, pose in enumerate(way, len(self.poses))}
            for pose, (cost, before) in way.items():
                if not ground.small >> pose[0] & 1 and (gear is Gear.FORWARD or pose[0] != place):
                    ends.append((cost, at[pose]))
                self.poses.append(6 * pose[0] + pose[1])
                self.before.append(at.get(before, -1))
        ends.sort(key=lambda end: end[0])
        self.costs, self.ends = array("i", [cost for cost, _ in ends]), array("i", [end for _, end in ends])
        self.least, by_hex = array("i"), dict[int, list[int]]()
        for number, (cost, end) in enumerate(ends):
            there, towards = divmod(self.poses[end], 6)
            if there not in by_hex:
                self.least.append(cost)
                by_hex[there] = [-1] * 6
            if by_hex[there][towards] < 0:
                by_hex[there][towards] = number
        self.hexes, self.facings = array("i", by_hex), array("i", chain.from_iterable(by_hex.values()))

    def way(self, end: int) -> list[Pose]:
        """The poses on the way to an end, in turn."""
        found = []
        while end >= 0:
            found.append(divmod(self.poses[end], 6))
            end = self.before[end]
        return found[::-1]


@lru_cache(maxsize=1 << 12)
def drives_of(ground: Ground, place: int, facing: int) -> Drives:
    return Drives(ground, place, facing)
