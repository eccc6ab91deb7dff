"""Positions of France 1944: tanks, dice in the tray, flags and barricades, as text."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec.structs import replace

from hulldown.kernel.files import Fault
from hulldown.kernel.position import (
    Deed,
    Done,
    Number,
    Paper,
    Places,
    Refs,
    SideName,
    choice,
    ended,
    nearest,
    result_of,
    round_of,
    side_name,
    side_of,
    told_round,
)
from hulldown.kernel.prospect import GroundQuery, GroundReply
from hulldown.kernel.rule import Refusal
from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerstrike import position as family
from hulldown.rulebooks.panzerstrike import prospects
from hulldown.rulebooks.panzerstrike.board import PAVED, Map, parse_board, without_pieces
from hulldown.rulebooks.panzerstrike.france1944 import files, library, movement
from hulldown.rulebooks.panzerstrike.france1944.assembly import BOARDS, board_of
from hulldown.rulebooks.panzerstrike.france1944.rules import RULES
from hulldown.rulebooks.panzerstrike.france1944.setup import Army, Setup, check_setup, value_of
from hulldown.rulebooks.panzerstrike.france1944.state import Flag, Ground, Phase, State, Tank, Tanks
from hulldown.rulebooks.panzerstrike.setup import Edges

FR_07, FR_08, FR_09 = RULES["FR-07"], RULES["FR-08"], RULES["FR-09"]
FR_16, FR_18, FR_27 = RULES["FR-16"], RULES["FR-18"], RULES["FR-27"]
FR_46, FR_48, FR_52, FR_57 = RULES["FR-46"], RULES["FR-48"], RULES["FR-52"], RULES["FR-57"]
FR_Q15 = RULES["FR-Q15"]
FR_63, FR_Q20, FR_Q27, FR_Q33 = RULES["FR-63"], RULES["FR-Q20"], RULES["FR-Q27"], RULES["FR-Q33"]
IN_PLAY = (Phase.ROLL, Phase.MOVEMENT, Phase.SHOOTING)
Left = Annotated[int, msgspec.Meta(ge=0, le=50)]


class TankRow(family.PieceRow, frozen=True, kw_only=True):
    """A tank. `die` is the movement die that it took in this turn: then it has moved."""

    damaged: bool = False
    moved: Done | None = None
    fired: Done = False
    die: Number | None = None


class FlagRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    side: SideName
    at: family.Place


class FranceSheet(family.FamilySheet, frozen=True, kw_only=True):
    """`took` is the order in which dice were taken, where it is not that of the tanks."""

    rolled: Annotated[tuple[Number, ...], msgspec.Meta(max_length=50)] = ()
    took: Refs = ()
    barricades: Places = ()
    barricades_left: tuple[Left, Left] = (0, 0)
    last_loss: Number = 0
    unit: tuple[TankRow, ...] = ()
    flag: Annotated[tuple[FlagRow, ...], msgspec.Meta(max_length=8)] = ()


class FrancePositions(family.FamilyPositions[State]):
    book = "france1944"
    words = FranceSheet
    phases = tuple(phase.value for phase in IN_PLAY)
    plain_phase = Phase.SHOOTING.value
    plain_scenario = "first-steps"
    library: ClassVar[Any] = library
    setup_type = Setup
    fresh_rule = RULES["FR-Q06"]
    hidden_rule = RULES["FR-H10"]
    kinds_rule = FR_09
    units_rule = FR_09
    army_units = "tanks"
    signs = replace(
        family.SIGNS,
        standing={"+": "barricades"},
        marks={"!": {"damaged": True}},
        flags=True,
    )

    def drawn_more(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """FR-48, FR-63: the flags and barricades that are drawn were agreed, and whether tanks are damaged."""
        flags, standing = data.get("flag", ()), len(data.get("barricades", ()))
        drawn: dict[str, Any] = {}
        if flags:
            drawn["flags"] = {side: sum(row.get("side") == side for row in flags) for side in ("red", "blue")}
        if standing:
            drawn["barricades"] = (standing + 1) // 2
        if any(row.get("damaged") for row in data["unit"]):
            drawn["damage"] = True
        return {"options": drawn | dict(data.get("options", {}))} if drawn else {}

    def cost(self, setup: Setup, units: Mapping[str, int]) -> int:
        return value_of(setup.chart, Army(dict(units), 1))

    def on_map(self, setup: Setup, text: str, where: str) -> dict[str, Any]:
        if "\n" in text:
            return self.board_changed(setup, parse_board(text, f"{where}, map"))
        if text not in BOARDS:
            raise Fault("map", f"there is no map {text[:40]!r}{nearest(text, BOARDS)}")
        return self.board_changed(setup, board_of(text))

    def map_of(self, setup: Setup) -> str:
        board = setup.board
        for name in BOARDS:
            if board_of(name) == board:
                return name
        return f"name: {board.name}\nnorth: {board.north}\n\n" + "\n".join(board.rows) + "\n"

    def prospect(self, text: str, query: GroundQuery, where: str) -> GroundReply:
        """FR-14, FR-Q06, FR-Q15: on a board without walls, barricades and heights."""
        if repair := without_pieces(text):
            told = "This game has no walls, barricades on the map, or heights."
            return GroundReply(repairs=(repair,), refusal=Refusal(FR_63.id, told))
        drawn = Map(parse_board(text, where), (), (), (), ())
        usual = frozenset((board_of(name).grid.columns, board_of(name).grid.rows) for name in BOARDS)
        edges: tuple[Edges, ...] = ("ends", "long sides")
        sees = prospects.over(lambda one: one.board.buildings)
        bare = prospects.Bare(drawn, sees, files.usual().ranks, edges, FR_Q15, self.fresh_rule, usual)
        return prospects.prospect(bare, query)

    def option(self, setup: Setup, name: str, value: Any, where: str) -> Any:
        """FR-48, FR-49: flags of both sides, as in a scenario's file."""
        pair = name == "flags" and isinstance(value, dict) and set(value) == {"red", "blue"}
        return [value["red"], value["blue"]] if pair else value

    def told_option(self, setup: Setup, name: str, value: Any) -> Any:
        return {"red": value[0], "blue": value[1]} if name == "flags" else value

    def read_chart(self, setup: Setup, path: Path) -> tuple[Any, Mapping[str, Any]]:
        chart = files.read_chart(path)
        return files.classes(chart.unit), chart.figures

    def check_setup(self, setup: Setup, where: str) -> None:
        check_setup(setup, where)

    def decided(self, state: State) -> Result | None:
        """FR-46, FR-57, FR-Q27: who has won already: by destruction, or by all flags of the other side."""
        setup = state.ground.setup
        for side in Side if state.phase in IN_PLAY else ():
            enemy = side.other
            if not state.tanks.active(enemy):
                rule = FR_Q27 if any(setup.flags) else FR_46
                return Result(side, rule.id, f"{side.label} has destroyed all of {enemy.label}'s tanks and wins.")
            if setup.flags[enemy] and not any(flag.side is enemy for flag in state.flags):
                return Result(side, FR_57.id, f"{side.label} has captured all of {enemy.label}'s flags and wins.")
        return None

    def in_play(self, state: State) -> bool:
        return state.phase in (*IN_PLAY, Phase.OVER)

    def ready(self, state: State, unit: int, deed: Deed) -> State:
        """FR-16, FR-31: in movement with a die of each kind in the tray, where no dice lie there already."""
        tank = state.tanks.units[unit]
        if deed == "move" and state.phase is Phase.MOVEMENT and state.side is tank.side and state.dice:
            return state
        moves = deed == "move"
        faces = tuple(sorted(set(state.ground.setup.figures.large))) if moves else ()
        phase = Phase.MOVEMENT if moves else Phase.SHOOTING
        found = replace(state.copy(), phase=phase, side=tank.side, round=max(1, state.round), rolled=faces, given=())
        found.dice = movement.dice_to_give(faces)
        found.tanks.put(unit, replace(tank, moved=0) if moves else replace(tank, fired=0))
        return found

    # text → state

    def read(self, sheet: FranceSheet, paper: Paper, setup: Setup) -> State:
        phase = choice(sheet.phase, Phase, paper, "$.phase", "phase")
        roster = self.roster(sheet, paper, setup)
        ground = Ground.of(setup, self._barricades(sheet, paper, setup))
        tanks = [self._tank(row, place, roster, paper, setup, sheet.round) for place, row in enumerate(sheet.unit)]
        family.check_places(tanks, roster, ground, paper, square=FR_08, closed=FR_27)
        given = family.dice_taken(sheet.unit, sheet.took, roster, paper, FR_18)
        state = State(
            ground,
            Tanks(tanks),
            phase,
            side_of(sheet.side),
            side_of(sheet.first),
            sheet.round,
            sheet.rolled,
            given=given,
            flags=self._flags(sheet, paper, ground),
            barricades_left=sheet.barricades_left,
            last_loss=sheet.last_loss,
            result=result_of(sheet.result),
        )
        self._check_turn(state, sheet, paper)
        state.dice = family.dice_left(movement.dice_to_give(sheet.rolled), given, paper, FR_18)
        if phase is Phase.OVER:
            state.dice = ()
        return state

    def _tank(self, row: TankRow, place: int, roster: Any, paper: Paper, setup: Setup, now: int) -> Tank:
        path = f"$.unit[{place}]"
        square, facing = family.place_of(row, setup.board, paper, path, FR_07)
        condition = family.condition_of(row.wreck, row.damaged, paper, path)
        side, kind, number = roster.units[place]
        return Tank(side, kind, number, square, facing, condition, family.moved_of(row, now), round_of(row.fired, now))

    def _barricades(self, sheet: FranceSheet, paper: Paper, setup: Setup) -> tuple[int, ...]:
        """FR-63: barricades stand on paved squares, and there are no more of them than were agreed."""
        found = family.squares_of(sheet.barricades, setup.board, paper, "$.barricades")
        for square in found:
            if setup.board.terrain(square) not in PAVED:
                told = f"the barricade on {setup.board.grid.names[square]} is on no street or paved square"
                raise paper.fault("$.barricades", told, FR_63)
        if len(found) + sum(sheet.barricades_left) > 2 * setup.barricades:
            told = f"there are {len(found)} barricades and {sum(sheet.barricades_left)} to come"
            raise paper.fault("$.barricades", f"{told}; each side has {setup.barricades}", FR_63)
        return tuple(sorted(found))

    def _flags(self, sheet: FranceSheet, paper: Paper, ground: Ground) -> tuple[Flag, ...]:
        """FR-48, FR-52: flags stand on open squares of their own, and there are no more of them than were agreed."""
        found = list[Flag]()
        for place, row in enumerate(sheet.flag):
            path = f"$.flag[{place}].at"
            square, side = family.square_of(row.at, ground.setup.board, paper, path), side_of(row.side)
            if not ground.open >> square & 1 or any(flag.square == square for flag in found):
                raise paper.fault(path, f"a flag needs an open square of its own; {row.at[:20]} is none", FR_52)
            if sum(flag.side is side for flag in found) == ground.setup.flags[side]:
                told = f"{side.label} has more flags than its {ground.setup.flags[side]}"
                raise paper.fault(
                    f"$.flag[{place}].side", f"{told}; set the option flags = {{ red = 1, blue = 1 }}", FR_48
                )
            found.append(Flag(side, square))
        return tuple(found)

    def _check_turn(self, state: State, sheet: FranceSheet, paper: Paper) -> None:
        """FR-16, FR-18, FR-Q20, FR-Q33: dice are there in movement only, and nothing was done in a round to come."""
        if state.phase in IN_PLAY and not state.round:
            raise paper.fault("$.round", "rounds are counted from 1", FR_Q20)
        if sheet.last_loss > state.round:
            raise paper.fault("$.last_loss", f"the last loss was in round {sheet.last_loss}, which is to come", FR_Q33)
        for place, tank in enumerate(state.tanks.units):
            if max(tank.moved, tank.fired) > state.round:
                raise paper.fault(f"$.unit[{place}]", "the tank did something in a round to come", FR_Q20)
        if (state.rolled or state.given) and state.phase not in (Phase.MOVEMENT, Phase.OVER):
            raise paper.fault("$.rolled", "dice lie in the tray in movement only", FR_16)
        figures, active = state.ground.setup.figures, state.tanks.active(state.side).bit_count()
        if state.phase is Phase.MOVEMENT:
            most = movement.dice_for(figures, active)
            family.check_rolled(sheet.rolled, figures.large, most, paper, face=FR_16, many=FR_16)

    # state → text

    def tell(self, state: State) -> FranceSheet:
        board, now, pieces = state.ground.setup.board, state.round, state.tanks.units
        names, dice = board.grid.names, {unit: die for die, unit in state.given}
        rows = tuple(
            TankRow(
                **head,
                **family.place_told(tank.square, tank.facing, board),
                damaged=tank.condition == 1,
                moved=family.moved_told(tank, dice.get(unit), now),
                fired=told_round(tank.fired, now),
                die=dice.get(unit),
            )
            for unit, (tank, head) in enumerate(zip(pieces, family.head_of(pieces), strict=True))
        )
        return FranceSheet(
            side=side_name(state.side),
            phase=state.phase.value,
            round=now,
            result=ended(state.result),
            first=side_name(state.first),
            rolled=state.rolled,
            took=family.order_told(state.given, family.roster_of(pieces)),
            barricades=tuple(names[square] for square in state.ground.barricades),
            barricades_left=state.barricades_left,
            last_loss=state.last_loss,
            unit=rows,
            flag=tuple(FlagRow(side_name(flag.side), names[flag.square]) for flag in state.flags),
        )


POSITIONS = FrancePositions()
