import { type OperationId, operations } from "@assay/contract";
import { Problem } from "../problem.ts";
import type { KeyVerdict } from "./bearer-key.ts";
import type { Agent, Caller } from "./caller.ts";
import { holdsKey } from "./own-key.ts";
import { claimsIn, isProxyCall, type ProxyRefusal, type ProxyRequest, type ProxyVerdict } from "./proxy-signature.ts";

/** What identifying needs; `app.ts` provides it. Without one of the two, calls that use it are refused. */
export interface IdentifyDeps {
  readonly bearer?: { verify(key: string): Promise<KeyVerdict> } | undefined;
  readonly proxy?:
    | {
        verify(request: ProxyRequest): Promise<ProxyVerdict>;
        /** Whether the identity service calls from this address. */
        isFrom(address: string): boolean;
      }
    | undefined;
  /** The prefix of capability names. */
  readonly serviceName: string;
  /** Where an agent learns how to get a capability. */
  readonly discoveryUrl?: string | undefined;
  /** Whether a text could be a key. */
  isKey(text: string): boolean;
  /** For the log: the caller hears no reason. */
  proxyRefused(refused: RefusedCall): void;
}

/** A signed call that was not believed. */
interface RefusedCall {
  readonly reason: ProxyRefusal | "nonce-spent" | "not-configured" | "network-not-listed" | "keys-only";
  readonly requestId: string;
  readonly address: string;
  /** Whom it named; anybody can write that. */
  readonly claimedIssuer?: string | undefined;
  readonly claimedAgent?: string | undefined;
}

/** What is known of a caller before the body is read. */
type Claim =
  | {
      readonly kind: "known";
      readonly caller: Caller;
      /** Whether a body holds the key that was presented: a function, because no log can show what it knows. */
      readonly isKeyIn?: (body: Uint8Array) => boolean;
    }
  /** The signature covers the body, so it is verified after that was read. */
  | { readonly kind: "signed" };

/** What came before the body, and from where. */
interface Head {
  readonly operation: OperationId;
  readonly requestId: string;
  readonly rawHeaders: readonly string[];
  readonly address: string;
  readonly keysOnly?: boolean;
}

/** Tells callers apart: by a key before the body is read, by a signature after it. */
export interface Identify {
  /** Whether the caller can only be told by a signature, so that nobody is known before the body is read. */
  isSigned(head: Head): boolean;
  claim(head: Head): Promise<Claim>;
  /** `spend` uses up the nonce of a verified agent, once: false when that was done before. */
  prove(head: Head, request: ProxyRequest, spend: (agent: Agent, nonce: string) => Promise<boolean>): Promise<Agent>;
}

export function createIdentify(deps: IdentifyDeps): Identify {
  const { bearer, proxy, serviceName, discoveryUrl, isKey, proxyRefused } = deps;
  const challenge = (error?: string) => {
    const agents = discoveryUrl === undefined ? [] : [`AgentAuth discovery="${discoveryUrl}"`];
    return {
      headers: {
        "www-authenticate": [`Bearer realm="assay"${error ? `, error="${error}"` : ""}`, ...agents].join(", "),
      },
    };
  };
  // A key that somebody put into the wrong header stays out of the log.
  const told = (claim = "") => (claim === "" || claim.split(/[^\w-]+/).some(isKey) ? undefined : claim);
  const unbelieved = ({ requestId, address, rawHeaders }: Head, reason: RefusedCall["reason"]) => {
    const { issuer, agent } = claimsIn(rawHeaders);
    proxyRefused({ reason, requestId, address, claimedIssuer: told(issuer), claimedAgent: told(agent) });
    return new Problem(
      "invalid-credentials",
      "The signed headers of this call are not accepted.",
      challenge("invalid_token"),
    );
  };

  return {
    isSigned: ({ rawHeaders, address, keysOnly }) =>
      !keysOnly && isProxyCall(rawHeaders) && proxy?.isFrom(address) === true,

    async claim(head) {
      const { operation, rawHeaders, address, keysOnly = false } = head;
      const authorization = headerOf(rawHeaders, "authorization");
      const isOpen = !keysOnly && operations[operation].method === "GET";
      if (isProxyCall(rawHeaders)) {
        if (keysOnly) throw unbelieved(head, "keys-only");
        if (authorization !== undefined) {
          throw new Problem("conflicting-credentials", "Send either a bearer key or signed proxy headers, not both.");
        }
        if (!proxy) throw unbelieved(head, "not-configured");
        if (!proxy.isFrom(address)) throw unbelieved(head, "network-not-listed");
        return { kind: "signed" };
      }
      if (authorization === undefined) {
        if (!bearer || isOpen) return { kind: "known", caller: { kind: "anonymous" } };
        throw new Problem(
          "missing-credentials",
          "Send a key of the identity service: Authorization: Bearer ai_...",
          challenge(),
        );
      }
      if (!bearer) return { kind: "known", caller: { kind: "anonymous" } };
      const [, key] = /^bearer +([!-~]+)$/i.exec(authorization.trim()) ?? [];
      // Whoever forgot a word has a good key, and would get a new one for nothing.
      if (key === undefined) {
        const detail = "The header Authorization holds no bearer key. Send it like this: Authorization: Bearer ai_...";
        throw new Problem("invalid-credentials", detail, challenge("invalid_token"));
      }
      const verdict = await bearer.verify(key);
      if (verdict.kind === "active") {
        const caller = { kind: "key", id: verdict.subject } as const;
        return { kind: "known", caller, isKeyIn: (body) => holdsKey(body, key) };
      }
      if (verdict.kind === "inactive") {
        const detail = "The key is not one that the identity service stands for. Get a new one there.";
        throw new Problem("invalid-credentials", detail, challenge("invalid_token"));
      }
      // The list is open: who has a key that cannot be checked now is served like everybody else.
      if (isOpen) return { kind: "known", caller: { kind: "anonymous" } };
      const detail = "The identity service cannot be reached, so the key cannot be checked. Try again in a moment.";
      throw new Problem("identity-unavailable", detail, { retryAfterSeconds: 2 });
    },

    async prove(head, request, spend) {
      if (!proxy) throw unbelieved(head, "not-configured");
      const verdict = await proxy.verify(request);
      if (verdict.kind === "refused") throw unbelieved(head, verdict.reason);
      const { agent, nonce } = verdict;
      if (!(await spend(agent, nonce))) throw unbelieved(head, "nonce-spent");
      const { operation } = head;
      if (agent.capability === `${serviceName}.${operation}`) return agent;
      const detail = `The capability ${serviceName}.${operation} is needed for this call. Ask the person behind the agent to grant it.`;
      throw new Problem("capability-not-granted", detail);
    },
  };
}

function headerOf(rawHeaders: readonly string[], name: string): string | undefined {
  const at = rawHeaders.findIndex((header, index) => index % 2 === 0 && header.toLowerCase() === name);
  return at < 0 ? undefined : rawHeaders[at + 1];
}
