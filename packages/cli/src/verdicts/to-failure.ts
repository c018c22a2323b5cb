import { AssayError } from "@assay/client";
import type { AccessOptions } from "../access/decide-access.ts";
import type { WebAddress } from "../access/web-address.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import { sameOptions } from "../reports/same-options.ts";
import { quoteArgument } from "../terminal/phrases.ts";

/** What was asked, and with which key. */
export interface Asked {
  readonly service: WebAddress;
  readonly options?: AccessOptions;
  /** Where the key is from. */
  readonly keyFrom?: string | undefined;
}

/** What an error of the client means for a person at a terminal; undefined for anything else. */
export function toFailure(reason: unknown, asked?: Asked): Failure | undefined {
  if (!(reason instanceof AssayError)) return undefined;
  const { code, detail, requestId, problem } = reason;
  const request = requestId === undefined ? "" : ` (request ${requestId})`;
  const message = `${detail}${request}${originOf(code, detail, asked)}`;
  return new Failure(message, { exitCode: codeOf(code), next: nextAfter(reason, problem?.didYouMean, asked) });
}

/** How the domains of the same service are listed. */
export function listStepOf({ service }: { readonly service?: string | undefined }): string {
  return `assay domains${sameOptions({ service })}`;
}

function codeOf(code: string): ExitCode {
  // A wrong key or setting is for the caller to change; the service answered.
  if (code === "origin-not-named" || code === "unknown-domain" || isRefusedKey(code)) return exitCode.usage;
  const isInput = code === "body-too-large" || code === "credential-in-body" || code === "digest-mismatch";
  return isInput ? exitCode.invalid : exitCode.service;
}

function isRefusedKey(code: string): boolean {
  return code === "missing-credentials" || code === "invalid-credentials";
}

// Which setting to change. An address that is not the service's is a target product's.
function originOf(code: string, detail: string, asked: Asked | undefined): string {
  if (!asked) return "";
  const { service, keyFrom } = asked;
  if (isRefusedKey(code) && keyFrom !== undefined) return ` The key is from ${keyFrom}.`;
  if (!isAbout(service, detail)) return "";
  const from = `The address is from ${service.from === "The argument" ? "the argument" : service.from}.`;
  if (code === "connection-failed" || code === "timed-out") return ` Is the service running there? ${from}`;
  if (code === "unexpected-answer" || code === "redirected") return ` Is it an Assay service? ${from}`;
  return "";
}

// A path follows the address of the service. Without the slash, the same host with a port would match too.
function isAbout({ url }: WebAddress, detail: string): boolean {
  return detail.includes(`${url}/`);
}

function nextAfter({ code, detail }: AssayError, didYouMean: unknown, asked: Asked | undefined): readonly string[] {
  const { service, keyFile } = asked?.options ?? {};
  switch (code) {
    case "missing-credentials":
    case "invalid-credentials":
      // It would be used again, whatever is stored.
      if (asked?.keyFrom === "--key-file") return ["--key-file <FILE>", `assay explain ${code}`];
      if (asked?.keyFrom === "ASSAY_KEY") return ["export ASSAY_KEY=<your key>", `assay explain ${code}`];
      return [`assay login ${asked ? quoteArgument(asked.service.url) : "<URL>"}`, `assay explain ${code}`];
    case "unknown-domain": {
      const near = didYouMean as { readonly targetProduct: string; readonly domainId: string } | undefined;
      return near
        ? [`--domain ${quoteArgument(`${near.targetProduct}/${near.domainId}`)}`, listStepOf({ service })]
        : [listStepOf({ service })];
    }
    case "spec-package-changed":
    case "unknown-spec-package":
    case "digest-mismatch":
      return [`assay build candidate.json -o proposal.json${sameOptions({ service, keyFile })}`];
    case "connection-failed":
    case "timed-out":
    case "redirected":
    case "unexpected-answer":
      // No option changes the address of a target product.
      return !asked || isAbout(asked.service, detail) ? ["assay domains --service <URL>"] : [];
    default:
      return [];
  }
}
