import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { Problem } from "../problem.ts";
import { sendReviewPage, wantsPage } from "../review-page.ts";
import { createService, listen } from "../service.ts";

/** Where the voting service keeps its ballots and listens. */
export interface VotingOptions {
  /** A file, or `:memory:` (the default). */
  readonly database?: string;
  /** A free one by default. */
  readonly port?: number;
}

/** The voting service, listening. */
export interface Voting extends AsyncDisposable {
  readonly origin: string;
}

/** A question put to the voters. */
interface Ballot {
  readonly id: string;
  readonly proposalId: string;
  readonly title: string;
  /** What voters read: the same text as the owner of the proposal. */
  readonly review: string;
  readonly state: "open";
}

/** Starts the voting service: it opens at most one ballot per proposal, however often it is asked. */
export async function createVoting({ database = ":memory:", port }: VotingOptions = {}): Promise<Voting> {
  const ballots = createBallots(database);
  const app = createService({ maxBodyBytes: 16_384 });
  app.addHook("onClose", async () => ballots.close());

  app.post<{ Body: Pick<Ballot, "proposalId" | "title" | "review"> }>(
    "/ballots",
    { schema: { body: openingSchema } },
    async (request, reply) => {
      const { ballot, opened } = ballots.open(request.body);
      reply.code(opened ? 201 : 200);
      return { id: ballot.id, url: `${app.listeningOrigin}/ballots/${ballot.id}` };
    },
  );

  app.get<{ Params: { id: string } }>("/ballots/:id", async (request, reply) => {
    const ballot = ballots.find(request.params.id);
    if (!ballot)
      throw new Problem("not-found", "No ballot has this id. Use the url from the response that opened the ballot.");
    return wantsPage(request) ? sendReviewPage(reply, ballot) : ballot;
  });

  const origin = await listen(app, port);
  return { origin, [Symbol.asyncDispose]: () => app.close() };
}

const openingSchema = {
  type: "object",
  properties: {
    proposalId: { type: "string", minLength: 1, maxLength: 64 },
    title: { type: "string", minLength: 1, maxLength: 512 },
    review: { type: "string", minLength: 1, maxLength: 4_096 },
  },
  required: ["proposalId", "title", "review"],
} as const;

function createBallots(database: string) {
  const db = new DatabaseSync(database);
  db.exec(
    "CREATE TABLE IF NOT EXISTS ballots (id TEXT PRIMARY KEY, proposalId TEXT UNIQUE, title TEXT, review TEXT) STRICT",
  );
  const insert = db.prepare("INSERT INTO ballots VALUES (?, ?, ?, ?) ON CONFLICT (proposalId) DO NOTHING");
  const byProposal = db.prepare("SELECT *, 'open' AS state FROM ballots WHERE proposalId = ?");
  const byId = db.prepare("SELECT *, 'open' AS state FROM ballots WHERE id = ?");
  return {
    open({ proposalId, title, review }: Pick<Ballot, "proposalId" | "title" | "review">): {
      readonly ballot: Ballot;
      readonly opened: boolean;
    } {
      const opened = insert.run(randomUUID(), proposalId, title, review).changes === 1;
      return { ballot: byProposal.get(proposalId) as unknown as Ballot, opened };
    },
    find: (id: string) => byId.get(id) as unknown as Ballot | undefined,
    close: () => db.close(),
  };
}
