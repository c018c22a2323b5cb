import type { Answer } from "@assay/testing/services/callers";

/** Counts the answers with each status. */
export function countStatuses(answers: readonly Pick<Answer, "status">[]): { readonly [status: string]: number } {
  const counts: { [status: string]: number } = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
