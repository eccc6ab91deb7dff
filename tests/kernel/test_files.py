"""Files that people write: faults with file, line and field, and hostile ones that do no harm."""

import os
import tomllib
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hulldown.kernel.files import MOST_BYTES, Fault, convert, line_of, parse_toml, read_text, read_toml

TEXT = """\
name = "Skirmish"  # a comment with [ brackets
tanks = 3

[figures]
board.columns = 24
ranks = 2

[[unit]]
id = "heavy"
points = 3

[[unit]]
id = "light"
points = 1
"""


class Unit(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    points: Annotated[int, msgspec.Meta(ge=1)]


class Sheet(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    tanks: Annotated[int, msgspec.Meta(le=500)]
    figures: dict[str, Any]
    unit: list[Unit]


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("$.name", 1),
        ("$.tanks", 2),
        ("$.figures", 4),
        ("$.figures.ranks", 6),
        ("$.figures.board.columns", 5),
        ("$.unit[0]", 8),
        ("$.unit[1]", 12),
        ("$.unit[1].points", 14),
        ("$.unit[1].colour", 12),
        ("$.nothing", 0),
        ("$", 0),
    ],
)
def test_a_path_is_found_in_the_text(path: str, line: int) -> None:
    assert line_of(TEXT, path) == line


def test_a_number_behind_a_key_counts_the_items_of_its_list() -> None:
    text = "[[shape]]\nat = [1, 2]\n[[shape]]\nat = [3, 4]\n[[shape.part]]\nat = [5]\n[[shape.part]]\nat = [6]\n"
    assert [line_of(text, path) for path in ("$.shape[0].at[1]", "$.shape[1].part[1].at[0]")] == [2, 8]


def test_a_line_is_what_an_editor_calls_one() -> None:
    assert line_of('a = "\u2028\x0c\x85"\nb = 1\n', "$.b") == 2


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            "points = 1",
            'points = "one"',
            "army.toml:14: unit[1]: points is 'one'; a whole number of 1 or more is needed",
        ),
        ("points = 1", "points = 0", "army.toml:14: unit[1]: points is 0; a whole number of 1 or more is needed"),
        ("tanks = 3", "tanks = 501", "army.toml:2: tanks is 501; a whole number of 500 or less is needed"),
        ("tanks = 3", "", "army.toml: tanks is missing; a whole number of 500 or less is needed"),
        ('id = "light"\n', "", "army.toml:12: unit[1]: id is missing; a text is needed"),
        ('id = "light"', 'id = "light"\ncolour = 3', "army.toml:14: unit[1]: there is no field 'colour' here"),
        ("tanks = 3", "tank = 3", "army.toml:2: there is no field 'tank' here; did you mean 'tanks'?"),
    ],
)
def test_a_wrong_field_is_named_with_its_file_and_line(old: str, new: str, says: str) -> None:
    text = TEXT.replace(old, new)
    with pytest.raises(Fault) as caught:
        convert(parse_toml(text, "army.toml"), Sheet, "army.toml", text)
    assert str(caught.value) == says


def test_a_right_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "army.toml"
    path.write_text(TEXT, encoding="utf-8")
    text, data = read_toml(path)
    assert convert(data, Sheet, path.name, text).unit == [Unit("heavy", 3), Unit("light", 1)]


def test_whoever_changes_what_was_read_changes_it_for_nobody_else() -> None:
    first = parse_toml(TEXT, "first.toml")
    first["unit"][0]["points"] = 9
    first["figures"]["board"].clear()
    assert parse_toml(TEXT, "second.toml") == tomllib.loads(TEXT)


def test_what_is_wrong_with_a_text_is_told_of_the_file_it_is_read_as() -> None:
    for name in ("first.toml", "second.toml"):
        with pytest.raises(Fault, match=f"^{name}:1:"):
            parse_toml("tanks = x", name)


def test_what_is_not_toml_is_named_with_line_and_column() -> None:
    with pytest.raises(Fault) as caught:
        parse_toml("a = 1\nb = \n", "x.toml")
    assert str(caught.value) == "x.toml:2:5: not TOML: invalid value"


# Hostile files


@pytest.fixture
def no_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    """tomllib would take minutes over these; reaching it is the failure."""

    def loads(text: str) -> None:
        raise AssertionError("tomllib was asked")

    monkeypatch.setattr(tomllib, "loads", loads)


LONG = ".a" * 200_000


@pytest.mark.usefixtures("no_parser")
@pytest.mark.parametrize(
    "key",
    [
        f"a{LONG} = 1",
        f"[a{LONG}]",
        f"[[a{LONG}]]",
        f'"a"{LONG} = 1',
        f"'a'{LONG} = 1",
        f"x = {{ a{LONG} = 1 }}",
        "a" + " . a" * 200_000 + " = 1",
        "a" + '."b"' * 200_000 + " = 1",
        f'x = ["""four quotes at the end"""", {{ a{LONG} = 1 }}]',
        f"x = ['''four quotes at the end'''', {{ a{LONG} = 1 }}]",
        f'x = ["\\"", {{ a{LONG} = 1 }}]',
        f"x = ['\\', {{ a{LONG} = 1 }}]",
        f'x = "#"\na{LONG} = "#"',
    ],
)
def test_a_key_of_very_many_parts_is_refused_before_it_is_parsed(key: str) -> None:
    above = """a = 1 # one\nb = '''two\nand three'''\n"""
    line = 4 + key.count("\n")
    with pytest.raises(Fault, match=rf"^evil.toml:{line}: the key has more than 4 parts$"):
        parse_toml(above + key, "evil.toml")


@pytest.mark.usefixtures("no_parser")
@pytest.mark.parametrize(
    ("text", "line"),
    [("\nx = " + "[" * 400_000, 2), ("x = " + "{a=" * 200_000, 1), ("x = " + "[\n" * 200_000, 33)],
)
def test_deep_nesting_is_refused_before_it_is_parsed(text: str, line: int) -> None:
    with pytest.raises(Fault, match=rf"^evil.toml:{line}: lists are nested more than 32 deep$"):
        parse_toml(text, "evil.toml")


@pytest.mark.usefixtures("no_parser")
@pytest.mark.parametrize(
    ("text", "line"),
    [("a = 1\n" + "[[unit]]\n" * 100_000, 5002), ("x = [\n" + "{ a = 1 },\n" * 100_000 + "]", 5002)],
)
def test_very_many_tables_are_refused_before_they_are_parsed(text: str, line: int) -> None:
    with pytest.raises(Fault, match=rf"^evil.toml:{line}: the file has more than 5000 tables$"):
        parse_toml(text, "evil.toml")


def test_tables_are_read_up_to_their_limit() -> None:
    assert len(parse_toml("[[unit]]\n" * 5_000, "large.toml")["unit"]) == 5_000


def test_nesting_is_read_up_to_its_limit() -> None:
    assert "x" in parse_toml("x = " + "[" * 32 + "]" * 32, "deep.toml")


@pytest.mark.parametrize(
    "text",
    [
        "text = '''\n" + "[{\n" * 100 + "'''",
        'text = """\n' + "a.b.c.d.e.f.g = [\n" * 100 + '"""',
        "# a.b.c.d.e.f.g " + "[" * 100 + "\n",
        'text = "a.b.c.d.e.f.g [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["',
        "a.b.c.d = 1.5\n",
        "list = [" + "[1.25, 2.5]," * 1_000 + "]",
        "[[a]]\n" * 1_000,
        'text = """ends with two quotes"""""',
    ],
)
def test_what_only_looks_hostile_is_read(text: str) -> None:
    assert parse_toml(text, "kind.toml") == tomllib.loads(text)


@pytest.mark.parametrize(
    "text",
    ['"""' * 100_000, '\\"""' * 100_000, '"""\\' * 100_000, "'''" * 100_001, '"' * 400_000, "#" * 400_000 + "\n="],
)
def test_quotes_without_end_are_a_fault(text: str) -> None:
    with pytest.raises(Fault, match="not TOML"):
        parse_toml(text, "evil.toml")


LONG = "9" * 5_000


@pytest.mark.parametrize(
    ("text", "place", "field"),
    [
        ("x = N", ":1:5", "x"),
        ("a = 1\r\n[[unit]]\r\nfront = -1_N  # far\r\n", ":3:9", "unit[0].front"),
        ("N = 1\nlist = [\n  2,\n  +N,\n]\n", ":4:3", "list[1]"),
        ("# N\na = 'N'\nb = { c = N }", ":3:11", "b.c"),
        ("a = 1.N\nb = N\nc = N", ":2:5", "b"),
        ("a = 1\na = N", "", ""),
    ],
)
def test_a_number_without_end_is_a_fault_that_points(text: str, place: str, field: str) -> None:
    with pytest.raises(Fault) as caught:
        parse_toml(text.replace("N", LONG), "evil.toml")
    (fault,) = caught.value.all
    assert str(fault) == f"evil.toml{place}: a number has too many digits"
    assert fault.field == field


toml_crumbs = st.sampled_from(
    ["a", ".", "=", '"', '"""', "'", "'''", "[", "]", "{", "}", "\n", "#", "\\", ",", " ", "1", "[[", "\r\n", "\u2028"]
)


@given(st.lists(toml_crumbs, max_size=30).map("".join))
def test_any_text_is_read_as_tomllib_reads_it_or_is_a_fault(text: str) -> None:
    try:
        expected = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        with pytest.raises(Fault):
            parse_toml(text, "any.toml")
    else:
        assert text.count(".") >= 4 or parse_toml(text, "any.toml") == expected


# Files that are none


def test_a_file_that_is_too_large_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    with pytest.raises(Fault, match=r"the file has 1,048,577 bytes; at most 1,048,576 are read$"):
        read_text(path)


def test_a_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    path.write_text("a=1")
    assert read_text(path, 3) == "a=1"


def test_a_file_that_is_not_text_is_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "binary.toml"
    path.write_bytes(b"name = \xff\xfe")
    with pytest.raises(Fault, match=r"byte 7 is not UTF-8; the file must be text$"):
        read_text(path)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(Fault, match="this is a folder; give the path of a file"):
        read_text(tmp_path)


@pytest.mark.parametrize("name", ["absent.toml", "nul\0.toml", "x" * 5_000])
def test_what_is_no_file_is_a_fault(tmp_path: Path, name: str) -> None:
    with pytest.raises(Fault):
        read_text(tmp_path / name)


def test_a_pipe_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(Fault, match="there is no such file"):
        read_text(tmp_path / "pipe")


def test_a_fault_names_its_rule_if_one_says_so() -> None:
    assert str(Fault("line 3", "too many tanks", "FR-04")) == "line 3: too many tanks — FR-04"
