"""The first version: matches, seats, lines, answers, terrains. It is where the oldest databases stand."""

revision, down_revision = "0001", None


def upgrade() -> None:
    raise NotImplementedError("a new database is made as it is now, and no database is older than this")
