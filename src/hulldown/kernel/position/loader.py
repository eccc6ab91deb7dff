"""The loader of a book: what it says of its positions, so that the kernel can read, judge and write them."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Generic, Literal, TypeVar

from hulldown.kernel.files import Fault
from hulldown.kernel.position.drawing import Signs
from hulldown.kernel.position.paper import Paper
from hulldown.kernel.position.roster import Roster
from hulldown.kernel.position.sheet import Sheet
from hulldown.kernel.prospect import GroundQuery, GroundReply
from hulldown.kernel.rule import Rule
from hulldown.kernel.rulebook import Result

S = TypeVar("S")
Deed = Literal["fire", "move"]


class Loader(ABC, Generic[S]):
    """What each book says of its positions; `Positions` does the rest with it."""

    book: ClassVar[str]
    words: ClassVar[type[Sheet]]
    waits: ClassVar[bool] = False  # whether units may come onto the table while play goes on
    phases: ClassVar[tuple[str, ...]]  # of play, in their order
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {}  # words that a field may have, where its type does not say
    plain_phase: ClassVar[str]  # in which units fire
    plain_scenario: ClassVar[str]  # whose chart and figures a position without a scenario has
    ground: ClassVar[str]  # the set-up's field that the map makes,
    figures: ClassVar[str]  # and the one that the chart makes
    library: ClassVar[Any]
    setup_type: ClassVar[Any]
    fresh_rule: ClassVar[Rule]  # by which the table is set up,
    hidden_rule: ClassVar[Rule | str] = ""  # and maybe unseen
    signs: ClassVar[Signs | None] = None  # of a drawn board; on a free table nothing is drawn

    @abstractmethod
    def read(self, sheet: Any, paper: Paper, setup: Any) -> S:
        """The state that a sheet tells, on the ground of a set-up."""

    @abstractmethod
    def tell(self, state: S) -> Any:
        """The sheet of a state, without its head."""

    @abstractmethod
    def setup_of(self, state: S) -> Any:
        """The set-up of the game that a state belongs to."""

    @abstractmethod
    def roster(self, sheet: Any, paper: Paper, setup: Any) -> Roster:
        """The units of a sheet, which must be of the chart."""

    @abstractmethod
    def armed(self, setup: Any, sheet: Any, paper: Paper) -> dict[str, Any]:
        """The fields of a set-up that follow from the units: the armies."""

    @abstractmethod
    def on_map(self, setup: Any, text: str, where: str) -> dict[str, Any]:
        """The fields of a set-up that follow from a map, which is given by id or by its whole text."""

    @abstractmethod
    def map_of(self, setup: Any) -> str:
        """The map of a set-up, as `on_map` takes it."""

    @abstractmethod
    def check_setup(self, setup: Any, where: str) -> None:
        """Refuses a set-up that cannot be played."""

    @abstractmethod
    def decided(self, state: S) -> Result | None:
        """Who has won already by what stands on the table."""

    @abstractmethod
    def in_play(self, state: S) -> bool:
        """Whether all units stand; before that their zones matter."""

    def prospect(self, text: str, query: GroundQuery, where: str) -> GroundReply:
        """The answer to a question about a board on which nobody stands yet."""
        raise Fault(where, f"nothing is asked of the bare boards of {self.book!r}; ask about a position on one")

    def letters(self, setup: Any) -> Mapping[str, str]:
        """The letters of a set-up's chart, each with its kind, in the chart's order."""
        return {row.letter: row.id for row in getattr(setup, self.figures)}

    def drawn_more(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """What follows from a drawing, such as how many flags were agreed."""
        return {}

    @abstractmethod
    def ready(self, state: S, unit: int, deed: Deed) -> S:
        """A copy of a state in which it is a unit's turn to fire or to drive, as if it had not done so yet."""

    @abstractmethod
    def standing(self, place: str) -> Sequence[dict[str, Any]]:
        """How a unit is written that stands on a place, facing each way."""

    def option(self, setup: Any, name: str, value: Any, where: str) -> Any:
        """An option as the set-up has it, from how people write it."""
        return value

    def told_option(self, setup: Any, name: str, value: Any) -> Any:
        """An option as people write it."""
        return value

    @abstractmethod
    def read_chart(self, setup: Any, path: Path) -> tuple[Any, Mapping[str, Any]]:
        """A chart from its file: its rows as a set-up holds them, and the dice and other figures that it changes."""

    def on_chart(self, setup: Any, chart: str) -> dict[str, Any]:
        """The fields of a set-up that follow from another chart of the book."""
        raise Fault("chart", f"there is one chart in this book; there is none called {chart[:40]!r}")

    def chart_of(self, setup: Any) -> str:
        """The chart of a set-up, as `on_chart` takes it; nothing if it has no name."""
        return ""

    def begins(self, setup: Any) -> Any:
        """What a position without a scenario changes in the set-up that it is based on."""
        return setup
