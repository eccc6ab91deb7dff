"""Set-up: who places first (SQ-Q29), the tiles in turns (SQ-16 … SQ-18), the tanks on the border (SQ-19)."""

from collections.abc import Iterator

from hulldown.kernel.dice import Dice
from hulldown.kernel.rule import Refusal
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.kernel.turn import Due
from hulldown.rulebooks.squadron import turn
from hulldown.rulebooks.squadron.events import Deployed, Event, FirstDrawn, HouseFlattened, PhaseBegan, TilePlaced
from hulldown.rulebooks.squadron.orders import Begin, Deploy, PlaceTile
from hulldown.rulebooks.squadron.rules import RULES
from hulldown.rulebooks.squadron.setup import LEGEND, TILES, Setup, border_of, deployable
from hulldown.rulebooks.squadron.state import Ground, Phase, State, Unit, Units

SQ_03, SQ_17, SQ_19, SQ_41, SQ_90 = RULES["SQ-03"], RULES["SQ-17"], RULES["SQ-19"], RULES["SQ-41"], RULES["SQ-90"]
SQ_Q29, SQ_Q31, SQ_Q32 = RULES["SQ-Q29"], RULES["SQ-Q31"], RULES["SQ-Q32"]


def empty_table(setup: Setup) -> State:
    """SQ-03: the mat with the tiles that lie there beforehand, and all tanks beside it, card by card."""
    units = [
        Unit(side, card.id, number)
        for side in Side
        for card in setup.cards
        for number in range(1, setup.army(side).units.get(card.id, 0) + 1)
    ]
    return State(Ground.of(setup, setup.mat.cells), Units(units))


def resolve_begin(state: State, order: Begin, dice: Dice) -> Iterator[Event]:
    """SQ-17, SQ-18, SQ-Q29: the lower die places first; without tiles to place the tanks come at once."""
    rolls = turn.roll_off(state, dice, SQ_Q29)
    red, blue = rolls[-1]
    yield FirstDrawn(rolls, RED if red < blue else BLUE)
    first = state.first
    if any(state.ground.setup.hand(side).total for side in Side):
        yield PhaseBegan(Phase.TILES, first if hand_left(state, first) else first.other, 0)
    else:
        yield PhaseBegan(Phase.DEPLOYMENT, first, 0)


# Tiles


def hand_left(state: State, side: Side) -> dict[str, int]:
    """SQ-16: the tiles that a side has still to place, by kind."""
    hand, placed = state.ground.setup.hand(side), state.placed[side]
    left = {kind: hand.count(kind) - placed.count(kind) for kind in TILES}
    return {kind: many for kind, many in left.items() if many}


def room_for_tiles(state: State) -> int:
    """SQ-17, SQ-Q31: open hexes away from the two borders."""
    grid = state.ground.grid
    return state.ground.open & ~(border_of(grid, RED) | border_of(grid, BLUE))


def may_place(state: State, order: PlaceTile) -> Refusal | None:
    """SQ-16, SQ-17, SQ-90, SQ-Q31: a tile that one has, on an open hex away from the borders."""
    grid, side = state.ground.grid, state.side
    if order.kind not in TILES:
        return SQ_90.refuse(f"there is no tile {order.kind[:40]!r}; there is {', '.join(TILES)}")
    if order.kind not in hand_left(state, side):
        return SQ_Q31.refuse(f"{side.label} has no {LEGEND[TILES[order.kind]]} left")
    if not 0 <= order.hex < grid.size:
        return SQ_17.refuse(f"there is no hex {order.hex}; they are numbered 0 to {grid.size - 1}")
    if (border_of(grid, RED) | border_of(grid, BLUE)) >> order.hex & 1:
        return SQ_Q31.refuse(f"{state.place(order.hex)} is on a border; tiles lie between the borders")
    if not state.ground.open >> order.hex & 1:
        there = LEGEND[state.ground.cells[order.hex]]
        return SQ_Q31.refuse(f"there is a {there} on {state.place(order.hex)} already")
    return None


def resolve_tile(state: State, order: PlaceTile, dice: Dice) -> Iterator[Event]:
    """SQ-17, SQ-18: a tile; after the last one come the tanks."""
    yield TilePlaced(state.side, order.kind, order.hex)
    if not any(hand_left(state, side) for side in Side):
        yield PhaseBegan(Phase.DEPLOYMENT, state.first, 0)


def next_to_place(state: State) -> Side:
    """SQ-17: the other side, while it has something to place."""
    other = state.side.other
    more = hand_left(state, other) if state.phase is Phase.TILES else beside(state, other)
    return other if more else state.side


# Tanks


def beside(state: State, side: Side) -> list[int]:
    """SQ-19: the tanks of a side that are not on the mat yet."""
    return [unit for unit, piece in enumerate(state.units.units) if piece.side is side and piece.hex < 0]


def next_of(state: State, card: str) -> int:
    """The next tank with this card that the side to act deploys; −1 if there is none."""
    return next((unit for unit in beside(state, state.side) if state.units.units[unit].card == card), -1)


def to_deploy(state: State) -> tuple[Due, ...]:
    """SQ-19: the tanks that the side to act has still to deploy, card by card."""
    waiting = [state.units.units[unit].card for unit in beside(state, state.side)]
    cards = [card for card in state.ground.setup.cards if card.id in waiting]
    return tuple([Due(card.name, waiting.count(card.id), next_of(state, card.id)) for card in cards])


def room_for_tanks(state: State) -> int:
    """SQ-19, SQ-Q32: the free hexes of one's border."""
    return deployable(state.ground.setup, state.side) & ~state.units.occupied


def ahead(side: Side) -> int:
    """SQ-Q30: towards the enemy's border."""
    return 5 if side else 2


def may_deploy(state: State, order: Deploy) -> Refusal | None:
    """SQ-19, SQ-41, SQ-Q32: a tank that one has, on a free hex of one's border, facing any corner."""
    grid, side = state.ground.grid, state.side
    if order.card not in state.ground.cards:
        return SQ_03.refuse(f"there is no card {order.card[:40]!r}; there is {', '.join(state.ground.cards)}")
    if next_of(state, order.card) < 0:
        return SQ_19.refuse(f"{side.label} has no {state.ground.cards[order.card].name} left to deploy")
    if not 0 <= order.facing < 6:
        return SQ_41.refuse(f"there is no facing {order.facing}; the corners are numbered 0 to 5")
    if not 0 <= order.hex < grid.size:
        return SQ_19.refuse(f"there is no hex {order.hex}; they are numbered 0 to {grid.size - 1}")
    if not border_of(grid, side) >> order.hex & 1:
        row = grid.rows if side else 1
        return SQ_19.refuse(f"{state.place(order.hex)} is not on {side.label}'s border, which is row {row}")
    if not room_for_tanks(state) >> order.hex & 1:
        there = state.units.standing_on(order.hex)
        what = state.name(there, side) if there >= 0 else f"a {LEGEND[state.ground.cells[order.hex]]}"
        return SQ_Q32.refuse(f"{what} is on {state.place(order.hex)} already")
    return None


def resolve_deployment(state: State, order: Deploy, dice: Dice) -> Iterator[Event]:
    """SQ-19, SQ-20, SQ-Q32: a tank, and a small house under it falls; after the last one the first turn begins."""
    unit, house = next_of(state, order.card), state.ground.small >> order.hex & 1
    yield Deployed(unit, order.hex, order.facing)
    if house:
        yield HouseFlattened(order.hex, unit)
    if not any(beside(state, side) for side in Side):
        yield PhaseBegan(Phase.INITIATIVE, state.first, 1)
