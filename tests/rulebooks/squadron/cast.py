"""The standard cast: tables drawn in the tests, with tanks placed by a drawing instead of a deployment.

A drawing has one word for each hex, in rows; every other row lies half a hex further right. `.` is open ground, `O` a
bomb crater, `H` a large house, `h` a small one, `r` a ruin, `%` a hedge. A tank is the letters of its card, its number
and its facing, Red in capitals, Blue in small letters: `PA1↗`, `te2↙`. Marks stand before the arrow: `~` it began the
turn in movement and has its marker, `*` it lies in ambush. A second arrow is where its turret points: `PA1↗↘`. `×te1`
is a wreck. A tile under a tank stands before it: `r:pa1↗`. The corners are ↗ ↘ ↓ ↙ ↖ ↑, facings 0 to 5.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from hulldown.geometry.hexes import HexGrid, gun_corners
from hulldown.kernel.dice import Dice, ScriptedDice
from hulldown.kernel.rule import Refusal
from hulldown.kernel.rulebook import Preview
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.kernel.wire import plain
from hulldown.rulebooks.squadron import files
from hulldown.rulebooks.squadron.book import book
from hulldown.rulebooks.squadron.events import Event, Fired
from hulldown.rulebooks.squadron.orders import (
    Activate,
    Ambush,
    Deploy,
    EndActivation,
    Fire,
    Order,
    Pass,
    PlaceTile,
    RollMovement,
    Step,
    SwingBack,
    Turn,
)
from hulldown.rulebooks.squadron.setup import LEGEND, Army, Card, Figures, Mat, Setup
from hulldown.rulebooks.squadron.state import Ground, Phase, State, Unit, Units
from hulldown.rulebooks.squadron.table.drawing import ARROWS

CARDS = files.game_sides()
BY_ID = {card.id: card for card in CARDS}
_UNIT = re.compile(rf"([A-Z]+|[a-z]+)(\d+)([~*]*)([{ARROWS}])([{ARROWS}]?)")
_WRECK = re.compile(r"×([A-Z]+|[a-z]+)(\d+)")
ORIGIN = (4, 5)  # column and row of the hex that the ledger's cases call (0, 0)


def figures(**changed: Any) -> Figures:
    return msgspec.convert(plain(files.usual()) | changed, Figures)


def altered(card: str, **changed: Any) -> tuple[Card, ...]:
    """The cards with one of them changed."""
    return tuple(msgspec.structs.replace(row, **changed) if row.id == card else row for row in CARDS)


class Table:
    """A state with the words of a player: names of tanks, hexes and corners instead of numbers."""

    def __init__(self, state: State) -> None:
        self.state = state

    # names

    def unit(self, name: str) -> int:
        """The id of a tank: `PA1` is Red's, `pa1` Blue's."""
        letter = name.rstrip("0123456789")
        card = next(card.id for card in self.state.ground.setup.cards if card.letter == letter.upper())
        wanted = (BLUE if letter.islower() else RED), card, int(name[len(letter) :])
        units = self.state.units.units
        return next(at for at, piece in enumerate(units) if (piece.side, piece.card, piece.number) == wanted)

    def name(self, unit: int) -> str:
        piece = self.state.units.units[unit]
        letter = self.state.ground.cards[piece.card].letter
        return f"{letter.lower() if piece.side else letter}{piece.number}"

    def piece(self, name: str) -> Unit:
        return self.state.units.units[self.unit(name)]

    def change(self, name: str, **fields: Any) -> None:
        """Changes fields of a tank, as no rule did."""
        self.state.units.put(self.unit(name), msgspec.structs.replace(self.piece(name), **fields))

    def hex(self, place: str | tuple[int, int]) -> int:
        """A hex by its name, or as the ledger's cases count from the origin."""
        grid = self.state.ground.grid
        if isinstance(place, str):
            return grid.number(place)
        column, row = ORIGIN
        q, r = grid.axial(row * grid.columns + column)
        return grid.at(q + place[0], r + place[1])

    def where(self, name: str) -> str:
        """A tank's pose, as `C3↗`."""
        piece = self.piece(name)
        return self.state.place(piece.hex) + ARROWS[piece.facing]

    @property
    def left(self) -> int:
        """The points of the tank under way."""
        assert self.state.active is not None
        return self.state.active.left

    # orders

    def roll(self, name: str) -> RollMovement:
        return RollMovement(self.unit(name))

    def step(self, place: str | tuple[int, int]) -> Step:
        return Step(self.hex(place))

    def turn(self, arrow: str) -> Turn:
        return Turn(ARROWS.index(arrow))

    def fire(self, shooter: str, target: str, arrow: str = "") -> Fire:
        """A shot through a corner; through the one there is, or the gun's own, if none is named."""
        gun, aim = self.piece(shooter), self.piece(target)
        able = gun_corners(*self.state.ground.grid.offset(gun.hex, aim.hex))
        corner = ARROWS.index(arrow) if arrow else gun.gun if gun.gun in able else able[0]
        return Fire(self.unit(shooter), self.unit(target), corner)

    def ambush(self, name: str) -> Ambush:
        return Ambush(self.unit(name))

    def activate(self, name: str) -> Activate:
        return Activate(self.unit(name))

    def swing_back(self, name: str) -> SwingBack:
        return SwingBack(self.unit(name))

    def deploy(self, card: str, place: str, arrow: str = "↓") -> Deploy:
        return Deploy(card, self.hex(place), ARROWS.index(arrow))

    def tile(self, kind: str, place: str) -> PlaceTile:
        return PlaceTile(kind, self.hex(place))

    def orders(self) -> list[Order]:
        return list(book.orders(self.state))

    def kinds(self, name: str) -> set[str]:
        """What a tank can be ordered, by the kinds of orders."""
        return {type(order).__name__ for order in book.orders(self.state, self.unit(name))}

    def targets(self, name: str) -> set[str]:
        found = book.orders(self.state, self.unit(name))
        return {self.name(order.target) for order in found if isinstance(order, Fire)}

    # judging and playing

    def allows(self, order: Order) -> bool:
        """Whether an order is accepted; the list of legal orders must say the same."""
        accepted = book.refuse(self.state, order) is None
        assert (order in self.orders()) is accepted, f"{order}: accepted {accepted}, listed {not accepted}"
        return accepted

    def refused(self, order: Order, rule: str, *told: object) -> Refusal:
        """Asserts that an order is refused by this rule, in a sentence with these figures, and returns the refusal."""
        refusal = book.refuse(self.state, order)
        assert refusal is not None, f"{order} is accepted"
        assert order not in self.orders()
        assert book.preview(self.state, order).refusal == refusal
        assert refusal.rule == rule, f"refused by {refusal}, not by {rule}"
        for part in told:
            assert str(part) in refusal.sentence, f"{part!r} is not in {refusal.sentence!r}"
        if refusal.nearest is not None:
            assert self.allows(refusal.nearest), f"the nearest, {refusal.nearest}, is refused as well"
        return refusal

    def preview(self, order: Order) -> Preview:
        found = book.preview(self.state, order)
        assert found.refusal is None, f"{order} is refused: {found.refusal}"
        return found

    def modifiers(self, order: Order) -> dict[str, int]:
        """The modifiers of a legal shot, by rule."""
        return {one.rule: one.amount for one in self.preview(order).modifiers}

    def play(self, order: Order, *rolls: tuple[int, ...]) -> tuple[Event, ...]:
        """Plays an order with these rolls and no others; returns what happened."""
        dice = ScriptedDice(rolls)
        events = self.play_with(order, dice)
        dice.done()
        return events

    def play_with(self, order: Order, dice: Dice) -> tuple[Event, ...]:
        refusal = book.refuse(self.state, order)
        assert refusal is None, f"{order} is refused: {refusal}"
        state = self.state.copy()
        events: list[Event] = []
        for event in book.decide(state, order, dice):
            book.evolve(state, event)
            events.append(event)
        self.state = state
        assert list(book.faults(state)) == []
        return tuple(events)

    def shoot(self, order: Fire, *dice: int) -> Fired:
        """Fires, with a D10 and, if it hits, a D100."""
        fired = self.play(order, *[(die,) for die in dice])[0]
        assert isinstance(fired, Fired)
        return fired

    def stop(self) -> tuple[Event, ...]:
        return self.play(EndActivation(False))

    def keep_rolling(self) -> tuple[Event, ...]:
        return self.play(EndActivation(True))

    def hold_fire(self) -> tuple[Event, ...]:
        return self.play(Pass())

    def sentences(self, order: Order, *rolls: tuple[int, ...]) -> list[str]:
        """What the log says of an order, which is played."""
        dice, state = ScriptedDice(rolls), self.state.copy()
        told: list[str] = []
        for event in book.decide(state, order, dice):
            told.append(book.tell(state, event).sentence)
            book.evolve(state, event)
        self.play(order, *rolls)
        return told


def table(
    drawing: str,
    *,
    phase: Phase = Phase.ACTIVATION,
    side: Side = RED,
    first: Side = RED,
    turn: int = 2,
    activated: Iterable[str] = (),
    cards: tuple[Card, ...] = CARDS,
    changed: Mapping[str, Any] | None = None,
    **more: Any,
) -> Table:
    """A table in the middle of a game. `activated` names the tanks that have been in this turn; those in ambush have.

    `changed` are figures that differ from the usual ones; fields of a set-up (`free_stop`, `narrow`) may follow.
    """
    rows = [row.split() for row in drawing.split("\n") if row.strip()]
    assert len({len(row) for row in rows}) == 1, "the rows of the drawing differ in length"
    cells = [cell for row in rows for cell in row]
    signs = "".join(cell[0] if cell in LEGEND or ":" in cell else "." for cell in cells)
    order = [card.id for card in cards]
    pieces = sorted(_units(cells, cards, turn), key=lambda piece: (piece.side, order.index(piece.card), piece.number))
    armies = [{card: sum((p.side, p.card) == (of, card) for p in pieces) for card in order} for of in Side]
    columns = len(rows[0])
    mat = Mat("A drawn mat", tuple(signs[at : at + columns] for at in range(0, len(signs), columns)))
    red, blue = (Army({card: many for card, many in army.items() if many}, 20_000) for army in armies)
    setup = Setup("drawn", mat, cards, figures(**(changed or {})), red, blue, **more)
    found = Table(State(Ground.of(setup, mat.cells), Units(pieces), phase, side, first, turn))
    for name in activated:
        found.change(name, activated=turn)
    return found


def _units(cells: list[str], cards: tuple[Card, ...], turn: int) -> Iterable[Unit]:
    letters = {card.letter: card.id for card in cards}
    for place, word in enumerate(cells):
        if word in LEGEND:
            continue
        cell = word.rpartition(":")[2]
        if found := _UNIT.fullmatch(cell):
            facing, moving, ambush = ARROWS.index(found[4]), "~" in found[3], turn if "*" in found[3] else 0
            turret = (ARROWS.index(found[5]) - facing) % 6 if found[5] else 0
            more: dict[str, Any] = {
                "moving": moving,
                "began": moving,
                "ambush": ambush,
                "activated": ambush,
                "turret": turret,
            }
        elif found := _WRECK.fullmatch(cell):
            facing, more = 0, {"destroyed": True}
        else:
            raise AssertionError(f"{cell!r} is no word of a drawing")
        side = BLUE if found[1].islower() else RED
        yield Unit(side, letters[found[1].upper()], int(found[2]), place, facing, **more)


def field(columns: int, rows: int, **words: str) -> str:
    """A drawing of open ground with some words on it: `field(12, 3, A1="PA1↗", J2="te1↙")`."""
    grid = HexGrid.of(columns, rows)
    cells = ["."] * grid.size
    for name, word in words.items():
        cells[grid.number(name)] = word
    return "\n".join(" ".join(cells[at : at + columns]) for at in range(0, grid.size, columns))


def case(words: Mapping[tuple[int, int], str], **more: Any) -> Table:
    """A case of the ledger: words by axial coordinates around its origin, on a mat of 14 by 11."""
    grid = HexGrid.of(14, 11)
    column, row = ORIGIN
    q, r = grid.axial(row * 14 + column)
    return table(
        field(14, 11, **{grid.names[grid.at(q + dq, r + dr)]: word for (dq, dr), word in words.items()}), **more
    )
