"""The catalogue of a book's rules, and the values that cite them."""

from pathlib import Path

import pytest

from hulldown.kernel.files import Fault
from hulldown.kernel.rule import Book, Catalogue, Modifier, Refusal, Refused, Rule, Ruling
from hulldown.kernel.wire import decode, encode

HEAD = """\
[book]
id = "toy"
title = "Toy"
version = "3"
table = "squares"
"""
ROW = """
[[rule]]
id = "TOY-1"
section = "One"
kind = "base"
title = "The first"
summary = "Something."
"""
RULE = Rule("TOY-1", "One", "base", "The first", "Something.")
RULING = """
[[ruling]]
id = "TOY-Q1"
section = "One"
rules = ["TOY-1"]
ground = "silent"
title = "What then?"
summary = "This."
why = "It is short."
"""


def written(tmp_path: Path, *rows: str) -> Path:
    path = tmp_path / "rules.toml"
    path.write_text(HEAD + "".join(rows), encoding="utf-8")
    return path


def fault_of(path: Path) -> Fault:
    with pytest.raises(Fault) as caught:
        Catalogue.load(path)
    return caught.value


def test_a_catalogue_keeps_the_books_order(tmp_path: Path) -> None:
    rules = Catalogue.load(written(tmp_path, ROW.replace("TOY-1", "TOY-2"), ROW))
    assert list(rules) == ["TOY-2", "TOY-1"]
    assert len(rules) == 2
    assert rules["TOY-1"] == RULE
    assert rules.book == Book("toy", "Toy", "3", "squares")


def test_an_id_that_is_there_twice_is_a_fault_with_its_line(tmp_path: Path) -> None:
    path = written(tmp_path, ROW, ROW.replace("TOY-1", "TOY-2"), ROW)
    fault = fault_of(path)
    assert fault.where == f"{path}:{HEAD.count(chr(10)) + 2 * ROW.count(chr(10)) + 3}"
    assert fault.message == "the catalogue of toy has the id TOY-1 twice; ids are unique"


def test_an_id_that_is_there_twice_is_a_fault_in_code_too() -> None:
    with pytest.raises(Fault, match=r"^rule TOY-1: the catalogue of toy has the id TOY-1 twice"):
        Catalogue(Book("toy", "Toy", "1", "free"), [RULE, RULE])


def test_a_rule_that_is_not_in_the_catalogue_cannot_be_cited() -> None:
    rules = Catalogue(Book("toy", "Toy", "1", "free"), [RULE])
    with pytest.raises(KeyError, match=r"toy has no rule 'TOY-9'; `hulldown rules toy` lists them"):
        rules["TOY-9"]
    assert "TOY-9" not in rules


@pytest.mark.parametrize("field", ["title", "summary"])
def test_a_rule_with_an_empty_field_is_a_fault_with_its_line(tmp_path: Path, field: str) -> None:
    blank = "\n".join(f'{field} = "  "' if line.startswith(field) else line for line in ROW.split("\n"))
    path = written(tmp_path, ROW.replace("TOY-1", "TOY-0"), blank)
    assert str(fault_of(path)) == f"{path}:15: TOY-1 needs a title and a summary"


def test_a_rule_without_a_summary_is_a_fault_with_its_line(tmp_path: Path) -> None:
    path = written(tmp_path, ROW.replace('summary = "Something."\n', ""))
    assert str(fault_of(path)) == f"{path}:7: rule[0]: summary is missing; a text is needed"


def test_a_rule_of_no_kind_is_a_fault_with_its_line(tmp_path: Path) -> None:
    path = written(tmp_path, ROW.replace('"base"', '"basic"'))
    told = f"{path}:10: rule[0]: kind is 'basic'; one of advice, announced, base, optional, ruling, scenario is"
    assert str(fault_of(path)) == f"{told} needed"


@pytest.mark.parametrize(
    ("kind", "binds"),
    [("base", True), ("optional", True), ("scenario", True), ("advice", False), ("announced", False)],
)
def test_a_rule_binds_unless_it_is_advice_or_only_announced(tmp_path: Path, kind: str, binds: bool) -> None:
    rules = Catalogue.load(written(tmp_path, ROW.replace('"base"', f'"{kind}"')))
    assert rules["TOY-1"].binds is binds


def ruled(tmp_path: Path, *rulings: str) -> Path:
    (tmp_path / "rulings.toml").write_text("".join(rulings), encoding="utf-8")
    return written(tmp_path, ROW)


def test_rulings_lie_beside_the_rules_and_are_cited_alike(tmp_path: Path) -> None:
    rules = Catalogue.load(ruled(tmp_path, RULING))
    assert list(rules) == ["TOY-1", "TOY-Q1"]
    assert rules.printed == (RULE,)
    (ruling,) = rules.rulings
    assert isinstance(ruling, Ruling)
    assert (ruling.kind, ruling.ground, ruling.rules, ruling.options) == ("ruling", "silent", ("TOY-1",), ())
    assert rules["TOY-Q1"].refuse("no").rule == "TOY-Q1"
    assert rules["TOY-Q1"].binds
    assert rules.about("TOY-1") == ("TOY-Q1",)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("TOY-Q1", "TOY-2", "TOY-2 is no id of a ruling; it is the book's letters, a dash, a letter and a number"),
        ("TOY-Q1", "TOY-1", "the catalogue of toy has the id TOY-1 twice"),
        ('"TOY-1"', '"TOY-9"', "TOY-Q1 explains TOY-9, which is no printed rule of toy"),
        ('"TOY-1"', '"TOY-Q1"', "TOY-Q1 explains TOY-Q1, which is no printed rule of toy"),
        ('["TOY-1"]', "[]", "TOY-Q1 explains no rule; name at least one"),
        ("It is short.", " ", "TOY-Q1 does not say why"),
        ("silent", "house", "TOY-Q1 is the house's and names no option"),
        ("This.", "", "TOY-Q1 needs a title and a summary"),
    ],
)
def test_what_is_wrong_with_a_ruling_is_told_with_its_line(tmp_path: Path, old: str, new: str, told: str) -> None:
    path = ruled(tmp_path, RULING.replace("TOY-Q1", "TOY-Q7"), RULING.replace(old, new, 1))
    fault = fault_of(path)
    assert fault.where == f"{path.with_name('rulings.toml')}:{RULING.count(chr(10)) + 3}"
    assert fault.message.startswith(told)


def test_a_ruling_with_a_field_too_many_is_a_fault(tmp_path: Path) -> None:
    path = ruled(tmp_path, RULING + 'optoin = "pace"\n')
    assert "no field 'optoin'" in fault_of(path).message


def test_what_the_house_adds_is_an_option_with_a_name(tmp_path: Path) -> None:
    rules = Catalogue.load(ruled(tmp_path, RULING.replace("silent", "house") + 'options = ["pace"]\n'))
    assert rules.rulings[0].options == ("pace",)


def test_a_catalogue_with_something_else_in_it_is_a_fault_with_its_line(tmp_path: Path) -> None:
    path = written(tmp_path, ROW, "\n[[rules]]\n")
    assert fault_of(path).where == f"{path}:14"


def test_a_catalogue_that_is_not_there_is_a_fault(tmp_path: Path) -> None:
    assert fault_of(tmp_path / "rules.toml").message == "there is no such file; give the path of a file"


def test_a_refusal_reads_as_a_sentence_with_its_rule() -> None:
    refusal = RULE.refuse("the target is 14 squares away; the gun reaches 12")
    assert str(refusal) == "the target is 14 squares away; the gun reaches 12 — TOY-1"
    assert str(Refused(refusal)) == str(refusal)
    assert Refused(refusal).refusal is refusal


def test_a_refusal_without_a_nearest_order_is_short_on_the_wire() -> None:
    assert encode(RULE.refuse("no")) == b'{"rule":"TOY-1","sentence":"no"}'
    assert decode(encode(RULE.refuse("no", {"type": "Move"})), Refusal) == Refusal("TOY-1", "no", {"type": "Move"})


def test_a_modifier_carries_its_rule_its_amount_and_its_reason() -> None:
    modifiers = (RULE.modify(2, "at short range"), RULE.modify(-1, "in cover"))
    assert modifiers == (Modifier("TOY-1", 2, "at short range"), Modifier("TOY-1", -1, "in cover"))
    assert decode(encode(modifiers), tuple[Modifier, ...]) == modifiers


def test_rules_and_what_cites_them_cannot_be_changed() -> None:
    for value in (RULE, RULE.refuse("no"), RULE.modify(1, "so")):
        with pytest.raises(AttributeError):
            value.rule = value.id = "TOY-2"  # type: ignore[union-attr,misc]
