import { randomBytes } from "node:crypto";
import type { JsonObject } from "@assay/contract";
import { type Identity, type Person, type SandboxWithIdentity, startSandbox } from "@assay/sandbox";
import { startApp } from "@assay/server";
import { generousLimit } from "@assay/testing/services/generous-limit";
import { longTimeouts } from "@assay/testing/services/long-timeouts";
import { waitUntilReady } from "@assay/testing/services/wait-until-ready";
import { buildPages } from "../../scripts/build-pages.ts";
import { callOperation } from "../http/call-operation.ts";
import { createCandidate } from "../http/create-envelope.ts";
import type { Service as OpenService } from "../http/start-service.ts";
import { share } from "../share-resource.ts";

/** Assay with a product and an identity service. */
export interface Service extends OpenService {
  readonly sandbox: SandboxWithIdentity;
  readonly identity: Identity;
  /** The lines that Assay has logged so far. */
  readonly logLines: readonly string[];
  /** Returns the parsed log lines for an event. */
  findLogLines(event: string): readonly { readonly [name: string]: unknown }[];
  /** Moves Assay's clock forward, without waiting. */
  advance(seconds: number): void;
  /** Stops Assay's clock: from now on, only `advance` moves it. */
  stopClock(): void;
  /** The time on Assay's clock. */
  now(): Date;
  /** Creates an API key for a person, by default for the owner. */
  createKey(person?: Person): Promise<string>;
  /** Creates the owner of the candidates from `createCandidate`. Datamint accepts a proposal only from its owner. */
  createOwner(): Promise<Person>;
}

export interface ServiceOptions {
  /** The address that callers use. Default: the address where Assay listens. */
  readonly publicUrl?: string;
  /** The URL that Assay calls to introspect keys. Default: the identity service's introspection endpoint. */
  readonly introspectionUrl?: string;
  readonly refreshSeconds?: number;
  /** Whether the identity service is also Assay's authorization server. */
  readonly oauth?: boolean;
  /** Whether pages and answers link to the identity service, where people create keys. */
  readonly linksToKeys?: boolean;
  /** Options for Assay that replace the defaults in this file. */
  readonly app?: Omit<Partial<Parameters<typeof startApp>[0]>, "domains">;
  /** The rate limit. Default: more calls than any test makes. */
  readonly limit?: { readonly calls: number; readonly windowSeconds: number };
}

/** Starts Assay, Datamint and the identity service on free ports. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  buildPages();
  await using started = new AsyncDisposableStack();
  const sandbox = started.use(await startSandbox({ identity: true }));
  const { identity } = sandbox;
  const {
    publicUrl,
    introspectionUrl = identity.introspectionUrl,
    refreshSeconds = 30,
    limit = generousLimit,
  } = options;
  const { id: clientId, secret: clientSecret } = identity.clients.assay;
  const logLines: string[] = [];
  let aheadMs = 0;
  let stoppedAt: number | undefined;
  const now = () => new Date((stoppedAt ?? Date.now()) + aheadMs);
  const app = started.use(
    await startApp({
      limit,
      ...longTimeouts,
      ...options.app,
      ...(publicUrl !== undefined && { publicUrl }),
      keys: { introspectionUrl, clientId, clientSecret },
      proxy: { issuer: identity.issuer, jwksUrl: identity.jwksUrl },
      ...(options.linksToKeys && { keyUrl: identity.issuer }),
      ...(options.oauth && { authorizationServer: identity.issuer }),
      log: { level: "debug", to: { write: (line) => logLines.push(line) } },
      now,
      // Documents must not expire in tests that move the clock by hours.
      domains: [
        {
          ...sandbox.datamint.domainConfig,
          refreshSeconds,
          maxStaleSeconds: { specPackage: 86_400, registry: 86_400 },
        },
      ],
    }),
  );
  await identity.connectAssay(app.url);
  await waitUntilReady(app);
  let owner: Promise<Person> | undefined;
  const createOwner = () => {
    owner ??= identity.createPerson("Ada", (createCandidate().owner as JsonObject).id as string);
    return owner;
  };
  const running = started.move();
  return {
    sandbox,
    identity,
    app,
    logLines,
    now,
    url: app.url,
    findLogLines: (event) => logLines.map((line) => JSON.parse(line)).filter((line) => line.event === event),
    advance(seconds) {
      aheadMs += seconds * 1_000;
    },
    stopClock() {
      stoppedAt ??= Date.now();
    },
    call: (operation, operationCall) => callOperation(app.url, operation, operationCall, publicUrl ?? app.url),
    async createKey(person) {
      return (await identity.createKey(person ?? (await createOwner()))).key;
    },
    createOwner,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** A service with the default options, shared by the test files that do not change it. */
export const sharedService = share(() => startService());

/** Creates the header that authenticates a call with a key. */
export function bearer(key: string): { readonly authorization: string } {
  return { authorization: `Bearer ${key}` };
}

/** Creates a string that looks like a key, but was never issued. */
export function createJunkKey(): string {
  return `ai_${randomBytes(24).toString("base64url")}`;
}
