"""Writes a list in the form in which Swiss-Manager imports a national rating list: named columns, by semicolons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ratings.files.fitting import BREAKS, Fitting, Slot

COLUMNS = {
    "id": "ID_No", "name": "Name", "sex": "Sex", "federation": "Fed", "club_number": "Clubnumber", "club": "ClubName",
    "birth": "Birthday", "national": "Rtg_Nat", "fide_id": "Fide_No", "international": "Rtg_Int",
}  # fmt: skip
"""The columns by the names in our lists; Swiss-Manager finds them by the names in its own."""
_FORM = f'(?!")[^;{BREAKS}]*'
_RULE = "on one line, without semicolons, not starting with a quotation mark"
_INSTEAD = {";": ",", '"': "'"}


def write_swiss_list(columns: Mapping[str, Sequence[str]], fitting: Fitting) -> str:
    """Give the list as text with CR LF line ends.

    `columns` are texts by the names of COLUMNS, '' where nothing is known. No cell is put in quotes, which not every
    version takes off: a text that would run into the next column raises RatingsError, naming player, column and value.
    """
    cells = []
    for name, label in COLUMNS.items():
        may_be_mended = name in ("name", "club")
        slot = Slot(label, _FORM, _RULE, instead=_INSTEAD if may_be_mended else None)
        cells.append(fitting.column(slot, columns[name], columns["id"]))
    lines = [";".join(COLUMNS.values()), *(";".join(line) for line in zip(*cells, strict=True))]
    return "".join(line + "\r\n" for line in lines)
