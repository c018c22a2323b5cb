import type { Json } from "@assay/contract";
import { jsonType } from "../json/json.ts";
import { type Meter, spend } from "../meter.ts";
import { type FormatDefect, formatDefect } from "../schema/format-defect.ts";

/** A value as message parameters: a scalar itself, a list or object by its kind. */
export function describeValue(value: Json): { readonly actual: Json } | { readonly found: string } {
  return typeof value === "object" && value !== null ? { found: jsonType(value) } : { actual: value };
}

// The tests of a format run a few times, with what the string may lack.
const stepsPerDefect = 64;

/** What is wrong with a value that is not in a format, at a cost. */
export function describeDefect(format: string, value: Json, meter: Meter): FormatDefect {
  spend(meter, stepsPerDefect);
  return formatDefect(format, typeof value === "string" ? value : "");
}
