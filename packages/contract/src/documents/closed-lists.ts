import type { Json } from "../json/json.ts";
import { parsePointer } from "../json/json-pointer.ts";
import type { SpecPackage } from "./spec-package.ts";

/** The only values that a spec package accepts at some place, whatever its schema says about it. */
export interface ClosedList {
  /** The tokens of a pointer; `*` matches each item of an array, and each value of a map. */
  readonly pattern: readonly string[];
  readonly values: readonly Json[];
}

/**
 * The closed lists of a spec package besides those in its schema: the kinds of owner, and `allowed-values` rules that are
 * errors.
 *
 * @example
 * const kinds = closedLists(specPackage).find(({ pattern }) => pattern.join("/") === "owner/kind");
 */
export function closedLists({ owner, rules = [] }: Pick<SpecPackage, "owner" | "rules">): readonly ClosedList[] {
  const ruled = rules.flatMap((rule) =>
    rule.check === "allowed-values" && (rule.severity ?? "error") === "error"
      ? [{ pattern: parsePointer(rule.at) ?? [], values: rule.values }]
      : [],
  );
  return [{ pattern: ["owner", "kind"], values: owner.kinds }, ...ruled];
}
