import type { FastifyRequest } from "fastify";
import { serveFrontPage } from "../front-page.ts";
import { type Caller, type Identify, identifyByToken, refusalOf } from "../identify.ts";
import { html, type SandboxPages, sendPage, wantsPage } from "../page.ts";
import { Problem } from "../problem.ts";
import { createService, listen } from "../service.ts";
import { ballotPage, standing } from "./ballot-page.ts";
import { type Ballot, createBallots, type Question, type Vote, votesToDecide } from "./ballots.ts";
import { reportClosed } from "./report-closed.ts";

/** Where the voting service keeps its ballots and listens. */
export interface VotingOptions {
  /** A file, or `:memory:` (the default). */
  readonly database?: string;
  /** A free one by default. */
  readonly port?: number;
  /** Who votes. Everybody is taken at their word by default. */
  readonly identify?: Identify;
  /** Where the other services are, for the bar of its pages. */
  readonly pages?: () => SandboxPages;
}

/** The voting service, listening. */
export interface Voting extends AsyncDisposable {
  readonly origin: string;
}

/** Starts the voting service: at most one ballot per proposal, one vote per person, and a decision. */
export async function createVoting(options: VotingOptions = {}): Promise<Voting> {
  const { database = ":memory:", port, identify = identifyByToken, pages } = options;
  const ballots = createBallots(database);
  const app = createService({ maxBodyBytes: 16_384 });
  app.addHook("onClose", async () => ballots.close());
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    async (_: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );

  app.post<{ Body: Question }>("/ballots", { schema: { body: questionSchema } }, async (request, reply) => {
    const { id, opened } = ballots.open(request.body);
    reply.code(opened ? 201 : 200);
    return { id, url: `${app.listeningOrigin}/ballots/${id}` };
  });

  app.get<{ Params: { id: string } }>("/ballots/:id", async (request, reply) => {
    const ballot = find(request.params.id);
    if (!wantsPage(request)) return ballot;
    return sendPage(reply, { title: ballot.title, body: ballotPage(ballot), pages: pages?.(), current: "Voting" });
  });

  app.post<{ Params: { id: string }; Body: unknown }>("/ballots/:id/votes", async (request, reply) => {
    const { id } = find(request.params.id);
    const { vote, key } = readVote(request.body);
    const voter = await voterOf(request, key);
    const cast = ballots.cast(id, voter.id, vote);
    if (cast.kind === "voted-otherwise") {
      throw new Problem("already-voted", `You voted ${cast.earlier} on this ballot. A vote cannot be changed.`);
    }
    if (cast.kind === "closed") {
      throw new Problem("ballot-closed", `This ballot is closed. ${standing(cast.ballot)}`);
    }
    for (const failure of await reportClosed(ballots)) request.log.error(failure);
    if (wantsPage(request)) return reply.redirect(`/ballots/${id}`, 303);
    return reply.code(cast.kind === "counted" ? 201 : 200).send(find(id));
  });

  serveFrontPage(app, {
    name: "Voting",
    pages,
    description: `The voting service of the sandbox. Datamint opens a ballot for each proposal that it has recorded. Each person has one vote, and the side that first has ${votesToDecide} votes wins.`,
    routes: {
      "POST /ballots": "opens the ballot of a proposal, or finds it",
      "GET /ballots/{id}": "a ballot with its votes; in a browser, a page with a form to vote",
      "POST /ballots/{id}/votes": 'votes: {"vote":"yes"} or {"vote":"no"}, with Authorization: Bearer <key>',
    },
    contents() {
      const list = ballots
        .newest(50)
        .map((ballot) => html`<li><a href="/ballots/${ballot.id}">${ballot.title}</a>. ${standing(ballot)}</li>`);
      return html`<h2>Ballots, newest first</h2>
<ul>
${list.length === 0 ? html`<li>There is no ballot yet.</li>` : list}
</ul>`;
    },
  });

  function find(id: string): Ballot {
    const ballot = ballots.find(id);
    if (ballot) return ballot;
    throw new Problem("not-found", "No ballot has this id. Use the url from the response that opened the ballot.");
  }

  async function voterOf({ headers }: FastifyRequest, key: string | undefined): Promise<Caller> {
    const authorization = key === undefined ? headers.authorization : `Bearer ${key}`;
    const voter = await identify(authorization);
    if (voter) return voter;
    throw refusalOf(authorization);
  }

  const origin = await listen(app, port);
  return { origin, [Symbol.asyncDispose]: () => app.close() };
}

const questionSchema = {
  type: "object",
  properties: {
    proposalId: { type: "string", minLength: 1, maxLength: 64 },
    title: { type: "string", minLength: 1, maxLength: 512 },
    review: { type: "string", minLength: 1, maxLength: 4_096 },
    callbackUrl: { type: "string", pattern: "^https?://", maxLength: 512 },
    proposalUrl: { type: "string", pattern: "^https?://", maxLength: 512 },
    submittedBy: { type: "string", minLength: 1, maxLength: 128 },
  },
  required: ["proposalId", "title", "review"],
} as const;

/** Reads a vote; a form has no header for the key, so it is in the body. */
function readVote(body: unknown): { readonly vote: Vote; readonly key: string | undefined } {
  const { vote, key } = (body ?? {}) as Record<string, unknown>;
  if (vote !== "yes" && vote !== "no") throw new Problem("bad-request", 'Send {"vote":"yes"} or {"vote":"no"}.');
  return { vote, key: typeof key === "string" ? key.trim() : undefined };
}
