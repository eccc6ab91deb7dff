"""One vehicle by the Core rules: how good each pose would be for it."""

from hulldown.bots.panzerstrike import driver
from hulldown.bots.panzerstrike.core.battle import Battle, value_of
from hulldown.bots.panzerstrike.core.needs import Needs, tows
from hulldown.bots.panzerstrike.core.tuning import TUNING
from hulldown.bots.panzerstrike.core.views import lays, view_of, view_to
from hulldown.bots.panzerstrike.driver import StepOrDrive, free_for
from hulldown.bots.panzerstrike.front import ANYWHERE
from hulldown.bots.panzerstrike.mood import Mood
from hulldown.bots.panzerstrike.tuning import SHARED
from hulldown.bots.panzerstrike.ways import Way
from hulldown.geometry.squares import ALL_LINES, Arc, Zone, angled
from hulldown.outcome.core.harm import SPOILED_BY_MOVE, SPOILED_BY_TURN, health_of, lost_by
from hulldown.rulebooks.panzerstrike.core import driving, gunnery, orders, speed
from hulldown.rulebooks.panzerstrike.core.orders import Order
from hulldown.rulebooks.panzerstrike.core.setup import SPAA
from hulldown.rulebooks.panzerstrike.core.state import Gear, Ground, State, Tracks


class Driver(driver.Driver):
    """One vehicle and what it is for: how good each pose would be for it."""

    battle: Battle
    needs: Needs
    ground: Ground

    def __init__(self, state: State, unit: int, battle: Battle, mood: Mood, needs: Needs) -> None:
        self.unit, self.battle, self.mood, self.needs, self.ground = unit, battle, mood, needs, state.ground
        self.piece, self.kind, self.tuning = state.units.units[unit], state.kind(unit), TUNING
        kind, setup = self.kind, self.ground.setup
        self.health, self.injured = health_of(self.piece), int(self.piece.injured)
        self.armed, self.dozer = kind.weapon is not None, kind.dozer
        self.fights = self.armed and not (setup.spaa and kind.id == SPAA)
        self.value = value_of(self.ground, self.piece, mood.lost) * (1 - lost_by(self.health.injured, Tracks.WHOLE))
        self.spots = [*free_for(unit, needs.spots)] if needs.spots and gunnery.reports(state, unit) else []
        self.patients = dict(free_for(unit, needs.patients)) if kind.recovery else {}
        self.patients.pop(self.piece.square, None)
        self.hitches = tuple([pose for _, pose in needs.guns]) if needs.guns and tows(state, unit) else ()
        self.through = self.ground.standing if driving.breaks_walls(state, unit) else 0
        self.way, self.weight = self.goal()
        self.angled = setup.angled
        self.keeps_off = kind.weapon is not None and not kind.weapon.point_blank
        self._spotting: dict[int, float] = {}

    def price(self) -> float:
        return value_of(self.ground, self.piece, 0)

    def lobbing_range(self) -> int:
        return 0 if self.kind.parabolic is None else TUNING.best_range * self.ground.setup.figures.section

    def lobbing_places(self, targets: int) -> int:
        return self.battle.lobbing_places(self.kind, targets)

    def watchers(self, square: int) -> int:
        return view_to(self.ground, square)

    def errand(self, free: int) -> Way | None:
        """The same, and after repairs the way to where a gun can be hitched."""
        if self.hitches and not self.patients:
            wheeled = self.kind.drive == "wheeled"
            return self.battle.way_to_poses(self.hitches, wheeled, free & ~self.needs.fixed)
        return super().errand(free)

    def way_to_a_shot(self) -> Way:
        battle, kind, injured = self.battle, self.kind, self.injured
        key = kind.id, injured, self.through
        return battle.way_to_gain(key, lambda at: battle.gain(kind, injured, at), self.through)

    def lob(self, square: int, facing: int) -> float:
        if self.kind.parabolic is None:
            return 0.0
        prospect = TUNING.prospect if self.mood.patient else 0.0
        return self.battle.lob(self.kind, self.piece.injured, square, facing, self.needs.eyes, prospect)

    def there(self, square: int, facing: int) -> float:
        """What going to a pose is worth: a wall that is driven into, or an injured crew, costs the shot of this turn.

        In the next turn a turret will bear anywhere.
        """
        now = later = 0.0
        if self.armed:
            battle, kind = self.battle, self.kind
            if battle.seen >> square & 1:
                if not self.injured and not self.ground.standing >> square & 1:
                    now = battle.laid(self.piece, self._spoiled(facing), square, facing)
                ahead = ANYWHERE if kind.mount == "turret" else self.ground.grid.arc(Arc.A45, facing, square)
                later = battle.gain(kind, self.injured, square, ahead)
            if kind.parabolic is not None:
                later = max(later, self.lob(square, facing))
        return now + SHARED.next * later + self.standing(square, facing)

    def _spoiled(self, facing: int) -> int:
        if not self.ground.setup.on_the_move:
            return self.injured
        turned = self.kind.mount != "turret" and facing != self.piece.facing
        return self.injured | SPOILED_BY_MOVE | SPOILED_BY_TURN * turned

    def here(self, state: State) -> float:
        """What standing still is worth, with the lines as they really are."""
        piece, kind, now = self.piece, self.kind, 0.0
        if self.armed and gunnery.barred(state, self.unit) is None:
            for at, value in self.battle.shots(kind, self.injured, piece.square):
                if (
                    lays(self.ground, piece, kind, piece.square, piece.facing, at)
                    and self.ground.cover.masked(piece.square, at, state.units.occupied) != ALL_LINES
                ):
                    now = value
                    break
            now = max(now, self.lob(piece.square, piece.facing))
        for at, value, by in self.needs.patients:
            now += value * (at == piece.square and by >= 0)
        return now + SHARED.next * now + self.standing(piece.square, piece.facing)

    def standing(self, square: int, facing: int) -> float:
        """What it is worth to be in a pose beside its shots: danger, the way, the front, and the use for others."""
        kind, battle = self.kind, self.battle
        worth = -self.risk(square, facing)
        if self.weight:
            worth -= self.weight * self.way.steps(square, facing)
        ahead = battle.facing(square) >> facing & 1
        if self.armed:
            if self.keeps_off and battle.too_near >> square & 1:
                worth -= SHARED.crowd
            if ahead and kind.mount == "hull":
                worth += TUNING.aim
        worth += SHARED.face * ((self.angled and self._angled(facing, *battle.nearest(square))) or ahead)
        if self.spots:
            worth += self._spotted(square)
        if self.patients:
            worth += self._mended(square, facing)
        if self.hitches:
            worth += TUNING.hitched * (square * 8 + facing in self.hitches)
        if battle.beside_wrecks >> square & 1:
            worth += TUNING.clear * self.push(square, facing)
        return worth

    def risk(self, square: int, facing: int) -> float:
        """What the enemy's shots at it there weigh."""
        return self.mood.caution * self.battle.danger(self.kind, self.health, square, facing) * self.value

    def _angled(self, facing: int, dx: int, dy: int) -> float:
        """With option 6 the front is best shown at an angle."""
        return TUNING.angled * (angled(facing, dx, dy) is Zone.FRONT)

    def _spotted(self, square: int) -> float:
        """The best that a howitzer could hit if this unit saw it from a square."""
        found = self._spotting.get(square)
        if found is None:
            eyes = view_of(self.ground, square)
            seen = [value for at, value in self.spots if eyes >> at & 1]
            found = self._spotting[square] = max(seen, default=0.0)
        return found

    def _mended(self, square: int, facing: int) -> float:
        """The best repair within the reach of its crane from a pose."""
        most, crane = self.ground.setup.figures.traverse, facing + self.piece.rested
        around = [self.ground.grid.ahead(square, (crane + way) % 8) for way in range(-most, most + 1)]
        return max([self.patients.get(at, 0.0) for at in around])

    def step_or_drive(self, state: State) -> StepOrDrive:
        """The best pose in one step and in more, in either gear."""
        courses = self._courses(state)
        key = (
            self.unit,
            self.piece,
            tuple([(course.reach, course.steps, len(course.apart)) for course in courses]),
            self.mood,
            tuple(self.spots),
            tuple(self.patients.items()),
            self.hitches,
            self.kind.parabolic and self.needs.eyes,
            self.battle.wrecks and self.needs.fighters,
        )
        found = self.battle.chosen.get(key)
        if found is None:
            found = self.battle.chosen[key] = self._chosen(courses)
        return found

    def _courses(self, state: State) -> list[driving.Course]:
        """Where it can go ahead and back; with the speed die that is not rolled yet, what it would go on average."""
        unit = self.unit
        if not speed.list_speed_rolls(state, unit):
            return [driving.course_now(state, unit, gear) for gear in Gear]
        ahead, back = (max(1, speed.speed(state, unit, gear)) for gear in Gear)
        turns = max(ahead, back)
        return [
            driving.course(state, unit, gear, steps, turns if gear is Gear.FORWARD else 0)
            for gear, steps in ((Gear.FORWARD, ahead), (Gear.REVERSE, back))
        ]

    def _chosen(self, courses: list[driving.Course]) -> StepOrDrive:
        best: list[tuple[float, orders.Move | None]] = [(float("-inf"), None)] * 2
        done: dict[int, float] = {}
        for gear, course in zip(Gear, courses, strict=True):
            near = set(course.reach.poses(1)) if course.steps else set()
            for pose in course.poses():
                apart = course.apart.get(pose)
                far = apart.steps > 1 if apart else pose not in near
                worth = done.get(pose)
                if worth is None:
                    worth = done[pose] = self.there(pose >> 3, pose & 7)
                if worth > best[far][0]:
                    best[far] = worth, orders.Move(self.unit, pose >> 3, pose & 7, gear)
        return StepOrDrive(*best[0], *best[1])

    def before(self, state: State, drive: orders.Move) -> Order:
        """With the speed die, who drives far rolls first."""
        return orders.RollSpeed(self.unit) if self.must_roll(state) else drive

    def must_roll(self, state: State) -> bool:
        """Whether it has to roll the speed die before it drives far."""
        return state.ground.setup.speed_die and not speed.may_go_far(state, self.unit)
