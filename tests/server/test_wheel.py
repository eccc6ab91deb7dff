"""The client in the wheel: where the server looks for it, and what is said when it is not built."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from hulldown.server.client import PACKAGED

ROOT = Path(__file__).parents[2]


@pytest.fixture
def hook(tmp_path: Path) -> Any:
    """The build's hook on an empty project."""
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.ClientHook(str(tmp_path), {}, None, None, "", "wheel")


def test_the_wheel_has_the_client_where_the_server_looks_for_it(hook: Any, tmp_path: Path) -> None:
    built = tmp_path / "web" / "dist"
    (built / "assets").mkdir(parents=True)
    for name in ("index.html", "assets/index.js", "assets/index.js.br", "assets/index.js.gz", "ready"):
        (built / name).touch()
    data: dict[str, Any] = {"force_include": {}}
    hook.initialize("standard", data)
    folder = PACKAGED.relative_to(PACKAGED.parents[2])
    assert data["force_include"] == {
        str(built / name): f"{folder.as_posix()}/{name}"
        for name in ("assets/index.js", "assets/index.js.br", "assets/index.js.gz", "index.html")
    }


def test_a_wheel_needs_the_built_client_and_an_editable_install_does_not(hook: Any) -> None:
    data: dict[str, Any] = {"force_include": {}}
    with pytest.raises(SystemExit, match="`make client`"):
        hook.initialize("standard", data)
    hook.initialize("editable", data)
    assert data == {"force_include": {}}
