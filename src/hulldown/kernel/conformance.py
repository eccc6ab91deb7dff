"""The conformance kit: what every rulebook must hold, checked on games that play themselves.

Cheap checks run at each step: `faults` (the book's own invariants), progress, no refusal of a sampled order, a state
that follows from the events alone, sentences and citations. Dear ones run at every so-manieth: listed ⇔ accepted with
mutated orders, round trips through JSON, views and secrets, copies, undo, previews.

What is hidden is held at every order: beside the game runs a twin for each side, in which the other side hid something
else that sounds alike. While it is hidden, that side's listed orders, their mutants and its orders with fields of the
hidden ones are put to both games through the doors that players use, `Game.play`, `preview`, `orders` and `survey`, and
the answers are equal byte for byte. Asked on views this would hold by itself and prove nothing.
"""

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any

import msgspec

from hulldown.kernel.dice import DiceError, HeldDice, KeyedDice, Roll, ScriptedDice, SeededDice, Undecided
from hulldown.kernel.files import Fault
from hulldown.kernel.game import Act, Game, Played, hides
from hulldown.kernel.picture import Button, Picture, Place, Put, Tray
from hulldown.kernel.proof import prove
from hulldown.kernel.record import Record
from hulldown.kernel.replay import replay
from hulldown.kernel.rule import Refused
from hulldown.kernel.rulebook import Band, Rulebook, Survey
from hulldown.kernel.side import Side
from hulldown.kernel.template import filled
from hulldown.kernel.wire import decode, encode

Book = Rulebook[Any, Any, Any]
VIEWERS = (*Side, None)
PROMPT, LINE = 90, 20  # signs: what a prompt line holds, and a line of a button


class Nonconformity(AssertionError):
    """A promise that a rulebook does not keep."""


def _hold(promise: bool, what: str) -> None:
    if not promise:
        raise Nonconformity(what)


def play_through(
    book: Book, setup: Any, seed: int | str, most_orders: int = 20_000, dear_every: int = 50, exact: bool = True
) -> Game[Any, Any, Any]:
    """Plays one random game to its end under every check; raises `Nonconformity` at the first broken promise.

    `exact` says that listings are complete (grids): what is accepted is listed. On a free table they are samples. Where
    a book lets a game go on for ever, it sets the end that it has for games that nobody watches (`Library.bounded`).
    """
    game = Game(book, book.library.bounded(setup)[0], SeededDice(f"table {seed}"))
    chooser = SeededDice(f"chooser {seed}")
    twins = [Twin(game, seeker, f"twin {seed}") for seeker in Side]
    given: dict[type, Any] = {}  # the last order of each kind: to be tried where it does not belong
    while (side := game.to_act()) is not None:
        _hold(len(game.log) < most_orders, f"the game has not ended after {most_orders} orders")
        check_state(book, game.state)
        for twin in twins:
            twin.ask()
        dear = len(game.log) % dear_every == 0
        if dear:
            check_listing(book, game.state, chooser, exact, given.values())
            check_wire(book, game.state)
            check_position(book, game.state)
            check_view(book, game.state)
            check_secrets(book, game.state, chooser)
            check_refused_leaves_no_trace(game, chooser)
        before, bytes_before = game.state, encode(game.state)
        order = book.sample(book.view(before, side), chooser)
        _hold((refusal := book.refuse(before, order)) is None, f"sampled but refused: {order}: {refusal}")
        _hold(not (dear and exact) or order in book.orders(before), f"sampled but not listed: {order}")
        given[type(order)] = order
        events = game.play(order)
        _hold(encode(before) == bytes_before, f"playing {order} or sampling changed a state that was handed out")
        _hold(encode(game.state) != bytes_before, f"{order} changed nothing, so it could be given for ever")
        followed = encode(follow_events(book, before, events))
        _hold(followed == encode(game.state), f"{order} changed the state beside its events")
        last = game.log[-1]
        assert isinstance(last, Played)
        check_rolls(book, last.rolls)
        for twin in twins:
            twin.follow(before, last)
        if dear and not game.may_undo(side):
            check_undo(game, side)
    check_end(book, game.state, given.values())
    check_record(game)
    return game


def check_state(book: Book, state: Any) -> None:
    for fault in book.faults(state):
        raise Nonconformity(fault)
    acting, result = book.to_act(state), book.result(state)
    _hold((acting is None) == (result is not None), f"{acting!r} is to act while the result is {result}")


def check_position(book: Book, state: Any) -> None:
    """What everybody may ask is true: the turn is its side's unless a window is open, whoever may answer in it can, and
    declining is legal; what is still to be placed stands nowhere; and a mark is kept by a copy."""
    acting, window, units = book.to_act(state), book.window(state), book.units(state)
    _hold(window is not None or book.turn(state).side is acting, f"{acting!r} is to act in another side's turn")
    if window is not None:
        _hold(bool(window.kind) and bool(window.reactions), "a window is open for nothing, or for nobody")
        refusal = book.refuse(state, window.decline)
        _hold(refusal is None, f"the window '{window.kind}' cannot be declined: {refusal}")
        for one in window.reactions:
            able = units[one.unit].side is acting and any(book.orders(state, one.unit))
            _hold(able, f"unit {one.unit} is to answer in the window '{window.kind}', and cannot")
    for due in book.to_place(state):
        _hold(due.left > 0, f"no {due.name} is left, yet it is still to be placed")
        if due.unit is not None:
            beside = units[due.unit].side is acting and units[due.unit].pose is None
            _hold(beside, f"unit {due.unit} is still to be placed, and does not wait beside the table")
    _hold(hash(book.mark(state)) == hash(book.mark(state.copy())), "a copy of a position is marked otherwise")


def check_end(book: Book, state: Any, orders: Iterable[Any]) -> None:
    """A game that is over has a result by a rule of its book, and takes no order."""
    check_state(book, state)
    _hold(not list(book.orders(state)), "the game is over, yet orders are listed")
    for order in orders:
        _hold(book.refuse(state, order) is not None, f"the game is over, yet {order} is accepted")
    if (result := book.result(state)) is not None:
        _hold(result.rule in book.rules, f"the game ended by {result.rule!r}, which is no rule of {book.id}")


def check_listing(book: Book, state: Any, dice: KeyedDice, exact: bool = True, others: Iterable[Any] = ()) -> None:
    """Listed ⇒ accepted, no twins, and on grids accepted ⇒ listed.

    Tried with orders that are nearly right, and with `others`, which were right at another time.
    """
    before = encode(state)
    try:
        _check_listing(book, state, dice, exact, others)
    finally:  # else a changed state would be noticed by something that only follows from it
        _hold(encode(state) == before, "listing, judging or trying orders changed the state")


def _check_listing(book: Book, state: Any, dice: KeyedDice, exact: bool, others: Iterable[Any]) -> None:
    listed = list(book.orders(state))
    _hold(bool(listed), "a side is to act and has no order")
    known = set(map(encode, listed))
    _hold(len(known) == len(listed), "an order is listed twice")
    for order in listed:
        refusal = book.refuse(state, order)
        _hold(refusal is None, f"listed but refused: {order}: {refusal}")
    for order in _some(listed, 20):
        _check_preview(book, state, order)
    for order in (*others, *mutants(listed, dice)):
        if _again(order, book.order_type) != order:
            continue  # it could not come over the wire
        if (refusal := book.refuse(state, order)) is not None:
            _hold(refusal.rule in book.rules, f"{order} is refused by {refusal.rule!r}, which is no rule of {book.id}")
            if refusal.nearest is not None:
                _hold(book.refuse(state, refusal.nearest) is None, f"the nearest to {order} is refused as well")
        elif encode(order) not in known:
            _hold(not exact, f"accepted but not listed: {order}")
            after, _ = _tried(book, state, order)
            check_state(book, after)
        _check_preview(book, state, order)
    check_units(book, state, listed)


def check_units(book: Book, state: Any, listed: list[Any]) -> None:
    """The listing of one unit is a part of the whole, with each order that names the unit; it can be surveyed.

    So can each unit that is still to be placed.
    """
    known = set(map(encode, listed))
    named = {unit for order in listed if (unit := book.unit_of(order)) is not None}
    for unit in sorted(named.union(due.unit for due in book.to_place(state) if due.unit is not None)):
        own = {encode(order) for order in book.orders(state, unit)}
        _hold(own <= known, f"unit {unit} lists an order that the whole listing lacks")
        its = {encode(order) for order in listed if book.unit_of(order) == unit}
        _hold(its <= own, f"unit {unit} does not list every order that names it")
        check_survey(book, state, unit)


def mutants(listed: list[Any], dice: KeyedDice, most: int = 60) -> Iterator[Any]:
    """Orders nearly like the listed ones: a number one off or far off, another member, a field of another order."""
    for _ in range(most):
        order, donor = listed[dice.pick(len(listed))], listed[dice.pick(len(listed))]
        fields = order.__struct_fields__
        if not fields:
            continue
        name = fields[dice.pick(len(fields))]
        value = getattr(order, name)
        if isinstance(value, bool):
            value = not value
        elif isinstance(value, Enum):
            members = list(type(value))
            value = members[dice.pick(len(members))]
        elif isinstance(value, int):
            value = (value + 1, value - 1, value + 37, dice.pick(1000), -1)[dice.pick(5)]
        else:
            value = getattr(donor, name, value)
        yield msgspec.structs.replace(order, **{name: value})


def _again(value: Any, kind: Any) -> Any:
    """A value after JSON there and back; nothing, if it is not to be read."""
    try:
        return decode(encode(value), kind)
    except Fault:
        return None


def _some(things: list[Any], most: int) -> list[Any]:
    return things[:: max(1, len(things) // most)]


def _check_preview(book: Book, state: Any, order: Any) -> None:
    preview = book.preview(state, order)
    _hold(preview.refusal == book.refuse(state, order), f"preview and judge differ over {order}")
    if preview.odds is not None:
        _hold(sum(preview.odds.values()) == 1, f"the chances of {order} do not make 1")


def _tried(book: Book, state: Any, order: Any) -> tuple[Any, tuple[Any, ...]]:
    """An order on a copy, with dice of its own that fall alike each time."""
    after, dice, events = state.copy(), SeededDice("tried"), []
    for event in book.decide(after, order, dice):
        book.evolve(after, event)
        events.append(event)
    return after, tuple(events)


def check_wire(book: Book, state: Any) -> None:
    """JSON there and back gives the same state, orders included, and the copy plays alike."""
    text = encode(state)
    again = _again(state, book.state_type)
    _hold(encode(again) == text, "a state does not survive JSON")
    listed = list(book.orders(state))
    _hold(
        [encode(order) for order in book.orders(again)] == list(map(encode, listed)), "a decoded state lists otherwise"
    )
    for order in _some(listed, 20):
        _hold(_again(order, book.order_type) == order, f"{order} does not survive JSON")
    for order in _some(listed, 3):
        (after, events), (after_again, events_again) = _tried(book, state, order), _tried(book, again, order)
        alike = events == events_again and encode(after) == encode(after_again)
        _hold(alike, f"a decoded state plays {order} otherwise")


def check_view(book: Book, state: Any) -> None:
    """A view is a state that bots can use, and looking at it changes nothing."""
    before = encode(state)
    for viewer in VIEWERS:
        view = book.view(state, viewer)
        _hold(book.to_act(view) == book.to_act(state), "a view differs in who is to act")
        _hold(encode(book.view(view, viewer)) == encode(view), "a view of a view is another")
        _hold(encode(_again(view, book.state_type)) == encode(view), "a view does not survive JSON")
        _hold(bool(book.draw(view)), "a view cannot be drawn")
        check_picture(book, view, book.picture(view))
        _hold(view is state or encode(view) != before, "a view that hides nothing is not the state itself")
    acting = book.to_act(state)
    if acting is not None:
        for unit in sorted({todo.unit for todo in book.picture(state).tray.todo}):
            check_survey(book, state, unit)
        listed = [encode(order) for order in book.orders(book.view(state, acting))]
        _hold(listed == [encode(order) for order in book.orders(state)], "a side's view lists other orders than it has")
    _hold(encode(state) == before, "viewing changed the state")


def check_picture(book: Book, state: Any, picture: Picture) -> None:
    """A picture names its terrain and its rules, survives JSON, and offers only orders that are legal."""
    _hold(picture.terrain == book.terrain(state).id, "a picture names another terrain than the book's")
    _hold(bool(decode(encode(picture), Picture)), "a picture does not survive JSON")
    tray = picture.tray
    _hold(tray.side == book.to_act(state), "a picture differs in who is to act")
    _hold(
        0 < len(tray.prompt) <= PROMPT or tray.side is None, f"a picture asks for nothing, or too much: {tray.prompt}"
    )
    check_shown(book, state, tray)
    if tray.side is None:
        _hold(not tray.buttons and not tray.spots, "the game is over, yet the picture offers orders")
        return
    rows, totals = (tray.plan.rows, tray.plan.totals) if tray.plan else ((), ())
    offers = picture.marks, tray.buttons, tray.spots, rows, totals, tray.puts, tray.commands
    cited = [thing.rule for things in offers for thing in things]
    cited += [badge.rule for piece in picture.pieces for badge in piece.badges]
    cited += [tray.slots.rule] if tray.slots else []
    for rule in (tray.rule, *cited):
        _hold(rule in book.rules, f"a picture cites {rule!r}, which is no rule of {book.id}")
    offered = [button.order for button in tray.buttons]
    offered += [filled(spots.order, cell=cell) for spots in tray.spots for cell in _some([*spots.cells], 5)]
    offered += [row.order for row in rows if row.order is not None]
    for die in tray.commands:
        idle = die.state == "ready" or not (die.units or die.put)
        _hold(idle, f"the die {die.name!r} is {die.state}, and yet has somewhere to go")
        offered += [filled(die.order, unit=unit) for unit in _some([*die.units], 5)]
    for offer in offered:
        order = decode(encode(offer), book.order_type)
        _hold(book.refuse(state, order) is None, f"the picture offers {order}, which is refused")
    for button in tray.buttons:
        check_button(book, state, tray, button)
    for put in (*tray.puts, *[die.put for die in tray.commands if die.put is not None]):
        check_put(book, state, put)
    early = tray.plan and not tray.plan.fixed and any(row.order is not None for row in rows)
    _hold(not early, "a plan that is not fixed has rows that are due")
    for total in totals:
        _hold(sum(total.odds.values()) == 1, f"the chances of a plan for unit {total.target} do not make 1")


def check_shown(book: Book, state: Any, tray: Tray) -> None:
    """A tray shows the turn, the window and what is to be placed as they are, and whoever it says can act can."""
    turn, window = book.turn(state), book.window(state)
    _hold((tray.round, tray.phase) == (turn.round, turn.phase), "a picture shows another turn")
    _hold(tray.window == (window.kind if window else ""), f"a picture shows the window '{tray.window}'")
    if window is not None:
        able = sorted([(todo.unit, todo.mode, todo.chance) for todo in tray.todo])
        answered = able == sorted([(one.unit, one.mode, one.chance) for one in window.reactions])
        passed = [encode(button.order) for button in tray.buttons] == [encode(window.decline)]
        _hold(answered and passed, f"the window '{tray.window}' lacks its one pass, or who may and how well")
    beside = {due.unit for due in book.to_place(state) if due.unit is not None}
    _hold(beside <= {todo.unit for todo in tray.todo}, "a picture does not show what is still to be placed")


def check_button(book: Book, state: Any, tray: Tray, button: Button) -> None:
    """A button says what comes of it: if dice fall, who acts next unless they decide it, and whom it leaves behind."""
    after, dice = state.copy(), SeededDice("a button")
    for event in book.decide(after, decode(encode(button.order), book.order_type), dice):
        book.evolve(after, event)
    told = f"'{button.label}' says '{button.then}'"
    _hold(button.rolls == bool(dice.rolls), f"{told}, and dice fall or do not fall otherwise")
    open_end = button.rolls and button.next is None
    _hold(open_end or button.next == book.to_act(after), f"{told}, and then somebody else is to act")
    _hold(0 < len(button.then) <= LINE and len(button.still) <= LINE, f"{told} and '{button.still}': it has no room")
    _hold({*button.units} <= {todo.unit for todo in tray.todo}, f"'{button.label}' leaves behind who has nothing to do")
    counted = not button.units or button.still.startswith(f"{len(button.units)} ")
    _hold(counted, f"'{button.label}' says '{button.still}' of {len(button.units)} units")


def check_put(book: Book, state: Any, put: Put) -> None:
    """What is put on a free table is an order but for its place, and is judged wherever it is carried."""
    _hold(put.rule in book.rules, f"'{put.label}' cites {put.rule!r}, which is no rule of {book.id}")
    _hold(put.heading == 0 or put.turns, f"'{put.label}' has a heading and cannot be turned")
    for zone in put.zones or ((Place(0, 0),),):
        xs, ys = [place.x for place in zone], [place.y for place in zone]
        for x, y in ((sum(xs) // len(xs), sum(ys) // len(ys)), (xs[0], ys[0]), (max(xs) + 1, max(ys) + 1)):
            order = decode(encode(filled(put.order, x=x, y=y, heading=put.heading)), book.order_type)
            _judged(book, state, order)


def _judged(book: Book, state: Any, order: Any) -> None:
    """Whatever it is, an order is accepted, or refused by a rule of the book, and its preview says the same."""
    refusal = book.refuse(state, order)
    if refusal is not None:
        _hold(refusal.rule in book.rules, f"{order} is refused by {refusal.rule!r}, which is no rule of {book.id}")
    _check_preview(book, state, order)


def check_survey(book: Book, state: Any, unit: int) -> None:
    """A survey is of its unit, and every pose, aim and deed that it offers is a legal order.

    Where it has a refusal, there is nothing of what that refuses: no pose, and no aim that is legal.
    """
    survey = book.survey(state, unit)
    _hold(survey.unit == unit, f"the survey of unit {unit} is of another")
    for band in survey.bands:
        _hold(band.rule in book.rules, f"a band cites {band.rule!r}, which is no rule of {book.id}")
        _hold(len(band.poses) == len(band.steps) == len(band.before), "a band's poses, steps and ways differ in number")
        _hold(len(band.trails) in (0, len(band.poses)), "a band's poses and trails differ in number")
        _hold(len(band.strides) in (0, len(band.poses)), "a band's poses and strides differ in number")
        for at in _some([*range(len(band.poses))], 10):
            pose = band.poses[at]
            if band.strides:
                check_way(book, state, survey, band, pose)
                continue
            towed = {"trail": band.trails[at]} if band.trails else {}
            whole = filled(band.order, cell=pose >> 3, facing=pose & 7, **towed)
            order = decode(encode(whole), book.order_type)
            _hold(book.refuse(state, order) is None, f"the survey offers {order}, which is refused")
    closed = {mode.name: mode.refusal is not None for mode in survey.modes}
    for aim in survey.aims:
        order = decode(encode(aim.order), book.order_type)
        _hold(book.refuse(state, order) == aim.preview.refusal, f"the survey judges {order} otherwise")
        _hold((aim.unit is None) != (aim.cell is None), f"{order} is aimed at neither a unit nor a cell, or at both")
        _hold(not closed or aim.mode in closed, f"{order} is aimed in the mode {aim.mode!r}, which the survey lacks")
        open_shot = aim.preview.refusal is None and closed.get(aim.mode, False)
        _hold(not open_shot, f"{order} is legal in the mode {aim.mode!r}, which the survey says is closed")
    for deed in survey.deeds:
        order = decode(encode(deed.order), book.order_type)
        _hold(book.refuse(state, order) is None, f"the survey offers the deed {order}, which is refused")
    check_free_survey(book, state, survey)
    idle = not survey.bands and survey.move is None and all(aim.preview.refusal for aim in survey.aims)
    _hold(survey.refusal is None or idle, f"the survey of unit {unit} says why not, and offers it")
    _hold(survey.refusal is None or not survey.done, f"the survey of unit {unit} refuses what it did")
    still = not survey.bands and survey.move is None
    _hold(survey.stays is None or still, f"the survey of unit {unit} says why it stays, and offers ways")
    cited = [thing.rule for things in (survey.deeds, survey.outlines) for thing in things]
    cited += [refusal.rule for refusal in (survey.refusal, survey.stays) if refusal]
    for rule in (*cited, *[mode.refusal.rule for mode in survey.modes if mode.refusal is not None]):
        _hold(rule in book.rules, f"a survey cites {rule!r}, which is no rule of {book.id}")


def check_free_survey(book: Book, state: Any, survey: Survey) -> None:
    """On a free table: a path completes the order to move, a place what is put or aimed, a length what is dropped."""
    if survey.move is not None:
        for path in ([], [[0, 1000]], [[30, 5000], [-60, 2000]]):
            order = decode(encode(filled(survey.move, **_entered(survey), path=path)), book.order_type)
            _hold(book.unit_of(order) == survey.unit, f"the survey of unit {survey.unit} moves another")
            _judged(book, state, order)
    for put in (*survey.puts, *[mode.put for mode in survey.modes if mode.put is not None]):
        check_put(book, state, put)
    for mode in survey.modes:
        open_mode = mode.refusal is None or (mode.put is None and mode.order is None)
        _hold(open_mode, f"the mode {mode.name!r} is closed, and yet can be aimed")
        if mode.order is not None:
            _hold(bool(mode.path), f"the mode {mode.name!r} drops along a path, and has none")
            for along in (0, 1000):
                _judged(book, state, decode(encode(filled(mode.order, along=along)), book.order_type))


def _entered(survey: Survey) -> dict[str, int]:
    """Where a unit that comes back on begins: at the first end of its line."""
    if survey.entry is None:
        return {}
    (line,) = survey.entry.zones
    _hold(len(line) == 2, f"unit {survey.unit} does not come back on a line")
    return {"x": line[0].x, "y": line[0].y, "heading": survey.entry.heading}


def check_way(book: Book, state: Any, survey: Survey, band: Band, pose: int) -> None:
    """Strides lead to a pose without dice, each legal while the enemy lets it pass, and cost what the band says."""
    ways = {
        at: (before, stride)
        for other in survey.bands
        if other.reverse is band.reverse
        for at, before, stride in zip(other.poses, other.before, other.strides, strict=False)
    }
    start, side, way, at = _pose_of(book, state, survey.unit), book.to_act(state), list[Any](), pose
    while at != start and at in ways and len(way) < len(ways):
        at, stride = ways[at]
        way.append(decode(encode(stride), book.order_type))
    _hold(at == start, f"the way to pose {pose} begins at {at}, and unit {survey.unit} stands at {start}")
    for order in reversed(way):
        refusal = book.refuse(state, order)
        _hold(refusal is None, f"the way to pose {pose} has {order}, which is refused: {refusal}")
        state = _held(book, state, order)
        while book.to_act(state) is not side and (window := book.window(state)) is not None:
            state = _held(book, state, window.decline)
    end = _pose_of(book, state, survey.unit)
    _hold(end == pose, f"the way to pose {pose} ends at {end}")
    left = band.token - band.steps[band.poses.index(pose)]
    for rest in book.survey(state, survey.unit).bands:
        _hold(rest.token == left, f"the way to pose {pose} leaves {rest.token}, and the band says {left}")


def _held(book: Book, state: Any, order: Any) -> Any:
    """The state after an order that rolls no dice."""
    after = state.copy()
    try:
        for event in book.decide(after, order, HeldDice()):
            book.evolve(after, event)
    except Undecided as rolled:
        raise Nonconformity(f"{order} is a stride or a pass, and rolls dice for {rolled}") from None
    return after


def _pose_of(book: Book, state: Any, unit: int) -> int | None:
    """Where a unit stands and which way it faces, as bands number it."""
    terrain, pose = book.terrain(state), book.units(state)[unit].pose
    if pose is None:
        return None
    facing = (pose.bearing // 60 - 1) % 6 if terrain.table == "hexes" else pose.bearing // 45  # a hex's 0 is north-east
    return (pose.y * terrain.columns + pose.x) * 8 + facing


def check_secrets(book: Book, state: Any, dice: KeyedDice, most: int = 8) -> None:
    """What a viewer sees follows from what it has heard, and a viewer hears nothing that it may not see.

    The same dice fall for some orders of the side to act. Two that sound alike must look alike; and two that differ
    only in what a viewer does not see must sound alike.
    """
    acting = book.to_act(state)
    listed = list(book.orders(state))
    chosen = [listed[dice.pick(len(listed))] for _ in range(most)]
    tried = [(order, *_tried(book, state, order)) for order in chosen]
    for viewer in VIEWERS:
        if viewer is acting:
            continue
        known: list[tuple[Any, bytes, bytes, bytes]] = []
        for order, after, events in tried:
            heard = encode(list(heard_by(book, state, events, viewer)))
            seen, whole = encode(book.view(after, viewer)), encode(after)
            for other, also_heard, also_seen, also_whole in known:
                if heard == also_heard:
                    _hold(seen == also_seen, f"{_name(viewer)} sees {order} apart from {other} without hearing it")
                elif seen == also_seen and whole != also_whole:
                    raise Nonconformity(f"{_name(viewer)} hears {order} apart from {other} without seeing it")
            known.append((order, heard, seen, whole))


def _name(viewer: Side | None) -> str:
    return "a spectator" if viewer is None else viewer.label


def heard_by(book: Book, state: Any, events: Iterable[Any], viewer: Side | None) -> Iterator[Any]:
    """What a viewer hears of the events of one order."""
    state = state.copy()
    for event in events:
        if (heard := book.hear(state, event, viewer)) is not None:
            yield heard
        book.evolve(state, event)


class Twin:
    """A game beside the game: in it the other side hides something else, and `seeker` cannot tell the two apart.

    It begins with the first order that is hidden from the seeker, and ends when nothing is hidden any more. The same
    dice fall in both.
    """

    def __init__(self, game: Game[Any, Any, Any], seeker: Side, seed: int | str) -> None:
        self.game, self.seeker = game, seeker
        self.book: Book = game.rulebook
        self.other: Game[Any, Any, Any] | None = None  # while the two differ
        self.hidden: list[Any] = []  # the orders of both games that the seeker did not hear
        self.asked = 0
        self._chooser = SeededDice(f"{seed} {seeker.label}")

    def follow(self, before: Any, played: Played) -> None:
        """Gives the order that was played from `before`, or where it is hidden another that sounds alike."""
        mine, twin = played.side is self.seeker, self.other
        if mine and twin is None:
            return
        heard = self._heard(before, played.events)
        secret = not mine and heard != encode(played.events)
        if twin is None:
            if not secret:
                return
            twin = self.game.copy(HeldDice())
            twin.state = before
        for order in self._others(twin, played) if secret else (played.order,):
            given, also_heard = self._given(twin, order, played)
            if also_heard == heard:
                self.hidden += [played.order, order] if secret else []
                self.other = given if self.other is not None or order != played.order else None
                break
        else:
            told = f"{self.seeker.label} learns what is hidden by {played.order}"
            _hold(not mine or self._is_open(self.game.state, given.state), told)
            self.other = None
        if self.other is not None:
            for viewer in (self.seeker, None):
                one, other = (encode(self.book.view(game.state, viewer)) for game in (self.game, self.other))
                _hold(one == other, f"{_name(viewer)} sees what is hidden without hearing of it")
            self.other = None if self._is_open(self.game.state) else self.other

    def _others(self, twin: Game[Any, Any, Any], played: Played) -> Iterator[Any]:
        """Orders that may sound like the one that was played, and at last that one."""
        view = self.book.view(twin.state, played.side)
        yield from (self.book.sample(view, self._chooser) for _ in range(8))
        yield played.order

    def _given(self, twin: Game[Any, Any, Any], order: Any, played: Played) -> tuple[Game[Any, Any, Any], bytes]:
        """The twin after an order, and what is heard of it; where it cannot be played there, nothing is heard."""
        given = twin.copy(ScriptedDice([roll.faces for roll in played.rolls], [roll.rule for roll in played.rolls]))
        try:
            return given, self._heard(twin.state, given.play(order))
        except (Refused, DiceError):
            return given, b""

    def _heard(self, state: Any, events: Iterable[Any]) -> bytes:
        return encode(list(heard_by(self.book, state, events, self.seeker)))

    def _is_open(self, *states: Any) -> bool:
        """Whether in one of these states nothing is hidden from the seeker: then all may be told."""
        return any(not hides(self.book, state, self.seeker) for state in states)

    def ask(self) -> None:
        """Puts questions to both games, where the seeker is to act."""
        if self.other is None or self.game.to_act() is not self.seeker:
            return
        listed, also = list(self.game.orders()), list(self.other.orders())
        _hold(encode(listed) == encode(also), f"{self.seeker.label}'s orders tell what is hidden")
        for order in self.questions(listed):
            (answer, after), (other, other_after) = self._answer(self.game, order), self._answer(self.other, order)
            told = f"{self.seeker.label} learns what is hidden by {order}: {answer.decode()} or {other.decode()}"
            _hold(answer == other or self._is_open(after, other_after), told)
        units = list(self.book.units(self.book.view(self.game.state, self.seeker)))
        for unit in (units[self._chooser.pick(len(units))] for _ in range(3)):
            one, other = (encode(game.survey(unit)) for game in (self.game, self.other))
            _hold(one == other, f"{self.seeker.label} learns what is hidden by a survey of unit {unit}")

    def questions(self, listed: list[Any]) -> Iterator[Any]:
        """Orders of the seeker: listed ones, nearly right ones, and such as name what the other side hides."""
        yield from _some(listed, 8)
        yield from mutants(listed, self._chooser, 12)
        for _ in range(12):
            order, hidden = (them[self._chooser.pick(len(them))] for them in (listed, self.hidden))
            yield hidden
            for field in order.__struct_fields__:
                for value in (getattr(hidden, name) for name in hidden.__struct_fields__):
                    if type(value) is type(getattr(order, field)):
                        yield msgspec.structs.replace(order, **{field: value})

    def _answer(self, game: Game[Any, Any, Any], order: Any) -> tuple[bytes, Any]:
        """All that an order is answered with, on a copy, and the state after it."""
        self.asked += 1
        ahead = game.copy(SeededDice("asked"))
        preview = encode(game.preview(order))
        try:
            heard = self._heard(game.state, ahead.play(order))
        except Refused as refused:
            return preview + encode(refused.refusal), game.state
        refusal = self.book.refuse(game.state, order)
        _hold(refusal is None, f"{order} is legal on {self.seeker.label}'s view and not on the table: {refusal}")
        return preview + heard, ahead.state


def play_hidden(book: Book, setup: Any, seed: int | str, most_orders: int = 2000) -> int:
    """Plays a random game beside its twins until all is revealed; how many questions were put to both."""
    game, chooser = Game(book, setup, SeededDice(f"table {seed}")), SeededDice(f"chooser {seed}")
    twins = [Twin(game, seeker, f"twin {seed}") for seeker in Side]
    while (side := game.to_act()) is not None and len(game.log) < most_orders:
        was = hides(book, game.state, None)
        for twin in twins:
            twin.ask()
        before = game.state
        game.play(book.sample(book.view(before, side), chooser))
        last = game.log[-1]
        assert isinstance(last, Played)
        for twin in twins:
            twin.follow(before, last)
        if was and not hides(book, game.state, None):
            break
    return sum(twin.asked for twin in twins)


def check_refused_leaves_no_trace(game: Game[Any, Any, Any], dice: KeyedDice) -> None:
    state, position = game.state, len(game.log)
    rolled = getattr(game.dice, "number", 0)
    text = encode(state)
    for order in mutants(list(game.orders()), dice, 10):
        if game.rulebook.refuse(state, order) is None:
            continue
        try:
            game.play(order)
        except Refused:
            pass
        else:
            raise Nonconformity(f"{order} was refused and played all the same")
        _hold(
            game.state is state and len(game.log) == position and getattr(game.dice, "number", 0) == rolled,
            f"the refused {order} left a trace",
        )
    _hold(encode(state) == text, "a refused order changed the state")


def check_undo(game: Game[Any, Any, Any], side: Side) -> None:
    """Undo after an order without dice brings the very state back, and the order can be played again alike."""
    last = game.log[-1]
    assert isinstance(last, Played)
    after = encode(game.state)
    game.undo(side)
    _hold(game.to_act() == side, "after an undo another side is to act")
    _hold(
        game.play(last.order) == last.events and encode(game.state) == after, f"{last.order} plays otherwise after undo"
    )


def check_rolls(book: Book, rolls: Iterable[Roll]) -> None:
    for roll in rolls:
        _hold(roll.rule in book.rules, f"dice fell for {roll.rule!r}, which is no rule of {book.id}")


def follow_events(book: Book, state: Any, events: Iterable[Any]) -> Any:
    """The state that events alone lead to.

    On the way every event, as it is and as each viewer hears it, survives JSON, has a sentence and cites rules.
    """
    state = state.copy()
    for event in events:
        check_sentence(book, state, event)
        for viewer in VIEWERS:
            heard = book.hear(state, event, viewer)
            if heard is not None and heard is not event:
                check_sentence(book, book.view(state, viewer), heard)
        book.evolve(state, event)
    return state


def check_sentence(book: Book, state: Any, event: Any) -> None:
    _hold(_again(event, book.event_type) == event, f"{event} does not survive JSON")
    told = book.tell(state, event)
    _hold(bool(told.sentence) and told.sentence[-1] in ".!", f"{event} is told as {told.sentence!r}")
    for rule in told.rules:
        _hold(rule in book.rules, f"{event} cites {rule!r}, which is no rule of {book.id}")


def check_told(book: Book, game: Game[Any, Any, Any]) -> None:
    """The whole log of a game can be told, acts of the table included."""
    state = book.start(game.setup)
    positions: list[Any] = []
    for entry in game.log:
        positions.append(state)
        if isinstance(entry, Played):
            state = follow_events(book, state, entry.events)
        elif isinstance(entry, Act) and entry.to is not None:
            state = positions[entry.to]
    _hold(encode(state) == encode(game.state), "the log leads to another state than the game's")


def check_record(game: Game[Any, Any, Any]) -> None:
    """The record replays to the same state, and verifies."""
    record = Record.parse(game.record().text())
    twin = replay(record, game.rulebook)
    _hold(encode(twin.state) == encode(game.state), "the record replays to another state")
    report = prove(record, game.rulebook)
    _hold(report.replays and not report.problems, f"the record does not verify: {report.problems}")
