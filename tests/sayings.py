"""What the referee says by each rule, taken from the tests.

`pytest -p tests.sayings --sayings -p no:xdist tests/rulebooks` writes it anew.

A saying is a refusal or a line of the log that a test brought about, together with that test. Whenever that test runs,
`tests/rulebooks/conftest.py` holds that the sentence is still said in it, so that none grows old.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from hulldown.kernel.rule import Refusal, Rule
from hulldown.rulebooks import BOOKS, load

FILE = Path(__file__).parents[1] / "src" / "hulldown" / "sayings.json"
# Whole games say much and show little; what is told there was not brought about for a rule.
LONG = ("perft", "playthrough", "records", "conformance", "campaign", "odds", "test_book")
LEAST, MOST = 20, 170  # signs of a sentence that is worth showing
Said = tuple[str, str, bool]  # the rule, the sentence, whether it is a refusal


@contextmanager
def listening(heard: Callable[[Said], None]) -> Iterator[None]:
    """Hears every refusal that is made and every event that is decided, told in the house voice."""
    refuse = Rule.refuse

    def refusing(rule: Rule, sentence: str, nearest: Any = None) -> Refusal:
        heard((rule.id, sentence, True))
        return refuse(rule, sentence, nearest)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "refuse", refusing)
        for book_id in BOOKS:
            book = load(book_id)
            patch.setattr(type(book), "decide", telling(book, heard))
        yield


def telling(book: Any, heard: Callable[[Said], None]) -> Callable[..., Iterator[Any]]:
    """A book's `decide` that tells each event, at the state that it is told at."""
    decide = type(book).decide

    def told(own: Any, state: Any, order: Any, dice: Any) -> Iterator[Any]:
        for event in decide(own, state, order, dice):
            with suppress(LookupError):  # dice that a test holds back are told by nobody
                line = own.tell(state, event)
                for rule in line.rules:
                    heard((rule, line.sentence, False))
            yield event

    return told


def kept() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return found


# Writing them anew


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--sayings", action="store_true", help="write anew what the referee says by each rule")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--sayings"):
        config.pluginmanager.register(Writer(), "sayings writer")


class Writer:
    """Collects in a run of the tests of all books, and writes at its end."""

    def __init__(self) -> None:
        self.best: dict[str, tuple[tuple[int, ...], dict[str, Any]]] = {}

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        if any(part in item.nodeid for part in LONG):
            yield
            return
        heard: dict[Said, None] = {}
        with listening(lambda said: heard.setdefault(said)):
            yield
        marked = {rule for mark in item.iter_markers("rule") for rule in mark.args}
        for said in heard:
            self._weigh(said, item.nodeid, marked)

    def _weigh(self, said: Said, test: str, marked: set[str]) -> None:
        """A refusal in a test of that very rule is best, then a line in one; the fewer rules it has the better."""
        rule, sentence, refused = said
        if not LEAST <= len(sentence) <= MOST:
            return
        about = len(marked) if rule in marked else 100
        weight = (about > 99, not refused, about)
        if rule not in self.best or weight < self.best[rule][0]:
            self.best[rule] = weight, {"sentence": sentence, "refused": refused, "test": test}

    def pytest_sessionfinish(self) -> None:
        rows = {rule: self.best[rule][1] for book_id in BOOKS for rule in load(book_id).rules if rule in self.best}
        lines = [f" {json.dumps(rule)}: {json.dumps(row, ensure_ascii=False)}" for rule, row in rows.items()]
        FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8", newline="\n")
