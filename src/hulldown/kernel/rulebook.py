"""What a rulebook offers to the game, the bots, the laboratory and the table."""

from collections.abc import Hashable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Protocol, Self, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from hulldown.kernel.bearings import Spans
from hulldown.kernel.dice import Dice
from hulldown.kernel.forecast import Forecast
from hulldown.kernel.library import Library
from hulldown.kernel.odds import Spread
from hulldown.kernel.picture import End, Picture, Place, Pose, Put, Stroke, Terrain
from hulldown.kernel.rule import Catalogue, Modifier, Refusal
from hulldown.kernel.side import Side
from hulldown.kernel.turn import Due, Turn, Unit, Window


class Result(msgspec.Struct, frozen=True):
    """How a game ended: who won (nobody: a draw), by which rule, in a sentence."""

    winner: Side | None
    rule: str
    sentence: str


class Stage(msgspec.Struct, frozen=True, omit_defaults=True):
    """One throw of an order that goes in stages: what is rolled, the sum it starts from or must reach, its chances.

    The chances are those of this throw alone, once it is come to.
    """

    name: str
    rule: str
    dice: str
    modifiers: tuple[Modifier, ...] = ()
    odds: Mapping[Any, Fraction] | None = None


class Slow(msgspec.Struct, frozen=True):
    """A straight piece of a way that costs so many times its length."""

    start: Place
    end: Place
    factor: int


class Way(msgspec.Struct, frozen=True, omit_defaults=True):
    """A path on a free table, as far as it is allowed: its corners, what the base sweeps, and what it takes.

    Lengths are in 1/100 mm, turns in degrees, each with what there is of it; `least` is what must be flown. `slow` are
    the pieces that cost more. `leaves` says that the unit ends off the table.
    """

    poses: tuple[Pose, ...]
    swept: tuple[tuple[Place, ...], ...]
    slow: tuple[Slow, ...]
    cost: int
    move: int
    turned: int
    turn: int
    least: int = 0
    leaves: bool = False


class Dot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place where something may fall, the chance, and which units it strikes there, enemies or friends."""

    x: int
    y: int
    chance: Fraction
    enemies: tuple[int, ...] = ()
    friends: tuple[int, ...] = ()


class Struck(msgspec.Struct, frozen=True):
    """A unit that may be hit, and the chance that it is at least once."""

    unit: int
    chance: Fraction
    friend: bool


class Fall(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where shells or bombs may fall, and on whom; `sentence` says what is exact, and what was left out.

    `aim` is the point that was aimed at. Of several shots the dots have the part of them that lands on each.
    """

    dots: tuple[Dot, ...]
    struck: tuple[Struck, ...]
    sentence: str
    aim: Place | None = None
    shots: int = 1


class Preview(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an order would meet: the refusal if any, what was seen, the sum, the exact chances and how the dice fall."""

    refusal: Refusal | None = None
    trace: Any = None
    modifiers: tuple[Modifier, ...] = ()
    odds: Mapping[Any, Fraction] | None = None
    spread: Spread | None = None
    spotters: tuple[int, ...] = ()  # whose eyes a shot needs, the nearest first
    stages: tuple[Stage, ...] = ()
    way: Way | None = None
    fall: Fall | None = None
    forecast: Forecast | None = None  # all of it in sentences, as far as the book tells it


class Band(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a unit's reach under one name, and what buys it: a die's value, or what is left of an allowance.

    On a grid it is poses, with the fewest steps to each and the pose before it on the way; on a free table its outline.
    Where the enemy may answer on the way, each pose has its stride: the order that leads there from the pose before
    it, which may be in another band of the same gear. A way is then a batch of orders, and the band has none.
    """

    name: str
    rule: str
    token: int
    order: Any  # a template: `cell`, `facing` and, where something is towed, `trail`
    poses: tuple[int, ...] = ()
    steps: tuple[int, ...] = ()
    before: tuple[int, ...] = ()
    outline: tuple[Place, ...] = ()
    reverse: bool = False
    tow: int | None = None  # the unit that is towed,
    trails: tuple[int, ...] = ()  # and on a grid the cell on which it ends
    strides: tuple[Any, ...] = ()


class Aim(msgspec.Struct, frozen=True, omit_defaults=True):
    """One target of a unit, the order to fire at it, all that hovering over it needs, and the one word on its badge.

    A target that is no unit is a cell. A target may be aimed at in several modes, and before the dice fall there may
    be a choice of them: then it has an aim for each, the better choice first.
    """

    unit: int | None
    order: Any
    preview: Preview
    word: str
    cell: int | None = None
    mode: str = ""
    choice: str = ""
    bearings: Spans = UNSET  # in its choice; filled where it is sent


class Mode(msgspec.Struct, frozen=True, omit_defaults=True):
    """A way to fire, and why it is closed to a unit, if it is.

    On a free table it is a weapon: a row of figures, how far it reaches in 1/100 mm, and how many degrees to either
    side of where it points, a bearing relative to the hull. It is aimed at units, or at a place that is put, or dropped
    on the path that was flown: then `order` is a template for `along`.
    """

    name: str
    refusal: Refusal | None = None
    figures: str = ""
    reach: int = 0
    spread: int = 0
    bearing: int = 0
    put: Put | None = None
    order: Any = None
    path: tuple[Pose, ...] = ()


class Ghost(msgspec.Struct, frozen=True):
    """Where a piece would end."""

    piece: int
    pose: Pose


class Deed(msgspec.Struct, frozen=True):
    """What a unit can do besides driving and firing: what to write on it, the whole order, and who would end where.

    On a free table `outline` is what would lie there. A deed that lays the turret says where to, relative to the hull.
    """

    label: str
    order: Any
    rule: str
    ghosts: tuple[Ghost, ...] = ()
    outline: tuple[Place, ...] = ()
    lays: int | None = None
    bearings: Spans = UNSET  # in its label; filled where it is sent


SEES = "sees"
"""The mode of the outline of what an enemy sees and bears on."""


class Outline(msgspec.Struct, frozen=True):
    """Cells under a name: how far a gun reaches in a mode, from where a vehicle can be repaired, what an enemy sees."""

    name: str
    rule: str
    cells: tuple[int, ...]
    mode: str = ""


class Survey(msgspec.Struct, frozen=True):
    """What the hand needs when it picks a unit up: where it can go, what it can hit, what else it can do, or why not.

    The refusal is there when a unit of the side to act cannot do what the phase is for. One that did it has nothing to
    be refused: `done` says that, as a fact. `stays` is why it goes nowhere now, whatever else it can do.
    """

    unit: int
    bands: tuple[Band, ...] = ()
    aims: tuple[Aim, ...] = ()
    veil: tuple[int, ...] = ()  # cells that the unit cannot fire at, wherever its target stands
    modes: tuple[Mode, ...] = ()
    deeds: tuple[Deed, ...] = ()
    outlines: tuple[Outline, ...] = ()
    refusal: Refusal | None = None
    move: Any = None  # on a free table the order to move, a template for its `path`
    puts: tuple[Put, ...] = ()
    entry: Put | None = None  # who comes back on does so on its line: then `move` has `x`, `y` and `heading` open too
    done: str = ""
    stays: Refusal | None = None


class Gist(msgspec.Struct, frozen=True):
    """An event in a few words, for one line of a log: who did it, to whom or to what, how it ended and in which word.

    What was done to nobody has its deed for a word: "drove to U20". Nobody on the table has no unit: a side did it.
    """

    unit: int | None
    end: End
    word: str
    target: int | None = None
    where: str = ""  # what was aimed at, if it is no unit: "the wall at K7"


class Told(msgspec.Struct, frozen=True):
    """An event in the house voice, the rules that decided it, and the strokes that draw it on the board.

    What follows from another event, or changes nothing on the table, is no act. Bearings are filled where it is sent.
    """

    sentence: str
    rules: tuple[str, ...] = ()
    strokes: tuple[Stroke, ...] = ()
    act: Gist | UnsetType = UNSET
    bearings: Spans = UNSET


class State(Protocol):
    def copy(self) -> Self: ...


S = TypeVar("S", bound=State)
O = TypeVar("O", bound=msgspec.Struct)  # noqa: E741  an order; the design's letter
E = TypeVar("E", bound=msgspec.Struct)


class Rulebook(Protocol[S, O, E]):
    """A complete book of rules. `evolve` alone changes a state; it never rolls and never refuses.

    `view` is what a side may know, and nobody's orders are judged on more. Where nothing is hidden from the side, it is
    the state itself.
    """

    # Properties, so that a book may say more exactly what it has.
    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def rules(self) -> Catalogue: ...
    @property
    def setup_type(self) -> type: ...
    @property
    def state_type(self) -> type[S]: ...
    @property
    def order_type(self) -> Any: ...
    @property
    def event_type(self) -> Any: ...
    @property
    def library(self) -> Library: ...

    def start(self, setup: Any) -> S: ...
    def to_act(self, state: S) -> Side | None: ...
    def orders(self, state: S, unit: int | None = None) -> Iterator[O]: ...
    def sample(self, state: S, dice: Dice) -> O: ...
    def refuse(self, state: S, order: O) -> Refusal | None: ...
    def survey(self, state: S, unit: int) -> Survey: ...
    def view(self, state: S, side: Side | None) -> S: ...
    def hear(self, state: S, event: E, side: Side | None) -> E | None: ...
    def terrain(self, state: S) -> Terrain: ...
    def picture(self, state: S) -> Picture: ...
    def tell(self, state: S, event: E) -> Told: ...
    def decide(self, state: S, order: O, dice: Dice) -> Iterator[E]: ...
    def evolve(self, state: S, event: E) -> None: ...
    def result(self, state: S) -> Result | None: ...
    def preview(self, state: S, order: O) -> Preview: ...
    def faults(self, state: S) -> Iterator[str]: ...
    def losses(self, state: S) -> tuple[int, int]: ...
    def prices(self, state: S) -> Mapping[int, float]: ...  # what each unit cost, by their ids
    def draw(self, state: S) -> str: ...

    # What everybody may ask of a position and of an order, whatever is in them
    def turn(self, state: S) -> Turn: ...
    def units(self, state: S) -> Mapping[int, Unit]: ...  # by their ids
    def to_place(self, state: S) -> tuple[Due, ...]: ...
    def window(self, state: S) -> Window | None: ...
    def mark(self, state: S) -> Hashable: ...  # what tells the positions of a turn apart
    def unit_of(self, order: O) -> int | None: ...  # the unit that an order names as its own,
    def target_of(self, order: O) -> int | None: ...  # and the one that it is aimed at
