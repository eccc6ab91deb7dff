"""Positions of Panzerkampf: units in centimetres and degrees, mines, crates and bridges, command dice, as text."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec.structs import replace

from hulldown.kernel.files import Fault, parse_toml
from hulldown.kernel.position import (
    Deed,
    Done,
    Few,
    Name,
    Number,
    Paper,
    Positions,
    Refs,
    Roster,
    Sheet,
    SideName,
    UnitRow,
    choice,
    ended,
    nearest,
    numbered,
    numbers_told,
    result_of,
    round_of,
    rounds_of,
    side_name,
    side_of,
    told_round,
    told_rounds,
)
from hulldown.kernel.prospect import GroundQuery, GroundReply
from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerkampf import campaign, counter, files, library, prospects, turn
from hulldown.rulebooks.panzerkampf.figures import CM, COMMANDS, INSTEAD
from hulldown.rulebooks.panzerkampf.rules import RULES
from hulldown.rulebooks.panzerkampf.setup import Army, Edge, Setup, check_setup
from hulldown.rulebooks.panzerkampf.state import (
    Crate,
    Ground,
    LaidBridge,
    MineField,
    Phase,
    State,
    Unit,
    Where,
    Window,
)
from hulldown.rulebooks.panzerkampf.tables import Table, parse_table
from hulldown.rulebooks.panzerkampf.units import UnitType

PK_02, PK_04, PK_07, PK_10 = RULES["PK-02"], RULES["PK-04"], RULES["PK-07"], RULES["PK-10"]
PK_03, PK_26, PK_57, PK_60 = RULES["PK-03"], RULES["PK-26"], RULES["PK-57"], RULES["PK-60"]
PK_82, PK_83, PK_89 = RULES["PK-82"], RULES["PK-83"], RULES["PK-89"]
PK_97, PK_105 = RULES["PK-97"], RULES["PK-105"]
IN_PLAY = (Phase.COMMAND, Phase.START, Phase.MOVEMENT, Phase.COUNTER, Phase.SHOOTING)
DONE = ("moved", "digging", "decided", "commanded", "fired")
MARKS = ("dived", "dug_in", "camouflaged", "dummy", "relief")
Measure = Annotated[float, msgspec.Meta(ge=-1000, le=1000)]  # centimetres, with three decimals at most
Spot = tuple[Measure, Measure]
Degrees = Annotated[int, msgspec.Meta(ge=0, le=359)]
EdgeName = Edge | Literal[""]
Leg = tuple[Measure, Measure, Annotated[int, msgspec.Meta(ge=-720, le=720)], Measure]
Shots = Annotated[tuple[Few, ...], msgspec.Meta(max_length=12)]
Weapons = Annotated[tuple[Name | Few, ...], msgspec.Meta(max_length=12)]


class PieceRow(UnitRow, frozen=True, kw_only=True):
    """A unit, its middle and heading. `where` says where it is, if it neither stands on the table nor waits beside it.

    `done` says that it may not move any more though it neither moved nor digs, `flown` are the pieces of its last path,
    `rounds` how often each weapon fired, `silent` the weapons that made a counter-attack; `bought` units came later
    than their army.
    """

    at: Spot | None = None
    heading: Degrees = 0
    where: str = ""
    hp: Few | None = None
    dived: bool = False
    dug_in: bool = False
    camouflaged: bool = False
    dummy: bool = False
    moved: Done = False
    flown: Annotated[tuple[Leg, ...], msgspec.Meta(max_length=200)] = ()
    done: Done | None = None
    digging: Done = False
    decided: Done = False
    command: str = ""
    commanded: Done = False
    fired: Done = False
    rounds: Shots | None = None
    silent: Weapons = ()
    edge: EdgeName = ""
    relief: bool = False
    bought: bool = False


class MineRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    owner: Name
    at: Spot
    struck: Refs = ()


class CrateRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at: Spot
    heading: Degrees = 0
    hp: Few | None = None


class BridgeRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at: Spot
    heading: Degrees = 0


class PanzerkampfSheet(Sheet, frozen=True, kw_only=True):
    """`round` is the turn. `first` has the first turn; without it that follows from the turn. `window` is the side that
    may counter-attack. `pool` are the command dice to use, `counters` those of the barrage."""

    first: SideName | None = None
    window: SideName | None = None
    chooser: SideName = "red"
    chosen: bool = False
    edges: tuple[EdgeName, EdgeName] = ("", "")
    relief: EdgeName = ""
    bank: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 0
    pool: Annotated[tuple[Name, ...], msgspec.Meta(max_length=1000)] = ()
    counters: tuple[Number, Number] = (0, 0)
    marked: Annotated[str, msgspec.Meta(max_length=100)] = ""
    unit: tuple[PieceRow, ...] = ()
    mine: Annotated[tuple[MineRow, ...], msgspec.Meta(max_length=500)] = ()
    crate: Annotated[tuple[CrateRow, ...], msgspec.Meta(max_length=500)] = ()
    bridge: Annotated[tuple[BridgeRow, ...], msgspec.Meta(max_length=100)] = ()


def told_cm(length: int) -> float:
    """1/100 mm as centimetres."""
    return length // CM if length % CM == 0 else length / CM


def hundredths(length: float, paper: Paper, path: str) -> int:
    """Centimetres as 1/100 mm."""
    written = Decimal(str(length))
    if not written.is_finite() or written != round(written, 3):
        raise paper.fault(path, f"{length} cm has more than three decimals; 1/100 mm is the finest measure", PK_04)
    return int(written * CM)


class PanzerkampfPositions(Positions[State]):
    book = "panzerkampf"
    words = PanzerkampfSheet
    waits = True
    phases = tuple(phase.value for phase in IN_PLAY)
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "command": tuple(COMMANDS),
        "where": tuple(where.value for where in Where),
    }
    plain_phase = Phase.SHOOTING.value
    plain_scenario = "first-shots"
    ground = "table"
    figures = "chart"
    library: ClassVar[Any] = library
    setup_type = Setup
    fresh_rule = RULES["PK-85"]

    # set-ups

    def on_map(self, setup: Setup, text: str, where: str) -> dict[str, Any]:
        if "\n" in text:
            return {"table": parse_table(text, parse_toml(text, f"{where}, map"), f"{where}, map")}
        if text not in files.tables():
            raise Fault("map", f"there is no table {text[:40]!r}{nearest(text, files.tables())}", PK_10.id)
        return {"table": files.tables()[text]}

    def map_of(self, setup: Setup) -> str:
        for name, table in files.tables().items():
            if table == setup.table:
                return name
        return _table_told(setup.table)

    def setup_of(self, state: State) -> Setup:
        return state.ground.setup

    def roster(self, sheet: PanzerkampfSheet, paper: Paper, setup: Setup) -> Roster:
        return numbered(sheet.unit, [row.id for row in setup.chart], paper, PK_82)

    def armed(self, setup: Setup, sheet: PanzerkampfSheet, paper: Paper) -> dict[str, Any]:
        """The armies of both sides, without what was bought; and the large army of the encircled."""
        found: dict[str, Any] = {}
        for side in Side:
            own = [row for row in sheet.unit if side_of(row.side) is side]
            counts = Counter(row.kind for row in own if not row.relief and not row.bought)
            found[side_name(side)] = _army(setup.army(side), counts)
        large = Counter(row.kind for row in sheet.unit if row.relief)
        if setup.campaign == "encircled":
            found["relief"] = _army(setup.relief, large)
        elif large:
            at = next(place for place, row in enumerate(sheet.unit) if row.relief)
            raise paper.fault(f"$.unit[{at}].relief", "only the encircled have a large army that comes later", PK_97)
        return found

    def read_chart(self, setup: Setup, path: Path) -> tuple[Any, Mapping[str, Any]]:
        chart = files.read_chart(path)
        return files.types(chart), chart.figures

    def check_setup(self, setup: Setup, where: str) -> None:
        check_setup(setup, where)

    def decided(self, state: State) -> Result | None:
        """PK-87, PK-95, PK-102: who has won already."""
        return campaign.victory_of(state) if state.phase in IN_PLAY else None

    def in_play(self, state: State) -> bool:
        return state.phase in (*IN_PLAY, Phase.OVER)

    def standing(self, place: str) -> list[dict[str, Any]]:
        """A place is written as its two measures in centimetres, as 44,40."""
        found = re.fullmatch(r"\[?\s*([\d.]+)\s*,\s*([\d.]+)\s*\]?", place.strip())
        at = [float(found[1]), float(found[2])] if found else place
        return [{"at": at, "heading": heading} for heading in range(0, 360, 45)]

    def ready(self, state: State, unit: int, deed: Deed) -> State:
        """PK-03, PK-26: with all its weapons, or with its whole move."""
        piece, moves = state.units[unit], deed == "move"
        phase, turn_now = Phase.MOVEMENT if moves else Phase.SHOOTING, max(1, state.turn)
        found = replace(state.copy(), phase=phase, side=piece.side, turn=turn_now, window=None)
        fresh = {"moved": 0, "flown": (), "done": 0, "digging": 0} if moves else {"rounds": (), "silent": ()}
        found.units[unit] = replace(piece, **({"fired": 0} | fresh))
        return found

    def prospect(self, text: str, query: GroundQuery, where: str) -> GroundReply:
        return prospects.prospect(parse_table(text, parse_toml(text, where), where), query)

    # text → state

    def read(self, sheet: PanzerkampfSheet, paper: Paper, setup: Setup) -> State:
        phase = choice(sheet.phase, Phase, paper, "$.phase", "phase")
        roster = self.roster(sheet, paper, setup)
        ground = Ground.of(setup, tuple(self._bridge(row, at, paper) for at, row in enumerate(sheet.bridge)))
        state = State(
            ground,
            [self._unit(sheet, place, roster, paper, ground) for place in range(len(sheet.unit))],
            phase,
            side_of(sheet.side),
            sheet.round,
            side_of(sheet.chooser),
            _first(sheet, phase),
            sheet.chosen,
            sheet.edges,
            sheet.relief,
            sheet.bank,
            sheet.pool,
            sheet.counters,
            roster.find(sheet.marked, paper, "$.marked") if sheet.marked else -1,
            tuple(self._mine(row, at, paper, roster) for at, row in enumerate(sheet.mine)),
            tuple(self._crate(row, at, paper, setup) for at, row in enumerate(sheet.crate)),
            result=result_of(sheet.result),
        )
        self._check_turn(state, paper)
        state.window = self._window(state, sheet, paper)
        return state

    def _spot(self, at: Spot, paper: Paper, path: str) -> tuple[int, int]:
        return hundredths(at[0], paper, path), hundredths(at[1], paper, path)

    def _unit(self, sheet: PanzerkampfSheet, place: int, roster: Roster, paper: Paper, ground: Ground) -> Unit:
        row, path, now = sheet.unit[place], f"$.unit[{place}]", sheet.round
        side, kind, number = roster.units[place]
        chart = ground.types[kind]
        x, y = self._spot(row.at, paper, f"{path}.at") if row.at else (0, 0)
        usual = Where.TABLE if row.at else Where.WAITING
        where = choice(row.where, Where, paper, f"{path}.where", "place") if row.where else usual
        if where is Where.TABLE and row.at is None:
            raise paper.fault(f"{path}.where", "a unit on the table has a place; write at = [x, y]", PK_07)
        if row.command and row.command not in COMMANDS:
            told = f"there is no command {row.command[:40]!r}{nearest(row.command, COMMANDS)}"
            raise paper.fault(f"{path}.command", told, PK_105)
        return Unit(
            side,
            kind,
            number,
            (0 if row.wreck else chart.hp) if row.hp is None else row.hp,
            where,
            x,
            y,
            row.heading,
            row.wreck,
            flown=tuple(_leg(leg, paper, f"{path}.flown") for leg in row.flown),
            command=row.command,
            rounds=self._rounds(row, chart, now, paper, path),
            silent=self._silent(row, chart, paper, path),
            edge=row.edge,
            done=self._done(row, now),
            **{mark: getattr(row, mark) for mark in MARKS},
            **rounds_of(row, DONE, now),
        )

    def _done(self, row: PieceRow, now: int) -> int:
        """PK-03, PK-23: the turn in which a unit last might not move any more: it moved or digs, if nothing is said."""
        if row.done is None:
            return max(round_of(row.moved, now), round_of(row.digging, now))
        return round_of(row.done, now)

    def _rounds(self, row: PieceRow, chart: UnitType, now: int, paper: Paper, path: str) -> tuple[int, ...]:
        """PK-26: how often each weapon fired; once each, where it is only said that the unit did."""
        if row.rounds is None:
            return (1,) * len(chart.weapon) if round_of(row.fired, now) == now > 0 else ()
        if (row.rounds and len(row.rounds) != len(chart.weapon)) or min(row.rounds, default=0) < 0:
            told = f"the {chart.name} has {len(chart.weapon)} weapons; say how often each has fired"
            raise paper.fault(f"{path}.rounds", told, PK_26)
        return row.rounds

    def _silent(self, row: PieceRow, chart: UnitType, paper: Paper, path: str) -> tuple[int, ...]:
        """PK-60: weapons by name, or by number where two have the same."""
        names, found = [weapon.name for weapon in chart.weapon], list[int]()
        for weapon in row.silent:
            at = names.index(weapon) if weapon in names else weapon
            if not isinstance(at, int) or not 0 <= at < len(names):
                told = f"the {chart.name} has no weapon {str(weapon)[:40]!r}; it has {', '.join(names) or 'none'}"
                raise paper.fault(f"{path}.silent", told, PK_60)
            found.append(at)
        return tuple(found)

    def _bridge(self, row: BridgeRow, at: int, paper: Paper) -> LaidBridge:
        return LaidBridge(*self._spot(row.at, paper, f"$.bridge[{at}].at"), row.heading)

    def _crate(self, row: CrateRow, at: int, paper: Paper, setup: Setup) -> Crate:
        hp = setup.figures.crate.hp if row.hp is None else row.hp
        return Crate(*self._spot(row.at, paper, f"$.crate[{at}].at"), row.heading, hp)

    def _mine(self, row: MineRow, at: int, paper: Paper, roster: Roster) -> MineField:
        path = f"$.mine[{at}]"
        struck = roster.find_all(row.struck, paper, f"{path}.struck")
        return MineField(roster.find(row.owner, paper, f"{path}.owner"), *self._spot(row.at, paper, path), struck)

    def _window(self, state: State, sheet: PanzerkampfSheet, paper: Paper) -> Window | None:
        """PK-57: the units of the window are those that have a shot."""
        if sheet.window is None:
            return None
        if state.phase is not Phase.COUNTER:
            raise paper.fault("$.window", "a window is open in the phase 'counter' only", PK_57)
        side = side_of(sheet.window)
        if units := counter.counterers(state, side):
            return Window(side, units)
        raise paper.fault("$.window", f"{sheet.window} has no unit with a counter-attack to make", PK_57)

    def _check_turn(self, state: State, paper: Paper) -> None:
        """PK-02, PK-89: the sides take turns, and an escort has its edges."""
        if state.phase in IN_PLAY and not state.turn:
            raise paper.fault("$.round", "turns are counted from 1", PK_02)
        if state.phase in IN_PLAY and state.side is not (state.first if state.turn % 2 else state.first.other):
            told = f"turn {state.turn} is {state.side.other.label}'s, since {state.first.label} had the first"
            raise paper.fault("$.side", told, PK_02)
        for place, piece in enumerate(state.units):
            instead = piece.command in INSTEAD and piece.commanded == state.turn
            if piece.done == state.turn > 0 and state.turn not in (piece.moved, piece.digging) and not instead:
                told = "a unit that may not move any more has moved, digs, or used a command die instead"
                raise paper.fault(f"$.unit[{place}].done", told, PK_03)
        self._check_edges(state, paper)
        if state.phase is Phase.START and not turn.busy_start(state):
            raise paper.fault("$.phase", "there is nothing to do at the start of this turn; it is in movement", PK_02)

    def _check_edges(self, state: State, paper: Paper) -> None:
        """PK-83, PK-89: an escort has its edges, and nobody deploys before the sides of the table are chosen."""
        escort = state.setup.campaign == "escort"
        if state.setup.campaign == "encircled" or all(state.edges):
            return
        if (escort and state.phase in IN_PLAY) or state.phase is Phase.DEPLOYMENT:
            told = "each side has an edge of the table by now; write edges = [red's, blue's]"
            raise paper.fault("$.edges", told, PK_89 if escort else PK_83)

    # state → text

    def tell(self, state: State) -> PanzerkampfSheet:
        names = Roster((piece.side, piece.kind, piece.number) for piece in state.units).names
        numbers = numbers_told((piece.side, piece.kind, piece.number) for piece in state.units)
        bought, full = _bought(state), state.setup.figures.crate.hp
        sheet = PanzerkampfSheet(
            side=side_name(state.side),
            phase=state.phase.value,
            round=state.turn,
            result=ended(state.result),
            window=None if state.window is None else side_name(state.window.side),
            chooser=side_name(state.chooser),
            chosen=state.chosen,
            edges=state.edges,
            relief=state.relief,
            bank=state.bank,
            pool=state.pool,
            counters=state.counters,
            marked="" if state.marked < 0 else names[state.marked],
            unit=tuple(
                self._row(state, piece, number, unit in bought)
                for unit, (piece, number) in enumerate(zip(state.units, numbers, strict=True))
            ),
            mine=tuple(
                MineRow(names[mine.owner], _told(mine), tuple(names[unit] for unit in mine.struck))
                for mine in state.mines
            ),
            crate=tuple(
                CrateRow(_told(crate), crate.heading, None if crate.hp == full else crate.hp) for crate in state.crates
            ),
            bridge=tuple(BridgeRow(_told(bridge), bridge.heading) for bridge in state.ground.bridges),
        )
        return sheet if _first(sheet, state.phase) is state.first else replace(sheet, first=side_name(state.first))

    def _row(self, state: State, piece: Unit, number: int, bought: bool) -> PieceRow:
        chart, now = state.ground.types[piece.kind], state.turn
        placed = piece.where is Where.TABLE or bool(piece.x or piece.y)
        usual = Where.TABLE if placed else Where.WAITING
        row = PieceRow(
            side=side_name(piece.side),
            kind=piece.kind,
            number=number,
            wreck=piece.wreck,
            at=_told(piece) if placed else None,
            heading=piece.heading,
            where="" if piece.where is usual else piece.where.value,
            hp=None if piece.hp == (0 if piece.wreck else chart.hp) else piece.hp,
            flown=tuple((told_cm(x), told_cm(y), heading, told_cm(far)) for x, y, heading, far in piece.flown),
            command=piece.command,
            silent=_silent_told(piece.silent, chart),
            edge=piece.edge,
            bought=bought,
            done=None if piece.done == max(piece.moved, piece.digging) else told_round(piece.done, now),
            **{mark: getattr(piece, mark) for mark in MARKS},
            **told_rounds(piece, DONE, now),
        )
        usual_rounds = (1,) * len(chart.weapon) if piece.fired == now > 0 else ()
        return row if piece.rounds == usual_rounds else replace(row, rounds=piece.rounds)


def _first(sheet: PanzerkampfSheet, phase: Phase) -> Side:
    """PK-02: who has the first turn: as it is said, or by whose turn it is."""
    if sheet.first is not None:
        return side_of(sheet.first)
    side = side_of(sheet.side)
    return side if phase not in IN_PLAY or sheet.round % 2 else side.other


def _army(old: Army | None, counts: Counter[str]) -> Army:
    same = old is not None and +Counter(old.units) == counts
    return old if old is not None and same else Army(dict(counts))


def _bought(state: State) -> set[int]:
    """PK-94: the units that came later than their army."""
    left = {side: Counter(state.setup.army(side).units) for side in Side}
    found = set[int]()
    for unit, piece in enumerate(state.units):
        if piece.relief:
            continue
        if left[piece.side][piece.kind] > 0:
            left[piece.side][piece.kind] -= 1
        else:
            found.add(unit)
    return found


def _told(thing: Any) -> tuple[float, float]:
    return told_cm(thing.x), told_cm(thing.y)


def _leg(leg: Leg, paper: Paper, path: str) -> tuple[int, int, int, int]:
    x, y, heading, far = leg
    return hundredths(x, paper, path), hundredths(y, paper, path), heading, hundredths(far, paper, path)


def _silent_told(silent: Iterable[int], chart: UnitType) -> tuple[str | int, ...]:
    names = [weapon.name for weapon in chart.weapon]
    return tuple(names[at] if names.count(names[at]) == 1 else at for at in silent)


def _table_told(table: Table) -> str:
    """A table as the text of its file."""
    lines = [f"name = {_text(table.name)}", f"width = {table.width // CM}", f"height = {table.height // CM}"]
    for feature in table.features:
        corners = ", ".join(f"[{told_cm(x)}, {told_cm(y)}]" for x, y in feature.corners)
        lines += ["", "[[feature]]", f"kind = {_text(feature.kind)}"]
        lines += [f"name = {_text(feature.name)}"] if feature.name else []
        lines += [f'movement = "{feature.movement}"', f'sight = "{feature.sight}"', f"polygon = [{corners}]"]
    return "\n".join(lines) + "\n"


def _text(words: str) -> str:
    return msgspec.json.encode(words).decode()


POSITIONS = PanzerkampfPositions()
