import type { SpecProblem } from "@assay/contract";
import { createSpecProblem } from "../findings/create-spec-problem.ts";
import { findFoldedMatch } from "../names/folding.ts";
import { formatValue } from "../text/render-message.ts";

/** Another name for an allowed value, and the path where it is declared. */
export interface DeclaredAlias {
  readonly alias: string;
  readonly target: string;
  readonly path: readonly string[];
}

/** Reports aliases whose target is not allowed, or that differ from another value only in case and separators. */
export function lintAliases(allowed: readonly string[], aliases: readonly DeclaredAlias[]): readonly SpecProblem[] {
  return aliases.flatMap(({ alias, target, path }, index) => {
    if (!allowed.includes(target)) {
      const message = `${formatValue(target)} is not one of the allowed values, so ${formatValue(alias)} cannot be another name for it.`;
      return [createSpecProblem("spec.unreachable", path, message, "Name one of the allowed values.")];
    }
    const foldedMatch = findFoldedMatch(alias, allowed);
    const earlierAlias = aliases
      .slice(0, index)
      .find((other) => other.target !== target && findFoldedMatch(alias, [other.alias]) !== undefined);
    const conflict = foldedMatch === target ? undefined : (foldedMatch ?? earlierAlias?.alias);
    if (conflict === undefined) return [];
    const message = `${formatValue(alias)} is the same as ${formatValue(conflict)}: case and separators make no difference.`;
    return [createSpecProblem("spec.duplicate", path, message, "Remove one of them.")];
  });
}
