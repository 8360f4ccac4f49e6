"""The tables (SQLAlchemy Core); Alembic alone creates them, a test holds the two together.

Days in `game` and `bye` are whole days since 1970-01-01; results are codes of `ratings.store.results`. Players,
tournaments and loads have dense integer keys, so that totals are arrays indexed by them.
"""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import CheckConstraint, Column, Date, ForeignKey, Index, Integer, SmallInteger, Text, UniqueConstraint

HEAD = "0001"
"""The migration that this program needs; a test compares it with Alembic's own head."""

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}
metadata = sa.MetaData(naming_convention=NAMES)


def _key(name: str) -> Column[int]:
    return Column(name, Integer, primary_key=True, autoincrement=False)


def _ref(name: str, target: str, *, nullable: bool = False) -> Column[int]:
    return Column(name, Integer, ForeignKey(target), nullable=nullable)


def _ratio(name: str) -> tuple[Column[int], Column[int]]:
    """Give the two columns of a ratio of integers."""
    return Column(f"{name}_numerator", sa.BigInteger), Column(f"{name}_denominator", sa.BigInteger)


load = sa.Table(
    "load",
    metadata,
    _key("load_key"),
    Column("kind", Text, nullable=False),
    Column("scope", Text, nullable=False, comment="system/period, system@day, or empty for players"),
    Column("system", Text, nullable=False),
    _ref("period_key", "period.period_key", nullable=True),
    Column("list_key", Integer, ForeignKey("list.list_key"), nullable=True),
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
    _key("player_key"),
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
    _ref("load_key", "load.load_key"),
)

player_change = sa.Table(
    "player_change",
    metadata,
    Column("load_key", Integer, ForeignKey("load.load_key"), primary_key=True),
    Column("player_key", Integer, ForeignKey("player.player_key"), primary_key=True),
    Column("before", Text, nullable=False, comment="the fields before this load, as JSON"),
)

period = sa.Table(
    "period",
    metadata,
    _key("period_key"),
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
    _key("tournament_key"),
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
    Column("period_key", Integer, ForeignKey("period.period_key"), primary_key=True),
    Column("tournament_key", Integer, ForeignKey("tournament.tournament_key"), primary_key=True),
    Column("set_aside", Text, nullable=False, comment="why its games are not rated; empty: they are"),
    Column("accepted", Text, nullable=False, comment="why it is rated in spite of refused rows; empty: not needed"),
    Column("signature", sa.BigInteger, comment="same players and results give the same number; null: too few games"),
    Index(None, "signature"),
    comment="a tournament's games in one period",
)

game = sa.Table(
    "game",
    metadata,
    Column("tournament_key", Integer, ForeignKey("tournament.tournament_key"), nullable=False),
    Column("round", Integer, nullable=False, comment="0: none given"),
    Column("played_on", Integer, nullable=False),
    Column("white", Integer, ForeignKey("player.player_key"), nullable=False),
    Column("black", Integer, ForeignKey("player.player_key"), nullable=False),
    Column("result", SmallInteger, nullable=False),
    Column("load_key", Integer, ForeignKey("load.load_key"), nullable=False),
    Column("board", Integer, nullable=False, comment="0: none given"),
    sa.PrimaryKeyConstraint("tournament_key", "round", "played_on", "white", "black", "result"),
    sqlite_with_rowid=False,
)

bye = sa.Table(
    "bye",
    metadata,
    Column("tournament_key", Integer, ForeignKey("tournament.tournament_key"), nullable=False),
    Column("round", Integer, nullable=False),
    Column("played_on", Integer, nullable=False),
    Column("white", Integer, ForeignKey("player.player_key"), nullable=False),
    Column("result", SmallInteger, nullable=False),
    Column("load_key", Integer, ForeignKey("load.load_key"), nullable=False),
    Column("board", Integer, nullable=False),
    sa.PrimaryKeyConstraint("tournament_key", "round", "played_on", "white", "result"),
    sqlite_with_rowid=False,
    comment="byes and forfeits without an opponent: shown, never rated",
)

left_out = sa.Table(
    "left_out",
    metadata,
    Column("tournament_key", Integer, ForeignKey("tournament.tournament_key"), nullable=False),
    Column("round", Integer, nullable=False),
    Column("played_on", Integer, nullable=False),
    Column("white", Integer, ForeignKey("player.player_key"), nullable=False),
    Column("black", Integer, nullable=False, comment="0: none"),
    Column("result", SmallInteger, nullable=False),
    Column("load_key", Integer, ForeignKey("load.load_key"), nullable=False),
    Column("board", Integer, nullable=False),
    _ref("brought_by", "load.load_key"),
    sa.PrimaryKeyConstraint("tournament_key", "round", "played_on", "white", "black", "result", "load_key"),
    sqlite_with_rowid=False,
    comment="games set aside when their list was published, as they were, and the later load that has them",
)

refused = sa.Table(
    "refused",
    metadata,
    _key("refused_key"),
    _ref("load_key", "load.load_key"),
    Column("tournament_key", Integer, ForeignKey("tournament.tournament_key"), nullable=True),
    Column("line", Integer, nullable=False),
    Column("column", Text, nullable=False),
    Column("value", Text, nullable=False),
    Column("code", Text, nullable=False),
    Column("message", Text, nullable=False),
    Column("cells", Text, nullable=False, comment="the row as it came, as JSON"),
    Column("counts_for", Integer, nullable=False, comment="games it stands for: 0 for the second of a pair"),
    Column("settled_by", Integer, ForeignKey("load.load_key"), nullable=True),
    Index(None, "load_key"),
)

rating_list = sa.Table(
    "list",
    metadata,
    _key("list_key"),
    Column("system", Text, nullable=False),
    Column("in_force_on", Date, nullable=False),
    Column("revision", Integer, nullable=False, comment="-1: an adjustment; 0: loaded; 1, 2 …: published here"),
    Column("run_key", Integer, ForeignKey("run.run_key"), nullable=True),
    Column("published_at", Text),
    Column("sha256", Text, comment="of the exported list"),
    Column("content", sa.LargeBinary, comment="the exported list as it was published, compressed by zlib"),
    Column("remark", Text, comment="why it was published although something was set aside"),
    Column("inputs", Text, comment="hash of the files and options of the `run` that published it"),
    Column("adjustment", Text, comment="the list-wide operation that made this list, as JSON"),
    UniqueConstraint("system", "in_force_on", "revision"),
)

list_row = sa.Table(
    "list_row",
    metadata,
    Column("list_key", Integer, ForeignKey("list.list_key"), nullable=False),
    Column("player_key", Integer, ForeignKey("player.player_key"), nullable=False),
    Column("rating", Integer),
    Column("type", Text),
    Column("given", Integer),
    Column("games", Integer),
    Column("peak", Integer),
    Column("archive_points", sa.BigInteger, comment="performance × games, hundredths"),
    Column("archive_games", Integer),
    Column("archive_season", Integer),
    Column("last_game", Integer),
    Column("status", Text),
    Column("load_key", Integer, ForeignKey("load.load_key"), nullable=False),
    sa.PrimaryKeyConstraint("list_key", "player_key", "load_key"),
    sqlite_with_rowid=False,
)

run = sa.Table(
    "run",
    metadata,
    _key("run_key"),
    _ref("period_key", "period.period_key"),
    Column("rated_at", Text, nullable=False),
    Column("edition", Text, nullable=False, comment="every number of the edition, as JSON"),
    Column("inputs_sha256", Text, nullable=False),
    Column("version", Text, nullable=False),
    Column("games", Integer, nullable=False),
    Index(None, "period_key"),
)

run_row = sa.Table(
    "run_row",
    metadata,
    Column("run_key", Integer, ForeignKey("run.run_key"), nullable=False),
    Column("player_key", Integer, ForeignKey("player.player_key"), nullable=False),
    Column("birth_year", Integer),
    Column("rating_before", Integer),
    Column("type_before", Text),
    Column("credited", Integer),
    Column("archive_points_before", sa.BigInteger),
    *(Column(name, Integer) for name in ("archive_games_before", "archive_season_before")),
    Column("given", Integer),
    Column("played", Integer, nullable=False, comment="games played over the board, counted or not"),
    Column("n", Integer, nullable=False),
    Column("half_points", Integer, nullable=False),
    Column("opponents_sum", sa.BigInteger, nullable=False),
    Column("performance_points", sa.BigInteger, nullable=False),
    Column("case", Text, nullable=False),
    Column("estimate", Integer),
    Column("estimate_source", Text),
    Column("wave", Integer),
    Column("worth", Integer),
    *_ratio("k"),
    Column("k_reason", Text),
    *_ratio("change"),
    *_ratio("exact"),
    Column("rating", Integer),
    Column("type", Text),
    Column("listed", Integer),
    Column("games", Integer, nullable=False),
    Column("peak", Integer),
    Column("archive_points", sa.BigInteger),
    Column("archive_games", Integer),
    Column("archive_season", Integer),
    Column("last_game", Integer),
    Column("status_before", Text, comment="on the newest list before the period; null: none says"),
    Column("status", Text),
    sa.PrimaryKeyConstraint("run_key", "player_key"),
    sqlite_with_rowid=False,
)

pool = sa.Table(
    "pool",
    metadata,
    _key("pool_key"),
    Column("run_key", Integer, ForeignKey("run.run_key"), nullable=True),
    Column("load_key", Integer, ForeignKey("load.load_key"), nullable=True),
    _ref("player_key", "player.player_key"),
    Column("tournament", Text, nullable=False),
    Column("period_ends", Integer, nullable=False),
    Column("starts", Integer, nullable=False),
    Column("games", Integer, nullable=False),
    Column("half_points", Integer, nullable=False),
    Column("opponents_sum", Integer, nullable=False),
    Column("opponents", Text, nullable=False, comment="keys of the different opponents, by blanks"),
    Column("format", Text, nullable=False),
    Column("first_event", Integer, nullable=False),
    CheckConstraint("(run_key IS NULL) <> (load_key IS NULL)", "origin"),
    Index(None, "run_key"),
    comment="newcomers' games, by tournament and period, until they make a first rating",
)
