"""Words that many messages share, their bounds, and why there is no answer."""

import unicodedata
from typing import Annotated, Any

import msgspec

MOST_NAME = 40
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_NAME)]
Word = Annotated[str, msgspec.Meta(max_length=60)]
MOST_POSITION = 60_000  # characters
Text = Annotated[str, msgspec.Meta(max_length=400)]
ClientId = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=r"^[^\x00]*$")]
ClaimId = Annotated[str, msgspec.Meta(min_length=22, max_length=64, pattern=r"^[!-~]*$")]  # a secret
Position = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
UnitNumber = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
StepNumber = Annotated[int, msgspec.Meta(ge=0, le=100)]
Order = dict[str, Any]
Hex = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]  # a key's anchor, link or secret
MOST_ORDERS = 50  # in one message
MOST_FACES = 1000  # of one order
Face = Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)]
Names = tuple[str, str]
Bots = tuple[str | None, str | None]


class ErrorBody(msgspec.Struct, frozen=True):
    """Why there is no answer: a code for programs, a sentence for people."""

    error: str
    sentence: str


class Wrong(Exception):
    """A request that gets no answer but why: a code, one sentence, an HTTP status."""

    def __init__(self, error: str, sentence: str, status: int = 400) -> None:
        super().__init__(f"{error}: {sentence}")
        self.error, self.sentence, self.status = error, sentence, status

    @property
    def body(self) -> ErrorBody:
        return ErrorBody(self.error, self.sentence)


class Named:
    """What brings somebody's name, which others will read: composed, and with no sign that hides or turns others."""

    name: str

    def __post_init__(self) -> None:
        name = unicodedata.normalize("NFC", " ".join(self.name.split()))
        if not name or len(name) > MOST_NAME or not name.isprintable():
            raise ValueError(f"a name has 1 to {MOST_NAME} signs, each of which can be seen")
        if name != self.name:
            struct: Any = self
            msgspec.structs.force_setattr(struct, "name", name)
