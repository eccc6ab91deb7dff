"""What must hold in every state: bases, hit points, counters, and who may do what in this turn."""

from collections.abc import Iterator
from itertools import combinations

from hulldown.geometry.plane import FINE, Field, overlap
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerkampf import campaign, counter, deployment, mines
from hulldown.rulebooks.panzerkampf.figures import COMMANDS
from hulldown.rulebooks.panzerkampf.ground import going
from hulldown.rulebooks.panzerkampf.setup import command_dice
from hulldown.rulebooks.panzerkampf.state import Phase, State, Unit, Where

IN_PLAY = (Phase.COMMAND, Phase.START, Phase.MOVEMENT, Phase.COUNTER, Phase.SHOOTING)


def faults_of(state: State) -> Iterator[str]:
    yield from _faults_of_bases(state)
    yield from _faults_of_units(state)
    yield from _faults_of_armies(state)
    yield from _faults_of_things(state)
    yield from _faults_of_turn(state)


def _faults_of_bases(state: State) -> Iterator[str]:
    """PK-07, PK-15, PK-79, PK-R3, PK-R7: nobody overlaps another, and everybody is on the table."""
    table, types = state.table, state.ground.types
    layers: dict[bool, list[int]] = {False: [], True: []}
    for unit, piece in enumerate(state.units):
        if piece.where is not Where.TABLE:
            continue
        row, (left, top, right, bottom) = types[piece.kind], state.base(unit).shape.box
        if row.flying:
            if not (0 <= piece.x <= table.width and 0 <= piece.y <= table.height):
                yield f"{state.name(unit)} flies off the table and is not away (PK-22)"
        elif left < 0 or top < 0 or right > table.width * FINE or bottom > table.height * FINE:
            yield f"{state.name(unit)} hangs over the edge (PK-07)"
        elif _misplaced(state, unit):
            yield f"{state.name(unit)} stands where it may not be (PK-07, PK-16, PK-18)"
        if not piece.dived:
            layers[row.flying].append(unit)
    for units in layers.values():
        for one, other in combinations(units, 2):
            a, b = state.base(one), state.base(other)
            near = a.length + a.width + b.length + b.width
            if abs(a.x - b.x) < near and abs(a.y - b.y) < near and overlap(a.shape, b.shape):
                yield f"{state.name(one)} and {state.name(other)} overlap (PK-07)"


def _misplaced(state: State, unit: int) -> bool:
    where = going(state.ground, state.type(unit))
    return Field([], where.off, where.on).blocked(state.base(unit)) is not None


def _faults_of_units(state: State) -> Iterator[str]:
    """PK-16 … PK-21, PK-63, PK-77, PK-78: hit points, wrecks, marks and the turns in which something was done."""
    for unit, piece in enumerate(state.units):
        row, name = state.type(unit), state.name(unit)
        if piece.alive and not 1 <= piece.hp <= row.hp:
            yield f"{name} has {piece.hp} of {row.hp} hit points (PK-77)"
        if piece.wreck and piece.where is not Where.GONE and (piece.hp or row.flying or row.naval):
            yield f"{name} cannot be a wreck (PK-78)"
        if piece.wreck and (piece.dug_in or piece.camouflaged or piece.dummy):
            yield f"the wreck of {name} is dug in or hidden (PK-78)"
        if piece.dived and row.type != "submarine":
            yield f"{name} is dived and no submarine (PK-19)"
        if piece.dummy and not row.battle_tank:
            yield f"{name} has a dummy and is no battle tank (PK-113)"
        if (piece.where is Where.AWAY) != bool(piece.edge) or (piece.edge and row.type != "plane"):
            yield f"{name} is off the table, or came back, without an edge (PK-22)"
        if not 0 <= piece.heading < 360:
            yield f"{name} has the heading {piece.heading} (PK-04)"
        if piece.moved == state.turn > 0 and (piece.dug_in or piece.camouflaged or piece.dummy):
            yield f"{name} has moved and is dug in or hidden still (PK-110, PK-112, PK-114)"
        yield from _faults_of_deeds(state, piece, name)


def _faults_of_deeds(state: State, piece: Unit, name: str) -> Iterator[str]:
    """PK-23, PK-26, PK-60, PK-106, PK-117: what a unit did in a turn, and how often its weapons fired."""
    weapons = state.ground.types[piece.kind].weapon
    if max(piece.moved, piece.done, piece.digging, piece.decided, piece.commanded, piece.fired) > state.turn:
        yield f"{name} did something in a turn to come (PK-02)"
    if piece.moved > piece.done or piece.digging > piece.done:
        yield f"{name} moved or digs, and is not done (PK-03)"
    if piece.digging == piece.fired == state.turn > 0:
        yield f"{name} digs and fired (PK-23)"
    if any(not 0 <= weapon < len(weapons) or not weapons[weapon].counter_attack for weapon in piece.silent):
        yield f"{name} has a silent weapon that cannot counter-attack (PK-60)"
    if len(set(piece.silent)) != len(piece.silent):
        yield f"{name} has a weapon that counter-attacked twice (PK-60)"
    primed = piece.command == "ammunition" and piece.commanded == state.turn
    most = 1 + state.setup.figures.extra_rounds * primed
    if piece.fired == state.turn and any(many > most for many in piece.rounds):
        yield f"{name} fired a weapon too often (PK-26, PK-117)"


def _faults_of_armies(state: State) -> Iterator[str]:
    """PK-82, PK-94, PK-97: the units of a side are those of its army, of its relief, and those that it bought."""
    setup = state.setup
    for side in Side:
        own = [piece for piece in state.units if piece.side is side]
        wanted = sum(setup.army(side).units.values())
        relief = sum(setup.relief.units.values()) if setup.relief is not None and side is setup.defending else 0
        if sum(piece.relief for piece in own) != relief or len(own) < wanted + relief:
            yield f"{side.label} has not the units of its army (PK-82)"
        if len(own) > wanted + relief and not campaign.growth(state, side):
            yield f"{side.label} has units that it could not buy (PK-94)"
        if state.phase in IN_PLAY and any(piece.where is Where.WAITING and not piece.relief for piece in own):
            yield f"{side.label} plays before all its units stand (PK-85)"
    if state.bank < 0 or (state.bank and setup.campaign != "escort"):
        yield f"the bank has {state.bank} points (PK-94)"


def _faults_of_things(state: State) -> Iterator[str]:
    """PK-64, PK-65, PK-68, PK-123: mine fields, crates and bridges."""
    owners = [field.owner for field in state.mines]
    if len(set(owners)) != len(owners) or any(not 0 <= owner < len(state.units) for owner in owners):
        yield "a unit has two mine fields, or nobody has one (PK-64)"
    fields = [mines.area(state, at) for at in range(len(state.mines))]
    if any(overlap(one, other) for one, other in combinations(fields, 2)):
        yield "two mine fields overlap (PK-65)"
    if any(field.struck for field in state.mines) and state.phase not in (Phase.MOVEMENT, Phase.OVER):
        yield "a mine field that struck lies on after the movement (PK-67)"
    if any(crate.hp < 1 for crate in state.crates):
        yield "a crate without hit points lies on the table (PK-123)"
    gone = sum(piece.where is Where.GONE and piece.hp > 0 for piece in state.units)
    if gone != len(state.ground.bridges):
        yield f"{gone} units are gone unharmed, and there are {len(state.ground.bridges)} bridges (PK-69)"


def _faults_of_turn(state: State) -> Iterator[str]:
    """PK-02, PK-57, PK-85, PK-87, PK-105, PK-124: phases, windows, dice."""
    if (state.phase is Phase.COUNTER) != (state.window is not None):
        yield "a window is open outside the counter-attacks, or none in them (PK-57)"
    if state.window is not None and state.window.units != counter.counterers(state, state.window.side):
        yield "a window does not have the units that have a shot (PK-57)"
    if state.phase is Phase.DEPLOYMENT and not deployment.waiting(state):
        yield f"{state.side.label} is to deploy and has no units left (PK-85)"
    if (state.phase in IN_PLAY) != (state.turn > 0) and state.phase is not Phase.OVER:
        yield f"turn {state.turn} in the phase '{state.phase}' (PK-02)"
    if 0 < 2 * state.setup.figures.rounds < state.turn:
        yield "play goes on after the last round (PK-R46)"
    if state.phase in IN_PLAY and campaign.victory_of(state):
        yield "a side has won, yet play goes on (PK-87)"
    if len(state.pool) > command_dice(state.setup) or not set(state.pool) <= set(COMMANDS) - {"barrage"}:
        yield "the pool has dice that were not rolled (PK-105)"
    if min(state.counters) < 0:
        yield "a side owes barrage counters (PK-124)"
