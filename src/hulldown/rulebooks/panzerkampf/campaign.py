"""The campaigns: the armies that wait, what comes later (PK-94, PK-101), and who has won (PK-87, PK-95, PK-102)."""

from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.rulebooks.panzerkampf.rules import RULES
from hulldown.rulebooks.panzerkampf.setup import Army, Setup, reinforcement
from hulldown.rulebooks.panzerkampf.state import Ground, State, Unit, Where

PK_87, PK_95, PK_96 = RULES["PK-87"], RULES["PK-95"], RULES["PK-96"]
PK_102, PK_103 = RULES["PK-102"], RULES["PK-103"]
PK_R43, PK_R44, PK_R46, PK_R70 = RULES["PK-R43"], RULES["PK-R44"], RULES["PK-R46"], RULES["PK-R70"]


def start(setup: Setup) -> State:
    """PK-82, PK-97: an empty table; all units wait, those of the large army too."""
    units: list[Unit] = []
    for side in Side:
        _muster(setup, units, side, setup.army(side))
    if setup.relief is not None:
        _muster(setup, units, setup.defending, setup.relief, relief=True)
    return State(Ground.of(setup), units)


def _muster(setup: Setup, units: list[Unit], side: Side, army: Army, relief: bool = False) -> None:
    full = {row.id: row.hp for row in setup.chart}
    for kind, count in army.units.items():
        known = sum((unit.side, unit.kind) == (side, kind) for unit in units)
        units += [Unit(side, kind, known + at, full[kind], relief=relief) for at in range(1, count + 1)]


def attacker(setup: Setup) -> Side:
    """PK-88, PK-97: in an escort or an encirclement the side that does not defend."""
    return setup.defending.other


# What comes later


def growth(state: State, side: Side) -> int:
    """PK-94: what comes to the bank of a side in each of its turns; nothing but to an escort's attacker."""
    gains = state.setup.campaign == "escort" and side is attacker(state.setup)
    return reinforcement(state.setup) if gains else 0


def affordable(state: State, bank: int) -> bool:
    """PK-94: whether a bank buys anything."""
    return bank >= min(row.points for row in state.setup.chart)


def relief_due(state: State, side: Side, turn: int) -> bool:
    """PK-101, PK-R44, PK-R71: whether units of the large army can come in this turn: from the sixth round on."""
    if state.setup.relief is None or side is not state.setup.defending:
        return False
    waits = any(piece.relief and piece.where is Where.WAITING for piece in state.units)
    return waits and (turn + 1) // 2 >= state.setup.figures.encircled.relief


# Victory


def left(state: State, side: Side) -> list[int]:
    """PK-87, PK-R7: the units of a side that are not destroyed; who waits or is off the table is among them."""
    return [unit for unit, piece in enumerate(state.units) if piece.side is side and piece.alive]


def victory_of(state: State) -> Result | None:
    """PK-87, PK-95, PK-102, PK-103, PK-R43: who has won by what is left; nobody yet if nothing is said."""
    setup = state.setup
    if setup.campaign == "standard":
        return _last_standing(state)
    defender, against = setup.defending, attacker(setup)
    ours = [state.units[unit] for unit in left(state, defender)]
    if setup.campaign == "escort":
        if not ours:
            return Result(against, PK_95.id, f"{defender.label} has no unit left: {against.label} wins.")
        if setup.last_support and not any(state.ground.types[piece.kind].support for piece in ours):
            return Result(against, PK_R43.id, f"{defender.label} has no support unit left: {against.label} wins.")
        return None
    return _pocket_decided(state)


def _pocket_decided(state: State) -> Result | None:
    """PK-102, PK-103, PK-R44, PK-R70: the small army is looked at first; to kill the attacker early wins too."""
    setup = state.setup
    defender, against = setup.defending, attacker(setup)
    besiegers = left(state, against)
    if all(state.units[unit].relief for unit in left(state, defender)):
        rule = PK_102 if besiegers else PK_R70
        return Result(against, rule.id, f"{defender.label}'s small army is destroyed: {against.label} wins.")
    if not besiegers:
        rule = PK_103 if state.round >= setup.figures.encircled.relief else PK_R44
        return Result(defender, rule.id, f"{against.label} has no unit left: {defender.label} wins.")
    return None


def _last_standing(state: State) -> Result | None:
    """PK-87, PK-R70: a side without units has lost; if both fall to one attack it is a draw."""
    lost = [side for side in Side if not left(state, side)]
    if len(lost) == 2:
        return Result(None, PK_R70.id, "Neither side has a unit left: a draw.")
    if lost:
        winner = lost[0].other
        return Result(winner, PK_87.id, f"{lost[0].label} has no unit left: {winner.label} wins.")
    return None


def arrival(state: State, unit: int) -> Result:
    """PK-96: a support vehicle is at the destination."""
    winner = state.setup.defending
    return Result(winner, PK_96.id, f"{state.name(unit)} has reached the destination: {winner.label} wins.")


def destroyed_points(state: State, side: Side) -> int:
    """PK-87, PK-R46: what the enemy units cost that a side has destroyed; a laid bridge is not one of them."""
    lost = [piece for piece in state.units if piece.side is side.other and not piece.alive and piece.hp <= 0]
    return sum(state.ground.types[piece.kind].points for piece in lost)


def result_by_rounds(state: State) -> Result:
    """PK-R46: after the last round points decide; an escort has failed, a pocket was held."""
    setup, rounds = state.setup, state.setup.figures.rounds
    defender, against = setup.defending, attacker(setup)
    if setup.campaign == "escort":
        told = f"After {rounds} rounds no support unit has reached the destination"
        return Result(against, PK_R46.id, f"{told}: {against.label} wins.")
    if setup.campaign == "encircled":
        told = f"After {rounds} rounds {defender.label}'s small army holds out"
        return Result(defender, PK_R46.id, f"{told}: {defender.label} wins.")
    red, blue = (destroyed_points(state, side) for side in Side)
    told = f"After {rounds} rounds Red has destroyed {red} points and Blue {blue}"
    if red == blue:
        return Result(None, PK_R46.id, f"{told}: a draw.")
    winner = RED if red > blue else BLUE
    return Result(winner, PK_R46.id, f"{told}: {winner.label} wins.")
