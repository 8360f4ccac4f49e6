"""`ratings export`: the list and what belongs to it, as CSV."""

from __future__ import annotations

import click

from ratings.cli.session import Session, name_of, write_out

KINDS = ("games", "list", "players")
WHAT = ("list", "archives", "pools", "changes", "estimates", "games", "refused", "inactive")


@click.command()
@click.argument("system")
@click.argument("name", metavar="[PERIOD]", required=False)
@click.option("--what", type=click.Choice(WHAT), default="list", show_default=True, help="What to export.")
@click.option("-o", "--output", metavar="FILE", help="The file to write; stdout by default.")
@click.option("--full", is_flag=True, help="With the list: who is not on it but has games, a peak or an archive, too.")
@click.option("--of", "kind", type=click.Choice(KINDS), default="games", help="With refused: rows of which files.")
@click.option("--excel", is_flag=True, help="For a French Excel: BOM, semicolons.")
@click.pass_obj
def export(
    session: Session, system: str, name: str | None, what: str, output: str | None, full: bool, kind: str, excel: bool
) -> None:
    """Export a period's list, archives, changes or other tables as CSV; by default of the newest published period.

    \b
    Example:
      ratings export ffe-national 2026-01 --what archives -o archives.csv
    """
    from ratings.publish.exports import export_frame
    from ratings.publish.write import as_csv

    with session.reading() as connection:
        frame = export_frame(connection, name_of(system), name, what, full=full, kind=kind)
    write_out(output, as_csv(frame, excel=excel))
    if output not in (None, "-"):
        session.say(f"{output}: {len(frame)} rows")
