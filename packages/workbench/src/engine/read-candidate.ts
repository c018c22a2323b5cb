import { limits } from "@assay/contract";
import { type ReadJson, readJson } from "@assay/engine";

/** Reads the text of a candidate. The envelope in which it reaches the service takes one level. */
export function readCandidate(text: string): ReadJson {
  return readJson(new TextEncoder().encode(text), { maxDepth: limits.bodyDepth - 1, listExtras: true });
}
