"""The package: a wheel, alone with what it declares, on a machine without node."""

import json
import re
import subprocess
import sys
import tomllib
import venv
import zipfile
from collections.abc import Iterator
from email.message import Message
from email.parser import Parser
from importlib.metadata import distribution
from pathlib import Path
from urllib.request import ProxyHandler, build_opener

import pytest
from packaging.requirements import Requirement
from trove_classifiers import classifiers

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OPENER = build_opener(ProxyHandler({}))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    words = ("-m", "pip", "wheel", ".", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder))
    subprocess.run([sys.executable, *words], cwd=ROOT, check=True, capture_output=True)
    (made,) = folder.glob("hulldown-*.whl")
    return made


@pytest.fixture(scope="module")
def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        return Parser().parsestr(archive.read(name).decode())


def needed(names: list[str]) -> Iterator[str]:
    """What these distributions need, all the way down, themselves among it."""
    seen: set[tuple[str, str]] = set()
    waiting = [Requirement(name) for name in names]
    while waiting:
        wanted = waiting.pop()
        for extra in ("", *wanted.extras):
            if (wanted.name, extra) in seen:
                continue
            seen.add((wanted.name, extra))
            yield wanted.name
            further = map(Requirement, distribution(wanted.name).requires or ())
            waiting += [one for one in further if one.marker is None or one.marker.evaluate({"extra": extra})]


@pytest.fixture(scope="module")
def installed(wheel: Path, metadata: Message, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty environment with the wheel and what it declares; what it declares is lent by ours, without a network."""
    home = tmp_path_factory.mktemp("empty")
    venv.create(home, with_pip=False)
    (packages,) = home.glob("lib/python*/site-packages")
    declared = [one for one in metadata.get_all("Requires-Dist") or () if "extra ==" not in one]
    for name in {*needed(declared)}:
        found = distribution(name)
        for top in {file.parts[0] for file in found.files or () if not file.parts[0].startswith("..")}:
            link = packages / top
            if top != "__pycache__" and not link.exists():
                link.symlink_to(Path(str(found.locate_file(top))).resolve())
    words = ("-m", "pip", "--python", str(home / "bin" / "python"), "install", "--quiet", "--no-deps", "--no-index")
    subprocess.run([sys.executable, *words, str(wheel)], check=True, capture_output=True)
    return home


def environment(home: Path) -> dict[str, str]:
    """One in which there is neither node nor the project."""
    return {"PATH": str(home / "bin"), "HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "COLUMNS": "200"}


def hulldown(home: Path, *words: str) -> str:
    command = [str(home / "bin" / "hulldown"), *words]
    done = subprocess.run(command, capture_output=True, text=True, cwd=home, env=environment(home), check=False)
    assert (done.returncode, done.stderr) == (0, ""), done
    return done.stdout


def test_the_wheel_says_that_it_is_typed_and_carries_the_client(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert "hulldown/py.typed" in names
    assert "hulldown/server/static/index.html" in names
    assert not [name for name in names if name.startswith(("tests/", "web/", "docs/"))]


def test_installed_alone_it_serves_its_pages(installed: Path) -> None:
    words = [str(installed / "bin" / "hulldown"), "play", "--no-browser", "--port", "0"]
    served = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=installed, env=environment(installed))
    try:
        assert served.stdout is not None
        address = next(word for word in served.stdout.readline().split() if word.startswith("http://"))
        with OPENER.open(address) as page:
            text = page.read().decode()
        script = re.search(r'src="\.?/?(assets/[^"]+\.js)"', text)
        assert script is not None
        with OPENER.open(address + script[1]) as code:
            assert len(code.read()) > 1000
    finally:
        served.terminate()
        served.communicate()


def test_installed_alone_it_simulates(installed: Path) -> None:
    words = ("simulate", "france1944", "--scenario", "first-steps", "--bots", "greedy,random", "--games", "2")
    assert " · 2 games · " in hulldown(installed, *words)


def test_installed_alone_it_cites_only_code_that_is_there(installed: Path) -> None:
    for rule in json.loads(hulldown(installed, "rules", "france1944", "--json")):
        assert rule["tests"] == []
        for place in rule["code"]:
            path, _, line = place.rpartition(":")
            assert int(line) <= len(Path(path).read_text(encoding="utf-8").splitlines())
            assert Path(path).is_relative_to(installed)
    told = hulldown(installed, "rules", "france1944", "FR-37")
    assert "in the project's sources, which the package leaves out" in told
    assert "tests/" not in told


def test_its_classifiers_are_known_and_name_the_pythons_that_it_takes() -> None:
    assert [one for one in PROJECT["classifiers"] if one not in classifiers] == []
    assert (
        f"Programming Language :: Python :: {PROJECT['requires-python'].removeprefix('>=')}" in PROJECT["classifiers"]
    )


def test_every_extra_is_declared(metadata: Message) -> None:
    assert {"postgres", "cluster", "envs", "learn"} <= {*(metadata.get_all("Provides-Extra") or ())}
