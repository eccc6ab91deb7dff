"""The conformance kit notices each broken promise, shown on toys that break one each."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from hulldown.kernel.conformance import Nonconformity, check_told, mutants, play_hidden, play_through
from hulldown.kernel.dice import Dice, SeededDice
from hulldown.kernel.files import Fault
from hulldown.kernel.game import Game
from hulldown.kernel.picture import CommandDie, Picture, Place, Plan, Put, Row, Slots, Todo, Total
from hulldown.kernel.rule import Refusal, Rule
from hulldown.kernel.rulebook import Band, Deed, Mode, Outline, Preview, Result, Survey, Told
from hulldown.kernel.side import Side
from hulldown.kernel.template import template
from hulldown.kernel.turn import Due, Reaction, Unit
from tests import toy as t
from tests.kernel.table import Blunt, ambushed, with_acts
from tests.toy import RULES, WAYS, Event, Order, Setup, State, Toy, toy

replace = msgspec.structs.replace


class Grid(Toy):
    """The toy with listed steps alone, so that its listings are complete."""

    def refuse(self, state: State, order: Order) -> Refusal | None:
        if isinstance(order, t.Step) and 0 <= order.unit < len(state.tanks):
            tank = state.tanks[order.unit]
            if (order.x - tank.x, order.y - tank.y) not in WAYS:
                return RULES["TOY-4"].refuse("tanks drive in the listed ways")
        return super().refuse(state, order)


def run(book: Toy, seeds: int = 6, setup: Setup | None = None) -> None:
    for seed in range(seeds):
        play_through(book, setup or Setup(), seed, most_orders=400, dear_every=1, exact=isinstance(book, Grid))


def caught(book: Toy, says: str, setup: Setup | None = None) -> None:
    with pytest.raises(Nonconformity, match=says):
        run(book, setup=setup)


def test_sound_toys_pass() -> None:
    run(toy)
    run(Grid())


def test_an_event_may_go_unheard() -> None:
    class Silent(Toy):
        def hear(self, state: State, event: Event, side: Side | None) -> Event | None:
            return None if isinstance(event, t.Named) and event.side is not side else event

    run(Silent(), seeds=2)


# Listings


def test_an_order_that_is_listed_but_refused_is_noticed() -> None:
    class Broken(Toy):
        def orders(self, state: State, unit: int | None = None) -> Iterator[Order]:
            yield from super().orders(state, unit)
            if state.phase == "drive" and unit is None:
                yield t.Step(state.of(state.side)[0], -1, -1)

    caught(Broken(), r"listed but refused: Step\(.*is up to 100 mm.* — TOY-4")


def test_an_order_that_is_sampled_but_refused_is_noticed() -> None:
    class Broken(Toy):
        def sample(self, state: State, dice: Dice) -> Order:
            return t.Loose() if state.phase == "drive" else super().sample(state, dice)

    caught(Broken(), r"sampled but refused: Loose\(\)")


def test_an_order_that_is_sampled_but_not_listed_is_noticed() -> None:
    class Broken(Grid):
        def orders(self, state: State, unit: int | None = None) -> Iterator[Order]:
            return (order for order in super().orders(state, unit) if not isinstance(order, t.Halt))

        def sample(self, state: State, dice: Dice) -> Order:
            return t.Halt() if state.phase == "drive" else super().sample(state, dice)

    caught(Broken(), r"sampled but not listed: Halt\(\)")


@pytest.mark.parametrize("left_out", [t.Choose(False), t.Announce(0, 3), t.Name(4)])
def test_an_order_that_is_accepted_but_not_listed_is_noticed(left_out: Order) -> None:
    class Broken(Grid):
        def orders(self, state: State, unit: int | None = None) -> Iterator[Order]:
            return (order for order in super().orders(state, unit) if order != left_out)

    caught(Broken(), "accepted but not listed: ")


def test_an_order_that_is_accepted_at_the_wrong_time_is_noticed() -> None:
    class Broken(Grid):
        def refuse(self, state: State, order: Order) -> Refusal | None:
            return None if isinstance(order, t.Pass) and not state.result else super().refuse(state, order)

        def orders(self, state: State, unit: int | None = None) -> Iterator[Order]:
            return (order for order in super().orders(state, unit) if order != t.Pass() or state.window)

    caught(Broken(), r"accepted but not listed: Pass\(\)")


def test_an_accepted_order_that_leads_to_a_faulty_state_is_noticed_on_a_free_table_too() -> None:
    class Broken(Toy):
        def refuse(self, state: State, order: Order) -> Refusal | None:
            refusal = super().refuse(state, order)
            return None if isinstance(order, t.Step) and refusal and refusal.rule == "TOY-1" else refusal

    caught(Broken(), "is not on the table|is too near")


def test_an_order_that_is_listed_twice_is_noticed() -> None:
    class Broken(Toy):
        def orders(self, state: State, unit: int | None = None) -> Iterator[Order]:
            yield from super().orders(state, unit)
            if state.phase == "answer":
                yield t.Pass()

    caught(Broken(), "an order is listed twice")


def test_a_side_that_is_to_act_and_cannot_is_noticed() -> None:
    class Broken(Toy):
        def orders(self, state: State, unit: int | None = None) -> Iterator[Order]:
            return iter(()) if state.phase == "fire" else super().orders(state, unit)

    caught(Broken(), "a side is to act and has no order")


def test_a_unit_that_lists_less_than_the_whole_is_noticed() -> None:
    class Broken(Toy):
        def orders(self, state: State, unit: int | None = None) -> Iterator[Order]:
            whole = super().orders(state, unit)
            return whole if unit is None else (order for order in whole if not isinstance(order, t.Answer))

    caught(Broken(), "unit .* does not list every order that names it")


def test_a_unit_that_lists_more_than_the_whole_is_noticed() -> None:
    class Broken(Toy):
        def orders(self, state: State, unit: int | None = None) -> Iterator[Order]:
            yield from super().orders(state, unit)
            if unit is not None:
                yield t.Loose()

    caught(Broken(), "unit .* lists an order that the whole listing lacks")


def test_a_survey_of_another_unit_is_noticed() -> None:
    class Broken(Toy):
        def survey(self, state: State, unit: int) -> Survey:
            return Survey(unit + 1)

    caught(Broken(), "the survey of unit 0 is of another")


def surveyed(change: Callable[[State, Survey], Survey]) -> Toy:
    """The toy with something changed in each survey."""

    class Changed(Toy):
        def survey(self, state: State, unit: int) -> Survey:
            return change(state, super().survey(state, unit))

    return Changed()


def aimed(**changed: Any) -> Callable[[State, Survey], Survey]:
    return lambda state, survey: replace(survey, aims=tuple(replace(aim, **changed) for aim in survey.aims))


def test_a_survey_with_deeds_modes_and_cells_passes() -> None:
    def more(state: State, survey: Survey) -> Survey:
        found = [order for order in toy.orders(state, survey.unit) if isinstance(order, t.Name)]
        closed = Mode("high", RULES["TOY-6"].refuse("nobody fires in a high arc"))
        low = aimed(mode="low", unit=None, cell=3)(state, survey)
        return replace(
            low,
            deeds=tuple(Deed("Name it", order, "TOY-2") for order in found),
            modes=(Mode("low"), closed),
            outlines=(Outline("reach", "TOY-7", (3, 4)),),
        )

    run(surveyed(more), seeds=2)


def test_a_deed_that_is_refused_is_noticed() -> None:
    deed = Deed("Fire", t.Announce(0, 99), "TOY-6")
    book = surveyed(lambda state, survey: replace(survey, deeds=(deed,)))
    caught(book, r"the survey offers the deed Announce\(unit=0, target=99\), which is refused")


def test_an_aim_that_is_refused_is_noticed() -> None:
    book = surveyed(aimed(order=t.Announce(0, 99)))
    caught(book, r"the survey judges Announce\(unit=0, target=99\) otherwise")


@pytest.mark.parametrize("changed", [{"unit": None}, {"cell": 3}])
def test_an_aim_at_nothing_or_at_two_things_is_noticed(changed: dict[str, Any]) -> None:
    caught(surveyed(aimed(**changed)), "is aimed at neither a unit nor a cell, or at both")


def test_an_aim_in_a_mode_that_is_unknown_or_closed_is_noticed() -> None:
    closed = Mode("high", RULES["TOY-6"].refuse("nobody fires in a high arc"))
    known = surveyed(lambda state, survey: replace(survey, modes=(Mode("low"),)))
    caught(known, "is aimed in the mode '', which the survey lacks")
    high = surveyed(lambda state, survey: replace(aimed(mode="high")(state, survey), modes=(closed,)))
    caught(high, "is legal in the mode 'high', which the survey says is closed")


def pose_of(state: State, unit: int) -> int:
    return (state.tanks[unit].y * t.TABLE + state.tanks[unit].x) * 8


def striding(change: Callable[[Band], Band]) -> Toy:
    """The toy with reach that is bought stride by stride: twice in one direction, then in all others."""

    def bands(state: State, survey: Survey) -> Survey:
        if not survey.bands:
            return survey
        poses, steps, before, strides = list[int](), list[int](), list[int](), list[Order]()
        for way in WAYS:
            there = state
            for step in range(1, min(state.left, 2) + 1):
                tank = there.tanks[survey.unit]
                order = t.Step(survey.unit, tank.x + way[0], tank.y + way[1])
                there = replace(there.copy(), phase="drive", window=None, side=state.side)
                if toy.refuse(there, order) is not None:
                    break
                before.append(pose_of(there, survey.unit))
                toy.evolve(there, t.Stepped(order.unit, order.x, order.y))
                poses.append(pose_of(there, survey.unit))
                steps.append(step)
                strides.append(order)
        band = Band("by strides", "TOY-4", state.left, None, tuple(poses), tuple(steps), tuple(before))
        return replace(survey, bands=(change(replace(band, strides=tuple(strides))),))

    return surveyed(bands)


def test_reach_that_is_bought_stride_by_stride_passes_through_windows() -> None:
    run(striding(lambda band: band))


def halting(band: Band) -> Band:
    return replace(band, strides=(t.Halt(),) * len(band.strides))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda band: replace(band, strides=band.strides[1:]), "poses and strides differ in number"),
        (lambda band: replace(band, strides=band.strides[1:] + band.strides[:1]), r"ends at|has Step\(.*is refused"),
        (lambda band: replace(band, steps=tuple(step + 1 for step in band.steps)), r"leaves \d+, and the band says"),
        (lambda band: replace(band, before=tuple(pose + 8 for pose in band.before)), r"begins at \d+, and unit \d st"),
        (lambda band: replace(band, before=band.poses), r"begins at \d+, and unit \d stands at"),
        (halting, r"the way to pose \d+ ends at|has Halt\(\), which is refused"),
        (lambda band: replace(band, strides=(t.Roll(),) * len(band.strides)), r"has Roll\(\), which is refused"),
    ],
)
def test_strides_that_do_not_lead_to_their_pose_are_noticed(change: Callable[[Band], Band], says: str) -> None:
    caught(striding(change), says)


def test_a_stride_that_rolls_dice_is_noticed() -> None:
    class Risky(Toy):
        survey = striding(lambda band: band).survey

        def decide(self, state: State, order: Order, dice: Dice) -> Iterator[Event]:
            if isinstance(order, t.Step):
                dice.sum(RULES["TOY-3"], t.D6, 1)
            yield from super().decide(state, order, dice)

    caught(Risky(), r"Step\(.*\) is a stride or a pass, and rolls dice for TOY-3")


@pytest.mark.parametrize("lacks", ["buttons", "todo"])
def test_a_window_without_its_pass_or_its_units_is_noticed(lacks: str) -> None:
    class Broken(Toy):
        def picture(self, state: State) -> Picture:
            found = super().picture(state)
            return replace(found, tray=replace(found.tray, **{lacks: ()})) if found.tray.window else found

    caught(Broken(), "the window 'ambush' lacks its one pass, or who may and how well")


def test_a_survey_that_cites_an_unknown_rule_is_noticed() -> None:
    unknown = Refusal("TOY-99", "nobody fires in a high arc")
    for changed in (
        {"deeds": (Deed("Name it", t.Name(0), "TOY-99"),)},
        {"outlines": (Outline("reach", "TOY-99", ()),)},
        {"modes": (Mode("high", unknown),)},
        {"refusal": unknown, "bands": (), "aims": ()},
    ):
        book = surveyed(lambda state, survey, changed=changed: replace(survey, **changed))  # type: ignore[misc]
        caught(book, "a survey cites 'TOY-99', which is no rule of toy")


def test_a_survey_that_refuses_what_it_offers_is_noticed() -> None:
    why = RULES["TOY-4"].refuse("the tank stands still")
    caught(surveyed(lambda state, survey: replace(survey, refusal=why, aims=())), "says why not, and offers it")
    caught(surveyed(lambda state, survey: replace(survey, refusal=why, bands=())), "says why not, and offers it")
    run(surveyed(lambda state, survey: Survey(survey.unit, refusal=why)), seeds=2)


def planned(change: Callable[[State], dict[str, Any]]) -> Toy:
    """The toy with more in its tray."""

    class Changed(Toy):
        def picture(self, state: State) -> Picture:
            picture = super().picture(state)
            return picture if state.result else replace(picture, tray=replace(picture.tray, **change(state)))

    return Changed()


# Free tables

STEP = template(t.Step(0, 0, 0), x="x", y="y")
ZONE = (Place(0, 0), Place(100, 0), Place(100, 100))


def test_things_to_put_and_named_dice_pass() -> None:
    put = Put("Drive there", STEP, "TOY-4", zones=(ZONE,))
    die = CommandDie("advance", "Drives farther.", "TOY-4", "locked", STEP)
    ready = CommandDie("smoke", "Hides it.", "TOY-4", "ready", STEP, put=put)
    run(planned(lambda state: {"puts": (put,), "commands": (die, ready)}), seeds=2)
    modes = (Mode("shells", put=put), Mode("closed", RULES["TOY-6"].refuse("not now")), Mode(""))
    run(surveyed(lambda state, survey: replace(survey, puts=(put,), modes=modes)), seeds=2)


def test_a_thing_to_put_that_is_no_order_or_cites_an_unknown_rule_is_noticed() -> None:
    strange, turned = Put("Drive there", STEP, "TOY-99"), Put("Drive there", STEP, "TOY-4", heading=90)
    for changed in ({"puts": (strange,)}, {"modes": (Mode("", put=strange),)}):
        book = surveyed(lambda state, survey, changed=changed: replace(survey, **changed))  # type: ignore[misc]
        caught(book, "'Drive there' cites 'TOY-99', which is no rule of toy")
    caught(planned(lambda state: {"puts": (strange,)}), "a picture cites 'TOY-99'")
    caught(planned(lambda state: {"puts": (turned,)}), "has a heading and cannot be turned")
    with pytest.raises(Fault):
        run(planned(lambda state: {"puts": (Put("Teleport", {"type": "Teleport"}, "TOY-4"),)}))


def test_a_named_die_that_can_be_used_and_is_locked_or_is_refused_is_noticed() -> None:
    locked = CommandDie("advance", "Drives farther.", "TOY-4", "locked", STEP, units=(0,))
    caught(planned(lambda state: {"commands": (locked,)}), "'advance' is locked, and yet has somewhere to go")
    wrong = CommandDie("fire", "Fires.", "TOY-6", "ready", template(t.Announce(0, 99), unit="unit"), units=(0,))
    caught(planned(lambda state: {"commands": (wrong,)}), r"the picture offers Announce\(unit=0, target=99\)")


def test_a_weapon_that_is_closed_and_aimed_or_drops_nowhere_is_noticed() -> None:
    why = RULES["TOY-6"].refuse("nobody fires in a high arc")
    put = Put("Drive there", STEP, "TOY-4")
    closed = surveyed(lambda state, survey: Survey(survey.unit, modes=(Mode("high", why, put=put),)))
    caught(closed, "the mode 'high' is closed, and yet can be aimed")
    nowhere = surveyed(lambda state, survey: Survey(survey.unit, modes=(Mode("bombs", order=STEP),)))
    caught(nowhere, "the mode 'bombs' drops along a path, and has none")


# Plans


def plan(row: Row, sure: Fraction = Fraction(1), fixed: bool = True) -> Callable[[State], dict[str, Any]]:
    return lambda state: {"plan": Plan((row,), (Total(1, "1 shot.", "TOY-6", {"gone": sure}),), fixed)}


def test_a_plan_is_checked_row_by_row() -> None:
    shot, due = Row(0, "Tank 0 fires", "TOY-6"), Row(0, "Tank 0 fires", "TOY-6", order=t.Announce(0, 99))
    run(planned(plan(shot)), seeds=2)
    caught(planned(plan(due)), r"the picture offers Announce\(unit=0, target=99\), which is refused")
    caught(planned(plan(replace(shot, rule="TOY-99"))), "a picture cites 'TOY-99', which is no rule of toy")
    caught(planned(plan(shot, sure=Fraction(1, 2))), "the chances of a plan for unit 1 do not make 1")
    caught(planned(lambda state: {"slots": Slots("moves", "TOY-99", 2, ())}), "a picture cites 'TOY-99'")

    def rolls(state: State) -> dict[str, Any]:
        return {"plan": Plan((replace(shot, order=t.Roll()),), (), fixed=False)} if state.phase == "roll" else {}

    caught(planned(rolls), "a plan that is not fixed has rows that are due")


def test_a_unit_with_something_to_do_is_surveyed_even_if_no_order_names_it() -> None:
    class Broken(Toy):
        def survey(self, state: State, unit: int) -> Survey:
            return Survey(-1) if state.phase == "roll" else super().survey(state, unit)

        def picture(self, state: State) -> Picture:
            picture = super().picture(state)
            waits = () if picture.tray.window else (Todo(2, "tank 2 waits"),)
            return replace(picture, tray=replace(picture.tray, todo=picture.tray.todo + waits))

    caught(Broken(), "the survey of unit 2 is of another")


# What everybody may ask


def changed(name: str, change: Callable[[State, Any], Any]) -> Toy:
    """The toy with another answer to one of the questions."""

    class Changed(Toy):
        pass

    def answer(self: Toy, state: State) -> Any:
        return change(state, getattr(Toy, name)(self, state))

    setattr(Changed, name, answer)
    return Changed()


def opened(**changes: Any) -> Callable[[State, Any], Any]:
    return lambda state, window: window and replace(window, **changes)


@pytest.mark.parametrize(
    ("name", "change", "says"),
    [
        ("turn", lambda state, turn: replace(turn, side=turn.side.other), "is to act in another side's turn"),
        ("turn", lambda state, turn: replace(turn, round=turn.round + 1), "a picture shows another turn"),
        ("turn", lambda state, turn: replace(turn, phase="rest"), "a picture shows another turn"),
        ("window", opened(decline=t.Halt()), "the window 'ambush' cannot be declined"),
        ("window", opened(reactions=()), "a window is open for nothing, or for nobody"),
        ("window", lambda state, window: None, "is to act in another side's turn"),
        ("window", opened(reactions=(Reaction(0, Fraction(1)),)), "is to answer in the window 'ambush', and cannot"),
        ("to_place", lambda state, dues: (Due("tank", 0),), "no tank is left"),
        ("to_place", lambda state, dues: (Due("tank", 1, 0),), "unit 0 is still to be placed, and does not wait"),
        ("mark", lambda state, mark: id(state), "a copy of a position is marked otherwise"),
    ],
)
def test_a_wrong_answer_about_a_position_is_noticed(name: str, change: Callable[[State, Any], Any], says: str) -> None:
    caught(changed(name, change), says)


def test_a_picture_of_another_window_is_noticed() -> None:
    caught(planned(lambda state: {"window": "alarm"}), "a picture shows the window 'alarm'")


def test_a_picture_without_what_is_still_to_be_placed_is_noticed() -> None:
    class Beside(Toy):
        def units(self, state: State) -> dict[int, Unit]:
            return {unit: replace(tank, pose=None) for unit, tank in super().units(state).items()}

        def to_place(self, state: State) -> tuple[Due, ...]:
            return (Due("tank", 1, state.of(self.to_act(state) or Side.RED)[0]),)

    caught(Beside(), "a picture does not show what is still to be placed")


# The judge


def test_a_judge_that_changes_the_state_is_noticed() -> None:
    class Broken(Toy):
        def refuse(self, state: State, order: Order) -> Refusal | None:
            refusal = super().refuse(state, order)
            if refusal is not None and isinstance(order, t.Step):
                self.evolve(state, t.Rolled(6))
            return refusal

    caught(Broken(), "listing, judging or trying orders changed the state")


def test_a_refusal_by_no_rule_of_the_book_is_noticed() -> None:
    class Broken(Toy):
        def refuse(self, state: State, order: Order) -> Refusal | None:
            refusal = super().refuse(state, order)
            return refusal and replace(refusal, rule="TOY-99")

    caught(Broken(), "is refused by 'TOY-99', which is no rule of toy")


def test_a_nearest_order_that_is_refused_as_well_is_noticed() -> None:
    class Broken(Toy):
        def refuse(self, state: State, order: Order) -> Refusal | None:
            refusal = super().refuse(state, order)
            return refusal and replace(refusal, nearest=t.Name(99))

    caught(Broken(), r"the nearest to .* is refused as well")


def test_a_preview_that_knows_better_than_the_judge_is_noticed() -> None:
    class Broken(Toy):
        def preview(self, state: State, order: Order) -> Preview:
            return Preview()

    caught(Broken(), "preview and judge differ over")


def test_chances_that_do_not_make_one_are_noticed() -> None:
    class Broken(Toy):
        def preview(self, state: State, order: Order) -> Preview:
            preview = super().preview(state, order)
            return replace(preview, odds={0: Fraction(1, 2)}) if preview.odds else preview

    caught(Broken(), "the chances of .* do not make 1")


# One writer


def test_an_order_that_changes_nothing_is_noticed() -> None:
    class Broken(Toy):
        def decide(self, state: State, order: Order, dice: Dice) -> Iterator[Event]:
            return iter(()) if isinstance(order, t.Halt) else super().decide(state, order, dice)

    caught(Broken(), r"Halt\(\) changed nothing, so it could be given for ever")


def test_a_rule_that_changes_the_state_beside_its_events_is_noticed() -> None:
    class Broken(Toy):
        def decide(self, state: State, order: Order, dice: Dice) -> Iterator[Event]:
            yield from super().decide(state, order, dice)
            if isinstance(order, t.Choose):
                state.die = 1

    caught(Broken(), r"Choose\(.*\) changed the state beside its events|plays .* otherwise")


class Shallow(State):
    def copy(self) -> "Shallow":
        return replace(self)


def test_a_copy_that_shares_with_its_original_is_noticed() -> None:
    class Broken(Toy):
        state_type = Shallow

        def start(self, setup: Setup) -> State:
            return Shallow(setup, super().start(setup).tanks)

    caught(Broken(), "listing, judging or trying orders changed the state")


def test_a_book_that_remembers_between_calls_is_noticed() -> None:
    class Broken(Toy):
        given = 0

        def decide(self, state: State, order: Order, dice: Dice) -> Iterator[Event]:
            self.given += 1
            if isinstance(order, t.Roll):
                return iter([t.Rolled(1 + self.given % 6)])
            return super().decide(state, order, dice)

    caught(Broken(), "otherwise|replays|does not verify|events are not")


def test_a_sampler_that_changes_the_state_is_noticed() -> None:
    class Broken(Toy):
        def view(self, state: State, side: Side | None) -> State:
            return state

        def sample(self, state: State, dice: Dice) -> Order:
            if state.phase == "choose":
                state.die = 6
            return super().sample(state, dice)

    caught(Broken(), "sampling changed a state|sees")


def test_dice_for_no_rule_of_the_book_are_noticed() -> None:
    class Broken(Toy):
        def decide(self, state: State, order: Order, dice: Dice) -> Iterator[Event]:
            if isinstance(order, t.Roll):
                dice.faces(Rule("TOY-99", "", "base", "", ""), t.D6, 1)
            return super().decide(state, order, dice)

    caught(Broken(), "dice fell for 'TOY-99', which is no rule of toy")


def test_a_fault_of_the_state_is_noticed() -> None:
    class Broken(Toy):
        def faults(self, state: State) -> Iterator[str]:
            if state.phase == "fire":
                yield "the guns are loud (TOY-6)"

    caught(Broken(), r"the guns are loud \(TOY-6\)")


def test_a_fault_of_the_last_state_is_noticed() -> None:
    class Broken(Toy):
        def faults(self, state: State) -> Iterator[str]:
            if state.result:
                yield "the guns are silent (TOY-9)"

    caught(Broken(), r"the guns are silent \(TOY-9\)")


# The end


def test_a_game_that_never_ends_is_noticed() -> None:
    class Broken(Toy):
        def decide(self, state: State, order: Order, dice: Dice) -> Iterator[Event]:
            if isinstance(order, t.Choose):
                return iter([t.TurnBegan(state.side.other, state.turn + 1)])
            return super().decide(state, order, dice)

    caught(Broken(), "the game has not ended after 400 orders")


def test_a_game_in_which_nobody_acts_and_nobody_has_won_is_noticed() -> None:
    class Broken(Toy):
        def to_act(self, state: State) -> Side | None:
            return None if state.turn == 3 else super().to_act(state)

    caught(Broken(), "None is to act while the result is None|who is to act")


def test_a_game_that_goes_on_with_a_result_is_noticed() -> None:
    class Broken(Toy):
        def result(self, state: State) -> Result | None:
            return Result(None, "TOY-9", "Over.") if state.turn == 3 else super().result(state)

    caught(Broken(), "is to act while the result is Result")


def test_orders_after_the_end_are_noticed() -> None:
    class Broken(Toy):
        def orders(self, state: State, unit: int | None = None) -> Iterator[Order]:
            return iter([t.Roll()]) if state.result else super().orders(state, unit)

    caught(Broken(), "the game is over, yet orders are listed")


def test_an_order_that_is_accepted_after_the_end_is_noticed() -> None:
    class Broken(Toy):
        def refuse(self, state: State, order: Order) -> Refusal | None:
            return None if state.result else super().refuse(state, order)

        def orders(self, state: State, unit: int | None = None) -> Iterator[Order]:
            return iter(()) if state.result else super().orders(state, unit)

    caught(Broken(), "the game is over, yet .* is accepted")


def test_an_end_by_no_rule_of_the_book_is_noticed() -> None:
    class Broken(Toy):
        def result(self, state: State) -> Result | None:
            return state.result and replace(state.result, rule="TOY-99")

    caught(Broken(), "the game ended by 'TOY-99', which is no rule of toy")


# The wire


class Fuel:
    """Something beside plain data, and what its wire form makes of it."""

    wire_type: Any = int
    told: Callable[[int], int] = staticmethod(lambda litres: litres)

    def __init__(self, litres: int = 5) -> None:
        self.litres = litres

    def to_wire(self) -> int:
        return type(self).told(self.litres)

    @classmethod
    def from_wire(cls, wire: int) -> "Fuel":
        return cls(wire)


class Leaking(Fuel):
    @classmethod
    def from_wire(cls, wire: int) -> "Fuel":
        return cls(wire - 1)


class Silent(Fuel):
    told = staticmethod(lambda litres: 1)


class LeakingState(State):
    fuel: Leaking = msgspec.field(default_factory=Leaking)


class SilentState(State):
    fuel: Silent = msgspec.field(default_factory=Silent)


def test_a_state_that_does_not_survive_json_is_noticed() -> None:
    class Broken(Toy):
        state_type = LeakingState

        def start(self, setup: Setup) -> State:
            return LeakingState(setup, super().start(setup).tanks)

    caught(Broken(), "a state does not survive JSON")


class Driver(Toy):
    """Its listing hangs on something that the wire does not carry."""

    state_type = SilentState

    def start(self, setup: Setup) -> State:
        return SilentState(setup, super().start(setup).tanks)

    def orders(self, state: State, unit: int | None = None) -> Iterator[Order]:
        assert isinstance(state, SilentState)
        dry = state.fuel.litres < 5
        return (order for order in super().orders(state, unit) if not (dry and order == t.Name(0)))


def test_a_state_that_keeps_something_to_itself_is_noticed() -> None:
    caught(Driver(), "a decoded state lists otherwise")


def test_a_state_that_plays_otherwise_after_json_is_noticed() -> None:
    class Broken(Driver):
        def orders(self, state: State, unit: int | None = None) -> Iterator[Order]:
            return Toy.orders(self, state, unit)

        def decide(self, state: State, order: Order, dice: Dice) -> Iterator[Event]:
            assert isinstance(state, SilentState)
            if isinstance(order, t.Choose) and state.fuel.litres < 5:
                return iter([t.Chosen(False)])
            return super().decide(state, order, dice)

    caught(Broken(), r"a decoded state plays Choose\(drive=True\) otherwise")


def test_an_order_that_does_not_survive_json_is_noticed() -> None:
    class Broken(Toy):
        def orders(self, state: State, unit: int | None = None) -> Iterator[Order]:
            for order in super().orders(state, unit):
                yield replace(order, unit=True) if order == t.Name(1) else order

    caught(Broken(), "does not survive JSON")


def test_an_event_that_does_not_survive_json_is_noticed() -> None:
    class Broken(Toy):
        def decide(self, state: State, order: Order, dice: Dice) -> Iterator[Event]:
            for event in super().decide(state, order, dice):
                yield replace(event, drive=None) if event == t.Chosen(False) else event

    caught(Broken(), "Chosen.* does not survive JSON")


# Views


def test_a_view_that_leaks_is_noticed() -> None:
    class Broken(Toy):
        def view(self, state: State, side: Side | None) -> State:
            return state

    caught(Broken(), r"Blue sees Name\(.*\) apart from Name\(.*\) without hearing it")


def test_a_view_that_leaks_to_spectators_alone_is_noticed() -> None:
    class Broken(Toy):
        def view(self, state: State, side: Side | None) -> State:
            return state if side is None else super().view(state, side)

    caught(Broken(), r"a spectator sees Name\(.*\) apart from Name\(.*\) without hearing it")


def test_an_event_that_leaks_is_noticed() -> None:
    class Broken(Toy):
        def hear(self, state: State, event: Event, side: Side | None) -> Event | None:
            return event

    caught(Broken(), r"Blue hears Name\(.*\) apart from Name\(.*\) without seeing it")


def test_a_view_that_hides_what_was_heard_is_noticed() -> None:
    class Broken(Toy):
        def view(self, state: State, side: Side | None) -> State:
            veiled = super().view(state, side)
            heard = side is state.side or state.result or not state.volley
            return veiled if heard else replace(veiled, volley=())

    caught(Broken(), r"hears Announce\(.*\) apart from Announce\(.*\) without seeing it")


def test_a_view_in_which_another_side_is_to_act_is_noticed() -> None:
    class Broken(Toy):
        def view(self, state: State, side: Side | None) -> State:
            veiled = super().view(state, side)
            return replace(veiled, window=None) if state.window else veiled

    caught(Broken(), "a view differs in who is to act")


def test_a_view_that_lists_other_orders_is_noticed() -> None:
    class Broken(Toy):
        def view(self, state: State, side: Side | None) -> State:
            veiled = super().view(state, side)
            return replace(veiled, mover=-1) if side is state.side and state.mover >= 0 else veiled

    caught(Broken(), "a side's view lists other orders than it has")


def test_a_view_of_a_view_that_is_another_is_noticed() -> None:
    class Broken(Toy):
        def view(self, state: State, side: Side | None) -> State:
            veiled = super().view(state, side)
            return replace(veiled, setup=replace(state.setup, name=state.setup.name + "!"))

    caught(Broken(), "a view of a view is another")


def test_a_view_that_changes_the_state_is_noticed() -> None:
    class Broken(Toy):
        def view(self, state: State, side: Side | None) -> State:
            state.setup = replace(state.setup, name="seen")
            return super().view(state, side)

    caught(Broken(), "viewing changed the state|handed out")


def test_a_view_that_cannot_be_drawn_is_noticed() -> None:
    class Broken(Toy):
        def draw(self, state: State) -> str:
            return ""

    caught(Broken(), "a view cannot be drawn")


def test_a_view_that_hides_nothing_and_is_a_copy_is_noticed() -> None:
    class Broken(Toy):
        def view(self, state: State, side: Side | None) -> State:
            return super().view(state, side).copy()

    caught(Broken(), "a view that hides nothing is not the state itself")


# Twins


def test_questions_are_put_to_both_games_while_something_is_hidden() -> None:
    assert play_hidden(toy, Setup(), 1) > 1000


def commands(state: State, unit: int) -> bool:
    """Whether a tank is the commander of the side that is not to act."""
    return state.commanders[state.side.other] == unit


def blabbing(state: State, order: Order) -> Refusal | None:
    if isinstance(order, t.Announce) and commands(state, order.target):
        return RULES["TOY-6"].refuse(f"tank {order.target} commands them and is well guarded")
    return None


class Blabbing(Toy):
    """A book whose refusals name the commander."""

    def refuse(self, state: State, order: Order) -> Refusal | None:
        refusal = super().refuse(state, order)
        return blabbing(state, order) or refusal if refusal else None


def test_a_refusal_that_tells_what_is_hidden_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that judges on the whole table tells it; one that judges on the view cannot."""
    run(Blabbing())
    monkeypatch.setattr("hulldown.kernel.conformance.Game", Blunt)
    caught(Blabbing(), r"learns what is hidden by Announce\(.*commands them and is well guarded")


def test_an_order_that_a_view_allows_and_the_table_does_not_is_noticed() -> None:
    class Broken(Toy):
        def refuse(self, state: State, order: Order) -> Refusal | None:
            return super().refuse(state, order) or blabbing(state, order)

    with pytest.raises(Nonconformity, match=r"Announce\(.*legal on (Red|Blue)'s view and not on the table: .*TOY-6"):
        play_hidden(Broken(), Setup(), 1)


def test_an_event_that_hangs_on_what_is_hidden_is_noticed() -> None:
    class Broken(Toy):
        def decide(self, state: State, order: Order, dice: Dice) -> Iterator[Event]:
            yield from super().decide(state, order, dice)
            if isinstance(order, t.Announce) and commands(state, order.target):
                yield t.Chosen(False)

    caught(Broken(), r"learns what is hidden by Announce\(")


def test_a_view_that_leaks_later_is_noticed() -> None:
    class Broken(Toy):
        def view(self, state: State, side: Side | None) -> State:
            return state if state.phase == "fire" else super().view(state, side)

    caught(Broken(), r"(Red|Blue) sees what is hidden without hearing of it")


# Sentences


@pytest.mark.parametrize("told", [Told("", ("TOY-3",)), Told("no full stop", ("TOY-3",))])
def test_an_event_without_a_sentence_is_noticed(told: Told) -> None:
    class Broken(Toy):
        def tell(self, state: State, event: Event) -> Told:
            return told

    caught(Broken(), "is told as")


def test_an_event_that_cites_an_unknown_rule_is_noticed() -> None:
    class Broken(Toy):
        def tell(self, state: State, event: Event) -> Told:
            return Told("So.", ("TOY-3", "TOY-99"))

    caught(Broken(), "cites 'TOY-99', which is no rule of toy")


def test_an_event_that_is_told_badly_to_those_who_hear_a_part_of_it_is_noticed() -> None:
    class Broken(Toy):
        def tell(self, state: State, event: Event) -> Told:
            return Told("", ()) if event == t.Named(Side.RED, t.UNSEEN) else super().tell(state, event)

    caught(Broken(), "is told as ''")


def test_a_log_is_told_with_the_acts_of_the_table() -> None:
    for seed in range(5):
        check_told(toy, with_acts(seed))


def test_a_log_that_does_not_lead_to_the_state_is_noticed() -> None:
    game = ambushed(2)
    game.state = replace(game.state, left=1)
    with pytest.raises(Nonconformity, match="the log leads to another state than the game's"):
        check_told(toy, game)


# The record


def test_a_book_whose_games_do_not_replay_is_noticed() -> None:
    class Broken(Toy):
        """The start hangs on how often it was asked."""

        started = 0

        def start(self, setup: Setup) -> State:
            self.started += 1
            state = super().start(setup)
            state.tanks[0] = replace(state.tanks[0], x=15_000 + self.started)
            return state

    with pytest.raises(Exception, match=r"replays to another state|line \d+") as noticed:
        run(Broken())
    assert type(noticed.value).__name__ in ("Nonconformity", "Fault")


# Mutants


def test_mutants_differ_in_one_field_and_reach_every_kind_of_field() -> None:
    class Turn(msgspec.Struct, frozen=True):
        unit: int
        left: bool
        side: Side
        kind: str

    listed = [Turn(3, True, Side.RED, "tank"), Turn(4, True, Side.RED, "gun")]
    made = list(mutants(listed, SeededDice(1), 400))
    assert all(
        any(sum(a != b for a, b in zip(vars_of(order), vars_of(one), strict=True)) <= 1 for one in listed)
        for order in made
    )
    assert {order.left for order in made} == {True, False}
    assert {order.side for order in made} == {Side.RED, Side.BLUE}
    assert {order.unit for order in made} >= {-1, 2, 5, 40}
    assert Turn(3, True, Side.RED, "gun") in made


def vars_of(order: Any) -> tuple[Any, ...]:
    return tuple(getattr(order, name) for name in order.__struct_fields__)


def test_orders_without_fields_have_no_mutants() -> None:
    assert list(mutants([t.Roll()], SeededDice(1))) == []


def test_the_kit_gives_back_the_game_that_it_played() -> None:
    game: Game[Any, Any, Any] = play_through(toy, Setup(), 3, exact=False)
    assert game.result() is not None
