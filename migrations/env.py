"""Alembic's entry: migrations run on the connection that the program hands over, in its transaction."""

from alembic import context

from ratings.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
    render_as_batch=False,
)
with context.begin_transaction():
    context.run_migrations()
