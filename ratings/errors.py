"""What can go wrong: bad rows are values (`Issue`), bad situations are exceptions (`RatingsError`)."""

from __future__ import annotations

from dataclasses import dataclass

MOST_SHOWN = 80
"""Characters of a cell that a message shows."""


@dataclass(frozen=True, slots=True)
class Issue:
    """One thing wrong with one cell of one file.

    `line` is the physical line in the file, counted from 1 (a spreadsheet row for Excel files).
    `code` is a stable word for programs, `message` the sentence for the officer.
    `row` is the number of the data row in the file, from 0, or -1 where the issue is of the whole file.
    """

    file: str
    line: int
    column: str
    value: str
    code: str
    message: str
    row: int = -1

    def __str__(self) -> str:
        """Give the one line that an officer reads: where, what, why."""
        return f"{self.file}, {self.placed()}"

    def placed(self) -> str:
        """Give the same without the file."""
        more = f" … ({len(self.value):,} characters)" if len(self.value) > MOST_SHOWN else ""
        shown = f" {self.value[:MOST_SHOWN]!r}{more}" if self.value else ""
        return f"line {self.line}, {self.column}{shown}: {self.message}"


class RatingsError(Exception):
    """The run stops here: `reason` says what happened, `hint` what to do about it.

    `exit_code` is the contract's: 1 stopped and nothing written, 2 the command line is wrong, 3 done but for something,
    4 the publication gate refused, 5 another run holds the system.
    """

    def __init__(self, reason: str, hint: str, exit_code: int = 1) -> None:
        super().__init__(reason)
        self.reason = reason
        self.hint = hint
        self.exit_code = exit_code

    def __reduce__(self) -> tuple[type, tuple[str, str, int]]:
        """Let it pass from one process to another with all that it says."""
        return RatingsError, (self.reason, self.hint, self.exit_code)
