"""One vehicle and what it is for, where vehicles serve each other: where it goes, and whether it takes a drive."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from functools import reduce
from operator import or_
from typing import Any, NamedTuple, Protocol

from hulldown.bots.panzerstrike.foes import Foes
from hulldown.bots.panzerstrike.front import ANYWHERE
from hulldown.bots.panzerstrike.mood import Mood
from hulldown.bots.panzerstrike.tuning import Support
from hulldown.bots.panzerstrike.ways import Way
from hulldown.rulebooks.panzerstrike.firing import LEAST_RANGE
from hulldown.rulebooks.panzerstrike.states import WalledGround


class StepOrDrive(NamedTuple):
    """The best a vehicle can do with its free step and with a drive: the worth and the order of each."""

    step: float
    step_order: Any | None
    drive: float
    drive_order: Any | None


class Served(Protocol):
    """What the side's units need: where those stand who fight, and what all see together."""

    @property
    def fighters(self) -> int: ...
    @property
    def eyes(self) -> int: ...


def free_for(unit: int, rows: Iterable[tuple[int, float, int]]) -> Iterator[tuple[int, float]]:
    """What a unit may do for others, square and worth: nobody does it, or this unit itself."""
    for at, value, by in rows:
        if by in (-1, unit):
            yield at, value


class Driver(ABC):
    """How good each pose would be for a vehicle. A book says what its guns can do from there."""

    battle: Foes
    mood: Mood
    needs: Served
    ground: WalledGround
    tuning: Support
    dozer: bool
    fights: bool  # it is armed, and its loss does not decide the game
    armed: bool
    through: int  # squares that it can drive into though they are not open
    spots: list[tuple[int, float]]  # what a howitzer could hit if it saw that, square and worth
    patients: dict[int, float]  # whom it could repair, by the square

    @abstractmethod
    def price(self) -> float:
        """What it is worth where the way is weighed."""

    @abstractmethod
    def lobbing_range(self) -> int:
        """From how far it fires best in a high arc; 0 if it does not."""

    @abstractmethod
    def lobbing_places(self, targets: int) -> int:
        """From where it hits one of these targets so."""

    @abstractmethod
    def watchers(self, square: int) -> int:
        """From where a square is seen."""

    @abstractmethod
    def way_to_a_shot(self) -> Way:
        """To where its gun has a fair one."""

    @abstractmethod
    def here(self, state: Any) -> float:
        """What standing still is worth."""

    @abstractmethod
    def step_or_drive(self, state: Any) -> StepOrDrive: ...

    def goal(self) -> tuple[Way, float]:
        """Where it wants to go, and how much a step of the way weighs."""
        free = self.battle.open | self.through
        errand = self.errand(free)
        if errand is not None:
            return errand, self.tuning.errand
        if not self.fights:
            return self.battle.way(self.mood.goal, LEAST_RANGE, free), 0.0
        return self.march(free), self.mood.way * self.price() / 2

    def errand(self, free: int) -> Way | None:
        """The way to whom it serves: to repair, or to spot if it can do nothing else."""
        battle = self.battle
        if self.patients:
            beside = reduce(or_, [self.ground.grid.neighbours(at) for at in self.patients]) & battle.open
            return battle.way(beside, 0, free)
        if self.spots and not self.armed:
            return battle.way(self.lookouts() & battle.open, 0, free)
        return None

    def march(self, free: int) -> Way:
        """The way to the enemy, or to where it can do him harm; of a dozer, to a wreck that closes the others' way."""
        battle, mood = self.battle, self.mood
        if far := self.lobbing_range():
            if not mood.stalled:
                return battle.way(mood.goal, far, free)
            if places := self.lobbing_places(ANYWHERE if mood.patient else self.needs.eyes):
                return battle.way(places, 0, free)
        if self.dozer and (places := battle.plugs(mood.goal, self.needs.fighters, self.ground.standing)):
            return battle.way(places, 0, free)
        return self.way_to_a_shot() if mood.stalled else battle.way(mood.goal, LEAST_RANGE, free)

    def lookouts(self) -> int:
        """The squares from which it would see what a howitzer could hit."""
        return reduce(or_, [self.watchers(at) for at, _ in self.spots])

    def push(self, square: int, facing: int) -> float:
        """What pushing the wreck ahead of a pose is worth."""
        mood, needs = self.mood, self.needs
        return mood.way * self.battle.cleared(square, facing, mood.goal, needs.fighters, self.ground.standing)

    def moves(self, state: Any) -> Iterator[tuple[float, Any]]:
        """A drive where it wins over the free step; the free step where it wins over standing still."""
        best, here = self.step_or_drive(state), self.here(state)
        step, drive = best.step - here, best.drive - here
        if best.drive_order is not None and (margin := drive - max(0.0, step)) > self.tuning.least:
            yield margin, self.before(state, best.drive_order)
        elif best.step_order is not None and step > 0:
            yield step, best.step_order

    def before(self, state: Any, drive: Any) -> Any:
        """What is ordered to make a drive: itself, where nothing has to be done before."""
        return drive
