"""Which tournament here a report is of: by the code written in it, by its name, or by the games that are stored."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress

import pyarrow as pa
import sqlalchemy as sa

from ratings.files.cells import Unreadable, read_day, read_result
from ratings.files.csv_table import TextTable
from ratings.files.event import Event
from ratings.store import schema

_SAMPLE = 40
"""So many games of a report are looked for among the stored ones."""
_FEWEST = 3
"""So many games must be there for a report of more of them to be the same event."""


def row_of(connection: sa.Connection, code: str, system: str) -> sa.Row | None:
    """Give the row of a tournament."""
    tournament = schema.tournament
    query = sa.select(tournament).where(tournament.c.system == system, tournament.c.code == code)
    return connection.execute(query).one_or_none()


def mapped(column: pa.DictionaryArray, shown: dict[str, str]) -> pa.DictionaryArray:
    """Give a column with texts replaced."""
    texts = [shown.get(text, text) for text in column.dictionary.to_pylist()]
    return pa.DictionaryArray.from_arrays(column.indices, pa.array(texts, pa.string()))


def take_known_code(connection: sa.Connection, table: TextTable, event: Event, system: str) -> list[str]:
    """Use the code that this program wrote into the report, or its bare name where a tournament has that as its code.

    A written code is not used where here another event has it. Give notes.
    """
    if row_of(connection, event.code, system) is not None:
        return []
    name, starts, written = str(event.details.get("name") or ""), event.details.get("starts"), event.written_code
    row = row_of(connection, written, system) if written else None
    if written and (row is None or ((row.name or row.code) == name and row.starts_on in (None, starts))):
        take_code(table, event, written)
        return []
    named = row_of(connection, name, system) if name else None
    if named is not None and named.starts_on in (None, starts):
        take_code(table, event, name)
    elif written:
        return [f"warning: the report says that it is of {written!r}, which is another tournament here"]
    return []


def take_code(table: TextTable, event: Event, code: str) -> None:
    """Give an event another code, in all its rows."""
    table.columns["tournament"] = mapped(table.columns["tournament"], {event.code: code})
    for cells in table.loose:
        cells["tournament"] = code
    event.code = code


def take_code_of_same_games(connection: sa.Connection, table: TextTable, event: Event, system: str) -> list[str]:
    """Use the code of the tournament in which most of a report's games are stored already, under another name.

    White and black are ids by now. The same games are those of the same round, day, players and result. Give notes.
    """
    if row_of(connection, event.code, system) is not None:
        return []
    wanted = _wanted(connection, table)
    found: Counter[str] = Counter()
    for code, day, *game in _stored(connection, wanted, system):
        found[code] += wanted.get(tuple(game), -1) in (None, day)
    code, count = min(found.items(), key=lambda item: (-item[1], item[0]), default=("", 0))
    if count == 0 or (count < len(wanted) and (count < _FEWEST or 2 * count < len(wanted))):
        return []
    message = f"the same games are here as tournament {code!r}: taken as that, not as {event.code!r}"
    take_code(table, event, code)
    return [message]


_Game = tuple[int, ...]
"""Round, keys of White and Black, result."""


def _wanted(connection: sa.Connection, table: TextTable) -> dict[_Game, int | None]:
    """Give the day of some games of the report, the first by round and ids; None where it says no day."""
    texts = {name: table.columns[name].to_pylist() for name in ("round", "white", "black", "result", "date")}
    rows = sorted(row for row in zip(*texts.values(), strict=True) if row[0].isdigit() and row[2])[:_SAMPLE]
    ids = sorted({text for row in rows for text in row[1:3]})
    player = schema.player
    keys = dict(connection.execute(sa.select(player.c.id, player.c.player_key).where(player.c.id.in_(ids))).all())
    wanted: dict[_Game, int | None] = {}
    for number, white, black, result, day in rows:
        if white in keys and black in keys:
            with suppress(Unreadable):
                wanted[int(number), keys[white], keys[black], read_result(result)] = read_day(day) if day else None
    return wanted


def _stored(connection: sa.Connection, wanted: dict[_Game, int | None], system: str) -> list[sa.Row]:
    """Give the stored games of the pairs that are wanted: code, day, round, keys and result."""
    game, tournament = schema.game, schema.tournament
    query = (
        sa.select(tournament.c.code, game.c.played_on, game.c.round, game.c.white, game.c.black, game.c.result)
        .join(tournament, tournament.c.tournament_key == game.c.tournament_key)
        .where(tournament.c.system == system, game.c.white.in_(sorted({white for _, white, _, _ in wanted})))
    )
    days = {day for day in wanted.values() if day is not None}
    if days and None not in wanted.values():
        query = query.where(game.c.played_on.between(min(days), max(days)))
    return list(connection.execute(query))
