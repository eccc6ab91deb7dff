"""Matches that nobody opens for long are packed; a row that says whether the database takes anything."""

import sqlalchemy as sql
from alembic import op

from hulldown.server import clock

revision, down_revision = "0006", "0005"


def upgrade() -> None:
    op.add_column("matches", sql.Column("opened", sql.Integer))
    op.execute(f"UPDATE matches SET opened = {clock.now()}")
    op.create_table(
        "archive",
        sql.Column("match", sql.String(40), sql.ForeignKey("matches.id"), primary_key=True),
        sql.Column("since", sql.Integer, nullable=False),
        sql.Column("packed", sql.LargeBinary, nullable=False),
    )
    op.create_table(
        "pulse",
        sql.Column("id", sql.String(40), primary_key=True),
        sql.Column("weight", sql.LargeBinary, nullable=False),
    )
