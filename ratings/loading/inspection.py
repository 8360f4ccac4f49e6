"""What a file is, what is in it and what is wrong with it, told without a database."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pyarrow.compute as pc

from ratings.errors import Issue, RatingsError
from ratings.files import formats, known_columns
from ratings.files.chess_results import read_export
from ratings.files.csv_table import TextTable
from ratings.files.event import Event
from ratings.files.fide_list import kind_in_name, read_fide_list
from ratings.files.fide_list_columns import TOLD_ONLY
from ratings.files.read import read_table
from ratings.files.sources import Source
from ratings.files.texts import why_odd
from ratings.files.trf import read_trf
from ratings.files.trf_table import report_table
from ratings.kinds import Kind
from ratings.loading.table_checks import CHECKS, check_games
from ratings.wording import number_of

MOST_TOLD = 1000
"""Issues of one file that are told; their number is told in any case."""
KINDS: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("games", known_columns.GAMES, ("white", "black", "result")),
    ("pools", known_columns.LIST_OR_POOLS, known_columns.POOLS_NEEDED),
    ("list", (*known_columns.LIST, "name"), ("id", "rating")),
    ("archives", known_columns.LIST, ("id", "archive_games")),
    ("players", known_columns.PLAYERS, ("id", "name")),
    ("tournaments", known_columns.TOURNAMENTS, ("tournament",)),
)
"""What a table may be: its columns, and those by which it is known."""


def inspect(source: Source, encoding: str | None = None) -> dict[str, Any]:
    """Give what a file is, what is in it, what was repaired, and what is wrong: words for programs and sentences."""
    told: dict[str, Any] = {"file": source.name, "format": "", "is": "", "contents": {}, "notes": [], "issues": []}
    try:
        kind = told["format"] = source.format()
        if kind == formats.TRF:
            _report(source, encoding, told)
        elif kind == formats.XLSX and (export := read_export(source)) is not None:
            _export(export, told)
        elif kind == formats.FIDE_LIST:
            _rating_list(source, encoding, told)
        else:
            _table(source, encoding, told)
    except RatingsError as error:
        told["issues"].append({"code": "unreadable", "message": error.reason, "hint": error.hint})
    told["issue_count"] = told.get("issue_count", len(told["issues"]))
    return told


def _report(source: Source, encoding: str | None, told: dict[str, Any]) -> None:
    report = read_trf(source.read(), source.name, encoding)
    results = Counter(game.result for game in report.games)
    days = sorted({game.date for game in report.games if game.date})
    told |= {"format": report.format, "is": "a tournament report: games"}
    told["contents"] = {
        "event": report.name, "place": report.place, "federation": report.federation, "starts": _day(report.starts),
        "ends": _day(report.ends), "type": report.kind, "time_control": report.time_control,
        "players": len(report.players), "rated": sum(player.rating is not None for player in report.players),
        "with_fide_id": sum(bool(player.fide_id) for player in report.players),
        "with_federation_id": sum(bool(player.federation_id) for player in report.players),
        "with_birth_year": sum(player.birth_year is not None for player in report.players),
        "teams": len(report.teams), "rounds": max((game.round for game in report.games), default=0),
        "first_day": _day(days[0] if days else None), "last_day": _day(days[-1] if days else None),
        "results": dict(sorted(results.items())),
    }  # fmt: skip
    told["notes"] = [_issue(issue) for issue in report.repairs]
    table = report_table(report, source.name, "")
    issues: list[Issue] = []
    check_games(table, issues)
    _tell([*report.issues, *_dated(issues, table, told)], told)


def _export(table: TextTable, told: dict[str, Any]) -> None:
    assert table.event is not None
    issues = list(table.issues)
    check_games(table, issues)
    issues = _dated(issues, table, told)
    told |= {"format": "chess-results", "is": "an export of chess-results: games"}
    issues += _odd_names(table.event, table.file)
    told["contents"] = {"event": table.event.code, "players": len(table.event.people), "rows": len(table)}
    told["notes"] += [{"code": "note", "message": note} for note in table.notes]
    _tell(sorted(issues, key=lambda issue: issue.line), told)


def _odd_names(event: Event, file: str) -> list[Issue]:
    """Give an issue for each person whose name cannot be one."""
    found = [(person, odd) for person in event.people if (odd := why_odd(person.name))]
    return [Issue(file, person.line, "name", person.name, *odd) for person, odd in found]


def _dated(issues: list[Issue], table: TextTable, told: dict[str, Any]) -> list[Issue]:
    """Give the issues without those of missing days, which a tournaments file can give: they become one note."""
    undated = [issue for issue in issues if (issue.column, issue.code) == ("date", "missing-value")]
    if undated and table.event:
        games = f"{number_of(len(undated), 'game')} without a day"
        message = f"{games}: a tournaments file must give it (tournament {table.event.code!r})"
        told["notes"].append({"code": "no-days", "message": message})
    return [issue for issue in issues if issue not in undated]


def _rating_list(source: Source, encoding: str | None, told: dict[str, Any]) -> None:
    kind: Kind = kind_in_name(source.name)
    counts: Counter[str] = Counter()
    federations: Counter[str] = Counter()
    issues: list[Issue] = []
    notes = told["notes"]
    with source.open() as stream:
        for rows, found in read_fide_list(stream, source.name, kind, encoding):
            counts["players"] += len(rows)
            counts["rated"] += len(rows) - rows["rating"].null_count
            counts["inactive"] += int(pc.sum(rows["inactive"]).as_py() or 0)
            counts["with_birth_year"] += len(rows) - rows["birth_year"].null_count
            for pair in rows["federation"].value_counts().to_pylist():
                federations[pair["values"]] += pair["counts"]
            wrong = [issue for issue in found if issue.code not in TOLD_ONLY]
            counts["faulty"] += len(wrong)
            issues += wrong[: MOST_TOLD - len(issues)]
            notes += [_issue(issue) for issue in found if issue.code in TOLD_ONLY][: MOST_TOLD - len(notes)]
    told["is"] = f"a rating list of FIDE's: list, players ({kind} ratings)"
    told["contents"] = {**counts, "federations": dict(federations.most_common(10))}
    _tell(issues, told)
    told["issue_count"] = counts["faulty"]


def _table(source: Source, encoding: str | None, told: dict[str, Any]) -> None:
    kind, table = _known(source, encoding)
    issues = list(table.issues)
    missing = sorted(set(known_columns.GAMES_NEEDED) - set(table.columns)) if kind == "games" else []
    if missing:
        told["issues"].append({"code": "missing-column", "message": f"games need a column {', '.join(missing)}"})
    CHECKS[kind](table, issues)
    if missing:
        issues = [issue for issue in issues if issue.column not in missing]
    told["is"] = f"a table: {kind}"
    told["encoding"] = table.encoding
    told["contents"] = {"rows": len(table) + len(table.issues), "columns": list(table.columns)} | _counts(table)
    told["notes"] = [{"code": "note", "message": note} for note in table.notes]
    if table.unknown:
        told["notes"].append({"code": "columns", "message": f"columns not known: {', '.join(table.unknown)}"})
    _tell(sorted(issues, key=lambda issue: issue.line), told)


def _known(source: Source, encoding: str | None) -> tuple[str, TextTable]:
    """Read a table as the first kind whose columns it has.

    Raises:
        RatingsError: it has those of none, or cannot be read.
    """
    problems = []
    for kind, columns, needed in KINDS:
        try:
            return kind, read_table(source, columns, needed, encoding)
        except RatingsError as error:
            problems.append(error)
    if all(" has no " in problem.reason for problem in problems):
        header = problems[0].hint.removeprefix("Its header is: ").removesuffix(". Name the columns in the first line.")
        raise RatingsError(f"{source.name} has the columns of nothing that is loaded", f"They are: {header}")
    raise problems[0]


def _counts(table: TextTable) -> dict[str, int]:
    """Count the different texts in the columns that say who and what."""
    told = {}
    for column in ("id", "white", "black", "tournament"):
        if column in table.columns:
            told[f"different_{column}"] = sum(text != "" for text in set(table.coded(column)[1]))
    return told


def _tell(issues: list[Issue], told: dict[str, Any]) -> None:
    told["issues"] += [_issue(issue) for issue in issues[:MOST_TOLD]]
    told["issue_count"] = len(told["issues"]) + max(len(issues) - MOST_TOLD, 0)


def _issue(issue: Issue) -> dict[str, Any]:
    return {
        "line": issue.line, "column": issue.column, "value": issue.value, "code": issue.code, "message": issue.message,
    }  # fmt: skip


def _day(day: object) -> str | None:
    return str(day) if day else None
