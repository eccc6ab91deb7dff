"""Replaying a record, by its own rolls, by those of a seed, by its sealed dice or as the players typed them."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from hulldown.kernel.dice import Dice, DiceError, HeldDice, Roll, ScriptedDice, SeededDice, TypedDice, Undecided
from hulldown.kernel.files import Fault
from hulldown.kernel.game import Act, Declined, Game
from hulldown.kernel.record import (
    ActLine,
    CallLine,
    EndLine,
    KeyNote,
    Ordered,
    OrderLine,
    Record,
    RuledLine,
    SealedEnd,
    SealedOrder,
    SealedSetup,
)
from hulldown.kernel.rule import Refused
from hulldown.kernel.rulebook import Rulebook
from hulldown.kernel.sealed import SealedDice
from hulldown.kernel.wire import decode, encode

Rolling = Callable[[Ordered], Dice]  # the dice for an order


def begin(record: Record, rulebook: Rulebook[Any, Any, Any], dice: Dice) -> Game[Any, Any, Any]:
    """The game of a record before its first order."""
    if record.head.rulebook != rulebook.rules.book.id:
        raise Fault("line 1", f"the record is of {record.head.rulebook!r}, not of {rulebook.rules.book.id!r}")
    setup = decode(record.head.setup, rulebook.setup_type, "line 1")
    _same_text(setup, record.head.setup, "set-up", "line 1")
    return Game(rulebook, setup, dice)


def _same_text(value: Any, text: msgspec.Raw, what: str, where: str) -> None:
    """A value has one text; what is read past, such as a field too many, must not hide in a record."""
    if encode(value) != bytes(text):
        raise Fault(where, f"the {what} is not written as it is read")


def script(line: Ordered) -> Dice:
    """The rolls of an order, as they stand in the record."""
    if any(roll.typed for roll in line.rolls):
        return TypedDice.of(line.rolls)
    dice = ScriptedDice([roll.faces for roll in line.rolls], [roll.rule for roll in line.rolls])
    dice.describes = isinstance(line, SealedOrder)
    return dice


def falling(record: Record) -> Rolling:
    """How dice fall again: as they stand there, or by the links of their line where they were sealed."""
    head, typed = record.head, record.typed

    def fall(line: Ordered) -> Dice:
        if not isinstance(line, SealedOrder) or (isinstance(head, SealedSetup) and line.position < head.forked):
            return script(line)
        if typed:
            return TypedDice.of(line.rolls)
        return SealedDice.of(line.links) if line.links else HeldDice()

    return fall


def steps(
    record: Record, rulebook: Rulebook[Any, Any, Any], dice: SeededDice | None = None, rolling: Rolling | None = None
) -> Iterator[tuple[int, Game[Any, Any, Any]]]:
    """The game after each line but its set-up; raises `Fault` where it breaks.

    It goes by the rolls in the record or by their links, or rolls again with the dice of the game's own seed, which
    must fall alike.
    """
    game = begin(record, rulebook, dice or ScriptedDice())
    rolling = rolling or falling(record)
    ended = False
    for number, line in enumerate(record.lines[1:], 2):
        where = f"line {number}"
        if ended:
            raise Fault(where, "nothing comes after the result")
        if isinstance(line, OrderLine | SealedOrder):
            game.dice = dice or rolling(line)
            _follow(game, line, where)
        elif isinstance(line, ActLine):
            _act(game, line, where)
        elif isinstance(line, KeyNote):
            _note(game, line, where)
        elif isinstance(line, RuledLine):
            _rule(game, line, where, record)
        elif not isinstance(line, EndLine | SealedEnd):
            raise Fault(where, "a record has one set-up line, its first")
        elif game.result() != line.result:
            raise Fault(where, "the result is not what the orders lead to")
        else:
            ended = True
        yield number, game


def _note(game: Game[Any, Any, Any], line: KeyNote, where: str) -> None:
    if line.position != len(game.log):
        raise Fault(where, f"the line has position {line.position}; {len(game.log)} is next")
    if isinstance(line, CallLine):
        _called(game, line, where)
    try:
        game.note(msgspec.structs.replace(line, hash=""))
    except Declined as declined:
        raise Fault(where, str(declined)) from None


def _called(game: Game[Any, Any, Any], line: CallLine, where: str) -> None:
    """Only orders that roll are called."""
    order = _ordered(game, line, where)
    try:
        game.copy(HeldDice()).play(order)
    except Undecided:
        return
    except Refused as refused:
        raise Fault(where, refused.refusal.sentence, refused.refusal.rule) from None
    raise Fault(where, "dice are called for an order that does not roll")


def _ordered(game: Game[Any, Any, Any], line: Ordered | CallLine, where: str) -> Any:
    """The order of a line, by the side that is to act."""
    if (side := game.to_act()) != line.side:
        raise Fault(where, f"{line.side.label} ordered while {side.label if side is not None else 'nobody'} was to act")
    order = decode(line.order, game.rulebook.order_type, where)
    _same_text(order, line.order, "order", where)
    return order


def _follow(game: Game[Any, Any, Any], line: Ordered, where: str) -> None:
    if line.position != len(game.log):
        raise Fault(where, f"the order has position {line.position}; {len(game.log)} is next")
    order = _ordered(game, line, where)
    try:
        events = game.play(order)
    except Refused as refused:
        raise Fault(where, refused.refusal.sentence, refused.refusal.rule) from None
    except DiceError as error:
        raise Fault(where, f"the rolls are not those that the rules ask for: {error}") from None
    except Undecided as rolled:
        held = isinstance(game.dice, HeldDice)
        told = "the line has no links" if held else f"the line has no faces for those of {rolled}"
        raise Fault(where, f"the rules ask for dice, and {told}") from None
    except Declined as declined:
        raise Fault(where, str(declined)) from None
    rolls = tuple(game.dice.rolls)
    if rolls != line.rolls:
        scripted = isinstance(game.dice, ScriptedDice | TypedDice)
        source = "the rules ask for" if scripted else "the dice give"
        raise Fault(where, f"the record has the rolls {_faces(line.rolls)}; {source} {_faces(rolls)}")
    if encode(events) != bytes(line.events):
        raise Fault(where, "the events are not what the order and its rolls lead to")


def _faces(rolls: tuple[Roll, ...]) -> str:
    return ", ".join(f"{' '.join(map(str, roll.faces))}{_of(roll)} ({roll.rule})" for roll in rolls) or "none"


def _of(roll: Roll) -> str:
    return f" of {encode(roll.of).decode()}" if roll.of else ""


def _act(game: Game[Any, Any, Any], line: ActLine, where: str) -> None:
    if line.position != len(game.log):
        raise Fault(where, f"the act has position {line.position}; {len(game.log)} is next")
    try:
        if line.act == "undo":
            game.undo(line.side)
        elif line.act == "takeback" and line.side is not None:
            game.take_back(line.side)
        elif line.act == "step" and line.side is not None and line.to is not None:
            game.go_back(line.side, line.to)
        elif line.act == "resign" and line.side is not None:
            game.resign(line.side)
        elif line.act == "draw":
            game.agree_draw()
        elif line.act == "abandon" and line.side is not None:
            game.abandon(line.side)
        elif line.act.startswith("takeover/") and line.side is not None:
            game.replace_bot(line.side, line.act)
        else:
            raise Declined(f"there is no act {line.act!r} of that side")
    except Declined as declined:
        raise Fault(where, str(declined)) from None
    if game.log[-1] != Act(line.act, line.side, line.to):
        raise Fault(where, f"the act is not {line.act!r} of that side, back to position {line.to}")


def _rule(game: Game[Any, Any, Any], line: RuledLine, where: str, record: Record) -> None:
    """A table that the players put right by hand: only where they rolled the dice, here or before it was forked."""
    head = record.head
    if line.position != len(game.log):
        raise Fault(where, f"the ruling has position {line.position}; {len(game.log)} is next")
    if not record.typed and not (isinstance(head, SealedSetup) and line.position < head.forked):
        raise Fault(where, "only where people roll the dice can they rule otherwise")
    try:
        game.rule_otherwise(line.side, line.table, line.why)
    except Declined as declined:
        raise Fault(where, str(declined)) from None
    except Fault as fault:
        raise Fault(where, f"no game goes on from this table: {fault.message}", fault.rule) from None


def replay(record: Record, rulebook: Rulebook[Any, Any, Any]) -> Game[Any, Any, Any]:
    """The game that a record tells, at its last line, with every event the same; raises `Fault` where it is not."""
    followed = [game for _, game in steps(record, rulebook)]
    return followed[-1] if followed else begin(record, rulebook, ScriptedDice())
