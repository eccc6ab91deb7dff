"""Who plays on for whom, as a record has it."""

import re
from typing import NamedTuple

PLAYER, BACK = "player", "back"
WHY = {
    "late": "did not answer in time",
    "illegal": "gave an order that the rules do not allow",
    "failed": "failed",
    "gone": "was away for long",
}


class Takeover(NamedTuple):
    """A bot plays on for a bot or a `player`: for the rest of the game, or for this `turn`, after which it is `back`.

    A record has it as `takeover/OLD/NEW/WHY`, or `takeover/OLD/NEW/WHY/turn`.
    """

    old: str
    new: str
    why: str
    turn: bool = False

    @property
    def back(self) -> bool:
        return self.why == BACK

    @property
    def act(self) -> str:
        return "/".join(["takeover", self.old, self.new, self.why, *["turn"] * self.turn])

    @staticmethod
    def read(act: str) -> "Takeover | None":
        """A takeover as a record has it; what is missing is empty."""
        if not act.startswith("takeover/"):
            return None
        name = r"([^/]*(?:/\d+)?)"  # a level may be divided: planner:veteran/10
        found = re.match(rf"takeover/{name}(?:/{name})?(?:/([^/]*))?(/turn$)?", act)
        assert found is not None
        return Takeover(found[1], found[2] or "", found[3] or "", found[4] is not None)

    def told(self, side: str) -> str:
        """In the house voice; of a player, the side is named."""
        new, old = _called(self.new), side if self.old == PLAYER else _called(self.old)
        if self.back:
            return f"{new} plays again."
        return (
            f"{new} {'plays this turn' if self.turn else 'took over'} for {old}, which {WHY.get(self.why, 'failed')}."
        )


def _called(bot: str) -> str:
    name = bot.partition(":")[0]
    return f"{name[:1].upper()}{name[1:]}"
