"""What differs between two charts of a book: the figures, and the shots whose exact chances they move most.

Charts are compared as set-ups hold them, so dice and other figures count where a game would have them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec
from msgspec import UNSET

from hulldown.kernel.fields import told
from hulldown.kernel.files import Fault
from hulldown.kernel.library import Label, Library
from hulldown.kernel.question import ask, terms_of
from hulldown.kernel.wire import plain

MOST_SHOTS = 3
MOST_OPPONENTS = 6
NOTHING = ("", "nothing", "no effect", "missed", "dud")  # what a shot comes to that changes nobody
RANGES = {"squares": (4, 10), "sections": (2, 3), "hexes": (4, 8), "centimetres": (15, 35)}
HUNDREDTHS_OF_MM = ("length", "width")  # of a unit's base; people read and type millimetres
UNTOLD = ("id", "name", "letter", "silhouette", "history", "source")  # of a row, what is no figure


class FigureChange(msgspec.Struct, frozen=True):
    """A figure with its values before and after: of a unit, or without one of the dice and tables."""

    unit: str
    name: str
    figure: str
    label: str
    before: str
    after: str


class ShotChange(msgspec.Struct, frozen=True):
    """A shot between two units with its most changed outcome, and the exact chance of it before and after."""

    attacker: str
    target: str
    attacker_name: str
    target_name: str
    zone: str
    far: int
    ruler: str
    outcome: str
    before: Fraction
    after: Fraction


class Differing(msgspec.Struct, frozen=True):
    """What differs: figures, units that only one of the two has, and the shots that it moves most."""

    figures: tuple[FigureChange, ...] = ()
    added: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    shots: tuple[ShotChange, ...] = ()


def differ(library: Library, before: str, after: str, unit: str = "") -> Differing:
    """Two charts by the paths of their files; without a path it is the chart of the house.

    The shots are those by and at a unit, if one is given, or else at and by the units that differ.
    """
    found = setups_differ(library, _drafted(library, before, after), _drafted(library, after, after))
    units = [unit] if unit else list(dict.fromkeys(one.unit for one in found.figures if one.unit))[:MOST_OPPONENTS]
    units = units or [row.id for row in library.units(after)][:MOST_OPPONENTS] * bool(found.figures)
    return msgspec.structs.replace(found, shots=moved_most(library, before, after, units))


def setups_differ(library: Library, before: Any, after: Any) -> Differing:
    """The figures that differ between two set-ups."""
    old_rows, new_rows = _rows(library, before), _rows(library, after)
    changes = [
        change
        for unit, row in new_rows.items()
        if unit in old_rows
        for change in _changes(library.LABELS, unit, str(row["name"]), old_rows[unit], row)
    ]
    changes += _changes(library.LABELS, "", "", plain(before)["figures"], plain(after)["figures"])
    added = tuple(str(row["name"]) for unit, row in new_rows.items() if unit not in old_rows)
    gone = tuple(str(row["name"]) for unit, row in old_rows.items() if unit not in new_rows)
    return Differing(tuple(changes), added, gone)


def from_house(library: Library, setup: Any) -> Differing:
    """What the figures of a set-up have otherwise than the house's."""
    return setups_differ(library, _like(library, _rows(library, setup)), setup)


def _drafted(library: Library, chart: str, like: str) -> Any:
    """A set-up that holds a chart: that of the scenario whose own chart has the most units of the other one."""
    nearest = _like(library, {row.id for row in library.units(like)})
    return library.draft(nearest.scenario, chart=chart) if chart else nearest


def _like(library: Library, units: Iterable[str]) -> Any:
    """The set-up of the house with the most of these units."""
    wanted = set(units)
    drafts = (library.draft(row.id) for row in library.scenarios())
    return max(drafts, key=lambda draft: len(wanted & set(_rows(library, draft))))


def _rows(library: Library, setup: Any) -> dict[str, dict[str, Any]]:
    """The rows of a set-up's chart by their ids, under whatever name the book has them."""
    parts = (name for name, part in library.PARTS.items() if part == "figures" and name != "figures")
    rows = plain(getattr(setup, next(parts)))
    return {row["id"]: row for row in rows}


def _changes(
    labels: Mapping[str, Label], unit: str, name: str, before: Mapping[str, Any], after: Mapping[str, Any]
) -> Iterator[FigureChange]:
    old, new = dict(_flat(before)), dict(_flat(after))
    for figure in dict.fromkeys((*old, *new)):
        if old.get(figure) != new.get(figure):
            said = _millimetres if unit and figure in HUNDREDTHS_OF_MM else _value
            values = said(old.get(figure)), said(new.get(figure))
            yield FigureChange(unit, name, figure, label_of(labels, figure), *values)


def _flat(row: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """The figures of a row, those in its tables by their paths."""
    for key, value in row.items():
        if not path and key in UNTOLD:
            continue
        if isinstance(value, dict):
            yield from _flat(value, f"{path}{key}.")
        elif isinstance(value, list | tuple) and value and all(isinstance(one, dict) for one in value):
            for at, one in enumerate(value):
                yield from _flat(one, f"{path}{key}[{at}].")
        else:
            yield f"{path}{key}", value


def _value(value: Any) -> str:
    """A figure in words: a die by its faces."""
    if isinstance(value, list | tuple):
        return " ".join(_value(one) for one in value)
    return "none" if value is None else told(value).strip("'")


def _millimetres(value: Any) -> str:
    return f"{value / 100:g} mm" if isinstance(value, int) else _value(value)


def label_of(labels: Mapping[str, Label], figure: str) -> str:
    """What a figure is called in full."""
    known = labels.get(figure) or labels.get(figure.rpartition(".")[2])
    return known.full if known else figure.replace("_", " ").replace(".", ", ")


# Shots


def moved_most(library: Library, before: str, after: str, units: Sequence[str]) -> tuple[ShotChange, ...]:
    """The shots by and at some units whose chance of an outcome moved most."""
    rows = {row.id: row for row in library.units(after)}
    there = {row.id for row in library.units(before)} & set(rows)
    others = [rows[unit] for unit in rows if unit in there]
    others = others[:: max(1, -(-len(others) // MOST_OPPONENTS))]
    pairs = {
        pair: None
        for unit in units
        if unit in there
        for other in others
        for pair in ((other.id, unit), (unit, other.id))
    }
    shots = [shot for attacker, target in pairs for shot in _shots(library, before, after, attacker, target)]
    named = {row.id: row.name for row in rows.values()}
    shots.sort(key=lambda shot: -abs(shot.after - shot.before))
    best: list[ShotChange] = []
    for shot in shots:  # one of each pair, so that the three tell more than one thing
        if (shot.attacker, shot.target) not in [(one.attacker, one.target) for one in best]:
            best.append(shot)
    return tuple(
        msgspec.structs.replace(shot, attacker_name=named[shot.attacker], target_name=named[shot.target])
        for shot in best[:MOST_SHOTS]
    )


def _shots(library: Library, before: str, after: str, attacker: str, target: str) -> Iterator[ShotChange]:
    """A shot at each part of the armour, near and far, where its chance differs."""
    terms = terms_of(library.QUESTION)
    for far in RANGES[terms.ruler]:
        for zone in terms.zones:
            old = _chances(library, attacker, target, far, zone, before)
            new = _chances(library, attacker, target, far, zone, after)
            outcome = max(
                old | new, key=lambda one: abs(new.get(one, Fraction()) - old.get(one, Fraction())), default=""
            )
            was, now = old.get(outcome, Fraction()), new.get(outcome, Fraction())
            if was != now:
                yield ShotChange(attacker, target, "", "", zone, far, terms.ruler, outcome, was, now)


def _chances(library: Library, attacker: str, target: str, far: int, zone: str, chart: str) -> dict[str, Fraction]:
    """What a shot can come to, besides nothing; of a shot that is not possible, nothing."""
    try:
        found = library.chances(ask(library.QUESTION, attacker, target, far, zone, {}, chart))
    except Fault:
        return {}
    told = {str(getattr(one, "value", one)): chance for one, chance in found.items()}
    return {outcome: chance for outcome, chance in told.items() if outcome not in NOTHING}


# As units are listed


def units_of(library: Library, setup: Any) -> list[dict[str, Any]]:
    """The units of a set-up with figures of somebody's own, as a book lists its own.

    What differs is from print, and so is what its maker found printed as the house has it.
    """
    house = {row.id: row.flat() for row in library.units()}
    works = getattr(setup, "works", UNSET)
    printed: Sequence[str] = () if works is UNSET else works.printed
    return [
        _listed(house.get(unit), row, [one.removeprefix(f"{unit}.") for one in printed if one.startswith(f"{unit}.")])
        for unit, row in _rows(library, setup).items()
    ]


def printed_in(library: Library, chart: str) -> tuple[str, ...]:
    """Which figures of a chart's file are from print, each after its unit."""
    return tuple(
        f"{row.id}.{name}" for row in library.units(chart) for name, source in row.source.items() if source == "print"
    )


def _listed(house: dict[str, Any] | None, row: dict[str, Any], printed: Iterable[str]) -> dict[str, Any]:
    """A row of a set-up as it is listed: its tables laid flat, its price as points."""
    flat: dict[str, Any] = {}
    for key, value in row.items():
        if isinstance(value, dict) and key == "weapon":
            flat |= value
        elif not (isinstance(value, dict) and house is not None):
            flat["points" if key == "effectiveness" else key] = value
    if house is None:
        return flat | {"source": dict.fromkeys(flat, "print")}
    differs = [key for key, value in flat.items() if key in house and house[key] != value]
    source = house["source"] | dict.fromkeys((*printed, *differs), "print")
    return house | {key: flat[key] for key in differs} | {"source": source}
