"""What the planner does in named situations of several books, what it is called, and that it does what it planned."""

from typing import Any

import msgspec
import pytest

from hulldown.bots import make, parsed, seconds_of
from hulldown.bots.bot import Bot
from hulldown.bots.planner import LEVELS, PERSONALITIES, Planner
from hulldown.bots.players import tactics_of
from hulldown.bots.tactics import Weights
from hulldown.geometry.squares import Arc
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.files import Fault
from hulldown.kernel.side import RED, Side
from hulldown.rulebooks import load
from hulldown.rulebooks.panzerstrike.dynamic.orders import Lob
from hulldown.rulebooks.panzerstrike.dynamic.state import Phase as DynamicPhase
from hulldown.rulebooks.panzerstrike.france1944.book import book
from hulldown.rulebooks.panzerstrike.france1944.orders import Move
from hulldown.rulebooks.panzerstrike.france1944.state import Phase
from hulldown.rulebooks.panzerstrike.pieces import Condition
from tests.rulebooks.core import cast as core
from tests.rulebooks.dynamic import cast as dynamic
from tests.rulebooks.france1944 import cast as france
from tests.rulebooks.france1944.cast import Table, field, table

NOTHING = Weights(risk=0.0, hope=0.0, way=0.0, goal=0.0)


def planner(rules: Any, *, seed: int = 1) -> Planner:
    bot = make("planner:veteran/5", rules, seed)
    assert isinstance(bot, Planner)
    return bot


def blind(rules: Any) -> Planner:
    """A planner that does not look at what may come."""
    bot = planner(rules)
    bot.weights = NOTHING
    return bot


def ordered(drawn: Any, bot: Bot, most: int = 60) -> list[Any]:
    """All that a bot orders until the phase is over."""
    given, now = list[Any](), drawn.state.phase
    while drawn.state.phase is now:
        assert len(given) < most, "the phase does not end"
        given.append(bot.choose(drawn.book.view(drawn.state, drawn.state.side)))
        drawn.play_with(given[-1], SeededDice(len(given)))
    return given


# Situations. Each is failed by a bot that does not ask what may come: a blind planner, or greedy


def test_a_flank_shot_on_offer_is_taken_rather_than_one_at_the_front() -> None:
    drawn = table(field(12, 5, A3="M1→", G1="m1←", G5="m2↑"), phase=Phase.SHOOTING)
    assert planner(book).choose(drawn.state) == drawn.fire("M1", "m2")


def test_the_last_flag_is_defended() -> None:
    """A light tank has come beside Red's only flag; a dearer one shows its side as well, and harms nobody."""
    drawn = table(field(12, 9, F5="M1→", C2="R¶", C3="l1↑", F1="m1→", L9="b¶"), phase=Phase.SHOOTING, flags=(1, 1))
    assert planner(book).choose(drawn.state) == drawn.fire("M1", "l1")
    assert blind(book).choose(drawn.state) == drawn.fire("M1", "m1")


@pytest.mark.parametrize("cast", [france, dynamic, core])
def test_an_exposed_rear_is_turned_away(cast: Any) -> None:
    """Nothing can be won here: the other one is out of the arc and of harm's way, and will come."""
    drawn = cast.table(cast.field(16, 3, C2="M1←", L2="m1←"), **({} if cast is core else {"rolled": (6, 6)}))
    ordered(drawn, planner(drawn.book))
    assert drawn.where("M1")[-1] in "→↗↘"


def test_a_certain_loss_is_not_walked_into() -> None:
    """Nobody sees the square behind the houses now, so greedy goes on; but three tanks can come round the corner."""
    walls = {f"H{row}": "#" for row in range(1, 6)}
    walked = []
    for name in ("planner:veteran/5", "greedy"):
        drawn = table(field(16, 7, **walls, B3="L1→", J3="h1←", J4="h2←", J5="h3←"), rolled=(6, 6, 6))
        ordered(drawn, make(name, book, 1))
        walked.append(reached_by(drawn, "L1", ("h1", "h2", "h3")))
    assert walked == [False, True]


def reached_by(drawn: Table, name: str, enemies: tuple[str, ...]) -> bool:
    """Whether an enemy who drives by a usual die, two steps, has a tank in sight."""
    state, ground = drawn.state, drawn.state.ground
    target = state.tanks.units[drawn.unit(name)].square
    for enemy in enemies:
        tank = state.tanks.units[drawn.unit(enemy)]
        poses = ground.drive.tracked(ground.open, tank.square, tank.facing, 2).poses(2)
        for pose in poses:
            bears = ground.grid.arc(Arc.A90, pose & 7, pose >> 3) >> target & 1
            if bears and ground.sight.clear(pose >> 3, target, 0):
                return True
    return False


def test_a_howitzer_with_a_spotter_fires() -> None:
    houses = {f"F{row}": "#" for row in range(3, 8)}
    drawn = dynamic.table(dynamic.field(20, 9, A5="LSP1→", **houses, I5="h1→", I1="AC1↘"), phase=DynamicPhase.FIRING)
    order = planner(drawn.book).choose(drawn.state)
    assert isinstance(order, Lob)
    assert order.target == drawn.unit("h1")


def fear(drawn: Any) -> float:
    """What Red fears of the enemy's next turn."""
    value = tactics_of(drawn.book).value
    return float(value(drawn.state, RED, NOTHING) - value(drawn.state, RED, Weights(1.0, 0.0, 0.0, 0.0)))


def test_who_must_turn_first_to_fire_is_feared_less() -> None:
    """A gun in the hull bears ahead, so where it points tells how soon it can be laid; all its sides are as hard."""
    chart = dynamic.altered("light-destroyer", front=3, side=3, rear=3)
    fears = []
    for arrow in "←↑→":
        drawn = dynamic.table(dynamic.field(16, 5, C3="M1→", L3=f"ltd1{arrow}"), phase=DynamicPhase.FIRING, chart=chart)
        fears.append(fear(drawn))
    assert fears[0] > 1.5 * fears[1] > 3 * fears[2] > 0


@pytest.mark.parametrize("cast", [france, dynamic, core])
def test_nobody_is_feared_who_has_a_wreck_before_him_in_a_lane(cast: Any) -> None:
    walls = {f"{column}{row}": "#" for column in "CDEFGHIJ" for row in (1, 3)}
    fears = []
    for wreck in ({}, {"F2": "×m2"}):
        drawn = cast.table(cast.field(12, 3, **walls, A2="L1→", K2="m1←", **wreck), round=3)
        fears.append(fear(drawn))
    assert fears[0] > 0 == fears[1]


@pytest.mark.parametrize("rules", ["dynamic", "core"])
def test_the_first_of_the_spaa_that_decide_is_a_gain_as_well(rules: str) -> None:
    """Those that are left are worth more then, but not to him who lost one."""
    found = load(rules)
    state, dice = found.start(found.library.build("basic-northern")), SeededDice(1)
    bots = [make("greedy", found, side) for side in Side]
    gains = []
    while (side := found.to_act(state)) is not None and state.round < 4:
        if state.phase == "firing":
            before = tactics_of(found).value(state, side, tactics_of(found).WEIGHTS)
            for unit, piece in enumerate(state.units.units):
                if piece.active and piece.side is not side and piece.kind == "spaa":
                    after = state.copy()
                    after.units.put(unit, msgspec.structs.replace(piece, condition=Condition.DESTROYED))
                    gains.append(tactics_of(found).value(after, side, tactics_of(found).WEIGHTS) - before)
        for event in found.decide(state, bots[side].choose(found.view(state, side)), dice):
            found.evolve(state, event)
    assert min(gains) > 0


# Plans


def test_a_plan_is_followed_while_the_table_goes_by_it_and_made_anew_when_it_does_not() -> None:
    drawn = table(field(16, 7, B2="M1→", B4="M2→", B6="L1→", O2="m1←", O4="m2←", H4="#"), rolled=(5, 5, 5))
    bot = planner(book)
    first = bot.choose(drawn.state)
    drawn.play(first)
    assert isinstance(first, Move)
    assert bot.awaits(drawn.state)
    other = table(field(16, 7, B2="M1→", B4="M2→", B6="L1→", O2="m1←", O4="m2←", H4="#"), rolled=(5, 5, 5))
    assert not bot.awaits(other.state)
    assert book.refuse(other.state, bot.choose(other.state)) is None


@pytest.mark.parametrize(
    ("rules", "scenario"),
    [("france1944", "two-flags"), ("dynamic", "duel"), ("core", "duel"), ("squadron", "duel")],
)
def test_the_same_seed_gives_the_same_orders_and_all_are_legal(rules: str, scenario: str) -> None:
    found = load(rules)
    setup = found.library.build(scenario)
    games = []
    for _ in range(2):
        bots = [make("planner:recruit/10", found, side) for side in range(2)]
        state, dice, given = found.start(setup), SeededDice(5), list[Any]()
        while (side := found.to_act(state)) is not None and len(given) < 50:
            order = bots[side].choose(found.view(state, side))
            assert found.refuse(state, order) is None
            given.append(order)
            for event in found.decide(state, order, dice):
                found.evolve(state, event)
        games.append(given)
    assert games[0] == games[1]


def test_a_clock_ends_a_search() -> None:
    """It stands still for ten looks; then the time is over."""
    looks = iter(range(1 << 30))
    drawn = table(field(16, 7, B2="M1→", B4="M2→", O2="m1←", O4="m2←", H4="#"), rolled=(5, 5))
    bot = make("planner:ace", book, 1, clock=lambda: 0.0 if next(looks) < 10 else 1000.0)
    assert book.refuse(drawn.state, bot.choose(drawn.state)) is None
    assert next(looks) < 100


def test_a_plan_says_what_it_expects_and_what_it_thought_of_instead() -> None:
    drawn = table(field(16, 7, B2="M1→", B4="M2→", B6="L1→", O2="m1←", O4="m2←", H4="#"), rolled=(5, 5, 5))
    for name in ("planner:veteran/5", "greedy"):
        bot = make(name, book, 1)
        assert bot.explain() is None
        bot.choose(drawn.state)
        why = bot.explain()
        assert why is not None
        assert len(why.others) == 2
        assert why.chosen.worth >= max(other.worth for other in why.others)
        assert "steps to" in why.chosen.order
        assert len(why.sentences) == 2
        assert all(sentence.endswith(".") and "points" not in sentence for sentence in why.sentences)


# Names


def test_a_name_says_level_share_and_personality() -> None:
    assert parsed("planner") == ("planner", "veteran", 1.0, "")
    assert parsed("planner:ace") == ("planner", "ace", 1.0, "")
    assert parsed("planner:veteran/10+cautious") == ("planner", "veteran", 10.0, "cautious")
    for level, share in LEVELS.items():
        assert seconds_of(f"planner:{level}") == share
    assert seconds_of("greedy") == seconds_of("hal") == 0


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("hal", "there is no bot 'hal'; there is greedy, planner, random"),
        ("planner:", "planner has no level ''; it has recruit, veteran, ace"),
        ("planner:genius", "planner has no level 'genius'"),
        ("planner:ace/0", "divided by a number from 1 to 1000"),
        ("planner:ace/ten", "not by 'ten'"),
        ("planner:ace+brave", "planner has no personality 'brave'; it has cautious, aggressive, objective"),
        ("greedy:ace", "greedy has no levels"),
    ],
)
def test_what_there_is_not_is_said_with_what_there_is(name: str, told: str) -> None:
    with pytest.raises(Fault) as fault:
        make(name, book)
    assert told in str(fault.value)


def test_a_personality_scales_weights() -> None:
    for name, factors in PERSONALITIES.items():
        bot = make(f"planner:recruit+{name}", book, 1)
        assert isinstance(bot, Planner)
        usual = msgspec.structs.asdict(tactics_of(book).WEIGHTS)
        assert msgspec.structs.asdict(bot.weights) == usual | {part: usual[part] * by for part, by in factors.items()}
