import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { Json, ProposalPackage } from "@assay/contract";
import { describeProposal } from "@assay/engine";
import type { Ballot } from "./open-ballot.ts";
import { countChange, keysOf } from "./registry.ts";

/** A proposal as its caller sees it; without a ballot only while the voting service cannot be reached. */
export interface Proposal {
  readonly id: string;
  readonly state: "awaiting-ballot" | "in-ballot";
  readonly digest: string;
  readonly submittedAt: string;
  readonly ballot?: Ballot;
}

/** A recorded submission. */
export interface Recorded {
  readonly proposal: Proposal;
  /** What the ballot is called. */
  readonly title: string;
  /** What its owner and its voters read about it. */
  readonly review: string;
  readonly bodyHash: string;
}

/** What tells a repeated submission from a new one. */
interface SubmissionIdentity {
  readonly caller: string;
  readonly idempotencyKey: string | undefined;
  readonly bodyHash: string;
}

/** The proposals that Datamint recorded. */
export interface Proposals {
  /** What was recorded under the same key or, without a key, what still waits for its ballot with the same body. */
  find(identity: SubmissionIdentity): Recorded | undefined;
  /** Records a proposal; part of the transaction that judged it. */
  record(identity: SubmissionIdentity, proposalPackage: ProposalPackage, submittedAt: string): Recorded;
  /** Adds the ballot, and tells whether it was the first time. */
  attachBallot(id: string, ballot: Ballot): boolean;
  /** The proposal with this id, whoever submitted it: what is put to the vote is public. */
  withId(id: string): Recorded | undefined;
  ofCaller(caller: string): readonly Proposal[];
}

/** Opens the recorded proposals. */
export function createProposals(db: DatabaseSync): Proposals {
  const byKey = db.prepare("SELECT * FROM proposals WHERE caller = ? AND idempotencyKey = ?");
  const waiting = db.prepare(
    "SELECT * FROM proposals WHERE caller = ? AND bodyHash = ? AND idempotencyKey IS NULL AND ballotId IS NULL",
  );
  const byCaller = db.prepare("SELECT * FROM proposals WHERE caller = ? ORDER BY rowid");
  const byId = db.prepare("SELECT * FROM proposals WHERE id = ?");
  const insert = db.prepare(
    `INSERT INTO proposals
       (id, caller, idempotencyKey, bodyHash, digest, package, title, generatorId, comparisonKey, range, submittedAt)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const setBallot = db.prepare("UPDATE proposals SET ballotId = ?, ballotUrl = ? WHERE id = ? AND ballotId IS NULL");

  return {
    find({ caller, idempotencyKey, bodyHash }) {
      const row = idempotencyKey === undefined ? waiting.get(caller, bodyHash) : byKey.get(caller, idempotencyKey);
      return row && toRecorded(row as unknown as Row);
    },
    record({ caller, idempotencyKey, bodyHash }, proposalPackage, submittedAt) {
      const { candidate, digest } = proposalPackage;
      const id = randomUUID();
      const generatorId = textOf(candidate.generatorId);
      const title = titleOf(textOf(candidate.generatorName) || generatorId);
      const { comparisonKey, range } = keysOf(generatorId);
      const key = idempotencyKey ?? null;
      const text = JSON.stringify(proposalPackage);
      insert.run(id, caller, key, bodyHash, digest, text, title, generatorId, comparisonKey, range, submittedAt);
      countChange(db);
      return toRecorded({ id, digest, package: text, submittedAt, title, bodyHash, ballotId: null, ballotUrl: null });
    },
    attachBallot: (id, ballot) => setBallot.run(ballot.id, ballot.url, id).changes === 1,
    withId(id) {
      const row = byId.get(id);
      return row && toRecorded(row as unknown as Row);
    },
    ofCaller: (caller) => byCaller.all(caller).map((row) => toRecorded(row as unknown as Row).proposal),
  };
}

/** The columns of a row that are read back. */
interface Row {
  readonly id: string;
  readonly digest: string;
  readonly package: string;
  readonly submittedAt: string;
  readonly title: string;
  readonly bodyHash: string;
  readonly ballotId: string | null;
  readonly ballotUrl: string | null;
}

function toRecorded({ id, digest, submittedAt, title, bodyHash, ballotId, ballotUrl, ...row }: Row): Recorded {
  const submitted = { digest, submittedAt };
  const proposal: Proposal =
    ballotId === null || ballotUrl === null
      ? { id, state: "awaiting-ballot", ...submitted }
      : { id, state: "in-ballot", ...submitted, ballot: { id: ballotId, url: ballotUrl } };
  return { proposal, title, review: describeProposal(JSON.parse(row.package) as ProposalPackage), bodyHash };
}

// Where a check is overlooked, anything may stand in a member.
function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

function titleOf(text: string): string {
  return [...text].slice(0, 200).join("") || "Untitled";
}
