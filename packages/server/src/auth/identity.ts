import type { KeyObject } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { stripTrailingSlash } from "../net/strip-trailing-slash.ts";
import { toProtectedResources } from "../protected-resources.ts";
import type { Events } from "../telemetry/events.ts";
import type { Observe } from "../telemetry/observe.ts";
import { createKeyTest, isTokenShaped } from "./credential-shape.ts";
import { createIdentify, type Identify, type ProxyClaim } from "./identify.ts";
import { createIntrospection, type TokenPolicy } from "./introspection.ts";
import { createKeySet } from "./key-set.ts";
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
const defaultKeyPattern = /^ai_[A-Za-z0-9_-]{20,200}$/;

interface IdentityDeps {
  readonly publicUrl: string;
  readonly events: Events;
  readonly observe: Observe;
  now(): Date;
  /** A monotonic clock. */
  elapsedMs(): number;
  /** Whether the identity service may call on behalf of agents from this address. */
  isProxy(address: string): boolean;
}

interface ClientDeps extends Pick<IdentityDeps, "publicUrl" | "observe" | "elapsedMs"> {
  /** Tells the operator why there is no answer. */
  onFailure(reason: string): void;
  /** Sees the headers of every answer about a key. */
  onAnswer?(headers: Headers): void;
}

/** What asks the identity service: about keys, and for the keys that it signs with. */
export interface IdentityClients {
  /** What a key looks like. */
  readonly pattern: RegExp;
  readonly tokens: TokenPolicy | undefined;
  readonly introspect: ReturnType<typeof createIntrospection> | undefined;
  readonly keySet: ReturnType<typeof createKeySet<KeyObject>> | undefined;
}

/** Creates the clients of the identity service; those that the options do not ask for are absent. */
export function createIdentityClients(
  { keys, authorizationServer, proxy, identityTimeoutMs: timeoutMs = 2_000 }: IdentityOptions,
  { publicUrl, observe, elapsedMs, onFailure, onAnswer }: ClientDeps,
): IdentityClients {
  const pattern = keys?.pattern ?? defaultKeyPattern;
  const audiences = Object.values(toProtectedResources(publicUrl));
  const tokens =
    authorizationServer === undefined ? undefined : createTokenPolicy(authorizationServer, pattern, audiences);
  const introspect =
    keys &&
    createIntrospection({
      url: keys.introspectionUrl,
      clientId: keys.clientId,
      clientSecret: keys.clientSecret,
      audience: publicUrl,
      tokens,
      timeoutMs,
      observe,
      elapsedMs: () => performance.now(),
      after: waitUnref,
      onFailure: onFailure,
      onAnswer: onAnswer,
    });
  const keySet =
    proxy && createKeySet({ url: proxy.jwksUrl, read: readJwks, elapsedMs, timeoutMs, observe, onFailure: onFailure });
  return { pattern, tokens, introspect, keySet };
}

/** Joins the parts that identify callers with the identity service that they ask. */
export function createIdentity(
  options: IdentityOptions,
  { publicUrl, events, observe, now, elapsedMs, isProxy }: IdentityDeps,
): Identify {
  const { keyUrl, proxy, serviceName = "assay" } = options;
  const clients = createIdentityClients(options, { publicUrl, observe, elapsedMs, onFailure: events.identityFailed });
  const { pattern, tokens, introspect, keySet } = clients;
  return createIdentify({
    bearer: introspect && {
      verify: createKeyVerifier({ pattern, isToken: tokens?.isToken, introspect, now, elapsedMs, after: waitUnref }),
    },
    signIn: tokens && { ...tokens, publicUrl },
    proxy: proxy && keySet && { read: createProxyReader(proxy.issuer, keySet, now), isFrom: isProxy },
    serviceName,
    keyUrl,
    discoveryUrl: toDiscoveryUrl(proxy),
    hasKey: createKeyTest(pattern),
    logRefusal: events.proxyRefused,
  });
}

/** Returns the URL at which an agent learns how to get a capability; nothing if signed calls are not accepted. */
function toDiscoveryUrl(proxy: IdentityOptions["proxy"]): string | undefined {
  // Some issuers end with a slash in every claim, so the configured name keeps it.
  return proxy && `${stripTrailingSlash(proxy.issuer)}/.well-known/agent-configuration`;
}

function createTokenPolicy(issuer: string, keyPattern: RegExp, audiences: readonly string[]): TokenPolicy {
  return { issuer, audiences, isToken: (credential) => !keyPattern.test(credential) && isTokenShaped(credential) };
}

function createProxyReader(issuer: string, set: NonNullable<IdentityClients["keySet"]>, now: () => Date) {
  const nowSeconds = () => now().getTime() / 1_000;
  return async (head: ProxyHead): Promise<ProxyClaim> => {
    const call = readProxyCall(head, { issuer, nowSeconds });
    if (call.kind === "refused") return call;
    const found = await set.find(call.keyId);
    if (found.kind === "known") return { kind: "signed", verify: () => call.verify(found.key) };
    return found.kind === "unknown" ? { kind: "refused", reason: "key-unknown" } : found;
  };
}

function waitUnref(milliseconds: number): Promise<void> {
  return wait(milliseconds, undefined, { ref: false });
}
