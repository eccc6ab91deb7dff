"""Positions by the Core rules: units with all their markers, slots, tows and the volley that is announced, as text."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec.structs import replace

from hulldown.geometry.squares import ALL_LINES, Cover, mask_of
from hulldown.kernel.files import Fault
from hulldown.kernel.position import (
    Deed,
    Done,
    Few,
    Name,
    Paper,
    Refs,
    Roster,
    choice,
    ended,
    nearest,
    result_of,
    rounds_of,
    side_name,
    side_of,
    told_rounds,
)
from hulldown.kernel.prospect import GroundQuery, GroundReply
from hulldown.kernel.rulebook import Result
from hulldown.rulebooks.panzerstrike import position as family
from hulldown.rulebooks.panzerstrike import prospects
from hulldown.rulebooks.panzerstrike.board import Map, parse_map
from hulldown.rulebooks.panzerstrike.core import files, library, tow, turn
from hulldown.rulebooks.panzerstrike.core.rules import RULES
from hulldown.rulebooks.panzerstrike.core.setup import Army, Setup, check_setup, value_of
from hulldown.rulebooks.panzerstrike.core.state import (
    AnnouncedShot,
    Colour,
    Ground,
    Mode,
    Phase,
    State,
    Tracks,
    UnderWay,
    Unit,
    Units,
)
from hulldown.rulebooks.panzerstrike.setup import Edges

CORE_12, CORE_40 = RULES["CORE-12"], RULES["CORE-40"]
CORE_07, CORE_08, CORE_09 = RULES["CORE-07"], RULES["CORE-08"], RULES["CORE-09"]
CORE_15, CORE_22, CORE_25 = RULES["CORE-15"], RULES["CORE-22"], RULES["CORE-25"]
CORE_39, CORE_49, CORE_53 = RULES["CORE-39"], RULES["CORE-49"], RULES["CORE-53"]
CORE_133, CORE_145, CORE_164, CORE_174 = RULES["CORE-133"], RULES["CORE-145"], RULES["CORE-164"], RULES["CORE-174"]
IN_PLAY = (Phase.MOVEMENT, Phase.ANNOUNCING, Phase.FIRING)
FARTHEST = 200  # a vector's part, in squares or their halves
Part = Annotated[int, msgspec.Meta(ge=-2 * FARTHEST, le=2 * FARTHEST)]
DONE = ("moved", "turned", "fired", "broke", "hurt", "stopped", "again")
Pairs = Annotated[tuple[tuple[Name, Name], ...], msgspec.Meta(max_length=500)]
AHEAD = (0, 1)
MARKS: Mapping[str, Mapping[str, Any]] = {
    "!": {"tracks": "immobile"},
    "½": {"tracks": "semi"},
    "^": {"injured": True},
    "*": {"command": True},
}


class PieceRow(family.PieceRow, frozen=True, kw_only=True):
    """A unit. `turret` is where its gun points, if not ahead, and `rested` where it pointed when the turn began, if
    elsewhere. `began` is the square on which its side's turn found it, if another, and `showed` what its timer showed
    then. What was done is said by `true` for this round, or by the round."""

    turret: family.Facing = ""
    rested: family.Facing = ""
    aim: tuple[Part, Part] = AHEAD
    command: bool = False
    injured: bool = False
    tracks: str = "whole"
    hurt: Done = False
    timer: Few = 0
    showed: Few | None = None
    waiting: bool = False
    stopped: Done = False
    again: Done = False
    moved: Done = False
    turned: Done = False
    fired: Done = False
    broke: Done = False
    began: family.Place = ""


class DriveRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A vehicle that may go on: steps used, and its speed in this round."""

    unit: Name
    steps: Few
    most: Few
    pushed: bool = False


class ShotRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An announced shot, at a unit or at the wall on a square."""

    unit: Name
    target: Annotated[str, msgspec.Meta(max_length=100)] = ""
    at: family.Place = ""
    mode: str = "direct"
    colour: str = "white"
    spotter: Annotated[str, msgspec.Meta(max_length=100)] = ""
    late: bool = False


class CoreSheet(family.WalledSheet, frozen=True, kw_only=True):
    """`hitched` are vehicles and fixed weapons in position when the turn began; without it those that are now."""

    coordinated: Refs = ()
    hitched: Pairs | None = None
    unit: tuple[PieceRow, ...] = ()
    driving: DriveRow | None = None
    shot: Annotated[tuple[ShotRow, ...], msgspec.Meta(max_length=500)] = ()


class CorePositions(family.WalledPositions[State]):
    book = "core"
    words = CoreSheet
    phases = tuple(phase.value for phase in IN_PLAY)
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {"tracks": ("semi", "immobile")}
    plain_phase = Phase.ANNOUNCING.value
    plain_scenario = "duel"
    library: ClassVar[Any] = library
    setup_type = Setup
    signs = replace(family.WALLED_SIGNS, marks=MARKS)
    fresh_rule = RULES["CORE-Q02"]
    hidden_rule = RULES["CORE-H6"]
    kinds_rule = CORE_09
    units_rule = CORE_174

    def maps(self) -> Mapping[str, Map]:
        return files.boards()

    def prospect(self, text: str, query: GroundQuery, where: str) -> GroundReply:
        """CORE-12, CORE-40: on the ground with its walls and barricades."""
        usual = frozenset((one.board.grid.columns, one.board.grid.rows) for one in files.boards().values())
        edges: tuple[Edges, ...] = ("long sides",)
        drawn, ranks = parse_map(text, where), files.usual().ranks
        bare = prospects.Bare(drawn, _seen, ranks, edges, CORE_40, CORE_12, usual)
        return prospects.prospect(bare, query)

    def cost(self, setup: Setup, units: Mapping[str, int]) -> int:
        return value_of(setup.chart, Army(dict(units), 0))

    def on_chart(self, setup: Setup, chart: str) -> dict[str, Any]:
        """CORE-09: the other chart of the book."""
        if chart not in files.CHARTS:
            raise Fault("chart", f"there is no chart {chart[:40]!r}{nearest(chart, files.CHARTS)}")
        return {"chart": files.with_spaa(files.chart_of(chart), bool(setup.spaa))}

    def chart_of(self, setup: Setup) -> str:
        return next((name for name in files.CHARTS if self.on_chart(setup, name)["chart"] == setup.chart), "")

    def read_chart(self, setup: Setup, path: Path) -> tuple[Any, Mapping[str, Any]]:
        chart = files.read_chart(path)
        return files.with_spaa(chart.unit, bool(setup.spaa)), chart.figures

    def check_setup(self, setup: Setup, where: str) -> None:
        check_setup(setup, where)

    def decided(self, state: State) -> Result | None:
        """CORE-11, CORE-12, CORE-176: who has won already."""
        return turn.victory_of(state) if self.in_play(state) else None

    def in_play(self, state: State) -> bool:
        return state.phase in (*IN_PLAY, Phase.OVER)

    def ready(self, state: State, unit: int, deed: Deed) -> State:
        """CORE-23, CORE-25: before any shot is announced, or with all slots free."""
        piece, moves = state.units.units[unit], deed == "move"
        phase = Phase.MOVEMENT if moves else Phase.ANNOUNCING
        found = replace(state.copy(), phase=phase, side=piece.side, round=max(1, state.round), announced=())
        found.coordinated, found.driving = (), None
        found.units.put(unit, replace(piece, moved=0, turned=0, broke=0) if moves else replace(piece, fired=0))
        return found

    # text → state

    def read(self, sheet: CoreSheet, paper: Paper, setup: Setup) -> State:
        phase = choice(sheet.phase, Phase, paper, "$.phase", "phase")
        roster = self.roster(sheet, paper, setup)
        ground = Ground.of(setup, *family.walls_of(sheet, setup, paper, CORE_164))
        playing = phase in (*IN_PLAY, Phase.OVER)
        units = [self._unit(sheet, place, roster, paper, setup, playing) for place in range(len(sheet.unit))]
        family.check_places(units, roster, ground, paper, square=CORE_08, closed=CORE_39)
        state = State(
            ground,
            Units(units),
            phase,
            side_of(sheet.side),
            side_of(sheet.first),
            sheet.round,
            roster.find_all(sheet.coordinated, paper, "$.coordinated"),
            self._driving(sheet, paper, roster),
            result=result_of(sheet.result),
        )
        self._check_turn(state, paper)
        state.hitched = self._hitched(state, sheet, paper, roster)
        state.announced = tuple(self._shot(state, row, at, paper, roster) for at, row in enumerate(sheet.shot))
        return state

    def _unit(self, sheet: CoreSheet, place: int, roster: Roster, paper: Paper, setup: Setup, playing: bool) -> Unit:
        row, path, board = sheet.unit[place], f"$.unit[{place}]", setup.board
        square, facing = family.place_of(row, board, paper, path, CORE_07)
        turret = family.turret_of(row.turret, facing, board, paper, f"{path}.turret", CORE_07)
        rested = family.turret_of(row.rested, facing, board, paper, f"{path}.rested", CORE_07) if row.rested else turret
        side, kind, number = roster.units[place]
        if row.aim == (0, 0):
            raise paper.fault(f"{path}.aim", "a turret that is laid at nothing has no direction", CORE_53)
        return Unit(
            side,
            kind,
            number,
            square,
            facing,
            family.condition_of(row.wreck, False, paper, path),
            injured=row.injured,
            tracks=self._tracks(row, paper, path),
            timer=row.timer,
            showed=row.timer if row.showed is None else row.showed,
            waiting=row.waiting,
            turret=turret,
            rested=rested,
            aim=row.aim,
            began=self._began(row, square if playing else -1, setup, paper, path),
            command=row.command,
            **rounds_of(row, DONE, sheet.round),
        )

    def _tracks(self, row: PieceRow, paper: Paper, path: str) -> Tracks:
        known = [tracks.name.lower() for tracks in Tracks]
        if row.tracks not in known:
            raise paper.fault(f"{path}.tracks", f"tracks are never {row.tracks[:20]!r}{nearest(row.tracks, known)}")
        return Tracks(known.index(row.tracks))

    def _began(self, row: PieceRow, usual: int, setup: Setup, paper: Paper, path: str) -> int:
        if not row.began:
            return usual
        return -1 if row.began == family.OFF else family.square_of(row.began, setup.board, paper, f"{path}.began")

    def _driving(self, sheet: CoreSheet, paper: Paper, roster: Roster) -> UnderWay | None:
        if (row := sheet.driving) is None:
            return None
        return UnderWay(roster.find(row.unit, paper, "$.driving.unit"), row.steps, row.most, row.pushed)

    def _hitched(self, state: State, sheet: CoreSheet, paper: Paper, roster: Roster) -> tuple[tuple[int, int], ...]:
        if sheet.hitched is None:
            return tow.hitched(state) if state.phase in IN_PLAY else ()
        found = list[tuple[int, int]]()
        for pair in sheet.hitched:
            vehicle, weapon = roster.find_all(pair, paper, "$.hitched")
            if not state.kind(vehicle).vehicle or state.kind(weapon).vehicle:
                told = f"{pair[0][:40]} does not pull {pair[1][:40]}: a vehicle pulls a fixed weapon"
                raise paper.fault("$.hitched", told, CORE_133)
            found.append((vehicle, weapon))
        return tuple(found)

    def _shot(self, state: State, row: ShotRow, at: int, paper: Paper, roster: Roster) -> AnnouncedShot:
        """CORE-22, CORE-23: a shot that could be announced; its target stands where it was."""
        path = f"$.shot[{at}]"
        target = roster.find(row.target, paper, f"{path}.target") if row.target else -1
        square = state.units.units[target].square if row.target else -1
        if row.at:
            square = family.square_of(row.at, state.ground.setup.board, paper, f"{path}.at")
        if square < 0:
            raise paper.fault(path, "the shot has no target: name a unit, or the square of a wall", CORE_22)
        spotter = roster.find(row.spotter, paper, f"{path}.spotter") if row.spotter else -1
        unit = roster.find(row.unit, paper, f"{path}.unit")
        mode = choice(row.mode, Mode, paper, f"{path}.mode", "mode")
        if state.kind(unit).weapon is None or (mode is Mode.PARABOLIC and state.kind(unit).parabolic is None):
            raise paper.fault(f"{path}.unit", f"{row.unit[:40]} has no weapon for that", CORE_22)
        if square == state.units.units[unit].square:
            raise paper.fault(path, "nobody fires at its own square", CORE_22)
        colour = choice(row.colour, Colour, paper, f"{path}.colour", "hit die")
        return AnnouncedShot(unit, target, square, mode, colour, spotter, row.late)

    def _check_turn(self, state: State, paper: Paper) -> None:
        """CORE-15: rounds count from 1."""
        if state.phase in IN_PLAY and not state.round:
            raise paper.fault("$.round", "rounds are counted from 1", CORE_15)

    # state → text

    def tell(self, state: State) -> CoreSheet:
        pieces, drive = state.units.units, state.driving
        names = family.roster_of(pieces).names
        usual = tow.hitched(state) if state.phase in IN_PLAY else ()
        return CoreSheet(
            side=side_name(state.side),
            phase=state.phase.value,
            round=state.round,
            result=ended(state.result),
            first=side_name(state.first),
            **family.walls_told(state.ground),
            coordinated=tuple(names[unit] for unit in state.coordinated),
            hitched=None if state.hitched == usual else tuple((names[one], names[two]) for one, two in state.hitched),
            unit=tuple(self._row(state, *pair) for pair in zip(pieces, family.head_of(pieces), strict=True)),
            driving=None if drive is None else DriveRow(names[drive.unit], drive.steps, drive.most, drive.pushed),
            shot=tuple(self._shot_told(state, shot, names) for shot in state.announced),
        )

    def _row(self, state: State, piece: Unit, head: dict[str, Any]) -> PieceRow:
        board, usual = state.ground.setup.board, piece.square if self.in_play(state) else -1
        began = family.OFF if piece.began < 0 else board.grid.names[piece.began]
        return PieceRow(
            **head,
            **family.place_told(piece.square, piece.facing, board),
            turret=family.turret_told(piece.turret, piece.facing),
            rested=family.rested_told(piece),
            aim=piece.aim,
            command=piece.command,
            injured=piece.injured,
            tracks=piece.tracks.name.lower(),
            timer=piece.timer,
            showed=None if piece.showed == piece.timer else piece.showed,
            waiting=piece.waiting,
            began="" if piece.began == usual else began,
            **told_rounds(piece, DONE, state.round),
        )

    def _shot_told(self, state: State, shot: AnnouncedShot, names: list[str]) -> ShotRow:
        there = shot.target >= 0 and state.units.units[shot.target].square == shot.square
        return ShotRow(
            unit=names[shot.unit],
            target=names[shot.target] if shot.target >= 0 else "",
            at="" if there else state.place(shot.square),
            mode=shot.mode.value,
            colour=shot.colour.value,
            spotter=names[shot.spotter] if shot.spotter >= 0 else "",
            late=shot.late,
        )


def _seen(drawn: Map) -> prospects.Sees:
    """CORE-40: some part is seen past buildings, walls and high barricades."""
    cover = Cover(drawn.board.grid, drawn.board.buildings, mask_of((*drawn.walls, *drawn.high)))
    return lambda here, there: cover.masked(here, there, 0) != ALL_LINES


POSITIONS = CorePositions()
