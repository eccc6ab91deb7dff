"""What one tank has before it: where to stand, whom to fire at, and what may be lost, in points.

What is asked for pose by pose is kept in tables, which are filled as they are asked for.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from hulldown.bots.squadron.routes import advance, advances, around
from hulldown.bots.squadron.tuning import TUNING
from hulldown.bots.tactics import ReturnFire
from hulldown.geometry.hexes import hexes_of
from hulldown.kernel.side import Side
from hulldown.outcome.squadron.aims import Gun, Target, best, chances, gun_of, pierces, seen_from, target_of
from hulldown.rulebooks.squadron import driving, reaction, turn
from hulldown.rulebooks.squadron.orders import Fire
from hulldown.rulebooks.squadron.setup import Card
from hulldown.rulebooks.squadron.state import Ground, State


class Foe(NamedTuple):
    """An enemy: what it is worth, how likely it still fires at whom it sees, and whether it may react."""

    unit: int
    gun: Gun
    mark: Target
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
            worth = state.ground.cards[piece.card].points * (1 + TUNING.pending * pending)
            fires = TUNING.fires_this_turn if pending else TUNING.fires_next_turn
            reacts = reaction.may_still_react(state, unit)
            found.append(Foe(unit, gun_of(piece), target_of(state, unit), worth, fires, reacts, pending))
    return tuple(found)


class Arrival(NamedTuple):
    """A pose at the end of a way, and for each enemy the best chance that it had on the way."""

    hex: int
    facing: int
    exposed: tuple[float, ...]


@lru_cache(maxsize=1 << 12)
def _harm(ground: Ground, wrecks: int, gun: Gun, card: str) -> dict[tuple[int, int, bool], float]:
    """What an enemy's gun may do to a card in a pose, in movement or not."""
    return {}


@lru_cache(maxsize=1 << 12)
def _promise(ground: Ground, wrecks: int, mark: Target, card: str, moving: bool) -> dict[tuple[int, int], float]:
    """The best chance of a card in a pose against an enemy in the next turn."""
    return {}


@lru_cache(maxsize=1 << 14)
def _lurking(ground: Ground, wrecks: int, gun: Gun, place: int, armour: int) -> float:
    """The chance of a gun in ambush against an enemy who moves about a hex."""
    figures, grid, card = ground.setup.figures, ground.grid, ground.cards[gun.card]
    near_by = hexes_of(around(grid, place, TUNING.lurking_hexes) & ~(ground.craters | ground.large | wrecks))
    points, total = (gun.facing + gun.turret) % 6, 0.0
    for there in near_by:
        if corners := seen_from(ground, wrecks, gun.hex, there):
            turned = points not in corners
            if turned and card.fixed:
                continue
            near = grid.distance(gun.hex, there) <= figures.near_hexes
            added = figures.moving_target + figures.near * near + figures.turret * turned - card.shot
            added += figures.was_moving if gun.began else figures.stood
            total += pierces(ground, added, card.penetration, armour)
    return total / len(near_by)


class Prospects:
    """What one tank has before it: where to stand, whom to fire at, in points won and lost."""

    def __init__(self, state: State, unit: int) -> None:
        self.piece = piece = state.units.units[unit]
        self.unit, self.ground, self.wrecks = unit, state.ground, state.units.wrecks
        self.card: Card = state.card(unit)
        self.foes = foes = foes_of(state, piece.side)
        self.boldness = boldness(state, piece.side)
        self.safe = tuple([0.0] * len(foes))
        where, card = (self.ground, self.wrecks), self.card.id
        self._harms = [(foe, _harm(*where, foe.gun, card)) for foe in foes]
        self._promises = [[(foe, _promise(*where, foe.mark, card, moving)) for foe in foes] for moving in (False, True)]
        self._enemies = tuple([foe.gun.hex for foe in foes])
        self._ahead = advances(*where, self._enemies)
        self._stops: dict[tuple[int, int, bool], tuple[list[float], float, float]] = {}

    # what may be lost

    def hurts(self, foe: Foe, place: int, facing: int, moving: bool) -> float:
        """The chance of an enemy who fires at this tank in a pose; a fixed cannon may be turned to it first."""
        gun, mark, ground = foe.gun, Target(self.card.id, place, facing, moving), self.ground.under(place)
        found = best(ground, self.wrecks, gun, mark)
        if not found and self.ground.cards[gun.card].fixed:
            able = seen_from(ground, self.wrecks, gun.hex, place)
            for corner in able:
                if driving.corners_between(corner, gun.facing) == 1:
                    found = TUNING.lays * best(ground, self.wrecks, gun._replace(facing=corner), mark)
        return found

    def harmed(self, place: int, facing: int, moving: bool) -> Iterator[tuple[Foe, float]]:
        """Each enemy with its chance against this tank in a pose."""
        key = place, facing, moving
        for foe, table in self._harms:
            chance = table.get(key)
            if chance is None:
                chance = table[key] = self.hurts(foe, *key)
            yield foe, chance

    def one_way(self, place: int, facing: int) -> float:
        """The chance to be destroyed in a pose by enemies at whom it cannot fire back."""
        alive, ground = 1.0, self.ground.under(place)
        for foe, chance in self.harmed(place, facing, False):
            if chance and not best(ground, self.wrecks, Gun(self.card.id, place, facing, 0, False), foe.mark):
                alive *= 1 - chance
        return 1 - alive

    def on_the_way(self, place: int, facing: int) -> tuple[float, ...]:
        """For each enemy the chance of a reaction to a step into this pose."""
        return tuple([chance if foe.reacts else 0.0 for foe, chance in self.harmed(place, facing, True)])

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
            exposed = [foe.fires * chance for foe, chance in self.harmed(*key)]
            found = self._stops[key] = exposed, self._prospect(*key), self.headway(*key)
        return found

    def _ending(self, at: Arrival, moving: bool, struck: int = -1, chance: float = 0.0) -> float:
        """What it is worth to end in a pose, if one enemy is struck there with a chance."""
        standing, promised, ahead = self._standing(at.hex, at.facing, moving)
        exposed = [max(one, TUNING.reacts * other) for one, other in zip(standing, at.exposed, strict=True)]
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
        return TUNING.next_shot * (TUNING.rolling if moving else 1) * most

    def headway(self, place: int, facing: int, moving: bool) -> float:
        """Nearer to the enemy, and with the front to him."""
        if not self.foes:
            return 0.0
        key, eager = (place, facing), self.boldness[1]
        far, off = self._ahead.get(key) or advance(self.ground, self.wrecks, self._enemies, place, facing)
        return -eager * (far - TUNING.momentum_hexes * (moving and off <= 1)) - TUNING.front * off

    def off(self, corner: int) -> int:
        """By how many corners a gun that points so is off the nearest enemy."""
        if not self._enemies:
            return 0
        return advance(self.ground, self.wrecks, self._enemies, self.piece.hex, corner % 6)[1]

    def stop(self, at: Arrival, moving: bool = False) -> float:
        """What it is worth to end in a pose, standing or in movement."""
        return self._ending(at, moving)

    def shots(self, at: Arrival) -> Iterator[tuple[float, Fire]]:
        """What each shot from a pose is worth, with ending there."""
        arrives, ground = self.alive([TUNING.reacts * part for part in at.exposed]), self.ground.under(at.hex)
        gun = Gun(self.card.id, at.hex, at.facing, self.piece.turret, self.piece.began)
        for number, foe in enumerate(self.foes):
            for corner, chance in chances(ground, self.wrecks, gun, foe.mark):
                worth = arrives * chance * foe.worth + self._ending(at, False, number, arrives * chance)
                yield worth, Fire(self.unit, foe.unit, corner)

    def here(self) -> Arrival:
        return Arrival(self.piece.hex, self.piece.facing, self.safe)

    def ambush(self, but: int = -1) -> float:
        """What the reactions of this tank in ambush are worth: the best of the enemies who have still to move."""
        most, gun = 0.0, gun_of(self.piece)
        for foe in self.foes:
            if foe.pending and foe.unit != but:
                armour = self.ground.cards[foe.gun.card].front
                moves = 1.0 if foe.gun.began else TUNING.moves
                most = max(most, moves * _lurking(self.ground, self.wrecks, gun, foe.gun.hex, armour) * foe.worth)
        return most


def return_fire(state: State, unit: int) -> ReturnFire:
    """The enemy's best shot at a tank as it stands."""
    mark, found = target_of(state, unit), ReturnFire()
    for foe, chance in Prospects(state, unit).harmed(mark.hex, mark.facing, mark.moving):
        if chance > found.chance:
            found = ReturnFire(foe.unit, chance)
    return found


def boldness(state: State, side: Side) -> tuple[float, float]:
    """How much danger counts, and the way; who is not ahead must come forward, the more so the later it is."""
    own, other = turn.destroyed_points(state, side), turn.destroyed_points(state, side.other)
    late = state.turn / state.ground.setup.figures.turns
    if own > other:
        return 1.0, TUNING.way * TUNING.ahead_way
    return 1.0 - late * TUNING.late_danger, TUNING.way * (1 + TUNING.late_way * late)
