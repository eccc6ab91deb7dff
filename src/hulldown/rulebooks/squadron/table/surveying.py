"""What the hand needs when it picks a tank up: reach with prices, targets, actions, or why there is nothing to do."""

from collections.abc import Callable, Iterator

from hulldown.geometry.hexes import hexes_of
from hulldown.kernel.rule import Refusal
from hulldown.kernel.rulebook import Band, Deed, Mode, Outline, Survey
from hulldown.kernel.template import template
from hulldown.kernel.wire import plain
from hulldown.rulebooks.squadron import driving, orders, shooting, tiles, turn
from hulldown.rulebooks.squadron.orders import Order
from hulldown.rulebooks.squadron.rules import RULES
from hulldown.rulebooks.squadron.sight import screened
from hulldown.rulebooks.squadron.state import Gear, Phase, State

SQ_08, SQ_13, SQ_19, SQ_28 = RULES["SQ-08"], RULES["SQ-13"], RULES["SQ-19"], RULES["SQ-28"]
SQ_32, SQ_34, SQ_35, SQ_36 = RULES["SQ-32"], RULES["SQ-34"], RULES["SQ-35"], RULES["SQ-36"]
SQ_44, SQ_49, SQ_76, SQ_Q14 = RULES["SQ-44"], RULES["SQ-49"], RULES["SQ-76"], RULES["SQ-Q14"]
Judge = Callable[[State, Order], Refusal | None]


def to_deploy(state: State, unit: int) -> Survey:
    """SQ-19, SQ-Q32: where a tank that is still beside the mat can be put, facing any corner."""
    piece = state.units.units[unit]
    if piece.side is not state.side:
        return Survey(unit)
    if piece.hex >= 0:
        told = f"{state.name(unit, state.side)} stands on {state.place(piece.hex)} already"
        return Survey(unit, refusal=SQ_19.refuse(told))
    ahead = tiles.ahead(state.side)
    facings = [(ahead + by) % 6 for by in (0, 1, 5, 2, 4, 3)]  # the first one is what most want
    poses = tuple([place * 8 + facing for place in hexes_of(tiles.room_for_tanks(state)) for facing in facings])
    order = template(orders.Deploy(piece.card, 0, 0), square="cell", facing="facing")
    return Survey(unit, (Band("deploy", SQ_19.id, 0, order, poses, (0,) * len(poses), poses),))


def to_swing_back(state: State, unit: int) -> Survey:
    """SQ-76: a turned turret can be swung back."""
    piece, order = state.units.units[unit], orders.SwingBack(unit)
    if piece.side is not state.side:
        return Survey(unit)
    if refusal := turn.may_swing_back(state, order):
        return Survey(unit, refusal=refusal)
    return Survey(unit, deeds=(Deed("Swing the turret back", order, SQ_76.id),))


def to_act(state: State, unit: int, refuse: Judge) -> Survey:
    """SQ-26, SQ-55: what a tank that is activated, may be, or may react can do."""
    piece = state.units.units[unit]
    if piece.side is not state.acting or piece.destroyed:
        return Survey(unit, refusal=shooting.may_shoot(state, unit) if piece.side is state.acting else None)
    active = state.active
    drives = state.phase is Phase.MOVEMENT and state.window is None and active is not None and active.unit == unit
    bands = tuple(_bands(state)) if drives else ()
    closed = shooting.may_shoot(state, unit)
    aims = () if closed else shooting.aims(state, unit)
    deeds = tuple(_deeds(state, unit, refuse))
    outlines = () if closed else (_wedge(state, unit),)
    veil = () if closed else tuple(screened(state, unit))
    modes = tuple(_closed(state, unit, closed)) if closed else ()
    idle = not bands and not deeds and all(aim.preview.refusal for aim in aims)
    return Survey(unit, bands, aims, veil, modes, deeds, outlines, _why_not(state, unit) if idle else None)


def _closed(state: State, unit: int, fire: Refusal) -> Iterator[Mode]:
    """SQ-08, SQ-31, SQ-33, SQ-37: the actions that are not open to a tank that may be activated, and why."""
    yield Mode("fire", fire)
    if state.phase is Phase.ACTIVATION and (ambush := turn.may_ambush(state, orders.Ambush(unit))):
        yield Mode("ambush", ambush)


def _why_not(state: State, unit: int) -> Refusal:
    """Why a tank of the side to act can do nothing now."""
    if refusal := shooting.may_shoot(state, unit):
        return refusal
    return SQ_49.refuse(f"{state.name(unit, state.acting)} sees no enemy well enough to fire")


def _bands(state: State) -> Iterator[Band]:
    """SQ-32 … SQ-47: where the points lead, ahead and in reverse; first where a shot can still be paid for."""
    active = state.active
    assert active is not None
    began, enough = state.units.units[active.unit].began, active.left - state.ground.setup.figures.shot_cost
    for gear in driving.gears(active):
        found, back = _open_poses(state, gear), gear is Gear.REVERSE
        ways = " in reverse" if back else ""
        near = {pose for pose, way in found.items() if way[0] <= enough and not _owes_at(state, pose, way)}
        far = found.keys() - near
        if near:
            rule = SQ_36 if began else SQ_34
            yield _band(state, f"can still fire{ways}", rule.id, {pose: found[pose] for pose in near}, back)
        if far:
            rule = SQ_44 if back else SQ_35 if began else SQ_32
            yield _band(state, f"cannot fire any more{ways}", rule.id, {pose: found[pose] for pose in far}, back)


def _open_poses(state: State, gear: Gear) -> dict[driving.Pose, tuple[int, driving.Pose]]:
    """SQ-39: the reach without turns on the spot that would leave nothing for the hex that is owed."""
    found = driving.reach(state, gear)
    if not driving.owes_a_hex(state):
        return found
    able = {order.facing for order in driving.list_turns(state)}
    return {pose: way for pose, way in found.items() if not _owes_at(state, pose, way) or pose[1] in able}


def _owes_at(state: State, pose: driving.Pose, way: tuple[int, driving.Pose]) -> bool:
    """SQ-39: whether the tank under way would still owe a hex in this pose, having only turned to it."""
    active = state.active
    assert active is not None
    piece = state.units.units[active.unit]
    return way[1] == (piece.hex, piece.facing) and pose[0] == piece.hex and driving.owes_a_hex(state)


def _band(state: State, name: str, rule: str, some: dict[driving.Pose, tuple[int, driving.Pose]], back: bool) -> Band:
    """A step is an order of its own, since the enemy may react to it; `steps` are the points spent up to a pose."""
    active = state.active
    assert active is not None
    poses, steps, before, strides = [], [], [], []
    for (place, facing), (cost, (old, was)) in sorted(some.items()):
        poses.append(place * 8 + facing)
        steps.append(cost)
        before.append(old * 8 + was)
        strides.append(plain(orders.Turn(facing) if old == place else orders.Step(place)))
    return Band(
        name, rule, active.left, None, tuple(poses), tuple(steps), tuple(before), reverse=back, strides=tuple(strides)
    )


def _deeds(state: State, unit: int, refuse: Judge) -> Iterator[Deed]:
    """SQ-08, SQ-26, SQ-28: the actions beside firing; how a movement ends is in the tray."""
    figures, card, many = state.ground.setup.figures, state.card(unit), driving.dice_of(state, unit)
    dice = f"{many if many > 1 else ''}D{figures.movement_die}{f' −{card.movement}' if card.movement else ''}"
    offered: list[tuple[str, Order, str]] = [
        (f"Activate (D{figures.breakdown_die}, breaks down on {card.breakdown})", orders.Activate(unit), SQ_08.id),
        (f"Move ({dice})", orders.RollMovement(unit), (SQ_35 if many > 1 else SQ_32).id),
        ("Ambush", orders.Ambush(unit), SQ_28.id),
    ]
    yield from [Deed(label, order, rule) for label, order, rule in offered if refuse(state, order) is None]


def _wedge(state: State, unit: int) -> Outline:
    """SQ-13, SQ-Q14: the hexes at which the gun points as it stands."""
    piece, fixed = state.units.units[unit], state.card(unit).fixed
    cells = tuple(hexes_of(state.ground.grid.wedge(piece.hex, piece.gun)))
    return Outline("gun as it points", (SQ_13 if fixed else SQ_Q14).id, cells)
