"""What the libraries of the family do alike: rows of maps and scenarios, walls, and the basic scenario in options."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Protocol, TypeVar

from hulldown.kernel.files import read_text
from hulldown.kernel.library import Follow, MapRow, Role, ScenarioForce, ScenarioRow
from hulldown.kernel.option import Group, NumberKind, Option, SquaresKind, read_options, write_options
from hulldown.kernel.rule import Rule
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.rulebooks import library
from hulldown.rulebooks.panzerstrike.board import LEGEND, PIECES, Board, Map, draw_map, parse_map
from hulldown.rulebooks.panzerstrike.files import Sheet
from hulldown.rulebooks.panzerstrike.movement_dice import step_told

T = TypeVar("T")


class Armed(Protocol):
    """What of a class decides what it is in an army."""

    @property
    def id(self) -> str: ...
    @property
    def category(self) -> str: ...
    @property
    def mount(self) -> str: ...
    @property
    def tank(self) -> bool: ...
    @property
    def parabolic(self) -> object: ...


HOUSE = {"hidden": "hidden deployment"}  # what the house adds to all three books, by an option
SQUARES = ("walls", "low", "high")
NO_FILE = "a board is a .txt file; charts, armies and scenarios are .toml files; records are .jsonl files"


class Totalled(Protocol):
    @property
    def total(self) -> float: ...


class TwoArmies(Protocol):
    @property
    def board(self) -> Board: ...
    def army(self, side: Side) -> Totalled: ...


# Armies


def role_of(kind: Armed) -> Role:
    """What a class is in an army: by its mount, and by whether it fires in a high arc."""
    if kind.category == "auxiliary":
        return "other"
    if kind.parabolic is not None:
        return "arc"
    if kind.mount == "turret":
        return "line" if kind.tank else "screen"
    return "gun"


def dice_follow(
    table: Iterable[tuple[int, int]], most: int, active: int, earned: str, piece: str, rule: Rule
) -> tuple[Follow, ...]:
    """The dice, or movements, that so many pieces earn; nothing is said of an army without any."""
    return (Follow(step_told(table, most, active, earned, piece), rule.id),) if active else ()


# Options


def wall_options(wall: str, barricade: str) -> tuple[Option, ...]:
    """Walls and barricades on other squares than the map has them on, by these rules."""
    told = {
        "walls": ("standing walls", "walls that stand when the game begins", wall),
        "low": ("low barricades", "barricades that can be fired over", barricade),
        "high": ("high barricades", "barricades that cannot be fired over", barricade),
    }
    return tuple(
        Option(name, words, SquaresKind(), Group.BEFORE, (rule,), label) for name, (label, words, rule) in told.items()
    )


def basic_options(setup: type[Any], spaa: str, lost: str, limit: str) -> tuple[Option, ...]:
    """The basic scenario in numbers, by these rules."""
    told = {
        "spaa": ("SPAA", "how many SPAA each side has to lose: the basic scenario", spaa, ()),
        "lost_spaa": ("lost SPAA", "how many of them are lost for the game to be lost", lost, ("spaa",)),
        "turn_limit": ("turn limit", "rounds after which the basic scenario is drawn", limit, ("spaa",)),
    }
    return tuple(
        Option(name, words, NumberKind.of(setup, name), Group.DECIDES, (rule,), label, needs=needs)
        for name, (label, words, rule, needs) in told.items()
    )


def with_options(sheet: T, options: Mapping[str, str], known: Iterable[Option]) -> T:
    """A scenario with what the players agreed otherwise.

    Where they take the SPAA away, the basic scenario is off, and so is what belongs to it.
    """
    values = read_options(options, known)
    if values.get("spaa") == 0:
        values = {"lost_spaa": 0, "turn_limit": 0, "zone_b": []} | values
    return library.changed(sheet, values)


def agreed_in(setup: TwoArmies, known: tuple[Option, ...], **own: Any) -> dict[str, str]:
    """What a set-up says of each option: the totals, what the book finds out by itself, and else the field."""
    names = setup.board.grid.names
    values = {"total": (setup.army(RED).total, setup.army(BLUE).total), **own}
    for name in [option.name for option in known if option.name not in values]:
        value = getattr(setup, name)
        values[name] = [names[square] for square in value] if name in SQUARES else value
    return write_options(values, known)


# Lists


def map_row(map_id: str, board: Board, legend: Mapping[str, str], text: tuple[str, ...]) -> MapRow:
    """What is told of a map."""
    built = round(board.buildings.bit_count() / board.grid.size, 3)
    return MapRow(map_id, board.name, board.grid.columns, board.grid.rows, built, board.north, legend, text)


def map_rows(grounds: Mapping[str, Map]) -> list[MapRow]:
    """Maps on which walls and barricades may stand."""
    return [map_row(name, one.board, LEGEND | PIECES, draw_map(one)) for name, one in grounds.items()]


def scenario_row(
    path: Path, sheet: Sheet, setup: Any, force: Callable[[Side], ScenarioForce], options: Iterable[str], **more: Any
) -> ScenarioRow:
    """What is told of a scenario: the head of its file, its forces, and what of its options is the house's."""
    played = tuple(options)
    return ScenarioRow(
        **library.head_of(path, sheet),
        map=sheet.map,
        red=force(RED),
        blue=force(BLUE),
        turn_limit=setup.turn_limit,
        options=played,
        house=tuple(words for option, words in HOUSE.items() if option in played),
        **more,
    )


def played_with(setup: Any, switches: Iterable[str]) -> list[str]:
    """What is switched on in a set-up, the basic scenario first."""
    return [*[f"{setup.spaa} SPAA"] * bool(setup.spaa), *[name for name in switches if getattr(setup, name)]]


# Files


def board_told(board: Board, walls: int = 0) -> str:
    told = f", with {walls} {'wall' if walls == 1 else 'walls'}" if walls else ""
    return f"a board of {board.grid.columns} x {board.grid.rows} squares, {board.name}{told}"


def map_told(path: Path) -> str:
    ground = parse_map(read_text(path), str(path))
    return board_told(ground.board, len(ground.walls))
