"""A real server and a real Chromium. Whatever a page complains of on its console fails the test."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, StorageState, expect, sync_playwright

ROOT = Path(__file__).parents[2]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 60_000  # milliseconds: a busy machine is slow, not wrong
expect.set_options(timeout=PATIENCE)
AT_ONCE = (
    """localStorage.setItem("hulldown.settings", JSON.stringify({speed: "instant", ends: "once", hints: false}))"""
)
NewPage = Callable[..., Page]


def chromium() -> str:
    """The browser: $CHROMIUM, or the system's. `make test` installs it where it may; without one the tests fail."""
    for name in (os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome"):
        if name and (found := shutil.which(name)):
            return found
    raise AssertionError("there is no Chromium; install it, or name it with CHROMIUM=…")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """For one module, because its event loop runs on in this thread, and other tests have loops of their own."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium(), args=FLAGS, timeout=PATIENCE)
        yield launched
        launched.close()


class Server:
    """`hulldown play`, or what else is asked for, on loopback, stopped by its process id."""

    def __init__(self, folder: Path, *command_line: str, port: int = 0, module: str = "hulldown.cli") -> None:
        command = [sys.executable, "-m", module, *(command_line or ("play", "--no-browser"))]
        command += ["--port", str(port)]
        command += ["--database", str(folder / "matches.sqlite")]
        self.folder = folder
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert self.process.stdout is not None
        found = re.search(r"(http://\S+?:(\d+))/?\s", self.process.stdout.readline())
        assert found, "the server did not say where it is"
        self.address, self.port = found[1], int(found[2])

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        self.process.communicate(timeout=60)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    assert (ROOT / "web" / "dist" / "index.html").is_file(), "the client is not built; `make test` builds it"
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    running.stop()


@pytest.fixture
def new_page(browser: Browser, server: Server) -> Iterator[NewPage]:
    """`new_page(path)`: a page of a person of their own, without animations and hints unless it is not `plain`."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(
        path: str = "/",
        width: int = 1440,
        height: int = 900,
        scheme: Literal["light", "dark"] = "light",
        plain: bool = True,
        touch: bool = False,
        stored: StorageState | None = None,
    ) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, has_touch=touch, storage_state=stored
        )
        contexts.append(context)
        if plain:
            context.add_init_script(AT_ONCE)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on(
            "console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None
        )
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(path if path.startswith("http") else server.address + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    unexpected = [text for text in complaints if "ERR_INTERNET_DISCONNECTED" not in text and "WebSocket" not in text]
    assert not unexpected, f"the pages complained: {unexpected}"
