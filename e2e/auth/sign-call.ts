import { type OperationId, operations } from "@assay/contract";
import type { OperationCall } from "../http/call-operation.ts";
import { createCandidate, createEnvelope } from "../http/create-envelope.ts";
import type { Service } from "./start-service-with-identity.ts";

interface SignCallOptions {
  readonly operation?: OperationId;
  /** Default: the capability for the operation. */
  readonly capability?: string;
  /** The service's base URL in the signed URL. Default: the base URL of the call. */
  readonly baseUrl?: string;
  /** The time of the signature. Default: now, on Assay's clock. */
  readonly signedAt?: Date;
  readonly agent?: string;
  /** Default: `delegated`. */
  readonly mode?: "delegated" | "autonomous";
  /** Default: a valid request. Operations without a body ignore it. */
  readonly body?: string;
  readonly contentType?: string;
}

const { id: subject } = createCandidate().owner as { readonly id: string };

/** Signs a call as the identity service does for an agent: the signature covers the request exactly as it is sent. */
export function signCall(
  { identity, url, now }: Pick<Service, "identity" | "url" | "now">,
  options: SignCallOptions = {},
): OperationCall & { readonly headers: { readonly [name: string]: string } } {
  const { operation = "validateProposal", baseUrl = url, signedAt = now(), agent = "agt_ada" } = options;
  const { method, path } = operations[operation];
  const { mode = "delegated", capability = `assay.${operation}` } = options;
  const body = method === "GET" ? undefined : (options.body ?? JSON.stringify(createEnvelope()));
  const claims = { issuer: identity.issuer, agent, host: "hst_adas", subject, mode, capability, grant: "grt_one" };
  const type = options.contentType === undefined ? {} : { contentType: options.contentType };
  const headers = identity.signCall({ method, url: `${baseUrl}${path}`, body, claims, ...type }, signedAt);
  return { headers, body };
}

/** Returns the id of the key that signed a call. */
export function findKeyId({ headers }: ReturnType<typeof signCall>): string {
  return /;keyid="([^"]+)"/.exec(headers["signature-input"] ?? "")?.[1] ?? "";
}
