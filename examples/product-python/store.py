"""Stores proposals and the registry in SQLite."""

import json
import sqlite3
import uuid
from contextlib import contextmanager

OPEN = "in-ballot"

SCHEMA = """
CREATE TABLE IF NOT EXISTS revision (number INTEGER NOT NULL);
INSERT INTO revision SELECT 1 WHERE NOT EXISTS (SELECT * FROM revision);
CREATE TABLE IF NOT EXISTS palettes (id TEXT PRIMARY KEY, id_key TEXT UNIQUE, state TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS proposals (
  id TEXT PRIMARY KEY, caller TEXT NOT NULL, idempotency_key TEXT, package TEXT NOT NULL,
  generator_id TEXT NOT NULL, digest TEXT NOT NULL, review TEXT NOT NULL,
  state TEXT NOT NULL, reason TEXT,
  UNIQUE (caller, idempotency_key)
);
"""


def canonical(package):
    """Returns the same text for equal JSON, such as 5 and 5.0, or -0 and 0. (Comparing values fails: in Python, 1 == True.)"""

    def number(text):
        return float(text) + 0.0

    return json.dumps(json.loads(json.dumps(package), parse_int=number, parse_float=number), sort_keys=True)


class Store:
    def __init__(self, path, existing_ids=()):
        self._path = path
        with self.transaction() as table:
            table.executescript(SCHEMA)
            # These ids need no key: the registry lists them, so no submission can take them.
            for palette_id in existing_ids:
                table.execute("INSERT OR IGNORE INTO palettes VALUES (?, NULL, 'active')", [palette_id])

    @contextmanager
    def transaction(self):
        """Allows one writer at a time, in all processes, so nothing changes between reads and writes."""
        connection = sqlite3.connect(self._path, timeout=60, isolation_level=None)
        connection.row_factory = sqlite3.Row
        try:
            connection.execute("BEGIN IMMEDIATE")
            yield connection
            connection.commit()
        finally:
            # Without a commit, this rolls back.
            connection.close()


def revision(table):
    return str(table.execute("SELECT number FROM revision").fetchone()["number"])


def registry(table, target_product):
    """Returns the text of the registry to publish, from this transaction."""
    entries = table.execute("SELECT id, state FROM palettes ORDER BY id")
    return json.dumps(
        {
            "format": "generator-registry/v1",
            "targetProduct": target_product,
            "revision": revision(table),
            "complete": True,
            "entries": [dict(row) for row in entries],
            # Swatchbook reserves an id until the vote, so an id has at most one proposal.
            "pending": [],
        }
    )


def find_known(table, caller, key, package):
    """Returns the proposal that this request repeats. Raises KeyError if its key was used with a different package."""
    text = canonical(package)
    if key is not None:
        same_key = table.execute(
            "SELECT * FROM proposals WHERE caller = ? AND idempotency_key = ?", [caller, key]
        ).fetchone()
        if same_key is not None and same_key["package"] != text:
            raise KeyError(key)
        if same_key is not None:
            return same_key
    return table.execute(
        "SELECT * FROM proposals WHERE caller = ? AND package = ? AND state = ?", [caller, text, OPEN]
    ).fetchone()


def record(table, caller, key, package, id_key, review):
    """Reserves the id, records a package that was verified in this transaction, and opens its ballot."""
    candidate = package["candidate"]
    # The columns are unique, so even a fault elsewhere cannot give two proposals one id.
    table.execute("INSERT INTO palettes VALUES (?, ?, 'reserved')", [candidate["generatorId"], id_key])
    proposal = [str(uuid.uuid4()), caller, key, canonical(package), candidate["generatorId"]]
    proposal += [package["digest"], review, OPEN, None]
    table.execute(f"INSERT INTO proposals VALUES ({', '.join('?' * len(proposal))})", proposal)
    table.execute("UPDATE revision SET number = number + 1")
    return table.execute("SELECT * FROM proposals WHERE id = ?", proposal[:1]).fetchone()


def decide(table, proposal, accept):
    """Closes a ballot. The state of the proposal and the registry change together."""
    state, reason = ("accepted", None) if accept else ("rejected", "vote")
    if accept:
        table.execute("UPDATE palettes SET state = 'active' WHERE id = ?", [proposal["generator_id"]])
    else:
        table.execute("DELETE FROM palettes WHERE id = ?", [proposal["generator_id"]])
    table.execute("UPDATE proposals SET state = ?, reason = ? WHERE id = ?", [state, reason, proposal["id"]])
    table.execute("UPDATE revision SET number = number + 1")
    return table.execute("SELECT * FROM proposals WHERE id = ?", [proposal["id"]]).fetchone()
