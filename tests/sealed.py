"""Sealed dice in tests: a host that plays and records honestly, and a forger who changes what it wrote."""

import json
from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Any, NamedTuple

from hulldown.kernel.checker import HOST, SEAT, Checker, chain, demand, hashed
from hulldown.kernel.dice import HeldDice, SeededDice, Undecided
from hulldown.kernel.game import Act, Game, Played, Ruled, encoded
from hulldown.kernel.record import (
    ActLine,
    CallLine,
    DepositLine,
    KeyLine,
    KeyNote,
    KeysLine,
    Line,
    Record,
    RuledLine,
    SealedEnd,
    SealedOrder,
    SealedSetup,
)
from hulldown.kernel.record import chain as chained
from hulldown.kernel.sealed import SealedDice
from hulldown.kernel.side import Side
from tests.toy import Setup, toy

SECRETS = (b"\xaa" * 32, b"\x11" * 32, b"\x22" * 32)
Lines = list[dict[str, Any]]


class Table:
    """A host and two seats at one table, all honest. `kept` says for each side who has its key."""

    def __init__(self, kept: tuple[str, str] = (SEAT, SEAT), book: Any = toy, setup: Any = None) -> None:
        self.game: Game[Any, Any, Any] = Game(book, Setup() if setup is None else setup, HeldDice())
        self.kept, self.links = kept, list[tuple[str, ...]]()
        self.number = self.sets = 0
        self.chains = self._draw()
        anchors = self._anchors()
        self.first = SealedSetup(book.id, book.rules.book.version, encoded(self.game.setup), anchors)
        self.bring()

    def _draw(self) -> list[list[bytes]]:
        self.sets += 1
        return [chain(sha256(secret + bytes([self.sets - 1])).digest()) for secret in SECRETS]

    def _anchors(self) -> Any:
        return (self.chains[0][0].hex(), *(self.anchor(side) if self.kept[side] == HOST else None for side in Side))

    def anchor(self, side: Side) -> str:
        return self.chains[1 + side][0].hex()

    def note(self, make: Callable[[int], KeyNote]) -> None:
        self.game.note(make(len(self.game.log)))
        self.links.append(())

    def bring(self) -> None:
        """Seats bring their keys and, once all stand there, deposit those that they do not keep."""
        for side in Side:
            if self.kept[side] != HOST:
                self.note(lambda at, side=side: KeyLine(at, side, self.anchor(side), "seat"))  # type: ignore[misc]
        for side in Side:
            if self.kept[side] == "deposited":
                self.note(lambda at, side=side: DepositLine(at, side))  # type: ignore[misc]

    def renew(self, why: Any = "agreed") -> None:
        self.chains, self.number = self._draw(), 0
        self.note(lambda at: KeysLine(at, self._anchors(), why))
        self.bring()

    def call(self, order: Any) -> None:
        side = self.game.to_act()
        assert side is not None
        self.note(lambda at: CallLine(at, side, encoded(order), self.number + 1))

    def play(self, order: Any) -> None:
        self.game.dice = HeldDice()
        shown: tuple[str, ...] = ()
        try:
            self.game.play(order)
        except Undecided:
            if SEAT in self.kept:
                self.call(order)
            self.number += 1
            shown = tuple(links[self.number].hex() for links in self.chains)
            self.game.dice = SealedDice.of(shown)
            self.game.play(order)
        self.links.append(shown)

    def act(self, do: Callable[[], None]) -> None:
        do()
        self.links.append(())

    def play_on(self, seed: int | str, most: int = 1_000) -> None:
        """Random orders, to the end if `most` allows it."""
        chooser = SeededDice(f"plays on {seed}")
        while self.game.to_act() is not None and most:
            self.play(self.game.rulebook.sample(self.game.state, chooser))
            most -= 1

    def record(self) -> Record:
        lines: list[Line] = [self.first]
        for at, (entry, links) in enumerate(zip(self.game.log, self.links, strict=True)):
            if isinstance(entry, Played):
                order, events = encoded(entry.order), encoded(entry.events)
                lines.append(SealedOrder(at, entry.side, order, entry.rolls, events, links))
            elif isinstance(entry, Act):
                lines.append(ActLine(at, entry.kind, entry.side, entry.to))
            elif isinstance(entry, Ruled):
                lines.append(RuledLine(at, entry.side, entry.table, entry.why))
            else:
                lines.append(entry.line)
        if (result := self.game.result()) is not None:
            lines.append(SealedEnd(result))
        return Record(chained(lines))


# The forger


def lines_of(text: str) -> Lines:
    return [json.loads(row) for row in text.splitlines()]


def resealed(lines: Iterable[dict[str, Any]]) -> list[str]:
    """Lines as text, with positions and hashes that fit."""
    rows, previous = list[str](), bytes(32)
    for place, line in enumerate(lines, -1):
        line = {name: value for name, value in line.items() if name != "hash"}
        if "position" in line and not line.pop("fixed", False):
            line["position"] = place
        text = json.dumps(line, ensure_ascii=False, separators=(",", ":"))[:-1]
        previous = hashed(b"line", previous, sha256(text.encode()).digest())
        rows.append(f'{text},"hash":"{previous.hex()}"}}')
    return rows


class Cheat(NamedTuple):
    """What a host did to a record, its lines, and the first wrong one, counted from 1: 0 if dice alone show none."""

    name: str
    rows: list[str]
    wrong: int


def act(kind: str, side: int | None = 0, to: int | None = None) -> dict[str, Any]:
    return {"line": "act", "position": 0, "act": kind, "side": side, "to": to}


def edited(lines: Lines, at: int, **changes: Any) -> Lines:
    return [*lines[:at], lines[at] | changes, *lines[at + 1 :]]


def rolls_of(lines: Lines, at: int) -> list[Any]:
    return json.loads(json.dumps(lines[at]["rolls"]))  # type: ignore[no-any-return]


def keys(why: object, *anchors: str | None) -> dict[str, Any]:
    return {"line": "keys", "position": 0, "dice": list(anchors), "why": why}


OTHER = [chain(bytes([secret]) * 32) for secret in (0xBB, 0x33, 0x44)]
NEW = tuple(links[0].hex() for links in OTHER)
DEPOSIT: dict[str, Any] = {"line": "deposit", "position": 0, "side": 0}


def cheats(kept: Lines, deposited: Lines, drawn: Lines) -> list[Cheat]:
    """Every cheat that lines can show, by its number in the list of cheats, on the three records of the vectors."""
    found: list[Cheat] = []

    def add(name: str, lines: Iterable[dict[str, Any]], wrong: int) -> None:
        found.append(Cheat(name, resealed(lines), wrong))

    fire, links, rolls = kept[5], kept[5]["links"], rolls_of(kept, 5)
    # 1: faces
    add("1 a face is changed", edited(kept, 5, rolls=[rolls[0] | {"faces": [5, 2]}, *rolls[1:]]), 6)
    add("1 a face of the last die is changed", edited(kept, 10, rolls=[kept[10]["rolls"][0] | {"faces": [5]}]), 11)
    add("1 dice change places", edited(kept, 5, rolls=[rolls[0] | {"faces": [2, 4]}, *rolls[1:]]), 6)
    add("1 a face is a truth", edited(kept, 5, rolls=[*rolls[:2], rolls[2] | {"faces": [True, 3, 5, 1]}]), 6)
    # 2: links
    for chain_, name in enumerate(("the host", "Red", "Blue")):
        made_up = [*links[:chain_], "0" * 64, *links[chain_ + 1 :]]
        add(f"2 a link of {name} is made up", edited(kept, 5, links=made_up), 6)
        skipped = [*links[:chain_], kept[7]["links"][chain_], *links[chain_ + 1 :]]
        add(f"2 a link of {name} is skipped", edited(kept, 5, links=skipped), 6)
        again = [*kept[7]["links"][:chain_], links[chain_], *kept[7]["links"][chain_ + 1 :]]
        add(f"2 a link of {name} is used again", edited(kept, 7, links=again), 8)
        other = [*links[:chain_], OTHER[chain_][1].hex(), *links[chain_ + 1 :]]
        add(f"2 a link of {name} is of another set", edited(kept, 5, links=other), 6)
    add("2 links change places", edited(kept, 5, links=[links[0], links[2], links[1]]), 6)
    add("2 a link is missing", edited(kept, 5, links=links[:2]), 6)
    add("2 links are missing", edited(kept, 5, links=[]), 6)
    add("2 a link in capitals", edited(kept, 5, links=[links[0].upper(), *links[1:]]), 6)
    add("2 links without dice", edited(kept, 3, links=links), 4)
    # 3: rolls
    add("3 rolls change places", edited(kept, 5, rolls=[rolls[1], rolls[0], rolls[2]]), 6)
    add("3 the first roll is left out", edited(kept, 5, rolls=rolls[1:]), 6)
    add("3 a roll is put in", edited(kept, 5, rolls=[rolls[0], *rolls]), 6)
    add("3 the last roll is left out", edited(kept, 5, rolls=rolls[:2]), 0)
    add("3 all rolls are left out", edited(kept, 5, rolls=[]), 6)
    # 4: dice
    described = rolls[0] | {"of": [[2, [1, 2, 3, 4, 5, 6]]]}
    add("4 a die is described by its faces", edited(kept, 5, rolls=[described, *rolls[1:]]), 0)
    add("4 a die of seven faces", edited(kept, 5, rolls=[rolls[0] | {"of": [[2, 7]]}, *rolls[1:]]), 6)
    add("4 one throw as two", edited(kept, 5, rolls=[rolls[0] | {"of": [[1, 6], [1, 6]]}, *rolls[1:]]), 6)
    for of in ([[0, 6]], [[10_001, 6]], [[2, 0]], [[2, 2**32]], [[2, []]], [[2, [1, "2"]]], [[2]], [], 6, [[2.5, 6]]):
        add(f"4 a throw {of} out of bounds", edited(kept, 5, rolls=[rolls[0] | {"of": of}, *rolls[1:]]), 6)
    add("4 more dice than faces", edited(kept, 5, rolls=[rolls[0] | {"of": [[10_000, 6]]}, *rolls[1:]]), 6)
    # 5: after a call
    add("5 another order", edited(kept, 5, order={"type": "Fire", "unit": 1, "target": 5}), 6)
    add("5 another side", edited(kept, 5, side=1), 6)
    quiet = fire | {"order": {"type": "Move", "unit": 2}, "rolls": [], "links": []}
    for name, line in {
        "a quiet order": quiet,
        "an undo": act("undo", 0, 2),
        "a takeback": act("takeback", 0, 2),
        "a draw": act("draw", None),
        "a deposit": DEPOSIT,
        "a bot for a bot": act("takeover/planner/greedy/late"),
        "another call": kept[4],
    }.items():
        add(f"5 {name} after a call", [*kept[:5], line, *kept[5:]], 6)
    # 6: without a call
    add("6 dice without a call", [*kept[:4], *kept[5:]], 5)
    add("6 called and deposited", [*kept[:3], DEPOSIT, *kept[3:4], *kept[5:]], 6)
    add("6 a call of a later roll", edited(kept, 4, roll=2), 5)
    add("6 a call of an earlier roll", edited(kept, 6, roll=1), 7)
    add("6 a call where no seat keeps a key", [*deposited[:6], kept[4] | {"roll": 1}, *deposited[6:]], 7)
    add("6 declared as played elsewhere", edited(kept, 0, forked=len(kept) - 1), 0)
    add("6 more lines than there are", edited(kept, 0, forked=len(kept)), 1)
    # 11: anchors
    add("11 an anchor is exchanged", edited(kept, 1, anchor=NEW[1]), 6)
    add("11 a second key for a seat", [*kept[:3], kept[1] | {"anchor": NEW[1]}, *kept[3:]], 4)
    add("11 a key for a seat of the host", [*drawn[:1], kept[1] | {"anchor": NEW[1]}, *drawn[1:]], 2)
    add("11 two anchors alike", edited(kept, 2, anchor=kept[1]["anchor"]), 3)
    add("11 the host copies Red's anchor", edited(kept, 1, anchor=kept[0]["dice"][0]), 2)
    add("11 no anchor of the host", edited(kept, 0, dice=[None, None, None]), 1)
    add("11 two anchors of the set-up alike", edited(drawn, 0, dice=[NEW[0], NEW[1], NEW[1]]), 1)
    add("11 a key of nobody", edited(kept, 1, by="bot"), 2)
    # 12: deposits
    add("12 a deposit before all anchors stand", [*kept[:2], DEPOSIT, *kept[2:]], 3)
    add("12 a deposit of what the host drew", [*drawn[:1], DEPOSIT, *drawn[1:]], 2)
    add("12 a deposit twice", [*deposited[:5], DEPOSIT, *deposited[5:]], 6)
    add("12 dice before all anchors stand", [*kept[:2], *kept[3:]], 4)
    # 13: new keys
    add("13 keys that are not spent", [*kept[:6], keys("spent", *NEW)], 7)
    add("13 keys of somebody who is not gone", [*kept[:6], keys("gone", *NEW)], 7)
    gone = act("takeover/player/greedy/gone")
    add("13 gone, two lines later", [*kept[:6], gone, kept[3], keys("gone", *NEW)], 9)
    add("13 gone, and its key was deposited", [*deposited[:7], gone, keys("gone", *NEW)], 9)
    for why in ("", "setup", None, ["agreed"]):
        add(f"13 keys because of {why!r}", [*kept[:6], keys(why, *NEW)], 7)
    add("13 two keys", [*kept[:6], keys("agreed", *NEW[:2])], 7)
    add("13 old links under new keys", [*kept[:6], keys("agreed", *NEW), deposited[6]], 8)
    add("13 keys agreed", [*kept[:6], keys("agreed", NEW[0], None, None)], 0)
    add("13 keys agreed with a call open", [*kept[:5], keys("agreed", *NEW)], 0)
    add("13 a call that was given up comes again", [*kept[:5], keys("agreed", *NEW), kept[5]], 7)
    # What a record is made of
    end = {"line": "end", "result": {"winner": 0, "rule": "", "sentence": "Red won."}}
    add("a line after the end", [*kept, end, act("resign")], 13)
    add("an end with a call open", [*kept[:5], act("resign"), end], 0)
    add("two set-ups", [*kept[:3], kept[0], *kept[3:]], 4)
    add("no set-up", kept[1:], 1)
    add("another format", edited(kept, 0, format=3), 1)
    add("a position is wrong", edited(kept, 3, position=3, fixed=True), 4)
    add("a field too many", edited(kept, 3, note=1), 4)
    add("a field too few", [*kept[:1], {name: kept[1][name] for name in ("line", "position", "side", "anchor")}], 2)
    add("an unknown line", [*kept[:3], {"line": "seed", "position": 0, "seed": "7"}], 4)
    add("a side of nobody", edited(kept, 1, side=2), 2)
    add("dice in a hidden line", edited(kept, 5, salt="00" * 16), 6)
    add("a hidden line", edited(kept, 3, salt="00" * 16), 0)
    add("a hidden call", edited(kept, 4, salt="00" * 16), 5)
    honest = resealed(kept)
    found.append(Cheat("a line is changed", [*honest[:3], honest[3].replace('"unit":1', '"unit":2'), *honest[4:]], 4))
    found.append(Cheat("a line is missing", [*honest[:3], *honest[4:]], 4))
    found.append(Cheat("no hash", [*honest[:3], honest[3][:-75] + "}"], 4))
    return found


# A client's side of a stream


class Listener(Checker):
    """The checker on a stream: lines that may not be read yet come as digests, and are opened later."""

    def __init__(self) -> None:
        super().__init__()
        self.hidden: dict[int, str] = {}

    def hear(self, line: dict[str, Any]) -> None:
        """A line message, as it was sent."""
        if "text" in line:
            self.take(f'{line["text"]},"hash":"{line["hash"]}"}}'.encode())
        else:
            self.hash = hashed(b"line", self.hash, bytes.fromhex(line["digest"]))
            self.hashes.append(self.hash.hex())
            demand(self.hashes[-1] == line["hash"] and self.call is None, "a hidden line does not fit")
            self.hidden[line["position"]] = line["digest"]
        for place, text in (line.get("opened") or {}).items():
            told = self.hidden.pop(int(place))
            demand(sha256(text.encode()).hexdigest() == told, "a line is not the one that was hidden")
            opened = json.loads(f"{text}}}")
            demand(opened["line"] == "order" and not opened["rolls"] and "salt" in opened, "dice were hidden")
        demand(not (line["result"] and self.hidden), "what was hidden was not opened")
