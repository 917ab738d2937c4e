"""Statements in the words of a database, compiled once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy.exc import DBAPIError

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine, Insert, TextClause, Update

    from webform.runs.rows import Row

#: Rows that are written by one statement: some databases take no more than 999 values in one.
MAX_AT_ONCE = 64


class Statement:
    """
    A statement in the words of the database: each run is written with one, and all that is around it costs more.

    `most` is how many rows it takes at once: together they are one statement, and a transaction by itself.
    """

    def __init__(self, statement: Insert | Update | TextClause, engine: Engine) -> None:
        compiled = statement.compile(engine)
        self._text, self._names = str(compiled), compiled.positiontup
        self._head, values, self._row = self._text.partition(" VALUES ")
        self.most = MAX_AT_ONCE if values and self._names is not None else 1
        self._fault = engine.dialect.loaded_dbapi.Error

    def execute(self, connection: Connection, rows: list[Row] | None = None) -> None:
        """Execute it, for each of *rows* where it takes any."""
        if rows == []:
            return
        cursor = connection.connection.cursor()
        try:
            if rows is None:
                cursor.execute(self._text)
            elif self._names is None:
                cursor.executemany(self._text, rows)
            elif len(rows) > self.most:
                cursor.executemany(self._text, [[row[name] for name in self._names] for row in rows])
            else:
                cursor.execute(self._for(len(rows)), [row[name] for row in rows for name in self._names])
        except self._fault as error:
            raise DBAPIError.instance(self._text, None, error, self._fault, hide_parameters=True) from error
        finally:
            cursor.close()

    def _for(self, count: int) -> str:
        """Return the text for so many rows."""
        return self._text if count == 1 else f"{self._head} VALUES {', '.join([self._row] * count)}"
