"""A list's cells as the columns that are stored: ratings, letters, estimates, archives; faults become issues."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pyarrow as pa

from ratings.columns import Array, integers, is_word, known, numbers, small_integers, words
from ratings.engine.period import TYPES
from ratings.errors import Issue
from ratings.files import cells
from ratings.files.csv_table import TextTable

PERFORMANCES = ("100", "3999")
"""The lowest and the highest performance that an archive may have."""
WORDS = ("", "active", "inactive", "off-list", "provisional")
STORED = (
    "rating", "type", "given", "games", "peak", "archive_points", "archive_games", "archive_season", "last_game",
    "status",
)  # fmt: skip


def read_rows(table: TextTable, ending: int | None, issues: list[Issue]) -> pa.Table:
    """Read a list's cells as the columns that are stored; null where the file says nothing.

    `ending` is the digit in which estimates end under the rules of the list; None where they end in none.
    """
    rating = cells.read_numbers(table, "rating", cells.whole_number(1, 3999), issues)
    given = cells.read_numbers(table, "estimate", cells.whole_number(1, 3999), issues)
    types = _types(table, rating, ending, issues)
    estimated = types == TYPES.index("E")
    if "estimate" not in table.columns:
        given = replace(given, values=rating.values, known=rating.known & estimated)
    columns = {
        "rating": small_integers(rating.values, rating.known & ~estimated),
        "type": words(types, TYPES, None if "rating" in table.columns else np.zeros(len(table), dtype=bool)),
        "given": small_integers(given.values, given.known),
    }
    readers = {
        "games": cells.whole_number(0, 10**6),
        "peak": cells.whole_number(1, 3999),
        "archive_games": cells.whole_number(0, 10**6),
        "archive_season": cells.whole_number(1850, 2200),
        "last_game": cells.read_day,
    }
    for name, reader in readers.items():
        column = cells.read_numbers(table, name, reader, issues)
        columns[name] = small_integers(column.values, column.known)
    columns["archive_points"] = _archive_points(table, columns["archive_games"], issues)
    status = cells.read_numbers(table, "status", lambda text: WORDS.index(cells.one_of(*WORDS[1:])(text)), issues)
    columns["status"] = words(status.values, WORDS, status.known)
    return pa.table({name: columns[name] for name in STORED})


def _types(table: TextTable, rating: cells.Read, ending: int | None, issues: list[Issue]) -> np.ndarray:
    """Read type letters: none is N, but where estimates end in 9 such a rating is E, and an N of that kind refused."""
    letters = cells.read_numbers(table, "type", lambda text: TYPES.index(cells.one_of("N", "E", "F")(text)), issues)
    looks_estimated = (
        rating.known & (rating.values % 10 == ending) if ending is not None else np.zeros(len(table), bool)
    )
    for row in np.flatnonzero(looks_estimated & letters.known & (letters.values == TYPES.index("N"))):
        issues.append(
            table.issue(int(row), "rating", "estimate-as-rating", f"a rating ending in {ending} is an estimate")
        )
    plain = np.where(looks_estimated, TYPES.index("E"), TYPES.index("N"))
    return np.where(letters.known, letters.values, np.where(rating.known, plain, 0)) * (rating.known | letters.known)


def _archive_points(table: TextTable, games: Array, issues: list[Issue]) -> Array:
    points = cells.read_numbers(table, "archive_points", cells.hundredths, issues)
    performance = cells.read_numbers(table, "archive_performance", cells.hundredths, issues)
    has_games = known(games)
    amount = numbers(games)
    values = np.where(points.known, points.values, performance.values * amount)
    told = points.known | (performance.known & has_games)
    for row in np.flatnonzero((points.known | performance.known) & ~has_games):
        issues.append(table.issue(int(row), "archive_games", "missing-value", "an archive needs its number of games"))
    for row in np.flatnonzero(has_games & (amount > 0) & ~told):
        issues.append(
            table.issue(int(row), "archive_points", "missing-value", "an archive needs its points or performance")
        )
    least, most = (cells.hundredths(bound) for bound in PERFORMANCES)
    absurd = told & has_games & ((values < least * amount) | (values > most * amount))
    for row in np.flatnonzero(absurd):
        column = "archive_points" if points.known[row] else "archive_performance"
        message = "an archive's points are its performance × its games; this performance is outside {} to {}"
        issues.append(table.issue(int(row), column, "impossible-archive", message.format(*PERFORMANCES)))
    return integers(values, told)


def notes(table: TextTable, columns: pa.Table) -> list[str]:
    """Warn of what is read otherwise than the officer may think: estimates in the wrong column, types of nobody."""
    if "rating" not in table.columns:
        return []
    codes, texts = table.coded("rating")
    printed, ends = np.array([t != "" for t in texts])[codes], np.array([t.endswith("9") for t in texts])[codes]
    estimated = is_word(columns["type"], "E")
    kept = known(columns["given"])
    lost = estimated & printed & ~ends & ~kept
    both = known(columns["peak"]) & known(columns["rating"])
    below = both & (numbers(columns["peak"]) < numbers(columns["rating"]))
    empty = is_word(columns["type"], "N") & ~printed
    told = [
        (lost, "type E with a rating that no list prints (it does not end in 9) and an empty estimate: not used"),
        (below, "the peak is below the rating"),
        (empty, "type N without a rating: taken as unrated"),
    ]
    return [
        f"warning: {what}: line {', '.join(str(line) for line in table.lines[rows][:10])}"
        for rows, what in told
        if rows.any()
    ]
