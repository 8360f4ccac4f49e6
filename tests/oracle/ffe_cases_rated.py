"""The rare cases of rated players (0.6, 2.1, 2.5, 2.6) and of what their opponents were worth."""

from __future__ import annotations

from collections import Counter

from ffe_builder import Period
from ffe_editions import RAPID, Edition, age_in_season, edition_on, is_junior, season_of
from ffe_publication import list_type
from ffe_records import Player, Result, Standing


def rated_cases(player: Player, standing: Standing, result: Result, period: Period) -> Counter:
    """0.6, 2.5 and 2.6: what becomes of a rated player."""
    cases: Counter = Counter()
    edition = edition_on(period.system, period.starts)
    if result.archive_lost:
        cases["0.6 rated player's archive emptied"] += 1
    if result.credited:
        cases["2.5 credited, with a counted game" if result.n else "2.5 credited, no counted game"] += 1
        if result.sides and not result.n:
            cases["2.5 credited, played but nothing counts"] += 1
        if result.archive_lost:
            cases["2.5 credited, archive emptied"] += 1
        if list_type((period.national or {})[player.id]) == "F":
            cases["2.5 credited by type F"] += 1
    if result.case == "rated: of type F":
        cases["2.5 type F with games" if result.sides else "2.5 type F without games"] += 1
        return cases
    if result.case == "rated: no counted game":
        cases["0.6 rated, no game counts" if result.sides else "0.6 rated, no game"] += 1
        if result.rating is not None and result.rating % 10:
            cases["0.6 rating kept unrounded"] += 1
        return cases
    cases["2.5 " + result.case] += 1
    if result.exact < edition.floor:
        cases["2.6 rating raised to the floor"] += 1
    if (result.exact / 5).denominator == 1 and (result.exact / 10).denominator != 1:
        cases["0.3 half rounds up"] += 1
    cases += count_of_games_cases(player, result, period, edition)
    return cases


def count_of_games_cases(player: Player, result: Result, period: Period, edition: Edition) -> Counter:
    """2.5: the numbers of games at the limits, by age (national) or at 7 (rapid)."""
    cases: Counter = Counter()
    if edition.system == RAPID:
        if result.n in (6, 7):
            way = "above" if result.performance > result.before else "below"
            if result.performance != result.before:
                cases[f"2.5 {way} with {result.n} games"] += 1
        return cases
    age = age_in_season(player.birth_year, season_of(period.ends))
    if result.performance > result.before:
        if is_junior(age) and result.n in (7, 8):
            cases[f"2.5 junior above with {result.n} games"] += 1
        if not is_junior(age) and result.n in (15, 16):
            cases[f"2.5 senior above with {result.n} games"] += 1
        if not is_junior(age) and result.n in (8, 9, 10):
            cases["2.5 senior above with about 8 games"] += 1
        if age == 20 and 1 <= result.n < 16:
            cases["2.1 oldest junior above"] += 1
        if age == 21 and 1 <= result.n < 16:
            cases["2.1 youngest senior above"] += 1
        if age is None and result.n < 16:
            cases["2.1 unknown birth year above"] += 1
    return cases


def worth_cases(result: Result, results: dict[str, Result], edition: Edition) -> Counter:
    """2.5 and 2.4.3: what the opponents were worth."""
    cases: Counter = Counter()
    known = 0
    for side in result.sides:
        opponent = results[side.opponent]
        if opponent.before is not None or (opponent.wave and edition.unrated_pairs_count):
            known += 1
        if result.wave and opponent.wave and edition.unrated_pairs_count:
            order = "an earlier" if opponent.wave < result.wave else "a later"
            cases[f"2.4.1 met one of {'the same' if opponent.wave == result.wave else order} wave"] += 1
        if opponent.credited:
            cases["2.5 opponent credited"] += 1
        if result.before is None:
            if side.value is None:
                cases["2.2 unrated pair does not count"] += 1
            elif opponent.before is None:
                cases["2.2 unrated pair counts"] += 1
        elif side.value is None:
            cases["2.2 rated against unrated does not count"] += 1
        elif opponent.case == "rated: of type F":
            cases["2.5 opponent of type F"] += 1
        elif opponent.before is None:
            cases += new_value_cases(opponent, edition)
    if result.estimate is not None and result.wave is None and known == 4:
        cases["2.4.1 4 games are not enough"] += 1
    return cases


def new_value_cases(opponent: Result, edition: Edition) -> Counter:
    """2.5, national: the three kinds of new value of an unrated opponent."""
    cases: Counter = Counter()
    if opponent.rating is not None:
        cases["2.5 opponent at the new rating"] += 1
    elif opponent.n:
        cases["2.5 opponent at the archived performance"] += 1
        if opponent.archive_points / opponent.archive_games < edition.floor:
            cases["2.5 opponent's archive raised to the floor"] += 1
    else:
        cases["2.5 opponent at the stand-in"] += 1
        if opponent.worth < edition.floor:
            cases["2.5 opponent's stand-in below the floor"] += 1
    return cases
