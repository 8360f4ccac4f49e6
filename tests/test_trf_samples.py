"""The samples of tournament reports beside the repository: malformed ones by their case, a season of interclubs."""

from __future__ import annotations

import pytest

from cup_report import codes
from ratings.errors import RatingsError
from ratings.files.trf import read_trf
from shared_files import MALFORMED, malformed_reports, shared_file

CASES: dict[str, tuple[set[str], set[str]]] = {
    "00_valid.trf": (set(), set()),
    "01_bom_utf8.trf": (set(), {"bom"}),
    "02_cr_only.trf": (set(), {"cr-only"}),
    "04a_utf8_accents.trf": (set(), set()),
    "05_forfeits.trf": (set(), set()),
    "07_opponent_with_bye_code.trf": ({"results-disagree"}, set()),
    "09_contradiction.trf": ({"results-disagree"}, {"points-disagree"}),
    "11_points_disagree.trf": (set(), {"points-disagree"}),
    "13_no_rank.trf": (set(), set()),
    "15_dates_dmy_spaces.trf": (set(), {"date-form"}),
    "17_round_dates_wrong_year.trf": (set(), {"round-outside-event"}),
    "19_title_1N_2N.trf": (set(), {"title-unknown"}),
    "21_duplicate_number.trf": (
        {"start-number-twice", "column-not-blank", "line-misplaced"},
        {"player-count"},
    ),
    "23_unknown_opponent.trf": ({"unknown-opponent", "opponents-disagree"}, set()),
    "25_xxr_xxc_xxz.trf": (set(), {"extension-lines"}),
    "27_team_013.trf": (set(), set()),
    "29_short_lines.trf": (set(), {"one-side-only"}),
    "31_blank_lines_and_comment.trf": (set(), {"comment-lines"}),
    "35_lower_case_result.trf": (set(), {"lower-case-result", "points-disagree"}),
    "37_birth_year_only.trf": (set(), set()),
    "39_ten_thousand.trf": ({"column-not-blank", "line-misplaced"}, {"player-count"}),
}
"""Codes of the issues and of the repairs of each malformed sample."""


def malformed(name: str) -> bytes:
    return shared_file(*MALFORMED, name).read_bytes()


@pytest.mark.parametrize(("name", "what"), malformed_reports(), ids=lambda value: str(value)[:40])
def test_malformed_samples_do_what_their_case_says(name: str, what: str) -> None:
    data = malformed(name)
    if name == "33_empty.trf":
        with pytest.raises(RatingsError, match="is empty"):
            read_trf(data, name)
        return
    event = read_trf(data, name)
    issues, repairs = CASES[name]
    assert (codes(event.issues), codes(event.repairs)) == (issues, repairs)
    assert bool(event.issues) == what.startswith("refuse"), what
    if what.startswith("loads"):
        assert len(event.players) == 6
        assert len([game for game in event.games if game.result != "bye"]) == 9


def test_details_of_malformed_samples() -> None:
    births = {player.number: player for player in read_trf(malformed("37_birth_year_only.trf"), "37").players}
    assert (births[2].birth_year, births[2].birth_date) == (1985, None)
    assert (births[4].birth_year, births[4].birth_date) == (1999, None)
    assert [game.result for game in read_trf(malformed("05_forfeits.trf"), "05").games].count("1-0F") == 0
    assert [team.members for team in read_trf(malformed("27_team_013.trf"), "27").teams] == [
        (1, 2, 3),
        (4, 5, 6),
    ]
    late = read_trf(malformed("17_round_dates_wrong_year.trf"), "17")
    assert {game.date for game in late.games if game.round == 3} == {None}


def test_the_interclub_season_has_its_games() -> None:
    event = read_trf(shared_file("data", "trf", "icn_trf_2024_25.trf").read_bytes(), "icn_trf_2024_25.trf")
    rated = [game for game in event.games if game.result in ("1-0", "0-1", "1/2-1/2")]
    assert (len(event.players), len(rated)) == (3037, 8933)
    wrong_year = [issue for issue in event.repairs if issue.code == "round-outside-event"]
    assert [issue.value for issue in wrong_year] == ["24/03/16", "24/03/30", "24/04/27"]
    assert "points-disagree" not in codes(event.repairs)
