"""Works as an editor changes them: a key that is set, a square that is painted, a unit more or less."""

import random
import re

from hulldown.kernel.work import Kind, is_drawn

SIGNS = {"squadron": ".OHhr%"}
HOUSE_SIGNS = ".:,#CTF=W-X"


def changed(text: str, kind: Kind, book: str, seed: int) -> str:
    """A text with one to six small changes, each of which an editor can make."""
    chance = random.Random(f"{kind} {book} {seed}")
    for _ in range(chance.randint(1, 6)):
        text = _painted(text, book, chance) if is_drawn(text) else _set(text, chance)
    return text


def _painted(text: str, book: str, chance: random.Random) -> str:
    """A rectangle of one sign somewhere in the drawing."""
    lines = text.split("\n")
    start = next(at for at, line in enumerate(lines) if at and not line.strip()) + 1
    rows = [at for at in range(start, len(lines)) if lines[at].strip() and not lines[at].startswith(";")]
    sign, top, height = chance.choice(SIGNS.get(book, HOUSE_SIGNS)), chance.choice(rows), chance.randint(1, 3)
    left, width = chance.randrange(len(lines[rows[0]])), chance.randint(1, 4)
    for at in [row for row in rows if top <= row < top + height]:
        line = lines[at]
        cells = range(left, min(len(line), left + width))
        lines[at] = "".join(sign if place in cells and old != " " else old for place, old in enumerate(line))
    return "\n".join(lines)


def _set(text: str, chance: random.Random) -> str:
    """A number that is one of a text's own gets another one, or a switch is turned, or a line goes."""
    numbers = [found for found in re.finditer(r"(?<![\w\".#-])-?\d+(?:\.\d+)?(?![\w\".])", text) if _said(text, found)]
    switches = list(re.finditer(r"\b(?:true|false)\b", text))
    roll = chance.random()
    if switches and roll < 0.2:
        found = chance.choice(switches)
        return text[: found.start()] + ("false" if found[0] == "true" else "true") + text[found.end() :]
    if roll > 0.92:
        lines = text.split("\n")
        gone = chance.randrange(len(lines))
        return "\n".join(lines[:gone] + lines[gone + 1 :])
    if not numbers:
        return text
    found = chance.choice(numbers)
    value = float(found[0]) + chance.choice((-2, -1, -0.5, 0.5, 1, 1, 2, 5))
    return text[: found.start()] + f"{value:g}" + text[found.end() :]


def _said(text: str, found: "re.Match[str]") -> bool:
    """Whether it stands in no remark."""
    return "#" not in text[text.rfind("\n", 0, found.start()) + 1 : found.start()]
