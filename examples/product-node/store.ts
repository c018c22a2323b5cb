// Proposals and the registry, in SQLite.
import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { isDeepStrictEqual } from "node:util";
import type { JsonObject, ProposalPackage, Registry } from "@assay/contract";
import { comparisonKey } from "@assay/engine";

const schema = `
CREATE TABLE IF NOT EXISTS revision (number INTEGER NOT NULL);
INSERT INTO revision SELECT 1 WHERE NOT EXISTS (SELECT * FROM revision);
CREATE TABLE IF NOT EXISTS palettes (comparison_key TEXT PRIMARY KEY, id TEXT NOT NULL, state TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS proposals (
  id TEXT PRIMARY KEY, caller TEXT NOT NULL, idempotency_key TEXT, package TEXT NOT NULL,
  generator_id TEXT NOT NULL, name TEXT NOT NULL, digest TEXT NOT NULL, review TEXT NOT NULL,
  state TEXT NOT NULL, reason TEXT,
  UNIQUE (caller, idempotency_key)
);
`;

/** A proposal as it is recorded. */
export interface Proposal {
  readonly id: string;
  readonly caller: string;
  readonly generatorId: string;
  readonly name: string;
  readonly digest: string;
  /** What the owner has read, and voters read. */
  readonly review: string;
  readonly state: "in-ballot" | "accepted" | "rejected";
  readonly reason: "vote" | "registry.id-taken" | null;
}

const columns = "id, caller, generator_id AS generatorId, name, digest, review, state, reason";

/** What clients show: the first text of a candidate that is called a name or a title, or its id. */
function nameOf(candidate: JsonObject): string {
  const isName = ([property, value]: [string, unknown]) =>
    /^(?:name|title)$|(?:Name|Title)$/.test(property) && typeof value === "string";
  return String(Object.entries(candidate).find(isName)?.[1] ?? candidate.generatorId);
}

/** The tables of a product. Nothing in it waits, so what a transaction finds is still so when it records. */
export type Store = ReturnType<typeof openStore>;

/** Opens the tables in a file. `taken` are ids that the product had before. */
export function openStore(path: string, taken: readonly string[]) {
  const table = new DatabaseSync(path);
  table.exec(schema);
  const rows = (query: string, ...values: (string | null)[]) => table.prepare(query).all(...values);
  const proposalsWhere = (condition: string, ...values: (string | null)[]) =>
    rows(`SELECT ${columns} FROM proposals WHERE ${condition}`, ...values) as unknown as Proposal[];
  const change = () => table.exec("UPDATE revision SET number = number + 1");

  // Whether the id was free. Ids are compared as the rules say: without case, and without `-`, `_` and `.`.
  const addPalette = (id: string): boolean => {
    const insert = table.prepare("INSERT OR IGNORE INTO palettes VALUES (?, ?, 'active')");
    return insert.run(comparisonKey(id), id).changes === 1;
  };
  for (const id of taken) addPalette(id);

  return {
    /** All of it happens, or nothing. */
    transaction<Result>(run: () => Result): Result {
      table.exec("BEGIN IMMEDIATE");
      try {
        const result = run();
        table.exec("COMMIT");
        return result;
      } catch (error) {
        table.exec("ROLLBACK");
        throw error;
      }
    },

    /** The registry as it is published. */
    registry(targetProduct: string): Registry {
      const [revision] = rows("SELECT number FROM revision");
      const pending = rows("SELECT DISTINCT generator_id AS id FROM proposals WHERE state = 'in-ballot' ORDER BY id");
      return {
        format: "generator-registry/v1",
        targetProduct,
        revision: String(revision?.number),
        complete: true,
        entries: rows("SELECT id, state FROM palettes ORDER BY id").map((row) => ({ ...row })) as never,
        pending: pending.map((row) => ({ ...row })) as never,
      };
    },

    /** The proposal that a request is a repetition of, or that its key belongs to another package. */
    findKnown(caller: string, key: string | undefined, submitted: unknown): Proposal | "conflict" | undefined {
      const own = rows("SELECT id, idempotency_key AS key, package, state FROM proposals WHERE caller = ?", caller);
      // JSON.stringify, which recorded the others, writes -0 as 0.
      const asRecorded = JSON.parse(JSON.stringify(submitted));
      const isSubmitted = (row: (typeof own)[number]) => isDeepStrictEqual(JSON.parse(String(row.package)), asRecorded);
      const sameKey = own.find((row) => key !== undefined && row.key === key);
      if (sameKey && !isSubmitted(sameKey)) return "conflict";
      const known = sameKey ?? own.find((row) => row.state === "in-ballot" && isSubmitted(row));
      return known && proposalsWhere("id = ?", String(known.id))[0];
    },

    /** Records a verified package, and opens its ballot. */
    record(caller: string, key: string | undefined, proposalPackage: ProposalPackage, review: string): Proposal {
      const { candidate, digest } = proposalPackage;
      const id = randomUUID();
      const shown = [String(candidate.generatorId), nameOf(candidate), digest, review];
      table
        .prepare("INSERT INTO proposals VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'in-ballot', NULL)")
        .run(id, caller, key ?? null, JSON.stringify(proposalPackage), ...shown);
      change();
      return proposalsWhere("id = ?", id)[0] as Proposal;
    },

    /** Ends a ballot. The state of the proposal and the registry change together. */
    decide({ id, generatorId }: Proposal, accept: boolean): Proposal {
      // Of two proposals for one id, the first that is accepted gets it.
      const [state, reason] = !accept
        ? ["rejected", "vote"]
        : addPalette(generatorId)
          ? ["accepted", null]
          : ["rejected", "registry.id-taken"];
      table.prepare("UPDATE proposals SET state = ?, reason = ? WHERE id = ?").run(state as string, reason ?? null, id);
      change();
      return proposalsWhere("id = ?", id)[0] as Proposal;
    },

    find: (id: string): Proposal | undefined => proposalsWhere("id = ?", id)[0],
    list: (caller: string): readonly Proposal[] => proposalsWhere("caller = ? ORDER BY rowid", caller),
  };
}
