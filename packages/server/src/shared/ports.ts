// Types on which directories agree that do not import each other; app.ts joins them.
import type { OperationId } from "@assay/contract";
import type { RawHeaders } from "./raw-headers.ts";

/** The identity service's answer about a key (RFC 7662). */
export type Introspection =
  | { readonly kind: "active"; readonly subject: string; readonly expiresAt?: Date | undefined }
  /** Why a key that the identity service knows is not valid here, for the operator. */
  | { readonly kind: "inactive"; readonly because?: string }
  /** There was no usable answer. */
  | { readonly kind: "unavailable" };

/** What is known of a call before its body is read. */
export interface CallHead {
  /** `unknown` for a tool that does not exist, and for a message that is not a call. */
  readonly operation: OperationId | "unknown";
  readonly requestId: string;
  readonly method: string;
  /** The configured address of the service with the raw path and query; never built from `Host`. */
  readonly targetUri: string;
  readonly rawHeaders: RawHeaders;
  /** The client's address, as far as the proxies before us are trusted. */
  readonly address: string;
  /** Whether only keys and access tokens are accepted, whatever the operation: over MCP. */
  readonly keysOnly?: boolean;
}

/** A request to the MCP endpoint. */
export interface McpRequest {
  readonly body: Uint8Array;
  readonly rawHeaders: RawHeaders;
  /** The client's address, as far as the proxies before us are trusted. */
  readonly address: string;
  readonly requestId: string;
}

/** The HTTP response to a request to the MCP endpoint. */
export interface McpAnswer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}
