import { AsyncLocalStorage } from "node:async_hooks";
import { inlineReferences, type JsonObject } from "@assay/contract";
import type { AgentAuthOptions, Capability } from "@better-auth/agent-auth";
import { createFromOpenAPI } from "@better-auth/agent-auth/openapi";
import { APIError } from "@better-auth/core/error";
import { type ProxyClaims, signCall } from "./sign-call.ts";
import type { SigningKey } from "./signing-keys.ts";

/** The timeout of a call to Assay. */
const timeoutMs = 60_000;

/** The parts of an OpenAPI description that the adapter reads. */
export type OpenapiDocument = Parameters<typeof createFromOpenAPI>[0];

type Execute = NonNullable<AgentAuthOptions["onExecute"]>;

/** Assay's operations as capabilities that users can grant to agents. */
export interface AssayCapabilities {
  /** The plugin keeps a reference to this array, so it is changed in place. */
  readonly capabilities: Capability[];
  readonly execute: Execute;
  /** Offers the operations of this document. `assayUrl` must be Assay's public URL, because signatures cover it. */
  connect(assayUrl: string, document: OpenapiDocument): void;
}

/** Creates the capabilities `assay.*`. The list is empty until `connect` is called. */
export function createAssayCapabilities(issuer: string, findSigningKey: () => SigningKey): AssayCapabilities {
  const capabilities: Capability[] = [];
  // The adapter does not pass the claims to its `fetch`, so an async context carries them.
  const claimsStorage = new AsyncLocalStorage<ProxyClaims>();
  let callAssay: Execute | undefined;

  // None of the adapter's headers are sent, because the agent sets the header parameters that a document declares.
  async function fetchSigned(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const claims = claimsStorage.getStore();
    if (!claims) throw new Error("No capability is being executed.");
    const { method = "GET" } = init;
    const url = new URL(String(input)).href;
    const body = resolveBody(method, init.body);
    const headers = signCall({ method, url, body, claims }, findSigningKey(), new Date());
    const signal = AbortSignal.timeout(timeoutMs);
    // Redirects are not followed, because the signature covers only this URL.
    const signed = { method, headers, signal, redirect: "manual", ...(body !== undefined && { body }) } as const;
    const response = await fetch(url, signed).catch((cause: unknown) => {
      throw new APIError("BAD_GATEWAY", { error: "assay_unreachable", message: "Assay did not answer.", cause });
    });
    if (!response.ok) throw await toApiError(response);
    return response;
  }

  return {
    capabilities,
    connect(assayUrl, document) {
      // The adapter does not resolve references in a schema, and a capability does not contain their targets.
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

// The adapter omits an empty object, but an operation with a body needs one to be signed.
function resolveBody(method: string, body: RequestInit["body"]): string | undefined {
  if (typeof body === "string") return body;
  return method === "GET" || method === "HEAD" ? undefined : "{}";
}

// The adapter uses the operation id as the name of a capability.
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

// An error that the agent can resolve keeps its status. If Assay refuses the identity service or fails internally, the
// agent gets 502.
const passedStatuses: ReadonlySet<number> = new Set([400, 413, 415, 422, 429, 503]);

/** Creates the error that the agent gets if Assay refuses a call. The adapter alone would always answer 500. */
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
