"""`ratings export`: the list and what belongs to it, as CSV, and in the forms of pairing programs."""

from __future__ import annotations

from typing import Any

import click

from ratings.cli.session import Session, name_of, write_out
from ratings.errors import RatingsError
from ratings.wording import number_of

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

    Without a period the list is the one in force: as it was published, with the adjustments made to it since.

    \b
    Example:
      ratings export ffe-national 2026-01 --what archives -o archives.csv
      ratings export ffe-national 2026-01 --format trf16 --tournament OPEN -o open.trf
      ratings export fide-standard 2026-01 --format fide --ids fide -o players.txt
    """
    from ratings.publish.adjusted import adjusted_on
    from ratings.publish.exports import period_of

    _must_combine(form, options)
    with session.reading() as connection:
        period = period_of(connection, name_of(system), name, revision)
        is_in_force = not (name or revision) and options["what"] in (None, "list") and form not in REPORTS
        adjustments = adjusted_on(connection, period) if is_in_force else []
        written = _written(connection, period, form, options, adjusted=bool(adjustments))
    write_out(output, written.data)
    for adjustment in adjustments:
        session.say(f"note: {period.name}, {adjustment}; as published: ratings export {period.system} {period.name}")
    for note in written.notes:
        session.say(f"note: {note}")
    if output not in (None, "-"):
        session.say(f"{output}: {written.what}")
    ctx.exit(0 if written.is_whole else 3)


def _written(connection: Any, period: Any, form: str, options: dict[str, Any], *, adjusted: bool) -> Any:
    """Give the file in the form asked for; `adjusted` with the adjustments since."""
    if form in REPORTS:
        from ratings.publish import reports

        chosen = reports.Wishes(form, options["tournament"], options["ids"], options["fit"])  # type: ignore[arg-type]
        return reports.tournament_report(connection, period, chosen)
    if form in LISTS:
        from ratings.publish.player_lists import Wishes, player_list

        whose = {"full": options["full"], "fide_ids": options["ids"] == "fide", "adjusted": adjusted}
        return player_list(connection, period, Wishes(form, fit=options["fit"], **whose))
    from ratings.publish.exports import export_frame
    from ratings.publish.write import Written, as_csv

    what, kind = options["what"] or "list", options["of"] or "games"
    frame = export_frame(connection, period, what, full=options["full"], kind=kind, adjusted=adjusted)
    return Written(as_csv(frame, excel=options["excel"]), number_of(len(frame), "row"))


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
