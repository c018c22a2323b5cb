import { escapeToken } from "@assay/contract";
import { closest, quoted } from "@assay/engine";
import type { ErrorObject } from "ajv/dist/2020.js";

/** Where an error of Ajv is in a document, as a JSON Pointer, and what is wrong there. */
interface DescribedError {
  readonly at: string;
  readonly fault: string;
}

/** Describes an error of Ajv in the options `verbose` and `allErrors`. Quotes no string that could be a password. */
export function describeSchemaError(error: ErrorObject): DescribedError {
  const { keyword, instancePath: at, params, message = keyword } = error;
  switch (keyword) {
    case "additionalProperties": {
      const name = String(params.additionalProperty);
      return { at: `${at}/${escapeToken(name)}`, fault: `Unknown property ${quoted(name)}. ${remedyFor(name, error)}` };
    }
    case "required": {
      const description = propertiesOf(error)[params.missingProperty]?.description;
      const fault = `The required property ${quoted(params.missingProperty)} is missing.`;
      return { at, fault: description === undefined ? fault : `${fault} ${description}` };
    }
    case "enum":
      return {
        at,
        fault: `Must be ${params.allowedValues.map((value: string) => quoted(value)).join(" or ")}${found(error)}`,
      };
    case "type":
      return { at, fault: `Must be ${/^[aio]/.test(params.type) ? "an" : "a"} ${params.type}${found(error)}` };
    case "minimum":
      return { at, fault: `Must be at least ${params.limit}${found(error)}` };
    case "maximum":
      return { at, fault: `Must be at most ${params.limit}${found(error)}` };
    case "minItems":
      return { at, fault: "The array is empty. Add an item." };
    case "maxLength":
      return { at, fault: `Must have at most ${params.limit} characters.` };
    case "pattern":
      return { at, fault: `Must match the pattern ${params.pattern}` };
    default:
      return { at, fault: `${message}.` };
  }
}

// The end of a sentence about a value: only numbers and values of an enumeration are quoted.
function found({ keyword, params, data }: ErrorObject): string {
  if (typeof data === "number") return `, not ${data}.`;
  if (typeof data !== "string" || keyword !== "enum") return ".";
  const near = closest(data, params.allowedValues);
  return `, not ${quoted(data)}.${near === undefined ? "" : ` Did you mean ${quoted(near)}?`}`;
}

function remedyFor(name: string, error: ErrorObject): string {
  const known = Object.keys(propertiesOf(error));
  const near = closest(name, known);
  return near === undefined
    ? `Remove it. Known properties: ${known.map((other) => quoted(other)).join(", ")}.`
    : `Did you mean ${quoted(near)}?`;
}

function propertiesOf({ parentSchema }: ErrorObject): { readonly [name: string]: { readonly description?: string } } {
  return parentSchema?.properties ?? {};
}
