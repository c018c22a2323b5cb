import type { Counts, Fix } from "@assay/contract";
import type { Group } from "../findings/collector.ts";
import { needsOf } from "./needs.ts";

type Part = "safe" | "review" | "edit" | "owner-decision" | "product-team";

const parts: readonly (readonly [Part, (count: number) => string])[] = [
  ["safe", (count) => (count === 1 ? "1 has a safe fix" : `${count} have safe fixes`)],
  ["review", (count) => (count === 1 ? "1 has a fix to review" : `${count} have fixes to review`)],
  ["edit", (count) => `${count} to edit`],
  ["owner-decision", (count) => `${count} only the owner can decide`],
  ["product-team", (count) => `${count} ${count === 1 ? "is" : "are"} for the product team`],
];

/** A verdict in one line. */
export function summaryOf(groups: readonly Group[], counts: Counts, fixes: ReadonlyMap<Group, Fix>): string {
  const others = [...plural(counts.warning, "warning"), ...plural(counts.info, "remark")];
  if (counts.error === 0) return others.length > 0 ? `Valid, with ${others.join(" and ")}.` : "Valid.";
  const errors = groups.filter(({ first }) => first.severity === "error");
  const partOf = (group: Group): Part => fixes.get(group)?.applicability ?? needsOf(group.first);
  const said = parts.flatMap(([part, say]) => {
    const count = errors.filter((group) => partOf(group) === part).length;
    return count > 0 ? [say(count)] : [];
  });
  return `Not valid: ${[...plural(counts.error, "error"), ...others].join(", ")}. ${said.join(", ")}.`;
}

function plural(count: number, word: string): readonly string[] {
  return count === 0 ? [] : [`${count} ${word}${count === 1 ? "" : "s"}`];
}
