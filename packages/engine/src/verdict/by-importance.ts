import type { Needs, Severity } from "@assay/contract";

/** What decides how important a diagnostic is. */
interface Subject {
  readonly code: string;
  readonly severity: Severity;
  readonly needs: Needs;
}

/**
 * Diagnostics in the order in which an answer must have them if it cannot have all: errors that only the owner or the
 * product team can resolve, the first error of each code, other errors, and the rest. Warnings depend on what else is
 * proposed at the moment, so they must not push out an error.
 */
export function byImportance<Item>(items: readonly Item[], subjectOf: (item: Item) => Subject): readonly Item[] {
  const subjects = items.map((item) => ({ item, ...subjectOf(item) }));
  const errors = subjects.filter(({ severity }) => severity === "error");
  const decisions = errors.filter(({ needs }) => needs === "owner-decision" || needs === "product-team");
  const seen = new Set<string>();
  const firsts = errors.filter(({ code }) => !seen.has(code) && seen.add(code));
  return [...new Set([...decisions, ...firsts, ...errors, ...subjects].map(({ item }) => item))];
}
