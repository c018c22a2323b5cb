import { randomBytes } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { createAssayCapabilities, type OpenapiDocument } from "./assay-capabilities.ts";
import { createAuth } from "./create-auth.ts";
import { type ClientCredentials, createIntrospection } from "./introspection.ts";
import { createListener, type Failures } from "./listener.ts";
import { answerOauthPage, isOauthPage } from "./oauth-pages.ts";
import { createPeople, type People } from "./people.ts";
import { type ProxyCall, signCall } from "./sign-call.ts";
import { createSigningKeys } from "./signing-keys.ts";

/** The options of the identity service. */
export interface IdentityOptions {
  /** Default: a free port. */
  readonly port?: number;
}

/** A running identity service. Its methods are the actions of people, hosts, agents and operators. */
export interface Identity extends AsyncDisposable, Failures, People {
  /** The origin, which is also sent as `x-adt-proxy-issuer`. */
  readonly issuer: string;
  readonly introspectionUrl: string;
  readonly jwksUrl: string;
  /** The credentials of the resource servers that introspect. */
  readonly clients: { readonly [server in "assay" | "product"]: ClientCredentials };
  /** Returns the number of introspection requests, including refused requests. */
  countIntrospections(): number;
  /** Offers Assay's operations as capabilities. `assayUrl` must be Assay's public URL, because signatures cover it. */
  connectAssay(assayUrl: string): Promise<void>;
  /** Creates a new key for all further signatures. Old keys stay in the JWKS. */
  rotateKeys(): void;
  /** Removes a key from the JWKS. */
  withdrawKey(kid: string): void;
  /** Returns the headers that the proxy would send for a call at this time, for tests that tamper with the call. */
  signCall(call: ProxyCall, time?: Date): { readonly [name: string]: string };
}

/** Starts a real Better Auth server with keys, introspection, agents, and a proxy that calls Assay on their behalf. */
export async function createIdentity(options: IdentityOptions = {}): Promise<Identity> {
  await using started = new AsyncDisposableStack();
  const db = started.adopt(new DatabaseSync(":memory:"), (resource) => resource.close());
  const listener = started.use(await createListener(options.port));
  const issuer = listener.origin;
  const jwksUrl = `${issuer}/.well-known/jwks.json`;
  const clients = { assay: createClient("assay"), product: createClient("product") };
  const chosenIds = new Map<string, string>();
  let introspections = 0;

  const signingKeys = createSigningKeys();
  const assay = createAssayCapabilities(issuer, signingKeys.findCurrent);
  const auth = await createAuth({ origin: issuer, db, jwksUrl, assay, chosenIds });
  const people = createPeople(issuer, auth.handle, chosenIds);
  const introspect = createIntrospection(Object.values(clients), auth);

  listener.answerWith(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/oauth2/introspect") {
      introspections += 1;
      return introspect(request);
    }
    if (isOauthPage(pathname)) return await answerOauthPage(request, issuer, auth.handle);
    if (pathname === "/.well-known/jwks.json") return Response.json(signingKeys.toJwks());
    // The plugin serves this document at a different path.
    if (pathname === "/.well-known/agent-configuration") {
      return auth.handle(new Request(`${issuer}/agent-configuration`, { headers: request.headers }));
    }
    return auth.handle(request);
  });

  const running = started.move();
  return {
    ...listener,
    issuer,
    introspectionUrl: `${issuer}/oauth2/introspect`,
    jwksUrl,
    clients,
    countIntrospections: () => introspections,
    async connectAssay(url) {
      const response = await fetch(`${url}/openapi.json`, { signal: AbortSignal.timeout(60_000) });
      if (!response.ok) throw new Error(`GET ${url}/openapi.json answered with status ${response.status}.`);
      assay.connect(url, (await response.json()) as OpenapiDocument);
      for (const resource of [url, `${url}/`, `${url}/mcp`]) await auth.addResource(resource);
    },
    rotateKeys: signingKeys.rotate,
    withdrawKey: signingKeys.withdraw,
    signCall: (call, time = new Date()) => signCall(call, signingKeys.findCurrent(), time),
    ...people,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

function createClient(id: string): ClientCredentials {
  return { id, secret: randomBytes(24).toString("base64url") };
}
