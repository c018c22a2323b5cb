import { limits } from "@assay/contract";
import { type ReadJsonResult, readJson } from "@assay/engine";

/** Parses a candidate. It can have one nesting level less than a request body, because the envelope adds a level. */
export function readCandidate(text: string): ReadJsonResult {
  return readJson(new TextEncoder().encode(text), { maxDepth: limits.bodyDepth - 1, listExtras: true });
}
