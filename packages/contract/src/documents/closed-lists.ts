import type { Json } from "../json/json.ts";
import { parsePointer } from "../json/json-pointer.ts";
import type { SpecPackage } from "./spec-package.ts";

/** The only values that a spec package accepts at a path, whatever its schema allows there. */
export interface ClosedList {
  /** The tokens of a pointer. `*` matches each item of an array and each value of a map. */
  readonly pattern: readonly string[];
  readonly values: readonly Json[];
  /** The index of the rule that has the list; undefined for the kinds of owner. */
  readonly rule?: number;
}

/**
 * Returns the closed lists of a spec package that are not in its schema: the kinds of owner, and the `allowed-values`
 * rules with severity `error`.
 *
 * @example
 * const kinds = closedLists(specPackage).find(({ pattern }) => pattern.join("/") === "owner/kind");
 */
export function closedLists({ owner, rules = [] }: Pick<SpecPackage, "owner" | "rules">): readonly ClosedList[] {
  const fromRules = rules.flatMap((rule, index) =>
    rule.check === "allowed-values" && (rule.severity ?? "error") === "error"
      ? [{ pattern: parsePointer(rule.at) ?? [], values: rule.values, rule: index }]
      : [],
  );
  return [{ pattern: ["owner", "kind"], values: owner.kinds }, ...fromRules];
}
