"""The dated blocks of the FIDE systems (rules, section 3, the table); "row x" elsewhere is a row of that table."""

from datetime import date
from fractions import Fraction

SYSTEMS = ("fide-standard", "fide-rapid", "fide-blitz")
BLOCK_2009 = {
    "effective": date(2009, 7, 1),
    "expectation": "table",
    "cap": 400,
    "uncapped_from": None,
    "k_new": 25,
    "k_junior": None,
    "k_middle": 15,
    "k_top": 10,
    "kn_limit": None,
    "floor": 1401,
    "entry_games": 9,
    "entry_months": 14,
    "entry_conditions": "2009",
    "performance": "steps",
    "performance_step": Fraction(25, 2),
    "pooling": "weighted",
    "entry_maximum": None,
    "credited": False,
}
BLOCK_2014 = {
    **BLOCK_2009,
    "effective": date(2014, 7, 1),
    "k_new": 40,
    "k_junior": 40,
    "k_middle": 20,
    "kn_limit": 700,
    "floor": 1000,
    "entry_games": 5,
    "entry_months": 26,
    "entry_conditions": "2014",
    "performance_step": Fraction(20),
    "pooling": "single_event",
    "credited": True,
}
BLOCK_2024 = {
    **BLOCK_2014,
    "effective": date(2024, 3, 1),
    "floor": 1400,
    "entry_conditions": "2024",
    "performance": "two draws at 1800",
    "entry_maximum": 2200,
}
BLOCK_2025 = {**BLOCK_2024, "effective": date(2025, 10, 1), "uncapped_from": 2650}
BLOCKS = [BLOCK_2009, BLOCK_2014, BLOCK_2024, BLOCK_2025]
