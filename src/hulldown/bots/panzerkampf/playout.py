"""A battle played on quickly, as greedy would, with exact chances: it tells how well units are deployed.

Each side in turn moves its units one after another, each to the best of some ends of ways as greedy judges them, and
fires. No die falls: the chances of each unit's hit points are kept. What was found out about ways and lines is known in
all battles on the same ground; in most of them most units are in the same places.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import atan2, degrees, hypot

from msgspec.structs import replace

from hulldown.bots.panzerkampf import routes
from hulldown.bots.panzerkampf.lore import End, Pose, Walked, lore_of
from hulldown.bots.panzerkampf.points import importance, worth
from hulldown.bots.panzerkampf.routes import CELL, Spot, lattice, swing
from hulldown.bots.panzerkampf.tuning import TUNING
from hulldown.bots.panzerkampf.volleys import Aim, Guns, Lives, barred
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerkampf import paths
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.orders import Path
from hulldown.rulebooks.panzerkampf.state import State
from hulldown.rulebooks.panzerkampf.units import Weapon

BLOCK = 3 * CELL  # within which places count as one to go to


class Playout:
    """One battle, from a position on."""

    def __init__(self, state: State) -> None:
        self.state, self.side, self.lore = state.copy(), state.side, lore_of(state.ground)
        self.lore.tidy()
        pieces = state.units
        self.rows = [state.ground.types[piece.kind] for piece in pieces]
        self.counts = [importance(state.setup, row, piece) for row, piece in zip(self.rows, pieces, strict=True)]
        self.sizes = [hypot(row.length, row.width) / 2 for row in self.rows]
        self.lives = Lives([piece.hp for piece in pieces], self.counts)
        self.poses: list[Pose] = [(piece.kind, piece.x, piece.y, piece.heading) for piece in pieces]
        self.bodies = list(state.standing())
        self.moved, self.silent = set[int](), set[int]()

    def fought(self, turns: int, late: Callable[[], bool] = lambda: False) -> float:
        """What Red wins over Blue, in points by chances, in the next so many turns.

        If it gets late the battle is broken off.
        """
        total = 0.0
        for _ in range(turns):
            total += self._turn(self.side, late) * (-1 if self.side else 1)
            self.side = self.side.other
        return total

    def _turn(self, side: Side, late: Callable[[], bool]) -> float:
        """What a side wins in its turn."""
        pieces, stands = self.state.units, self.lives.stands
        there = [unit for unit in self.bodies if stands[unit] > TUNING.gone]
        own = [unit for unit in there if pieces[unit].side is side]
        foes = [unit for unit in there if pieces[unit].side is not side]
        if not own or not foes:
            return 0.0
        self.moved.difference_update(own)
        for unit in sorted(own, key=lambda unit: self.rows[unit].support):
            if late():
                return 0.0
            if not self.rows[unit].flying and not self.rows[unit].naval:
                self._move(unit, [(self.poses[foe], stands[foe] * self.counts[foe]) for foe in foes])
        lost = self.lives.volley(self._guns(foes, own, counter=True))
        won = self.lives.volley(self._guns(own, foes, counter=False))
        self.silent.difference_update(own)
        return won - lost

    # Fire

    def _guns(self, own: list[int], foes: list[int], counter: bool) -> Guns:
        """What the guns of a side can fire at, in its turn or as a counter-attack, after which they are silent."""
        lore, poses, found = self.lore, self.poses, Guns()
        for unit in own:
            weapons, pose, guns = self.rows[unit].weapon, poses[unit], dict[int, list[Aim]]()
            able = {number for number, gun in enumerate(weapons) if self._fires(unit, gun, counter)}
            for foe in foes if able else ():
                line = lore.lines.get((pose, poses[foe])) or lore.line(pose, poses[foe])
                if not line.aims:
                    continue
                clear = lore.clear(line, pose, poses[foe]) if line.clear is None else line.clear
                clear = clear and not self._barred(unit, foe)
                for number, blow in line.aims:
                    if number in able and (clear or weapons[number].kind == "artillery"):
                        guns.setdefault(number, []).append((foe, blow, 1.0))
            if counter and guns:
                self.silent.add(unit)
            found += [(unit, aims) for aims in guns.values()]
        return found

    def _fires(self, unit: int, gun: Weapon, counter: bool) -> bool:
        if gun.counter_attack and unit in self.silent:
            return False
        return gun.counter_attack if counter else not (gun.reload and unit in self.moved)

    def _barred(self, unit: int, foe: int) -> bool:
        """Whether a base stands between two units."""
        (_, x, y, _), (_, to_x, to_y, _) = self.poses[unit], self.poses[foe]
        left, right = min(x, to_x) - CELL, max(x, to_x) + CELL
        top, bottom = min(y, to_y) - CELL, max(y, to_y) + CELL
        for body in self.bodies:
            _, at_x, at_y, _ = self.poses[body]
            near = body not in (unit, foe) and left < at_x < right and top < at_y < bottom
            if near and barred(x, y, to_x, to_y, self.state.base(body)):
                return True
        return False

    # Movement

    def _move(self, unit: int, foes: list[tuple[Pose, float]]) -> None:
        """To where greedy would go: of the ends that are the best at first sight, the best."""
        lore, row, pose = self.lore, self.rows[unit], self.poses[unit]
        grid, lines = lattice(lore.ground, row), lore.lines
        here = grid.at(pose[1], pose[2])
        goal = min([_block(foe) for foe, _ in foes], key=lambda goal: lore.field(row, goal)[here])
        field = lore.field(row, goal)
        near = TUNING.near_share * max([gun.range for gun in row.weapon], default=0)
        pull = 0.0 if row.support else TUNING.greedy.way * TUNING.way * row.points
        left: dict[Pose, float] = {}  # of the way, and of the turn to the enemy
        glance: dict[Pose, float] = {}
        for x, y, heading, turn in self._ends(unit, goal):
            look = _look(foes, x, y)
            end = row.id, x, y, (heading + max(-turn, min(turn, swing(heading, look)))) % 360
            if end not in left:
                far = field[grid.at(x, y)]
                left[end] = pull * (max(0.0, far - near) + TUNING.closer * min(far, near))
                left[end] += TUNING.front * row.points * abs(swing(end[3], look)) / 180
                shots = [(lines.get((end, foe)) or lore.line(end, foe)).moved * part for foe, part in foes]
                glance[end] = max(shots) - left[end]
        del glance[pose]
        best, chosen = self._standing(unit, pose, foes) - left[pose] + TUNING.least_gain, pose
        for end in sorted(glance, key=glance.__getitem__, reverse=True)[: TUNING.full_looks]:
            found = self._standing(unit, end, foes) - left[end]
            if found > best:
                best, chosen = found, end
        if chosen != pose:
            self.moved.add(unit)
            self.poses[unit] = chosen
            _, x, y, heading = chosen
            self.state.units[unit] = replace(self.state.units[unit], x=x, y=y, heading=heading, dug_in=False)

    def _standing(self, unit: int, end: Pose, foes: list[tuple[Pose, float]]) -> float:
        """What the shots from a pose are worth, less the dangers there."""
        lore, row, stays = self.lore, self.rows[unit], end == self.poses[unit]
        lines, shots, shells, danger, first = lore.lines, 0.0, 0.0, 0.0, 0.0
        for foe, part in foes:
            line = lines.get((end, foe)) or lore.line(end, foe)
            gain = part * (line.stays if stays else line.moved)
            if gain > shots and (lore.clear(line, end, foe) if line.clear is None else line.clear):
                shots = gain
            if stays and part * line.above > shells:
                shells = part * line.above
            back = lines.get((foe, end)) or lore.line(foe, end)
            if back.near:
                danger += part * TUNING.comes * back.near
                if back.stays and (lore.clear(back, foe, end) if back.clear is None else back.clear):
                    danger += part * (1 - TUNING.comes) * back.stays
                    first += part * back.counters
        survives = max(0.0, 1 - TUNING.danger_share * first / worth(row, row.hp))
        perils = TUNING.greedy.risk * TUNING.danger_share * danger * self.counts[unit]
        return (shots + shells) * (1 + TUNING.next_shot) * survives - perils

    def _ends(self, unit: int, goal: Spot) -> list[End]:
        """As it stands, and where a unit gets to by greedy's ways; a body is only looked at where it is near to one."""
        pose, row, lore = self.poses[unit], self.rows[unit], self.lore
        _, x, y, heading = pose
        far = row.move * CM
        ways = lore.ways.get((pose, goal))
        if ways is None:
            field, grid = lore.field(row, goal), lattice(lore.ground, row)
            steps = [] if row.support else routes.down(grid, field, x, y, row.move)
            ways = lore.ways[pose, goal] = list(routes.tried(row, heading, far, (x, y), steps))
        around, near = far + 2 * CELL, list[int]()
        for body in self.bodies:
            _, at_x, at_y, _ = self.poses[body]
            if body != unit and abs(at_x - x) < around and abs(at_y - y) < around:
                near.append(body)
        found = [(x, y, heading, 0), (x, y, heading, row.turn)]
        for path in ways:
            walked = lore.walks.get((pose, path, ())) or self._walk(unit, path, ())
            if met := [body for body in near if self._meets(unit, walked, body)]:
                bodies = tuple([self.poses[body] for body in met])
                walked = lore.walks.get((pose, path, bodies)) or self._walk(unit, path, met)
            if walked.end is not None:
                found.append(walked.end)
        return found

    def _meets(self, unit: int, walked: Walked, body: int) -> bool:
        """Whether a body may be in the way."""
        (_, x, y, _), far = self.poses[body], (self.sizes[unit] + self.sizes[body]) ** 2
        for (from_x, from_y), (to_x, to_y) in walked.legs:
            dx, dy, px, py = to_x - from_x, to_y - from_y, x - from_x, y - from_y
            along, length = dx * px + dy * py, dx * dx + dy * dy
            if along <= 0:
                apart: float = px * px + py * py
            elif along >= length:
                apart = (x - to_x) ** 2 + (y - to_y) ** 2
            else:
                apart = (dx * py - dy * px) ** 2 / length
            if apart < far:
                return True
        return False

    def _walk(self, unit: int, path: Path, bodies: Sequence[int]) -> Walked:
        """How far a unit gets on a path past some bodies."""
        state = self.state
        course = paths.Course(replace(state, units=[state.units[at] for at in (unit, *bodies)]), 0)
        walk = course.walk(state.base(unit), path)
        end = (walk.end.x, walk.end.y, walk.end.heading, course.row.turn - walk.turned) if walk.pieces else None
        places = [(walk.start.x, walk.start.y), *[(piece.end.x, piece.end.y) for piece in walk.pieces]]
        found = Walked(end, tuple(pairwise(places)))
        self.lore.walks[self.poses[unit], path, tuple([self.poses[body] for body in bodies])] = found
        return found


def _block(pose: Pose) -> Spot:
    """About where a unit is, so that ways to there need not be found anew for each place."""
    return pose[1] // BLOCK * BLOCK + BLOCK // 2, pose[2] // BLOCK * BLOCK + BLOCK // 2


def _look(foes: list[tuple[Pose, float]], x: int, y: int) -> int:
    """Where the nearest enemy is."""
    near, look = 1 << 60, (0, -1)
    for (_, at_x, at_y, _), _ in foes:
        dx, dy = at_x - x, at_y - y
        if dx * dx + dy * dy < near:
            near, look = dx * dx + dy * dy, (dx, dy)
    return round(degrees(atan2(look[0], -look[1]))) % 360
