"""Shelves on their way from one device to another."""

import sqlalchemy as sql
from alembic import op

revision, down_revision = "0007", "0006"


def upgrade() -> None:
    op.create_table(
        "parcels",
        sql.Column("id", sql.String(40), primary_key=True),
        sql.Column("text", sql.Text, nullable=False),
        sql.Column("since", sql.Integer, nullable=False),
    )
