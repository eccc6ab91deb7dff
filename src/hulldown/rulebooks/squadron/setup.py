"""Before play: the cards, the armies, the mat with its tiles, and the figures that players may agree on."""

from collections.abc import Iterator
from functools import cached_property, partial
from typing import Annotated

import msgspec

from hulldown.geometry.hexes import HexGrid, mask_of
from hulldown.kernel.files import Fault, Offer, Pointed, place_in, raise_all
from hulldown.kernel.library import Check, check_all
from hulldown.kernel.side import Side
from hulldown.kernel.work import Origins
from hulldown.rulebooks.squadron.rules import RULES

SQ_03, SQ_07, SQ_19 = RULES["SQ-03"], RULES["SQ-07"], RULES["SQ-19"]
SQ_66, SQ_90 = RULES["SQ-66"], RULES["SQ-90"]
SQ_Q31, SQ_Q33 = RULES["SQ-Q31"], RULES["SQ-Q33"]
MOST = 200  # columns and rows
MOST_TANKS = 200  # of a side
OPEN, CRATER, LARGE, SMALL, RUIN, HEDGE = ".OHhr%"
LEGEND = {
    OPEN: "open ground",
    CRATER: "bomb crater",
    LARGE: "large house",
    SMALL: "small house",
    RUIN: "ruined house",
    HEDGE: "hedge",
}
# SQ-90: the five kinds of tiles, by the names that files and orders use.
TILES = {"small_house": SMALL, "large_house": LARGE, "crater": CRATER, "hedge": HEDGE, "ruin": RUIN}

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Count = Annotated[int, msgspec.Meta(ge=0, le=MOST_TANKS)]
Value = Annotated[int, msgspec.Meta(ge=0, le=999)]
Few = Annotated[int, msgspec.Meta(ge=0, le=20)]
Bonus = Annotated[int, msgspec.Meta(ge=-20, le=20)]
Faces = Annotated[int, msgspec.Meta(ge=2, le=100)]
Points = Annotated[int, msgspec.Meta(ge=0, le=20_000)]
Turns = Annotated[int, msgspec.Meta(ge=1, le=200)]


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """SQ-03, SQ-05 … SQ-07: the game side of a card. Without a characteristic its figure is 0."""

    id: Name
    name: Name
    letter: Annotated[str, msgspec.Meta(min_length=1, max_length=3)]
    silhouette: Name
    points: Value
    penetration: Value
    front: Value
    side: Value
    rear: Value
    breakdown: Few = 0
    movement: Few = 0
    shot: Few = 0
    fixed: bool = False


class Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The dice and figures: `dice.toml` explains each."""

    initiative_die: Faces
    movement_die: Faces
    breakdown_die: Faces
    shot_die: Faces
    pierce_die: Faces
    standing_dice: Annotated[int, msgspec.Meta(ge=1, le=5)]
    moving_dice: Annotated[int, msgspec.Meta(ge=1, le=5)]
    open_cost: Annotated[int, msgspec.Meta(ge=1, le=20)]
    ruin_cost: Annotated[int, msgspec.Meta(ge=1, le=20)]
    house_cost: Annotated[int, msgspec.Meta(ge=1, le=20)]
    hedge_cost: Annotated[int, msgspec.Meta(ge=1, le=20)]
    shot_cost: Few
    turn_cost: tuple[Few, Few, Few, Few]
    hit: Annotated[tuple[tuple[Bonus, Value], ...], msgspec.Meta(min_length=1, max_length=20)]
    stood: Bonus
    was_moving: Bonus
    turret: Bonus
    moving_target: Bonus
    obstacle: Bonus
    near: Bonus
    near_hexes: Value
    in_ruin: Bonus
    behind_ruin: Bonus
    hedge: Bonus
    clear_lines: Annotated[int, msgspec.Meta(ge=1, le=3)]
    dud: Value
    critical: Value
    turns: Turns


class Mat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """The mat, with the tiles that lie on it before anybody places one: a sign for each hex, in rows."""

    name: Name
    rows: tuple[str, ...]

    @cached_property
    def grid(self) -> HexGrid:
        """SQ-Q1: hexes that stand on a corner, in rows, every other one half a hex further right."""
        return HexGrid.of(len(self.rows[0]), len(self.rows))

    @cached_property
    def cells(self) -> str:
        return "".join(self.rows)


class Army(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many tanks with each card, and the points agreed for them."""

    units: dict[str, Count]
    total: Points

    def __hash__(self) -> int:
        return hash((frozenset(self.units.items()), self.total))


class Hand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """SQ-16: how many tiles of each kind a player has to place."""

    small_house: Few = 0
    large_house: Few = 0
    crater: Few = 0
    hedge: Few = 0
    ruin: Few = 0

    def count(self, kind: str) -> int:
        return int(getattr(self, kind)) if kind in TILES else 0

    @property
    def total(self) -> int:
        return sum(map(self.count, TILES))


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that a game starts from. It holds figures, not names of files, so a record stands alone."""

    scenario: Name
    mat: Mat
    cards: tuple[Card, ...]
    figures: Figures
    red: Army
    blue: Army
    red_tiles: Hand = Hand()
    blue_tiles: Hand = Hand()
    free_stop: bool = False  # a tank in movement may fire or lie in ambush as well (SQ-Q40)
    narrow: bool = False  # front and rear are 60° wide instead of 120° (SQ-Q19)
    position: str | msgspec.UnsetType = msgspec.UNSET  # how the table stands at first, if not empty
    works: Origins | msgspec.UnsetType = msgspec.UNSET  # what it was made of, if of works

    def army(self, side: Side) -> Army:
        return self.blue if side else self.red

    def hand(self, side: Side) -> Hand:
        return self.blue_tiles if side else self.red_tiles


def border_of(grid: HexGrid, side: Side) -> int:
    """SQ-19, SQ-Q30: the row at a side's edge: Red's at the top, Blue's at the bottom."""
    return grid.border("bottom" if side else "top")


def value_of(cards: tuple[Card, ...], army: Army) -> int:
    """SQ-Q33: what an army costs, by the points on its cards."""
    prices = {card.id: card.points for card in cards}
    return sum(prices.get(card, 0) * count for card, count in army.units.items())


def uneven(setup: Setup) -> str:
    """A word on armies that differ in points, which is allowed; nothing if they do not."""
    red, blue = (value_of(setup.cards, setup.army(side)) for side in Side)
    return f"Red has {red} points and Blue {blue}" if red != blue else ""


def check_mat(mat: Mat, where: str, lines: tuple[int, ...] = ()) -> None:
    """SQ-90: a mat that is not empty, ragged or too large, and has no unknown sign; `lines` are the rows' in a file."""
    raise_all(mat_faults(mat, where, lines))


def mat_faults(mat: Mat, where: str, lines: tuple[int, ...]) -> Iterator[Fault]:
    """All that is wrong with the drawing of a mat."""
    if not mat.rows or not mat.rows[0]:
        yield Fault(where, "the mat has no hexes; write a row of signs for each row of hexes")
        return
    columns = len(mat.rows[0])
    if max(columns, len(mat.rows)) > MOST:
        yield Fault(where, f"the mat has {columns} columns and {len(mat.rows)} rows; at most {MOST} are allowed")
        return
    if len(mat.rows) < 2:
        yield Fault(where, "the mat has one row; it needs a border for each side", SQ_19.id)
    for number, row in enumerate(mat.rows, 1):
        place = f"{where}:{lines[number - 1]}" if lines else where
        if len(row) != columns:
            told = f"row {number} has {len(row)} hexes; row 1 has {columns}"
            yield Fault(place, told, place=Pointed(row=number - 1))
        for column, sign in enumerate(row, 1):
            if sign not in LEGEND:
                told = f"row {number}, column {column} is {sign!r}; the signs are {' '.join(LEGEND)}"
                yield Fault(place, told, SQ_90.id, place=Pointed(row=number - 1, column=column - 1))


def check_cards(cards: tuple[Card, ...], where: str, text: str = "") -> None:
    """SQ-03: cards that can be told apart; with the text of their file the line is named too."""
    if not 1 <= len(cards) <= 80:
        raise Fault(where, f"there are {len(cards)} cards; there must be 1 to 80", SQ_03.id)
    faults: list[Fault] = []
    for field in ("id", "letter"):
        values = [getattr(card, field) for card in cards]
        for at in (at for at, value in enumerate(values) if value in values[:at]):
            told = f"two cards have the {field} {values[at]!r}; each needs its own"
            spot, named = f"card[{at}].{field}", Pointed(unit=cards[at].id, figure=field)
            faults.append(Fault(place_in(where, text, f"$.{spot}"), told, SQ_03.id, field=spot, place=named))
    raise_all(faults)


def check_army(cards: tuple[Card, ...], army: Army, where: str) -> None:
    """SQ-03, SQ-Q33: the tanks have cards, and cost no more than was agreed."""
    known = [card.id for card in cards]
    told = f"; there is {', '.join(known)}"
    raise_all(
        Fault(where, f"there is no card {card[:40]!r}{told}", SQ_03.id, place=Pointed(unit=card[:80]))
        for card in army.units
        if card not in known
    )
    many = sum(army.units.values())
    if not 1 <= many <= MOST_TANKS:
        raise Fault(where, f"the army has {many or 'no'} tanks; it needs 1 to {MOST_TANKS}", SQ_Q33.id)
    if (value := value_of(cards, army)) > army.total:
        told = f"the army costs {value} points; {army.total} were agreed"
        raise Fault(where, told, SQ_Q33.id, offers=(Offer(f"Agree on {value}", "total", str(value)),))


def check_setup(setup: Setup, where: str = "set-up") -> None:
    """A set-up that can be played; the first thing wrong with it is said, with its rule."""
    check_all(setup_checks(setup, where))


def setup_checks(setup: Setup, where: str) -> Iterator[Check]:
    """SQ-16, SQ-19, SQ-Q31: all that must be right about a set-up."""
    yield Check("board", partial(check_mat, setup.mat, f"{where}, mat"))
    yield Check("battle", partial(check_cards, setup.cards, f"{where}, cards"))
    yield Check("battle", partial(_check_figures, setup, where))
    for side in Side:
        told = f"{where}, {side.label.lower()} army"
        yield Check("armies", partial(check_army, setup.cards, setup.army(side), told), side)
        if setup.position is msgspec.UNSET:  # who stands already needs no room
            yield Check("board", partial(_check_room, setup, side, where), side)
    yield Check("board", partial(_check_tiles, setup, where), options=("tiles",))


def _check_figures(setup: Setup, where: str) -> None:
    """SQ-07, SQ-66: cards and tables that agree with the dice."""
    figures = setup.figures
    for card in setup.cards:
        if card.breakdown > figures.breakdown_die:
            told = f"the {card.name} breaks down on a {card.breakdown}; the die has {figures.breakdown_die} faces"
            raise Fault(f"{where}, cards", told, SQ_07.id)
    if list(figures.hit) != sorted(figures.hit) or len({least for least, _ in figures.hit}) < len(figures.hit):
        raise Fault(f"{where}, figures", "the hit table must rise from row to row", SQ_66.id)


def _check_room(setup: Setup, side: Side, where: str) -> None:
    """SQ-19: a hex on the border for each tank."""
    many, room = sum(setup.army(side).units.values()), deployable(setup, side).bit_count()
    if room < many:
        raise Fault(where, f"{side.label} has {many} tanks and {room} hexes on its border for them", SQ_19.id)


def _check_tiles(setup: Setup, where: str) -> None:
    """SQ-16, SQ-Q31: an open hex between the borders for each tile."""
    free = mask_of(at for at, sign in enumerate(setup.mat.cells) if sign == OPEN)
    for side in Side:
        free &= ~border_of(setup.mat.grid, side)
    tiles = setup.red_tiles.total + setup.blue_tiles.total
    if tiles > free.bit_count():
        raise Fault(where, f"there are {tiles} tiles to place and {free.bit_count()} hexes for them", SQ_Q31.id)


def deployable(setup: Setup, side: Side) -> int:
    """SQ-19, SQ-Q32: the hexes of a side's border that a tank can stand on."""
    cells = setup.mat.cells
    closed = mask_of(at for at, sign in enumerate(cells) if sign in (CRATER, LARGE))
    return border_of(setup.mat.grid, side) & ~closed
