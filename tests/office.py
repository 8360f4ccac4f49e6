"""A ratings office for the tests: a folder, a database, and the program run in it as an officer runs it."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa

from ratings.cli import main
from ratings.store import connect, schema

REPOSITORY = Path(__file__).parent.parent
PROGRAM = (sys.executable, "-c", "from ratings.start import program; program()")
GAMES = "tournament,round,date,white,black,result"
PLAYERS = """\
id,name,birth_year,sex,federation,club
A,Alpha Anne,1980,F,FRA,Reims
B,Beta Bruno,1985,M,FRA,Reims
C,Gamma Chloé,1990,F,FRA,Lyon
D,Delta Denis,1975,M,FRA,Lyon
E,Epsilon Eve,1970,F,FRA,Nancy
F,Zeta Fabien,1965,M,FRA,Nancy
U,Unrated Ugo,1995,M,FRA,Metz
V,Unrated Véra,1996,F,FRA,Metz
"""
LIST = """\
id,rating,type,games,peak,last_game
A,1800,N,120,1850,2025-12-06
B,1750,N,80,1790,2025-12-06
C,1700,N,60,1700,2025-11-08
D,1650,N,50,1700,2025-11-08
E,1600,N,200,1900,2025-10-04
F,1550,F,20,1550,2025-10-04
"""
TIMES = ("loaded_at", "rated_at", "published_at")


@dataclass(frozen=True)
class Result:
    """What one call of the program gave."""

    code: int
    output: bytes
    err: str

    @property
    def out(self) -> str:
        """Give stdout as text."""
        return self.output.decode("utf-8-sig")

    @property
    def rows(self) -> list[dict[str, str]]:
        """Give stdout's CSV rows."""
        return rows_of(self.output)

    @property
    def json(self):
        """Give stdout as JSON."""
        return json.loads(self.output)


def rows_of(data: bytes) -> list[dict[str, str]]:
    """Give the rows of CSV bytes."""
    before = csv.field_size_limit(10**9)
    try:
        return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    finally:
        csv.field_size_limit(before)


class Office:
    """A folder, a database, and the program."""

    def __init__(self, folder: Path, db: str) -> None:
        self.folder = folder
        self.db = db

    @property
    def is_sqlite(self) -> bool:
        """Say which of the two databases it is."""
        return self.db.startswith("sqlite")

    def run(self, *arguments: object, stdin: bytes = b"") -> Result:
        """Call the program in this process, in the office's folder."""
        return called([str(a) for a in ("--db", self.db, *arguments)], self.folder, stdin)

    def do(self, *arguments: object, code: int = 0, stdin: bytes = b"") -> Result:
        """Call the program and expect an exit code."""
        result = self.run(*arguments, stdin=stdin)
        assert result.code == code, f"{arguments}: exit {result.code}\n{result.err}"
        assert "Traceback" not in result.err
        return result

    def stopped(self, *arguments: object, error: str, hint: str = "", code: int = 1, stdin: bytes = b"") -> Result:
        """Call the program and expect two lines and nothing else."""
        result = self.do(*arguments, code=code, stdin=stdin)
        check_two_lines(result.err)
        assert re.search(error, result.err.splitlines()[0]), result.err
        assert re.search(hint, result.err.splitlines()[1]), result.err
        assert result.output == b""
        return result

    def process(self, *arguments: object, stdin: bytes = b"", **options) -> Result:
        """Call the program as a process of its own."""
        command = [*PROGRAM, *(str(a) for a in ("--db", self.db, *arguments))]
        done = subprocess.run(command, cwd=self.folder, input=stdin, capture_output=True, timeout=120, **options)
        return Result(done.returncode, done.stdout, done.stderr.decode())

    def file(self, name: str, content: str | bytes, encoding: str = "utf-8") -> str:
        """Write a file into the office's folder and give its name."""
        data = content if isinstance(content, bytes) else content.encode(encoding)
        self.folder.mkdir(exist_ok=True)
        (self.folder / name).write_bytes(data)
        return name

    def read(self, name: str) -> list[dict[str, str]]:
        """Read a CSV file of the office's folder."""
        return rows_of((self.folder / name).read_bytes())

    def games(self, name: str, *rows: str, header: str = GAMES) -> str:
        """Write a file of games."""
        return self.file(name, "\n".join([header, *rows]) + "\n")

    def opened(self, system: str = "ffe-national", players: str = PLAYERS, listed: str = LIST) -> Office:
        """Register players, load a list of 2025-12-31, and open January 2026."""
        self.do("load", "players", self.file("players.csv", players))
        if listed:
            self.do("load", "list", self.file("list.csv", listed), "--system", system, "--date", "2025-12-31")
        self.do("period", "add", system, "2026-01", "--starts", "2026-01-01", "--ends", "2026-01-31")
        return self

    def load(self, *files: str, code: int = 0, system: str = "ffe-national", period: str = "2026-01", options=()):
        """Load files of games into a period."""
        return self.do("load", "games", *files, "--system", system, "--period", period, *options, code=code)

    def load_rows(self, *rows: str, code: int = 0, header: str = GAMES, options=(), name: str = "games.csv"):
        """Load rows of games into January 2026."""
        return self.load(self.games(name, *rows, header=header), code=code, options=options)

    def check(self, period: str = "2026-01", system: str = "ffe-national") -> dict:
        """Give `check --json`."""
        return self.run("check", system, period, "--json").json

    def refused(self, period: str = "2026-01", system: str = "ffe-national") -> list[tuple]:
        """Give the refused rows that are not mended: line, column, value and code."""
        found = self.check(period, system)["refused"]
        return [(row["line"], row["column"], row["value"], row["code"]) for row in found]

    def stored(self, period: str = "2026-01", system: str = "ffe-national") -> list[tuple]:
        """Give the stored games: tournament, white, black, result, status."""
        rows = self.do("export", system, period, "--what", "games").rows
        return [(r["tournament"], r["white"], r["black"], r["result"], r["status"]) for r in rows]

    def dump(self) -> dict[str, list[tuple]]:
        """Give all rows of all tables, without the moments of the clock."""
        return {
            name: sorted((tuple(value for key, value in row.items() if key not in TIMES) for row in rows), key=repr)
            for name, rows in self.dump_all().items()
        }

    def query(self, statement: str) -> list[tuple]:
        """Give the rows of a query."""
        engine = connect.open_engine(self.db)
        try:
            with engine.connect() as connection, connection.begin():
                return [tuple(row) for row in connection.execute(sa.text(statement))]
        finally:
            engine.dispose()

    def execute(self, *statements: str) -> None:
        """Run statements in one transaction."""
        engine = connect.open_engine(self.db)
        try:
            with engine.begin() as connection:
                for statement in statements:
                    connection.execute(sa.text(statement))
        finally:
            engine.dispose()

    def dump_all(self) -> dict[str, list[dict]]:
        """Give all rows of all tables, to be restored."""
        engine = connect.open_engine(self.db)
        try:
            with engine.connect() as connection:
                found = schema.metadata.sorted_tables
                rows = {table.name: connection.execute(sa.select(table)).mappings() for table in found}
                return {name: [dict(row) for row in told] for name, told in rows.items()}
        finally:
            engine.dispose()

    def restore_all(self, rows: dict[str, list[dict]]) -> None:
        """Put the rows of `dump_all` in place of all that is there."""
        engine = connect.open_engine(self.db)
        try:
            with engine.begin() as connection:
                names = ", ".join(f'"{name}"' for name in rows)
                connection.execute(sa.text(f"TRUNCATE {names}"))
                for table in schema.metadata.sorted_tables:
                    if rows[table.name]:
                        connection.execute(sa.insert(table), rows[table.name])
        finally:
            engine.dispose()

    def copy(self, folder: Path) -> Office:
        """Give an office with the same files and, on SQLite, a copy of the same database."""
        shutil.copytree(self.folder, folder, dirs_exist_ok=True)
        return Office(folder, f"sqlite:///{folder / 'ratings.db'}")


def january(folder: Path, system: str, year: int, *rows: str, players: str, listed: str) -> Office:
    """Rate the January of a year, as period `p`; `Y-` in rows of games is that year."""
    office = Office(folder, f"sqlite:///{folder / 'ratings.db'}")
    office.do("load", "players", office.file("players.csv", players))
    office.do("load", "list", office.file("list.csv", listed), "--system", system, "--date", f"{year - 1}-12-31")
    office.do("period", "add", system, "p", "--starts", f"{year}-01-01", "--ends", f"{year}-01-31")
    office.load(office.games("games.csv", *(row.replace("Y-", f"{year}-") for row in rows)), system=system, period="p")
    office.do("rate", system, "p")
    return office


def beside(folder: Path, name: str) -> Office:
    """Give another office with an empty SQLite database, in a folder of its own."""
    (folder / name).mkdir()
    return Office(folder / name, f"sqlite:///{folder / name / 'ratings.db'}")


def check_two_lines(err: str) -> None:
    """Check that an error is two lines for the officer, and never a traceback or a fault."""
    lines = err.splitlines()
    assert len(lines) == 2, err
    assert lines[0].startswith("Error: "), err
    assert lines[1].startswith("Hint: "), err
    assert "Traceback" not in err
    assert "fault in the program" not in err, err


def called(arguments: list[str], folder: Path, stdin: bytes = b"") -> Result:
    """Call `main` as if it were a process: own streams, own working folder; its connections are closed after."""
    engines: list[sa.Engine] = []
    opened, streams, here = connect.open_engine, (sys.stdin, sys.stdout, sys.stderr), Path.cwd()

    def recorded(url: str) -> sa.Engine:
        engines.append(opened(url))
        return engines[-1]

    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    sys.stdin, sys.stdout, sys.stderr = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"), out, err
    connect.open_engine = recorded
    os.chdir(folder)
    try:
        main(arguments)
        raise AssertionError("the program did not end by sys.exit")
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 0
    finally:
        os.chdir(here)
        connect.open_engine = opened
        sys.stdin, sys.stdout, sys.stderr = streams
        for engine in engines:
            engine.dispose()
    return Result(code, out.buffer.getvalue(), err.buffer.getvalue().decode())
