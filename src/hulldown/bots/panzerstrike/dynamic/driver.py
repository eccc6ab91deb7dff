"""One vehicle by the Dynamic rules: how good each pose would be for it."""

from functools import reduce
from operator import or_

from hulldown.bots.panzerstrike import driver
from hulldown.bots.panzerstrike.driver import StepOrDrive, free_for
from hulldown.bots.panzerstrike.dynamic.battle import Battle, value_of
from hulldown.bots.panzerstrike.dynamic.chances import bearing, hit_chances
from hulldown.bots.panzerstrike.dynamic.needs import Needs
from hulldown.bots.panzerstrike.dynamic.shots import worth_of_shot
from hulldown.bots.panzerstrike.dynamic.tuning import TUNING
from hulldown.bots.panzerstrike.mood import Mood
from hulldown.bots.panzerstrike.pointing import faces
from hulldown.bots.panzerstrike.tuning import SHARED
from hulldown.bots.panzerstrike.ways import Way
from hulldown.geometry.squares import Arc, in_arc, mask_of, squares_of
from hulldown.rulebooks.panzerstrike import ground as family
from hulldown.rulebooks.panzerstrike.dynamic import driving, orders, parabolic, shooting
from hulldown.rulebooks.panzerstrike.dynamic.setup import SPAA
from hulldown.rulebooks.panzerstrike.dynamic.state import Ground, State


class Driver(driver.Driver):
    """One vehicle and what it is for: how good each pose would be for it."""

    battle: Battle
    needs: Needs
    ground: Ground

    def __init__(self, state: State, unit: int, battle: Battle, mood: Mood, needs: Needs) -> None:
        self.unit, self.battle, self.mood, self.needs, self.ground = unit, battle, mood, needs, state.ground
        self.piece, self.kind, self.tuning = state.units.units[unit], state.kind(unit), TUNING
        kind = self.kind
        self.armed, self.dozer = kind.armed, kind.dozer
        self.fights = kind.armed and not (self.ground.setup.spaa and kind.id == SPAA)
        self.chances = hit_chances(self.ground, kind.id)
        self.value = value_of(self.ground, self.piece, mood.lost)
        self.spots = [*free_for(unit, needs.spots)]
        self.patients = dict(free_for(unit, needs.patients)) if kind.recovery else {}
        self.patients.pop(self.piece.square, None)
        self.through = self.ground.standing if kind.drive == "tracked" else 0
        self.way, self.weight = self.goal()

    def price(self) -> float:
        return self.kind.points

    def lobbing_range(self) -> int:
        entry = self.kind.parabolic
        return 0 if entry is None or self.ground.setup.quick else parabolic.best_range(self.battle.figures, entry)

    def lobbing_places(self, targets: int) -> int:
        return self.battle.lobbing_places(self.kind, targets)

    def watchers(self, square: int) -> int:
        return family.in_view(self.ground.contact, square)

    def way_to_a_shot(self) -> Way:
        return self.battle.way_to_a_shot((self.kind.id, self.through), self.chances, self.through)

    def shots(self, square: int, facing: int, moved: bool) -> float:
        """The best direct shot from a pose."""
        if not self.kind.armed:
            return 0.0
        bears = bearing(self.ground, self.kind.mount, square, facing, self.piece.rested, moved)
        return self.battle.gain(self.chances, square, bears)

    def lob(self, square: int, facing: int) -> float:
        if self.kind.parabolic is None:
            return 0.0
        prospect = TUNING.prospect if self.mood.patient else 0.0
        return self.battle.lob(self.kind, square, facing, self.needs.eyes, prospect)

    def there(self, square: int, facing: int) -> float:
        """What going to a pose is worth: a wall that is driven into costs the shot of this turn."""
        now = 0.0 if self.ground.standing >> square & 1 else self.shots(square, facing, True)
        later = max(self.shots(square, facing, False), self.lob(square, facing))
        return now + SHARED.next * later + self.standing(square, facing)

    def here(self, state: State) -> float:
        """What standing still is worth, with the shots as they really are."""
        piece = self.piece
        if self.ground.setup.turrets and self.kind.mount == "turret":
            now = self.shots(piece.square, piece.facing, False)
        else:
            found = shooting.targets(state, self.unit) if self.kind.armed else []
            now = max([worth_of_shot(state, self.battle, piece, target) for target in found], default=0.0)
        now = max(now, self.lob(piece.square, piece.facing))
        if line := self.needs.lines.get(piece.square):
            now -= line * max(1.0, self.mood.way / SHARED.way)  # where the way weighs more, so does making way
        return now + SHARED.next * now + self.standing(piece.square, piece.facing)

    def standing(self, square: int, facing: int) -> float:
        """What it is worth to be in a pose beside its shots: danger, the way, the front, and the use for others."""
        kind, battle = self.kind, self.battle
        worth = -self.mood.caution * (battle.danger(kind, square, facing) * self.value)
        if self.weight:
            worth -= self.weight * self.way.steps(square, facing)
        dx, dy = battle.nearest(square)
        if kind.armed:
            worth -= SHARED.crowd * (battle.too_near >> square & 1)
        if kind.mount == "hull" and in_arc(Arc.A27, facing, dx, dy):
            worth += TUNING.aim
        worth += SHARED.face * faces(facing, dx, dy)
        if self.spots:
            eyes = self.watchers(square)  # sight goes both ways here
            worth += max([value for at, value in self.spots if eyes >> at & 1], default=0.0)
        if self.patients:
            worth += self.patients.get(self.ground.grid.ahead(square, facing), 0.0)
        if kind.dozer and battle.wrecks:
            worth += TUNING.clear * self.push(square, facing)
        return worth

    def also(self, squares: int) -> int:
        """Squares in reach to look at whatever the shots: those of use to others, the least endangered of them."""
        ground, found = self.ground, 1 << self.piece.square
        if self.spots:
            facing = self.piece.facing
            watch = squares_of(squares & self.lookouts())
            watch.sort(key=lambda square: (self.battle.danger(self.kind, square, facing), square))
            found |= mask_of(watch[: SHARED.looked_at])
        for at in self.patients:
            found |= ground.grid.neighbours(at)
        if self.kind.dozer:
            for wreck in squares_of(self.battle.wrecks):
                found |= ground.grid.neighbours(wreck)
        return found

    def step_or_drive(self, state: State) -> StepOrDrive:
        """The best pose in one step and in more, of the few that are worth a look."""
        course = driving.course(state, self.unit, driving.steps_left(state, self.unit))
        key = (
            self.unit,
            course.ahead,
            self.mood,
            tuple(self.spots),
            tuple(self.patients.items()),
            self.kind.parabolic and self.needs.eyes,
            self.kind.dozer and (self.needs.fighters, state.driving),
        )
        found = self.battle.chosen.get(key)
        if found is None:
            found = self.battle.chosen[key] = self._chosen(course)
        return found

    def _chosen(self, course: driving.Course) -> StepOrDrive:
        lanes, near = _within(course)
        also = self.also(reduce(or_, lanes))
        looked = self.battle.worth_a_look(self.way, lanes, self.chances, self.weight, self.piece.facing, also)
        poses = [square * 8 + facing for square, facings in looked for facing in facings]
        return StepOrDrive(*self._best(sorted(near)), *self._best([pose for pose in poses if pose not in near]))

    def _best(self, poses: list[int]) -> tuple[float, orders.Move | None]:
        most, best = float("-inf"), -1
        for pose in poses:
            if (worth := self.there(pose >> 3, pose & 7)) > most:
                most, best = worth, pose
        return most, orders.Move(self.unit, best >> 3, best & 7) if best >= 0 else None


def _within(course: driving.Course) -> tuple[list[int], set[int]]:
    """The squares that can be reached, by facing, and the poses that take one step."""
    layers = course.ahead.layers
    lanes = [reduce(or_, lane, 0) for lane in zip(*layers[1:], strict=True)] or [0] * 8
    near = set(course.ahead.poses(1)) if len(layers) > 1 else set()
    for pose, steps in course.apart.items():
        lanes[pose & 7] |= 1 << (pose >> 3)
        if steps == 1:
            near.add(pose)
    return lanes, near
