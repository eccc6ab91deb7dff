"""Settings of a server: a flag before the environment, the environment before the file."""

from pathlib import Path

import pytest

from hulldown.kernel.files import Fault
from hulldown.server.settings import Settings, settings_of


def test_a_flag_goes_before_the_environment_and_that_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / "hulldown.toml"
    file.write_text('host = "0.0.0.0"\nport = 1\nworkers = 3\nproxies = ["10.0.0.1"]\n')
    environment = {"HULLDOWN_SETTINGS": str(file), "HULLDOWN_PORT": "2", "HULLDOWN_PATIENCE": "5", "HOME": "x"}
    found = settings_of("", {"patience": 9, "port": None}, environment)
    assert found == Settings("0.0.0.0", 2, workers=3, patience=9, proxies=("10.0.0.1",))
    assert settings_of("", {}, {}) == Settings()
    assert settings_of("", {}, {"HULLDOWN_PROXIES": "10.0.0.1, fd00::/8"}).proxies == ("10.0.0.1", "fd00::/8")


@pytest.mark.parametrize(
    ("text", "environment", "told"),
    [
        ("prot = 1\n", {}, "hulldown.toml: there is no setting 'prot'; there is host, port"),
        ('hosts = ["x"]\n', {}, "there is no setting 'hosts'"),
        ('port = "x"\n', {}, "hulldown.toml:1: "),
        ("workers = 0\n", {}, "hulldown.toml:1: "),
        ("", {"HULLDOWN_PORT": "many"}, "HULLDOWN_PORT: it is 'many'; a whole number is needed"),
    ],
)
def test_what_is_wrong_is_one_sentence_that_says_where(
    tmp_path: Path, text: str, environment: dict[str, str], told: str
) -> None:
    file = tmp_path / "hulldown.toml"
    file.write_text(text)
    with pytest.raises(Fault) as fault:
        settings_of(str(file), {}, environment)
    assert told in str(fault.value)
