import type { Json } from "@assay/contract";
import { isObject, member } from "../json/json.ts";
import { comparisonKey, isGeneratorId } from "./comparison-key.ts";

/** Every comparison key that a verdict on this candidate may ask the registry for. */
export function registryKeys(candidate: Json): readonly string[] {
  const id = isObject(candidate) ? member(candidate, "generatorId") : undefined;
  return typeof id === "string" && isGeneratorId(id) ? [comparisonKey(id)] : [];
}
