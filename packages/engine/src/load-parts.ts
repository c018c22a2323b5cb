import { limits } from "@assay/contract";
import type { EngineParts } from "./compile/assemble-spec.ts";
import { isObject, readMember } from "./json/json.ts";
import { readJson } from "./json/read-json.ts";
import type { Sha256 } from "./sha256.ts";

/**
 * Loads the parts that an engine needs for these spec packages, which do not have to be valid. CEL is large, and many packages
 * do not use it.
 *
 * @example
 * const engine = createEngine(await loadEngineParts((text) => hash("sha256", text), [bytes]));
 * const compiled = engine.compileSpec(bytes);
 */
export async function loadEngineParts(sha256: Sha256, specPackages: readonly Uint8Array[]): Promise<EngineParts> {
  return { sha256, cel: specPackages.some(hasExpressions) ? (await import("./cel/index.ts")).cel : undefined };
}

function hasExpressions(bytes: Uint8Array): boolean {
  const read = readJson(bytes, { maxDepth: limits.specPackage.depth });
  const rules = read.kind === "ok" && isObject(read.value) ? readMember(read.value, "rules") : undefined;
  return Array.isArray(rules) && rules.some((rule) => isObject(rule) && readMember(rule, "check") === "cel");
}
