"""2.4.3: the general mode: first ratings and archives of unrated players."""

from __future__ import annotations

from ffe_editions import Edition
from ffe_publication import publish_rating
from ffe_records import NO_ARCHIVE, Archive, Estimate, Result, Side, Start
from ffe_stand_ins import archive_mean, stand_in
from ffe_waves import wave_estimates
from ffe_zone import put_total, total_of


def unrated_estimates(starts: dict[str, Start], sides: dict[str, list[Side]], edition: Edition) -> dict[str, Estimate]:
    """2.4: an estimate for every unrated player with a played game: by waves, else a stand-in."""
    estimates = wave_estimates(starts, sides, edition)
    for player_id, start in starts.items():
        if start.rating is None and sides[player_id] and player_id not in estimates:
            estimates[player_id] = stand_in(start.archive, start.given, start.age, edition)
    return estimates


def general_values(starts: dict[str, Start], estimates: dict[str, Estimate], edition: Edition) -> dict[str, int]:
    """2.4.3: rated opponents at Ei, unrated ones at their estimate (rapid: rated opponents only)."""
    values = {player_id: start.rating for player_id, start in starts.items() if start.rating is not None}
    if edition.unrated_pairs_count:
        values.update({player_id: estimate.value for player_id, estimate in estimates.items()})
    return values


def put_archive(result: Result, archive: Archive) -> None:
    """0.6: writes the archive after the period into the result."""
    result.archive_points = archive.points
    result.archive_games = archive.games
    result.archive_season = archive.season


def put_first_rating(result: Result, archive: Archive, season: int, edition: Edition) -> None:
    """2.4.3: the three cases of N >= 1: rated by the games, rated with the archive, archived."""
    points, games = result.performance * result.n, result.n
    if result.n < edition.quota and archive.games:
        points += archive_mean(archive, edition) * archive.games
        games += archive.games
    if games < edition.quota:
        result.case = "unrated: archived"
        put_archive(result, Archive(points, games, season))
        return
    result.case = "unrated: quota reached" if result.n >= edition.quota else "unrated: quota reached with the archive"
    result.exact = points / games
    put_archive(result, NO_ARCHIVE)
    result.rating, result.type = publish_rating(result.exact, edition), "N"


def rate_unrated(
    start: Start, estimate: Estimate | None, sides: list[Side], values: dict[str, int], season: int, edition: Edition
) -> Result:
    """2.4.3: the general mode for one unrated player."""
    result = Result(archive_lost=start.archive_lost)
    put_archive(result, start.archive)
    if estimate is None:
        result.case = "unrated: not played"
        return result
    result.estimate, result.estimate_source = estimate.value, estimate.source
    result.wave, result.reference = estimate.wave, estimate.reference
    result.wave_games, result.wave_kept = estimate.games, estimate.kept
    total = total_of(sides, values, estimate.value, edition, no_empty_zone=estimate.source == "wave")
    put_total(result, total, edition)
    if total.n == 0:
        result.case = "unrated: no counted game"
        return result
    put_first_rating(result, start.archive, season, edition)
    return result
