import type { KeyObject } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { stripTrailingSlash } from "../net/strip-trailing-slash.ts";
import { toProtectedResources } from "../protected-resources.ts";
import type { Events } from "../telemetry/events.ts";
import type { Observe } from "../telemetry/observe.ts";
import { type Authenticator, createAuthenticator, type ProxyClaim } from "./authenticator.ts";
import { createKeyTest, isTokenShaped } from "./credential-shape.ts";
import { createIntrospection, type TokenPolicy } from "./introspection.ts";
import { createKeySet } from "./key-set.ts";
import { createKeyVerifier } from "./key-verifier.ts";
import { type ProxyHead, readProxyCall } from "./proxy-call.ts";
import { readJwks } from "./read-jwks.ts";

/** The identity service that Assay trusts. */
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
   * The authorization server (RFC 9728) whose access tokens are accepted in addition to keys, if their audience is this
   * service. The introspection endpoint configured in `keys` must recognize them. Default: none.
   */
  readonly authorizationServer?: string | undefined;
  /** The page where users get a key; refusals link to it. */
  readonly keyUrl?: string | undefined;
  /** The identity service that is allowed to call on behalf of agents. */
  readonly proxy?: { readonly issuer: string; readonly jwksUrl: string } | undefined;
  /** The networks (CIDR) from which signed calls are accepted. Default: any network. */
  readonly proxyNetworks?: readonly string[] | undefined;
  /** The prefix of capability names. Default: `assay`. */
  readonly serviceName?: string;
  /** How long to wait for each answer from the identity service. Default: 2 seconds. */
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
  /** Whether the identity service is allowed to call from this address on behalf of agents. */
  isProxy(address: string): boolean;
}

interface ClientDeps extends Pick<IdentityDeps, "publicUrl" | "observe" | "elapsedMs"> {
  /** Called with the reason, for the operator, when there is no usable answer. */
  onFailure(reason: string): void;
  /** Called with the headers of every introspection response. */
  onAnswer?(headers: Headers): void;
}

/** The clients that introspect API keys and fetch the public keys of the identity service. */
export interface IdentityClients {
  /** The form of an API key. */
  readonly pattern: RegExp;
  readonly tokens: TokenPolicy | undefined;
  readonly introspect: ReturnType<typeof createIntrospection> | undefined;
  readonly keySet: ReturnType<typeof createKeySet<KeyObject>> | undefined;
}

/** Creates the clients of the identity service; a client that the options do not require is undefined. */
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
      delay: waitUnref,
      onFailure,
      onAnswer,
    });
  const keySet =
    proxy && createKeySet({ url: proxy.jwksUrl, read: readJwks, elapsedMs, timeoutMs, observe, onFailure });
  return { pattern, tokens, introspect, keySet };
}

/** Creates an authenticator that is connected to the configured identity service. */
export function connectAuthenticator(
  options: IdentityOptions,
  { publicUrl, events, observe, now, elapsedMs, isProxy }: IdentityDeps,
): Authenticator {
  const { keyUrl, proxy, serviceName = "assay" } = options;
  const clients = createIdentityClients(options, { publicUrl, observe, elapsedMs, onFailure: events.identityFailed });
  const { pattern, tokens, introspect, keySet } = clients;
  return createAuthenticator({
    bearer: introspect && {
      verify: createKeyVerifier({ pattern, isToken: tokens?.isToken, introspect, now, elapsedMs, delay: waitUnref }),
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

/** Returns the URL that describes how an agent gets a capability; undefined if signed calls are not accepted. */
function toDiscoveryUrl(proxy: IdentityOptions["proxy"]): string | undefined {
  // Some issuers write a trailing slash in every claim, so the issuer setting keeps it and only this URL drops it.
  return proxy && `${stripTrailingSlash(proxy.issuer)}/.well-known/agent-configuration`;
}

function createTokenPolicy(issuer: string, keyPattern: RegExp, audiences: readonly string[]): TokenPolicy {
  return { issuer, audiences, isToken: (credential) => !keyPattern.test(credential) && isTokenShaped(credential) };
}

function createProxyReader(issuer: string, keySet: NonNullable<IdentityClients["keySet"]>, now: () => Date) {
  const nowSeconds = () => now().getTime() / 1_000;
  return async (head: ProxyHead): Promise<ProxyClaim> => {
    const call = readProxyCall(head, { issuer, nowSeconds });
    if (call.kind === "refused") return call;
    const lookup = await keySet.find(call.keyId);
    if (lookup.kind === "known") return { kind: "signed", verify: () => call.verify(lookup.key) };
    return lookup.kind === "unknown" ? { kind: "refused", reason: "key-unknown" } : lookup;
  };
}

function waitUnref(milliseconds: number): Promise<void> {
  return wait(milliseconds, undefined, { ref: false });
}
