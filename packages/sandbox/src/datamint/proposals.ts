import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { Json, ProposalPackage } from "@assay/contract";
import { describeProposal } from "@assay/engine";
import { countChange, rangeNameOf } from "./registry.ts";
import type { Ballot } from "./voting-client.ts";

/** A proposal as its caller sees it; without a ballot only while the voting service is unavailable. */
export interface Proposal {
  readonly id: string;
  readonly state: "awaiting-ballot" | "in-ballot" | "accepted" | "rejected";
  /** Why it was rejected: by its voters, or because its id was registered before they had decided. */
  readonly reason?: RejectionReason;
  readonly generatorId: string;
  readonly generatorName: string;
  readonly digest: string;
  readonly submittedAt: string;
  readonly ballot?: Ballot;
}

/** Why a proposal was rejected. */
type RejectionReason = "vote" | "registry.id-taken";

/** How a vote ended, for the product. */
export type Outcome = { readonly state: "accepted" } | { readonly state: "rejected"; readonly reason: RejectionReason };

/** A recorded submission. */
export interface Recorded {
  readonly proposal: Proposal;
  readonly proposalPackage: ProposalPackage;
  /** What its owner and its voters read about it. */
  readonly review: string;
}

/** Who submits, and under which key. */
interface Submitter {
  readonly caller: string;
  readonly idempotencyKey: string | undefined;
}

/** The proposals that Datamint recorded. */
export interface Proposals {
  /** What this caller submitted under this key. */
  withKey(submitter: Submitter): Recorded | undefined;
  /** What this caller submitted with this digest, unless its vote has ended. */
  openWithDigest(caller: string, digest: string): Recorded | undefined;
  /** Records a proposal; part of the transaction that validated it. */
  record(submitter: Submitter, proposalPackage: ProposalPackage, submittedAt: string): Recorded;
  /** Adds the ballot, and tells whether it was the first time. */
  attachBallot(id: string, ballot: Ballot): boolean;
  /** Ends a proposal, and tells whether it was open; part of the transaction that changes the registry. */
  settle(id: string, outcome: Outcome): boolean;
  /** The proposal with this id, whoever submitted it: what is put to the vote is public. */
  withId(id: string): Recorded | undefined;
  ofCaller(caller: string): readonly Proposal[];
  /** The newest proposals of everybody. */
  newest(count: number): readonly Proposal[];
}

/** Opens the recorded proposals. */
export function createProposals(db: DatabaseSync): Proposals {
  const byKey = db.prepare("SELECT * FROM proposals WHERE caller = ? AND idempotencyKey = ?");
  const openByDigest = db.prepare("SELECT * FROM proposals WHERE caller = ? AND digest = ? AND outcome IS NULL");
  const byCaller = db.prepare("SELECT * FROM proposals WHERE caller = ? ORDER BY rowid");
  const byAge = db.prepare("SELECT * FROM proposals ORDER BY rowid DESC LIMIT ?");
  const byId = db.prepare("SELECT * FROM proposals WHERE id = ?");
  const insert = db.prepare(
    `INSERT INTO proposals
       (id, caller, idempotencyKey, digest, package, title, generatorId, range, submittedAt)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const setBallot = db.prepare("UPDATE proposals SET ballotId = ?, ballotUrl = ? WHERE id = ? AND ballotId IS NULL");
  const setOutcome = db.prepare("UPDATE proposals SET outcome = ?, reason = ? WHERE id = ? AND outcome IS NULL");

  const toRecorded = (row: unknown) => {
    if (row === undefined) return undefined;
    const proposalPackage = JSON.parse((row as Row).package) as ProposalPackage;
    return { proposal: toProposal(row as Row), proposalPackage, review: describeProposal(proposalPackage) };
  };

  return {
    withKey: ({ caller, idempotencyKey }) => toRecorded(byKey.get(caller, idempotencyKey ?? null)),
    openWithDigest: (caller, digest) => toRecorded(openByDigest.get(caller, digest)),
    record({ caller, idempotencyKey }, proposalPackage, submittedAt) {
      const { candidate, digest } = proposalPackage;
      const id = randomUUID();
      const generatorId = textOf(candidate.generatorId);
      const title = titleOf(textOf(candidate.generatorName) || generatorId);
      const text = JSON.stringify(proposalPackage);
      const key = idempotencyKey ?? null;
      insert.run(id, caller, key, digest, text, title, generatorId, rangeNameOf(generatorId), submittedAt);
      countChange(db);
      return toRecorded(byId.get(id)) as Recorded;
    },
    attachBallot: (id, ballot) => setBallot.run(ballot.id, ballot.url, id).changes === 1,
    settle(id, outcome) {
      const reason = outcome.state === "rejected" ? outcome.reason : null;
      const isFirst = setOutcome.run(outcome.state, reason, id).changes === 1;
      if (isFirst) countChange(db);
      return isFirst;
    },
    withId: (id) => toRecorded(byId.get(id)),
    ofCaller: (caller) => (byCaller.all(caller) as unknown as Row[]).map(toProposal),
    newest: (count) => (byAge.all(count) as unknown as Row[]).map(toProposal),
  };
}

/** The columns of a row that are read back. */
interface Row {
  readonly id: string;
  readonly digest: string;
  readonly package: string;
  readonly submittedAt: string;
  readonly title: string;
  readonly generatorId: string;
  readonly ballotId: string | null;
  readonly ballotUrl: string | null;
  readonly outcome: "accepted" | "rejected" | null;
  readonly reason: RejectionReason | null;
}

function toProposal(row: Row): Proposal {
  const { id, generatorId, title: generatorName, digest, submittedAt, ballotId, ballotUrl, outcome, reason } = row;
  const ballot = ballotId === null || ballotUrl === null ? undefined : { id: ballotId, url: ballotUrl };
  return {
    id,
    state: outcome ?? (ballot ? "in-ballot" : "awaiting-ballot"),
    ...(reason !== null && { reason }),
    generatorId,
    generatorName,
    digest,
    submittedAt,
    ...(ballot && { ballot }),
  };
}

// A product's rules may leave out the name.
function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

function titleOf(text: string): string {
  return [...text].slice(0, 200).join("") || "Untitled";
}
