"""An exchange of fire as a bot foresees it: who fires at whom in the next turns, and what that costs on average.

No die is rolled. Each gun in turn takes the target that costs the enemy most, by the exact chances of what the shots
before have left of it, and fires for less the likelier its owner is gone by then. What a unit can fire at after a move
is counted on the cells of the lattice, as bits of one number: where it gets to, from where a place is seen, what is in
range of it, and to which cells it shows its front, a side or its back.
"""

from collections.abc import Hashable, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from heapq import heappop, heappush
from math import atan2, degrees, isqrt
from operator import mul
from typing import NamedTuple

from msgspec.structs import replace

from hulldown.bots.panzerkampf.battle import CELL, bears, importance, lattice, worth
from hulldown.bots.tactics import Weights
from hulldown.geometry.plane import Base, clear
from hulldown.kernel.odds import Odds
from hulldown.kernel.side import BLUE, RED
from hulldown.rulebooks.panzerkampf import damage, indirect, odds, shooting, turn
from hulldown.rulebooks.panzerkampf.events import Part
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.ground import blind_areas
from hulldown.rulebooks.panzerkampf.odds import Strike, Volley
from hulldown.rulebooks.panzerkampf.orders import Fire, Shell
from hulldown.rulebooks.panzerkampf.state import Ground, Phase, State, Unit, Where
from hulldown.rulebooks.panzerkampf.tables import overlaps
from hulldown.rulebooks.panzerkampf.units import UnitType

LOOK = 15  # degrees between headings that are told apart
PARTS = (Part.BACK, Part.SIDE, Part.FRONT)
MOST_KEPT = 1 << 17
COMING = 0.5  # how likely a shot is fired for which its gun has to move first
BEHIND = 1.7  # how much more than its points a unit counts that does its work from behind
LONG = 3  # shots of a salvo that are counted exactly


# What a shot does


class Blow(NamedTuple):
    """What a shot does to a target, by the hit points that it has: the points it takes, the chances of what is left."""

    gains: tuple[float, ...]
    left: tuple[tuple[float, ...], ...]


def _blow(row: UnitType, found: Sequence[Odds[str]]) -> Blow:
    """From the chances of outcomes for 1, 2, … hit points."""
    gains, left = [0.0], list[tuple[float, ...]]([(1.0,)])
    for hp, outcomes in enumerate(found, 1):
        chances = [0.0] * (hp + 1)
        for outcome, chance in outcomes.items():
            if outcome == "nothing":
                chances[hp] += float(chance)
            elif outcome in ("destroyed", "explodes", "wreck"):
                chances[0] += float(chance)
            else:
                chances[hp - int(outcome.split()[0])] += float(chance)
        left.append(tuple(chances))
        gains.append(worth(row, hp) - sum([chance * worth(row, many) for many, chance in enumerate(chances)]))
    return Blow(tuple(gains), tuple(left))


@lru_cache(maxsize=1 << 13)
def shot(row: UnitType, volley: Volley, strike: Strike) -> Blow:
    """What a volley does to a unit, whatever hit points it has."""
    return _blow(row, [odds.shot(volley, replace(strike, hp=hp)) for hp in range(1, row.hp + 1)])


@lru_cache(maxsize=1 << 13)
def direct(ground: Ground, kind: str, weapon: int, target: str, part: Part, how: tuple[bool, ...]) -> Blow | None:
    """What a weapon does to a target that shows it that part; for `how` see below."""
    gun, (dug_in, dived, camouflaged, dummy, smoke) = ground.types[kind].weapon[weapon], how
    where = {Part.FRONT: (0, -CM), Part.SIDE: (CM, 0), Part.BACK: (0, CM)}[part]
    aim = Unit(BLUE, target, 1, 1, Where.TABLE, dug_in=dug_in, dived=dived, camouflaged=camouflaged, dummy=dummy)
    if smoke:
        aim = replace(aim, command="smoke", commanded=1)
    state = State(ground, [Unit(RED, kind, 1, 1, Where.TABLE, *where), aim], Phase.SHOOTING, RED, turn=1)
    if shooting.may_target(state, 0, gun, 1) is not None:
        return None
    volley, strike, _, _ = shooting.facts_of(state, Fire(0, weapon, 1))
    found = shot(ground.types[target], volley, strike)
    return found if found.gains[-1] > 0 else None


def salvo(state: State, order: Shell, target: int) -> Blow:
    """What a salvo does to a unit."""
    fired, base, row = indirect.salvo_of(state, order), state.base(target), state.type(target)
    here = replace(base, x=base.x - order.x, y=base.y - order.y)
    hits = indirect.hits_on(indirect.fallout(state, fired), here)
    strike = damage.strike_on(state, target, Part.TOP, *fired.power)
    return _blow(row, [odds.struck(hits, replace(strike, hp=hp)) for hp in range(1, row.hp + 1)])


@lru_cache(maxsize=1 << 11)
def shelled(ground: Ground, kind: str, weapon: int, target: str, dived: bool) -> Blow | None:
    """What artillery does to a unit at whose middle it is aimed; a long salvo by its mean."""
    gun, row = ground.types[kind].weapon[weapon], ground.types[target]
    if row.flying or dived:
        return None
    salvo = indirect.Salvo((0, 0), gun.attacks, gun.accuracy, (gun.damage, gun.penetration), False)
    state = State(ground, [Unit(BLUE, target, 1, 1, Where.TABLE)])
    fall, base = indirect.fallout(state, salvo), Base(0, 0, 0, row.length, row.width)
    if gun.attacks > LONG:
        shape = base.shape
        many = gun.attacks * sum([float(chance) for spot, chance in indirect.cloud(fall) if shape.holds(*spot)])
        part = Fraction(round(many % 1 * 1000), 1000)
        hits = {int(many): 1 - part, int(many) + 1: part}
    else:
        hits = indirect.hits_on(fall, base)
    strike = damage.strike_on(state, 0, Part.TOP, gun.damage, gun.penetration)
    return _blow(row, [odds.struck(hits, replace(strike, hp=hp)) for hp in range(1, row.hp + 1)])


# The table in cells


class Views:
    """What is seen from where on a table, and who gets where, by cells. Only terrain closes a line here."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.columns, self.rows = -(-ground.table.width // CELL), -(-ground.table.height // CELL)
        self._seen: dict[int, int] = {}
        self._within: dict[tuple[int, int], int] = {}
        self._shown: dict[tuple[int, int], tuple[int, int, int]] = {}
        self._reach: dict[Hashable, int] = {}
        self._open: dict[tuple[int, int, int, int], bool] = {}

    def at(self, x: int, y: int) -> int:
        column, row = min(max(x // CELL, 0), self.columns - 1), min(max(y // CELL, 0), self.rows - 1)
        return row * self.columns + column

    @cached_property
    def blinds(self) -> list[tuple[int, int]]:
        """For each cell the features that close lines, as bits: those on it, and those in which its middle lies."""
        areas, found = blind_areas(self.ground), list[tuple[int, int]]()
        for at in range(self.columns * self.rows):
            x, y = at % self.columns * CELL + CELL // 2, at // self.columns * CELL + CELL // 2
            spot = Base(x, y, 0, CELL // 2, CELL // 2).shape
            on = sum([1 << one for one, area in enumerate(areas) if overlaps(area, spot)])
            found.append((on, sum([1 << one for one, area in enumerate(areas) if area.holds(x, y)])))
        return found

    def seen(self, cell: int) -> int:
        """The cells between which and this one no terrain stands, but that on which one of them lies."""
        found = self._seen.get(cell)
        if found is None:
            columns, rows, blinds = self.columns, self.rows, self.blinds
            y, x = divmod(cell, columns)
            found, own = 1 << cell, blinds[cell][1]
            border = [(column, row) for column in range(columns) for row in (0, rows - 1)]
            border += [(column, row) for row in range(rows) for column in (0, columns - 1)]
            for to_x, to_y in border:
                many = max(abs(to_x - x), abs(to_y - y))
                crossed = 0
                for step in range(1, many + 1):
                    at = (2 * step * (to_y - y) + many) // (2 * many) * columns + y * columns
                    at += (2 * step * (to_x - x) + many) // (2 * many) + x
                    on, inside = blinds[at]
                    if crossed & ~on:
                        break
                    crossed |= on & ~own
                    if not crossed & ~inside:
                        found |= 1 << at
            self._seen[cell] = found
        return found

    def within(self, cell: int, reach: int) -> int:
        """The cells that are no farther than so many centimetres."""
        found = self._within.get((cell, reach))
        if found is None:
            y, x = divmod(cell, self.columns)
            far, found = reach * CM // CELL, 0
            for row in range(max(0, y - far), min(self.rows, y + far + 1)):
                half = isqrt((reach * CM) ** 2 - ((row - y) * CELL) ** 2) // CELL
                left, right = max(0, x - half), min(self.columns - 1, x + half)
                found |= ((1 << (right - left + 1)) - 1) << (row * self.columns + left)
            self._within[cell, reach] = found
        return found

    def shown(self, cell: int, heading: int) -> tuple[int, int, int]:
        """PK-71: the cells to which a unit with a heading shows its back, a side and its front."""
        heading = round(heading / LOOK) % (360 // LOOK)
        found = self._shown.get((cell, heading))
        if found is None:
            figures, masks, bit = self.ground.setup.figures, [0, 0, 0], 1
            y, x = divmod(cell, self.columns)
            for row in range(self.rows):
                for column in range(self.columns):
                    off = abs((_bearing(column - x, row - y) - heading * LOOK + 180) % 360 - 180)
                    masks[2 if off <= figures.front_angle else 1 if off <= figures.side_angle else 0] |= bit
                    bit <<= 1
            found = self._shown[cell, heading] = masks[0], masks[1], masks[2]
        return found

    def reach(self, row: UnitType, piece: Unit) -> int:
        """The cells to which a unit can move, about: as far as MOV lasts, and nowhere behind TRN."""
        cell, look = self.at(piece.x, piece.y), round(piece.heading / LOOK) % (360 // LOOK)
        key = row.id, cell, look
        found = self._reach.get(key)
        if found is None:
            if row.flying:
                cells = [at for at in range(self.columns * self.rows) if self.within(cell, row.move) >> at & 1]
            else:
                cells = self._driven(row, cell)
            y, x = divmod(cell, self.columns)
            found = 1 << cell
            for at in cells:
                off = _bearing(at % self.columns - x, at // self.columns - y) - look * LOOK
                if abs((off + 180) % 360 - 180) <= row.turn + LOOK:
                    found |= 1 << at
            self._reach[key] = found
        return found

    def _driven(self, row: UnitType, cell: int) -> list[int]:
        grid = lattice(self.ground, row)
        found, queue = {cell: 0.0}, [(0.0, cell)]
        while queue:
            cost, at = heappop(queue)
            if cost == found[at]:
                for step, length in grid.steps[at]:
                    further = cost + length
                    if further <= row.move and further < found.get(step, 1e9) and grid.open[step]:
                        found[step] = further
                        heappush(queue, (further, step))
        return list(found)

    def clear(self, x: int, y: int, to_x: int, to_y: int) -> bool:
        """PK-38: whether no terrain stands on a line, exactly."""
        key = (x, y, to_x, to_y) if (x, y) < (to_x, to_y) else (to_x, to_y, x, y)
        found = self._open.get(key)
        if found is None:
            if len(self._open) > MOST_KEPT:
                self._open.clear()
            found = self._open[key] = clear((x, y), (to_x, to_y), (), blind_areas(self.ground))
        return found


@lru_cache(maxsize=1 << 14)
def _bearing(dx: int, dy: int) -> float:
    return degrees(atan2(dx, -dy))


@lru_cache(maxsize=16)
def views_of(ground: Ground) -> Views:
    return Views(ground)


# Who can fire at whom

Aims = tuple[tuple[int, Blow], ...]  # the weapons of a unit that reach a target, and what each does to it


class Threats:
    """What units do to each other on one ground: from where they stand, or after a move; remembered by their poses."""

    def __init__(self, ground: Ground) -> None:
        self.ground, self.views = ground, views_of(ground)
        self._stands: dict[Hashable, Aims] = {}
        self._comes: dict[Hashable, Aims] = {}

    def stands(self, piece: Unit, target: Unit) -> Aims:
        """From where a unit is; bases that stand between are not looked at."""
        key = (
            piece.kind, piece.x, piece.y, piece.heading, target.kind, target.x, target.y, target.heading,
            *how(target),
        )  # fmt: skip
        found = self._stands.get(key)
        if found is None:
            if len(self._stands) > MOST_KEPT:
                self._stands.clear()
            found = self._stands[key] = tuple(self._standing(piece, target))
        return found

    def _standing(self, piece: Unit, target: Unit) -> list[tuple[int, Blow]]:
        row, types, found = self.ground.types[piece.kind], self.ground.types, list[tuple[int, Blow]]()
        dx, dy = target.x - piece.x, target.y - piece.y
        for number, gun in enumerate(row.weapon):
            if gun.use != "fire" or gun.kind == "bomb" or not bears(gun, dx, dy, piece.heading):
                continue
            if gun.kind == "artillery":
                blow = shelled(self.ground, piece.kind, number, target.kind, target.dived)
            elif row.flying or types[target.kind].flying or self.views.clear(piece.x, piece.y, target.x, target.y):
                part = damage.shown(self.ground.setup.figures, -dx, -dy, target.heading)
                blow = direct(self.ground, piece.kind, number, target.kind, part, how(target))
            else:
                blow = None
            if blow is not None:
                found.append((number, blow))
        return found

    def comes(self, piece: Unit, target: Unit) -> Aims:
        """After a move of the unit, to where it does most; what has to be reloaded fires from where it is."""
        views = self.views
        cell, to = views.at(piece.x, piece.y), views.at(target.x, target.y)
        key = (
            piece.kind, cell, piece.heading // LOOK, target.kind, to, target.heading // LOOK,
            *how(target),
        )  # fmt: skip
        found = self._comes.get(key)
        if found is None:
            if len(self._comes) > MOST_KEPT:
                self._comes.clear()
            found = self._comes[key] = tuple(self._coming(piece, target, to))
        return found

    def _coming(self, piece: Unit, target: Unit, to: int) -> list[tuple[int, Blow]]:
        row, views = self.ground.types[piece.kind], self.views
        places = views.reach(row, piece)
        if not row.flying and not self.ground.types[target.kind].flying:
            places &= views.seen(to)
        found = list[tuple[int, Blow]]()
        for number, gun in enumerate(row.weapon):
            if gun.use != "fire" or gun.kind == "bomb" or gun.kind == "artillery" or gun.reload:
                continue
            if near := places & views.within(to, gun.range):
                best = None
                for part, shown in zip(PARTS, views.shown(to, target.heading), strict=True):
                    if near & shown:
                        blow = direct(self.ground, piece.kind, number, target.kind, part, how(target))
                        if blow is not None and (best is None or blow.gains[-1] > best.gains[-1]):
                            best = blow
                if best is not None:
                    found.append((number, best))
        reloaded = [aim for aim in self.stands(piece, target) if row.weapon[aim[0]].reload]
        return found + reloaded


def how(target: Unit) -> tuple[bool, ...]:
    """Whether a target is dug in, dived, camouflaged, has a dummy, or lays smoke."""
    return target.dug_in, target.dived, target.camouflaged, target.dummy, target.command == "smoke"


@lru_cache(maxsize=16)
def threats_of(ground: Ground) -> Threats:
    return Threats(ground)


# Volleys


def lasting(row: UnitType) -> float:
    """How much more than its points a unit counts: artillery and who repairs do so in every turn of the game."""
    return BEHIND if any(gun.kind == "artillery" or gun.use == "repair" for gun in row.weapon) else 1.0


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
    """PK-38: whether a base stands on a line."""
    dx, dy, px, py = to_x - x, to_y - y, base.x - x, base.y - y
    size, along, at = base.length**2 + base.width**2, dx * dx + dy * dy, px * dx + py * dy
    if 4 * (dx * py - dy * px) ** 2 >= size * along:
        return False
    if (at < 0 and 4 * (px * px + py * py) >= size) or (at > along and 4 * ((px - dx) ** 2 + (py - dy) ** 2) >= size):
        return False
    return not clear((x, y), (to_x, to_y), [base.shape], ())


class Outlook:
    """The next turns as the side to move foresees them; its units may be put elsewhere, to see what that changes.

    First who counter-attacks, then the own shots, the enemy's whole next turn, and the own one after it.
    """

    def __init__(self, state: State, weights: Weights) -> None:
        self.state, self.weights, side = state, weights, state.side
        self.threats = threats_of(state.ground)
        self.pieces = [
            piece if state.commanded(unit, piece.command) else replace(piece, command="")  # of an earlier turn
            for unit, piece in enumerate(state.units)
        ]
        self.own, self.foes = list(state.standing(side)), list(state.standing(side.other))
        types = self.types = [state.ground.types[piece.kind] for piece in state.units]
        self.hp = [piece.hp for piece in state.units]
        self.counts = [
            importance(state.setup, row, piece) * lasting(row) for row, piece in zip(types, state.units, strict=True)
        ]
        self.material = sum(
            [
                worth(row, piece.hp) * count * (1 if piece.side is side else -1)
                for row, piece, count in zip(types, state.units, self.counts, strict=True)
                if piece.alive
            ]
        )
        self.bonus: dict[int, float] = {}
        self.flies = [row.flying for row in types]
        self.bodies = {
            unit: state.base(unit)
            for unit, piece in enumerate(state.units)
            if piece.where is Where.TABLE and not piece.dived and not types[unit].flying
        }
        self._now: dict[int, list[tuple[int, Aims]]] = {}
        self._back: dict[int, list[tuple[int, Aims]]] = {}  # for each own unit, who counter-attacks it
        self._risk: dict[int, list[tuple[int, int, Aim]]] = {}  # for each own unit, who may come and fire at it
        self._then: dict[int, Guns] = {}
        self._closed: dict[tuple[int, int], set[int]] = {}  # by whom the line between two is closed
        self._shoots = turn.shoots(state, side)
        for unit in self.own:
            self._look(unit)

    # Where the units are

    def put(self, unit: int, piece: Unit) -> None:
        """Puts one of the own units elsewhere."""
        self.pieces[unit], self.hp[unit] = piece, piece.hp
        if unit in self.bodies:
            row = self.types[unit]
            self.bodies[unit] = base = Base(piece.x, piece.y, piece.heading, row.length, row.width)
            for (one, foe), by in self._closed.items():
                if one != unit:
                    here, there = self.pieces[one], self.pieces[foe]
                    if barred(here.x, here.y, there.x, there.y, base):
                        by.add(unit)
                    else:
                        by.discard(unit)
        self._look(unit)

    def _look(self, unit: int) -> None:
        """What a unit can do from where it is, and what can be done to it."""
        pieces, threats, piece = self.pieces, self.threats, self.pieces[unit]
        now, back, risk, then = [], [], [], dict[int, list[Aim]]()
        for foe in self.foes:
            other = pieces[foe]
            aims = threats.stands(piece, other)
            if aims:
                now.append((foe, aims))
            theirs = threats.stands(other, piece)
            counters = [aim for aim in theirs if self._counters(foe, aim[0])]
            if counters:
                back.append((foe, tuple(counters)))
            self._closed.pop((unit, foe), None)
            if (aims or counters) and not (self.flies[unit] or self.flies[foe]):
                self._closed[unit, foe] = {
                    body
                    for body, base in self.bodies.items()
                    if body not in (unit, foe) and barred(piece.x, piece.y, other.x, other.y, base)
                }
            for number, blow in theirs:
                risk.append((foe, number, (unit, blow, 1.0)))
            for number, blow in threats.comes(other, piece):
                risk.append((foe, number, (unit, blow, COMING)))
            for number, blow in aims:
                then.setdefault(number, []).append((foe, blow, 1.0))
            for number, blow in threats.comes(piece, other):
                then.setdefault(number, []).append((foe, blow, COMING))
        self._now[unit], self._back[unit], self._risk[unit] = now, back, risk
        self._then[unit] = [(unit, aims) for aims in then.values()]

    def _counters(self, unit: int, number: int) -> bool:
        return self.types[unit].weapon[number].counter_attack and number not in self.pieces[unit].silent

    def _fires(self, unit: int, number: int) -> bool:
        """PK-23, PK-26, PK-53, PK-60, PK-115: whether a weapon of the own side has a shot left in this turn."""
        state, piece, gun = self.state, self.pieces[unit], self.types[unit].weapon[number]
        busy = piece.digging == state.turn or (piece.command, piece.commanded) == ("repair", state.turn)
        if busy or not self._shoots:
            return False
        if number in piece.silent or (gun.reload and piece.moved == state.turn):
            return False
        return piece.fired != state.turn or state.phase is not Phase.SHOOTING or not piece.rounds[number]

    # What comes of it

    def value(self, spent: tuple[int, int] = (-1, -1), at: int = -1, blow: Blow | None = None) -> float:
        """What the position is worth to the side to move; perhaps after one weapon has fired at a target."""
        lives, countered = Lives(self.hp, self.counts), Shots()
        total = self.material + sum(self.bonus.values())
        if self.state.phase is Phase.MOVEMENT:
            countered = self._countering()
            total -= lives.volley([(gun[0], aims) for gun, aims in countered.items()])
        if blow is not None:
            total += lives.gain(at, blow)
            lives.strike(at, blow, 1.0)
        mine = self._standing()
        if self.state.phase in (Phase.MOVEMENT, Phase.SHOOTING):
            total += lives.volley([(gun[0], aims) for gun, aims in mine.items() if gun != spent and self._fires(*gun)])
        total += lives.volley([(gun[0], aims) for gun, aims in mine.items() if self._counters(*gun)])
        total -= self.weights.risk * lives.volley(
            [(gun[0], aims) for gun, aims in self._coming().items() if gun not in countered]
        )
        return total + self.weights.hope * lives.volley([gun for unit in self.own for gun in self._then[unit]])

    def _countering(self) -> Shots:
        """PK-57: what enemies fire at before the own shots."""
        found = Shots()
        for unit in self.own:
            for foe, aims in self._back[unit]:
                if not self._closed.get((unit, foe)):
                    for number, blow in aims:
                        found.setdefault((foe, number), []).append((unit, blow, 1.0))
        return found

    def _standing(self) -> Shots:
        """What the own side has in its sights."""
        found = Shots()
        for unit in self.own:
            for foe, aims in self._now[unit]:
                if not self._closed.get((unit, foe)):
                    for number, blow in aims:
                        found.setdefault((unit, number), []).append((foe, blow, 1.0))
        return found

    def _coming(self) -> Shots:
        """What the enemy may fire at in his next turn."""
        found = Shots()
        for unit in self.own:
            for foe, number, aim in self._risk[unit]:
                found.setdefault((foe, number), []).append(aim)
        return found
