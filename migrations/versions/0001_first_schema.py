"""The first schema: players, periods, games, loads, lists, runs."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "game",
        sa.Column(
            "tournament_key", sa.Integer(), nullable=False, comment="is in `entry`, which refers to the tournament"
        ),
        sa.Column("round", sa.Integer(), nullable=False, comment="0: none given"),
        sa.Column("played_on", sa.Integer(), nullable=False),
        sa.Column(
            "white", sa.Integer(), nullable=False, comment="is in `participant`, which refers to player and load"
        ),
        sa.Column("black", sa.Integer(), nullable=False),
        sa.Column("result", sa.SmallInteger(), nullable=False),
        sa.Column("load_key", sa.Integer(), nullable=False),
        sa.Column("board", sa.Integer(), nullable=False, comment="0: none given"),
        sa.PrimaryKeyConstraint(
            "tournament_key", "round", "played_on", "white", "black", "result", name=op.f("pk_game")
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "period",
        sa.Column("period_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("system", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("starts_on", sa.Date(), nullable=False),
        sa.Column("ends_on", sa.Date(), nullable=False),
        sa.Column("publishes_on", sa.Date(), nullable=False),
        sa.CheckConstraint("starts_on <= ends_on", name=op.f("ck_period_days")),
        sa.PrimaryKeyConstraint("period_key", name=op.f("pk_period")),
        sa.UniqueConstraint("system", "name", name=op.f("uq_period_system_name")),
    )
    op.create_table(
        "tournament",
        sa.Column("tournament_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("system", sa.Text(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False, comment="empty: the games without a tournament"),
        sa.Column("name", sa.Text(), nullable=True),
        sa.Column("place", sa.Text(), nullable=True),
        sa.Column("starts_on", sa.Date(), nullable=True),
        sa.Column("ends_on", sa.Date(), nullable=True),
        sa.Column("kind", sa.Text(), nullable=True),
        sa.Column("format", sa.Text(), nullable=True),
        sa.Column("minutes", sa.Text(), nullable=True),
        sa.Column("rounds", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("tournament_key", name=op.f("pk_tournament")),
        sa.UniqueConstraint("system", "code", name=op.f("uq_tournament_system_code")),
    )
    op.create_table(
        "entry",
        sa.Column("period_key", sa.Integer(), nullable=False),
        sa.Column("tournament_key", sa.Integer(), nullable=False),
        sa.Column("set_aside", sa.Text(), nullable=False, comment="why its games are not rated; empty: they are"),
        sa.Column(
            "accepted", sa.Text(), nullable=False, comment="why it is rated against the rules; empty: not needed"
        ),
        sa.Column(
            "frozen",
            sa.Text(),
            nullable=True,
            comment="what was known of the tournament when the list was published, as JSON",
        ),
        sa.Column(
            "signature",
            sa.BigInteger(),
            nullable=True,
            comment="same players and results give the same number; null: too few games",
        ),
        sa.ForeignKeyConstraint(["period_key"], ["period.period_key"], name=op.f("fk_entry_period_key")),
        sa.ForeignKeyConstraint(
            ["tournament_key"], ["tournament.tournament_key"], name=op.f("fk_entry_tournament_key")
        ),
        sa.PrimaryKeyConstraint("period_key", "tournament_key", name=op.f("pk_entry")),
        comment="a tournament's games in one period",
    )
    op.create_index(op.f("ix_entry_signature"), "entry", ["signature"], unique=False)
    op.create_table(
        "run",
        sa.Column("run_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("period_key", sa.Integer(), nullable=False),
        sa.Column("rated_at", sa.Text(), nullable=False),
        sa.Column("edition", sa.Text(), nullable=False, comment="every number of the edition, as JSON"),
        sa.Column("inputs_sha256", sa.Text(), nullable=False),
        sa.Column("version", sa.Text(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["period_key"], ["period.period_key"], name=op.f("fk_run_period_key")),
        sa.PrimaryKeyConstraint("run_key", name=op.f("pk_run")),
    )
    op.create_index(op.f("ix_run_period_key"), "run", ["period_key"], unique=False)
    op.create_table(
        "list",
        sa.Column("list_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("system", sa.Text(), nullable=False),
        sa.Column("in_force_on", sa.Date(), nullable=False),
        sa.Column(
            "revision", sa.Integer(), nullable=False, comment="-1: an adjustment; 0: loaded; 1, 2 …: published here"
        ),
        sa.Column("run_key", sa.Integer(), nullable=True),
        sa.Column("published_at", sa.Text(), nullable=True),
        sa.Column("sha256", sa.Text(), nullable=True, comment="of the exported list"),
        sa.Column(
            "content",
            sa.LargeBinary(),
            nullable=True,
            comment="the exported list as it was published, compressed by zlib",
        ),
        sa.Column("remark", sa.Text(), nullable=True, comment="why it was published although something was set aside"),
        sa.Column(
            "inputs", sa.Text(), nullable=True, comment="hash of the files and options of the `run` that published it"
        ),
        sa.Column(
            "adjustment", sa.Text(), nullable=True, comment="the list-wide operation that made this list, as JSON"
        ),
        sa.ForeignKeyConstraint(["run_key"], ["run.run_key"], name=op.f("fk_list_run_key")),
        sa.PrimaryKeyConstraint("list_key", name=op.f("pk_list")),
        sa.UniqueConstraint("system", "in_force_on", "revision", name=op.f("uq_list_system_in_force_on_revision")),
    )
    op.create_table(
        "load",
        sa.Column("load_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("scope", sa.Text(), nullable=False, comment="system/period, system@day, or empty for players"),
        sa.Column("system", sa.Text(), nullable=False),
        sa.Column("period_key", sa.Integer(), nullable=True),
        sa.Column("list_key", sa.Integer(), nullable=True),
        sa.Column("file", sa.Text(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("encoding", sa.Text(), nullable=False),
        sa.Column("loaded_at", sa.Text(), nullable=False),
        sa.Column("rows", sa.Integer(), nullable=False),
        sa.Column("stored", sa.Integer(), nullable=False),
        sa.Column("known", sa.Integer(), nullable=False),
        sa.Column("refused", sa.Integer(), nullable=False),
        sa.Column("late", sa.Integer(), nullable=False),
        sa.CheckConstraint("kind IN ('players', 'list', 'games')", name=op.f("ck_load_kind")),
        sa.ForeignKeyConstraint(["list_key"], ["list.list_key"], name=op.f("fk_load_list_key")),
        sa.ForeignKeyConstraint(["period_key"], ["period.period_key"], name=op.f("fk_load_period_key")),
        sa.PrimaryKeyConstraint("load_key", name=op.f("pk_load")),
        sa.UniqueConstraint("kind", "scope", "sha256", name=op.f("uq_load_kind_scope_sha256")),
    )
    op.create_table(
        "player",
        sa.Column("player_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("birth_year", sa.Integer(), nullable=True),
        sa.Column("birth_on", sa.Date(), nullable=True),
        sa.Column("sex", sa.Text(), nullable=True),
        sa.Column("federation", sa.Text(), nullable=True),
        sa.Column("club", sa.Text(), nullable=True),
        sa.Column("fide_id", sa.Text(), nullable=True),
        sa.Column("estimate", sa.Integer(), nullable=True),
        sa.Column("estimate_rapid", sa.Integer(), nullable=True),
        sa.Column("public", sa.Text(), nullable=True),
        sa.Column("load_key", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["load_key"], ["load.load_key"], name=op.f("fk_player_load_key")),
        sa.PrimaryKeyConstraint("player_key", name=op.f("pk_player")),
        sa.UniqueConstraint("id", name=op.f("uq_player_id")),
    )
    op.create_table(
        "refused",
        sa.Column("refused_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("load_key", sa.Integer(), nullable=False),
        sa.Column("tournament_key", sa.Integer(), nullable=True),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("column", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("cells", sa.Text(), nullable=False, comment="the row as it came, as JSON"),
        sa.Column(
            "counts_for", sa.Integer(), nullable=False, comment="games it stands for: 0 for the second of a pair"
        ),
        sa.Column("settled_by", sa.Integer(), nullable=True),
        sa.Column(
            "given_up", sa.Integer(), nullable=False, comment="1: settled without it, by --accept-partial; else 0"
        ),
        sa.ForeignKeyConstraint(["load_key"], ["load.load_key"], name=op.f("fk_refused_load_key")),
        sa.ForeignKeyConstraint(["settled_by"], ["load.load_key"], name=op.f("fk_refused_settled_by")),
        sa.ForeignKeyConstraint(
            ["tournament_key"], ["tournament.tournament_key"], name=op.f("fk_refused_tournament_key")
        ),
        sa.PrimaryKeyConstraint("refused_key", name=op.f("pk_refused")),
    )
    op.create_index(op.f("ix_refused_load_key"), "refused", ["load_key"], unique=False)
    op.create_table(
        "bye",
        sa.Column("tournament_key", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("played_on", sa.Integer(), nullable=False),
        sa.Column("white", sa.Integer(), nullable=False),
        sa.Column("result", sa.SmallInteger(), nullable=False),
        sa.Column("load_key", sa.Integer(), nullable=False),
        sa.Column("board", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["load_key"], ["load.load_key"], name=op.f("fk_bye_load_key")),
        sa.ForeignKeyConstraint(["tournament_key"], ["tournament.tournament_key"], name=op.f("fk_bye_tournament_key")),
        sa.ForeignKeyConstraint(["white"], ["player.player_key"], name=op.f("fk_bye_white")),
        sa.PrimaryKeyConstraint("tournament_key", "round", "played_on", "white", "result", name=op.f("pk_bye")),
        comment="byes and forfeits without an opponent: shown, never rated",
        sqlite_with_rowid=False,
    )
    op.create_table(
        "left_out",
        sa.Column("tournament_key", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("played_on", sa.Integer(), nullable=False),
        sa.Column("white", sa.Integer(), nullable=False),
        sa.Column("black", sa.Integer(), nullable=False, comment="0: none"),
        sa.Column("result", sa.SmallInteger(), nullable=False),
        sa.Column("load_key", sa.Integer(), nullable=False),
        sa.Column("board", sa.Integer(), nullable=False),
        sa.Column("brought_by", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["brought_by"], ["load.load_key"], name=op.f("fk_left_out_brought_by")),
        sa.ForeignKeyConstraint(["load_key"], ["load.load_key"], name=op.f("fk_left_out_load_key")),
        sa.ForeignKeyConstraint(
            ["tournament_key"], ["tournament.tournament_key"], name=op.f("fk_left_out_tournament_key")
        ),
        sa.ForeignKeyConstraint(["white"], ["player.player_key"], name=op.f("fk_left_out_white")),
        sa.PrimaryKeyConstraint(
            "tournament_key", "round", "played_on", "white", "black", "result", "load_key", name=op.f("pk_left_out")
        ),
        comment="games set aside when their list was published, as they were, and the later load that has them",
        sqlite_with_rowid=False,
    )
    op.create_table(
        "list_row",
        sa.Column("list_key", sa.Integer(), nullable=False),
        sa.Column("player_key", sa.Integer(), nullable=False),
        sa.Column("rating", sa.Integer(), nullable=True),
        sa.Column("type", sa.Text(), nullable=True),
        sa.Column("given", sa.Integer(), nullable=True),
        sa.Column("games", sa.Integer(), nullable=True),
        sa.Column("peak", sa.Integer(), nullable=True),
        sa.Column("archive_points", sa.BigInteger(), nullable=True, comment="performance × games, hundredths"),
        sa.Column("archive_games", sa.Integer(), nullable=True),
        sa.Column("archive_season", sa.Integer(), nullable=True),
        sa.Column("last_game", sa.Integer(), nullable=True),
        sa.Column("status", sa.Text(), nullable=True),
        sa.Column("load_key", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["list_key"], ["list.list_key"], name=op.f("fk_list_row_list_key")),
        sa.ForeignKeyConstraint(["load_key"], ["load.load_key"], name=op.f("fk_list_row_load_key")),
        sa.ForeignKeyConstraint(["player_key"], ["player.player_key"], name=op.f("fk_list_row_player_key")),
        sa.PrimaryKeyConstraint("list_key", "player_key", "load_key", name=op.f("pk_list_row")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "participant",
        sa.Column("load_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["load_key"], ["load.load_key"], name=op.f("fk_participant_load_key")),
        sa.ForeignKeyConstraint(["player_key"], ["player.player_key"], name=op.f("fk_participant_player_key")),
        sa.PrimaryKeyConstraint("load_key", "player_key", name=op.f("pk_participant")),
        comment="players of a load's games: the database looks each up once, not once a game",
        sqlite_with_rowid=False,
    )
    op.create_table(
        "player_change",
        sa.Column("load_key", sa.Integer(), nullable=False),
        sa.Column("player_key", sa.Integer(), nullable=False),
        sa.Column("before", sa.Text(), nullable=False, comment="the fields before this load, as JSON"),
        sa.ForeignKeyConstraint(["load_key"], ["load.load_key"], name=op.f("fk_player_change_load_key")),
        sa.ForeignKeyConstraint(["player_key"], ["player.player_key"], name=op.f("fk_player_change_player_key")),
        sa.PrimaryKeyConstraint("load_key", "player_key", name=op.f("pk_player_change")),
    )
    op.create_table(
        "pool",
        sa.Column("pool_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("run_key", sa.Integer(), nullable=True),
        sa.Column("load_key", sa.Integer(), nullable=True),
        sa.Column("player_key", sa.Integer(), nullable=False),
        sa.Column("tournament", sa.Text(), nullable=False),
        sa.Column("period_ends", sa.Integer(), nullable=False),
        sa.Column("starts", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("half_points", sa.Integer(), nullable=False),
        sa.Column("opponents_sum", sa.Integer(), nullable=False),
        sa.Column("opponents", sa.Text(), nullable=False, comment="keys of the different opponents, by blanks"),
        sa.Column("format", sa.Text(), nullable=False),
        sa.Column("first_event", sa.Integer(), nullable=False),
        sa.CheckConstraint("(run_key IS NULL) <> (load_key IS NULL)", name=op.f("ck_pool_origin")),
        sa.ForeignKeyConstraint(["load_key"], ["load.load_key"], name=op.f("fk_pool_load_key")),
        sa.ForeignKeyConstraint(["player_key"], ["player.player_key"], name=op.f("fk_pool_player_key")),
        sa.ForeignKeyConstraint(["run_key"], ["run.run_key"], name=op.f("fk_pool_run_key")),
        sa.PrimaryKeyConstraint("pool_key", name=op.f("pk_pool")),
        comment="newcomers' games, by tournament and period, until they make a first rating",
    )
    op.create_index(op.f("ix_pool_run_key"), "pool", ["run_key"], unique=False)
    op.create_table(
        "run_row",
        sa.Column("run_key", sa.Integer(), nullable=False),
        sa.Column("player_key", sa.Integer(), nullable=False),
        sa.Column("birth_year", sa.Integer(), nullable=True),
        sa.Column("rating_before", sa.Integer(), nullable=True),
        sa.Column("type_before", sa.Text(), nullable=True),
        sa.Column("credited", sa.Integer(), nullable=True),
        sa.Column("archive_points_before", sa.BigInteger(), nullable=True),
        sa.Column("archive_games_before", sa.Integer(), nullable=True),
        sa.Column("archive_season_before", sa.Integer(), nullable=True),
        sa.Column("given", sa.Integer(), nullable=True),
        sa.Column("played", sa.Integer(), nullable=False, comment="games played over the board, counted or not"),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("half_points", sa.Integer(), nullable=False),
        sa.Column("opponents_sum", sa.BigInteger(), nullable=False),
        sa.Column("performance_points", sa.BigInteger(), nullable=False),
        sa.Column("case", sa.Text(), nullable=False),
        sa.Column("estimate", sa.Integer(), nullable=True),
        sa.Column("estimate_source", sa.Text(), nullable=True),
        sa.Column("wave", sa.Integer(), nullable=True),
        sa.Column("worth", sa.Integer(), nullable=True),
        sa.Column("k_numerator", sa.BigInteger(), nullable=True),
        sa.Column("k_denominator", sa.BigInteger(), nullable=True),
        sa.Column("k_reason", sa.Text(), nullable=True),
        sa.Column("change_numerator", sa.BigInteger(), nullable=True),
        sa.Column("change_denominator", sa.BigInteger(), nullable=True),
        sa.Column("exact_numerator", sa.BigInteger(), nullable=True),
        sa.Column("exact_denominator", sa.BigInteger(), nullable=True),
        sa.Column("rating", sa.Integer(), nullable=True),
        sa.Column("type", sa.Text(), nullable=True),
        sa.Column("listed", sa.Integer(), nullable=True),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("peak", sa.Integer(), nullable=True),
        sa.Column("archive_points", sa.BigInteger(), nullable=True),
        sa.Column("archive_games", sa.Integer(), nullable=True),
        sa.Column("archive_season", sa.Integer(), nullable=True),
        sa.Column("last_game", sa.Integer(), nullable=True),
        sa.Column(
            "status_before", sa.Text(), nullable=True, comment="on the newest list before the period; null: none says"
        ),
        sa.Column("status", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["player_key"], ["player.player_key"], name=op.f("fk_run_row_player_key")),
        sa.ForeignKeyConstraint(["run_key"], ["run.run_key"], name=op.f("fk_run_row_run_key")),
        sa.PrimaryKeyConstraint("run_key", "player_key", name=op.f("pk_run_row")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    op.drop_table("run_row")
    op.drop_index(op.f("ix_pool_run_key"), table_name="pool")
    op.drop_table("pool")
    op.drop_table("player_change")
    op.drop_table("participant")
    op.drop_table("list_row")
    op.drop_table("left_out")
    op.drop_table("bye")
    op.drop_index(op.f("ix_refused_load_key"), table_name="refused")
    op.drop_table("refused")
    op.drop_table("player")
    op.drop_table("load")
    op.drop_table("list")
    op.drop_index(op.f("ix_run_period_key"), table_name="run")
    op.drop_table("run")
    op.drop_index(op.f("ix_entry_signature"), table_name="entry")
    op.drop_table("entry")
    op.drop_table("tournament")
    op.drop_table("period")
    op.drop_table("game")
