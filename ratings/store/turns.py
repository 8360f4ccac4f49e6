"""Two threads on one connection: what one sends must not come between what the other one sends."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any

import sqlalchemy as sa

ON_THE_WAY = "rows on the way"
"""Under this name a connection has its `OnTheWay`, where it has one."""


def turn_of(connection: sa.Connection) -> AbstractContextManager[Any]:
    """Give what is held while something is sent below SQLAlchemy: a lock, where a second thread sends, too."""
    way = connection.info.get(ON_THE_WAY)
    return nullcontext() if way is None else way.turn
