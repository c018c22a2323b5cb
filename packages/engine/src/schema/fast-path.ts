import { type Json, type JsonSchema, limits } from "@assay/contract";
import { isObject } from "../json/json.ts";
import { type Meter, spend } from "../meter.ts";
import { fastPatterns } from "./formats.ts";

type Test = (value: Json, meter: Meter) => boolean;

/**
 * Adds a fast path to the test of a simple schema: one with a type and, for strings, a format and a maximum length. Most
 * field types are simple, and every value of every sample record is tested against one.
 */
export function withFastPath(schema: JsonSchema, test: Test): Test {
  if (!isObject(schema)) return test;
  const { type, format, maxLength = limits.schema.patternInput, ...others } = schema;
  if (Object.keys(others).length > 0 || typeof maxLength !== "number") return test;
  if (type === "boolean") return (value, meter) => typeof value === "boolean" || test(value, meter);
  if (type === "number") return (value, meter) => typeof value === "number" || test(value, meter);
  if (type === "integer") return (value, meter) => Number.isInteger(value) || test(value, meter);
  if (type !== "string") return test;
  // A string never has fewer code units than characters.
  if (format === undefined) {
    return (value, meter) => (typeof value === "string" && value.length <= maxLength) || test(value, meter);
  }
  const pattern = fastPatterns[format as keyof typeof fastPatterns];
  if (!pattern) return test;
  const maxUnits = Math.min(maxLength, limits.schema.patternInput);
  const matches = (text: string, meter: Meter) => {
    spend(meter, text.length / 8);
    return pattern.test(text);
  };
  return (value, meter) =>
    (typeof value === "string" && value.length <= maxUnits && matches(value, meter)) || test(value, meter);
}
