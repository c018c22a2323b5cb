import { isLowerVersion, type Rule, type SpecPackage, type SpecProblem } from "@assay/contract";
import type { Check, Checks } from "../checks/check.ts";
import { lintAliases } from "../checks/lint-aliases.ts";
import { specProblem } from "../findings/spec-problem.ts";
import { quoted } from "../text/outside-text.ts";

// The checks that run on every candidate, whatever the spec package says.
const fixedChecks = ["candidate-schema", "owner-kind", "generator-id"];

/** Rules that share a name, or that could never report anything. */
export function lintRules(spec: SpecPackage, checks: Checks): readonly SpecProblem[] {
  const seen = new Set(fixedChecks);
  return (spec.rules ?? []).flatMap((rule, index) => {
    const path = ["rules", String(index)];
    const repeated = seen.has(rule.id) ? [repeatedId(rule, path)] : [];
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
      specProblem(
        "spec.cel-unavailable",
        [...path, "check"],
        `The rule ${quoted(rule.id)} is a CEL expression, but the engine was created without CEL.`,
        "Create the engine with CEL, or use another check for the rule.",
      ),
    ];
  }
  return check.lint(rule, spec, path);
}

function repeatedId(rule: Rule, path: readonly string[]): SpecProblem {
  const reserved = fixedChecks.includes(rule.id);
  const why = reserved ? "is reserved for a check that always runs" : "is already the id of an earlier rule";
  return specProblem("spec.duplicate", [...path, "id"], `${quoted(rule.id)} ${why}.`, "Give the rule a unique id.");
}

/** An announcement of rules that would not follow these. */
export function lintNext({ version, next }: SpecPackage): readonly SpecProblem[] {
  if (!next || isLowerVersion(version, next.version)) return [];
  return [
    specProblem(
      "spec.shape",
      ["next", "version"],
      `The announced version ${quoted(next.version)} is not higher than ${quoted(version)}, the version of this package.`,
      "Announce a higher version, or remove `next`.",
    ),
  ];
}
