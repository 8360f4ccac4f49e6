"""The two FIDE tables as data, and the three ways of rounding the oracle needs.

``P_TO_D``: 8.1.1, whole percent -> rating difference (rules, section 1).
``D_TO_PD``: 8.1.2, (lowest difference, highest difference or None, hundredths for the higher rated).
"""

from fractions import Fraction

P_TO_D = {
    0: -800,
    1: -677,
    2: -589,
    3: -538,
    4: -501,
    5: -470,
    6: -444,
    7: -422,
    8: -401,
    9: -383,
    10: -366,
    11: -351,
    12: -336,
    13: -322,
    14: -309,
    15: -296,
    16: -284,
    17: -273,
    18: -262,
    19: -251,
    20: -240,
    21: -230,
    22: -220,
    23: -211,
    24: -202,
    25: -193,
    26: -184,
    27: -175,
    28: -166,
    29: -158,
    30: -149,
    31: -141,
    32: -133,
    33: -125,
    34: -117,
    35: -110,
    36: -102,
    37: -95,
    38: -87,
    39: -80,
    40: -72,
    41: -65,
    42: -57,
    43: -50,
    44: -43,
    45: -36,
    46: -29,
    47: -21,
    48: -14,
    49: -7,
    50: 0,
    51: 7,
    52: 14,
    53: 21,
    54: 29,
    55: 36,
    56: 43,
    57: 50,
    58: 57,
    59: 65,
    60: 72,
    61: 80,
    62: 87,
    63: 95,
    64: 102,
    65: 110,
    66: 117,
    67: 125,
    68: 133,
    69: 141,
    70: 149,
    71: 158,
    72: 166,
    73: 175,
    74: 184,
    75: 193,
    76: 202,
    77: 211,
    78: 220,
    79: 230,
    80: 240,
    81: 251,
    82: 262,
    83: 273,
    84: 284,
    85: 296,
    86: 309,
    87: 322,
    88: 336,
    89: 351,
    90: 366,
    91: 383,
    92: 401,
    93: 422,
    94: 444,
    95: 470,
    96: 501,
    97: 538,
    98: 589,
    99: 677,
    100: 800,
}

D_TO_PD = [
    (0, 3, 50),
    (4, 10, 51),
    (11, 17, 52),
    (18, 25, 53),
    (26, 32, 54),
    (33, 39, 55),
    (40, 46, 56),
    (47, 53, 57),
    (54, 61, 58),
    (62, 68, 59),
    (69, 76, 60),
    (77, 83, 61),
    (84, 91, 62),
    (92, 98, 63),
    (99, 106, 64),
    (107, 113, 65),
    (114, 121, 66),
    (122, 129, 67),
    (130, 137, 68),
    (138, 145, 69),
    (146, 153, 70),
    (154, 162, 71),
    (163, 170, 72),
    (171, 179, 73),
    (180, 188, 74),
    (189, 197, 75),
    (198, 206, 76),
    (207, 215, 77),
    (216, 225, 78),
    (226, 235, 79),
    (236, 245, 80),
    (246, 256, 81),
    (257, 267, 82),
    (268, 278, 83),
    (279, 290, 84),
    (291, 302, 85),
    (303, 315, 86),
    (316, 328, 87),
    (329, 344, 88),
    (345, 357, 89),
    (358, 374, 90),
    (375, 391, 91),
    (392, 411, 92),
    (412, 432, 93),
    (433, 456, 94),
    (457, 484, 95),
    (485, 517, 96),
    (518, 559, 97),
    (560, 619, 98),
    (620, 735, 99),
    (736, None, 100),
]


def round_half_away(value) -> int:
    """0.3: the nearest integer, halves away from zero (exact: no float)."""
    value = Fraction(value)
    whole = (abs(value) * 2 + 1) // 2
    return int(whole) if value >= 0 else -int(whole)


def round_to(value, step: int) -> int:
    """The nearest multiple of ``step``, halves away from zero."""
    return step * round_half_away(Fraction(value) / step)


def conversion_d(points, games: int) -> int:
    """8.1.1 read ``nearest``: points/games to the nearest whole percent, halves up, then the table."""
    percent = (Fraction(points) * 200 / games + 1) // 2
    return P_TO_D[int(percent)]


def expected_hundredths(difference: int) -> int:
    """8.1.2: hundredths expected by the player whose own rating minus the opponent's is ``difference``."""
    size = abs(difference)
    for lowest, highest, hundredths in D_TO_PD:
        if size >= lowest and (highest is None or size <= highest):
            return hundredths if difference >= 0 else 100 - hundredths
    raise ValueError(f"no row of 8.1.2 for the difference {difference}")
