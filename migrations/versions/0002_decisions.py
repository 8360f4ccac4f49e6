"""Decisions: the ledger, holds, persons with two ids, signed values; what a published list had seen."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

DETAILS = ("starts_on", "kind", "format", "minutes")


def upgrade() -> None:
    op.create_table(
        "setting",
        sa.Column("system", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("system", "name", name=op.f("pk_setting")),
    )
    op.create_table(
        "ledger",
        sa.Column("ledger_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("decided_at", sa.Text(), nullable=False),
        sa.Column("decided_by", sa.Text(), nullable=False, comment="the login name, or who was named by --by"),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("system", sa.Text(), nullable=False, comment="empty: of all systems"),
        sa.Column("period_key", sa.Integer(), autoincrement=False, nullable=True),
        sa.Column("subject", sa.Text(), nullable=False, comment="what it is about, in words"),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("claim", sa.Text(), nullable=False, comment="number of the claim that it answers; empty: none"),
        sa.Column("before", sa.Text(), nullable=True, comment="as JSON"),
        sa.Column("after", sa.Text(), nullable=True, comment="as JSON"),
        sa.Column("lists", sa.Text(), nullable=True, comment="lists that it made or touched, as JSON"),
        sa.ForeignKeyConstraint(["period_key"], ["period.period_key"], name=op.f("fk_ledger_period_key")),
        sa.PrimaryKeyConstraint("ledger_key", name=op.f("pk_ledger")),
        comment="every decision, in order; rows are only added",
    )
    op.create_table(
        "alias",
        sa.Column("alias_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("opened_by", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("closed_by", sa.Integer(), autoincrement=False, nullable=True),
        sa.CheckConstraint("player_key <> person_key", name=op.f("ck_alias_two")),
        sa.ForeignKeyConstraint(["closed_by"], ["ledger.ledger_key"], name=op.f("fk_alias_closed_by")),
        sa.ForeignKeyConstraint(["opened_by"], ["ledger.ledger_key"], name=op.f("fk_alias_opened_by")),
        sa.ForeignKeyConstraint(["person_key"], ["player.player_key"], name=op.f("fk_alias_person_key")),
        sa.ForeignKeyConstraint(["player_key"], ["player.player_key"], name=op.f("fk_alias_player_key")),
        sa.PrimaryKeyConstraint("alias_key", name=op.f("pk_alias")),
        comment="ids that are one person: what stands under the first counts for the second",
    )
    op.create_index(
        op.f("ix_alias_player_key"),
        "alias",
        ["player_key"],
        unique=True,
        sqlite_where=sa.text("closed_by IS NULL"),
        postgresql_where=sa.text("closed_by IS NULL"),
    )
    op.create_table(
        "hold",
        sa.Column("hold_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("period_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("word", sa.Text(), nullable=False),
        sa.Column("tournament_key", sa.Integer(), autoincrement=False, nullable=True),
        sa.Column("player_key", sa.Integer(), autoincrement=False, nullable=True),
        sa.Column("round", sa.Integer(), nullable=True, comment="of a game"),
        sa.Column("played_on", sa.Integer(), nullable=True, comment="of a game"),
        sa.Column("white", sa.Integer(), nullable=True, comment="of a game"),
        sa.Column("black", sa.Integer(), nullable=True, comment="of a game; 0: none"),
        sa.Column("result", sa.SmallInteger(), nullable=True, comment="of a game"),
        sa.Column("opened_by", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("closed_by", sa.Integer(), autoincrement=False, nullable=True),
        sa.CheckConstraint("kind IN ('tournament', 'game', 'player')", name=op.f("ck_hold_kind")),
        sa.CheckConstraint("word IN ('held', 'withdrawn', 'corrected', 'reassigned')", name=op.f("ck_hold_word")),
        sa.ForeignKeyConstraint(["closed_by"], ["ledger.ledger_key"], name=op.f("fk_hold_closed_by")),
        sa.ForeignKeyConstraint(["opened_by"], ["ledger.ledger_key"], name=op.f("fk_hold_opened_by")),
        sa.ForeignKeyConstraint(["period_key"], ["period.period_key"], name=op.f("fk_hold_period_key")),
        sa.ForeignKeyConstraint(["player_key"], ["player.player_key"], name=op.f("fk_hold_player_key")),
        sa.ForeignKeyConstraint(["tournament_key"], ["tournament.tournament_key"], name=op.f("fk_hold_tournament_key")),
        sa.PrimaryKeyConstraint("hold_key", name=op.f("pk_hold")),
        comment="what is not rated, from one entry of the ledger to another: a game, a tournament, a player's games",
    )
    op.create_index(
        op.f("ix_hold_tournament_key_white_black"), "hold", ["tournament_key", "white", "black"], unique=False
    )
    op.create_table(
        "signed",
        sa.Column("signed_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("system", sa.Text(), nullable=False),
        sa.Column("player_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("in_force_on", sa.Date(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("value", sa.Integer(), nullable=False),
        sa.Column("signatory", sa.Text(), nullable=False),
        sa.Column("opened_by", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("closed_by", sa.Integer(), autoincrement=False, nullable=True),
        sa.CheckConstraint("kind IN ('rating', 'estimate')", name=op.f("ck_signed_kind")),
        sa.ForeignKeyConstraint(["closed_by"], ["ledger.ledger_key"], name=op.f("fk_signed_closed_by")),
        sa.ForeignKeyConstraint(["opened_by"], ["ledger.ledger_key"], name=op.f("fk_signed_opened_by")),
        sa.ForeignKeyConstraint(["player_key"], ["player.player_key"], name=op.f("fk_signed_player_key")),
        sa.PrimaryKeyConstraint("signed_key", name=op.f("pk_signed")),
        comment="ratings and estimates that somebody answers for, apart from computed ones",
    )
    op.create_index(op.f("ix_signed_system_in_force_on"), "signed", ["system", "in_force_on"], unique=False)

    op.add_column(
        "list",
        sa.Column(
            "seen_load", sa.Integer(), nullable=True, comment="of a published list: the newest load when it was made"
        ),
    )
    op.add_column(
        "list",
        sa.Column(
            "seen_ledger",
            sa.Integer(),
            nullable=True,
            comment="of a published list: the newest entry of the ledger; 0: none",
        ),
    )
    op.add_column(
        "list",
        sa.Column(
            "events", sa.Text(), nullable=True, comment="what was known of its tournaments when it was made, as JSON"
        ),
    )
    op.add_column("list", sa.Column("figures", sa.Text(), nullable=True, comment="how much it moved, as JSON"))
    _keep_what_lists_saw()
    op.drop_column("entry", "frozen")


def _keep_what_lists_saw() -> None:
    """Say of each published list which loads and what of its tournaments it was made from."""
    bind = op.get_bind()
    published = bind.execute(
        sa.text(
            "SELECT list.list_key, list.published_at, run.period_key FROM list JOIN run ON run.run_key = list.run_key"
        )
    ).all()
    loads = bind.execute(sa.text("SELECT load_key, loaded_at FROM load")).all()
    entries = sa.text(
        "SELECT t.tournament_key, t.starts_on, t.kind, t.format, t.minutes, e.set_aside, e.frozen FROM entry e "
        "JOIN tournament t ON t.tournament_key = e.tournament_key WHERE e.period_key = :period"
    )
    for list_key, published_at, period_key in published:
        events = {}
        for key, *told, aside, frozen in bind.execute(entries, {"period": period_key}):
            known = json.loads(frozen) if frozen else dict(zip(DETAILS, told, strict=True))
            events[str(key)] = {**known, "set_aside": aside}
        values = {
            "key": list_key, "seen": max((key for key, at in loads if at <= published_at), default=0),
            "events": json.dumps(events, default=str),
        }  # fmt: skip
        bind.execute(
            sa.text("UPDATE list SET seen_load = :seen, seen_ledger = 0, events = :events WHERE list_key = :key"),
            values,
        )


def downgrade() -> None:
    op.add_column(
        "entry",
        sa.Column("frozen", sa.Text(), comment="what was known of the tournament when the list was published, as JSON"),
    )
    _freeze_entries()
    op.drop_column("list", "figures")
    op.drop_column("list", "events")
    op.drop_column("list", "seen_ledger")
    op.drop_column("list", "seen_load")
    op.drop_index(op.f("ix_signed_system_in_force_on"), table_name="signed")
    op.drop_table("signed")
    op.drop_index(op.f("ix_hold_tournament_key_white_black"), table_name="hold")
    op.drop_table("hold")
    op.drop_index(
        op.f("ix_alias_player_key"),
        table_name="alias",
        sqlite_where=sa.text("closed_by IS NULL"),
        postgresql_where=sa.text("closed_by IS NULL"),
    )
    op.drop_table("alias")
    op.drop_table("ledger")
    op.drop_table("setting")


def _freeze_entries() -> None:
    bind = op.get_bind()
    published = bind.execute(
        sa.text(
            "SELECT list.events, run.period_key FROM list JOIN run ON run.run_key = list.run_key ORDER BY list.revision"
        )
    ).all()
    update = sa.text("UPDATE entry SET frozen = :told WHERE period_key = :period AND tournament_key = :key")
    for events, period_key in published:
        for key, told in json.loads(events or "{}").items():
            known = {name: told[name] for name in DETAILS}
            bind.execute(update, {"told": json.dumps(known), "period": period_key, "key": int(key)})
