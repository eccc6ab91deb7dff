"""On a simulated clock, network and disk: what was told stays true, whatever goes wrong and whenever."""

import logging
from collections.abc import Iterator
from typing import Any

import pytest

from hulldown.server.store import Store
from tests.marks import soak_times
from tests.server.simulation import simulated
from tests.server.world import Broken

SEEDS = 10


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Matches that are built anew say why, and here they are so all the time."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def test_what_was_told_stays_true_whatever_goes_wrong() -> None:
    assert sum(simulated(seed) for seed in range(soak_times(SEEDS, 50))) > 10 * SEEDS


def test_a_seed_is_the_same_world_every_time() -> None:
    assert simulated(1_000) == simulated(1_000)


def test_a_store_that_forgets_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def forgets(self: Store, match: str, seat: str, client_id: str) -> Any:
        return None

    monkeypatch.setattr(Store, "answer", forgets)
    with pytest.raises(Broken):
        sum(simulated(seed) for seed in range(40))
