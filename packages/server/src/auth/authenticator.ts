import { type OperationId, operations } from "@assay/contract";
import { findHeader } from "../net/raw-headers.ts";
import { Problem } from "../problem.ts";
import { resourceMetadataPaths } from "../protected-resources.ts";
import type { Events } from "../telemetry/events.ts";
import { bodyContainsKey } from "./body-contains-key.ts";
import type { Agent, Caller } from "./caller.ts";
import type { TokenPolicy } from "./introspection.ts";
import type { KeyVerdict } from "./key-verifier.ts";
import {
  findClaims,
  isProxyCall,
  type ProxyHead,
  type ProxyRefusal,
  type ProxyVerdict,
  type SignedCall,
} from "./proxy-call.ts";

/** What an authenticator needs. Without `bearer`, no key is required; without `proxy`, signed calls are refused. */
export interface AuthenticatorDeps {
  readonly bearer?: { verify(key: string): Promise<KeyVerdict> } | undefined;
  readonly proxy?:
    | {
        /** Reads a signed call from its head, and finds the key to verify it with. */
        read(head: ProxyHead): Promise<ProxyClaim>;
        /** Whether this address belongs to the identity service. */
        isFrom(address: string): boolean;
      }
    | undefined;
  /** Which access tokens are accepted in addition to keys. Default: none. */
  readonly signIn?: (TokenPolicy & { readonly publicUrl: string }) | undefined;
  /** The prefix of capability names. */
  readonly serviceName: string;
  /** The page where users get a key. */
  readonly keyUrl?: string | undefined;
  /** The document that describes how an agent gets a capability. */
  readonly discoveryUrl?: string | undefined;
  /** Whether a string contains something shaped like a key. */
  hasKey(text: string): boolean;
  readonly logRefusal: Events["proxyRefused"];
}

/** What is known about a call before its body is read. */
export interface CallHead extends Omit<ProxyHead, "takesBody"> {
  /** `unknown` for a tool that does not exist, or a message that is not a call. */
  readonly operation: OperationId | "unknown";
  readonly requestId: string;
  /** The client's address, forwarded by trusted proxies if there are any. */
  readonly address: string;
  /** Whether every operation requires a key or an access token, as over MCP. */
  readonly keysOnly?: boolean;
}

/** What the head of a signed call claims, before the signature is verified. */
export type ProxyClaim =
  | { readonly kind: "signed"; verify(): Promise<ProxyVerdict> }
  | { readonly kind: "refused"; readonly reason: ProxyRefusal }
  /** The key is not in the cached key set, and a newer set is not available yet. */
  | { readonly kind: "unavailable"; readonly retryAfterMs: number };

type RefusalReason =
  | ProxyRefusal
  | "digest-wrong"
  | "nonce-spent"
  | "not-configured"
  | "network-not-listed"
  | "keys-only";

/** A caller identified without a signature. */
interface KnownCaller {
  readonly caller: Caller;
  /** Whether a body contains the caller's key. It is a function so that the key itself cannot end up in a log. */
  readonly isKeyIn?: (body: Uint8Array) => boolean;
}

/** Identifies callers before the body is read. */
export interface Authenticator {
  /** Whether a call has signed headers and comes from the identity service. If so, use `readSigned`. */
  isSigned(head: Pick<CallHead, "rawHeaders" | "address" | "keysOnly">): boolean;
  /** Identifies the caller of a call without a signature. */
  identify(head: CallHead): Promise<KnownCaller | Problem>;
  /** Reads a call for which `isSigned` returns true. Its signature is not verified yet. */
  readSigned(head: CallHead): Promise<ClaimedCall | Problem>;
  /** Logs why a signed call is refused, and returns a problem that does not disclose the reason to the caller. */
  refuse(head: CallHead, reason: RefusalReason): Problem;
  /** Returns a problem if the agent was not granted the capability for the operation. */
  checkCapability(head: CallHead, agent: Agent): Problem | undefined;
}

/** A signed call whose key is known. */
interface ClaimedCall {
  /** Verifies the signature. */
  verify(): Promise<SignedCall | Problem>;
}

/** Creates an authenticator. [Decision 0014](docs/decisions/0014-who-calls.md) explains the order of its checks. */
export function createAuthenticator(deps: AuthenticatorDeps): Authenticator {
  return {
    isSigned: ({ rawHeaders, address, keysOnly }) =>
      !keysOnly && isProxyCall(rawHeaders) && deps.proxy?.isFrom(address) === true,
    identify: (head) => identifyUnsigned(head, deps),
    readSigned: (head) => readSigned(head, deps),
    refuse: (head, reason) => refuse(head, reason, deps),
    checkCapability({ operation }, { capability }) {
      const needed = `${deps.serviceName}.${operation}`;
      if (capability === needed) return undefined;
      const detail = `This call requires the capability ${needed}. Ask the person behind the agent to grant it.`;
      return new Problem("capability-not-granted", detail);
    },
  };
}

async function identifyUnsigned(head: CallHead, deps: AuthenticatorDeps): Promise<KnownCaller | Problem> {
  const { operation, rawHeaders, keysOnly = false } = head;
  if (isProxyCall(rawHeaders)) {
    if (keysOnly) return refuse(head, "keys-only", deps);
    return checkConflict(head) ?? refuse(head, deps.proxy ? "network-not-listed" : "not-configured", deps);
  }
  const authorization = findHeader(rawHeaders, "authorization");
  const isOpen = !keysOnly && !takesBody(operation);
  if (authorization !== undefined) return await identifyByKey(head, authorization, isOpen, deps);
  if (!deps.bearer || isOpen) return { caller: { kind: "anonymous" } };
  const detail = "Send an API key from the identity service: Authorization: Bearer ai_...";
  return new Problem("missing-credentials", `${detail}${describeAccess(deps)}`, createChallenge(head, deps));
}

async function identifyByKey(
  head: CallHead,
  authorization: string,
  isOpen: boolean,
  deps: AuthenticatorDeps,
): Promise<KnownCaller | Problem> {
  const { bearer } = deps;
  if (!bearer) return { caller: { kind: "anonymous" } };
  const key = readToken(authorization);
  // The key itself can be valid, with only the word "Bearer" missing, so do not suggest getting a new key.
  if (key === undefined) {
    const hint = "The Authorization header does not contain a bearer key. Send it as: Authorization: Bearer ai_...";
    const detail = `${hint}${describeAccess(deps)}`;
    return new Problem("invalid-credentials", detail, createChallenge(head, deps, "invalid_token"));
  }
  const verdict = await bearer.verify(key);
  if (verdict.kind === "active") {
    const caller = { kind: deps.signIn?.isToken(key) ? "token" : "key", id: verdict.subject } as const;
    return { caller, isKeyIn: (body) => bodyContainsKey(body, key) };
  }
  if (verdict.kind === "inactive") {
    const { headers } = createChallenge(head, deps, "invalid_token");
    return new Problem("invalid-credentials", explainInvalid(key, deps), { headers, reason: verdict.reason });
  }
  // Operations that require no key also serve callers whose key cannot be checked at the moment.
  if (isOpen) return { caller: { kind: "anonymous" } };
  const retryAfterSeconds = 2;
  const detail = `Cannot check the key: the identity service is temporarily unavailable. Try again in ${retryAfterSeconds} seconds.`;
  return new Problem("identity-unavailable", detail, { retryAfterSeconds });
}

function explainInvalid(key: string, deps: AuthenticatorDeps): string {
  const { signIn, hasKey } = deps;
  if (signIn?.isToken(key)) {
    const audiences = signIn.audiences.join(" or ");
    return `This is not an API key from the identity service (ai_...). As an access token it is not valid here: it may be expired or revoked, or it was not issued by ${signIn.issuer} for ${audiences}. Check that all of the key was copied, or sign in again with \`resource\` set to ${audiences}.`;
  }
  const detail = hasKey(key)
    ? "The identity service does not recognize this key. It may be mistyped, expired or revoked. Check it, or get a new key there."
    : "This does not look like an API key from the identity service (ai_...). Check that all of it was copied, or get a new key there.";
  return `${detail}${describeAccess(deps)}`;
}

function describeAccess({ keyUrl, signIn }: AuthenticatorDeps): string {
  const oauth = signIn ? ` A client that supports OAuth can sign in at ${signIn.issuer} instead.` : "";
  return `${oauth}${keyUrl === undefined ? "" : ` Keys are issued at ${keyUrl}`}`;
}

async function readSigned(head: CallHead, deps: AuthenticatorDeps): Promise<ClaimedCall | Problem> {
  const { operation, method, targetUri, rawHeaders } = head;
  const conflict = checkConflict(head);
  if (conflict) return conflict;
  const claim = await deps.proxy?.read({ method, targetUri, rawHeaders, takesBody: takesBody(operation) });
  if (claim?.kind === "unavailable") {
    log(head, "key-unknown", deps);
    const retryAfterSeconds = Math.max(1, Math.ceil(claim.retryAfterMs / 1_000));
    const seconds = retryAfterSeconds === 1 ? "1 second" : `${retryAfterSeconds} seconds`;
    const detail = `Assay has not fetched the key that signed this call yet. Try again in ${seconds}.`;
    return new Problem("identity-unavailable", detail, { retryAfterSeconds });
  }
  if (claim?.kind !== "signed") return refuse(head, claim?.reason ?? "not-configured", deps);
  return {
    async verify() {
      const verdict = await claim.verify();
      return verdict.kind === "refused" ? refuse(head, verdict.reason, deps) : verdict;
    },
  };
}

function refuse(head: CallHead, reason: RefusalReason, deps: AuthenticatorDeps): Problem {
  log(head, reason, deps);
  const detail =
    reason === "keys-only"
      ? "Signed calls are not accepted over MCP. Send them to the HTTP operations, or call the tool with an API key alone."
      : "The signed headers of this call were not accepted. The exact reason is not disclosed. Report the requestId to the operator, who finds the reason in the log.";
  return new Problem("invalid-credentials", detail, createChallenge(head, deps, "invalid_token"));
}

function log({ requestId, address, rawHeaders }: CallHead, reason: RefusalReason, deps: AuthenticatorDeps): void {
  // Do not log a credential sent in the wrong header: recognize keys by their form, access tokens by comparison.
  const token = readToken(findHeader(rawHeaders, "authorization") ?? "");
  const isSecret = (claim: string) => deps.hasKey(claim) || (token !== undefined && claim.includes(token));
  const toLoggable = (claim = "") => (claim === "" || isSecret(claim) ? undefined : claim);
  const { issuer, agent } = findClaims(rawHeaders);
  const claimed = { claimedIssuer: toLoggable(issuer), claimedAgent: toLoggable(agent) };
  deps.logRefusal({ reason, requestId, address, ...claimed });
}

function createChallenge({ keysOnly }: CallHead, { discoveryUrl, signIn }: AuthenticatorDeps, error?: string) {
  const metadata = resourceMetadataPaths[keysOnly ? "mcp" : "service"];
  const bearer = [
    'Bearer realm="assay"',
    ...(error === undefined ? [] : [`error="${error}"`]),
    ...(signIn === undefined ? [] : [`resource_metadata="${signIn.publicUrl}${metadata}"`]),
  ].join(", ");
  const agents = discoveryUrl === undefined ? [] : [`AgentAuth discovery="${discoveryUrl}"`];
  return { headers: { "www-authenticate": [bearer, ...agents].join(", ") } };
}

function readToken(authorization: string): string | undefined {
  return /^bearer +([!-~]+)$/i.exec(authorization.trim())?.[1];
}

/** Whether an operation takes a body. An unknown operation counts as one that does. */
export function takesBody(operation: CallHead["operation"]): boolean {
  return operation === "unknown" || operations[operation].request !== undefined;
}

function checkConflict({ rawHeaders }: CallHead): Problem | undefined {
  if (findHeader(rawHeaders, "authorization") === undefined) return undefined;
  return new Problem("conflicting-credentials", "Send either a bearer key or signed headers, not both.");
}
