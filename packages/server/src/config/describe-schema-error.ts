import {
  escapeToken,
  isJsonObject,
  type Json,
  type JsonObject,
  parsePointer,
  parseReference,
  valueAt,
} from "@assay/contract";
import { closest, quote, type SchemaError } from "@assay/engine";

/** Where an error is in a document, as a JSON Pointer, and what is wrong there. */
interface DescribedError {
  readonly at: string;
  readonly fault: string;
}

/** Describes an error of a document under a schema. Quotes no string that could be a password. */
export function describeSchemaError(error: SchemaError, schema: Json, document: Json): DescribedError {
  const { keyword, instancePath: at, params } = error;
  const known = findProperties(error, schema);
  const value = valueAt(document, parsePointer(at) ?? []);
  switch (keyword) {
    case "additionalProperties": {
      const name = String(params.additionalProperty);
      const remedy = describeRemedy(name, Object.keys(known));
      return { at: `${at}/${escapeToken(name)}`, fault: `Unknown property ${quote(name)}. ${remedy}` };
    }
    case "required": {
      const name = String(params.missingProperty);
      const fault = `The required property ${quote(name)} is missing.`;
      const description = valueAt(known, [name, "description"]);
      return { at, fault: description === undefined ? fault : `${fault} ${description}` };
    }
    case "enum": {
      const allowed = [params.allowedValues ?? []].flat().map(String);
      return {
        at,
        fault: `Must be ${allowed.map((each) => quote(each)).join(" or ")}${describeFound(value, allowed)}`,
      };
    }
    case "type": {
      const type = String(params.type);
      return { at, fault: `Must be ${/^[aio]/.test(type) ? "an" : "a"} ${type}${describeFound(value)}` };
    }
    case "minimum":
      return { at, fault: `Must be at least ${params.limit}${describeFound(value)}` };
    case "maximum":
      return { at, fault: `Must be at most ${params.limit}${describeFound(value)}` };
    case "minItems":
      return { at, fault: "The array is empty. Add an item." };
    case "maxLength":
      return { at, fault: `Must have at most ${params.limit} characters.` };
    case "pattern":
      return { at, fault: `Must match the pattern ${params.pattern}` };
    default:
      return { at, fault: `Does not match the schema (${keyword}).` };
  }
}

// The end of a sentence about a value: only numbers and values of an enumeration are quoted.
function describeFound(value: Json | undefined, allowed?: readonly string[]): string {
  if (typeof value === "number") return `, not ${value}.`;
  if (typeof value !== "string" || allowed === undefined) return ".";
  const near = closest(value, allowed);
  return `, not ${quote(value)}.${near === undefined ? "" : ` Did you mean ${quote(near)}?`}`;
}

function describeRemedy(name: string, known: readonly string[]): string {
  const near = closest(name, known);
  return near === undefined
    ? `Remove it. Known properties: ${known.map((other) => quote(other)).join(", ")}.`
    : `Did you mean ${quote(near)}?`;
}

// The properties that the schema with the keyword describes.
function findProperties({ schemaPath }: SchemaError, schema: Json): JsonObject {
  const path = parseReference(schemaPath)?.slice(0, -1) ?? [];
  const properties = valueAt(schema, [...path, "properties"]);
  return isJsonObject(properties) ? properties : {};
}
