"""The oracle of the French rules: worked answers, tables, and how often random periods hit each case."""

from __future__ import annotations

import datetime
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import ffe
import pytest
from ffe_builder import MOST_GAMES, Period
from ffe_case_names import CASES
from ffe_cases import count_cases
from ffe_editions import EDITIONS, NATIONAL, RAPID, Edition, edition_on
from ffe_periods import MOST_PLAYERS, random_period, rate_period
from ffe_publication import list_type
from ffe_records import Game, Player, Result, Standing
from results import SWAPPED
from rounding import round_half_away

EDITION_IDS = [f"{edition.system} {edition.name}" for edition in EDITIONS]
#: How many random periods of each edition are counted, and how often each case must be hit in them.
SEEDS = 400
FEWEST_HITS = 20


def one_player(games: str, standing: Standing, birth_year: int | None = None) -> Result:
    """The oracle's result of one player against rated opponents in spring 2004 ('1780 W, 2261 L')."""
    starts, ends = datetime.date(2004, 3, 1), datetime.date(2004, 5, 31)
    players = {"player": Player("player", birth_year)}
    standings = {"player": standing}
    rows = []
    for number, words in enumerate(games.split(", ")):
        rating, letter = words.split()
        opponent = f"opponent {number}"
        players[opponent] = Player(opponent)
        standings[opponent] = Standing(int(rating), "F" if rating.endswith("9") else "N")
        result = {"W": "1-0", "D": "1/2-1/2", "L": "0-1"}[letter]
        rows.append(Game("player", opponent, result, starts))
    return ffe.rate(NATIONAL, starts, ends, players, standings, rows)["player"]


def test_2_7_senior_performs_above():
    """2.7, first line (B103): Po 2253, (2253 * 7 + 1970 * 9) / 16 -> 2090."""
    result = one_player("1780 W, 2261 L, 1920 W, 2180 W, 2210 D, 2160 D, 2130 W", Standing(1970, "N"), birth_year=1960)
    assert (result.n, result.half_points, result.performance) == (7, 10, 2253)
    assert result.exact == Fraction(2253 * 7 + 1970 * 9, 16)
    assert (result.rating, result.type) == (2090, "N")


def test_2_7_unrated_junior_is_archived():
    """2.7, second line (B103): reference 1840, 2209 drops out, archive (1838.57, 7)."""
    games = "1910 L, 1970 L, 2209 L, 1920 L, 1750 W, 1710 W, 1920 D, 1690 W"
    result = one_player(games, Standing(), birth_year=1990)
    assert (result.reference, result.wave, result.wave_games, result.wave_kept) == (1840, 1, 8, 7)
    assert [side.value for side in result.sides if not side.counted] == [2209]
    assert result.archive_games == 7
    assert result.archive_points / 7 == result.performance
    assert round_half_away(result.performance * 100) == 183857
    assert (result.rating, result.type, result.archive_season) == (None, "E", 2004)


def test_2_7_senior_performs_below():
    """2.7, third line (B103): 1620 and above drop out, N 6, (16 * 1270 + 6 * Po) / 22 -> 1230."""
    result = one_player(
        "1620 L, 1750 L, 1560 L, 1530 L, 1320 W, 1280 L, 1260 L, 1520 L", Standing(1270, "N"), birth_year=1960
    )
    assert result.n == 6
    assert result.exact == (16 * 1270 + 6 * result.performance) / 22
    assert result.rating == 1230


def test_0_8_edition_by_the_first_day():
    """0.8: the edition in force on the first day; before the first one: stop."""
    assert edition_on(NATIONAL, datetime.date(2000, 8, 31)).name == "S1"
    assert edition_on(NATIONAL, datetime.date(2000, 9, 1)).name == "S0"
    assert edition_on(NATIONAL, datetime.date(2024, 4, 1)).name == "R01"
    assert edition_on(RAPID, datetime.date(2017, 12, 31)).name == "S0"
    assert edition_on(RAPID, datetime.date(2018, 1, 1)).name == "E02"
    with pytest.raises(ValueError, match="1990-09-01"):
        edition_on(NATIONAL, datetime.date(1990, 8, 31))


def test_2_6_an_n_ending_in_9_is_refused():
    """2.6: type N does not end in 9; without a type it is an E."""
    with pytest.raises(ValueError, match="1499"):
        list_type(Standing(1499, "N"))
    assert list_type(Standing(1499)) == "E"
    assert list_type(Standing(1490)) == "N"
    assert list_type(Standing(1499, "F")) == "F"


def test_random_periods_are_repeatable_and_small():
    """The same seed gives the same period; sizes are those promised."""
    for edition in EDITIONS:
        for seed in range(40):
            period = random_period(seed, edition.system, edition.effective)
            assert period == random_period(seed, edition.system, edition.effective)
            assert edition_on(period.system, period.starts) == edition
            assert 10 <= len(period.players) <= MOST_PLAYERS
            assert 20 <= len(period.games) <= MOST_GAMES


def swapped_and_shuffled(period: Period) -> Period:
    """The same period with all colours swapped and every order reversed."""
    games = [
        game if game.black is None else Game(game.black, game.white, SWAPPED.get(game.result, game.result), game.date)
        for game in reversed(period.games)
    ]
    return replace(period, players=dict(reversed(period.players.items())), games=games)


@pytest.mark.parametrize("edition", EDITIONS, ids=EDITION_IDS)
def test_0_1_order_and_colours_change_nothing(edition: Edition):
    """0.1: neither the order of rows and players nor the colours change a number."""
    for seed in range(25):
        period = random_period(seed, edition.system, edition.effective)
        results, others = rate_period(period), rate_period(swapped_and_shuffled(period))
        for player_id, result in results.items():
            assert replace(result, sides=[]) == replace(others[player_id], sides=[])


@pytest.mark.parametrize("edition", EDITIONS, ids=EDITION_IDS)
def test_random_periods_hit_every_case(edition: Edition):
    """Every case of 0 and 2.1 to 2.6 is hit often, and no case that the edition cannot have is hit."""
    cases: Counter = Counter()
    for seed in range(SEEDS):
        period = random_period(seed, edition.system, edition.effective)
        cases += count_cases(period, rate_period(period))
    expected = CASES[edition.system, edition.name]
    assert sorted(cases) == sorted(expected)
    rare = {name: cases[name] for name in expected if cases[name] < FEWEST_HITS}
    assert not rare
