import { randomBytes } from "node:crypto";
import type { JsonObject, OperationId } from "@assay/contract";
import { type Identity, type Person, type SandboxWithIdentity, startSandbox } from "@assay/sandbox";
import { startApp } from "@assay/server";
import { longTimeouts } from "@assay/testing/services/long-timeouts";
import { manyCalls } from "@assay/testing/services/many-calls";
import { waitUntilReady } from "@assay/testing/services/wait-until-ready";
import { buildPages } from "../../scripts/build-pages.ts";
import { type Called, callAt, createCandidate, type Sent } from "../http/service.ts";
import { share } from "../share.ts";

type App = Awaited<ReturnType<typeof startApp>>;

/** Assay, the product behind it and the identity service that it asks, for one test. */
export interface Service extends AsyncDisposable {
  readonly sandbox: SandboxWithIdentity;
  readonly identity: Identity;
  readonly app: App;
  readonly url: string;
  /** Everything that Assay logged so far, one line each. */
  readonly logLines: readonly string[];
  /** The log lines of an event, read. */
  findLogLines(event: string): readonly { readonly [name: string]: unknown }[];
  /** Lets time pass for Assay; nobody waits for it. */
  advance(seconds: number): void;
  /** From now on time passes for Assay only with `pass`, however long the calls take. */
  stopClock(): void;
  /** The time as Assay sees it. */
  now(): Date;
  /** Calls an operation; the answer is held against openapi.json before a test sees it. */
  call(operation: OperationId, sent?: Sent): Promise<Called>;
  /** A new key, of the owner unless another person is given. */
  createKey(person?: Person): Promise<string>;
  /** The person who owns `createCandidate`: Datamint takes a proposal from its owner only. */
  createOwner(): Promise<Person>;
}

interface ServiceOptions {
  /** Where Assay is for its callers. */
  readonly publicUrl?: string;
  /** Whom Assay asks about keys; the identity service unless given. */
  readonly introspectionUrl?: string;
  readonly refreshSeconds?: number;
  /** Whether the identity service is the authorization server of Assay too. */
  readonly oauth?: boolean;
  /** Whatever else Assay is started with. */
  readonly more?: Omit<Partial<Parameters<typeof startApp>[0]>, "domains">;
  /** How many calls a client may make; nearly any number unless given. */
  readonly limit?: { readonly calls: number; readonly windowSeconds: number };
}

/** Starts everything on free ports of this machine. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  buildPages();
  await using started = new AsyncDisposableStack();
  const sandbox = started.use(await startSandbox({ identity: true }));
  const { identity } = sandbox;
  const { publicUrl, introspectionUrl = identity.introspectionUrl, refreshSeconds = 30, limit = manyCalls } = options;
  const { id: clientId, secret: clientSecret } = identity.clients.assay;
  const logLines: string[] = [];
  let aheadMs = 0;
  let stoppedAt: number | undefined;
  const now = () => new Date((stoppedAt ?? Date.now()) + aheadMs);
  const app = started.use(
    await startApp({
      limit,
      ...longTimeouts,
      ...options.more,
      ...(publicUrl !== undefined && { publicUrl }),
      keys: { introspectionUrl, clientId, clientSecret },
      proxy: { issuer: identity.issuer, jwksUrl: identity.jwksUrl },
      ...(options.oauth && { authorizationServer: identity.issuer }),
      log: { level: "debug", to: { write: (line) => logLines.push(line) } },
      now,
      // No test here is about rules that grow old, and some let hours pass.
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
  const createAda = () => {
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
    call: (operation, sent) => callAt(app.url, operation, sent, publicUrl ?? app.url),
    async createKey(person) {
      return (await identity.createKey(person ?? (await createAda()))).key;
    },
    createOwner: createAda,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** The service as it is started by default, for files that change nothing about it. */
export const sharedService = share(() => startService());

/** The header that presents a key. */
export function bearer(key: string): { readonly authorization: string } {
  return { authorization: `Bearer ${key}` };
}

/** A string that looks like a key and is none. */
export function createJunkKey(): string {
  return `ai_${randomBytes(24).toString("base64url")}`;
}
