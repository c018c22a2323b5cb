import { setTimeout as wait } from "node:timers/promises";
import { protectedResources } from "../shared/protected-resources.ts";
import { withoutSlash } from "../shared/without-slash.ts";
import type { Events } from "../telemetry/events.ts";
import type { Observe } from "../telemetry/observe.ts";
import { createIdentify, type Identify, type ProxyClaim } from "./identify.ts";
import { createIntrospection, type TokenPolicy } from "./introspection.ts";
import { isTokenShaped } from "./is-token-shaped.ts";
import { createKeySet } from "./key-set.ts";
import { keyShapedTest } from "./key-shaped-test.ts";
import { createKeyVerifier } from "./key-verifier.ts";
import { type ProxyHead, readProxyCall } from "./proxy-call.ts";
import { readJwks } from "./read-jwks.ts";

/** Which identity service the service trusts. */
export interface IdentityOptions {
  /** The identity service whose keys are accepted (RFC 7662); without it no key is required. */
  readonly keys?:
    | {
        readonly introspectionUrl: string;
        readonly clientId: string;
        readonly clientSecret: string;
        readonly pattern?: RegExp;
      }
    | undefined;
  /**
   * The authorization server (RFC 9728) whose access tokens are accepted beside keys, if they name this service as their
   * audience; the introspection endpoint of the keys must know them. Default: none.
   */
  readonly authorizationServer?: string | undefined;
  /** The page on which people get a key; refusals name it. */
  readonly keyUrl?: string | undefined;
  /** The identity service that may call on behalf of agents. */
  readonly proxy?: { readonly issuer: string; readonly jwksUrl: string } | undefined;
  /** The networks (CIDR) from which it calls; signed calls from elsewhere are refused. Default: any network. */
  readonly proxyNetworks?: readonly string[] | undefined;
  /** The prefix of capability names. Default: `assay`. */
  readonly serviceName?: string;
  /** How long to wait for each answer of the identity service. Default: 2,000. */
  readonly identityTimeoutMs?: number;
}

/** The default pattern of keys. */
const usualKey = /^ai_[A-Za-z0-9_-]{20,200}$/;

interface IdentityDeps {
  readonly publicUrl: string;
  readonly events: Events;
  readonly observe: Observe;
  now(): Date;
  /** Whether the identity service may call on behalf of agents from this address. */
  isProxy(address: string): boolean;
}

interface AskDeps extends Pick<IdentityDeps, "events" | "observe" | "now"> {
  readonly timeoutMs: number;
}

/** Joins the parts that identify callers with the identity service that they ask. */
export function createIdentity(
  { keys, authorizationServer, keyUrl, proxy, ...rest }: IdentityOptions,
  { publicUrl, events, observe, now, isProxy }: IdentityDeps,
): Identify {
  const { serviceName = "assay", identityTimeoutMs: timeoutMs = 2_000 } = rest;
  const pattern = keys?.pattern ?? usualKey;
  const audiences = Object.values(protectedResources(publicUrl));
  const tokens = authorizationServer === undefined ? undefined : tokenPolicy(authorizationServer, pattern, audiences);
  return createIdentify({
    bearer: keys && { verify: keyVerifier(keys, { publicUrl, events, observe, now, timeoutMs, tokens }) },
    signIn: tokens && { ...tokens, publicUrl },
    proxy: proxy && { read: proxyReader(proxy, { events, observe, now, timeoutMs }), isFrom: isProxy },
    serviceName,
    keyUrl,
    discoveryUrl: discoveryUrl(proxy),
    hasKey: keyShapedTest(pattern),
    proxyRefused: events.proxyRefused,
  });
}

/** Returns the URL at which an agent learns how to get a capability; nothing if signed calls are not accepted. */
export function discoveryUrl(proxy: IdentityOptions["proxy"]): string | undefined {
  // Some issuers end with a slash in every claim, so the configured name keeps it.
  return proxy && `${withoutSlash(proxy.issuer)}/.well-known/agent-configuration`;
}

function tokenPolicy(issuer: string, keyPattern: RegExp, audiences: readonly string[]): TokenPolicy {
  return { issuer, audiences, isToken: (credential) => !keyPattern.test(credential) && isTokenShaped(credential) };
}

function keyVerifier(
  { introspectionUrl, clientId, clientSecret, pattern = usualKey }: NonNullable<IdentityOptions["keys"]>,
  {
    publicUrl,
    events,
    observe,
    now,
    timeoutMs,
    tokens,
  }: AskDeps & Pick<IdentityDeps, "publicUrl"> & { readonly tokens: TokenPolicy | undefined },
) {
  const after = (milliseconds: number) => wait(milliseconds, undefined, { ref: false });
  const introspect = createIntrospection({
    url: introspectionUrl,
    clientId,
    clientSecret,
    audience: publicUrl,
    tokens,
    timeoutMs,
    observe,
    elapsedMs: () => performance.now(),
    after,
    failed: events.identityFailed,
  });
  return createKeyVerifier({ pattern, introspect, now, after, ...(tokens && { isToken: tokens.isToken }) });
}

function proxyReader(
  { issuer, jwksUrl }: NonNullable<IdentityOptions["proxy"]>,
  { events, observe, now, timeoutMs }: AskDeps,
) {
  const set = createKeySet({
    url: jwksUrl,
    read: readJwks,
    now,
    timeoutMs,
    observe,
    failed: events.identityFailed,
  });
  const nowSeconds = () => now().getTime() / 1_000;
  return async (head: ProxyHead): Promise<ProxyClaim> => {
    const call = readProxyCall(head, { issuer, nowSeconds });
    if (call.kind === "refused") return call;
    const found = await set.find(call.keyId);
    if (found.kind === "known") return { kind: "signed", verify: () => call.verify(found.key) };
    return found.kind === "unknown" ? { kind: "refused", reason: "key-unknown" } : found;
  };
}
