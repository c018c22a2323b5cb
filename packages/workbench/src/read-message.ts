import type { FromWorker } from "./messages.ts";
import { array, either, number, object, oneOf, string } from "./shape.ts";
import { buildOutcome, rangeName, unreadable } from "./verdict-shape.ts";

/** A message of the worker, or nothing if it has another shape: the worker may generate code, so none of it is trusted. */
export function readMessage(data: unknown): FromWorker | undefined {
  return message(data) ? (data as FromWorker) : undefined;
}

const verdict = object(
  { kind: oneOf("verdict"), built: buildOutcome, missingRanges: array(rangeName), ms: number },
  { ownerReview: string, revision: string },
);
const message = either(
  object({ kind: oneOf("loaded") }),
  object({ kind: oneOf("rules-ready"), rules: number }),
  object({ kind: oneOf("rules-failed"), rules: number, reason: string }),
  object({ kind: oneOf("checked"), turn: number, rules: number, result: either(unreadable, verdict) }),
);
