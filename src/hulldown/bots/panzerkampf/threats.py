"""Who can do what to whom: from where units stand, or after a move."""

from collections.abc import Hashable
from functools import lru_cache

from hulldown.bots.panzerkampf.blows import PARTS, Blow, direct, how, shelled
from hulldown.bots.panzerkampf.points import bears
from hulldown.bots.panzerkampf.views import LOOK, MOST_KEPT, views_of
from hulldown.bots.tactics import ReturnFire
from hulldown.rulebooks.panzerkampf import damage
from hulldown.rulebooks.panzerkampf.state import Ground, State, Unit

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


@lru_cache(maxsize=16)
def threats_of(ground: Ground) -> Threats:
    return Threats(ground)


def return_fire(state: State, unit: int) -> ReturnFire:
    """The enemy's shot at a unit, after a move if need be, that is likeliest to destroy it."""
    piece, threats, found = state.units[unit], threats_of(state.ground), ReturnFire()
    for foe in state.standing(piece.side.other):
        for _, blow in threats.comes(state.units[foe], piece) if piece.standing else ():
            if (chance := blow.left[piece.hp][0]) > found.chance:
                found = ReturnFire(foe, chance)
    return found
