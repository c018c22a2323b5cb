import { AssayError } from "@assay/client";
import type { WebAddress } from "../access/web-address.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";

/** The service that was called, and where the key came from. */
export interface RequestContext {
  readonly service: WebAddress;
  /** The setting that the key came from. */
  readonly keyFrom?: string | undefined;
}

/** Converts an error from the client to a failure with a message for the user. Returns undefined for other errors. */
export function toFailure(reason: unknown, context?: RequestContext): Failure | undefined {
  if (!(reason instanceof AssayError)) return undefined;
  const { code, detail, requestId } = reason;
  const request = requestId === undefined ? "" : ` (request ${requestId})`;
  return new Failure(`${detail}${request}${describeSetting(reason, context)}`, toExitCode(code));
}

const settingCodes = new Set(["origin-not-named", "unknown-domain", "not-found"]);

function toExitCode(code: string): ExitCode {
  // The user has to change a key or a setting. The service itself answered.
  if (settingCodes.has(code) || isRefusedKey(code)) return exitCode.usage;
  const isInput = code === "body-too-large" || code === "credential-in-body" || code === "digest-mismatch";
  return isInput ? exitCode.invalid : exitCode.service;
}

function isRefusedKey(code: string): boolean {
  return code === "missing-credentials" || code === "invalid-credentials";
}

// Names the setting to change, but only for calls to the service: no setting chooses the address of a target product.
function describeSetting({ code, url = "" }: AssayError, context: RequestContext | undefined): string {
  if (!context) return "";
  const { service, keyFrom } = context;
  if (isRefusedKey(code) && keyFrom !== undefined) return ` The key is from ${keyFrom}.`;
  if (!url.startsWith(`${service.url}/`)) return "";
  const source = `The address is from ${service.setting === "The argument" ? "the argument" : service.setting}.`;
  if (code === "connection-failed" || code === "timed-out") return ` Is the service running there? ${source}`;
  const isOtherServer = code === "unexpected-answer" || code === "redirected" || code === "not-found";
  return isOtherServer ? ` Is it an Assay service? ${source}` : "";
}
