"""What a player is shown beforehand is what then happens: previews, surveys, legal orders."""

from fractions import Fraction

import pytest

from hulldown.kernel.dice import SeededDice
from hulldown.kernel.game import Game, outcomes
from hulldown.rulebooks.panzerstrike.firing import Verdict
from hulldown.rulebooks.panzerstrike.france1944 import library
from hulldown.rulebooks.panzerstrike.france1944.book import book
from hulldown.rulebooks.panzerstrike.france1944.events import Fired
from hulldown.rulebooks.panzerstrike.france1944.movement import allowance, square_behind
from hulldown.rulebooks.panzerstrike.france1944.orders import EndTurn, Fire, Move
from hulldown.rulebooks.panzerstrike.france1944.state import Phase, State
from tests.marks import rule
from tests.rulebooks.france1944.cast import Table, field, table

SCENE = """
    .   .   .   #   .   .   .   .   .   .
    .   H1→ .   .   .   m1← .   .   .   .
    .   .   +   .   .   .   .   l1↖ .   .
    M1↗ .   .   ×m3 .   .   R¶  .   .   .
    .   .   .   .   .   .   .   m2!↓ .  .
    .   L1↑ .   #   .   .   .   .   .   h1←
"""


def chances(state: State, order: Fire) -> dict[Verdict, Fraction]:
    """The verdicts of an order under every roll, through the code that plays it."""
    found: dict[Verdict, Fraction] = {}
    for ways, of, _, (fired, *_rest) in outcomes(book, state, order):
        assert isinstance(fired, Fired)
        found[fired.verdict] = found.get(fired.verdict, Fraction(0)) + Fraction(ways, of)
    return found


@rule("FR-36", "FR-39", "FR-40", "FR-59")
@pytest.mark.parametrize("moved", [[], ["H1", "M1", "L1"]], ids=["unmoved", "moved"])
def test_the_odds_shown_are_those_of_playing_the_shot_under_every_roll(moved: list[str]) -> None:
    t = table(SCENE, phase=Phase.SHOOTING, moved=moved)
    fires = [order for order in t.orders() if isinstance(order, Fire)]
    assert len(fires) >= 4
    for order in fires:
        preview = book.preview(t.state, order)
        assert preview.refusal is None
        assert preview.odds == chances(t.state, order)
        assert sum((preview.odds or {}).values()) == 1
        assert preview.trace.clear
        (fired, *_) = next(outcomes(book, t.state, order))[3]
        assert isinstance(fired, Fired)
        assert [modifier.amount for modifier in preview.modifiers] == [fired.range, fired.armour]
        assert preview.modifiers[1].reason == f"{fired.zone} armour"


@rule("FR-39", "FR-40", "FR-59")
@pytest.mark.parametrize("damage", [False, True], ids=["plain", "damage"])
def test_the_spread_of_the_dice_adds_up_to_the_odds(damage: bool) -> None:
    t = table(SCENE if damage else SCENE.replace("m2!", "m2"), phase=Phase.SHOOTING, damage=damage)
    for order in t.orders():
        if not isinstance(order, Fire):
            continue
        preview = book.preview(t.state, order)
        spread, odds = preview.spread, preview.odds
        assert spread is not None
        assert odds is not None
        assert spread.needed == sum(modifier.amount for modifier in preview.modifiers)
        total = sum(spread.ways)
        at = spread.first
        for stretch in spread.stretches:
            assert stretch.first == at
            ways = spread.ways[stretch.first - spread.first : stretch.last - spread.first + 1]
            assert odds[Verdict(stretch.outcome)] == Fraction(sum(ways), total)
            at = stretch.last + 1
        assert at == spread.first + len(spread.ways)
        assert {stretch.outcome for stretch in spread.stretches} == {str(verdict) for verdict in odds}
    if damage:
        [exactly] = {
            (stretch.first - preview.spread.needed, stretch.last - preview.spread.needed)
            for order in t.orders()
            if (preview := book.preview(t.state, order)).spread is not None
            for stretch in preview.spread.stretches
            if stretch.outcome == "damaged"
        }
        assert exactly == (0, 0), "an equal sum damages, and no other"


@rule("FR-37")
def test_a_refused_shot_is_shown_with_its_trace_and_its_reason() -> None:
    t = table(SCENE, phase=Phase.SHOOTING)
    legal = {order for order in t.orders() if isinstance(order, Fire)}
    refused = 0
    for unit in range(len(t.state.tanks.units)):
        for target in range(len(t.state.tanks.units)):
            order = Fire(unit, target)
            preview = book.preview(t.state, order)
            assert (preview.refusal is None) is (order in legal)
            assert (preview.odds is None) is (order not in legal)
            refused += preview.refusal is not None
            if preview.trace is not None and preview.refusal is not None and preview.refusal.rule == "FR-37":
                assert not preview.trace.clear
    assert refused + len(legal) == 64


def test_the_survey_of_a_tank_in_shooting_has_its_targets() -> None:
    t = table(SCENE, phase=Phase.SHOOTING, moved=["H1"])
    for unit in range(len(t.state.tanks.units)):
        survey = book.survey(t.state, unit)
        legal = {order.target for order in book.orders(t.state, unit) if isinstance(order, Fire)}
        assert {aim.unit for aim in survey.aims if aim.preview.refusal is None} == legal
        for aim in survey.aims:
            assert aim.preview == book.preview(t.state, aim.order)
            assert aim.order == Fire(unit, aim.unit or 0)
        own_turn = t.state.tanks.units[unit].side == t.state.side
        assert len(survey.aims) == (4 if own_turn else 0), "every active enemy is shown, also those out of sight"


def surveyed_moves(state: State, unit: int) -> set[Move]:
    """The moves that a hand can read off the bands: a die reaches its own band and those of smaller dice."""
    survey = book.survey(state, unit)
    found = set()
    for die in set(state.dice):
        for band in survey.bands:
            if band.token <= die:
                found |= {Move(unit, die, pose >> 3, pose & 7) for pose in band.poses}
    return found


@rule("FR-18", "FR-22", "FR-26")
@pytest.mark.parametrize("rolled", [(3, 4), (3, 6), (5, 5), (4, 5, 6)], ids=str)
def test_the_bands_of_a_survey_are_the_legal_moves(rolled: tuple[int, ...]) -> None:
    t = table(SCENE, rolled=rolled)
    for unit in range(len(t.state.tanks.units)):
        assert surveyed_moves(t.state, unit) == set(book.orders(t.state, unit))


def check_bands(state: State, unit: int) -> None:
    """Each pose has its fewest steps, within its band's die and not within a smaller one's, and a pose before it."""
    tank = state.tanks.units[unit]
    start = tank.square * 8 + tank.facing
    kind = state.ground.chart[tank.kind]
    steps_to = {start: 0}
    below = 0
    for band in book.survey(state, unit).bands:
        assert len(band.poses) == len(band.steps) == len(band.before) == len(set(band.poses))
        if band.rule == "FR-26":
            assert band.poses == (square_behind(state, tank) * 8 + tank.facing,)
            assert (band.steps, band.before) == ((1,), (start,))
            continue
        most = allowance(kind, band.token)
        for pose, steps, before in zip(band.poses, band.steps, band.before, strict=True):
            assert below < steps <= most
            assert steps_to[before] == steps - 1 or (before == start and steps == 1)
            turned = before >> 3 == pose >> 3 and (before - pose) % 8 in (1, 7)
            ahead = state.ground.grid.ahead(before >> 3, before & 7) == pose >> 3 and before & 7 == pose & 7
            assert turned or ahead
            if pose != start:
                steps_to[pose] = steps
        below = most


@rule("FR-22", "FR-24")
def test_the_bands_lead_step_by_step_to_each_pose() -> None:
    t = table(SCENE, rolled=(3, 4, 6))
    for unit in range(len(t.state.tanks.units)):
        check_bands(t.state, unit)


def test_surveys_agree_with_the_legal_orders_throughout_a_game() -> None:
    """In a whole random game with flags, barricades and damage."""
    options = {"flags": "1", "barricades": "2", "damage": "on"}
    game = Game(book, library.build("first-steps", options=options), SeededDice("surveys"))
    chooser = SeededDice("surveys, choices")
    while game.to_act() is not None and len(game.log) < 300:
        state = game.state
        for unit in range(len(state.tanks.units)) if len(game.log) % 7 == 0 else ():
            survey = book.survey(state, unit)
            if state.phase is Phase.MOVEMENT:
                assert surveyed_moves(state, unit) == set(book.orders(state, unit))
                check_bands(state, unit)
            elif state.phase is Phase.SHOOTING:
                shown = {aim.order for aim in survey.aims if aim.preview.refusal is None}
                assert shown == set(book.orders(state, unit))
            else:
                assert survey.bands == () == survey.aims
        game.play(book.sample(state, chooser))


def test_a_preview_of_an_order_that_is_no_shot_tells_whether_it_is_allowed() -> None:
    t = table(field(6, 1, A1="M1→", F1="m1←"), rolled=(3, 4))
    for order in (*t.orders(), t.move("M1", 3, "F1→"), EndTurn(), t.fire("M1", "m1")):
        assert book.preview(t.state, order).refusal == book.refuse(t.state, order)


def test_orders_of_one_tank_are_those_of_the_whole_list() -> None:
    for phase, rolled in ((Phase.MOVEMENT, (3, 4)), (Phase.SHOOTING, ())):
        t = table(SCENE, phase=phase, rolled=rolled)
        by_unit = [order for unit in range(8) for order in book.orders(t.state, unit)]
        assert by_unit == [order for order in t.orders() if isinstance(order, Move | Fire)]


def test_the_cast_draws_what_it_was_given() -> None:
    """The drawing of a table, read back from the book's own picture."""
    t = Table(table(SCENE).state)
    drawn = book.draw(t.state).splitlines()
    assert " ".join(drawn[2].split()) == "2 · H1→ · · · m1← · · · ·"
    assert " ".join(drawn[4].split()) == "4 M1↗ · · ×m× · · R¶ · · ·"
    assert " ".join(drawn[5].split()) == "5 · · · · · · · m2⇓ · ·"
