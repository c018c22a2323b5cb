import { limits } from "@assay/contract";
import type { EngineParts } from "./engine.ts";
import { readJson } from "./json/read-json.ts";
import type { Sha256 } from "./sha256.ts";
import { neededParts } from "./spec/needed-parts.ts";

/**
 * Loads what an engine for these spec packages is made of. CEL is large, and many packages do not need it. The
 * packages need not be valid.
 *
 * @example
 * const engine = createEngine(await loadEngineParts((text) => hash("sha256", text), [bytes]));
 * const compiled = engine.compileSpec(bytes);
 */
export async function loadEngineParts(sha256: Sha256, specPackages: readonly Uint8Array[]): Promise<EngineParts> {
  const needed = specPackages.flatMap((bytes) => {
    const read = readJson(bytes, { maxDepth: limits.specPackage.depth });
    return read.kind === "ok" ? [neededParts(read.value)] : [];
  });
  return {
    sha256,
    cel: needed.some(({ cel }) => cel) ? (await import("./cel/index.ts")).cel : undefined,
  };
}
