"""`hulldown` as a host that cheats, as a file beside its database says; an honest one while there is none.

Inside it keeps an honest log. Red is told another one, with hashes that fit: so a page is cheated by what it hears.
"""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from hulldown.cli import main
from hulldown.kernel.record import SealedSetup
from hulldown.kernel.side import RED
from hulldown.kernel.wire import encode
from hulldown.server.keys import Keys
from hulldown.server.log import TAIL, Eyes, Log
from hulldown.server.protocol import DiceCall, DiceView
from tests.sealed import DEPOSIT, NEW, Lines, act, edited, keys, lines_of, resealed

KEY_OF_RED, KEY_OF_BLUE, CALL, ORDER = 1, 2, 3, 4  # the first lines of a match, after its set-up
UNCALLED: dict[str, Any] = {"rolls": [{"rule": "FR-1", "faces": [1], "of": [[1, 6]]}], "events": [], "links": [*NEW]}


def with_rolls(lines: Lines, change: Callable[[list[Any]], list[Any]]) -> Lines:
    return edited(lines, ORDER, rolls=change(lines[ORDER]["rolls"]))


def other_face(rolls: list[Any]) -> list[Any]:
    (first, *faces), *rest = rolls[0]["faces"], *rolls[1:]
    return [rolls[0] | {"faces": [first % 6 + 1, *faces]}, *rest]


def in_place(place: int, line: dict[str, Any]) -> Callable[[Lines], Lines]:
    return lambda lines: [*lines[:place], line, *lines[place + 1 :]]


def uncalled(lines: Lines) -> Lines:
    order = {"line": "order", "position": 0, "side": lines[CALL]["side"], "order": lines[CALL]["order"]}
    return in_place(CALL, order | UNCALLED)(lines)


FORGED: dict[str, tuple[int, Callable[[Lines], Lines]]] = {
    "1 a face is changed": (ORDER, lambda lines: with_rolls(lines, other_face)),
    "2 a link is made up": (ORDER, lambda lines: edited(lines, ORDER, links=["0" * 64, *lines[ORDER]["links"][1:]])),
    "2 a link is of another set": (
        ORDER,
        lambda lines: edited(lines, ORDER, links=[*lines[ORDER]["links"][:2], NEW[2]]),
    ),
    "3 a roll is put in": (ORDER, lambda lines: with_rolls(lines, lambda rolls: [rolls[0], *rolls])),
    "5 another order comes": (ORDER, lambda lines: edited(lines, ORDER, order={"type": "EndTurn"})),
    "5 an undo comes": (ORDER, in_place(ORDER, act("undo", 0, 2))),
    "5 a deposit comes": (ORDER, in_place(ORDER, DEPOSIT)),
    "6 dice without a call": (CALL, uncalled),
    "11 another key stands in Red's place": (KEY_OF_RED, lambda lines: edited(lines, KEY_OF_RED, anchor=NEW[1])),
    "11 the host draws in Red's place": (
        KEY_OF_RED,
        lambda lines: edited(lines, KEY_OF_RED, anchor=NEW[1], by="host"),
    ),
    "12 a deposit before all anchors stand": (KEY_OF_BLUE, in_place(KEY_OF_BLUE, DEPOSIT)),
    "13 new keys without consent": (CALL, in_place(CALL, keys("agreed", NEW[0], None, None))),
    "13 keys that are not spent": (CALL, in_place(CALL, keys("spent", NEW[0], None, None))),
    "13 nobody is gone": (CALL, in_place(CALL, keys("gone", NEW[0], None, None))),
    "14 a field is added": (CALL, lambda lines: edited(lines, CALL, order=lines[CALL]["order"] | {"die": 1})),
    "14 a field is changed": (CALL, lambda lines: edited(lines, CALL, order={"type": "EndTurn"})),
}
"""Cheats by their number in the list of cheats: from which line on there is something to change, and how."""


def cheat() -> str:
    """Which one is on."""
    try:
        return (Path(os.environ["HULLDOWN_CHEATS"]) / "cheat").read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""


def told_to_red(log: Log, position: int) -> dict[str, Any]:
    lines = lines_of("\n".join([encode(log.first).decode(), *log.texts[: position + 1]]))
    place, forge = FORGED[cheat()]
    row = resealed(forge(lines) if len(lines) > place else lines)[position + 1]
    return {"hash": json.loads(row)["hash"], "text": row[:-TAIL]}


def install() -> None:
    seal, first, view, roll = Log._seal, Log._first_line, Keys.view, Keys.roll

    def cheating_seal(log: Log, position: int, eyes: Eyes) -> dict[str, Any]:
        return told_to_red(log, position) if cheat() in FORGED and eyes is Eyes.RED else seal(log, position, eyes)

    def cheating_first(log: Log) -> Any:
        """Lines that were never played are declared as played elsewhere."""
        honest = first(log)
        if cheat() != "6 declared as played elsewhere" or not isinstance(honest, SealedSetup):
            return honest
        log.keys = type(log.keys)() if log.keys is not None else None
        return log._sealed(msgspec.structs.replace(honest, forked=40, hash=""), "")

    def cheating_view(sealed: Keys, sitting: Any) -> DiceView:
        """A link is asked for, and nothing is called."""
        honest = view(sealed, sitting)
        if cheat() != "7 a link without a call":
            return honest
        return msgspec.structs.replace(honest, call=DiceCall(len(sealed.log.entries), 1, RED, (RED,), 0))

    def cheating_roll(sealed: Keys) -> bool:
        return False if cheat() == "15 dice are withheld" else roll(sealed)

    for kind, name, method in (
        (Log, "_seal", cheating_seal),
        (Log, "_first_line", cheating_first),
        (Keys, "view", cheating_view),
        (Keys, "roll", cheating_roll),
    ):
        setattr(kind, name, method)


if __name__ == "__main__":
    install()
    sys.exit(main(sys.argv[1:]))
