"""The announced shots and their dice (CORE-23, CORE-24, CORE-45, CORE-54 … CORE-102, CORE-110 … CORE-127, CORE-165).

Radio, accuracy, cover, hit die, penetration, outcome: the same stages roll the dice and give the exact chances.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache, partial
from itertools import accumulate
from typing import Any, TypeVar

import msgspec

from hulldown.geometry.squares import CoverTrace, Trace, Zone, angled
from hulldown.kernel.dice import Dice, Die
from hulldown.kernel.odds import Odds, Procedure, every
from hulldown.kernel.rule import Modifier, Refusal
from hulldown.kernel.rulebook import Aim, Preview, Stage
from hulldown.rulebooks.panzerstrike.board import COMPASS
from hulldown.rulebooks.panzerstrike.core import gunnery, turn
from hulldown.rulebooks.panzerstrike.core.events import (
    Area,
    Destroyed,
    Event,
    Fired,
    FireOpened,
    GameEnded,
    Immobilised,
    Injured,
    Outcome,
    TimerSet,
    WallFell,
)
from hulldown.rulebooks.panzerstrike.core.orders import Announce, AnnounceWall, OpenFire, Resolve
from hulldown.rulebooks.panzerstrike.core.rules import RULES
from hulldown.rulebooks.panzerstrike.core.setup import Figures, UnitType, Weapon, Words
from hulldown.rulebooks.panzerstrike.core.state import Colour, Mode, Shot, State, Tracks, Unit
from hulldown.rulebooks.panzerstrike.firing import armour_of, per_cent, zone_hit
from hulldown.rulebooks.panzerstrike.pieces import Condition

CORE_23 = RULES["CORE-23"]
CORE_54 = RULES["CORE-54"]
CORE_56 = RULES["CORE-56"]
CORE_60 = RULES["CORE-60"]
CORE_65 = RULES["CORE-65"]
CORE_71 = RULES["CORE-71"]
CORE_72 = RULES["CORE-72"]
CORE_84 = RULES["CORE-84"]
CORE_89 = RULES["CORE-89"]
CORE_109 = RULES["CORE-109"]
CORE_110 = RULES["CORE-110"]
CORE_120 = RULES["CORE-120"]
CORE_125 = RULES["CORE-125"]
BLUE = "blue"
HIT_DICE = {Colour.WHITE: CORE_65, Colour.ORANGE: CORE_71, Colour.GREEN: CORE_72, BLUE: CORE_110}
CLASSES = "①②③④"
# What is written on dice that have no numbers; `dice.toml` explains each.
FAILED, LATE = "failed", "late"
MOVED, TURNED, INJURED = "moved", "turned", "injured"
SIDE = "side"
TRACKS = {Outcome.SEMI: Tracks.SEMI, Outcome.IMMOBILISED: Tracks.IMMOBILE}
LETTERS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")

V = TypeVar("V")
Verdict = tuple[int, Outcome]  # the place of what was struck among the victims, −1 for nothing, and what became of it
MISS: Verdict = (-1, Outcome.MISSED)


class Victim(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """A unit that a shell may meet, as seen from the gun: the penetration that arrives, and what it meets."""

    penetration: int
    zone: Zone
    armour: int  # of the zone; angled it is more
    side: int  # of the side, for the symbol when angled
    top: int
    tracks: int | None
    angled: bool = False
    semi: bool = False  # its tracks can take one more penetration (option 7)
    injured: bool = False
    repairing: bool = False


class Facts(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """All that the odds of a shot depend on.

    The first of the victims is the target, then come those that may be struck instead; None is a wall. `cover` is what
    cover adds to the range, `spoils` are the symbols that make a hit a miss, `radio` and `miss` are empty where these
    dice are not rolled, and `falls` has the victim's place for the letters of the miss dice.
    """

    range: int
    accuracy: tuple[Die, Die]
    colour: str
    hit: Words
    pierce: Die
    victims: tuple[Victim | None, ...]
    cover: int = 0
    spoils: tuple[str, ...] = ()
    radio: Words = ()
    late: bool = False
    miss: tuple[Words, ...] = ()
    falls: tuple[tuple[str, int], ...] = ()


class Strike(msgspec.Struct, frozen=True, gc=False):
    """A shell that meets a victim, or (−1) flies past and may fall on another."""

    facts: Facts
    at: int
    fallen: bool = False


class Blow(msgspec.Struct, frozen=True, gc=False):
    """Where a victim is hit, and the armour there."""

    at: int
    victim: Victim
    die: Die
    area: Area
    armour: int
    zone: Zone | None = None


# The stages


@lru_cache(maxsize=256)
def _symbols(face: str) -> frozenset[str]:
    return frozenset(face.split())


@lru_cache(maxsize=256)
def _that_count(die: Words, symbols: tuple[str, ...]) -> Words:
    """A hit die with only these symbols on it: the fewer faces differ, the fewer there are to look at."""
    return tuple([" ".join([symbol for symbol in symbols if symbol in _symbols(face)]) for face in die])


def _report(facts: Facts, dice: Dice) -> Facts | Verdict:
    """CORE-120 … CORE-122: red stops the shot, the purple X a late report."""
    if not facts.radio:
        return facts
    word = dice.word(CORE_120, facts.radio)
    return (-1, Outcome.SILENT) if word == FAILED or (word == LATE and facts.late) else facts


def _missed(facts: Facts) -> Strike | Verdict:
    """CORE-125: a miss in a high arc falls somewhere, with option 9."""
    return Strike(facts, -1) if facts.miss else MISS


def _aim(facts: Facts | Verdict, dice: Dice) -> Strike | Verdict:
    """CORE-54, CORE-55, CORE-60 … CORE-63, CORE-165: the range, and one more for cover; else the obstacle is struck."""
    if not isinstance(facts, Facts):
        return facts
    total = dice.pair(CORE_54, *facts.accuracy)
    if total < facts.range:
        return _missed(facts)
    at = 0 if total >= facts.range + facts.cover else 1
    if at >= len(facts.victims):
        return MISS  # a building, a wreck or a barricade
    return (at, Outcome.WALL_FELL) if facts.victims[at] is None else Strike(facts, at)


def asks_where(facts: Facts, victim: Victim) -> bool:
    """CORE-70: the hit die is not rolled for a body that is nothing else, when none of its symbols matters (Q-18)."""
    return victim.tracks is not None or bool(facts.spoils) or victim.angled or facts.colour == BLUE


def _locate(strike: Strike | Verdict, dice: Dice) -> Strike | Blow | Verdict:
    """CORE-65 … CORE-69, CORE-74, CORE-75, CORE-81, CORE-97, CORE-111: where the hit die has it, or that it is none."""
    if not isinstance(strike, Strike) or strike.at < 0:
        return strike
    facts, victim = strike.facts, strike.facts.victims[strike.at]
    assert victim is not None  # walls are gone before
    symbols: frozenset[str] = frozenset()
    if asks_where(facts, victim):
        spoils = () if strike.fallen else facts.spoils
        counted = (*spoils, Area.TOP, *[Area.TRACK] * (victim.tracks is not None), *[SIDE] * victim.angled)
        symbols = _symbols(dice.word(HIT_DICE[facts.colour], _that_count(facts.hit, counted)))
        if not symbols.isdisjoint(spoils):
            return _missed(facts)
    if Area.TOP in symbols:
        return Blow(strike.at, victim, facts.pierce, Area.TOP, victim.top)
    if victim.tracks is not None and Area.TRACK in symbols:
        return Blow(strike.at, victim, facts.pierce, Area.TRACK, victim.tracks)
    if SIDE in symbols:
        return Blow(strike.at, victim, facts.pierce, Area.BODY, victim.side, Zone.SIDE)
    return Blow(strike.at, victim, facts.pierce, Area.BODY, victim.armour, victim.zone)


def _scatter(strike: Strike | Blow | Verdict, dice: Dice) -> Strike | Blow | Verdict:
    """CORE-125 … CORE-127: the miss dice name a square next to the target; who is there becomes the target, once."""
    if not isinstance(strike, Strike):
        return strike
    letters = "".join([dice.word(CORE_125, die) for die in strike.facts.miss])
    at = dict(strike.facts.falls).get(letters, -1)
    return MISS if at < 0 else Strike(strike.facts, at, fallen=True)


def _pierce(blow: Blow | Verdict, dice: Dice) -> Verdict:
    """CORE-84, CORE-86, CORE-91 … CORE-95, CORE-98, CORE-99, CORE-101, CORE-102, CORE-146, CORE-148: the last die.

    Less than 0 counts as 0, so that armour of 0 is always reached (Q-20).
    """
    if not isinstance(blow, Blow):
        return blow
    victim = blow.victim
    value = max(0, victim.penetration + dice.sum(CORE_84, blow.die, 1))
    if value < blow.armour:
        return blow.at, Outcome.BOUNCED
    if blow.area is Area.TRACK:
        return blow.at, Outcome.SEMI if victim.semi else Outcome.IMMOBILISED
    if value == blow.armour and victim.repairing:
        return blow.at, Outcome.BOUNCED
    if value > blow.armour or victim.injured:
        return blow.at, Outcome.DESTROYED
    return blow.at, Outcome.INJURED


DIRECT: Procedure[Facts, Verdict] = Procedure(_aim, _locate, _pierce)
PARABOLIC: Procedure[Facts, Verdict] = Procedure(_report, _aim, _locate, _scatter, _locate, _pierce)


def procedure_of(facts: Facts) -> Procedure[Facts, Verdict]:
    return PARABOLIC if facts.colour == BLUE else DIRECT


def chances(facts: Facts) -> Odds[Verdict]:
    return procedure_of(facts).odds(facts)


# The facts


def thicker(figures: Figures, armour: int) -> int:
    """CORE-82: what armour counts when it is angled."""
    many, parts = figures.angled
    return (2 * many * armour + parts) // (2 * parts)


def meeting(figures: Figures, weapon: Weapon, far: int, kind: UnitType, zone: Zone, at_angle: bool) -> Victim:
    """CORE-76, CORE-82, CORE-89, CORE-90: what arrives of a shell at a range, and what of a sound unit it meets."""
    armour, side = armour_of(kind, zone), kind.side
    if at_angle:
        armour, side = thicker(figures, armour), thicker(figures, side)
    loss = figures.ap_loss * (far - 1) if weapon.ammunition == "AP" else 0
    return Victim(weapon.penetration - loss, zone, armour, side, kind.top, kind.tracks, at_angle)


def victim_of(state: State, gun: Unit, unit: int, mode: Mode) -> Victim:
    """CORE-63, CORE-76 … CORE-90, CORE-112: a unit as a shell from this gun meets it, at its own range and zone."""
    ground, setup, piece = state.ground, state.ground.setup, state.units.units[unit]
    weapon = ground.chart[gun.kind].weapon
    assert weapon is not None
    far = gunnery.distance(ground, gun.square, piece.square, mode)
    between = angled(piece.facing, *ground.grid.offset(piece.square, gun.square)) if setup.angled else None
    zone = between or zone_hit(ground.grid, gun.square, piece.square, piece.facing)
    met = meeting(setup.figures, weapon, far, state.kind(unit), zone, between is not None)
    semi = setup.semi and piece.tracks is Tracks.WHOLE
    return msgspec.structs.replace(met, semi=semi, injured=piece.injured, repairing=piece.timer > 0)


def facts_of(state: State, shot: Shot) -> tuple[Facts, tuple[int, ...]]:
    """CORE-45: a shot's facts, and the squares of its victims."""
    ground, figures, gun = state.ground, state.ground.setup.figures, state.units.units[shot.unit]
    weapon = gunnery.weapon_of(state, shot.unit)
    high = shot.mode is Mode.PARABOLIC
    target = victim_of(state, gun, shot.target, shot.mode) if shot.target >= 0 else None
    far = gunnery.distance(ground, gun.square, shot.square, shot.mode)
    others, cover, falls = {}, 0, {}
    if not high and gunnery.covered(state, gun.square, shot.square):
        cover, others = figures.cover, dict(_obstacle(state, gun, shot))
    elif high and ground.setup.scatter:
        others = dict(_around(state, gun, shot))
        falls = {_letters(state, shot.square, square): at for at, square in enumerate(others, 1)}
    colour = BLUE if high else shot.colour
    pierce = figures.penetration.I if weapon.die == "I" else figures.penetration.II
    facts = Facts(
        far,
        figures.accuracy[weapon.accuracy - 1],
        colour,
        getattr(figures.hit, colour),
        pierce,
        (target, *others.values()),
        cover,
        tuple(spoils(state, shot.unit)),
        figures.radio if shot.spotter >= 0 else (),
        shot.late,
        (figures.miss.north_south, figures.miss.east_west) if high and ground.setup.scatter else (),
        tuple(falls.items()),
    )
    return facts, (shot.square, *others)


def obstacle_of(state: State, shot: Shot) -> int:
    """CORE-61: where the thing stands that covers a target most (Q-11)."""
    units = state.units
    here, active = units.units[shot.unit].square, units.active_red | units.active_blue
    thing = state.ground.cover.struck(here, shot.square, units.occupied, active)
    assert thing is not None  # something covers it
    return thing.square


def _obstacle(state: State, gun: Unit, shot: Shot) -> Iterator[tuple[int, Victim | None]]:
    """CORE-61 … CORE-63: what covers the target, if it can be harmed: a unit that is active now, or a wall (Q-11)."""
    units, square = state.units, obstacle_of(state, shot)
    if (units.active_red | units.active_blue) >> square & 1:
        yield square, victim_of(state, gun, units.standing_on(square), Mode.DIRECT)
    elif state.ground.standing >> square & 1:
        yield square, None


def _around(state: State, gun: Unit, shot: Shot) -> Iterator[tuple[int, Victim]]:
    """CORE-126, CORE-127: the active units next to the target that the shell can reach, in or out of its arc (Q-25)."""
    near = state.ground.grid.neighbours(shot.square)
    for unit, piece in enumerate(state.units.units):
        if piece.active and near >> piece.square & 1 and gunnery.path_clear(state.ground, gun.square, piece.square):
            yield piece.square, victim_of(state, gun, unit, Mode.PARABOLIC)


def _letters(state: State, target: int, square: int) -> str:
    """CORE-125: what the miss dice say for a square next to the target, by the compass of the board."""
    board = state.ground.setup.board
    facing = next(way for way in range(8) if state.ground.grid.ahead(target, way) == square)
    return LETTERS[COMPASS.index(board.compass(facing))]


def spoils(state: State, unit: int) -> Iterator[str]:
    """CORE-74, CORE-75, CORE-97: the symbols by which this gun misses now."""
    gun, setup = state.units.units[unit], state.ground.setup
    if gun.injured:
        yield INJURED
    if setup.on_the_move and gun.moved == state.round:
        yield MOVED
        if gun.turned == state.round and state.kind(unit).mount != "turret":
            yield TURNED


def needed(state: State, event: Fired) -> int:
    """CORE-55, CORE-60: the sum of the accuracy dice that a shot asked for."""
    return event.range + (state.ground.setup.figures.cover if event.covered else 0)


# Opening fire


def may_open_fire(state: State, order: OpenFire) -> Refusal | None:
    """CORE-23: once there is something on the list."""
    return None if state.announced else CORE_23.refuse("no shot is announced; announce one or end the turn")


def resolve_open_fire(state: State, order: OpenFire, dice: Dice) -> Iterator[Event]:
    """CORE-23: the list is fixed."""
    yield FireOpened(state.announced)


def shot_by(state: State, unit: int) -> Shot | None:
    return next((shot for shot in state.announced if shot.unit == unit), None)


def may_resolve(state: State, order: Resolve) -> Refusal | None:
    """CORE-23, CORE-24: only what is on the list, in any order (Q-08)."""
    if shot_by(state, order.unit) is not None:
        return None
    if not 0 <= order.unit < len(state.units.units):
        return CORE_23.refuse(f"there is no unit {order.unit}; they are numbered 0 to {len(state.units.units) - 1}")
    return CORE_23.refuse(f"{state.name(order.unit, state.side)} has no shot left on the list")


def lost(state: State, shot: Shot) -> bool:
    """CORE-24, CORE-63, CORE-96: whether target or wall are gone, or the firer may no longer fire (Q-08, Q-52)."""
    if gunnery.barred(state, shot.unit) is not None:
        return True
    if shot.target < 0:
        return not state.ground.standing >> shot.square & 1
    return not state.units.units[shot.target].active


def resolve_shot(state: State, order: Resolve, dice: Dice) -> Iterator[Event]:
    """CORE-45: the dice of a shot up to the stage that ends it, and what it does."""
    shot = shot_by(state, order.unit)
    assert shot is not None
    if lost(state, shot):
        yield Fired(shot, Outcome.LOST)
        return
    facts, squares = facts_of(state, shot)
    before = len(dice.rolls)
    passed: list[Any] = list(
        accumulate(procedure_of(facts).stages, lambda value, stage: stage(value, dice), initial=facts)
    )
    at, outcome = passed[-1]
    blow = next((value for value in passed if isinstance(value, Blow)), None)
    yield _told(state, shot, facts, squares, blow, outcome, dice, before)
    if at >= 0:
        yield from harm(state, shot, squares[at], outcome)


def _told(
    state: State,
    shot: Shot,
    facts: Facts,
    squares: tuple[int, ...],
    blow: Blow | None,
    outcome: Outcome,
    dice: Dice,
    before: int,
) -> Fired:
    """A shot with all that fell, found by the rules that asked for the dice; dice that fall every way note nothing."""
    rolled: dict[str, tuple[int, ...]] = {}
    for roll in dice.rolls[before:]:
        rolled[roll.rule] = rolled.get(roll.rule, ()) + roll.faces
    radio, hit = rolled.get(CORE_120.id), rolled.get(HIT_DICE[facts.colour].id, ())
    fired = Fired(
        shot,
        outcome,
        facts.range,
        facts.cover > 0,
        facts.radio[radio[0] - 1] if radio else "",
        rolled.get(CORE_54.id, ()),
        scattered=tuple([die[at - 1] for die, at in zip(facts.miss, rolled.get(CORE_125.id, ()), strict=False)]),
        colour=facts.colour if hit else "",
        faces=tuple([facts.hit[at - 1] for at in hit]),
    )
    if blow is None:
        return fired
    (die,) = rolled.get(CORE_84.id, (0,))
    return msgspec.structs.replace(
        fired,
        struck=state.units.standing_on(squares[blow.at]),
        area=blow.area,
        zone=blow.zone,
        angled=blow.victim.angled and blow.zone is not None,
        armour=blow.armour,
        die=die,
        penetration=blow.victim.penetration + die,
    )


def harm(state: State, shot: Shot, square: int, outcome: Outcome) -> Iterator[Event]:
    """CORE-91 … CORE-102, CORE-145 … CORE-148, CORE-165: what an outcome does to what stood there, and who wins."""
    if outcome is Outcome.WALL_FELL:
        yield WallFell(square, shot.unit)
        return
    unit = state.units.standing_on(square)
    timer, most = state.units.units[unit].timer, state.ground.setup.figures.timer
    if outcome is Outcome.DESTROYED:
        yield Destroyed(unit)
        if (result := turn.victory_of(state)) is not None:
            yield GameEnded(result)
    elif outcome is Outcome.INJURED:
        yield Injured(unit)
    elif outcome is Outcome.BOUNCED:
        if 0 < timer < most:
            yield TimerSet(unit, timer + 1)
    else:
        yield Immobilised(unit, TRACKS[outcome])
        if 0 < timer < most:
            yield TimerSet(unit, most)


# Beforehand


def preview(state: State, order: Announce | AnnounceWall) -> Preview:
    """What a shot would meet: stages and every outcome's chance; of one that something is in the way of, that."""
    if refusal := gunnery.may_shoot(state, order.unit):
        return Preview(refusal)
    if isinstance(order, AnnounceWall):
        refusal, high = gunnery.may_announce_wall(state, order), False
    else:
        refusal, high = gunnery.may_announce(state, order), order.mode is Mode.PARABOLIC
    if refusal is None:
        return outlook(state, gunnery.shot_of(state, order))
    if refusal.rule not in IN_THE_WAY:
        return Preview(refusal)
    there = order.square if isinstance(order, AnnounceWall) else state.units.units[order.target].square
    return Preview(refusal, _way_of(state, order.unit, there, high))


def _way_of(state: State, unit: int, there: int, high: bool) -> Trace | CoverTrace:
    if high:
        return gunnery.trajectory(state.ground, state.units.units[unit].square, there)
    return gunnery.trace_to(state, unit, there)


def preview_resolve(state: State, order: Resolve) -> Preview:
    """The same of a shot on the list, as things are now."""
    if refusal := may_resolve(state, order):
        return Preview(refusal)
    shot = shot_by(state, order.unit)
    assert shot is not None
    return Preview(odds={Outcome.LOST: Fraction(1)}) if lost(state, shot) else outlook(state, shot)


def outlook(state: State, shot: Shot) -> Preview:
    """CORE-45: a legal shot's stages and chances."""
    facts, squares = facts_of(state, shot)
    high = shot.mode is Mode.PARABOLIC
    eyes = tuple([other for _, other in gunnery.spotters(state, shot.unit, shot.square)]) if high else ()
    trace = _way_of(state, shot.unit, shot.square, high)
    far = (CORE_109 if high else CORE_56).modify(facts.range, "range")
    sums = (far, CORE_60.modify(facts.cover, "cover")) if facts.cover else (far,)
    odds = _worded(state, facts, squares)
    return Preview(None, trace, sums, odds, None, eyes, tuple(_stages(state, shot, facts, squares, sums)))


# By these a shot is refused for something that stands on its way.
IN_THE_WAY = ("CORE-40", "CORE-93", "CORE-115", "CORE-116", "CORE-168", "CORE-169", "CORE-171")
# The worst first: what is read first is what one fires for.
ORDER = (
    Outcome.DESTROYED,
    Outcome.WALL_FELL,
    Outcome.INJURED,
    Outcome.IMMOBILISED,
    Outcome.SEMI,
    Outcome.BOUNCED,
    Outcome.MISSED,
    Outcome.SILENT,
)


def odds_of(state: State, shot: Shot, reported: bool = False) -> dict[str, Fraction]:
    """The chance of every outcome of a shot on the list, in words; maybe once its report has come."""
    if lost(state, shot):
        return {Outcome.LOST: Fraction(1)}
    facts, squares = facts_of(state, shot)
    return _worded(state, msgspec.structs.replace(facts, radio=()) if reported else facts, squares)


def chance_of(state: State, shot: Shot) -> Fraction:
    """The chance of a shot on the list to destroy its target, or to bring down its wall."""
    wanted = Outcome.DESTROYED if shot.target >= 0 else Outcome.WALL_FELL
    return Fraction(0) if lost(state, shot) else chances(facts_of(state, shot)[0]).get((0, wanted), Fraction(0))


def friends_at_risk(state: State, shot: Shot) -> dict[int, Fraction]:
    """CORE-63, CORE-126: the side's own units that a shot may strike, and the chance of it."""
    facts, squares = facts_of(state, shot)
    units, found = state.units, dict[int, Fraction]()
    if len(squares) > 1:
        for (at, _), chance in chances(facts).items():
            if at > 0 and units.active(state.side) >> squares[at] & 1:
                friend = units.standing_on(squares[at])
                found[friend] = found.get(friend, Fraction(0)) + chance
    return found


def _worded(state: State, facts: Facts, squares: tuple[int, ...]) -> dict[str, Fraction]:
    """Every outcome and its chance; what is struck instead of the target is named, whether friend or foe."""
    found = chances(facts)
    words: dict[str, Fraction] = {}
    if facts.victims[0] is not None:
        words[Outcome.DESTROYED] = Fraction(0)
    for at, outcome in sorted(found, key=lambda verdict: (max(0, verdict[0]), ORDER.index(verdict[1]))):
        word = outcome if at <= 0 else f"{_struck(state, squares[at])}: {outcome}"
        words[word] = found[at, outcome]
    return words


def _struck(state: State, square: int) -> str:
    if state.units.occupied >> square & 1:
        return state.name(state.units.standing_on(square), state.side)
    return f"the wall at {state.place(square)}"


@lru_cache(maxsize=4096)
def _throw(stage: Callable[[Any, Dice], Any], value: Any) -> Mapping[Any, Fraction]:
    """The chances of one stage alone; a hand that moves over the board asks for the same ones again and again."""
    return every(partial(stage, value))


def _stages(
    state: State, shot: Shot, facts: Facts, squares: tuple[int, ...], sums: tuple[Modifier, ...]
) -> Iterator[Stage]:
    """The throws that a shot at its target may take, each with its own chances."""
    weapon = gunnery.weapon_of(state, shot.unit)
    if facts.radio:
        heard = _told_apart(_throw(_report, facts), lambda value: "not fired" if value != facts else "reported")
        yield Stage("radio", CORE_120.id, "the radio die", odds=heard)

    def met(value: Strike | Verdict) -> str:
        if value == MISS or (isinstance(value, Strike) and value.at < 0):
            return Outcome.MISSED
        at = value.at if isinstance(value, Strike) else value[0]
        return f"{_struck(state, squares[at])} struck" if at else "hit"

    dice = f"accuracy {CLASSES[weapon.accuracy - 1]}"
    yield Stage("accuracy", CORE_54.id, dice, sums, _told_apart(_throw(_aim, facts), met))
    if (target := facts.victims[0]) is None:
        return
    blows = _throw(_locate, Strike(facts, 0))
    if asks_where(facts, target):
        rule = HIT_DICE[facts.colour].id
        yield Stage("hit area", rule, f"the {facts.colour} hit die", odds=_told_apart(blows, _place))
    for blow in blows:
        if isinstance(blow, Blow):
            had = CORE_84.modify(weapon.penetration, "penetration")
            fall = blow.victim.penetration - weapon.penetration
            parts = (had, CORE_89.modify(fall, "AP over the range")) if fall else (had,)
            came = _told_apart(_throw(_pierce, blow), lambda verdict: verdict[1])
            yield Stage(f"penetration, {_place(blow)}", CORE_84.id, f"penetration {weapon.die}", parts, came)


def _place(value: Strike | Blow | Verdict) -> str:
    """A place on a unit, with the armour there."""
    if not isinstance(value, Blow):
        return Outcome.MISSED
    part = value.zone if value.area is Area.BODY else "tracks" if value.area is Area.TRACK else value.area
    return f"{'angled ' if value.zone and value.victim.angled else ''}{part} {value.armour}"


def _told_apart(chances: Mapping[V, Fraction], word: Callable[[V], str]) -> dict[str, Fraction]:
    """Chances by the words for what they are the chances of."""
    words: dict[str, Fraction] = {}
    for value, chance in chances.items():
        words[word(value)] = words.get(word(value), Fraction(0)) + chance
    return words


def aims(state: State, unit: int) -> tuple[Aim, ...]:
    """Every active enemy in each way to fire, and the walls that can be hit, with what a shot would meet."""
    enemies = gunnery.by_square(state, state.side.other).values()
    modes = [Mode.DIRECT] if gunnery.may_loft(state, unit) else list(Mode)
    units = [aim for mode in modes for target in enemies for aim in _aims_at(state, Announce(unit, target, mode))]
    walls = [AnnounceWall(unit, square) for square in gunnery.wall_targets(state, unit)]
    return tuple(units) + tuple(
        Aim(None, wall, (seen := preview(state, wall)), _badge(seen), cell=wall.square, mode=Mode.DIRECT)
        for wall in walls
    )


def _aims_at(state: State, order: Announce) -> list[Aim]:
    """CORE-73: with option 4 a near target has an aim for each hit die, the one that destroys most often first."""
    white = preview(state, order)
    found = [Aim(order.target, order, white, _badge(white), mode=order.mode)]
    here, there = (state.units.units[who].square for who in (order.unit, order.target))
    close = gunnery.distance(state.ground, here, there) <= gunnery.aimed_up_to(state, order.unit)
    if white.refusal or order.mode is Mode.PARABOLIC or not close:
        return found
    for colour in Colour:
        if colour is not Colour.WHITE:
            careful = msgspec.structs.replace(order, colour=colour)
            seen = preview(state, careful)
            found.append(Aim(order.target, careful, seen, _badge(seen), mode=order.mode))
    chosen = [msgspec.structs.replace(aim, choice=f"{aim.order.colour} die") for aim in found]
    return sorted(chosen, key=lambda aim: -(aim.preview.odds or {})[Outcome.DESTROYED])


def _badge(seen: Preview) -> str:
    """What is written on a target: the chance to destroy it, or why it cannot be hit."""
    if seen.refusal is None:
        odds = seen.odds or {}
        return per_cent(odds.get(Outcome.DESTROYED, odds.get(Outcome.WALL_FELL, Fraction(0))))
    return BADGES.get(seen.refusal.rule, "no sight")


BADGES = {
    "CORE-42": "too far",
    "CORE-43": "too near",
    "CORE-51": "out of arc",
    "CORE-53": "out of arc",
    "CORE-107": "out of range",
    "CORE-113": "out of arc",
    "CORE-115": "house too high",
    "CORE-116": "house too near",
    "CORE-118": "unseen",
    "CORE-124": "unseen",
    "CORE-129": "out of arc",
}


class Prospect(msgspec.Struct, frozen=True):
    """What the shots on the list do to one target together: its fate after each of them, in the order of the list.

    They are all taken as fired; what may strike it on its way to another target is not counted.
    """

    target: int
    shots: tuple[int, ...]
    odds: tuple[Mapping[str, Fraction], ...]


def prospects(state: State) -> tuple[Prospect, ...]:
    """CORE-23, CORE-24: the exact fate of every unit that is fired at, shot by shot; what is lost does not count."""
    due: dict[int, list[Shot]] = {}
    for shot in state.announced:
        if shot.target >= 0 and not lost(state, shot):
            due.setdefault(shot.target, []).append(shot)
    return tuple([_prospect(state, target, shots) for target, shots in due.items()])


def _prospect(state: State, target: int, shots: list[Shot]) -> Prospect:
    """Equal fates merge between the shots, so that a long list stays short. The worst fate comes first."""
    fates, odds = {state.units.units[target]: Fraction(1)}, []
    now = state.copy()
    for shot in shots:
        after: dict[Unit, Fraction] = {}
        for unit, chance in fates.items():
            now.units.put(target, unit)
            verdicts = chances(facts_of(now, shot)[0]) if unit.active else {MISS: Fraction(1)}
            for (at, outcome), part in verdicts.items():
                hit = _after(unit, outcome) if at == 0 else unit
                after[hit] = after.get(hit, Fraction(0)) + chance * part
        fates = dict(sorted(after.items(), key=lambda row: (row[0].active, -row[0].injured, -row[0].tracks)))
        odds.append(_told_apart(fates, fate))
    return Prospect(target, tuple([shot.unit for shot in shots]), tuple(odds))


def _after(unit: Unit, outcome: Outcome) -> Unit:
    """A unit as an outcome leaves it, so far as the next shot asks for it."""
    if outcome is Outcome.DESTROYED:
        return msgspec.structs.replace(unit, condition=Condition.DESTROYED, injured=False, tracks=Tracks.WHOLE)
    if outcome is Outcome.INJURED:
        return msgspec.structs.replace(unit, injured=True)
    return msgspec.structs.replace(unit, tracks=TRACKS[outcome]) if outcome in TRACKS else unit


def fate(unit: Unit) -> str:
    """The markers on a unit in words."""
    if not unit.active:
        return Outcome.DESTROYED
    words = [Outcome.INJURED] if unit.injured else []
    words += [outcome for outcome, tracks in TRACKS.items() if tracks is unit.tracks]
    return " and ".join(words) or "sound"
