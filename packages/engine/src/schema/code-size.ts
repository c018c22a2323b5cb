import type { JsonObject } from "@assay/contract";
import { pointerOf } from "../json/pointer.ts";
import { ownValue } from "./subschemas.ts";

/** Lists with at least as many names or values are looked through in a loop; shorter ones are written out in the code. */
export const loopedFrom = 64;

const charactersPerSubschema = 400;
const charactersPerError = 200;

// Keywords that no code is generated for.
const silent = new Set("$schema $id $defs $comment title description examples default deprecated".split(" "));

/**
 * About how many characters of code are generated for a schema, without the schemas inside it. It is told from the schema
 * alone, so that no version of Ajv changes what is accepted; a test compares it with what is generated.
 *
 * Each keyword, and each required name, is an error that the code can report, and an error names its place.
 */
export function codeSizeOf(schema: JsonObject, path: readonly string[]): number {
  const place = pointerOf(path).length;
  let size = charactersPerSubschema;
  for (const [keyword, value] of Object.entries(schema)) {
    if (silent.has(keyword)) continue;
    const own = ownValue(keyword, value);
    const isLooped = keyword === "dependentRequired" || (Array.isArray(value) && value.length >= loopedFrom);
    const errors = keyword === "required" && Array.isArray(value) && !isLooped ? 1 + value.length : 1;
    size += errors * (charactersPerError + 2 * place) + (isLooped ? 0 : 4 * JSON.stringify(own).length);
  }
  return size;
}
