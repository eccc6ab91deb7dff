"""The log in the house voice: past tense, who, what, the sum, the outcome, the rule."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any

from hulldown.geometry.plane import Leg
from hulldown.kernel.picture import Drive, End, Place, Pose, Shot, Throw
from hulldown.kernel.rule import Modifier
from hulldown.kernel.rulebook import Gist, Told
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerkampf import deployment, indirect, odds, shooting
from hulldown.rulebooks.panzerkampf import events as e
from hulldown.rulebooks.panzerkampf.events import Part
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.ground import going
from hulldown.rulebooks.panzerkampf.odds import Volley
from hulldown.rulebooks.panzerkampf.paths import allowance, leg_of
from hulldown.rulebooks.panzerkampf.rules import RULES
from hulldown.rulebooks.panzerkampf.setup import OPPOSITE
from hulldown.rulebooks.panzerkampf.state import Phase, State, Where
from hulldown.rulebooks.panzerkampf.timing import FIRST_TURN

WINDS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
WENT = {
    "ground": "drove",
    "infantry": "marched",
    "walker": "walked",
    "hover": "glided",
    "plane": "flew",
    "helicopter": "flew",
    "ship": "sailed",
    "submarine": "sailed",
}
# PK-109 … PK-119: what is said of a unit on which a command die is used.
COMMANDED = {
    "advance": ("{name} advances: it may move {advance} times its MOV in this turn.", "PK-109"),
    "camouflage": ("{name} is camouflaged: shots at it have −{camouflage} until it moves.", "PK-110"),
    "smoke": ("{name} made smoke: shots at it and near it have −{smoke} until its next turn.", "PK-111"),
    "entrench": ("{name} is entrenched: its front armour has +{entrench} until it moves.", "PK-112"),
    "dummy": ("{name} has a dummy beside it until it moves or shoots.", "PK-113"),
    "repair": ("{name} was repaired and does nothing else until its next turn: {hp} of {full} hit points.", "PK-115"),
    "aim": ("{name} takes perfect aim: its shots have +{aim} in this turn.", "PK-116"),
    "ammunition": ("{name} has ammunition for one more round of shooting in this turn.", "PK-117"),
    "penetration": ("{name} has penetrating ammunition: PEN +{extra_penetration} in this turn.", "PK-118"),
    "mark": ("{name} is marked: artillery and bombs at it have a further deviation die in this turn.", "PK-119"),
}


def _cite(*ids: str) -> tuple[str, ...]:
    """Rules in the order in which they are first named."""
    return tuple([RULES[rule].id for rule in dict.fromkeys(ids)])


def many(count: int, thing: str) -> str:
    return f"{count} {thing}{'s' * (count != 1)}"


def at(x: int, y: int) -> str:
    """A place, in centimetres from the left and from the top, to the millimetre."""
    return f"{x / CM:.1f}, {y / CM:.1f}"


def signed(amount: int) -> str:
    return f"− {-amount}" if amount < 0 else f"+ {amount}"


def _and(names: Iterable[str]) -> str:
    *some, last = names
    return f"{', '.join(some)} and {last}" if some else last


def _faces(dice: Iterable[int]) -> str:
    return " ".join(map(str, dice))


def _rolled(state: State, dice: tuple[int, ...], count: int) -> str:
    """PK-49, PK-121, PK-R40: the dice of a throw, those that the highest faces brought, and ones rolled again.

    What is rolled again may bring dice of its own, which are told in the same way.
    """
    die, end = state.setup.figures.die, count
    while end < count + dice[:end].count(die):
        end = count + dice[:end].count(die)
    told = f"rolled {_faces(dice[:count])}"
    if end > count:
        told += f" and, for the {die}{'s' * (end > count + 1)}, {_faces(dice[count:end])}"
    again, rest = dice[end : end + dice[:end].count(1)], dice[end + dice[:end].count(1) :]
    if not again:
        return told
    told = f"{told}; ones again {_faces(again)}"
    return (
        f"{told}, and for the {die}{'s' * (again.count(die) > 1)} {_rolled(state, rest, again.count(die))}"
        if rest
        else told
    )


def _at_once(state: State, dice: tuple[int, ...]) -> str:
    """A throw in which no ones are rolled again."""
    return _rolled(state, dice, len(dice) - dice.count(state.setup.figures.die))


def cm(length: int) -> str:
    """A length in centimetres, to a tenth of a millimetre."""
    return f"{round(length / CM, 2):g}"


def towards(state: State, direction: int) -> str:
    """PK-42: a face of the artillery die: an hour, or one of eight winds."""
    if state.setup.figures.directions == 8:
        return WINDS[direction % 8]
    return f"{direction} o'clock"


# Set-up


def _rolled_off(state: State, event: e.RolledOff) -> Told:
    red, blue = event.rolls[-1]
    again = len(event.rolls) - 1
    told = f"Red rolled {red}, Blue {blue}" + (f" after {many(again, 'tie')}" if again else "")
    throws = tuple([Throw(pair, name="who chooses first") for pair in event.rolls])
    return Told(f"{told}: {event.winner.label} has the first of the two choices.", _cite("PK-83"), throws)


def _edge_taken(state: State, event: e.EdgeTaken) -> Told:
    other = event.side.other.label
    told = f"{event.side.label} took the {event.edge} edge; {other} has the {OPPOSITE[event.edge]}."
    return Told(told, _cite("PK-83"))


def _first_chosen(state: State, event: e.FirstChosen) -> Told:
    chose = "to deploy first" if event.first is event.side else f"that {event.first.label} deploys first"
    return Told(f"{event.side.label} chose {chose}.", _cite("PK-83"))


def _edges_assigned(state: State, event: e.EdgesAssigned) -> Told:
    escorter = state.setup.defending
    told = f"{escorter.other.label} gave {escorter.label} the {event.escorter} edge and took the {event.attacker}."
    return Told(told, _cite("PK-89"))


def _deployed(state: State, event: e.Deployed) -> Told:
    """PK-85, PK-92, PK-94, PK-98, PK-99, PK-101: a unit stands; one that was bought is new."""
    where = f"{at(event.x, event.y)}, heading {event.heading}°"
    if event.cost:
        name = state.ground.types[event.kind].name
        told, act = f"{event.side.label} bought a {name} for {event.cost} points: {where}.", f"bought a {name}"
        return Told(told, _cite("PK-94"), act=Gist(None, "nothing", act))
    act = f"deployed at {at(event.x, event.y)}"
    rule = zone_rule(state, event.side)
    return Told(f"{state.name(event.unit)} deployed at {where}.", _cite(rule), act=Gist(event.unit, "nothing", act))


def zone_rule(state: State, side: Side) -> str:
    """PK-84, PK-90, PK-92, PK-94, PK-98, PK-99, PK-101: the rule by which a side places its units now."""
    defends = side is state.setup.defending
    if state.phase is Phase.START:
        return "PK-101" if defends else "PK-94"
    return {
        "standard": "PK-84",
        "escort": "PK-90" if defends else "PK-92",
        "encircled": "PK-98" if defends else "PK-99",
    }[state.setup.campaign]


def _turn_taken(state: State, event: e.TurnTaken) -> Told:
    """PK-86, PK-93, PK-100: who begins."""
    rule = FIRST_TURN[state.setup.campaign].id
    chose = "the first turn" if event.first is event.side else "the second turn"
    return Told(f"{event.side.label} chose {chose}.", _cite(rule))


def _phase_began(state: State, event: e.PhaseBegan) -> Told:
    side, campaign = event.side.label, state.setup.campaign
    if event.turn != state.turn:
        new = f"Round {(event.turn + 1) // 2}: {side}'s turn."
        return Told(new, _cite("PK-02", *["PK-105"] * (event.phase is Phase.COMMAND)))
    choice, rule = {"escort": ("assigns the edges", "PK-89")}.get(campaign, ("chooses", "PK-83"))
    told, rule = {
        Phase.CHOICE: (choice, rule),
        Phase.DEPLOYMENT: ("deploys units", "PK-85" if campaign == "standard" else zone_rule(state, event.side)),
        Phase.FIRST: ("decides who has the first turn", FIRST_TURN[campaign].id),
        Phase.COMMAND: ("rolls its command dice", "PK-105"),
        Phase.START: ("begins its turn", "PK-02"),
        Phase.MOVEMENT: ("moves its units", "PK-02"),
        Phase.SHOOTING: ("shoots", "PK-25"),
    }[event.phase]
    return Told(f"{side} {told}.", _cite(rule))


# The start of a turn


def _bank_grew(state: State, event: e.BankGrew) -> Told:
    told = f"{state.side.label}'s bank grew by {event.points} to {event.bank} points."
    return Told(told, _cite("PK-94"))


def _relief_came(state: State, event: e.ReliefCame) -> Told:
    return Told(f"{event.side.label}'s large army comes in at the {event.edge} edge.", _cite("PK-101"))


def _command_rolled(state: State, event: e.CommandRolled) -> Told:
    """PK-105, PK-124: what the dice are called, and the counters there are now."""
    gained = event.commands.count("barrage")
    counters = f"; {many(event.counters, 'counter')} of {state.setup.figures.barrage.counters}" if gained else ""
    told = f"{event.side.label} rolled {_faces(event.dice)}: {_and(event.commands)}{counters}."
    rules = _cite("PK-105", "PK-108", *["PK-124"] * bool(gained))
    return Told(told, rules, (Throw(event.dice, name="command dice"),))


def _commanded(state: State, event: e.Commanded) -> Told:
    told, rule = COMMANDED[event.command]
    figures, full = state.setup.figures, state.type(event.unit).hp
    hp = min(full, state.units[event.unit].hp + figures.mended)
    numbers = {name: getattr(figures, name) for name in ("advance", "camouflage", "smoke", "entrench", "aim")}
    numbers |= {"extra_penetration": figures.extra_penetration, "hp": hp, "full": full}
    told = told.format(name=state.name(event.unit, state.side), **numbers)
    return Told(told, _cite("PK-106", rule), act=Gist(event.unit, "nothing", f"command: {event.command}"))


def _off(accuracy: int, die: int, towards: str) -> str:
    """PK-42: how far a shot strayed, and which way."""
    if die <= accuracy:
        return f"{die} − {accuracy}, no deviation"
    return f"{die} − {accuracy} = {die - accuracy} cm off, towards {towards}"


def _crate_dropped(state: State, event: e.CrateDropped) -> Told:
    accuracy = state.setup.figures.crate.accuracy
    told = f"{event.side.label} dropped a crate at {at(*event.aim)}: "
    told += _off(accuracy, event.die, towards(state, event.direction))
    throws = (Throw((event.die,), name="deviation"), Throw((event.direction,), name="direction"))
    if event.heading < 0:
        lost = f"{told}; it found no flat ground at {at(*event.at)} and is lost."
        return Told(lost, _cite("PK-120", "PK-122"), throws)
    return Told(f"{told}; it lies at {at(*event.at)}.", _cite("PK-120"), throws)


# Movement


def _own(state: State, unit: int) -> str:
    return state.name(unit, state.units[unit].side)


def _dived(state: State, event: e.Dived) -> Told:
    told, act = f"{_own(state, event.unit)} dived.", Gist(event.unit, "nothing", "dived")
    return Told(told, _cite("PK-19", "PK-21"), act=act)


def _surfaced(state: State, event: e.Surfaced) -> Told:
    told, act = f"{_own(state, event.unit)} surfaced.", Gist(event.unit, "nothing", "surfaced")
    return Told(told, _cite("PK-19"), act=act)


def _digging(state: State, event: e.Digging) -> Told:
    told = f"{_own(state, event.unit)} digs a trench and does nothing else in this turn."
    return Told(told, _cite("PK-23"), act=Gist(event.unit, "nothing", "digs a trench"))


def _dug_in(state: State, event: e.DugIn) -> Told:
    plus, rule = trench_of(state, event.unit)
    return Told(f"{_own(state, event.unit)} is dug in: its front armour has +{plus}.", _cite(rule))


def trench_of(state: State, unit: int) -> tuple[int, str]:
    """PK-24, PK-112, PK-R44: what being dug in adds in front, by a trench, a command die, or from the start."""
    figures, infantry = state.setup.figures, state.type(unit).type == "infantry"
    plus = figures.trench if infantry else figures.entrench
    if deployment.starts_dug_in(state, unit) and not state.units[unit].moved:
        return plus, "PK-R44"
    return plus, "PK-24" if infantry else "PK-112"


def _moved(state: State, event: e.Moved) -> Told:
    """PK-03, PK-04, PK-08, PK-17, PK-22: the way, what it took of MOV and TRN, and where it ended."""
    row, went = state.type(event.unit), sum(abs(leg[3]) for leg in event.legs)
    verb = f"came back over the {event.entered} edge and {WENT[row.type]}" if event.entered else WENT[row.type]
    again = state.units[event.unit].moved == state.turn  # after a mine field
    took = f"MOV {cm(event.cost)} of {cm(allowance(state, event.unit))} cm, TRN {event.turned} of {row.turn}°"
    deed = f"{WENT[row.type]} {cm(went)} cm" if went else "turned"
    if event.edge:
        how = f"{verb} off the table over the {event.edge} edge and comes back there in its next turn"
        deed = f"{WENT[row.type]} off the table"
    elif went:
        far = f"on, {cm(went)} cm in all," if again else f"{cm(went)} cm"
        how = f"{verb} {far} to {at(event.x, event.y)}, heading {event.heading}°"
    else:
        how = f"turned at {at(event.x, event.y)} to head {event.heading}°"
    rules = ["PK-03"] * bool(went) + ["PK-04"] * bool(event.turned) + _slowed(state, event)
    rules += ["PK-22"] * (row.type == "plane") + ["PK-109"] * state.commanded(event.unit, "advance")
    strokes = (Drive(event.unit, poses_of(state, event)),)
    act = Gist(event.unit, "moved", deed)
    return Told(f"{_own(state, event.unit)} {how}: {took}.", _cite(*rules), strokes, act)


def _slowed(state: State, event: e.Moved) -> list[str]:
    """PK-08, PK-17: what slowed a unit on its way: slow ground, or water."""
    ground = going(state.ground, state.type(event.unit))
    legs = [leg_of(*leg) for leg in event.legs]
    return [slow.rule.id for slow in ground.slow if any(leg.inside(slow.areas, ground.bridges) for leg in legs)]


def poses_of(state: State, event: e.Moved) -> tuple[Pose, ...]:
    """The way from where a unit is, pose by pose; after a mine field only the rest of it is left."""
    piece = state.units[event.unit]
    here, again = piece.where is Where.TABLE, piece.moved == state.turn
    behind = sum(abs(leg[3]) for leg in piece.flown) if again else 0
    found = [Pose(piece.x, piece.y, piece.heading)] if here else []
    for leg in event.legs:
        length = abs(leg[3])
        past = min(behind, length)
        behind -= past
        if past < length or not again:
            found += path_of((leg,))[bool(past) :]
    found.append(Pose(event.x, event.y, event.heading))
    return tuple([pose for number, pose in enumerate(found) if not number or pose != found[number - 1]])


def path_of(legs: Sequence[tuple[int, int, int, int]]) -> list[Pose]:
    """The ends of each piece of a path."""
    found = []
    for x, y, heading, length in legs:
        found += [Pose(x, y, heading), Pose(*Leg(x, y, heading, length).end, heading)]
    return found


def _mine_struck(state: State, event: e.MineStruck) -> Told:
    field, mine = state.mines[event.field], state.setup.figures.mine
    went = WENT[state.type(event.unit).type]
    told = f"{_own(state, event.unit)} {went} over the mine field at {at(field.x, field.y)}"
    return Told(f"{told}: {many(mine.hits, 'hit')} with PEN {mine.penetration}.", _cite("PK-66"))


def _fields_removed(state: State, event: e.FieldsRemoved) -> Told:
    places = _and(at(state.mines[field].x, state.mines[field].y) for field in event.fields)
    told = f"The mine field at {places} is" if len(event.fields) == 1 else f"The mine fields at {places} are"
    return Told(f"{told} spent.", _cite("PK-67"))


# Counter-attacks


def _window_opened(state: State, event: e.WindowOpened) -> Told:
    names = _and(state.name(unit, event.side) for unit in event.units)
    return Told(f"{event.side.label} may counter-attack with {names}.", _cite("PK-57", "PK-58"))


def _window_closed(state: State, event: e.WindowClosed) -> Told:
    if event.passed:
        return Told(f"{event.side.label} held its fire.", _cite("PK-58"))
    return Told(f"{event.side.label} has no other counter-attack.", _cite("PK-57"))


# Shooting


def _sum(accuracy: int, modifiers: tuple[Modifier, ...], needed: int) -> str:
    """PK-40: ACC less what is added to the dice."""
    plus = "".join(f" {signed(-modifier.amount)}" for modifier in modifiers)
    total = accuracy - sum(modifier.amount for modifier in modifiers)
    told = f"ACC {accuracy}{plus} = {total}" if plus else f"ACC {accuracy}"
    return told if needed == total else f"{told}, so {needed}"


def _hits(count: int) -> str:
    return many(count, "hit") if count else "missed"


def _fired(state: State, event: e.Fired) -> Told:
    """PK-33, PK-40, PK-50, PK-121: the sum, the dice, the hits."""
    side, weapon = state.units[event.unit].side, state.weapon(event.unit, event.weapon)
    target = "the crate" if event.target < 0 else state.name(event.target, side)
    verb = "counter-attacked" if event.counter else "fired at"
    told = f"{state.name(event.unit, side)} {verb} {target} with its {weapon.name}: "
    rolled = _rolled(state, event.dice, weapon.attacks)
    told += f"{_sum(weapon.accuracy, event.modifiers, event.needed)}, {rolled}: {_hits(event.hits)}."
    twelves = event.dice.count(state.setup.figures.die)
    again = len(event.dice) - weapon.attacks - twelves > 0
    rules = [*["PK-57"] * event.counter, "PK-40", *[modifier.rule for modifier in event.modifiers]]
    rules += ["PK-50"] * bool(twelves) + ["PK-121"] * again
    end: End = "held" if event.hits else "missed"
    aimed, where = (None, target) if event.target < 0 else (event.target, "")
    act = Gist(event.unit, end, "hit" if event.hits else "missed", aimed, where)
    return Told(told, _cite(*rules), _fired_strokes(state, event, end), act)


def _tested(state: State, dice: tuple[int, ...], needed: int, name: str, modifiers: tuple[Modifier, ...] = ()) -> Throw:
    """PK-40, PK-75, PK-R17, PK-R19: dice that are tested one by one; the highest face passes whatever is needed."""
    needed = max(1, min(needed, state.setup.figures.die))
    passed = sum(face >= needed for face in dice)
    return Throw(dice, needed, name=name, modifiers=modifiers, passed=passed)


def _fired_strokes(state: State, event: e.Fired, end: End) -> tuple[Throw | Shot, ...]:
    """PK-26: the dice, and the line of sight from one middle to the other."""
    throw = _tested(state, event.dice, event.needed, "to hit", event.modifiers)
    crate = state.crates[event.crate] if event.crate >= 0 else None
    falls = (Place(crate.x, crate.y),) if crate else ()
    target = event.target if crate is None else None
    aim = crate or state.units[event.target]
    line = _middle(state, event.unit), Place(aim.x, aim.y)
    word = "hit" if event.hits else "missed"
    return throw, Shot(event.unit, target, word, _hit_odds(state, event), falls=falls, line=line, end=end)


def _middle(state: State, unit: int) -> Place:
    return Place(state.units[unit].x, state.units[unit].y)


def _hit_odds(state: State, event: e.Fired) -> dict[str, Fraction]:
    """PK-40, PK-121: the chance of one hit at least."""
    again, die = shooting.supplied(state, event.unit), state.setup.figures.die
    volley = Volley(state.weapon(event.unit, event.weapon).attacks, event.needed, again, die)
    missed = odds.hits(volley, 1)[0]
    return {"hit": 1 - missed, "missed": missed}


def _fell(state: State, impacts: Sequence[e.Spot], side: Side) -> tuple[str, int]:
    """PK-43, PK-48: where shells or bombs fell, on whom and how often, and how often in all."""
    places = [at(*spot) for spot in impacts]
    where = f"fell at {places[0]}" if len(places) == 1 else f"fell from {places[0]} to {places[-1]}"
    struck = [unit for spot in impacts for unit in indirect.struck_by(state, spot)]
    counts = {unit: struck.count(unit) for unit in dict.fromkeys(struck)}
    on = [state.name(unit, side) + (f", {count} times" if count > 1 else "") for unit, count in counts.items()]
    return f"{where}{f' on {_and(on)}' if on else ' and hit nobody'}", len(struck)


def _deviated(state: State, dice: tuple[int, ...]) -> int:
    """PK-42, PK-51, PK-119: the die that counts: the highest face is rolled again, and of several the lowest counts."""
    return min(die for die in dice if die < state.setup.figures.die)


def _astray(state: State, accuracy: int, dice: tuple[int, ...], direction: int) -> str:
    many_dice = f"rolled {_faces(dice)}, " if len(dice) > 1 else ""
    return many_dice + _off(accuracy, _deviated(state, dice), towards(state, direction))


def _high(
    state: State, event: e.Shelled | e.Bombed, directions: tuple[int, ...], count: int
) -> tuple[Throw | Shot, ...]:
    falls = tuple([Place(*spot) for spot in event.impacts])
    throws = Throw(event.dice, name="deviation"), Throw(directions, name="direction")
    # What nobody on the table fires has no point at which it begins.
    line = falls[:1] if event.unit < 0 else (_middle(state, event.unit), *falls[:1])
    end: End = "held" if count else "missed"
    return *throws, Shot(event.unit, None, _hits(count), high=True, falls=falls, line=line, end=end)


def _gist_of_fall(state: State, event: e.Shelled | e.Bombed, accuracy: int, count: int) -> Gist:
    """PK-42: a salvo in a word: hit, or how far off it fell. Whom it harmed follows."""
    off = _deviated(state, event.dice) - accuracy
    word = "hit" if count else f"{off} cm off" if off > 0 else "hit nobody"
    aim = at(*(event.aim if isinstance(event, e.Shelled) else event.drop))
    return Gist(None if event.unit < 0 else event.unit, "held" if count else "missed", word, where=aim)


def _shelled(state: State, event: e.Shelled) -> Told:
    """PK-41 … PK-44, PK-125: the aim, how far it strayed, and where each shell fell."""
    if event.unit < 0:
        who, accuracy, rules = f"{event.side.label}'s barrage", state.setup.figures.barrage.accuracy, ["PK-125"]
    else:
        weapon = state.weapon(event.unit, event.weapon)
        who, accuracy, rules = state.name(event.unit, event.side), weapon.accuracy, []
    rules = ["PK-57"] * event.counter + rules
    fell, count = _fell(state, event.impacts, event.side)
    shells = "the shell" if len(event.impacts) == 1 else f"{len(event.impacts)} shells"
    told = f"{who} aimed at {at(*event.aim)}: {_astray(state, accuracy, event.dice, event.directions[0])}"
    rules += ["PK-42", *["PK-44"] * (len(event.impacts) > 1), *["PK-43"] * bool(count)]
    rules += _extra_dice(state, event.dice)
    act = _gist_of_fall(state, event, accuracy, count)
    return Told(f"{told}; {shells} {fell}.", _cite(*rules), _high(state, event, event.directions, count), act)


def _extra_dice(state: State, dice: tuple[int, ...]) -> list[str]:
    """PK-51, PK-119: why more than one deviation die fell."""
    twelves = dice.count(state.setup.figures.die)
    return ["PK-51"] * bool(twelves) + ["PK-119"] * (len(dice) - twelves > 1)


def _bombed(state: State, event: e.Bombed) -> Told:
    """PK-45 … PK-48: the drop point, the first bomb astray, the others along the flight."""
    side, weapon = state.units[event.unit].side, state.weapon(event.unit, event.weapon)
    fell, count = _fell(state, event.impacts, side)
    bombs = "the bomb" if len(event.impacts) == 1 else f"{len(event.impacts)} bombs"
    told = f"{state.name(event.unit, side)} bombed at {at(*event.drop)}, flying {event.heading}°: "
    told += _astray(state, weapon.accuracy, event.dice, event.direction)
    rules = ["PK-46", *["PK-47"] * (len(event.impacts) > 1), *["PK-48"] * bool(count), *_extra_dice(state, event.dice)]
    act = _gist_of_fall(state, event, weapon.accuracy, count)
    return Told(f"{told}; {bombs} {fell}.", _cite(*rules), _high(state, event, (event.direction,), count), act)


def _tool(state: State, event: e.Repaired | e.Planted | e.Defused, told: str, done: str, rule: str) -> Told:
    """PK-63, PK-64: what is used like a weapon: the figure, the dice, what came of it."""
    act = Gist(event.unit, "nothing", f"{told}: {done}")
    told = f"{_own(state, event.unit)} {told}: ACC {event.needed}, {_at_once(state, event.dice)}: {done}."
    twelves = state.setup.figures.die in event.dice
    throw = (_tested(state, event.dice, event.needed, state.weapon(event.unit, event.weapon).name),)
    return Told(told, _cite(rule, *["PK-50"] * twelves), throw, act)


def _repaired(state: State, event: e.Repaired) -> Told:
    target = state.name(event.target, state.units[event.unit].side)
    full, left = state.type(event.target).hp, state.units[event.target].hp + event.hp
    done = f"{many(event.hp, 'hit point')} back, {left} of {full}" if event.hp else "nothing repaired"
    return _tool(state, event, f"worked on {target}", done, "PK-63")


def _planted(state: State, event: e.Planted) -> Told:
    done = "a mine field lies there" if event.planted else "no mine field"
    return _tool(state, event, f"planted mines at {at(event.x, event.y)}", done, "PK-64")


def _defused(state: State, event: e.Defused) -> Told:
    field = state.mines[event.field]
    done = "it is gone" if event.defused else "it stays"
    return _tool(state, event, f"defused the mine field at {at(field.x, field.y)}", done, "PK-64")


def _bridge_laid(state: State, event: e.BridgeLaid) -> Told:
    told = f"{_own(state, event.unit)} became a bridge at {at(event.x, event.y)}, heading {event.heading}°."
    return Told(told, _cite("PK-68", "PK-69"), act=Gist(event.unit, "nothing", "became a bridge"))


# Damage


def _damaged(state: State, event: e.Damaged) -> Told:
    """PK-70 … PK-76, PK-113: the armour less PEN, the dice, and what is lost."""
    die, row, piece = state.setup.figures.die, state.type(event.unit), state.units[event.unit]
    needed, wounds = str(event.needed).replace("-", "−"), many(event.wounds, "wound") if event.wounds else "unhurt"
    told = f"{state.name(event.unit)}, {event.part} {event.armour} − {event.penetration} = {needed}, "
    told += f"{_at_once(state, event.dice)}: {wounds}"
    if event.tests:
        failed = event.tests[-1] < state.setup.figures.dummy
        told += f"; for the dummy {_faces(event.tests)}" + (", it is gone" if failed else "")
    left = "" if piece.wreck or not event.lost else f", {max(0, event.hp)} of {row.hp} hit points left"
    rules = [_part_rule(state, event), "PK-76" if event.needed <= 1 else "PK-75"]
    rules += ["PK-52"] * (die in event.dice) + ["PK-113"] * bool(event.tests)
    rules += [trench_of(state, event.unit)[1]] * (piece.dug_in and event.part is Part.FRONT)
    throws = [_tested(state, event.dice, event.needed, f"through {event.part} {event.armour}")]
    throws += [_tested(state, event.tests, state.setup.figures.dummy, "dummy")] if event.tests else []
    end: End = "harmed" if event.lost else "held"
    act = Gist(None, end, many(event.lost, "point") if event.lost else "held", event.unit)
    return Told(f"{told}{left}.", _cite(*rules), tuple(throws), act)


def _part_rule(state: State, event: e.Damaged) -> str:
    """PK-66, PK-70, PK-71, PK-74: why this part was struck; the top is, by whatever comes from above."""
    if event.part is Part.TOP:
        return "PK-70"
    if event.part is Part.BOTTOM:
        return "PK-74" if state.type(event.unit).type == "plane" else "PK-66"
    return "PK-71"


def _wrecked(state: State, event: e.Wrecked) -> Told:
    piece = state.units[event.unit]
    told = f"{state.name(event.unit)} is a wreck at {at(piece.x, piece.y)}; it closes the way and the view."
    return Told(told, _cite("PK-78", "PK-79"), act=Gist(None, "destroyed", "a wreck", event.unit))


def _destroyed(state: State, event: e.Destroyed) -> Told:
    name, act = (
        state.name(event.unit),
        Gist(None, "destroyed", "exploded" if event.exploded else "destroyed", event.unit),
    )
    if state.units[event.unit].wreck:
        return Told(f"The wreck of {name} exploded and is gone.", _cite("PK-81"), act=act)
    if event.exploded:
        return Told(f"{name} exploded and is gone.", _cite("PK-80"), act=act)
    return Told(f"{name} is destroyed and gone.", _cite("PK-77"), act=act)


def _crate_hit(state: State, event: e.CrateHit) -> Told:
    crate, armour = state.crates[event.crate], state.setup.figures.crate.armour
    came = "it holds" if event.hp > 0 else "it is gone"
    needed = str(event.needed).replace("-", "−")
    told = f"The crate at {at(crate.x, crate.y)}, armour {armour} − {armour - event.needed} = {needed}, "
    throw = (_tested(state, event.dice, event.needed, "through the crate"),)
    act = Gist(None, "held" if event.hp > 0 else "destroyed", came, where="the crate")
    return Told(f"{told}{_at_once(state, event.dice)}: {came}.", _cite("PK-123"), throw, act)


def _game_ended(state: State, event: e.GameEnded) -> Told:
    return Told(event.result.sentence, (event.result.rule,))


_TOLD: dict[type, Callable[[State, Any], Told]] = {
    e.RolledOff: _rolled_off,
    e.EdgeTaken: _edge_taken,
    e.FirstChosen: _first_chosen,
    e.EdgesAssigned: _edges_assigned,
    e.Deployed: _deployed,
    e.TurnTaken: _turn_taken,
    e.PhaseBegan: _phase_began,
    e.BankGrew: _bank_grew,
    e.ReliefCame: _relief_came,
    e.CommandRolled: _command_rolled,
    e.Commanded: _commanded,
    e.CrateDropped: _crate_dropped,
    e.Dived: _dived,
    e.Surfaced: _surfaced,
    e.Digging: _digging,
    e.DugIn: _dug_in,
    e.Moved: _moved,
    e.MineStruck: _mine_struck,
    e.FieldsRemoved: _fields_removed,
    e.WindowOpened: _window_opened,
    e.WindowClosed: _window_closed,
    e.Fired: _fired,
    e.Shelled: _shelled,
    e.Bombed: _bombed,
    e.Repaired: _repaired,
    e.Planted: _planted,
    e.Defused: _defused,
    e.BridgeLaid: _bridge_laid,
    e.Damaged: _damaged,
    e.Wrecked: _wrecked,
    e.Destroyed: _destroyed,
    e.CrateHit: _crate_hit,
    e.GameEnded: _game_ended,
}


def tell(state: State, event: e.Event) -> Told:
    """The event in words, its rules and its strokes; the state is the one in which it happens."""
    return _TOLD[type(event)](state, event)
