import type { Diagnostic } from "@assay/contract";
import { listMarks, type Range } from "@assay/json-text";
import type { Draft } from "../draft/read-draft.ts";
import type { Position } from "../terminal/source-lines.ts";

const severities = ["error", "warning", "info"] as const;

/** A diagnostic with its places in the author's file, the main place first. */
export interface LocatedDiagnostic {
  readonly diagnostic: Diagnostic;
  readonly marks: readonly Range[];
}

/** Finds the places of diagnostics in a draft's file. */
export function locateDiagnostics(
  diagnostics: readonly Diagnostic[],
  { places, prefix }: Pick<Draft, "places" | "prefix">,
): readonly LocatedDiagnostic[] {
  return diagnostics.map((diagnostic) => {
    const { code, path, paths } = diagnostic;
    const fileDiagnostic = { code, path: prefix + path, ...(paths && { paths: paths.map((other) => prefix + other) }) };
    return { diagnostic, marks: listMarks(fileDiagnostic, places) };
  });
}

/** Sorts diagnostics by position, for people. A severity that is unknown to this version becomes an error. */
export function sortByPosition(located: readonly LocatedDiagnostic[]): readonly LocatedDiagnostic[] {
  const start = ({ marks }: LocatedDiagnostic) => marks[0]?.from ?? 0;
  return located
    .toSorted((one, other) => start(one) - start(other))
    .map(({ diagnostic, marks }) => {
      const severity = severities.find((known) => known === diagnostic.severity) ?? "error";
      return { diagnostic: { ...diagnostic, severity }, marks };
    });
}

/** The lines and columns where a mark starts and ends, for editors and annotations. */
export function toSpan(
  mark: Range,
  { lines }: Pick<Draft, "lines">,
): { readonly start: Position; readonly end: Position } {
  return { start: lines.findPosition(mark.from), end: lines.findPosition(mark.to) };
}
