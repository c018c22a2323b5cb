import type { DiagnosticEntry } from "./diagnostic-catalogue.ts";
import type { JsonObject } from "./json.ts";

/** One half of an example on a page: a caption and the JSON under it. */
export interface ExamplePart {
  readonly caption: string;
  readonly json: string;
}

/**
 * An example of a diagnostic for its page: what the spec package says, where that is not
 * Datamint's own, the part that triggers the error, and the same part fixed, if somebody other than the owner can fix it.
 *
 * @example
 * const parts = exampleParts(diagnosticCatalogue["field.missing"].example);
 */
export function exampleParts(example: DiagnosticEntry["example"]): readonly ExamplePart[] {
  if (example.of === "spec-package") {
    const triggers = `Triggers the error in a spec package, for a candidate with ${records(example.sampleRecords)}`;
    return [partOf(triggers, example.before), partOf("Fixed", example.after)];
  }
  const { before, after } = example;
  const rules = example.spec ? [partOf("If the spec package says", example.spec)] : [];
  const triggers = partOf("Triggers the error in a candidate for Datamint", before);
  return [...rules, triggers, ...(after ? [partOf("Fixed", after)] : [])];
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
