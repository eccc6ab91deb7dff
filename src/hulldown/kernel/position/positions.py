"""Positions of a book: from a text to a set-up and the state that its game begins with, and from a state to a text."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from hulldown.kernel.camera import Extent, misplaced
from hulldown.kernel.position.drawing import TABLE, is_drawn, read_drawing, table_of
from hulldown.kernel.position.head import Heads
from hulldown.kernel.position.judge import judged
from hulldown.kernel.position.loader import Loader
from hulldown.kernel.position.paper import Paper
from hulldown.kernel.position.placing import Placed, Row, placed
from hulldown.kernel.position.sheet import HEAD, SHOWN
from hulldown.kernel.position.writing import written
from hulldown.kernel.rulebook import Rulebook

S = TypeVar("S")


class Positions(Loader[S]):
    """A book's positions: its words, how they are read into a state and a state is written by them.

    A book's own come to be in four steps, in its `position.py`:

    1. The words: a row of units (a `UnitRow` with the fields that its units have), rows for whatever else lies on the
       table, and a `Sheet` with a list `unit` of the first and fields for the others. The default of a field is what
       a fresh table has, since only what differs from it is written.
    2. The table: `read` makes a state of a sheet and `tell` a sheet of a state, field by field. `numbered` names the
       units. What the rules do not allow is refused by `paper.fault`, with the path of its field and its rule.
    3. The set-up, which has a field `position`: `on_map`, `read_chart`, `armed` and what else `Loader` asks for, its
       class variables first.
    4. The door: `POSITIONS`, one object of the class, where `rulebooks.positions` finds it. The book's `start` calls
       its `start` if the set-up begins with a position.

    The rest is done here: the head (`Heads`), the judge (`judged`), and the canonical text (`written`).
    """

    def __init__(self) -> None:
        self._heads = Heads(self)
        self._begun = lru_cache(maxsize=16)(self._begin)

    def setup(self, text: str, where: str = "position", beside: Path | None = None) -> Any:
        """The set-up that begins with the position of a text. Files that it names lie in the folder `beside` it."""
        paper = self._paper(text, where, beside)
        sheet: Any = paper.sheet(self.words)
        if sheet.book != self.book:
            told = f"the position is for the book {sheet.book[:40]!r}, not for {self.book!r}"
            told = told if sheet.book else f"a position names its book; write book = {self.book!r}"
            raise paper.fault("$.book", told)
        setup = self._heads.setup(sheet, paper, beside)
        setup = replace(setup, position=written(_headless(sheet)))
        self.check_setup(setup, where)
        return setup

    def _paper(self, text: str, where: str, beside: Path | None) -> Paper:
        """A text that may be drawn, with whatever is drawn in it listed."""
        paper = Paper(text, where)
        if self.signs is None and is_drawn(paper.data):
            paper.data = {key: value for key, value in paper.data.items() if key not in TABLE} | table_of(
                paper.data, where
            )
        elif self.signs is not None and "board" in paper.data:
            said = [paper.data.get(key, "") for key in ("scenario", "chart")]
            scenario, chart = (word if isinstance(word, str) else "" for word in said)
            letters = self.letters(self._heads.chart(scenario, chart, paper, beside))
            drawing = read_drawing(paper.data, self.signs, letters, self._states(), paper.drawn_at)
            paper.spell_out(drawing)
            paper.data |= self.drawn_more(paper.data)
        return paper

    def _states(self) -> list[str]:
        """The fields of units that a drawing may say by a list of names: those that are true or not."""
        rows = msgspec.inspect.type_info(self.words)
        assert isinstance(rows, msgspec.inspect.StructType)
        units = next(field.type for field in rows.fields if field.name == "unit")
        row: Any = getattr(units, "item_type", None)
        sheet = {field.encode_name for field in rows.fields}
        return [one.encode_name for one in row.fields if _is_yes_or_no(one.type) and one.encode_name not in sheet]

    def placed(self, text: str, where: str, beside: Path | None = None, extra: Sequence[Row] = ()) -> Placed[S]:
        """What can be placed of a text that need not be a whole position, and units beside those that it has."""
        return placed(
            self, lambda sheet, paper: self._heads.setup(sheet, paper, beside), self._paper(text, where, beside), extra
        )

    def start(self, book: Rulebook[Any, Any, Any], setup: Any) -> S:
        """The state that a set-up begins with. It is judged: what cannot stand in a game is refused with its rule."""
        state: Any = self._begun(book, setup)  # type: ignore[arg-type]  # a book is what it is
        fresh: S = state.copy()
        return fresh

    def _begin(self, book: Rulebook[Any, Any, Any], setup: Any) -> S:
        paper = Paper(setup.position, "set-up, position")
        sheet: Any = paper.sheet(self.words)
        _check_bare(sheet, paper, "a set-up's position", "the set-up itself says it")
        return judged(self, book, paper, setup)

    def check(self, book: Rulebook[Any, Any, Any], text: str, where: str, beside: Path | None = None) -> Any:
        """The set-up that begins with a text, once it is judged: what is wrong is pointed at in this very text."""
        setup = self.setup(text, where, beside)
        paper = self._paper(text, where, beside)
        terrain = book.terrain(judged(self, book, paper, setup))
        camera = paper.sheet(self.words).camera
        if camera and (told := misplaced(camera, Extent(terrain.table, terrain.columns, terrain.rows))):
            raise paper.fault("$.camera", told)
        return setup

    def table(self, state: S) -> str:
        """A state as the text that a set-up holds, without a head: what players put right by hand."""
        return written(self.tell(state))

    def ruling(self, book: Rulebook[Any, Any, Any], setup: Any, text: str) -> str:
        """The canonical text of such a table, judged on the ground of a match; what is wrong is pointed at in it."""
        paper = Paper(text, "position")
        sheet: Any = paper.sheet(self.words)
        _check_bare(sheet, paper, "a ruling", "the match itself says it")
        judged(self, book, paper, setup)
        return written(sheet)

    def write(self, state: S, name: str = "") -> str:
        """A state as canonical text, with its head."""
        sheet = self.tell(state)
        head = self._heads.tell(self.setup_of(state))
        return written(replace(sheet, book=self.book, name=name, **head))


def _check_bare(sheet: Any, paper: Paper, what: str, why: str) -> None:
    """Nothing but the table: no head, and nothing that is for showing it."""
    for name in (*HEAD, *SHOWN):
        if getattr(sheet, name):
            told = why if name in HEAD else "it is no part of a game"
            raise paper.fault(f"$.{name}", f"{what} has no {name}: {told}")


def _is_yes_or_no(kind: Any) -> bool:
    return any(isinstance(one, msgspec.inspect.BoolType) for one in getattr(kind, "types", (kind,)))


def _headless(sheet: Any) -> Any:
    return replace(sheet, book="", scenario="", map="", chart="", options={}, camera="", opening=None)
