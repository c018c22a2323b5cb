import { isLowerVersion, type Rule, type SpecPackage, type SpecProblem } from "@assay/contract";
import type { Check, Checks, LintedSpec } from "../checks/check.ts";
import { lintAliases } from "../checks/lint-aliases.ts";
import { createSpecProblem } from "../findings/create-spec-problem.ts";
import { quote } from "../text/sanitize-text.ts";

// The ids of the checks that are not rules. Rules must not use these ids.
const fixedChecks = ["candidate-schema", "owner-kind", "owner-is-caller", "generator-id"];

/** Reports rules with a duplicate or reserved id, and the problems that each rule's check finds in it. */
export function lintRules(spec: LintedSpec, checks: Checks): readonly SpecProblem[] {
  const usedIds = new Set(fixedChecks);
  return (spec.rules ?? []).flatMap((rule, index) => {
    const path = ["rules", String(index)];
    const repeated = usedIds.has(rule.id) ? [createIdProblem(rule, path)] : [];
    usedIds.add(rule.id);
    return [...repeated, ...lintRule(rule, spec, checks, path)];
  });
}

/** Reports ambiguous aliases of field types. */
export function lintTypeAliases({ fieldTypes = {} }: SpecPackage): readonly SpecProblem[] {
  const aliases = Object.entries(fieldTypes).flatMap(([target, type]) =>
    (type.aliases ?? []).map((alias, index) => ({
      alias,
      target,
      path: ["fieldTypes", target, "aliases", String(index)],
    })),
  );
  return lintAliases(Object.keys(fieldTypes), aliases);
}

function lintRule(rule: Rule, spec: LintedSpec, checks: Checks, path: readonly string[]): readonly SpecProblem[] {
  const check = checks[rule.check] as Check<Rule> | undefined;
  if (!check) {
    return [
      createSpecProblem(
        "spec.cel-unavailable",
        [...path, "check"],
        `The rule ${quote(rule.id)} is a CEL expression, but the engine was created without CEL.`,
        "Create the engine with CEL, or use another check for the rule.",
      ),
    ];
  }
  return check.lint(rule, spec, path);
}

function createIdProblem(rule: Rule, path: readonly string[]): SpecProblem {
  const reserved = fixedChecks.includes(rule.id);
  const why = reserved ? "is reserved for a check that always runs" : "is already the id of an earlier rule";
  return createSpecProblem(
    "spec.duplicate",
    [...path, "id"],
    `${quote(rule.id)} ${why}.`,
    "Give the rule a unique id.",
  );
}

/** Reports an announced next version that is not higher than the current one. */
export function lintNext({ version, next }: SpecPackage): readonly SpecProblem[] {
  if (!next || isLowerVersion(version, next.version)) return [];
  return [
    createSpecProblem(
      "spec.shape",
      ["next", "version"],
      `The announced version ${quote(next.version)} is not higher than ${quote(version)}, the version of this package.`,
      "Announce a higher version, or remove `next`.",
    ),
  ];
}
