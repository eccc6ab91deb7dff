"""`hulldown shot`: one shot, whose dice somebody types."""

import re
import sys
from typing import TYPE_CHECKING, Annotated

import msgspec
from cyclopts import Parameter

from hulldown.cli.arguments import BookId, Json, Options, Whole, find_book, read_options
from hulldown.cli.misuse import Misuse
from hulldown.cli.page import clean, show, show_json

if TYPE_CHECKING:
    from hulldown.server.protocol import DiceWanted, ShotAnswer, ShotBody


def shot(
    book: BookId,
    /,
    *,
    attacker: Annotated[str, Parameter(help="The class that fires, as in `hulldown units`.")],
    target: Annotated[str, Parameter(help="The class that is fired at.")],
    range: Annotated[Whole, Parameter(help="How far it is by the book's ruler.")],  # noqa: A002
    zone: Annotated[str, Parameter(help="The part of the armour that is hit: front, side or rear.")] = "front",
    chart: Annotated[str, Parameter(help="A chart's .toml file: figures of your own instead of the book's.")] = "",
    option: Options = None,
    faces: Annotated[str, Parameter(help="The dice, as 5 4 3 2; without it you are asked for them.")] = "",
    json: Json = False,
) -> None:
    """One shot without any table: which dice to roll and for what, and what they come to, with the rules."""
    from hulldown.server.protocol import ShotBody
    from hulldown.server.shots import fire

    find_book(book)
    body = ShotBody(book, attacker, target, range, zone, read_options(option))
    given: list[int] = []
    if faces:
        given = _numbers(faces)
    answer = fire(msgspec.structs.replace(body, faces=[*given]), chart)
    while answer.refusal is None and answer.wanted is not None and not faces:
        _tell(answer.wanted, len(answer.rolls) == 0 and not given, answer)
        answer, given = _typed(body, chart, given, answer.wanted)
    if answer.refusal is not None:
        told = f"{answer.refusal.sentence}{f' — {answer.refusal.rule}' if answer.refusal.rule else ''}"
        raise Misuse(f"shot: {told}")
    if json:
        return show_json(msgspec.to_builtins(answer, enc_hook=str))
    return _told(answer)


def _tell(wanted: "DiceWanted", first: bool, answer: "ShotAnswer") -> None:
    if first:
        show(clean(f"{answer.title}."))
    dice = ", ".join(f"{due.count} × {' '.join(label or 'blank' for label in due.labels)}" for due in wanted.dice)
    show(clean(f"{wanted.sentence.text} [{wanted.rule}]", 600), clean(f"Dice: {dice}", 600))


def _typed(body: "ShotBody", chart: str, given: list[int], wanted: "DiceWanted") -> "tuple[ShotAnswer, list[int]]":
    """The answer to faces from the keyboard; those that are on no such die are asked for again."""
    from hulldown.server.shots import fire

    while True:
        sys.stdout.write("They show: ")
        sys.stdout.flush()
        if not (line := sys.stdin.readline()):
            raise Misuse("shot: the dice are missing; type what they show, or give --faces")
        try:
            faces = [*given, *_faces(line, wanted)]
        except Misuse as misuse:
            show(clean(str(misuse)))
            continue
        answer = fire(msgspec.structs.replace(body, faces=[*faces]), chart)
        if answer.refusal is None:
            return answer, faces
        show(clean(answer.refusal.sentence))


def _faces(line: str, wanted: "DiceWanted") -> list[int]:
    """Figures, or the words of a die that has words."""
    faces = [pair for due in wanted.dice for pair in zip(due.labels, due.faces, strict=True)]
    labels = {label.casefold() or "blank": face for label, face in faces}
    words = [part.strip().casefold() for part in re.split(r"[,;]", line) if part.strip()]
    if words and all(word in labels for word in words):
        return [labels[word] for word in words]
    return _numbers(line)


def _numbers(text: str) -> list[int]:
    parts = re.split(r"[\s,;]+", text.strip().replace("−", "-"))
    if not all(re.fullmatch(r"-?\d{1,6}", part) for part in parts):
        raise Misuse(f"shot: {text.strip()[:40]!r} is no row of faces; type figures, as 5 4 3 2, or a word of the die")
    return [int(part) for part in parts]


def _told(answer: "ShotAnswer") -> None:
    for roll in answer.rolls:
        show(clean(f"{roll.title}: {', '.join(label or 'blank' for label in roll.labels)} [{roll.rule}]", 600))
    if answer.wanted is not None:
        show(clean(f"Still to roll: {answer.wanted.sentence.text} [{answer.wanted.rule}]", 600))
    else:
        show(clean(f"{answer.sentence} [{answer.rule}]", 600))
