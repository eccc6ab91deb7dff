"""When an invitation was last looked at."""

import sqlalchemy as sql
from alembic import op

revision, down_revision = "0004", "0003"


def upgrade() -> None:
    columns = sql.inspect(op.get_bind()).get_columns("seats")
    if all(column["name"] != "opened" for column in columns):
        op.add_column("seats", sql.Column("opened", sql.Integer))
