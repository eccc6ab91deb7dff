"""The index of rules: it is up to date, every rule is in it, and a rule that is none is found."""

import json
from pathlib import Path
from textwrap import dedent

import msgspec
import pytest

from hulldown import index
from hulldown.index import Scan, Shelf, complaint, main, root_of_checkout, rules_index, scan, shelves
from hulldown.kernel.rule import Rule
from hulldown.rulebooks import BOOKS, load

# Rules and rulings without code: they say what the game does not have, or what lies under a piece on the table.
NO_CODE = {"FR-51", "FR-60", "FR-62", "FR-65", "CORE-Q45"}


@pytest.fixture(scope="module")
def ours() -> Scan:
    root = root_of_checkout()
    assert root is not None
    return scan(root, shelves(root))


# Ours


def test_every_rule_that_is_cited_exists(ours: Scan) -> None:
    assert ours.mistakes == ()


def test_the_index_is_up_to_date(ours: Scan) -> None:
    root = root_of_checkout()
    assert root is not None
    written = (root / "src" / "hulldown" / index.FILE).read_text(encoding="utf-8")
    assert ours.text() == written, "the rule index is out of date: make index"


@pytest.mark.parametrize("book_id", BOOKS)
def test_every_rule_that_binds_has_a_test(ours: Scan, book_id: str) -> None:
    rules = load(book_id).rules
    bare = [rule for rule, places in ours.index[book_id].items() if not places["tests"]]
    assert [rule for rule in bare if rules[rule].binds] == []


@pytest.mark.parametrize("book_id", BOOKS)
def test_every_rule_that_binds_has_code_or_data(ours: Scan, book_id: str) -> None:
    rules = load(book_id).rules
    bare = {rule for rule, places in ours.index[book_id].items() if not places["code"]}
    assert {rule for rule in bare - NO_CODE if rules[rule].binds} == set()


def test_no_rule_is_called_codeless_that_has_code(ours: Scan) -> None:
    assert [rule for rules in ours.index.values() for rule in rules if rule in NO_CODE and rules[rule]["code"]] == []


def test_every_place_of_the_shipped_index_is_there() -> None:
    root = root_of_checkout()
    assert root is not None
    for rules in rules_index().values():
        for places in rules.values():
            assert all((root / place.partition(":")[0]).is_file() for kind in places.values() for place in kind)


# A small checkout


def sheet(*ids: str, kind: str = "base") -> dict[str, Rule]:
    return {rule: Rule(rule, "One", kind, rule, "Something.") for rule in ids}  # type: ignore[arg-type]


class Checkout:
    """Sources written in a test, of a book `toy` with TOY-1 to TOY-9, and another one beside it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        books, tests = root / "src/hulldown/rulebooks", root / "tests/rulebooks"
        idle = sheet("OTH-2", kind="advice") | sheet("OTH-3", kind="announced")
        self.shelves = [
            Shelf("toy", sheet(*(f"TOY-{number}" for number in range(1, 10))), books / "toy", tests / "toy"),
            Shelf("other", sheet("OTH-1") | idle, books / "other", tests / "other"),
        ]

    def write(self, path: str, text: str) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(dedent(text), encoding="utf-8")

    def code(self, text: str, name: str = "toy/fire.py") -> Scan:
        self.write(f"src/hulldown/rulebooks/{name}", text)
        return self.scan()

    def tests(self, text: str, name: str = "rulebooks/toy/test_fire.py") -> Scan:
        self.write(f"tests/{name}", text)
        return self.scan()

    def scan(self) -> Scan:
        return scan(self.root, self.shelves)


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def cited(found: Scan, kind: str) -> dict[str, list[str]]:
    return {
        rule: [place.removeprefix("src/hulldown/rulebooks/").removeprefix("tests/rulebooks/") for place in places[kind]]
        for rules in found.index.values()
        for rule, places in rules.items()
        if places[kind]
    }


@pytest.mark.parametrize(
    ("docstring", "rules"),
    [
        ("TOY-1: one.", [1]),
        ("TOY-1, TOY-5: two.", [1, 5]),
        ("TOY-2 … TOY-5: a range.", [2, 3, 4, 5]),
        ("TOY-1 … TOY-3, TOY-7: both.", [1, 2, 3, 7]),
        ("TOY-1,\n    TOY-2: over two lines.", [1, 2]),
        ("TOY-4:\n\n    A colon at the end of a line.", [4]),
        ("How TOY-1: works.", []),
        ("A shot (TOY-1).\n\n    TOY-2: not in the first sentence.", []),
        ("No rule at all.", []),
    ],
)
def test_a_docstring_that_opens_with_rules_is_their_code(checkout: Checkout, docstring: str, rules: list[int]) -> None:
    found = checkout.code(f'def fire():\n    """{docstring}"""\n')
    assert cited(found, "code") == {f"TOY-{rule}": ["toy/fire.py:1"] for rule in rules}
    assert found.mistakes == ()


@pytest.fixture
def ruled(checkout: Checkout) -> Checkout:
    """The checkout with two rulings on the book `toy`, and nothing else in it."""
    toy, other = checkout.shelves
    checkout.shelves = [msgspec.structs.replace(toy, rules=sheet("TOY-Q1", "TOY-G2a", kind="ruling")), other]
    return checkout


def test_rulings_are_cited_in_code_data_and_tests_as_rules_are(ruled: Checkout) -> None:
    ruled.code("# the range (TOY-G2a)\n", "toy/dice.toml")
    ruled.tests('@rule("TOY-G2a")\ndef test_a(): ...')
    found = ruled.code('def fire():\n    """TOY-Q1: one."""\n')
    assert cited(found, "code") == {"TOY-Q1": ["toy/fire.py:1"], "TOY-G2a": ["toy/dice.toml:1"]}
    assert cited(found, "tests") == {"TOY-G2a": ["toy/test_fire.py::test_a"]}


def test_a_ruling_of_which_nothing_speaks_or_that_is_none_is_told(ruled: Checkout) -> None:
    found = ruled.code('def fire():\n    """TOY-Q1: one."""\n')
    assert [rule for rule in found.bare if rule.startswith("TOY")] == ["TOY-G2a"]
    found = ruled.code('def fire():\n    """TOY-Q9: one."""\n')
    assert found.mistakes == ("src/hulldown/rulebooks/toy/fire.py:1 cites TOY-Q9, which toy does not have.",)


def test_functions_methods_and_classes_count_and_modules_and_constants_do_not(checkout: Checkout) -> None:
    found = checkout.code('''\
        """TOY-1: the module's own docstring."""
        TOY_2 = RULES["TOY-2"]

        @cache
        class Shot:
            """TOY-3: a class."""

            @property
            def dice(self):
                """TOY-4: a method."""

        async def fire():
            def inner():
                """TOY-5: a function in a function."""
        ''')
    assert cited(found, "code") == {"TOY-3": ["toy/fire.py:5"], "TOY-4": ["toy/fire.py:9"], "TOY-5": ["toy/fire.py:13"]}


def test_a_docstring_that_opens_with_an_id_and_no_colon_is_a_mistake(checkout: Checkout) -> None:
    found = checkout.code('def fire():\n    """TOY-1 and TOY-2 together."""\n')
    assert found.mistakes == (
        "src/hulldown/rulebooks/toy/fire.py:1 opens with a rule id, but not with ids and a colon.",
    )


def test_comments_in_data_are_code(checkout: Checkout) -> None:
    checkout.write("src/hulldown/rulebooks/toy/rules.toml", "# TOY-9 is only the catalogue\n")
    checkout.write("src/hulldown/rulebooks/toy/dice.toml", "# the table (TOY-1 … TOY-2)\nfaces = 6  # TOY-3, by TQ-4\n")
    checkout.write("src/hulldown/rulebooks/toy/notes.md", "TOY-8\n")
    found = checkout.code("; the wood of TOY-4\n##..TOY-5\n", "toy/maps/wood.txt")
    assert cited(found, "code") == {
        "TOY-1": ["toy/dice.toml:1"],
        "TOY-2": ["toy/dice.toml:1"],
        "TOY-3": ["toy/dice.toml:2"],
        "TOY-4": ["toy/maps/wood.txt:1"],
    }
    assert found.mistakes == ()


def test_marks_of_function_class_module_and_parameter_are_tests(checkout: Checkout) -> None:
    found = checkout.tests("""\
        pytestmark = [rule("TOY-1"), pytest.mark.slow]

        @rule("TOY-2", "TOY-3")
        def test_one(): ...

        def helper(): ...

        @pytest.mark.rule("TOY-4")
        class TestMany:
            pytestmark = rule("TOY-5")

            @pytest.mark.parametrize("x", [pytest.param(1, marks=rule("TOY-6"))])
            def test_two(self): ...

        @rule("TOY-7")
        def not_a_test(): ...
        """)
    one, two = "toy/test_fire.py::test_one", "toy/test_fire.py::TestMany::test_two"
    assert cited(found, "tests") == {
        "TOY-1": [two, one],
        "TOY-2": [one],
        "TOY-3": [one],
        "TOY-4": [two],
        "TOY-5": [two],
        "TOY-6": [two],
    }


def test_a_test_is_listed_once(checkout: Checkout) -> None:
    found = checkout.tests('pytestmark = rule("TOY-1")\n@rule("TOY-1")\n@rule("TOY-1")\ndef test_one(): ...\n')
    assert cited(found, "tests") == {"TOY-1": ["toy/test_fire.py::test_one"]}


def test_shared_code_may_cite_any_book(checkout: Checkout) -> None:
    found = checkout.code('def fire():\n    """OTH-1, TOY-1: both."""\n', "family.py")
    assert cited(found, "code") == {"TOY-1": ["family.py:1"], "OTH-1": ["family.py:1"]}


@pytest.mark.parametrize(
    ("path", "text", "says"),
    [
        ("src/hulldown/rulebooks/toy/a.py", 'def f():\n    """TOY-10: x."""', "a.py:1 cites TOY-10, which toy does"),
        ("src/hulldown/rulebooks/toy/a.py", 'def f():\n    """OTH-1: x."""', "a.py:1 cites OTH-1, which toy does not"),
        ("src/hulldown/rulebooks/toy/a.py", 'def f():\n    """TOY-5 … TOY-3: x."""', "cites TOY-5 … TOY-3, which toy"),
        ("src/hulldown/rulebooks/toy/a.toml", "# TOY-77", "a.toml:1 cites TOY-77, which toy does not have."),
        ("src/hulldown/rulebooks/a.py", 'def f():\n    """TOY-10: x."""', "cites TOY-10, which toy or other does not"),
        ("tests/rulebooks/toy/a.py", '@rule("TOY-1", "TYO-2")\ndef test_a(): ...', "a.py::test_a cites TYO-2, which"),
        ("tests/cli/a.py", '@rule("FOO-2")\ndef test_a(): ...', "cites FOO-2, which toy or other does not have."),
        ("tests/cli/a.py", "@rule(ID)\ndef test_a(): ...", "tests/cli/a.py:1 marks a rule by something else than its"),
    ],
)
def test_a_rule_that_is_none_is_a_mistake(checkout: Checkout, path: str, text: str, says: str) -> None:
    checkout.write(path, text)
    (mistake,) = checkout.scan().mistakes
    assert says in mistake
    assert complaint(checkout.scan(), "") == mistake


def test_mistakes_are_told_in_one_sentence(checkout: Checkout) -> None:
    found = checkout.code('def f():\n    """TOY-10, TOY-11: x."""')
    assert complaint(found, "") == (
        "src/hulldown/rulebooks/toy/fire.py:1 cites TOY-10, which toy does not have (and 1 more like that)."
    )


def test_a_rule_of_which_nothing_speaks_is_told_if_it_binds(checkout: Checkout) -> None:
    checkout.code('def f():\n    """TOY-1 … TOY-8: x."""')
    found = checkout.tests('@rule("OTH-1")\ndef test_a(): ...', "test_a.py")
    assert found.bare == ("TOY-9",)
    assert complaint(found, found.text()) == "Neither code nor a test speaks of TOY-9."


def test_the_index_is_json_with_a_rule_a_line(checkout: Checkout) -> None:
    found = checkout.code('def f():\n    """TOY-1 … TOY-9: x."""')
    assert json.loads(found.text()) == found.index
    lines = found.text().split("\n")
    assert sum('"code"' in line for line in lines) == 12
    assert ' "TOY-3": {"code": ["src/hulldown/rulebooks/toy/fire.py:1"], "tests": []},' in lines


def test_lines_are_sorted_as_numbers(checkout: Checkout) -> None:
    functions = "".join(f'def f{number}():\n    """TOY-1: x."""\n' for number in range(6))
    found = checkout.code(functions)
    assert cited(found, "code")["TOY-1"] == [f"toy/fire.py:{line}" for line in (1, 3, 5, 7, 9, 11)]


# The command


@pytest.fixture
def command(checkout: Checkout, monkeypatch: pytest.MonkeyPatch) -> Checkout:
    monkeypatch.setattr(index, "root_of_checkout", lambda: checkout.root)
    monkeypatch.setattr(index, "shelves", lambda root: checkout.shelves)
    checkout.write("src/hulldown/rulebooks/family.py", 'def f():\n    """TOY-1 … TOY-9, OTH-1: x."""\n')
    return checkout


def test_check_passes_after_write_and_fails_after_a_change(
    command: Checkout, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--check"]) == 1
    assert main(["--write"]) == 0
    assert main(["--check"]) == 0
    command.write("src/hulldown/rulebooks/family.py", '\ndef f():\n    """TOY-1 … TOY-9, OTH-1: x."""\n')
    assert main(["--check"]) == 1
    assert capsys.readouterr().err == "rule-index.json is out of date; `make index` writes it anew.\n" * 2


def test_check_fails_on_a_typo_with_one_sentence(command: Checkout, capsys: pytest.CaptureFixture[str]) -> None:
    command.write("tests/test_a.py", '@rule("TOY-0")\ndef test_a(): ...')
    main(["--write"])
    assert main(["--check"]) == 1
    told = capsys.readouterr().err
    assert told == "tests/test_a.py::test_a cites TOY-0, which toy or other does not have.\n"


def test_a_wheel_has_the_index_and_cannot_make_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(index, "root_of_checkout", lambda: None)
    assert main(["--check"]) == 2
    assert capsys.readouterr().err.startswith("The index is made from a checkout with its tests")
    assert set(rules_index()) >= set(BOOKS)


def test_the_command_wants_to_know_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([])
    assert ended.value.code == 2
    assert "--write" in capsys.readouterr().err
