"""The list-wide adjustment (rules 5b)."""

from fractions import Fraction

import pytest
from one_period import maybe

from ratings.engine.adjust import Adjustment, adjust


def test_5b_fide_1_march_2024():
    ratings = maybe([None, 1000, 1500, 1700, 1999, 2000, 2500])
    peaks = maybe([None, 1300, 1800, 1700, 1999, 2100, 2500])
    made = adjust(ratings, peaks, Adjustment(2000, is_below=True, factor=Fraction("0.4")), step=1, floor=1400)
    assert made.rating.values[made.rating.known].tolist() == [1400, 1700, 1820, 1999, 2000, 2500]
    assert made.peak.values[made.peak.known].tolist() == [1400, 1800, 1820, 1999, 2100, 2500]
    assert made.is_touched.tolist() == [False, True, True, True, True, False, False]


def test_5b_constant_shift_above_and_floor():
    ratings = maybe([1000, 1995, 2005])
    everyone = adjust(ratings, ratings, Adjustment(None, is_below=True, constant=-15), step=10, floor=1000)
    assert everyone.rating.values.tolist() == [1000, 1980, 1990]
    above = adjust(ratings, ratings, Adjustment(2000, is_below=False, factor=Fraction(1, 2)), step=1, floor=1000)
    assert above.rating.values.tolist() == [1000, 1995, 2003]


@pytest.mark.parametrize(
    "options, error",
    [
        ((), "By how much to adjust is missing: a factor or a constant"),
        (("--below", 2000), "By how much to adjust is missing: a factor or a constant"),
        (("--below", 2000, "--factor", "0.4", "--constant", 5), "both given"),
        (("--factor", "0.4"), "A factor needs a bound"),
        (("--below", 2000, "--factor", "1.5"), "1.5 is not in 0 to 1: it would move ratings past the bound or away"),
        (("--below", 2000, "--factor", "-0,4"), "A factor of -0.4 is not in 0 to 1"),
        (("--below", 2000, "--factor", "0.0000001"), "more than six decimals"),
        (("--below", 2000, "--factor", "1e999999999"), "'1e999999999' is not a number"),
        (("--below", 2000, "--factor", "nan"), "'nan' is not a number"),
        (("--below", 2000, "--above", 1000, "--constant", 5), "below or above, not both"),
    ],
)
def test_what_an_adjustment_cannot_be(desk, options, error):
    desk.stopped("adjust", "fide-standard", "--on", "2024-03-01", *options, "--dry-run", error=error, code=2)


def test_5b_fide_1_march_2024_from_the_command_line(desk):
    """1000 → 1400, 1500 → 1700, 1700 → 1820; whole factors move nobody, or everybody to the bound."""
    desk.opened("fide-standard", "id,name\nA,Anne\nB,Bruno\nC,Chloe\n", "id,rating\nA,1000\nB,1500\nC,1700\n")
    for factor, after in (("0.4", [1400, 1700, 1820]), (",4", [1400, 1700, 1820]), ("1", [2000] * 3)):
        done = desk.do(
            "adjust", "fide-standard", "--on", "2026-01-01", "--below", 2000, "--factor", factor, "--dry-run"
        )
        assert [int(row["after"]) for row in done.rows] == after
