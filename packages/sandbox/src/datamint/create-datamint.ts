import type { Registry, RegistryState } from "@assay/contract";
import type { FastifyRequest } from "fastify";
import { serveFrontPage } from "../front-page.ts";
import { type Caller, type Identify, identifyByToken, refusalOf } from "../identify.ts";
import { type SandboxPages, sendPage } from "../page.ts";
import { Problem } from "../problem.ts";
import { sendDocument } from "../send-document.ts";
import { createService, listen } from "../service.ts";
import { inTransaction, openDatabase } from "./database.ts";
import { datamintContents, proposalPage } from "./proposal-page.ts";
import { createProposals } from "./proposals.ts";
import { maxSubmissionBytes } from "./read-submission.ts";
import { createRegistry } from "./registry.ts";
import { settleProposal } from "./settle-proposal.ts";
import { createSpecPackages, specPackagesPath } from "./spec-packages.ts";
import { submit } from "./submit.ts";
import { createVotingClient } from "./voting-client.ts";

/** How Datamint is set up. */
export interface DatamintOptions {
  /** The origin of the voting service. */
  readonly votingUrl: string;
  readonly votingTimeoutMs?: number;
  /** A file, or `:memory:` (the default). */
  readonly database?: string;
  /** A free one by default. */
  readonly port?: number;
  /** Everybody is taken at their word by default. */
  readonly identify?: Identify;
  /** Where the other services are, for the bar of its pages. */
  readonly pages?: () => SandboxPages;
  /** The generators of a new database. */
  readonly generators?: Registry["entries"];
  readonly now?: () => Date;
}

/** Datamint, listening; its methods are what its operators do. */
export interface Datamint extends AsyncDisposable {
  readonly origin: string;
  readonly specPackageUrl: string;
  readonly registryUrl: string;
  readonly submissionUrl: string;
  /** Its domain, as an operator of Assay configures it. */
  readonly asDomain: {
    readonly targetProduct: string;
    readonly domainId: string;
    readonly specPackageUrl: string;
    readonly submissionUrl: string;
    readonly registry: { readonly mode: "snapshot"; readonly url: string; readonly facts: "public" };
    readonly refreshSeconds: number;
    readonly maxStaleSeconds: { readonly specPackage: number; readonly registry: number };
  };
  /** Puts a spec package in force; the one before stays known, so that packages built under it are told so. */
  publish(specPackage: Uint8Array): void;
  /** Announces the next spec package, or that there is none. */
  announce(specPackage: Uint8Array | undefined, effectiveFrom?: string): void;
  register(id: string, state?: RegistryState): void;
  retire(id: string): void;
}

/** Starts Datamint, the target product: its rules, its registry, and the submissions it validates again. */
export async function createDatamint(options: DatamintOptions): Promise<Datamint> {
  const { identify = identifyByToken, now = () => new Date() } = options;
  const db = openDatabase(options.database ?? ":memory:");
  const specPackages = createSpecPackages(db);
  const registry = createRegistry(db, () => specPackages.current().document.generatorId.compare === "exact");
  const proposals = createProposals(db);
  const voting = createVotingClient(options.votingUrl, options.votingTimeoutMs ?? 30_000);
  if (registry.view().revision === "0") {
    inTransaction(db, () => {
      for (const { id, state } of options.generators ?? firstGenerators) registry.register(id, state);
    });
  }

  const app = createService({ maxBodyBytes: maxSubmissionBytes });
  app.addHook("onClose", async () => db.close());
  // The engine reads the bytes as they came: a parser in between would hide what two readers understand differently.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, async (_: FastifyRequest, body: Buffer) => body);

  app.get(`${specPackagesPath}/current.json`, (request, reply) =>
    sendDocument(request, reply, specPackages.currentDocument(app.listeningOrigin)),
  );
  app.get<{ Params: { version: string } }>(`${specPackagesPath}/:version.json`, (request, reply) => {
    const document = specPackages.documentOf(request.params.version);
    if (document === undefined) throw new Problem("not-found", "Datamint has not published this version.");
    return sendDocument(request, reply, document);
  });

  app.get("/registry/generators", (request, reply) =>
    sendDocument(request, reply, JSON.stringify(registry.snapshot())),
  );
  app.get<{ Params: { range: string } }>("/registry/generators/ranges/:range", (request, reply) => {
    const { range } = request.params;
    if (!/^[0-9a-f]{5}$/.test(range))
      throw new Problem("not-found", "A range has five hexadecimal digits, in lower case.");
    return sendDocument(request, reply, JSON.stringify(registry.range(range)));
  });

  const callers = new WeakMap<FastifyRequest, Caller>();
  // Nobody is told what is wrong with a body before it is known whose it is.
  const identifyFirst = async (request: FastifyRequest) => void callers.set(request, await callerOf(request));
  app.post<{ Body: Buffer | undefined }>("/api/proposals", { onRequest: identifyFirst }, async (request, reply) => {
    const caller = callers.get(request) as Caller;
    const idempotencyKey = idempotencyKeyOf(request);
    const body = request.body ?? new Uint8Array();
    const callbackUrl = (id: string) => `${app.listeningOrigin}/api/proposals/${id}/refresh`;
    const pageUrl = (id: string) => `${app.listeningOrigin}/proposals/${id}`;
    const deps = { db, specPackages, registry, proposals, voting, callbackUrl, pageUrl, now };
    const submitted = await submit(deps, { caller, idempotencyKey, body });
    if (submitted.kind === "invalid") return reply.code(422).send(submitted.verdict);
    return reply.code(submitted.kind === "created" ? 201 : 200).send({ proposal: submitted.proposal });
  });
  app.get("/api/proposals", async (request) => ({ proposals: proposals.ofCaller((await callerOf(request)).id) }));

  app.post<{ Params: { id: string } }>("/api/proposals/:id/refresh", async (request) => ({
    proposal: await settleProposal({ db, proposals, registry, voting }, request.params.id),
  }));

  app.get<{ Params: { id: string } }>("/proposals/:id", async (request, reply) => {
    const recorded = proposals.withId(request.params.id);
    if (!recorded)
      throw new Problem("not-found", "No proposal has this id. Use the id from the answer to its submission.");
    const { generatorName: title } = recorded.proposal;
    return sendPage(reply, { title, body: proposalPage(recorded), pages: options.pages?.(), current: "Datamint" });
  });

  serveFrontPage(app, {
    name: "Datamint",
    pages: options.pages,
    description:
      "The target product of the sandbox: it generates test data, and anyone can propose a new generator. Datamint publishes the rules for proposals, checks each submission again with the engine of Assay, and opens a ballot for it. A proposal cannot be withdrawn: it ends with the vote, which puts an accepted generator into the registry and frees the id of a rejected one.",
    routes: {
      [`GET ${specPackagesPath}/current.json`]: "the rules for proposals (spec package)",
      "GET /registry/generators": "the registry: ids that are taken or proposed",
      "POST /api/proposals": "submits a proposal package, with Authorization: Bearer <key> and Idempotency-Key",
      "GET /api/proposals": "your proposals, with Authorization: Bearer <key>",
      "GET /proposals/{id}": "the page of a proposal",
    },
    contents: () => datamintContents(proposals.newest(50), registry.snapshot().entries.slice(0, 50)),
  });

  async function callerOf({ headers: { authorization } }: FastifyRequest): Promise<Caller> {
    const caller = await identify(authorization);
    if (caller) return caller;
    throw refusalOf(authorization);
  }

  const origin = await listen(app, options.port);
  const urls = {
    specPackageUrl: `${origin}${specPackagesPath}/current.json`,
    registryUrl: `${origin}/registry/generators`,
    submissionUrl: `${origin}/api/proposals`,
  };
  return {
    origin,
    ...urls,
    asDomain: {
      targetProduct: "datamint",
      domainId: "generator-option",
      specPackageUrl: urls.specPackageUrl,
      submissionUrl: urls.submissionUrl,
      // Its registry is public, so pages of Assay may read it too.
      registry: { mode: "snapshot", url: urls.registryUrl, facts: "public" },
      refreshSeconds: 30,
      maxStaleSeconds: { specPackage: 3_600, registry: 300 },
    },
    publish: specPackages.publish,
    announce: specPackages.announce,
    register: (id, state = "active") => inTransaction(db, () => registry.register(id, state)),
    retire: registry.retire,
    [Symbol.asyncDispose]: () => app.close(),
  };
}

const firstGenerators: Registry["entries"] = [
  { id: "person-basic", state: "active" },
  { id: "address-us", state: "active" },
  { id: "order-history", state: "retired" },
  { id: "admin", state: "reserved" },
];

function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers["idempotency-key"];
  if (key === undefined || (typeof key === "string" && /^[!-~]{1,255}$/.test(key))) return key;
  throw new Problem("bad-request", "An Idempotency-Key must have 1 to 255 visible ASCII characters.");
}
