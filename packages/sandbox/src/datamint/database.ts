import { DatabaseSync } from "node:sqlite";

/** Opens Datamint's database: a file, or `:memory:`. */
export function openDatabase(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  db.exec(schema);
  return db;
}

/** Runs a function in one transaction: all that it writes stays, or, when it throws, nothing. */
export function inTransaction<T>(db: DatabaseSync, run: () => T): T {
  db.exec("BEGIN IMMEDIATE");
  try {
    const result = run();
    db.exec("COMMIT");
    return result;
  } catch (reason) {
    db.exec("ROLLBACK");
    throw reason;
  }
}

const schema = `
  CREATE TABLE IF NOT EXISTS specPackages (
    digest TEXT PRIMARY KEY,
    version TEXT NOT NULL,
    document TEXT NOT NULL,
    inForceOrder INTEGER UNIQUE, -- the highest is in force; none: only announced
    announcedFrom TEXT           -- the time from which it will be in force
  ) STRICT;

  CREATE TABLE IF NOT EXISTS generators (
    id TEXT PRIMARY KEY,
    comparisonKey TEXT NOT NULL,
    range TEXT NOT NULL,
    state TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS generatorsByKey ON generators (comparisonKey);
  CREATE INDEX IF NOT EXISTS generatorsByRange ON generators (range, id);

  CREATE TABLE IF NOT EXISTS proposals (
    id TEXT PRIMARY KEY,
    caller TEXT NOT NULL,
    idempotencyKey TEXT,
    digest TEXT NOT NULL,
    package TEXT NOT NULL,
    title TEXT NOT NULL,
    generatorId TEXT NOT NULL,
    range TEXT NOT NULL,
    submittedAt TEXT NOT NULL,
    ballotId TEXT,
    ballotUrl TEXT,
    outcome TEXT, -- none: the vote has not ended
    reason TEXT,  -- why it was rejected
    UNIQUE (caller, idempotencyKey)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS proposalsByRange ON proposals (range);
  CREATE INDEX IF NOT EXISTS proposalsByDigest ON proposals (caller, digest);

  -- Counts every change of what the registry says.
  CREATE TABLE IF NOT EXISTS revision (number INTEGER NOT NULL) STRICT;
  INSERT INTO revision SELECT 0 WHERE NOT EXISTS (SELECT * FROM revision);
`;
