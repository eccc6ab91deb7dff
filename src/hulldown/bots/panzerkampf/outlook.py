"""The next turns as a side foresees them: who fires at whom, and what that costs on average."""

from msgspec.structs import replace

from hulldown.bots.panzerkampf.blows import Blow
from hulldown.bots.panzerkampf.points import importance, worth
from hulldown.bots.panzerkampf.threats import Aims, threats_of
from hulldown.bots.panzerkampf.tuning import TUNING
from hulldown.bots.panzerkampf.volleys import Aim, Guns, Lives, Shots, barred
from hulldown.bots.tactics import Weights
from hulldown.geometry.plane import Base
from hulldown.rulebooks.panzerkampf import turn
from hulldown.rulebooks.panzerkampf.state import Phase, State, Unit, Where
from hulldown.rulebooks.panzerkampf.units import UnitType


def lasting(row: UnitType) -> float:
    """How much more than its points a unit counts: artillery and who repairs do so in every turn of the game."""
    return TUNING.behind if any(gun.kind == "artillery" or gun.use == "repair" for gun in row.weapon) else 1.0


class Outlook:
    """The next turns as the side to move foresees them; its units may be put elsewhere, to see what that changes.

    First whoever counter-attacks, then its own shots, the enemy's whole next turn, and its own next turn.
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
        """Puts one of its own units elsewhere."""
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
                risk.append((foe, number, (unit, blow, TUNING.coming)))
            for number, blow in aims:
                lasts = TUNING.reloads if self.types[unit].weapon[number].reload else 1.0
                then.setdefault(number, []).append((foe, blow, lasts))
            for number, blow in threats.comes(piece, other):
                lasts = TUNING.reloads if self.types[unit].weapon[number].reload else 1.0
                then.setdefault(number, []).append((foe, blow, TUNING.coming * lasts))
        self._now[unit], self._back[unit], self._risk[unit] = now, back, risk
        self._then[unit] = [(unit, aims) for aims in then.values()]

    def _counters(self, unit: int, number: int) -> bool:
        return self.types[unit].weapon[number].counter_attack and number not in self.pieces[unit].silent

    def _fires(self, unit: int, number: int) -> bool:
        """Whether a weapon of its own side has a shot left in this turn (PK-23, PK-26, PK-53, PK-60, PK-115)."""
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
        """What enemies fire at before its own shots (PK-57)."""
        found = Shots()
        for unit in self.own:
            for foe, aims in self._back[unit]:
                if not self._closed.get((unit, foe)):
                    for number, blow in aims:
                        found.setdefault((foe, number), []).append((unit, blow, 1.0))
        return found

    def _standing(self) -> Shots:
        """What its own side has in its sights."""
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
