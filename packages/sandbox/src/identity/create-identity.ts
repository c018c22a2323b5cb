import { randomBytes } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import type { SandboxPages } from "../page.ts";
import { type Agent, type AgentClient, createAgentClient, type Host } from "./agent-client.ts";
import { createAssayCapabilities, type OpenapiDocument } from "./assay-capabilities.ts";
import { createAuth } from "./create-auth.ts";
import { type ClientCredentials, createIntrospection } from "./introspection.ts";
import { keyPage } from "./key-page.ts";
import { createListener, type Failures } from "./listener.ts";
import { isOauthPage, oauthPage } from "./oauth-pages.ts";
import { createPeople, type People, type Person } from "./people.ts";
import { type ProxyCall, signCall } from "./sign-call.ts";
import { createSigningKeys, type RotateOptions } from "./signing-keys.ts";

/** How the identity service is set up. */
export interface IdentityOptions {
  /** A file, or `:memory:` (the default). */
  readonly database?: string;
  /** A free one by default. */
  readonly port?: number;
  /** Assay's public address, when it runs already; `connectAssay` does the same later. */
  readonly assayUrl?: string;
  /** Assay's OpenAPI description; fetched from Assay by default. */
  readonly openapi?: OpenapiDocument;
  /** How long Assay has for one call of an agent. */
  readonly assayTimeoutMs?: number;
  readonly now?: () => Date;
  /** Where the other services are, for the bar of its pages. */
  readonly pages?: () => SandboxPages;
}

/** The identity service, listening; its methods are what people, hosts, agents and operators do. */
export interface Identity extends AsyncDisposable, Failures, Omit<People, "as">, Pick<AgentClient, "execute"> {
  /** The origin; also what stands in `x-adt-proxy-issuer`. */
  readonly issuer: string;
  readonly introspectionUrl: string;
  readonly jwksUrl: string;
  /** The credentials of the resource servers that introspect. */
  readonly clients: { readonly [server in "assay" | "datamint" | "voting"]: ClientCredentials };
  /** How many introspection requests were answered, refusals included. */
  introspections(): number;
  /** Offers Assay's operations as capabilities; the address must be Assay's public one, for signatures cover it. */
  connectAssay(assayUrl: string, openapi?: OpenapiDocument): Promise<void>;
  /** Publishes a new key, which signs once every verifier has fetched it, and returns its id; old ones stay in the JWKS. */
  rotateKeys(options?: RotateOptions): string;
  /** Takes a key out of the JWKS. */
  withdrawKey(kid: string): void;
  /** The headers of a call as the proxy would send it now, or at another time: for tests that tamper with it. */
  signCall(call: ProxyCall, at?: Date): { readonly [name: string]: string };
  /** A person's device gets a key of its own. */
  enrolHost(person: Person): Promise<Host>;
  /** An agent registers on a host; it may do nothing yet. */
  registerAgent(host: Host, name?: string): Promise<Agent>;
  /** A person lets an agent use a capability, and gets the id of the grant. */
  grant(person: Person, agent: Agent, capability: string): Promise<string>;
  revokeGrant(person: Person, agent: Agent, capability: string): Promise<void>;
  revokeAgent(person: Person, agent: Agent): Promise<void>;
}

/** Starts a real Better Auth server with keys, introspection, agents, and the proxy that calls Assay for them. */
export async function createIdentity(options: IdentityOptions = {}): Promise<Identity> {
  const { database = ":memory:", assayUrl, assayTimeoutMs = 60_000, now = () => new Date() } = options;
  await using started = new AsyncDisposableStack();
  const db = started.adopt(new DatabaseSync(database), (opened) => opened.close());
  const listener = started.use(await createListener(options.port));
  const issuer = listener.origin;
  const jwksUrl = `${issuer}/.well-known/jwks.json`;
  const clients = { assay: aClient("assay"), datamint: aClient("datamint"), voting: aClient("voting") };
  const chosenIds = new Map<string, string>();
  let introspections = 0;

  const signingKeys = createSigningKeys(db, now);
  const assay = createAssayCapabilities({
    issuer,
    signingKey: () => signingKeys.current(now()),
    now,
    timeoutMs: assayTimeoutMs,
  });
  const auth = await createAuth({ origin: issuer, db, jwksUrl, assay, chosenIds });
  const people = createPeople(issuer, auth.handle, chosenIds);
  const agents = createAgentClient(issuer);
  const introspect = createIntrospection({ clients: Object.values(clients), auth });

  listener.answerWith(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/oauth2/introspect") {
      introspections += 1;
      return introspect(request);
    }
    if (pathname === "/" && request.method === "POST") {
      const name = new URLSearchParams(await request.text()).get("name")?.slice(0, 64) || "Cleo";
      const person = await people.createPerson(name);
      return keyPage(issuer, options.pages?.(), { ...person, ...(await people.createKey(person)), id: person.id });
    }
    if (pathname === "/") return keyPage(issuer, options.pages?.());
    if (isOauthPage(pathname)) return await oauthPage(request, issuer, auth.handle);
    if (pathname === "/.well-known/jwks.json") return Response.json(signingKeys.jwks());
    // The plugin has this document, but under a path of its own.
    if (pathname === "/.well-known/agent-configuration") {
      return auth.handle(new Request(`${issuer}/agent-configuration`, { headers: request.headers }));
    }
    return auth.handle(request);
  });

  async function connectAssay(url: string, openapi?: OpenapiDocument): Promise<void> {
    assay.connect(url, openapi ?? (await fetchOpenapi(url)));
    for (const resource of [url, `${url}/`, `${url}/mcp`]) await auth.addResource(resource);
  }
  if (assayUrl !== undefined) await connectAssay(assayUrl, options.openapi);

  const { createPerson, createKey, enableKey, revokeKey, as } = people;
  const { pause, resume, failWith, slow, kill, revive } = listener;
  const running = started.move();
  return {
    issuer,
    introspectionUrl: `${issuer}/oauth2/introspect`,
    jwksUrl,
    clients,
    introspections: () => introspections,
    connectAssay,
    rotateKeys: signingKeys.rotate,
    withdrawKey: signingKeys.withdraw,
    signCall: (call, at = now()) => signCall(call, signingKeys.current(at), at),
    ...{ createPerson, createKey, enableKey, revokeKey },
    ...{ pause, resume, failWith, slow, kill, revive },
    async enrolHost(person) {
      const { enrollmentToken } = (await as(person, "/host/create", { name: `${person.name}'s device` })) as {
        readonly enrollmentToken: string;
      };
      return agents.enrol(enrollmentToken);
    },
    registerAgent: (host, name = "agent") => agents.register(host, name),
    execute: agents.execute,
    async grant(person, agent, capability) {
      const body = { agent_id: agent.id, capabilities: [capability] };
      const { grant_ids: ids } = (await as(person, "/agent/grant-capability", body)) as {
        readonly grant_ids: readonly string[];
      };
      const [id] = ids;
      if (id === undefined) throw new Error(`The agent already has ${capability}.`);
      return id;
    },
    async revokeGrant(person, agent, capability) {
      await as(person, "/agent/revoke-capability", { agent_id: agent.id, capabilities: [capability] });
    },
    async revokeAgent(person, agent) {
      await as(person, "/agent/revoke", { agent_id: agent.id });
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

function aClient(id: string): ClientCredentials {
  return { id, secret: randomBytes(24).toString("base64url") };
}

async function fetchOpenapi(assayUrl: string): Promise<OpenapiDocument> {
  const response = await fetch(`${assayUrl}/openapi.json`, { signal: AbortSignal.timeout(60_000) });
  if (!response.ok) throw new Error(`Assay answered ${response.status} for its OpenAPI document.`);
  return (await response.json()) as OpenapiDocument;
}
