"""`ratings rules`: every number in force with its source, and the misprints of the texts."""

from __future__ import annotations

import re
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
        (own("\nquota = 8", "\nquota = 0"), "club.toml, block 1: `quota` cannot be 0"),
        (own('conversion = "interpolated"', 'conversion = "guess"'), "`conversion` cannot be 'guess'"),
        (own('"my-club"', '"ffe-national"'), "calls itself ffe-national, a built-in system"),
        (own().replace('rules = "ffe"', 'rules = "chess"'), "`rules` names no functions: 'chess'"),
        (own().replace('rules = "ffe"', 'rules = "../errors"'), "`rules` names no functions"),
        (own().replace('rules = "ffe"', 'rules = "bounds"'), "`rules` names no functions: 'bounds'"),
        ("rules = ", "club.toml is not a rule file"),
        (own("\nsenior_fill = 16", "\nsenior_fill = 7"), "`senior_fill` cannot be 7, below `senior_quota`, which is"),
        (own("[[20, 1299]]", "[[20, 1299], [20, 1009]]"), "`default_estimates` has two pairs for 20"),
        (own('"my-club"', '"../x\\u202e"'), "`system` cannot be '../x.u202e'"),
        (own('"my-club"', f'"{"a" * 5000}"'), "`system` cannot be 'a{79}…"),
        (own('"my-club"', '"club.toml"'), "`system` cannot be 'club.toml', the name of a file"),
        (own('"my-club"', '7'), "`system` cannot be 7"),
        (own('name = "R01"', 'name = "R\\u202e"'), "`name` cannot be 'R.u202e'"),
        (own('credited_from = "none"', 'credited_from = "my-club"'), "`credited_from` cannot be 'my-club'"),
        (own(extra=own().split("[[block]]")[1].join(["[[block]]", ""])), "two blocks are called 'R01'"),
        (own(extra="[[block]]" + own('"R01"', '"R02"').split("[[block]]")[1]),
         "blocks 'R01' and 'R02' are both in force from 2024-04-01"),
        ("a = " + "[" * 5000, "club.toml is not a rule file: its lists are nested too deeply"),
        ("", "club.toml must hold the blocks of one system"),
        ("block = 3\n", "club.toml"),
        ("[block]\nsystem = 'x'\n", "club.toml"),
    ],
)
def test_a_wrong_file_stops_with_file_block_and_key(desk, text, error):
    path = desk.folder / desk.file("club.toml", text)
    desk.stopped("rules", path, error=error, hint=".", code=1)


WRONG = {
    "fide": ("cap = -5", "k_settled = -15", "k_settled = 1000000000", "most_k_times_games = -700", "entry_games = 0",
             "most_k_times_games = 0", "entry_months = 0", "floor = 99999999", "inactive_months = -1", "gap = -1",
             "junior_age = -1", "rounds_a_day = 0", "hours_a_day = 0", "off_list_months = 11", "entry_maximum = 1000",
             "minutes_needed = [[2200, -1]]", "minutes_needed = [[0, 60], [0, 90]]", "step = 0", "entry_bonus = -1"),
    "ffe": ("zone = 0", "brake = 0", "floor = -1", "season_starts_month = 13", "junior_age = -1", "clamp = -470",
            "archive_seasons = -1", "performance_floor = -1", "default_estimates = [[8, -1]]", "step = 1000"),
    "ukd": ("cap = 0", "k_bands = [[1299, -30]]", "k_denominator = 0", "k_most = 5", "change_shown_in = 0",
            "unrated_hundredths = 101", "unrated_value = -1", "entry_games = 1000000"),
    "elo_international": ("cap = 0", "k_new = -25", "floor = 4000", "entry_opponents = -1", "off_list_months = 6"),
}  # fmt: skip


@pytest.mark.parametrize("rules, line", [(rules, line) for rules, lines in WRONG.items() for line in lines])
def test_senseless_numbers_are_refused_with_their_range(desk, rules, line):
    """Each number of every rule set has its range; the file, the block, the key and the value are named."""
    key, _, value = line.partition(" = ")
    blocks = (REPOSITORY / f"ratings/rules/{rules}.toml").read_text("utf-8").split("[[block]]")
    block = blocks[1].split("[[erratum]]")[0]
    block = re.sub('system = "[^"]*"', 'system = "my-club"', block, count=1)
    text, count = re.subn(rf"\n{key} = [^\n]*", f"\n{line}", block)
    assert count == 1
    path = desk.folder / desk.file("club.toml", f'rules = "{rules}"\n[[block]]{text}')
    told = desk.stopped("rules", path, error=f"club.toml, block 1: `{key}` (cannot|has two pairs)", hint=".").err
    assert value.strip("[]").split(", ")[-1] in told.replace(",", "") or "two pairs" in told
    desk.stopped("calc", path, "--rating", 1800, "1800=1", error=f"`{key}`")


def test_a_system_whose_ratings_are_taken_over_must_have_a_list(desk):
    """A slip in a built-in name is not told from an own system's name, but from one that nobody has a list of."""
    club = desk.folder / desk.file("club.toml", own('credited_from = "none"', 'credited_from = "ffe-natoinal"'))
    desk.opened(club, listed="id,rating\nA,1800\n")
    warning = "warning: `credited_from` is ffe-natoinal, and there is no list of that system"
    assert warning in desk.do("rate", club, "2026-01", "--dry-run").err


def test_a_file_that_is_not_there(desk):
    desk.stopped("rules", "no.toml", error="no.toml cannot be read", hint="path", code=2)
