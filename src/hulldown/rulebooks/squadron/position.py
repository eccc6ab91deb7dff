"""Positions of Panzer Squadron: tanks, tiles, who was activated, the tank under way and the open window, as text."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec.structs import replace

from hulldown.kernel.files import Fault
from hulldown.kernel.position import (
    Deed,
    Done,
    Few,
    Name,
    Paper,
    Positions,
    Roster,
    Sheet,
    SideName,
    Signs,
    UnitRow,
    choice,
    ended,
    nearest,
    numbered,
    numbers_told,
    result_of,
    rounds_of,
    side_name,
    side_of,
    told_rounds,
)
from hulldown.kernel.prospect import GroundQuery, GroundReply
from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import Side
from hulldown.rulebooks.squadron import driving, files, library, prospects, reaction, turn
from hulldown.rulebooks.squadron.changes import CHANGES
from hulldown.rulebooks.squadron.events import Activated, MovementRolled
from hulldown.rulebooks.squadron.mats import parse_mat
from hulldown.rulebooks.squadron.rules import RULES
from hulldown.rulebooks.squadron.setup import LEGEND, TILES, Army, Hand, Setup, check_setup, value_of
from hulldown.rulebooks.squadron.state import Activation, Gear, Ground, Phase, State, Unit, Units, Window
from hulldown.rulebooks.squadron.table.drawing import ARROWS

SQ_03, SQ_17, SQ_20, SQ_21 = RULES["SQ-03"], RULES["SQ-17"], RULES["SQ-20"], RULES["SQ-21"]
SQ_41, SQ_58, SQ_90, SQ_92 = RULES["SQ-41"], RULES["SQ-58"], RULES["SQ-90"], RULES["SQ-92"]
SQ_Q4 = RULES["SQ-Q4"]
IN_PLAY = (Phase.INITIATIVE, Phase.TURRETS, Phase.ACTIVATION, Phase.MOVEMENT)
COMPASS = ("north-east", "south-east", "south", "south-west", "north-west", "north")  # by facing
Corner = Annotated[str, msgspec.Meta(max_length=20)]
Place = Annotated[str, msgspec.Meta(max_length=20)]
Kinds = Annotated[tuple[Name, ...], msgspec.Meta(max_length=200)]
DONE = ("activated", "ambush", "reacted", "broken")


class TankRow(UnitRow, frozen=True, kw_only=True):
    """A tank; `kind` is its card. `turret` is where its gun points, if not ahead. `moving` is the marker of a tank in
    movement, and `began` that it had it when the turn began, if that is not plain from the rest."""

    at: Place = ""
    facing: Corner = ""
    turret: Corner = ""
    moving: bool = False
    began: bool | None = None
    activated: Done = False
    ambush: Done = False
    reacted: Done = False
    broken: Done = False


class TileRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tile that was placed, or what became of one, where the mat has something else."""

    kind: Name
    at: Place


class PlacedRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The kinds of tiles that each side has placed, in their order."""

    red: Kinds = ()
    blue: Kinds = ()


class ActiveRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tank under way: what it rolled, what is left of it, the hexes it entered and the corners it turned."""

    unit: Name
    rolled: Few = -1
    left: Few = 0
    entered: Few = 0
    gear: str = "neutral"
    corners: Few = 0
    excused: bool = False


class SquadronSheet(Sheet, frozen=True, kw_only=True):
    """`first` has the initiative. `window` is the side that may react to the tank under way."""

    first: SideName = "red"
    window: SideName | None = None
    active: ActiveRow | None = None
    placed: PlacedRow | None = None
    unit: tuple[TankRow, ...] = ()
    tile: Annotated[tuple[TileRow, ...], msgspec.Meta(max_length=1000)] = ()


class SquadronPositions(Positions[State]):
    book = "squadron"
    words = SquadronSheet
    phases = tuple(phase.value for phase in IN_PLAY)
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {"kind": tuple(TILES)}
    plain_phase = Phase.ACTIVATION.value
    plain_scenario = "duel"
    ground = "mat"
    figures = "cards"
    library: ClassVar[Any] = library
    setup_type = Setup
    signs = Signs({sign: sign for sign in LEGEND}, ARROWS, marks={"~": {"moving": True}, "*": {"ambush": True}})
    fresh_rule = RULES["SQ-19"]

    # set-ups

    def on_map(self, setup: Setup, text: str, where: str) -> dict[str, Any]:
        if "\n" in text:
            return {"mat": parse_mat(text, f"{where}, map")}
        if text not in files.mats():
            raise Fault("map", f"there is no map {text[:40]!r}{nearest(text, files.mats())}", SQ_17.id)
        return {"mat": files.mats()[text]}

    def prospect(self, text: str, query: GroundQuery, where: str) -> GroundReply:
        return prospects.prospect(parse_mat(text, where), query)

    def map_of(self, setup: Setup) -> str:
        for name, mat in files.mats().items():
            if mat == setup.mat:
                return name
        rows = [" " * (row % 2) + " ".join(signs) for row, signs in enumerate(setup.mat.rows)]
        return f"name: {setup.mat.name}\n\n" + "\n".join(rows) + "\n"

    def setup_of(self, state: State) -> Setup:
        return state.ground.setup

    def roster(self, sheet: SquadronSheet, paper: Paper, setup: Setup) -> Roster:
        return numbered(sheet.unit, [card.id for card in setup.cards], paper, SQ_03)

    def armed(self, setup: Setup, sheet: SquadronSheet, paper: Paper) -> dict[str, Any]:
        """The armies; and once play goes on, no tiles to place but those that were placed."""
        found: dict[str, Any] = {side_name(side): self._army(setup, sheet, side) for side in Side}
        if sheet.placed is None and sheet.phase in IN_PLAY:
            found |= {"red_tiles": Hand(), "blue_tiles": Hand()}
        return found

    def _army(self, setup: Setup, sheet: SquadronSheet, side: Side) -> Army:
        old, counts = setup.army(side), Counter(row.kind for row in sheet.unit if side_of(row.side) is side)
        units = old.units if +Counter(old.units) == counts else dict(counts)
        return Army(units, max(old.total, value_of(setup.cards, Army(units, 0))))

    def read_chart(self, setup: Setup, path: Path) -> tuple[Any, Mapping[str, Any]]:
        pack = files.read_pack(path)
        return files.game_sides(pack), pack.figures

    def check_setup(self, setup: Setup, where: str) -> None:
        check_setup(setup, where)

    def decided(self, state: State) -> Result | None:
        """SQ-Q33: who has won already."""
        return turn.victory_of(state) if state.phase in IN_PLAY else None

    def in_play(self, state: State) -> bool:
        return state.phase in (*IN_PLAY, Phase.OVER)

    def standing(self, place: str) -> list[dict[str, Any]]:
        return [{"at": place, "facing": arrow} for arrow in ARROWS]

    def ready(self, state: State, unit: int, deed: Deed) -> State:
        """SQ-26, SQ-32, SQ-35: before a tank is activated, or under way with the most that its dice can give."""
        piece, active = state.units.units[unit], state.active
        if deed == "move" and active is not None and active.unit == unit and state.window is None:
            return state
        found = replace(state.copy(), phase=Phase.ACTIVATION, side=piece.side, turn=max(1, state.turn))
        found.active = found.window = None
        found.units.put(unit, replace(piece, activated=0, ambush=0, reacted=0))
        if deed == "fire" and state.card(unit).breakdown:
            CHANGES[Activated](found, Activated(unit, state.ground.setup.figures.breakdown_die, False))
        if deed == "move":
            die, many = state.ground.setup.figures.movement_die, driving.dice_of(found, unit)
            points = max(0, die * many - state.card(unit).movement)
            CHANGES[MovementRolled](found, MovementRolled(unit, (die,) * many, points, False))
        return found

    # text → state

    def read(self, sheet: SquadronSheet, paper: Paper, setup: Setup) -> State:
        phase = choice(sheet.phase, Phase, paper, "$.phase", "phase")
        if phase in IN_PLAY and not sheet.round:
            raise paper.fault("$.round", "turns are counted from 1", SQ_20)
        roster = self.roster(sheet, paper, setup)
        ground = self._ground(sheet, paper, setup)
        units = [self._unit(sheet, place, roster, paper, setup) for place in range(len(sheet.unit))]
        self._check_places(units, roster, ground, paper)
        state = State(
            ground,
            Units(units),
            phase,
            side_of(sheet.side),
            side_of(sheet.first),
            sheet.round,
            self._placed(sheet, paper),
            self._active(sheet, paper, roster),
            result=result_of(sheet.result),
        )
        state.window = self._window(state, sheet, paper)
        return state

    def _hex(self, name: str, setup: Setup, paper: Paper, path: str) -> int:
        try:
            return setup.mat.grid.number(name.strip().upper())
        except ValueError:
            last = setup.mat.grid.names[-1]
            raise paper.fault(path, f"there is no hex {name[:20]!r}; the mat goes from A1 to {last}", SQ_Q4) from None

    def _corner(self, word: str, paper: Paper, path: str) -> int:
        """SQ-41: an arrow to a corner, the top of the mat up, or a word."""
        word = word.strip()
        if len(word) == 1 and word in ARROWS:
            return ARROWS.index(word)
        if word.lower() in COMPASS:
            return COMPASS.index(word.lower())
        told = f"{word[:20]!r} is no corner of a hex" if word else "the facing is missing"
        raise paper.fault(path, f"{told}; write one of {' '.join(ARROWS)}, or a word such as 'north-east'", SQ_41)

    def _ground(self, sheet: SquadronSheet, paper: Paper, setup: Setup) -> Ground:
        cells = list(setup.mat.cells)
        for place, row in enumerate(sheet.tile):
            path = f"$.tile[{place}]"
            if row.kind not in TILES:
                raise paper.fault(
                    f"{path}.kind", f"there is no tile {row.kind[:40]!r}{nearest(row.kind, TILES)}", SQ_90
                )
            cells[self._hex(row.at, setup, paper, f"{path}.at")] = TILES[row.kind]
        return Ground.of(setup, "".join(cells))

    def _unit(self, sheet: SquadronSheet, place: int, roster: Roster, paper: Paper, setup: Setup) -> Unit:
        row, path = sheet.unit[place], f"$.unit[{place}]"
        at = self._hex(row.at, setup, paper, f"{path}.at") if row.at else -1
        facing = self._corner(row.facing, paper, f"{path}.facing") if row.at or row.facing else 0
        turret = (self._corner(row.turret, paper, f"{path}.turret") - facing) % 6 if row.turret else 0
        done = rounds_of(row, DONE, sheet.round)
        side, card, number = roster.units[place]
        began = usually_began(row.moving, done["activated"], sheet.round) if row.began is None else row.began
        return Unit(side, card, number, at, facing, turret, row.wreck, row.moving, began, **done)

    def _check_places(self, units: list[Unit], roster: Roster, ground: Ground, paper: Paper) -> None:
        """SQ-92, SQ-95, SQ-100, SQ-Q4: tanks stand on hexes of their own that they can enter."""
        taken = dict[int, int]()
        for unit, piece in enumerate(units):
            if piece.hex < 0:
                continue
            path, name = f"$.unit[{unit}].at", ground.grid.names[piece.hex]
            if piece.hex in taken:
                told = f"{roster.names[taken[piece.hex]]} is on {name} already; there is one tank to a hex"
                raise paper.fault(path, told, SQ_Q4)
            if (ground.craters | ground.large | ground.small) >> piece.hex & 1:
                there = LEGEND[ground.cells[piece.hex]]
                told = f"{roster.names[unit]} is on {name}, where a {there} is; no tank can be in it"
                raise paper.fault(path, told, SQ_92)
            taken[piece.hex] = unit

    def _placed(self, sheet: SquadronSheet, paper: Paper) -> tuple[tuple[str, ...], tuple[str, ...]]:
        if sheet.placed is None:
            return (), ()
        for kind in (*sheet.placed.red, *sheet.placed.blue):
            if kind not in TILES:
                raise paper.fault("$.placed", f"there is no tile {kind[:40]!r}{nearest(kind, TILES)}", SQ_90)
        return sheet.placed.red, sheet.placed.blue

    def _active(self, sheet: SquadronSheet, paper: Paper, roster: Roster) -> Activation | None:
        if (row := sheet.active) is None:
            return None
        gear = choice(row.gear, Gear, paper, "$.active.gear", "gear")
        unit = roster.find(row.unit, paper, "$.active.unit")
        if sheet.unit[unit].wreck or not sheet.unit[unit].at:
            raise paper.fault("$.active.unit", f"{row.unit[:40]} cannot be under way", SQ_21)
        return Activation(unit, row.rolled, row.left, row.entered, gear, row.corners, row.excused)

    def _window(self, state: State, sheet: SquadronSheet, paper: Paper) -> Window | None:
        """SQ-55 … SQ-58: the tanks of the window are those that have a shot."""
        if sheet.window is None:
            return None
        if state.active is None or not state.active.entered or side_of(sheet.window) is state.side:
            told = f"{sheet.window} may react only to a tank of the other side that has entered a hex"
            raise paper.fault("$.window", told, SQ_58)
        units = reaction.reactors(state)
        if not units:
            raise paper.fault("$.window", f"{sheet.window} has no tank that could fire at the one under way", SQ_58)
        return Window(side_of(sheet.window), units)

    # state → text

    def tell(self, state: State) -> SquadronSheet:
        pieces, active = state.units.units, state.active
        names = Roster((piece.side, piece.card, piece.number) for piece in pieces).names
        numbers = numbers_told((piece.side, piece.card, piece.number) for piece in pieces)
        signs = {sign: kind for kind, sign in TILES.items()}
        laid = zip(state.ground.setup.mat.cells, state.ground.cells, strict=True)
        return SquadronSheet(
            side=side_name(state.side),
            phase=state.phase.value,
            round=state.turn,
            result=ended(state.result),
            first=side_name(state.first),
            window=None if state.window is None else side_name(state.window.side),
            active=None if active is None else self._active_told(active, names),
            placed=PlacedRow(*state.placed) if any(state.placed) else None,
            unit=tuple(self._row(state, piece, number) for piece, number in zip(pieces, numbers, strict=True)),
            tile=tuple(TileRow(signs[now], state.place(at)) for at, (old, now) in enumerate(laid) if old != now),
        )

    def _active_told(self, active: Activation, names: list[str]) -> ActiveRow:
        rest = {name: getattr(active, name) for name in ("rolled", "left", "entered", "corners", "excused")}
        return ActiveRow(names[active.unit], gear=active.gear.value, **rest)

    def _row(self, state: State, piece: Unit, number: int) -> TankRow:
        usual = usually_began(piece.moving, piece.activated, state.turn)
        row = TankRow(
            side=side_name(piece.side),
            kind=piece.card,
            number=number,
            wreck=piece.destroyed,
            moving=piece.moving,
            began=None if piece.began == usual else piece.began,
            **told_rounds(piece, DONE, state.turn),
        )
        if piece.hex < 0:
            return row
        turret = ARROWS[piece.gun] if piece.turret else ""
        return replace(row, at=state.place(piece.hex), facing=ARROWS[piece.facing], turret=turret)


def usually_began(moving: bool, activated: int, now: int) -> bool:
    """SQ-73, SQ-Q9: until its activation a tank keeps the marker with which it began the turn."""
    return moving and activated != now


POSITIONS = SquadronPositions()
