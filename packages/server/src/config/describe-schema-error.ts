import { escapeToken, isJsonObject, type Json, parsePointer, valueAt } from "@assay/contract";
import { findClosest, quote, type SchemaError } from "@assay/engine";

/** An error in a document: its location as a JSON Pointer, and a message. */
interface DescribedError {
  readonly pointer: string;
  readonly message: string;
}

/** Describes a schema error in a document, without quoting any string that could be a password. */
export function describeSchemaError(error: SchemaError, document: Json): DescribedError {
  const { keyword, bound, pointer, name = "", schema } = error;
  const known = isJsonObject(schema) && isJsonObject(schema.properties) ? schema.properties : {};
  const value = valueAt(document, parsePointer(pointer) ?? []);
  switch (keyword) {
    case "additionalProperties": {
      const remedy = describeRemedy(name, Object.keys(known));
      return { pointer: `${pointer}/${escapeToken(name)}`, message: `Unknown property ${quote(name)}. ${remedy}` };
    }
    case "required": {
      const message = `The required property ${quote(name)} is missing.`;
      const description = valueAt(known, [name, "description"]);
      return { pointer, message: description === undefined ? message : `${message} ${description}` };
    }
    case "enum": {
      const allowed = [bound].flat().map(String);
      return {
        pointer,
        message: `Must be ${allowed.map((each) => quote(each)).join(" or ")}${describeActual(value, allowed)}`,
      };
    }
    case "type": {
      const type = String(bound);
      return { pointer, message: `Must be ${/^[aio]/.test(type) ? "an" : "a"} ${type}${describeActual(value)}` };
    }
    case "minimum":
      return { pointer, message: `Must be at least ${bound}${describeActual(value)}` };
    case "maximum":
      return { pointer, message: `Must be at most ${bound}${describeActual(value)}` };
    case "minItems":
      return { pointer, message: "The array is empty. Add an item." };
    case "maxLength":
      return { pointer, message: `Must have at most ${bound} characters.` };
    case "pattern":
      return { pointer, message: `Must match the pattern ${bound}` };
    default:
      return { pointer, message: `Does not match the schema (${keyword}).` };
  }
}

// Ends a sentence about an invalid value. Only numbers, and strings where an enum is expected, are quoted.
function describeActual(value: Json | undefined, allowed?: readonly string[]): string {
  if (typeof value === "number") return `, not ${value}.`;
  if (typeof value !== "string" || allowed === undefined) return ".";
  const closest = findClosest(value, allowed);
  return `, not ${quote(value)}.${closest === undefined ? "" : ` Did you mean ${quote(closest)}?`}`;
}

function describeRemedy(name: string, known: readonly string[]): string {
  const closest = findClosest(name, known);
  return closest === undefined
    ? `Remove it. Known properties: ${known.map((other) => quote(other)).join(", ")}.`
    : `Did you mean ${quote(closest)}?`;
}
