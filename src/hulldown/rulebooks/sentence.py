"""A whole game in one sentence, for set-ups and invitations alike: in parts, and each says what it speaks of."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from hulldown.kernel.library import Force, Library, ScenarioRow, SetupPart
from hulldown.kernel.option import ChoiceKind, NumberKind, Option, SquaresKind, SwitchKind
from hulldown.kernel.rulebook import Rulebook
from hulldown.kernel.side import BLUE, RED, Side

Book = Rulebook[Any, Any, Any]
NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


class SentencePart(msgspec.Struct, frozen=True):
    """Some words of a sentence, and the part of a set-up that they speak of; nothing for what only joins them."""

    text: str
    opens: SetupPart = ""


def game_told(book: Book, setup: Any, *players: SentencePart) -> tuple[SentencePart, ...]:
    """A game with what its players are told to be: "France 1944: Crossroads on The centre, eleven tanks a side, …"."""
    library, head = book.library, book.rules.book
    row = scenario_row(library, setup.scenario)
    armies = armies_told(library.force(setup, RED), library.force(setup, BLUE), head.piece)
    return (
        SentencePart(head.called, "book"),
        SentencePart(": "),
        SentencePart(row.name if row else setup.scenario, "battle"),
        SentencePart(" on "),
        SentencePart(library.board_told(setup), "board"),
        SentencePart(", "),
        SentencePart(armies, "armies"),
        SentencePart(", "),
        *players,
        SentencePart("; "),
        SentencePart(options_told(library, setup, row), "options"),
        SentencePart(f". About {row.minutes} minutes." if row else "."),
    )


def seats_told(side: Side | None, opponent: str) -> tuple[SentencePart, ...]:
    """Who plays against whom, for whoever sits on a side, or will by lot."""
    against = SentencePart(" against "), SentencePart(opponent, "opponent")
    if side is None:
        return SentencePart("your side by lot", "side"), *against
    return SentencePart("you are "), SentencePart(side.label, "side"), *against


def scenario_row(library: Library, scenario: str) -> ScenarioRow | None:
    """The row of a scenario; nothing for one of somebody's own."""
    return _rows(library).get(scenario)  # type: ignore[arg-type]  # a module, or one shelf: it is what it is


@cache
def _rows(library: Library) -> Mapping[str, ScenarioRow]:
    return {row.id: row for row in library.scenarios()}


def agreed_in(library: Library, scenario: str) -> Mapping[str, str]:
    """What each option is in a battle as it is shipped."""
    return _agreed(library, scenario)  # type: ignore[arg-type]


@cache
def _agreed(library: Library, scenario: str) -> Mapping[str, str]:
    return library.agreed(library.build(scenario))


# Numbers and armies


def number_word(number: int) -> str:
    """Up to twelve in words."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)


def counted(number: int, word: str) -> str:
    """ "eleven tanks"."""
    return f"{number_word(number)} {word if number == 1 else f'{word}s'}"


def armies_told(red: Force, blue: Force, piece: str) -> str:
    """ "eleven tanks a side", or "13 units (24 points) against 9 (16 points)"."""
    many, others = (sum(force.units.values()) for force in (red, blue))
    if (many, red.points) == (others, blue.points):
        return f"{counted(many, piece)} a side"
    short = max(many, others) < len(NUMBERS)
    first = counted(many, piece) if short else f"{many} {piece if many == 1 else f'{piece}s'}"
    second = number_word(others) if short else str(others)
    return f"{first} ({red.points:g} points) against {second} ({blue.points:g} points)"


# Options


def options_told(library: Library, setup: Any, row: ScenarioRow | None) -> str:
    """What the players agreed otherwise than their battle, by its labels."""
    changed = list(_changed(library, setup, row)) if row else []
    if changed:
        return ", ".join(changed)
    return "options as the battle has them" if row and row.options else "no options"


def _changed(library: Library, setup: Any, row: ScenarioRow) -> Iterator[str]:
    here, usual = library.agreed(setup), agreed_in(library, row.id)
    for option in library.OPTIONS:
        if (value := here.get(option.name)) is not None and value != usual.get(option.name):
            yield option_told(option, value)


def option_told(option: Option, value: str) -> str:
    """An option as it was agreed: "flags 2 : 1", "no turn limit", "without damage", "tiles: none"."""
    match option.kind:
        case SwitchKind():
            return option.label if value == "on" else f"without {option.label}"
        case NumberKind(unit=unit):
            spelled = value.replace(":", " : ") + (f" {unit}" if unit else "")
            return f"no {option.label}" if value == "0" else f"{option.label} {spelled}"
        case ChoiceKind(choices):
            return f"{option.label}: {next(choice.label for choice in choices if choice.value == value)}"
        case SquaresKind():
            squares = 0 if value == "none" else value.count(",") + 1
            return f"{option.label} on {counted(squares, 'square')}" if squares else f"no {option.label}"
