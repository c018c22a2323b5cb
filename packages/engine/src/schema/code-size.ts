import type { JsonObject } from "@assay/contract";
import { pointerOf } from "../json/pointer.ts";
import { ownValue } from "./subschemas.ts";

/** Ajv loops over arrays with at least this many names or values; it writes shorter ones out in the code. */
export const loopedFrom = 64;

const charactersPerSubschema = 400;
const charactersPerError = 200;

// Keywords that no code is generated for.
const silent = new Set("$schema $id $defs $comment title description examples default deprecated message".split(" "));

/**
 * About how many characters of code are generated for a schema, without the schemas inside it. The estimate uses the schema
 * alone, so that no version of Ajv changes which packages are accepted; a test compares it with the generated code.
 *
 * Each keyword, and each required name, is an error that the code can report, and an error contains its pointer.
 */
export function codeSizeOf(schema: JsonObject, path: readonly string[]): number {
  const pointerLength = pointerOf(path).length;
  let size = charactersPerSubschema;
  for (const [keyword, value] of Object.entries(schema)) {
    if (silent.has(keyword)) continue;
    const own = ownValue(keyword, value);
    const isLooped = keyword === "dependentRequired" || (Array.isArray(value) && value.length >= loopedFrom);
    const errors = keyword === "required" && Array.isArray(value) && !isLooped ? 1 + value.length : 1;
    size += errors * (charactersPerError + 2 * pointerLength) + (isLooped ? 0 : 4 * JSON.stringify(own).length);
  }
  return size;
}
