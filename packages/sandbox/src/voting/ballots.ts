import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";

/** The side that first has this many votes wins, so three voters are always enough. */
export const votesToDecide = 2;

/** What a voter can say. */
export type Vote = "yes" | "no";

/** A question put to the voters. */
export interface Ballot {
  readonly id: string;
  readonly proposalId: string;
  readonly title: string;
  /** What voters read: the same text as the owner of the proposal. */
  readonly review: string;
  /** The product's page about the proposal. */
  readonly proposalUrl?: string;
  readonly submittedBy?: string;
  readonly state: "open" | "accepted" | "rejected";
  readonly votes: { readonly yes: number; readonly no: number };
  readonly votesToDecide: number;
  /** What became of the decision in the product; absent while the ballot is open, and if the product named no callback. */
  readonly product?: ProductOutcome;
}

/** Whether a product did what its voters decided. `not-yet`: it has not answered the call that the ballot is closed. */
type ProductOutcome =
  | { readonly kind: "not-yet" | "carried-out" }
  | { readonly kind: "not-carried-out"; readonly reason: string };

/** What a product asks. */
export interface Question extends Pick<Ballot, "proposalId" | "title" | "review" | "proposalUrl" | "submittedBy"> {
  /** Called when the ballot is closed. */
  readonly callbackUrl?: string;
}

/** What came of a vote. */
type Cast =
  | { readonly kind: "counted" | "repeated"; readonly ballot: Ballot }
  | { readonly kind: "voted-otherwise"; readonly earlier: Vote }
  | { readonly kind: "closed"; readonly ballot: Ballot };

/** A closed ballot that its product has not been told about. */
export interface Unreported {
  readonly id: string;
  readonly decision: "accepted" | "rejected";
  readonly callbackUrl: string;
}

/** The ballots, and one vote of each voter. */
export interface Ballots {
  open(question: Question): { readonly id: string; readonly opened: boolean };
  find(id: string): Ballot | undefined;
  newest(count: number): readonly Ballot[];
  cast(id: string, voter: string, vote: Vote): Cast;
  unreported(count: number): readonly Unreported[];
  /** Keeps the answer of the product: it carried out the decision, or `notCarriedOut` says why not. */
  setReported(id: string, notCarriedOut?: string): void;
  close(): void;
}

/** Opens the ballots in a file, or in `:memory:`. */
export function createBallots(database: string): Ballots {
  const db = new DatabaseSync(database);
  db.exec(schema);
  const insert = db.prepare(
    `INSERT INTO ballots (id, proposalId, title, review, callbackUrl, proposalUrl, submittedBy) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (proposalId) DO NOTHING`,
  );
  const byProposal = db.prepare("SELECT id FROM ballots WHERE proposalId = ?");
  const byId = db.prepare(`${counted} WHERE id = ?`);
  const byAge = db.prepare(`${counted} ORDER BY rowid DESC LIMIT ?`);
  const earlierVote = db.prepare("SELECT vote FROM votes WHERE ballotId = ? AND voter = ?");
  const insertVote = db.prepare("INSERT INTO votes (ballotId, voter, vote) VALUES (?, ?, ?)");
  const closedUnreported = db.prepare(
    `SELECT id, callbackUrl, iif(yes > no, 'accepted', 'rejected') AS decision FROM (${counted})
     WHERE callbackUrl IS NOT NULL AND reported = 0 AND max(yes, no) >= ${votesToDecide} LIMIT ?`,
  );
  const reported = db.prepare("UPDATE ballots SET reported = 1, notCarriedOut = ? WHERE id = ?");

  function find(id: string): Ballot | undefined {
    const row = byId.get(id) as unknown as Row | undefined;
    return row && toBallot(row);
  }

  return {
    open({ proposalId, title, review, callbackUrl = null, proposalUrl = null, submittedBy = null }) {
      const { changes } = insert.run(randomUUID(), proposalId, title, review, callbackUrl, proposalUrl, submittedBy);
      const opened = changes === 1;
      return { id: byProposal.get(proposalId)?.id as string, opened };
    },
    find,
    newest: (count) => (byAge.all(count) as unknown as Row[]).map(toBallot),
    cast(id, voter, vote) {
      const ballot = find(id) as Ballot;
      const earlier = earlierVote.get(id, voter)?.vote as Vote | undefined;
      if (earlier !== undefined) {
        return earlier === vote ? { kind: "repeated", ballot } : { kind: "voted-otherwise", earlier };
      }
      if (ballot.state !== "open") return { kind: "closed", ballot };
      insertVote.run(id, voter, vote);
      return { kind: "counted", ballot: find(id) as Ballot };
    },
    unreported: (count) => closedUnreported.all(count) as unknown as Unreported[],
    setReported: (id, notCarriedOut) => void reported.run(notCarriedOut ?? null, id),
    close: () => db.close(),
  };
}

const schema = `
  CREATE TABLE IF NOT EXISTS ballots (
    id TEXT PRIMARY KEY,
    proposalId TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    review TEXT NOT NULL,
    callbackUrl TEXT,
    proposalUrl TEXT,
    submittedBy TEXT,
    reported INTEGER NOT NULL DEFAULT 0, -- 1: its product knows that it is closed
    notCarriedOut TEXT                   -- why the product could not do what was decided
  ) STRICT;
  CREATE TABLE IF NOT EXISTS votes (
    ballotId TEXT NOT NULL REFERENCES ballots (id),
    voter TEXT NOT NULL,
    vote TEXT NOT NULL,
    PRIMARY KEY (ballotId, voter)
  ) STRICT;
`;

const counted = `
  SELECT *,
    (SELECT count(*) FROM votes WHERE ballotId = ballots.id AND vote = 'yes') AS yes,
    (SELECT count(*) FROM votes WHERE ballotId = ballots.id AND vote = 'no') AS no
  FROM ballots`;

interface Row extends Pick<Ballot, "id" | "proposalId" | "title" | "review"> {
  readonly callbackUrl: string | null;
  readonly proposalUrl: string | null;
  readonly submittedBy: string | null;
  readonly reported: number;
  readonly notCarriedOut: string | null;
  readonly yes: number;
  readonly no: number;
}

function toBallot(row: Row): Ballot {
  const { id, proposalId, title, review, proposalUrl, submittedBy, yes, no } = row;
  const origin = { ...(proposalUrl !== null && { proposalUrl }), ...(submittedBy !== null && { submittedBy }) };
  const state = yes >= votesToDecide ? "accepted" : no >= votesToDecide ? "rejected" : "open";
  const product = state === "open" || row.callbackUrl === null ? {} : { product: productOutcome(row) };
  return { id, proposalId, title, review, ...origin, state, votes: { yes, no }, votesToDecide, ...product };
}

function productOutcome({ reported, notCarriedOut }: Row): ProductOutcome {
  if (reported === 0) return { kind: "not-yet" };
  return notCarriedOut === null ? { kind: "carried-out" } : { kind: "not-carried-out", reason: notCarriedOut };
}
