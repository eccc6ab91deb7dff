"""A shot (CORE-45, CORE-54 … CORE-102, CORE-110 … CORE-127, CORE-165): its facts, its dice and its exact chances.

Radio, accuracy, cover, hit die, penetration, outcome: the same stages roll the dice and give the chances.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

import msgspec

from hulldown.geometry.squares import Zone, angled
from hulldown.kernel.dice import Dice, Die
from hulldown.kernel.odds import Odds, Procedure, every
from hulldown.rulebooks.panzerstrike.board import COMPASS
from hulldown.rulebooks.panzerstrike.core import gunnery
from hulldown.rulebooks.panzerstrike.core.events import Area, Fired, Outcome
from hulldown.rulebooks.panzerstrike.core.rules import RULES
from hulldown.rulebooks.panzerstrike.core.setup import Figures, UnitType, Weapon, Words
from hulldown.rulebooks.panzerstrike.core.state import AnnouncedShot, Colour, Mode, State, Tracks, Unit
from hulldown.rulebooks.panzerstrike.firing import armour_of, zone_hit

CORE_54 = RULES["CORE-54"]
CORE_65 = RULES["CORE-65"]
CORE_71 = RULES["CORE-71"]
CORE_72 = RULES["CORE-72"]
CORE_84 = RULES["CORE-84"]
CORE_110 = RULES["CORE-110"]
CORE_120 = RULES["CORE-120"]
CORE_125 = RULES["CORE-125"]
BLUE = "blue"
HIT_DICE = {Colour.WHITE: CORE_65, Colour.ORANGE: CORE_71, Colour.GREEN: CORE_72, BLUE: CORE_110}
# What is written on dice that have no numbers; `dice.toml` explains each.
FAILED, LATE = "failed", "late"
MOVED, TURNED, INJURED = "moved", "turned", "injured"
SIDE = "side"
TRACKS = {Outcome.SEMI: Tracks.SEMI, Outcome.IMMOBILISED: Tracks.IMMOBILE}
LETTERS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
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


def report(facts: Facts, dice: Dice) -> Facts | Verdict:
    """CORE-120 … CORE-122: red stops the shot, the purple X a late report."""
    if not facts.radio:
        return facts
    word = dice.word(CORE_120, facts.radio)
    return (-1, Outcome.SILENT) if word == FAILED or (word == LATE and facts.late) else facts


def _missed(facts: Facts) -> Strike | Verdict:
    """CORE-125: a miss in a high arc falls somewhere, with option 9."""
    return Strike(facts, -1) if facts.miss else MISS


def aim(facts: Facts | Verdict, dice: Dice) -> Strike | Verdict:
    """CORE-54, CORE-55, CORE-60 … CORE-63, CORE-165, CORE-Q38: the range, and one more for cover; else the obstacle is
    struck."""
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
    """CORE-70, CORE-Q18: the hit die is not rolled for a body that is nothing else, if none of its symbols matters."""
    return victim.tracks is not None or bool(facts.spoils) or victim.angled or facts.colour == BLUE


def locate(strike: Strike | Verdict, dice: Dice) -> Strike | Blow | Verdict:
    """CORE-65 … CORE-69, CORE-74, CORE-75, CORE-81, CORE-97, CORE-111, CORE-Q21: where the hit die has it, or that it
    is none."""
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


def scatter(strike: Strike | Blow | Verdict, dice: Dice) -> Strike | Blow | Verdict:
    """CORE-125 … CORE-127, CORE-Q25: the miss dice name a square next to the target; who is there becomes the target,
    once."""
    if not isinstance(strike, Strike):
        return strike
    letters = "".join([dice.word(CORE_125, die) for die in strike.facts.miss])
    at = dict(strike.facts.falls).get(letters, -1)
    return MISS if at < 0 else Strike(strike.facts, at, fallen=True)


def _at_least_0(penetration: int) -> int:
    """CORE-95, CORE-Q20: less than 0 counts as 0, so that armour of 0 is always reached."""
    return max(0, penetration)


def pierce(blow: Blow | Verdict, dice: Dice) -> Verdict:
    """CORE-84, CORE-86, CORE-91 … CORE-95, CORE-98, CORE-99, CORE-101, CORE-102, CORE-146, CORE-148: the last die.

    A hit on the top is one on the body (CORE-Q21), and fixed weapons have crews as vehicles do (CORE-Q42).
    """
    if not isinstance(blow, Blow):
        return blow
    victim = blow.victim
    value = _at_least_0(victim.penetration + dice.sum(CORE_84, blow.die, 1))
    if value < blow.armour:
        return blow.at, Outcome.BOUNCED
    if blow.area is Area.TRACK:
        return blow.at, Outcome.SEMI if victim.semi else Outcome.IMMOBILISED
    if value == blow.armour and victim.repairing:
        return blow.at, Outcome.BOUNCED
    if value > blow.armour or victim.injured:
        return blow.at, Outcome.DESTROYED
    return blow.at, Outcome.INJURED


DIRECT: Procedure[Facts, Verdict] = Procedure(aim, locate, pierce)
PARABOLIC: Procedure[Facts, Verdict] = Procedure(report, aim, locate, scatter, locate, pierce)


def procedure_of(facts: Facts) -> Procedure[Facts, Verdict]:
    return PARABOLIC if facts.colour == BLUE else DIRECT


def chances(facts: Facts) -> Odds[Verdict]:
    return procedure_of(facts).odds(facts)


@lru_cache(maxsize=4096)
def throw(stage: Callable[[Any, Dice], Any], value: Any) -> Mapping[Any, Fraction]:
    """The chances of one stage alone; a hand that moves over the board asks for the same ones again and again."""
    return every(partial(stage, value))


# The facts


def thicker(figures: Figures, armour: int) -> int:
    """CORE-82: what armour counts when it is angled."""
    many, parts = figures.angled
    return (2 * many * armour + parts) // (2 * parts)


def meeting(figures: Figures, weapon: Weapon, far: int, kind: UnitType, zone: Zone, at_angle: bool) -> Victim:
    """CORE-76, CORE-82, CORE-89, CORE-90, CORE-Q49: what arrives of a shell at a range, and what of a sound unit it
    meets."""
    armour, side = armour_of(kind, zone), kind.side
    if at_angle:
        armour, side = thicker(figures, armour), thicker(figures, side)
    loss = figures.ap_loss * (far - 1) if weapon.ammunition == "AP" else 0
    return Victim(weapon.penetration - loss, zone, armour, side, kind.top, kind.tracks, at_angle)


def victim_of(state: State, gun: Unit, unit: int, mode: Mode) -> Victim:
    """CORE-63, CORE-76 … CORE-90, CORE-112, CORE-Q12, CORE-Q13: a unit as a shell from this gun meets it, at its own
    range and in the zone of its hull."""
    ground, setup, piece = state.ground, state.ground.setup, state.units.units[unit]
    weapon = ground.chart[gun.kind].weapon
    assert weapon is not None
    far = gunnery.distance(ground, gun.square, piece.square, mode)
    between = angled(piece.facing, *ground.grid.offset(piece.square, gun.square)) if setup.angled else None
    zone = between or zone_hit(ground.grid, gun.square, piece.square, piece.facing)
    met = meeting(setup.figures, weapon, far, state.kind(unit), zone, between is not None)
    semi = setup.semi and piece.tracks is Tracks.WHOLE
    return msgspec.structs.replace(met, semi=semi, injured=piece.injured, repairing=piece.timer > 0)


def facts_of(state: State, shot: AnnouncedShot) -> tuple[Facts, tuple[int, ...]]:
    """CORE-45, CORE-Q22, CORE-Q51: a shot's facts as places were announced, and the squares of its victims; cover
    counts for direct fire only."""
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
        falls = {letters_of(state, shot.square, square): at for at, square in enumerate(others, 1)}
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


def obstacle_of(state: State, shot: AnnouncedShot) -> int:
    """CORE-61, CORE-Q11: where the thing stands that covers a target most."""
    units = state.units
    here, active = units.units[shot.unit].square, units.active_red | units.active_blue
    thing = state.ground.cover.struck(here, shot.square, units.occupied, active)
    assert thing is not None  # something covers it
    return thing.square


def _obstacle(state: State, gun: Unit, shot: AnnouncedShot) -> Iterator[tuple[int, Victim | None]]:
    """CORE-61 … CORE-63, CORE-Q11, CORE-Q51: what covers the target, if it can be harmed: a unit that is active now, or
    a wall."""
    units, square = state.units, obstacle_of(state, shot)
    if (units.active_red | units.active_blue) >> square & 1:
        yield square, victim_of(state, gun, units.standing_on(square), Mode.DIRECT)
    elif state.ground.standing >> square & 1:
        yield square, None


def _around(state: State, gun: Unit, shot: AnnouncedShot) -> Iterator[tuple[int, Victim]]:
    """CORE-126, CORE-127, CORE-Q25: the active units next to the target that the shell can reach, in or out of its
    arc."""
    near = state.ground.grid.neighbours(shot.square)
    for unit, piece in enumerate(state.units.units):
        if piece.active and near >> piece.square & 1 and gunnery.path_clear(state.ground, gun.square, piece.square):
            yield piece.square, victim_of(state, gun, unit, Mode.PARABOLIC)


def letters_of(state: State, target: int, square: int) -> str:
    """CORE-125: what the miss dice say for a square next to the target, by the compass of the board."""
    board = state.ground.setup.board
    facing = next(way for way in range(8) if state.ground.grid.ahead(target, way) == square)
    return LETTERS[COMPASS.index(board.compass(facing))]


def spoils(state: State, unit: int) -> Iterator[str]:
    """CORE-74, CORE-75, CORE-97, CORE-Q17, CORE-Q41, CORE-Q42: the symbols by which this gun misses now."""
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
