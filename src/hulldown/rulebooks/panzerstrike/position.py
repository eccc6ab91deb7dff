"""Positions on squares, as the books of the family share them: units by square and facing, maps, walls that fell."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, TypeVar

import msgspec
from msgspec.structs import replace

from hulldown.kernel.files import Fault
from hulldown.kernel.position import (
    Done,
    Paper,
    Places,
    Positions,
    Refs,
    Roster,
    Sheet,
    SideName,
    Signs,
    UnitRow,
    nearest,
    numbered,
    numbers_told,
    round_of,
    side_name,
    side_of,
    told_round,
)
from hulldown.kernel.rule import Rule
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerstrike.board import COMPASS, NORTH, Board, Map, draw_map, parse_map
from hulldown.rulebooks.panzerstrike.files import squares
from hulldown.rulebooks.panzerstrike.pieces import Condition
from hulldown.rulebooks.panzerstrike.setup import SPAA
from hulldown.rulebooks.panzerstrike.states import Ground, Table
from hulldown.rulebooks.panzerstrike.table.drawing import ARROWS

S = TypeVar("S", bound=Table)
Facing = Annotated[str, msgspec.Meta(max_length=20)]
Place = Annotated[str, msgspec.Meta(max_length=20)]
OFF = "off"  # a square that is none
SIGNS = Signs({".": ".", ",": ",", ":": ":", "#": "#"}, ARROWS, head="north: up\n")  # of a drawing
WALLED_SIGNS = replace(SIGNS, ground={**SIGNS.ground, "=": "W", "-": "-", "+": "X"})
SQUARES = ("walls", "low", "high", "zone_b")  # options that are squares


class PieceRow(UnitRow, frozen=True, kw_only=True):
    """A unit on a square; beside the board it has none."""

    at: Place = ""
    facing: Facing = ""


class FamilySheet(Sheet, frozen=True, kw_only=True):
    first: SideName = "red"


class WalledSheet(FamilySheet, frozen=True, kw_only=True):
    """`fallen` are the walls that stand no more, `dust` those that fell in this turn."""

    fallen: Places = ()
    dust: Places = ()


# Squares and facings


def square_of(name: str, board: Board, paper: Paper, path: str, rule: Rule | str = "") -> int:
    try:
        return board.grid.number(name.strip().upper())
    except ValueError:
        last = board.grid.names[-1]
        raise paper.fault(path, f"there is no square {name[:20]!r}; the board goes from A1 to {last}", rule) from None


def squares_of(names: Iterable[str], board: Board, paper: Paper, path: str) -> tuple[int, ...]:
    found = tuple(square_of(name, board, paper, path) for name in names)
    if len(set(found)) != len(found):
        raise paper.fault(path, "a square is named twice; once is enough")
    return found


def facing_of(word: str, board: Board, paper: Paper, path: str, rule: Rule) -> int:
    """An arrow, with the top of the map's drawing up, or a compass word, which follows the map's north."""
    word = word.strip()
    if len(word) == 1 and word in ARROWS:
        return ARROWS.index(word)
    if word.lower() in COMPASS:
        return (COMPASS.index(word.lower()) + NORTH[board.north]) % 8
    told = f"{word[:20]!r} is no facing" if word else "the facing is missing"
    raise paper.fault(path, f"{told}; write one of {' '.join(ARROWS)}, or a word such as 'north-east'", rule)


def place_of(row: PieceRow, board: Board, paper: Paper, path: str, rule: Rule) -> tuple[int, int]:
    """Where a unit stands and faces: nowhere, if nothing is said."""
    if not row.at:
        if row.facing:
            raise paper.fault(f"{path}.facing", "a unit beside the board has no facing; say where it stands")
        return -1, 0
    square = square_of(row.at, board, paper, f"{path}.at", rule)
    return square, facing_of(row.facing, board, paper, f"{path}.facing", rule)


def place_told(square: int, facing: int, board: Board) -> dict[str, Any]:
    """As `place_of` reads it."""
    return {"at": board.grid.names[square], "facing": ARROWS[facing]} if square >= 0 else {}


def turret_of(word: str, facing: int, board: Board, paper: Paper, path: str, rule: Rule) -> int:
    """How far a turret is turned against the hull, in eighths, by where it points."""
    return (facing_of(word, board, paper, path, rule) - facing) % 8 if word else 0


def turret_told(turret: int, facing: int) -> str:
    return ARROWS[(facing + turret) % 8] if turret else ""


def condition_of(wreck: bool, damaged: bool, paper: Paper, path: str) -> Condition:
    if wreck and damaged:
        raise paper.fault(f"{path}.damaged", "a wreck is not damaged as well")
    return Condition.DESTROYED if wreck else Condition.DAMAGED if damaged else Condition.SOUND


def check_places(
    pieces: Sequence[Any], roster: Roster, ground: Ground, paper: Paper, *, square: Rule, closed: Rule
) -> None:
    """Units stand on open squares, one to a square."""
    board, taken = ground.setup.board, dict[int, int]()
    for unit, piece in enumerate(pieces):
        if piece.square < 0:
            continue
        path, name = f"$.unit[{unit}].at", board.grid.names[piece.square]
        if piece.square in taken:
            other = roster.names[taken[piece.square]]
            raise paper.fault(path, f"{other} is on {name} already; there is one unit to a square", square)
        if not ground.open >> piece.square & 1:
            there = board.terrain(piece.square) if board.buildings >> piece.square & 1 else "wall or barricade"
            told = f"{roster.names[unit]} is on {name}, where a {there} stands; units need open ground"
            raise paper.fault(path, told, closed)
        taken[piece.square] = unit


# The dice in the tray


def dice_taken(
    rows: Sequence[Any], order: Refs, roster: Roster, paper: Paper, rule: Rule
) -> tuple[tuple[int, int], ...]:
    """Dice used up, each with the unit that took it: in the order of the units, or in the order that is told."""
    takers = [unit for unit, row in enumerate(rows) if row.die is not None]
    if order:
        told = roster.find_all(order, paper, "$.took")
        if sorted(told) != takers:
            raise paper.fault("$.took", "these are not the units that have a die each", rule)
        takers = list(told)
    return tuple((rows[unit].die, unit) for unit in takers)


def moved_of(row: Any, now: int) -> int:
    """The round in which a unit last moved: this one, if it took a die."""
    return now if row.moved is None and row.die is not None else round_of(row.moved or False, now)


def moved_told(piece: Any, die: int | None, now: int) -> Done | None:
    """As `moved_of` reads it."""
    return None if piece.moved == (now if die is not None else 0) else told_round(piece.moved, now)


def dice_left(tray: Iterable[int], given: Iterable[tuple[int, int]], paper: Paper, rule: Rule) -> tuple[int, ...]:
    """What is left in the tray after some were given away."""
    left = list(tray)
    for die, unit in given:
        if die not in left:
            rolled = ", ".join(map(str, left)) or "no die"
            raise paper.fault(f"$.unit[{unit}].die", f"there is no {die} in the tray; it has {rolled}", rule)
        left.remove(die)
    return tuple(left)


def check_rolled(rolled: Sequence[int], die: Sequence[int], most: int, paper: Paper, *, face: Rule, many: Rule) -> None:
    """Dice show their faces, and there are no more than the units earn."""
    for number in rolled:
        if number not in die:
            shown = ", ".join(map(str, sorted(set(die))))
            raise paper.fault("$.rolled", f"a movement die shows {number}; its faces are {shown}", face)
    if rolled and len(rolled) != most:
        raise paper.fault("$.rolled", f"{len(rolled)} dice were rolled; those units roll {most}", many)


def order_told(given: Sequence[tuple[int, int]], roster: Roster) -> tuple[str, ...]:
    """Who took a die after whom, where the order of the units does not say it."""
    takers = [unit for _, unit in given]
    return () if takers == sorted(takers) else tuple(roster.names[unit] for unit in takers)


# Set-ups


class FamilyPositions(Positions[S]):
    """What set-ups of the three books have in common: a map of squares, a chart, armies by points."""

    ground: ClassVar[str] = "board"
    figures: ClassVar[str] = "chart"
    kinds_rule: ClassVar[Rule]  # by which a unit is one of the chart
    units_rule: ClassVar[Rule]  # and the SPAA are free
    army_units: ClassVar[str] = "units"

    def board_changed(self, setup: Any, board: Board) -> dict[str, Any]:
        """The board, and zones that fit on it."""
        along = board.grid.columns if getattr(setup, "edges", "long sides") == "ends" else board.grid.rows
        ranks = max(1, min(setup.figures.ranks, along // 2))
        return {"board": board, "figures": replace(setup.figures, ranks=ranks)}

    def armed(self, setup: Any, sheet: Any, paper: Paper) -> dict[str, Any]:
        counts = {side: Counter(row.kind for row in sheet.unit if side_of(row.side) is side) for side in Side}
        return {side_name(side): self._army(setup, side, counts[side], paper) for side in Side}

    def _army(self, setup: Any, side: Side, counts: Counter[str], paper: Paper) -> Any:
        """The army that stands there, without the free SPAA of the basic scenario; for what it costs, if need be."""
        old = setup.army(side)
        if free := getattr(setup, "spaa", 0):
            if counts[SPAA] != free:
                told = f"{side.label} has {counts[SPAA]} SPAA; in this scenario each side has {free}, wrecks included"
                raise paper.fault("$.unit", told, self.units_rule)
            del counts[SPAA]
        old_units = getattr(old, self.army_units)
        units = old_units if +Counter(old_units) == counts else dict(counts)
        return type(old)(units, max(old.total, self.cost(setup, units)))

    def cost(self, setup: Any, units: Mapping[str, int]) -> Any:
        raise NotImplementedError

    def setup_of(self, state: S) -> Any:
        return state.ground.setup

    def standing(self, place: str) -> list[dict[str, Any]]:
        return [{"at": place, "facing": arrow} for arrow in ARROWS]

    def roster(self, sheet: Any, paper: Paper, setup: Any) -> Roster:
        return numbered(sheet.unit, [kind.id for kind in setup.chart], paper, self.kinds_rule)


class WalledPositions(FamilyPositions[S]):
    """Maps with walls and barricades on them, and heights of buildings."""

    def maps(self) -> Mapping[str, Map]:
        """The maps of the book, by id."""
        raise NotImplementedError

    def on_map(self, setup: Any, text: str, where: str) -> dict[str, Any]:
        drawn = self._map(text, where)
        kept = () if getattr(setup, "quick", False) else ("walls", "low", "high")
        pieces = {what: getattr(drawn, what) for what in kept}
        heights = drawn.heights if setup.solid else ()
        return self.board_changed(setup, drawn.board) | pieces | {"heights": heights}

    def _map(self, text: str, where: str) -> Map:
        if "\n" in text:
            return parse_map(text, f"{where}, map")
        known = self.maps()
        if text not in known:
            raise Fault("map", f"there is no map {text[:40]!r}{nearest(text, known)}")
        return known[text]

    def map_of(self, setup: Any) -> str:
        for name, drawn in self.maps().items():
            if drawn.board == setup.board:
                return name
        drawn = Map(setup.board, setup.walls, setup.low, setup.high, ())
        return f"name: {setup.board.name}\nnorth: {setup.board.north}\n\n" + "\n".join(draw_map(drawn)) + "\n"

    def option(self, setup: Any, name: str, value: Any, where: str) -> Any:
        board = setup.board
        if name in SQUARES and _names(value):
            return squares(value, board, where)
        if name == "blocks" and isinstance(value, list) and all(map(_names, value)):
            return [squares(part, board, where) for part in value]
        if name == "heights" and isinstance(value, list) and all(map(_height, value)):
            return [[squares([place], board, where)[0], height] for place, height in value]
        return value

    def told_option(self, setup: Any, name: str, value: Any) -> Any:
        names = setup.board.grid.names
        if name in SQUARES:
            return [names[square] for square in value]
        if name == "blocks":
            return [[names[square] for square in part] for part in value]
        if name == "heights":
            return [[names[square], height] for square, height in value]
        return value


def _names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def _height(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and isinstance(value[0], str)


def walls_of(sheet: Any, setup: Any, paper: Paper, rule: Rule) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The walls that stand, and those that lie in dust."""
    fallen = squares_of(sheet.fallen, setup.board, paper, "$.fallen")
    dust = squares_of(sheet.dust, setup.board, paper, "$.dust")
    for key, places in (("fallen", fallen), ("dust", dust)):
        for place in places:
            if place not in setup.walls or (key == "dust" and place in fallen):
                told = f"no wall stood on {setup.board.grid.names[place]}, or it fell before"
                raise paper.fault(f"$.{key}", told, rule)
    return tuple(wall for wall in setup.walls if wall not in fallen and wall not in dust), tuple(sorted(dust))


def walls_told(ground: Any) -> dict[str, Any]:
    """As `walls_of` reads them."""
    names, gone = ground.grid.names, {*ground.walls, *ground.dust}
    fallen = tuple(names[wall] for wall in ground.setup.walls if wall not in gone)
    return {"fallen": fallen, "dust": tuple(names[wall] for wall in ground.dust)}


def head_of(pieces: Sequence[Any]) -> list[dict[str, Any]]:
    """Of each unit side, kind, number and whether it is a wreck."""
    numbers = numbers_told((piece.side, piece.kind, piece.number) for piece in pieces)
    return [
        {"side": side_name(piece.side), "kind": piece.kind, "number": number, "wreck": not piece.active}
        for piece, number in zip(pieces, numbers, strict=True)
    ]


def roster_of(pieces: Iterable[Any]) -> Roster:
    return Roster((piece.side, piece.kind, piece.number) for piece in pieces)


def rested_told(piece: Any) -> str:
    """Where a turret pointed when the turn began, against the hull as it faces now, where it points elsewhere."""
    return "" if piece.rested == piece.turret else ARROWS[(piece.facing + piece.rested) % 8]
