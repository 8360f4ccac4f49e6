"""Chess ratings for federations: exact, explainable, reproducible."""

__version__ = "0.1.0"
