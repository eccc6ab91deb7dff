"""Files that are broken, and files that are meant to break us: one sentence, status 1, at once."""

from pathlib import Path

import pytest

from hulldown.kernel.files import MOST_BYTES
from tests.cli.conftest import BOOK, SCENARIO, Run, faulty, refused

HEAD = '{"line":"setup","rulebook":"france1944","version":"1","setup":'
RECORDS = {
    "a megabyte of brackets": "[" * MOST_BYTES,
    "a set-up of brackets": HEAD + "[" * MOST_BYTES,
    "a set-up of closed brackets": HEAD + "[" * 500_000 + "]" * 500_000 + ',"seed_hash":"","format":1,"hash":""}\n',
    "a third of a million lines": "{}\n" * 300_000,
    "an empty file": "",
    "empty lines": "\n\n\n",
    "not a number": '{"line":"act","position":NaN,"act":"draw","side":null}\n',
    "an endless number": f'{{"line":"act","position":{"9" * 100_000},"act":"draw","side":null}}\n',
    "infinity": '{"line":"act","position":1e999,"act":"draw","side":null}\n',
    "half a surrogate": '{"line":"setup","rulebook":"\\ud800","version":"1","setup":{},"seed_hash":""}\n',
    "a book with a name of a megabyte": HEAD.replace("france1944", "x" * MOST_BYTES) + '{},"seed_hash":""}\n',
    "an empty set-up": HEAD + '{},"seed_hash":""}\n',
    "no set-up": '{"line":"act","position":0,"act":"draw","side":null}\n',
    "prose": "Once upon a time\n",
}
TABLES = {
    "a megabyte of brackets": "x = " + "[" * (MOST_BYTES - 10),
    "brackets on lines of their own": "x = [\n" + "[\n" * (MOST_BYTES // 2 - 10),
    "closed brackets": "x = " + "[" * (MOST_BYTES // 2 - 10) + "]" * (MOST_BYTES // 2 - 10),
    "a megabyte of inline tables": "x = " + "{a=" * (MOST_BYTES // 3 - 10),
    "a megabyte of dotted keys": "a" + ".a" * (MOST_BYTES // 2 - 10) + " = 1",
    "a megabyte of quoted dotted keys": '"a"' + '."a"' * (MOST_BYTES // 4 - 10) + " = 1",
    "dotted keys inline": "x = { a" + ".a" * (MOST_BYTES // 2 - 20) + " = 1 }",
    "a header of dots": "[a" + ".a" * (MOST_BYTES // 2 - 20) + "]",
    "more than a megabyte": "#" * (MOST_BYTES + 1),
    "a million tanks": 'name = "x"\ntotal = 100\ntanks = { heavy = 1000000 }\n',
    "minus three tanks": 'name = "x"\ntotal = 100\ntanks = { heavy = -3 }\n',
    "not a number of points": 'name = "x"\ntotal = nan\ntanks = { heavy = 1 }\n',
    "endless points": 'name = "x"\ntotal = inf\ntanks = { heavy = 1 }\n',
    "five hundred thousand digits": f'name = "x"\ntotal = {"9" * 500_000}\ntanks = {{ heavy = 1 }}\n',
    "an army of unknown classes": 'name = "x"\ntotal = 100\n[tanks]\n' + "".join(f"k{n} = 1\n" for n in range(1000)),
    "nothing at all": "",
    "a zero byte": "a\0b = 1",
    "prose": "Once upon a time\n",
    "a field too many": 'name = "x"\ntotal = 9\ntanks = { heavy = 1 }\ncolour = "grey"\n',
}
BOARDS = {
    "a hundred thousand columns": "name: x\n\n" + "." * 100_000 + "\n",
    "a hundred thousand rows": "name: x\n\n" + ".\n" * 100_000,
    "rows of two lengths": "name: x\n\n....\n...\n",
    "an unknown sign": "name: x\n\n..?.\n....\n",
    "no squares": "name: x\n\n",
    "nothing at all": "",
    "no north": "name: x\nnorth: inside\n\n....\n",
    "an unknown header": "title: x\n\n....\n",
    "an unknown legend": "name: x\nlegend:\n  ~ swamp\n\n~~~~\n",
}


@pytest.mark.parametrize("text", RECORDS.values(), ids=RECORDS)
@pytest.mark.parametrize("command", ["verify", "check", "replay"])
def test_a_bad_record_is_refused(run: Run, tmp_path: Path, command: str, text: str) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text(text)
    ran = run(command, file)
    if command == "replay":
        ran = ran._replace(out="")
    refused(ran, 1, file)


@pytest.mark.parametrize("text", TABLES.values(), ids=TABLES)
def test_a_bad_table_is_refused(run: Run, tmp_path: Path, text: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text)
    faulty(run("check", file), file)
    refused(run("simulate", BOOK, "--scenario", SCENARIO, "--red", file), 1, file)
    refused(run("simulate", BOOK, "--scenario", file), 1, file)


@pytest.mark.parametrize("text", BOARDS.values(), ids=BOARDS)
def test_a_bad_board_is_refused(run: Run, tmp_path: Path, text: str) -> None:
    file = tmp_path / "bad.txt"
    file.write_text(text)
    refused(run("check", file), 1, file)
    refused(run("simulate", BOOK, "--scenario", SCENARIO, "--map", file), 1, file)


@pytest.mark.parametrize("suffix", [".jsonl", ".toml", ".txt"])
@pytest.mark.parametrize("command", ["verify", "check", "replay"])
def test_what_is_no_text_file_is_refused(run: Run, tmp_path: Path, command: str, suffix: str) -> None:
    latin = tmp_path / f"latin{suffix}"
    latin.write_bytes("name: Évroy".encode("latin-1"))
    refused(run(command, latin), 1, latin, "UTF-8")
    binary = tmp_path / f"binary{suffix}"
    binary.write_bytes(bytes(range(256)) * 40)
    refused(run(command, binary), 1, binary)
    directory = tmp_path / f"directory{suffix}"
    directory.mkdir()
    refused(run(command, directory), 1, directory)
    refused(run(command, tmp_path / f"none{suffix}"), 1, "no such file")


def test_a_file_of_a_terabyte_is_not_read(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "huge.jsonl"
    with file.open("wb") as stream:
        stream.truncate(1 << 40)
    for command in ("verify", "replay"):
        refused(run(command, file), 1, file, "1,099,511,627,776")


def test_a_name_with_control_characters_cannot_reach_the_terminal(run: Run, tmp_path: Path) -> None:
    ran = run("verify", tmp_path / "a\x1b[2J\nb.jsonl")
    refused(ran, 1, "no such file")
    assert "\x1b" not in ran.err


def test_a_file_with_an_undecodable_name_is_refused_in_json_too(run: Run) -> None:
    for words in (("verify", "\udcff.jsonl"), ("check", "\udcff.toml")):
        assert run(*words).status == 1
        assert '"ok": false' in run(*words, "--json").out
