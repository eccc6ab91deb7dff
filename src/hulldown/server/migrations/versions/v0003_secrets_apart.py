"""Seeds and keys leave the matches: the store has put them into the vault before, and here they are erased."""

import json

import sqlalchemy as sql
from alembic import op

from hulldown.server.store import promised

revision, down_revision = "0003", "0002"
matches = sql.table("matches", sql.column("id"), sql.column("seed"), sql.column("forked"), sql.column("sitting"))


def upgrade() -> None:
    connection = op.get_bind()
    for row in connection.execute(sql.select(matches).where(matches.c.seed != "")).all():
        sitting = json.loads(row.sitting) | {"seed_hash": promised(row.seed, row.forked)}
        said = sql.update(matches).where(matches.c.id == row.id)
        connection.execute(said.values(sitting=json.dumps(sitting, ensure_ascii=False)))
    op.drop_column("matches", "seed")
    op.drop_table("keys")
