import { limits } from "@assay/contract";
import { type ReadJson, readJson } from "@assay/engine";

/** Reads the text of a candidate. It can have one level less than a request, because the envelope is a level too. */
export function readCandidate(text: string): ReadJson {
  return readJson(new TextEncoder().encode(text), { maxDepth: limits.bodyDepth - 1, listExtras: true });
}
