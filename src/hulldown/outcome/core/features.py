"""The Core rules: units by what is left of them, the direct shots that they have from where they are, and the SPAA."""

from hulldown.geometry.squares import ALL_LINES, Arc, Seen, section_range, seen
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.outcome import fire
from hulldown.outcome.core.harm import Guns, Health, guns_of, health_of, lost_by
from hulldown.outcome.fire import Forces, Shots, Volley
from hulldown.outcome.model import Features
from hulldown.rulebooks.panzerstrike.core.gunnery import barred
from hulldown.rulebooks.panzerstrike.core.setup import SPAA, UnitType
from hulldown.rulebooks.panzerstrike.core.state import Phase, State, Unit
from hulldown.rulebooks.panzerstrike.core.turn import lost_spaa

ODD = (*fire.ODD, "spaa lost", "announced")
EVEN = ("draw", "time", "late", "few", "uneven")
PRIZE = 0.15  # of all that stands, how much more an SPAA is worth as a target, where their loss decides
FIRING = (Phase.ANNOUNCING, Phase.FIRING)

Enemies = list[tuple[int, Unit, Health]]


def features(state: State) -> Features:
    """All that a fortune is told from."""
    first, forces, setup = state.side, forces_of(state), state.ground.setup
    fires = volley(state, first, state.phase in FIRING)
    again = volley(state, first, False) if state.phase in FIRING else fires
    lost = (lost_spaa(state, BLUE) - lost_spaa(state, RED)) / max(1, setup.lost_spaa) if setup.spaa else 0.0
    announced = len(state.announced) / max(1, sum(forces.units)) * (-1 if first is BLUE else 1)
    odd = (*fire.balance(forces, first, fires, volley(state, first.other, False), again), lost, announced)
    return Features(odd, _draw(state, forces))


def forces_of(state: State) -> Forces:
    """The units of both sides, those beside the board too; an SPAA as a target by what it decides."""
    points, many, chart, worth = [0.0, 0.0], [0, 0], state.ground.chart, list[float]()
    for piece in state.units.units:
        whole = 1.0 + chart[piece.kind].effectiveness if piece.active else 0.0
        worth.append(whole)
        points[piece.side] += whole * (1 - lost_by(piece.injured, piece.tracks))
        many[piece.side] += piece.active
    if state.ground.setup.spaa:
        prize = PRIZE * sum(points)
        worth = [one + prize * (piece.kind == SPAA) for one, piece in zip(worth, state.units.units, strict=True)]
    return Forces((points[RED], points[BLUE]), (many[RED], many[BLUE]), worth)


def volley(state: State, side: Side, now: bool) -> Volley:
    """The direct shots of a side from where it stands: what is announced or still may be, or those of a later turn."""
    units, found = state.units.units, list[tuple[int, Shots]]()
    enemies = [
        (unit, piece, health_of(piece))
        for unit, piece in enumerate(units)
        if piece.side is not side and piece.active and piece.square >= 0
    ]
    announced = {shot.unit: shot.target for shot in state.announced}
    for unit, piece in enumerate(units):
        kind = state.ground.chart[piece.kind]
        if piece.side is not side or not piece.active or piece.square < 0 or kind.weapon is None or piece.timer:
            continue
        aims = enemies
        if now and unit in announced:
            aims = [one for one in enemies if one[0] == announced[unit]]
        elif now and (state.phase is Phase.FIRING or piece.fired == state.round or barred(state, unit) is not None):
            continue
        if shots := _shots(state, piece, kind, aims):
            found.append((unit, shots))
    return found


def _shots(state: State, piece: Unit, kind: UnitType, enemies: Enemies) -> Shots:
    ground, here, weapon = state.ground, piece.square, kind.weapon
    guns, found, section = guns_of(ground.setup), list[tuple[int, float]](), ground.setup.figures.section
    bears = _bears(state, piece, kind)
    for unit, aim, health in enemies:
        if weapon is None or not bears >> aim.square & 1:
            continue
        dx, dy = ground.grid.offset(aim.square, here)
        far = section_range(section, dx, dy)
        near = abs(dx) <= 1 and abs(dy) <= 1
        if far > weapon.range or (near and not weapon.point_blank):
            continue
        lines = ground.cover.masked(here, aim.square, state.units.occupied)
        if lines != ALL_LINES:
            harmed = _harm(guns, piece, aim, health, far, (dx, dy), seen(lines) is Seen.COVERED)
            if harmed:
                found.append((unit, harmed))
    return found


def _bears(state: State, piece: Unit, kind: UnitType) -> int:
    """Where a weapon points: a turret may be laid all round until the next shots, a hull only ahead."""
    grid = state.ground.grid
    return grid.all if kind.mount == "turret" else grid.arc(Arc.A45, piece.facing, piece.square)


def _harm(
    guns: Guns, piece: Unit, aim: Unit, health: Health, far: int, offset: tuple[int, int], covered: bool
) -> float:
    part = guns.facing_zone(aim.facing, *offset)
    return guns.direct(piece.kind, int(piece.injured), aim.kind, health, far, part, covered)


def _draw(state: State, forces: Forces) -> tuple[float, ...]:
    """What a draw depends on: the rounds run out, of a basic scenario sooner than of another battle."""
    setup, (red, blue) = state.ground.setup, forces.points
    limit = setup.turn_limit if setup.spaa else setup.figures.rounds
    time = state.round / max(1, limit)
    return 1.0, time, time * time, 1 / max(1, sum(forces.units)), abs(red - blue) / max(1e-9, red + blue)
