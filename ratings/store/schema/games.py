"""Tables of what comes in: loads, players, periods, tournaments, games, refused rows."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import CheckConstraint, Column, Date, Index, Integer, SmallInteger, Text, UniqueConstraint

from ratings.store.schema.naming import key, metadata, ref

load = sa.Table(
    "load",
    metadata,
    key("load_key"),
    Column("kind", Text, nullable=False),
    Column("scope", Text, nullable=False, comment="system/period, system@day, or empty for players"),
    Column("system", Text, nullable=False),
    ref("period_key", "period.period_key", nullable=True),
    ref("list_key", "list.list_key", nullable=True),
    Column("file", Text, nullable=False),
    Column("sha256", Text, nullable=False),
    Column("encoding", Text, nullable=False),
    Column("loaded_at", Text, nullable=False),
    *(Column(name, Integer, nullable=False) for name in ("rows", "stored", "known", "refused", "late")),
    UniqueConstraint("kind", "scope", "sha256"),
    CheckConstraint("kind IN ('players', 'list', 'games')", "kind"),
)

player = sa.Table(
    "player",
    metadata,
    key("player_key"),
    Column("id", Text, nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("birth_year", Integer),
    Column("birth_on", Date),
    Column("sex", Text),
    Column("federation", Text),
    Column("club", Text),
    Column("fide_id", Text),
    Column("estimate", Integer),
    Column("estimate_rapid", Integer),
    Column("public", Text),
    ref("load_key", "load.load_key"),
)

player_change = sa.Table(
    "player_change",
    metadata,
    ref("load_key", "load.load_key", primary_key=True),
    ref("player_key", "player.player_key", primary_key=True),
    Column("before", Text, nullable=False, comment="the fields before this load, as JSON"),
)

period = sa.Table(
    "period",
    metadata,
    key("period_key"),
    Column("system", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("starts_on", Date, nullable=False),
    Column("ends_on", Date, nullable=False),
    Column("publishes_on", Date, nullable=False),
    UniqueConstraint("system", "name"),
    CheckConstraint("starts_on <= ends_on", "days"),
)

tournament = sa.Table(
    "tournament",
    metadata,
    key("tournament_key"),
    Column("system", Text, nullable=False),
    Column("code", Text, nullable=False, comment="empty: the games without a tournament"),
    *(Column(name, Text) for name in ("name", "place")),
    Column("starts_on", Date),
    Column("ends_on", Date),
    Column("kind", Text),
    Column("format", Text),
    Column("minutes", Text),
    Column("rounds", Integer),
    UniqueConstraint("system", "code"),
)

entry = sa.Table(
    "entry",
    metadata,
    ref("period_key", "period.period_key", primary_key=True),
    ref("tournament_key", "tournament.tournament_key", primary_key=True),
    Column("set_aside", Text, nullable=False, comment="why its games are not rated; empty: they are"),
    Column("accepted", Text, nullable=False, comment="why it is rated against the rules; empty: not needed"),
    Column("signature", sa.BigInteger, comment="same players and results give the same number; null: too few games"),
    Index(None, "signature"),
    comment="a tournament's games in one period",
)

participant = sa.Table(
    "participant",
    metadata,
    ref("load_key", "load.load_key", primary_key=True),
    ref("player_key", "player.player_key", primary_key=True),
    sqlite_with_rowid=False,
    comment="players of a load's games: the database looks each up once, not once a game",
)

game = sa.Table(
    "game",
    metadata,
    Column("tournament_key", Integer, nullable=False, comment="is in `entry`, which refers to the tournament"),
    Column("round", Integer, nullable=False, comment="0: none given"),
    Column("played_on", Integer, nullable=False),
    Column("white", Integer, nullable=False, comment="is in `participant`, which refers to player and load"),
    Column("black", Integer, nullable=False),
    Column("result", SmallInteger, nullable=False),
    Column("load_key", Integer, nullable=False),
    Column("board", Integer, nullable=False, comment="0: none given"),
    sa.PrimaryKeyConstraint("tournament_key", "round", "played_on", "white", "black", "result"),
    sqlite_with_rowid=False,
)

bye = sa.Table(
    "bye",
    metadata,
    ref("tournament_key", "tournament.tournament_key"),
    Column("round", Integer, nullable=False),
    Column("played_on", Integer, nullable=False),
    ref("white", "player.player_key"),
    Column("result", SmallInteger, nullable=False),
    ref("load_key", "load.load_key"),
    Column("board", Integer, nullable=False),
    sa.PrimaryKeyConstraint("tournament_key", "round", "played_on", "white", "result"),
    sqlite_with_rowid=False,
    comment="byes and forfeits without an opponent: shown, never rated",
)

left_out = sa.Table(
    "left_out",
    metadata,
    ref("tournament_key", "tournament.tournament_key"),
    Column("round", Integer, nullable=False),
    Column("played_on", Integer, nullable=False),
    ref("white", "player.player_key"),
    Column("black", Integer, nullable=False, comment="0: none"),
    Column("result", SmallInteger, nullable=False),
    ref("load_key", "load.load_key"),
    Column("board", Integer, nullable=False),
    ref("brought_by", "load.load_key"),
    sa.PrimaryKeyConstraint("tournament_key", "round", "played_on", "white", "black", "result", "load_key"),
    sqlite_with_rowid=False,
    comment="games set aside when their list was published, as they were, and the later load that has them",
)

refused = sa.Table(
    "refused",
    metadata,
    key("refused_key"),
    ref("load_key", "load.load_key"),
    ref("tournament_key", "tournament.tournament_key", nullable=True),
    Column("line", Integer, nullable=False),
    Column("column", Text, nullable=False),
    Column("value", Text, nullable=False),
    Column("code", Text, nullable=False),
    Column("message", Text, nullable=False),
    Column("cells", Text, nullable=False, comment="the row as it came, as JSON"),
    Column("counts_for", Integer, nullable=False, comment="games it stands for: 0 for the second of a pair"),
    ref("settled_by", "load.load_key", nullable=True),
    Column("given_up", Integer, nullable=False, comment="1: settled without it, by --accept-partial; else 0"),
    Index(None, "load_key"),
)
