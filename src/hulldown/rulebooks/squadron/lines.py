"""Orders of Panzer Squadron as lines of text."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from hulldown.kernel.files import Fault
from hulldown.kernel.lines import Lines, Table
from hulldown.kernel.template import filled
from hulldown.rulebooks.squadron import orders
from hulldown.rulebooks.squadron.book import book
from hulldown.rulebooks.squadron.position import COMPASS
from hulldown.rulebooks.squadron.state import State
from hulldown.rulebooks.squadron.table.drawing import ARROWS


class SquadronLines(Lines[State]):
    book = book
    plain: ClassVar[Mapping[str, Sequence[Any]]] = {
        "initiative": (orders.RollInitiative(),),
        "roll": (orders.RollInitiative(), orders.Begin()),
        "keep": (orders.EndActivation(moving=True),),
        "stop": (orders.EndActivation(moving=False),),
        "pass": (orders.Pass(),),
        "swing": (orders.SwingAllBack(),),
        "leave": (orders.KeepTurrets(),),
    }
    facings: ClassVar[Mapping[str, int]] = {
        **{arrow: at for at, arrow in enumerate(ARROWS)},
        **{word: at for at, word in enumerate(COMPASS)},
        **{"".join(part[0] for part in word.split("-")): at for at, word in enumerate(COMPASS)},
    }
    sayings: ClassVar[Mapping[str, str]] = {
        "RollMovement": "roll {unit}",
        "Activate": "activate {unit}",
        "Step": "go {square}",
        "Turn": "turn {facing}",
        "Fire": "fire {unit} {target} {corner}",
        "Ambush": "ambush {unit}",
        "SwingBack": "swing {unit}",
    }

    def __init__(self) -> None:
        super().__init__()
        self.verbs = {
            "roll": self.roll,
            "activate": self.activate,
            "go": self.go,
            "turn": self.turn,
            "fire": self.fire,
            "ambush": self.ambush,
            "swing": self.swing,
            "place": self.place,
            "spot": self.spot,
        }

    def roll(self, table: Table[State], words: tuple[str, ...]) -> Iterator[Any]:
        """`roll TE1`: a movement action."""
        yield orders.RollMovement(table.unit(words[0]))

    def activate(self, table: Table[State], words: tuple[str, ...]) -> Iterator[Any]:
        """`activate PA1`: a tank that may break down; of any other it is said by its action."""
        yield orders.Activate(table.unit(words[0]))

    def go(self, table: Table[State], words: tuple[str, ...]) -> Iterator[Any]:
        """`go B5`: the tank under way enters a hex."""
        yield orders.Step(table.cell(words[0]))

    def turn(self, table: Table[State], words: tuple[str, ...]) -> Iterator[Any]:
        """`turn ↗`: the hull of the tank under way."""
        facing = self.facing(words[0], table)
        assert facing is not None
        yield orders.Turn(facing)

    def fire(self, table: Table[State], words: tuple[str, ...]) -> Iterator[Any]:
        """`fire SU1 pa1`: over the corner of its hex that is best, or over the one that an arrow names."""
        unit, target = table.unit(words[0]), table.unit(words[1], enemy=True)
        corner = self.facing(words[2], table) if len(words) > 2 else None
        aims = list(self.aimed(table, unit, words[1:2], lambda aim: True))
        yield from (aim for aim in aims if corner in (None, aim["corner"]))
        yield from (orders.Fire(unit, target, at) for at in range(6) if corner in (None, at))

    def ambush(self, table: Table[State], words: tuple[str, ...]) -> Iterator[Any]:
        """`ambush SU1`."""
        yield orders.Ambush(table.unit(words[0]))

    def swing(self, table: Table[State], words: tuple[str, ...]) -> Iterator[Any]:
        """`swing PA1`: its turret, back to straight ahead."""
        yield orders.SwingBack(table.unit(words[0]))

    def place(self, table: Table[State], words: tuple[str, ...]) -> Iterable[Any]:
        """`place PA1 B4↓`: a tank that is still beside the mat."""
        return self.driven(table, table.unit(words[0]), words[1:])

    def spot(self, table: Table[State], words: tuple[str, ...]) -> Iterator[Any]:
        """`spot D5 hedge`: a tile."""
        cell, kind = table.cell(words[0]), " ".join(words[1:]).lower()
        spots = [spots for spots in table.picture.tray.spots if spots.label.lower().startswith(kind)]
        if not spots:
            raise Fault(table.where, f"there is no tile {kind[:20]!r} to place")
        yield from (filled(one.order, cell=cell) for one in spots)


LINES = SquadronLines()
