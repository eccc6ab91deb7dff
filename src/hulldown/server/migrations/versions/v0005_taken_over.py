"""Until here tables came without a number, so each that is lacking is made; from here on alembic counts."""

import sqlalchemy as sql
from alembic import op

from hulldown.server.migrations import TAKEN_OVER

revision, down_revision = "0005", "0004"


def upgrade() -> None:
    there = set(sql.inspect(op.get_bind()).get_table_names())
    if "reasons" not in there:
        op.create_table(
            "reasons",
            sql.Column("match", sql.String(40), sql.ForeignKey("matches.id"), primary_key=True),
            sql.Column("position", sql.Integer, primary_key=True, autoincrement=False),
            sql.Column("text", sql.Text, nullable=False),
        )
    if "works" not in there:
        op.create_table(
            "works",
            sql.Column("id", sql.String(22), primary_key=True),
            sql.Column("work", sql.Text, nullable=False),
            sql.Column("licence", sql.String(60), nullable=False),
            sql.Column("since", sql.Integer, nullable=False),
        )
    if "analyses" not in there:
        op.create_table(
            "analyses",
            sql.Column("record", sql.String(64), primary_key=True),
            sql.Column("model", sql.String(16), primary_key=True),
            sql.Column("text", sql.Text, nullable=False),
            sql.Column("since", sql.Integer, nullable=False),
        )
    if "versions" not in there:
        op.create_table("versions", sql.Column("number", sql.Integer, primary_key=True, autoincrement=False))
    op.execute("DELETE FROM versions")
    op.execute(f"INSERT INTO versions (number) VALUES ({TAKEN_OVER})")
