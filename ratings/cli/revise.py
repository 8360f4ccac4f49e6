"""`ratings revise`: correct a published list and the later ones, as revisions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ratings.cli.decision import decision_options
from ratings.cli.session import Session, rules_of, write_out
from ratings.wording import number_of, one_a_line

if TYPE_CHECKING:
    from ratings.decisions.revise import Revised
    from ratings.store.ledger import Decision


@click.command()
@click.argument("system")
@click.argument("name", metavar="PERIOD")
@click.option("--dry-run", is_flag=True, help="Show who would change, in which list and by how much; write nothing.")
@click.option("--players-as-now", is_flag=True, help="With today's birth years and estimates, not those of each list.")
@click.option("--rules-as-now", is_flag=True, help="Under today's numbers where a list was made under others.")
@decision_options()
@click.pass_obj
def revise(
    session: Session, system: str, name: str, dry_run: bool, players_as_now: bool, rules_as_now: bool,
    decision: Decision,
) -> None:  # fmt: skip
    """Compute a published list again, and every later one; those that differ are published as revisions.

    What was decided since takes effect: games loaded with --correction, held, withdrawn, corrected, reassigned; ids
    merged or taken apart. A list about which something was decided gets a revision though no value moves (another
    round, say), so that nothing waits any more; so does one in which only games or archived points differ. A hold
    that was released again leaves nothing to revise. The lists as they were first published stay readable:
    ratings export SYSTEM PERIOD --revision 1.

    \b
    Example:
      ratings revise ffe-national 2026-01 --dry-run
    """
    from ratings.decisions.revise import Wishes, to_revise
    from ratings.decisions.revise import revise as revised
    from ratings.publish.write import as_csv
    from ratings.store.periods import find_period

    rules, wishes = rules_of(system), Wishes(players_as_now, rules_as_now, dry_run)
    with session.reading() as connection:
        count = len(to_revise(connection, find_period(connection, rules.system, name)))
    with (
        session.progress("lists computed again", count) as progress,
        session.writing(rules.system, rules=rules) as connection,
    ):
        period = find_period(connection, rules.system, name)
        done = revised(connection, period, rules, decision, wishes, progress)
    if dry_run:
        write_out(None, as_csv(done.frame()))
    _tell(session, done, dry_run=dry_run)


def _tell(session: Session, done: Revised, *, dry_run: bool) -> None:
    for period, revision, changes in done.periods:
        would = "would be " if dry_run else ""
        told = f"{would}revision {revision}, {number_of(changes, 'value')} changed" if revision else "stays as it is"
        session.say(f"{period.system} {period.name}: {told}")
    for note in done.notes:
        session.note(one_a_line(note, len("  note: ")))
