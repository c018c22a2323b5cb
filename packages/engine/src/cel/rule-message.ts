import { formatPointer, type Json, limits, type SpecProblem } from "@assay/contract";
import type { LintedSpec } from "../checks/check.ts";
import { lintPointer } from "../checks/lint-pointer.ts";
import { createSpecProblem } from "../findings/create-spec-problem.ts";
import { valueAt } from "../json/pointer.ts";
import { formatValue } from "../text/render-message.ts";
import { quoteSingle } from "../text/sanitize-text.ts";

// Braces around any other text, such as "{id}" in a URI template, are not placeholders.
const placeholder = /\{(self|candidate)((?:\.[A-Za-z_][A-Za-z0-9_]*)*)\}/g;

/** Replaces placeholders in a rule's message, such as `{self.share}`, with their values: shortened, escaped and quoted. */
export function fillMessage(message: string, self: Json, candidate: Json): string {
  return message.replace(placeholder, (_, root: string, names: string) => {
    const value = valueAt(root === "self" ? self : candidate, splitNames(names));
    if (value === undefined) return "nothing";
    return typeof value === "string" ? quoteSingle(value) : formatValue(value);
  });
}

/** Counts the placeholders in a message. */
export function countPlaceholders(message: string): number {
  return [...message.matchAll(placeholder)].length;
}

/** Reports too many placeholders, or placeholders for values that no candidate has; `path` is the message's path. */
export function lintMessage(
  spec: LintedSpec,
  { at, message }: { readonly at: string; readonly message: string },
  path: readonly string[],
): readonly SpecProblem[] {
  const placeholders = [...message.matchAll(placeholder)];
  const max = limits.cel.messageValues;
  if (placeholders.length > max) {
    const text = `The message names ${placeholders.length} values; the maximum is ${max}.`;
    return [createSpecProblem("spec.too-large", path, text, "Name only those that the reader needs.")];
  }
  return placeholders.flatMap(([, root, names = ""]) => {
    const pointer = `${root === "self" ? at : ""}${formatPointer(splitNames(names))}`;
    return lintPointer(spec, pointer, "any", path);
  });
}

function splitNames(names: string): readonly string[] {
  return names.split(".").slice(1);
}
