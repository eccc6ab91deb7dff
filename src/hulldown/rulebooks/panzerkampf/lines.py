"""Orders of Panzerkampf as lines of text: paths in centimetres and degrees, weapons by their names."""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from math import cos, hypot, radians, sin
from typing import Any, ClassVar

from hulldown.kernel.files import Fault
from hulldown.kernel.lines import Lines, Table
from hulldown.kernel.template import filled
from hulldown.rulebooks.panzerkampf import orders
from hulldown.rulebooks.panzerkampf.book import book
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.state import State

LEFT, RIGHT = ("left", "l"), ("right", "r")
AHEAD, BACK = ("go", "forward", "forwards", "g"), ("back", "backward", "backwards", "b")
NEAR_WAY, NEAR_AIM, NEAR_DEG = 3 * CM, 3 * CM // 2, 20  # of one order to another that a hand may have meant
_PART = re.compile(r"([a-z]+) *(\d+(?:[.,]\d+)?) *(?:cm|°|degrees?)?[,;]? *(?:and |then )?", re.IGNORECASE)


class PanzerkampfLines(Lines[State]):
    book = book
    plain: ClassVar[Mapping[str, Sequence[Any]]] = {
        "roll": (orders.RollCommand(), orders.Begin()),
        "end": (orders.EndMovement(), orders.EndTurn(), orders.EndStart()),
        "pass": (orders.Pass(),),
    }
    sayings: ClassVar[Mapping[str, str]] = {
        "Move": "go {unit} {path}",
        "Fire": "fire {unit} {target} {weapon}",
        "Shell": "aim {unit} {x} {y} {weapon}",
        "Plant": "aim {unit} {x} {y} {weapon}",
        "Bomb": "drop {unit} {along} {weapon}",
        "DigIn": "dig {unit}",
        "Dive": "dive {unit}",
        "Surface": "surface {unit}",
        "LayBridge": "bridge {unit}",
    }

    def __init__(self) -> None:
        super().__init__()
        self.verbs = {
            "go": self.go,
            "move": self.go,
            "fire": self.fire,
            "aim": self.aim,
            "drop": self.drop,
            "dig": self.dig,
            "dive": self.dive,
            "surface": self.surface,
            "bridge": self.bridge,
            "use": self.use,
            "place": self.place,
        }

    def word(self, table: Table[State], field: str, value: Any, fields: Mapping[str, Any]) -> str:
        if field == "weapon":
            return str(table.state.type(fields["unit"]).weapon[value].name)
        if field in ("x", "y", "along"):
            return _told(value)
        if field == "path":
            return " ".join(" ".join(_words(turned, length)) for turned, length in value)
        return super().word(table, field, value, fields)

    def near(self, state: State, order: Any, wanted: Any) -> bool:
        """PK-05: ways that end within 3 cm and 20° of each other; aims and drops of a weapon within 1.5 cm."""
        if isinstance(order, orders.Move) and isinstance(wanted, orders.Move) and order.unit == wanted.unit:
            (x, y, heading), (x0, y0, heading0) = _end(state, order), _end(state, wanted)
            off = abs((heading - heading0 + 180) % 360 - 180)
            return hypot(x - x0, y - y0) <= NEAR_WAY and off <= NEAR_DEG
        if isinstance(order, orders.Shell) and isinstance(wanted, orders.Shell):
            same = (order.unit, order.weapon) == (wanted.unit, wanted.weapon)
            return same and hypot(order.x - wanted.x, order.y - wanted.y) <= NEAR_AIM
        if isinstance(order, orders.Bomb) and isinstance(wanted, orders.Bomb):
            same = (order.unit, order.weapon) == (wanted.unit, wanted.weapon)
            return same and abs(order.along - wanted.along) <= NEAR_AIM
        return False

    def go(self, table: Table[State], words: tuple[str, ...]) -> Iterator[Any]:
        """`go MT1 right 45 forward 12`."""
        yield orders.Move(table.unit(words[0]), self.path(" ".join(words[1:]), table))

    def path(self, told: str, table: Table[State]) -> tuple[tuple[int, int], ...]:
        """Turns and straight pieces; turns that follow each other are one, and a turn belongs to the piece after it."""
        found, at = list[tuple[int, int]](), 0
        while at < len(told):
            part = _PART.match(told, at)
            if part is None:
                raise Fault(table.where, f"{told[at : at + 30]!r} is no part of a path; write 'left 30 forward 11.4'")
            found.append(self._stretch(part[1].lower(), part[2].replace(",", "."), table))
            at = part.end()
        if not found:
            raise Fault(table.where, "a path is missing; write one such as 'left 30 forward 11.4'")
        return tidy(found)

    def _stretch(self, word: str, figure: str, table: Table[State]) -> tuple[int, int]:
        if word in LEFT or word in RIGHT:
            if not figure.isdecimal():
                raise Fault(table.where, f"turns are whole degrees; {figure} is none")
            return (-int(figure) if word in LEFT else int(figure)), 0
        if word in AHEAD or word in BACK:
            length = _hundredths(figure, table)
            return 0, -length if word in BACK else length
        raise Fault(table.where, f"{word[:20]!r} is no part of a path; there is left, right, forward and back")

    def fire(self, table: Table[State], words: tuple[str, ...]) -> Iterator[Any]:
        """`fire MT1 mt1 MG`: with a weapon by its name, or with the first one that can."""
        unit, target = table.unit(words[0]), table.unit(words[1], enemy=True)
        many = self._weapons(table, unit, words[2:])
        yield from (orders.Fire(unit, weapon, target) for weapon in many)

    def _weapons(self, table: Table[State], unit: int, words: Sequence[str]) -> list[int]:
        """The weapons of a unit, or the one that is named, by the beginning of its name."""
        names = [weapon.name for weapon in table.state.type(unit).weapon]
        said = " ".join(words).lower()
        found = [at for at, name in enumerate(names) if name.lower().startswith(said)]
        if not found:
            raise Fault(table.where, f"there is no weapon {said[:40]!r}; it has {', '.join(names) or 'none'}")
        return found

    def aim(self, table: Table[State], words: tuple[str, ...]) -> Iterator[Any]:
        """`aim SG1 46 30`: an artillery weapon at a place, or a mine field with its middle there."""
        unit, (x, y) = table.unit(words[0]), (_hundredths(word, table) for word in words[1:3])
        for weapon in self._weapons(table, unit, words[3:]):
            row = table.state.type(unit).weapon[weapon]
            if row.use == "mines":
                yield orders.Plant(unit, weapon, x, y)
            elif row.kind == "artillery":
                yield orders.Shell(unit, weapon, x, y)

    def drop(self, table: Table[State], words: tuple[str, ...]) -> Iterator[Any]:
        """`drop BO1 24`: bombs after so many centimetres of the path that was flown."""
        unit, along = table.unit(words[0]), _hundredths(words[1], table)
        for weapon in self._weapons(table, unit, words[2:]):
            if table.state.type(unit).weapon[weapon].kind == "bomb":
                yield orders.Bomb(unit, weapon, along)

    def dig(self, table: Table[State], words: tuple[str, ...]) -> Iterator[Any]:
        """`dig IN1`."""
        yield orders.DigIn(table.unit(words[0]))

    def dive(self, table: Table[State], words: tuple[str, ...]) -> Iterator[Any]:
        """`dive UB1`."""
        yield orders.Dive(table.unit(words[0]))

    def surface(self, table: Table[State], words: tuple[str, ...]) -> Iterator[Any]:
        """`surface UB1`."""
        yield orders.Surface(table.unit(words[0]))

    def bridge(self, table: Table[State], words: tuple[str, ...]) -> Iterator[Any]:
        """`bridge BL1`: it becomes a bridge, for ever."""
        yield orders.LayBridge(table.unit(words[0]))

    def use(self, table: Table[State], words: tuple[str, ...]) -> Iterator[Any]:
        """`use smoke MT1`, `use supplies 40 40`: a command die."""
        for die in table.picture.tray.commands:
            if not die.name.lower().startswith(words[0].lower()):
                continue
            if die.put is not None:
                x, y = (_hundredths(word, table) for word in words[-2:])
                yield filled(die.put.order, x=x, y=y, heading=die.put.heading)
            elif die.order is not None:
                yield filled(die.order, unit=table.unit(words[-1]))

    def place(self, table: Table[State], words: tuple[str, ...]) -> Iterator[Any]:
        """`place MT1 40 70 180`: a unit that is still beside the table."""
        for put in table.survey(table.unit(words[0])).puts:
            x, y = (_hundredths(word, table) for word in words[1:3])
            heading = self.number(words[3], table) % 360 if len(words) > 3 else put.heading
            yield filled(put.order, x=x, y=y, heading=heading)


def _end(state: State, order: orders.Move) -> tuple[float, float, int]:
    """Where a path leads, as the crow flies: for telling whether two are alike, and for nothing that a rule decides."""
    piece = state.units[order.unit]
    x, y, heading = float(piece.x), float(piece.y), piece.heading
    for turned, length in order.path:
        heading = (heading + turned) % 360
        x, y = x + length * sin(radians(heading)), y - length * cos(radians(heading))
    return x, y, heading


def tidy(path: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Without what is neither turned nor gone; what is turned on one spot belongs to the piece that follows."""
    kept = list[tuple[int, int]]()
    for turned, length in path:
        if kept and kept[-1][1] == 0:
            kept[-1] = kept[-1][0] + turned, length
        elif turned or length:
            kept.append((turned, length))
    return tuple(kept)


def _words(turned: int, length: int) -> Iterator[str]:
    """`left 30`, `forward 11.4`, whichever there is."""
    if turned:
        yield f"{'left' if turned < 0 else 'right'} {abs(turned)}"
    if length:
        yield f"{'back' if length < 0 else 'forward'} {_told(abs(length))}"


def _told(length: int) -> str:
    """1/100 mm as centimetres."""
    return f"{Decimal(length) / CM:f}"


def _hundredths(word: str, table: Table[State]) -> int:
    """Centimetres as 1/100 mm."""
    figure = word.rstrip(",").replace(",", ".")
    if not re.fullmatch(r"\d{1,4}(\.\d{1,3})?", figure):
        raise Fault(table.where, f"{word[:20]!r} is no length in centimetres")
    return int(Decimal(figure) * CM)


LINES = PanzerkampfLines()
