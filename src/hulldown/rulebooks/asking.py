"""Questions about a position without a match: who sees what, how far, where to, and with what chance.

Nothing is played. The engine's own surveys and previews answer, of a copy in which it is the turn of the unit that is
asked about. A place where nothing stands is asked about by a unit that is put there for the query.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec.structs import replace

from hulldown.kernel.bearings import compass_of
from hulldown.kernel.files import Fault, parse_toml
from hulldown.kernel.forecast import series
from hulldown.kernel.odds import per_cent
from hulldown.kernel.picture import Picture, Terrain
from hulldown.kernel.position import Deed, Placed, Positions, side_name
from hulldown.kernel.rule import Refusal
from hulldown.kernel.rulebook import SEES, Aim, Band, Preview, Rulebook, Survey
from hulldown.kernel.side import Side
from hulldown.kernel.template import filled
from hulldown.kernel.wire import decode, encode, plain
from hulldown.rulebooks import load, positions

Who = Annotated[str, msgspec.Meta(max_length=100)]  # a unit such as "red heavy 1", or a place such as "I9" or "44,40"
Ask = Literal["table", "fire", "move", "sees", "line", "sight", "order"]
MOST_NAMED = 12


class Query(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked: the `table` alone; what a unit (`one`) could `fire` at, or how far it could `move`; who `sees` a
    unit or a place; the `line` from one to the `other` with its odds; the area of `sight` from one; or what an `order`
    would meet as the position stands, or when it is that unit's turn to do such a `deed`.
    """

    ask: Ask = "table"
    one: Who = ""
    other: Who = ""
    order: dict[str, Any] = {}
    deed: Deed | Literal[""] = ""


class AskLine(msgspec.Struct, frozen=True):
    """One unit that is asked whether it could fire at something: its best aim, or why there is none."""

    unit: int
    name: str
    clear: bool
    sentence: str
    rule: str
    aim: Aim | None = None


class Reply(msgspec.Struct, frozen=True):
    """The answer: in sentences, each with its rule; the table it is about; and what a screen draws over it."""

    told: tuple[tuple[str, str], ...]
    picture: Picture
    unit: int | None = None
    target: int | None = None
    survey: Survey | None = None
    preview: Preview | None = None
    lines: tuple[AskLine, ...] = ()
    cells: tuple[int, ...] = ()


class PlacedUnit(msgspec.Struct, frozen=True):
    """A unit of a position: its name there, which row of the text has it, and what was put for a question alone."""

    unit: int
    name: str
    row: str


class PositionReply(msgspec.Struct, frozen=True):
    """What could be placed of a text, why the rest was left out, and the answer to the query."""

    placed: tuple[PlacedUnit, ...]
    faults: tuple[tuple[str, str, str], ...]
    reply: Reply
    terrain: Terrain | None = None  # told with the table alone, which a screen asks for first


def ask(text: str, query: Query, where: str = "position", beside: Path | None = None, book: str = "") -> PositionReply:
    """The answer to a question about a position that need not be whole."""
    return Asking(text, where, beside, book).answer(query)


class Asking:
    """A position that is asked about."""

    def __init__(self, text: str, where: str = "position", beside: Path | None = None, book: str = "") -> None:
        self.text, self.where, self.beside = text, where, beside
        named = book or _book_of(text, where)
        self.book: Rulebook[Any, Any, Any] = load(named)
        self.own: Positions[Any] = positions(named)
        self.placed = self.own.placed(text, where, beside)

    def answer(self, query: Query) -> PositionReply:
        answers: dict[Ask, Callable[[Query], Reply]] = {
            "table": self._table,
            "fire": self._fire,
            "move": self._move,
            "sees": self._sees,
            "line": self._line,
            "sight": self._sight,
            "order": self._order,
        }
        placed, terrain = self.placed, self.book.terrain(self.placed.state)
        rows = (*placed.rows, *[""] * (len(placed.names) - len(placed.rows)))
        return PositionReply(
            tuple(PlacedUnit(at, name, row) for at, (name, row) in enumerate(zip(placed.names, rows, strict=True))),
            tuple((fault.where, fault.rule, fault.message) for fault in placed.faults),
            compass_of(terrain).fill(answers[query.ask](query)),
            terrain if query.ask == "table" else None,
        )

    # Questions

    def _table(self, query: Query) -> Reply:
        return Reply((), self.book.picture(self.placed.state))

    def _order(self, query: Query) -> Reply:
        """What an order would meet, or why not."""
        state = self.placed.state
        order = self._order_of(query.order)
        unit = self.book.unit_of(order)
        if query.deed and unit is not None and 0 <= unit < len(self.placed.names):
            state = self.own.ready(state, unit, query.deed)
        seen = self.book.preview(state, order)
        said = seen.forecast.said if seen.forecast is not None else ()
        told = [(one.text, "") for one in said]
        if seen.refusal is not None:
            told = [(_sentence(seen.refusal.sentence), seen.refusal.rule)]
        return Reply(tuple(told), self.book.picture(state), unit, preview=seen)

    def _fire(self, query: Query) -> Reply:
        """Whom a unit could fire at, and with what chance."""
        unit, state = self._unit(query.one)
        state = self.own.ready(state, unit, "fire")
        survey = self.book.survey(state, unit)
        told = [self._shot_told(state, aim) for aim in survey.aims if aim.unit is not None]
        if not told and (refusal := _closed(survey)):
            told = [(_sentence(refusal.sentence), refusal.rule)]
        nobody = (f"{self._name(state, unit)} has nobody to fire at.", "")
        return Reply(tuple(told) or (nobody,), self.book.picture(state), unit, survey=survey)

    def _move(self, query: Query) -> Reply:
        """How far a unit could drive."""
        unit, state = self._unit(query.one)
        state = self.own.ready(state, unit, "move")
        survey = self.book.survey(state, unit)
        told = [_band_told(band) for band in survey.bands if band.poses]
        if survey.refusal is not None and not told:
            told = [(_sentence(survey.refusal.sentence), survey.refusal.rule)]
        if not told and survey.move is not None:
            way = self.book.preview(state, self._order_of(filled(survey.move, path=((1, 0),)))).way
            told = [] if way is None else [(f"{way.move / 1000:g} cm, with turns of {way.turn}° in all.", "")]
        nowhere = (f"{self._name(state, unit)} cannot move.", "")
        return Reply(tuple(told) or (nowhere,), self.book.picture(state), unit, survey=survey)

    def _line(self, query: Query) -> Reply:
        """The line between two units or places, with the odds of a shot along it."""
        state, unit, target = self._pair(query.one, query.other)
        state, found = self._along(state, unit, target)
        seen = found.aim.preview if found.aim is not None else None
        survey = self.book.survey(state, unit)
        reply = Reply(((found.sentence, found.rule),), self.book.picture(state), unit, target, survey, seen, (found,))
        return self._said(reply, state, *[one for one in (query.one, query.other) if self._find(one) is None])

    def _sees(self, query: Query) -> Reply:
        """Who could fire at a unit or a place."""
        lines, state, target = list[AskLine](), self.placed.state, None
        for side in Side:
            placed, at = self._put(query.one, side.other)
            if placed is None:
                continue
            state, target = placed.state, at
            watchers = [unit for unit, one in self.book.units(state).items() if self._can_watch(one, side, unit)]
            found = [self._along(state, unit, at)[1] for unit in watchers]
            lines += self._said(Reply((), self.book.picture(state), lines=tuple(found)), state, query.one).lines
        clear = [line for line in lines if line.clear]
        told = [(line.sentence, line.rule) for line in (*clear, *[line for line in lines if not line.clear])]
        nobody = ("Nobody is there who could see it.", "")
        return Reply(tuple(told) or (nobody,), self.book.picture(state), None, target, lines=tuple(lines))

    def _sight(self, query: Query) -> Reply:
        """The places that a unit sees and bears on; from an empty place, a unit that was put there."""
        side = next((side for side in Side if self._put(query.one, side)[0] is not None), Side.RED)
        placed, unit = self._put(query.one, side)
        assert placed is not None
        ready = self.own.ready(placed.state, unit, "fire")
        aims = [self._shot_told(ready, aim) for aim in self.book.survey(ready, unit).aims if aim.unit is not None]
        state = replace(ready, side=side.other)
        survey = self.book.survey(state, unit)
        cells = next((one.cells for one in survey.outlines if one.mode == SEES), ())
        rule = next((one.rule for one in survey.outlines if one.mode == SEES), "")
        many = f"{len(cells)} {self.book.terrain(state).table} in sight from {query.one}."
        told = [(many, rule)] if cells else []
        said = (*told, *aims) or (("Nothing is in sight.", ""),)
        reply = Reply(said, self.book.picture(ready), unit, survey=survey, cells=cells)
        return self._said(reply, ready, query.one)

    # Who and where

    def _unit(self, name: str) -> tuple[int, Any]:
        """A unit of the text by its name or its place."""
        unit = self._find(name)
        if unit is None:
            known = series(self.placed.names[:MOST_NAMED], "or")
            raise Fault("question", f"there is no unit {name[:40]!r}; there is {known}")
        return unit, self.placed.state

    def _find(self, name: str) -> int | None:
        wanted, names = name.strip().lower(), self.placed.names[: len(self.placed.rows)]
        if wanted in names:
            return names.index(wanted)
        marks = [self._place_of(row) for row in self._rows()]
        return marks.index(wanted) if wanted and wanted in marks else None

    def _rows(self) -> list[Mapping[str, Any]]:
        sheet: Any = msgspec.to_builtins(self.own.tell(self.placed.state))
        return list(sheet["unit"][: len(self.placed.rows)])

    def _place_of(self, row: Mapping[str, Any]) -> str:
        at = row.get("at")
        return ",".join(f"{one:g}" for one in at) if isinstance(at, list | tuple) else str(at or "").lower()

    def _put(self, who: str, side: Side) -> tuple[Placed[Any] | None, int]:
        """The table with a unit at a place, facing any way; nothing where a unit of the other side stands there."""
        unit = self._find(who)
        if unit is not None:
            return (self.placed if self.book.units(self.placed.state)[unit].side is side else None), unit
        return self._placed_with([(who, side, 0)]), len(self.placed.rows)

    def _placed_with(self, wanted: Sequence[tuple[str, Side, int]]) -> Placed[Any]:
        """The table with units put on places for the question; refused where none can stand."""
        kind = next((row["kind"] for row in self._rows()), None) or self.book.library.units()[0].id
        extra = [{"side": side_name(side), "kind": kind} | self.own.standing(place)[way] for place, side, way in wanted]
        try:
            return self.own.placed(self.text, self.where, self.beside, extra)
        except Fault as fault:
            places = series([place[:20] for place, _, _ in wanted])
            raise Fault("question", f"nothing can be asked of {places}: {fault.message}", fault.rule) from None

    def _pair(self, one: str, other: str) -> tuple[Any, int, int]:
        """The two ends of a line; empty places get a unit, the first one facing whichever way its gun bears."""
        first, second = self._find(one), self._find(other)
        units = self.book.units(self.placed.state)
        if first is not None and second is not None:
            if units[first].side is units[second].side:
                told = f"{self.placed.names[first]} and {self.placed.names[second]} are friends"
                raise Fault("question", f"{told}; ask about a unit of each side, or about places")
            return self.placed.state, first, second
        side = units[first].side if first is not None else units[second].side.other if second is not None else Side.RED
        new = len(self.placed.rows)
        if first is not None:
            return self._placed_with([(other, side.other, 0)]).state, first, new
        best: tuple[Any, int, int] | None = None
        for way in range(len(self.own.standing(one))):
            wanted = [(one, side, way)] + ([] if second is not None else [(other, side.other, 0)])
            state = self._placed_with(wanted).state
            found = state, new, second if second is not None else new + 1
            best = best or found
            if self._along(*found)[1].clear:
                return found
        assert best is not None
        return best

    def _can_watch(self, unit: Any, side: Side, number: int) -> bool:
        return unit.side is side and unit.pose is not None and not unit.lost and number < len(self.placed.rows)

    # Answers

    def _along(self, state: Any, unit: int, target: int) -> tuple[Any, AskLine]:
        """What comes of a shot from one unit at another, and the table on which it is its turn."""
        ready = self.own.ready(state, unit, "fire")
        survey, name = self.book.survey(ready, unit), self._name(ready, unit)
        aims = [aim for aim in survey.aims if aim.unit == target]
        best = max(aims, key=_worth, default=None)
        if best is None:
            refusal = _closed(survey)
            why = refusal.sentence if refusal else f"{name} has no shot at {self._name(ready, target)}"
            return ready, AskLine(unit, name, False, _sentence(why), refusal.rule if refusal else "")
        sentence, rule = self._shot_told(ready, best)
        return ready, AskLine(unit, name, best.preview.refusal is None, sentence, rule, best)

    def _shot_told(self, state: Any, aim: Aim) -> tuple[str, str]:
        """A shot in one sentence, with the rule that closes it or that rolls first."""
        seen, gun = aim.preview, self.book.unit_of(self._order_of(plain(aim.order)))
        if seen.refusal is not None:
            return _sentence(seen.refusal.sentence), seen.refusal.rule
        ends = [self._name(state, one) for one in (gun, aim.unit) if one is not None]
        forecast, mode = seen.forecast, f", {aim.mode}" if aim.mode else ""
        if forecast is None or forecast.chance is None:
            return f"{' → '.join(ends)}{mode}: {aim.word}.", ""
        part = f", {forecast.part}" if forecast.part else ""
        rolls = " ".join(throw.sentence.text for throw in forecast.throws)
        rule = forecast.throws[0].rule if forecast.throws else ""
        return f"{' → '.join(ends)}{mode}{part}: {forecast.word} {per_cent(forecast.chance)}. {rolls}".strip(), rule

    def _order_of(self, order: Mapping[str, Any]) -> Any:
        return decode(encode(order), self.book.order_type, "order")

    def _name(self, state: Any, unit: int) -> str:
        return str(self.book.units(state)[unit].name)

    def _said(self, reply: Reply, state: Any, *places: str) -> Reply:
        """The answer with units that were put down for the question called by their places."""
        units = self.book.units(state)
        new = [units[unit] for unit in range(len(self.placed.rows), len(units))]
        names = [(one.name, f"a {one.side.label} unit on {place}") for one, place in zip(new, places, strict=False)]
        names += [(name.partition(" ")[2], told) for name, told in names]

        def called(text: str) -> str:
            for name, told in names:
                text = text.replace(name, told)
            return f"{text[:1].upper()}{text[1:]}"

        lines = [replace(line, name=called(line.name), sentence=called(line.sentence)) for line in reply.lines]
        told = tuple([(called(sentence), rule) for sentence, rule in reply.told])
        return replace(reply, told=told, lines=tuple(lines))


def _closed(survey: Survey) -> Refusal | None:
    """Why a unit fires at nobody."""
    return survey.refusal or next((mode.refusal for mode in survey.modes if mode.refusal), None)


def _sentence(told: str) -> str:
    return f"{told[:1].upper()}{told[1:]}."


def _worth(aim: Aim) -> tuple[bool, float]:
    forecast = aim.preview.forecast
    return aim.preview.refusal is None, float(forecast.chance or 0) if forecast is not None else 0.0


def _band_told(band: Band) -> tuple[str, str]:
    places = len({pose // 8 for pose in band.poses})
    return f"{band.name}: {places} {'place' if places == 1 else 'places'}.", band.rule


def _book_of(text: str, where: str) -> str:
    found = parse_toml(text, where).get("book")
    if not isinstance(found, str):
        raise Fault(where, "a position names its book; write book = 'france1944'")
    return found


def told(reply: PositionReply) -> Iterator[tuple[str, str]]:
    """The answer in sentences, and what was left out of it."""
    yield from reply.reply.told
    for where, rule, message in reply.faults:
        yield f"Left out: {where}: {message}.", rule
