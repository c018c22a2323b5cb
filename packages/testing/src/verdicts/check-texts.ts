import assert from "node:assert/strict";
import { limits, type SpecProblem, type Verdict } from "@assay/contract";
import { marker } from "../corpora/hostile-kinds.ts";
import { assertNothingHidden, checkForm } from "./check-verdict.ts";

/** Checks that a verdict is short, hides nothing, and repeats no more of a text from outside than it may. */
export function checkVerdictTexts(verdict: Verdict, maxCharacters: number): void {
  checkForm(verdict);
  checkTexts(listTexts(verdict), maxCharacters);
  assertNothingHidden(listPatchTexts(verdict).map((text) => text.replace(/[\t\n\r]/g, "")));
}

/** The same for what is said of a spec package. */
export function checkProblemTexts(problems: readonly SpecProblem[]): void {
  checkTexts(listTexts(problems), limits.specPackageText);
  for (const { code, at, message, advice } of problems) {
    assert.match(code, /^spec\.[a-z-]+$/);
    assert.ok(at.length <= 512 && message.length <= 4_096 && advice.length <= 4_096, `${code} says too much`);
  }
}

/** Checks texts for characters that nobody sees, and for more of the marker in a row than may be repeated. */
export function checkTexts(texts: readonly string[], maxCharacters: number): void {
  assertNothingHidden(texts);
  const tooMuch = marker.repeat(maxCharacters + 1);
  for (const text of texts) assert.ok(!text.includes(tooMuch), `a text from outside is not cut: ${text.slice(0, 400)}`);
}

/** Every text of a verdict or of problems, save for the values and names that patches hold as they are. */
function listTexts(answer: Verdict | readonly SpecProblem[]): readonly string[] {
  const texts: string[] = [];
  const visit = (value: unknown, name: string): void => {
    if (name === "fix") return;
    if (typeof value === "string") texts.push(value);
    if (typeof value !== "object" || value === null) return;
    for (const [inner, part] of Object.entries(value)) {
      texts.push(inner);
      visit(part, inner);
    }
  };
  visit(answer, "");
  return texts;
}

/** The texts and names that the fixes of a verdict hold as they are, and their paths. */
function listPatchTexts(verdict: Verdict): readonly string[] {
  const texts: string[] = [];
  JSON.stringify(
    verdict.diagnostics.map(({ fix }) => fix),
    (name, value) => {
      texts.push(name);
      if (typeof value === "string") texts.push(value);
      return value;
    },
  );
  return texts;
}
