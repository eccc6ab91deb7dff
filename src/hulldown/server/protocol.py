"""What goes over the wire: the structs of `docs/protocol.md`, from which the client's types are made.

Bounds stand here, so that a message is refused while it is read.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from hulldown.bots import Opponent
from hulldown.kernel.duels import Facing, StandIn
from hulldown.kernel.fairness import FairFound
from hulldown.kernel.files import MOST_BYTES
from hulldown.kernel.forecast import Forecast, Sentence
from hulldown.kernel.fortunes import Analysis, Fought
from hulldown.kernel.library import Difference, Force, Label, MapRow, OpeningLine, ScenarioRow, SetupPart
from hulldown.kernel.option import Option
from hulldown.kernel.picture import Picture, Terrain
from hulldown.kernel.position import PositionTerms
from hulldown.kernel.prospect import GroundQuery
from hulldown.kernel.question import Terms
from hulldown.kernel.rule import Refusal, Rule, Ruling
from hulldown.kernel.rulebook import Result, Survey, Told
from hulldown.kernel.side import Side
from hulldown.kernel.work import MOST_WORKS, Work
from hulldown.rulebooks.asking import Query
from hulldown.rulebooks.differing import Differing
from hulldown.rulebooks.sentence import SentencePart
from hulldown.rulebooks.works import WorkFault

MOST_NAME = 40
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_NAME)]
Word = Annotated[str, msgspec.Meta(max_length=60)]
MOST_POSITION = 60_000  # characters
Text = Annotated[str, msgspec.Meta(max_length=400)]
ClientId = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=r"^[^\x00]*$")]
ClaimId = Annotated[str, msgspec.Meta(min_length=22, max_length=64, pattern=r"^[!-~]*$")]  # a secret
Position = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
UnitNumber = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
Order = dict[str, Any]
FairBot = Literal["greedy", "planner:recruit"]
Hex = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]  # a key's anchor, link or secret
MOST_ORDERS = 50  # in one message
MOST_PARCEL = 3 << 20  # characters
MOST_FACES = 1000  # of one order
Face = Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)]
ActName = Literal[
    "undo",
    "resign",
    "offer-takeback",
    "offer-draw",
    "offer-keys",
    "accept",
    "decline",
    "let-bot-finish",
    "end-game",
    "rematch",
    "ruled",
    "step",
]
Status = Literal["accepted", "refused", "stale", "dice", "other"]
Names = tuple[str, str]
Bots = tuple[str | None, str | None]


class ErrorBody(msgspec.Struct, frozen=True):
    """Why there is no answer: a code for programs, a sentence for people."""

    error: str
    sentence: str


class FirstLesson(msgspec.Struct, frozen=True):
    """The first battle of a book, as a lesson."""

    id: str
    minutes: int


class BookLine(msgspec.Struct, frozen=True):
    """A rulebook in the list of all: its cover. `stand_ins` is how many hundredths of its cards' figures are ours."""

    id: str
    title: str
    table: str
    rules: int
    name: str
    sentence: str
    weight: int
    weight_word: str
    minutes_least: int
    minutes_most: int
    battles: int
    stand_ins: int
    opening: OpeningLine | None = None
    lesson: FirstLesson | UnsetType = UNSET


class Book(msgspec.Struct, frozen=True):
    """All that a set-up page shows of a rulebook.

    `agreed` tells by scenario what each option is there, as written, and `differences` by option what it changes, where
    that was measured. `labels` are words for the figures of a card, and `advice` has a sentence by the phase in which
    something is chosen.
    """

    id: str
    title: str
    table: str
    units: list[dict[str, Any]]
    scenarios: Sequence[ScenarioRow]
    maps: Sequence[MapRow]
    rules: list[Rule]
    rulings: list[Ruling]
    options: tuple[Option, ...]
    agreed: Mapping[str, Mapping[str, str]]
    bots: tuple[Opponent, ...]
    labels: Mapping[str, Label] = {}
    differences: Mapping[str, Difference] = {}
    shot: Terms | None = None  # what may be asked about a shot
    position: PositionTerms | None = None  # what positions are made of, where there are any
    advice: Mapping[str, str] = {}


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


class NewMatch(Named, msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The wish for a match: of a scenario, a position or a ready opening. Without a side it is drawn by lot.

    Scenario, board, chart, armies and position may be ids of `works`, which the wish brings or this server keeps.

    With `keys` its dice are sealed: the anchor of one's own dice key, at one screen those of Red and Blue, or none, and
    the host draws. Without them its dice are those of a seed; if they are `typed`, people roll them.
    """

    rulebook: Word
    scenario: Word = ""
    red: Text = ""
    blue: Text = ""
    board: Word = ""
    options: Annotated[dict[Word, Word], msgspec.Meta(max_length=30)] = {}
    opponent: Literal["bot", "hotseat", "friend"] = "bot"
    bot: Word = "greedy"
    side: Side | None = None
    name: Name = "Red"
    position: Annotated[str, msgspec.Meta(max_length=MOST_POSITION)] = ""  # its text; it says all but the opponent
    keys: Annotated[tuple[Hex, ...], msgspec.Meta(max_length=2)] | None = None
    typed: bool = False
    opening: Word = ""  # a ready opening of the book by its id; it says as much as a position
    chart: Word = ""  # a work, with figures of its own
    works: Annotated[tuple[Work, ...], msgspec.Meta(max_length=MOST_WORKS)] = ()


class SetupProblem(msgspec.Struct, frozen=True):
    """What is wrong with a set-up, where, and by which rule."""

    where: str
    rule: str
    message: str


class ShotBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One shot without any table: who fires at whom, how far, at which part, under which conditions.

    The faces are those that have fallen, in the order of rolling; null is a die that the server rolls, and with
    `roll_here` it rolls all that are missing: under the same `lot` a die of the same shot always falls alike. The chart
    may be a work.
    """

    rulebook: Word
    attacker: Word
    target: Word
    range: Annotated[int, msgspec.Meta(ge=0, le=1000)]
    zone: Word = "front"
    conditions: Annotated[dict[Word, Word], msgspec.Meta(max_length=30)] = {}
    chart: Word = ""
    works: Annotated[tuple[Work, ...], msgspec.Meta(max_length=MOST_WORKS)] = ()
    faces: Annotated[list[Face | None], msgspec.Meta(max_length=MOST_FACES)] = []
    roll_here: bool = False
    lot: Word = ""


class ShotRoll(msgspec.Struct, frozen=True):
    """Dice of a shot that have fallen: the rule that asked, and what they show."""

    rule: str
    title: str
    faces: tuple[int, ...]
    labels: tuple[str, ...]


class ShotAnswer(msgspec.Struct, frozen=True):
    """What may come of a shot, and what came of it; or the roll that is `wanted` next; or why there is no such shot."""

    title: str = ""
    chances: Mapping[str, Fraction] = {}
    forecast: Forecast | None = None
    given: tuple[int, ...] = ()
    rolls: tuple[ShotRoll, ...] = ()
    wanted: "DiceWanted | None" = None
    outcome: str = ""
    sentence: str = ""
    rule: str = ""
    refusal: Refusal | None = None


class WorkBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A work to be kept or judged, with all that it uses; the first is the one that is meant."""

    works: Annotated[tuple[Work, ...], msgspec.Meta(min_length=1, max_length=MOST_WORKS)]
    licence: Annotated[str, msgspec.Meta(max_length=60)] = ""


class Parcel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A shelf that goes to another device, packed by the browser; the server does not look into it."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_PARCEL, pattern=r"^[A-Za-z0-9._-]+$")]


class ParcelSent(msgspec.Struct, frozen=True):
    """Under which name it is fetched, once, and until when."""

    id: str
    until: int  # seconds since 1970


class WorkView(msgspec.Struct, frozen=True):
    """A work that this server keeps, and all that it uses: the first is the one that was asked for."""

    works: tuple[Work, ...]
    licence: str
    since: int  # seconds since 1970


class AskBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position, which need not be whole, with all that it uses, and what is asked about it."""

    works: Annotated[tuple[Work, ...], msgspec.Meta(min_length=1, max_length=MOST_WORKS)]
    query: Query | None = None  # without one, what could be placed is told


class ProspectBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board, and what is asked about its ground."""

    works: Annotated[tuple[Work, ...], msgspec.Meta(min_length=1, max_length=MOST_WORKS)]
    query: GroundQuery


class WorkVerdict(msgspec.Struct, frozen=True):
    """Whether a work can be played with: what it is, or all that is wrong with it and where.

    Advice is what is allowed and worth a look; it blocks nothing.
    """

    ok: bool
    words: str = ""
    faults: tuple[WorkFault, ...] = ()
    advice: tuple[WorkFault, ...] = ()


class DifferBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The texts of two charts of a book to be compared, empty for the house's, and the unit whose shots are told."""

    book: Word
    chart: Annotated[str, msgspec.Meta(max_length=MOST_BYTES)]
    other: Annotated[str, msgspec.Meta(max_length=MOST_BYTES)] = ""
    unit: Word = ""


class WorkPicture(msgspec.Struct, frozen=True):
    """What a work looks like: the ground of a board, or the table as a scenario or a position begins.

    Of a chart and an army there is nothing to be drawn.
    """

    map: MapRow | None = None
    terrain: Terrain | None = None
    picture: Picture | None = None


class WishChange(msgspec.Struct, frozen=True):
    """Fields of a wish for a match, to be put in the place of those that it has."""

    red: str | UnsetType = UNSET
    blue: str | UnsetType = UNSET
    board: str | UnsetType = UNSET
    options: Mapping[str, str] | UnsetType = UNSET


class Repair(msgspec.Struct, frozen=True):
    """What puts a fault right: what the button says, and what then changes."""

    label: str
    wish: WishChange


class SetupFault(msgspec.Struct, frozen=True):
    """One thing that is wrong with a set-up: the part that it belongs to, and whose army or which option it is."""

    part: SetupPart
    message: str
    rule: str
    repair: Repair | None = None
    side: Side | None = None
    option: str = ""


class SetupAnswer(msgspec.Struct, frozen=True):
    """Whether a set-up can be played, and what it comes to.

    `problem` is the first of the `faults`. `boards` says of the book's boards that do not suit this battle why not.
    """

    ok: bool
    problem: SetupProblem | None = None
    red: Force | None = None
    blue: Force | None = None
    terrain: Terrain | None = None
    remark: str = ""  # what is allowed, but worth knowing
    sentence: tuple[SentencePart, ...] = ()
    faults: tuple[SetupFault, ...] = ()
    boards: Mapping[str, str] = {}
    units: list[dict[str, Any]] | UnsetType = UNSET  # of a chart of somebody's own


class FillsBody(NewMatch, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The wish for a match, whose army is to be filled, and the number that a surprise is drawn by."""

    of: Side
    number: Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)] = 0


class Created(msgspec.Struct, frozen=True):
    """A new match and its secrets; nobody is told them again."""

    match: str
    side: Side | None
    token: str
    invitation: str | None
    watch: str
    forked: int = 0  # how many of its lines were played in another match


class Inviting(msgspec.Struct, frozen=True):
    """A seat that nobody has taken: whether a link to it is open, and when somebody last looked at what it leads to.

    That is in seconds since 1970; nothing else is kept of whoever looked.
    """

    open: bool
    opened: int | None = None


class InvitingBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the host does with the link: takes it back, or makes a new one, which takes the old one back too."""

    do: Literal["take-back", "renew"]


class Invited(msgspec.Struct, frozen=True):
    """The new link's secret and the one to watch with; nothing, if a link was taken back. Nobody is told them again."""

    invitation: str | None = None
    watch: str | None = None


class OddsBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question about a shot: what is left out is chosen. `beside` is another attacker to be compared.

    The chart may be a work.
    """

    rulebook: Annotated[str, msgspec.Meta(max_length=40)]
    attacker: Annotated[str, msgspec.Meta(max_length=60)] = ""
    target: Annotated[str, msgspec.Meta(max_length=60)] = ""
    range: Annotated[int, msgspec.Meta(ge=0, le=1000)] | None = None
    zone: Annotated[str, msgspec.Meta(max_length=20)] = ""
    conditions: Annotated[
        dict[Annotated[str, msgspec.Meta(max_length=40)], Annotated[str, msgspec.Meta(max_length=40)]],
        msgspec.Meta(max_length=20),
    ] = {}
    beside: Annotated[str, msgspec.Meta(max_length=60)] = ""
    chart: Word = ""
    works: Annotated[tuple[Work, ...], msgspec.Meta(max_length=MOST_WORKS)] = ()


class OddsUnit(msgspec.Struct, frozen=True):
    """A unit that may fire or be fired at; `house` says that some of its figures are the house's."""

    id: str
    name: str
    points: float
    house: bool


class OddsRow(msgspec.Struct, frozen=True):
    """The chances of each shot at a range; nothing where it is impossible."""

    range: int
    shots: tuple[dict[str, Fraction] | None, ...]


class OddsAnswer(msgspec.Struct, frozen=True):
    """The exact chances of a shot, what may be asked about it, and the same over all ranges.

    `harm` is the outcome that one fires for. `row` are the chances that one of 1, 2, 3 … shots brings it; `first` and
    `second` those to outlast the target where it fires back, by who fires first. `by` is what the shots of the rows
    differ in: the zone, the attacker, or something that the book has in the place of zones.
    """

    rulebook: str
    title: str
    ruler: str
    zones: tuple[str, ...]
    terms: dict[str, tuple[str, ...]]
    units: tuple[OddsUnit, ...]
    attacker: str
    target: str
    range: int
    zone: str
    conditions: dict[str, str]
    harm: str
    outcomes: dict[str, Fraction]
    row: tuple[Fraction, ...]
    first: Fraction | None
    second: Fraction | None
    by: str
    shots: tuple[str, ...]
    rows: tuple[OddsRow, ...]
    endless: bool


class CompareBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two names, or parts of them, to be compared across books; `use` says which units are to stand for them."""

    one: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    other: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    zone: Annotated[str, msgspec.Meta(max_length=20)] = "front"
    use: Annotated[
        dict[
            Annotated[str, msgspec.Meta(max_length=40)],
            Annotated[tuple[Annotated[str, msgspec.Meta(max_length=60)], ...], msgspec.Meta(max_length=2)],
        ],
        msgspec.Meta(max_length=10),
    ] = {}


class Compared(msgspec.Struct, frozen=True):
    """A duel in one book: by its own ruler, who stands for whom, and what each can do to the other."""

    book: str
    title: str
    ruler: str
    one: StandIn
    other: StandIn
    ranges: tuple[Facing, ...]


class CompareAnswer(msgspec.Struct, frozen=True):
    """The same duel in every book that has both names; the titles of those that have not."""

    books: tuple[Compared, ...]
    without: tuple[str, ...]


class AnalysisView(msgspec.Struct, frozen=True):
    """How far the analysis of a game is, in which place it waits, and the analysis itself when it is done.

    `busy`: another game of the same visitor is being analysed, and this one can be asked for after it. Of a look at the
    whole game by battles the steps are the rolls and decisions that are measured, and the analysis has them; one that
    is begun and neither done nor under way is `none`, with some steps.
    """

    state: Literal["none", "busy", "waiting", "running", "done", "refused"]
    steps: int = 0
    of: int = 0
    place: int = 0
    sentence: str = ""
    analysis: Analysis | None = None


class BattlesView(msgspec.Struct, frozen=True):
    """How far the battles are that measure one decision of a game, and what they say when they have been fought.

    The states are those of an analysis, which stand in the same line.
    """

    state: Literal["none", "busy", "waiting", "running", "done", "refused"]
    steps: int = 0
    of: int = 0
    place: int = 0
    sentence: str = ""
    fought: Fought | None = None


class FairnessBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario with all that it uses, how many games of it are wished for, and the bot that plays both sides.

    What is asked `after_save` is begun only on a server for this machine alone.
    """

    works: Annotated[tuple[Work, ...], msgspec.Meta(min_length=1, max_length=MOST_WORKS)]
    bot: FairBot = "greedy"
    games: Annotated[int, msgspec.Meta(ge=1, le=2_400)] = 240
    after_save: bool = False


class FairnessStop(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which run of a scenario is not wanted any more: the one that this bot plays."""

    bot: FairBot = "greedy"


class FairnessView(msgspec.Struct, frozen=True):
    """How far a run is: so many games of so many, behind how many others; and what is known, finished or not.

    Of one that is done `why` says whether somebody stopped it or it ran out of time.
    """

    state: Literal["none", "waiting", "running", "done", "refused"]
    games: int = 0
    of: int = 0
    place: int = 0
    sentence: str = ""
    why: Literal["", "stopped", "late"] = ""
    found: FairFound | None = None


class Watched(msgspec.Struct, frozen=True):
    """A match that can only be watched, and the token to do so."""

    match: str
    watch: str


class Offer(msgspec.Struct, frozen=True):
    """What a side has offered and the other has not answered."""

    kind: Literal["takeback", "draw", "keys"]
    side: Side


class Waiting(msgspec.Struct, frozen=True):
    """Whose choice friends wait for, since when, and from when on the other may go on without: seconds since 1970."""

    side: Side
    since: int
    until: int


KeyState = Literal["seat", "deposited", "host", "awaited"]


class DiceCall(msgspec.Struct, frozen=True):
    """Dice that are called and have not fallen: for whom, and whose links are missing; seconds since 1970."""

    position: int
    roll: int
    side: Side
    missing: tuple[Side, ...]
    since: int


class DiceView(msgspec.Struct, frozen=True):
    """Sealed dice: who has the keys of Red and Blue, the number of the last roll under them, the open call.

    `asked` is how often Red and Blue have asked for new keys.
    """

    kept: tuple[KeyState, KeyState]
    number: int
    call: DiceCall | None
    asked: tuple[int, int] = (0, 0)


class DiceDue(msgspec.Struct, frozen=True):
    """So many equal dice of a roll that is due, and the faces of one, each with what is written on it."""

    count: int
    faces: tuple[int, ...]
    labels: tuple[str, ...]


class DiceWanted(msgspec.Struct, frozen=True):
    """A roll that people have to make: for whom, in words, by which rule, and the dice.

    `given` are the faces of the order so far; the last `laid` of them belong to this roll. `told` says what a part of
    the roll comes to, by how many dice lie there and their sum ("3:12"); it is empty where the sum decides nothing.
    """

    title: str
    sentence: Sentence
    rule: str
    dice: tuple[DiceDue, ...]
    given: tuple[int, ...]
    laid: int
    told: dict[str, str]


class OrderWaits(msgspec.Struct, frozen=True):
    """An order that no player gives, of a bot or by standing orders: it waits until somebody has rolled its dice."""

    side: Side
    order: Order
    wanted: DiceWanted


class TableText(msgspec.Struct, frozen=True):
    """The table as the text of a position, and where in the log that is."""

    position: int
    text: str


class KeysBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of: a key's anchor, the wish that the host draws one, a key's secret, the link for a call by its hash.

    At one screen it says for which side.
    """

    anchor: Hex | None = None
    draw: Literal["host"] | None = None
    deposit: Hex | None = None
    call: Hex | None = None
    link: Hex | None = None
    side: Side | None = None


class Asking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When a player wants to be asked in a window: always, from a chance on (in hundredths), or never."""

    ask: Literal["always", "from", "never"]
    chance: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0

    def wants(self, chance: Fraction | None) -> bool:
        return self.ask == "always" or (self.ask == "from" and (chance is None or chance * 100 >= self.chance))


class Standing(msgspec.Struct, frozen=True):
    """Standing orders of a side, for the round in which they were given. A unit's own go before those for all."""

    round: int
    all: Asking
    units: dict[int, Asking] = {}


class StandingBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Standing orders for this round; where they were made at a position, only if nothing has happened since."""

    all: Asking
    units: Annotated[dict[UnitNumber, Asking], msgspec.Meta(max_length=1000)] = {}
    position: Position | None = None


class MatchView(msgspec.Struct, frozen=True):
    """A match as the holder of a token may see it now."""

    match: str
    rulebook: str
    title: str
    scenario: str
    side: Side | None
    both: bool
    watching: bool
    names: Names
    bots: Bots
    head: int
    terrain: str
    picture: Picture
    hidden: bool  # whether something on the table is hidden from somebody
    result: Result | None
    undo: str
    offers: tuple[Offer, ...]
    waiting: Waiting | None
    closed: str
    rematch: str | None
    standing: Standing | None
    last: tuple[str, ...]  # the last sentences of the log, and whose they are
    acted: tuple[int, ...]
    before: tuple[str, ...] | UnsetType = UNSET  # in words, what happened before the first line
    dice: DiceView | UnsetType = UNSET  # where dice are sealed
    inviting: Inviting | UnsetType = UNSET  # while a friend is waited for
    typed: bool | UnsetType = UNSET  # where people roll them
    waits: OrderWaits | UnsetType = UNSET
    units: list[dict[str, Any]] | UnsetType = UNSET  # of a chart of somebody's own


class Ending(msgspec.Struct, frozen=True):
    """What a finished game came to. `position` is how many lines had been played when it was over.

    `unit` decided it; none did where somebody resigned or a limit was reached. `points` are what Red and Blue have left
    of their armies, and what those had cost. The minutes are those of a game that was played here from its first line.
    """

    position: int
    unit: int | None
    points: tuple[tuple[float, float], tuple[float, float]]
    rounds: int
    orders: int
    minutes: int | UnsetType = UNSET


StepNumber = Annotated[int, msgspec.Meta(ge=0, le=100)]


class Taught(msgspec.Struct, frozen=True, omit_defaults=True):
    """What orders came to in a lesson: whether the step is done, or the refusal that it wanted was met.

    What is `other` is allowed, and the lesson goes another way: nothing of it was played.
    """

    done: bool = False
    played: int = 0
    taught: bool = False
    other: bool = False
    refusal: Refusal | None = None


class LessonRow(msgspec.Struct, frozen=True):
    """A lesson in the list of all: a first battle of a book, or of a chapter. The hash changes with its text."""

    id: str
    book: str
    title: str
    chapter: str
    minutes: int
    you: Side
    goal: str
    steps: int
    hash: str


class LessonOrder(msgspec.Struct, frozen=True):
    """An order of a lesson, and how it is said in words."""

    said: str
    order: Order


class LessonShow(msgspec.Struct, frozen=True, omit_defaults=True):
    """An overlay that a step shows: of a unit, towards another, at a place in 1/100 mm, or cells."""

    kind: str
    unit: int | None = None
    target: int | None = None
    place: tuple[int, int] | None = None
    cells: tuple[int, ...] = ()


class LessonStep(msgspec.Struct, frozen=True):
    """A step: what is said, the unit to take in hand, the orders that solve it, or the one to be refused.

    `start` is how many orders were given before it; `sentence` is what the refusal will say.
    """

    say: str
    well: str
    other: str
    unit: int | None
    do: tuple[LessonOrder, ...]
    refused: str
    start: int
    replies: int
    rules: tuple[str, ...]
    show: tuple[LessonShow, ...]
    attempt: LessonOrder | UnsetType = UNSET
    sentence: str = ""


class LessonView(msgspec.Struct, frozen=True):
    """A lesson as it is played: its rules, its position as a text, and its steps."""

    row: LessonRow
    rules: tuple[str, ...]
    position: str
    steps: tuple[LessonStep, ...]


class LessonBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """At which step a match of a lesson begins."""

    step: StepNumber = 0


class OrdersBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Orders, made at a position; the id lets them be sent again without harm.

    Where people roll the dice: the faces of the first order that rolls, in the order of rolling, as far as they are
    there. In place of a face, null is a die that the server rolls; with `roll_here` it rolls all that are missing.
    """

    id: ClientId
    position: Position
    orders: Annotated[list[Order], msgspec.Meta(min_length=1, max_length=MOST_ORDERS)]
    faces: Annotated[list[Face | None], msgspec.Meta(max_length=MOST_FACES)] = []
    roll_here: bool = False
    step: StepNumber = 0  # in a lesson, which one they are meant for


class ActBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player does beside the rules. If it is that they ruled otherwise: the table from here on, and why."""

    id: ClientId
    position: Position
    act: ActName
    table: Annotated[str, msgspec.Meta(max_length=MOST_POSITION)] = ""
    why: Text = ""
    step: StepNumber = 0  # of a lesson, to the beginning of which it goes


class Answer(msgspec.Struct, frozen=True):
    """What became of orders or an act. `played` is how many orders stand; `call` is the roll that they ended in.

    If people have to roll `dice` first, nothing was played, and the roll that is `wanted` next is told.
    """

    status: Status
    head: int
    played: int = 0
    refusal: Refusal | None = None
    call: int | UnsetType = UNSET
    wanted: DiceWanted | UnsetType = UNSET
    lesson: Taught | UnsetType = UNSET


class SurveyAnswer(msgspec.Struct, frozen=True):
    """A survey, and the position it belongs to."""

    position: int
    survey: Survey


class PlacingAnswer(msgspec.Struct, frozen=True):
    """Orders that set up what is left to the side to act, and the position they belong to."""

    position: int
    orders: list[Order]


class RehearsalBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Orders to be tried on a copy of the table."""

    position: Position
    orders: Annotated[list[Order], msgspec.Meta(max_length=MOST_ORDERS)]


class Rehearsal(msgspec.Struct, frozen=True):
    """The table as it would be after the first `played` of the orders, and why the next one is refused, if it is."""

    position: int
    played: int
    picture: Picture
    refusal: Refusal | None = None


class PreviewBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order to be looked at, as it would be after some others, if nobody answers them."""

    order: Order
    before: Annotated[list[Order], msgspec.Meta(max_length=MOST_ORDERS)] = []


class ForkBody(Named, msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Play on from a position, in a match of its own: against a bot, at one screen, or with a friend who is invited."""

    position: Position
    opponent: Literal["bot", "hotseat", "friend"] = "bot"
    bot: Word = "greedy"
    side: Side = Side.RED
    name: Name = "Red"
    keys: Annotated[tuple[Hex, ...], msgspec.Meta(max_length=2)] | None = None  # as of a new match
    typed: bool = False


class Fact(msgspec.Struct, frozen=True):
    """Something that was agreed on for a battle, and by which rule; whether its scenario has it otherwise."""

    title: str
    sentence: str
    rule: str
    changed: bool


class InvitationView(msgspec.Struct, frozen=True):
    """What an invitation is to, and a token to watch with. Looking at it claims nothing.

    `picture` is the table as a spectator sees it, `present` whether whoever invites is at it.
    """

    match: str
    rulebook: str
    title: str
    scenario: str
    terrain: str
    red: Force
    blue: Force
    side: Side
    by: str
    present: bool
    claimed: bool
    watch: str
    sentence: tuple[SentencePart, ...]  # the whole game, as whoever is invited would play it
    picture: Picture
    facts: tuple[Fact, ...]
    result: Result | None
    sealed: bool = False  # whether its dice are, so that whoever takes the seat may keep a key
    forked: int = 0  # how many of its lines were played in another match
    figures: Differing | UnsetType = UNSET  # what the host's own figures have otherwise than the house's
    typed: bool = False  # or people roll them


class ClaimBody(Named, msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who takes a seat, and the anchor of a dice key; without one the host draws it, where dice are sealed.

    Whoever asks again with the same id gets the same seat again, for ever; so it is made by lot, and kept secret.
    """

    name: Name
    key: Hex | None = None
    id: ClaimId | None = None


class Claimed(msgspec.Struct, frozen=True):
    """A seat taken, and its token."""

    match: str
    token: str
    side: Side


class Hello(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first message on a stream: who listens, and from which line on."""

    token: Annotated[str, msgspec.Meta(max_length=100)]
    from_: Position = msgspec.field(name="from", default=0)


class Cited(msgspec.Struct, frozen=True):
    """In how many lines of a match a rule decided something, and the last of them."""

    lines: int
    last: int


class LineMessage(msgspec.Struct, frozen=True, tag="line"):
    """A line of the log as a viewer may know it, and the table after it.

    Whoever plays both sides is told it as a spectator is. While something is hidden after it, the last line then also
    has the table as the side to act sees it.

    `turn` counts turns, and set-up is the first; `round` and `mover` say which it is (nobody's, where the sides act by
    turns). `act` counts the acts of a turn: several lines may be one, and what is none has 0.

    Where dice are sealed it has its hash, and its text in the record without that hash; if this viewer may not read it
    yet, the digest of that text. Texts that are `opened` by it are told with their positions.
    """

    position: int
    kind: Literal["order", "act"]
    side: Side | None
    told: tuple[Told, ...]
    picture: Picture
    undo: str
    result: Result | None
    hidden: bool
    own: Picture | None = None
    turn: int = 0
    round: int = 0
    mover: Side | None = None
    act: int = 0
    hash: str | UnsetType = UNSET
    text: str | UnsetType = UNSET
    digest: str | UnsetType = UNSET
    opened: dict[int, str] | UnsetType = UNSET


class Heartbeat(msgspec.Struct, frozen=True, tag="heartbeat"):
    head: int


class Notice(msgspec.Struct, frozen=True, tag="notice"):
    """What changed at the table beside the log."""

    offers: tuple[Offer, ...]
    names: Names
    connected: tuple[bool, bool]
    bots: Bots
    waiting: Waiting | None
    rematch: str | None
    why: dict[int, tuple[str, ...]] = {}  # by lines, why a bot gave the orders of its last turn: told when that is over
    dice: DiceView | UnsetType = UNSET  # where they are sealed
    inviting: Inviting | UnsetType = UNSET  # while a friend is waited for
    waits: OrderWaits | UnsetType = UNSET


class StreamError(msgspec.Struct, frozen=True, tag="error"):
    """The last message of a stream that cannot go on."""

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
