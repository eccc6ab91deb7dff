"""`hulldown analyse`."""

from contextlib import closing
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from hulldown.cli.arguments import Json, Whole
from hulldown.cli.misuse import Misuse
from hulldown.cli.page import clean, heading, progress, say, show, show_json, table
from hulldown.cli.running import NowAndThen, check_bots, within
from hulldown.cli.verify import RecordFile, read_record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from hulldown.kernel.fortunes import Analysis, Decision
    from hulldown.kernel.record import Record
    from hulldown.kernel.side import Side

ASKED = 0.10  # a decision that is worth less is not called an error at a glance
WORST = 3
MOST_BATTLES = 10_000


def analyse(
    file: RecordFile,
    /,
    *,
    battles: Annotated[Whole, Parameter(help="Battles for each greater roll and error; 0 for a glance.")] = 0,
    by: Annotated[
        str, Parameter(help="The bot that fights them, on both sides; planner is surer, and slow.")
    ] = "greedy",
    state: Annotated[str, Parameter(help="A file that keeps what battles have measured: run again, it goes on.")] = "",
    json: Json = False,
) -> int:
    """Luck and skill of a recorded game, apart: start + luck + play is the result.

    Chances to win are Red's, between two equal players, as the book's outcome model sees them; luck and errors
    can be measured by battles as well. What it proves, and what not, is told in docs/analysis.md.
    """
    from hulldown.lab.analysis import analysed
    from hulldown.rulebooks import load

    within("--battles", battles, MOST_BATTLES, 0)
    if battles == 1:
        raise Misuse("--battles is 1; an interval needs 2 at least")
    record, _ = read_record(file)
    named = check_bots(load(record.head.rulebook), by, "--by")
    if len(named) != 1:
        raise Misuse(f"--by: {len(named)} bots are named; one fights for both sides")
    if state and not battles:
        raise Misuse("--state keeps what battles have measured; say how many with --battles")
    with progress("Looking at the orders") as going:
        task = going.add_task("", total=None)
        found = analysed(record, lambda done, of: going.update(task, completed=done, total=of))
    if battles:
        found = _looked(record, found, battles, named[0], state)
    if json:
        show_json(found.plain())
    else:
        _show(found)
    return 0


def _looked(record: "Record", found: "Analysis", battles: int, bot: str, state: str) -> "Analysis":
    """The same, its greater rolls and errors measured by battles; says what is kept where it is stopped."""
    from hulldown.lab.battles import looked
    from hulldown.lab.journal import Journal

    done, of = 0, len(found.looked_at())
    lines = NowAndThen("Battles", of, noun="rolls and decisions")
    with closing(Journal(state)) as journal, progress("Battles") as going:
        task = going.add_task("", total=of)

        def told(at: int, of: int) -> None:
            nonlocal done
            done = at
            going.update(task, completed=at, refresh=True)
            lines.tell(at, 0)

        try:
            return looked(record, found, battles, told, bot, journal)
        except KeyboardInterrupt:
            going.stop()
            kept = f"they are kept in {state}, and the same command goes on from there"
            lost = "none of them is kept: with --state FILE they would be, and the same command would go on from there"
            say(f"Battles: stopped after {done} of {of} rolls and decisions; {kept if state else lost}")
            raise


def _show(found: "Analysis") -> None:
    from hulldown.kernel.side import Side

    account = found.sum
    fought = f"{found.battles:,} battles of {found.judge} an order"
    judge = fought if found.battles else f"model {found.model}, at a glance"
    show(heading(f"Luck and skill · {found.book} · {judge}"), found.ended, "")
    show(_account(found), "")
    show(_verdict(found), "")
    rolls = table("order", "luck", "chance", "the luckiest rolls", right=("order", "luck", "chance"))
    for one in found.luckiest:
        came = "sampled" if one.sampled else f"{100 * (one.chance or 0):.1f} %"
        rolls.add_row(str(one.number), _points(one.luck), came, clean(one.sentence, 120))
    show(rolls, "")
    for side in Side:
        show(_errors(found, side), "")
    show(_by_phase(found), "")
    show(_by_unit(found))
    if account.reach == 0:
        show("", f"An error at a glance is a question: it is told from {100 * ASKED:.0f} points on.")


def _account(found: "Analysis") -> "Table":
    account = found.sum
    rows = table("Red's chance", "points", right=("points",))
    sure = f" ± {100 * account.reach:.1f}" if account.reach else ""
    for what, value in (
        ("at the start", f"{100 * account.start:.1f}"),
        ("Red's luck", _points(account.red_luck)),
        ("Blue's luck, for Red", _points(-account.blue_luck)),
        ("play", _points(account.play)),
        ("result", f"{100 * account.result:.1f}"),
        ("result without luck", f"{100 * account.adjusted:.1f}{sure}"),
    ):
        rows.add_row(what, value)
    return rows


def _verdict(found: "Analysis") -> str:
    """What the account says, from fixed sentences."""
    account = found.sum
    size = f"Luck of this game's rolls moves {100 * account.size:.0f} points on average."
    if not 0 <= account.adjusted <= 1:
        return f"Luck was worth more than the whole game. {size}"
    who = "Red" if account.luck > 0 else "Blue"
    return f"{who} was the luckier one, by {100 * abs(account.luck):.1f} points. {size}"


def _errors(found: "Analysis", side: "Side") -> "Table":
    many = [one for one in found.decisions if one.side is side]
    rows = table("orders", "points", f"what looked better, of {side.label}'s {len(many)} decisions", right=("points",))
    for one in _asked(found, side):
        orders = str(one.first) if one.first == one.last else f"{one.first}–{one.last}"
        sure = f" ± {100 * one.doubt:.1f}" if one.doubt else ""
        rows.add_row(orders, f"{100 * one.error:.1f}{sure}", clean(one.others[0].words, 120))
    if not rows.row_count:
        rows.add_row("", "", "none that is worth a question")
    return rows


def _asked(found: "Analysis", side: "Side") -> "Sequence[Decision]":
    """The worst orders; of those that were measured, the ones that are errors beyond doubt."""
    worst = [one for one in found.errors(side) if (one.error > one.doubt > 0 if found.battles else one.error >= ASKED)]
    return worst[:WORST]


def _by_phase(found: "Analysis") -> "Table":
    from hulldown.kernel.side import BLUE, RED

    rows = table("luck by phase", "Red's", "Blue's", right=("Red's", "Blue's"))
    red, blue = (found.luck_by(lambda one: one.phase, side) for side in (RED, BLUE))
    for phase in dict.fromkeys((*red, *blue)):
        rows.add_row(phase, _points(red.get(phase, 0.0)), _points(blue.get(phase, 0.0)))
    return rows


def _by_unit(found: "Analysis") -> "Table":
    """The luck of each unit's own rolls, the largest first."""
    from hulldown.kernel.side import Side

    rows = table("luck by unit, for its side", "points", right=("points",))
    lucks = [pair for side in Side for pair in found.luck_by(lambda one: one.unit, side).items()]
    for unit, luck in sorted(lucks, key=lambda pair: -abs(pair[1])):
        rows.add_row(
            "rolls of no unit" if unit is None else clean(found.units.get(unit, f"unit {unit}")), _points(luck)
        )
    return rows


def _points(chance: float) -> str:
    """A change of a chance, in points, with a true minus."""
    return f"{'−' if chance < -0.0005 else '+'} {abs(100 * chance):.1f}"
