"""The phases at the table: what a side is asked in each, who can still do something, and the buttons."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial
from itertools import starmap

from hulldown.kernel.picture import (
    Button,
    Todo,
)
from hulldown.kernel.rulebook import Preview
from hulldown.kernel.turn import Reaction, Window
from hulldown.rulebooks.panzerkampf import (
    campaign,
    deployment,
    driving,
    engineers,
    indirect,
    orders,
    shooting,
)
from hulldown.rulebooks.panzerkampf.judging import refuse
from hulldown.rulebooks.panzerkampf.orders import Order
from hulldown.rulebooks.panzerkampf.setup import EDGES, OPPOSITE, command_dice
from hulldown.rulebooks.panzerkampf.sight import sees
from hulldown.rulebooks.panzerkampf.state import State, Where
from hulldown.rulebooks.panzerkampf.table.showing import COUNTER
from hulldown.rulebooks.panzerkampf.table.telling import many, zone_rule
from hulldown.rulebooks.panzerkampf.timing import FIRST_TURN
from hulldown.rulebooks.scenes import ALL_STAND, DICE_DECIDE, Asked, Scene, Todos, best, still, urgent


def _dice(count: int) -> str:
    return f"{count} command {'die' if count == 1 else 'dice'}"


def _asked_to_begin(state: State) -> Asked:
    return ("roll for the two choices", "PK-83") if state.setup.campaign == "standard" else ("begin", "PK-02")


def _asked_to_choose(state: State) -> Asked:
    if state.setup.campaign == "escort":
        return "assign the edges", "PK-89"
    if state.chosen:
        return "choose your side of the table", "PK-83"
    return ("choose who deploys first" if state.edges[0] else "choose your side, or who deploys first"), "PK-83"


def _asked_to_deploy(state: State) -> Asked:
    return f"deploy {many(deployment.left_in_batch(state), 'unit')} now", zone_rule(state, state.side)


def _asked_for_first(state: State) -> Asked:
    return "choose the first turn or the second", FIRST_TURN[state.setup.campaign].id


def _asked_to_roll(state: State) -> Asked:
    return f"roll {_dice(command_dice(state.setup))}", "PK-105"


def _asked_to_move(state: State) -> Asked:
    if owed := len(driving.owed(state)):
        return f"move your units; {many(owed, 'plane')} must fly", "PK-22"
    return "move your units", "PK-02"


def _asked_to_answer(state: State) -> Asked:
    return "counter-attack, or pass; a weapon used now is silent when you shoot next", "PK-60"


def _asked_to_fire(state: State, todo: Todos) -> Asked:
    return f"{state.acting.label}: {'fire your weapons' if todo else 'nobody has anything to shoot at'}.", "PK-25"


def _asked_at_start(state: State) -> Asked:
    if campaign.relief_due(state, state.side, state.turn):
        if not state.relief:
            return "choose the edge of your large army", "PK-101"
        return f"deploy your large army, {many(len(deployment.waiting(state, state.side)), 'unit')} to come", "PK-101"
    if deployment.buys(state) and deployment.kinds(state):
        return f"buy reinforcements for {state.bank} points, or go on", "PK-94"
    return "use the dice of the start of the turn, or go on", "PK-105"


def _legal(state: State, offered: Iterable[Button]) -> Iterator[Button]:
    """The orders that need nothing more, as far as they are legal."""
    return (button for button in offered if refuse(state, button.order) is None)


def _begin(state: State, todo: Todos) -> Iterator[Button]:
    label, rule = ("Roll for the choices", "PK-83") if state.setup.campaign == "standard" else ("Begin", "PK-02")
    yield Button(label, orders.Begin(), rule, then=DICE_DECIDE)


def _first(state: State, todo: Todos) -> Iterator[Button]:
    rule = FIRST_TURN[state.setup.campaign].id
    yield Button(f"{state.acting.label} has the first turn", orders.TakeTurn(True), rule)
    yield Button(f"{state.acting.other.label} has the first turn", orders.TakeTurn(False), rule)


def _roll(state: State, todo: Todos) -> Iterator[Button]:
    label = f"Roll {_dice(command_dice(state.setup))}"
    yield Button(label, orders.RollCommand(), "PK-105", then="then use them", next=state.side)


def _go_on(state: State, todo: Todos) -> Iterator[Button]:
    edges = [Button(f"Come in at the {edge} edge", orders.TakeEdge(edge), "PK-101") for edge in EDGES]
    yield from _legal(state, [*edges, Button("Go on to the movement", orders.EndStart(), "PK-02")])


def _end_movement(state: State, todo: Todos) -> Iterator[Button]:
    left = tuple([row.sentence for row in todo])
    yield from _legal(state, [Button("End the movement", orders.EndMovement(), "PK-02", left, **still(todo, "move"))])


def _pass(state: State, todo: Todos) -> Iterator[Button]:
    yield Button("Pass", orders.Pass(), "PK-58")


def _end_turn(state: State, todo: Todos) -> Iterator[Button]:
    left = tuple([row.sentence for row in todo])
    guns = tuple([row for row in todo if not row.mode])
    yield Button("End the turn", orders.EndTurn(), "PK-02", left, **still(guns or todo, "fire" if guns else "work"))


def _choices(state: State, todo: Todos) -> Iterator[Button]:
    """PK-83, PK-89: table sides, who deploys first, or the two edges of an escort."""
    return _legal(state, starmap(Button, _to_choose(state)))


def _to_choose(state: State) -> Iterator[tuple[str, Order, str]]:
    side, other = state.acting.label, state.acting.other.label
    if state.setup.campaign == "escort":
        for edge in EDGES:
            for own in [own for own in EDGES if own not in (edge, OPPOSITE[edge])]:
                yield f"{other} {edge}, {side} {own}", orders.AssignEdges(edge, own), "PK-89"
        return
    yield from [(f"Take the {edge} edge", orders.TakeEdge(edge), "PK-83") for edge in EDGES]
    yield f"{side} deploys first", orders.SetUpFirst(True), "PK-83"
    yield f"{other} deploys first", orders.SetUpFirst(False), "PK-83"


def chance_of(seen: Preview) -> Fraction:
    """The chance that a shot or a tool has any effect."""
    return 1 - (seen.odds or {}).get("nothing", Fraction(1))


def _arrivals(state: State) -> Iterator[Todo]:
    for due in deployment.to_deploy(state):
        if due.unit is not None:
            yield Todo(due.unit, f"{due.name}: {due.left} to deploy")


def _movers(state: State) -> Todos:
    owed, todo = driving.owed(state), list[Todo]()
    for unit, piece in enumerate(state.units):
        if piece.side is state.side and driving.may_act(state, unit) is None:
            todo.append(Todo(unit, f"{state.name(unit, state.side)} {'must fly' if unit in owed else 'can move'}"))
    return urgent(todo, partial(_in_sight, state))


def _in_sight(state: State, unit: int) -> bool:
    """Whether a unit stands in sight of an enemy."""
    piece = state.units[unit]
    if piece.where is not Where.TABLE:
        return False
    return any(sees(state, enemy, (piece.x, piece.y), unit) for enemy in state.standing(piece.side.other))


def _shooters(state: State) -> Todos:
    """PK-26: who has something to fire at, or else to work on with a tool; wrecks and crates do not count."""
    todo = []
    for unit in state.standing(state.side):
        name, chances = state.name(unit, state.side), _chances(state, unit)
        if chances or indirect.shells(state, unit) or indirect.bombs(state, unit):
            todo.append(Todo(unit, f"{name} can fire", best(chances)))
        elif (tool := _tool(state, unit)) is not None:
            todo.append(Todo(unit, f"{name} can use its {tool}", mode=tool))
    return urgent(todo, partial(_in_sight, state))


def _chances(state: State, unit: int) -> list[Fraction]:
    """PK-33: the chances of a unit's shots at enemies to have any effect, as far as they have one."""
    aimed = [order for order in _aimed(state, unit) if state.weapon(unit, order.weapon).use == "fire"]
    return [chance for order in aimed if (chance := chance_of(shooting.preview(state, order)))]


def _aimed(state: State, unit: int) -> list[orders.Fire]:
    """What a unit can aim at, wrecks and crates aside."""
    shots = [order for order in shooting.shots(state, unit) if isinstance(order, orders.Fire)]
    return [order for order in shots if not state.units[order.target].wreck]


def _tool(state: State, unit: int) -> str | None:
    """PK-63, PK-64, PK-68: the tool that a unit can use: to repair a friend, for mines, or as a bridge."""
    for order in _aimed(state, unit):
        if chance_of(shooting.preview(state, order)):
            return name_of(state, unit, order.weapon)
    works = engineers.deeds(state, unit)
    return ("bridge" if isinstance(works[0], orders.LayBridge) else "mines") if works else None


def _counterers(state: State) -> Todos:
    window, todo = window_of(state), list[Todo]()
    for one in window.reactions if window else ():
        told = f"{state.name(one.unit, state.acting)} can counter-attack with its {one.mode}"
        todo.append(Todo(one.unit, f"{told}; used now, it is silent in your next shooting", one.chance, one.mode))
    return urgent(todo, partial(_in_sight, state))


def window_of(state: State) -> Window | None:
    """PK-57, PK-58: who may counter-attack now."""
    if state.window is None:
        return None
    reactions = [one for unit in state.window.units for one in _counters(state, unit)]
    return Window(COUNTER, tuple(reactions), orders.Pass())


def _counters(state: State, unit: int) -> Iterator[Reaction]:
    """PK-57, PK-58, PK-60: each weapon that may counter-attack, and its best chance of any effect."""
    chances: dict[int, Fraction] = {}
    seen = [(order.weapon, shooting.preview(state, order)) for order in shooting.shots(state, unit)]
    seen += [(order.weapon, indirect.preview(state, order)) for order in indirect.shells(state, unit)]
    for number, beforehand in seen:
        chances[number] = max(chance_of(beforehand), chances.get(number, Fraction(0)))
    for number, chance in chances.items():
        yield Reaction(unit, chance, name_of(state, unit, number))


def name_of(state: State, unit: int, number: int) -> str:
    """A weapon's name; of several with one name the later ones are numbered."""
    names = [weapon.name for weapon in state.type(unit).weapon[: number + 1]]
    again = names.count(names[-1])
    return f"{names[-1]} {again}" if again > 1 else names[-1]


def _asking(asked: Callable[[State], Asked]) -> Callable[[State, Todos], Asked]:
    """A clause for whoever is to act, and its rule."""

    def told(state: State, todo: Todos) -> Asked:
        clause, rule = asked(state)
        return f"{state.acting.label}: {clause}.", rule

    return told


BEGIN = Scene(_asking(_asked_to_begin), "begin", buttons=_begin)
CHOICE = Scene(_asking(_asked_to_choose), "choose", buttons=_choices)
DEPLOYMENT = Scene(_asking(_asked_to_deploy), "deploy", _arrivals, ends=ALL_STAND)
FIRST = Scene(_asking(_asked_for_first), "choose", buttons=_first)
COMMAND = Scene(_asking(_asked_to_roll), "roll", buttons=_roll)
START = Scene(_asking(_asked_at_start), "begin", _arrivals, _go_on, ALL_STAND)
MOVEMENT = Scene(_asking(_asked_to_move), "move", _movers, _end_movement, "planes must fly first")
COUNTER_ATTACK = Scene(_asking(_asked_to_answer), "fire back", _counterers, _pass)
SHOOTING = Scene(_asked_to_fire, "fire", _shooters, _end_turn)
