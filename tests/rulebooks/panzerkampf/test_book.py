"""The conformance kit on random games of small battles and of the scenarios, hostile orders, and the invariants."""

from collections import Counter
from typing import Any

import msgspec
import pytest

from hulldown.kernel.conformance import Nonconformity, play_through
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.files import Fault
from hulldown.kernel.game import Game, Played
from hulldown.kernel.rulebook import Survey
from hulldown.kernel.side import BLUE, RED
from hulldown.kernel.wire import decode, encode
from hulldown.rulebooks import load
from hulldown.rulebooks.panzerkampf import library
from hulldown.rulebooks.panzerkampf.book import Panzerkampf, book
from hulldown.rulebooks.panzerkampf.changes import CHANGES
from hulldown.rulebooks.panzerkampf.events import Event
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.judging import CHAPTERS
from hulldown.rulebooks.panzerkampf.orders import Order
from hulldown.rulebooks.panzerkampf.setup import Army, Setup
from hulldown.rulebooks.panzerkampf.state import LaidBridge, MineField, Phase, State, Where, Window
from hulldown.rulebooks.panzerkampf.table import drawing
from tests.marks import rule, soak_times
from tests.rulebooks.panzerkampf.cast import (
    CHART,
    altered,
    battle,
    blue,
    bridge,
    change,
    cm,
    field,
    figures,
    hedge,
    house,
    lake,
    marsh,
    red,
    wood,
)

SCENARIOS = [row.id for row in library.scenarios()]
# Small tables, on which everybody is near everybody.
GROUNDS = {
    "land": (house(30, 25, 8, 6), wood(50, 30, 12, 8), marsh(10, 28, 10, 8), hedge(20, 30, 1, 15)),
    "water": (lake(0, 20, 80, 20), bridge(20, 20, 5, 20), lake(30, 0, 50, 20), lake(30, 40, 50, 20)),
}
FORCES: dict[str, tuple[dict[str, int], dict[str, int]]] = {
    "land": (
        {"medium-tank": 1, "minelayer": 1, "bridge-layer": 1, "howitzer": 1, "walker": 1, "fighter": 1},
        {"infantry": 1, "at-gun": 1, "aa-half-track": 1, "repair-vehicle": 1, "heavy-tank": 1, "helicopter": 1},
    ),
    "water": (
        {"destroyer": 1, "patrol-ship": 1, "apc": 1, "bomber": 1, "hover-tank": 1},
        {"submarine": 2, "patrol-ship": 1, "dive-bomber": 1, "minelayer": 1},
    ),
}


def small(ground: str, **more: Any) -> Setup:
    """A battle on 80 × 60 cm; its zones are 10 cm deep. Who flies is not limited."""
    forces = FORCES[ground]
    changed, chart = {"rounds": 6, "flying": [1, 1]} | more.pop("changed", {}), more.pop("chart", CHART)
    return Setup(
        *(ground, "standard", 3000, field(*GROUNDS[ground], width=80, height=60), chart, figures(**changed)),
        *(Army(forces[0]), Army(forces[1])),
        **more,
    )


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("command", [False, True])
def test_random_games_on_small_tables_keep_every_promise(ground: str, command: bool) -> None:
    for seed in range(soak_times(1)):
        play_through(book, small(ground, command=command), f"{ground} {seed}", dear_every=30, exact=False)


@pytest.mark.parametrize(
    "more",
    [
        {"reverse": True, "infantry_wrecks": False},
        {"command": True, "changed": {"directions": 8, "slow": 3, "command_points": 300, "least_flight": [1, 4]}},
    ],
)
def test_random_games_with_other_options_and_figures_keep_every_promise(more: dict[str, Any]) -> None:
    for seed in range(soak_times(1)):
        play_through(book, small("land", **more), f"other {seed}", dear_every=30, exact=False)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_games_of_the_scenarios_keep_every_promise(scenario: str) -> None:
    for seed in range(soak_times(1)):
        play_through(book, library.build(scenario), f"{scenario} {seed}", dear_every=150, exact=False)


@rule("PK-R46")
def test_games_that_the_kit_plays_have_an_end_where_no_limit_is_set() -> None:
    """As it is printed, a game need not end."""
    printed = small("land", changed={"rounds": 0})
    game = play_through(book, printed, "endless", dear_every=150, exact=False)
    assert (printed.figures.rounds, game.setup.figures.rounds) == (0, 15)
    assert game.state.round <= 15


def test_a_survey_that_moves_another_unit_is_noticed() -> None:
    class Broken(Panzerkampf):
        def survey(self, state: State, unit: int) -> Survey:
            found = super().survey(state, unit)
            return msgspec.structs.replace(found, move=found.move and found.move | {"unit": unit + 1})

    with pytest.raises(Nonconformity, match="moves another"):
        play_through(Broken(), small("land"), "broken", dear_every=5, exact=False)


def random_game(setup: Setup, seed: str) -> Game[Any, Any, Any]:
    """A random game, its invariants looked at after each order."""
    game = Game(book, library.bounded(setup)[0], SeededDice(f"table {seed}"))
    chooser = SeededDice(f"chooser {seed}")
    while game.to_act() is not None:
        game.play(book.sample(game.state, chooser))
        assert list(book.faults(game.state)) == [], seed
    return game


@rule("PK-02", "PK-57", "PK-105")
def test_random_games_have_all_kinds_of_orders_and_events() -> None:
    """Else the games above would try less than they seem to. Repair tools reach far here, as they else seldom would."""
    chart = altered("repair-vehicle", 0, range=60)
    given: Counter[type] = Counter()
    happened: Counter[type] = Counter()
    games: list[Game[Any, Any, Any]] = []
    for seed in range(14):
        setup = small("land" if seed % 2 else "water", command=True, chart=chart, changed={"command_points": 500})
        games.append(random_game(setup, f"much {seed}"))
    games += [random_game(library.build(scenario), scenario) for scenario in ("convoy", "pocket")]
    for game in games:
        played = [entry for entry in game.log if isinstance(entry, Played)]
        given.update(type(entry.order) for entry in played)
        happened.update(type(event) for entry in played for event in entry.events)
    assert [kind.__name__ for kind in CHAPTERS if kind not in given] == []
    assert [kind.__name__ for kind in CHANGES if kind not in happened] == []


@pytest.mark.soak
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_many_random_games_keep_the_invariants(scenario: str) -> None:
    for seed in range(soak_times(4, factor=16)):
        random_game(library.build(scenario), f"many {scenario} {seed}")


def test_every_order_and_event_has_its_chapter() -> None:
    assert set(CHAPTERS) == set(Order.__args__)
    assert set(CHANGES) == set(Event.__args__)


# Listings


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_listing_is_finite_and_each_unit_that_can_do_something_is_in_it(scenario: str) -> None:
    game, chooser = Game(book, library.build(scenario), SeededDice("table")), SeededDice("chooser")
    while game.state.phase is not Phase.MOVEMENT:
        game.play(book.sample(game.state, chooser))
    listed = list(book.orders(game.state))
    assert len(listed) < 2000
    own = set(game.state.standing(game.state.side))
    assert own == {order.unit for order in listed if hasattr(order, "unit")} & own


# Hostile orders


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"Move","unit":0,"path":[[0,1e300]]}',
        '{"type":"Move","unit":0,"path":[[0,1.5]]}',
        '{"type":"Move","unit":0,"path":[[0,NaN]]}',
        '{"type":"Move","unit":0,"path":[[0,Infinity]]}',
        '{"type":"Move","unit":0,"path":[[99999,1]]}',
        '{"type":"Move","unit":0,"path":[[0,"1000"]]}',
        '{"type":"Move","unit":0,"path":[[0,true]]}',
        '{"type":"Move","unit":0,"path":[[0,1000,0]]}',
        '{"type":"Move","unit":-1,"path":[]}',
        '{"type":"Move","unit":1e4,"path":[]}',
        '{"type":"Move","unit":0,"path":[' + ",".join(["[0,1]"] * 61) + "]}",
        '{"type":"Shell","unit":0,"weapon":0,"x":99999999999999999999,"y":0}',
        '{"type":"Shell","unit":0,"weapon":0,"x":0.5,"y":0}',
        '{"type":"Deploy","kind":"","x":0,"y":0,"heading":0}',
        '{"type":"Deploy","kind":"infantry","x":0,"y":0,"heading":360}',
        '{"type":"Deploy","kind":"infantry","x":0,"y":0,"heading":-1}',
        '{"type":"TakeEdge","edge":"up"}',
        '{"type":"Bomb","unit":0,"weapon":0,"along":null}',
        '{"type":"Teleport","unit":0}',
    ],
)
def test_hostile_numbers_are_refused_before_they_come_to_the_rules(text: str) -> None:
    with pytest.raises(Fault):
        decode(text.encode(), Order)


HOSTILE = (-480_000, -1, 0, 1, 480_000, 9999, 1000)


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.OVER])
def test_whatever_can_be_read_is_judged_with_a_sentence(phase: Phase) -> None:
    """Every kind of order, with numbers that could come over the wire, in every phase."""
    units = [
        red("bomber", 40, 40, 90),
        red("howitzer", 20, 20),
        red("minelayer", 20, 30),
        blue("submarine", 70, 40, 270),
    ]
    state = battle(
        units,
        phase=phase,
        pool=("aim", "mark", "supplies"),
        counters=(3, 3),
        command=True,
        table=field(lake(60, 0, 60, 80)),
        window=Window(BLUE, (3,)) if phase is Phase.COUNTER else None,
        turn=0 if phase in (Phase.BEGIN, Phase.CHOICE, Phase.DEPLOYMENT, Phase.FIRST) else 3,
        edges=("", "") if phase is Phase.CHOICE else ("south", "north"),
    )
    for kind in CHAPTERS:
        for number in HOSTILE:
            order = _hostile(kind, number)
            if order is None:
                continue
            before = encode(state)
            found = book.refuse(state, order)
            assert found is None or (found.sentence and found.rule in book.rules)
            assert book.preview(state, order).refusal == found
            assert encode(state) == before


def _hostile(kind: Any, number: int) -> Any:
    """An order of a kind with this number wherever it can be; nothing if the wire does not let it through."""
    values: dict[str, Any] = {"edge": "north", "escorter": "west", "attacker": "north", "own": True, "first": False}
    values |= {"kind": "infantry", "command": "aim", "path": ((number % 3600, number),), "heading": abs(number) % 360}
    fields = {name: values.get(name, number) for name in kind.__struct_fields__}
    try:
        return decode(encode({"type": kind.__name__} | fields), Order)
    except Fault:
        return None


# The book


def test_the_book_says_what_it_is() -> None:
    assert (book.id, book.title, book.rules.book.table) == ("panzerkampf", "Panzerkampf", "free")
    assert isinstance(book, Panzerkampf)
    assert load("panzerkampf") is book


@rule("PK-19")
def test_nothing_is_hidden() -> None:
    state = battle([red("submarine", 40, 40, dived=True), blue("infantry", 60, 60)])
    for side in (RED, BLUE, None):
        assert book.view(state, side) is state


@rule("PK-77")
def test_losses_are_wrecks_and_what_exploded_and_no_bridges() -> None:
    units = [
        *(red("infantry", 10, 10), red("infantry", 20, 10, wreck=True, hp=0)),
        *(red("bridge-layer", 30, 10, where=Where.GONE), blue("infantry", 40, 10, where=Where.GONE, hp=-2)),
        *(blue("fighter", 50, 10, where=Where.AWAY, edge="north"), blue("infantry", 60, 10, where=Where.GONE, hp=0)),
    ]
    assert book.losses(battle(units)) == (1, 2)


def test_the_table_is_drawn() -> None:
    units = [
        red("medium-tank", 9, 3, 45),
        blue("infantry", 15, 7, hp=2, dug_in=True),
        blue("at-gun", 3, 7, wreck=True, hp=0),
    ]
    state = battle(units, table=field(house(0, 0, 4, 4), lake(16, 0, 4, 8), width=20, height=8), mines=[(0, 11, 5)])
    assert drawing.draw_table(state).split("\n") == [
        "##......~~",
        "##.MT1..~~",
        ".....m..~~",
        "×at1..in1~",
        "MT1   Red Medium tank 1: 9, 3 cm, 45°, HP 4/4",
        "in1   Blue Infantry platoon 1: 15, 7 cm, 0°, HP 2/3, dug in",
        "×at1  Blue AT-gun team 1: 3, 7 cm, 0°, wreck",
    ]
    assert book.draw(state) == drawing.draw_table(state)


# Invariants


def sound(**options: Any) -> State:
    units = [red("medium-tank", 20, 20), red("infantry", 40, 20), red("fighter", 60, 20), red("minelayer", 80, 20)]
    more = [blue("aa-half-track", 20, 60), blue("submarine", 110, 60), blue("medium-tank", 60, 60)]
    return battle([*units, *more], table=field(lake(100, 0, 20, 80), house(5, 40, 5, 5)), **options)


def faults(state: State) -> str:
    return " ".join(book.faults(state))


def test_a_sound_table_has_no_faults() -> None:
    assert faults(sound()) == ""
    assert faults(sound(phase=Phase.SHOOTING)) == ""


@pytest.mark.parametrize(
    ("unit", "fields", "cited"),
    [
        (0, {"x": 41 * CM}, "overlap (PK-07)"),
        (0, {"x": 500}, "hangs over the edge (PK-07)"),
        (0, {"x": 7 * CM, "y": 42 * CM}, "PK-07, PK-16, PK-18"),
        (0, {"x": 110 * CM}, "PK-07, PK-16, PK-18"),
        (5, {"x": 50 * CM}, "PK-07, PK-16, PK-18"),
        (2, {"x": -1}, "PK-22"),
        (2, {"where": Where.AWAY}, "PK-22"),
        (0, {"edge": "north"}, "PK-22"),
        (0, {"hp": 0}, "PK-77"),
        (0, {"hp": 5}, "PK-77"),
        (0, {"wreck": True}, "PK-78"),
        (2, {"wreck": True, "hp": 0}, "PK-78"),
        (0, {"wreck": True, "hp": 0, "dug_in": True}, "PK-78"),
        (0, {"dived": True}, "PK-19"),
        (1, {"dummy": True}, "PK-113"),
        (0, {"heading": 360}, "PK-04"),
        (0, {"moved": 3, "done": 3, "dug_in": True}, "PK-110, PK-112, PK-114"),
        (0, {"fired": 4}, "PK-02"),
        (0, {"moved": 2}, "PK-03"),
        (1, {"digging": 3, "done": 3, "fired": 3}, "PK-23"),
        (0, {"silent": (0,)}, "PK-60"),
        (4, {"silent": (0, 0)}, "PK-60"),
        (0, {"fired": 3, "rounds": (2, 0)}, "PK-26"),
        (0, {"side": BLUE}, "PK-82"),
        (0, {"where": Where.WAITING}, "PK-85"),
        (0, {"where": Where.GONE}, "PK-69"),
    ],
)
def test_the_invariants_find_a_broken_unit(unit: int, fields: dict[str, Any], cited: str) -> None:
    state = sound()
    change(state, unit, **fields)
    assert cited in faults(state)


@pytest.mark.parametrize(
    ("fields", "cited"),
    [
        ({"mines": (MineField(3, *cm(50, 50)), MineField(3, *cm(70, 50)))}, "PK-64"),
        ({"mines": (MineField(3, *cm(50, 50)), MineField(0, *cm(51, 50)))}, "PK-65"),
        ({"mines": (MineField(3, *cm(50, 50), (0,)),), "phase": Phase.SHOOTING}, "PK-67"),
        ({"window": Window(BLUE, (4,))}, "PK-57"),
        ({"phase": Phase.COUNTER}, "PK-57"),
        ({"phase": Phase.COUNTER, "window": Window(BLUE, (6,))}, "PK-57"),
        ({"phase": Phase.DEPLOYMENT, "turn": 0}, "PK-85"),
        ({"turn": 0}, "PK-02"),
        ({"pool": ("aim",)}, "PK-105"),
        ({"counters": (0, -1)}, "PK-124"),
        ({"bank": 10}, "PK-94"),
    ],
)
def test_the_invariants_find_a_broken_table(fields: dict[str, Any], cited: str) -> None:
    state = sound()
    for name, value in fields.items():
        setattr(state, name, value)
    assert cited in faults(state)


def test_the_invariants_find_a_game_that_goes_on_after_its_last_round() -> None:
    assert "PK-R46" in faults(sound(turn=31, changed={"rounds": 15}))
    assert faults(sound(turn=31)) == ""


def test_the_invariants_find_a_victory_that_was_missed_and_strange_bridges_and_crates() -> None:
    state = battle([red("infantry", 10, 10), blue("infantry", 40, 10, wreck=True, hp=0)])
    assert "PK-87" in faults(state)
    state = sound()
    state.ground = state.ground.with_bridge(LaidBridge(*cm(50, 50), 0))
    assert "PK-69" in faults(state)
    state = sound(crates=[(50, 50, 0)])
    state.crates = (msgspec.structs.replace(state.crates[0], hp=0),)
    assert "PK-123" in faults(state)
