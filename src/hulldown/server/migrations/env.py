"""What alembic runs for each command: on the connection that it was given, whose transaction is its caller's."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
