import { isLowerVersion, type Rule, type SpecPackage, type SpecProblem } from "@assay/contract";
import type { Check, Checks } from "../checks/check.ts";
import { lintAliases } from "../checks/lint-aliases.ts";
import { createSpecProblem } from "../findings/create-spec-problem.ts";
import { quote } from "../text/sanitize-text.ts";

// The checks that run on every candidate, whatever the spec package says.
const fixedChecks = ["candidate-schema", "owner-kind", "generator-id"];

/** Rules that share a name, or that could never report anything. */
export function lintRules(spec: SpecPackage, checks: Checks): readonly SpecProblem[] {
  const seen = new Set(fixedChecks);
  return (spec.rules ?? []).flatMap((rule, index) => {
    const path = ["rules", String(index)];
    const repeated = seen.has(rule.id) ? [createIdProblem(rule, path)] : [];
    seen.add(rule.id);
    return [...repeated, ...lintRule(rule, spec, checks, path)];
  });
}

/** Aliases of field types that mean nothing, or two things. */
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

function lintRule(rule: Rule, spec: SpecPackage, checks: Checks, path: readonly string[]): readonly SpecProblem[] {
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

/** An announcement of rules that would not follow these. */
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
