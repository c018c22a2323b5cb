import { type JsonObject, type JsonSchema, limits } from "@assay/contract";
import { closest } from "../did-you-mean/closest.ts";
import { findNonJson } from "../json/find-non-json.ts";
import { isObject, member } from "../json/json.ts";
import { unknownProperties } from "../schema/unknown-properties.ts";
import { type ComparisonKey, comparisonKey, isGeneratorId } from "./comparison-key.ts";
import { slug } from "./slug.ts";

// Among more unknown properties than this, none is taken for the id.
const maxNames = 64;

/** Every comparison key that a verdict on this candidate, and its fixes, may ask the registry for. */
export function registryKeys(candidateSchema: JsonSchema, candidate: unknown): readonly ComparisonKey[] {
  // A value that is not JSON is never compared, and reading it might throw.
  if (findNonJson(candidate) || !isObject(candidate)) return [];
  if (Object.hasOwn(candidate, "generatorId")) return keysIn(candidate, ["generatorId"]);
  const others = unknownProperties(candidate, candidateSchema);
  // The closest names first: there may be more than the limit on keys.
  const near = others.filter((name) => closest(name, ["generatorId"]) !== undefined);
  return keysIn(candidate, [...near, ...others].slice(0, maxNames)).slice(0, limits.registryKeys);
}

// The id as it is, trimmed, or as a fix would write it: the three have one key.
function keysIn(candidate: JsonObject, names: readonly string[]): readonly ComparisonKey[] {
  const ids = names
    .map((name) => member(candidate, name))
    .filter((value) => typeof value === "string")
    .flatMap((value) => [value, value.trim(), slug(value)].filter(isGeneratorId));
  return [...new Set(ids.map(comparisonKey))];
}
