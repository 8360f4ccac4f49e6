"""`ratings rules`: every number in force with its source, and the misprints of the texts."""

from __future__ import annotations

import tomllib

import pytest
from office import REPOSITORY

MISPRINTS = (
    ".88 is 335, .21 is -240, .20 is -251", "N > 10 : archiving", "((Po x N) + (Pa x Na))/(N + A)",
    "((16 - N) x Ei) + (Po x N)/16", "7 games between two lists", "points gained or lost by rounding are not kept",
)  # fmt: skip
FFE = tomllib.loads((REPOSITORY / "ratings/rules/ffe.toml").read_text("utf-8"))


def test_misprints_are_shown_with_how_they_are_read(desk):
    text = desk.do("rules").out
    for printed in MISPRINTS:
        assert f'printed "{printed}' in text
    assert "read as: (((16 - N) x Ei) + (Po x N))/16" in text
    assert "erratum, S1, table" in text


@pytest.mark.parametrize("system", ["ffe-national", "ffe-rapid"])
def test_every_number_of_every_edition(desk, system):
    text = desk.do("rules", system).out
    blocks = [block for block in FFE["block"] if block["system"] == system]
    for block in blocks:
        assert f"{system}, edition {block['name']}, in force from {block['effective']}: {block['source']}\n" in text
        for key, value in block.items():
            if key not in ("system", "name", "effective", "source"):
                assert f"{key:<27} {value!s:<12} {FFE['meaning'][key]}\n" in text
    assert text.count(", in force from ") == len(blocks)


@pytest.mark.parametrize(
    "day, name", [("1990-09-01", "S1"), ("2000-08-31", "S1"), ("2000-09-01", "S0"), ("2026-01-01", "R01")]
)
def test_the_edition_in_force_on_a_day(desk, day, name):
    text = desk.do("rules", "ffe-national", "--on", day).out
    assert text.count(", in force from ") == 1
    assert f"ffe-national, edition {name}," in text


def test_json(desk):
    (told,) = desk.do("rules", "ffe-rapid", "--json").json
    assert told["system"] == "ffe-rapid"
    assert [edition["name"] for edition in told["editions"]] == ["S0", "E02"]
    assert [edition["zone"] for edition in told["editions"]] == [320, 320]
    assert {"source", "printed", "read_as"} == told["errata"][0].keys()


def test_conversion_tables(desk):
    rows = desk.do("rules", "--table", "percentage_to_difference").rows
    assert {row["percent"]: row["difference"] for row in rows}["75"] == "193"
    assert desk.do("rules", "--table", "difference_to_expected").rows


def test_all_systems_without_a_name(desk):
    systems = {told["system"] for told in desk.do("rules", "--json").json}
    assert systems >= {"ffe-national", "ffe-rapid"}


def test_before_the_first_edition_and_unknown_systems(desk):
    desk.stopped("rules", "ffe-rapid", "--on", "1999-01-01", error="no rules for 1999-01-01", hint="2000-09-01")
    desk.stopped("rules", "ffe", error="no rating system 'ffe'", hint="ffe-national", code=2)


def own(change: str = "", to: str = "", extra: str = "") -> str:
    lines = (REPOSITORY / "ratings/rules/ffe.toml").read_text("utf-8").split("[[block]]")
    block = lines[3].replace('"ffe-national"', '"my-club"', 1)
    assert change in block
    return f'rules = "ffe"\n[[block]]{block.replace(change, to) if change else block}{extra}'


def test_an_officers_own_file(desk):
    path = desk.folder / desk.file("club.toml", own("\nquota = 8", "\nquota = 6"))
    assert "my-club, edition R01" in desk.do("rules", path).out
    assert desk.do("rules", path, "--json").json[0]["editions"][0]["quota"] == 6


@pytest.mark.parametrize(
    "text, error",
    [
        (own("\nquota = 8\n", "\n"), "club.toml, block 1: `quota` is missing"),
        (own("\nquota = 8", "\nquota = 8\nquoter = 3"), "club.toml, block 1: unknown key `quoter`"),
        (own("\nquota = 8", '\nquota = "eight"'), "club.toml, block 1: `quota` cannot be 'eight'"),
        (own("\nquota = 8", "\nquota = 8.5"), "club.toml, block 1: `quota` cannot be 8.5"),
        (own("\nquota = 8", "\nquota = true"), "club.toml, block 1: `quota` cannot be True"),
        (own("\nquota = 8", "\nquota = 0"), "club.toml, block 1: `quota` must be at least 1"),
        (own('conversion = "interpolated"', 'conversion = "guess"'), "`conversion` cannot be 'guess'"),
        (own('"my-club"', '"ffe-national"'), "calls itself ffe-national, a built-in system"),
        (own().replace('rules = "ffe"', 'rules = "chess"'), "`rules` names no functions: 'chess'"),
        (own().replace('rules = "ffe"', 'rules = "../errors"'), "`rules` names no functions"),
        ("rules = ", "club.toml is not a rule file"),
        ("", "club.toml must hold the blocks of one system"),
        ("block = 3\n", "club.toml"),
        ("[block]\nsystem = 'x'\n", "club.toml"),
    ],
)
def test_a_wrong_file_stops_with_file_block_and_key(desk, text, error):
    path = desk.folder / desk.file("club.toml", text)
    desk.stopped("rules", path, error=error, hint=".", code=1)


def test_a_file_that_is_not_there(desk):
    desk.stopped("rules", "no.toml", error="no.toml cannot be read", hint="path", code=2)
