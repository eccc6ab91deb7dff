"""How a database of an older Hulldown becomes one of today's: step by step, all or nothing, and never back.

A new database is made as it is now, and stamped. Until the fourth version a number in `versions` said what there was;
it stays, and is higher than any of those programs knows, so that they leave the database alone.
"""

from pathlib import Path

import sqlalchemy as sql

from hulldown.kernel.files import Fault

HEAD = "0007"
TAKEN_OVER = 5  # what `versions` says since then
LAST_NUMBER = 4  # what it said last before
stamps = sql.MetaData()
revisions = sql.Table(
    "alembic_version",
    stamps,
    sql.Column("version_num", sql.String(32), nullable=False),
    sql.PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
numbers = sql.table("versions", sql.column("number", sql.Integer))


def found(connection: sql.Connection) -> str:
    """The revision of a database, which is stamped if it was not; empty if nothing is there yet.

    Raises `Fault` on a database of a newer Hulldown.
    """
    names = set(sql.inspect(connection).get_table_names())
    if revisions.name in names and (revision := connection.scalar(sql.select(revisions.c.version_num))) is not None:
        if revision > HEAD:
            raise _newer(int(revision))
        return str(revision)
    if "matches" not in names:
        return ""
    number = connection.scalar(sql.select(numbers.c.number)) if "versions" in names else None
    if number is not None and number > LAST_NUMBER:
        raise _newer(number)
    stamp(connection, revision := f"{number or 1:04}")
    return revision


def _newer(number: int) -> Fault:
    told = f"a newer Hulldown made it (version {number}; this one knows {int(HEAD)}); update Hulldown"
    return Fault("database", f"{told} or give another database")


def stamp(connection: sql.Connection, revision: str = HEAD) -> None:
    """Says what a database is like."""
    stamps.create_all(connection)
    connection.execute(sql.delete(revisions))
    connection.execute(sql.insert(revisions).values(version_num=revision))


def upgrade(connection: sql.Connection) -> None:
    """Brings a database up to date, in the transaction of the connection."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
