"""`hulldown bot`."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from hulldown.cli.misuse import Misuse
from hulldown.cli.page import clean, show, show_drawing


def bot(
    file: Annotated[str, Parameter(help="The file to write, such as charge.py; its bot is called Charge.")],
    /,
) -> None:
    """Write a bot of your own to begin with: a short file that plays every book, for you to change."""
    path = Path(file)
    name = "".join(part[:1].upper() + part[1:] for part in path.stem.split("_"))
    if path.suffix != ".py" or not name.isidentifier():
        raise Misuse(f"bot: {file[:60]!r} is no name for one; name a file such as charge.py")
    if path.exists():
        raise Misuse(f"bot: {str(path)!r} is there already; name another file")
    text = Path(__file__).parents[1].joinpath("bots", "template.py").read_text(encoding="utf-8")
    try:
        path.write_text(text.replace("MyBot", name), encoding="utf-8")
    except OSError as error:
        raise Misuse(f"bot: {str(path)!r} cannot be written ({error.strerror})") from None
    show(clean(f"{path}: {name}, a bot to begin with. Let it play:"), "")
    opponents = f"--bots {path}:{name},greedy,random --games 20"
    show_drawing(  # to be copied, so it is not wrapped
        [
            clean(f"hulldown tournament france1944 --scenario first-steps {opponents}"),
            clean(f"hulldown play --bots {path}:{name}"),
        ]
    )
