"""The turn: initiative (SQ-20 … SQ-25), turrets (SQ-76), who is activated (SQ-08 … SQ-11, SQ-26 … SQ-33), the end."""

from collections.abc import Iterator

from hulldown.kernel.dice import Dice
from hulldown.kernel.rule import Refusal, Rule
from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.rulebooks.squadron.events import (
    Activated,
    Ambushed,
    Event,
    GameEnded,
    InitiativeRolled,
    PhaseBegan,
    SwungBack,
    TurretsKept,
)
from hulldown.rulebooks.squadron.orders import Activate, Ambush, KeepTurrets, RollInitiative, SwingAllBack, SwingBack
from hulldown.rulebooks.squadron.rules import RULES
from hulldown.rulebooks.squadron.state import Phase, State

SQ_08, SQ_20, SQ_21, SQ_22 = RULES["SQ-08"], RULES["SQ-20"], RULES["SQ-21"], RULES["SQ-22"]
SQ_23, SQ_37, SQ_59, SQ_76 = RULES["SQ-23"], RULES["SQ-37"], RULES["SQ-59"], RULES["SQ-76"]
SQ_Q29, SQ_Q33 = RULES["SQ-Q29"], RULES["SQ-Q33"]


# Initiative and turrets


def roll_off(state: State, dice: Dice, rule: Rule) -> tuple[tuple[int, int], ...]:
    """SQ-20, SQ-Q29: a D10 for each side by a rule, and again while they are equal."""
    die = tuple(range(1, state.ground.setup.figures.initiative_die + 1))
    return dice.roll_off(rule, die, SQ_Q29)


def resolve_initiative(state: State, order: RollInitiative, dice: Dice) -> Iterator[Event]:
    """SQ-20, SQ-21, SQ-76: the higher die has the initiative; then turned turrets may swing back."""
    rolls = roll_off(state, dice, SQ_20)
    red, blue = rolls[-1]
    yield InitiativeRolled(rolls, RED if red > blue else BLUE)
    yield from _after_turrets(state, (state.first, state.first.other))


def _after_turrets(state: State, sides: tuple[Side, ...]) -> Iterator[Event]:
    """SQ-21, SQ-76: the next side that has a turret to swing back, else the first activation."""
    for side in sides:
        if turned(state, side):
            yield PhaseBegan(Phase.TURRETS, side, state.turn)
            return
    yield PhaseBegan(Phase.ACTIVATION, state.first, state.turn)


def turned(state: State, side: Side) -> tuple[int, ...]:
    """SQ-76: the tanks of a side whose turret is not straight ahead."""
    units = enumerate(state.units.units)
    return tuple(unit for unit, piece in units if piece.side is side and piece.intact and piece.turret)


def may_swing_back(state: State, order: SwingBack) -> Refusal | None:
    """SQ-76: a turret of one's own that is turned."""
    units = state.units.units
    if not 0 <= order.unit < len(units):
        return SQ_76.refuse(f"there is no tank {order.unit}; they are numbered 0 to {len(units) - 1}")
    piece, name = units[order.unit], state.name(order.unit, state.side)
    if piece.side is not state.side:
        return SQ_76.refuse(f"{name} is not one of {state.side.label}'s tanks")
    if piece.destroyed:
        return SQ_76.refuse(f"{name} is a wreck")
    return None if piece.turret else SQ_76.refuse(f"the gun of {name} points straight ahead already")


def resolve_swing_back(state: State, order: SwingBack, dice: Dice) -> Iterator[Event]:
    """SQ-76: straight ahead, free of charge; after the last one the turn goes on."""
    yield SwungBack(order.unit)
    if not turned(state, state.side):
        yield from _leave_turrets(state)


def resolve_swing_all_back(state: State, order: SwingAllBack, dice: Dice) -> Iterator[Event]:
    """SQ-76: every one of them."""
    for unit in turned(state, state.side):
        yield SwungBack(unit)
    yield from _leave_turrets(state)


def resolve_keep_turrets(state: State, order: KeepTurrets, dice: Dice) -> Iterator[Event]:
    """SQ-76, SQ-Q15: what is left stays as it is."""
    yield TurretsKept(state.side, turned(state, state.side))
    yield from _leave_turrets(state)


def _leave_turrets(state: State) -> Iterator[Event]:
    yield from _after_turrets(state, (state.side.other,) if state.side is state.first else ())


# Activation


def waiting(state: State, side: Side) -> list[int]:
    """SQ-23: the intact tanks of a side that were not yet activated in this turn."""
    units = enumerate(state.units.units)
    return [unit for unit, piece in units if piece.side is side and piece.intact and piece.activated != state.turn]


def may_act(state: State, unit: int) -> Refusal | None:
    """SQ-21 … SQ-23, SQ-59: an intact tank of one's own that was not activated, and no other is under way."""
    units, side = state.units.units, state.acting
    if not 0 <= unit < len(units):
        return SQ_21.refuse(f"there is no tank {unit}; they are numbered 0 to {len(units) - 1}")
    piece, name = units[unit], state.name(unit, side)
    if piece.side is not side:
        return SQ_21.refuse(f"{name} is not one of {side.label}'s tanks")
    if piece.destroyed:
        return SQ_23.refuse(f"{name} is a wreck")
    if state.active is not None and state.active.unit != unit:
        return SQ_22.refuse(f"{state.name(state.active.unit, side)} is activated now; its activation ends first")
    if piece.reacted == state.turn:
        return SQ_59.refuse(f"{name} has made an attack of opportunity in this turn")
    if piece.activated == state.turn and state.active is None:
        return SQ_23.refuse(f"{name} has been activated in this turn")
    return None


def may_leave_out_die(state: State, unit: int) -> Refusal | None:
    """SQ-08, SQ-Q28: the breakdown die comes before the action."""
    if state.active is None and state.card(unit).breakdown:
        name = state.name(unit, state.side)
        return SQ_08.refuse(f"{name} may break down; roll its D{_breakdown_die(state)} first", Activate(unit))
    return None


def _breakdown_die(state: State) -> int:
    return state.ground.setup.figures.breakdown_die


def may_activate(state: State, order: Activate) -> Refusal | None:
    """SQ-08: only a tank that may break down is activated before its action is chosen."""
    if refusal := may_act(state, order.unit):
        return refusal
    name = state.name(order.unit, state.side)
    if state.active is not None:
        return SQ_08.refuse(f"the breakdown die of {name} has been rolled in this turn")
    if not state.card(order.unit).breakdown:
        return SQ_08.refuse(f"{name} does not break down; choose its action")
    return None


def resolve_activation(state: State, order: Activate, dice: Dice) -> Iterator[Event]:
    """SQ-08, SQ-09, SQ-11: the tank breaks down if the die shows exactly its figure."""
    die = dice.sum(SQ_08, tuple(range(1, _breakdown_die(state) + 1)), 1)
    yield Activated(order.unit, die, die == state.card(order.unit).breakdown)


def may_stop(state: State, unit: int, what: str) -> Refusal | None:
    """SQ-10, SQ-31, SQ-33, SQ-37, SQ-Q28, SQ-Q40: a tank that began in movement has to move, unless it broke down."""
    piece = state.units.units[unit]
    if not piece.began or piece.broken == state.turn or state.ground.setup.free_stop:
        return None
    return SQ_37.refuse(f"{state.name(unit, piece.side)} began the turn in movement; it cannot {what}")


def may_ambush(state: State, order: Ambush) -> Refusal | None:
    """SQ-26, SQ-28, SQ-33, SQ-37: instead of moving or firing."""
    unit = order.unit
    return may_act(state, unit) or may_leave_out_die(state, unit) or may_stop(state, unit, "lie in ambush")


def resolve_ambush(state: State, order: Ambush, dice: Dice) -> Iterator[Event]:
    """SQ-28, SQ-33: the tank waits, stationary, and may react."""
    yield Ambushed(order.unit)
    yield from next_activation(state)


# The end of an activation, of a turn, of the game


def next_activation(state: State) -> Iterator[Event]:
    """SQ-22 … SQ-25: the other side, or the same again while only that has tanks left, or a new turn."""
    if result := victory_of(state):
        yield GameEnded(result)
        return
    for side in (state.side.other, state.side):
        if waiting(state, side):
            yield PhaseBegan(Phase.ACTIVATION, side, state.turn)
            return
    if state.turn >= state.ground.setup.figures.turns:
        yield GameEnded(result_by_points(state))
    else:
        yield PhaseBegan(Phase.INITIATIVE, state.first, state.turn + 1)


def victory_of(state: State) -> Result | None:
    """SQ-Q33: a side without an intact tank has lost."""
    for side in Side:
        if not any(piece.side is side and piece.intact for piece in state.units.units):
            winner = side.other
            return Result(winner, SQ_Q33.id, f"{side.label} has no intact tank left: {winner.label} wins.")
    return None


def destroyed_points(state: State, side: Side) -> int:
    """SQ-Q33: the points of the enemy tanks that a side has destroyed."""
    cards = state.ground.cards
    lost = [piece for piece in state.units.units if piece.side is side.other and piece.destroyed]
    return sum(cards[piece.card].points for piece in lost)


def rows_to_go(state: State, side: Side) -> int:
    """SQ-Q33: how far a side's foremost intact tank is from the enemy's border."""
    grid = state.ground.grid
    rows = [piece.hex // grid.columns for piece in state.units.units if piece.side is side and piece.intact]
    return min(rows) if side else grid.rows - 1 - max(rows)


def result_by_points(state: State) -> Result:
    """SQ-Q33: after the last turn most points win, then the foremost tank; else it is a draw."""
    turns = state.ground.setup.figures.turns
    red, blue = (destroyed_points(state, side) for side in Side)
    told = f"After {turns} turns Red has destroyed {red} points and Blue {blue}"
    if red != blue:
        winner = RED if red > blue else BLUE
        return Result(winner, SQ_Q33.id, f"{told}: {winner.label} wins.")
    ours, theirs = (rows_to_go(state, side) for side in Side)
    if ours != theirs:
        winner = RED if ours < theirs else BLUE
        near = min(ours, theirs)
        told = f"{told}; {winner.label}'s foremost tank is nearer to the enemy's border, {near} against"
        return Result(winner, SQ_Q33.id, f"{told} {max(ours, theirs)} rows: {winner.label} wins.")
    return Result(None, SQ_Q33.id, f"{told}, and their foremost tanks are equally far from the enemy's border: a draw.")
