import { type Json, type SpecProblem, showHidden } from "@assay/contract";
import { createSpecProblem } from "../findings/create-spec-problem.ts";
import { isContainer } from "../json/json.ts";
import { findHidden, quote } from "../text/sanitize-text.ts";

const ofTests = new Set(["candidate", "patch", "registry"]);

/**
 * Yields every string, and every name of a property, with a character that a reader cannot see. Who approves a package could
 * not know what it tells a language model. Only what a test submits may have them.
 */
export function* lintHidden(value: Json, path: readonly string[] = []): Generator<SpecProblem, void> {
  if (typeof value === "string") yield* lintText(value, path);
  if (!isContainer(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    if (path[0] === "tests" && path.length === 2 && ofTests.has(name)) continue;
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
