import { hash } from "node:crypto";
import { limits } from "@assay/contract";
import { type EngineParts, neededParts, readJson } from "@assay/engine";
import type { Timings } from "./timings.ts";

/**
 * Loads what an engine for these spec packages is made of. CEL and the tables of host names are large, and most packages
 * need only one of them, or none.
 */
export async function loadEngineParts(packages: readonly Uint8Array[], timings?: Timings): Promise<EngineParts> {
  const needed = packages.map((bytes) => {
    const read = readJson(bytes, { maxDepth: limits.specPackage.depth });
    return read.kind === "ok" ? neededParts(read.value) : { cel: false, idn: false };
  });
  const cel = needed.some((parts) => parts.cel) ? (await import("@assay/engine/cel")).cel : undefined;
  timings?.lap("CEL");
  const idn = needed.some((parts) => parts.idn) ? (await import("@assay/engine/idn")).idn : undefined;
  timings?.lap("host names");
  return { sha256: (text) => hash("sha256", text), cel, idn };
}
