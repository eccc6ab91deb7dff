"""Set-ups: the sentence of a game, all that is wrong with one and what puts it right, quick fills, boards."""

from typing import Any

import msgspec
import pytest

from hulldown.kernel.dice import SeededDice
from hulldown.kernel.library import flaws_of
from hulldown.kernel.option import ChoiceKind, NumberKind, Option, SquaresKind
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.rulebooks import BOOKS, load
from hulldown.rulebooks.fills import STYLES, written
from hulldown.rulebooks.sentence import armies_told, game_told
from hulldown.server.protocol import FillsBody, NewMatch, SetupAnswer, SetupFault
from hulldown.server.setups import check, quick_fills
from tests.server.conftest import BOOK, Table, wrong
from tests.toy import toy

BATTLES = [(book, row.id) for book in BOOKS for row in load(book).library.scenarios()]
FREE = [(book, row.id) for book in BOOKS for row in load(book).library.scenarios() if not row.fixed]
OPENS = ["book", "battle", "board", "armies", "side", "opponent", "options"]


def asked(book: str, scenario: str, **wish: Any) -> SetupAnswer:
    return check(NewMatch(book, scenario, **wish))


def told(answer: SetupAnswer) -> str:
    return "".join(part.text for part in answer.sentence)


def mended(wish: NewMatch, fault: SetupFault) -> SetupAnswer:
    """What a wish comes to once a fault's repair is pressed."""
    assert fault.repair is not None
    changes = msgspec.structs.asdict(fault.repair.wish)
    assert any(value is not msgspec.UNSET for value in changes.values())
    given = {name: value for name, value in changes.items() if value is not msgspec.UNSET}
    return check(msgspec.structs.replace(wish, **given))


def key(fault: SetupFault) -> tuple[object, ...]:
    return fault.rule, fault.side, fault.option


# The sentence


SENTENCES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "France 1944: Crossroads on The centre, eleven tanks a side, you are Red against Planner, veteran; no options. "
    "About 45 minutes.": ("france1944", "crossroads", {"side": RED, "bot": "planner:veteran"}),
    "France 1944: Hold the square on North of the centre, 13 tanks (24 points) against 9 (16 points), you are Blue "
    "against Greedy; flags 0 : 3, turn limit 25, damage and total 30 : 16. About 60 minutes.": (
        "france1944", "hold-the-square", {"side": BLUE, "options": {"damage": "on", "total": "30:16"}},
    ),
    "Dynamic: Walls and blades on The mill quarter, ten units a side, your side by lot against Planner, ace, cautious; "
    "no low barricades. About 50 minutes.": (
        "dynamic", "walls-and-blades", {"board": "mill", "bot": "planner:ace+cautious", "options": {"low": "none"}},
    ),
    "Core: The whole front on The northern town, 34 units (220 points) against 24 (220 points), you are Red against a "
    "friend, by link; command (option 1), speed die (option 2), free turrets (option 3), without aimed (option 4) and "
    "nine more. About 300 minutes.": (
        "core", "whole-front", {"opponent": "friend", "side": RED, "options": {"aimed": "off", "walls": "A1,A2"}},
    ),
    "Panzer Squadron: Five hundred points on The bare mat, one tank (185 points) against five (490 points), two at "
    "this screen; no tiles. About 60 minutes.": (
        "squadron", "battle", {"opponent": "hotseat", "options": {"tiles": "none"}, "red": "tiger-ii=1"},
    ),
    "Panzerkampf: The convoy on The village (120 × 80 cm), 13 units (1870 points) against 5 (830 points), you are Red "
    "against Greedy; convoy pace 10 cm, no clear destination, last support and round limit 15. About 100 minutes.": (
        "panzerkampf", "convoy", {"side": RED, "options": {"pace": "10", "clear": "0"}},
    ),
}  # fmt: skip


@pytest.mark.parametrize("sentence", SENTENCES, ids=[f"{book} {battle}" for book, battle, _ in SENTENCES.values()])
def test_a_game_is_told_in_one_sentence(sentence: str) -> None:
    book, scenario, wish = SENTENCES[sentence]
    assert told(asked(book, scenario, **wish)) == sentence


def test_each_part_of_the_sentence_opens_what_it_speaks_of() -> None:
    answer = asked("france1944", "crossroads", side=RED)
    parts = {part.opens: part.text for part in answer.sentence if part.opens}
    assert list(parts) == OPENS
    assert (parts["book"], parts["battle"], parts["board"]) == ("France 1944", "Crossroads", "The centre")
    assert (parts["armies"], parts["side"], parts["opponent"]) == ("eleven tanks a side", "Red", "Greedy")


@pytest.mark.parametrize(("book", "scenario"), BATTLES)
def test_every_battle_is_told_as_it_is_shipped(book: str, scenario: str) -> None:
    answer = asked(book, scenario, side=RED)
    row = next(row for row in load(book).library.scenarios() if row.id == scenario)
    assert (answer.ok, answer.faults) == (True, ())
    assert told(answer).endswith(f" About {row.minutes} minutes.")
    assert f": {row.name} on " in told(answer)


def test_armies_of_up_to_twelve_are_told_in_words() -> None:
    library = load("france1944").library
    force = library.force(library.build("first-steps"), RED)

    def of(many: int, points: float) -> Any:
        return msgspec.structs.replace(force, units={"light": many}, points=points)

    assert armies_told(of(1, 1), of(1, 1), "tank") == "one tank a side"
    assert armies_told(of(13, 13), of(13, 13), "tank") == "13 tanks a side"
    assert armies_told(of(12, 12), of(1, 1), "tank") == "twelve tanks (12 points) against one (1 point)"
    assert armies_told(of(13, 24), of(9, 16), "unit") == "13 units (24 points) against 9 (16 points)"


def test_an_invitation_is_told_from_the_guests_eyes(table: Table) -> None:
    created = table.create(opponent="friend", side=0, name="Heron", options={"damage": "on"})
    view = table.client.get(f"/api/invitations/{created['invitation']}").json()
    sentence = "".join(part["text"] for part in view["sentence"])
    assert sentence == (
        "France 1944: First steps on The northern end, three tanks a side, you are Blue against Heron; damage. "
        "About 10 minutes."
    )
    assert [part["opens"] for part in view["sentence"] if part["opens"]] == OPENS


def test_a_position_and_a_book_from_elsewhere_are_told_as_far_as_they_say() -> None:
    answer = check(NewMatch("france1944", opening="first", side=RED))
    told_so = "France 1944: A position on The northern end, three tanks a side, you are Red against Greedy; no options."
    assert (answer.ok, told(answer)) == (True, told_so)
    parts = game_told(toy, toy.library.build("ambush"))
    assert "".join(part.text for part in parts) == "Ambush: A battle on Table, two units a side; no options."
    france = load("france1944")
    own = msgspec.structs.replace(france.library.build("crossroads"), scenario="mill-race")
    assert "".join(part.text for part in game_told(france, own)).startswith("France 1944: Mill race on The centre")


# What follows


@pytest.mark.parametrize(
    ("book", "scenario", "wish", "follows"),
    [
        ("france1944", "crossroads", {}, [("4 movement dice for 9 to 12 tanks; 5 from 13", "FR-17")]),
        ("france1944", "crossroads", {"red": "light=13"}, [("5 movement dice from 13 tanks on", "FR-17")]),
        ("dynamic", "open-battle", {}, [("4 Blue dice for 11 to 15 vehicles; 5 from 16", "DYN-27")]),
        ("dynamic", "open-battle", {"red": "gun=9"}, []),
        (
            "dynamic",
            "duel",
            {"options": {"command": "on"}},
            [
                ("2 Blue dice for 1 to 5 vehicles; 3 from 6", "DYN-27"),
                ("one more while the command tank is active", "DYN-29"),
            ],
        ),
        ("core", "duel", {"red": "heavy=1"}, [("1 Coordinated movements for 1 vehicle; 2 from 2", "CORE-16")]),
        ("core", "duel", {}, [("3 Coordinated movements for 6 to 10 vehicles; 4 from 11", "CORE-16")]),
        ("squadron", "duel", {}, []),
        ("panzerkampf", "ridge", {}, [("2 command dice for 2000 points; 3 from 3000", "PK-105")]),
        ("panzerkampf", "dogfight", {}, [("flying units 630 of 800 points", "PK-R53")]),
        ("panzerkampf", "pocket", {}, [("a relief of 1950 points from round 6 on", "PK-101")]),
    ],
)
def test_what_follows_from_an_army_is_told_with_its_rule(
    book: str, scenario: str, wish: dict[str, Any], follows: list[tuple[str, str]]
) -> None:
    force = asked(book, scenario, **wish).red
    assert force is not None
    assert [(follow.sentence, follow.rule) for follow in force.follows] == follows


def test_the_free_spaa_roll_with_the_others() -> None:
    force = asked("dynamic", "basic-central", red="heavy=3").red
    assert force is not None
    assert force.follows[0].sentence == "3 Blue dice for 6 to 10 vehicles; 4 from 11"


# What can still be bought


def test_a_class_beyond_the_limit_says_what_is_left() -> None:
    force = asked("dynamic", "open-battle", red="heavy=7,medium=1").red
    assert force is not None
    assert (force.left, force.limit_rule) == (2, "DYN-20")
    assert force.refused["heavy"].sentence == "3 points; 2 are left"
    assert force.refused["heavy"].rule == "DYN-20"
    assert "medium" not in force.refused
    full = asked("france1944", "crossroads").red
    assert full is not None
    assert {unit: refusal.sentence for unit, refusal in full.refused.items()} == {
        "heavy": "3 points; none are left",
        "medium": "2 points; none are left",
        "light": "1 point; none are left",
    }


@pytest.mark.parametrize(
    ("book", "scenario", "red", "unit", "rule"),
    [
        ("dynamic", "quick-start", "heavy=1", "truck", "DYN-177"),
        ("dynamic", "basic-central", "heavy=1", "spaa", "DYN-Q55"),
        ("panzerkampf", "first-shots", "medium-tank=1", "submarine", "PK-R48"),
        ("panzerkampf", "dogfight", "fighter=3", "fighter", "PK-R53"),
    ],
)
def test_a_class_that_the_battle_forbids_says_so(book: str, scenario: str, red: str, unit: str, rule: str) -> None:
    force = asked(book, scenario, red=red).red
    assert force is not None
    assert force.refused[unit].rule == rule
    assert force.left > 0


@pytest.mark.parametrize(("book", "scenario"), FREE)
def test_what_is_refused_and_only_that_is_a_fault_when_it_is_bought(book: str, scenario: str) -> None:
    library = load(book).library
    setup = library.build(scenario)
    for side in Side:
        force = asked(book, scenario).blue if side else asked(book, scenario).red
        assert force is not None
        for arm in library.arms(setup, side):
            more = library.with_army(setup, side, {**force.units, arm.id: force.units.get(arm.id, 0) + 1})
            flaws = [flaw for flaw in flaws_of(library.checks(more)) if flaw.part == "armies" and flaw.side is side]
            assert bool(flaws) == (arm.id in force.refused), arm.id


# Faults and repairs

FAULTS = [
    ("france1944", "crossroads", {"blue": "heavy=0"}, "armies", "FR-04", "Fill Blue"),
    ("france1944", "crossroads", {"red": "heavy=9"}, "armies", "FR-04", "Raise both to 27"),
    ("france1944", "hold-the-square", {"red": "heavy=9"}, "armies", "FR-04", "Raise Red to 27"),
    ("france1944", "crossroads", {"red": "light=1500"}, "armies", "", "Red as the battle has it"),
    ("france1944", "crossroads", {"red": "tank=3"}, "armies", "FR-09", "Fill Red"),
    ("france1944", "crossroads", {"red": "nonsense"}, "armies", "", "Red as the battle has it"),
    ("france1944", "crossroads", {"red": "light=72", "options": {"total": "90"}}, "armies", "FR-H3",
     "Take out 2 × Light"),
    ("france1944", "crossroads", {"options": {"flags": "1:2"}}, "options", "FR-48", "Flags 2"),
    ("france1944", "crossroads", {"options": {"flags": "3"}}, "options", "FR-48", "No flags"),
    ("france1944", "crossroads", {"options": {"flags": "seven"}}, "options", "", "No flags"),
    ("france1944", "crossroads", {"options": {"dance": "on"}}, "options", "", "Dance as the battle has it"),
    ("france1944", "crossroads", {"options": {"turn_limit": "20"}}, "options", "FR-49", "No turn limit"),
    ("france1944", "hold-the-square", {"options": {"flags": "1"}}, "options", "FR-49", "No turn limit"),
    ("france1944", "crossroads", {"board": "nowhere"}, "board", "FR-11", "Use The centre"),
    ("dynamic", "open-battle", {"options": {"quick": "on", "command": "on"}}, "options", "DYN-188", "Without command"),
    ("dynamic", "basic-central", {"options": {"quick": "on"}}, "options", "DYN-188", "No SPAA"),
    ("dynamic", "basic-central", {"options": {"spaa": "5"}}, "options", "DYN-H3", "SPAA 3"),
    ("dynamic", "open-battle", {"options": {"lost_spaa": "2"}}, "options", "DYN-H3", "No lost SPAA"),
    ("dynamic", "basic-central", {"red": "heavy=1,spaa=1"}, "armies", "DYN-Q55", "Take out an SPAA"),
    ("dynamic", "quick-start", {"red": "heavy=1,truck=2"}, "armies", "DYN-177", "Take out 2 × Truck"),
    ("dynamic", "duel", {"options": {"walls": "Z99"}}, "options", "", "Standing walls on eight squares"),
    ("core", "duel", {"options": {"chart": "types"}}, "armies", "CORE-09", "Fill both"),
    ("squadron", "duel", {"red": "tiger-ii=1"}, "armies", "SQ-Q33", "Raise both to 185"),
    ("squadron", "colmar", {"red": "tiger-ii=1"}, "armies", "", "Red as the battle has it"),
    ("panzerkampf", "convoy", {"red": "medium-tank=7"}, "armies", "PK-R43", "Fill Red"),
    ("panzerkampf", "convoy", {"blue": "heavy-tank=4"}, "armies", "PK-88", "Take out 3 × Heavy tank"),
    ("panzerkampf", "dogfight", {"red": "fighter=4,medium-tank=1"}, "armies", "PK-R53", "Take out a Fighter"),
    ("panzerkampf", "first-shots", {"red": "patrol-ship=1,infantry=1"}, "armies", "PK-R48", "Take out a Patrol ship"),
    ("panzerkampf", "harbour", {"board": "village"}, "board", "PK-R48", "Use The harbour"),
    ("panzerkampf", "first-shots", {"options": {"limit": "700"}}, "armies", "PK-82", "Raise both to 750"),
]  # fmt: skip


@pytest.mark.parametrize(("book", "scenario", "wish", "part", "rule", "label"), FAULTS)
def test_a_fault_names_its_part_and_what_puts_it_right(
    book: str, scenario: str, wish: dict[str, Any], part: str, rule: str, label: str
) -> None:
    answer = asked(book, scenario, **wish)
    fault = next(fault for fault in answer.faults if fault.rule == rule)
    assert not answer.ok
    assert (fault.part, fault.repair and fault.repair.label) == (part, label)
    assert fault.message[0].isupper() or not fault.message[0].isalpha()
    assert fault.message.endswith(".")
    after = mended(NewMatch(book, scenario, **wish), fault)
    assert key(fault) not in [key(other) for other in after.faults]


def test_the_problem_is_the_first_of_the_faults() -> None:
    answer = asked("france1944", "crossroads", red="heavy=9", options={"flags": "1:2"})
    assert [fault.part for fault in answer.faults] == ["armies", "options"]
    assert answer.faults[0].message == "Red: the army costs 27 points; 20 were agreed."
    assert (answer.faults[0].side, answer.faults[1].option) == (RED, "flags")
    assert answer.problem is not None
    assert answer.problem.message == "the army costs 27 points; 20 were agreed"


def test_a_faulty_set_up_is_told_as_far_as_it_can_be() -> None:
    answer = asked("france1944", "crossroads", blue="heavy=0", options={"flags": "ten", "damage": "on"})
    assert "eleven tanks (20 points) against none (0 points)" in told(answer)
    assert "; damage." in told(answer)
    assert answer.terrain == asked("france1944", "crossroads").terrain
    assert answer.red is not None
    assert answer.red.points == 20


@pytest.mark.parametrize(
    ("wish", "part"),
    [
        ({"rulebook": "chess"}, "book"),
        ({"scenario": "no-such"}, "battle"),
        ({"scenario": "/etc/passwd"}, "battle"),
        ({"board": "mine.txt"}, "battle"),
        ({"bot": "hal"}, "opponent"),
        ({"position": "nonsense"}, "battle"),
    ],
)
def test_what_nobody_can_choose_on_the_page_is_a_fault_without_repair(wish: dict[str, Any], part: str) -> None:
    answer = check(NewMatch(**{"rulebook": "france1944", "scenario": "crossroads", **wish}))
    assert not answer.ok
    assert [(fault.part, fault.repair) for fault in answer.faults] == [(part, None)]


def test_who_is_no_bot_matters_only_where_one_plays() -> None:
    assert asked("france1944", "crossroads", bot="hal", opponent="friend").ok


def any_value(option: Option, dice: SeededDice) -> str:
    """Some value of an option, most often one that it may have."""
    match option.kind:
        case NumberKind(least=least, most=most, each_side=each):
            red, blue = (int(least) + dice.pick(min(int(most - least), 40) + 1) for _ in Side)
            return f"{red}:{blue}" if each and dice.pick(2) else f"{red}"
        case ChoiceKind(choices):
            return choices[dice.pick(len(choices))].value
        case SquaresKind():
            return ("none", "B2", "K7,K8", "ZZ200")[dice.pick(4)]
    return ("on", "off", "perhaps")[dice.pick(3)]


def any_wish(book: str, dice: SeededDice) -> NewMatch:
    library = load(book).library
    rows, boards, units = library.scenarios(), library.maps(), library.units()

    def army() -> str:
        return written({units[dice.pick(len(units))].id: 1 + dice.pick(9) for _ in range(dice.pick(4))})

    options = [library.OPTIONS[dice.pick(len(library.OPTIONS))] for _ in range(dice.pick(3))]
    return NewMatch(
        book,
        rows[dice.pick(len(rows))].id,
        red=army(),
        blue=army(),
        board=boards[dice.pick(len(boards))].id if dice.pick(3) == 0 else "",
        options={option.name: any_value(option, dice) for option in options},
    )


@pytest.mark.parametrize("book", BOOKS)
def test_every_repair_that_is_offered_takes_its_fault_away_and_brings_no_other(book: str) -> None:
    dice, repaired = SeededDice(f"repairs {book}"), 0
    for _ in range(25):
        wish = any_wish(book, dice)
        answer = check(wish)
        assert answer.ok == (not answer.faults)
        for fault in (fault for fault in answer.faults if fault.repair):
            repaired += 1
            after = {key(other) for other in mended(wish, fault).faults}
            assert after <= {key(other) for other in answer.faults} - {key(fault)}, (wish, fault)
    assert repaired >= 10


@pytest.mark.parametrize("book", BOOKS)
def test_pressing_one_repair_after_another_ends_in_a_game(book: str) -> None:
    dice = SeededDice(f"presses {book}")
    for _ in range(8):
        wish = any_wish(book, dice)
        for _ in range(12):
            answer = check(wish)
            if answer.ok:
                break
            fault = next(fault for fault in answer.faults if fault.repair)
            assert fault.repair is not None
            given = msgspec.structs.asdict(fault.repair.wish).items()
            wish = msgspec.structs.replace(wish, **{name: to for name, to in given if to is not msgspec.UNSET})
        assert check(wish).ok, wish


# Boards


def test_boards_that_do_not_suit_a_battle_say_why() -> None:
    answer = asked("panzerkampf", "harbour")
    assert answer.boards["village"] == "The north zone lacks water for Red's Destroyer."
    assert "harbour" not in answer.boards
    assert asked("france1944", "crossroads").boards == {}


@pytest.mark.parametrize(("book", "scenario"), BATTLES)
def test_a_board_suits_a_battle_if_it_can_be_played_there(book: str, scenario: str) -> None:
    boards = asked(book, scenario).boards
    for row in load(book).library.maps():
        answer = asked(book, scenario, board=row.id)
        assert answer.ok == (row.id not in boards), (row.id, answer.problem)
        if not answer.ok:
            fault = answer.faults[0]
            assert (fault.part, fault.repair and fault.repair.wish.board) == ("board", "")


# Quick fills


@pytest.mark.parametrize(("book", "scenario"), FREE)
@pytest.mark.parametrize("side", Side)
def test_every_fill_can_be_played_and_spends_most_of_the_points(book: str, scenario: str, side: Side) -> None:
    found = quick_fills(FillsBody(book, scenario, of=side, number=7))
    now = asked(book, scenario)
    total = (now.blue if side else now.red).total  # type: ignore[union-attr]
    assert [fill.style for fill in found][:: len(found) - 1] == ["balanced", "surprise"]
    assert len({written(fill.units) for fill in found[:-1]}) == len(found) - 1
    for fill in found:
        army = written(fill.units)
        answer = asked(book, scenario, **{side.label.lower(): army})
        force = answer.blue if side else answer.red
        assert (answer.ok, answer.problem) == (True, None), fill
        assert force is not None
        assert (dict(force.units), force.points) == (dict(fill.units), fill.points)
        assert total * 0.8 <= fill.points <= total, fill


def test_a_fill_is_what_it_is_called() -> None:
    library = load("dynamic").library
    setup = library.build("open-battle")
    found = {fill.style: fill for fill in quick_fills(FillsBody("dynamic", "open-battle", of=RED))}
    assert list(found) == [*(style.id for style in STYLES), "surprise"]
    roles = {arm.id: arm.role for arm in library.arms(setup, RED)}
    prices = {arm.id: arm.points for arm in library.arms(setup, RED)}

    def share(style: str, *kinds: str) -> float:
        fill = found[style]
        return sum(prices[unit] * count for unit, count in fill.units.items() if unit in kinds) / fill.points

    assert share("heavy-fist", "heavy") >= 0.7
    assert share("swarm", "light") >= 0.8
    assert share("gun-line", *(unit for unit, role in roles.items() if role == "gun")) >= 0.5
    assert 0.25 <= share("long-arm", *(unit for unit, role in roles.items() if role == "arc")) <= 0.5
    assert share("balanced", "heavy", "medium", "light") >= 0.5


def test_books_offer_only_styles_that_they_have_units_for() -> None:
    def styles(book: str, scenario: str) -> list[str]:
        return [fill.style for fill in quick_fills(FillsBody(book, scenario, of=RED))]

    assert styles("france1944", "crossroads") == ["balanced", "heavy-fist", "swarm", "surprise"]
    assert "long-arm" not in styles("squadron", "battle")
    assert quick_fills(FillsBody("squadron", "colmar", of=RED)) == []


def test_a_historical_army_is_of_the_nations_that_it_was_of() -> None:
    library = load("core").library
    nations = {arm.id: arm.nation for arm in library.arms(library.build("basic-central"), BLUE)}
    for fill in quick_fills(FillsBody("core", "basic-central", of=BLUE)):
        assert {nations[unit] for unit in fill.units} == {"german"}


def test_only_a_surprise_depends_on_its_number() -> None:
    first, again, other = (quick_fills(FillsBody("dynamic", "open-battle", of=RED, number=one)) for one in (1, 1, 2))
    assert first == again
    assert first[:-1] == other[:-1]
    assert first[-1] != other[-1]


def test_fills_keep_to_what_is_agreed() -> None:
    body = FillsBody("dynamic", "open-battle", of=BLUE, options={"total": "25:12.5"}, blue="truck=99")
    assert {fill.points <= 12.5 for fill in quick_fills(body)} == {True}


def test_fills_are_asked_for_over_the_wire(table: Table) -> None:
    body = {"rulebook": BOOK, "scenario": "crossroads", "of": 1}
    answer = table.client.post("/api/fills", json=body).json()
    assert answer[0] == {
        "style": "balanced",
        "label": "Balanced",
        "words": "Mostly tanks, and something of all else that fights; by price.",
        "units": {"heavy": 2, "medium": 5, "light": 4},
        "points": 20,
    }
    wrong(table.client.post("/api/fills", json={**body, "of": 2}), 400, "order/bad")
    wrong(table.client.post("/api/fills", json={**body, "rulebook": "chess"}), 404, "setup/bad")
    wrong(table.client.post("/api/fills", json={**body, "red": "mine.toml"}), 400, "setup/bad")
    assert table.client.post("/api/fills", json={**body, "scenario": "no-such"}).json() == []


# Odds and ends


def test_the_share_of_stand_ins_is_that_of_the_charts(table: Table) -> None:
    lines = table.client.get("/api/rulebooks").json()
    assert {line["id"]: line["stand_ins"] for line in lines} == {
        "france1944": 22, "dynamic": 54, "core": 95, "squadron": 99, "panzerkampf": 100,
    }  # fmt: skip
    assert [line["weight_word"] for line in lines] == ["light", "easy", "heavy", "middling", "heaviest"]


def test_squadron_can_be_played_without_tiles(table: Table) -> None:
    body = {"rulebook": "squadron", "scenario": "battle", "options": {"tiles": "none"}, "side": 0}
    assert table.client.post("/api/setup", json=body).json()["ok"]
    for tiles, phase in (("none", "deployment"), ("hand", "tiles")):
        wish = {**body, "opponent": "hotseat", "options": {"tiles": tiles}}
        player = table.player(table.client.post("/api/matches", json=wish).json())
        assert player.view()["picture"]["tray"]["phase"] == "begin"
        player.give()
        assert player.view()["picture"]["tray"]["phase"] == phase


def test_a_battle_with_prescribed_armies_says_so(table: Table) -> None:
    rows = table.client.get("/api/rulebooks/squadron").json()["scenarios"]
    assert {row["id"] for row in rows if row.get("fixed")} == {"colmar"}
    answer = asked("squadron", "colmar", blue="m10=1")
    assert answer.faults[0].message == (
        "Blue: La Poche de Colmar prescribes its armies; leave it as it is, or choose another battle."
    )
