import assert from "node:assert/strict";
import { limits, type SpecProblem, type Verdict } from "@assay/contract";
import { assertNothingHidden, checkForm } from "./check-verdict.ts";
import { marker } from "./hostile-kinds.ts";
import { patchTextsOf, textsOf } from "./hostility.ts";

/** Checks that a verdict is short, hides nothing, and repeats no more of a text from outside than it may. */
export function checkVerdictTexts(verdict: Verdict, mostCharacters: number): void {
  checkForm(verdict);
  checkTexts(textsOf(verdict), mostCharacters);
  assertNothingHidden(patchTextsOf(verdict).map((text) => text.replace(/[\t\n\r]/g, "")));
}

/** The same for what is said of a spec package. */
export function checkProblemTexts(problems: readonly SpecProblem[]): void {
  // Under an expression stands a caret, on a line of its own.
  checkTexts(
    textsOf(problems).map((text) => text.replaceAll("\n", "")),
    limits.specPackageText,
  );
  for (const { code, at, message, advice } of problems) {
    assert.match(code, /^spec\.[a-z-]+$/);
    assert.ok(at.length <= 512 && message.length <= 4_096 && advice.length <= 4_096, `${code} says too much`);
  }
}

/** Checks texts for characters that nobody sees, and for more of the marker in a row than may be repeated. */
export function checkTexts(texts: readonly string[], mostCharacters: number): void {
  assertNothingHidden(texts);
  const tooMuch = marker.repeat(mostCharacters + 1);
  for (const text of texts) assert.ok(!text.includes(tooMuch), `a text from outside is not cut: ${text.slice(0, 400)}`);
}
