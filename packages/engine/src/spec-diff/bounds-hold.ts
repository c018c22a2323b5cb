import type { Json, JsonObject } from "@assay/contract";
import { isObject } from "../json/json.ts";

/** What is known of a value besides its schemas: its possible types, and its possible values if they are listed. */
interface Known {
  readonly types: ReadonlySet<string>;
  readonly values: readonly Json[] | undefined;
}

/** Whether a bound follows from some schemas that all apply. A keyword that is no bound does not follow. */
export function boundsHold(
  given: readonly JsonObject[],
  keyword: string,
  value: Json,
  { types, values }: Known,
): boolean {
  if (typeof value !== "number") return false;
  const is = (...names: readonly string[]) => names.some((name) => types.has(name));
  const listed = (measure: (one: Json) => number | undefined, fits: (size: number) => boolean) =>
    values?.every((one) => {
      const size = measure(one);
      return size === undefined || fits(size);
    }) ?? false;
  const least = (name: string) => Math.max(...given.map((schema) => numberIn(schema, name) ?? -Infinity));
  const most = (name: string) => Math.min(...given.map((schema) => numberIn(schema, name) ?? Infinity));
  switch (keyword) {
    case "minLength":
      return !is("string") || value <= 0 || least(keyword) >= value || listed(lengthOf, (size) => size >= value);
    case "maxLength":
      return !is("string") || most(keyword) <= value || listed(lengthOf, (size) => size <= value);
    case "minItems":
      return !is("array") || value <= 0 || least(keyword) >= value;
    case "maxItems":
      return !is("array") || most(keyword) <= value;
    case "minProperties":
      return !is("object") || value <= 0 || least(keyword) >= value || Math.max(...given.map(requiredIn)) >= value;
    case "maxProperties":
      return !is("object") || most(keyword) <= value || Math.min(...given.map(membersOf)) <= value;
    case "minimum":
      return (
        !isNumber(is) ||
        least("minimum") >= value ||
        least("exclusiveMinimum") >= value ||
        listed(numberOf, (size) => size >= value)
      );
    case "exclusiveMinimum":
      return (
        !isNumber(is) || least("minimum") > value || least(keyword) >= value || listed(numberOf, (size) => size > value)
      );
    case "maximum":
      return (
        !isNumber(is) ||
        most("maximum") <= value ||
        most("exclusiveMaximum") <= value ||
        listed(numberOf, (size) => size <= value)
      );
    case "exclusiveMaximum":
      return (
        !isNumber(is) || most("maximum") < value || most(keyword) <= value || listed(numberOf, (size) => size < value)
      );
    case "multipleOf":
      return !isNumber(is) || given.some((schema) => isMultiple(numberIn(schema, keyword), value));
    default:
      return false;
  }
}

function isNumber(is: (...names: readonly string[]) => boolean): boolean {
  return is("integer", "fraction");
}

function numberIn(schema: JsonObject, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === "number" ? value : undefined;
}

// Of fractions only the same one: their remainders are rounded.
function isMultiple(one: number | undefined, other: number): boolean {
  if (one === undefined) return false;
  return one === other || (Number.isSafeInteger(one) && Number.isSafeInteger(other) && one % other === 0);
}

function requiredIn({ required }: JsonObject): number {
  return Array.isArray(required) ? required.length : 0;
}

function membersOf({ properties, patternProperties, additionalProperties }: JsonObject): number {
  if (additionalProperties !== false || patternProperties !== undefined) return Infinity;
  return isObject(properties) ? Object.keys(properties).length : 0;
}

// JSON Schema counts code points.
function lengthOf(value: Json): number | undefined {
  return typeof value === "string" ? [...value].length : undefined;
}

function numberOf(value: Json): number | undefined {
  return typeof value === "number" ? value : undefined;
}
