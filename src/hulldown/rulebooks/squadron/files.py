"""The files of the book: cards, dice, mats, scenarios and armies, which a player can copy and edit."""

from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from hulldown.kernel.files import Fault, convert, faults_of, merged, raise_all, read_text, read_toml
from hulldown.kernel.wire import plain
from hulldown.rulebooks import files
from hulldown.rulebooks.squadron.mats import parse_mat
from hulldown.rulebooks.squadron.rules import HERE, RULES
from hulldown.rulebooks.squadron.setup import (
    Army,
    Card,
    Count,
    Figures,
    Hand,
    Mat,
    Name,
    Points,
    check_army,
    check_cards,
)

SQ_03, SQ_17 = RULES["SQ-03"], RULES["SQ-17"]
Source = Literal["book", "house", "print"]
Metres = Annotated[float, msgspec.Meta(gt=0, le=100)]
MATS = (".txt", ".map")
ARMY = "panther-g=2,stug-iii-g=1"  # how an army is written in one line
# What each card must give the source of.
FIGURES = ("points", "penetration", "front", "side", "rear", "breakdown", "movement", "shot", "fixed")


class History(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """SQ-04: the other side of a card, for the reader; what is not known for certain is left out.

    The mass is in tonnes, the calibre in millimetres. The length, with the gun forward, and the width are in metres.
    """

    nation: Name
    year: int
    crew: int
    mass: int
    length: Metres | None = None
    width: Metres | None = None
    calibre: int
    camouflage: Annotated[str, msgspec.Meta(max_length=400)] = ""
    story: Annotated[str, msgspec.Meta(max_length=400)]


class CardRow(Card, frozen=True, kw_only=True):
    """SQ-03: a card with both sides, and the source of each figure."""

    source: dict[str, Source]
    history: History


class Pack(files.ChartFile, frozen=True, kw_only=True):
    card: Annotated[list[CardRow], msgspec.Meta(min_length=1, max_length=80)]


class Scenario(files.Head, frozen=True):
    """A scenario's file. `tiles` are what each side places; nothing means the house's fifteen."""

    map: Name
    total: Points
    red: dict[str, Count]
    blue: dict[str, Count]
    tiles: Hand | None = None
    free_stop: bool = False
    narrow: bool = False
    figures: dict[str, Any] = msgspec.field(default_factory=dict)
    chart: str = ""


class ArmyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    total: Points
    units: dict[str, Count]

    def army(self) -> Army:
        return Army(self.units, self.total)


@cache
def house_pack() -> Pack:
    return read_pack(HERE / "cards.toml")


def cards() -> tuple[CardRow, ...]:
    """SQ-03: the cards of the house."""
    return tuple(house_pack().card)


def read_pack(path: Path) -> Pack:
    """SQ-03: a pack of cards; each figure is the book's, the house's, or typed from print."""
    text, data = read_toml(path)
    pack = convert(data, Pack, str(path), text)
    sources = "from the book, the house or print"
    faults = faults_of(
        partial(files.check_sources, pack.card, lambda row: FIGURES, sources, path, text, "card"),
        partial(check_cards, tuple(pack.card), str(path), text),
        partial(figures_of, pack, {}, str(path), text),
    )
    raise_all(faults)
    return pack


_own = files.kept(read_pack)


def pack_named(name: str) -> Pack:
    """A pack's file, or the pack of the house."""
    return _own(name) if name else house_pack()


def figures_of(pack: Pack, changes: Mapping[str, Any], where: str, text: str = "") -> Figures:
    """The dice and figures: the book's, those of a pack before them, and a scenario's before both."""
    return files.converted_figures(merged(merged(plain(usual()), pack.figures), changes), Figures, where, text)


def card_of(name: str, chart: str = "") -> CardRow:
    """A card by id, name or letters."""
    return files.unit_of(pack_named(chart).card, name, "card")


def game_sides(pack: Pack | None = None) -> tuple[Card, ...]:
    """SQ-03: the cards as a set-up holds them: the game sides alone."""
    return files.without_sources((pack or house_pack()).card, Card)


@cache
def dice_file() -> dict[str, Any]:
    return read_toml(HERE / "dice.toml")[1]


@cache
def usual() -> Figures:
    return convert({name: dice_file()[name] for name in Figures.__struct_fields__}, Figures, "dice.toml")


@cache
def usual_hand() -> Hand:
    """SQ-16, SQ-Q31: the fifteen tiles of each player."""
    return convert(dice_file()["tiles"], Hand, "dice.toml, tiles")


@cache
def mats() -> dict[str, Mat]:
    """SQ-17: the mats of the house, by id."""
    return {path.stem: parse_mat(read_text(path), path.name) for path in sorted((HERE / "maps").glob("*.txt"))}


def read_mat(name: str, beside: Path | None) -> Mat:
    """A mat by id, or from a file, which a scenario names relative to itself."""
    if path := files.board_file(name, beside, MATS):
        return parse_mat(read_text(path), str(path))
    if name not in mats():
        raise Fault("map", f"there is no map {name[:40]!r}; there is {', '.join(mats())}", SQ_17.id)
    return mats()[name]


def read_army(text: str, total: int, where: str, sides: tuple[Card, ...] = ()) -> Army:
    """SQ-03: an army as `panther-g=2,stug-iii-g=1`, or from a file, which is judged at once."""
    army = files.read_army(text, ArmyFile, lambda units: Army(units, total), "card", where, ARMY, SQ_03.id)
    if text.endswith(".toml"):
        check_army(sides or game_sides(), army, text)
    return army
