"""What the planner foresees by the Core rules."""

import pytest
from msgspec.structs import replace

from hulldown.bots import make
from hulldown.bots.panzerstrike.core.threats import threats_of
from hulldown.bots.panzerstrike.core.views import lays
from hulldown.bots.players import tactics_of
from hulldown.bots.tactics import Weights
from hulldown.geometry.squares import ALL_LINES, Seen, section_range, seen
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.side import RED, Side
from hulldown.outcome.core.harm import guns_of, health_of
from hulldown.rulebooks.panzerstrike.core.book import book
from hulldown.rulebooks.panzerstrike.core.state import State, Unit
from tests.rulebooks.core.cast import field, table

QUARTER = 2  # eighths


def positions(scenario: str, rounds: set[int]) -> list[State]:
    """A game of greedy as each turn of some rounds begins."""
    state, dice = book.start(book.library.build(scenario)), SeededDice(1)
    bots = [make("greedy", book, side) for side in Side]
    found: list[State] = []
    at = None
    while (side := book.to_act(state)) is not None and state.round <= max(rounds):
        if (state.round, side) != at and state.round in rounds:
            found.append(state.copy())
        at = state.round, side
        for event in book.decide(state, bots[side].choose(book.view(state, side)), dice):
            book.evolve(state, event)
    return found


def best_from(state: State, piece: Unit, steps: int, aim: Unit) -> float:
    """The best shot of a unit at another, pose by pose, where it can lay its weapon; only wrecks are in the way."""
    ground, kind = state.ground, state.ground.chart[piece.kind]
    assert kind.weapon is not None
    wrecks = state.units.wrecks
    drive, at, far = ground.drive, (ground.open & ~wrecks, piece.square, piece.facing), min(steps, max(1, kind.reverse))
    tracks = kind.drive == "tracked"
    go, back = (drive.tracked, drive.tracked_back) if tracks else (drive.wheeled, drive.wheeled_back)
    poses = (*go(*at, steps).poses(steps), *back(*at, far).poses(far)) if steps else ()
    found = 0.0
    for pose in {piece.square * 8 + piece.facing, *poses}:
        square, facing = pose >> 3, pose & 7
        if square == aim.square or not lays(ground, piece, kind, square, facing, aim.square):
            continue
        lines = ground.cover.masked(square, aim.square, wrecks)
        dx, dy = ground.grid.offset(aim.square, square)
        far = section_range(ground.setup.figures.section, dx, dy)
        near = not kind.weapon.point_blank and max(abs(dx), abs(dy)) == 1
        if lines == ALL_LINES or far > kind.weapon.range or near or not ground.cover.contact(square, aim.square):
            continue
        guns = guns_of(ground.setup)
        part, covered = guns.facing_zone(aim.facing, dx, dy), seen(lines) is Seen.COVERED
        found = max(found, guns.direct(kind.id, int(piece.injured), aim.kind, health_of(aim), far, part, covered))
    return found


@pytest.mark.parametrize("scenario", ["basic-northern", "gun-line"])
def test_a_shot_after_a_drive_is_foreseen_by_where_the_weapon_can_be_laid_then(scenario: str) -> None:
    told = 0
    for state in positions(scenario, {3, 6}):
        threats, units = threats_of(state), state.units.units
        for number, piece in enumerate(units):
            kind = state.ground.chart[piece.kind]
            if not piece.active or kind.weapon is None:
                continue
            for turret in (0, 3) if kind.mount == "turret" else (0,):
                gun = replace(piece, turret=turret, rested=turret)
                steps = (number % 2) * kind.max if kind.vehicle else 0
                key, zone = threats.reach(gun, kind, steps, QUARTER)
                for aim in units:
                    if aim.active and aim.side is not piece.side:
                        best = best_from(state, gun, steps, aim)
                        came = threats.comes(key, gun, kind, aim, health_of(aim)) if zone >> aim.square & 1 else 0.0
                        assert came == best
                        told += best > 0
    assert told > 30


def test_a_turret_that_turns_twice_bears_all_round() -> None:
    state, *_ = positions("basic-northern", {3})
    threats = threats_of(state)
    for piece in state.units.units:
        kind = state.ground.chart[piece.kind]
        if piece.active and kind.mount == "turret":
            turned = [replace(piece, turret=turret) for turret in range(8)]
            (twice,) = {threats.reach(gun, kind, 1, 2 * QUARTER)[0] for gun in turned}
            once = [threats.reach(gun, kind, 1, QUARTER)[0] for gun in turned]
            for aim in state.units.units:
                if aim.active and aim.side is not piece.side:
                    best, *others = (threats.comes(key, piece, kind, aim, health_of(aim)) for key in (twice, *once))
                    assert best == max(others)


def test_a_turret_that_points_away_is_not_feared_but_the_own_one_is_laid_before_its_next_shot() -> None:
    """Both are immobilised, and each turret points backwards: it turns by a quarter in this turn and in the next."""
    value = tactics_of(book).value
    state = table(field(12, 3, B2="M1!→←", H2="m1!←→")).state
    nothing, risk, hope = (value(state, RED, Weights(risk, hope, 0.0, 0.0)) for risk, hope in ((0, 0), (1, 0), (0, 1)))
    assert risk == nothing < hope
