"""What set-ups of the family have in common: armies by points, charts, boards with their pieces, the basic scenario.

Each check raises the first thing that is wrong, with the rule that the book gives for it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated, Literal, Protocol, TypeVar

import msgspec

from hulldown.geometry.squares import Grid, mask_of
from hulldown.kernel.files import Fault, Offer, Pointed, line_of, raise_all
from hulldown.kernel.library import Check
from hulldown.kernel.rule import Rule
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerstrike.board import Board

MOST_UNITS = 500
MOST_NAMED = 16  # classes of a chart, where one is not in it
SPAA = "spaa"  # what the basic scenario is fought for
Count = Annotated[int, msgspec.Meta(ge=0, le=MOST_UNITS)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Squares = Annotated[tuple[Annotated[int, msgspec.Meta(ge=0)], ...], msgspec.Meta(max_length=2000)]
Heights = tuple[tuple[int, int], ...]  # (square, height) of building squares that are not of height 1
Edges = Literal["ends", "long sides"]


class Kind(Protocol):
    """What must be known of a row of a chart."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def letter(self) -> str: ...


K = TypeVar("K", bound=Kind)


def ranks_of(grid: Grid, ranks: int, edges: Edges, side: Side) -> int:
    """The ranks at a side's edge, Red's at the left or top, Blue's at the other."""
    along = grid.columns if edges == "ends" else grid.rows
    wanted = range(along - ranks, along) if side else range(ranks)
    if edges == "ends":
        return mask_of(grid.square(x, y) for x in wanted for y in range(grid.rows))
    return mask_of(grid.square(x, y) for y in wanted for x in range(grid.columns))


def towards_enemy(edges: Edges, side: Side) -> int:
    """The facing towards the other side's edge."""
    facing = 2 if edges == "ends" else 4
    return facing ^ 4 if side else facing


def depth_of(grid: Grid, edges: Edges, side: Side, square: int) -> int:
    """How many ranks a square lies from a side's own edge."""
    x, y = grid.xy(square)
    along, length = (x, grid.columns) if edges == "ends" else (y, grid.rows)
    return length - 1 - along if side else along


def opposite(grid: Grid, square: int) -> int:
    """The square across the middle of the board."""
    return grid.size - 1 - square


def check_depth(grid: Grid, ranks: int, edges: Edges, where: str, rule: Rule) -> None:
    depth = grid.columns if edges == "ends" else grid.rows
    if 2 * ranks > depth:
        told = f"the board is {depth} squares from side to side; two zones of {ranks} ranks do not fit"
        raise Fault(where, told, rule.id)


def check_kinds(units: Iterable[str], chart: Iterable[Kind], where: str, what: str, rule: Rule) -> None:
    """The units of an army are those of the chart."""
    known = [kind.id for kind in chart]
    more = f" and {len(known) - MOST_NAMED} more" if len(known) > MOST_NAMED else ""
    told = f"the chart has {', '.join(known[:MOST_NAMED])}{more}"
    raise_all(
        Fault(where, f"there is no {what} {kind[:40]!r}; {told}", rule.id, place=Pointed(unit=kind[:80]))
        for kind in units
        if kind not in known
    )


def check_points(units: Mapping[str, int], value: float, total: float, where: str, what: str, rule: Rule) -> None:
    """An army has a unit at least, and costs no more than was agreed."""
    many = sum(units.values())
    if not 1 <= many <= MOST_UNITS:
        raise Fault(where, f"the army has {many or 'no'} {what}; it needs 1 to {MOST_UNITS}", rule.id)
    if value > total:
        told = f"the army costs {value:g} points; {total:g} were agreed"
        raise Fault(where, told, rule.id, offers=(Offer(f"Agree on {value:g}", "total", f"{value:g}"),))


def check_chart(
    chart: Sequence[K],
    where: str,
    text: str,
    what: str,
    most: int,
    rule: Rule,
    amiss: Callable[[K], Iterator[tuple[str, Rule, str]]],
) -> None:
    """A chart whose rows can be told apart and agree with themselves: `amiss` says what is wrong with one, as field,
    rule and words. With the text of its file the line is named too.
    """

    def place(at: int, field: str) -> str:
        return f"{where}:{line_of(text, f'$.unit[{at}].{field}')}" if text else where

    if not 1 <= len(chart) <= most:
        raise Fault(where, f"the chart has {len(chart)} {what}; it needs 1 to {most}", rule.id)
    raise_all((*twins(chart, what, place, rule), *rows_amiss(chart, place, amiss)))


def twins(chart: Sequence[K], what: str, place: Callable[[int, str], str], rule: Rule) -> Iterator[Fault]:
    """Rows that cannot be told apart."""
    for field in ("id", "letter"):
        values = [getattr(kind, field) for kind in chart]
        for at, value in enumerate(values):
            if value in values[:at]:
                told = f"two {what} have the {field} {value!r}; each needs its own"
                named = Pointed(unit=chart[at].id, figure=field)
                yield Fault(place(at, field), told, rule.id, field=f"unit[{at}].{field}", place=named)


def rows_amiss(
    chart: Sequence[K], place: Callable[[int, str], str], amiss: Callable[[K], Iterator[tuple[str, Rule, str]]]
) -> Iterator[Fault]:
    for at, kind in enumerate(chart):
        for field, broken, told in amiss(kind):
            named = Pointed(unit=kind.id, figure=field)
            message = f"the {kind.name} {told}"
            yield Fault(place(at, field), message, broken.id, field=f"unit[{at}].{field}", place=named)


def check_pieces(board: Board, pieces: Iterable[tuple[str, Iterable[int], Rule]], where: str) -> None:
    """Walls and barricades stand on squares of the board that are not built over, one to a square."""
    size, names = board.grid.size, board.grid.names
    taken: dict[int, str] = {}
    for what, squares, rule in pieces:
        for square in squares:
            if square >= size:
                told = f"a {what} is on square {square}; the board has {size} squares, counted from 0"
                raise Fault(where, told, rule.id)
            if board.buildings >> square & 1:
                told = f"the {what} on {names[square]} is in a {board.terrain(square)}; it needs open ground"
                raise Fault(where, told, rule.id)
            if square in taken:
                raise Fault(where, f"{names[square]} has a {what} and a {taken[square]}; one is enough", rule.id)
            taken[square] = what


def check_heights(board: Board, heights: Heights, where: str, rule: Rule) -> None:
    for square, height in heights:
        if not (0 <= square < board.grid.size and board.buildings >> square & 1 and 1 <= height <= 9):
            told = f"square {square} is {height} high; building squares are 1 to 9 high, and others have no height"
            raise Fault(where, told, rule.id)


class Bought(Protocol):
    @property
    def units(self) -> Mapping[str, int]: ...


class BasicScenario(Protocol):
    """A set-up in which each side has so many free SPAA to lose; with none the scenario is not played."""

    @property
    def chart(self) -> Sequence[Kind]: ...
    @property
    def spaa(self) -> int: ...
    @property
    def lost_spaa(self) -> int: ...
    @property
    def turn_limit(self) -> int: ...
    def army(self, side: Side) -> Bought: ...


def strength(setup: BasicScenario, side: Side) -> dict[str, int]:
    """How many units of each kind a side has: those bought, and the free SPAA."""
    bought = setup.army(side).units
    return {kind.id: bought.get(kind.id, 0) + setup.spaa * (kind.id == SPAA) for kind in setup.chart}


class BasicRules(msgspec.Struct, frozen=True):
    """The rules of a book that its basic scenario is judged by."""

    spaa: Rule
    zone: Rule
    lost: Rule
    limit: Rule
    sale: Rule


def basic_checks(setup: BasicScenario, zone_b: object, where: str, what: str, rules: BasicRules) -> Iterator[Check]:
    """The basic scenario has its SPAA, a goal and a limit; without SPAA there is none of it, and no zone B."""
    if not setup.spaa:
        for option, rule, named, given in (
            ("spaa", rules.zone, "zone B", zone_b),
            ("lost_spaa", rules.lost, "a number of lost SPAA", setup.lost_spaa),
            ("turn_limit", rules.limit, "a turn limit", setup.turn_limit),
        ):
            yield Check("options", partial(_check_only_basic, given, named, where, rule), options=(option, "spaa"))
        return
    yield Check("options", partial(_check_has_spaa, setup, where, what, rules.spaa), options=("spaa",))
    for side in Side:
        yield Check("armies", partial(_check_none_bought, setup, side, where, rules.sale), side)
    yield Check("options", partial(_check_goal, setup, where, rules.lost), options=("lost_spaa", "spaa"))
    yield Check("options", partial(_check_basic_limit, setup, where, rules.limit), options=("turn_limit",))


def _check_only_basic(given: object, named: str, where: str, rule: Rule) -> None:
    if given:
        raise Fault(where, f"{named} belongs to the basic scenario; give each side SPAA too, as spaa=3", rule.id)


def _check_has_spaa(setup: BasicScenario, where: str, what: str, rule: Rule) -> None:
    if SPAA not in {kind.id for kind in setup.chart}:
        raise Fault(where, f"the chart has no {what} {SPAA!r}; the basic scenario needs it", rule.id)


def _check_none_bought(setup: BasicScenario, side: Side, where: str, rule: Rule) -> None:
    if setup.army(side).units.get(SPAA):
        told = f"{side.label} has bought SPAA; each side has {setup.spaa} free of cost, and they are not for sale"
        raise Fault(where, told, rule.id)


def _check_goal(setup: BasicScenario, where: str, rule: Rule) -> None:
    if not 1 <= setup.lost_spaa <= setup.spaa:
        told = f"{setup.lost_spaa} of {setup.spaa} SPAA would win; it must be 1 to {setup.spaa}"
        raise Fault(where, told, rule.id)


def _check_basic_limit(setup: BasicScenario, where: str, rule: Rule) -> None:
    if not setup.turn_limit:
        raise Fault(where, "the basic scenario needs a turn limit; the book's is 30 rounds", rule.id)
