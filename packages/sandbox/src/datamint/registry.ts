import type { DatabaseSync } from "node:sqlite";
import type { Registry, RegistryRange, RegistryState } from "@assay/contract";
import {
  comparisonKey,
  type LookalikeKey,
  lookalikeKey,
  type RegistryView,
  rangeOf,
  registryFromRanges,
} from "@assay/engine";
import { sha256 } from "../engine.ts";
import { inTransaction } from "./database.ts";

/** The generators that Datamint knows and the ids of its open proposals. */
export interface GeneratorRegistry {
  /** What the engine asks while it judges; inside a transaction, of one revision. */
  view(): RegistryView;
  /** Whether a generator has this id already, as the rules in force compare ids. */
  isTaken(id: string): boolean;
  snapshot(): Registry;
  /** The part whose hashed lookalike keys begin with these five digits. */
  range(name: string): RegistryRange;
  /** Part of a transaction. */
  register(id: string, state: RegistryState): void;
  retire(id: string): void;
}

/** The range that an id belongs to. */
export function rangeNameOf(id: string): string {
  return rangeOf(lookalikeKey(id), sha256);
}

/** Counts a change of what the registry says; part of the transaction that makes it. */
export function countChange(db: DatabaseSync): void {
  db.exec("UPDATE revision SET number = number + 1");
}

/** Opens the registry of generators. `isExact` says whether the rules in force compare ids as they are written. */
export function createRegistry(db: DatabaseSync, isExact: () => boolean): GeneratorRegistry {
  const revision = db.prepare("SELECT number FROM revision");
  const entries = db.prepare("SELECT id, state FROM generators ORDER BY id");
  const pending = db.prepare("SELECT DISTINCT generatorId AS id FROM proposals WHERE outcome IS NULL ORDER BY id");
  const entriesIn = db.prepare("SELECT id, state FROM generators WHERE range = ? ORDER BY id");
  const pendingIn = db.prepare(
    "SELECT DISTINCT generatorId AS id FROM proposals WHERE range = ? AND outcome IS NULL ORDER BY id",
  );
  const insert = db.prepare("INSERT INTO generators (id, comparisonKey, range, state) VALUES (?, ?, ?, ?)");
  const deleteId = db.prepare("DELETE FROM generators WHERE id = ?");
  const deleteKey = db.prepare("DELETE FROM generators WHERE comparisonKey = ?");
  const retireId = db.prepare("UPDATE generators SET state = 'retired' WHERE id = ?");
  const retireKey = db.prepare("UPDATE generators SET state = 'retired' WHERE comparisonKey = ?");

  const head = () =>
    ({
      format: "generator-registry/v1",
      targetProduct: "datamint",
      revision: String(revision.get()?.number),
      complete: true,
    }) as const;

  const readRange = (range: string): RegistryRange => ({
    ...head(),
    range,
    entries: entriesIn.all(range) as unknown as RegistryRange["entries"],
    pending: pendingIn.all(range) as unknown as RegistryRange["pending"],
  });

  function view(): Required<RegistryView> {
    const { revision } = head();
    const viewOf = (key: LookalikeKey) =>
      registryFromRanges({ revision, ranges: [readRange(rangeOf(key, sha256))], sha256 });
    const viewOfId = (id: string) => viewOf(lookalikeKey(id));
    return {
      revision,
      find: (key) => viewOfId(key).find(key),
      similar: (key) => viewOf(key).similar(key),
      exact: {
        find: (id) => viewOfId(id).exact.find(id),
        similar: (id) => viewOfId(id).exact.similar?.(id),
      },
    };
  }

  return {
    view,
    isTaken: (id) => (isExact() ? view().exact.find(id) : view().find(comparisonKey(id))).kind === "taken",
    snapshot: () =>
      inTransaction(db, () => ({
        ...head(),
        entries: entries.all() as unknown as Registry["entries"],
        pending: pending.all() as unknown as Registry["pending"],
      })),
    range: (name) => inTransaction(db, () => readRange(name)),
    register(id, state) {
      if (isExact()) deleteId.run(id);
      else deleteKey.run(comparisonKey(id));
      insert.run(id, comparisonKey(id), rangeNameOf(id), state);
      countChange(db);
    },
    retire(id) {
      inTransaction(db, () => {
        const { changes } = isExact() ? retireId.run(id) : retireKey.run(comparisonKey(id));
        if (changes === 0) throw new Error(`No generator has the id ${id}.`);
        countChange(db);
      });
    },
  };
}
