import type { GeneratorIdState } from "@assay/contract";
import type { CheckResults } from "../validate/run-checks.ts";

/** What the registry said about the id of a candidate, told from what its check reported. */
export function generatorIdState({ collector, ran }: Pick<CheckResults, "collector" | "ran">): GeneratorIdState {
  if (!ran.includes("generator-id")) return "not-checked";
  const findings = [...collector.unordered()].map(({ first }) => first);
  const codes = new Set(findings.filter(({ rule }) => rule.at === "/generatorId").map(({ code }) => code));
  if (codes.has("registry.id-taken")) return "taken";
  if (codes.has("registry.id-in-ballot")) return "in-ballot";
  if (codes.has("check.failed")) return "unknown";
  // The check itself says that a string is no id only if it has nothing to ask for.
  return codes.has("field.pattern") ? "not-checked" : "free";
}
