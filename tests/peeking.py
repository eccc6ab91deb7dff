"""Nobody outside a book's folder looks into states and orders, and nobody decides by a picture: `make check` runs this.

What may be asked of a position is in the protocol (`kernel/rulebook.py`). So outside `rulebooks/` and the players and
models of books under `bots/` and `outcome/`, which know their own book,

- `getattr` and `hasattr` are called only where it is said here, and why;
- of what is called a state, a view or an order nothing is read but `copy`;
- a picture is made or read only where it is sent, or checked itself.

    python -m tests.peeking
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "hulldown"
# Where `getattr` and `hasattr` may stand, by file and function, and on what.
ALLOWED = {
    "kernel/conformance.py mutants": "the kit changes any field of an order",
    "kernel/conformance.py questions": "the kit puts any field of a hidden order into another",
    "kernel/conformance.py check_refused_leaves_no_trace": "dice that count their rolls",
    "kernel/fates.py table": "a state by the names of its fields",
    "kernel/fates.py _still": "a part of a state that may hold units",
    "kernel/files.py read_text": "an error of the system",
    "kernel/position/head.py _shipped": "a set-up by the names of its fields",
    "kernel/position/head.py tell": "a set-up by the names of its fields",
    "kernel/position/loader.py letters": "a set-up by the names of its fields",
    "kernel/position/positions.py _is_yes_or_no": "a type",
    "kernel/position/positions.py _states": "a type",
    "kernel/position/positions.py _check_bare": "a sheet by the names of its fields",
    "kernel/position/sheet.py rounds_of": "a sheet's row by the names of its fields",
    "kernel/position/sheet.py told_rounds": "a book's unit by the deeds that the book names",
    "kernel/position/terms.py _row_of": "a type",
    "kernel/position/words.py _literals": "a type",
    "kernel/position/words.py _parts": "a type",
    "kernel/position/writing.py told_fields": "a sheet by the names of its fields",
    "kernel/question.py far": "a question has its book's ruler in a name",
    "kernel/wire.py _to_wire": "what has a wire form of its own",
    "bots/players.py _tactics": "a module that may offer tactics",
    "bots/plugin.py _made": "a module of somebody else's",
    "bots/plugin.py _order": "a bot that may not explain itself",
    "bots/planner.py scaled": "weights by their names",
    "server/judging.py laid_out": "a wish",
    "server/shelf.py whole": "a wish",
    "server/setups.py only_ids": "a wish",
    "server/setups.py _positioned": "a wish",
    "server/table.py scenario_of": "a set-up",
    "server/table.py before": "a set-up",
    "server/table.py own_chart": "a set-up",
    "server/diagrams.py _figure_order": "an order as it is drawn",
    "server/match.py _take_key": "a message",
    "server/run.py": "an error of the system",
    "server/counting.py _teller": "an error of the system",
    "server/doctor.py of_settings": "settings by their names",
    "server/health.py healthz": "the state of the application",
    "server/health.py readyz": "the state of the application",
    "server/journal.py format": "a line of the journal that may be about something",
    "cli/misuse.py": "an error of the command line",
    "cli/__init__.py": "the terminal",
    "cli/rules.py": "a rule's fields",
    "cli/simulate.py": "an error of the system",
    "cli/units.py _sheets": "a row of a listing",
    "index.py": "a node of the syntax tree",
    "lab/bench.py _squadron": "a shot of one book is measured",
}
# The state that these read is the application's.
APPLICATION = ("server/app.py", "server/guests.py", "server/stream.py", "server/routes/")
# Where a picture may be made or read, and what for.
SHOWN = {
    "kernel/conformance.py check_view": "the kit checks the picture itself",
    "kernel/conformance.py check_picture": "the kit checks the picture itself",
    "kernel/conformance.py check_shown": "the kit checks the picture itself",
    "kernel/conformance.py check_button": "the kit checks the picture itself",
    "kernel/foresight.py foreseen": "its buttons are made",
    "server/showing.py _table": "a work is sent as it looks",
    "kernel/lines.py picture": "people name units by what is written on them",
    "kernel/lines.py word": "people name units by what is written on them",
    "kernel/lines.py unit": "people name units by what is written on them",
    "cli/duel.py": "it is shown as text",
    "server/diagrams.py": "it is drawn",
    "server/log.py": "it is sent",
    "server/invitations.py look": "it is sent",
    "lab/tables.py": "it is drawn",
    "server/schema.py": "the module of that name",
    "server/table.py view_for": "it is sent",
    "server/table.py rehearse": "it is sent",
    "server/table.py message": "it is sent",
}
STATES = {"state", "view", "before", "after", "order"}
READ = {"copy"}
PICTURES = {"tray", "picture"}


def own(path: Path) -> bool:
    """Whether a file belongs to a book, or to the player or the model of one."""
    room, *rest = path.relative_to(SOURCE).parts
    return room in ("rulebooks", "geometry") or (room in ("bots", "outcome") and len(rest) > 1)


def called(node: ast.expr) -> str:
    """The last word of what something is read from: `state` of `game.state`, `states` of `log.states[-1]`."""
    if isinstance(node, ast.Subscript):
        return called(node.value)
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def places(tree: ast.Module, where: str) -> Iterator[tuple[ast.AST, str, str]]:
    """Each node with the file and function it is in, and the file alone."""
    stack: list[tuple[ast.AST, str]] = [(tree, "")]
    while stack:
        node, function = stack.pop()
        yield node, f"{where} {function}", where
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            function = node.name
        stack += [(child, function) for child in ast.iter_child_nodes(node)]


def peeks(text: str, where: str) -> Iterator[str]:
    """What a file does that it should ask the book for, with its line."""
    for node, place, file in places(ast.parse(text), where):
        free, shows = not ALLOWED.keys().isdisjoint((place, file)), not SHOWN.keys().isdisjoint((place, file))
        if isinstance(node, ast.Call) and called(node.func) in ("getattr", "hasattr") and not free:
            yield f"{where}:{node.lineno}: {called(node.func)} on what the protocol should say"
        if not isinstance(node, ast.Attribute) or not isinstance(node.ctx, ast.Load):
            continue
        if reads_a_state(node) and not file.startswith(APPLICATION) and not free:
            yield f"{where}:{node.lineno}: `{node.attr}` of a state or an order; ask the book"
        if not shows and (node.attr in PICTURES or called(node.value) in PICTURES):
            yield f"{where}:{node.lineno}: a picture is read; ask the book"


def reads_a_state(node: ast.Attribute) -> bool:
    """Whether a part of a state or of an order is read: of `state`, of `game.state`, of `log.states[-1]`."""
    of_many = isinstance(node.value, ast.Subscript) and called(node.value) == "states"
    return node.attr not in READ and (of_many or called(node.value) in STATES)


def main() -> int:
    found = [
        peek
        for path in sorted(SOURCE.rglob("*.py"))
        if not own(path)
        for peek in peeks(path.read_text(encoding="utf-8"), path.relative_to(SOURCE).as_posix())
    ]
    for peek in found:
        print(peek)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
