import { type Json, type JsonObject, type JsonSchema, limits, type SpecPackage } from "@assay/contract";
import { mayBe } from "../did-you-mean/match-names.ts";
import { findNonJson } from "../json/find-non-json.ts";
import { isObject, member } from "../json/json.ts";
import { membersOf } from "../schema/subschemas.ts";
import { findWrapper, withoutWrapper } from "../schema/wrapper.ts";
import { isGeneratorId, type LookalikeKey, lookalikeKey } from "./comparison-key.ts";
import { slug } from "./slug.ts";

/** Every lookalike key that a verdict on this candidate, and its fixes, may ask the registry for. */
export function registryKeys(spec: SpecPackage, submitted: unknown): readonly LookalikeKey[] {
  // A value that is not JSON is never compared, and reading it might throw.
  if (findNonJson(submitted)) return [];
  const wrapper = findWrapper(submitted as Json, spec);
  const candidate = wrapper ? withoutWrapper(submitted as Json, wrapper) : submitted;
  if (!isObject(candidate)) return [];
  if (Object.hasOwn(candidate, "generatorId")) return keysIn(candidate, ["generatorId"]);
  const names = unknownProperties(candidate, spec.candidateSchema).filter((name) => mayBe(name, "generatorId"));
  // Among more names than this, none is taken for the id.
  return names.length > limits.registryKeys ? [] : keysIn(candidate, names).slice(0, limits.registryKeys);
}

// The id as it is, trimmed, or as a fix would write it: all of them have one key.
function keysIn(candidate: JsonObject, names: readonly string[]): readonly LookalikeKey[] {
  const ids = names
    .map((name) => member(candidate, name))
    .filter((value) => typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    .map((value) => String(value).trim())
    .map((text) => (isGeneratorId(text) ? text : slug(text)))
    .filter(isGeneratorId);
  return [...new Set(ids.map(lookalikeKey))];
}

function unknownProperties(object: JsonObject, schema: JsonSchema): readonly string[] {
  const known = membersOf(schema, "properties");
  return Object.keys(object).filter((name) => !Object.hasOwn(known, name));
}
