"""The shots that are foreseen: those of this turn, and of a whole next one."""

from functools import lru_cache, partial, reduce
from operator import or_

from hulldown.bots.panzerstrike.dynamic.chances import bearing, hit_chances, lob_chances, lofts
from hulldown.bots.panzerstrike.exchange import Shots, Sides, Volley, hands, turn_of
from hulldown.bots.panzerstrike.threats import COMES, Gun, Target, Threats, aims_of, driven
from hulldown.geometry.squares import Arc, Lanes, parabolic_range
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerstrike import ground as family
from hulldown.rulebooks.panzerstrike import movement_dice
from hulldown.rulebooks.panzerstrike.dynamic import driving
from hulldown.rulebooks.panzerstrike.dynamic.state import Ground, State, Unit


@lru_cache(maxsize=8)
def _threats(ground: Ground, wrecks: int) -> Threats:
    free = ground.open & ~wrecks

    def reach(gun: Gun, die: int) -> Lanes:
        kind, drive, at = ground.chart[gun.kind], ground.drive, (free, gun.pose >> 3, gun.pose & 7)
        tracks = kind.drive == "tracked"
        go, back = (drive.tracked, drive.tracked_back) if tracks else (drive.wheeled, drive.wheeled_back)
        steps = driving.allowance(kind, die) if die else 1
        return driven(go(*at, steps), back(*at, 1), arc_of(gun.kind))

    def arc_of(kind: str) -> Arc:
        if ground.chart[kind].mount != "turret":
            return Arc.A27
        return Arc.A360 if ground.setup.turrets else Arc.A90

    return Threats(ground, ground.chart, wrecks, [partial(reach, die=die) for die in (0, *COMES)], arc_of)


def _eyes(state: State, own: list[int]) -> int:
    """What a side's vehicles see together."""
    units, ground = state.units.units, state.ground
    pieces = [units[unit] for unit in own]
    return reduce(or_, [family.in_view(ground.contact, p.square) for p in pieces if ground.chart[p.kind].vehicle], 0)


def _lofted(state: State, piece: Unit, targets: list[tuple[int, Unit]], eyes: int) -> Shots:
    """The shots of a howitzer in a high arc, as it stands, at what somebody sees."""
    ground, entry = state.ground, state.ground.chart[piece.kind].parabolic
    if entry is None or ground.setup.quick:
        return []
    seen = (eyes | family.in_view(ground.contact, piece.square)) & ground.grid.arc(Arc.A27, piece.facing, piece.square)
    chances, found = lob_chances(ground.setup.figures, entry), list[tuple[int, float]]()
    for target, aim in targets:
        if seen >> aim.square & 1:
            far = parabolic_range(*ground.grid.offset(piece.square, aim.square))
            if entry.least <= far <= entry.most and lofts(ground, piece.square, aim.square):
                found.append((target, chances[far]))
    return found


def shots_now(state: State, own: Sides) -> Volley:
    """The shots that the side to act has left, as all stand."""
    ground, units, occupied = state.ground, state.units.units, state.units.occupied
    chart, this_round, threats = ground.chart, state.round, _threats(ground, state.units.wrecks)
    aims = aims_of(units, own[state.side.other])
    eyes, found = -1, []
    for unit in own[state.side]:
        piece = units[unit]
        kind, moved = chart[piece.kind], piece.moved == this_round
        if not kind.armed or this_round in (piece.fired, piece.broke) or (moved and not kind.vehicle):
            continue
        view = ground.in_view(piece.square)
        view &= bearing(ground, kind.mount, piece.square, piece.facing, piece.rested, moved)
        chances = hit_chances(ground, kind.id)
        shots = threats.standing(chances, piece.square, view, aims, occupied)
        if kind.parabolic and not moved:
            eyes = _eyes(state, own[state.side]) if eyes < 0 else eyes
            shots += _lofted(state, piece, [(aim.unit, units[aim.unit]) for aim in aims], eyes)
        if shots:
            found.append((unit, shots))
    return found


def next_turn(state: State, own: Sides, side: Side, worth: list[float]) -> list[Volley]:
    """The shots of a whole turn of a side: a step before them for all, and a drive by each die for whoever has one."""
    units, chart, figures = state.units.units, state.ground.chart, state.ground.setup.figures
    threats = _threats(state.ground, state.units.wrecks)
    aims, armed = aims_of(units, own[side.other]), [unit for unit in own[side] if chart[units[unit].kind].armed]
    movers = [unit for unit in armed if chart[units[unit].kind].vehicle and not units[unit].condition]
    guns = tuple([Gun((piece := units[unit]).kind, piece.square * 8 + piece.facing) for unit in movers])
    hits = [hit_chances(state.ground, units[unit].kind) for unit in movers]
    coming = list(zip(movers, threats.coming(guns, aims, hits), strict=True))
    standing = [(unit, _as_it_stands(state, threats, units[unit], aims)) for unit in armed if unit not in movers]
    standing += [(unit, shots[0]) for unit, shots in coming]
    _add_lobs(state, own[side], aims, standing)
    vehicles = sum(chart[units[unit].kind].vehicle for unit in own[side])
    dice = movement_dice.dice_for(figures.dice_table, figures.most_dice, vehicles) if vehicles else 0
    driven = [(unit, shots[1:]) for unit, shots in coming]
    return [turn_of(standing, driven, hand, worth) for hand in hands(dice)]


def _as_it_stands(state: State, threats: Threats, piece: Unit, aims: tuple[Target, ...]) -> Shots:
    """The shots of a gun that does not drive before them."""
    ground, here = state.ground, piece.square
    mount = ground.chart[piece.kind].mount
    view = ground.in_view(here) & bearing(ground, mount, here, piece.facing, piece.turret, False)
    return threats.standing(hit_chances(ground, piece.kind), here, view, aims, state.units.occupied)


def _add_lobs(state: State, own: list[int], aims: tuple[Target, ...], standing: Volley) -> None:
    """Howitzers that stand still may fire in a high arc as well."""
    units, chart, eyes = state.units.units, state.ground.chart, -1
    for at, (unit, shots) in enumerate(standing):
        if chart[units[unit].kind].parabolic:
            eyes = _eyes(state, own) if eyes < 0 else eyes
            lobs = _lofted(state, units[unit], [(aim.unit, units[aim.unit]) for aim in aims], eyes)
            standing[at] = unit, shots + lobs
