"""What a table looks like, as data for drawing: no pixels, no colours, no rules.

Positions are cells (column and row from 0, or a hex's) or, on a free table, 1/100 mm; bearings are degrees clockwise
from the top of the drawing. Whatever carries a sentence can be read aloud, and names the rule behind it.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from hulldown.kernel.bearings import Spans
from hulldown.kernel.rule import Modifier
from hulldown.kernel.side import Side

DieState = Literal["free", "extra", "used"]
End = Literal["missed", "held", "harmed", "destroyed", "moved", "nothing"]  # how an act ended, as a picture shows it


class Place(msgspec.Struct, frozen=True):
    """A cell, or a place on a free table."""

    x: int
    y: int


class Pose(msgspec.Struct, frozen=True):
    """A place, and which way."""

    x: int
    y: int
    bearing: int = 0


class Feature(msgspec.Struct, frozen=True):
    """A piece of terrain on a free table: what it is, what it does in a sentence, and its corners."""

    kind: str
    name: str
    sentence: str
    rule: str
    at: tuple[Place, ...]


class Terrain(msgspec.Struct, frozen=True, omit_defaults=True):
    """The ground of a map: sent once, and kept by its id, which is a hash of all the rest.

    On a free table columns and rows are its sides in 1/100 mm, and in place of cells it has features.
    """

    id: str
    name: str
    table: Literal["squares", "hexes", "free"]
    columns: int
    rows: int
    north: int  # the bearing of north on the drawing
    legend: dict[str, str]  # what each sign of the rows is
    cells: tuple[str, ...]  # a sign for each cell, row by row
    features: tuple[Feature, ...] = ()


class Badge(msgspec.Struct, frozen=True):
    """A state of a piece that is shown on it; `value` is what is written on it, where it counts something."""

    name: str
    sentence: str
    rule: str
    value: str = ""


class Part(msgspec.Struct, frozen=True):
    """A part of a piece that turns by itself; its bearing is relative to the hull."""

    name: str
    bearing: int


class Footing(msgspec.Struct, frozen=True):
    """The base of a piece on a free table in 1/100 mm, and whether it is on the ground, in the air or under water."""

    length: int
    width: int
    level: Literal["ground", "air", "dived"] = "ground"


class Piece(msgspec.Struct, frozen=True):
    """A unit. Off the table it has no pose; `label` is what is written on it, `name` what it is called.

    On a free table it has a footing.
    """

    id: int
    silhouette: str
    side: Side
    label: str
    name: str
    pose: Pose | None
    wreck: bool = False
    parts: tuple[Part, ...] = ()
    badges: tuple[Badge, ...] = ()
    footing: Footing | None = None


class Mark(msgspec.Struct, frozen=True):
    """Something on the ground: a flag, a barricade, a zone, a thread from a tank to a flag."""

    kind: str
    at: tuple[Place, ...]
    sentence: str
    rule: str
    side: Side | None = None


class Die(msgspec.Struct, frozen=True):
    """A die in the tray; a used one tells which unit took it."""

    value: int
    state: DieState
    unit: int | None = None
    badge: str = ""  # what brought it: the command tank's pennant


class Button(msgspec.Struct, frozen=True):
    """An order that needs nothing more: what to write on it, what it leads to, and what would be left undone.

    `then` and `still` fit on the button: "then announce fire", "Blue rolls next"; "29 can still move". `left` has in
    sentences what would be a waste, and is worth a second press. Nobody acts next if the battle ends by it; if the
    dice decide who does, `then` says so.
    """

    label: str
    order: Any
    rule: str
    left: tuple[str, ...] = ()
    bearings: Spans = UNSET  # in its label; filled where it is sent
    then: str = ""
    next: Side | None = None  # who acts after it
    rolls: bool = False  # whether dice fall as soon as it is pressed
    still: str = ""
    units: tuple[int, ...] = ()  # those that `still` counts, in the order of `todo`


class Spots(msgspec.Struct, frozen=True):
    """Cells that an order can name: a template for a `cell`, and the cells."""

    label: str
    order: Any
    rule: str
    cells: tuple[int, ...]


class Put(msgspec.Struct, frozen=True):
    """A thing to be put on a free table, or an aim: a template for `x` and `y`, and for `heading` if it turns.

    It has a size, where it is a thing; the hand may carry it anywhere, and `zones` are where it may be, unless that is
    everywhere.
    """

    label: str
    order: Any
    rule: str
    length: int = 0
    width: int = 0
    turns: bool = False
    heading: int = 0
    zones: tuple[tuple[Place, ...], ...] = ()
    unit: int | None = None
    silhouette: str = ""  # of a unit that there is not yet


class CommandDie(msgspec.Struct, frozen=True):
    """A die with a name: when it may be used, on which units, or where. One whose time has not come is locked."""

    name: str
    sentence: str
    rule: str
    state: Literal["ready", "locked", "used"]
    order: Any = None  # a template for the unit
    units: tuple[int, ...] = ()
    put: Put | None = None
    value: str = ""  # what it counts, such as counters: 2 of 3


class Todo(msgspec.Struct, frozen=True):
    """A unit that can still do something, and the best chance it has; where it matters, with which of its modes.

    A tray has them in the order of their urgency: those with a shot, the best first; those in sight of an enemy; the
    rest. A shot that cannot do anything does not count.
    """

    unit: int
    sentence: str
    chance: Fraction | None = None
    mode: str = ""


class Slots(msgspec.Struct, frozen=True):
    """Allowances that are not dice: what one is called, how many there are, and which units took one.

    `keep` of them would pay for what `keep_for` says; `duty` is what they must be spent on first.
    """

    name: str
    rule: str
    total: int
    units: tuple[int, ...]
    keep: int = 0
    keep_for: str = ""
    duty: str = ""


class Row(msgspec.Struct, frozen=True):
    """What a unit is to do by a plan: at whom or what, its chance, a word on it, and once it is due the order.

    A row that is lost is struck out: nothing comes of it any more.
    """

    unit: int
    sentence: str
    rule: str
    target: int | None = None
    cell: int | None = None
    chance: Fraction | None = None
    note: str = ""
    lost: bool = False
    order: Any = None


class Total(msgspec.Struct, frozen=True):
    """What all rows of a plan come to for one target."""

    target: int
    sentence: str
    rule: str
    odds: Mapping[str, Fraction]


class Plan(msgspec.Struct, frozen=True):
    """What is announced before anything is done. Until it is fixed, a hand may keep it and send it as a whole."""

    rows: tuple[Row, ...]
    totals: tuple[Total, ...]
    fixed: bool


class Tray(msgspec.Struct, frozen=True):
    """Whose choice it is and what there is to choose: everything on the table that is not on the board."""

    track: tuple[str, ...]  # the phases of a turn, in their order
    phase: str
    side: Side | None
    round: int
    prompt: str
    rule: str
    goals: tuple[str, str]  # how near each side is to its goal
    dice: tuple[Die, ...] = ()
    buttons: tuple[Button, ...] = ()
    spots: tuple[Spots, ...] = ()
    todo: tuple[Todo, ...] = ()
    slots: Slots | None = None
    plan: Plan | None = None
    window: str = ""  # what the enemy's move is interrupted for: then `todo` has who may, and the button passes
    puts: tuple[Put, ...] = ()
    commands: tuple[CommandDie, ...] = ()
    purse: str = ""  # what there is to spend or to wait for: a bank, a relief
    bearings: Spans = UNSET  # in its prompt; filled where it is sent
    ends: str = ""  # how the phase ends by itself, where no button ends it


class Picture(msgspec.Struct, frozen=True):
    """A position to draw. The terrain is named by its id."""

    terrain: str
    pieces: tuple[Piece, ...]
    marks: tuple[Mark, ...]
    tray: Tray


class Drive(msgspec.Struct, frozen=True, tag="drive"):
    """A piece goes along poses, the first of which is where it stands; maybe `together` with the stroke before."""

    piece: int
    poses: tuple[Pose, ...]
    together: bool = False


class Shot(msgspec.Struct, frozen=True, tag="shot"):
    """A shot from piece to piece or cell, the word that lands with it, and the exact chance that each word had.

    A high one flies over what stands between. On a free table it may fall on places, one after another. `line` has the
    points of the line that counted, from the gun on: on squares in tenths of a square from the middle of A1, on hexes
    in halves of a hex's width and of its side from there, on a free table in 1/100 mm. `end` is how it is drawn.
    """

    piece: int
    target: int | None
    outcome: str
    odds: Mapping[Any, Fraction] | None = None
    cell: int | None = None
    high: bool = False
    falls: tuple[Place, ...] = ()
    line: tuple[Place, ...] | UnsetType = UNSET
    end: End | UnsetType = UNSET


class Throw(msgspec.Struct, frozen=True, tag="throw"):
    """Dice fall. `needed` is the sum they must reach, where there is one.

    `half` are the places of half-dice among them, `left_out` of those that were not chosen for the sum. `name` says
    what a throw in stages is for; dice that bear no numbers fall as `words`. `modifiers` are what is added to the dice;
    `needed` allows for them. Where each die is tested by itself, `passed` is how many reached it.
    """

    dice: tuple[int, ...]
    needed: int | None = None
    half: tuple[int, ...] = ()
    left_out: tuple[int, ...] = ()
    name: str = ""
    words: tuple[str, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    passed: int | None = None


Stroke = Drive | Shot | Throw
