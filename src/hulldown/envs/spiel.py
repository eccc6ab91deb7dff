"""OpenSpiel: after `import hulldown.envs.spiel`, `pyspiel.load_game("hulldown(book=squadron,scenario=village)")`.

Actions are the numbers of legal orders. Dice are chance nodes of exact odds, one for each roll that a rule asks for.
Red is player 0; a game won is worth 1, a game lost −1. With `most_orders=60` a game ends after so many, as a draw.
"""

from typing import Any

import numpy as np
import pyspiel

from hulldown.envs.chance import MOST_OUTCOMES, Due, chances, rolled
from hulldown.envs.features import Features
from hulldown.envs.gym import MOST_ORDERS
from hulldown.kernel.odds import Weights
from hulldown.kernel.rulebook import Rulebook
from hulldown.kernel.side import Side
from hulldown.kernel.wire import decode, encode
from hulldown.rulebooks import load, setup_for

TYPE = pyspiel.GameType(
    short_name="hulldown",
    long_name="Hulldown",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"book": "france1944", "scenario": "", "opening": "", "most_orders": 0},
)
INFO = pyspiel.GameInfo(
    num_distinct_actions=MOST_ORDERS,
    max_chance_outcomes=MOST_OUTCOMES,
    num_players=2,
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=100_000,
)


class At:
    """Where a game is: a state, and an order whose dice are falling, as far as they have fallen.

    A state is never changed here, so a copy is the same state; on the wire it is what it is anywhere.
    """

    def __init__(self, book: str, state: Any, order: Any = None, chosen: tuple[int, ...] = (), given: int = 0) -> None:
        self.book, self.state, self.order, self.chosen = load(book), state, order, chosen
        self.given = given  # orders, this one among them
        self._orders: list[Any] | None = None
        self.due: Weights | None = None
        if order is not None:
            self._roll()

    def _roll(self) -> None:
        try:
            self.state, self.order, self.chosen = rolled(self.book, self.state, self.order, self.chosen), None, ()
        except Due as due:
            self.due = due.weights

    @property
    def orders(self) -> list[Any]:
        if self._orders is None:
            self._orders = list(self.book.orders(self.view(self.book.to_act(self.state))))
        return self._orders

    def view(self, side: Side | None) -> Any:
        return self.book.view(self.state, side)

    def after(self, action: int) -> "At":
        """After an order, or the outcome of a roll."""
        if self.due is not None:
            return At(self.book.id, self.state, self.order, (*self.chosen, action), self.given)
        return At(self.book.id, self.state, self.orders[action], (), self.given + 1)

    def __deepcopy__(self, memo: Any) -> "At":
        return self

    def __reduce__(self) -> Any:
        order = b"" if self.order is None else encode(self.order)
        return _read, (self.book.id, encode(self.state), order, self.chosen, self.given)


def _read(book_id: str, state: bytes, order: bytes, chosen: tuple[int, ...], given: int) -> At:
    book: Rulebook[Any, Any, Any] = load(book_id)
    rolling = decode(order, book.order_type) if order else None
    return At(book_id, decode(state, book.state_type), rolling, chosen, given)


class HulldownGame(pyspiel.Game):
    def __init__(self, params: Any = None) -> None:
        given = params or {}
        super().__init__(TYPE, INFO, given)
        book = load(given.get("book") or "france1944")
        scenario, opening = given.get("scenario", ""), given.get("opening", "")
        setup = setup_for(book.id, scenario, opening=opening or ("" if scenario else "first"))
        start = book.start(book.library.bounded(setup)[0])
        self.most_orders = given.get("most_orders", 0)
        self.features = Features(book, start)
        self.start = At(book.id, start)

    def new_initial_state(self) -> "HulldownState":
        return HulldownState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer | None":
        """Of what is seen now, by a player or by everybody; nothing keeps what was seen before."""
        if iig_obs_type is not None and iig_obs_type.perfect_recall:
            return None
        alone = iig_obs_type is None or iig_obs_type.private_info != pyspiel.PrivateInfoType.NONE
        return Observer(self.features, alone)


class HulldownState(pyspiel.State):
    def __init__(self, game: HulldownGame) -> None:
        super().__init__(game)
        self.at, self.most_orders = game.start, game.most_orders

    def current_player(self) -> Any:
        if self.at.due is not None:
            return pyspiel.PlayerId.CHANCE
        side = self._to_act()
        return pyspiel.PlayerId.TERMINAL if side is None else int(side)

    def is_terminal(self) -> bool:
        return self.at.due is None and self._to_act() is None

    def _to_act(self) -> Side | None:
        """Whose choice it is; nobody's at the end, or once all orders are given."""
        enough = 0 < self.most_orders <= self.at.given
        return None if enough else self.at.book.to_act(self.at.state)

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(min(len(self.at.orders), MOST_ORDERS)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        assert self.at.due is not None
        return [(at, float(chance)) for at, chance in enumerate(chances(self.at.due))]

    def _apply_action(self, action: int) -> None:
        self.at = self.at.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            assert self.at.due is not None
            return f"rolled {self.at.due[action][0]}"
        return encode(self.at.orders[action]).decode()

    def returns(self) -> list[float]:
        result = self.at.book.result(self.at.state)
        if result is None or result.winner is None:
            return [0.0, 0.0]
        return [1.0 if result.winner is side else -1.0 for side in Side]

    def __str__(self) -> str:
        rolling = f"\nrolling for {encode(self.at.order).decode()}" if self.at.due is not None else ""
        return f"{self.at.book.draw(self.at.state)}{rolling}"


class Observer:
    """What a player sees, or if it is not for him alone what everybody does, as numbers and as text."""

    def __init__(self, features: Features, alone: bool) -> None:
        self.features, self.alone = features, alone
        self.tensor: Any = np.zeros(features.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, now: HulldownState, player: int) -> None:
        self.tensor[:] = self.features.observation(self.view(now, player), Side(player))

    def string_from(self, now: HulldownState, player: int) -> str:
        return str(now.at.book.draw(self.view(now, player)))

    def view(self, now: HulldownState, player: int) -> Any:
        return now.at.view(Side(player) if self.alone else None)


pyspiel.register_game(TYPE, HulldownGame)
