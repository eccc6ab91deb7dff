"""What falls from above: artillery (PK-41 … PK-44), aircraft bombs (PK-45 … PK-48), the barrage (PK-125)."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

import msgspec

from hulldown.geometry.plane import DIRECTIONS, FINE, ONE, Base, Leg, along, in_gap, point, stride
from hulldown.geometry.plane.bearings import rounded
from hulldown.kernel.dice import Dice
from hulldown.kernel.forecast import End, Forecast
from hulldown.kernel.odds import Odds
from hulldown.kernel.picture import Place
from hulldown.kernel.rule import Refusal, Rule
from hulldown.kernel.rulebook import Dot, Fall, Preview, Stage, Struck
from hulldown.rulebooks.panzerkampf import counter, damage, forecasting, odds, shooting, turn
from hulldown.rulebooks.panzerkampf.events import Bombed, Event, Part, Shelled
from hulldown.rulebooks.panzerkampf.figures import CM, Figures
from hulldown.rulebooks.panzerkampf.forecasting import PARTS, Deviation, Met
from hulldown.rulebooks.panzerkampf.odds import Strike
from hulldown.rulebooks.panzerkampf.orders import Barrage, Bomb, Shell
from hulldown.rulebooks.panzerkampf.paths import bodies, cm, leg_of
from hulldown.rulebooks.panzerkampf.rules import RULES
from hulldown.rulebooks.panzerkampf.sight import Spot, may_reach, nearest_in_range
from hulldown.rulebooks.panzerkampf.state import Phase, State
from hulldown.rulebooks.panzerkampf.units import Weapon

PK_29, PK_41, PK_42, PK_44 = RULES["PK-29"], RULES["PK-41"], RULES["PK-42"], RULES["PK-44"]
PK_45, PK_125 = RULES["PK-45"], RULES["PK-125"]
PK_R23, PK_R24, PK_R44 = RULES["PK-R23"], RULES["PK-R24"], RULES["PK-R44"]
CELL = CM // 2  # the squares into which a cloud of dots is merged
MOST_DOTS = 400
MOST_EXACT = 12  # shots of a salvo that are followed to the 1/100 mm; places of longer ones are merged
GRAIN = CM // 5  # into squares of this size
MOST_AIMS = 40


class Salvo(msgspec.Struct, frozen=True, gc=False):
    """An attack from above: where it is aimed, its figures, and for bombs the direction of the stick, else −1."""

    aim: Spot
    attacks: int
    accuracy: int
    power: tuple[int, int]  # DMG and PEN
    marked: bool
    heading: int = -1


# Where it falls


def heading_of(figures: Figures, direction: int) -> int:
    """PK-42, PK-R22: the bearing of a face of the artillery die: the last one is up the table."""
    return direction * 360 // figures.directions % 360


def scatter(
    state: State, aim: Spot, accuracy: int, dice: Dice, marked: bool = False, rule: Rule = PK_42
) -> tuple[tuple[int, ...], int, Spot]:
    """PK-42, PK-51, PK-119, PK-R20, PK-R39: the deviation dice as they fell, the direction, the first impact."""
    figures, die = state.setup.figures, damage.die_of(state)
    before = len(dice.rolls)
    low = dice.lowest(rule, die, 1 + figures.mark * marked)
    shown, off = dice.shown(before) or (low,), max(0, low - accuracy)
    (direction,) = _directions(state, rule, 1, dice)
    dx, dy = stride(off * CM, heading_of(figures, direction))
    return shown, direction, (aim[0] + dx, aim[1] + dy)


def _directions(state: State, rule: Rule, count: int, dice: Dice) -> tuple[int, ...]:
    """PK-42, PK-R49: artillery dice, which never bring another one."""
    return dice.faces(rule, tuple(range(1, state.setup.figures.directions + 1)), count) if count else ()


def _wander(state: State, first: Spot, directions: Sequence[int]) -> tuple[Spot, ...]:
    """PK-44: each further shot lands a step from the last one."""
    figures, places = state.setup.figures, [first]
    for direction in directions:
        dx, dy = stride(figures.wander * CM, heading_of(figures, direction))
        places.append((places[-1][0] + dx, places[-1][1] + dy))
    return tuple(places)


def stick(figures: Figures, first: Spot, heading: int, attacks: int) -> tuple[Spot, ...]:
    """PK-47: each further bomb lands a step on, along the flight."""
    ways = [stride(bomb * figures.bomb_step * CM, heading) for bomb in range(attacks)]
    return tuple([(first[0] + dx, first[1] + dy) for dx, dy in ways])


# Whom it hits


def struck_by(state: State, spot: Spot) -> list[int]:
    """PK-43, PK-48, PK-R23: the units and wrecks on whose base, edge included, a place is; none in the air or dived."""
    return [unit for unit, shape in bodies(state, flying=False) if shape.holds(*spot)]


def _land(state: State, impacts: Sequence[Spot], power: tuple[int, int], dice: Dice) -> Iterator[Event]:
    """PK-43, PK-48, PK-70, PK-72, PK-123, PK-R25, PK-R51: all hits on each unit's top armour, then on crates."""
    struck = [unit for spot in impacts for unit in struck_by(state, spot)]
    for unit in sorted(set(struck)):
        yield from damage.strike(state, unit, struck.count(unit), *power, Part.TOP, dice)
    for crate in reversed(range(len(state.crates))):
        base = damage.crate_base(state, crate).shape
        if hits := sum(base.holds(*spot) for spot in impacts):
            yield from damage.strike_crate(state, crate, hits, *power, dice)


# Artillery


def may_shell(state: State, order: Shell) -> Refusal | None:
    """PK-27, PK-29, PK-30, PK-41, PK-R23: a place of the table within RNG and ANG; nobody needs to see it."""
    if refusal := shooting.may_use(state, order.unit, order.weapon):
        return refusal
    gun = state.weapon(order.unit, order.weapon)
    if gun.kind != "artillery":
        return PK_41.refuse(f"the {gun.name} cannot be aimed at a place; only artillery can")
    if refusal := on_table(state, order.x, order.y):
        return refusal
    refusal = may_reach(state, order.unit, gun, order.x, order.y, "the place")
    if refusal is not None and refusal.rule == PK_29.id:
        x, y = nearest_in_range(state, order.unit, gun, order.x, order.y)
        nearest = Shell(order.unit, order.weapon, x, y)
        if may_shell(state, nearest) is None:
            return msgspec.structs.replace(refusal, nearest=nearest)
    return refusal


def on_table(state: State, x: int, y: int, rule: Rule = PK_R23) -> Refusal | None:
    """PK-R23, PK-R40: artillery and supplies are aimed at the table."""
    if state.table.whole.holds(x, y):
        return None
    size = f"{cm(state.table.width)} × {cm(state.table.height)} cm"
    return rule.refuse(f"{cm(x)}, {cm(y)} is not on the table of {size}")


def resolve_shell(state: State, order: Shell, dice: Dice) -> Iterator[Event]:
    """PK-33, PK-42, PK-43, PK-44: the deviation, the walk of the further shots, and whom they hit."""
    salvo = salvo_of(state, order)
    shown, directions, impacts = _shoot(state, salvo, dice)
    side, counters = state.acting, state.window is not None
    yield Shelled(order.unit, order.weapon, side, salvo.aim, shown, directions, impacts, counters)
    yield from _land(state, impacts, salvo.power, dice)
    yield from counter.after_shot(state)


def _shoot(state: State, salvo: Salvo, dice: Dice) -> tuple[tuple[int, ...], tuple[int, ...], tuple[Spot, ...]]:
    shown, direction, first = scatter(state, salvo.aim, salvo.accuracy, dice, salvo.marked)
    more = _directions(state, PK_44, salvo.attacks - 1, dice)
    return shown, (direction, *more), _wander(state, first, more)


# The barrage


def may_barrage(state: State, order: Barrage) -> Refusal | None:
    """PK-124, PK-125: in one's own shooting phase, for counters, at any place of the table."""
    price, held = state.setup.figures.barrage.counters, state.counters[state.side]
    if not turn.shoots(state, state.side):
        return PK_R44.refuse(f"{state.side.label}'s first turn around the encircled is movement only")
    if held < price:
        return PK_125.refuse(f"a barrage costs {price} counters; {state.side.label} has {held}")
    return on_table(state, order.x, order.y)


def resolve_barrage(state: State, order: Barrage, dice: Dice) -> Iterator[Event]:
    """PK-125: an artillery attack without a weapon."""
    salvo = salvo_of(state, order)
    shown, directions, impacts = _shoot(state, salvo, dice)
    yield Shelled(-1, -1, state.side, salvo.aim, shown, directions, impacts)
    yield from _land(state, impacts, salvo.power, dice)
    yield from turn.after_losses(state)


# Bombs


def may_bomb(state: State, order: Bomb) -> Refusal | None:
    """PK-27, PK-45, PK-R24: a place of the path that was flown in this turn, above the table."""
    if refusal := shooting.may_use(state, order.unit, order.weapon):
        return refusal
    gun, name = state.weapon(order.unit, order.weapon), state.name(order.unit, state.acting)
    if gun.kind != "bomb":
        return PK_45.refuse(f"the {gun.name} cannot be dropped; only aircraft bombs can")
    if state.units[order.unit].moved != state.turn or not state.units[order.unit].flown:
        return PK_45.refuse(f"{name} has flown no path in this turn to drop its {gun.name} on")
    legs = _legs(state, order.unit)
    whole = sum(leg.length for leg in legs)
    if not 0 <= order.along <= whole:
        nearest = msgspec.structs.replace(order, along=min(max(0, order.along), whole))
        told = f"{name} flew {cm(whole)} cm; {cm(order.along)} cm along is not on that path"
        return PK_45.refuse(told, nearest if may_bomb(state, nearest) is None else None)
    x, y, _ = _drop(state, order)
    if not state.table.whole.holds(x, y):
        return PK_R24.refuse(f"{cm(order.along)} cm along its path {name} was not above the table")
    return None


def _legs(state: State, unit: int) -> list[Leg]:
    return [leg_of(*leg) for leg in state.units[unit].flown]


def _drop(state: State, order: Bomb) -> tuple[int, int, int]:
    """PK-45, PK-47: the drop point, and the direction of flight in it."""
    found = along(_legs(state, order.unit), order.along)
    assert found is not None
    return found


def resolve_bomb(state: State, order: Bomb, dice: Dice) -> Iterator[Event]:
    """PK-46, PK-47, PK-48: the first bomb deviates, the others follow along the flight."""
    salvo = salvo_of(state, order)
    shown, direction, first = scatter(state, salvo.aim, salvo.accuracy, dice, salvo.marked)
    impacts = stick(state.setup.figures, first, salvo.heading, salvo.attacks)
    yield Bombed(order.unit, order.weapon, salvo.aim, salvo.heading, shown, direction, impacts)
    yield from _land(state, impacts, salvo.power, dice)
    yield from turn.after_losses(state)


# The facts


def salvo_of(state: State, order: Shell | Bomb | Barrage) -> Salvo:
    """PK-41, PK-45, PK-118, PK-119, PK-125, PK-R21: all that an attack from above depends on."""
    if isinstance(order, Barrage):
        figures, aim = state.setup.figures.barrage, (order.x, order.y)
        power = figures.damage, figures.penetration
        return Salvo(aim, figures.attacks, figures.accuracy, power, _marked(state, aim, 0))
    gun: Weapon = state.weapon(order.unit, order.weapon)
    power = gun.damage, shooting.penetration_of(state, order.unit, gun)
    own = state.units[order.unit].side is state.side
    if isinstance(order, Shell):
        aim = order.x, order.y
        return Salvo(aim, gun.attacks, gun.accuracy, power, own and _marked(state, aim, 0))
    x, y, heading = _drop(state, order)
    marked = own and _marked(state, (x, y), state.setup.figures.mark_reach * CM)
    return Salvo((x, y), gun.attacks, gun.accuracy, power, marked, heading)


def _marked(state: State, aim: Spot, reach: int) -> bool:
    """PK-119, PK-R39, PK-R65: whether an attack is one against the marked unit."""
    if state.marked < 0 or not state.units[state.marked].standing:
        return False
    return in_gap(state.base(state.marked).shape, point(*aim), reach)


# Chances


@lru_cache(maxsize=512)
def _first_shots(die: int, directions: int, accuracy: int, dice: int) -> tuple[tuple[tuple[Spot, int], ...], int]:
    """PK-42, PK-51, PK-119: where the first shot lands, from the aim point, in how many ways, and of how many.

    A highest face is rolled again until it is none, so each lower one is as likely; of several dice the lowest counts.
    """
    found: dict[Spot, int] = {}
    for face in range(1, die):
        ways = (die - face) ** dice - (die - 1 - face) ** dice
        for direction in range(1, directions + 1):
            spot = stride(max(0, face - accuracy) * CM, direction * 360 // directions % 360)
            found[spot] = found.get(spot, 0) + ways
    return tuple(found.items()), directions * (die - 1) ** dice


# A place as one number, so that steps add up quickly.
SPAN = 1 << 24


def _code(spot: Spot) -> int:
    return spot[0] * SPAN + spot[1]


def _spot(code: int) -> Spot:
    y = (code + SPAN // 2) % SPAN - SPAN // 2
    return (code - y) // SPAN, y


class Fallout(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """All that the chances of where shots fall depend on, from the aim point; `heading` is that of a stick, or −1."""

    attacks: int
    accuracy: int
    dice: int
    heading: int
    die: int
    directions: int
    step: int  # in 1/100 mm

    @property
    def first(self) -> tuple[tuple[tuple[Spot, int], ...], int]:
        return _first_shots(self.die, self.directions, self.accuracy, self.dice)

    def steps(self, shot: int) -> list[int]:
        """PK-44, PK-47: from one shot to the next, which has this number: any way, or along the flight."""
        if self.heading >= 0:
            before, after = (_code(stride(at * self.step, self.heading)) for at in (shot - 1, shot))
            return [after - before]
        return [_code(stride(self.step, at * 360 // self.directions % 360)) for at in range(self.directions)]

    @property
    def exact(self) -> bool:
        """Whether every place counts; those of a long random walk are merged."""
        return self.attacks <= MOST_EXACT or self.heading >= 0

    @property
    def reach(self) -> int:
        """How far from the aim point any shot may land, and a little more."""
        return max(0, self.die - 1 - self.accuracy) * CM + self.attacks * (self.step + 2)


def fallout(state: State, salvo: Salvo) -> Fallout:
    figures = state.setup.figures
    step = figures.wander if salvo.heading < 0 else figures.bomb_step
    dice = 1 + figures.mark * salvo.marked
    return Fallout(salvo.attacks, salvo.accuracy, dice, salvo.heading, figures.die, figures.directions, step * CM)


@lru_cache(maxsize=4096)
def hits_on(fall: Fallout, base: Base) -> dict[int, Fraction]:
    """PK-43, PK-44, PK-47, PK-48: the exact chance of each number of hits on a base, its place counted from the aim.

    Equal places are one; a shot so far off that no later one can come back to the base is followed no further. The ways
    to a place are one number, with those of each number of hits in digits of their own. Very long salvos are merged.
    """
    first, of = fall.first
    ways_on, left = len(fall.steps(1)), fall.attacks - 1
    of *= ways_on**left
    digit, done = of.bit_length(), 0
    # on the base is who is no farther from its middle, along it and across it, than half its sides
    ((ax, ay, _, wide), (bx, by, _, long)) = Base(0, 0, base.heading, base.length, base.width).shape.axes
    wide, long = wide // FINE, long // FINE
    now = {_code((x - base.x, y - base.y)): ways for (x, y), ways in first}
    while True:
        near: dict[int, int] = {}
        far = left * (fall.step + 2) * (ONE + 2)
        for code, ways in (now if fall.exact else _merged(now, GRAIN)).items():
            x, y = _spot(code)
            across, ahead = abs(ax * x + ay * y), abs(bx * x + by * y)
            if across > wide + far or ahead > long + far:
                done += ways * ways_on**left
            else:
                near[code] = ways << digit if across <= wide and ahead <= long else ways
        if not left:
            break
        now, left = _stepped(near, fall.steps(fall.attacks - left)), left - 1
    done += sum(near.values())
    ways_of = [done >> digit * hits & (1 << digit) - 1 for hits in range(fall.attacks + 1)]
    return {hits: Fraction(ways, of) for hits, ways in enumerate(ways_of) if ways}


def _merged(places: dict[int, int], grain: int) -> dict[int, int]:
    """Places to the nearest middle of a square."""
    found: dict[int, int] = {}
    for code, ways in places.items():
        x, y = _spot(code)
        square = _code((rounded(x, grain) * grain, rounded(y, grain) * grain))
        found[square] = found.get(square, 0) + ways
    return found


def _stepped(places: dict[int, int], steps: list[int]) -> dict[int, int]:
    found: dict[int, int] = {}
    had = found.get
    for code, ways in places.items():
        for step in steps:
            found[code + step] = had(code + step, 0) + ways
    return found


@lru_cache(maxsize=64)
def cloud(fall: Fallout) -> tuple[tuple[Spot, Fraction], ...]:
    """Where a shot falls, whichever of a salvo it is, from the aim point: places, or squares if there are too many."""
    first, of = fall.first
    places = {_code(spot): ways for spot, ways in first}
    if fall.attacks == 1:
        return tuple([(spot, Fraction(ways, of)) for spot, ways in first])
    ways_on, cells = len(fall.steps(1)), dict[int, int]()
    scale = ways_on ** (fall.attacks - 1)
    for shot in range(fall.attacks):
        if shot:
            last = places if fall.exact else _merged(places, CELL)
            places, scale = _stepped(last, fall.steps(shot)), scale // ways_on
        for cell, ways in _merged(places, CELL).items():
            cells[cell] = cells.get(cell, 0) + ways * scale
    of *= ways_on ** (fall.attacks - 1) * fall.attacks
    best = sorted(cells.items(), key=lambda item: (-item[1], item[0]))[:MOST_DOTS]
    return tuple([(_spot(cell), Fraction(ways, of)) for cell, ways in best])


def chances(state: State, salvo: Salvo) -> dict[int, dict[int, Fraction]]:
    """PK-43, PK-48: for each unit or wreck that may be hit the chance of each number of hits."""
    fall, found = fallout(state, salvo), {}
    for unit, _ in bodies(state, flying=False):
        base = state.base(unit)
        here = Base(base.x - salvo.aim[0], base.y - salvo.aim[1], base.heading, base.length, base.width)
        near = fall.reach + base.length + base.width
        if here.x**2 + here.y**2 <= near * near:
            hits = hits_on(fall, here)
            if hits.get(0, Fraction(0)) < 1:
                found[unit] = hits
    return found


def outcomes(state: State, salvo: Salvo, unit: int, hits: dict[int, Fraction]) -> Odds[str]:
    """PK-70 … PK-81: the chance of each outcome for a unit that has these chances to be hit."""
    return odds.struck(hits, damage.strike_on(state, unit, Part.TOP, *salvo.power))


def preview(state: State, order: Shell | Bomb | Barrage) -> Preview:
    """Where an attack may fall, on whom, and what it does to the enemy that it is most likely to hit."""
    judge: Refusal | None
    if isinstance(order, Barrage):
        judge = may_barrage(state, order)
    else:
        judge = may_shell(state, order) if isinstance(order, Shell) else may_bomb(state, order)
    if judge is not None:
        return Preview(judge)
    salvo, side = salvo_of(state, order), state.acting
    found = chances(state, salvo)
    struck = [
        Struck(unit, 1 - hits.get(0, Fraction(0)), state.units[unit].side is side) for unit, hits in found.items()
    ]
    struck = sorted([one for one in struck if state.units[one.unit].standing], key=lambda one: -one.chance)
    fall = Fall(_dots(state, salvo, struck), tuple(struck), _told(salvo), Place(*salvo.aim), salvo.attacks)
    target = next((one.unit for one in struck if not one.friend), None)
    stages = (_deviation(state, salvo),)
    if target is None:
        return Preview(stages=stages, fall=fall, forecast=_forecast(state, salvo, fall, None))
    armour = damage.armour_of(state, target, Part.TOP)
    strike = damage.strike_on(state, target, Part.TOP, *salvo.power)
    wound = shooting.to_wound(f"{state.name(target, side)}, {Part.TOP} {armour}", armour, salvo.power[1], strike)
    met = Met(PARTS[Part.TOP], armour, salvo.power[1], state.type(target).hp)
    told = _forecast(state, salvo, fall, (strike, met))
    worst = outcomes(state, salvo, target, found[target])
    return Preview(odds=worst, stages=(*stages, wound), fall=fall, forecast=told)


def _dots(state: State, salvo: Salvo, struck: Sequence[Struck]) -> tuple[Dot, ...]:
    """The places on the table, and whom a shot there strikes, as `struck_by` judges it."""
    whole, (x, y) = state.table.whole, salvo.aim
    bases = [(one, state.base(one.unit).shape) for one in struck]
    found = []
    for (dx, dy), chance in cloud(fallout(state, salvo)):
        at = x + dx, y + dy
        if whole.holds(*at):
            under = [one for one, shape in bases if shape.holds(*at)]
            enemies = tuple([one.unit for one in under if not one.friend])
            found.append(Dot(*at, chance, enemies, tuple([one.unit for one in under if one.friend])))
    return tuple(found)


def _forecast(state: State, salvo: Salvo, fall: Fall, hit: tuple[Strike, Met] | None) -> Forecast:
    """PK-42 … PK-48: what the deviation die does, and what a hit throws at the enemy that is hit most often."""
    figures, side = state.setup.figures, state.acting
    step = figures.wander if salvo.heading < 0 else figures.bomb_step
    dice = 1 + figures.mark * salvo.marked
    facts = Deviation(figures.die, dice, salvo.accuracy, salvo.attacks, step, salvo.heading >= 0)
    struck = tuple([(state.name(one.unit, side), one.friend, one.chance) for one in fall.struck])
    return forecasting.of_fall(facts, lambda off: _end_at(state, salvo, fall, off), struck, hit)


def _end_at(state: State, salvo: Salvo, fall: Fall, off: int) -> End:
    """Whether the first shot hits the enemy that is hit most often if it is so many cm off: always, or by direction."""
    target = next((one.unit for one in fall.struck if not one.friend), None)
    if target is None:
        return "fails"
    shape, (x, y), many = state.base(target).shape, salvo.aim, state.setup.figures.directions
    spots = [stride(off * CM, direction * 360 // many % 360) for direction in range(many)]
    hits = sum(shape.holds(x + dx, y + dy) for dx, dy in spots)
    return "works" if hits == many else "partly" if hits or salvo.attacks > 1 else "fails"


def _told(salvo: Salvo) -> str:
    """What is exact, and what was left out."""
    if salvo.attacks == 1:
        return "Every place where the shot may land, with its chance; all chances are exact."
    what = "bombs" if salvo.heading >= 0 else "shots"
    exact = salvo.attacks <= MOST_EXACT or salvo.heading >= 0
    merged = f"are those of places merged into squares of {GRAIN * 10 // CM} mm"
    told = f"The chances to be hit count every way in which the {what} can fall, and {'are exact' if exact else merged}"
    dots = f"the {MOST_DOTS} likeliest squares of {CELL * 10 // CM} mm, with the part of the {what} that lands in each"
    return f"{told}; the dots are at most {dots}."


def _deviation(state: State, salvo: Salvo) -> Stage:
    """PK-42, PK-51, PK-119: by how much the first shot is off."""
    figures, dice = state.setup.figures, 1 + state.setup.figures.mark * salvo.marked
    found: dict[str, Fraction] = {}
    for face in range(1, figures.die):
        ways = (figures.die - face) ** dice - (figures.die - 1 - face) ** dice
        off = f"{max(0, face - salvo.accuracy)} cm off"
        found[off] = found.get(off, Fraction(0)) + Fraction(ways, (figures.die - 1) ** dice)
    lowest = ", the lowest counts" * (dice > 1)
    return Stage(f"deviation: the die − ACC {salvo.accuracy}{lowest}", PK_42.id, f"{dice}D{figures.die}", (), found)


# A good finite sample


def shells(state: State, unit: int) -> list[Shell]:
    """PK-41: aim points on enemy bases and between them, within reach of a unit's artillery."""
    if shooting.may_shoot(state, unit) is not None:
        return []
    guns = [at for at, gun in enumerate(state.type(unit).weapon) if gun.kind == "artillery"]
    guns = [at for at in guns if shooting.may_use(state, unit, at) is None]
    wanted = [Shell(unit, weapon, x, y) for weapon in guns for x, y in _worthwhile(state)]
    return [order for order in wanted if may_shell(state, order) is None][:MOST_AIMS]


def _worthwhile(state: State) -> list[Spot]:
    """The middles of enemies, the places between two that are close, and places nearer to a base's corners."""
    bases = enemy_bases(state)
    middles = [(base.x, base.y) for base in bases]
    between = [
        ((one.x + other.x) // 2, (one.y + other.y) // 2)
        for at, one in enumerate(bases)
        for other in bases[:at]
        if (one.x - other.x) ** 2 + (one.y - other.y) ** 2 <= (6 * CM) ** 2
    ]
    corners = [((base.x + x) // 2, (base.y + y) // 2) for base in bases for x, y in base.shape.drawn]
    return list(dict.fromkeys([*middles, *between, *corners]))


def enemy_bases(state: State) -> list[Base]:
    """PK-43: the enemies that may be hit from above."""
    enemies = [(unit, state.units[unit]) for unit, _ in bodies(state, flying=False)]
    return [state.base(unit) for unit, piece in enemies if piece.standing and piece.side is not state.acting]


def bombs(state: State, unit: int) -> list[Bomb]:
    """PK-45: drop points of the path flown that bring the bombs near to enemies: over them, and so much before."""
    guns = [at for at, gun in enumerate(state.type(unit).weapon) if gun.kind == "bomb"]
    if not guns or state.phase is not Phase.SHOOTING or state.units[unit].moved != state.turn:
        return []
    orders = [
        Bomb(unit, weapon, length) for weapon in guns for length in _runs(state, unit, state.weapon(unit, weapon))
    ]
    return [order for order in orders if may_bomb(state, order) is None][:MOST_AIMS]


def _runs(state: State, unit: int, gun: Weapon) -> list[int]:
    """How far along the path a stick of bombs begins that passes or ends at an enemy, the nearest first."""
    figures, found, begun = state.setup.figures, list[tuple[int, int]](), 0
    long = (gun.attacks - 1) * figures.bomb_step * CM
    enemies = [(base.x, base.y) for base in enemy_bases(state)]
    for leg in _legs(state, unit):
        dx, dy = DIRECTIONS[leg.heading % 360]
        for x, y in enemies:
            over = rounded((x - leg.x) * dx + (y - leg.y) * dy, ONE)
            for at in (over - long // 2, over, over - long):
                length = min(max(0, at), leg.length)
                px, py = leg.at(length)
                found.append(((px - x) ** 2 + (py - y) ** 2, begun + length))
        begun += leg.length
    far = (max(0, figures.die - 1 - gun.accuracy) * CM + long + 4 * CM) ** 2
    return list(dict.fromkeys([length for away, length in sorted(found) if away <= far]))
