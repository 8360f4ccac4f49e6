"""A period's list in the forms that pairing programs read: Swiss-Manager's and FIDE's."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

import pyarrow as pa
import sqlalchemy as sa

from ratings.columns import Array, as_text
from ratings.errors import RatingsError
from ratings.files.csv_table import without_apostrophe
from ratings.files.fide_list_write import write_fide_list
from ratings.files.fitting import Fitting, and_more
from ratings.files.swiss_list import write_swiss_list
from ratings.kinds import kind_of
from ratings.publish.exports import export_frame
from ratings.publish.write import Written, harmless
from ratings.store import schema
from ratings.store.periods import Period
from ratings.store.runs import rated_run
from ratings.wording import number_of

_INTERNATIONAL = ("fide-", "elo-international")
"""How the names of systems begin whose ratings are international, not national."""
_INACTIVE = ("inactive", "off-list")


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the officer asks for: the form (`fide`, `swiss-manager`), who is in it, whose ids, names made to fit.

    `adjusted` asks for the list with the adjustments made since.
    """

    form: str
    full: bool = False
    fide_ids: bool = False
    fit: bool = False
    adjusted: bool = False


def player_list(connection: sa.Connection, period: Period, wishes: Wishes) -> Written:
    """Give the list of a period as a file for pairing programs.

    Values, names, clubs and federations are those of the list as it was published, or adjusted since; FIDE ids are the
    register's.

    Raises:
        RatingsError: there is no such list, or a value does not fit its column.
    """
    system = period.system
    frame = export_frame(connection, period, "list", full=wishes.full, adjusted=wishes.adjusted)
    columns = {column: _texts(frame[column]) for column in frame.column_names}
    counted, fide_id = _counted_games(connection, period), _fide_ids(connection)
    columns["counted"] = [counted.get(player, "") for player in columns["id"]]
    columns["fide_id"] = [fide_id.get(player, "") for player in columns["id"]]
    fitting = Fitting("The list", wishes.fit)
    text = _as_fide(columns, system, wishes, fitting) if wishes.form == "fide" else _as_swiss(columns, system, fitting)
    return Written(text.encode("utf-8"), number_of(len(frame), "player"), tuple(fitting.notes))


def _texts(column: Array) -> list[str]:
    """Give a column as texts, '' where nothing is known; letters and their accents are one character."""
    texts = as_text(column).cast(pa.string()).to_pylist()
    return [unicodedata.normalize("NFC", without_apostrophe(text or "")) for text in texts]


def _counted_games(connection: sa.Connection, period: Period) -> dict[str, str]:
    """Give the games counted in the period by player id."""
    row, player = schema.run_row, schema.player
    query = sa.select(player.c.id, row.c.n).join(row, row.c.player_key == player.c.player_key)
    found = connection.execute(query.where(row.c.run_key == rated_run(connection, period).run_key))
    return {player_id: str(n) for player_id, n in found}


def _fide_ids(connection: sa.Connection) -> dict[str, str]:
    player = schema.player
    query = sa.select(player.c.id, player.c.fide_id).where(player.c.fide_id.isnot(None))
    return {row.id: row.fide_id for row in connection.execute(query)}


def _as_fide(columns: dict[str, list[str]], system: str, wishes: Wishes, fitting: Fitting) -> str:
    flags = zip(columns["sex"], columns["status"], strict=True)
    chosen = {
        "id": columns["id"],
        "name": columns["name"],
        "federation": [text.upper() for text in columns["federation"]],
        "sex": columns["sex"],
        "rating": columns["rating"],
        "games": columns["counted"],
        "birth": columns["birth_year"],
        "flag": ["w" * (sex == "F") + "i" * (status in _INACTIVE) for sex, status in flags],
    }
    chosen = _with_fide_ids(chosen, columns) if wishes.fide_ids else chosen
    return write_fide_list(chosen, kind_of(system), columns["id"], fitting)


def _with_fide_ids(chosen: dict[str, list[str]], columns: dict[str, list[str]]) -> dict[str, list[str]]:
    """Put FIDE ids in place of our own.

    Raises:
        RatingsError: a player has none, or two have the same.
    """
    owner: dict[str, str] = {}
    for own, fide in zip(columns["id"], columns["fide_id"], strict=True):
        if not fide:
            without = columns["fide_id"].count("")
            raise RatingsError(
                f"The list cannot be written: player {own} has no FIDE id{and_more(without)}.",
                "Register it (load players, column fide_id), or leave --ids fide out.",
            )
        if owner.setdefault(fide, own) != own:
            raise RatingsError(
                f"The list cannot be written: players {owner[fide]} and {own} have the same FIDE id, {fide}.",
                "Correct it in the register: load players, column fide_id.",
            )
    return {**chosen, "id": columns["fide_id"]}


def _as_swiss(columns: dict[str, list[str]], system: str, fitting: Fitting) -> str:
    nothing = ["0"] * len(columns["id"])
    ratings = [text or "0" for text in columns["rating"]]
    is_international = system.startswith(_INTERNATIONAL)
    chosen = {name: [str(harmless(text)) for text in columns[name]] for name in ("id", "name", "federation", "club")}
    chosen |= {
        "sex": [{"F": "f", "M": "m"}.get(sex, "") for sex in columns["sex"]],
        "club_number": [""] * len(nothing),
        "birth": columns["birth_year"],
        "national": nothing if is_international else ratings,
        "fide_id": columns["fide_id"],
        "international": ratings if is_international else nothing,
    }
    return write_swiss_list(chosen, fitting)
