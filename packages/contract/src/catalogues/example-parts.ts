import type { Json, JsonObject } from "../json/json.ts";
import type { DiagnosticEntry } from "./diagnostic-catalogue.ts";

/** One part of an example on a page: a caption, and the JSON below it. */
export interface ExamplePart {
  readonly caption: string;
  readonly json: Json;
}

/** The parts of an example on the page of a diagnostic. */
export interface ExampleParts {
  /** The rules that differ from Datamint's, if any. */
  readonly rules?: ExamplePart | undefined;
  readonly triggers: ExamplePart;
  /** The fixed version of `triggers`. Absent if only the owner can fix it. */
  readonly fixed?: ExamplePart | undefined;
}

/**
 * Splits the example of a diagnostic into the parts that its page shows.
 *
 * @example
 * const { triggers, fixed } = exampleParts(diagnosticCatalogue["field.missing"].example);
 */
export function exampleParts(example: DiagnosticEntry["example"]): ExampleParts {
  const { before, after } = example;
  const fixed = after && toPart("Fixed", after);
  if (example.of === "spec-package") {
    const caption = `In a spec package, for a candidate with ${formatRecordCount(example.sampleRecords)}`;
    return { triggers: toPart(caption, before), fixed };
  }
  return {
    rules: example.spec && toPart("If the spec package says", example.spec),
    triggers: toPart("In a candidate for Datamint", before),
    fixed,
  };
}

function formatRecordCount(count: number): string {
  return count === 1 ? "one sample record" : `${count} sample records`;
}

// In a merge patch, null removes a property. In the JSON on a page, it would be a value and cause a different error.
function toPart(caption: string, patch: JsonObject): ExamplePart {
  const absent = Object.keys(patch).filter((name) => patch[name] === null);
  const without = absent.length === 0 ? "" : ` (without ${absent.map((name) => `\`${name}\``).join(" and ")})`;
  const present = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== null));
  return { caption: `${caption}${without}:`, json: present };
}
