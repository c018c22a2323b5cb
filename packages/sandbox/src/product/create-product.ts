import type { Registry, RegistryState } from "@assay/contract";
import type { FastifyRequest } from "fastify";
import { createService, listen, sendDocument } from "../create-service.ts";
import { type Caller, type Identify, identifyByToken } from "../identify.ts";
import type { Identity } from "../identity/create-identity.ts";
import { sendPage, wantsPage } from "../page.ts";
import { Problem } from "../problem.ts";
import { renderBallot } from "./ballot-page.ts";
import { countVotes, createProposals, type Proposal } from "./proposals.ts";
import { createRegistry } from "./registry.ts";
import { createRules, type Rules, readDatamintRules, rulesPath } from "./rules.ts";
import { listOpenIds, maxSubmissionBytes, submit } from "./submit.ts";
import { castVote, readVote } from "./vote.ts";

/** The options of a product. */
export interface ProductOptions {
  /** Default: the rules of Datamint, with version 2.0.0 announced and a few ids registered. */
  readonly specPackage?: Uint8Array;
  /** Default: a free port. */
  readonly port?: number;
  /** Default: callers are identified by their bearer token, which is not checked. */
  readonly identify?: Identify | undefined;
  /** Identifies a person who signs in. Each ballot then waits until its owner has confirmed it. Default: none waits. */
  readonly signIn?: Identity["signIn"] | undefined;
}

/** A running target product. Its methods are the actions of its team. */
export interface Product extends AsyncDisposable, Pick<Rules, "publish" | "announce"> {
  readonly origin: string;
  readonly specPackageUrl: string;
  readonly registryUrl: string;
  readonly submissionUrl: string;
  /** The product's domain as an operator of Assay configures it. */
  readonly domainConfig: {
    readonly targetProduct: string;
    readonly domainId: string;
    readonly specPackageUrl: string;
    readonly submissionUrl: string;
    readonly registry: { readonly url: string; readonly public: true };
    readonly refreshSeconds: number;
    readonly maxStaleSeconds: { readonly specPackage: number; readonly registry: number };
  };
  register(id: string, state?: RegistryState): void;
}

/** Starts a target product, which publishes rules and a registry, checks submissions again, and runs ballots. */
export async function createProduct(options: ProductOptions = {}): Promise<Product> {
  const { identify = identifyByToken, signIn } = options;
  const rules = createRules(options.specPackage ?? readDatamintRules("1.0.0"));
  const { targetProduct, domainId } = rules.findCurrent().document;
  const registry = createRegistry(targetProduct, () => rules.findCurrent().document.generatorId.compare === "exact");
  const proposals = createProposals(signIn ? "awaiting-owner" : "in-ballot");
  if (!options.specPackage) {
    rules.announce(readDatamintRules("2.0.0"));
    for (const { id, state } of datamintEntries) registry.register(id, state);
  }

  const app = createService(maxSubmissionBytes);
  // The engine reads the raw bytes, because another parser would hide ambiguous JSON.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, async (_: FastifyRequest, body: Buffer) => body);

  app.get(`${rulesPath}/current.json`, (request, reply) =>
    sendDocument(request, reply, rules.writeCurrent(app.listeningOrigin)),
  );
  app.get<{ Params: { version: string } }>(`${rulesPath}/:version.json`, (request, reply) => {
    const document = rules.findDocument(request.params.version);
    if (document === undefined) throw new Problem("not-found", "This version is not published.");
    return sendDocument(request, reply, document);
  });
  app.get("/registry", (request, reply) =>
    sendDocument(request, reply, JSON.stringify(registry.toSnapshot(listOpenIds(proposals)))),
  );

  const callers = new WeakMap<FastifyRequest, Caller>();
  // Identify the caller before the body is checked, so that only known callers learn what is wrong with a body.
  const identifyFirst = async (request: FastifyRequest) =>
    void callers.set(request, await identify(request.headers.authorization));
  app.post<{ Body: Buffer | undefined }>("/api/proposals", { onRequest: identifyFirst }, async (request, reply) => {
    const caller = callers.get(request) as Caller;
    const idempotencyKey = readIdempotencyKey(request);
    const body = request.body ?? new Uint8Array();
    const submitted = submit({ rules, registry, proposals }, { caller, idempotencyKey, body });
    if (submitted.kind === "invalid") return reply.code(422).send(submitted.verdict);
    return reply.code(submitted.kind === "created" ? 201 : 200).send({ proposal: toAnswer(submitted.proposal) });
  });
  app.get("/api/proposals", async (request) => {
    const { id } = await identify(request.headers.authorization);
    return {
      proposals: proposals.list().flatMap((proposal) => (proposal.callerId === id ? [toAnswer(proposal)] : [])),
    };
  });

  app.get<{ Params: { id: string } }>("/ballots/:id", async (request, reply) => {
    const proposal = findProposal(request.params.id);
    if (!wantsPage(request)) return toBallot(proposal);
    const name = rules.findCurrent().document.title;
    return sendPage(reply, { title: proposal.generatorId, body: renderBallot(proposal), name });
  });
  // Only votes and confirmations accept forms.
  app.register(async (votes) => {
    votes.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string" },
      async (_: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
    );
    votes.post<{ Params: { id: string }; Body: unknown }>("/ballots/:id/votes", async (request, reply) => {
      const { id } = findProposal(request.params.id);
      const { vote, key } = readVote(Buffer.isBuffer(request.body) ? parseJson(request.body) : request.body);
      const voter = await identify(key === undefined ? request.headers.authorization : `Bearer ${key}`);
      const updated = castVote(findProposal(id), voter.id, vote, registry);
      proposals.replace(updated);
      return wantsPage(request) ? reply.redirect(`/ballots/${id}`, 303) : toBallot(updated);
    });
    votes.post<{ Params: { id: string }; Body: unknown }>("/ballots/:id/confirmation", async (request, reply) => {
      const { email, password } = (request.body ?? {}) as Record<string, unknown>;
      const person = await signIn?.(String(email), String(password));
      const proposal = findProposal(request.params.id);
      // Only the owner submits. Their agent has a key of theirs, but not their password.
      if (person !== proposal.callerId)
        throw new Problem("not-the-owner", "Only the owner can confirm, by signing in.");
      if (proposal.state === "awaiting-owner") proposals.replace({ ...proposal, state: "in-ballot" });
      registry.bumpRevision();
      return reply.redirect(`/ballots/${proposal.id}`, 303);
    });
  });

  function findProposal(id: string): Proposal {
    const proposal = proposals.find(id);
    if (proposal) return proposal;
    throw new Problem("not-found", "No proposal has this id. Use the ballot URL from the answer to the submission.");
  }

  /** Returns a proposal in the form that its submitter gets. */
  function toAnswer({ id, state, reason, generatorId, proposalPackage: { digest }, submittedAt }: Proposal) {
    const ballot = { id, url: `${app.listeningOrigin}/ballots/${id}` };
    return { id, state, reason, generatorId, digest, submittedAt, ballot };
  }

  const origin = await listen(app, options.port);
  const urls = {
    specPackageUrl: `${origin}${rulesPath}/current.json`,
    registryUrl: `${origin}/registry`,
    submissionUrl: `${origin}/api/proposals`,
  };
  return {
    origin,
    ...urls,
    domainConfig: {
      targetProduct,
      domainId,
      specPackageUrl: urls.specPackageUrl,
      submissionUrl: urls.submissionUrl,
      // The registry is public, so Assay's pages can read it too.
      registry: { url: urls.registryUrl, public: true },
      refreshSeconds: 30,
      maxStaleSeconds: { specPackage: 3_600, registry: 300 },
    },
    publish: rules.publish,
    announce: rules.announce,
    register: (id, state = "active") => registry.register(id, state),
    [Symbol.asyncDispose]: () => app.close(),
  };
}

const datamintEntries: Registry["entries"] = [
  { id: "person-basic", state: "active" },
  { id: "address-us", state: "active" },
  { id: "order-history", state: "retired" },
  { id: "admin", state: "reserved" },
];

function toBallot(proposal: Proposal) {
  const { id, generatorId: title, review, state } = proposal;
  const votes = { yes: countVotes(proposal, "yes"), no: countVotes(proposal, "no") };
  return { id, title, review, state: state === "in-ballot" ? "open" : state, votes };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

function readIdempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers["idempotency-key"];
  if (key === undefined || (typeof key === "string" && /^[!-~]{1,255}$/.test(key))) return key;
  throw new Problem("bad-request", "An Idempotency-Key must have 1 to 255 visible ASCII characters.");
}
