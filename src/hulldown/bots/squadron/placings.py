"""Where the planner deploys its tanks: by quick battles fought from there."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from hulldown.bots.squadron.playout import Playout
from hulldown.bots.squadron.promising import deployments, placements
from hulldown.bots.squadron.rehearsal import winnowed
from hulldown.bots.squadron.tuning import TUNING
from hulldown.geometry.hexes import hexes_of
from hulldown.kernel.side import Side
from hulldown.rulebooks.squadron import tiles
from hulldown.rulebooks.squadron.orders import Deploy, Order
from hulldown.rulebooks.squadron.setup import deployable
from hulldown.rulebooks.squadron.state import State


def placings(
    state: State, evaluations: int, late: Callable[[], bool], series: int
) -> Iterator[tuple[float, tuple[Order, ...]]]:
    """Where to deploy a tank, by battles of a series fought from there; the sides have the first move in turns.

    All others are expected where greedy would then deploy them; with enough evaluations, if a hex is one of the best,
    the next ones where they answer it best.
    """
    begun: dict[Deploy, State] = {}
    later: list[int] = []
    for order in _thought_of(state, evaluations):
        if not begun or not late():
            begun[order], later = deployed(state, order)

    def fought(order: Deploy, battle: int) -> float:
        return _lead(begun[order], state.side, series, battle, late)

    answers = later[: TUNING.answering_tanks] if evaluations >= TUNING.least_for_battles else []
    battles, enough = (evaluations // 3, TUNING.answered_hexes) if answers else (evaluations, 1)
    ranked = list(winnowed(dict.fromkeys(begun, 0.0), battles, fought, late, enough))
    if answers and not late():
        close, rest = [order for _, order in ranked[: TUNING.answered_hexes]], ranked[TUNING.answered_hexes :]
        each = battles // (TUNING.answered_hexes * TUNING.answering_tanks)
        for order in close:
            for unit in answers:
                begun[order] = answered(begun[order], unit, each, late, series + TUNING.series)
        ranked = list(winnowed(dict.fromkeys(close, 0.0), battles, fought, late))
        ranked += [(min(ranked[-1][0], worth), order) for worth, order in rest]
    for worth, order in ranked:
        yield worth, (order,)


def _thought_of(state: State, evaluations: int) -> list[Deploy]:
    """Where to deploy the next tank, the best at first sight first; with enough evaluations any of those that are left,
    and turned a little."""
    found = [order for _, order in sorted(deployments(state), key=lambda one: -one[0])]
    if evaluations >= TUNING.least_for_battles:
        found += [order for _, order in sorted(placements(state), key=lambda one: -one[0])][: TUNING.looked_round]
    return list(dict.fromkeys(found))


def _lead(state: State, side: Side, series: int, battle: int, late: Callable[[], bool]) -> float:
    """What a side wins in a battle from where all tanks are deployed; the sides have the first move in turns."""
    lead = Playout(state, series, battle // 2).fought(battle % 2, TUNING.deployment_turns, late)
    return -lead if side else lead


def answered(state: State, unit: int, battles: int, late: Callable[[], bool], series: int) -> State:
    """The first turn, if a tank stands where its side wins most by battles, and all others as they are."""
    piece, placed = state.units.units[unit], dict[int, State]()
    bare = state.ground.with_tile(piece.hex, state.ground.setup.mat.cells[piece.hex])
    free = deployable(state.ground.setup, piece.side) & ~state.units.occupied
    for place in (piece.hex, *hexes_of(free)):
        placed[place] = state.copy()
        placed[place].units.put(unit, replace(piece, hex=place))
        placed[place].ground = bare.under(place)

    def fought(place: int, battle: int) -> float:
        return _lead(placed[place], piece.side, series, battle, late)

    _, best = next(winnowed(dict.fromkeys(placed, 0.0), battles, fought, late))
    return placed[best]


def deployed(state: State, order: Deploy) -> tuple[State, list[int]]:
    """The first turn, if a tank is deployed so and all after it as greedy would; and which these are, in turn."""
    done, later = state.copy(), list[int]()
    while True:
        unit = tiles.next_of(done, order.card)
        done.units.put(unit, replace(done.units.units[unit], hex=order.hex, facing=order.facing))
        done.ground = done.ground.under(order.hex)
        later.append(unit)
        done.side = tiles.next_to_place(done)
        if not tiles.beside(done, done.side):
            return replace(done, turn=1), later[1:]
        _, order = max(deployments(done), key=lambda one: one[0])
