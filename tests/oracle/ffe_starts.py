"""0.1, 0.5, 0.6 and 2.5: what is frozen at the start of a period: rating, credited rating, archive, given estimate."""

from __future__ import annotations

from fractions import Fraction

from ffe_editions import RAPID, Edition, age_in_season
from ffe_publication import list_type
from ffe_records import NO_ARCHIVE, Archive, Player, Standing, Start


def credited_rating(national: Standing | None, edition: Edition) -> int | None:
    """2.5: in rapid, the national rating of types N and F (not E) on the list in force on the first day."""
    if edition.system != RAPID or national is None or list_type(national) not in ("N", "F"):
        return None
    return national.rating


def given_estimate(player: Player, standing: Standing, edition: Edition) -> int | None:
    """2.4.2: the club president's estimate, else the one of the loaded list, else its rating of type E."""
    president = player.estimate_rapid if edition.system == RAPID else player.estimate
    if president is not None:
        return president
    if standing.given_estimate is not None:
        return standing.given_estimate
    if list_type(standing) == "E":
        return standing.rating
    return None


def is_expired(archive: Archive, season: int, edition: Edition) -> bool:
    """2.2, archives (E02): lives while the season <= its own + 1; without a season it is never lost."""
    if edition.archive_life is None or archive.season is None or archive.games == 0:
        return False
    return season > archive.season + edition.archive_life


def starting_archive(standing: Standing, is_rated: bool, season: int, edition: Edition) -> tuple[Archive, str]:
    """0.6: an expired archive is gone, played or not; a rated player's is ignored and emptied."""
    if standing.archive_games == 0:
        return NO_ARCHIVE, ""
    archive = Archive(Fraction(standing.archive_points), standing.archive_games, standing.archive_season)
    if is_rated:
        return NO_ARCHIVE, "rated"
    if is_expired(archive, season, edition):
        return NO_ARCHIVE, "expired"
    return archive, ""


def start_of(player: Player, standing: Standing, national: Standing | None, season: int, edition: Edition) -> Start:
    """0.1, 0.5, 2.5: the frozen starting values of one player."""
    type_letter = list_type(standing)
    rating = standing.rating if type_letter in ("N", "F") else None
    credit = credited_rating(national, edition) if rating is None else None
    archive, lost = starting_archive(standing, rating is not None or credit is not None, season, edition)
    return Start(
        rating=rating if rating is not None else credit,
        is_fide=type_letter == "F",
        is_credited=credit is not None,
        archive=archive,
        archive_lost=lost,
        given=given_estimate(player, standing, edition),
        age=age_in_season(player.birth_year, season),
    )
