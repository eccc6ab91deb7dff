"""The page that checks a record from a disk, without any server."""

import json
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.conftest import ROOT

SEALED = Path(__file__).parents[1] / "kernel" / "golden" / "sealed"
LAST = "5a07a4551b694a4ea362c5c79b4c0b8aa9243e8b7253dd958e0d0a17df38dc8b"


def test_a_record_is_checked_from_a_file(browser: Browser, tmp_path: Path) -> None:
    page = browser.new_page()
    page.goto((ROOT / "web" / "dist" / "checker.html").as_uri())
    page.get_by_label("A record").set_input_files(SEALED / "kept.jsonl")
    answer = page.locator("#answer")
    expect(answer).to_contain_text("3 rolls were checked")
    expect(answer).to_contain_text(f"last hash: {LAST}")
    page.get_by_label("Receipts, if you have any").fill(f"9:{LAST}")
    page.get_by_label("Receipts, if you have any").blur()
    expect(answer).to_have_text("Wrong at line 9: changed or cut")
    page.get_by_label("Receipts, if you have any").fill("")
    cheat = json.loads((SEALED / "cheats.jsonl").read_text(encoding="utf-8").splitlines()[0])
    (tmp_path / "cheat.jsonl").write_text("\n".join(cheat["rows"]) + "\n", encoding="utf-8")
    page.get_by_label("A record").set_input_files(tmp_path / "cheat.jsonl")
    expect(answer).to_have_text("Wrong at line 6: TOY-7 shows [5,2]; the keys give [4,2]")
    page.close()
