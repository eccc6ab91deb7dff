"""Who plays the games does not matter: this process, several, or a cluster that loses one of its machines."""

import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from distributed import Client

from hulldown.cli import main
from hulldown.kernel.files import Fault
from hulldown.kernel.wire import encode
from hulldown.lab import simulate as lab
from hulldown.lab import workers
from hulldown.lab.simulate import Match, outcomes
from hulldown.lab.workers import Batch, Bundles, Cluster, Here, Processes, Task, workers_of
from hulldown.rulebooks import load

BOOK = "france1944"
SETUP = encode(load(BOOK).library.build("first-steps"))
MATCH = Match(BOOK, SETUP, ("greedy", "random"), "workers")
GAMES = 121
PYTHON = (sys.executable, "-W", "ignore", "-m")


class Machines:
    """A dask scheduler with two workers, each a process of its own on this machine."""

    def __init__(self, home: Path) -> None:
        self.file = home / "scheduler.json"
        self.log = (home / "log").open("w")
        local = ("--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", str(self.file))
        self.scheduler = self._start("distributed.cli.dask_scheduler", *local, "--port", "0")
        worker = ("distributed.cli.dask_worker", *local, "--nthreads", "1", "--no-nanny")
        self.workers = [self._start(*worker, "--name", name, "--local-directory", str(home)) for name in ("a", "b")]

    def connect(self) -> None:
        self.client = Client(scheduler_file=str(self.file), timeout=120, set_as_default=False)
        self.client.wait_for_workers(2, timeout=120)
        self.address = str(self.client.scheduler_info()["address"])

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen([*PYTHON, *words], stdout=self.log, stderr=self.log)

    def holds_work(self, name: str) -> bool:
        """Whether a worker was given something that it has not finished."""

        def ask(dask_scheduler: Any) -> bool:
            return any(worker.name == name and worker.processing for worker in dask_scheduler.workers.values())

        return bool(self.client.run_on_scheduler(ask))

    def stop(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()
        self.log.close()


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    made = Machines(tmp_path)
    try:
        made.connect()
        yield made
        made.client.close()
    finally:
        made.stop()


class Losing(Cluster):
    """A cluster whose first worker is killed after some answers, when bundles are sent, with work in its hands."""

    def __init__(self, machines: Machines) -> None:
        super().__init__(machines.address)
        self.machines = machines

    def run(self, task: Task, batches: Iterable[Batch]) -> Iterator[Batch]:
        lost = self.machines.workers[0]
        for answered, answer in enumerate(super().run(task, batches), 1):
            if answered >= 12 and lost.poll() is None and self.machines.holds_work("a"):
                lost.kill()
                lost.wait()
            yield answer


def test_a_cluster_that_loses_a_worker_in_mid_run_loses_no_game_and_counts_none_twice(
    machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []
    monkeypatch.setattr(Bundles, "learn", _heard(Bundles.learn, sizes))
    found = [*outcomes(MATCH.fixture, GAMES, Losing(machines))]
    assert machines.workers[0].poll() is not None, "it was killed in mid-run"
    assert max(sizes) > 1, "short batches went together"
    assert found == [*outcomes(MATCH.fixture, GAMES)]
    assert len({outcome.seed for outcome in found}) == GAMES


def _heard(learn: Callable[[Bundles, int, float], None], sizes: list[int]) -> Callable[[Bundles, int, float], None]:
    def hear(bundles: Bundles, many: int, seconds: float) -> None:
        sizes.append(many)
        learn(bundles, many, seconds)

    return hear


def _bundled(batches: int, seconds: float, threads: int = 2) -> list[int]:
    """The sizes of the bundles, if each batch takes so long and each bundle is answered before the next is made."""
    bundles = Bundles((number, b"") for number in range(batches))
    sizes, numbers = [], []
    while bundle := bundles.next(threads):
        numbers += [number for number, _ in bundle]
        sizes.append(len(bundle))
        bundles.learn(len(bundle), seconds * len(bundle))
    assert numbers == [*range(batches)], "each once, in turn"
    return sizes


def test_short_batches_go_together_and_ever_fewer_towards_the_end() -> None:
    sizes = _bundled(200, 0.05)
    assert sizes[:6] == [1, 2, 4, 8, 10, 10]
    assert sizes[-6:] == [3, 2, 2, 1, 1, 1]
    assert max(sizes) == 10, "half a second"


def test_long_batches_go_alone_and_a_bundle_that_was_slow_is_followed_by_smaller_ones() -> None:
    assert {*_bundled(20, 0.4)} == {1}
    bundles = Bundles((number, b"") for number in range(1000))
    bundles.learn(8, 0.2)
    assert len(bundles.next(2)) == 16, "at most twice as many"
    bundles.learn(16, 4.0)
    assert len(bundles.next(2)) == 2


def test_no_more_is_made_ready_than_workers_soon_need() -> None:
    made = count()
    bundles = Bundles((number, b"") for number in made)
    bundles.learn(5, 0.5)
    bundles.next(3)
    assert next(made) == 5 * 2 * 3


def test_the_command_line_takes_the_address_of_a_cluster(
    machines: Machines, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["simulate", BOOK, "--scenario", "first-steps", "--games", "6", "--out"]
    assert main([*words, str(tmp_path / "cluster.json"), "--cluster", machines.address]) == 0
    assert main([*words, str(tmp_path / "alone.json")]) == 0
    assert (tmp_path / "cluster.json").read_bytes() == (tmp_path / "alone.json").read_bytes()


def test_processes_give_what_one_gives_and_may_be_left_before_the_end() -> None:
    alone = [*outcomes(MATCH.fixture, 7)]
    assert [*outcomes(MATCH.fixture, 7, Processes(2))] == alone
    some = outcomes(MATCH.fixture, 1_000_000, Processes(2))
    assert [next(some) for _ in alone] == alone
    some.close()


def test_a_worker_with_other_code_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = lab.play_batch
    monkeypatch.setattr(lab, "play_batch", lambda data: answer(data).replace(lab.code().encode(), b"0.0.9+old"))
    with pytest.raises(Fault, match=r"one has Hulldown 0\.0\.9\+old, and here is .*install the same"):
        next(outcomes(MATCH.fixture, 2))


def test_code_that_is_not_the_workers_plays_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bytes] = []

    class Listening(Here):
        def run(self, task: Any, batches: Any) -> Iterator[tuple[int, bytes]]:
            asked.extend(data for _, data in batches)
            return iter(())

    assert [*outcomes(MATCH.fixture, 2, Listening())] == []
    monkeypatch.setattr(lab, "code", lambda: "another")
    assert lab.play_batch(asked[0]) == b'{"code":"another","outcomes":[]}'


def test_where_no_scheduler_is_one_is_told_what_to_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "PATIENCE_SECONDS", 0.5)
    with pytest.raises(Fault, match=r"no scheduler answers at tcp://127\.0\.0\.1:9; start one with `dask scheduler`"):
        next(outcomes(MATCH.fixture, 2, Cluster("tcp://127.0.0.1:9")))


def test_a_scheduler_without_workers_says_so(machines: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "WORKERS_SECONDS", 0.5)
    for worker in machines.workers:
        worker.kill()
        worker.wait()
    while machines.client.nthreads():
        sleep(0.05)
    with pytest.raises(Fault, match="has no workers; start some with `dask worker"):
        next(outcomes(MATCH.fixture, 2, Cluster(machines.address)))


def test_workers_are_chosen_by_what_is_given() -> None:
    assert isinstance(workers_of(), Here)
    assert isinstance(workers_of(2), Processes)
    assert isinstance(workers_of(1, "tcp://x:1"), Cluster)
