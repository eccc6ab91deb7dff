"""Checks the dice of a record of format 2 with standard Python alone: no rulebook, nothing to install.

    python checker.py game.jsonl [--receipt LINES:HASH ...]    a receipt is what a client has seen: lines, and a hash

Host, Red and Blue each hash a secret 4,096 times. The last hash is the anchor, told first; those before it are links,
told backwards, one a roll. A roll's three links are its key. While a seat keeps its links, an order is called first.
"""

import json
import re
import sys
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import islice
from pathlib import Path
from struct import unpack
from typing import Any

LENGTH, MOST_DICE, WORDS = 4096, 10_000, 2**32  # links of a chain, dice of a throw, values of a word
SEAT, DEPOSITED, HOST, AWAITED = "seat", "deposited", "host", "awaited"  # who can show the links of a chain
CHAINS = ("the host", "Red", "Blue")
FIELDS = {
    "setup": "rulebook version setup dice forked format",
    "key": "position side anchor by",
    "deposit": "position side",
    "call": "position side order roll",
    "order": "position side order rolls events links",
    "keys": "position dice why",
    "act": "position act side to",
    "ruled": "position side table why",
    "end": "result",
}


def hashed(tag: bytes, *parts: bytes) -> bytes:
    return sha256(b"hulldown/2/" + tag + b"".join(parts)).digest()


def chain(secret: bytes) -> list[bytes]:
    """The anchor and all links of a secret, which is the last of them: link n is the one of roll n."""
    links = [secret]
    for _ in range(LENGTH):
        links.append(hashed(b"link", links[-1]))
    return links[::-1]


def words(key: bytes, throw: int) -> Iterator[int]:
    for block in range(WORDS):
        yield from unpack(">8I", hashed(b"dice", key, throw.to_bytes(4, "big"), block.to_bytes(4, "big")))


def numbers(source: Iterable[int], sides: int, count: int) -> list[int]:
    """Dice as numbers from 0 on. A word at or above the limit would favour the low ones, and is passed over."""
    limit = WORDS - WORDS % sides
    return [word % sides for word in islice((word for word in source if word < limit), count)]


def faces_of(key: bytes, throw: int, count: int, die: Any) -> list[int]:
    """How a handful of equal dice falls: a die is its number of faces, from 1 on, or a list of them."""
    if isinstance(die, int):
        return [number + 1 for number in numbers(words(key, throw), die, count)]
    return [die[number] for number in numbers(words(key, throw), len(die), count)]


class Wrong(Exception):
    """Why a line is not one that an honest host writes."""


def demand(holds: object, why: str) -> None:
    if not holds:
        raise Wrong(why)


def whole(value: object, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def unhexed(text: object) -> bytes:
    demand(isinstance(text, str) and re.fullmatch("[0-9a-f]{64}", text), "a link or anchor is not 64 digits of 0 to f")
    return bytes.fromhex(str(text))


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    demand(len(dict(pairs)) == len(pairs), "a name stands twice in it")
    return dict(pairs)


def parsed(row: bytes) -> dict[str, Any]:
    try:
        line = json.loads(row.decode(), object_pairs_hook=once)
    except (ValueError, RecursionError):
        raise Wrong("it is not JSON") from None
    kind = str(line.get("line")) if isinstance(line, dict) else ""
    names = [] if kind not in FIELDS else ["line", *FIELDS[kind].split(), *["salt"] * ("salt" in line), "hash"]
    demand(list(line) == names and ("salt" not in line or kind == "order"), "it is no line of format 2")
    demand(whole(line.get("side", 0), 0, 1) or (kind == "act" and line["side"] is None), "it has no side")
    return dict(line)


class Checker:
    """One pass over the lines of a record; `take` raises `Wrong` at the first bad one."""

    def __init__(self) -> None:
        self.hash, self.hashes = bytes(32), list[str]()  # after the last line, and after each
        self.tips, self.states, self.number = [b""] * 3, [AWAITED] * 3, 0  # of the three chains, and their last roll
        self.call: dict[str, Any] | None = None
        self.gone, self.ended, self.forked = -1, False, 0  # `gone`: the side that the line before took over for
        self.under = [dict.fromkeys((SEAT, DEPOSITED, HOST), 0) for _ in CHAINS]  # rolls, by the state of each chain
        self.rolls = self.unkept = 0  # `unkept`: the host drew all three
        self.given_up, self.agreed = list[int](), list[int]()  # calls and new keys, by line
        self.typed = False  # people roll the dice: there are no keys, and nothing is claimed of the faces

    def take(self, row: bytes) -> None:
        """The next line, without its line end."""
        tail, place = re.fullmatch(rb',"hash":"([0-9a-f]{64})"}', row[-75:]), len(self.hashes) - 1
        self.hash = hashed(b"line", self.hash, sha256(row[:-75]).digest())
        self.hashes.append(self.hash.hex())
        demand(tail and tail[1].decode() == self.hashes[-1], "its hash does not fit: it, or one before, was changed")
        line = parsed(row)
        kind, act, gone, self.gone = line["line"], str(line.get("act")), self.gone, -1
        demand(not self.ended, "nothing comes after the end")
        demand((kind == "setup") == (place < 0), "a record has one set-up line, its first")
        demand(kind in ("setup", "end") or whole(line["position"], place, place), f"its position is not {place}")
        leaves = act in ("resign", "abandon") or act.startswith("takeover/player/")
        demand(self.call is None or leaves or kind in ("order", "keys", "end"), "a roll is called, and must come first")
        if 0 <= place < self.forked:
            return
        self.forked = line.get("forked", self.forked)
        demand(whole(self.forked, 0, 10**6) and whole(line.get("format", 2), 2, 2), "it is not of format 2")
        self.ended = kind == "end"
        self.gone = line["side"] if act.startswith("takeover/player/") and line["side"] is not None else -1
        self.typed |= kind == "setup" and line["dice"] == "typed"
        demand(self.typed or kind != "ruled", "only where people roll the dice can they rule otherwise")
        demand(not self.typed or kind not in ("key", "deposit", "call", "keys"), "people roll: there are no keys")
        if kind == "order":
            self._order(line)
        elif kind in ("setup", "keys") and not self.typed:
            self._keys(line.get("why"), line["dice"], gone, kind)
        elif kind in ("key", "deposit", "call"):
            self._seat(kind, line, 1 + line["side"])

    def _keys(self, why: object, dice: Any, gone: int, kind: str) -> None:
        """A set of keys: the anchors that the host drew, and None for those that seats will bring."""
        demand(kind == "setup" or why in ("agreed", "spent", "gone"), "new keys are agreed, or the old spent or gone")
        demand(why != "spent" or self.number == LENGTH, f"the keys are not spent: {self.number} of {LENGTH} were used")
        demand(why != "gone" or self.states[gone + 1] == SEAT, "the line before took over for nobody who kept a key")
        self.given_up += [len(self.hashes)] * bool(self.call)
        self.agreed += [len(self.hashes)] * (why == "agreed")
        demand(isinstance(dice, list) and len(dice) == 3 and dice[0], "it has not the anchors of three chains")
        self.tips = [b"" if anchor is None else unhexed(anchor) for anchor in dice]
        self.states = [AWAITED if anchor is None else HOST for anchor in dice]
        self.number, self.call = 0, None
        demand(len({*self.tips, b""}) == 4 - self.tips.count(b""), "two anchors are alike")

    def _seat(self, kind: str, line: dict[str, Any], chain: int) -> None:
        """A key that was brought or deposited, or dice that were called."""
        demand(kind == "key" or AWAITED not in self.states, "not all three keys stand in the log")
        if kind == "key":
            demand(self.states[chain] == AWAITED and line["by"] in (SEAT, HOST), f"{CHAINS[chain]} has its key")
            demand(unhexed(line["anchor"]) not in self.tips, "two anchors are alike")
            self.tips[chain], self.states[chain] = unhexed(line["anchor"]), line["by"]
        elif kind == "deposit":
            demand(self.states[chain] == SEAT, f"{CHAINS[chain]} keeps no key")
            self.states[chain] = DEPOSITED
        else:
            demand(SEAT in self.states, "dice are called, and no seat keeps a key")
            demand(whole(line["roll"], self.number + 1, min(self.number + 1, LENGTH)), "it does not call the next roll")
            self.call = line

    def _order(self, line: dict[str, Any]) -> None:
        rolls, links, called = line["rolls"], line["links"], self.call
        if rolls == []:
            demand(links == [] and not called, "no dice fell, but it has links, or dice were called")
            return
        if self.typed:
            marked = isinstance(rolls, list) and all(isinstance(one, dict) and "typed" in one for one in rolls)
            demand(
                marked and links == [] and "salt" not in line, "dice of people say typed, have no links, and are seen"
            )
            self.rolls += 1
            return
        demand(AWAITED not in self.states and self.number < LENGTH, "dice fell before all keys stood, or when spent")
        demand(isinstance(rolls, list) and isinstance(links, list) and len(links) == 3, "its dice have not three links")
        same = called and json.dumps((called["side"], called["order"])) == json.dumps((line["side"], line["order"]))
        demand(same or SEAT not in self.states, "a seat keeps its key, and this order was not called")
        demand("salt" not in line, "dice fell in a hidden line")
        shown = [unhexed(link) for link in links]
        for name, link, tip in zip(CHAINS, shown, self.tips, strict=True):
            demand(hashed(b"link", link) == tip, f"the link of {name} is not the next of its chain")
        self._fell(hashed(b"roll", *shown), rolls)
        self.tips, self.number, self.call, self.rolls = shown, self.number + 1, None, self.rolls + 1
        self.unkept += self.states == [HOST] * 3
        for under, state in zip(self.under, self.states, strict=True):
            under[state] += 1

    def _fell(self, key: bytes, rolls: list[Any]) -> None:
        throw = 0
        for roll in rolls:
            demand(isinstance(roll, dict) and list(roll) == ["rule", "faces", "of"], "a roll is not {rule, faces, of}")
            faces, of, fell = roll["faces"], roll["of"], list[int]()
            demand(isinstance(faces, list) and isinstance(of, list) and of, "a roll lists no throws")
            for handful in of:
                demand(isinstance(handful, list) and len(handful) == 2, "a throw is not [count, die]")
                count, die = handful
                listed = isinstance(die, list) and die and all(type(face) is int for face in die)
                demand(whole(count, 1, MOST_DICE) and (listed or whole(die, 1, WORDS - 1)), "a throw is out of bounds")
                demand(len(fell) + count <= len(faces), "a roll has fewer faces than dice")
                fell += faces_of(key, throw, count, die)
                throw += 1
            demand(json.dumps(faces) == json.dumps(fell), f"{roll['rule']} shows {faces}; the keys give {fell}")


def check(rows: Iterable[bytes], receipts: Iterable[str] = ()) -> Checker:
    """A whole record beside what was seen of it; `Wrong` begins with the line."""
    checker = Checker()
    for number, row in enumerate(rows, 1):
        try:
            checker.take(row)
        except (Wrong, RecursionError) as wrong:
            raise Wrong(f"line {number}: {wrong}") from None
    demand(len(checker.hashes) > checker.forked, f"line 1: cut; {checker.forked} lines were played elsewhere")
    for receipt in receipts:
        lines, _, seen = receipt.partition(":")
        known = checker.hashes[int(lines) :][:1] if re.fullmatch("[0-9]{1,7}", lines) else []
        demand(known == [seen], f"line {lines}: changed or cut; the receipt has {seen}")
    return checker


def told(checker: Checker) -> Iterator[str]:
    """What a record proves of its dice, in sentences."""
    yield f"{checker.rolls} rolls {'are as the players reported' if checker.typed else 'were checked'}"
    if checker.typed:
        return
    for name, under in zip(CHAINS[1:], checker.under[1:], strict=True):
        yield f"{name}'s key: kept for {under[SEAT]} rolls, deposited {under[DEPOSITED]}, the host's {under[HOST]}"
    for what, lines in (("calls given up", checker.given_up), ("new keys agreed", checker.agreed)):
        yield f"{what}: {'line ' + ', '.join(map(str, lines)) if lines else 'none'}"
    if checker.call:
        yield f"roll {checker.number + 1} is called and has not fallen"
    if checker.unkept:
        yield f"{checker.unkept} rolls rest on the host's word: it drew all keys"
    if checker.forked:
        yield f"{checker.forked} lines were played elsewhere: their dice are not checked"


if __name__ == "__main__":
    receipts = [word for word in sys.argv[2:] if word != "--receipt"]
    try:
        found = check(Path(sys.argv[1]).read_bytes().removesuffix(b"\n").split(b"\n"), receipts)
    except Wrong as wrong:
        sys.exit(f"WRONG, {wrong}")
    print(*told(found), f"receipts compared: {len(receipts)}", f"last hash: {found.hashes[-1]}", sep="\n")
    sys.exit(3 if found.call or found.unkept or found.forked or found.typed else 0)
