"""Sealed dice: keys, and the links of their chains."""

import sqlalchemy as sql
from alembic import op

revision, down_revision = "0002", "0001"


def upgrade() -> None:
    op.create_table(
        "keys",
        sql.Column("match", sql.String(40), sql.ForeignKey("matches.id"), primary_key=True),
        sql.Column("set", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("chain", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("anchor", sql.String(64), nullable=False),
        sql.Column("secret", sql.String(64)),
    )
    op.create_table(
        "links",
        sql.Column("match", sql.String(40), sql.ForeignKey("matches.id"), primary_key=True),
        sql.Column("set", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("roll", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("chain", sql.Integer, primary_key=True, autoincrement=False),
        sql.Column("link", sql.String(64), nullable=False),
    )
