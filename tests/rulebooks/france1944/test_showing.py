"""The picture of a table: what is drawn, what is asked, and what can be chosen."""

from fractions import Fraction

from hulldown.kernel.dice import SeededDice
from hulldown.kernel.picture import Die, Drive, Place, Pose, Shot, Throw
from hulldown.kernel.side import BLUE, RED
from hulldown.kernel.template import template
from hulldown.rulebooks.panzerstrike.firing import Verdict
from hulldown.rulebooks.panzerstrike.france1944.book import book
from hulldown.rulebooks.panzerstrike.france1944.orders import Begin, ChooseFirst, EndMovement, EndTurn, RollMovement
from hulldown.rulebooks.panzerstrike.france1944.state import Phase, State
from tests.marks import rule
from tests.rulebooks.france1944.cast import Table, field, table


def drawn(t: Table) -> list[tuple[str, Pose | None, bool, list[str]]]:
    pieces = book.picture(t.state).pieces
    return [(piece.label, piece.pose, piece.wreck, [badge.name for badge in piece.badges]) for piece in pieces]


def test_pieces_stand_where_the_tanks_are_and_wear_what_happened_to_them() -> None:
    t = table(field(6, 3, A1="H1→", C2="M1↙", F3="m1!↑", E1="×l1"), moved=["M1"], fired=["M1"], phase=Phase.SHOOTING)
    assert drawn(t) == [
        ("H1", Pose(0, 0, 90), False, []),
        ("M1", Pose(2, 1, 225), False, ["moved", "fired"]),
        ("M1", Pose(5, 2, 0), False, ["damaged"]),
        ("L1", Pose(4, 0, 0), True, []),
    ]
    names = [(piece.name, piece.silhouette, piece.side) for piece in book.picture(t.state).pieces]
    assert names[:1] + names[2:3] == [("Red Heavy 1", "heavy-tank", RED), ("Blue Medium 1", "medium-tank", BLUE)]


def test_a_terrain_is_named_by_what_is_on_it() -> None:
    state = book.start(book.library.build("crossroads"))
    terrain = book.terrain(state)
    assert book.picture(state).terrain == terrain.id
    assert (terrain.columns, terrain.rows, terrain.north, terrain.table) == (24, 18, 270, "squares")
    other = book.terrain(book.start(book.library.build("crossroads", board="north")))
    assert other.id != terrain.id


@rule("FR-17", "FR-18", "FR-21")
def test_the_tray_shows_dice_free_used_and_extra() -> None:
    t = table(field(8, 3, A1="M1→", A3="L1→", H2="m1←"), phase=Phase.ROLL)
    [button] = book.picture(t.state).tray.buttons
    assert (button.label, button.order, button.rule) == ("Roll 2 dice", RollMovement(), "FR-17")
    t.roll(4, 4)
    assert book.picture(t.state).tray.dice == (Die(4, "free"), Die(4, "free"), Die(4, "extra"))
    t.play(t.move("M1", 4, "C1→"))
    tray = book.picture(t.state).tray
    assert tray.dice == (Die(4, "used", t.unit("M1")), Die(4, "free"), Die(4, "extra"))
    assert [todo.sentence for todo in tray.todo] == ["Light 1 can take a die"]
    [button] = tray.buttons
    assert (button.order, button.left) == (EndMovement(), ("1 die unused",))


def test_the_tray_says_who_can_still_fire_and_how_well() -> None:
    t = table(field(8, 1, A1="M1→", H1="m1↑"), phase=Phase.SHOOTING)
    tray = book.picture(t.state).tray
    assert [(todo.unit, todo.sentence, todo.chance) for todo in tray.todo] == [
        (t.unit("M1"), "Medium 1 can fire", Fraction(1, 2))
    ]
    [button] = tray.buttons
    assert (button.label, button.order, button.left) == ("End turn", EndTurn(), ("Medium 1 can still fire",))


def test_set_up_offers_its_choices_one_after_another() -> None:
    state = book.start(book.library.build("one-flag", options={"barricades": "1"}))
    t = Table(state)
    assert [button.order for button in book.picture(t.state).tray.buttons] == [Begin()]
    assert {mark.kind for mark in book.picture(t.state).marks} == {"zone"}
    t.play(Begin(), (5, 2))
    assert [button.order for button in book.picture(t.state).tray.buttons] == [ChooseFirst(RED), ChooseFirst(BLUE)]
    t.play(ChooseFirst(RED))
    for label in ("Set a flag", "Set a flag", "Build a barricade", "Build a barricade"):
        tray = book.picture(t.state).tray
        [spots] = tray.spots
        assert spots.label == label
        legal = [order for order in t.orders() if type(order).__name__ == spots.order["type"]]
        assert [order.square for order in legal] == list(spots.cells)  # type: ignore[union-attr]
        t.play(legal[len(legal) // 2])
    tray = book.picture(t.state).tray
    assert [todo.sentence for todo in tray.todo] == ["1 Heavy to deploy", "3 Medium to deploy", "3 Light to deploy"]
    [band] = book.survey(t.state, tray.todo[1].unit).bands
    assert band.order == template({"type": "Deploy", "kind": "medium"}, square="cell", facing="facing")
    assert len(band.poses) == sum(getattr(order, "kind", "") == "medium" for order in t.orders())


@rule("FR-53", "FR-55")
def test_a_capture_under_way_is_a_thread_from_tank_to_flag() -> None:
    t = table(field(8, 3, A1="R¶", F2="b¶", E2="M1→", H1="m1←"), rolled=(3, 4), moved=["M1"])
    [thread] = [mark for mark in book.picture(t.state).marks if mark.kind == "thread"]
    assert (thread.at, thread.side, thread.rule) == ((Place(4, 1), Place(5, 1)), RED, "FR-55")


def goals(state: State) -> tuple[str, str]:
    return book.picture(state).tray.goals


def test_the_goals_tell_how_near_each_side_is() -> None:
    assert goals(table(field(6, 3, A1="H1→", E1="×l1", F3="m1↑")).state) == (
        "destroyed 1 of Blue's 2",
        "destroyed 0 of Red's 1",
    )
    flags = table(field(6, 3, A1="H1→", F3="m1↑", A3="R¶", F1="b¶"), flags=(2, 2))
    assert goals(flags.state) == ("took 1 of Blue's 2 flags", "took 1 of Red's 2 flags")
    held = table(field(6, 3, A1="H1→", F3="m1↑", F1="b¶"), flags=(0, 1), turn_limit=8, round=6)
    assert goals(held.state) == ("took 0 of Blue's 1 flag; round 6 of 8", "hold a flag for 8 rounds; round 6 of 8")
    quiet = table(field(6, 3, A1="H1→", F3="m1↑"), round=17, last_loss=1)
    assert goals(quiet.state)[0] == "destroyed 0 of Blue's 1; 16 of 20 rounds without a loss"


def test_a_move_is_drawn_along_its_way_and_a_shot_with_its_dice() -> None:
    t = table(field(8, 3, A1="M1→", H1="m1←"), rolled=(4, 5))
    events = list(book.decide(t.state, t.move("M1", 4, "C1↗"), SeededDice(1)))
    [drive] = book.tell(t.state, events[0]).strokes
    assert drive == Drive(t.unit("M1"), (Pose(0, 0, 90), Pose(1, 0, 90), Pose(2, 0, 90), Pose(2, 0, 45)))
    t = table(field(8, 1, A1="M1→", H1="m1↑"), phase=Phase.SHOOTING)
    before = t.state
    shown = book.preview(before, t.fire("M1", "m1")).odds
    fired = t.play(t.fire("M1", "m1"), (6, 5, 4))[0]
    assert book.tell(before, fired).strokes == (
        Throw((6, 5, 4), 11),
        Shot(t.unit("M1"), t.unit("m1"), "destroyed", shown, line=(Place(0, 0), Place(70, 0)), end="destroyed"),
    )
    assert shown is not None
    assert 0 < shown[Verdict.DESTROYED] < 1


# Why not


def why_not(t: Table, name: str) -> tuple[str, str] | None:
    refusal = book.survey(t.state, t.unit(name)).refusal
    return None if refusal is None else (refusal.rule, refusal.sentence)


def done(t: Table, name: str) -> str:
    """What a survey tells of a unit that has done its part: a fact, and no refusal."""
    survey = book.survey(t.state, t.unit(name))
    assert survey.refusal is None
    return survey.done


@rule("FR-18", "FR-19", "FR-61")
def test_a_survey_says_why_a_tank_cannot_move() -> None:
    drawing = field(8, 3, A1="M1→", A2="M2!→", A3="L1→", H1="m1!←")
    t = table(drawing, rolled=(3, 4), moved=["L1"])
    assert why_not(t, "M1") is None
    assert why_not(t, "m1") is None, "it is not its turn"
    assert why_not(t, "M2") == ("FR-61", "Medium 2 is damaged and no longer moves")
    assert done(t, "L1") == "Light 1 has moved"
    t = table(drawing, rolled=(3, 4), dice=())
    assert why_not(t, "M1") == ("FR-19", "Medium 1 has no die: Red had 2 and all are used")


@rule("FR-32", "FR-36")
def test_a_survey_says_why_a_tank_cannot_fire() -> None:
    t = table(field(8, 3, A1="M1→", A2="M2→", A3="H1→", C3="#", H1="m1←"), phase=Phase.SHOOTING, fired=["M2"])
    assert why_not(t, "M1") is None
    assert done(t, "M2") == "Medium 2 has fired"
    alone = table(field(8, 3, A3="H1→", C3="#", D3="#", H3="m1←"), phase=Phase.SHOOTING)
    assert why_not(alone, "H1") == ("FR-36", "Heavy 1 has no target: nothing is in its range, arc and sight")


@rule("FR-06")
def test_a_survey_says_where_a_tank_was_put_down() -> None:
    state: State = book.start(book.library.build("first-steps"))
    for order in (Begin(), ChooseFirst(RED)):
        for event in book.decide(state, order, SeededDice(1)):
            book.evolve(state, event)
    unit = next(unit for unit, tank in enumerate(state.tanks.units) if tank.side is state.side)
    assert book.survey(state, unit).refusal is None
    for event in book.decide(state, next(book.orders(state, unit)), SeededDice(1)):
        book.evolve(state, event)
    survey = book.survey(state, unit)
    assert survey.refusal is None
    assert survey.done == f"{state.name(unit, state.side)} stands on {state.place(state.tanks.units[unit].square)}"
