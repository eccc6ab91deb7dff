"""What must hold in every state: occupancy, counts, tiles, and who did what in this turn."""

from collections.abc import Iterator

from hulldown.kernel.side import BLUE, RED, Side
from hulldown.rulebooks.squadron import driving, reaction, tiles, turn
from hulldown.rulebooks.squadron.setup import OPEN, RUIN, SMALL, TILES, border_of
from hulldown.rulebooks.squadron.state import Gear, Phase, State, Units

IN_PLAY = (Phase.INITIATIVE, Phase.TURRETS, Phase.ACTIVATION, Phase.MOVEMENT)


def faults_of(state: State) -> Iterator[str]:
    yield from _faults_of_tanks(state)
    yield from _faults_of_tiles(state)
    yield from _faults_of_turn(state)
    yield from _faults_of_movement(state)


def _faults_of_tanks(state: State) -> Iterator[str]:
    """SQ-03, SQ-13, SQ-41, SQ-59, SQ-84, SQ-92, SQ-95, SQ-Q4: the tanks, where they stand, how many."""
    units, ground = state.units, state.ground
    fresh = Units(list(units.units))
    if (fresh.occupied, fresh.wrecks) != (units.occupied, units.wrecks):
        yield "the masks do not follow from the tanks"
    if units.occupied.bit_count() != sum(piece.hex >= 0 for piece in units.units):
        yield "two tanks stand on one hex (SQ-Q4)"
    if units.occupied & (ground.craters | ground.large | ground.small):
        yield "a tank stands in a crater or a house (SQ-92, SQ-95, SQ-100)"
    for piece in units.units:
        if not (0 <= piece.facing < 6 and 0 <= piece.turret < 6):
            yield "a facing is none of the six (SQ-41)"
        if piece.turret and ground.cards[piece.card].fixed:
            yield "a fixed cannon is turned (SQ-13)"
        if piece.reacted > piece.activated:
            yield "a tank has reacted that was not activated by it (SQ-59)"
        if piece.destroyed and (piece.moving or piece.ambush == state.turn > 0):
            yield "a wreck moves or lies in ambush (SQ-84)"
        if piece.broken and not ground.cards[piece.card].breakdown:
            yield "a tank broke down that never does (SQ-08)"
        if piece.broken == state.turn > 0 and piece.moving:
            yield "a tank that broke down is in movement (SQ-09)"
    for side in Side:
        own = [piece.card for piece in units.units if piece.side is side]
        if any(own.count(card) != ground.setup.army(side).units.get(card, 0) for card in ground.cards):
            yield f"{side.label} has not the tanks of its army (SQ-03)"


def _faults_of_tiles(state: State) -> Iterator[str]:
    """SQ-16 … SQ-19, SQ-94, SQ-97, SQ-100, SQ-111: tiles come from the mat or a hand, and only small houses fall."""
    setup, cells, grid = state.ground.setup, state.ground.cells, state.ground.grid
    now = [sign for sign in cells if sign != OPEN]
    had = [sign for sign in setup.mat.cells if sign != OPEN]
    had += [TILES[kind] for kinds in state.placed for kind in kinds]
    kept = [sign for sign in TILES.values() if sign not in (SMALL, RUIN)]
    if any(now.count(sign) != had.count(sign) for sign in kept) or len(now) != len(had):
        yield "a tile is new or gone that cannot be (SQ-94, SQ-97, SQ-111)"
    if now.count(SMALL) > had.count(SMALL):
        yield "a small house was built (SQ-100)"
    for old, new in zip(setup.mat.cells, cells, strict=True):
        if old != OPEN and old != new and (old, new) != (SMALL, RUIN):
            yield "a tile of the mat has become another (SQ-100)"
    borders = border_of(grid, RED) | border_of(grid, BLUE)
    if any(borders >> at & 1 for at, sign in enumerate(cells) if setup.mat.cells[at] == OPEN != sign):
        yield "a tile was placed on a border (SQ-Q31)"
    for side in Side:
        if any(many < 0 for many in tiles.hand_left(state, side).values()):
            yield f"{side.label} placed tiles that it did not have (SQ-16)"
    if state.units.occupied and any(tiles.hand_left(state, side) for side in Side):
        yield "tanks stand before all tiles lie (SQ-18)"


def _faults_of_turn(state: State) -> Iterator[str]:
    """SQ-20 … SQ-25, SQ-27, SQ-28, SQ-30: who was activated, and who is to be."""
    units = state.units.units
    if state.phase in IN_PLAY and any(piece.hex < 0 for piece in units):
        yield "play began before all tanks stood (SQ-19)"
    if any(max(piece.activated, piece.ambush, piece.broken) > state.turn for piece in units):
        yield "a tank acted in a turn to come (SQ-23)"
    if any(piece.ambush > piece.activated for piece in units):
        yield "a tank lies in ambush that was not activated (SQ-28)"
    if any(piece.ambush == state.turn > 0 and piece.moving for piece in units):
        yield "a tank in ambush is in movement (SQ-28)"
    if state.phase is Phase.ACTIVATION and state.active is None and not turn.waiting(state, state.side):
        yield "a side is to activate a tank and has none (SQ-24)"
    if state.phase in (Phase.INITIATIVE, Phase.TURRETS) and any(piece.activated == state.turn for piece in units):
        yield "a tank was activated before the first activation (SQ-20)"
    if state.phase is Phase.TURRETS and not turn.turned(state, state.side):
        yield "a side is to swing turrets back and has none turned (SQ-76)"
    if state.phase in IN_PLAY and turn.victory_of(state):
        yield "a side has won, yet play goes on (SQ-Q33)"
    if state.turn > state.ground.setup.figures.turns:
        yield "play goes on after the last turn (SQ-Q33)"


def _faults_of_movement(state: State) -> Iterator[str]:
    """SQ-32, SQ-39, SQ-55 … SQ-58, SQ-Q3: the tank under way, and who may react to it."""
    active, window = state.active, state.window
    if (state.phase is Phase.MOVEMENT) != (active is not None and active.rolled >= 0):
        yield "a tank moves outside its movement, or nobody does in it (SQ-26)"
    if active is not None:
        piece = state.units.units[active.unit]
        if piece.side is not state.side or piece.destroyed or piece.activated != state.turn or piece.moving:
            yield "the tank under way is none of the side's, or was not activated (SQ-21)"
        if not 0 <= active.left <= max(0, active.rolled):
            yield "a tank has spent points that it did not have (SQ-32)"
        if not 0 <= active.corners < len(state.ground.setup.figures.turn_cost):
            yield "a tank has turned farther in one stay than it can (SQ-Q3)"
        if (active.gear is Gear.NEUTRAL) != (active.entered == 0):
            yield "a tank has entered hexes in no gear, or none in a gear (SQ-44)"
        if driving.owes_a_hex(state) and not driving.can_enter(state, active):
            yield "a tank owes a hex that it cannot enter (SQ-39)"
    if window is not None:
        if active is None or not active.entered or window.side is state.side:
            yield "a side may react to a tank that has not entered a hex (SQ-58)"
        elif window.units != reaction.reactors(state):
            yield "a window does not have the tanks that have a shot (SQ-55)"
