"""Positions that are not whole: what the engine can place of a text, and why it left out the rest.

A game cannot go on from such a text, but one can ask about its pieces. What cannot be read is left out field by field:
a unit whose place is wrong is beside the table, one that no chart knows is not there, and a side without units gets one
that is lost.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from hulldown.kernel.files import Fault
from hulldown.kernel.position.loader import Loader
from hulldown.kernel.position.paper import Paper
from hulldown.kernel.position.sheet import HEAD, side_name
from hulldown.kernel.side import Side

S = TypeVar("S")
NEEDED = ("side", "phase")
KEPT = ("side", "kind", "number", "wreck")
MOST_FAULTS = 60
Row = Mapping[str, Any]


class Placed(msgspec.Struct, Generic[S], frozen=True):
    """A state made of what could be placed; the units' names in it, and for each the list and the place of its row.

    Units that no row has come last: those that were added to ask about them.
    """

    state: S
    names: tuple[str, ...]
    rows: tuple[str, ...]
    faults: tuple[Fault, ...]


def placed(own: Loader[S], setup_of: Callable[[Any, Paper], Any], paper: Paper, extra: Sequence[Row] = ()) -> Placed[S]:
    """What can be placed of a text, and units beside those that it has."""
    faults = list[Fault]()
    _fill(own, paper, extra)
    while True:
        try:
            sheet: Any = paper.sheet(own.words)
            setup = setup_of(sheet, paper)
            state = own.read(sheet, paper, setup)
            if own.in_play(state) and _set_aside(own, paper):
                continue
            return Placed(state, tuple(own.roster(sheet, paper, setup).names), paper.unit_paths, tuple(faults))
        except Fault as fault:
            if len(faults) == MOST_FAULTS or not _left_out(own, paper, fault, faults):
                raise
            if not any(one.where == fault.where and one.message == fault.message for one in faults):
                faults.append(fault)


def _fill(own: Loader[Any], paper: Paper, extra: Sequence[Row]) -> None:
    """What every position must have."""
    data = paper.data
    data.setdefault("side", "red")
    if "phase" not in data:
        data["phase"] = own.plain_phase
        data.setdefault("round", 1)
    units = data["unit"] = [*_rows(data.get("unit")), *extra]
    kind = next((row["kind"] for row in units if isinstance(row.get("kind"), str)), own.library.units()[0].id)
    for side in map(side_name, Side):
        if not any(row.get("side") == side for row in units):
            units.append({"side": side, "kind": kind, "wreck": True})


def _set_aside(own: Loader[Any], paper: Paper) -> bool:
    """Once play goes on, units that stand nowhere are as good as lost; tells whether there were any."""
    lost = [row for row in paper.data["unit"] if not (row.get("at") or row.get("wreck") or own.waits)]
    for row in lost:
        row["wreck"] = True
    return bool(lost)


def _rows(value: Any) -> list[dict[str, Any]]:
    return [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []


def _left_out(own: Loader[Any], paper: Paper, fault: Fault, before: Sequence[Fault]) -> bool:
    """Leaves out what a fault is about; false where that cannot be done."""
    data, key, at = paper.data, *_culprit(paper, fault)
    if key in NEEDED:
        fresh = {"side": "red", "phase": own.plain_phase}[key]
        changed, data[key] = bool(data.get(key) != fresh), fresh
        return changed
    if not key or key in HEAD or key not in data:
        return False
    if key == "unit" and at is not None:
        bare = {name: value for name, value in data["unit"][at].items() if name in KEPT}
        if bare == data["unit"][at]:
            return paper.leave_out(at)
        data["unit"][at] = bare
        return True
    if key == "unit":
        return False
    if at is None or any(one.where == fault.where for one in before):
        del data[key]
    else:
        del data[key][at : at + 1]
    return True


def _culprit(paper: Paper, fault: Fault) -> tuple[str, int | None]:
    """The field of the text that a fault points at, and which of its rows."""
    line = re.search(r":(\d+)$", fault.where)
    path = paper.path_at(int(line[1])) if line else ""
    found = re.match(r"\$\.([\w-]+)(?:\[(\d+)\])?", path)
    return (found[1], int(found[2]) if found[2] else None) if found else ("", None)
