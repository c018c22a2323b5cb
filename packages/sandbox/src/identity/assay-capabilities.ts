import { AsyncLocalStorage } from "node:async_hooks";
import { inlineReferences, type JsonObject } from "@assay/contract";
import type { AgentAuthOptions, Capability } from "@better-auth/agent-auth";
import { createFromOpenAPI } from "@better-auth/agent-auth/openapi";
import { APIError } from "@better-auth/core/error";
import { type ProxyClaims, signCall } from "./sign-call.ts";
import type { SigningKey } from "./signing-keys.ts";

/** How long Assay has for one call of an agent. */
const timeoutMs = 60_000;

/** An OpenAPI description, as far as the adapter looks at it. */
export type OpenapiDocument = Parameters<typeof createFromOpenAPI>[0];

type Execute = NonNullable<AgentAuthOptions["onExecute"]>;

/** Assay's operations as capabilities that people can grant to agents. */
export interface AssayCapabilities {
  /** The plugin holds on to this array, so it is changed in place. */
  readonly capabilities: Capability[];
  readonly execute: Execute;
  /** Takes the operations of this document, at this address: Assay's public one, which its signatures cover. */
  connect(assayUrl: string, document: OpenapiDocument): void;
}

/** Creates the capabilities `assay.*`; there are none until Assay is connected. */
export function createAssayCapabilities(issuer: string, findSigningKey: () => SigningKey): AssayCapabilities {
  const capabilities: Capability[] = [];
  // The adapter tells its `fetch` what to call, not for whom: that is carried around it.
  const claimsStorage = new AsyncLocalStorage<ProxyClaims>();
  let callAssay: Execute | undefined;

  // Nothing of the headers that the adapter made is sent: where a document declares header parameters, they are the
  // agent's own words.
  async function fetchSigned(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const claims = claimsStorage.getStore();
    if (!claims) throw new Error("No capability is being executed.");
    const { method = "GET" } = init;
    const url = new URL(String(input)).href;
    const body = resolveBody(method, init.body);
    const headers = signCall({ method, url, body, claims }, findSigningKey(), new Date());
    const signal = AbortSignal.timeout(timeoutMs);
    // A redirect is not followed: the signature is for this address only.
    const sent = { method, headers, signal, redirect: "manual", ...(body !== undefined && { body }) } as const;
    const response = await fetch(url, sent).catch((cause: unknown) => {
      throw new APIError("BAD_GATEWAY", { error: "assay_unreachable", message: "Assay did not answer.", cause });
    });
    if (!response.ok) throw await toApiError(response);
    return response;
  }

  return {
    capabilities,
    connect(assayUrl, document) {
      // The adapter does not follow references inside a schema, and a capability does not contain what they refer to.
      const inlined = inlineReferences(document as JsonObject, document as JsonObject) as OpenapiDocument;
      const derived = createFromOpenAPI(prefixOperations(inlined), { baseUrl: assayUrl, fetch: fetchSigned });
      capabilities.splice(0, capabilities.length, ...(derived.capabilities ?? []));
      callAssay = derived.onExecute;
    },
    execute(context) {
      const { agentSession, capability, grant } = context;
      if (!callAssay) throw new APIError("SERVICE_UNAVAILABLE", { error: "assay_not_connected" });
      const { agent, user, type: mode } = agentSession;
      const claims = { agent: agent.id, host: agent.hostId, subject: user.id, mode, capability, grant: grant.id };
      return claimsStorage.run({ issuer, ...claims }, callAssay, context);
    },
  };
}

// The adapter leaves out an empty object, but an operation with a body has none that is signed otherwise.
function resolveBody(method: string, body: RequestInit["body"]): string | undefined {
  if (typeof body === "string") return body;
  return method === "GET" || method === "HEAD" ? undefined : "{}";
}

// The adapter names a capability as the document names the operation.
function prefixOperations(document: OpenapiDocument): OpenapiDocument {
  const paths = Object.entries(document.paths ?? {}).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item).map(([method, operation]) => [
        method,
        operation?.operationId ? { ...operation, operationId: `assay.${operation.operationId}` } : operation,
      ]),
    ),
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
}

// What the agent can do something about keeps its status. That Assay does not believe the identity service, or broke,
// is not the agent's business.
const passedStatuses: ReadonlySet<number> = new Set([400, 413, 415, 422, 429, 503]);

/** What an agent is told when Assay did not run its call; the adapter would make 500 of everything. */
async function toApiError(response: Response): Promise<APIError> {
  const problem = (await response.json().catch(() => undefined)) as Problem | undefined;
  const status = (passedStatuses.has(response.status) ? response.status : 502) as 502;
  const retryAfter = response.headers.get("retry-after");
  return new APIError(
    status,
    {
      error: problem?.code ?? "assay_refused",
      message: problem?.detail ?? `Assay answered ${response.status}.`,
      problem,
    },
    retryAfter === null ? {} : { "Retry-After": retryAfter },
  );
}

interface Problem {
  readonly code?: string;
  readonly detail?: string;
}
