"""The benchmarks go on working: every stage is measured, limits beside it, and documents get their tables."""

from __future__ import annotations

import datetime as dt
import json
import time

import pytest
import sqlalchemy as sa
from click.testing import CliRunner

import bench_stages
import bench_tables
import peer_steps
import peer_tables
from generate import Size, generate
from ratings.files import csv_pieces
from ratings.store import schema
from ratings.store.connect import open_engine
from stage_names import STAGES
from stopwatch import Stopwatch

DAYS = dt.date(2026, 1, 1), dt.date(2026, 1, 31)
COST = {"seconds": 2.0, "processor": 1.0, "peak_mb": 100.0}


def test_every_stage_is_measured_and_so_are_the_limits(tmp_path, db_url, monkeypatch):
    monkeypatch.setattr(csv_pieces, "LEAST", 10_000)  # so that the small file is read in pieces, as a large one is
    for system in ("ffe-national", "fide-standard"):
        generate(tmp_path / system, Size(200, 2_000, 1, system, *DAYS))
    assert (tmp_path / "ffe-national" / "games.csv").stat().st_size > 5 * csv_pieces.LEAST
    told = bench_stages.stages(tmp_path / "ffe-national", db_url)
    others = f"sqlite:///{tmp_path}/load.db", f"sqlite:///{tmp_path}/fide.db"
    measured = told["stages"] | bench_stages.load(tmp_path / "ffe-national", others[0])["stages"]
    measured |= bench_stages.fide(tmp_path / "fide-standard", others[1])["stages"]
    assert measured.keys() == STAGES.keys()
    assert all(cost["seconds"] > 0 for cost in measured.values())
    engines = [open_engine(url) for url in (db_url, others[0])]
    count = sa.select(sa.func.count()).select_from(schema.game)
    with engines[0].connect() as apart, engines[1].connect() as at_once:
        assert apart.execute(count).scalar_one() == at_once.execute(count).scalar_one() > 1_900
    for engine in engines:
        engine.dispose()
    assert {limit for _, limit in STAGES.values() if limit} <= told["limits"].keys()


def test_a_stage_inside_another_one_is_not_counted_in_it():
    watch = Stopwatch()
    with watch.stage("outer"):
        time.sleep(0.01)
        with watch.stage("inner"):
            time.sleep(0.1)
        time.sleep(0.01)
    assert watch.costs["inner"].seconds >= 0.1
    assert 0.02 <= watch.costs["outer"].seconds < watch.costs["inner"].seconds


def test_our_own_rating_steps_are_measured_on_one_period(tmp_path):
    generate(tmp_path, Size(200, 2_000, 1, "ffe-national", *DAYS))
    told = peer_steps.prepare(tmp_path)
    assert 1_800 < told["games"] <= 2_000
    for step in (peer_steps.totals, peer_steps.step):
        assert 100 < step(tmp_path)["moved"] <= 200
    assert (tmp_path / peer_steps.ROWS).read_text().count("\n") == told["games"] + 1


def compared(asked: int, totals: float, step: float) -> dict:
    ours = {"totals": [COST | {"seconds": totals}], "step": [COST | {"seconds": step}]}
    costs = ours | {"riix": [COST], "elote": [COST]}
    return {"asked": asked, "games": asked, "players": 9, "load": 0.0, "costs": costs, "skipped": {"evalica": "absent"}}


@pytest.mark.parametrize("totals, step, holds", [(0.4, 0.6, (True, True)), (0.5, 1.0, (False, False))])
def test_what_is_wanted_beside_peers_holds_or_not(totals, step, holds):
    told = peer_tables.verdict(compared(10_000_000, totals, step))
    assert [line.endswith(": holds.") for line in told] == list(holds)
    assert [line.endswith("DOES NOT HOLD.") for line in told] == [not one for one in holds]
    assert not any("hold" in line.lower() for line in peer_tables.verdict(compared(100_000, totals, step)))


def test_tables_go_between_the_marks_of_a_document(tmp_path):
    stage = COST | {"rows": 4_000_000, "limit": "newline scan"}
    run = {"size": "small", "database": "sqlite", "players": 10, "games": 4_000_000, "load": 0.0, "whole": [COST],
           "start_up": {"smallest run": COST | {"seconds": 1.0}}, "stages": {"read games": stage},
           "limits": {"newline scan": 0.5}}  # fmt: skip
    main = {"machine": {"Python": "3"}, "runs": {"small sqlite": run}, "fide_lists": {}}
    (tmp_path / "bench.json").write_text(json.dumps(main))
    (tmp_path / "peers.json").write_text(json.dumps({"machine": {}, "peers": {"7": compared(7, 1.0, 4.0)}}))
    marks = "".join(f"before {name}\n<!-- bench: {name} -->\nold\n<!-- end -->\n" for name in
                    ("whole", "stages-sqlite", "peers", "other"))  # fmt: skip
    document = tmp_path / "doc.md"
    document.write_text(marks)
    paths = [str(tmp_path / name) for name in ("doc.md", "bench.json", "peers.json")]
    for _ in range(2):
        done = CliRunner().invoke(bench_tables.main, paths)
        assert done.output.endswith("doc.md: whole, stages-sqlite, peers written; left as they were: other\n")
        text = document.read_text()
    assert "| 4,000,000 games, 10 players | SQLite | 2.00 | 1.00 | 100 | 0.250 | 2.00 M |\n" in text
    assert "| read games | 0.500 | 2.00 | 2.00 M | 100 | 25% | newline scan |\n" in text
    assert "| ours: totals alone | 0 k | 1.00 | 0.250 |\n" in text
    assert "Not measured: evalica: absent." in text
    assert text.count("old") == 1
    assert [line for line in text.splitlines() if line.startswith("before")] == [
        line for line in marks.splitlines() if line.startswith("before")
    ]
