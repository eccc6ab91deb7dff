"""Works: what people make, named by its content, and carried whole in a link.

A work is a file as `docs/files.md` has it, and nothing else. It names other files as it does on a disk, `map =
"tannery.txt"`; `uses` says which works those are. Its id is a hash of all that, so it never changes.
"""

import base64
import hashlib
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec

from hulldown.kernel.files import MOST_BYTES, Fault, parse_toml
from hulldown.kernel.wire import decode, encode

Kind = Literal["chart", "army", "board", "scenario", "position"]
Id = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{22}$")]
MaybeId = Annotated[str, msgspec.Meta(pattern=r"^([A-Za-z0-9_-]{22})?$")]
FileName = Annotated[str, msgspec.Meta(pattern=r"^[\w-][\w .-]{0,79}$")]
ID_SIGNS = 22
MOST_USES = 4
MOST_WORKS = 8  # in one bundle
MOST_UNPACKED = 2 << 20
MOST_LINK = 3 << 20  # signs
REFERENCES = ("map", "table", "chart", "scenario")  # the keys by which a file names another
FILES = (".toml", ".txt", ".map")
# By which key a TOML file is what it is; without any of them it is a scenario.
KEYS: Mapping[str, Kind] = {
    "book": "position",
    "card": "chart",
    "unit": "chart",
    "tanks": "army",
    "units": "army",
    "feature": "board",
    "width": "board",
}
VERSION = "1"
_FIRST_LINE = re.compile(r"^(?![;#])[^\S\n]*+\S[^\n]*+", re.MULTILINE)  # that is neither blank nor a note
_LINK = re.compile(r"(?:.*#/open/|/?open/)?(\d+)\.(\d{1,9})\.([A-Za-z0-9_-]*)", re.DOTALL)


class Work(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A file of a book with the works that it names; what it came from stands beside it and is no part of it."""

    kind: Kind
    book: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    text: Annotated[str, msgspec.Meta(max_length=MOST_BYTES)]
    uses: Annotated[Mapping[FileName, Id], msgspec.Meta(max_length=MOST_USES)] = {}
    parent: MaybeId = ""  # the version before it
    source: MaybeId = ""  # somebody else's work that it is a copy of

    @property
    def id(self) -> str:
        """The first 22 signs of SHA-256 over what it is."""
        uses = "".join(f"{name}\t{used}\n" for name, used in sorted(self.uses.items()))
        content = f"{self.kind}\n{self.book}\n{uses}\n{self.text}".encode()
        return _base64(hashlib.sha256(content).digest())[:ID_SIGNS]


class Origins(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The works that a set-up was made of, by their ids. It holds what they say, so nobody needs them to play it.

    Whose the figures are stands in no set-up: of those of a chart, here are the ones `printed`, such as `heavy.gun`.
    """

    scenario: MaybeId = ""
    board: MaybeId = ""
    chart: MaybeId = ""
    red: MaybeId = ""
    blue: MaybeId = ""
    position: MaybeId = ""
    printed: tuple[str, ...] = ()


def canonical(text: str) -> str:
    """A text as it is hashed: as written, every line ended by one LF."""
    return text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")


def kind_of(text: str, where: str) -> Kind:
    """What kind of work a text is: a drawn board has a head of `name:`, all others are TOML with a telling key."""
    if is_drawn(text):
        return "board"
    data = parse_toml(text, where)
    return next((kind for key, kind in KEYS.items() if key in data), "scenario")


def is_drawn(text: str) -> bool:
    """Whether it is a board of squares or hexes, which is drawn by signs."""
    first = _FIRST_LINE.search(canonical(text))
    return first is not None and re.match(r"\s*\w+\s*:", first[0]) is not None


def title_of(text: str) -> str:
    """The name that a file gives itself, if it has one; what stands below a header is the name of something else."""
    head = re.split(r"^[ \t]*\[", canonical(text), maxsplit=1, flags=re.MULTILINE)[0]
    found = re.search(r"^name\s*(?::\s*(.*?)|=\s*\"(.*?)\")\s*$", head, re.MULTILINE)
    return (found[1] or found[2] or "")[:80] if found else ""


def named_files(text: str, where: str) -> dict[str, str]:
    """The files that a text names, by the keys that it does so with."""
    if is_drawn(text):
        return {}
    data = parse_toml(text, where)
    given = {key: data[key] for key in REFERENCES if isinstance(data.get(key), str)}
    return {key: name for key, name in given.items() if _is_file(name)}


def _is_file(name: str) -> bool:
    return "\n" not in name and (name.endswith(FILES) or "/" in name or "\\" in name)


# Bundles: a work with all that it uses


def bundle(works: Sequence[Work]) -> tuple[Work, ...]:
    """Works that belong together: the first is meant, the others are what it uses, each once and none missing."""
    if not 1 <= len(works) <= MOST_WORKS:
        raise Fault("bundle", f"it has {len(works)} works; one is needed and at most {MOST_WORKS} are read")
    by_id = {work.id: work for work in works}
    wanted = {works[0].id: works[0]}
    for work in wanted_in_turn(wanted):
        check_names(work)
        for name, used in work.uses.items():
            if used not in by_id:
                raise Fault(called(work), f"it uses {name}, which is missing ({used})")
            wanted[used] = by_id[used]
    if idle := [work for used, work in by_id.items() if used not in wanted]:
        raise Fault("bundle", f"nothing in it uses the {called(idle[0])}")
    return tuple(wanted.values())


def wanted_in_turn(wanted: Mapping[str, Work]) -> Iterator[Work]:
    """Each work once, those too that are found on the way."""
    done: set[str] = set()
    while left := [work_id for work_id in wanted if work_id not in done]:
        done.add(left[0])
        yield wanted[left[0]]


def check_names(work: Work) -> None:
    """A work names files only by plain names, and each of them is one of those that it uses."""
    if work.text != canonical(work.text):
        raise Fault(called(work), "its lines must end with LF alone")
    named = named_files(work.text, called(work))
    for key, name in named.items():
        if name not in work.uses:
            raise Fault(called(work), f"{key} names the file {name[:60]!r}, which is not among what it uses")
    if idle := set(work.uses) - set(named.values()):
        raise Fault(called(work), f"it does not name {', '.join(sorted(idle))}")


def called(work: Work) -> str:
    """How a work is named where it has no file: by its kind and its title."""
    return f"{work.kind} {title_of(work.text) or work.id}"


# Links


def pack(works: Iterable[Work]) -> str:
    """A bundle as a link carries it: version, length, and deflated JSON in base64url."""
    squeezed = zlib.compressobj(9, wbits=-15)
    payload = _base64(squeezed.compress(encode(tuple(works))) + squeezed.flush())
    return f"{VERSION}.{len(payload)}.{payload}"


def unpack(link: str) -> tuple[Work, ...]:
    """The bundle in a link; whatever the link claims, no more is unpacked than may be in one."""
    if len(link) > MOST_LINK:
        raise Fault("link", f"it has {len(link):,} signs; at most {MOST_LINK:,} are read")
    found = _LINK.fullmatch("".join(link.split()))
    if not found:
        raise Fault("link", f"this is not a link that carries a work; such a link has #/open/{VERSION}. in it")
    version, length, payload = found[1], int(found[2]), found[3]
    if version != VERSION:
        raise Fault("link", f"it is of version {version}, and this program reads version {VERSION}")
    if len(payload) < length:
        raise Fault("link", f"it was cut short: {len(payload):,} of {length:,} signs are here")
    if len(payload) > length:
        raise Fault("link", f"{len(payload) - length:,} signs too many stand at its end")
    return bundle(_works(_inflated(payload)))


def _inflated(payload: str) -> bytes:
    damaged = Fault("link", "it is damaged: some of its signs are not those that it was made with")
    try:
        packed = base64.b64decode(payload + "=" * (-len(payload) % 4), altchars=b"-_", validate=True)
        unpacking = zlib.decompressobj(wbits=-15)
        text = unpacking.decompress(packed, MOST_UNPACKED + 1)
    except (ValueError, zlib.error):
        raise damaged from None
    if len(text) > MOST_UNPACKED:
        raise Fault("link", f"it unpacks to more than {MOST_UNPACKED:,} bytes, which no work has")
    if not unpacking.eof or unpacking.unused_data:
        raise damaged
    return text


def _works(data: bytes) -> tuple[Work, ...]:
    found: Any = decode(data, tuple[Work, ...], "link")
    works: tuple[Work, ...] = found
    return works


def _base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
