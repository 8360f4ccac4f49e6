"""Where the program starts: Ctrl-C is noticed from the first line on, and told once there is somebody to tell it."""

import _signal as signal  # the part that is built in: the rest of it takes milliseconds in which Ctrl-C is not noticed


def program() -> None:
    """Run as a process of its own. Ctrl-C waits until what tells it is imported, a tenth of a second."""
    stops: list[int] = []
    may_stop = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # a job in the background ignores it
    if may_stop:
        signal.signal(signal.SIGINT, lambda number, _: stops.append(number))

    def begin() -> None:
        if may_stop:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        if stops:
            raise KeyboardInterrupt

    from ratings import cli

    cli.program(begin)
