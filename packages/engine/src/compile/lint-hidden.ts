import { type Json, type SpecProblem, showHidden } from "@assay/contract";
import { createSpecProblem } from "../findings/create-spec-problem.ts";
import { isContainer } from "../json/json.ts";
import { findHidden, quote } from "../text/sanitize-text.ts";

const testInputs = new Set(["candidate", "patch", "registry"]);

/**
 * Reports strings and property names with characters that a reader cannot see, because the people who approve a package must
 * see everything that a language model will read. Only the inputs of tests may contain hidden characters.
 */
export function* lintHidden(value: Json, path: readonly string[] = []): Generator<SpecProblem, void> {
  if (typeof value === "string") yield* lintText(value, path);
  if (!isContainer(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    if (path[0] === "tests" && path.length === 2 && testInputs.has(name)) continue;
    yield* lintText(name, path);
    yield* lintHidden(inner, [...path, name]);
  }
}

function* lintText(text: string, path: readonly string[]): Generator<SpecProblem, void> {
  const character = findHidden(text);
  if (character === undefined) return;
  const message = `${quote(text)} contains ${showHidden(character)}, which a reader cannot see.`;
  yield createSpecProblem("spec.shape", path, message, "Remove it.");
}
