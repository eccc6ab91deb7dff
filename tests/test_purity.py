"""Rules know no clock, no chance but their dice, and no order that is not said: or games would not replay."""

import ast
from collections.abc import Iterator
from pathlib import Path

import hulldown

SOURCE = Path(hulldown.__file__).parent
RULES = ("kernel", "geometry", "rulebooks")
CHANCE = {"random", "time", "datetime", "uuid", "secrets", "locale", "os.urandom"}
ALLOWED = {
    "kernel/dice.py: secrets": "where no seed is given, one is drawn here and nowhere else",
    "kernel/conformance.py: hash": "the kit compares two states within one process",
    "kernel/files.py: id": "a part of a file is found again while it is read",
    "kernel/odds.py: the order of a set": "what each place divides by does not depend on the order",
    "rulebooks/panzerstrike/dynamic/parabolic.py: the order of a set": "counts do not depend on the order",
    "rulebooks/panzerkampf/setup.py: hash": "a set-up's own hash, for a cache",
    "rulebooks/panzerstrike/core/setup.py: hash": "a set-up's own hash, for a cache",
    "rulebooks/panzerstrike/dynamic/setup.py: hash": "a set-up's own hash, for a cache",
    "rulebooks/panzerstrike/france1944/setup.py: hash": "a set-up's own hash, for a cache",
    "rulebooks/squadron/setup.py: hash": "a set-up's own hash, for a cache",
}


def imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (name.name for name in node.names)
    if isinstance(node, ast.ImportFrom):
        yield from {f"{node.module}", *(f"{node.module}.{name.name}" for name in node.names)}


def gone_through(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, ast.For | ast.comprehension):
        yield node.iter


def is_set(node: ast.expr) -> bool:
    called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("set", "frozenset")
    joined = isinstance(node, ast.BinOp) and (is_set(node.left) or is_set(node.right))
    return called or joined or isinstance(node, ast.Set | ast.SetComp)


def impure(tree: ast.AST) -> Iterator[str]:
    """What a rule must not lean on, as far as it can be seen in the text."""
    for node in ast.walk(tree):
        yield from (name.split(".")[0] for name in imported(node) if {name, name.split(".")[0]} & CHANCE)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("hash", "id"):
            yield node.func.id
        if any(map(is_set, gone_through(node))):
            yield "the order of a set"


def found() -> Iterator[str]:
    for folder in RULES:
        for path in sorted((SOURCE / folder).rglob("*.py")):
            where = path.relative_to(SOURCE).as_posix()
            yield from (f"{where}: {what}" for what in impure(ast.parse(path.read_text(encoding="utf-8"))))


def test_rules_lean_on_nothing_that_another_machine_has_otherwise() -> None:
    assert sorted(set(found())) == sorted(ALLOWED)


def test_the_test_sees_what_it_looks_for() -> None:
    bad = "import random\nfrom time import time\nfor x in {1, 2} | seen: hash(x)\nfor y in sorted(set(z)): pass"
    assert sorted(impure(ast.parse(bad))) == ["hash", "random", "the order of a set", "time", "time"]
