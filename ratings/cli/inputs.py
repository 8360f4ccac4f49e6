"""Files that a command names: standard input only once, and what gives its bytes once kept in a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ratings.errors import RatingsError

STDIN = ("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0")
"""Names of standard input."""


def must_name_stdin_once(paths: Sequence[str]) -> None:
    """Stop where standard input would be read a second time: it is empty then.

    Raises:
        RatingsError: it is named more than once.
    """
    named = [path for path in paths if path in STDIN]
    if len(named) > 1:
        raise RatingsError(
            f"Standard input is named {len(named)} times: {', '.join(named)}.",
            "It gives its content once; put the others into files.",
            2,
        )


class ReadOnce:
    """Gives paths that can be read as often as needed: pipes and devices are read once, into files of a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._paths: dict[str, str] = {}
        self._stdin: list[str] = []

    def __call__(self, path: str) -> str:
        """Give the path itself where it is a file or a folder, or that of a copy of what it gives.

        Raises:
            RatingsError: it cannot be read, does not end, or is standard input for the second time.
        """
        from ratings.files.streams import gives_once, pieces

        if path in STDIN:
            self._stdin.append(path)
            must_name_stdin_once(self._stdin)
        if path not in self._paths and gives_once(path):
            copy = self._folder / str(len(self._paths)) / ("stdin" if path == "-" else Path(path).name)
            copy.parent.mkdir()
            with copy.open("wb") as file:
                file.writelines(pieces(path))
            self._paths[path] = str(copy)
        return self._paths.get(path, path)
