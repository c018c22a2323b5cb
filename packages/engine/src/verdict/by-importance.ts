import type { Needs } from "@assay/contract";

/** What decides how important a diagnostic is. */
interface Subject {
  readonly code: string;
  readonly needs: Needs;
}

/**
 * Diagnostics in the order in which an answer must have them if it cannot have all: what its author cannot edit away, then
 * the first of each code, then the rest.
 */
export function byImportance<Item>(items: readonly Item[], subjectOf: (item: Item) => Subject): readonly Item[] {
  const subjects = items.map((item) => ({ item, ...subjectOf(item) }));
  const decisions = subjects.filter(({ needs }) => needs !== "edit");
  const seen = new Set<string>();
  const firsts = subjects.filter(({ code }) => !seen.has(code) && seen.add(code));
  return [...new Set([...decisions, ...firsts, ...subjects].map(({ item }) => item))];
}
