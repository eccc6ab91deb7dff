"""All that is wrong with a wish for a match, and what would put it right.

Nothing here knows a rule. A repair is tried before it is offered: it is the first of a few changes after which its
fault is gone and no other has come.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from hulldown.kernel.files import Fault
from hulldown.kernel.library import Flaw, SetupPart, flaws_of
from hulldown.kernel.option import NumberKind, Option, SquaresKind, SwitchKind
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.rulebooks.fills import fills, written
from hulldown.rulebooks.sentence import agreed_in, counted, option_told, scenario_row
from hulldown.server.log import Book
from hulldown.server.protocol import NewMatch, Repair, WishChange

TOTALS = ("total", "limit")  # what the options are called that the points are agreed by
MOST_OUT = 40  # units that are taken out at most


class Draft(NamedTuple):
    """A set-up as far as it can be read, and all that is wrong with the wish for it; `unread` could not be read."""

    setup: Any | None
    flaws: list[Flaw]
    unread: list[Flaw]


def _changed(wish: NewMatch, change: WishChange) -> NewMatch:
    given = msgspec.structs.asdict(change).items()
    return msgspec.structs.replace(wish, **{name: value for name, value in given if value is not msgspec.UNSET})


def _armies(armies: Mapping[Side, str]) -> WishChange:
    return WishChange(red=armies.get(RED, msgspec.UNSET), blue=armies.get(BLUE, msgspec.UNSET))


def _without(wish: NewMatch, option: str) -> dict[str, str]:
    return {name: value for name, value in wish.options.items() if name != option}


# What is wrong


def draft(book: Book, wish: NewMatch) -> Draft:
    """Reads a wish; what cannot be read is a flaw, and is taken as the battle has it."""
    unread: list[Flaw] = []
    while True:
        try:
            setup = _read(book, wish)
        except Fault as fault:
            if (found := _culprit(book, wish, fault)) is None:
                return Draft(None, [*unread, Flaw("battle", fault.message, fault.rule, fault.where)], unread)
            flaw, wish = found
            unread.append(flaw)
        else:
            flaws = _placed(book, wish, [*flaws_of(book.library.checks(setup))])
            return Draft(setup, _once([*unread, *flaws]), unread)


def _once(flaws: list[Flaw]) -> list[Flaw]:
    """Of what one rule says of one army, or of the same options, the first."""
    first: dict[object, Flaw] = {}
    for flaw in flaws:
        first.setdefault(_key(flaw), flaw)
    return [*first.values()]


def _read(book: Book, wish: NewMatch) -> Any:
    return book.library.draft(wish.scenario, wish.red, wish.blue, wish.board, wish.options, wish.chart)


def _culprit(book: Book, wish: NewMatch, fault: Fault) -> tuple[Flaw, NewMatch] | None:
    """The part of a wish without which a fault is gone, and the wish without it."""
    told = fault.message, fault.rule, fault.where
    for flaw, change in (
        *((Flaw("options", *told, options=(name,)), WishChange(options=_without(wish, name))) for name in wish.options),
        (Flaw("board", *told), WishChange(board="")),
        *((Flaw("armies", *told, side=side), _armies({side: ""})) for side in Side),
    ):
        rest = _changed(wish, change)
        if rest != wish and not _still(book, rest, fault):
            return flaw, rest
    return None


def _still(book: Book, wish: NewMatch, fault: Fault) -> bool:
    """Whether a wish cannot be read, for the same reason."""
    try:
        _read(book, wish)
    except Fault as other:
        return (other.message, other.where) == (fault.message, fault.where)
    return False


def _placed(book: Book, wish: NewMatch, flaws: list[Flaw]) -> list[Flaw]:
    """An army that does not fit on the battle's own board is the wrong army; one that does is on the wrong board."""
    if not wish.board:
        return [_of_part(flaw, "armies") if flaw.part == "board" else flaw for flaw in flaws]
    if not any(flaw.part == "armies" for flaw in flaws):
        return flaws
    own = {_key(flaw) for flaw in draft(book, msgspec.structs.replace(wish, board="")).flaws}
    return [flaw if flaw.part != "armies" or _key(flaw) in own else _of_part(flaw, "board") for flaw in flaws]


def _of_part(flaw: Flaw, part: SetupPart) -> Flaw:
    return flaw if flaw.side is None else msgspec.structs.replace(flaw, part=part)


# What puts it right


def repair_of(book: Book, wish: NewMatch, flaw: Flaw, drafted: Draft) -> Repair | None:
    """The first change after which a flaw is gone and no other has come; nothing if there is none."""
    before = {_key(one) for one in drafted.flaws} - {_key(flaw)}
    for repair in _put_back(book, wish, flaw) if flaw in drafted.unread else _repairs(book, wish, flaw, drafted.setup):
        then = draft(book, _changed(wish, repair.wish))
        if then.setup is not None and {_key(one) for one in then.flaws} <= before:
            return repair
    return None


def _key(flaw: Flaw) -> tuple[object, ...]:
    return flaw.rule, flaw.side, flaw.options


def _put_back(book: Book, wish: NewMatch, flaw: Flaw) -> Iterator[Repair]:
    """What cannot be read as the battle has it."""
    yield from _options_back(book, wish, flaw.options)
    if flaw.side is not None:
        yield Repair(f"{flaw.side.label} as the battle has it", _armies({flaw.side: ""}))
    yield from _own_board(book, wish)


def _repairs(book: Book, wish: NewMatch, flaw: Flaw, setup: Any) -> Iterator[Repair]:
    if flaw.part == "board":
        yield from _own_board(book, wish)
    yield from _options_settled(book, wish, flaw)
    if flaw.side is not None:
        yield from _army_mended(book, wish, setup, flaw.side)
    yield from _options_back(book, wish, wish.options)
    yield from _own_board(book, wish)


def _own_board(book: Book, wish: NewMatch) -> Iterator[Repair]:
    row = scenario_row(book.library, wish.scenario)
    if row is not None and wish.board:
        name = next((board.name for board in book.library.maps() if board.id == row.map), row.map)
        yield Repair(f"Use {name}", WishChange(board=""))


# Options


def _options_settled(book: Book, wish: NewMatch, flaw: Flaw) -> Iterator[Repair]:
    """What the players did not choose goes off; then what they chose becomes equal; then it goes back."""
    by_name = {option.name: option for option in book.library.OPTIONS}
    named = [by_name[name] for name in flaw.options]
    for option in named:
        if option.name not in wish.options and (off := _off(option)):
            yield Repair(_label(option, off), WishChange(options={**wish.options, option.name: off}))
    for option in named:
        for value in _equal(wish.options.get(option.name, "")):
            yield Repair(_label(option, value), WishChange(options={**wish.options, option.name: value}))
    yield from _options_back(book, wish, flaw.options)


def _options_back(book: Book, wish: NewMatch, names: Iterable[str]) -> Iterator[Repair]:
    """Options as the battle has them."""
    usual = agreed_in(book.library, wish.scenario)
    by_name = {option.name: option for option in book.library.OPTIONS}
    for name in names:
        if name not in wish.options:
            continue
        option, value = by_name.get(name), usual.get(name)
        told = option.label if option else name[:40]
        label = _label(option, value) if option and value is not None else _capital(f"{told} as the battle has it")
        yield Repair(label, WishChange(options=_without(wish, name)))


def _label(option: Option, value: str) -> str:
    return _capital(option_told(option, value))


def _capital(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"


def _off(option: Option) -> str:
    """An option that is off, as it is written; nothing where it cannot be."""
    match option.kind:
        case SwitchKind():
            return "off"
        case NumberKind(least=0):
            return "0"
        case SquaresKind():
            return "none"
    return ""


def _equal(value: str) -> Iterator[str]:
    """The same for both sides, where they differ: as many as either has."""
    red, colon, blue = value.partition(":")
    if colon:
        yield from sorted({red, blue}, reverse=True)


# Armies


def _army_mended(book: Book, wish: NewMatch, setup: Any, side: Side) -> Iterator[Repair]:
    """Whoever has nothing, or nothing of this chart, is filled; more points are agreed, or some units are taken out."""
    if void := [one for one in Side if _void(book, setup, one)]:
        yield from _filled(book, setup, *(void if side in void else (side,)))
    force = book.library.force(setup, side)
    if force.points > force.total:
        yield from _raised(book, wish, setup, side)
    if side not in void:
        yield from _fewer(book, setup, side)
    yield from _filled(book, setup, side)
    yield Repair(f"{side.label} as the battle has it", _armies({side: ""}))


def _void(book: Book, setup: Any, side: Side) -> bool:
    """Whether a side has no units, or some that the chart has not."""
    units = {unit for unit, count in book.library.force(setup, side).units.items() if count}
    return not units or not units <= {arm.id for arm in book.library.arms(setup, side)}


def _filled(book: Book, setup: Any, *sides: Side) -> Iterator[Repair]:
    """The first of the quick fills."""
    armies = {side: written(fill.units) for side in sides if (fill := next(fills(book.library, setup, side), None))}
    if len(armies) == len(sides):
        yield Repair("Fill both" if len(sides) > 1 else f"Fill {sides[0].label}", _armies(armies))


def _raised(book: Book, wish: NewMatch, setup: Any, side: Side) -> Iterator[Repair]:
    """As many points as the army costs, for both where both had as many."""
    option = next((option for option in book.library.OPTIONS if option.name in TOTALS), None)
    if option is None or not isinstance(option.kind, NumberKind):
        return
    red, blue = (book.library.force(setup, one).total for one in Side)
    wanted = book.library.force(setup, side).points
    if red == blue or not option.kind.each_side:
        totals, whose = f"{wanted:g}", "both"
    else:
        totals, whose = f"{red:g}:{wanted:g}" if side else f"{wanted:g}:{blue:g}", side.label
    if wanted <= option.kind.most:
        yield Repair(f"Raise {whose} to {wanted:g}", WishChange(options={**wish.options, option.name: totals}))


def _fewer(book: Book, setup: Any, side: Side) -> Iterator[Repair]:
    """One unit less, the cheapest first; a whole class less; the cheapest units, more and more of them."""
    prices = {arm.id: arm.points for arm in book.library.arms(setup, side)}
    units = {unit: count for unit, count in book.library.force(setup, side).units.items() if count}
    names = {row.id: row.name for row in book.library.units()}
    cheapest = sorted(units, key=lambda unit: prices[unit])

    def out(*fewer: str) -> Repair:
        left = {unit: count - fewer.count(unit) for unit, count in units.items()}
        told = _told_out(fewer, names.get(fewer[0], fewer[0]), book.rules.book.piece)
        return Repair(f"Take out {told}", _armies({side: written(left) or f"{fewer[0]}=0"}))

    for unit in cheapest:
        yield out(unit)
    for unit in cheapest:
        yield out(*[unit] * units[unit])
    line = [unit for unit in cheapest for _ in range(units[unit])]
    for many in range(2, min(len(line), MOST_OUT)):
        yield out(*line[:many])


def _told_out(fewer: tuple[str, ...], name: str, piece: str) -> str:
    """ "a Light", "2 × Infantry platoon", "four units"."""
    if len(set(fewer)) > 1:
        return counted(len(fewer), piece)
    spoken = "AEFHILMNORSX" if name.split()[0].isupper() else "AEIOUaeiou"  # an SPAA, an M10; a Stuart
    return f"{'an' if name[0] in spoken else 'a'} {name}" if len(fewer) == 1 else f"{len(fewer)} × {name}"
