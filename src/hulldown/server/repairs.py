"""All that is wrong with a wish for a match, and what would put it right.

Nothing here knows a rule. A repair is tried before it is offered: it is the first of a few changes after which its
fault is gone and no other has come.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from hulldown.kernel.files import Fault
from hulldown.kernel.library import Flaw, flaws_of
from hulldown.kernel.option import NumberKind, Option, SquaresKind, SwitchKind
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.rulebooks.fills import fills, written
from hulldown.rulebooks.sentence import agreed_in, option_told, scenario_row
from hulldown.server.log import Book
from hulldown.server.protocol import NewMatch, Repair, WishChange

TOTALS = ("total", "limit")  # what the options are called that the points are agreed by
MOST_OUT = 40  # units that are taken out at most


class Draft(NamedTuple):
    """A set-up as far as it can be read, and all that is wrong with the wish for it."""

    setup: Any | None
    flaws: list[Flaw]


def _changed(wish: NewMatch, change: WishChange) -> NewMatch:
    given = {
        name: value for name in WishChange.__struct_fields__ if (value := getattr(change, name)) is not msgspec.UNSET
    }
    return msgspec.structs.replace(wish, **given)


def _army(side: Side, text: str) -> WishChange:
    return WishChange(blue=text) if side else WishChange(red=text)


def _without(wish: NewMatch, option: str) -> dict[str, str]:
    return {name: value for name, value in wish.options.items() if name != option}


# What is wrong


def draft(book: Book, wish: NewMatch) -> Draft:
    """Reads a wish; what cannot be read is a flaw, and is taken as the battle has it."""
    flaws: list[Flaw] = []
    while True:
        try:
            setup = _read(book, wish)
        except Fault as fault:
            if (found := _culprit(book, wish, fault)) is None:
                return Draft(None, [*flaws, Flaw("battle", fault.message, fault.rule, fault.where)])
            flaw, wish = found
            flaws.append(flaw)
        else:
            flaws += [_placed(flaw, wish) for flaw in flaws_of(book.library.checks(setup))]
            return Draft(setup, flaws)


def _read(book: Book, wish: NewMatch) -> Any:
    return book.library.draft(wish.scenario, wish.red, wish.blue, wish.board, wish.options)


def _culprit(book: Book, wish: NewMatch, fault: Fault) -> tuple[Flaw, NewMatch] | None:
    """The part of a wish without which a fault is gone, and the wish without it."""
    told = fault.message, fault.rule, fault.where
    for flaw, change in (
        *((Flaw("options", *told, options=(name,)), WishChange(options=_without(wish, name))) for name in wish.options),
        (Flaw("board", *told), WishChange(board="")),
        *((Flaw("armies", *told, side=side), _army(side, "")) for side in Side),
    ):
        if (rest := _changed(wish, change)) == wish:
            continue
        try:
            _read(book, rest)
        except Fault as other:
            if (other.message, other.where) == (fault.message, fault.where):
                continue
        return flaw, rest
    return None


def _placed(flaw: Flaw, wish: NewMatch) -> Flaw:
    """A side that finds no room on the battle's own board has too large an army."""
    if flaw.part == "board" and flaw.side is not None and not wish.board:
        return msgspec.structs.replace(flaw, part="armies")
    return flaw


# What puts it right


def repair_of(book: Book, wish: NewMatch, flaw: Flaw, flaws: Iterable[Flaw]) -> Repair | None:
    """The first change after which a flaw is gone and no other has come; nothing if there is none."""
    before = {_key(one) for one in flaws} - {_key(flaw)}
    for repair in _repairs(book, wish, flaw):
        after = draft(book, _changed(wish, repair.wish))
        if after.setup is not None and {_key(one) for one in after.flaws} <= before:
            return repair
    return None


def _key(flaw: Flaw) -> tuple[object, ...]:
    return flaw.rule, flaw.side, flaw.options


def _repairs(book: Book, wish: NewMatch, flaw: Flaw) -> Iterator[Repair]:
    if flaw.part == "board" and wish.board:
        yield from _own_board(book, wish)
    yield from _options_settled(book, wish, flaw)
    if flaw.side is not None:
        yield from _army_mended(book, wish, flaw.side)
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
    named = [by_name[name] for name in flaw.options if name in by_name]
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
        label = (
            _label(option, value) if option and value is not None else f"{_named(option, name)} as the battle has it"
        )
        yield Repair(label, WishChange(options=_without(wish, name)))


def _named(option: Option | None, name: str) -> str:
    told = option.label if option else name[:40]
    return f"{told[:1].upper()}{told[1:]}"


def _label(option: Option, value: str) -> str:
    told = option_told(option, value)
    return f"{told[:1].upper()}{told[1:]}"


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


def _army_mended(book: Book, wish: NewMatch, side: Side) -> Iterator[Repair]:
    """Whoever has nothing, or nothing of this chart, is filled; more points are agreed, or some units are taken out."""
    setup = draft(book, wish).setup
    library = book.library
    force = library.force(setup, side)
    prices = {arm.id: arm.points for arm in library.arms(setup, side)}
    units = {unit: count for unit, count in force.units.items() if count}
    if not units or not units.keys() <= prices.keys():
        yield from _filled(book, setup, side)
        return
    if force.points > force.total:
        yield from _raised(book, wish, setup, side)
    yield from _fewer(book, side, units, prices)
    yield from _filled(book, setup, side)
    yield Repair(f"{side.label} as the battle has it", _army(side, ""))


def _filled(book: Book, setup: Any, side: Side) -> Iterator[Repair]:
    for fill in fills(book.library, setup, side):
        yield Repair(f"Fill {side.label}", _army(side, written(fill.units)))
        return


def _raised(book: Book, wish: NewMatch, setup: Any, side: Side) -> Iterator[Repair]:
    """As many points as the army costs, for both where both had as many."""
    option = next((option for option in book.library.OPTIONS if option.name in TOTALS), None)
    if option is None or not isinstance(option.kind, NumberKind):
        return
    red, blue = (book.library.force(setup, one) for one in (RED, BLUE))
    wanted = book.library.force(setup, side).points
    if red.total == blue.total or not option.kind.each_side:
        totals, label = f"{wanted:g}", f"Raise both to {wanted:g}"
    else:
        totals = f"{red.total:g}:{wanted:g}" if side else f"{wanted:g}:{blue.total:g}"
        label = f"Raise {side.label} to {wanted:g}"
    if wanted <= option.kind.most:
        yield Repair(label, WishChange(options={**wish.options, option.name: totals}))


def _fewer(book: Book, side: Side, units: Mapping[str, int], prices: Mapping[str, float]) -> Iterator[Repair]:
    """One unit less, the cheapest first; a whole class less; the cheapest units, more and more of them."""
    names = {row.id: row.name for row in book.library.units()}
    cheapest = sorted(units, key=lambda unit: prices[unit])

    def out(fewer: Mapping[str, int], label: str) -> Repair:
        left = {unit: count - fewer.get(unit, 0) for unit, count in units.items()}
        return Repair(f"Take out {label}", _army(side, written(left) or f"{cheapest[0]}=0"))

    for unit in cheapest:
        yield out({unit: 1}, _one(names.get(unit, unit)))
    for unit in cheapest:
        if units[unit] > 1:
            yield out({unit: units[unit]}, f"all {units[unit]} × {names.get(unit, unit)}")
    line = [unit for unit in cheapest for _ in range(units[unit])]
    for many in range(2, min(len(line), MOST_OUT)):
        fewer = {unit: line[:many].count(unit) for unit in line[:many]}
        told = ", ".join(f"{count} × {names.get(unit, unit)}" for unit, count in fewer.items())
        yield out(fewer, told)


def _one(name: str) -> str:
    return f"{'an' if name[0] in 'AEIOUaeiou' else 'a'} {name}"
