"""The Dynamic rules: units that stand, the shots that they have from where they are, howitzers' too, and the SPAA."""

from functools import lru_cache, reduce
from operator import or_

from hulldown.geometry.squares import Arc, parabolic_range
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.outcome import fire
from hulldown.outcome.fire import Forces, Shots, Volley
from hulldown.outcome.model import Features
from hulldown.rulebooks.panzerstrike import ground as family
from hulldown.rulebooks.panzerstrike.dynamic import parabolic
from hulldown.rulebooks.panzerstrike.dynamic.setup import SPAA, UnitClass
from hulldown.rulebooks.panzerstrike.dynamic.shooting import Facts, odds_of, shot_at
from hulldown.rulebooks.panzerstrike.dynamic.state import Ground, Phase, State, Unit
from hulldown.rulebooks.panzerstrike.dynamic.turn import lost_spaa
from hulldown.rulebooks.panzerstrike.firing import LEAST_RANGE, Verdict

ODD = (*fire.ODD, "spaa lost", "armed")
EVEN = ("draw", "time", "quiet", "few", "uneven", "unarmed")
DAMAGED = 0.5  # of a unit, that a damaged one is still worth
PRIZE = 0.15  # of all that stands, how much more an SPAA is worth as a target, where their loss decides

Enemies = list[tuple[int, Unit]]


def features(state: State) -> Features:
    """All that a fortune is told from."""
    first, forces, setup = state.side, forces_of(state), state.ground.setup
    fires = volley(state, first, state.phase is Phase.FIRING, state.round)
    answers, again = volley(state, first.other, False, 0), volley(state, first, False, 0)
    lost = (lost_spaa(state, BLUE) - lost_spaa(state, RED)) / max(1, setup.lost_spaa) if setup.spaa else 0.0
    armed, unarmed = _armed(state)
    odd = (*fire.balance(forces, first, fires, answers, again), lost, armed)
    return Features(odd, (*_draw(state, forces), unarmed))


def forces_of(state: State) -> Forces:
    """The units of both sides, those beside the board too; an SPAA as a target by what it decides."""
    points, many, chart, worth = [0.0, 0.0], [0, 0], state.ground.chart, list[float]()
    for piece in state.units.units:
        worth.append(chart[piece.kind].points * (DAMAGED if piece.condition else 1.0) if piece.active else 0.0)
        points[piece.side] += worth[-1]
        many[piece.side] += piece.active
    if state.ground.setup.spaa:
        prize = PRIZE * sum(points)
        worth = [one + prize * (piece.kind == SPAA) for one, piece in zip(worth, state.units.units, strict=True)]
    return Forces((points[RED], points[BLUE]), (many[RED], many[BLUE]), worth)


def volley(state: State, side: Side, now: bool, shooting: int) -> Volley:
    """The shots of a side from where it stands: of this firing phase, or of a later turn."""
    units, ground, found, eyes = state.units, state.ground, list[tuple[int, Shots]](), -1
    enemies = [(unit, piece) for unit, piece in enumerate(units.units) if piece.side is not side and piece.active]
    seen = units.active(side.other)
    for unit, piece in enumerate(units.units):
        kind = ground.chart[piece.kind]
        if piece.side is not side or not piece.active or piece.square < 0 or not kind.armed:
            continue
        moved = now and piece.moved == shooting
        if now and (shooting in (piece.fired, piece.broke) or (moved and not kind.vehicle)):
            continue
        view = ground.in_view(piece.square) & seen
        shots = _shots(state, piece, view & _bears(ground, kind, piece, now, moved), enemies) if view else []
        if kind.parabolic and not moved and not ground.setup.quick:
            eyes = _eyes(state, side) if eyes < 0 else eyes
            shots += _lobs(ground, kind, piece, eyes & seen, enemies)
        if shots:
            found.append((unit, shots))
    return found


def _bears(ground: Ground, kind: UnitClass, piece: Unit, now: bool, moved: bool) -> int:
    """Where a gun points: a turret all round, unless its unit has moved; a hull that may still turn, a little wider."""
    arc = ground.grid.arc
    if kind.mount == "turret":
        return arc(Arc.A90, piece.facing, piece.square) if moved else ground.grid.all
    ahead = arc(Arc.A27, piece.facing, piece.square)
    if now or not kind.vehicle or piece.condition:
        return ahead
    beside = [arc(Arc.A27, (piece.facing + turn) % 8, piece.square) for turn in (1, -1)]
    return ahead | beside[0] | beside[1]


def _shots(state: State, piece: Unit, view: int, enemies: Enemies) -> Shots:
    ground, occupied, here = state.ground, state.units.occupied, piece.square
    found: Shots = []
    for unit, aim in enemies if view else ():
        if aim.square >= 0 and view >> aim.square & 1 and ground.sight.clear(here, aim.square, occupied):
            facts = shot_at(ground, piece, aim)
            if facts.range >= LEAST_RANGE and (chance := _chance(facts)):
                found.append((unit, chance))
    return found


@lru_cache(maxsize=1 << 14)
def _chance(facts: Facts) -> float:
    odds = odds_of(facts)
    return float(odds.get(Verdict.DESTROYED, 0)) + DAMAGED * float(odds.get(Verdict.DAMAGED, 0))


def _eyes(state: State, side: Side) -> int:
    """What a side's vehicles see together."""
    ground = state.ground
    own = [piece for piece in state.units.units if piece.side is side and piece.active and piece.square >= 0]
    return reduce(or_, [family.in_view(ground.contact, p.square) for p in own if ground.chart[p.kind].vehicle], 0)


def _lobs(ground: Ground, kind: UnitClass, piece: Unit, eyes: int, enemies: Enemies) -> Shots:
    """The shots of a howitzer in a high arc at what somebody sees."""
    ahead, entry = eyes & ground.grid.arc(Arc.A27, piece.facing, piece.square), kind.parabolic
    found: Shots = []
    for unit, aim in enemies if ahead and entry else ():
        if aim.square >= 0 and ahead >> aim.square & 1:
            chance = _lob(ground, piece.kind, piece.square, aim.square)
            found += [(unit, chance)] if chance else []
    return found


@lru_cache(maxsize=1 << 15)
def _lob(ground: Ground, kind: str, here: int, there: int) -> float:
    entry, far = ground.chart[kind].parabolic, parabolic_range(*ground.grid.offset(here, there))
    if entry is None or not entry.least <= far <= entry.most or not parabolic.path_clear(ground, here, there):
        return 0.0
    return float(parabolic.chance_of_lob(ground.setup.figures, entry, far)[1].get(Verdict.DESTROYED, 0))


def _armed(state: State) -> tuple[float, float]:
    """Who alone can still win by fire; and whether hardly anybody can."""
    chart, guns = state.ground.chart, [0, 0]
    for piece in state.units.units:
        guns[piece.side] += piece.active and chart[piece.kind].armed
    here, there = guns[RED], guns[BLUE]
    return float((not there) - (not here)), 1 / (1 + min(here, there))


def _draw(state: State, forces: Forces) -> tuple[float, ...]:
    """What a draw depends on: when the rounds run out, or nothing happens any more."""
    setup, (red, blue) = state.ground.setup, forces.points
    time = state.round / setup.turn_limit if setup.turn_limit else 0.0
    quiet = 0.0 if setup.turn_limit else max(0, state.round - state.last_change) / setup.figures.quiet_rounds
    return 1.0, time, quiet, 1 / max(1, sum(forces.units)), abs(red - blue) / max(1e-9, red + blue)
