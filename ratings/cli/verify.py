"""`ratings verify`: make published lists again and compare; say whether a file in hand is a published one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from ratings.cli.session import Session, rules_of
from ratings.wording import number_of

if TYPE_CHECKING:
    import sqlalchemy as sa

    from ratings.store.periods import Period


@click.command()
@click.argument("system", required=False)
@click.argument("name", metavar="[PERIOD]", required=False)
@click.option("--file", "path", metavar="FILE", help="A list in hand: is it a published one?")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.pass_obj
@click.pass_context
def verify(
    ctx: click.Context, session: Session, system: str | None, name: str | None, path: str | None, as_json: bool
) -> None:
    """Compute published lists again from what is stored, under their own numbers, and compare to the last byte.

    With --file: whether a CSV or workbook is a published list, by its hash or, after a spreadsheet, by its content.

    \b
    Example:
      ratings verify ffe-national
      ratings verify ffe-national 2026-01 --file list.csv
    """
    from ratings.store.periods import find_period

    with session.reading() as connection:
        if system and name:
            find_period(connection, rules_of(system).system, name)
        told = _recognise(connection, path, system, name) if path else _verify(connection, session, system, name)
    if as_json:
        session.show(json.dumps(told, indent=2, ensure_ascii=False))
    else:
        for line in _as_text(told):
            session.show(line)
    ctx.exit(0 if all(one["same"] for one in told) else 1)


def _systems(connection: sa.Connection, system: str | None) -> list[tuple[str, Any]]:
    """Give names and rule sets of the system, or of all that have a published list."""
    from ratings.store.periods import all_periods

    if system is not None:
        rules = rules_of(system)
        return [(rules.system, rules)]
    names = sorted({period.system for period in all_periods(connection) if period.published})
    return [(one, rules_of(one)) for one in names]


def _verify(connection: sa.Connection, session: Session, system: str | None, name: str | None) -> list[dict[str, Any]]:
    from ratings.verification import revisions, verify

    told = []
    for own, rules in _systems(connection, system):
        periods = list(revisions(connection, own, name))
        with session.progress(f"lists of {own}", len(periods)) as progress:
            for period in periods:
                verified = verify(connection, period, rules)
                told.append(
                    {**_place(period), "same": not verified.differences, "differences": list(verified.differences)}
                )
                if progress:
                    progress(1)
    return told


def _recognise(connection: sa.Connection, path: str, system: str | None, name: str | None) -> list[dict[str, Any]]:
    from ratings.verification import recognise, revisions

    candidates = [one for own, _ in _systems(connection, system) for one in revisions(connection, own, name)]
    found = recognise(connection, path, candidates)
    period = found.found or found.nearest
    assert period is not None
    return [
        {**_place(period), "same": found.found is not None, "same_bytes": found.same_bytes, "file": path,
         "differences": list(found.differences), "difference_count": found.count}
    ]  # fmt: skip


def _place(period: Period) -> dict[str, Any]:
    return {"system": period.system, "period": period.name, "revision": period.published}


def _as_text(told: list[dict[str, Any]]) -> list[str]:
    lines = []
    for one in told:
        place = f"{one['system']} {one['period']}, revision {one['revision']}"
        if "file" in one:
            lines.append(_of_file(one, place))
        else:
            lines.append(f"{place}: {'the same, to the last byte' if one['same'] else 'DIFFERS'}")
        lines += [f"  {difference}" for difference in one["differences"]]
    return lines or ["Nothing is published."]


def _of_file(one: dict[str, Any], place: str) -> str:
    if one["same"]:
        how = "byte for byte" if one["same_bytes"] else "by content; other bytes, as a spreadsheet writes them"
        return f"{one['file']} is {place}, {how}"
    return f"{one['file']} is no published list; nearest to {place}: {number_of(one['difference_count'], 'difference')}"
