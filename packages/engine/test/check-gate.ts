import assert from "node:assert/strict";
import type { Json } from "@assay/contract";
import { type Corrected, correct, everything } from "../src/correct/correct.ts";
import type { ValidateInput } from "../src/index.ts";
import { createMeter } from "../src/meter.ts";
import { checkCandidate } from "../src/schema-errors/check-candidate.ts";
import { openSpec } from "../src/spec/compiled-spec.ts";

/** Checks that correcting only what leads to an error in a candidate corrects as much as correcting everything. */
export function checkGate({ spec, candidate }: ValidateInput): void {
  const parts = openSpec(spec);
  const meter = createMeter(Number.POSITIVE_INFINITY);
  const sent = parts.normalizer.normalizeStrings(candidate as Json, meter);
  const checked = checkCandidate(parts.place, sent, meter);
  if (!checked.trail || checked.isIncomplete) return;
  const isOwnerDecision = (path: readonly string[]) => parts.isOwnerDecision(path, meter);
  const isDeclared = (name: string) => parts.declaredNames.has(name);
  const input = { meter, aliases: parts.typeAliases, origins: parts.origins, isDeclared, isOwnerDecision };
  const [gated, ungated] = [checked.trail, everything].map((trail) =>
    toComparable(correct(sent, { ...checked, trail }, parts, input)),
  );
  assert.deepEqual(gated, ungated);
}

// The records that meet a rule are compared by their number, because they are found by identity.
function toComparable({ met, ...corrected }: Corrected) {
  return { ...corrected, met: [...met.values()].map((records) => records.size) };
}
