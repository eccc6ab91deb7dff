"""Exact odds of a shot, against the printed chart and against a count of all throws that knows nothing of stages."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from hulldown.geometry.squares import Zone
from hulldown.kernel.dice import Dice
from hulldown.kernel.odds import every, weights_of_pair
from hulldown.rulebooks.panzerstrike.core import gunnery, volley
from hulldown.rulebooks.panzerstrike.core.book import book
from hulldown.rulebooks.panzerstrike.core.events import Fired, Outcome, WallFell
from hulldown.rulebooks.panzerstrike.core.orders import Resolve
from hulldown.rulebooks.panzerstrike.core.rules import RULES
from hulldown.rulebooks.panzerstrike.core.shot import Facts, Verdict, Victim, chances
from hulldown.rulebooks.panzerstrike.core.state import Colour, Mode, Phase
from tests.marks import rule
from tests.rulebooks.core.cast import CHART, Table, field, figures, table

FIGURES = figures()
# How many of the 36 throws of each pair reach the ranges 1 to 8.
FAVOURABLE = [
    (32, 28, 23, 17, 10, 6, 3, 1),
    (34, 31, 27, 22, 16, 10, 6, 3),
    (35, 33, 30, 26, 21, 15, 10, 6),
    (36, 35, 33, 30, 26, 20, 14, 9),
]
PRINTED = [
    (89, 78, 64, 47, 28, 17, 8, 3),
    (94, 86, 75, 61, 44, 28, 17, 8),
    (97, 92, 83, 72, 58, 42, 28, 17),
    (100, 97, 92, 83, 72, 56, 39, 25),
]


def firing(drawing: str, **more: Any) -> Table:
    return table(drawing, phase=Phase.ANNOUNCING, **more)


@rule("CORE-54", "CORE-55", "CORE-58")
@pytest.mark.parametrize("accuracy", [1, 2, 3, 4])
def test_t_02_the_chart_of_hit_chances(accuracy: int) -> None:
    """T-02: all 32 cells, by the procedure itself: a wall falls when it is hit."""
    for far in range(1, 9):
        facts = Facts(far, FIGURES.accuracy[accuracy - 1], Colour.WHITE, FIGURES.hit.white, (0, 0), (None,))
        hit = chances(facts)[0, Outcome.WALL_FELL]
        assert hit == Fraction(FAVOURABLE[accuracy - 1][far - 1], 36)
        assert round(100 * hit) == PRINTED[accuracy - 1][far - 1]


@rule("CORE-60", "CORE-Q38")
def test_cover_at_range_8_needs_9() -> None:
    """CORE-Q38: with class ① only the obstacle can be struck there."""
    for accuracy, ways in ((1, 0), (2, 1), (3, 3), (4, 5)):
        facts = Facts(8, FIGURES.accuracy[accuracy - 1], Colour.WHITE, FIGURES.hit.white, (0, 0), (None,), cover=1)
        assert chances(facts).get((0, Outcome.WALL_FELL), 0) == Fraction(ways, 36)


# Every throw, counted


def outcome_of(victim: Victim, words: list[str], die: int) -> Outcome:
    """The book's sentences about one hit, in a row."""
    value = max(victim.penetration + die, 0)
    if "top" in words:
        armour, body = victim.top, True
    elif "track" in words and victim.tracks is not None:
        armour, body = victim.tracks, False
    else:
        armour, body = (victim.side if victim.angled and "side" in words else victim.armour), True
    if value < armour:
        return Outcome.BOUNCED
    if not body:
        return Outcome.SEMI if victim.semi else Outcome.IMMOBILISED
    if value > armour:
        return Outcome.DESTROYED
    if victim.repairing:
        return Outcome.BOUNCED
    return Outcome.DESTROYED if victim.injured else Outcome.INJURED


def shot(facts: Facts, throw: tuple[Any, ...]) -> Verdict:
    """One throw of all dice there are, whether or not they come to be looked at."""
    radio, one, other, first, north, east, second, die = throw
    high = facts.colour == "blue"
    if facts.radio and (radio == "failed" or (radio == "late" and facts.late)):
        return -1, Outcome.SILENT
    at, words, total = -1, first.split(), one + other
    if total >= facts.range + facts.cover:
        at = 0
    elif facts.cover and total == facts.range:
        if len(facts.victims) == 1:
            return -1, Outcome.MISSED
        at = 1
    if at >= 0:
        victim = facts.victims[at]
        if victim is None:
            return at, Outcome.WALL_FELL
        if not set(words) & set(facts.spoils):
            return at, outcome_of(victim, words, die)
    if not high or not facts.miss:
        return -1, Outcome.MISSED
    at = dict(facts.falls).get(north + east, -1)
    victim = facts.victims[at] if at >= 0 else None
    return (-1, Outcome.MISSED) if victim is None else (at, outcome_of(victim, second.split(), die))


def counted(facts: Facts) -> dict[Verdict, Fraction]:
    dice: list[tuple[Any, ...]] = [
        facts.radio or ("",),
        *facts.accuracy,
        facts.hit,
        *(facts.miss or (("",), ("",))),
        facts.hit if facts.miss else ("",),
        facts.pierce,
    ]
    throws = [shot(facts, throw) for throw in product(*dice)]
    return {verdict: Fraction(throws.count(verdict), len(throws)) for verdict in set(throws)}


PLATES = [
    Victim(9, Zone.FRONT, 8, 4, 2, 2),
    Victim(6, Zone.REAR, 8, 5, 2, 6, angled=True, semi=True),
    Victim(4, Zone.SIDE, 4, 4, 4, 5, injured=True),
    Victim(4, Zone.SIDE, 4, 4, 4, 4, repairing=True),
    Victim(-1, Zone.FRONT, 0, 0, 0, 0),
    Victim(3, Zone.FRONT, 3, 3, 2, None),
    Victim(3, Zone.FRONT, 4, 3, 2, None, angled=True, injured=True),
]


@rule("CORE-45", "CORE-61", "CORE-65", "CORE-70", "CORE-74", "CORE-75", "CORE-81", "CORE-86", "CORE-95", "CORE-97")
@pytest.mark.parametrize("colour", Colour)
@pytest.mark.parametrize("spoils", [(), ("moved",), ("moved", "turned"), ("injured",)], ids=str)
def test_the_odds_of_a_direct_shot_are_a_count_of_all_throws(colour: Colour, spoils: tuple[str, ...]) -> None:
    hit = getattr(FIGURES.hit, colour)
    for target, other in zip(PLATES, [*PLATES[1:], None], strict=True):
        for victims, cover in (((target,), 0), ((target,), 1), ((target, other), 1)):
            for far, accuracy, die in ((1, 0, FIGURES.penetration.I), (4, 3, FIGURES.penetration.II)):
                facts = Facts(far, FIGURES.accuracy[accuracy], colour, hit, die, victims, cover, spoils)
                assert chances(facts) == counted(facts)


@rule("CORE-110", "CORE-111", "CORE-120", "CORE-121", "CORE-122", "CORE-125", "CORE-126", "CORE-127")
@pytest.mark.parametrize("late", [False, True], ids=["known", "late"])
@pytest.mark.parametrize("scatter", [False, True], ids=["", "option 9"])
def test_the_odds_of_a_parabolic_shot_are_a_count_of_all_throws(late: bool, scatter: bool) -> None:
    """With dice of three faces, so that there are not two million of them."""
    for spoils in ((), ("injured",)):
        facts = Facts(
            5,
            ((0, 2, 4), (1, 2, 3)),
            "blue",
            FIGURES.hit.blue,
            (-1, 0, 1),
            (PLATES[1], PLATES[2], PLATES[5]) if scatter else (PLATES[1],),
            0,
            spoils,
            ("failed", "late", ""),
            late,
            (("N", "S", ""), ("E", "W", "")) if scatter else (),
            (("N", 1), ("SW", 2)) if scatter else (),
        )
        assert chances(facts) == counted(facts)


@rule("CORE-23", "CORE-45")
def test_every_armed_unit_has_a_whole_chance_against_every_other() -> None:
    """All pairs of the generic chart, with all options that touch a shot."""
    for gun, target in product([kind for kind in CHART if kind.weapon], CHART):
        name, other = f"{gun.letter}1", f"{target.letter.lower()}1"
        drawing = field(8, 5, A3=f"{name}→", D4=f"{other}↖", C3="L2→", E4="l2←", H1="l3←")
        t = firing(drawing, aimed=True, on_the_move=True, angled=True, semi=True, scatter=True, moulded=True)
        for order in (t.announce(name, other), t.lob(name, other)):
            if gunnery.may_announce(t.state, order) is None:
                odds = volley.preview(t.state, order).odds
                assert odds
                assert sum(odds.values()) == 1


def test_a_pair_of_dice_falls_as_its_sums_are_counted() -> None:
    one, other = FIGURES.accuracy[1]
    odds = every(lambda dice: dice.pair(RULES["CORE-54"], one, other))
    assert odds == {total: Fraction(ways, 36) for total, ways in weights_of_pair(one, other)}
    assert odds[9] == Fraction(1, 36)


@rule("CORE-120", "CORE-117")
def test_the_radio_die_counts_only_where_a_report_is_needed() -> None:
    open_ground = firing(field(16, 9, A5="HSP1→", I5="h1←", P1="l9←", I9="L1↑"))
    hidden = firing(field(16, 9, A5="HSP1→", F4="#", F5="#", F6="#", I5="h1←", P1="l9←", I9="L1↑"))
    late = firing(field(16, 9, A5="HSP1→", F4="#", F5="#", F6="#", I5="h1←", P1="l9←", I9="L1↑"))
    late.change("L1", began=late.square("B5"))
    silent = [
        volley.odds_of(t.state, gunnery.shot_of(t.state, t.announce("HSP1", "h1", Mode.PARABOLIC))).get("not fired", 0)
        for t in (open_ground, hidden, late)
    ]
    assert silent == [0, Fraction(1, 6), Fraction(1, 2)]


@rule("CORE-45", "CORE-63", "CORE-126")
@pytest.mark.parametrize(
    ("drawing", "order", "more"),
    [
        (
            field(12, 9, A9="H1^→", C8="L1→", D8="h1←", L1="l9←"),
            ("H1", "h1", Mode.DIRECT, Colour.ORANGE),
            {"aimed": True},
        ),
        (field(12, 9, A9="H1→", C8="=", D8="h1!(3)↖", L1="l9←"), ("H1", "h1"), {"angled": True, "semi": True}),
        (
            field(16, 9, A5="HSP1→", F4="#", F5="#", F6="#", I5="h1←", I4="l1←", H5="M1→", P1="l9←", I9="L1↑"),
            ("HSP1", "h1", Mode.PARABOLIC),
            {"scatter": True},
        ),
    ],
    ids=["a friend in the way", "a wall in the way", "option 9"],
)
def test_the_odds_shown_are_those_of_playing_the_shot_under_every_roll(
    drawing: str, order: tuple[Any, ...], more: dict[str, Any]
) -> None:
    t = firing(drawing, **more)
    t.play(t.announce(*order))
    t.open_fire()
    shown = volley.odds_of(t.state, t.state.announced[0])

    def play(dice: Dice) -> str:
        state, struck, word = t.state.copy(), -1, ""
        for event in book.decide(state, Resolve(t.unit(order[0])), dice):
            book.evolve(state, event)
            if isinstance(event, Fired):
                struck, word = event.struck, event.outcome
            elif isinstance(event, WallFell):
                word = f"the wall at {state.place(event.square)}: {word}"
        return word if struck in (-1, t.unit("h1")) else f"{state.name(struck, state.side)}: {word}"

    assert {word: chance for word, chance in shown.items() if chance} == every(play)
