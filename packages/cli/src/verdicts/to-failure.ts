import { AssayError } from "@assay/client";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import { quoteArgument } from "../terminal/phrases.ts";

/** What an error of the client means for somebody at a terminal; undefined for anything else. */
export function toFailure(reason: unknown): Failure | undefined {
  if (!(reason instanceof AssayError)) return undefined;
  const { code, detail, requestId, problem } = reason;
  const request = requestId === undefined ? "" : ` (request ${requestId})`;
  const message = `${detail}${request}`;
  const next = nextAfter(code, problem?.didYouMean);
  return new Failure(message, { exitCode: codeOf(code), next });
}

function codeOf(code: string): ExitCode {
  // What the caller wrote is at fault, not the service.
  const isInput = code === "body-too-large" || code === "credential-in-body" || code === "digest-mismatch";
  return code === "origin-not-named" ? exitCode.usage : isInput ? exitCode.invalid : exitCode.service;
}

function nextAfter(code: string, didYouMean: unknown): readonly string[] {
  switch (code) {
    case "missing-credentials":
    case "invalid-credentials":
      return ["assay login <URL>", `assay explain ${code}`];
    case "unknown-domain": {
      const near = didYouMean as { readonly targetProduct: string; readonly domainId: string } | undefined;
      return near
        ? [`--domain ${quoteArgument(`${near.targetProduct}/${near.domainId}`)}`, "assay domains"]
        : ["assay domains"];
    }
    case "spec-package-changed":
    case "unknown-spec-package":
    case "digest-mismatch":
      return ["assay build candidate.json -o proposal.json"];
    case "connection-failed":
    case "timed-out":
    case "redirected":
    case "unexpected-answer":
      return ["assay domains --service <URL>"];
    default:
      return [];
  }
}
