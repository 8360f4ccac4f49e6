"""What is found while a tournament report is read: faults set the event aside, repairs only tell."""

from __future__ import annotations

from dataclasses import dataclass

from ratings.errors import Issue


@dataclass(slots=True)
class _Tally:
    line: int
    column: str
    value: str
    message: str
    count: int = 0


class Findings:
    """Collects the issues of one file, in the order in which they are found."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.faults: list[Issue] = []
        self._repairs: list[Issue] = []
        self._tallies: dict[str, _Tally] = {}

    def fault(self, line: int, column: str, value: str, code: str, message: str) -> None:
        """Add something for which the whole event is set aside."""
        self.faults.append(Issue(self.file, line, column, value, code, message))

    def repair(self, line: int, column: str, value: str, code: str, message: str) -> None:
        """Add one thing that was repaired, ignored or is odd, told on its own."""
        self._repairs.append(Issue(self.file, line, column, value, code, message))

    def tally(self, line: int, column: str, value: str, code: str, message: str) -> None:
        """Count what may happen on every line; it is told once, with its first place and the count."""
        tally = self._tallies.setdefault(code, _Tally(line, column, value, message))
        tally.count += 1

    def repairs(self) -> list[Issue]:
        """Give the repairs, those told on their own first, then the counted ones."""
        counted = [
            Issue(self.file, t.line, t.column, t.value, code, _counted(t.message, t.count))
            for code, t in self._tallies.items()
        ]
        return self._repairs + counted


def _counted(message: str, count: int) -> str:
    return f"{message} (once)" if count == 1 else f"{message} ({count} times, first here)"
