"""The battle as a bot sees it: exact chances of shots between poses, what threatens a tank, how far it is to an enemy.

All chances come from the rules that roll the dice; they are kept, since a bot asks for the same ones again and again.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from msgspec.structs import replace

from hulldown.geometry.hexes import HexGrid, Zone, gun_corners, hexes_of, lines
from hulldown.kernel.side import RED, Side
from hulldown.rulebooks.squadron import driving, reaction, shooting, sight, turn
from hulldown.rulebooks.squadron.events import Outcome
from hulldown.rulebooks.squadron.orders import Fire
from hulldown.rulebooks.squadron.setup import Card
from hulldown.rulebooks.squadron.state import Activation, Gear, Ground, Phase, State, Unit, Units

SOON, LATER = 0.7, 0.4  # how likely an enemy who sees a tank fires at it: still in this turn, or in the next one
REACTS = 0.6  # and as a reaction to its movement
LAYS = 0.25  # how likely a fixed cannon that is a corner off is turned and fired: a D4 must show 4
PENDING = 0.3  # what an enemy is worth more while it has not been activated
NEXT = 0.5  # what a shot in the next turn is worth against one now
ROLLING = 0.8  # how likely a tank in movement can fire in its next turn
MOVES = 0.5  # how likely an enemy moves that need not, and so gives an ambush its shot
NEAR = 2  # hexes around an enemy in which it is expected then
WAY = 1.5  # points that a hex nearer to the enemy is worth
MOMENTUM = 2.5  # hexes that the second movement die brings
FACE = 1.0  # points that a corner's turn away from the nearest enemy costs
SHUT = 12  # what a hex counts that nobody can enter, so that there is a way to every enemy


class Gun(NamedTuple):
    """Who fires: card, pose, turret, and whether it began the turn in movement."""

    card: str
    hex: int
    facing: int
    turret: int
    began: bool


class Mark(NamedTuple):
    """Who is fired at: card, pose, and whether it is in movement."""

    card: str
    hex: int
    facing: int
    moving: bool


@lru_cache(maxsize=1 << 17)
def between(grid: HexGrid, here: int, there: int) -> int:
    """The hexes in which a wreck may change what one hex sees of another."""
    found = 0
    for corner in gun_corners(*grid.offset(here, there)):
        for line in lines(grid, here, corner, there):
            found |= line.entered
            for one, other in line.sides:
                found |= 1 << one | 1 << other
    return found


def seen_from(ground: Ground, wrecks: int, here: int, there: int) -> tuple[int, ...]:
    """The corners of a hex from which enough lines to another are clear."""
    return _seen(ground, wrecks and wrecks & between(ground.grid, here, there), here, there)


@lru_cache(maxsize=1 << 17)
def _seen(ground: Ground, wrecks: int, here: int, there: int) -> tuple[int, ...]:
    if here == there:
        return ()
    state = _bare(ground, wrecks)
    least = ground.setup.figures.clear_lines
    able = gun_corners(*ground.grid.offset(here, there))
    return tuple([corner for corner in able if sight.clear_lines(state, here, corner, there) >= least])


def _bare(ground: Ground, wrecks: int, *pieces: Unit) -> State:
    units = Units([*pieces])
    units.wrecks = wrecks
    return State(ground, units, Phase.ACTIVATION, RED)


Lines = tuple[tuple[int, int, Zone], ...]


@lru_cache(maxsize=1 << 17)
def aimed(ground: Ground, wrecks: int, here: int, there: int, facing: int) -> Lines:
    """The corners from which one hex sees another; with each the modifier of a gun that stood and points there at a
    tank with a facing that stands, but for the firer's card, and the part that is hit."""
    found = []
    for corner in _seen(ground, wrecks, here, there):
        card = next(iter(ground.cards.values()))
        pieces = Unit(RED, card.id, 1, here, corner), Unit(RED.other, card.id, 1, there, facing)
        state = _bare(ground, wrecks, *pieces)
        look = sight.look(state, 0, 1, corner)
        facts, _ = shooting.facts_of(state, Fire(0, 1, corner), look)
        found.append((corner, facts.modifier + card.shot, look.zone))
    return tuple(found)


def chances(ground: Ground, wrecks: int, gun: Gun, mark: Mark) -> tuple[tuple[int, float], ...]:
    """The corners through which one tank may fire at another, each with the chance to destroy it."""
    return _chances(ground, wrecks and wrecks & between(ground.grid, gun.hex, mark.hex), gun, mark)


@lru_cache(maxsize=1 << 17)
def _chances(ground: Ground, wrecks: int, gun: Gun, mark: Mark) -> tuple[tuple[int, float], ...]:
    lines = aimed(ground, wrecks, gun.hex, mark.hex, mark.facing)
    return tuple(through(ground, lines, gun.card, gun.facing, gun.turret, gun.began, mark.card, mark.moving))


def through(
    ground: Ground, lines: Lines, card: str, facing: int, turret: int, began: bool, target: str, moving: bool
) -> list[tuple[int, float]]:
    """For each corner that a gun may aim through, the chance of a card that points so against another one."""
    figures, gun, mark, found = ground.setup.figures, ground.cards[card], ground.cards[target], []
    points = (facing + turret) % 6
    always = figures.moving_target * moving - gun.shot
    always += figures.was_moving - figures.stood if began else 0
    for corner, modifier, part in lines:
        if corner == facing or not gun.fixed:
            added = modifier + always + (figures.turret if corner != points else 0)
            found.append((corner, _pierces(ground, added, gun.penetration, shooting.armour_of(mark, part))))
    return found


@lru_cache(maxsize=1 << 14)
def _pierces(ground: Ground, modifier: int, penetration: int, armour: int) -> float:
    facts = shooting.facts_for(ground.setup.figures, modifier, penetration, armour)
    return float(shooting.odds_of(facts)[Outcome.DESTROYED])


def best(ground: Ground, wrecks: int, gun: Gun, mark: Mark) -> float:
    """The best chance of one tank against another."""
    return max([chance for _, chance in chances(ground, wrecks, gun, mark)], default=0.0)


def gun_of(piece: Unit) -> Gun:
    return Gun(piece.card, piece.hex, piece.facing, piece.turret, piece.began)


def mark_of(state: State, unit: int) -> Mark:
    piece = state.units.units[unit]
    return Mark(piece.card, piece.hex, piece.facing, shooting.in_movement(state, unit))


class Foe(NamedTuple):
    """An enemy: what it is worth, how likely it still fires at whom it sees, and whether it may react."""

    unit: int
    gun: Gun
    mark: Mark
    worth: float
    fires: float
    reacts: bool
    pending: bool


def foes_of(state: State, side: Side) -> tuple[Foe, ...]:
    """The intact enemies of a side."""
    found = []
    for unit, piece in enumerate(state.units.units):
        if piece.side is not side and piece.intact and piece.hex >= 0:
            pending = piece.activated != state.turn
            worth = state.ground.cards[piece.card].points * (1 + PENDING * pending)
            fires, reacts = SOON if pending else LATER, reaction.may_still_react(state, unit)
            found.append(Foe(unit, gun_of(piece), mark_of(state, unit), worth, fires, reacts, pending))
    return tuple(found)


@lru_cache(maxsize=256)
def ways(ground: Ground, wrecks: int, goals: int) -> tuple[int, ...]:
    """For each hex what it costs to drive from there to the nearest of these hexes, whoever stands in the way."""
    grid, state = ground.grid, _bare(ground, wrecks)
    shut = ground.craters | ground.large | wrecks
    found = [SHUT * grid.size] * grid.size
    queue = [(0, goal) for goal in hexes_of(goals)]
    for _, goal in queue:
        found[goal] = 0
    while queue:
        cost, place = heappop(queue)
        if cost > found[place]:
            continue
        further = cost + (SHUT if shut >> place & 1 else driving.entry_cost(state, place))
        for step in hexes_of(grid.neighbours(place)):
            if further < found[step]:
                found[step] = further
                heappush(queue, (further, step))
    return tuple(found)


class Place(NamedTuple):
    """A pose at the end of a way, and for each enemy the best chance that it had on the way."""

    hex: int
    facing: int
    exposed: tuple[float, ...]


# What is asked for pose by pose is kept in tables, which are filled as they are asked for.


@lru_cache(maxsize=1 << 12)
def _harm(ground: Ground, wrecks: int, gun: Gun, card: str) -> dict[tuple[int, int, bool], float]:
    """What an enemy's gun may do to a card in a pose, in movement or not."""
    return {}


@lru_cache(maxsize=1 << 12)
def _promise(ground: Ground, wrecks: int, mark: Mark, card: str, moving: bool) -> dict[tuple[int, int], float]:
    """The best chance of a card in a pose against an enemy in the next turn."""
    return {}


@lru_cache(maxsize=1 << 10)
def _advance(ground: Ground, wrecks: int, enemies: tuple[int, ...]) -> dict[tuple[int, int], tuple[int, int]]:
    return {}


def advance(ground: Ground, wrecks: int, enemies: tuple[int, ...], place: int, facing: int) -> tuple[int, int]:
    """The way from a pose to the nearest enemy, and by how many corners the front is off."""
    table = _advance(ground, wrecks, enemies)
    found = table.get((place, facing))
    if found is None:
        grid = ground.grid
        nearest = min(enemies, key=lambda goal: grid.distance(place, goal))
        towards = gun_corners(*grid.offset(place, nearest)) or (facing,)
        off = min(driving.corners_between(facing, corner) for corner in towards)
        goals = sum(1 << enemy for enemy in enemies)
        found = table[place, facing] = ways(ground, wrecks, goals)[place], off
    return found


@lru_cache(maxsize=1 << 14)
def around(grid: HexGrid, place: int, radius: int) -> int:
    return grid.around(place, radius)


def reach(state: State, gear: Gear) -> dict[driving.Pose, tuple[int, driving.Pose]]:
    """Every pose that the tank under way can reach in a gear, as `driving.reach` finds them; not to be changed."""
    active, ground = state.active, state.ground
    assert active is not None
    piece = state.units.units[active.unit]
    taken = state.units.occupied & around(ground.grid, piece.hex, active.left)
    return reached(ground, taken, piece.hex, piece.facing, replace(active, unit=0), gear)


@lru_cache(maxsize=1 << 12)
def reached(
    ground: Ground, taken: int, place: int, facing: int, active: Activation, gear: Gear
) -> dict[driving.Pose, tuple[int, driving.Pose]]:
    state = _bare(ground, 0, Unit(RED, "", 1, place, facing))
    state.units.occupied, state.active = taken, active
    return driving.reach(state, gear)


@lru_cache(maxsize=1 << 14)
def _lurking(ground: Ground, wrecks: int, gun: Gun, place: int, armour: int) -> float:
    """The chance of a gun in ambush against an enemy who moves about a hex."""
    figures, grid, card = ground.setup.figures, ground.grid, ground.cards[gun.card]
    near_by = hexes_of(around(grid, place, NEAR) & ~(ground.craters | ground.large | wrecks))
    points, total = (gun.facing + gun.turret) % 6, 0.0
    for there in near_by:
        if corners := seen_from(ground, wrecks, gun.hex, there):
            turned = points not in corners
            if turned and card.fixed:
                continue
            near = grid.distance(gun.hex, there) <= figures.near_hexes
            added = figures.moving_target + figures.near * near + figures.turret * turned - card.shot
            added += figures.was_moving if gun.began else figures.stood
            total += _pierces(ground, added, card.penetration, armour)
    return total / len(near_by)


class Field:
    """What one tank has before it: where to stand, whom to fire at, in points won and lost."""

    def __init__(self, state: State, unit: int) -> None:
        self.piece = piece = state.units.units[unit]
        self.unit, self.ground, self.wrecks = unit, state.ground, state.units.wrecks
        self.card: Card = state.card(unit)
        self.foes = foes = foes_of(state, piece.side)
        self.boldness = _boldness(state, piece.side)
        self.safe = tuple([0.0] * len(foes))
        where, card = (self.ground, self.wrecks), self.card.id
        self._harms = [(foe, _harm(*where, foe.gun, card)) for foe in foes]
        self._promises = [[(foe, _promise(*where, foe.mark, card, moving)) for foe in foes] for moving in (False, True)]
        self._enemies = tuple([foe.gun.hex for foe in foes])
        self._ahead = _advance(*where, self._enemies)
        self._stops: dict[tuple[int, int, bool], tuple[list[float], float, float]] = {}

    # what may be lost

    def hurts(self, foe: Foe, place: int, facing: int, moving: bool) -> float:
        """The chance of an enemy who fires at this tank in a pose; a fixed cannon may be turned to it first."""
        gun, mark, ground = foe.gun, Mark(self.card.id, place, facing, moving), self.ground.under(place)
        found = best(ground, self.wrecks, gun, mark)
        if not found and self.ground.cards[gun.card].fixed:
            able = seen_from(ground, self.wrecks, gun.hex, place)
            for corner in able:
                if driving.corners_between(corner, gun.facing) == 1:
                    found = LAYS * best(ground, self.wrecks, gun._replace(facing=corner), mark)
        return found

    def _harmed(self, place: int, facing: int, moving: bool) -> Iterator[tuple[Foe, float]]:
        """Each enemy with its chance against this tank in a pose."""
        key = place, facing, moving
        for foe, table in self._harms:
            chance = table.get(key)
            if chance is None:
                chance = table[key] = self.hurts(foe, *key)
            yield foe, chance

    def on_the_way(self, place: int, facing: int) -> tuple[float, ...]:
        """For each enemy the chance of a reaction to a step into this pose."""
        return tuple([chance if foe.reacts else 0.0 for foe, chance in self._harmed(place, facing, True)])

    def alive(self, exposed: Sequence[float], struck: int = -1, chance: float = 0.0) -> float:
        """The chance to survive, if one enemy is struck before with a chance."""
        alive = 1.0
        for at, part in enumerate(exposed):
            alive *= 1 - part * (1 - chance if at == struck else 1)
        return alive

    def _standing(self, place: int, facing: int, moving: bool) -> tuple[list[float], float, float]:
        """For each enemy how likely it destroys this tank in a pose; what the pose promises, and the way made."""
        key = place, facing, moving
        found = self._stops.get(key)
        if found is None:
            exposed = [foe.fires * chance for foe, chance in self._harmed(*key)]
            found = self._stops[key] = exposed, self._prospect(*key), self.headway(*key)
        return found

    def _ending(self, at: Place, moving: bool, struck: int = -1, chance: float = 0.0) -> float:
        """What it is worth to end in a pose, if one enemy is struck there with a chance."""
        standing, promised, ahead = self._standing(at.hex, at.facing, moving)
        exposed = [max(one, REACTS * other) for one, other in zip(standing, at.exposed, strict=True)]
        alive = self.alive(exposed, struck, chance)
        return ahead + alive * promised - self.boldness[0] * self.card.points * (1 - alive)

    # what may be won

    def _prospect(self, place: int, facing: int, moving: bool) -> float:
        """The best shot of the next turn, if all stay where they are."""
        most, key = 0.0, (place, facing)
        for foe, table in self._promises[moving]:
            chance = table.get(key)
            if chance is None:
                gun = Gun(self.card.id, place, facing, 0, moving)
                chance = table[key] = best(self.ground.under(place), self.wrecks, gun, foe.mark)
            most = max(most, chance * foe.worth)
        return NEXT * (ROLLING if moving else 1) * most

    def headway(self, place: int, facing: int, moving: bool) -> float:
        """Nearer to the enemy, and with the front to him."""
        if not self.foes:
            return 0.0
        key, eager = (place, facing), self.boldness[1]
        far, off = self._ahead.get(key) or advance(self.ground, self.wrecks, self._enemies, place, facing)
        return -eager * (far - MOMENTUM * (moving and off <= 1)) - FACE * off

    def stop(self, at: Place, moving: bool = False) -> float:
        """What it is worth to end in a pose, standing or in movement."""
        return self._ending(at, moving)

    def shots(self, at: Place) -> Iterator[tuple[float, Fire]]:
        """What each shot from a pose is worth, with ending there."""
        arrives, ground = self.alive([REACTS * part for part in at.exposed]), self.ground.under(at.hex)
        gun = Gun(self.card.id, at.hex, at.facing, self.piece.turret, self.piece.began)
        for number, foe in enumerate(self.foes):
            for corner, chance in chances(ground, self.wrecks, gun, foe.mark):
                worth = arrives * chance * foe.worth + self._ending(at, False, number, arrives * chance)
                yield worth, Fire(self.unit, foe.unit, corner)

    def here(self) -> Place:
        return Place(self.piece.hex, self.piece.facing, self.safe)

    def ambush(self, but: int = -1) -> float:
        """What the reactions of this tank in ambush are worth: the best of the enemies who have still to move."""
        most, gun = 0.0, gun_of(self.piece)
        for foe in self.foes:
            if foe.pending and foe.unit != but:
                armour = self.ground.cards[foe.gun.card].front
                moves = 1.0 if foe.gun.began else MOVES
                most = max(most, moves * _lurking(self.ground, self.wrecks, gun, foe.gun.hex, armour) * foe.worth)
        return most


def _boldness(state: State, side: Side) -> tuple[float, float]:
    """How much danger counts, and the way; who is not ahead must come forward, the more so the later it is."""
    own, other = turn.destroyed_points(state, side), turn.destroyed_points(state, side.other)
    late = state.turn / state.ground.setup.figures.turns
    if own > other:
        return 1.0, WAY / 2
    return 1.0 - late / 2, WAY * (1 + 2 * late)
