"""The kind of games that a system rates, by the end of its name."""

from __future__ import annotations

from typing import Literal

Kind = Literal["standard", "rapid", "blitz"]
KINDS: tuple[Kind, ...] = ("standard", "rapid", "blitz")


def kind_named(system: str) -> Kind | None:
    """Give the kind that a system's name says, such as rapid of `ffe-rapid`; None where it says none."""
    ending = system.rpartition("-")[2]
    return ending if ending in KINDS else None


def kind_of(system: str) -> Kind:
    """Give the kind of games that a system rates: standard where its name says none."""
    return kind_named(system) or "standard"
