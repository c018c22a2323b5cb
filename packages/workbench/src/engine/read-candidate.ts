import { limits } from "@assay/contract";
import { type ReadJson, readJson } from "@assay/engine";

/** Reads the text of a candidate. In a request to the service, the envelope takes one of the allowed levels. */
export function readCandidate(text: string): ReadJson {
  return readJson(new TextEncoder().encode(text), { maxDepth: limits.bodyDepth - 1, listExtras: true });
}
