"""Works and files: every shipped file is a work, and comes back from its link as the same text."""

from pathlib import Path

import pytest

from hulldown.kernel.files import Fault
from hulldown.kernel.work import Kind, Work, is_drawn, pack, unpack
from hulldown.rulebooks import BOOKS, load
from hulldown.rulebooks.works import check_file, file_name, gather, judge, lay

KINDS: tuple[Kind, ...] = ("scenario", "board", "chart", "position")
SHIPPED = [(book, kind, name) for book in BOOKS for kind in KINDS for name in load(book).library.works(kind)]


@pytest.mark.parametrize(("book", "kind", "name"), SHIPPED)
def test_every_shipped_work_comes_back_from_its_link(book: str, kind: Kind, name: str, tmp_path: Path) -> None:
    text = load(book).library.works(kind)[name]
    path = tmp_path / (name + (".txt" if is_drawn(text) else ".toml"))
    path.write_text(text)
    works = gather(path, book)
    assert [(work.kind, work.book, work.text) for work in works] == [(kind, book, text)]
    assert unpack(pack(works)) == works
    assert judge(works).startswith("a")


def scenario_with_its_board(folder: Path) -> Path:
    library = load("france1944").library
    (folder / "town.txt").write_text(library.works("board")["centre"])
    (folder / "own.toml").write_text(library.works("scenario")["crossroads"].replace('"centre"', '"town.txt"'))
    return folder / "own.toml"


def test_a_file_is_gathered_with_what_it_names_and_laid_out_again(tmp_path: Path) -> None:
    works = gather(scenario_with_its_board(tmp_path))
    assert [work.kind for work in works] == ["scenario", "board"]
    assert works[0].uses == {"town.txt": works[1].id}
    there = tmp_path / "there"
    there.mkdir()
    path = lay(works, there)
    assert path == there / "crossroads.toml"
    assert sorted(one.name for one in there.iterdir()) == ["crossroads.toml", "town.txt"]
    assert gather(path) == works
    assert lay(works, there) == path  # the same again harms nobody
    (there / "town.txt").write_text("mine")
    with pytest.raises(Fault, match="there is another file of this name"):
        lay(works, there)
    assert (there / "town.txt").read_text() == "mine"


def test_what_lies_in_another_folder_is_no_part_of_a_work(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    path = scenario_with_its_board(tmp_path)
    moved = inner / "own.toml"
    moved.write_text(path.read_text().replace("town.txt", "../town.txt"))
    with pytest.raises(Fault, match="without folders"):
        gather(moved)


def test_a_judge_names_no_folder_of_the_machine(tmp_path: Path) -> None:
    work = Work("scenario", "france1944", load("france1944").library.works("scenario")["crossroads"] + "wings = 2\n")
    with pytest.raises(Fault) as caught:
        judge([work])
    assert str(caught.value).startswith("crossroads.toml:")
    assert "wings" in str(caught.value)


def test_a_work_is_of_the_kind_that_it_says() -> None:
    text = load("france1944").library.works("board")["centre"]
    with pytest.raises(Fault, match="that of a board"):
        judge([Work("scenario", "france1944", text)])


def test_two_files_of_one_title_have_names_of_their_own(tmp_path: Path) -> None:
    board = Work("board", "france1944", "name: own\n\n..\n")
    scenario = Work("scenario", "france1944", 'name = "own"\nmap = "own.toml"\n', {"own.toml": board.id})
    assert file_name(scenario) == "own.toml"
    assert lay([scenario, board], tmp_path).name == "scenario-own.toml"
    assert (tmp_path / "own.toml").read_text() == board.text


def test_what_is_wrong_with_a_drawn_board_is_told_by_a_book_that_draws_boards(tmp_path: Path) -> None:
    (tmp_path / "town.txt").write_text("name: Town\n\n....\n...Q\n..\n")
    with pytest.raises(Fault) as wrong:
        check_file(tmp_path / "town.txt")
    assert [fault.message for fault in wrong.value.all] == [
        "row 2, column 4 is 'Q'; the signs are . : , # C T F =",
        "row 3 has 2 squares; row 1 has 4",
    ]
