"""One player ``x`` against a few opponents by expectation: for tests of single articles."""

from datetime import date, timedelta

from expectation_builder import MODULES
from results import WORDS


def one_player(
    rating, games, *, system="fide-standard", starts=date(2025, 12, 1), ends=date(2025, 12, 31), code="t",
    history=(100, None, None), birth=None, opponents=None, **extra,
):  # fmt: skip
    """Rates one player ``x`` who plays (opponent rating or None, half points); returns all results."""
    ratings, rows = {"x": rating}, []
    for number, (value, points) in enumerate(games, 1):
        opponent = (opponents or {}).get(number, f"o{number}")
        ratings[opponent] = value
        rows.append({
            "white": "x", "black": opponent, "result": WORDS[points], "date": starts, "tournament": code,
            "round": number,
        })  # fmt: skip
    arguments = {
        "system": system, "starts": starts, "ends": ends, "publishes": ends + timedelta(days=1),
        "players": [{"id": "x", "birth_year": birth}], "lists": {starts: ratings},
        "history": {"x": history, **{name: (100, None, None) for name in ratings if name != "x"}},
        "pools": [], "tournaments": [], "games": rows, **extra,
    }  # fmt: skip
    return MODULES[system].rate(**arguments)
