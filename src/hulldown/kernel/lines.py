"""Orders as lines of text: `move L1 G6↘ 5`, `fire L1 m1 (58.3 %) | 5 4`. They are read here and nowhere else.

The words are those of the client's text board, with hull names for both sides: Red's in capitals, Blue's in small
letters. What a line leaves open, such as a facing, makes several orders of it, the most obvious first.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, ClassVar, Generic

import msgspec

from hulldown.kernel.camera import cell_name
from hulldown.kernel.files import Fault
from hulldown.kernel.picture import Picture, Piece
from hulldown.kernel.rule import Refusal
from hulldown.kernel.rulebook import Aim, Band, Preview, Rulebook, S, Survey
from hulldown.kernel.side import Side
from hulldown.kernel.template import filled
from hulldown.kernel.wire import decode, encode, plain

MOST_SIGNS = 200
ANY = "any"  # an outcome: any effect
DESTROYED = frozenset({"destroyed", "explodes", "wreck"})
NO_EFFECT = frozenset({"nothing", "missed", "no effect", "dud", "ricochet"})
_CHANCE = r"\((?P<chance>\d{1,3}(?:\.\d)?) ?%(?: (?P<outcome>[^)]*))?\)"
_LINE = re.compile(rf"(?P<words>[^(|]*?)\s*(?:{_CHANCE})?\s*(?:\|(?P<dice>.*))?")
_POSE = re.compile(r"(?P<cell>[A-Za-z]+\d+)(?P<facing>\D*)")


class Line(msgspec.Struct, frozen=True):
    """A line as it was written: its words, the chance that the referee must show, and the dice it is given."""

    text: str
    words: tuple[str, ...]
    chance: Decimal | None = None
    outcome: str = ""
    rolls: tuple[tuple[int, ...], ...] = ()

    @property
    def said(self) -> str:
        """The order alone, as people say it."""
        return " ".join(self.words)


def parse_line(text: str, where: str) -> Line:
    found = _LINE.fullmatch(text.strip()) if len(text) <= MOST_SIGNS else None
    if found is None or not found["words"]:
        told = "write an order such as 'fire L1 m1', then maybe a chance '(58.3 %)', and dice after a bar '| 5 4'"
        raise Fault(where, f"{text[:60]!r} is no order; {told}")
    words = tuple(found["words"].split())
    chance = Decimal(found["chance"]) if found["chance"] else None
    return Line(text, words, chance, found["outcome"] or "", _rolls(found["dice"], where))


def _rolls(told: str | None, where: str) -> tuple[tuple[int, ...], ...]:
    """`3 2, 5, 0`: handful by handful."""
    try:
        return tuple(tuple(map(int, handful.split())) for handful in told.split(",")) if told and told.strip() else ()
    except ValueError:
        raise Fault(where, f"the dice {told!r} are not figures; write handfuls such as '3 2, 5, 0'") from None


class Table(Generic[S]):
    """What the words of a line may name: the units, cells and facings of a position."""

    def __init__(self, book: Rulebook[S, Any, Any], state: S, where: str) -> None:
        self.book, self.state, self.where = book, state, where
        self.acting = book.to_act(state)

    @property
    def picture(self) -> Picture:
        return self.book.picture(self.state)

    def unit(self, word: str, enemy: bool = False) -> int:
        """A unit by its hull, Red's in capitals; where all is written alike the own one, or as a target the enemy's."""
        pieces = self.picture.pieces
        for piece in pieces:
            if hull_of(piece) == word:
                return piece.id
        alike = [piece for piece in pieces if piece.label.lower() == word.lower()]
        alike = [piece for piece in alike if (piece.side is self.acting) is not enemy] or alike
        if not alike and (cell := self._cell(word)) is not None:
            columns = self.columns
            alike = [one for one in pieces if one.pose and one.pose.y * columns + one.pose.x == cell and not one.wreck]
        if not alike:
            told = ", ".join(hull_of(piece) for piece in pieces[:40])
            raise Fault(self.where, f"there is no unit {word[:20]!r}; there is {told}")
        return alike[0].id

    @property
    def columns(self) -> int:
        return self.book.terrain(self.state).columns

    def survey(self, unit: int) -> Survey:
        return self.book.survey(self.state, unit)

    def cell(self, word: str) -> int:
        if (cell := self._cell(word)) is None:
            raise Fault(self.where, f"{word[:20]!r} is no place on this board")
        return cell

    def _cell(self, word: str) -> int | None:
        found = re.fullmatch(r"([A-Za-z]{1,2})(\d{1,3})", word)
        terrain = self.book.terrain(self.state)
        if found is None or terrain.table == "free":
            return None
        column = 0
        for letter in found[1].upper():
            column = 26 * column + ord(letter) - ord("A") + 1
        row = int(found[2])
        inside = column <= terrain.columns and 1 <= row <= terrain.rows
        return (row - 1) * terrain.columns + column - 1 if inside else None

    def refuse(self, order: Any) -> Refusal | None:
        return self.book.refuse(self.state, order)


def hull_of(piece: Piece) -> str:
    """What a unit is called in a line."""
    return piece.label.lower() if piece.side is Side.BLUE else piece.label.upper()


Verb = Callable[[Table[Any], tuple[str, ...]], Iterable[Any]]


class Lines(Generic[S]):
    """How a book's orders are said.

    `plain` are the orders that are a word alone, of which one is allowed at a time; `verbs` say what follows a word.
    """

    book: ClassVar[Rulebook[Any, Any, Any]]
    plain: ClassVar[Mapping[str, Sequence[Any]]] = {}
    facings: ClassVar[Mapping[str, int]] = {}  # by arrow
    sayings: ClassVar[Mapping[str, str]] = {}  # the words of each kind of order that is more than a word, by its fields

    def __init__(self) -> None:
        self.verbs: dict[str, Verb] = {}

    def orders(self, state: S, line: Line, where: str) -> tuple[Any, ...]:
        """The orders that a line may mean, the most obvious first; some of them may not be allowed."""
        table, (verb, *rest) = Table(self.book, state, where), line.words
        verb = verb.lower()
        if alone := self.plain.get(" ".join([verb, *rest]).lower()):
            return tuple(alone)
        if verb not in self.verbs:
            known = ", ".join(dict.fromkeys([*self.plain, *self.verbs]))
            raise Fault(where, f"{verb[:20]!r} is no order of {self.book.title}; there is {known}")
        try:
            found = tuple(dict.fromkeys(self._known(one) for one in self.verbs[verb](table, tuple(rest))))
        except IndexError:
            raise Fault(where, f"{line.said!r} is not all of an order; something is missing at its end") from None
        if not found:
            raise Fault(where, f"nothing on this table is meant by {line.said!r}")
        return found

    def first(self, state: S, line: Line, where: str) -> tuple[Any, Refusal | None]:
        """The order that a line means here: the first that is allowed, or else the first with its refusal."""
        orders = self.orders(state, line, where)
        for order in orders:
            if self.book.refuse(state, order) is None:
                return order, None
        return orders[0], self.book.refuse(state, orders[0])

    def said(self, state: S, order: Any) -> str:
        """An order as a line says it; raises `Fault` where a book has no words for it."""
        fields: dict[str, Any] = plain(order)
        for word, orders in self.plain.items():
            if order in orders:
                return word
        template = self.sayings.get(fields["type"], "")
        if not template:
            raise Fault(fields["type"], f"{self.book.title} has no words for this order; write the step by hand")
        table = Table(self.book, state, "order")
        told = {field: self.word(table, field, value, fields) for field, value in fields.items()}
        return " ".join(template.format(**told).split())

    def word(self, table: Table[S], field: str, value: Any, fields: Mapping[str, Any]) -> str:
        """A field of an order as a word of its line; nothing where it is what goes without saying."""
        if field in ("unit", "target"):
            return next(hull_of(piece) for piece in table.picture.pieces if piece.id == value)
        if field == "square":
            return cell_name(value % table.columns, value // table.columns)
        if field in ("facing", "corner"):
            return next(arrow for arrow, facing in self.facings.items() if facing == value)
        return str(value) if value else ""

    def near(self, state: S, order: Any, wanted: Any) -> bool:
        """Whether a hand that meant one order may well have given the other; on a grid every order is exact."""
        return False

    def _known(self, order: Any) -> Any:
        """An order that was filled in from a template, as the book has it."""
        return decode(encode(order), self.book.order_type, "order") if isinstance(order, dict) else order

    # What verbs are made of

    def facing(self, word: str, table: Table[S]) -> int | None:
        """A facing by its arrow or a compass word; nothing where it is left open."""
        if not word:
            return None
        for facing, bearing in self.facings.items():
            if word == facing:
                return bearing
        raise Fault(table.where, f"{word[:20]!r} is no facing; write one of {' '.join(self.facings)}")

    def pose(self, words: Sequence[str], table: Table[S]) -> tuple[int, int | None, tuple[str, ...]]:
        """`G6↘ 5`, `G6 ↘ 5`, `G6`: a cell, a facing if one is said, and what follows."""
        found = _POSE.fullmatch(words[0])
        if found is None:
            raise Fault(table.where, f"{words[0][:20]!r} is no place; write one such as G6↘")
        facing, rest = found["facing"], tuple(words[1:])
        if not facing and rest and not rest[0].isdecimal():
            facing, rest = rest[0], rest[1:]
        return table.cell(found["cell"]), self.facing(facing, table), rest

    def driven(self, table: Table[S], unit: int, words: Sequence[str], tow: int | None = None) -> Iterator[Any]:
        """Where a unit's reach has a pose: the orders of all its bands; with a die, of those that this one pays for."""
        cell, facing, rest = self.pose(words, table)
        die = self.number(rest[0], table) if rest else None
        bands = [band for band in table.survey(unit).bands if not band.strides and (tow is None or band.tow == tow)]
        for band in bands:
            for at, pose in enumerate(band.poses):
                if pose >> 3 == cell and facing in (None, pose & 7):
                    payer = _payer(bands, band, die)
                    if payer is not None:
                        yield filled(payer.order, cell=cell, facing=pose & 7, **_trail(band, at))

    def number(self, word: str, table: Table[S]) -> int:
        if not word.isdecimal():
            raise Fault(table.where, f"{word[:20]!r} is no figure")
        return int(word)

    def aimed(self, table: Table[S], unit: int, words: Sequence[str], chosen: Callable[[Aim], bool]) -> Iterator[Any]:
        """The aims of a unit at what the words name, those first that are allowed."""
        wall = words[0].lower() == "wall"
        cell, target = (table.cell(words[1]), None) if wall else (None, table.unit(words[0], enemy=True))
        found = [
            aim
            for aim in table.survey(unit).aims
            if aim.unit == target and (not wall or aim.cell == cell) and chosen(aim)
        ]
        yield from (plain(aim.order) for aim in sorted(found, key=lambda aim: aim.preview.refusal is not None))


def _payer(bands: Sequence[Band], band: Band, die: int | None) -> Band | None:
    """The band whose die is taken for a way: its own, or the one of a die that was named and is as large."""
    if die is None:
        return band
    return next((other for other in bands if other.token == die and die >= band.token), None)


def _trail(band: Band, at: int) -> dict[str, int]:
    return {"trail": band.trails[at]} if band.trails else {}


def chance_shown(preview: Preview, outcome: str) -> Decimal | None:
    """The chance of an outcome in per cent, as it is shown: to destroy if none is named, `any` for any effect."""
    chance = _chance_of(preview, outcome)
    if chance is None:
        return None
    return (Decimal(chance.numerator * 1000) / Decimal(chance.denominator)).quantize(Decimal(1)) / 10


def _chance_of(preview: Preview, outcome: str) -> Fraction | None:
    if preview.fall is not None and not outcome:
        return next((struck.chance for struck in preview.fall.struck if not struck.friend), None)
    odds = {str(word): Fraction(chance) for word, chance in (preview.odds or {}).items()}
    wanted = DESTROYED if not outcome and DESTROYED & odds.keys() else {outcome} if outcome not in ("", ANY) else None
    if wanted is None:
        return sum((chance for word, chance in odds.items() if word not in NO_EFFECT), Fraction(0)) if odds else None
    found = [chance for word, chance in odds.items() if word in wanted]
    return sum(found, Fraction(0)) if found else None
