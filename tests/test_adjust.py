"""The list-wide adjustment (rules 5b)."""

from fractions import Fraction

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
