import { type Json, limits, type SpecProblem } from "@assay/contract";
import { specProblem } from "../findings/spec-problem.ts";
import { checkBytes } from "../json/check-bytes.ts";
import { readJson } from "../json/read-json.ts";

/** Reads the bytes of a spec package: a document, or why it cannot be read. */
export function readDocument(bytes: Uint8Array): { document: Json } | { problems: readonly SpecProblem[] } {
  checkBytes(bytes);
  const { bytes: maxBytes, depth: maxDepth } = limits.specPackage;
  if (bytes.length > maxBytes) {
    const message = `The document has ${bytes.length} bytes; the maximum is ${maxBytes}.`;
    return {
      problems: [specProblem("spec.too-large", [], message, "Shorten descriptions and tests, or split the domain.")],
    };
  }
  const read = readJson(bytes, { maxDepth });
  if (read.kind === "ok") return { document: read.value };
  const advice = `See line ${read.at.line}, column ${read.at.column}.`;
  return { problems: [{ code: "spec.unreadable", at: read.at.path, message: read.message, advice }] };
}
