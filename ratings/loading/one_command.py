"""What the files of one command say against each other: their order must not decide what is stored, or mended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from ratings.errors import Issue, RatingsError
from ratings.files import formats
from ratings.files.known_columns import BY_PLAYER, PLAYERS
from ratings.files.read import ReadTable, read_table
from ratings.files.sources import Source
from ratings.loading import list_contradictions, players_together
from ratings.loading.journal import Loaded, day_of
from ratings.loading.player_rows import PlayerRows, read_rows
from ratings.loading.players import load_players
from ratings.loading.players_together import put_together
from ratings.store import schema

MEND_ONE = (
    "Mend one of them: without --accept-partial and --publish-anyway the rows are named, and nothing is published."
)
"""What to do about files of a run that contradict each other."""
_AT_ONCE = 500


def load_all_players(
    connection: sa.Connection, sources: Sequence[Source], at: str, encoding: str | None, *,
    read: ReadTable = read_table, **how: Any,
) -> list[Loaded]:  # fmt: skip
    """Load the files of players of one command: they complete each other, and rows that contradict are refused.

    Rating lists of FIDE's only fill in what is not known, and contradict nobody.
    """
    if len(sources) == 1:
        return [load_players(connection, sources[0], at, encoding, read=read, **how)]
    rows: list[PlayerRows | None] = []
    for source in sources:
        is_table = source.format() != formats.FIDE_LIST
        table = read(source, PLAYERS, BY_PLAYER, encoding) if is_table else None
        rows.append(None if table is None else read_rows(table, day_of(at)))
    put_together([one for one in rows if one is not None])
    given = zip(sources, rows, strict=True)
    loaded = [load_players(connection, source, at, encoding, rows=one, **how) for source, one in given]
    leave_open(connection, loaded)
    return loaded


def contradictions(loaded: Sequence[Loaded]) -> list[Issue]:
    """Give what was refused because another one of these files says something else."""
    return [issue for found in _by_file(loaded) for issue in found]


def _by_file(loaded: Sequence[Loaded]) -> list[list[Issue]]:
    if len(loaded) <= 1:  # what it contradicts came by another command
        return [[] for _ in loaded]
    pools = (f"load {one.load_key} (" for one in loaded)
    begins = (players_together.ANOTHER_FILE, list_contradictions.ANOTHER_FILE, *pools)
    return [[issue for issue in one.issues if issue.message.startswith(begins)] for one in loaded]


def leave_open(connection: sa.Connection, loaded: Sequence[Loaded]) -> None:
    """Leave rows that contradict another file of a command to be mended, whichever of its files has the same id well.

    Else the file that comes last would decide: two against one.
    """
    refused, keys = schema.refused, [one.load_key for one in loaded]
    for one, found in zip(loaded, _by_file(loaded), strict=True):
        if not found:
            continue
        lines = {issue.line for issue in found}
        own = sa.and_(refused.c.load_key == one.load_key, refused.c.settled_by.in_(keys), refused.c.given_up == 0)
        query = sa.select(refused.c.refused_key, refused.c.line).where(own)
        again = [key for key, line in connection.execute(query) if line in lines]
        for start in range(0, len(again), _AT_ONCE):
            chosen = refused.c.refused_key.in_(again[start : start + _AT_ONCE])
            connection.execute(sa.update(refused).where(chosen).values(settled_by=None))


def must_agree(found: Sequence[Issue]) -> None:
    """Stop where files of one command contradict each other, and nobody is to mend them before a list is published.

    Raises:
        RatingsError: naming the first row.
    """
    if found:
        raise RatingsError(f"{found[0]}; the order of the files would decide what the list is made from.", MEND_ONE)
