import type { Diagnostic } from "@assay/contract";
import { marksOf, type Range } from "@assay/json-text";
import type { Draft } from "../draft/read-draft.ts";
import type { Position } from "../terminal/source-lines.ts";

const severities = ["error", "warning", "info"] as const;

/** A diagnostic and the places in its author's file that it is about, the first one first. */
export interface Located {
  readonly diagnostic: Diagnostic;
  readonly marks: readonly Range[];
}

/** Finds the places of diagnostics. */
export function locate(
  diagnostics: readonly Diagnostic[],
  { places, prefix }: Pick<Draft, "places" | "prefix">,
): readonly Located[] {
  return diagnostics.map((diagnostic) => {
    const { code, path, paths } = diagnostic;
    const inFile = { code, path: prefix + path, ...(paths && { paths: paths.map((other) => prefix + other) }) };
    return { diagnostic, marks: marksOf(inFile, places) };
  });
}

/** The same for a person: in the order of the file, and with severities of this version. One that a later service adds is an error. */
export function inFileOrder(located: readonly Located[]): readonly Located[] {
  const start = ({ marks }: Located) => marks[0]?.from ?? 0;
  return located
    .toSorted((one, other) => start(one) - start(other))
    .map(({ diagnostic, marks }) => {
      const severity = severities.find((known) => known === diagnostic.severity) ?? "error";
      return { diagnostic: { ...diagnostic, severity }, marks };
    });
}

/** Where a mark begins and ends, for editors and annotations. */
export function spanOf(
  mark: Range,
  { lines }: Pick<Draft, "lines">,
): { readonly start: Position; readonly end: Position } {
  return { start: lines.positionOf(mark.from), end: lines.positionOf(mark.to) };
}
