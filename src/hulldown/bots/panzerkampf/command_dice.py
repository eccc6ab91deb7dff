"""Whom the command dice help most."""

from collections.abc import Iterator

from hulldown.bots.panzerkampf.eye import Eye, eye_of
from hulldown.bots.panzerkampf.points import worth
from hulldown.bots.panzerkampf.shots import best_shots
from hulldown.bots.panzerkampf.situation import danger, offence
from hulldown.bots.panzerkampf.tuning import TUNING
from hulldown.rulebooks.panzerkampf import command, orders
from hulldown.rulebooks.panzerkampf.orders import Order
from hulldown.rulebooks.panzerkampf.state import Phase, State


def commands(state: State) -> Iterator[tuple[float, Order]]:
    """The dice of the pool, for whom they do most; what replaces moving only for whoever would stay."""
    if not state.pool:
        return
    eye = eye_of(state, state.side)
    for order in command.uses(state):
        yield _command_worth(eye, order), order


def _command_worth(eye: Eye, order: orders.Command) -> float:
    """What a die brings: more shots, more way, a hit point, or less danger."""
    state, unit = eye.state, order.unit
    piece, row = state.units[unit], state.type(unit)
    if order.command in command.BEFORE_SHOOTING:
        if state.phase is not Phase.SHOOTING:
            return 0.0
        shots = best_shots(state, unit)
        return TUNING.command_shares[order.command] * sum(shots)
    if order.command == "advance":
        goes = row.weapon and not offence(eye, unit, state)
        return TUNING.advance * eye.eager * row.points * row.move if goes else 0.0
    perils = danger(eye, unit, state).all * TUNING.danger_share
    if order.command == "repair":
        return 0.0 if offence(eye, unit, state) else worth(row, piece.hp + 1) - worth(row, piece.hp)
    stays = offence(eye, unit, state) > 0 or row.support
    return perils * TUNING.command_shares[order.command] - (0 if stays else row.points)
