import type { DatabaseSync } from "node:sqlite";
import type { Registry, RegistryRange, RegistryState } from "@assay/contract";
import {
  type ComparisonKey,
  comparisonKey,
  type LookalikeKey,
  lookalikeKey,
  type RegistryView,
  rangeOf,
} from "@assay/engine";
import { sha256 } from "../engine.ts";
import { inTransaction } from "./database.ts";

/** The generators that Datamint knows and the ids of its open proposals. */
export interface GeneratorRegistry {
  /** What the engine asks while it judges; inside a transaction, of one revision. */
  view(): RegistryView;
  snapshot(): Registry;
  /** The part whose hashed lookalike keys begin with these five digits. */
  range(name: string): RegistryRange;
  /** Part of a transaction. */
  register(id: string, state: RegistryState): void;
  retire(id: string): void;
}

/** What an id is found by: the form in which it is compared, the form in which it is read, and the range of that. */
export function keysOf(id: string): {
  readonly comparisonKey: ComparisonKey;
  readonly lookalikeKey: LookalikeKey;
  readonly range: string;
} {
  const lookalike = lookalikeKey(id);
  return { comparisonKey: comparisonKey(id), lookalikeKey: lookalike, range: rangeOf(lookalike, sha256) };
}

/** Counts a change of what the registry says; part of the transaction that makes it. */
export function countChange(db: DatabaseSync): void {
  db.exec("UPDATE revision SET number = number + 1");
}

/** Opens the registry of generators. */
export function createRegistry(db: DatabaseSync): GeneratorRegistry {
  const revision = db.prepare("SELECT number FROM revision");
  const registered = db.prepare("SELECT id, state FROM generators WHERE comparisonKey = ?");
  const proposed = db.prepare("SELECT 1 FROM proposals WHERE comparisonKey = ? AND outcome IS NULL LIMIT 1");
  const lookalike = db.prepare("SELECT id FROM generators WHERE lookalikeKey = ? ORDER BY id LIMIT 1");
  const entries = db.prepare("SELECT id, state FROM generators ORDER BY id");
  const pending = db.prepare(
    "SELECT min(generatorId) AS id FROM proposals WHERE outcome IS NULL GROUP BY comparisonKey ORDER BY id",
  );
  const entriesIn = db.prepare("SELECT id, state FROM generators WHERE range = ? ORDER BY id");
  const pendingIn = db.prepare(
    `SELECT min(generatorId) AS id FROM proposals
     WHERE range = ? AND outcome IS NULL GROUP BY comparisonKey ORDER BY id`,
  );
  const upsert = db.prepare(
    `INSERT INTO generators (comparisonKey, lookalikeKey, range, id, state) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (comparisonKey) DO UPDATE SET id = excluded.id, state = excluded.state`,
  );
  const setRetired = db.prepare("UPDATE generators SET state = 'retired' WHERE comparisonKey = ?");

  const head = () =>
    ({
      format: "generator-registry/v1",
      targetProduct: "datamint",
      revision: String(revision.get()?.number),
      complete: true,
    }) as const;

  return {
    view: () => ({
      revision: head().revision,
      find(key) {
        const entry = registered.get(key) as Registry["entries"][number] | undefined;
        if (entry) return { kind: "taken", id: entry.id, state: entry.state };
        return { kind: proposed.get(key) ? "pending" : "free" };
      },
      similar: (key) => lookalike.get(key)?.id as string | undefined,
    }),
    snapshot: () =>
      inTransaction(db, () => ({
        ...head(),
        entries: entries.all() as unknown as Registry["entries"],
        pending: pending.all() as unknown as Registry["pending"],
      })),
    range: (name) =>
      inTransaction(db, () => ({
        ...head(),
        range: name,
        entries: entriesIn.all(name) as unknown as RegistryRange["entries"],
        pending: pendingIn.all(name) as unknown as RegistryRange["pending"],
      })),
    register(id, state) {
      const keys = keysOf(id);
      upsert.run(keys.comparisonKey, keys.lookalikeKey, keys.range, id, state);
      countChange(db);
    },
    retire(id) {
      inTransaction(db, () => {
        if (setRetired.run(comparisonKey(id)).changes === 0) throw new Error(`No generator has the id ${id}.`);
        countChange(db);
      });
    },
  };
}
