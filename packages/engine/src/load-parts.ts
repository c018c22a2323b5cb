import { limits } from "@assay/contract";
import { readJson } from "./json/read-json.ts";
import type { EngineParts } from "./runtime-engine.ts";
import type { Sha256 } from "./sha256.ts";
import { neededParts } from "./spec/needed-parts.ts";

/**
 * Loads what an engine for these spec packages is made of. CEL and the tables of host names are large, and most packages
 * need one of them or none. The packages need not be valid.
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
    idn: needed.some(({ idn }) => idn) ? (await import("./idn/index.ts")).idn : undefined,
  };
}
