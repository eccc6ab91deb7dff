"""`hulldown ask`."""

from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from hulldown.cli.arguments import Json
from hulldown.cli.misuse import Misuse, misused
from hulldown.cli.page import clean, show, show_json

Asked = Literal["fire", "move", "sees", "line", "sight", "order"]


def ask(
    file: Annotated[str, Parameter(help="A position (.toml); it need not be whole.")],
    question: Annotated[
        Asked,
        Parameter(
            help="fire: whom a unit could fire at. move: how far it could drive. sees: who could fire at it. line: "
            "from one to the other, with the odds. sight: what lies in sight from it. order: what an order would meet."
        ),
    ],
    one: Annotated[str, Parameter(help="A unit, as 'red heavy 1', or a place, as I9 or 44,40; an order as JSON.")],
    other: Annotated[str, Parameter(help="The other end of a line.")] = "",
    /,
    *,
    json: Json = False,
) -> None:
    """A question about a position; nothing is played. The engine answers as in a battle, with the rules that decide."""
    from hulldown.kernel.files import read_text
    from hulldown.kernel.wire import plain
    from hulldown.rulebooks import asking

    if bool(other) != (question == "line"):
        raise Misuse("ask: a line has two ends, as in `ask FILE line I9 O12`; all else is asked about one")
    path = Path(file)
    with misused():
        order = _order(one) if question == "order" else {}
    query = asking.Query(question, "" if order else one, other, order)
    reply = asking.ask(read_text(path), query, str(path), path.parent)
    if json:
        return show_json(plain(reply))
    for sentence, rule in asking.told(reply):
        show(clean(f"{sentence}{f' [{rule}]' if rule else ''}", 2000))
    return None


def _order(text: str) -> dict[str, Any]:
    from hulldown.kernel.wire import decode

    found: dict[str, Any] = decode(text.encode(), dict[str, Any], "order")
    return found
