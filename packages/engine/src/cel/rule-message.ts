import { formatPointer, type Json, limits, type SpecPackage, type SpecProblem } from "@assay/contract";
import { lintPointer } from "../checks/lint-pointer.ts";
import { createSpecProblem } from "../findings/create-spec-problem.ts";
import { valueAt } from "../json/pointer.ts";
import { formatValue } from "../text/render-message.ts";
import { quoteSingle } from "../text/sanitize-text.ts";

// Braces around anything else are text, as in "{id}" of a URI template.
const placeholder = /\{(self|candidate)((?:\.[A-Za-z_][A-Za-z0-9_]*)*)\}/g;

/** The message of a rule with the values that its placeholders name, such as `{self.share}`: cut, escaped and in quotes. */
export function fillMessage(message: string, self: Json, candidate: Json): string {
  return message.replace(placeholder, (_, root: string, names: string) => {
    const value = valueAt(root === "self" ? self : candidate, splitNames(names));
    if (value === undefined) return "nothing";
    return typeof value === "string" ? quoteSingle(value) : formatValue(value);
  });
}

/** How many values a message names. */
export function countValues(message: string): number {
  return [...message.matchAll(placeholder)].length;
}

/** Placeholders that no candidate has a value for, or too many of them; `path` leads to the message in the spec package. */
export function lintMessage(
  spec: SpecPackage,
  { at, message }: { readonly at: string; readonly message: string },
  path: readonly string[],
): readonly SpecProblem[] {
  const found = [...message.matchAll(placeholder)];
  const max = limits.cel.messageValues;
  if (found.length > max) {
    const count = `The message names ${found.length} values; the maximum is ${max}.`;
    return [createSpecProblem("spec.too-large", path, count, "Name only those that the reader needs.")];
  }
  return found.flatMap(([, root, names = ""]) => {
    const pointer = `${root === "self" ? at : ""}${formatPointer(splitNames(names))}`;
    return lintPointer(spec, pointer, "any", path);
  });
}

function splitNames(names: string): readonly string[] {
  return names.split(".").slice(1);
}
