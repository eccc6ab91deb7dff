"""The announced shots (CORE-23, CORE-24): the list, what comes of each, and what they promise before."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import accumulate
from typing import Any, TypeVar

import msgspec

from hulldown.geometry.squares import CoverTrace, Trace
from hulldown.kernel.dice import Dice
from hulldown.kernel.forecast import BestShot
from hulldown.kernel.odds import per_cent
from hulldown.kernel.rule import Modifier, Refusal
from hulldown.kernel.rulebook import Aim, Preview, Stage
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
from hulldown.rulebooks.panzerstrike.core.forecasting import forecast
from hulldown.rulebooks.panzerstrike.core.orders import Announce, AnnounceWall, OpenFire, Resolve
from hulldown.rulebooks.panzerstrike.core.rules import RULES
from hulldown.rulebooks.panzerstrike.core.shot import (
    HIT_DICE,
    MISS,
    ORDER,
    TRACKS,
    Blow,
    Facts,
    Strike,
    Verdict,
    aim,
    asks_where,
    chances,
    facts_of,
    locate,
    pierce,
    procedure_of,
    report,
    throw,
)
from hulldown.rulebooks.panzerstrike.core.state import AnnouncedShot, Colour, Mode, State, Tracks, Unit
from hulldown.rulebooks.panzerstrike.firing import best_of
from hulldown.rulebooks.panzerstrike.pieces import Condition

CORE_07 = RULES["CORE-07"]
CORE_23 = RULES["CORE-23"]
CORE_54 = RULES["CORE-54"]
CORE_56 = RULES["CORE-56"]
CORE_60 = RULES["CORE-60"]
CORE_84 = RULES["CORE-84"]
CORE_89 = RULES["CORE-89"]
CORE_109 = RULES["CORE-109"]
CORE_120 = RULES["CORE-120"]
CORE_125 = RULES["CORE-125"]

V = TypeVar("V")


# Opening fire


def may_open_fire(state: State, order: OpenFire) -> Refusal | None:
    """CORE-23: once there is something on the list."""
    return None if state.announced else CORE_23.refuse("no shot is announced; announce one or end the turn")


def resolve_open_fire(state: State, order: OpenFire, dice: Dice) -> Iterator[Event]:
    """CORE-23: the list is fixed."""
    yield FireOpened(state.announced)


def shot_by(state: State, unit: int) -> AnnouncedShot | None:
    return next((shot for shot in state.announced if shot.unit == unit), None)


def may_resolve(state: State, order: Resolve) -> Refusal | None:
    """CORE-23, CORE-24, CORE-Q08: only what is on the list, in any order."""
    if shot_by(state, order.unit) is not None:
        return None
    if not 0 <= order.unit < len(state.units.units):
        return CORE_07.refuse(f"there is no unit {order.unit}; they are numbered 0 to {len(state.units.units) - 1}")
    return CORE_23.refuse(f"{state.name(order.unit, state.side)} has no shot left on the list")


def lost(state: State, shot: AnnouncedShot) -> bool:
    """CORE-24, CORE-63, CORE-96, CORE-Q08, CORE-Q52: whether the target is gone, or the firer may no longer fire."""
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
    shot: AnnouncedShot,
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


def harm(state: State, shot: AnnouncedShot, square: int, outcome: Outcome) -> Iterator[Event]:
    """CORE-91 … CORE-102, CORE-145 … CORE-148, CORE-165: what an outcome does to what stood there, and who wins."""
    if outcome is Outcome.WALL_FELL:
        yield WallFell(square, shot.unit)
        return
    unit = state.units.standing_on(square)
    timer, most = state.units.units[unit].timer, state.ground.setup.figures.timer
    if outcome is Outcome.DESTROYED:
        yield Destroyed(unit)
        if (result := turn.victory_by(state, unit)) is not None:
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


def outlook(state: State, shot: AnnouncedShot) -> Preview:
    """CORE-45: a legal shot's stages and chances."""
    facts, squares = facts_of(state, shot)
    high = shot.mode is Mode.PARABOLIC
    eyes = tuple([other for _, other in gunnery.spotters(state, shot.unit, shot.square)]) if high else ()
    trace = _way_of(state, shot.unit, shot.square, high)
    far = (CORE_109 if high else CORE_56).modify(facts.range, "range")
    sums = (far, CORE_60.modify(facts.cover, "cover")) if facts.cover else (far,)
    odds = _worded(state, facts, squares)
    stages = tuple(_stages(state, shot, facts, squares, sums))
    covering = _struck(state, squares[1]) if facts.cover and len(squares) > 1 else "an obstacle"
    told = forecast(facts, gunnery.weapon_of(state, shot.unit).penetration, sums, covering)
    return Preview(None, trace, sums, odds, None, eyes, stages, forecast=told)


# By these a shot is refused for something that stands on its way.
IN_THE_WAY = ("CORE-40", "CORE-93", "CORE-115", "CORE-116", "CORE-168", "CORE-169", "CORE-171")


def odds_of(state: State, shot: AnnouncedShot, reported: bool = False) -> dict[str, Fraction]:
    """The chance of every outcome of a shot on the list, in words; maybe once its report has come."""
    if lost(state, shot):
        return {Outcome.LOST: Fraction(1)}
    facts, squares = facts_of(state, shot)
    return _worded(state, msgspec.structs.replace(facts, radio=()) if reported else facts, squares)


def chance_of(state: State, shot: AnnouncedShot) -> Fraction:
    """The chance of a shot on the list to destroy its target, or to bring down its wall."""
    wanted = Outcome.DESTROYED if shot.target >= 0 else Outcome.WALL_FELL
    return Fraction(0) if lost(state, shot) else chances(facts_of(state, shot)[0]).get((0, wanted), Fraction(0))


def friends_at_risk(state: State, shot: AnnouncedShot) -> dict[int, Fraction]:
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


def _stages(
    state: State, shot: AnnouncedShot, facts: Facts, squares: tuple[int, ...], sums: tuple[Modifier, ...]
) -> Iterator[Stage]:
    """The throws that a shot at its target may take, each with its own chances."""
    weapon = gunnery.weapon_of(state, shot.unit)
    if facts.radio:
        heard = _told_apart(throw(report, facts), lambda value: "not fired" if value != facts else "reported")
        yield Stage("radio", CORE_120.id, "the radio die", odds=heard)

    def met(value: Strike | Verdict) -> str:
        if value == MISS or (isinstance(value, Strike) and value.at < 0):
            return Outcome.MISSED
        at = value.at if isinstance(value, Strike) else value[0]
        return f"{_struck(state, squares[at])} struck" if at else "hit"

    dice = f"the two dice for aims {weapon.accuracy}"
    yield Stage("aims", CORE_54.id, dice, sums, _told_apart(throw(aim, facts), met))
    if (target := facts.victims[0]) is None:
        return
    blows = throw(locate, Strike(facts, 0))
    if asks_where(facts, target):
        rule = HIT_DICE[facts.colour].id
        yield Stage("hit area", rule, f"the {facts.colour} hit die", odds=_told_apart(blows, _place))
    for blow in blows:
        if isinstance(blow, Blow):
            had = CORE_84.modify(weapon.penetration, "gun")
            fall = blow.victim.penetration - weapon.penetration
            parts = (had, CORE_89.modify(fall, "AP over the range")) if fall else (had,)
            came = _told_apart(throw(pierce, blow), lambda verdict: verdict[1])
            yield Stage(f"gun, {_place(blow)}", CORE_84.id, f"gun die {weapon.die}", parts, came)


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


def best_shot(state: State, unit: int) -> tuple[str, BestShot | None] | None:
    """CORE-22, CORE-45: the enemy that a unit destroys most often from where it stands, firing directly."""
    if gunnery.may_shoot(state, unit) is not None:
        return None
    shots = {target: gunnery.shot_of(state, Announce(unit, target)) for target in gunnery.targets(state, unit)}
    return best_of(state, {target: chance_of(state, shot) for target, shot in shots.items()})


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
    "CORE-124": "unreported",
    "CORE-129": "out of arc",
    "CORE-Q24": "unreported",
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
    due: dict[int, list[AnnouncedShot]] = {}
    for shot in state.announced:
        if shot.target >= 0 and not lost(state, shot):
            due.setdefault(shot.target, []).append(shot)
    return tuple([_prospect(state, target, shots) for target, shots in due.items()])


def _prospect(state: State, target: int, shots: list[AnnouncedShot]) -> Prospect:
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
