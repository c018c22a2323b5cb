import { type Json, type JsonObject, type JsonSchema, limits } from "@assay/contract";
import { closest } from "../did-you-mean/closest.ts";
import { findNonJson } from "../json/find-non-json.ts";
import { isObject, member } from "../json/json.ts";
import { comparisonKey, isGeneratorId } from "./comparison-key.ts";
import { slug } from "./slug.ts";

// Among more strangers than these none is taken for the id.
const maxNames = 64;

/** Every comparison key that a verdict on this candidate, and its fixes, may ask the registry for. */
export function registryKeys(candidateSchema: JsonSchema, candidate: Json): readonly string[] {
  // What is not JSON is never compared, and reading it might throw.
  if (findNonJson(candidate) || !isObject(candidate)) return [];
  if (Object.hasOwn(candidate, "generatorId")) return keysIn(candidate, ["generatorId"]);
  const others = unknownProperties(candidate, candidateSchema);
  // The nearest names first: there may be more of them than the registry is asked for.
  const near = others.filter((name) => closest(name, ["generatorId"]) !== undefined);
  return keysIn(candidate, [...near, ...others].slice(0, maxNames)).slice(0, limits.registryKeys);
}

/** The members of a candidate under names that the schema does not list: the id may stand under one of them. */
export function unknownProperties(candidate: JsonObject, schema: JsonSchema): readonly string[] {
  const properties = isObject(schema) ? member(schema, "properties") : undefined;
  return Object.keys(candidate).filter((name) => !isObject(properties) || !Object.hasOwn(properties, name));
}

// As written, without stray blanks, or as the id that a fix offers: the three have one key.
function keysIn(candidate: JsonObject, names: readonly string[]): readonly string[] {
  const ids = names
    .map((name) => member(candidate, name))
    .filter((value) => typeof value === "string")
    .flatMap((value) => [value, value.trim(), slug(value)].filter(isGeneratorId));
  return [...new Set(ids.map(comparisonKey))];
}
