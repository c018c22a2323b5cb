import { AssayError } from "@assay/client";
import type { WebAddress } from "../access/web-address.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";

/** What was asked, and with which key. */
export interface RequestContext {
  readonly service: WebAddress;
  /** Where the key is from. */
  readonly keyFrom?: string | undefined;
}

/** What an error of the client means for a person at a terminal; undefined for anything else. */
export function toFailure(reason: unknown, context?: RequestContext): Failure | undefined {
  if (!(reason instanceof AssayError)) return undefined;
  const { code, detail, requestId } = reason;
  const request = requestId === undefined ? "" : ` (request ${requestId})`;
  return new Failure(`${detail}${request}${describeOrigin(reason, context)}`, toExitCode(code));
}

function toExitCode(code: string): ExitCode {
  // A wrong key or setting is for the caller to change; the service answered.
  if (code === "origin-not-named" || code === "unknown-domain" || isRefusedKey(code)) return exitCode.usage;
  const isInput = code === "body-too-large" || code === "credential-in-body" || code === "digest-mismatch";
  return isInput ? exitCode.invalid : exitCode.service;
}

function isRefusedKey(code: string): boolean {
  return code === "missing-credentials" || code === "invalid-credentials";
}

// Which setting to change. An address that is not the service's is a target product's.
function describeOrigin({ code, url = "" }: AssayError, context: RequestContext | undefined): string {
  if (!context) return "";
  const { service, keyFrom } = context;
  if (isRefusedKey(code) && keyFrom !== undefined) return ` The key is from ${keyFrom}.`;
  if (!url.startsWith(`${service.url}/`)) return "";
  const from = `The address is from ${service.from === "The argument" ? "the argument" : service.from}.`;
  if (code === "connection-failed" || code === "timed-out") return ` Is the service running there? ${from}`;
  if (code === "unexpected-answer" || code === "redirected") return ` Is it an Assay service? ${from}`;
  return "";
}
