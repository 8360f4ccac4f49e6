"""Section 1: the two FIDE tables as data, and how they are read.

``P_TO_D``: 8.1.1, by whole percent: the rating difference. ``D_TO_PD``: 8.1.2: the expected score.
"""

from fractions import Fraction

#: FIDE 8.1.1, percentage 50 .. 100 -> D. Index 0 is 50 %.
# fmt: off
_UPPER_HALF = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65,
    72, 80, 87, 95, 102, 110, 117, 125, 133, 141,
    149, 158, 166, 175, 184, 193, 202, 211, 220, 230,
    240, 251, 262, 273, 284, 296, 309, 322, 336, 351,
    366, 383, 401, 422, 444, 470, 501, 538, 589, 677,
    800,
)
# fmt: on
#: FIDE 8.1.1, percentage 0 .. 49 -> D. Index 0 is 0 %. Apart from the upper half: a test compares the two.
# fmt: off
_LOWER_HALF = (
    -800, -677, -589, -538, -501, -470, -444, -422, -401, -383,
    -366, -351, -336, -322, -309, -296, -284, -273, -262, -251,
    -240, -230, -220, -211, -202, -193, -184, -175, -166, -158,
    -149, -141, -133, -125, -117, -110, -102, -95, -87, -80,
    -72, -65, -57, -50, -43, -36, -29, -21, -14, -7,
)
# fmt: on
#: The 101 entries, by whole percent.
P_TO_D: tuple[int, ...] = _LOWER_HALF + _UPPER_HALF

#: FIDE 8.1.2: (lowest difference, highest difference or None, hundredths for the higher rated).
# fmt: off
D_TO_PD = [
    (0, 3, 50), (4, 10, 51), (11, 17, 52), (18, 25, 53), (26, 32, 54),
    (33, 39, 55), (40, 46, 56), (47, 53, 57), (54, 61, 58), (62, 68, 59),
    (69, 76, 60), (77, 83, 61), (84, 91, 62), (92, 98, 63), (99, 106, 64),
    (107, 113, 65), (114, 121, 66), (122, 129, 67), (130, 137, 68), (138, 145, 69),
    (146, 153, 70), (154, 162, 71), (163, 170, 72), (171, 179, 73), (180, 188, 74),
    (189, 197, 75), (198, 206, 76), (207, 215, 77), (216, 225, 78), (226, 235, 79),
    (236, 245, 80), (246, 256, 81), (257, 267, 82), (268, 278, 83), (279, 290, 84),
    (291, 302, 85), (303, 315, 86), (316, 328, 87), (329, 344, 88), (345, 357, 89),
    (358, 374, 90), (375, 391, 91), (392, 411, 92), (412, 432, 93), (433, 456, 94),
    (457, 484, 95), (485, 517, 96), (518, 559, 97), (560, 619, 98), (620, 735, 99),
    (736, None, 100),
]
# fmt: on


def conversion_d(points, games: int) -> int:
    """8.1.1 read ``nearest``: points/games to the nearest whole percent, halves up, then the table."""
    percent = (Fraction(points) * 200 / games + 1) // 2
    return P_TO_D[int(percent)]


def mean_plus_d(opponents_sum: int, games: int, half_points: int) -> Fraction:
    """Row entry performance: S/n + D(p), ``nearest``, +-800 at the ends; exact."""
    return Fraction(opponents_sum, games) + conversion_d(Fraction(half_points, 2), games)


def expected_hundredths(difference: int) -> int:
    """8.1.2: hundredths expected by the player whose own rating minus the opponent's is ``difference``."""
    size = abs(difference)
    for lowest, highest, hundredths in D_TO_PD:
        if size >= lowest and (highest is None or size <= highest):
            return hundredths if difference >= 0 else 100 - hundredths
    raise ValueError(f"no row of 8.1.2 for the difference {difference}")
