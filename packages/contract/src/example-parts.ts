import type { DiagnosticEntry } from "./diagnostic-catalogue.ts";
import type { JsonObject } from "./json.ts";

/** One half of an example as a page shows it: a line that introduces it, and the JSON. */
export interface ExamplePart {
  readonly caption: string;
  readonly json: string;
}

/** An example of a diagnostic for readers: first the part that triggers it, then the same part fixed. */
export function exampleParts(example: DiagnosticEntry["example"]): readonly ExamplePart[] {
  const [triggers, fixed] =
    example.of === "candidate"
      ? ["A part of a candidate for Datamint that gets it", "The same part without it"]
      : [`Part of a spec package that triggers it for a candidate with ${records(example.sampleRecords)}`, "Fixed"];
  return [partOf(triggers, example.before), partOf(fixed, example.after)];
}

function records(count: number): string {
  return count === 1 ? "one sample record" : `${count} sample records`;
}

// In a merge patch null means that the member is not there; written down it would be a value, and another mistake.
function partOf(caption: string, patch: JsonObject): ExamplePart {
  const absent = Object.keys(patch).filter((name) => patch[name] === null);
  const without = absent.length === 0 ? "" : ` (there is no ${absent.map((name) => `\`${name}\``).join(" and no ")})`;
  const present = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== null));
  return { caption: `${caption}${without}:`, json: JSON.stringify(present, null, 2) };
}
