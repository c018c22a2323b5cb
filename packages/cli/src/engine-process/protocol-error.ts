import type { SpecProblem } from "@assay/contract";
import type { JsonPosition } from "@assay/engine";

/** Why a request gets no result; [the page](../../../../docs/reference/engine-protocol.md) has a row for each. */
export const errorCodes = [
  "line-too-long",
  "malformed-json",
  "ambiguous-json",
  "json-too-deep",
  "invalid-request",
  "document-too-large",
  "spec-package-broken",
  "registry-broken",
  "fault",
] as const;

/** The `error` of an answer. */
export interface ErrorBody {
  readonly code: (typeof errorCodes)[number];
  readonly message: string;
  /** The member of the request that is meant. */
  readonly member?: string;
  /** Where the text of this member, or the line, cannot be read. */
  readonly at?: JsonPosition;
  /** What the author of a spec package has to fix. */
  readonly problems?: readonly SpecProblem[];
}

/** A request that gets an error instead of a result. */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError";
  readonly body: ErrorBody;

  constructor(body: ErrorBody) {
    super(body.message);
    this.body = body;
  }
}
