"""A battle played on quickly, by rules of thumb and exact chances: it tells how well tanks are placed.

Each shot counts by its chance, whatever then becomes of its target, so that few battles tell much. Who has a shot
fires; else some tank drives, and who sees it come may react. Hasty drivers think of a few poses, so that it counts most
where they stand; others think of every hex.
"""

from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import cycle
from typing import Self

from hulldown.bots.squadron.drives import Drives, drives_of
from hulldown.bots.squadron.sights import UNSEEN, distances, fronts_to, views_of
from hulldown.bots.squadron.tuning import TUNING
from hulldown.kernel.dice import SeededDice
from hulldown.outcome.squadron.aims import Gun, Target, aimed, between, chances, seen_from, through
from hulldown.rulebooks.squadron.driving import Pose
from hulldown.rulebooks.squadron.orders import Activate, Ambush, EndActivation, Fire, Order, RollMovement, Step, Turn
from hulldown.rulebooks.squadron.state import Ground, State, Unit

THROWS = 160  # what falls in a battle before it falls alike again
KNOWN = 1 << 17  # pairs of hexes for which it is kept what one sees of the other
FAR = 1 << 10  # hexes: more than there are to any enemy


@lru_cache(maxsize=1 << 12)
def _throws(series: int, battle: int) -> tuple[float, ...]:
    """What falls in the battle with this number, from 0 to 1: the same wherever it is played on from."""
    dice, parts = SeededDice(f"skirmish {series} {battle}"), 1 << 20
    return tuple([dice.pick(parts) / parts for _ in range(THROWS)])


@lru_cache(maxsize=16)
def _kinds(ground: Ground) -> dict[str, int]:
    """The cards by number."""
    return {card: number for number, card in enumerate(ground.cards)}


class Tank:
    """A tank in a battle, with what its card says."""

    __slots__ = (
        *("unit", "side", "card", "kind", "fixed", "worth", "breaks", "less"),
        *("hex", "facing", "turret", "began", "moving", "done", "lurks"),
    )

    def __init__(self, ground: Ground, unit: int, piece: Unit, turn: int) -> None:
        card = ground.cards[piece.card]
        self.unit, self.side, self.worth = unit, int(piece.side), card.points
        self.card, self.kind, self.fixed = card.id, _kinds(ground)[card.id], card.fixed
        self.breaks, self.less = bool(card.breakdown), card.movement
        self.hex, self.facing, self.turret = piece.hex, piece.facing, piece.turret
        self.began, self.moving = piece.began, piece.moving
        self.done, self.lurks = piece.activated == turn, piece.ambush == turn


class Playout:
    """One battle of a series, from a position on, with hasty drivers or others."""

    def __init__(self, state: State, series: int, battle: int, hasty: bool = True) -> None:
        self.wrecks, self.turn, self.hasty = state.units.wrecks, state.turn, hasty
        self.tanks = [
            Tank(state.ground, unit, piece, state.turn)
            for unit, piece in enumerate(state.units.units)
            if piece.intact and piece.hex >= 0
        ]
        self.fall: Iterator[float] = cycle(_throws(series, battle))
        self.entered = state.active is not None and state.active.entered > 0
        self.gains = [0.0, 0.0]
        self._lies(state.ground)

    def _lies(self, ground: Ground) -> None:
        """The mat as it lies now."""
        views = views_of(ground)
        self.ground, self.hexes, self.kinds = ground, ground.grid.size, len(ground.cards)
        self.sights, self.among = views.sights, views.among
        if len(self.sights) > KNOWN:
            self.sights.clear()

    def fought(self, side: int, last: int, late: Callable[[], bool] = lambda: False) -> float:
        """What Red wins over Blue, in points by chances, to the end of a turn, if a side is the next to act.

        It ends with the game at the latest; if it gets late it is broken off.
        """
        last = min(last, self.ground.setup.figures.turns)
        while len({tank.side for tank in self.tanks}) == 2 and not late():
            due = [tank for tank in self.tanks if not tank.done]
            if due:
                if all(tank.side != side for tank in due):
                    side = 1 - side
                self._activated([tank for tank in due if tank.side == side], side)
                side = 1 - side
            elif self.turn < last:
                self.turn += 1
                side = int(next(self.fall) * 2)
                for tank in self.tanks:
                    tank.began, tank.done, tank.turret, tank.lurks = tank.moving, False, 0, False
            else:
                break
        return self.gains[0] - self.gains[1]

    def ordered(self, unit: int, row: Sequence[Order]) -> Self:
        """The battle after a tank was given orders, or as many as it lived to follow."""
        tank = self._tank(unit)
        foes = [other for other in self.tanks if other.side != tank.side]
        match row[0]:
            case Activate():
                self._activated([tank], tank.side)
                return self
            case RollMovement():
                self._drives(tank, foes)
                return self
            case Ambush():
                tank.lurks = True
        tank.done, tank.moving = True, False
        for order in row:
            match order:
                case Turn(facing):
                    tank.facing = facing
                case Step(place):
                    tank.hex, self.entered = place, True
                    if self.ground.small >> place & 1:
                        self._lies(self.ground.under(place))
                case Fire(_, target, corner):
                    mark = self._tank(target)
                    self._fires(tank, mark, self._aimed(tank, mark, corner))
                    tank.turret = (corner - tank.facing) % 6
                case EndActivation(moving):
                    tank.moving = moving
            if isinstance(order, Turn | Step) and self.entered and self._reacted(tank, foes):
                break
        return self

    def reacted(self, row: Sequence[Order]) -> None:
        """The battle after a reaction to the tank that moves, or after a pass; that tank then moves on."""
        for order in row:
            if isinstance(order, Fire):
                tank, mark = self._tank(order.unit), self._tank(order.target)
                mark.moving, mark.done = True, False
                self._fires(tank, mark, self._aimed(tank, mark, order.corner))
                tank.turret = (order.corner - tank.facing) % 6

    def _tank(self, unit: int) -> Tank:
        return next(tank for tank in self.tanks if tank.unit == unit)

    def _aimed(self, tank: Tank, mark: Tank, corner: int) -> float:
        """The chance of a tank through one corner."""
        gun = Gun(tank.card, tank.hex, tank.facing, tank.turret, tank.began)
        return dict(chances(self.ground, self.wrecks, gun, Target(mark.card, mark.hex, mark.facing, mark.moving)))[
            corner
        ]

    def _chance(self, tank: Tank, pose: Pose, began: bool, mark: Tank, at: Pose, moving: bool) -> float:
        """The best chance of a tank in a pose against another in a pose: `aims.best`, but for keeping each pair."""
        (here, facing), (there, towards) = pose, at
        pair = here * self.hexes + there
        wrecks = self.wrecks and self.wrecks & between(self.ground.grid, here, there)
        key = (pair, wrecks) if wrecks else pair
        sights = self.sights.get(key)
        if sights is None:
            seen = seen_from(self.ground, wrecks, here, there)
            sights = self.sights[key] = [None] * 6 if seen else [UNSEEN] * 6
        found = sights[towards]
        if found is None:
            found = sights[towards] = aimed(self.ground, wrecks, here, there, towards), {}
        lines, known = found
        if not lines:
            return 0.0
        points = facing if tank.fixed else (facing + tank.turret) % 6
        fired = ((tank.kind * self.kinds + mark.kind) * 6 + points) * 4 + began * 2 + moving
        chance = known.get(fired)
        if chance is None:
            able = through(self.ground, lines, tank.card, points, 0, began, mark.card, moving)
            chance = known[fired] = max([chance for _, chance in able], default=0.0)
        return chance

    def _fires(self, tank: Tank, mark: Tank, chance: float) -> bool:
        """Whether the target is destroyed."""
        self.gains[tank.side] += chance * mark.worth
        tank.done, tank.moving, tank.lurks = True, False, False
        if next(self.fall) >= chance:
            return False
        self.tanks.remove(mark)
        self.wrecks |= 1 << mark.hex
        return True

    def _activated(self, due: list[Tank], side: int) -> None:
        """The best shot of all, or a drive of any tank."""
        foes = [tank for tank in self.tanks if tank.side != side]
        most, shot, places = TUNING.least_shot, None, _places(foes)
        for tank in due:
            if not tank.began and (seen := self.among(tank.hex, places)):
                for foe in foes:
                    if not seen >> foe.hex & 1:
                        continue
                    chance = self._chance(tank, (tank.hex, tank.facing), False, foe, (foe.hex, foe.facing), foe.moving)
                    worth = chance * foe.worth * (1 if foe.done else 1 + TUNING.pending)
                    if worth > most:
                        most, shot = worth, (tank, foe, chance)
        if shot:
            self._fires(*shot)
            return
        tank = due[int(next(self.fall) * len(due))]
        if tank.breaks and next(self.fall) * self.ground.setup.figures.breakdown_die < 1:
            tank.done, tank.moving = True, False
        else:
            self._drives(tank, foes)

    def _drives(self, tank: Tank, foes: list[Tank]) -> None:
        figures, fall = self.ground.setup.figures, self.fall
        tank.done = True
        points = -tank.less
        for _ in range(figures.moving_dice if tank.began else figures.standing_dice):
            points += 1 + int(next(fall) * figures.movement_die)
        start, drives = (tank.hex, tank.facing), drives_of(self.ground, tank.hex, tank.facing)
        taken = self.wrecks | _places(self.tanks)
        if not tank.began:
            taken ^= 1 << tank.hex
        ways = [distances(self.ground.grid, foe.hex) for foe in foes]
        ends = self._some(drives, points, taken) if self.hasty else self._every(drives, points, taken, foes, ways)
        thought = [(divmod(drives.poses[drives.ends[at]], 6), drives.costs[at], drives.ends[at]) for at in ends]
        if not tank.began or not thought:
            thought.append((start, 0, -1))
        places, shot = _places(foes), figures.shot_cost
        best, mark, chance, end, last = float("-inf"), None, 0.0, start, -1
        for pose, cost, at in thought:
            place = pose[0]
            worth, aim, hit = -TUNING.way * min([far[place] for far in ways]), None, 0.0
            if seen := self.among(place, places):
                seers = [foe for foe in foes if seen >> foe.hex & 1]
                won, aim, hit = self._ended(tank, pose, seers, points - cost >= shot)
                worth += won
            if worth > best:
                best, mark, chance, end, last = worth, aim, hit, pose, at
        entered = end[0] != tank.hex
        for pose in drives.way(last) if entered else ():
            tank.hex, tank.facing = pose
            if pose[0] != start[0] and self._reacted(tank, foes):
                return
        tank.hex, tank.facing = end
        tank.moving = False
        if mark is not None:
            self._fires(tank, mark, chance)
        elif entered:
            tank.moving = next(fall) < TUNING.hasty_rolls_on if self.hasty else not self.among(end[0], places)
        else:
            tank.lurks = not self.hasty

    def _some(self, drives: Drives, points: int, taken: int) -> list[int]:
        """Which ends of its drives a hasty driver thinks of: any few."""
        able = bisect(drives.costs, points)
        some = [int(next(self.fall) * able) for _ in range(TUNING.hasty_poses if able else 0)]
        return [at for at in some if not taken >> drives.poses[drives.ends[at]] // 6 & 1]

    def _every(
        self, drives: Drives, points: int, taken: int, foes: list[Tank], ways: list[tuple[int, ...]]
    ) -> list[int]:
        """Which ends other drivers think of: every hex, with the front to the nearest enemy."""
        found, fronts = [], [fronts_to(self.ground.grid, foe.hex) for foe in foes]
        for number in range(bisect(drives.least, points)):
            place = drives.hexes[number]
            if taken >> place & 1:
                continue
            near, front = FAR, fronts[0]
            for way, towards in zip(ways, fronts, strict=True):
                if way[place] < near:
                    near, front = way[place], towards
            for facing in front[place]:
                at = drives.facings[6 * number + facing]
                if at >= 0 and drives.costs[at] <= points:
                    found.append(at)
        return found

    def _ended(self, tank: Tank, pose: Pose, foes: list[Tank], fires: bool) -> tuple[float, Tank | None, float]:
        """What a pose is worth but for the way, as `prospects.Prospects` judges it, and the best shot from it."""
        alive, promised, most, mark, hit = 1.0, 0.0, 0.0, None, 0.0
        for foe in foes:
            at = foe.hex, foe.facing
            harm = self._chance(foe, at, foe.began, tank, pose, False)
            alive *= 1 - harm * (TUNING.fires_next_turn if foe.done else TUNING.fires_this_turn)
            chance = self._chance(tank, pose, False, foe, at, foe.moving)
            promised = max(promised, chance * foe.worth)
            if fires and chance:
                if tank.began:
                    chance = self._chance(tank, pose, True, foe, at, foe.moving)
                if chance * foe.worth > most:
                    most, mark, hit = chance * foe.worth, foe, chance
        return most + TUNING.next_shot * alive * promised - tank.worth * (1 - alive), mark, hit

    def _reacted(self, tank: Tank, foes: list[Tank]) -> bool:
        """Whether somebody who sees a tank come destroys it."""
        seen = self.among(tank.hex, _places(foes))
        for foe in foes if seen else ():
            if (foe.lurks or not foe.done) and seen >> foe.hex & 1:
                at = foe.hex, foe.facing
                chance = self._chance(foe, at, foe.began, tank, (tank.hex, tank.facing), True)
                if chance * tank.worth > TUNING.least_reaction and self._fires(foe, tank, chance):
                    return True
        return False


def _places(tanks: list[Tank]) -> int:
    found = 0
    for tank in tanks:
        found |= 1 << tank.hex
    return found
