"""What the books of the family do alike: orders to their chapters, events to the state, to a side what it may know."""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from hulldown.geometry.squares import squares_of
from hulldown.kernel.dice import Dice
from hulldown.kernel.forecast import BestShot, Forecast, Reason, Sentence, sentence, shot_from_there, strong
from hulldown.kernel.foresight import foreseen
from hulldown.kernel.game import ahead
from hulldown.kernel.picture import Picture, Terrain
from hulldown.kernel.rule import Catalogue, Refusal, Rule
from hulldown.kernel.rulebook import SEES, Outline, Preview, Result, Survey
from hulldown.kernel.side import Side
from hulldown.kernel.turn import Due, Turn, Unit, Window
from hulldown.rulebooks.chapters import Chapter, Course, out_of_phase, settled
from hulldown.rulebooks.panzerstrike.pieces import Condition, Pieces
from hulldown.rulebooks.panzerstrike.states import Table, WalledTable
from hulldown.rulebooks.panzerstrike.table.showing import pose_of, terrain_of, to_deploy

S = TypeVar("S", bound=Table)
O = TypeVar("O", bound=msgspec.Struct)  # noqa: E741  an order; the design's letter
E = TypeVar("E", bound=msgspec.Struct)
Change = Callable[[Any, Any], None]
OVER, DEPLOYMENT, MOVEMENT = "over", "deployment", "movement"


def nothing(state: Table, event: Any) -> None:
    """Told, but nothing on the table changes by it."""


class PanzerStrike(Generic[S, O, E]):
    """A book of the family. It keeps nothing between calls: everything is in the state."""

    rules: ClassVar[Catalogue]
    deployed: ClassVar[Any]  # the event that may be unseen,
    hidden: ClassVar[Any]  # and what is heard instead
    showing: ClassVar[Any]  # the module that shows the book's table
    end_of_movement: ClassVar[Any]  # the order; whatever keeps it from being given keeps units from driving
    moves: ClassVar[type]  # the order that drives a unit
    sight_rule: ClassVar[str]  # what decides on which squares a gun bears

    def __init__(
        self, chapters: Mapping[type, Chapter], phases: Mapping[Any, Course], changes: Mapping[type, Change]
    ) -> None:
        self._chapters, self._phases, self._changes = chapters, phases, changes

    @property
    def id(self) -> str:
        return self.rules.book.id

    @property
    def title(self) -> str:
        return self.rules.book.title

    def to_act(self, state: S) -> Side | None:
        return None if state.phase == OVER else state.side

    def result(self, state: S) -> Result | None:
        return state.result

    def refuse(self, state: S, order: O) -> Refusal | None:
        return out_of_phase(self._chapters, state, order, self.amiss) or self._chapters[type(order)][2](state, order)

    def amiss(self, state: S, order: O) -> Refusal:
        """Why an order is not for now: the game is over, or what the book says of its phase."""
        if state.result is not None:
            return self.rules[state.result.rule].refuse("the game is over")
        return self.untimely(state, order)

    def untimely(self, state: S, order: O) -> Refusal:
        """What has to be done first, or is done already, so that an order comes at the wrong time."""
        raise NotImplementedError

    def orders(self, state: S, unit: int | None = None) -> Iterator[O]:
        """Every legal order, or those of one unit, listed unit by unit as they are asked for."""
        return self._phases[state.phase].listed(state, unit)

    def sample(self, state: S, dice: Dice) -> O:
        """One legal order, without listing them: its kind, then its unit, then the rest, each stage evenly."""
        order: O = self._phases[state.phase].sampled(state, dice)
        return order

    def survey(self, state: S, unit: int) -> Survey:
        """Where a unit can be put or can go, what it can hit, what else it can do in this phase, or why not."""
        if not 0 <= unit < len(state.units.units):
            return Survey(unit)
        found = self._phases[state.phase].surveyed(state, unit)
        if state.units.units[unit].side is not self.to_act(state):
            return msgspec.structs.replace(found, outlines=self._watched(state, unit))
        if found.bands:
            return found
        unable, done = self.showing.unable(state, unit, found), self.showing.done(state, unit)
        stays = unable if state.phase == MOVEMENT else self.amiss(state, self.end_of_movement)
        return settled(msgspec.structs.replace(found, refusal=unable), done, stays)

    def _watched(self, state: S, unit: int) -> tuple[Outline, ...]:
        """What a unit of the other side sees and bears on. While armies are set up, where it stands may be a secret."""
        piece = state.units.units[unit]
        if state.phase == DEPLOYMENT or piece.square < 0 or piece.condition is Condition.DESTROYED:
            return ()
        cells = squares_of(self.bears_on(state, unit))
        return (Outline("sees and bears on", self.sight_rule, tuple(cells), SEES),)

    def bears_on(self, state: S, unit: int) -> int:
        """The squares that a unit sees and on which its gun bears, as it stands."""
        raise NotImplementedError

    def picture(self, state: S) -> Picture:
        bare = self.showing.picture_of(state, self._phases[state.phase].scene)
        return foreseen(self, state, bare, lambda after: self._phases[after.phase].scene.does)

    def foresee(self, state: S, order: O) -> Preview:
        """An order that is no shot: why not, or of a move what it takes, and the best shot from there."""
        refusal = self.refuse(state, order)
        unit = self.unit_of(order)
        if refusal is not None or unit is None or not isinstance(order, self.moves):
            return Preview(refusal)
        said, then = [self.taken(state, order)], ahead(self, state, (order,))
        best = None if then is None else self.best_shot(then, unit)
        if then is not None and (rule := self.silenced(then, unit)) is not None:
            said.append(sentence(f"After that it {strong('may not fire')} in this round."))
            reason = Reason(rule.title[0].lower() + rule.title[1:], "", rule.id)
            return Preview(forecast=Forecast(said=tuple(said), reasons=(reason,)))
        if best is None:
            return Preview(forecast=Forecast(said=tuple(said)))
        return Preview(forecast=Forecast(said=(*said, shot_from_there(*best)), then=best[1]))

    def taken(self, state: S, order: Any) -> Sentence:
        """What a move takes of the steps that there are."""
        raise NotImplementedError

    def best_shot(self, state: S, unit: int) -> tuple[str, BestShot | None] | None:
        """Whom a unit that has moved can destroy most often, and how often; nothing, if it may not fire."""
        raise NotImplementedError

    def silenced(self, state: S, unit: int) -> Rule | None:
        """The rule by which a unit that could fire where it stands may not, for how it came there."""
        return None

    def decide(self, state: S, order: O, dice: Dice) -> Iterator[E]:
        return self._chapters[type(order)][3](state, order, dice)

    def evolve(self, state: S, event: E) -> None:
        self._changes[type(event)](state, event)

    def view(self, state: S, side: Side | None) -> S:
        """FR-H10, DYN-H8, CORE-H6: all is open, but for units that the other side deploys unseen until both stand."""
        if not (state.ground.setup.hidden and state.phase == DEPLOYMENT):
            return state
        pieces = state.units.units
        unseen = [unit for unit, piece in enumerate(pieces) if piece.side != side and piece.square >= 0]
        if not unseen:
            return state
        veiled = state.copy()
        for unit in unseen:
            piece = pieces[unit]
            veiled.units.put(unit, type(piece)(piece.side, piece.kind, piece.number))
        return veiled

    def hear(self, state: S, event: E, side: Side | None) -> E | None:
        """FR-H10, DYN-H8, CORE-H6: what a side learns of an event that is about to happen."""
        if isinstance(event, self.deployed) and state.ground.setup.hidden:
            owner = state.units.units[event.unit].side
            if owner != side:
                unseen: E = self.hidden(owner)
                return unseen
        return event

    def terrain(self, state: S) -> Terrain:
        return terrain_of(state.ground.setup.board)

    def losses(self, state: S) -> tuple[int, int]:
        """FR-44, DYN-112, CORE-93: the wrecks of each side."""
        lost = [0, 0]
        for piece in state.units.units:
            lost[piece.side] += not piece.active
        return lost[0], lost[1]

    def prices(self, state: S) -> dict[int, float]:
        """FR-04, DYN-Q10, CORE-13: what units cost, by the chart."""
        return {unit: self.price(state.ground.chart[piece.kind]) for unit, piece in enumerate(state.units.units)}

    def price(self, kind: Any) -> float:
        return float(kind.points)

    # What everybody may ask

    def turn(self, state: S) -> Turn:
        deployed = 0 if state.round else sum(piece.square >= 0 for piece in state.units.units)
        return Turn(state.side, state.round, deployed, str(state.phase))

    def units(self, state: S) -> dict[int, Unit]:
        return {unit: self._unit(state, unit, piece) for unit, piece in enumerate(state.units.units)}

    def _unit(self, state: S, unit: int, piece: Any) -> Unit:
        pose = pose_of(state.ground.grid, piece.square * 8 + piece.facing) if piece.square >= 0 else None
        return Unit(piece.side, state.name(unit), pose, not piece.active)

    def to_place(self, state: S) -> tuple[Due, ...]:
        return to_deploy(state) if state.phase == DEPLOYMENT else ()

    def window(self, state: S) -> Window | None:
        """No turn of these books is interrupted."""
        return None

    def mark(self, state: S) -> Hashable:
        return (*state.units.units, state.phase, state.side, state.round)

    def unit_of(self, order: O) -> int | None:
        return getattr(order, "unit", None)

    def target_of(self, order: O) -> int | None:
        return getattr(order, "target", None)


def put(state: Table, unit: int, **changes: Any) -> None:
    """A unit is now so."""
    state.units.put(unit, msgspec.structs.replace(state.units.units[unit], **changes))


def faults_of_places(state: Table, *, square: Rule, ground: Rule, facing: Rule) -> Iterator[str]:
    """The units stand where the masks say, one to a square, on open ground, facing one of eight ways."""
    pieces = state.units
    units = pieces.units
    if Pieces(list(units)).masks() != pieces.masks():
        yield "the masks do not follow from the units"
    if pieces.occupied.bit_count() != sum(piece.square >= 0 for piece in units):
        yield f"two units stand on one square ({square.id})"
    if pieces.occupied & ~state.ground.open:
        yield f"a unit stands where the ground is not open ({ground.id})"
    if any(not 0 <= piece.facing < 8 for piece in units):
        yield f"a facing is none of the eight ({facing.id})"


def faults_of_armies(state: Table, strength: Callable[[Side], Mapping[str, int]], rule: Rule) -> Iterator[str]:
    """Nothing comes and nothing goes: each side has the units that it started with."""
    for side in Side:
        have = Counter(piece.kind for piece in state.units.units if piece.side == side)
        if have != Counter(strength(side)):
            yield f"{side.label} has not the units of its army ({rule.id})"


def faults_of_walls(state: WalledTable, in_play: Collection[str], *, wall: Rule, dust: Rule) -> Iterator[str]:
    """Walls stand, lie in dust or are gone; none comes anew, and none falls before somebody may act."""
    ground = state.ground
    standing, fallen = set(ground.walls), set(ground.dust)
    if standing & fallen or not standing | fallen <= set(ground.setup.walls):
        yield f"a wall stands and lies in dust, or is new ({wall.id})"
    if fallen and state.phase not in in_play:
        yield f"there is dust before anybody moved or fired ({dust.id})"
