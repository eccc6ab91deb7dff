"""Exact chances: against the code that rolls, against sums by hand, and against dice."""

from collections import Counter
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from hulldown.kernel.dice import Dice, SeededDice
from hulldown.kernel.files import Fault
from hulldown.kernel.odds import every
from hulldown.kernel.question import odds_between, terms_of
from hulldown.rulebooks.panzerkampf import damage, files, library, odds, shooting
from hulldown.rulebooks.panzerkampf.events import Damaged, Part
from hulldown.rulebooks.panzerkampf.odds import Strike, Volley
from hulldown.rulebooks.panzerkampf.orders import Fire
from hulldown.rulebooks.panzerkampf.state import Phase, State, Where
from tests.marks import rule
from tests.rulebooks.panzerkampf.cast import armed, battle, blue, play_with, red

SHOT = Fire(0, 0, 1)


def duel(gun: dict[str, Any], target: str = "medium-tank", **more: Any) -> State:
    units = [
        red("super-heavy", 40, 40, 90),
        blue(target, 60, 40, 270, **more.pop("fields", {})),
        blue("heavy-tank", 99, 9),
    ]
    return battle(units, chart=armed("super-heavy", gun), phase=Phase.SHOOTING, **more)


def of(state: State) -> dict[str, Fraction]:
    return dict(odds.shot(*shooting.facts_of(state, SHOT)[:2]))


# By hand


@rule("PK-40", "PK-50")
def test_one_endless_hit_die() -> None:
    """ACC 7: a miss is 6/12; a chain of twelves of length k has 1/12^k."""
    row = odds.hits(Volley(1, 7, again=False), 3)
    first = Fraction(5, 12) + Fraction(1, 12) * Fraction(6, 12)
    assert row[:2] == (Fraction(1, 2), first)
    assert row[2] == first / 12
    assert 1 - sum(row) == row[3] / 11


@rule("PK-75", "PK-76", "PK-77", "PK-78", "PK-80")
def test_one_hit_of_one_die_on_its_last_hit_point() -> None:
    """Needed 7: a wreck with one wound, an explosion with more."""
    found = odds.struck({1: Fraction(1)}, Strike(1, 7, 1, "wreck"))
    wreck = Fraction(5, 12) + Fraction(1, 24)
    assert found == {"explodes": Fraction(1, 2) - wreck, "wreck": wreck, "nothing": Fraction(1, 2)}
    assert odds.destroyed(found) == Fraction(1, 2)
    assert odds.struck({1: Fraction(1)}, Strike(1, 7, 1, "gone")) == {
        "destroyed": Fraction(1, 2),
        "nothing": Fraction(1, 2),
    }
    assert odds.struck({1: Fraction(1)}, Strike(1, 7, 0, "explodes")) == {
        "explodes": Fraction(1, 2),
        "nothing": Fraction(1, 2),
    }


@rule("PK-121", "PK-R40")
def test_a_one_rolled_again_beside_a_crate() -> None:
    """ACC 7: a miss is 5/12, or a one and then any of six faces."""
    assert odds.hits(Volley(1, 7, again=True), 1)[0] == Fraction(5, 12) + Fraction(1, 12) * Fraction(1, 2)
    assert odds.hits(Volley(1, 1, again=True), 1)[0] == 0


def face_by_face(needed: int, die: int, hits: int, was_one: bool = False) -> Fraction:
    """The chance that one die brings exactly so many hits, every face looked at by itself, as PK-R40 is written."""
    total = Fraction(0)
    for face in range(1, die + 1):
        if face == 1 and not was_one:
            total += face_by_face(needed, die, hits, was_one=True)
        elif face == die:
            total += face_by_face(needed, die, hits - 1) if hits else 0
        else:
            total += hits == (face >= needed)
    return total / die


@rule("PK-50", "PK-121", "PK-R18", "PK-R40")
@pytest.mark.parametrize("die", [2, 3, 6, 12])
@pytest.mark.parametrize("needed", [1, 2, 5, 7, 12])
def test_ones_rolled_again_are_enumerated_face_by_face(needed: int, die: int) -> None:
    needed, most = min(needed, die), 4
    single = [face_by_face(needed, die, hits) for hits in range(most + 1)]
    assert odds.hits(Volley(1, needed, again=True, die=die), most) == tuple(single)
    both = [sum((single[one] * single[many - one] for one in range(many + 1)), Fraction(0)) for many in range(most + 1)]
    assert odds.hits(Volley(2, needed, again=True, die=die), most) == tuple(both)


@rule("PK-113", "PK-114")
def test_a_dummy_takes_the_first_point_that_fails() -> None:
    """One wound exactly, hp 4: half of the time the dummy has it."""
    without = odds.struck({1: Fraction(1)}, Strike(1, 7, 4, "wreck"))
    dummy = odds.struck({1: Fraction(1)}, Strike(1, 7, 4, "wreck", 7))
    two = without["2 lost"]
    assert dummy["nothing"] == without["nothing"] + without["1 lost"] / 2
    assert dummy["1 lost"] == without["1 lost"] / 2 + two * Fraction(3, 4)
    assert sum(dummy.values()) == 1


@rule("PK-63")
def test_the_chance_of_a_repair() -> None:
    row = odds.hits(Volley(2, 6, again=False), 2)
    assert odds.restored(Volley(2, 6, again=False), 2) == {
        "2 restored": 1 - row[0] - row[1],
        "1 restored": row[1],
        "nothing": row[0],
    }
    assert odds.restored(Volley(2, 6, again=False), 1) == {"1 restored": 1 - row[0], "nothing": row[0]}


# Against the code that rolls


def _resolved(state: State, hits: int, part: Part, power: tuple[int, int], dice: Dice) -> int:
    found = next(iter(damage.strike(state, 1, hits, *power, part, dice)))
    assert isinstance(found, Damaged)
    return found.lost


@rule("PK-52", "PK-70", "PK-75", "PK-113")
@pytest.mark.parametrize("dummy", [False, True])
@pytest.mark.parametrize(("hits", "power"), [(1, (2, 5)), (3, (1, 0)), (2, (3, 11)), (1, (1, 12))])
def test_the_chances_of_hits_are_those_of_the_armour_tests(hits: int, power: tuple[int, int], dummy: bool) -> None:
    state = duel({}, fields={"dummy": dummy, "hp": 2})
    strike = damage.strike_on(state, 1, Part.FRONT, *power)
    rolled = every(lambda dice: _resolved(state, hits, Part.FRONT, power, dice))
    found = odds.struck({hits: Fraction(1)}, strike)
    assert found["nothing"] == rolled.get(0, 0)
    for many in range(1, strike.hp):
        assert found.get(f"{many} lost", 0) == rolled.get(many, 0)
    assert found["wreck"] == rolled.get(strike.hp, 0)
    assert found["explodes"] == sum(chance for lost, chance in rolled.items() if lost > strike.hp)


@rule("PK-33", "PK-40", "PK-50", "PK-55", "PK-110")
@pytest.mark.parametrize(("attacks", "accuracy"), [(1, 5), (3, 7), (2, 12), (4, 1)])
def test_the_chances_to_hit_are_those_of_the_hit_test(attacks: int, accuracy: int) -> None:
    state = duel({"attacks": attacks, "accuracy": accuracy}, "light-tank", fields={"camouflaged": True})
    volley = shooting.facts_of(state, SHOT)[0]
    cap = attacks + 3
    run = partial(_hits, state, volley)
    rolled = every(run)
    row = odds.hits(volley, cap)
    assert [rolled.get(many, 0) for many in range(cap)] == list(row[:cap])


def _hits(state: State, volley: Volley, dice: Dice) -> int:
    return shooting.roll(state, volley, shooting.PK_40, dice)[0]


# Against dice


@rule("PK-40", "PK-70", "PK-77", "PK-121")
@pytest.mark.parametrize(
    ("gun", "target", "more"),
    [
        ({"attacks": 3, "accuracy": 7, "penetration": 5}, "medium-tank", {}),
        ({"attacks": 2, "accuracy": 9, "penetration": 6, "damage": 2}, "medium-tank", {"crates": [(40, 43, 0)]}),
        ({"attacks": 4, "accuracy": 6, "penetration": 4}, "medium-tank", {"fields": {"dummy": True}}),
        ({"attacks": 2, "accuracy": 6, "penetration": 4}, "fighter", {}),
        ({"attacks": 1, "accuracy": 6, "penetration": 4}, "medium-tank", {"fields": {"wreck": True, "hp": 0}}),
    ],
)
def test_shots_end_as_often_as_their_chances_say(gun: dict[str, Any], target: str, more: dict[str, Any]) -> None:
    state, times, counts = duel(gun, target, **more), 1200, Counter[str]()
    chances, full = of(state), state.units[1].hp
    assert sum(chances.values()) == 1
    for seed in range(times):
        twin = state.copy()
        play_with(twin, SHOT, SeededDice(f"odds {seed}"))
        piece = twin.units[1]
        lost = full - piece.hp
        word = "nothing" if not lost else f"{lost} lost"
        if lost and not piece.standing:
            stays = piece.wreck and piece.where is Where.TABLE
            word = "wreck" if stays else "explodes" if "explodes" in chances else "destroyed"
        counts[word] += 1
    assert set(counts) <= set(chances)
    for word, chance in chances.items():
        assert counts[word] / times == pytest.approx(float(chance), abs=0.045)


# Previews


@rule("PK-40", "PK-75")
def test_a_preview_has_the_sum_the_throws_and_every_chance() -> None:
    state = duel({"attacks": 2, "accuracy": 6, "penetration": 5, "damage": 2}, "light-tank")
    seen = shooting.preview(state, SHOT)
    assert seen.refusal is None
    assert seen.odds is not None
    assert list(seen.odds)[:2] == ["explodes", "wreck"]
    assert [stage.rule for stage in seen.stages] == ["PK-40", "PK-75"]
    hit, wound = seen.stages
    assert (hit.name, hit.dice, wound.name, wound.dice) == (
        "to hit, 7+",
        "2D12",
        "against front 10 − PEN 5 = 5",
        "2D12 a hit",
    )
    assert hit.odds is not None
    assert list(hit.odds) == ["0 hits", "1 hit", "2 hits", "3 hits or more"]
    assert sum(hit.odds.values()) == 1
    assert seen.modifiers == hit.modifiers


@rule("PK-70")
def test_the_largest_chances_can_be_written_down() -> None:
    """A chart may have twenty shots of twenty dice at twenty hit points."""
    found = odds.shot(Volley(20, 7, again=True), Strike(20, 7, 20, "wreck", 7))
    assert sum(found.values()) == 1
    assert all(0 <= chance <= 1 for chance in found.values())
    assert max(len(str(chance)) for chance in found.values()) < 210


# The library


@rule("PK-40", "PK-71")
def test_odds_between_two_units() -> None:
    found = odds_between(library, "medium-tank", "HT", 30, "side", {})
    state = battle([red("medium-tank", 40, 40), blue("heavy-tank", 70, 40, 0)], phase=Phase.SHOOTING)
    assert found["destroyed"] == odds.destroyed(of(state))
    assert found["nothing"] == of(state)["nothing"]
    assert sum(found.values()) == 1
    assert terms_of(library.QUESTION).ruler == "centimetres"


@rule("PK-42", "PK-43", "PK-45")
def test_odds_of_artillery_and_bombs() -> None:
    howitzer = odds_between(library, "howitzer", "medium-tank", 40, "front", {})
    marked = odds_between(library, "howitzer", "medium-tank", 40, "front", {"mark": "on"})
    assert howitzer["nothing"] > marked["nothing"]
    assert odds_between(library, "bomber", "medium-tank", 1, "front", {})["destroyed"] > Fraction(1, 4)


@rule("PK-26", "PK-29", "PK-37")
@pytest.mark.parametrize(
    ("attacker", "target", "far", "options", "told"),
    [
        ("medium-tank", "medium-tank", 46, {}, "PK-29"),
        ("medium-tank", "fighter", 10, {"weapon": "1"}, "PK-37"),
        ("supply-truck", "fighter", 10, {}, "PK-26"),
        ("medium-tank", "fighter", 10, {"weapon": "3"}, "PK-26"),
        ("howitzer", "fighter", 10, {"weapon": "1"}, "PK-43"),
        ("medium-tank", "medium-tank", 10, {"dived": "on"}, "PK-19"),
        ("medium-tank", "infantry", 10, {"dummy": "on"}, "PK-113"),
        ("medium-tank", "fighter", 10, {"camouflage": "on"}, "cannot stop — PK-R36"),
        ("helicopter", "fighter", 10, {"dug_in": "on"}, "cannot stop — PK-R36"),
        ("medium-tank", "infantry", 0, {}, "range"),
        ("medium-tank", "infantry", 121, {}, "range"),
    ],
)
def test_odds_that_there_are_not(attacker: str, target: str, far: int, options: dict[str, str], told: str) -> None:
    with pytest.raises(Fault, match=told):
        odds_between(library, attacker, target, far, "front", options)


@rule("PK-40")
def test_the_first_weapon_that_will_do_is_taken() -> None:
    """The medium tank's gun is heavy: at a fighter it is the MG."""
    assert odds_between(library, "medium-tank", "fighter", 10, "front", {}) == odds_between(
        library, "medium-tank", "fighter", 10, "front", {"weapon": "2"}
    )


def test_every_pair_of_the_chart_has_odds_or_a_reason() -> None:
    ids = [row.id for row in files.types()]
    sums, reasons = set(), []
    for attacker in ids:
        for target in ids[::3]:
            try:
                sums.add(sum(odds_between(library, attacker, target, 5, "front", {}).values()))
            except Fault as fault:
                reasons.append(str(fault))
    assert sums == {1}
    assert all("PK-" in reason for reason in reasons)
