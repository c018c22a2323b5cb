import { type OperationId, operations } from "@assay/contract";
import { Problem } from "../problem.ts";
import type { KeyVerdict } from "./bearer-key.ts";
import type { Agent, Caller } from "./caller.ts";
import { holdsKey } from "./own-key.ts";
import {
  claimsIn,
  isProxyCall,
  type ProxyHead,
  type ProxyRefusal,
  type ProxyVerdict,
  type SignedCall,
} from "./proxy-signature.ts";

/** What identifying needs; `app.ts` provides it. Without one of the two, calls that use it are refused. */
export interface IdentifyDeps {
  readonly bearer?: { verify(key: string): Promise<KeyVerdict> } | undefined;
  readonly proxy?:
    | {
        /** Reads a signed call from its head, and finds the key to verify it with. */
        read(head: ProxyHead): Promise<ProxyClaim>;
        /** Whether the identity service calls from this address. */
        isFrom(address: string): boolean;
      }
    | undefined;
  /** The prefix of capability names. */
  readonly serviceName: string;
  /** Where an agent learns how to get a capability. */
  readonly discoveryUrl?: string | undefined;
  /** Whether a string holds something shaped like a key. */
  hasKey(text: string): boolean;
  /** For the log: the caller hears no reason. */
  proxyRefused(refused: RefusedCall): void;
}

/** What the head of a signed call says, before the signature is verified. */
export type ProxyClaim =
  | { readonly kind: "signed"; verify(): Promise<ProxyVerdict> }
  | { readonly kind: "refused"; readonly reason: ProxyRefusal }
  /** Whether its key is one of the identity service cannot be told before the keys are fetched again. */
  | { readonly kind: "unavailable"; readonly retryAfterMs: number };

/** A signed call that was not believed. */
interface RefusedCall {
  readonly reason:
    | ProxyRefusal
    | "digest-wrong"
    | "nonce-spent"
    | "not-configured"
    | "network-not-listed"
    | "keys-only";
  readonly requestId: string;
  readonly address: string;
  /** Whom it named; anybody can write that. */
  readonly claimedIssuer?: string | undefined;
  readonly claimedAgent?: string | undefined;
}

/** A caller who needs no signature. */
interface KnownCaller {
  readonly caller: Caller;
  /** Whether a body holds the key that was presented: a function, because no log can show what it knows. */
  readonly isKeyIn?: (body: Uint8Array) => boolean;
}

/** A signed call whose signature is still to be verified; what does not verify throws the problem that says so. */
interface Claimed {
  verify(): Promise<SignedCall>;
}

/** What came before the body, and from where. */
interface Head {
  readonly operation: OperationId;
  readonly requestId: string;
  readonly method: string;
  readonly targetUri: string;
  readonly rawHeaders: readonly string[];
  readonly address: string;
  readonly keysOnly?: boolean;
}

/** Tells callers apart, by what comes before the body. */
export interface Identify {
  /** Whether the caller can only be told by a signature. */
  isSigned(head: Head): boolean;
  /** Who calls without a signature; throws a problem. */
  identify(head: Head): Promise<KnownCaller>;
  /** Reads a call that `isSigned`; throws a problem. */
  readSigned(head: Head): Promise<Claimed>;
  /** The problem of a signed call that is not accepted; the reason is for the log. */
  refuse(head: Head, reason: RefusedCall["reason"]): Problem;
  /** Throws when an agent was not granted the operation that it calls. */
  checkCapability(head: Head, agent: Agent): void;
}

export function createIdentify(deps: IdentifyDeps): Identify {
  const { bearer, proxy, serviceName, discoveryUrl, hasKey, proxyRefused } = deps;
  const challenge = (error?: string) => {
    const agents = discoveryUrl === undefined ? [] : [`AgentAuth discovery="${discoveryUrl}"`];
    return {
      headers: {
        "www-authenticate": [`Bearer realm="assay"${error ? `, error="${error}"` : ""}`, ...agents].join(", "),
      },
    };
  };
  // A key that somebody put into the wrong header stays out of the log.
  const told = (claim = "") => (claim === "" || hasKey(claim) ? undefined : claim);
  const log = ({ requestId, address, rawHeaders }: Head, reason: RefusedCall["reason"]) => {
    const { issuer, agent } = claimsIn(rawHeaders);
    proxyRefused({ reason, requestId, address, claimedIssuer: told(issuer), claimedAgent: told(agent) });
  };
  const refuse = (head: Head, reason: RefusedCall["reason"]) => {
    log(head, reason);
    return new Problem(
      "invalid-credentials",
      "The signed headers of this call are not accepted.",
      challenge("invalid_token"),
    );
  };

  return {
    isSigned: ({ rawHeaders, address, keysOnly }) =>
      !keysOnly && isProxyCall(rawHeaders) && proxy?.isFrom(address) === true,

    async identify(head) {
      const { operation, rawHeaders, keysOnly = false } = head;
      const authorization = headerOf(rawHeaders, "authorization");
      const isOpen = !keysOnly && operations[operation].method === "GET";
      if (isProxyCall(rawHeaders)) {
        if (keysOnly) throw refuse(head, "keys-only");
        refuseConflict(head);
        throw refuse(head, proxy ? "network-not-listed" : "not-configured");
      }
      if (authorization === undefined) {
        if (!bearer || isOpen) return { caller: { kind: "anonymous" } };
        throw new Problem(
          "missing-credentials",
          "Send a key of the identity service: Authorization: Bearer ai_...",
          challenge(),
        );
      }
      if (!bearer) return { caller: { kind: "anonymous" } };
      const [, key] = /^bearer +([!-~]+)$/i.exec(authorization.trim()) ?? [];
      // Whoever forgot a word has a good key, and would get a new one for nothing.
      if (key === undefined) {
        const detail = "The header Authorization holds no bearer key. Send it like this: Authorization: Bearer ai_...";
        throw new Problem("invalid-credentials", detail, challenge("invalid_token"));
      }
      const verdict = await bearer.verify(key);
      if (verdict.kind === "active") {
        const caller = { kind: "key", id: verdict.subject } as const;
        return { caller, isKeyIn: (body) => holdsKey(body, key) };
      }
      if (verdict.kind === "inactive") {
        const detail = "The key is not one that the identity service stands for. Get a new one there.";
        throw new Problem("invalid-credentials", detail, challenge("invalid_token"));
      }
      // The list is open: who has a key that cannot be checked now is served like everybody else.
      if (isOpen) return { caller: { kind: "anonymous" } };
      const detail = "The identity service cannot be reached, so the key cannot be checked. Try again in a moment.";
      throw new Problem("identity-unavailable", detail, { retryAfterSeconds: 2 });
    },

    async readSigned(head) {
      const { operation, method, targetUri, rawHeaders } = head;
      refuseConflict(head);
      const takesBody = operations[operation].method !== "GET";
      const claim = await proxy?.read({ method, targetUri, rawHeaders, takesBody });
      if (claim?.kind === "unavailable") {
        log(head, "key-unknown");
        const retryAfterSeconds = Math.max(1, Math.ceil(claim.retryAfterMs / 1_000));
        const detail = "The key that signed this call is not known yet. The keys are fetched again in a moment.";
        throw new Problem("identity-unavailable", detail, { retryAfterSeconds });
      }
      if (claim?.kind !== "signed") throw refuse(head, claim?.reason ?? "not-configured");
      return {
        async verify() {
          const verdict = await claim.verify();
          if (verdict.kind === "refused") throw refuse(head, verdict.reason);
          return verdict;
        },
      };
    },

    refuse,

    checkCapability({ operation }, { capability }) {
      if (capability === `${serviceName}.${operation}`) return;
      const detail = `The capability ${serviceName}.${operation} is needed for this call. Ask the person behind the agent to grant it.`;
      throw new Problem("capability-not-granted", detail);
    },
  };
}

function refuseConflict({ rawHeaders }: Head): void {
  if (headerOf(rawHeaders, "authorization") === undefined) return;
  throw new Problem("conflicting-credentials", "Send either a bearer key or signed proxy headers, not both.");
}

function headerOf(rawHeaders: readonly string[], name: string): string | undefined {
  const at = rawHeaders.findIndex((header, index) => index % 2 === 0 && header.toLowerCase() === name);
  return at < 0 ? undefined : rawHeaders[at + 1];
}
