"""Tables of what officers decide: the ledger, what is held or withdrawn, persons with two ids, signed values."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import CheckConstraint, Column, Date, Index, Integer, SmallInteger, Text

from ratings.store.schema.naming import key, metadata, ref

ledger = sa.Table(
    "ledger",
    metadata,
    key("ledger_key"),
    Column("decided_at", Text, nullable=False),
    Column("decided_by", Text, nullable=False, comment="the login name, or who was named by --by"),
    Column("action", Text, nullable=False),
    Column("system", Text, nullable=False, comment="empty: of all systems"),
    ref("period_key", "period.period_key", nullable=True),
    Column("subject", Text, nullable=False, comment="what it is about, in words"),
    Column("reason", Text, nullable=False),
    Column("claim", Text, nullable=False, comment="number of the claim that it answers; empty: none"),
    *(Column(name, Text, comment="as JSON") for name in ("before", "after")),
    Column("lists", Text, comment="lists that it made or touched, as JSON"),
    comment="every decision, in order; rows are only added",
)

hold = sa.Table(
    "hold",
    metadata,
    key("hold_key"),
    ref("period_key", "period.period_key"),
    Column("kind", Text, nullable=False),
    Column("word", Text, nullable=False),
    ref("tournament_key", "tournament.tournament_key", nullable=True),
    ref("player_key", "player.player_key", nullable=True),
    *(Column(name, Integer, comment="of a game") for name in ("round", "played_on", "white")),
    Column("black", Integer, comment="of a game; 0: none"),
    Column("result", SmallInteger, comment="of a game"),
    ref("opened_by", "ledger.ledger_key"),
    ref("closed_by", "ledger.ledger_key", nullable=True),
    CheckConstraint("kind IN ('tournament', 'game', 'player')", "kind"),
    CheckConstraint("word IN ('held', 'withdrawn', 'corrected', 'reassigned')", "word"),
    Index(None, "tournament_key", "white", "black"),
    comment="what is not rated, from one entry of the ledger to another: a game, a tournament, a player's games",
)

alias = sa.Table(
    "alias",
    metadata,
    key("alias_key"),
    ref("player_key", "player.player_key"),
    ref("person_key", "player.player_key"),
    ref("opened_by", "ledger.ledger_key"),
    ref("closed_by", "ledger.ledger_key", nullable=True),
    CheckConstraint("player_key <> person_key", "two"),
    Index(
        None, "player_key", unique=True, sqlite_where=sa.text("closed_by IS NULL"),
        postgresql_where=sa.text("closed_by IS NULL"),
    ),
    comment="ids that are one person: what stands under the first counts for the second",
)  # fmt: skip

signed = sa.Table(
    "signed",
    metadata,
    key("signed_key"),
    Column("system", Text, nullable=False),
    ref("player_key", "player.player_key"),
    Column("in_force_on", Date, nullable=False),
    Column("kind", Text, nullable=False),
    Column("value", Integer, nullable=False),
    Column("signatory", Text, nullable=False),
    ref("opened_by", "ledger.ledger_key"),
    ref("closed_by", "ledger.ledger_key", nullable=True),
    CheckConstraint("kind IN ('rating', 'estimate')", "kind"),
    Index(None, "system", "in_force_on"),
    comment="ratings and estimates that somebody answers for, apart from computed ones",
)

setting = sa.Table(
    "setting",
    metadata,
    Column("system", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
