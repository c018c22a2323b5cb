import type { DiagnosticEntry } from "./diagnostic-catalogue.ts";
import type { JsonObject } from "./json.ts";

/** One half of an example on a page: a caption and the JSON under it. */
export interface ExamplePart {
  readonly caption: string;
  readonly json: string;
}

/**
 * An example of a diagnostic for its page: first the part that triggers the error, then the same part fixed.
 *
 * @example
 * const [triggers, fixed] = exampleParts(diagnosticCatalogue["field.missing"].example);
 */
export function exampleParts(example: DiagnosticEntry["example"]): readonly ExamplePart[] {
  const [triggers, fixed] =
    example.of === "candidate"
      ? ["Triggers the error in a candidate for Datamint", "Fixed"]
      : [`Triggers the error in a spec package, for a candidate with ${records(example.sampleRecords)}`, "Fixed"];
  return [partOf(triggers, example.before), partOf(fixed, example.after)];
}

function records(count: number): string {
  return count === 1 ? "one sample record" : `${count} sample records`;
}

// In a merge patch, null removes a property. Shown as JSON it would be a value, and a different error.
function partOf(caption: string, patch: JsonObject): ExamplePart {
  const absent = Object.keys(patch).filter((name) => patch[name] === null);
  const without = absent.length === 0 ? "" : ` (without ${absent.map((name) => `\`${name}\``).join(" and ")})`;
  const present = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== null));
  return { caption: `${caption}${without}:`, json: JSON.stringify(present, null, 2) };
}
