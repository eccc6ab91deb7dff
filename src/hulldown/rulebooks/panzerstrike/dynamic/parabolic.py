"""Parabolic fire (DYN-118 … DYN-142): howitzers, in a high arc, at what somebody sees."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

import msgspec

from hulldown.geometry.squares import FACINGS, Arc, Blocker, Grid, Trace, mask_of, parabolic_range, squares_of
from hulldown.kernel.dice import Dice, Die
from hulldown.kernel.forecast import Faces, Forecast
from hulldown.kernel.odds import EveryRoll, Odds, Procedure, Spread, Stretch
from hulldown.kernel.rule import Modifier, Refusal
from hulldown.kernel.rulebook import Aim, Outline, Preview
from hulldown.rulebooks.panzerstrike import forecasting
from hulldown.rulebooks.panzerstrike.dynamic.events import Event, Lobbed
from hulldown.rulebooks.panzerstrike.dynamic.guns import (
    arc_of,
    handful,
    harm,
    may_be_target,
    may_shoot,
)
from hulldown.rulebooks.panzerstrike.dynamic.orders import Lob
from hulldown.rulebooks.panzerstrike.dynamic.rules import RULES
from hulldown.rulebooks.panzerstrike.dynamic.setup import Figures, Parabolic
from hulldown.rulebooks.panzerstrike.dynamic.state import Ground, State
from hulldown.rulebooks.panzerstrike.firing import Verdict, degrees_off, percentage

DYN_74 = RULES["DYN-74"]
DYN_119 = RULES["DYN-119"]
DYN_121 = RULES["DYN-121"]
DYN_122 = RULES["DYN-122"]
DYN_123 = RULES["DYN-123"]
DYN_124 = RULES["DYN-124"]
DYN_127 = RULES["DYN-127"]
DYN_128 = RULES["DYN-128"]
DYN_130 = RULES["DYN-130"]
DYN_133 = RULES["DYN-133"]
DYN_135 = RULES["DYN-135"]
DYN_137 = RULES["DYN-137"]
DYN_188 = RULES["DYN-188"]
DYN_G9 = RULES["DYN-G9"]
DYN_Q31 = RULES["DYN-Q31"]
PARABOLIC = "parabolic"
WORDS = {
    DYN_124.id: "out of arc",
    DYN_127.id: "house too near",
    DYN_128.id: "house too near",
    DYN_G9.id: "house too near",
    DYN_130.id: "house too high",
    DYN_137.id: "unseen",
}


class Lofted(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """The facts of a parabolic shot: so many Red dice and perhaps the half-die, of which some are chosen."""

    red: Die
    count: int
    half: Die  # empty without the half-die
    choose: int
    range: int


def chosen(faces: tuple[int, ...], choose: int, distance: int) -> tuple[int, ...] | None:
    """DYN-133, DYN-134: the places of dice that make exactly the range, if there are any."""
    return next(
        (places for places in combinations(range(len(faces)), choose) if sum(faces[at] for at in places) == distance),
        None,
    )


def _throw(lofted: Lofted, dice: Dice) -> tuple[int, ...]:
    """DYN-133, DYN-135, DYN-136: the half-die is one of the dice, and the last of them."""
    faces = dice.hand(DYN_133, lofted.red, lofted.count)
    return faces + dice.faces(DYN_135, lofted.half, 1) if lofted.half else faces


def fall(lofted: Lofted, dice: Dice) -> Verdict:
    """DYN-134, DYN-141, DYN-142: a hit if some choice makes exactly the range; it destroys, and a miss does nothing."""
    hit = chosen(_throw(lofted, dice), lofted.choose, lofted.range) is not None
    return Verdict.DESTROYED if hit else Verdict.NOTHING


LOB: Procedure[Lofted, Verdict] = Procedure(fall)


def lofted(figures: Figures, entry: Parabolic, distance: int, half: bool) -> Lofted:
    """DYN-135, DYN-136: the half-die takes the place of one of the dice."""
    return Lofted(figures.red, entry.roll - half, figures.half if half else (), entry.choose, distance)


def odds_of_lob(figures: Figures, entry: Parabolic, distance: int, half: bool) -> Odds[Verdict]:
    return LOB.odds(lofted(figures, entry, distance, half))


def chance_of_lob(figures: Figures, entry: Parabolic, distance: int) -> tuple[bool, Odds[Verdict]]:
    """DYN-135: the better choice of dice at a range (whether with the half-die), and its odds."""
    plain = odds_of_lob(figures, entry, distance, False)
    if distance <= entry.half_up_to:
        with_half = odds_of_lob(figures, entry, distance, True)
        if with_half.get(Verdict.DESTROYED, 0) > plain.get(Verdict.DESTROYED, 0):
            return True, with_half
    return False, plain


@lru_cache(maxsize=64)
def best_range(figures: Figures, entry: Parabolic) -> int:
    """DYN-122: where the chance is best, within the limits."""
    return max(
        range(entry.least, entry.most + 1),
        key=lambda at: (chance_of_lob(figures, entry, at)[1].get(Verdict.DESTROYED, 0), -at),
    )


@lru_cache(maxsize=1024)
def spread_of_lob(lofted: Lofted) -> Spread:
    """DYN-122, DYN-134: in how many throws each sum can be made: the chance at each range, so that the best shows."""
    rolls, ways, more = EveryRoll(), dict[int, int](), True
    while more:
        faces = _throw(lofted, rolls)
        for total in {sum(choice) for choice in combinations(faces, lofted.choose)}:
            ways[total] = ways.get(total, 0) + rolls.weight
        of = rolls.total
        more = rolls.advance()
    first, last = min(ways), max(ways)
    hit = (Stretch(Verdict.DESTROYED, lofted.range, lofted.range),) if lofted.range in ways else ()
    bars = tuple([ways.get(total, 0) for total in range(first, last + 1)])
    return Spread(handful(lofted.count, bool(lofted.half)), first, bars, of, lofted.range, hit)


@lru_cache(maxsize=1024)
def forecast_of_lob(lofted: Lofted, far: Modifier) -> Forecast:
    """DYN-133 … DYN-136: which sum some of the dice must make. What each throw can make is in the spread."""
    spread = spread_of_lob(lofted)
    strip = tuple(
        [
            Faces(total, total, ways, "works" if total == lofted.range else "fails")
            for total, ways in enumerate(spread.ways, spread.first)
        ]
    )
    half = bool(lofted.half)
    return forecasting.of_exact_sum(strip, spread.of, lofted.choose, lofted.count + half, half, far)


@lru_cache(maxsize=4096)
def ring(grid: Grid, square: int, least: int, most: int) -> int:
    """DYN-121, DYN-123: the squares whose centres are so far away."""
    near = squares_of(grid.around(square, most))
    return mask_of(end for end in near if least <= parabolic_range(*grid.offset(square, end)) <= most)


def reach(state: State, unit: int, least: int, most: int) -> int:
    """DYN-91, DYN-124: the ring within 27° of the gun's facing."""
    grid, square = state.ground.grid, state.units.units[unit].square
    return ring(grid, square, least, most) & grid.arc(Arc.A27, arc_of(state, unit)[1], square)


def distance(ground: Ground, howitzer: int, target: int) -> int:
    """DYN-123, DYN-G2: the ruler laid to the centre of the target."""
    return parabolic_range(*ground.grid.offset(howitzer, target))


def may_loft(state: State, unit: int) -> Refusal | None:
    """DYN-74, DYN-119, DYN-188, DYN-Q19: howitzers that stood still, damaged or not; none in the Quick Start."""
    if state.ground.setup.quick:
        return DYN_188.refuse("there is no parabolic fire in the Quick Start; howitzers fire directly")
    if state.kind(unit).parabolic is None:
        return DYN_74.refuse(f"{state.name(unit, state.side)} is no howitzer; only howitzers fire in a high arc")
    if state.units.units[unit].moved == state.round:
        told = "has moved in this turn; a howitzer must stand still to fire in a high arc"
        return DYN_119.refuse(f"{state.name(unit, state.side)} {told}")
    return None


def may_reach(state: State, unit: int, target: int) -> Refusal | None:
    """DYN-121 … DYN-132, DYN-137: range, arc, trajectory and spotting, in this order."""
    entry = _entry(state, unit)
    units = state.units.units
    here, there = units[unit].square, units[target].square
    name, theirs = state.name(unit, state.side), state.name(target, state.side)
    far = distance(state.ground, here, there)
    if not entry.least <= far <= entry.most:
        squares = "square" if far == 1 else "squares"
        return DYN_121.refuse(f"{theirs} is {far} {squares} away; parabolic range is {entry.least}–{entry.most}")
    if not reach(state, unit, far, far) >> there & 1:
        off = degrees_off(FACINGS[arc_of(state, unit)[1]], *state.ground.grid.offset(here, there))
        return DYN_124.refuse(f"{name}'s gun bears 27° to each side; {theirs} is {off}° off")
    if blockers := trajectory(state.ground, here, there).blockers:
        return _too_near(state, unit, target, blockers[0])
    if not state.ground.contact.visible(there, _eyes(state, unit), 0):
        return DYN_137.refuse(f"neither {name} nor another vehicle of {state.side.label} sees {theirs}")
    return None


def _too_near(state: State, unit: int, target: int, blocker: Blocker) -> Refusal:
    """DYN-127, DYN-128, DYN-130, DYN-G9: names a building that stands in the shell's way up or down."""
    ground, units, building = state.ground, state.units.units, blocker.square
    at_howitzer = _stops(ground, units[unit].square, building)
    end = units[unit if at_howitzer else target].square
    who = state.name(unit if at_howitzer else target, state.side)
    what = f"the {ground.setup.board.terrain(building)} at {state.place(building)}"
    if not ground.setup.solid:
        rule = DYN_G9 if blocker.why == "corner" else DYN_127 if at_howitzer else DYN_128
        return rule.refuse(f"{what} on the trajectory is next to {who}; it must be at least one square away")
    between = _between(ground, end, building)
    squares = "square" if between == 1 else "squares"
    height = ground.heights.get(building, 1)
    return DYN_130.refuse(f"{what} is {height} high, {between} {squares} from {who}: above the 45° line")


def _between(ground: Ground, end: int, building: int) -> int:
    """The squares between two, diagonals counting as one."""
    dx, dy = ground.grid.offset(end, building)
    return max(abs(dx), abs(dy)) - 1


def _stops(ground: Ground, end: int, building: int) -> bool:
    """DYN-127 … DYN-131, DYN-G10: whether a building rises above an end's 45° line; on a flat board all are 1 high."""
    height = ground.heights.get(building, 1) if ground.setup.solid else 1
    return height > _between(ground, end, building)


def trajectory(ground: Ground, here: int, there: int) -> Trace:
    """DYN-125 … DYN-131, DYN-G9, DYN-G12: the shell's path and the buildings that stop it, too near or too high."""
    whole = ground.contact.trace(here, there, 0)

    def stopping(blocker: Blocker) -> bool:
        return _stops(ground, here, blocker.square) or _stops(ground, there, blocker.square)

    return msgspec.structs.replace(whole, blockers=tuple(filter(stopping, whole.blockers)))


def path_clear(ground: Ground, here: int, there: int) -> bool:
    """Where no building closes the line there is none on the trajectory."""
    return ground.contact.clear(here, there, 0) or not trajectory(ground, here, there).blockers


def _eyes(state: State, unit: int) -> int:
    """DYN-137, DYN-138, DYN-Q33: where those stand who see for a howitzer: it, and its side's active vehicles."""
    chart, side = state.ground.chart, state.units.units[unit].side
    eyes = 1 << state.units.units[unit].square
    for piece in state.units.units:
        if piece.side is side and piece.square >= 0 and piece.active and chart[piece.kind].vehicle:
            eyes |= 1 << piece.square
    return eyes


def spotters(state: State, unit: int, target: int) -> tuple[int, ...]:
    """DYN-137 … DYN-140, DYN-G11: whose eyes can guide a shot: the howitzer's own first, then the nearest to it."""
    units, grid = state.units.units, state.ground.grid
    there = units[target].square

    def far(other: int) -> tuple[bool, int, int]:
        dx, dy = grid.offset(units[other].square, there)
        return other != unit, dx * dx + dy * dy, other

    seeing = state.ground.contact.visible(there, _eyes(state, unit), 0)
    return tuple(sorted(map(state.units.standing_on, seeing), key=far))


def may_lob(state: State, order: Lob) -> Refusal | None:
    if refusal := may_shoot(state, order.unit) or may_loft(state, order.unit) or may_be_target(state, order.target):
        return refusal
    return may_reach(state, order.unit, order.target) or may_take_half(state, order)


def may_take_half(state: State, order: Lob) -> Refusal | None:
    """DYN-135, DYN-Q31: the half-die only at low range."""
    entry, units = _entry(state, order.unit), state.units.units
    far = distance(state.ground, units[order.unit].square, units[order.target].square)
    if not order.half or far <= entry.half_up_to:
        return None
    theirs, nearest = state.name(order.target, state.side), Lob(order.unit, order.target)
    return DYN_Q31.refuse(f"{theirs} is {far} squares away; the half-die is for up to {entry.half_up_to}", nearest)


def lobs(state: State, unit: int) -> Iterator[Lob]:
    """The legal parabolic shots of a unit that may fire, by the mask of its reach; each choice of dice its own."""
    units, ground, howitzer = state.units, state.ground, state.units.units[unit]
    if howitzer.moved == state.round or may_loft(state, unit) is not None:
        return
    entry, here = _entry(state, unit), howitzer.square
    within = units.active(howitzer.side.other) & reach(state, unit, entry.least, entry.most)
    eyes = _eyes(state, unit) if within else 0
    for there in squares_of(within):
        if path_clear(ground, here, there) and ground.contact.visible(there, eyes, 0):
            target = units.standing_on(there)
            yield Lob(unit, target)
            if distance(ground, here, there) <= entry.half_up_to:
                yield Lob(unit, target, True)


def _entry(state: State, unit: int) -> Parabolic:
    entry = state.kind(unit).parabolic
    assert entry is not None  # may_loft has seen to it
    return entry


def preview_lob(state: State, order: Lob) -> Preview:
    """DYN-121 … DYN-139: what a parabolic shot would meet, whether or not it is allowed."""
    if refusal := may_shoot(state, order.unit) or may_loft(state, order.unit) or may_be_target(state, order.target):
        return Preview(refusal)
    ground = state.ground
    here, there = state.units.units[order.unit].square, state.units.units[order.target].square
    path, eyes = trajectory(ground, here, there), spotters(state, order.unit, order.target)
    if refusal := may_reach(state, order.unit, order.target) or may_take_half(state, order):
        return Preview(refusal, path, spotters=eyes)
    far = distance(ground, here, there)
    facts = lofted(ground.setup.figures, _entry(state, order.unit), far, order.half)
    sums = (DYN_123.modify(far, "range to the centre"),)
    forecast = forecast_of_lob(facts, sums[0])
    return Preview(None, path, sums, LOB.odds(facts), spread_of_lob(facts), eyes, forecast=forecast)


def aims(state: State, unit: int) -> Iterator[Aim]:
    """Every active enemy and what a parabolic shot would meet; of two choices of dice the better one comes first."""
    if may_loft(state, unit) is not None:
        return
    entry, units, figures = _entry(state, unit), state.units.units, state.ground.setup.figures
    for target, aim in enumerate(units):
        if aim.side is units[unit].side or not aim.active:
            continue
        far = distance(state.ground, units[unit].square, aim.square)
        preview = preview_lob(state, order := Lob(unit, target))
        if preview.refusal is not None:
            out = "too near" if far < entry.least else "too far"
            yield Aim(target, order, preview, WORDS.get(preview.refusal.rule, out), mode=PARABOLIC)
        elif far > entry.half_up_to:
            yield Aim(target, order, preview, percentage(preview), mode=PARABOLIC)
        else:
            better, _ = chance_of_lob(figures, entry, far)
            for half in (better, not better):
                preview = preview_lob(state, order := Lob(unit, target, half))
                choice = handful(entry.roll - half, half)
                yield Aim(target, order, preview, percentage(preview), mode=PARABOLIC, choice=choice)


def outlines(state: State, unit: int) -> tuple[Outline, ...]:
    """DYN-121, DYN-122, DYN-124: how far a howitzer that stood still reaches, and where it hits best."""
    if may_loft(state, unit) is not None:
        return ()
    entry = _entry(state, unit)
    best = best_range(state.ground.setup.figures, entry)
    return (
        Outline(
            f"parabolic range {entry.least}–{entry.most}",
            DYN_121.id,
            tuple(squares_of(reach(state, unit, entry.least, entry.most))),
            PARABOLIC,
        ),
        Outline(f"best range {best}", DYN_122.id, tuple(squares_of(reach(state, unit, best, best))), PARABOLIC),
    )


def resolve_lob(state: State, order: Lob, dice: Dice) -> Iterator[Event]:
    """DYN-133 … DYN-142: the dice, which of them were chosen, and the wreck."""
    units, ground = state.units.units, state.ground
    far = distance(ground, units[order.unit].square, units[order.target].square)
    spotter = spotters(state, order.unit, order.target)[0]
    facts = lofted(ground.setup.figures, _entry(state, order.unit), far, order.half)
    before = len(dice.rolls)
    verdict = LOB.resolve(facts, dice)
    rolled = dice.shown(before)
    kept = chosen(rolled, facts.choose, far)
    left_out = tuple(at for at in range(len(rolled)) if at not in kept) if kept is not None else ()
    yield Lobbed(order.unit, order.target, spotter, far, order.half, rolled, left_out, verdict)
    yield from harm(state, order.target, verdict)
