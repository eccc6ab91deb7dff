"""Positions by the Dynamic rules: units, turrets, dice in the tray, walls, a dozer that may go on, as text."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec.structs import replace

from hulldown.geometry.squares import mask_of
from hulldown.kernel.position import (
    Deed,
    Done,
    Few,
    Name,
    Number,
    Paper,
    Refs,
    Roster,
    choice,
    ended,
    result_of,
    round_of,
    side_name,
    side_of,
    told_round,
)
from hulldown.kernel.prospect import GroundQuery, GroundReply
from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerstrike import position as family
from hulldown.rulebooks.panzerstrike import prospects
from hulldown.rulebooks.panzerstrike.board import Map, parse_map
from hulldown.rulebooks.panzerstrike.dynamic import driving, files, library, turn
from hulldown.rulebooks.panzerstrike.dynamic.rules import RULES
from hulldown.rulebooks.panzerstrike.dynamic.setup import Army, Setup, check_setup, value_of
from hulldown.rulebooks.panzerstrike.dynamic.state import Ground, Phase, State, UnderWay, Unit, Units
from hulldown.rulebooks.panzerstrike.pieces import Condition
from hulldown.rulebooks.panzerstrike.setup import Edges

DYN_18, DYN_76 = RULES["DYN-18"], RULES["DYN-76"]
DYN_11, DYN_12, DYN_13 = RULES["DYN-11"], RULES["DYN-12"], RULES["DYN-13"]
DYN_25, DYN_26, DYN_33, DYN_38 = RULES["DYN-25"], RULES["DYN-26"], RULES["DYN-33"], RULES["DYN-38"]
DYN_61, DYN_152, DYN_169, DYN_Q38 = RULES["DYN-61"], RULES["DYN-152"], RULES["DYN-169"], RULES["DYN-Q38"]
IN_PLAY = (Phase.ROLL, Phase.MOVEMENT, Phase.FIRING)


class PieceRow(family.PieceRow, frozen=True, kw_only=True):
    """A unit. `turret` is where its gun points, if not ahead, and `rested` where it pointed when the turn began, if
    elsewhere; `broke` that it drove into a wall; `die` is the one that it took in this turn: then it has moved."""

    turret: family.Facing = ""
    rested: family.Facing = ""
    damaged: bool = False
    command: bool = False
    moved: Done | None = None
    fired: Done = False
    broke: Done = False
    die: Number | None = None


class DriveRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A dozer that may go on."""

    unit: Name
    steps: Few
    die: Few = 0
    pushed: bool = False


class DynamicSheet(family.WalledSheet, frozen=True, kw_only=True):
    """`took` is the order in which dice were taken, where it is not that of the units."""

    rolled: Annotated[tuple[Number, ...], msgspec.Meta(max_length=50)] = ()
    took: Refs = ()
    last_change: Number = 0
    unit: tuple[PieceRow, ...] = ()
    driving: DriveRow | None = None


class DynamicPositions(family.WalledPositions[State]):
    book = "dynamic"
    words = DynamicSheet
    phases = tuple(phase.value for phase in IN_PLAY)
    plain_phase = Phase.FIRING.value
    plain_scenario = "duel"
    library: ClassVar[Any] = library
    setup_type = Setup
    signs = replace(family.WALLED_SIGNS, marks={"!": {"damaged": True}, "*": {"command": True}})
    fresh_rule = RULES["DYN-Q08"]
    hidden_rule = RULES["DYN-H8"]
    kinds_rule = DYN_13
    units_rule = DYN_169

    def maps(self) -> Mapping[str, Map]:
        return files.boards()

    def prospect(self, text: str, query: GroundQuery, where: str) -> GroundReply:
        """DYN-18, DYN-76: on the ground with its walls and barricades."""
        usual = frozenset((one.board.grid.columns, one.board.grid.rows) for one in files.boards().values())
        edges: tuple[Edges, ...] = ("ends", "long sides")
        drawn, ranks = parse_map(text, where), files.usual().ranks
        bare = prospects.Bare(drawn, prospects.over(_closed), ranks, edges, DYN_76, DYN_18, usual)
        return prospects.prospect(bare, query)

    def cost(self, setup: Setup, units: Mapping[str, int]) -> float:
        return value_of(setup.chart, Army(dict(units), 0))

    def read_chart(self, setup: Setup, path: Path) -> tuple[Any, Mapping[str, Any]]:
        chart = files.read_chart(path)
        return files.classes(chart.unit), chart.figures

    def check_setup(self, setup: Setup, where: str) -> None:
        check_setup(setup, where)

    def decided(self, state: State) -> Result | None:
        """DYN-16, DYN-17, DYN-173: who has won already."""
        if not self.in_play(state):
            return None
        found = [turn.victory_of(msgspec.structs.replace(state, side=side)) for side in Side]
        return found[0] or found[1]

    def in_play(self, state: State) -> bool:
        return state.phase in (*IN_PLAY, Phase.OVER)

    def ready(self, state: State, unit: int, deed: Deed) -> State:
        """DYN-38: in movement with a die of each kind in the tray, where no dice lie there already."""
        piece, moves = state.units.units[unit], deed == "move"
        if moves and state.phase is Phase.MOVEMENT and state.side is piece.side and state.dice:
            return state
        faces = tuple(sorted(set(state.ground.setup.figures.blue))) if moves else ()
        phase = Phase.MOVEMENT if moves else Phase.FIRING
        found = replace(state.copy(), phase=phase, side=piece.side, round=max(1, state.round), rolled=faces, given=())
        found.dice, found.driving = driving.dice_to_give(state.ground.setup, faces), None
        found.units.put(unit, replace(piece, moved=0, broke=0) if moves else replace(piece, fired=0))
        return found

    # text → state

    def read(self, sheet: DynamicSheet, paper: Paper, setup: Setup) -> State:
        phase = choice(sheet.phase, Phase, paper, "$.phase", "phase")
        roster = self.roster(sheet, paper, setup)
        ground = Ground.of(setup, *family.walls_of(sheet, setup, paper, DYN_152))
        units = [self._unit(sheet, place, roster, paper, setup) for place in range(len(sheet.unit))]
        family.check_places(units, roster, ground, paper, square=DYN_12, closed=DYN_61)
        given = family.dice_taken(sheet.unit, sheet.took, roster, paper, DYN_26)
        state = State(
            ground,
            Units(units),
            phase,
            side_of(sheet.side),
            side_of(sheet.first),
            sheet.round,
            sheet.rolled,
            family.dice_left(driving.dice_to_give(setup, sheet.rolled), given, paper, DYN_26),
            given,
            self._driving(sheet, paper, roster),
            sheet.last_change,
            result_of(sheet.result),
        )
        self._check_turn(state, paper)
        return state

    def _unit(self, sheet: DynamicSheet, place: int, roster: Roster, paper: Paper, setup: Setup) -> Unit:
        row, path, board, now = sheet.unit[place], f"$.unit[{place}]", setup.board, sheet.round
        square, facing = family.place_of(row, board, paper, path, DYN_11)
        turret = family.turret_of(row.turret, facing, board, paper, f"{path}.turret", DYN_11)
        rested = family.turret_of(row.rested, facing, board, paper, f"{path}.rested", DYN_11) if row.rested else turret
        side, kind, number = roster.units[place]
        condition = family.condition_of(row.wreck, row.damaged, paper, path)
        moved, fired, broke = family.moved_of(row, now), round_of(row.fired, now), round_of(row.broke, now)
        return Unit(side, kind, number, square, facing, condition, moved, fired, broke, turret, rested, row.command)

    def _driving(self, sheet: DynamicSheet, paper: Paper, roster: Roster) -> UnderWay | None:
        if (row := sheet.driving) is None:
            return None
        return UnderWay(roster.find(row.unit, paper, "$.driving.unit"), row.die, row.steps, row.pushed)

    def _check_turn(self, state: State, paper: Paper) -> None:
        """DYN-33, DYN-38, DYN-Q38: rounds count from 1, and dice lie in the tray in movement only."""
        if state.phase in IN_PLAY and not state.round:
            raise paper.fault("$.round", "rounds are counted from 1", DYN_33)
        if state.last_change > state.round:
            raise paper.fault("$.last_change", f"round {state.last_change} is to come", DYN_Q38)
        if (state.rolled or state.given) and state.phase is not Phase.MOVEMENT:
            raise paper.fault("$.rolled", "dice lie in the tray in movement only", DYN_38)
        if state.phase is Phase.MOVEMENT:
            blue, most = state.ground.setup.figures.blue, driving.dice_for(state)
            family.check_rolled(state.rolled, blue, most, paper, face=DYN_38, many=DYN_25)

    # state → text

    def tell(self, state: State) -> DynamicSheet:
        pieces = state.units.units
        heads, dice = family.head_of(pieces), {unit: die for die, unit in state.given}
        names = family.roster_of(pieces)
        dozer = state.driving
        return DynamicSheet(
            side=side_name(state.side),
            phase=state.phase.value,
            round=state.round,
            result=ended(state.result),
            first=side_name(state.first),
            **family.walls_told(state.ground),
            rolled=state.rolled,
            took=family.order_told(state.given, names),
            last_change=state.last_change,
            unit=tuple(
                self._row(state, piece, head, dice.get(unit))
                for unit, (piece, head) in enumerate(zip(pieces, heads, strict=True))
            ),
            driving=None if dozer is None else DriveRow(names.names[dozer.unit], dozer.steps, dozer.die, dozer.pushed),
        )

    def _row(self, state: State, piece: Unit, head: dict[str, Any], die: int | None) -> PieceRow:
        now = state.round
        return PieceRow(
            **head,
            **family.place_told(piece.square, piece.facing, state.ground.setup.board),
            turret=family.turret_told(piece.turret, piece.facing),
            rested=family.rested_told(piece),
            damaged=piece.condition is Condition.DAMAGED,
            command=piece.command,
            moved=family.moved_told(piece, die, now),
            fired=told_round(piece.fired, now),
            broke=told_round(piece.broke, now),
            die=die,
        )


def _closed(drawn: Map) -> int:
    """DYN-76: what no line of sight passes."""
    return drawn.board.buildings | mask_of((*drawn.walls, *drawn.high))


POSITIONS = DynamicPositions()
