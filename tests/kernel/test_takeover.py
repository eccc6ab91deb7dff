"""Who plays on for whom: as records have it, those of before included, and as it is told."""

import pytest

from hulldown.kernel.game import Act
from hulldown.kernel.side import BLUE
from hulldown.kernel.takeover import Takeover


@pytest.mark.parametrize(
    ("takeover", "act", "told"),
    [
        (
            Takeover("planner:ace", "greedy", "late"),
            "takeover/planner:ace/greedy/late",
            "Greedy took over for Planner, which did not answer in time.",
        ),
        (
            Takeover("greedy", "random", "failed", turn=True),
            "takeover/greedy/random/failed/turn",
            "Random plays this turn for Greedy, which failed.",
        ),
        (
            Takeover("random", "planner:veteran/10", "back"),
            "takeover/random/planner:veteran/10/back",
            "Planner plays again.",
        ),
        (
            Takeover("planner:veteran/10", "greedy", "illegal"),
            "takeover/planner:veteran/10/greedy/illegal",
            "Greedy took over for Planner, which gave an order that the rules do not allow.",
        ),
        (
            Takeover("player", "greedy", "gone"),
            "takeover/player/greedy/gone",
            "Greedy took over for Blue, which was away for long.",
        ),
    ],
)
def test_a_takeover_is_written_read_and_told(takeover: Takeover, act: str, told: str) -> None:
    assert takeover.act == act
    assert Act(act, BLUE).takeover == takeover
    assert Act(act, BLUE).sentence == told


def test_what_is_no_takeover_or_half_of_one_is_read_all_the_same() -> None:
    assert Act("resign", BLUE).takeover is None
    assert Act("takeover/", BLUE).takeover == Takeover("", "", "")
    assert Act("takeover/greedy", BLUE).takeover == Takeover("greedy", "", "")
    assert Act("takeover/player/greedy/gone/", BLUE).takeover == Takeover("player", "greedy", "gone")
