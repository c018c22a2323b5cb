import { type Json, type JsonSchema, limits } from "@assay/contract";
import { isObject } from "../json/json.ts";
import { type Meter, spend } from "../meter.ts";
import { fastPatterns } from "./formats.ts";

type Test = (value: Json, meter: Meter) => boolean;

/**
 * The test of a schema with a quick way to yes, where the schema says little: a type, and of texts a format and the
 * longest length. Types of fields are mostly such, and every value of every sample record is tried on one of them.
 */
export function withFastPath(schema: JsonSchema, test: Test): Test {
  if (!isObject(schema)) return test;
  const { type, format, maxLength = limits.schema.patternInput, ...others } = schema;
  if (Object.keys(others).length > 0 || typeof maxLength !== "number") return test;
  if (type === "boolean") return (value, meter) => typeof value === "boolean" || test(value, meter);
  if (type === "number") return (value, meter) => typeof value === "number" || test(value, meter);
  if (type === "integer") return (value, meter) => Number.isInteger(value) || test(value, meter);
  if (type !== "string") return test;
  // A text never has fewer code units than characters.
  if (format === undefined) {
    return (value, meter) => (typeof value === "string" && value.length <= maxLength) || test(value, meter);
  }
  const form = fastPatterns[format as keyof typeof fastPatterns];
  if (!form) return test;
  const longest = Math.min(maxLength, limits.schema.patternInput);
  const isPlain = (text: string, meter: Meter) => {
    spend(meter, text.length / 8);
    return form.test(text);
  };
  return (value, meter) =>
    (typeof value === "string" && value.length <= longest && isPlain(value, meter)) || test(value, meter);
}
