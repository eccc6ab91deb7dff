"""What is asked about a shot in the books of the family that count squares."""

from hulldown.geometry.squares import Zone
from hulldown.kernel.files import Fault
from hulldown.kernel.question import Question

FARTHEST = 300  # squares: farther than any two of the largest board
WALL = "wall"  # a target of a shot beside the units of the chart


class SquareQuestion(Question, frozen=True, kw_only=True):
    range_squares: int
    zone: Zone = Zone.FRONT

    def check_far(self) -> None:
        if self.range_squares > FARTHEST:
            raise Fault("range", f"{self.range_squares} squares; boards end at {FARTHEST}")
