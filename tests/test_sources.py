"""Folders, packed files, pipes and standard input: what is read in which order, what is passed over, what stops."""

from __future__ import annotations

import gc
import gzip
import io
import os
import threading
import zipfile
from pathlib import Path

import pytest

from ratings.errors import RatingsError
from ratings.files import sources, unpacking
from ratings.files.sources import as_source, open_all
from reports import CODE, report

GAMES = "tournament,round,date,white,black,result\nT,1,2026-01-05,A,B,1-0\n"
OTHERS = GAMES.replace("T,1", "T,2")
PDF = b"%PDF-1.7\n\x00"


def zipped(**members: str | bytes) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in members.items():
            packed.writestr(name.replace("__", "."), content)
    return data.getvalue()


@pytest.fixture
def load(ready_desk):
    def loaded(*files: str, code: int = 0, stdin: bytes = b"") -> str:
        arguments = ("load", "games", *files, "--system", "ffe-national", "--period", "2026-01")
        return ready_desk.do(*arguments, code=code, stdin=stdin).err

    return loaded


class TestThroughTheProgram:
    def test_gzip(self, ready_desk, load):
        assert "games.csv: 1 row, 1 stored" in load(ready_desk.file("games.csv.gz", gzip.compress(GAMES.encode())))

    def test_the_same_content_packed_is_the_same_file(self, ready_desk, load):
        load(ready_desk.file("games.csv", GAMES))
        assert "unchanged" in load(ready_desk.file("games.csv.gz", gzip.compress(GAMES.encode())))

    def test_zip_by_name_and_format(self, ready_desk, load):
        told = load(ready_desk.file("all.zip", zipped(b__csv=GAMES, a__trf=report(), c__pdf=PDF)))
        assert told.index("all.zip/a.trf: 6 rows, 6 stored") < told.index("all.zip/b.csv: 1 row, 1 stored")
        assert "passed over: all.zip/c.pdf (no table and no tournament report)" in told
        assert {row[0] for row in ready_desk.stored()} == {"T", CODE}

    def test_a_folder_with_folders(self, ready_desk, load):
        for name, data in (("2/b.csv", GAMES), ("1/c.csv", OTHERS), ("1/.x.csv", GAMES), ("notes.md", "hello")):
            path = ready_desk.folder / "january" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(data)
        told = load("january")
        assert told.index("january/1/c.csv: 1 row") < told.index("january/2/b.csv: 1 row")
        assert "passed over: january/1/.x.csv (hidden)" in told
        assert "passed over: january/notes.md (text without columns)" in told

    def test_what_was_meant_to_be_read_is_not_passed_over_lightly(self, ready_desk, load):
        told = load(ready_desk.file("all.zip", zipped(a__csv=GAMES, b__trf="")), code=3)
        assert "passed over: all.zip/b.trf (empty)" in told

    def test_standard_input_of_any_format(self, load):
        assert "stdin: 1 row, 1 stored" in load("-", stdin=gzip.compress(GAMES.encode()))
        assert "TRF16" in load("-", stdin=report().encode())

    def test_a_pipe_is_read_once(self, ready_desk, load):
        os.mkfifo(ready_desk.folder / "pipe")
        thread = threading.Thread(target=(ready_desk.folder / "pipe").write_bytes, args=(GAMES.encode(),))
        thread.start()
        assert "pipe: 1 row, 1 stored" in load("pipe")
        thread.join()

    def test_the_whole_job_from_packed_reports(self, desk):
        desk.file("all.zip", zipped(a__trf=report(), b__pdf=PDF))
        days = ("--starts", "2026-01-01", "--ends", "2026-01-31")
        words = ("run", "ffe-national", "2026-01", *days, "--games", "all.zip", "--register", "--out", "out")
        told = desk.do(*words).err
        assert "4 players registered as unrated" in told
        assert "passed over: all.zip/b.pdf" in told
        assert sorted(path.name for path in (desk.folder / "out").iterdir())[0] == "archives.csv"
        assert "unchanged" in desk.do(*words).err


class TestRefused:
    @pytest.mark.parametrize(
        "name, data, error, hint",
        [
            ("a.csv.gz", gzip.compress(GAMES.encode())[:-9], "a.csv.gz cannot be unpacked", "Ask for it again"),
            ("a.csv.gz", b"\x1f\x8b\x08" + b"\0" * 20, "a.csv.gz cannot be unpacked", "Ask for it again"),
            ("a.zip", zipped(a__csv=GAMES)[:-9], "a.zip cannot be unpacked", "Ask for it again"),
            ("a.zip", zipped(), "a.zip holds no file that can be read", "Name the files"),
            ("a.zip", zipped(a__zip=zipped(a__csv=GAMES)), "a.zip/a.zip .packed twice", "Name the files"),
            ("a.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "an Excel file of before 2007", "Save it as"),
            ("a.csv", b"", "a.csv is empty", "Ask for the file again"),
        ],
        ids=["gzip cut off", "gzip damaged", "zip cut off", "zip empty", "zip in zip", "old Excel", "empty"],
    )
    def test_two_lines(self, ready_desk, name, data, error, hint):
        ready_desk.file(name, data)
        words = ("load", "games", name, "--system", "ffe-national", "--period", "2026-01")
        ready_desk.stopped(*words, error=error, hint=hint)

    @pytest.mark.parametrize("method", ["ZIP_STORED", "ZIP_DEFLATED", "ZIP_BZIP2", "ZIP_LZMA"])
    @pytest.mark.filterwarnings("ignore:Duplicate name|.*overlap")
    def test_a_byte_changed_anywhere(self, tmp_path, method):
        """The library fails in many ways; each is two lines, and no file stays open (warnings are errors)."""
        content = io.BytesIO()
        with zipfile.ZipFile(content, "w", getattr(zipfile, method)) as packed:
            packed.writestr("é.csv", GAMES)
        data, path, refused = content.getvalue(), tmp_path / "a.zip", 0
        for place in range(len(data)):
            for byte in (0, 255, data[place] ^ 1):
                path.write_bytes(data[:place] + bytes([byte]) + data[place + 1 :])
                try:
                    for source in open_all([str(path)]).sources:
                        source.read()
                except RatingsError as error:
                    refused += "cannot be unpacked" in str(error)
        gc.collect()
        assert refused > len(data) // 2

    def test_an_encrypted_member(self, ready_desk):
        data = bytearray(zipped(a__csv=GAMES))
        data[6] |= 1  # the flag of the local header, and that of the directory
        data[data.index(b"PK\x01\x02") + 8] |= 1
        ready_desk.file("a.zip", bytes(data))
        words = ("load", "games", "a.zip", "--system", "ffe-national", "--period", "2026-01")
        ready_desk.stopped(*words, error="encrypted, password required", hint="Ask for it again")

    def test_a_bomb(self, ready_desk, monkeypatch):
        monkeypatch.setattr(sources, "MOST_IN_MEMORY", 1 << 20)
        bomb = GAMES.encode() + b" \n" * (1 << 20)
        for name, data in (("a.csv.gz", gzip.compress(bomb)), ("a.zip", zipped(a__csv=bomb))):
            ready_desk.file(name, data)
            words = ("load", "games", name, "--system", "ffe-national", "--period", "2026-01")
            ready_desk.stopped(*words, error="unpacks to more than 1 MB", hint="Unpack it yourself")

    def test_a_bomb_read_as_a_stream(self, tmp_path, monkeypatch):
        monkeypatch.setattr(unpacking, "MOST_UNPACKED", 1 << 20)
        (tmp_path / "a.gz").write_bytes(gzip.compress(b"a,b\n" * (1 << 20)))
        with pytest.raises(RatingsError, match="unpacks to more than 1 MB"):
            as_source(str(tmp_path / "a.gz")).sha256()

    def test_many_members(self, tmp_path, monkeypatch):
        monkeypatch.setattr(sources, "MOST_MEMBERS", 1)
        (tmp_path / "a.zip").write_bytes(zipped(a__csv=GAMES, b__csv=GAMES))
        with pytest.raises(RatingsError, match="has 2 files in it"):
            open_all([str(tmp_path / "a.zip")])

    def test_one_file_where_one_is_needed(self, tmp_path: Path):
        (tmp_path / "a.csv").write_text(GAMES)
        (tmp_path / "b.csv").write_text(GAMES)
        with pytest.raises(RatingsError, match="holds 2 files, but one is needed"):
            as_source(str(tmp_path))
