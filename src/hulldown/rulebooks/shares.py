"""How the battles of a book come out between bots, as its `fair.toml` has it, which `make fair` writes anew."""

from functools import cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from hulldown.kernel.interval import wilson
from hulldown.kernel.library import Difference, Fair
from hulldown.rulebooks.files import Name, read_sheet

FILE = "fair.toml"
Rounds = Annotated[float, msgspec.Meta(ge=0, le=1000)]
Games = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Kind = Literal["scenario", "opening"]


class Share(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Games that were won and drawn."""

    red: Games
    blue: Games
    draws: Games

    @property
    def games(self) -> int:
        return self.red + self.blue + self.draws


class Paired(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The same games of a scenario, as it is and with an option set so: rounds of a game, and by how many they differ.

    The mean difference lies between `low` and `high` nineteen times in twenty.
    """

    scenario: Name
    value: Name
    games: Games
    before: Rounds
    after: Rounds
    low: float
    high: float

    @property
    def differs(self) -> bool:
        """Whether any game went otherwise; else the bots have made nothing of the option."""
        return (self.low, self.high) != (0, 0)


class Shares(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file: which bots played with which seed, and what came of it, by scenarios, ready openings and options."""

    book: Name
    bots: Name
    seed: Name
    scenario: dict[str, Share] = {}
    opening: dict[str, Share] = {}
    option: dict[str, Paired] = {}

    def command(self, kind: Kind, name: str, games: int) -> str:
        """What plays these very games again."""
        return f"hulldown simulate {self.book} --{kind} {name} --bots {self.bots} --games {games} --seed {self.seed}"

    def fair(self, kind: Kind, name: str) -> Fair | UnsetType:
        """What came of a battle; nothing, if it was not measured."""
        rows = self.scenario if kind == "scenario" else self.opening
        if name not in rows:
            return UNSET
        share = rows[name]
        seen = wilson(share.red + share.draws / 2, share.games)
        return Fair(
            red=share.red,
            blue=share.blue,
            draws=share.draws,
            games=share.games,
            bots=self.bots,
            seed=self.seed,
            command=self.command(kind, name, share.games),
            low=round(seen.low, 4),
            mid=round(seen.mid, 4),
            high=round(seen.high, 4),
        )

    def differences(self) -> dict[str, Difference]:
        """What options were found to change, by their names."""
        return {name: self._difference(name, pair) for name, pair in self.option.items()}

    def _difference(self, option: str, pair: Paired) -> Difference:
        bot = self.bots.split(",")[0]
        value = f"'{option}={pair.value}'" if " " in pair.value else f"{option}={pair.value}"
        told = f"--option {value} --bot {bot} --games {pair.games} --seed {self.seed}"
        return Difference(
            scenario=pair.scenario,
            value=pair.value,
            games=pair.games,
            bots=self.bots,
            seed=self.seed,
            command=f"hulldown balance {self.book} --scenario {pair.scenario} {told}",
            before=pair.before,
            after=pair.after,
            low=pair.low,
            high=pair.high,
        )


@cache
def shares(home: Path) -> Shares:
    """The shares of the book in this folder; none, where nothing was measured."""
    path = home / FILE
    return read_sheet(path, Shares) if path.is_file() else Shares(home.name, "", "")
