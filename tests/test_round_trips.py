"""A tournament exported as a report and loaded back is the tournament that it was, whatever its code and its state."""

from __future__ import annotations

import pytest

from office import Office, beside
from reports import CODE, HEADER, changed, report
from test_export_reports import FORMS, OPEN, SYSTEM


def codes(office: Office) -> set[str]:
    return {row[0] for row in office.stored()}


def again(office: Office, *options: str, form: str = "trf16", exported: int = 0, loaded: int = 0) -> str:
    data = office.do("export", *SYSTEM, "--format", form, *options, code=exported).output
    return office.load(office.file("again.trf", data), code=loaded).err


@pytest.mark.parametrize("form", FORMS)
def test_games_of_a_csv_file_have_their_code_again(ready, form):
    ready.load(ready.games("games.csv", OPEN.rstrip()))
    before = ready.stored()
    told = again(ready, form=form)
    assert "0 stored, 9 already known" in told
    assert "warning" not in told
    assert ready.stored() == before


@pytest.mark.parametrize("row", ["T,Open of Reims,2026-01-10,2026-01-31", "T,,,"], ids=["named", "not named"])
def test_a_tournament_that_has_a_row_of_its_own(ready_desk, row):
    ready_desk.file("t.csv", f"tournament,name,starts,ends\n{row}\n")
    ready_desk.load(ready_desk.games("games.csv", OPEN.rstrip()), options=("--tournaments", "t.csv"))
    assert "9 already known" in again(ready_desk)
    ready_desk.load_rows("T,4,2026-01-25,A,D,1-0", name="late.csv")  # days of an export are no days of the event
    assert codes(ready_desk) == {"T"}


def test_a_report_that_came_from_elsewhere(ready_desk):
    ready_desk.load(ready_desk.file("cup.trf", report()))
    told = again(ready_desk)
    assert "6 already known" in told
    assert codes(ready_desk) == {CODE}
    assert b"###" not in (ready_desk.folder / "again.trf").read_bytes()


def test_in_another_office(ready_desk, tmp_path):
    ready_desk.load(ready_desk.games("games.csv", OPEN.rstrip()))
    data = ready_desk.do("export", *SYSTEM, "--format", "trf16").output
    other = beside(tmp_path, "other")
    other.opened()
    other.load(other.file("T.trf", data))
    assert other.stored() == ready_desk.stored()
    assert "9 already known" in other.load(other.games("games.csv", OPEN.rstrip())).err


def test_a_code_that_another_event_has_here(ready_desk, tmp_path):
    ready_desk.load(ready_desk.games("games.csv", OPEN.rstrip()))
    data = ready_desk.do("export", *SYSTEM, "--format", "trf16").output
    other = beside(tmp_path, "other")
    other.opened().file("t.csv", "tournament,name,starts,ends\nT,Open of Lyon,2026-01-03,2026-01-04\n")
    other.load(other.games("lyon.csv", "T,1,2026-01-03,A,B,1-0"), options=("--tournaments", "t.csv"))
    told = other.load(other.file("T.trf", data)).err
    assert "warning: the report says that it is of 'T', which is another tournament here" in told
    assert codes(other) == {"T", "T 2026-01-10"}


class TestByItsGames:
    """A report that does not say its code: from an older version, or of an organiser who named the event otherwise."""

    def test_the_same_games_under_another_name(self, ready):
        ready.load(ready.file("cup.trf", report()))
        told = ready.load(ready.file("other.trf", changed("012 Rook Cup", "012 Cup of Rooks"))).err
        assert f"the same games are here as tournament '{CODE}': taken as that, not as 'Cup of Rooks 2026-" in told
        assert "6 already known" in told
        assert codes(ready) == {CODE}

    def test_games_without_a_tournament(self, ready_desk):
        ready_desk.load(ready_desk.games("games.csv", *(f",{row[2:]}" for row in OPEN.split())))
        assert "9 already known" in again(ready_desk)

    @pytest.mark.parametrize(
        "old, new", [(" 26/01/10", " 26/01/09"), ("4 w 1", "4 w =")], ids=["a day", "a result"]
    )
    def test_most_of_the_games_are_enough_and_the_others_contradict(self, ready_desk, old, new):
        ready_desk.load(ready_desk.file("cup.trf", report()))
        text = changed(old, new, changed("2 b -     1 b 0", "2 b -     1 b =") if new == "4 w =" else "")
        told = ready_desk.load(ready_desk.file("other.trf", changed("Rook Cup", "Cup of Rooks", text)), code=3).err
        assert "the same pairing stands differently" in told
        assert codes(ready_desk) == {CODE}

    def test_other_days_are_another_event(self, ready_desk):
        ready_desk.load(ready_desk.file("cup.trf", report()))
        text = report(header=["012 Cup of Rooks", *HEADER[1:]])
        for before, after in (("/01/11", "/01/18"), ("/01/10", "/01/17"), ("/01/09", "/01/16")):
            text = text.replace(before, after)
        ready_desk.load(ready_desk.file("other.trf", text))
        assert codes(ready_desk) == {CODE, "Cup of Rooks 2026-01-16"}


class TestWithARefusedRow:
    ROWS = (OPEN + "T,3,2026-01-17,A,Nobody,1-0\n").replace("T,3,2026-01-17,A,C,0-0F\n", "").rstrip()

    def test_it_is_the_same_event_and_stays_set_aside(self, ready):
        ready.load(ready.games("games.csv", self.ROWS), code=3)
        before = ready.stored(), ready.refused()
        told = again(ready, exported=3, loaded=3)
        assert "0 stored, 8 already known" in told
        assert "the report lacks 1 row refused where it was written" in told
        assert (ready.stored(), ready.refused()) == before
        assert codes(ready) == {"T"}

    def test_a_mended_row_settles_it_then(self, ready_desk):
        ready_desk.load(ready_desk.games("games.csv", self.ROWS), code=3)
        again(ready_desk, exported=3, loaded=3)
        ready_desk.load_rows("T,3,2026-01-17,A,C,1-0", name="mended.csv")
        assert ready_desk.refused() == []
