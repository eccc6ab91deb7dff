"""Orders that come at the wrong time: what is amiss, as a fact of the game, and the rule that makes it so."""

from hulldown.kernel.rule import Refusal
from hulldown.kernel.side import Side
from hulldown.rulebooks.squadron import reaction, tiles, turn
from hulldown.rulebooks.squadron.orders import (
    Activate,
    Ambush,
    Begin,
    Deploy,
    EndActivation,
    KeepTurrets,
    Order,
    Pass,
    PlaceTile,
    RollInitiative,
    RollMovement,
    SwingAllBack,
    SwingBack,
    Turn,
)
from hulldown.rulebooks.squadron.rules import RULES
from hulldown.rulebooks.squadron.state import Phase, State

SQ_09, SQ_16, SQ_18, SQ_19 = RULES["SQ-09"], RULES["SQ-16"], RULES["SQ-18"], RULES["SQ-19"]
SQ_20, SQ_25, SQ_26, SQ_32 = RULES["SQ-20"], RULES["SQ-25"], RULES["SQ-26"], RULES["SQ-32"]
SQ_35, SQ_76, SQ_Q6, SQ_Q29 = RULES["SQ-35"], RULES["SQ-76"], RULES["SQ-Q6"], RULES["SQ-Q29"]


def amiss(state: State, order: Order) -> Refusal:
    """What stands against an order of another time."""
    if state.result is not None:
        return RULES[state.result.rule].refuse("the game is over")
    return _in_set_up(state, order) or _in_a_turn(state, order)


def _in_set_up(state: State, order: Order) -> Refusal | None:
    """SQ-18, SQ-19, SQ-Q29: who places first is rolled, then come the tiles, then the tanks, then the first turn."""
    if isinstance(order, Begin):
        return SQ_Q29.refuse("it has been rolled already who places first")
    if state.phase is Phase.BEGIN:
        return SQ_Q29.refuse("it has not been rolled yet who places first", Begin())
    if isinstance(order, PlaceTile) and not any(state.placed):
        return SQ_16.refuse("nobody has tiles to place in this battle")
    if isinstance(order, PlaceTile):
        return SQ_18.refuse("all tiles have been placed already")
    if state.phase is Phase.TILES:
        left = sum(sum(tiles.hand_left(state, side).values()) for side in Side)
        return SQ_18.refuse(f"{_are(left, 'tile')} still to be placed, before any tank")
    if isinstance(order, Deploy):
        return SQ_19.refuse("all tanks have been deployed already")
    if state.phase is Phase.DEPLOYMENT:
        beside = sum(len(tiles.beside(state, side)) for side in Side)
        return SQ_19.refuse(f"{_are(beside, 'tank')} still to be placed before the first turn")
    return None


def _are(many: int, what: str) -> str:
    return f"{many} {what}s are" if many > 1 else f"{many} {what} is"


def _in_a_turn(state: State, order: Order) -> Refusal:
    """SQ-20, SQ-25, SQ-76: a turn is initiative, then turrets, then one activation after another."""
    now = f"turn {state.turn}"
    if state.phase is Phase.INITIATIVE:
        return SQ_20.refuse(f"the initiative of {now} has not been rolled yet", RollInitiative())
    if isinstance(order, RollInitiative):
        return SQ_25.refuse(f"{now} has not ended; {state.first.label} has its initiative")
    if state.phase is Phase.TURRETS:
        first = f"{state.side.label} has turned turrets, which it swings back or leaves first"
        return SQ_76.refuse(first, KeepTurrets())
    if isinstance(order, SwingBack | SwingAllBack | KeepTurrets):
        return SQ_76.refuse(f"turrets swing back when a turn begins; {now} has begun")
    if isinstance(order, Activate | RollMovement | Ambush):
        return _under_way(state, order)
    return _nobody_moves(state, order)


def _under_way(state: State, order: Activate | RollMovement | Ambush) -> Refusal:
    """SQ-22, SQ-26, SQ-Q6: a tank has rolled its movement dice, and so chosen its action."""
    if refusal := turn.may_act(state, order.unit):
        return refusal
    name = state.name(order.unit, state.side)
    if isinstance(order, Ambush):
        return SQ_Q6.refuse(f"{name} has rolled its movement dice; it cannot lie in ambush any more")
    return SQ_26.refuse(f"{name} is under way already: it has rolled its movement dice")


def _nobody_moves(state: State, order: Order) -> Refusal:
    """SQ-09, SQ-26, SQ-32, SQ-35, SQ-57: nobody has rolled movement dice."""
    active = state.active
    if isinstance(order, Pass):
        refusal = reaction.may_pass(state, order)
        assert refusal is not None
        return refusal
    if active is None:
        return SQ_26.refuse(f"none of {state.side.label}'s tanks is under way; a movement begins with its dice")
    piece, name = state.units.units[active.unit], state.name(active.unit, state.side)
    if isinstance(order, EndActivation):
        return SQ_26.refuse(f"{name} is activated and has not taken its action yet")
    if piece.broken == state.turn:
        what = "turn" if isinstance(order, Turn) else "drive"
        return SQ_09.refuse(f"{name} has broken down and cannot {what} this turn")
    rule = SQ_35 if piece.began else SQ_32
    return rule.refuse(f"{name} has not rolled its movement dice", RollMovement(active.unit))
