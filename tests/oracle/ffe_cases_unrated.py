"""The rare cases of unrated players: estimates (2.4.1, 2.4.2), first ratings and archives (2.2, 2.4.3), lists (2.6)."""

from __future__ import annotations

from collections import Counter

from ffe_builder import Period
from ffe_editions import RAPID, Edition, age_in_season, edition_on, season_of
from ffe_publication import list_type
from ffe_records import Archive, Player, Result, Standing
from ffe_starts import is_expired


def wave_cases(result: Result, edition: Edition) -> Counter:
    """2.4.1: the estimate of a wave, and 2.4.3: where the zone is not applied to it."""
    cases: Counter = Counter()
    cases[f"2.4.1 wave {min(result.wave, 4)}"] += 1
    if result.wave_games == 5:
        cases["2.4.1 exactly 5 games"] += 1
    if result.wave_kept == 0:
        cases["2.4.1 the reference is the estimate"] += 1
    elif result.wave_kept < result.wave_games:
        cases["2.4.1 second pass drops a game"] += 1
    if result.estimate == edition.floor:
        cases["2.4.1 estimate at the floor"] += 1
    if any(side.reason == "zone not applied" for side in result.sides):
        won = result.half_points == 2 * result.n
        cases["2.4.3 zone not applied, all won" if won else "2.4.3 zone not applied, all lost"] += 1
    if result.wave == 1 and len({side.opponent for side in result.sides}) < 5:
        cases["2.4.1 the same opponent twice counts twice"] += 1
    return cases


def stand_in_by_archive_cases(archive_games: int, given: int | None, result: Result, edition: Edition) -> Counter:
    """2.4.2: an archive stands in."""
    cases: Counter = Counter()
    large = archive_games >= 5
    cases["2.4.2 large archive" if large else "2.4.2 small archive"] += 1
    if archive_games in (4, 5):
        cases[f"2.4.2 archive of exactly {archive_games}"] += 1
    if large and given is not None:
        cases["2.4.2 large archive before given"] += 1
    if result.estimate == edition.floor:
        cases["2.4.2 archive at the floor"] += 1
    return cases


def given_cases(standing: Standing, given: int | None) -> Counter:
    """2.4.2: a given estimate stands in: the president's, that of the list, or the list's E."""
    cases: Counter = Counter()
    is_listed = list_type(standing) == "E"
    if given is not None:
        cases["2.4.2 given by the president"] += 1
        if standing.given_estimate is not None or is_listed:
            cases["2.4.2 president before list"] += 1
    elif standing.given_estimate is not None:
        cases["2.4.2 given by the list"] += 1
        if is_listed:
            cases["2.4.2 given by the list before its E"] += 1
    elif is_listed:
        cases["2.4.2 listed as E"] += 1
    return cases


def default_cases(player: Player, result: Result, season: int, edition: Edition) -> Counter:
    """2.2: the default estimate stands in; the limits of the age categories."""
    cases: Counter = Counter()
    cases[f"2.4.2 default {result.estimate}"] += 1
    age = age_in_season(player.birth_year, season)
    if age is None:
        cases["2.4.2 default, unknown birth year"] += 1
    limits = [limit for limit, _ in edition.default_estimates if limit is not None]
    if age in limits:
        cases["2.4.2 default, oldest of a category"] += 1
    if age is not None and age - 1 in limits:
        cases["2.4.2 default, youngest of a category"] += 1
    return cases


def estimate_cases(player: Player, standing: Standing, result: Result, period: Period) -> Counter:
    """2.4.1 and 2.4.2: where the value of an unrated player comes from."""
    edition = edition_on(period.system, period.starts)
    given = player.estimate_rapid if period.system == RAPID else player.estimate
    archive_games = 0 if result.archive_lost else standing.archive_games
    cases: Counter = Counter()
    if result.estimate_source == "wave":
        cases += wave_cases(result, edition)
        if archive_games or given is not None:
            cases["2.4.2 wave before stand-in"] += 1
    elif result.estimate_source == "archive":
        cases += stand_in_by_archive_cases(archive_games, given, result, edition)
    elif result.estimate_source == "given":
        cases += given_cases(standing, given)
        if archive_games:
            cases["2.4.2 given before small archive"] += 1
        if result.estimate < edition.floor:
            cases["2.4.2 given below the floor"] += 1
    elif result.estimate_source == "default":
        cases += default_cases(player, result, season_of(period.ends), edition)
    return cases


def unrated_cases(standing: Standing, result: Result, period: Period) -> Counter:
    """0.6, 2.4.3 and 2.6: what becomes of an unrated player."""
    cases: Counter = Counter()
    edition = edition_on(period.system, period.starts)
    cases["2.4.3 " + result.case] += 1
    has_archive = standing.archive_games > 0 and not result.archive_lost
    if result.case == "unrated: quota reached":
        if has_archive:
            cases["2.4.3 archive not used"] += 1
        if result.n == edition.quota:
            cases["2.4.3 N exactly the quota"] += 1
    if result.case == "unrated: quota reached with the archive":
        if result.n + standing.archive_games == edition.quota:
            cases["2.4.3 N + Na exactly the quota"] += 1
        if standing.archive_games >= edition.quota:
            cases["2.4.3 archive full before, now rated"] += 1
    if result.case == "unrated: archived":
        cases["2.4.3 archive grows" if has_archive else "2.4.3 archive begins"] += 1
        if result.archive_games == edition.quota - 1:
            cases["2.4.3 one game short of the quota"] += 1
    if result.case == "unrated: no counted game" and has_archive:
        cases["0.6 archive kept without a counted game"] += 1
    if result.case == "unrated: not played" and has_archive:
        cases["0.6 archive kept without a game"] += 1
        if standing.archive_games >= edition.quota:
            cases["0.6 full archive kept without a game"] += 1
    if result.rating is not None and result.exact < edition.floor:
        cases["2.6 first rating raised to the floor"] += 1
    cases += archive_age_cases(standing, result, period, edition)
    cases += listing_cases(result, edition)
    return cases


def archive_age_cases(standing: Standing, result: Result, period: Period, edition: Edition) -> Counter:
    """2.2, archives: expired, old but kept, in the last season, without a season; E02: below 800."""
    cases: Counter = Counter()
    if standing.archive_games == 0:
        return cases
    season = season_of(period.ends)
    played = "played" if result.estimate is not None else "not played"
    archive = Archive(standing.archive_points, standing.archive_games, standing.archive_season)
    if is_expired(archive, season, edition):
        cases[f"2.2 archive expired, {played}"] += 1
    elif archive.season is None:
        cases[f"2.2 archive without a season, {played}"] += 1
    elif archive.season == season - 1:
        cases["2.2 archive of the season before"] += 1
    elif archive.season < season - 1:
        cases["2.2 archive of an old season kept"] += 1
    is_used = not result.archive_lost and 1 <= result.n < edition.quota
    if is_used and archive.points < archive.games * (edition.performance_floor or 0):
        cases["2.2 performance floor, archive"] += 1
    return cases


def listing_cases(result: Result, edition: Edition) -> Counter:
    """2.6: how an unrated player is printed."""
    cases: Counter = Counter()
    if result.rating is not None:
        return cases
    if result.listed_estimate is None:
        cases["2.6 unrated, not listed"] += 1
        return cases
    cases["2.6 listed as E"] += 1
    if result.estimate is None:
        cases["2.6 listed without a game"] += 1
    if result.archive_games >= 5:
        cases["2.6 listed from a large archive"] += 1
        if (result.archive_points / result.archive_games) % 10 == 5:
            cases["0.3 half rounds up, listed archive"] += 1
        if result.listed_estimate == edition.floor + 9:
            cases["2.6 listed at floor + 9"] += 1
    if result.listed_estimate % 10 != 9:
        cases["2.6 listed as given, not ending in 9"] += 1
    return cases
