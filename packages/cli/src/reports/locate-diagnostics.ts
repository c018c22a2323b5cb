import type { Diagnostic } from "@assay/contract";
import { listMarks, type Range } from "@assay/json-text";
import type { Draft } from "../draft/read-draft.ts";
import type { Position } from "../terminal/source-lines.ts";

const severities = ["error", "warning", "info"] as const;

/** A diagnostic and the places in its author's file that it is about, the first one first. */
export interface LocatedDiagnostic {
  readonly diagnostic: Diagnostic;
  readonly marks: readonly Range[];
}

/** Finds the places of diagnostics. */
export function locateDiagnostics(
  diagnostics: readonly Diagnostic[],
  { places, prefix }: Pick<Draft, "places" | "prefix">,
): readonly LocatedDiagnostic[] {
  return diagnostics.map((diagnostic) => {
    const { code, path, paths } = diagnostic;
    const inFile = { code, path: prefix + path, ...(paths && { paths: paths.map((other) => prefix + other) }) };
    return { diagnostic, marks: listMarks(inFile, places) };
  });
}

/** The same for a person: in the order of the file, and with severities of this version. One that a later service adds is an error. */
export function sortByPosition(located: readonly LocatedDiagnostic[]): readonly LocatedDiagnostic[] {
  const start = ({ marks }: LocatedDiagnostic) => marks[0]?.from ?? 0;
  return located
    .toSorted((one, other) => start(one) - start(other))
    .map(({ diagnostic, marks }) => {
      const severity = severities.find((known) => known === diagnostic.severity) ?? "error";
      return { diagnostic: { ...diagnostic, severity }, marks };
    });
}

/** Where a mark begins and ends, for editors and annotations. */
export function toSpan(
  mark: Range,
  { lines }: Pick<Draft, "lines">,
): { readonly start: Position; readonly end: Position } {
  return { start: lines.findPosition(mark.from), end: lines.findPosition(mark.to) };
}
