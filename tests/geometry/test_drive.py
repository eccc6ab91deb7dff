"""Driving in reverse, and however far: the wavefronts against a plain search, step by step."""

from collections import deque
from collections.abc import Iterator
from itertools import pairwise, product

from hypothesis import given
from hypothesis import strategies as st

from hulldown.geometry.squares import FACING_NAMES, FACINGS, Grid, Pathfinder, Reach, mask_of
from tests.geometry.test_squares import (
    NE,
    NW,
    E,
    Ground,
    N,
    Pose,
    S,
    Turned,
    grounds,
    on,
    plain_gap,
    symmetries,
    thorough,
    untimed,
)


def backing(ground: Ground, wheels: bool) -> Reach:
    drive = Pathfinder(ground.grid, ground.closed)
    go = drive.wheeled_back if wheels else drive.tracked_back
    return go(ground.free, ground.square, ground.facing, ground.steps)


def plain_steps_back(ground: Ground, pose: Pose, wheels: bool) -> Iterator[Pose]:
    grid, free = ground.grid, ground.free | 1 << ground.square
    x, y, facing = pose
    if not wheels:
        yield x, y, (facing - 1) % 8
        yield x, y, (facing + 1) % 8
    bx, by = x - FACINGS[facing][0], y - FACINGS[facing][1]
    if on(grid, bx, by) and free >> grid.square(bx, by) & 1 and plain_gap(grid, ground.closed, x, y, (facing + 4) % 8):
        for turn in (-1, 0, 1) if wheels else (0,):
            yield bx, by, (facing + turn) % 8


def plain_reach_back(ground: Ground, wheels: bool) -> dict[Pose, int]:
    found: dict[Pose, int] = {}
    queue = deque([(ground.start, 0)])
    while queue:
        pose, gone = queue.popleft()
        for after in plain_steps_back(ground, pose, wheels) if gone < ground.steps else ():
            if after not in found:
                found[after] = gone + 1
                queue.append((after, gone + 1))
    return found


def names(grid: Grid, reach: Reach, steps: int) -> list[str]:
    return [f"{grid.names[pose >> 3]} {FACING_NAMES[pose & 7]}" for pose in reach.poses(steps)]


def test_one_tracked_step_back_is_the_square_behind_or_a_turn() -> None:
    grid = Grid.of(5, 5)
    reach = Pathfinder(grid, 0).tracked_back(grid.all, grid.number("C3"), N, 1)
    assert names(grid, reach, 1) == ["C4 N", "C3 NE", "C3 NW"]


def test_one_wheeled_step_back_is_the_square_behind_and_then_a_turn_or_none() -> None:
    grid = Grid.of(5, 5)
    reach = Pathfinder(grid, 0).wheeled_back(grid.all, grid.number("C3"), N, 1)
    assert names(grid, reach, 1) == ["C4 N", "C4 NE", "C4 NW"]
    again = Pathfinder(grid, 0).wheeled_back(grid.all, grid.number("C3"), N, 2)
    assert again.steps_to(grid.number("B5") * 8 + NE) == 2
    assert again.path(grid.number("D5") * 8 + N) == (
        grid.number("C3") * 8 + N,
        grid.number("C4") * 8 + NW,
        grid.number("D5") * 8 + N,
    )


def test_a_slanting_step_back_between_two_closed_squares_is_closed() -> None:
    grid = Grid.of(3, 3)
    closed = mask_of([grid.number("B1"), grid.number("A2")])
    for go in (Pathfinder(grid, closed).tracked_back, Pathfinder(grid, closed).wheeled_back):
        assert go(grid.all & ~closed, 0, NW, 1).steps_to(grid.number("B2") * 8 + NW) is None
        assert go(grid.all & ~closed, grid.number("B2"), S, 1).steps_to(grid.number("B1") * 8 + S) is None


@thorough
@given(grounds(), st.booleans())
def test_the_wavefront_back_finds_what_a_plain_search_finds(ground: Ground, wheels: bool) -> None:
    grid, reach = ground.grid, backing(ground, wheels)
    steps_to = {
        grid.square(x, y) * 8 + facing: steps for (x, y, facing), steps in plain_reach_back(ground, wheels).items()
    }
    assert {pose: reach.steps_to(pose) for pose in reach.poses(ground.steps)} == steps_to
    for steps in range(ground.steps + 1):
        within = [pose for pose, needed in steps_to.items() if needed <= steps]
        assert list(reach.poses(steps)) == sorted(within, key=lambda p: (steps_to[p], p & 7, p >> 3))


@thorough
@given(grounds(), st.booleans())
def test_a_path_back_is_made_of_single_steps_and_the_fewest(ground: Ground, wheels: bool) -> None:
    grid, reach = ground.grid, backing(ground, wheels)
    for pose in reach.poses(ground.steps):
        path = reach.path(pose)
        assert len(path) == (reach.steps_to(pose) or 0) + 1
        assert (path[0], path[-1], path[-2]) == (reach.start, pose, reach.before(pose))
        for before, after in pairwise([(*grid.xy(p >> 3), p & 7) for p in path]):
            assert after in plain_steps_back(ground, before, wheels)


@untimed
@given(grounds(), st.booleans(), symmetries)
def test_reverse_turns_with_the_board(ground: Ground, wheels: bool, symmetry: int) -> None:
    turned = Turned(ground.grid, symmetry)
    there = Ground(
        turned.grid,
        turned.mask(ground.closed),
        turned.mask(ground.others),
        turned.square(ground.square),
        turned.facing(ground.facing),
        ground.steps,
    )
    poses = backing(ground, wheels).poses(ground.steps)
    assert sorted(map(turned.pose, poses)) == sorted(backing(there, wheels).poses(ground.steps))


def test_forward_and_reverse_are_remembered_apart() -> None:
    grid = Grid.of(5, 5)
    drive, middle = Pathfinder(grid, 0), grid.number("C3")
    ahead, back = drive.wheeled(grid.all, middle, N, 2), drive.wheeled_back(grid.all, middle, N, 2)
    assert ahead is not back
    assert drive.wheeled_back(grid.all, middle, N, 2) is back


# However far


def test_a_way_may_be_longer_than_anybody_counts() -> None:
    grid = Grid.of(90, 2)
    street = mask_of(range(90))
    for pivots, back in product((True, False), repeat=2):
        far, near, end = (0, 89, 89 * 8 + E) if not back else (89, 0, E)
        start = far * 8 + E
        assert Pathfinder(grid, 0).leads(pivots, back, street, start, end)
        assert not Pathfinder(grid, 0).leads(pivots, back, street & ~(1 << 45), start, end)
        assert not Pathfinder(grid, 0).leads(pivots, back, street & ~(3 << near - (near > 0)), start, end), (
            "two closed squares"
        )
        assert Pathfinder(grid, 0).leads(pivots, back, street & ~(1 << near), start, end), (
            "the last step is onto any square"
        )


@thorough
@given(grounds(), st.booleans(), st.booleans(), st.data())
def test_there_is_a_way_where_enough_steps_lead(ground: Ground, pivots: bool, back: bool, data: st.DataObject) -> None:
    drive = Pathfinder(ground.grid, ground.closed)
    go = {
        (True, True): drive.tracked_back,
        (True, False): drive.tracked,
        (False, True): drive.wheeled_back,
        (False, False): drive.wheeled,
    }[pivots, back]
    end = data.draw(st.integers(0, 8 * ground.grid.size - 1))
    start, free = ground.square * 8 + ground.facing, ground.free
    found = drive.leads(pivots, back, free, start, end)
    if free >> (end >> 3) & 1 or end >> 3 == ground.square:
        assert found == (go(free, ground.square, ground.facing, 8 * ground.grid.size).steps_to(end) is not None)
    else:
        onto = go(free | 1 << (end >> 3), ground.square, ground.facing, 8 * ground.grid.size)
        assert not found or onto.steps_to(end) is not None
