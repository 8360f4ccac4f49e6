"""What a report brings beside its games: the tournament's row, its people, the days of games that have none."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pyarrow as pa
import sqlalchemy as sa

from ratings.files.csv_table import TextTable
from ratings.files.event import Event, Person
from ratings.loading.journal import Draft
from ratings.loading.known_events import mapped, row_of, take_code_of_same_games, take_known_code
from ratings.loading.newcomers import register_newcomers
from ratings.loading.people import match
from ratings.store import schema
from ratings.store.bulk import next_key
from ratings.wording import number_of

MOST_WARNINGS = 10
_FIELDS = {"starts": "starts_on", "ends": "ends_on"}


def settle(connection: sa.Connection, draft: Draft, event: Event, system: str, *, register: bool) -> None:
    """Write the tournament down and put ids in the place of start numbers; `register` takes newcomers in.

    Who is not found stands in the table with start number and name, and in `unmatched` with the reason.
    """
    table = draft.table
    draft.notes += take_known_code(connection, table, event, system)
    draft.notes += _forget_future_births(event, draft.day)
    matched = match(connection, event)
    draft.notes.append(matched.note())
    if register and (count := register_newcomers(connection, draft, event, matched)):
        draft.notes.append(f"{number_of(count, 'player')} registered as unrated")
    elif set(matched.unknown) - matched.doubtful:
        draft.notes.append("register the players not found and load again, or load with --register (as unrated)")
    draft.notes += matched.warnings[:MOST_WARNINGS]
    if len(matched.warnings) > MOST_WARNINGS:
        draft.notes.append(f"… and {len(matched.warnings) - MOST_WARNINGS} more players with another name or year")
    shown = {str(person.number): matched.ids.get(person.number, _shown(person)) for person in event.people}
    for column in ("white", "black"):
        table.columns[column] = mapped(table.columns[column], shown)
        for cells in table.loose:
            cells[column] = shown.get(cells[column], cells[column])
    table.unmatched = {
        _shown(person): matched.unknown[person.number] for person in event.people if person.number in matched.unknown
    }
    _settle_event(connection, draft, event, system)


def _forget_future_births(event: Event, today: dt.date) -> list[str]:
    """Leave out births after the day of the load, as those that cannot be read, and say whose."""
    future = [person for person in event.people if _born(person) > today]
    for person in future:
        event.people[event.people.index(person)] = replace(person, birth_year=None, birth_date=None)
    told = [
        f"warning: {_shown(one)}: nobody is born after {today}, born {one.birth_year} is left out" for one in future
    ]
    more = len(told) - MOST_WARNINGS
    return told[:MOST_WARNINGS] + ([f"… and {more} more births in the future, left out"] if more > 0 else [])


def _born(person: Person) -> dt.date:
    """Give the first day on which somebody can be born; of whom nothing is known, the first of all days."""
    if person.birth_date is not None:
        return person.birth_date
    return dt.date(person.birth_year, 1, 1) if person.birth_year else dt.date.min


def _settle_event(connection: sa.Connection, draft: Draft, event: Event, system: str) -> None:
    """Write the tournament down, under the code that it has here, and date its games."""
    draft.notes += take_code_of_same_games(connection, draft.table, event, system)
    _write_event(connection, event, system)
    if not _date_games(connection, draft.table, event, system):
        days = f"give them in a tournaments file (tournament {event.code!r}, starts, ends)"
        draft.notes.append(f"there are games without dates: {days}")
    if event.lacking:
        draft.notes.append(f"the report lacks {number_of(event.lacking, 'row')} refused where it was written")


def _shown(person: Person) -> str:
    return f"{person.number} {person.name}".strip() if person.name else f"start number {person.number}"


def _write_event(connection: sa.Connection, event: Event, system: str) -> None:
    """Write down what a report says of its tournament, where nothing was written down before."""
    tournament = schema.tournament
    told = {_FIELDS.get(name, name): value for name, value in event.details.items()}
    row = row_of(connection, event.code, system)
    if row is None:
        key = next_key(connection, tournament.c.tournament_key)
        values = {"tournament_key": key, "system": system, "code": event.code, **told}
        connection.execute(sa.insert(tournament).values(values))
        return
    kept = (
        _FIELDS.values() if event.written_code == event.code else ()
    )  # days of games that were here, not of the event
    new = {name: value for name, value in told.items() if row._mapping[name] is None and name not in kept}
    if new:
        where = tournament.c.tournament_key == row.tournament_key
        connection.execute(sa.update(tournament).where(where).values(new))


def _date_games(connection: sa.Connection, table: TextTable, event: Event, system: str) -> bool:
    """Give games without a day the last day of their tournament, where a tournaments file has told it.

    Say whether all games have a day now.
    """
    row, dates = row_of(connection, event.code, system), table.columns["date"]
    day: dt.date | None = (row.ends_on or row.starts_on) if row is not None else None
    if day is None:
        return "" not in dates.dictionary.to_pylist()
    filled = [text or str(day) for text in dates.dictionary.to_pylist()]
    table.columns["date"] = pa.DictionaryArray.from_arrays(dates.indices, pa.array(filled, pa.string()))
    for cells in table.loose:
        cells["date"] = cells["date"] or str(day)
    return True
