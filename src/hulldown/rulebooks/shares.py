"""How the battles of a book come out between bots, as its `fair.toml` has it, which `make fair` writes anew."""

from functools import cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from hulldown.kernel.interval import wilson
from hulldown.kernel.library import Fair
from hulldown.rulebooks.files import Name, read_sheet

FILE = "fair.toml"
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


class Shares(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file: which bots played with which seed, and what came of it, by scenarios and by ready openings."""

    book: Name
    bots: Name
    seed: Name
    scenario: dict[str, Share] = {}
    opening: dict[str, Share] = {}

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


@cache
def shares(home: Path) -> Shares:
    """The shares of the book in this folder; none, where nothing was measured."""
    path = home / FILE
    return read_sheet(path, Shares) if path.is_file() else Shares(home.name, "", "")
