"""Ambush, a toy rulebook: what France 1944 lacks and later books need, on one page.

It has a secret, a die that falls before the choice, a move in steps that the enemy may answer, a volley announced shot
by shot, dice that come up again, and free positions: whole hundredths of a millimetre, so its listings are samples.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, Self

import msgspec

from hulldown.bots.playouts import Playouts
from hulldown.kernel.dice import Dice
from hulldown.kernel.foresight import foreseen
from hulldown.kernel.library import Arm, Check, Force, Label, MapRow, ScenarioForce, ScenarioRow, UnitRow
from hulldown.kernel.odds import Procedure
from hulldown.kernel.option import Option
from hulldown.kernel.picture import Button, Picture, Piece, Place, Pose, Terrain, Todo, Tray
from hulldown.kernel.question import Question, ReadyShot
from hulldown.kernel.rule import Book, Catalogue, Refusal, Rule
from hulldown.kernel.rulebook import Aim, Band, Preview, Result, Survey, Told
from hulldown.kernel.side import RED, Side
from hulldown.kernel.template import template
from hulldown.kernel.turn import Due, Reaction, Turn, Unit
from hulldown.kernel.turn import Window as OpenWindow
from hulldown.kernel.work import Kind

_ROWS = (
    ("TOY-1", "The table", "600 mm square; tanks keep 30 mm between their centres."),
    ("TOY-2", "The commander", "Each side names one of its tanks in secret. It is shown when it is lost."),
    ("TOY-3", "The die of the turn", "A turn opens with a die. Then its side chooses to drive or to fire."),
    ("TOY-4", "Driving", "One tank makes up to as many steps as the die shows, each of up to 100 mm."),
    ("TOY-5", "Ambush", "After each step one ready enemy within 200 mm may fire at the tank, once a turn."),
    ("TOY-6", "The volley", "As many shots as the die shows, one a tank, are announced; then all are fired."),
    (
        "TOY-7",
        "The shot",
        "Two dice within 150 mm, one up to 300 mm; 5 or 6 hits, a 6 rolls again, three hits at most.",
    ),
    ("TOY-8", "Armour", "Each hit rolls a die: on 4 or more it costs the target a point. At none a tank is lost."),
    ("TOY-9", "The end", "Who loses the commander loses. After the last turn more points win."),
)
RULES = Catalogue(Book("toy", "Ambush", "1", "free"), [Rule(row[0], "Toy", "base", *row[1:]) for row in _ROWS])
TABLE, ROOM, STEP, NEAR, AMBUSH, REACH = 60_000, 3_000, 10_000, 15_000, 20_000, 30_000  # 1/100 mm
D6 = (1, 2, 3, 4, 5, 6)
UNNAMED, UNSEEN = -1, -2
Phase = Literal["name", "roll", "choose", "drive", "answer", "fire", "over"]


class Setup(msgspec.Struct, frozen=True):
    tanks: int = 3
    turns: int = 10
    name: str = "Ambush"


class Tank(msgspec.Struct, frozen=True, gc=False):
    side: Side
    x: int
    y: int
    points: int = 2
    ready: bool = True


class Window(msgspec.Struct, frozen=True, gc=False):
    """Who may answer the step that was just made, with which tanks, and what the mover has left."""

    side: Side
    kind: Literal["ambush"]
    units: tuple[int, ...]
    mover: int
    left: int


class State(msgspec.Struct, gc=False):
    setup: Setup
    tanks: list[Tank]
    phase: Phase = "name"
    side: Side = RED
    turn: int = 0
    die: int = 0
    mover: int = -1
    left: int = 0
    volley: tuple[tuple[int, int], ...] = ()
    commanders: tuple[int, int] = (UNNAMED, UNNAMED)
    window: Window | None = None
    result: Result | None = None

    def copy(self) -> Self:
        return msgspec.structs.replace(self, tanks=self.tanks.copy())

    def of(self, side: Side) -> list[int]:
        return [unit for unit, tank in enumerate(self.tanks) if tank.side == side and tank.points]

    def apart(self, unit: int, x: int, y: int) -> int:
        """The square of the distance."""
        return (self.tanks[unit].x - x) ** 2 + (self.tanks[unit].y - y) ** 2

    def in_reach(self, unit: int, target: int, reach: int) -> bool:
        return self.apart(unit, self.tanks[target].x, self.tanks[target].y) <= reach**2


class Word(msgspec.Struct, frozen=True, gc=False, tag=True):
    """An order or an event."""


class Name(Word, frozen=True):
    unit: int


class Roll(Word, frozen=True):
    """Open the turn."""


class Choose(Word, frozen=True):
    drive: bool


class Step(Word, frozen=True):
    unit: int
    x: int
    y: int


class Halt(Word, frozen=True):
    """Leave the steps that are left."""


class Answer(Word, frozen=True):
    unit: int


class Pass(Word, frozen=True):
    """Leave a step unanswered."""


class Announce(Word, frozen=True):
    unit: int
    target: int


class Loose(Word, frozen=True):
    """Close the list and fire."""


class Named(Word, frozen=True):
    """The other side hears it with the unit `UNSEEN`."""

    side: Side
    unit: int


class Rolled(Word, frozen=True):
    die: int


class Chosen(Word, frozen=True):
    drive: bool


class Stepped(Word, frozen=True):
    unit: int
    x: int
    y: int


class Opened(Word, frozen=True):
    window: Window


class Passed(Word, frozen=True):
    side: Side


class Announced(Word, frozen=True):
    unit: int
    target: int


class Fired(Word, frozen=True):
    unit: int
    target: int
    faces: tuple[tuple[int, ...], ...]
    lost: int


class Shown(Word, frozen=True):
    side: Side
    unit: int


class TurnBegan(Word, frozen=True):
    side: Side
    turn: int


class Ended(Word, frozen=True):
    result: Result


Order = Name | Roll | Choose | Step | Halt | Answer | Pass | Announce | Loose
Event = Named | Rolled | Chosen | Stepped | Opened | Passed | Announced | Fired | Shown | TurnBegan | Ended


# What is allowed


def may_name(state: State, order: Name) -> Refusal | None:
    if order.unit not in state.of(state.side):
        return RULES["TOY-2"].refuse(f"tank {order.unit} is not of this side", Name(state.of(state.side)[0]))
    return None


def may_step(state: State, order: Step) -> Refusal | None:
    if order.unit not in movers(state):
        return RULES["TOY-4"].refuse(f"tank {order.unit} cannot drive now")
    if not 0 < state.apart(order.unit, order.x, order.y) <= STEP**2:
        return RULES["TOY-4"].refuse(f"a step is up to {STEP // 100} mm, and not none")
    if not (0 <= order.x <= TABLE and 0 <= order.y <= TABLE):
        return RULES["TOY-1"].refuse(f"{order.x}, {order.y} is not on the table")
    for unit, tank in enumerate(state.tanks):
        if tank.points and unit != order.unit and state.apart(unit, order.x, order.y) < ROOM**2:
            return RULES["TOY-1"].refuse(f"tank {unit} is too near")
    return None


def movers(state: State) -> list[int]:
    return state.of(state.side) if state.mover < 0 else [state.mover]


def may_answer(state: State, order: Answer) -> Refusal | None:
    if state.window is None or order.unit not in state.window.units:
        return RULES["TOY-5"].refuse(f"tank {order.unit} has nothing to answer")
    return None


def may_announce(state: State, order: Announce) -> Refusal | None:
    if order.unit not in state.of(state.side) or order.target not in state.of(state.side.other):
        return RULES["TOY-6"].refuse("an own tank fires at one of the enemy's")
    if len(state.volley) == state.die or any(unit == order.unit for unit, _ in state.volley):
        return RULES["TOY-6"].refuse(f"the die allows {state.die} shots, one a tank")
    if not state.in_reach(order.unit, order.target, REACH):
        return RULES["TOY-7"].refuse(f"tank {order.target} is more than {REACH // 100} mm away")
    return None


# What happens


def strike(dice_count: int, dice: Dice) -> int:
    return dice.successes(RULES["TOY-7"], D6, dice_count, 5, 6, 3)


def pierce(hits: int, dice: Dice) -> int:
    return sum(face >= 4 for face in dice.hand(RULES["TOY-8"], D6, hits)) if hits else 0


SHOT: Procedure[int, int] = Procedure(strike, pierce)


def dice_of(state: State, unit: int, target: int) -> int:
    """A shot's facts: how many dice."""
    return 2 if state.in_reach(unit, target, NEAR) else 1


def shoot(state: State, unit: int, target: int, dice: Dice) -> Iterator[Event]:
    rolled = len(dice.rolls)
    lost = min(state.tanks[target].points, SHOT.resolve(dice_of(state, unit, target), dice))
    yield Fired(unit, target, tuple(roll.faces for roll in dice.rolls[rolled:]), lost)
    side = state.tanks[target].side
    if not state.of(side) or (not state.tanks[target].points and state.commanders[side] == target):
        yield from end(state, side.other, "lost its commander")


def end(state: State, winner: Side | None, how: str) -> Iterator[Event]:
    for side in Side:
        yield Shown(side, state.commanders[side])
    told = "Nobody won." if winner is None else f"{winner.other.label} {how}: {winner.label} won."
    yield Ended(Result(winner, "TOY-9", told))


def next_turn(state: State) -> Iterator[Event]:
    if state.turn < state.setup.turns:
        yield TurnBegan(state.side.other, state.turn + 1)
        return
    red, blue = (sum(state.tanks[unit].points for unit in state.of(side)) for side in Side)
    yield from end(state, None if red == blue else Side(blue > red), "had fewer points")


def drive_on(state: State) -> Iterator[Event]:
    """The turn ends with the last step, or with the tank."""
    if not state.left or not state.tanks[state.mover].points:
        yield from next_turn(state)


def resolve_name(state: State, order: Name, dice: Dice) -> Iterator[Event]:
    yield Named(state.side, order.unit)
    if UNNAMED not in state.commanders:
        yield TurnBegan(RED, 1)


def resolve_roll(state: State, order: Roll, dice: Dice) -> Iterator[Event]:
    yield Rolled(dice.sum(RULES["TOY-3"], D6, 1))


def resolve_choose(state: State, order: Choose, dice: Dice) -> Iterator[Event]:
    yield Chosen(order.drive)


def resolve_step(state: State, order: Step, dice: Dice) -> Iterator[Event]:
    yield Stepped(order.unit, order.x, order.y)
    enemies = state.of(state.side.other)
    ready = [unit for unit in enemies if state.tanks[unit].ready and state.in_reach(unit, order.unit, AMBUSH)]
    if ready:
        yield Opened(Window(state.side.other, "ambush", tuple(ready), order.unit, state.left))
    else:
        yield from drive_on(state)


def resolve_halt(state: State, order: Halt, dice: Dice) -> Iterator[Event]:
    yield from next_turn(state)


def resolve_answer(state: State, order: Answer, dice: Dice) -> Iterator[Event]:
    yield from shoot(state, order.unit, state.mover, dice)
    if state.result is None:
        yield from drive_on(state)


def resolve_pass(state: State, order: Pass, dice: Dice) -> Iterator[Event]:
    yield Passed(state.side.other)
    yield from drive_on(state)


def resolve_announce(state: State, order: Announce, dice: Dice) -> Iterator[Event]:
    yield Announced(order.unit, order.target)


def resolve_loose(state: State, order: Loose, dice: Dice) -> Iterator[Event]:
    for unit, target in state.volley:
        if state.result is None and state.tanks[target].points:
            yield from shoot(state, unit, target, dice)
    if state.result is None:
        yield from next_turn(state)


def anything(state: State, order: Any) -> None:
    """What its phase alone allows."""


CHAPTERS: dict[type, tuple[Phase, str, Callable[..., Refusal | None], Callable[..., Iterator[Event]]]] = {
    Name: ("name", "TOY-2", may_name, resolve_name),
    Roll: ("roll", "TOY-3", anything, resolve_roll),
    Choose: ("choose", "TOY-3", anything, resolve_choose),
    Step: ("drive", "TOY-4", may_step, resolve_step),
    Halt: ("drive", "TOY-4", anything, resolve_halt),
    Answer: ("answer", "TOY-5", may_answer, resolve_answer),
    Pass: ("answer", "TOY-5", anything, resolve_pass),
    Announce: ("fire", "TOY-6", may_announce, resolve_announce),
    Loose: ("fire", "TOY-6", anything, resolve_loose),
}
WAYS = ((10_000, 0), (7_071, 7_071), (0, 10_000), (-7_071, 7_071), (-10_000, 0), (0, -10_000), (500, -400))


class Asked(Question, frozen=True, kw_only=True):
    """A shot: all that counts is how far it is, in 1/100 mm."""

    range_hundredths: int
    zone: Literal["front"] = "front"


class Shelf:
    """What lies beside the rules: one scenario."""

    OPTIONS: tuple[Option, ...] = ()
    CHART: type[msgspec.Struct] = Asked
    SOURCES: Mapping[str, str] = {}
    SIGNS: Mapping[str, str] = {}
    LABELS: Mapping[str, Label] = {"armour": Label("armour", "armour", "TOY-8", "What a hit has to roll.")}
    QUESTION: type[Question] = Asked
    PARTS: Mapping[str, str] = {"name": "scenario", "tanks": "armies"}

    def units(self, chart: str = "") -> list[UnitRow]:
        return [UnitRow("tank", "Tank", {"points": 2})]

    def maps(self, board: str = "") -> list[MapRow]:
        return [MapRow("table", "Table", 1, 1, 0, "up", {".": "open ground"}, (".",))]

    def scenarios(self) -> list[ScenarioRow]:
        side = ScenarioForce({"tank": 2}, 4)
        summary = "Two tanks a side."
        return [
            ScenarioRow(
                id="ambush", name="Ambush", summary=summary, minutes=5, map="table",
                red=side, blue=side, turn_limit=0, options=(),
            )
        ]  # fmt: skip

    def force(self, setup: Setup, side: Side) -> Force:
        return Force({"tank": 2}, 4, 4)

    def agreed(self, setup: Setup) -> dict[str, str]:
        return {}

    def remark(self, setup: Setup) -> str:
        return ""

    def bounded(self, setup: Setup) -> tuple[Setup, str]:
        return setup, ""

    def works(self, kind: Kind) -> dict[str, str]:
        return {}

    def build(
        self,
        scenario: str,
        red: str = "",
        blue: str = "",
        board: str = "",
        options: Mapping[str, str] | None = None,
        chart: str = "",
    ) -> Setup:
        return Setup()

    draft = build

    def checks(self, setup: Setup) -> Iterator[Check]:
        return iter(())

    def with_army(self, setup: Setup, side: Side, units: Mapping[str, int]) -> Setup:
        return setup

    def arms(self, setup: Setup, side: Side) -> list[Arm]:
        return [Arm("tank", 2, "line")]

    def board_name(self, setup: Setup) -> str:
        return "Table"

    def check(self, path: Path) -> str:
        return "nothing to check"

    def chances(self, question: "Asked") -> Mapping[Any, Fraction]:
        return SHOT.odds(2 if question.range_hundredths <= NEAR else 1)

    def shot(self, question: "Asked") -> ReadyShot:
        return ReadyShot(lambda dice: str(SHOT.resolve(2 if question.range_hundredths <= NEAR else 1, dice)), None)


class Tactics(Playouts):
    """What a bot may know beyond the rules: what a shot is worth."""

    def promising(self, state: State) -> Iterator[tuple[float, Order]]:
        for order in self.book.orders(state):
            odds = self.book.preview(state, order).odds or {}
            yield float(sum(lost * chance for lost, chance in odds.items())), order


class Toy:
    """The book."""

    id = RULES.book.id
    title = RULES.book.title
    rules = RULES
    setup_type = Setup
    state_type: type[State] = State
    order_type: Any = Order
    event_type: Any = Event
    library = Shelf()

    def start(self, setup: Setup) -> State:
        tanks = [Tank(side, 15_000 + 25_000 * side, 10_000 * at) for side in Side for at in range(setup.tanks)]
        return State(setup, tanks)

    def to_act(self, state: State) -> Side | None:
        if state.result is not None:
            return None
        return state.window.side if state.window is not None else state.side

    def result(self, state: State) -> Result | None:
        return state.result

    def refuse(self, state: State, order: Order) -> Refusal | None:
        phase, rule, judge, _ = CHAPTERS[type(order)]
        if state.phase != phase:
            return RULES[rule].refuse(f"{type(order).__name__} belongs to '{phase}'; this is '{state.phase}'")
        return judge(state, order)

    def decide(self, state: State, order: Order, dice: Dice) -> Iterator[Event]:
        return CHAPTERS[type(order)][3](state, order, dice)

    def orders(self, state: State, unit: int | None = None) -> Iterator[Order]:
        for order in self.thinkable(state):
            if unit in (None, self.unit_of(order)) and self.refuse(state, order) is None:
                yield order

    def thinkable(self, state: State) -> Iterator[Order]:
        own, enemies = state.of(state.side), state.of(state.side.other)
        if state.phase == "name":
            yield from map(Name, own)
        elif state.phase == "roll":
            yield Roll()
        elif state.phase == "choose":
            yield from (Choose(True), Choose(False))
        elif state.phase == "drive":
            yield Halt()
            for unit in movers(state):
                tank = state.tanks[unit]
                yield from [Step(unit, tank.x + dx, tank.y + dy) for dx, dy in WAYS]
        elif state.phase == "answer":
            yield Pass()
            yield from map(Answer, enemies)
        elif state.phase == "fire":
            yield Loose()
            yield from [Announce(unit, target) for unit in own for target in enemies]

    def sample(self, state: State, dice: Dice) -> Order:
        """Any position may be driven to, not the listed ones alone."""
        if state.phase == "drive" and dice.pick(4):
            units = movers(state)
            unit = units[dice.pick(len(units))]
            x, y = (at + dice.pick(2 * STEP + 1) - STEP for at in (state.tanks[unit].x, state.tanks[unit].y))
            if self.refuse(state, step := Step(unit, x, y)) is None:
                return step
        listed = list(self.orders(state))
        return listed[dice.pick(len(listed))]

    def evolve(self, state: State, event: Event) -> None:
        match event:
            case Named(side, unit):
                red, blue = state.commanders
                state.commanders = (red, unit) if side else (unit, blue)
                state.side = side.other
            case Rolled(die):
                state.phase, state.die = "choose", die
            case Chosen(drive):
                state.phase = "drive" if drive else "fire"
                state.left = state.die if drive else 0
            case Stepped(unit, x, y):
                state.tanks[unit] = msgspec.structs.replace(state.tanks[unit], x=x, y=y)
                state.mover, state.left = unit, state.left - 1
            case Opened(window):
                state.phase, state.window = "answer", window
            case Passed():
                state.phase, state.window = "drive", None
            case Announced(unit, target):
                state.volley = (*state.volley, (unit, target))
            case Fired(unit, target, _, lost):
                shooter, hit = state.tanks[unit], state.tanks[target]
                state.tanks[unit] = msgspec.structs.replace(shooter, ready=state.window is None)
                state.tanks[target] = msgspec.structs.replace(hit, points=hit.points - lost)
                if state.window is not None:
                    state.phase, state.window = "drive", None
            case TurnBegan(side, turn):
                state.phase, state.side, state.turn = "roll", side, turn
                state.die, state.mover, state.left, state.volley = 0, -1, 0, ()
                state.tanks = [msgspec.structs.replace(tank, ready=True) for tank in state.tanks]
            case Ended(result):
                state.phase, state.result = "over", result
            case Shown(side, unit):
                """What the other side did not know; the state did."""

    def preview(self, state: State, order: Order) -> Preview:
        refusal = self.refuse(state, order)
        if isinstance(order, Answer | Announce) and refusal is None:
            target = order.target if isinstance(order, Announce) else state.mover
            count = dice_of(state, order.unit, target)
            far = (RULES["TOY-7"].modify(-1, f"more than {NEAR // 100} mm"),) if count == 1 else ()
            return Preview(None, (order.unit, target), far, SHOT.odds(count))
        return Preview(refusal)

    def survey(self, state: State, unit: int) -> Survey:
        found = list(self.orders(state, unit))
        shots = [order for order in found if isinstance(order, Announce)]
        border = tuple(Place(order.x, order.y) for order in found if isinstance(order, Step))
        step = template(Step(unit, 0, 0), x="x", y="y")
        reach = (Band("one step", "TOY-4", state.left, step, outline=border),) if border else ()
        return Survey(
            unit, reach, tuple(Aim(order.target, order, self.preview(state, order), "shot") for order in shots)
        )

    def view(self, state: State, side: Side | None) -> State:
        red, blue = (
            unit if own is side or unit < 0 else UNSEEN for own, unit in zip(Side, state.commanders, strict=True)
        )
        if state.result is not None or (red, blue) == state.commanders:
            return state
        veiled = state.copy()
        veiled.commanders = (red, blue)
        return veiled

    def hear(self, state: State, event: Event, side: Side | None) -> Event | None:
        return Named(event.side, UNSEEN) if isinstance(event, Named) and event.side is not side else event

    def tell(self, state: State, event: Event) -> Told:
        told: dict[type, str] = {
            Named: "TOY-2", Rolled: "TOY-3", Chosen: "TOY-3", Stepped: "TOY-4", Opened: "TOY-5", Passed: "TOY-5",
            Announced: "TOY-6", Fired: "TOY-7", Shown: "TOY-2", TurnBegan: "TOY-3", Ended: "TOY-9",
        }  # fmt: skip
        what = ", ".join(f"{name} {getattr(event, name)}" for name in event.__struct_fields__)
        return Told(f"{type(event).__name__}: {what}.", (told[type(event)],))

    def faults(self, state: State) -> Iterator[str]:
        for unit, tank in enumerate(state.tanks):
            if not (0 <= tank.x <= TABLE and 0 <= tank.y <= TABLE):
                yield f"tank {unit} is not on the table"
            if tank.points < 0:
                yield f"tank {unit} has less than no points"
        if (state.window is not None) != (state.phase == "answer"):
            yield "a window is open without an answer that is waited for, or the other way round"
        if state.window is not None and not state.window.units:
            yield "a window is open for nobody"
        if not 0 <= state.left <= state.die or len(state.volley) > max(state.die, 0):
            yield "more steps or shots than the die allows"

    def losses(self, state: State) -> tuple[int, int]:
        red, blue = (state.setup.tanks - len(state.of(side)) for side in Side)
        return red, blue

    def prices(self, state: State) -> dict[int, float]:
        return dict.fromkeys(range(len(state.tanks)), 1.0)

    def terrain(self, state: State) -> Terrain:
        return Terrain("toy", "A bare table", "free", 60_000, 60_000, 0, {}, ())

    def picture(self, state: State) -> Picture:
        pieces = tuple(
            Piece(unit, "medium-tank", tank.side, f"T{unit}", f"tank {unit}", Pose(tank.x, tank.y), not tank.points)
            for unit, tank in enumerate(state.tanks)
        )
        plain = [order for order in self.orders(state) if not order.__struct_fields__]
        buttons = tuple(Button(type(order).__name__, order, "TOY-3", then="the dice decide") for order in plain)
        prompt = "The game is over." if state.result else f"{state.phase}?"
        window = self.window(state)
        reactions = window.reactions if window else ()
        todo = tuple(Todo(one.unit, f"tank {one.unit} can answer", one.chance) for one in reactions)
        kind = window.kind if window else ""
        tray = Tray((), state.phase, self.to_act(state), state.turn, prompt, "TOY-3", ("", ""))
        tray = msgspec.structs.replace(tray, buttons=buttons, todo=todo, window=kind)
        return foreseen(self, state, Picture("toy", pieces, (), tray), lambda after: after.phase)

    def turn(self, state: State) -> Turn:
        named = 2 - state.commanders.count(UNNAMED) if not state.turn else 0
        return Turn(state.side, state.turn, named, state.phase)

    def units(self, state: State) -> dict[int, Unit]:
        return {
            unit: Unit(tank.side, f"tank {unit}", Pose(tank.x, tank.y), not tank.points)
            for unit, tank in enumerate(state.tanks)
        }

    def to_place(self, state: State) -> tuple[Due, ...]:
        return ()

    def window(self, state: State) -> OpenWindow | None:
        """The chance of an answer is that it costs the mover something."""
        if state.window is None:
            return None
        mover = state.mover
        reactions = [Reaction(unit, 1 - SHOT.odds(dice_of(state, unit, mover))[0]) for unit in state.window.units]
        return OpenWindow(state.window.kind, tuple(reactions), Pass())

    def mark(self, state: State) -> Hashable:
        return (*state.tanks, state.phase, state.side, state.turn, state.left, state.volley)

    def unit_of(self, order: Order) -> int | None:
        return getattr(order, "unit", None)

    def target_of(self, order: Order) -> int | None:
        return getattr(order, "target", None)

    def draw(self, state: State) -> str:
        return "\n".join(f"{tank.side.label} {tank.x} {tank.y} {tank.points}" for tank in state.tanks)


book = toy = Toy()
tactics = Tactics(toy)
