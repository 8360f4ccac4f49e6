"""A national championship with FIDE's published answer: each change to the tenth, and the next list."""

import csv
from fractions import Fraction

import sqlalchemy as sa

from office import REPOSITORY, Office

DATA = REPOSITORY / "data" / "fide"


def test_the_published_changes_and_the_november_list(tmp_path):
    office = Office(tmp_path, f"sqlite:///{tmp_path}/ratings.db")
    done = office.run(
        "run", "fide-standard", "2025-11", "--starts", "2025-10-01", "--ends", "2025-10-31",
        "--players", DATA / "players.csv", "--list", f"{DATA / 'list.csv'}@2025-10-01",
        "--games", DATA / "games.csv", "--tournaments", DATA / "tournaments.csv", "--out", tmp_path / "out",
    )  # fmt: skip
    assert done.code == 0, done.err
    with (tmp_path / "out" / "list.csv").open(encoding="utf-8") as file:
        ours = {row["id"]: int(row["rating"]) for row in csv.DictReader(file)}
    with sa.create_engine(office.db).connect() as connection:
        query = "SELECT id, change_numerator, change_denominator FROM run_row JOIN player USING (player_key)"
        changes = {row[0]: Fraction(row[1], row[2]) for row in connection.execute(sa.text(query))}
    with (DATA / "published.csv").open(encoding="utf-8") as file:
        published = list(csv.DictReader(file))
    assert len(published) == 12
    assert {row["id"]: changes[row["id"]] for row in published} == {
        row["id"]: Fraction(row["change_of_the_event"]) for row in published
    }
    alone = [row for row in published if float(row["other_events"]) == 0]
    assert len(alone) == 10
    assert {row["id"]: ours[row["id"]] for row in alone} == {row["id"]: int(row["november_list"]) for row in alone}


def test_a_dry_run_shows_the_changes_and_writes_nothing(tmp_path):
    office = Office(tmp_path, f"sqlite:///{tmp_path}/ratings.db")
    system = ("fide-standard", "2025-11")
    office.do("load", "players", DATA / "players.csv")
    office.do("load", "list", DATA / "list.csv", "--system", system[0], "--date", "2025-10-01")
    office.do("period", "add", *system, "--starts", "2025-10-01", "--ends", "2025-10-31")
    office.do("load", "games", DATA / "games.csv", "--system", system[0], "--period", system[1])
    rows = {row["id"]: row for row in office.do("rate", *system, "--dry-run").rows}
    assert (rows["us11"]["before"], rows["us11"]["after"], rows["us11"]["case"]) == ("2590", "2605", "change")
    office.stopped("publish", *system, error="is not rated yet")
