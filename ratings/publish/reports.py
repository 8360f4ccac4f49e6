"""A tournament of a period as a FIDE report (TRF): its games by round, its players with what they started from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import sqlalchemy as sa

from ratings.errors import RatingsError
from ratings.files.cells import RESULTS, as_date
from ratings.files.fitting import and_more
from ratings.files.trf import read_trf
from ratings.files.trf_records import TrfEvent, TrfGame
from ratings.files.trf_write import write_trf
from ratings.loading.journal import outstanding
from ratings.publish.report_players import Entrant, Named, Wishes, entrants
from ratings.publish.write import Written
from ratings.store import schema
from ratings.store.games import games_of
from ratings.store.holds import GONE
from ratings.store.periods import Period
from ratings.wording import number_of

Rows = Mapping[str, Sequence[Any]]


def tournament_report(connection: sa.Connection, period: Period, wishes: Wishes) -> Written:
    """Give one tournament of a period as a report.

    Raises:
        RatingsError: there is no such tournament, or the form cannot hold it: nothing is left out.
    """
    tournament = _tournament(connection, period, wishes.tournament)
    everything = games_of(connection, period, code=tournament.code)
    stands = ~np.isin(everything["word"], GONE)
    rows: Rows = {name: column[stands] for name, column in everything.items()}
    if not len(rows["white"]):
        raise RatingsError(f"{_title(tournament)} has no games in {period.name}.", "`ratings check` says why.")
    who = entrants(connection, period, rows, wishes)
    _need_rounds(rows, who, tournament)
    missing = [row for row in outstanding(connection, period.system, period.key, accepted=True)
               if row.tournament_key == tournament.tournament_key]  # fmt: skip
    event = replace(_event(tournament, rows, who.by_key), lacking=len(missing))
    text = write_trf(event, wishes.form, {one.player.number: one.id for one in who.by_key.values()})
    _must_read_the_same(event, text)
    notes = (*who.notes, *_notes(connection, period, tournament, rows, len(missing)))
    told = f"{number_of(len(event.games), 'game')} and byes of {number_of(len(event.players), 'player')}"
    return Written(text.replace("\n", "\r\n").encode("utf-8"), told, notes, not missing)


def _tournament(connection: sa.Connection, period: Period, code: str | None) -> sa.Row:
    """Give the tournament's row.

    Raises:
        RatingsError: there is none of that code, or several and none is named.
    """
    tournament, entry = schema.tournament, schema.entry
    query = sa.select(tournament).join(entry, entry.c.tournament_key == tournament.c.tournament_key)
    rows = connection.execute(query.where(entry.c.period_key == period.key).order_by(tournament.c.code)).all()
    found = [row for row in rows if code in (None, row.code)]
    if len(found) == 1:
        return found[0]
    known = ", ".join(repr(row.code) for row in rows[:10]) + (" …" if len(rows) > 10 else "")
    hint = f"It has {known}." if rows else "Load its games first."
    if not found:
        what = "no tournament" if code is None else f"no tournament {code!r}"
        raise RatingsError(f"{period.system} {period.name} has {what}.", hint)
    several = f"{period.system} {period.name} has {len(found)} tournaments."
    raise RatingsError(several, f"Name one by --tournament. {hint}", 2)


def _title(tournament: sa.Row) -> str:
    return f"Tournament {tournament.code}" if tournament.code else "The group of games without a tournament"


def _need_rounds(rows: Rows, who: Named, tournament: sa.Row) -> None:
    """Stop where games have no round: a report holds nothing else."""
    without = [place for place, number in enumerate(rows["round"]) if number == 0]
    if without:
        first = without[0]
        pair = "-".join(who.by_key[key].id for key in (rows["white"][first], rows["black"][first]) if key)
        raise RatingsError(
            f"The report cannot be written: {_title(tournament)} has games without a round: "
            f"{pair} on {as_date(rows['played_on'][first])}{and_more(len(without))}.",
            "Load them with a round column, or export them as CSV: --what games.",
        )


def _event(tournament: sa.Row, rows: Rows, by_key: Mapping[int, Entrant]) -> TrfEvent:
    games = [
        TrfGame(
            round=int(number), white=by_key[white].player.number, black=by_key[black].player.number if black else None,
            result=RESULTS[result], date=as_date(day),
        )
        for number, white, black, result, day in zip(
            rows["round"], rows["white"], rows["black"], rows["result"], rows["played_on"], strict=True
        )
    ]  # fmt: skip
    return TrfEvent(
        name=tournament.name or tournament.code,
        place=tournament.place or "",
        starts=tournament.starts_on or as_date(min(rows["played_on"])),
        ends=tournament.ends_on or as_date(max(rows["played_on"])),
        kind=" ".join(word for word in (tournament.format, tournament.kind) if word),
        time_control=tournament.minutes or "",
        declared_rounds=tournament.rounds,
        players=sorted((one.player for one in by_key.values()), key=lambda player: player.number),
        games=sorted(games, key=lambda game: (game.round, game.white)),
        code=tournament.code,
    )


def _must_read_the_same(event: TrfEvent, text: str) -> None:
    """Read the report again before it goes out: it must give the same games.

    Raises:
        RatingsError: it does not, because of something that only the reader knows.
    """
    again = read_trf(text.encode("utf-8"), "the report")
    games = [replace(game, line=0, column=0, white_mark="", black_mark="") for game in again.games]
    if again.issues or games != event.games:
        why = str(again.issues[0]) if again.issues else "its games would be read differently"
        raise RatingsError(f"The report cannot be written: {why}.", "Export the games as CSV: --what games.")


def _notes(connection: sa.Connection, period: Period, tournament: sa.Row, rows: Rows, missing: int) -> list[str]:
    """Say what the form leaves out, and what of the tournament is not in this period's games."""
    byes = sum(RESULTS[code] == "bye" for code in rows["result"])
    boards = sum(board > 0 for board in rows["board"])
    held = sum(word == "held" for word in rows["word"])
    others = _other_periods(connection, period, tournament)
    told = {
        f"byes written as Z, worth nothing, as it is not known what they were worth: {byes}": byes,
        f"board numbers left out, for which the form has no place: {boards}": boards,
        f"refused rows that are not in the report: {missing}": missing,
        f"it is set aside: {rows['set_aside'][0]}": "set-aside" in rows["word"],
        f"games that are held, not rated for now: {held}": held,
        f"it has games in {', '.join(others)} too, which are not in this report": others,
    }
    return [note for note, says in told.items() if says]


def _other_periods(connection: sa.Connection, period: Period, tournament: sa.Row) -> list[str]:
    entry, other = schema.entry, schema.period
    query = (
        sa.select(other.c.name)
        .join(entry, entry.c.period_key == other.c.period_key)
        .where(entry.c.tournament_key == tournament.tournament_key, other.c.period_key != period.key)
        .order_by(other.c.starts_on)
    )
    return list(connection.execute(query).scalars())
