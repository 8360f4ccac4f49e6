"""Tournament reports written: what is written reads the same, and what cannot be said is an error."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cup_report import ACCENTED, DAY, VALID, event_of
from ratings.errors import RatingsError
from ratings.files.trf import TrfEvent, TrfPlayer, read_trf
from ratings.files.trf_records import TrfGame, TrfTeam
from ratings.files.trf_sign import looks_like_trf
from ratings.files.trf_write import write_trf
from shared_files import real_reports, shared_file


def without_lines(event: TrfEvent) -> tuple[object, ...]:
    games = [replace(game, line=0, column=0) for game in event.games]
    return (
        games,
        [replace(player, line=0) for player in event.players],
        [replace(t, line=0) for t in event.teams],
    )


@pytest.mark.parametrize("version", ["trf16", "trf26"])
def test_what_is_written_reads_the_same(version: str) -> None:
    team = "013 " + "Reds".ljust(32) + "   1    2    3"
    for text in (
        VALID,
        ACCENTED,
        VALID + team,
        VALID.replace("  26/03/08", "  25/03/08"),
    ):
        event = event_of(text)
        again = event_of(write_trf(event, version))
        assert (again.issues, again.format) == ([], version)
        assert without_lines(again) == without_lines(event)
        assert (again.name, again.starts, again.round_dates) == (event.name, event.starts, event.round_dates)


@pytest.mark.parametrize("version", ["trf16", "trf26"])
def test_another_scoring_is_written_too(version: str) -> None:
    event = event_of(VALID + "XXS WW=3.0 BW=3.0 WD=1.0 BD=1.0 WL=0.0 BL=0.0")
    assert event_of(write_trf(event, version)).scoring["1"] == 6


UNFIT = {
    "a long name": {"name": "N" * 34},
    "a number of five digits": {"number": 10_000},
    "a rating of five digits": {"rating": 12_345},
    "a long id": {"fide_id": "1" * 12},
    "an id with a letter": {"fide_id": "12a"},
    "a long title": {"title": "WWGM"},
    "a federation of four": {"federation": "FRAN"},
    "a hundred thousand points": {"half_points": 200_000},
    "a rank of five digits": {"rank": 10_000},
    "a line end in a name": {"name": "Larch\nLea"},
    "a sex the form has not": {"sex": "X"},
}


@pytest.mark.parametrize("fields", UNFIT.values(), ids=UNFIT)
def test_what_does_not_fit_is_an_error(fields: dict[str, object]) -> None:
    lone = TrfEvent(players=[replace(TrfPlayer(1, "Larch,Lea"), **fields)])
    with pytest.raises(RatingsError, match=r"does not fit"):
        write_trf(lone)


@pytest.mark.parametrize(
    "games",
    [
        [TrfGame(1, 1, 2, "1-0"), TrfGame(1, 1, None, "bye")],
        [TrfGame(1, 1, 3, "1-0")],
        [TrfGame(1, 1, 1, "1-0")],
        [TrfGame(1, 1, 2, "2-0")],
        [TrfGame(1, 1, 2, "1-0", white_mark="0", black_mark="1")],
        [TrfGame(0, 1, 2, "1-0")],
        [TrfGame(1, 1, None, "0-0F"), TrfGame(1, 2, None, "bye")],
        [TrfGame(1, 1, None, "bye", white_mark="+"), TrfGame(1, 2, None, "bye")],
        [TrfGame(1, 1, 2, "1-0", DAY(2026, 3, 6)), TrfGame(1, 3, None, "bye", DAY(2026, 3, 7))],
        [TrfGame(1, 1, 2, "1-0", DAY(1950, 3, 6))],
    ],
)
def test_games_that_cannot_be_said_are_an_error(games: list[TrfGame]) -> None:
    players = [TrfPlayer(1, "A"), TrfPlayer(2, "B")] + ([TrfPlayer(3, "C")] if games[-1].white == 3 else [])
    with pytest.raises(RatingsError, match="cannot be written"):
        write_trf(TrfEvent(players=players, games=games))


def test_games_from_elsewhere_are_written_with_the_usual_letters() -> None:
    players = [TrfPlayer(number, f"P{number}") for number in (1, 2, 3)]
    games = [TrfGame(1, 2, 1, "0-1F", DAY(2026, 3, 6)), TrfGame(1, 3, None, "bye", DAY(2026, 3, 6))]
    days = {"starts": DAY(2026, 3, 6), "ends": DAY(2026, 3, 6)}
    again = event_of(write_trf(TrfEvent(players=players, games=games, teams=[TrfTeam("T", (1,))], **days)))
    assert [(g.white, g.black, g.result, g.date) for g in again.games] == [
        (2, 1, "0-1F", DAY(2026, 3, 6)),
        (3, None, "bye", DAY(2026, 3, 6)),
    ]


@pytest.mark.parametrize("result", ["1-0F", "0-1F"])
def test_a_forfeit_without_an_opponent_stays_one(result: str) -> None:
    players = [TrfPlayer(number, f"P{number}") for number in (1, 2, 3)]
    games = [TrfGame(1, 1, 2, "1-0"), TrfGame(1, 3, None, result)]
    again = event_of(write_trf(TrfEvent(players=players, games=games)))
    assert (again.issues, again.repairs) == ([], [])
    assert [(g.white, g.black, g.result) for g in again.games] == [(1, 2, "1-0"), (3, None, result)]


@pytest.mark.parametrize("name", real_reports())
def test_real_events_load_and_are_written_back(name: str) -> None:
    data = shared_file("data", "trf", name).read_bytes()
    assert looks_like_trf(data[:4096])
    event = read_trf(data, name)
    assert event.issues == []
    assert event.players
    for version in ("trf16", "trf26"):
        again = read_trf(write_trf(event, version).encode(), name)
        assert again.issues == []
        assert without_lines(again) == without_lines(event)
