import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { showHidden } from "@assay/contract";
import { checkSignIn } from "../auth/check-sign-in.ts";
import { createIdentityClients } from "../auth/identity.ts";
import type { Introspection } from "../auth/introspection.ts";
import { skewSeconds } from "../auth/proxy-call.ts";
import type { DocumentFailure } from "../documents/domain-source.ts";
import { createLimiter } from "../limit/create-limiter.ts";
import { createTaskQueue } from "../task-queue.ts";
import type { AppOptions } from "./options.ts";
import { createParts, defaultReadyMs, maxConcurrentLoads, type Parts } from "./parts.ts";

/** A connection or setting that the service needs, and whether it works. */
export interface CheckedConnection {
  readonly kind: "ok" | "failed" | "unset";
  /** The name of the setting or domain. */
  readonly name: string;
  readonly text: string;
}

interface CheckOptions extends AppOptions {
  readonly publicUrl: string;
  /** A key that the identity service should confirm. It is never printed. */
  readonly key?: string | undefined;
}

// Whether a key has expired depends on the clock of this machine, so the clock must be accurate.
const maxClockSkewSeconds = 60;

/**
 * Calls each service that a running instance depends on, once and with the same clients and timeouts, but opens no
 * port. All domains together may take as long to load as an instance may take to become ready.
 */
export async function checkConnections(options: CheckOptions): Promise<readonly CheckedConnection[]> {
  const parts = createParts(options);
  const checked = await Promise.all([
    checkIntrospection(options, parts),
    checkKeySet(options, parts),
    checkAuthorizationServer(options),
    checkStore(options, parts),
    checkDomains(parts),
  ]);
  parts.documentChecker.close();
  await parts.fetchers.close();
  return checked.flat();
}

/** Formats the table for the operator, one line per connection. Text from other services cannot break the lines. */
export function formatConnections(connections: readonly CheckedConnection[]): string {
  const width = Math.max(...connections.map(({ name }) => name.length));
  const lines = connections.map(({ kind, name, text }) => `${kind.padEnd(6)}  ${name.padEnd(width)}  ${text}`);
  const failed = connections.filter(({ kind }) => kind === "failed").length;
  const summary = failed === 0 ? "All connections work." : `${failed} of ${connections.length} failed.`;
  return [...lines.map((line) => showHidden(line).slice(0, 1_000)), summary].join("\n");
}

async function checkIntrospection(options: CheckOptions, parts: Parts): Promise<CheckedConnection[]> {
  const { now } = parts;
  const name = "ASSAY_INTROSPECTION_URL";
  const { keys, publicUrl, key } = options;
  if (!keys) return [];
  const url = stripQuery(keys.introspectionUrl);
  let clock: CheckedConnection | undefined;
  const { introspect, pattern, tokens, failures } = createClients(options, parts, (headers) => {
    clock = checkClock(headers, now(), options.proxy ? skewSeconds : maxClockSkewSeconds);
  });
  const probe = (await introspect?.(`ai_${randomBytes(24).toString("hex")}`)) ?? { kind: "unavailable" };
  if (probe.kind === "unavailable")
    return [reportFailed(name, `${url}: ${failures.join("; ")}`), ...(clock ? [clock] : [])];
  const accepted = `${url} accepts the client id and secret`;
  const rows = [
    probe.kind === "inactive"
      ? reportOk(name, accepted)
      : reportFailed(
          name,
          `${url} confirmed a random key that does not exist. Use an introspection endpoint (RFC 7662)`,
        ),
    ...(clock ? [clock] : []),
  ];
  if (key === undefined || key === "")
    return [...rows, reportUnset("ASSAY_KEY", "set it to a key to see whether the key is accepted")];
  if (!pattern.test(key) && !tokens?.isToken(key)) {
    return [...rows, reportFailed("ASSAY_KEY", `it does not match ASSAY_KEY_PATTERN (${pattern.source})`)];
  }
  const answer = (await introspect?.(key)) ?? { kind: "unavailable" };
  return [...rows, checkKey(answer, failures, { publicUrl, now: now() })];
}

function checkKey(
  answer: Introspection,
  failures: readonly string[],
  { publicUrl, now }: { readonly publicUrl: string; readonly now: Date },
): CheckedConnection {
  const name = "ASSAY_KEY";
  if (answer.kind === "active") {
    const { expiresAt } = answer;
    if (expiresAt === undefined || expiresAt > now) return reportOk(name, "the identity service confirms the key");
    return reportFailed(name, `by this machine's clock, it expired at ${expiresAt.toUTCString()}`);
  }
  if (answer.kind === "unavailable") return reportFailed(name, failures.join("; "));
  return answer.detail === undefined
    ? reportFailed(name, "the identity service does not know the key, or it has expired")
    : reportFailed(name, `${answer.detail}, so the key is not accepted. ASSAY_PUBLIC_URL is ${publicUrl}`);
}

// The limit is generous, because a Date header has only whole seconds, and the response takes time to arrive.
function checkClock(headers: Headers, now: Date, maxSeconds: number): CheckedConnection {
  const name = "clock";
  const serviceTime = Date.parse(headers.get("date") ?? "");
  if (Number.isNaN(serviceTime)) return reportUnset(name, "not compared: the identity service sends no Date header");
  const seconds = Math.round((now.getTime() - serviceTime) / 1_000);
  if (Math.abs(seconds) <= maxSeconds) return reportOk(name, `within ${maxSeconds} seconds of the identity service`);
  const direction = seconds > 0 ? "ahead of" : "behind";
  return reportFailed(
    name,
    `${Math.abs(seconds)} seconds ${direction} the identity service. Synchronize both (NTP): keys expire at the wrong time, and signed calls are refused`,
  );
}

function createClients(options: CheckOptions, { observe, elapsedMs }: Parts, onAnswer = (_headers: Headers) => {}) {
  const failures: string[] = [];
  const onFailure = (reason: string) => void failures.push(reason);
  const { publicUrl } = options;
  return { ...createIdentityClients(options, { publicUrl, observe, elapsedMs, onFailure, onAnswer }), failures };
}

async function checkKeySet(options: CheckOptions, parts: Parts): Promise<CheckedConnection[]> {
  const name = "ASSAY_PROXY_JWKS_URL";
  const { proxy } = options;
  if (!proxy) return [];
  const { keySet, failures } = createClients(options, parts);
  const url = stripQuery(proxy.jwksUrl);
  await keySet?.find("");
  if (failures.length > 0) return [reportFailed(name, `${url}: ${failures[0]}`)];
  return keySet?.size
    ? [reportOk(name, `${url} has ${keySet.size === 1 ? "1 key" : `${keySet.size} keys`}`)]
    : [reportFailed(name, `${url} has no Ed25519 key, so every signed call would be refused`)];
}

async function checkAuthorizationServer({
  authorizationServer,
  identityTimeoutMs = 2_000,
}: CheckOptions): Promise<CheckedConnection> {
  const name = "ASSAY_AUTHORIZATION_SERVER";
  if (authorizationServer === undefined) return reportUnset(name, "only API keys are accepted");
  const problem = await checkSignIn(authorizationServer, identityTimeoutMs);
  return problem === undefined
    ? reportOk(name, `${authorizationServer} has metadata for MCP clients`)
    : reportFailed(name, `${authorizationServer}: ${problem}`);
}

async function checkStore(options: CheckOptions, { observe }: Parts): Promise<CheckedConnection> {
  const name = "ASSAY_STORE_URL";
  const { store } = options;
  if (!store) return reportUnset(name, "each instance counts calls on its own");
  const failures: string[] = [];
  const limiter = await createLimiter(options, {
    onDegrade: (reason) => void failures.push(reason),
    onRestore() {},
    onStoreFailure() {},
    observe,
  });
  await limiter.close();
  const hosts = store.urls.map((url) => new URL(url).host).join(", ");
  return failures.length === 0
    ? reportOk(name, `${hosts} counts calls`)
    : reportFailed(name, `${hosts}: ${failures[0]}`);
}

async function checkDomains({ sources }: Parts): Promise<readonly CheckedConnection[]> {
  const enqueue = createTaskQueue(maxConcurrentLoads);
  const timeout = wait(defaultReadyMs, undefined, { ref: false });
  const checked = sources.map(async (source): Promise<readonly CheckedConnection[]> => {
    const name = `${source.targetProduct}/${source.domainId}`;
    const isLoaded = await Promise.race([enqueue(() => source.refresh()), timeout]);
    if (isLoaded === undefined) return [reportFailed(name, `not loaded within ${defaultReadyMs / 1_000} seconds`)];
    // An invalid announcement does not affect verdicts, but the product team should know about it.
    const failures = source.failures.map(describeDocumentFailure);
    if (source.status === "ready") return [reportOk(name, [describeDocuments(source), ...failures].join(". "))];
    return failures.length > 0
      ? failures.map((text) => reportFailed(name, text))
      : [reportFailed(name, `it has no ${source.missingDocument}`)];
  });
  return (await Promise.all(checked)).flat();
}

function describeDocuments(source: Parts["sources"][number]): string {
  const current = source.specPackage?.value;
  const { next } = source;
  return [
    `spec package ${current?.document.version} ${current?.digest}`,
    ...(next ? [`next ${next.value.document.version} ${next.value.digest} from ${next.effectiveFrom}`] : []),
    "registry",
  ].join(", ");
}

function describeDocumentFailure({ kind, part, url, reason }: DocumentFailure): string {
  const text = `${part} ${url}: ${reason.replace(/\.$/, "")}`;
  if (kind === "fetch") return `${text}. Correct the URL in ASSAY_DOMAINS_FILE, or ask its product team`;
  if (kind !== "invalid") return text;
  const hint = part === "registry" ? "" : ": `assay spec check` lists every problem";
  return `${text}. Its product team must correct it${hint}`;
}

// A query can contain a credential.
function stripQuery(url: string): string {
  return url.replace(/\?.*/, "");
}

function reportOk(name: string, text: string): CheckedConnection {
  return { kind: "ok", name, text };
}

function reportFailed(name: string, text: string): CheckedConnection {
  return { kind: "failed", name, text };
}

function reportUnset(name: string, text: string): CheckedConnection {
  return { kind: "unset", name, text };
}
