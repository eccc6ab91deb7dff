"""The power fails: whatever was answered is on the disk."""

import math
import shutil
from pathlib import Path

import pytest

from tests.server.power import power_cuts, traced, untimely

pytestmark = pytest.mark.skipif(shutil.which("strace") is None, reason="the calls of the system are seen by strace")
ORDERS, IMAGES = 40, 60


def test_nothing_is_answered_before_the_disk_has_it_and_any_image_holds_it(tmp_path: Path) -> None:
    found = traced(tmp_path, ORDERS)
    assert sum(step.what == "told" for step in found) == ORDERS
    assert sum(step.what == "sync" for step in found) >= ORDERS
    assert untimely(found) == 0
    assert power_cuts(found, IMAGES, seed=3, folder=tmp_path, until=math.inf) == IMAGES


def test_a_server_that_does_not_wait_for_the_disk_is_noticed(tmp_path: Path) -> None:
    found = traced(tmp_path, 20, careless=True)
    assert untimely(found) > 10
    with pytest.raises(AssertionError, match="what was told is lost"):
        power_cuts(found, IMAGES, seed=3, folder=tmp_path, until=math.inf)
