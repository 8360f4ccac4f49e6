"""`ratings export`: the list and what belongs to it, as CSV, and in the forms of pairing programs."""

from __future__ import annotations

from typing import Any

import click

from ratings.cli.session import Session, name_of, write_out
from ratings.errors import RatingsError

KINDS = ("games", "list", "players")
WHAT = ("list", "archives", "pools", "changes", "estimates", "games", "tournaments", "refused", "inactive")
REPORTS, LISTS = ("trf16", "trf26"), ("swiss-manager", "fide")
TAKES = {
    "csv": ("--what", "--of", "--full", "--excel"),
    "trf16": ("--what games", "--tournament", "--fit", "--ids"),
    "trf26": ("--what games", "--tournament", "--fit", "--ids"),
    "swiss-manager": ("--what list", "--full", "--fit"),
    "fide": ("--what list", "--full", "--fit", "--ids"),
}
"""Every form, and the options that it takes."""


@click.command()
@click.argument("system")
@click.argument("name", metavar="[PERIOD]", required=False)
@click.option("--what", type=click.Choice(WHAT), help="What to export; the list by default.")
@click.option("-o", "--output", metavar="FILE", help="The file to write; stdout by default.")
@click.option("--full", is_flag=True, help="With the list: who is not on it but has games, a peak or an archive, too.")
@click.option("--of", type=click.Choice(KINDS), help="With refused: rows of which files; of games by default.")
@click.option("--excel", is_flag=True, help="CSV for a French Excel: BOM, semicolons.")
@click.option(
    "--format", "form", type=click.Choice(tuple(TAKES)), default="csv", show_default=True,
    help="CSV; one tournament as a FIDE report; or the list in the form of Swiss-Manager or FIDE.",
)  # fmt: skip
@click.option("--tournament", metavar="CODE", help="With trf16, trf26: which one, where the period has several.")
@click.option("--fit", is_flag=True, help="Cut names that do not fit their columns, and say which; else they stop it.")
@click.option("--ids", type=click.Choice(("own", "fide")), help="With fide, trf16, trf26: whose ids.")
@click.option("--revision", type=click.IntRange(1), help="An earlier revision of a published list; else the newest.")
@click.pass_obj
@click.pass_context
def export(
    ctx: click.Context, session: Session, system: str, name: str | None, form: str, output: str | None,
    revision: int | None, **options: Any,
) -> None:  # fmt: skip
    """Export a period's list, archives, changes or other tables; by default of the newest published period.

    \b
    Example:
      ratings export ffe-national 2026-01 --what archives -o archives.csv
      ratings export ffe-national 2026-01 --format trf16 --tournament OPEN -o open.trf
      ratings export fide-standard 2026-01 --format fide --ids fide -o players.txt
    """
    from ratings.publish.exports import period_of

    _must_combine(form, options)
    with session.reading() as connection:
        period = period_of(connection, name_of(system), name, revision)
        written = _written(connection, period, form, options)
    write_out(output, written.data)
    for note in written.notes:
        session.say(f"note: {note}")
    if output not in (None, "-"):
        session.say(f"{output}: {written.what}")
    ctx.exit(0 if written.is_whole else 3)


def _written(connection: Any, period: Any, form: str, options: dict[str, Any]) -> Any:
    """Give the file in the form asked for."""
    if form in REPORTS:
        from ratings.publish import reports

        chosen = reports.Wishes(form, options["tournament"], options["ids"], options["fit"])  # type: ignore[arg-type]
        return reports.tournament_report(connection, period, chosen)
    if form in LISTS:
        from ratings.publish.player_lists import Wishes, player_list

        wishes = Wishes(form, full=options["full"], fide_ids=options["ids"] == "fide", fit=options["fit"])
        return player_list(connection, period, wishes)
    from ratings.publish.exports import export_frame
    from ratings.publish.write import Written, as_csv

    what, kind = options["what"] or "list", options["of"] or "games"
    frame = export_frame(connection, period, what, full=options["full"], kind=kind)
    return Written(as_csv(frame, excel=options["excel"]), f"{len(frame)} rows")


def _must_combine(form: str, options: dict[str, Any]) -> None:
    """Stop where an option says nothing in this form.

    Raises:
        RatingsError: it does not; the hint names those that do.
    """
    given = [f"--{option}" for option, value in options.items() if value not in (None, False) and option != "what"]
    given += [f"--what {options['what']}"] if options["what"] and form != "csv" else []
    for option in given:
        if option not in TAKES[form]:
            raise RatingsError(
                f"{option} does not go with --format {form}.", f"--format {form} takes {', '.join(TAKES[form])}.", 2
            )
