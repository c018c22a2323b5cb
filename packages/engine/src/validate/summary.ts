import { type Counts, diagnosticCatalogue, type Needs } from "@assay/contract";
import type { Group } from "./collector.ts";

const parts: readonly (readonly [Needs, (count: number) => string])[] = [
  ["edit", (count) => `${count} to edit`],
  ["owner-decision", (count) => `${count} only the owner can decide`],
  ["product-team", (count) => `${count} ${count === 1 ? "is" : "are"} for the product team`],
];

/** A verdict in one line. */
export function summaryOf(groups: readonly Group[], counts: Counts): string {
  const others = [...plural(counts.warning, "warning"), ...plural(counts.info, "remark")];
  if (counts.error === 0) return others.length > 0 ? `Valid, with ${others.join(" and ")}.` : "Valid.";
  const errors = groups.filter(({ first }) => first.severity === "error");
  const said = parts.flatMap(([needs, say]) => {
    const count = errors.filter(({ first }) => diagnosticCatalogue[first.code].needs === needs).length;
    return count > 0 ? [say(count)] : [];
  });
  return `Not valid: ${[...plural(counts.error, "error"), ...others].join(", ")}. ${said.join(", ")}.`;
}

function plural(count: number, word: string): readonly string[] {
  return count === 0 ? [] : [`${count} ${word}${count === 1 ? "" : "s"}`];
}
