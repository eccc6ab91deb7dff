"""The server falls while the log of writes goes into the database: nothing that was told is lost."""

import math
import shutil
from pathlib import Path

import pytest

from tests.marks import soak_times
from tests.server.checkpoint import falls
from tests.server.conftest import Nursery


@pytest.mark.skipif(shutil.which("strace") is None, reason="the calls of the system are seen by strace")
def test_nothing_is_lost_when_the_server_falls_in_a_checkpoint(nursery: Nursery, tmp_path: Path) -> None:
    many = soak_times(1, 20)
    done, orders = falls(nursery, tmp_path, many, seed=5, until=math.inf)
    assert done == many
    assert orders
