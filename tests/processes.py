"""Real processes of the program, forked from one that has imported it: quick to start, to pause and to kill.

Run as a script this is the process that forks. A job may name a `point`: the program's n-th touch of the database or
of a file. There the process kills itself by signal 9 (`kill`), or waits until a file is there (`until`).
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent


class Processes:
    """Starts processes in the folders of offices, and waits for them."""

    def __enter__(self) -> Processes:
        """Start the process that forks."""
        self._parent = subprocess.Popen(
            [sys.executable, str(HERE / "processes.py")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            cwd=HERE.parent,
        )  # fmt: skip
        return self

    def __exit__(self, *_: object) -> None:
        """End it."""
        self._parent.stdin.close()
        self._parent.wait(timeout=30)
        self._parent.stdout.close()

    def _ask(self, **job) -> int:
        self._parent.stdin.write(json.dumps(job) + "\n")
        self._parent.stdin.flush()
        return int(self._parent.stdout.readline())

    def start(self, office, *arguments: object, point: int = 0, until: str = "", err: str = "err") -> int:
        """Start the program in an office; give the process's number."""
        told = [str(a) for a in ("--db", office.db, *arguments)]
        return self._ask(folder=str(office.folder), arguments=told, point=point, until=until, err=err)

    def wait(self, pid: int) -> int:
        """Wait for a process; give its exit code, or minus the signal that ended it."""
        return self._ask(wait=pid)

    def killed_at(self, office, point: int, *arguments: object) -> int:
        """Run the program up to a point where it kills itself; give its exit code, or -9."""
        return self.wait(self.start(office, *arguments, point=point))

    def paused(self, office, point: int, *arguments: object) -> int:
        """Start the program and wait until it stands still at a point; give its number."""
        pid = self.start(office, *arguments, point=point, until="go", err="err-paused")
        end = time.monotonic() + 30
        while not (office.folder / "paused").exists():
            assert time.monotonic() < end, (office.folder / "err-paused").read_text()
            time.sleep(0.01)
        return pid

    def settle(self, seconds: float = 0.4) -> None:
        """Give the other processes time to go as far as they can."""
        time.sleep(seconds)

    def resume(self, office, pid: int) -> int:
        """Let a paused process go on to its end; give its exit code."""
        (office.folder / "go").touch()
        code = self.wait(pid)
        for name in ("go", "paused"):
            (office.folder / name).unlink(missing_ok=True)
        return code

    def points(self, office, *arguments: object) -> int:
        """Run the program to its end, and give the number of its points."""
        code = self.wait(self.start(office, *arguments))
        assert code == 0, (office.folder / "err").read_text()
        return int((office.folder / "points").read_text())


class Points:
    """Counts the points of a process, and acts at one of them."""

    def __init__(self, point: int, until: str) -> None:
        self.count, self.point, self.until = 0, point, until

    def pass_by(self, *_: object, **__: object) -> None:
        """Count one point."""
        self.count += 1
        if self.count == self.point and not self.until:
            os.kill(os.getpid(), signal.SIGKILL)
        if self.count == self.point:
            Path("paused").touch()
            end = time.monotonic() + 60
            while not Path(self.until).exists() and time.monotonic() < end:
                time.sleep(0.01)

    def around(self, module, name: str) -> None:
        """Make the beginning and the end of a function points."""
        function = getattr(module, name)

        def counted(*arguments, **options):
            self.pass_by()
            result = function(*arguments, **options)
            self.pass_by()
            return result

        setattr(module, name, counted)

    def install(self) -> None:
        """Make points of all statements, commits, bulk inserts and files written."""
        import sqlalchemy as sa

        from ratings.publish import write
        from ratings.store import bulk

        for event in ("before_cursor_execute", "commit", "begin"):
            sa.event.listen(sa.Engine, event, self.pass_by)
        self.around(bulk, "_insert_sqlite")
        self.around(bulk, "_copy")
        self.around(write.os, "fsync")
        self.around(write, "write_files")


def _child(job: dict) -> None:
    os.chdir(job["folder"])
    for number, name in ((1, "stdout"), (2, job["err"])):
        handle = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(handle, number)
    points = Points(job["point"], job["until"])
    points.install()
    from ratings.cli import main

    try:
        main(job["arguments"])
    except SystemExit as ended:
        Path("points").write_text(str(points.count))
        sys.stdout.flush()
        os._exit(int(ended.code or 0))


def _serve() -> None:
    import ratings.backup.making
    import ratings.backup.native
    import ratings.backup.places
    import ratings.backup.restoring
    import ratings.cli.backup
    import ratings.cli.load
    import ratings.cli.publish
    import ratings.cli.rate
    import ratings.cli.run
    import ratings.loading.games
    import ratings.loading.lists
    import ratings.loading.players
    import ratings.whole_job  # noqa: F401

    for line in sys.stdin:
        job = json.loads(line)
        if "wait" in job:
            status = os.waitstatus_to_exitcode(os.waitpid(job["wait"], 0)[1])
            print(status, flush=True)
            continue
        pid = os.fork()
        if pid == 0:
            _child(job)
        print(pid, flush=True)


if __name__ == "__main__":
    _serve()
