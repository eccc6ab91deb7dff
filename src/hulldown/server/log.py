"""The log of a match: a kernel game, its lines as a record has them, and the table after each of them.

It is rebuilt from its lines by playing them again with the same dice, so a game that goes on after a restart has been
proved. One that no longer comes out the same is closed: it can be watched by the events it recorded, and downloaded.
"""

import logging
from collections.abc import Iterable, Iterator
from enum import IntEnum
from functools import lru_cache
from hashlib import blake2b, sha256
from secrets import token_hex
from typing import Any

import msgspec

from hulldown.kernel.bearings import compass_of
from hulldown.kernel.checker import Checker
from hulldown.kernel.dice import Dice, HeldDice, KeyedDice, ScriptedDice, SeededDice, TypedDice
from hulldown.kernel.files import Fault
from hulldown.kernel.game import Act, Declined, Entry, Game, Noted, Played, Ruled, encoded, hides
from hulldown.kernel.gist import settled
from hulldown.kernel.picture import Picture, Shot, Stroke, Throw
from hulldown.kernel.record import (
    TYPED,
    ActLine,
    EndLine,
    KeyNote,
    Line,
    Ordered,
    OrderLine,
    RuledLine,
    SealedEnd,
    SealedLine,
    SealedOrder,
    SealedSetup,
    SeededLine,
    SetupLine,
    digest,
    sealed_digest,
)
from hulldown.kernel.replay import script
from hulldown.kernel.rule import Refused
from hulldown.kernel.rulebook import Result, Rulebook, Told
from hulldown.kernel.sealed import SealedDice
from hulldown.kernel.side import Side
from hulldown.kernel.wire import decode, encode
from hulldown.server.numbering import Numbers
from hulldown.server.protocol import LineMessage
from hulldown.server.store import MatchRow, promised
from hulldown.server.unveiling import kept_back, unveiled

Book = Rulebook[Any, Any, Any]
ONLY_PLAYERS = "only the players take orders back"
LOST = (
    "The seed of this game's dice is not here any more, so it cannot go on. "
    "It can be watched, downloaded and played on from any point with other dice."
)
RECORD = "This is a record: it can be watched, downloaded and played on from any point."
MANY_UNITS, MANY_ROWS = 120, 64  # beyond them a table is large, and what a hand asks of it is worked out elsewhere
LESSON = "lesson"  # a kind of match, whose dice are set
NO_UNDO = "go back one step instead"
LAST, FAR_BACK = 2, 24  # how many sentences a view has, and how many lines back they are looked for
SALTED = ',"salt":"'
SALT, TAIL = len(SALTED) + 33, 75  # how much of a line they are
logger = logging.getLogger("hulldown.server")


class Eyes(IntEnum):
    """Who looks: a side, the two at one screen, or somebody beside the table."""

    RED = 0
    BLUE = 1
    BOTH = 2
    NOBODY = 3

    @property
    def side(self) -> Side | None:
        """Whose secrets these eyes may know at any time: the two at one screen look at the same log."""
        return Side(self) if self in (Eyes.RED, Eyes.BLUE) else None


def dice_of(row: MatchRow) -> Dice:
    """A match's own dice. Those of a seeded fork prove nothing, as its first lines were rolled with others."""
    if row.sitting.dice is not None or row.kind == LESSON:
        return HeldDice()
    if not row.seed:  # a record's, or one that is lost
        return ScriptedDice()
    if row.forked:
        return KeyedDice(blake2b(row.seed.encode(), digest_size=32, person=b"hulldown fork").digest())
    return SeededDice(row.seed)


def _units(stroke: Stroke) -> tuple[int, ...]:
    """Who moves, or who fires and at whom."""
    if isinstance(stroke, Throw):
        return ()
    target = stroke.target if isinstance(stroke, Shot) else None
    return (stroke.piece,) if target is None else (stroke.piece, target)


class Log:
    """A match from its first line to its last. `states[k]` is the table before line k, `states[-1]` the table now."""

    def __init__(self, book: Book, row: MatchRow) -> None:
        setup = decode(row.setup.encode(), book.setup_type, "set-up")
        self.book, self.row = book, row
        self.dice = dice_of(row)
        self.game: Game[Any, Any, Any] = Game(book, setup, self.dice)
        self.setup = setup
        self.keys: Checker | None = None  # of format 2: where the chains of sealed dice are
        self.typed = row.sitting.dice == TYPED  # people roll
        self.first = self._first_line()
        self.hash = self.first.hash
        self.entries: list[Entry] = []
        self.texts: list[str] = []
        self.states: list[Any] = [self.game.state]
        self.results: list[Result | None] = [self.game.result()]
        self.kept: list[int] = []  # the places of the orders and rulings that were not taken back
        self.scripted = isinstance(self.dice, ScriptedDice) or row.kind in ("record", LESSON)  # rolls as they stand
        lost = isinstance(self.dice, ScriptedDice)
        self.closed = RECORD if row.kind == "record" else LOST if lost else ""
        self.undos: list[tuple[str, str, str]] = [self._undos()]
        ground = book.terrain(self.game.state)
        self.compass = compass_of(ground)
        self.large = len(book.units(self.game.state)) > MANY_UNITS or len(ground.cells) > MANY_ROWS
        self.numbers = Numbers(book, self.states, self._told_to_all)
        self._message = lru_cache(maxsize=16 if self.large else 256)(self._make_message)
        self._picture = lru_cache(maxsize=16)(self._make_picture)

    def _first_line(self) -> SetupLine | SealedSetup:
        row, sitting = self.row, self.row.sitting
        setup = msgspec.Raw(row.setup.encode())
        if sitting.dice is not None:
            self.keys = Checker()
            first = self._sealed(SealedSetup(row.rulebook, row.version, setup, sitting.dice, row.forked), "")
            assert isinstance(first, SealedSetup)
            return first
        plain = SetupLine(row.rulebook, row.version, setup, sitting.seed_hash or promised(row.seed, row.forked))
        return msgspec.structs.replace(plain, hash=digest("", plain))

    def _sealed(self, line: SealedLine, previous: str) -> SealedLine:
        """A line of format 2 with its hash; the server holds itself to what everybody checks."""
        assert self.keys is not None
        line = msgspec.structs.replace(line, hash=sealed_digest(previous, line))
        self.keys.take(encode(line))
        return line

    @classmethod
    def load(cls, book: Book, row: MatchRow, texts: Iterable[str], prove: bool = True) -> "Log":
        """The log of stored lines, proved line by line or closed. A fork is new: its hashes come out otherwise."""
        log = cls(book, row)
        for position, text in enumerate(texts):
            line: Line = decode(text.encode(), SeededLine if log.keys is None else SealedLine, f"line {position}")
            if not log.closed or log.closed in (RECORD, LOST):
                try:
                    log._follow(line, position)
                    if prove and log.texts[-1] != text:
                        raise Fault(f"line {position}", "it comes out otherwise than it was written")
                    continue
                except Exception as error:
                    log._close(position, line, error)
            if not log._believe(line, text, position):
                break
        log.game.dice = log.dice
        if log.closed == LOST and log.results[-1] is not None:
            log.closed = ""  # nothing of it is still to be played
        return log

    def follow(self, texts: Iterable[str]) -> None:
        """Goes on by lines that another server has written; raises where they do not come out as they are."""
        for text in texts:
            position = len(self.texts)
            kind: Any = SeededLine if self.keys is None else SealedLine
            self._follow(decode(text.encode(), kind, f"line {position}"), position)
            if self.texts[-1] != text:
                raise Fault(f"line {position}", "it comes out otherwise than it was written")
        self.game.dice = self.dice

    def _close(self, position: int, line: Line, error: Exception) -> None:
        logger.warning("match %s is closed: its log no longer replays at line %d: %s", self.row.id, position, error)
        known = isinstance(error, (Fault, Declined, Refused)) and self._is_open(position, line)
        told = str(error) if known else type(error).__name__
        self.closed = (
            f"The rules have changed: line {position} of this game no longer comes out as it was played ({told}). "
            "It can be watched and downloaded."
        )
        del self.entries[position:], self.texts[position:]
        del self.states[position + 1 :], self.results[position + 1 :], self.undos[position + 1 :]

    def _is_open(self, position: int, line: Line) -> bool:
        """Whether everybody may know all of a line, and so what is wrong with it."""
        try:
            events = self._events(line) if isinstance(line, OrderLine | SealedOrder) else ()
            heard = all(self.book.hear(self.states[position], event, None) == event for event in events)
        except Exception:  # what cannot be read is not told
            return False
        return heard and not self.hides(Eyes.NOBODY, position)

    def _events(self, line: Ordered) -> tuple[Any, ...]:
        return tuple(decode(event, self.book.event_type) for event in decode(line.events, list[msgspec.Raw]))

    def _follow(self, line: Line, position: int) -> None:
        """Plays a line again: by the rolls it has, where they were not this match's dice."""
        if isinstance(line, SealedOrder):
            order = decode(line.order, self.book.order_type, f"line {position}")
            salt = "" if line.salt is msgspec.UNSET else line.salt
            if position < self.row.forked or self.typed:
                self.game.dice = script(line)
                self._give(order, line.links, salt)
            else:
                self.play(order, line.links, salt)
        elif isinstance(line, OrderLine):
            own = not self.scripted and position >= self.row.forked
            self.game.dice = self.dice if own else script(line)
            self._give(decode(line.order, self.book.order_type, f"line {position}"), (), "")
        elif isinstance(line, ActLine):
            if line.act == "step" and line.side is not None and line.to is not None:
                self.go_back(line.side, line.to)
            else:
                self.act(line.act, line.side)
        elif isinstance(line, KeyNote):
            self.note(line)
        elif isinstance(line, RuledLine):
            self.rule_otherwise(line.side, line.table, line.why)
        else:
            raise Fault(f"line {position}", "it is neither an order nor an act")

    def _believe(self, line: Line, text: str, position: int) -> bool:
        """Takes a line by its events, without the rules; whether that worked."""
        try:
            state = self.states[-1].copy()
            entry: Entry
            if isinstance(line, OrderLine | SealedOrder):
                order = decode(line.order, self.book.order_type)
                events = self._events(line)
                for event in events:
                    self.book.evolve(state, event)
                entry = Played(line.side, order, line.rolls, events)
            elif isinstance(line, ActLine):
                state = self.states[line.to] if line.to is not None else state
                entry = Act(line.act, line.side, line.to)
            elif isinstance(line, KeyNote):
                entry = Noted(line)
            elif isinstance(line, RuledLine):
                state = self.book.start(msgspec.structs.replace(self.setup, position=line.table))
                entry = Ruled(line.side, line.table, line.why)
            else:
                return False
        except Exception:
            logger.warning("match %s cannot be shown beyond line %d", self.row.id, position)
            return False
        self.entries.append(entry)
        self.texts.append(text)
        self.states.append(state)
        self.results.append(self.book.result(state))
        self.undos.append((self.closed, self.closed, self.closed))
        return True

    # What is played and done

    def to_act(self) -> Side | None:
        return None if self.closed else self.game.to_act()

    def play(self, order: Any, links: tuple[str, ...] = (), salt: str = "") -> None:
        """Plays an order. Sealed dice need the links of their roll; without them `Undecided` says that they are due."""
        if self.keys is not None:
            self.game.dice = SealedDice.of(links) if links else self.dice
        self._give(order, links, salt)

    def play_typed(self, order: Any, dice: TypedDice) -> None:
        """Plays an order whose dice people have rolled, all of them."""
        self.game.dice = dice
        self._give(order, (), "")

    def play_scripted(self, order: Any, dice: ScriptedDice) -> None:
        """Plays an order of a lesson with the dice that it is given there, and no others."""
        self.game.dice = dice
        self._give(order, (), "")
        self.game.dice = self.dice
        dice.done()

    def go_back(self, side: Side, place: int) -> None:
        """In a lesson: to before the order at a place."""
        self.game.go_back(side, place)
        self._note()

    def rule_otherwise(self, side: Side, table: str, why: str) -> None:
        """Goes on from another table."""
        self.game.rule_otherwise(side, table, why)
        self._note()

    def _give(self, order: Any, links: tuple[str, ...], salt: str) -> None:
        self.game.play(order)
        self._note(links, salt)

    def note(self, line: KeyNote) -> None:
        """A line about sealed dice."""
        self.game.note(msgspec.structs.replace(line, hash=""))
        self._note()

    def act(self, kind: str, side: Side | None) -> None:
        """An act by the word that a record has for it."""
        game = self.game
        if kind == "undo":
            self._may_go_back(side)
            game.undo(side)
        elif kind == "takeback" and side is not None:
            game.take_back(side)
        elif kind == "resign" and side is not None:
            game.resign(side)
        elif kind == "draw":
            game.agree_draw()
        elif kind == "abandon" and side is not None:
            game.abandon(side)
        elif kind.startswith("takeover/") and side is not None:
            game.replace_bot(side, kind)
        else:
            raise Declined(f"there is no act {kind[:40]!r} of that side")
        self._note()

    def take_back(self, side: Side | None) -> None:
        """Back to before this side's last order; without a side, before the last order of all."""
        self._may_go_back(side)
        mine = [place for place in self.kept if side is None or self.mover(place) is side]
        if not mine:
            raise Declined("there is no order of yours to take back")
        while self.kept and self.kept[-1] >= mine[-1]:
            self.act("takeback", self.mover(mine[-1]))

    def mover(self, place: int) -> Side:
        entry = self.entries[place]
        assert isinstance(entry, Played | Ruled)
        return entry.side

    def _note(self, links: tuple[str, ...] = (), salt: str = "") -> None:
        """Writes down what the game has just logged."""
        position = len(self.entries)
        entry = self.game.log[position]
        if isinstance(entry, Played | Ruled):
            self.kept.append(position)
        elif isinstance(entry, Act) and entry.to is not None:
            self.kept = [place for place in self.kept if place < entry.to]
        line = self._line_of(position, entry, links, salt)
        self.hash = line.hash
        self.entries.append(entry)
        self.texts.append(encode(line).decode())
        self.states.append(self.game.state)
        self.results.append(self.game.result())
        self.undos.append(self._undos())

    def _line_of(self, position: int, entry: Entry, links: tuple[str, ...], salt: str) -> Line:
        """An entry as the record's format has it, with its hash."""
        line: Line
        if isinstance(entry, Act):
            line = ActLine(position, entry.kind, entry.side, entry.to)
        elif isinstance(entry, Noted):
            line = entry.line
        elif isinstance(entry, Ruled):
            line = RuledLine(position, entry.side, entry.table, entry.why)
        elif self.keys is None:
            line = OrderLine(position, entry.side, encoded(entry.order), entry.rolls, encoded(entry.events))
        else:
            fresh = token_hex(16) if self._is_secret(entry) else msgspec.UNSET
            order, events = encoded(entry.order), encoded(entry.events)
            line = SealedOrder(position, entry.side, order, entry.rolls, events, links, salt or fresh)
        if self.keys is not None:
            return self._sealed(line, self.hash)  # type: ignore[arg-type]
        return msgspec.structs.replace(line, hash=digest(self.hash, line))  # type: ignore[arg-type]

    def _is_secret(self, entry: Played) -> bool:
        """Whether somebody may not read an order yet that was just played; dice are for all to see."""
        hidden = self.game.result() is None and hides(self.book, self.game.state, None)
        return not entry.rolls and self.row.kind != "record" and hidden

    def _undos(self) -> tuple[str, str, str]:
        game = self.game
        if self.row.kind == LESSON:
            return (NO_UNDO,) * 3
        return game.may_undo(Side.RED), game.may_undo(Side.BLUE), self._passed_on() or game.may_undo(None)

    def _passed_on(self) -> str:
        """Why the two at one screen do not go back: who sits there now would see what the other side hides."""
        now = self.to_act()
        if now is None or not self.kept or self.mover(self.kept[-1]) is now or not self.hides(Eyes.NOBODY):
            return ""
        return f"the screen is {now.label}'s now; {now.other.label} hides something"

    def _may_go_back(self, side: Side | None) -> None:
        if side is None and (why := self._passed_on()):
            raise Declined(f"the order cannot be taken back: {why}")

    # What can be seen

    def view(self, position: int, eyes: Eyes) -> Any:
        """The table before line `position`, as far as these eyes may know it; at one screen, the side to act."""
        state = self.states[position]
        return self.book.view(state, self.book.to_act(state) if eyes is Eyes.BOTH else eyes.side)

    def picture(self, position: int, eyes: Eyes) -> Picture:
        """The same to look at. A hand asks for it again with each survey."""
        return self._picture(position, eyes)

    def _make_picture(self, position: int, eyes: Eyes) -> Picture:
        return self.compass.fill(self.book.picture(self.view(position, eyes)))

    def undo(self, position: int, eyes: Eyes) -> str:
        return self.closed or (ONLY_PLAYERS if eyes is Eyes.NOBODY else self.undos[position][eyes])

    def message(self, position: int, eyes: Eyes) -> bytes:
        """Line `position` as it is sent to these eyes; the same for ever."""
        return self._message(position, eyes)

    def _make_message(self, position: int, eyes: Eyes) -> bytes:
        return encode(self.line(position, eyes))

    def line(self, position: int, eyes: Eyes) -> LineMessage:
        """A line for these eyes: for the two at one screen as for a spectator, since both of them can read it."""
        entry = self.entries[position]
        after = position + 1
        return LineMessage(
            position,
            "order" if isinstance(entry, Played) else "act",
            entry.side,
            self._told(position, entry, eyes) if isinstance(entry, Played) else (Told(entry.sentence),),
            self.picture(after, Eyes.NOBODY if eyes is Eyes.BOTH else eyes),
            self.undo(after, eyes),
            self.results[after],
            self.hides(Eyes.NOBODY, after),
            **self.numbers.turn(position)._asdict(),
            act=self.numbers.act(position),
            **self._seal(position, eyes),
        )

    def _seal(self, position: int, eyes: Eyes) -> dict[str, Any]:
        """What these eyes need to check a line of sealed dice."""
        if self.keys is None:
            return {}
        text, hash_ = self.texts[position][:-TAIL], self.texts[position][-TAIL:][9:-2]
        if self._withheld(position, eyes):
            return {"hash": hash_, "digest": sha256(text.encode()).hexdigest()}
        return {"hash": hash_, "text": text, "opened": self._opened(position, eyes) or msgspec.UNSET}

    def _withheld(self, position: int, eyes: Eyes) -> bool:
        """Whether these eyes are told a line by its digest; the two at one screen are told as a spectator is."""
        seen_by = Eyes.NOBODY if eyes is Eyes.BOTH else eyes
        return SALTED in self.texts[position][-TAIL - SALT :] and self.hides(seen_by, position + 1)

    def _opened(self, position: int, eyes: Eyes) -> dict[int, str]:
        """The lines before this one that these eyes may read from now on."""
        seen_by = Eyes.NOBODY if eyes is Eyes.BOTH else eyes
        if self.hides(seen_by, position + 1):
            return {}
        opened, place = dict[int, str](), position - 1
        while place >= 0 and self.hides(seen_by, place + 1):
            if self._withheld(place, eyes):
                opened[place] = self.texts[place][:-TAIL]
            place -= 1
        return dict(sorted(opened.items()))

    def cited(self, head: int, eyes: Eyes) -> Iterator[tuple[int, str]]:
        """The lines before a head that rules decided, as far as these eyes may know them, and each of the rules."""
        for position, entry in enumerate(self.entries[:head]):
            if isinstance(entry, Played):
                told = self._told(position, entry, eyes)
                yield from ((position, rule) for rule in {rule: None for one in told for rule in one.rules})

    def _told(self, position: int, entry: Played, eyes: Eyes) -> tuple[Told, ...]:
        """What these eyes learn of an order, event by event."""
        state = self.states[position].copy()
        told = []
        for event in entry.events:
            if (heard := self.book.hear(state, event, eyes.side)) is not None:
                told.append(self.book.tell(state, heard))
            self.book.evolve(state, event)
        return self.compass.fill((*settled(told), *self._unveiled(position, entry, eyes)))

    def _unveiled(self, position: int, entry: Played, eyes: Eyes) -> tuple[Told, ...]:
        """What was hidden from these eyes up to this line, and is not any more."""
        book, side, (before, after) = self.book, eyes.side, self.states[position : position + 2]
        secret = hides(book, before, side) or kept_back(book, before, entry, side)
        if not secret or hides(book, after, side):
            return ()
        return unveiled(book, self.states, self.entries[: position + 1], side)

    def last(self, eyes: Eyes) -> tuple[tuple[str, ...], tuple[int, ...]]:
        """The last sentences that these eyes were told, and the units in the strokes of the last one that has any."""
        sentences, units = list[str](), dict[int, None]()
        for position in reversed(range(max(0, len(self.entries) - FAR_BACK), len(self.entries))):
            entry = self.entries[position]
            heard = self._told(position, entry, eyes) if isinstance(entry, Played) else (Told(entry.sentence),)
            for told in reversed(heard):
                if told.sentence and len(sentences) < LAST:
                    sentences.insert(0, told.sentence)
                units = units or dict.fromkeys(unit for stroke in told.strokes for unit in _units(stroke))
            if len(sentences) == LAST and units:
                break
        return tuple(sentences), tuple(units)

    def _told_to_all(self, position: int) -> tuple[Told, ...]:
        """What a spectator learns of a line; acts of the table are none of the game."""
        entry = self.entries[position]
        return self._told(position, entry, Eyes.NOBODY) if isinstance(entry, Played) else ()

    def hides(self, eyes: Eyes, position: int = -1) -> bool:
        """Whether the lines before a position hold what these eyes may not know yet."""
        if self.results[position] is not None or self.row.kind == "record":
            return False
        return hides(self.book, self.states[position], eyes.side)

    def record(self) -> str:
        """The record as text; it ends with the seed when the game is over."""
        texts = [encode(self.first).decode(), *self.texts]
        if self.row.sitting.end:
            texts.append(self.row.sitting.end)
        elif (result := self.results[-1]) is not None and not self.closed:
            texts.append(self._last_line(result))
        return "".join(text + "\n" for text in texts)

    def told_seed(self) -> str:
        """The last line of a game that is over, where it tells a seed: from then on that is no secret."""
        result = self.results[-1]
        return self._last_line(result) if result is not None and self.keys is None else ""

    def _last_line(self, result: Result) -> str:
        if self.keys is not None:
            sealed = SealedEnd(result)
            return encode(msgspec.structs.replace(sealed, hash=sealed_digest(self.hash, sealed))).decode()
        end = EndLine(result, self.dice.seed if isinstance(self.dice, SeededDice) else "")
        return encode(msgspec.structs.replace(end, hash=digest(self.hash, end))).decode()
