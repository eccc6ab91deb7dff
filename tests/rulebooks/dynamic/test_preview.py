"""What a player is shown before a shot is what then happens: previews, aims, modes, outlines."""

from fractions import Fraction
from typing import Any

import pytest

from hulldown.kernel.dice import SeededDice
from hulldown.kernel.game import Game, outcomes
from hulldown.kernel.rulebook import Aim
from hulldown.rulebooks.panzerstrike.dynamic import library
from hulldown.rulebooks.panzerstrike.dynamic.book import book
from hulldown.rulebooks.panzerstrike.dynamic.events import Fired, FiredAtWall, Lobbed
from hulldown.rulebooks.panzerstrike.dynamic.orders import EndTurn, Fire, FireAtWall, Lob, Order
from hulldown.rulebooks.panzerstrike.dynamic.state import Phase, State
from hulldown.rulebooks.panzerstrike.firing import Verdict
from tests.marks import rule
from tests.rulebooks.dynamic import plain
from tests.rulebooks.dynamic.cast import Table, field, table

SCENE = """
    .   .   .   #   .   .   .   .   .   .   .   .   .    .
    .   H1→ .   .   .   m1← .   .   =   .   .   .   .    l2↓
    .   .   +   .   .   .   .   l1↖ .   .   .   .   .    .
    LSP1→ . .   ×m3 .   .   -   .   .   .   #   .   th1← .
    .   .   .   .   =   .   .   m2!↓ .  .   .   .   .    .
    TH1→ L1↑ .  #   .   .   .   .   .   h1← .   .   .    .
    HSP1→ . .   .   .   AC1→ #  .   .   .   .   .   .    l3←
"""


def firing(drawing: str = SCENE, **more: Any) -> Table:
    return table(drawing, phase=Phase.FIRING, **more)


def shots(t: Table) -> list[Order]:
    return [order for order in t.orders() if isinstance(order, Fire | FireAtWall | Lob)]


def chances(state: State, order: Order) -> dict[Verdict, Fraction]:
    """The verdicts of an order under every roll, through the code that plays it."""
    found: dict[Verdict, Fraction] = {}
    for ways, of, _, (fired, *_rest) in outcomes(book, state, order):
        assert isinstance(fired, Fired | FiredAtWall | Lobbed)
        found[fired.verdict] = found.get(fired.verdict, Fraction(0)) + Fraction(ways, of)
    return found


@rule("DYN-105", "DYN-107", "DYN-109", "DYN-134", "DYN-154", "DYN-185")
@pytest.mark.parametrize("quick", [False, True], ids=["full", "quick"])
def test_the_odds_shown_are_those_of_playing_the_shot_under_every_roll(quick: bool) -> None:
    t = firing(SCENE.replace("m2!", "m2"), quick=quick)
    found = shots(t)
    kinds = {type(order) for order in found}
    assert kinds == ({Fire} if quick else {Fire, FireAtWall, Lob})
    for order in found:
        preview = book.preview(t.state, order)
        assert preview.refusal is None
        assert preview.odds == chances(t.state, order)
        assert sum((preview.odds or {}).values()) == 1
        assert preview.trace.clear


@rule("DYN-103", "DYN-107", "DYN-123", "DYN-154", "DYN-182")
def test_the_sum_shown_is_the_one_that_the_dice_are_held_against() -> None:
    for quick in (False, True):
        t = firing(SCENE.replace("m2!", "m2"), quick=quick)
        for order in shots(t):
            preview = book.preview(t.state, order)
            (fired, *_) = next(outcomes(book, t.state, order))[3]
            told = [(modifier.rule, modifier.amount, modifier.reason) for modifier in preview.modifiers]
            if isinstance(fired, Fired):
                rules = ("DYN-184", "DYN-182") if quick else ("DYN-103", "DYN-69")
                assert told == [(rules[0], fired.range, "range"), (rules[1], fired.armour, f"{fired.zone} armour")]
            elif isinstance(fired, FiredAtWall):
                assert told == [("DYN-103", fired.range, "range"), ("DYN-154", 3, "wall")]
            else:
                assert isinstance(fired, Lobbed)
                assert told == [("DYN-123", fired.range, "range to the centre")]
            assert preview.spread is not None
            assert preview.spread.needed == sum(amount for _, amount, _ in told)


@rule("DYN-106", "DYN-109")
def test_the_spread_of_the_dice_adds_up_to_the_odds() -> None:
    t = firing()
    for order in shots(t):
        preview = book.preview(t.state, order)
        spread, odds = preview.spread, preview.odds
        assert spread is not None
        assert odds is not None
        for stretch in spread.stretches:
            ways = spread.ways[stretch.first - spread.first : stretch.last - spread.first + 1]
            assert odds[Verdict(stretch.outcome)] == Fraction(sum(ways), spread.of)
        if not isinstance(order, Lob):
            assert sum(spread.ways) == spread.of
            assert {stretch.outcome for stretch in spread.stretches} == {str(verdict) for verdict in odds}


@rule("DYN-76", "DYN-102", "DYN-132")
@pytest.mark.parametrize("moved", [[], ["H1", "LSP1", "AC1"]], ids=["still", "moved"])
def test_a_shot_is_previewed_as_it_is_judged(moved: list[str]) -> None:
    """Every unit at every other, at every wall and barricade, in every way."""
    t = firing(moved=moved)
    legal = set(shots(t))
    many = len(t.state.units.units)
    walls = [t.square(square) for square in ("I2", "E5", "C3", "G4", "A1")]
    for unit in range(many):
        everything: list[Order] = [FireAtWall(unit, square) for square in walls]
        for target in range(many):
            everything += [Fire(unit, target), Lob(unit, target), Lob(unit, target, True)]
        for order in everything:
            preview = book.preview(t.state, order)
            assert preview.refusal == book.refuse(t.state, order)
            assert (preview.refusal is None) is (order in legal)
            assert (preview.odds is None) is (preview.spread is None) is (order not in legal)


@rule("DYN-127", "DYN-128", "DYN-137")
def test_a_parabolic_preview_shows_what_stops_the_shell_and_who_sees_the_target() -> None:
    words = {"A2": "LSP1→", "M2": "m1←", "G2": "#", "L1": "T1←", "J3": "AC1→", "E1": "="}
    t = firing(field(14, 3, **words))
    preview = book.preview(t.state, t.lob("LSP1", "m1"))
    assert preview.trace.blockers == (), "the house in the middle does not stop it"
    assert [t.name(eye) for eye in preview.spotters] == ["T1", "AC1"]
    t = firing(field(14, 3, **words, L2="#"))
    preview = book.preview(t.state, t.lob("LSP1", "m1"))
    assert [t.state.place(blocker.square) for blocker in preview.trace.blockers] == ["L2"]
    assert preview.refusal is not None
    assert preview.refusal.rule == "DYN-128"


# Aims


def check_aims(state: State, unit: int) -> None:
    """The aims of a unit are its legal shots, and the refused ones are refused."""
    survey = book.survey(state, unit)
    legal = set(book.orders(state, unit))
    assert {aim.order for aim in survey.aims if aim.preview.refusal is None} == legal
    for aim in survey.aims:
        assert aim.preview == book.preview(state, aim.order)
        assert (aim.unit is None) is (aim.cell is not None) is isinstance(aim.order, FireAtWall)
        assert aim.mode == ("parabolic" if isinstance(aim.order, Lob) else "direct")
    if survey.aims:
        assert {aim.unit for aim in survey.aims} - {None} == set(plain.enemies(state)), "every enemy, seen or not"
    lofted = [aim.preview.odds for aim in survey.aims if aim.choice and aim.preview.odds]
    for better, other in zip(lofted[::2], lofted[1::2], strict=True):
        assert better[Verdict.DESTROYED] >= other[Verdict.DESTROYED], "the better choice comes first"


@rule("DYN-37", "DYN-135", "DYN-153")
@pytest.mark.parametrize("quick", [False, True], ids=["full", "quick"])
def test_the_aims_of_a_unit_are_its_legal_shots(quick: bool) -> None:
    t = firing(SCENE.replace("m2!", "m2"), moved=["H1", "LSP1"], fired=["L1"], quick=quick)
    for unit in range(len(t.state.units.units)):
        check_aims(t.state, unit)


@pytest.mark.parametrize("scenario", ["long-arm", "walls-and-blades", "quick-start"])
def test_aims_agree_with_the_legal_orders_throughout_a_game(scenario: str) -> None:
    game = Game(book, library.build(scenario), SeededDice("aims"))
    chooser = SeededDice("aims, choices")
    while game.to_act() is not None and len(game.log) < 400:
        if game.state.phase is Phase.FIRING and len(game.log) % 3 == 0:
            for unit in range(0, len(game.state.units.units), 3):
                check_aims(game.state, unit)
        game.play(book.sample(game.state, chooser))


def aims_at(t: Table, shooter: str, target: str) -> list[Aim]:
    return [aim for aim in book.survey(t.state, t.unit(shooter)).aims if aim.unit == t.unit(target)]


@rule("DYN-76", "DYN-78", "DYN-84", "DYN-86", "DYN-184")
@pytest.mark.parametrize("quick", [False, True], ids=["full", "quick"])
def test_one_word_tells_the_chance_or_why_there_is_none(quick: bool) -> None:
    drawing = field(9, 5, C3="M1→", B4="m1↑", A1="m2→", I3="m3←", F3="#", G1="l1←")
    t = firing(drawing, moved=["M1"], quick=quick)
    words = {name: aims_at(t, "M1", name)[0].word for name in ("m1", "m2", "m3", "l1")}
    chance = "83.8 %" if quick else "74.1 %"
    assert words == {"m1": "too near", "m2": "out of arc", "m3": "no sight", "l1": chance}


@rule("DYN-121", "DYN-124", "DYN-127", "DYN-128", "DYN-130", "DYN-135", "DYN-137")
@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ({"H5": "m1←"}, [("", "too near")]),
        ({"U5": "m1←"}, [("", "too far")]),
        ({"G1": "m1←"}, [("", "out of arc")]),
        ({"N5": "m1←", "B5": "#"}, [("", "house too near")]),
        ({"N5": "m1←", "M5": "#"}, [("", "house too near")]),
        ({"N5": "m1←", "G5": "#"}, [("", "unseen")]),
        ({"N5": "m1←"}, [("4 dice and the half-die", "41.9 %"), ("5 dice", "38.2 %")]),
        ({"O5": "m1←"}, [("5 dice", "39.7 %"), ("4 dice and the half-die", "39.7 %")]),
        ({"P5": "m1←"}, [("", "38.2 %")]),
    ],
    ids=["near", "far", "arc", "house here", "house there", "unseen", "13", "14: both alike", "15: no half-die"],
)
def test_the_words_and_choices_of_parabolic_fire(words: dict[str, str], shown: list[tuple[str, str]]) -> None:
    t = firing(field(22, 9, A5="LSP1→", **words))
    direct, *lofted = aims_at(t, "LSP1", "m1")
    assert direct.mode == "direct"
    assert [(aim.choice, aim.word) for aim in lofted] == shown
    assert {aim.mode for aim in lofted} == {"parabolic"}


@rule("DYN-73", "DYN-74", "DYN-119", "DYN-188")
def test_a_howitzer_has_two_ways_to_fire_and_hears_why_one_is_closed() -> None:
    drawing = field(14, 1, A1="LSP1→", M1="m1←")

    def modes(**more: Any) -> list[tuple[str, str | None]]:
        t = firing(drawing, **more)
        found = book.survey(t.state, t.unit("LSP1")).modes
        return [(mode.name, mode.refusal.rule if mode.refusal else None) for mode in found]

    assert modes() == [("direct", None), ("parabolic", None)]
    assert modes(moved=["LSP1"]) == [("direct", None), ("parabolic", "DYN-119")]
    assert modes(quick=True) == [("direct", None), ("parabolic", "DYN-188")]
    t = firing(field(14, 1, A1="M1→", M1="m1←"))
    assert book.survey(t.state, t.unit("M1")).modes == ()


@rule("DYN-121", "DYN-122", "DYN-124")
def test_the_outlines_of_a_howitzer_are_where_a_target_could_stand() -> None:
    t = firing(field(20, 12, A6="LSP1→", T12="m1←"))
    reach, best = book.survey(t.state, t.unit("LSP1")).outlines
    assert (reach.name, best.name) == ("parabolic range 8–16", "best range 13")
    assert reach.mode == best.mode == "parabolic"
    here, unit = (0, 5), t.unit("LSP1")
    wedge = {
        (x, y): plain.parabolic_range(x - here[0], y - here[1])
        for x in range(20)
        for y in range(12)
        if plain.bears(t.state, unit, x - here[0], y - here[1])
    }
    grid = t.state.ground.grid
    assert {grid.xy(cell) for cell in reach.cells} == {at for at, far in wedge.items() if 8 <= far <= 16}
    assert {grid.xy(cell) for cell in best.cells} == {at for at, far in wedge.items() if far == 13}
    t = firing(field(20, 12, A6="LSP1→", T12="m1←"), moved=["LSP1"])
    assert book.survey(t.state, unit).outlines == ()


@rule("DYN-83", "DYN-84", "DYN-86", "DYN-99")
@pytest.mark.parametrize(
    ("gun", "moved", "turrets"),
    [("M1→", False, False), ("M1→", True, False), ("LTD1↘", False, False), ("M1→↗", True, True)],
)
def test_the_veil_lies_over_what_the_gun_does_not_bear_on(gun: str, moved: bool, turrets: bool) -> None:
    name = gun.rstrip("→↘↗")
    t = firing(field(9, 9, E5=gun, I9="m1↑"), moved=[name] if moved else [], turrets=turrets)
    grid, unit = t.state.ground.grid, t.unit(name)
    outside = {
        square
        for square in range(grid.size)
        if square != t.square("E5") and not plain.bears(t.state, unit, *grid.offset(t.square("E5"), square))
    }
    assert set(book.survey(t.state, unit).veil) == outside


def test_a_preview_of_an_order_that_is_no_shot_tells_whether_it_is_allowed() -> None:
    t = table(field(6, 1, A1="M1→", F1="m1←"), rolled=(3, 4))
    for order in (*t.orders(), EndTurn(), t.fire("M1", "m1"), t.lob("M1", "m1"), t.fire_at_wall("M1", "C1")):
        assert book.preview(t.state, order).refusal == book.refuse(t.state, order)


def test_orders_of_one_unit_are_those_of_the_whole_list() -> None:
    t = firing()
    by_unit = [order for unit in range(len(t.state.units.units)) for order in book.orders(t.state, unit)]
    assert by_unit == shots(t)
