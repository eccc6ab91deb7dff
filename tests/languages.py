"""What is not told in another language, listed; and what is told wrongly, refused. `make check` runs this.

English is the source: a book's texts in its files, the client's where it says them, by `say`, `many`, `around` or
`later`. A language lacks what it lacks, and readers see the English there. It is a fault, though, if it tells what is
said nowhere, or has other blanks or other figures than the English.

    python -m tests.languages                   lists what is missing, and which components speak English alone
    python -m tests.languages --seal [NAME …]   what was read again is as the English says: all of it, or these entries
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from hulldown.kernel.files import parse_toml, read_text
from hulldown.kernel.language import SEAL, figures, seal_of
from hulldown.rulebooks import home_of
from hulldown.rulebooks.languages import LANGUAGES, SHARED, begun, folder_of, translation

CLIENT = Path(__file__).parents[1] / "web" / "src"
OPENINGS = CLIENT.parent / "pictures" / "hero"  # what the first page says of the battle that it begins
TEXT = r"""("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\$]|\\.)*`)"""
SAID = re.compile(rf"(?<![.\w])(?:say|around|later)\(\s*{TEXT}")
COUNTED = re.compile(rf"\bmany\(\s*{TEXT},\s*{TEXT}")
BLANK = re.compile(r"\{\w+\}")
HEADER = re.compile(r"^\[(.+)\]$")
MOST_LISTED = 5
# What can be read in the markup of a component.
WORDS = re.compile(r">[^<>{}]*[A-Za-z]{3,}[^<>{}]*<|(?:aria-label|title|placeholder)=\"[^\"{}]*[A-Za-z]{3,}")


def spoken() -> tuple[set[str], set[str]]:
    """All sentences of the client, and those of them that count something by their form for many."""
    said, counted = set[str](), set[str]()
    for path in sources():
        text = path.read_text(encoding="utf-8")
        said |= {unquoted(found[1]) for found in SAID.finditer(text)}
        counted |= {unquoted(found[2]) for found in COUNTED.finditer(text)}
    for path in OPENINGS.glob("*.json"):
        hero = json.loads(path.read_text(encoding="utf-8"))
        said |= {hero[field] for field in ("headline", "text", "words")}
    return said, counted


def sources() -> list[Path]:
    return [
        path
        for path in sorted(CLIENT.rglob("*"))
        if path.suffix in (".svelte", ".ts") and ".test." not in path.name and path.parent.name != "language"
    ]


def unquoted(literal: str) -> str:
    return re.sub(r"\\(.)", r"\1", literal[1:-1])


def catalogue_faults(language: str, said: set[str], counted: set[str]) -> Iterator[str]:
    """What a catalogue of the client has wrong."""
    where = f"web/src/language/{language}.json"
    for english, told in catalogue(language).items():
        if english not in said | counted:
            yield f"{where}: {english!r} is said nowhere"
        if isinstance(told, str) is (english in counted and english not in said):
            yield f"{where}: {english!r} has {'no forms' if isinstance(told, str) else 'forms'}, unlike the English"
        for form in (told,) if isinstance(told, str) else told.values():
            blanks, wanted = set(BLANK.findall(form)), set(BLANK.findall(english))
            # One thing may be told without its number: "eine Entscheidung".
            if blanks != wanted and (isinstance(told, str) or blanks | {"{n}"} != wanted):
                yield f"{where}: {english!r} has other blanks: {form!r}"
            if figures(form) != figures(english):
                yield f"{where}: {english!r} has other figures: {form!r}"


def catalogue(language: str) -> dict[str, str | dict[str, str]]:
    found: dict[str, str | dict[str, str]] = json.loads((CLIENT / "language" / f"{language}.json").read_text("utf-8"))
    return found


def silent() -> list[str]:
    """The components that have words, and say none of them by a catalogue."""
    found = []
    for path in CLIENT.rglob("*.svelte"):
        text = re.sub(r"<(script|style)\b.*?</\1>", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        whole = path.read_text(encoding="utf-8")
        if WORDS.search(text) and not (SAID.search(whole) or COUNTED.search(whole)):
            found.append(path.relative_to(CLIENT).as_posix())
    return sorted(found)


def faults() -> list[str]:
    said, counted = spoken()
    found = [fault for language in LANGUAGES for fault in catalogue_faults(language, said, counted)]
    for language in LANGUAGES:
        for book in begun(language):
            found += [f"{book}, {language}: {fault}" for fault in translation(book, language).faults()]
    return found


def report() -> Iterator[str]:
    """What is missing, language by language."""
    said, counted = spoken()
    for language, name in LANGUAGES.items():
        missing = sorted((said | counted) - set(catalogue(language)))
        yield f"{name}, the client: {len(said | counted) - len(missing)} of {len(said | counted)} sentences"
        yield from listed(missing)
        for book in begun(language):
            found = translation(book, language)
            yield f"{name}, {book}: {found.told} of {len(found.english)} entries"
            yield from listed([f"{name} (the English has changed)" for name in found.changed])
            yield from listed(list(found.missing))
    quiet = Counter(path.split("/")[0] for path in silent())
    told = ", ".join(f"{folder} {many}" for folder, many in sorted(quiet.items()))
    yield f"Components that speak English alone: {told or 'none'}"


def listed(names: list[str]) -> Iterator[str]:
    for name in names[:MOST_LISTED]:
        yield f"  missing: {name}"
    if len(names) > MOST_LISTED:
        yield f"  and {len(names) - MOST_LISTED} more"


def seal(names: set[str]) -> int:
    """Says of these entries, or of all, that they are made from the English that stands now."""
    changed = 0
    for language in LANGUAGES:
        folders = [(folder_of(home_of(book), language), book) for book in begun(language)]
        for folder, book in [*folders, (folder_of(SHARED, language), begun(language)[0])]:
            english = translation(book, language).english
            for path in sorted(folder.glob("*.toml")):
                before = read_text(path)
                after = sealed(before, {name: seal_of(fields) for name, fields in english.items()}, names)
                changed += before != after
                path.write_text(after, encoding="utf-8")
    return changed


def sealed(text: str, seals: dict[str, str], names: set[str]) -> str:
    lines, name = list[str](), ""
    for line in text.split("\n"):
        found = HEADER.match(line)
        if found:
            (name,) = parse_toml(line, "a header")
            wanted = name in seals and (not names or name in names)
            lines += [line, f'{SEAL} = "{seals[name]}"'] if wanted else [line]
            continue
        if line.startswith(f"{SEAL} = ") and name in seals and (not names or name in names):
            continue
        lines.append(line)
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["--seal"]:
        sys.stdout.write(f"{seal(set(arguments[1:]))} files changed.\n")
        return 0
    sys.stdout.writelines(f"{line}\n" for line in report())
    wrong = faults()
    sys.stderr.writelines(f"{fault}\n" for fault in wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
