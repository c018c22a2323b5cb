// Stores proposals, their ballots and the registry in SQLite. docs/guides/accept-submissions.md describes what to compare
// in a submission, in which order, and what to answer.
import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { isDeepStrictEqual } from "node:util";
import { isJsonObject, type Json, type ProposalPackage, type Registry, type Verdict } from "@assay/contract";
import {
  type CompiledSpec,
  comparisonKey,
  describeProposal,
  type Engine,
  quote,
  readJson,
  registryFromSnapshot,
} from "@assay/engine";

/** The reason why a request is refused. */
export class Refusal extends Error {
  readonly statusCode: number;
  readonly code: string;

  constructor(statusCode: number, code: string, detail: string) {
    super(detail);
    this.statusCode = statusCode;
    this.code = code;
  }
}

/** A recorded proposal. */
export interface Proposal {
  readonly id: string;
  readonly caller: string;
  readonly generatorId: string;
  readonly digest: string;
  /** The review for voters, which the owner has also read. */
  readonly review: string;
  readonly state: "in-ballot" | "accepted" | "rejected";
  readonly reason: "vote" | "registry.id-taken" | null;
}

/** A submission: the owner of its API key, its `Idempotency-Key` if it has one, and the bytes of its body. */
interface Submission {
  readonly caller: string;
  readonly key: string | undefined;
  readonly body: Uint8Array | undefined;
}

type SubmissionResult =
  | { readonly kind: "created" | "known"; readonly proposal: Proposal }
  | { readonly kind: "invalid"; readonly verdict: Verdict };

const schema = `
CREATE TABLE IF NOT EXISTS revision (number INTEGER NOT NULL);
INSERT INTO revision SELECT 1 WHERE NOT EXISTS (SELECT * FROM revision);
CREATE TABLE IF NOT EXISTS registered (comparison_key TEXT PRIMARY KEY, id TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS proposals (
  id TEXT PRIMARY KEY, caller TEXT NOT NULL, key TEXT, package TEXT NOT NULL, generatorId TEXT NOT NULL,
  digest TEXT NOT NULL, review TEXT NOT NULL, state TEXT NOT NULL, reason TEXT, UNIQUE (caller, key)
);
`;

/** Opens a database of proposals. Operations are synchronous, so nothing changes between their reads and writes. */
export function createProposals(path: string, engine: Engine) {
  const db = new DatabaseSync(path);
  db.exec(schema);

  function transaction<Result>(run: () => Result): Result {
    db.exec("BEGIN IMMEDIATE");
    try {
      const result = run();
      db.exec("COMMIT");
      return result;
    } catch (error) {
      db.exec("ROLLBACK");
      throw error;
    }
  }

  function find(id: string): Proposal {
    const row = db.prepare("SELECT * FROM proposals WHERE id = ?").get(id);
    if (!row) throw new Refusal(404, "not-found", "There is no such proposal.");
    return row as unknown as Proposal;
  }

  /** Returns the registry in its published form. */
  function registry(targetProduct: string): Registry {
    const pending = db.prepare(
      "SELECT DISTINCT generatorId AS id FROM proposals WHERE state = 'in-ballot' ORDER BY id",
    );
    return {
      format: "generator-registry/v1",
      targetProduct,
      revision: String(db.prepare("SELECT number FROM revision").get()?.number),
      complete: true,
      entries: db.prepare("SELECT id, 'active' AS state FROM registered ORDER BY id").all() as never,
      pending: pending.all() as never,
    };
  }

  /** Finds the proposal that a request repeats. */
  function findKnown(caller: string, key: string | undefined, submitted: Json): Proposal | undefined {
    const rows = db.prepare("SELECT id, key, package, state FROM proposals WHERE caller = ?").all(caller);
    // Recorded packages went through JSON.stringify, which writes -0 as 0.
    const recorded = JSON.parse(JSON.stringify(submitted));
    const isSame = (row: (typeof rows)[number]) => isDeepStrictEqual(JSON.parse(String(row.package)), recorded);
    const sameKey = rows.find((row) => key !== undefined && row.key === key);
    if (sameKey && !isSame(sameKey))
      throw new Refusal(409, "idempotency-conflict", "This Idempotency-Key was used with a different package.");
    const known = sameKey ?? rows.find((row) => row.state === "in-ballot" && isSame(row));
    return known && find(String(known.id));
  }

  function submitPackage({ caller, key, body }: Submission, spec: CompiledSpec): SubmissionResult {
    const submitted = readSubmission(body);
    const known = findKnown(caller, key, submitted);
    if (known) return { kind: "known", proposal: known };
    const verified = engine.verifyPackage(submitted, spec, registryFromSnapshot(registry(spec.document.targetProduct)));
    if (verified.kind === "invalid") return { kind: "invalid", verdict: verified.verdict };
    if (verified.kind === "other-spec-package")
      throw new Refusal(422, "spec-package-changed", "Build the candidate again, then submit the new package.");
    if (verified.kind !== "ok")
      throw new Refusal(422, "changed-after-build", "Submit { proposalPackage } exactly as it was built.");
    const { proposalPackage, verdict } = verified;
    const { owner, generatorId } = proposalPackage.candidate as { owner: { id: string }; generatorId: string };
    checkOwner(caller, owner.id);
    const id = randomUUID();
    // Voters read the same review as the owner, with the current warnings.
    const review = describeProposal(proposalPackage, { spec, verdict });
    db.prepare("INSERT INTO proposals VALUES (?, ?, ?, ?, ?, ?, ?, 'in-ballot', NULL)").run(
      ...([id, caller, key ?? null, JSON.stringify(proposalPackage)] as const),
      ...([generatorId, proposalPackage.digest, review] as const),
    );
    db.exec("UPDATE revision SET number = number + 1");
    return { kind: "created", proposal: find(id) };
  }

  /** Closes the ballot, because a single vote decides in this example. Proposal and registry change together. */
  function castVote(id: string, caller: string, accept: boolean): Proposal {
    const proposal = find(id);
    if (proposal.caller === caller)
      throw new Refusal(403, "own-proposal", "Someone else has to decide on your proposal.");
    if (proposal.state !== "in-ballot") throw new Refusal(409, "ballot-closed", `The proposal is ${proposal.state}.`);
    const register = db.prepare("INSERT OR IGNORE INTO registered VALUES (?, ?)");
    // If two proposals have the same id, the first accepted proposal gets it.
    const isTaken = accept && register.run(comparisonKey(proposal.generatorId), proposal.generatorId).changes === 0;
    const reason = isTaken ? "registry.id-taken" : accept ? null : "vote";
    const state = reason === null ? "accepted" : "rejected";
    db.prepare("UPDATE proposals SET state = ?, reason = ? WHERE id = ?").run(state, reason, id);
    db.exec("UPDATE revision SET number = number + 1");
    return find(id);
  }

  return {
    registry,
    find,
    list: (caller: string) =>
      db.prepare("SELECT * FROM proposals WHERE caller = ? ORDER BY rowid").all(caller) as unknown as Proposal[],
    submit: (submission: Submission, spec: CompiledSpec) => transaction(() => submitPackage(submission, spec)),
    vote(id: string, caller: string, body: Uint8Array): Proposal {
      const read = readJson(body, { maxDepth: 4 });
      const accept = read.kind === "ok" && isJsonObject(read.value) ? read.value.accept : undefined;
      if (typeof accept !== "boolean")
        throw new Refusal(400, "no-vote", 'Send { "accept": true } or { "accept": false }.');
      return transaction(() => castVote(id, caller, accept));
    },
  };
}

/** Adapt this: who may submit a proposal for this owner? Here only the owner may, because the ballot names them. */
function checkOwner(caller: string, owner: string): void {
  if (owner === caller) return;
  const detail = `The proposal is in the name of ${quote(owner)} (owner.id), but this key belongs to ${quote(caller)}.`;
  throw new Refusal(403, "not-the-owner", `${detail} Have the owner submit it with their own key.`);
}

function readSubmission(body: Uint8Array = new Uint8Array()): ProposalPackage & Json {
  // Accepts only unambiguous JSON, as Assay does.
  const read = readJson(body, { maxDepth: 33 });
  if (read.kind === "unreadable") throw new Refusal(400, read.code, read.message);
  const submitted = isJsonObject(read.value) && Object.keys(read.value).length === 1 && read.value.proposalPackage;
  if (!isJsonObject(submitted ?? null))
    throw new Refusal(400, "no-package", 'Send { "proposalPackage": ... } exactly as it was built.');
  return submitted as unknown as ProposalPackage & Json;
}
