"""A board of the family as a picture: its ground, places and poses; what lies on it; how units come to it.

A book says by which rule.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from hashlib import blake2b
from typing import Any

import msgspec

from hulldown.geometry.squares import Grid, squares_of
from hulldown.kernel.picture import Mark, Place, Pose, Terrain, Todo, Tray
from hulldown.kernel.rule import Rule
from hulldown.kernel.rulebook import Band
from hulldown.kernel.side import Side
from hulldown.kernel.template import template
from hulldown.kernel.turn import Due
from hulldown.rulebooks import scenes
from hulldown.rulebooks.panzerstrike.board import LEGEND, NORTH, Board
from hulldown.rulebooks.panzerstrike.deployment import next_of
from hulldown.rulebooks.panzerstrike.ground import in_view, sight_over
from hulldown.rulebooks.panzerstrike.states import Table, WalledTable
from hulldown.rulebooks.scenes import Scene, Todos, still, urgent

Sentence = tuple[str, Rule]  # with {} for a place, and the rule behind it


@lru_cache(maxsize=64)
def terrain_of(board: Board) -> Terrain:
    """The ground of a board, named by a hash of all that is in it."""
    grid = board.grid
    bare = Terrain("", board.name, "squares", grid.columns, grid.rows, 45 * NORTH[board.north], LEGEND, board.rows)
    return msgspec.structs.replace(bare, id=blake2b(msgspec.json.encode(bare), digest_size=12).hexdigest())


def place_of(grid: Grid, square: int) -> Place:
    return Place(*grid.xy(square))


def pose_of(grid: Grid, pose: int) -> Pose:
    """A pose of the grid as the drawing has it."""
    return Pose(*grid.xy(pose >> 3), 45 * (pose & 7))


def ground_marks(
    state: WalledTable, *, wall: Sentence, dust: Sentence, low: Sentence, high: Sentence, height: Rule
) -> Iterator[Mark]:
    """Walls, dust and barricades with what is told of each, and the heights of buildings where they count."""
    ground, grid = state.ground, state.ground.grid
    for kind, squares, (told, rule) in (
        ("wall", ground.walls, wall),
        ("dust", ground.dust, dust),
        ("barricade-low", ground.setup.low, low),
        ("barricade-high", ground.setup.high, high),
    ):
        for square in squares:
            yield Mark(kind, (place_of(grid, square),), told.format(state.place(square)), rule.id)
    for tall in sorted(set(ground.heights.values())) if ground.setup.solid else ():
        cells = tuple(place_of(grid, square) for square, found in ground.heights.items() if found == tall)
        yield Mark("height", cells, f"Buildings {tall} square{'s' * (tall != 1)} high.", height.id)


def zone_mark(grid: Grid, kind: str, zone: int, sentence: str, rule: Rule, side: Side) -> Mark:
    return Mark(kind, tuple(place_of(grid, square) for square in squares_of(zone)), sentence, rule.id, side)


def tray_of(scene: Scene, state: Table, track: tuple[str, ...], goal: Callable[[Any, Side], str], **more: Any) -> Tray:
    """The tray of a book of the family."""
    side = None if state.result is not None else state.side
    goals = goal(state, Side.RED), goal(state, Side.BLUE)
    return scenes.tray_of(scene, state, track, side, state.round, goals, **more)


def to_deploy(state: Table) -> tuple[Due, ...]:
    """The units that the side has still to deploy, kind by kind."""
    waiting = [piece.kind for piece in state.units.units if piece.side is state.side and piece.square < 0]
    kinds = [(kind, chart.name) for kind, chart in state.ground.chart.items() if kind in waiting]
    return tuple([Due(name, waiting.count(kind), next_of(state, kind)) for kind, name in kinds])


def in_sight(state: Table, unit: int) -> bool:
    """Whether a unit stands in sight of an enemy: only buildings hide it, from whatever side it is looked at."""
    board, piece = state.ground.setup.board, state.units.units[unit]
    seen = in_view(sight_over(board.grid, board.buildings), piece.square) if piece.square >= 0 else 0
    return bool(seen & state.units.active(piece.side.other))


def done(state: Table, unit: int, firing: bool) -> str:
    """What a unit of the side to act has done: it was put down, or it has fired."""
    piece, name = state.units.units[unit], state.name(unit, state.side)
    if state.phase == "deployment" and piece.square >= 0:
        return f"{name} stands on {state.place(piece.square)}"
    return f"{name} has fired" if firing and piece.active and piece.fired == state.round else ""


def destroyed_of(state: Table, side: Side) -> str:
    """What a side has destroyed of the other's units."""
    enemies = [piece for piece in state.units.units if piece.side is side.other]
    return f"destroyed {sum(not piece.active for piece in enemies)} of {side.other.label}'s {len(enemies)}"


def spaa_of(lost: int, enough: int, side: Side) -> str:
    """What a side has destroyed of the other's anti-aircraft guns in a basic scenario."""
    return f"destroyed {lost} of {side.other.label}'s SPAA; {enough} win"


def waiting(state: Table) -> Iterator[Todo]:
    """The next unit of each kind that is still to be deployed."""
    for due in to_deploy(state):
        if due.unit is not None:
            yield Todo(due.unit, f"{due.name}: {due.left} to deploy")


def commanders(state: Table, tanks: Iterable[int]) -> Iterator[Todo]:
    """The tanks that can be named to command."""
    for unit in tanks:
        yield Todo(unit, f"{state.name(unit, state.side)} can command")


def movers(state: Table, able: Mapping[int, str], busy: Collection[int], work: str) -> Todos:
    """The units that can still do something in movement, and what; who is busy would stop that work by it."""
    todo = []
    for unit, what in able.items():
        told = f"{state.name(unit, state.side)} can {what}"
        todo.append(Todo(unit, f"{told}, which stops the {work}" if unit in busy else told))
    return urgent(todo, partial(in_sight, state))


def unfired(state: Table, ready: Todos) -> dict[str, Any]:
    """What a button says of those that could still fire."""
    left = tuple([f"{state.name(one.unit, state.side)} can still fire" for one in ready])
    return {"left": left, **still(ready, "fire")}


def deployment_band(
    state: Table, unit: int, ahead: int, room: Callable[[str], int], order: Callable[[str, int, int], Any], rule: Rule
) -> tuple[Band, ...]:
    """Where a unit that is still beside the board can be put down, facing any way."""
    piece = state.units.units[unit]
    if piece.square >= 0 or piece.side is not state.side:
        return ()
    facings = [(ahead + by) % 8 for by in (0, 1, 7, 2, 6, 3, 5, 4)]  # the first one is what most want
    poses = tuple([square * 8 + facing for square in squares_of(room(piece.kind)) for facing in facings])
    deploy = template(order(piece.kind, 0, 0), square="cell", facing="facing")
    return (Band("deploy", rule.id, 0, deploy, poses, (0,) * len(poses), poses),)
