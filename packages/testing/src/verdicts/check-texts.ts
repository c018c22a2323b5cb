import assert from "node:assert/strict";
import { limits, type SpecProblem, type Verdict } from "@assay/contract";
import { marker } from "../corpora/hostile-kinds.ts";
import { assertNothingHidden, checkForm } from "./check-verdict.ts";

/** Checks that a verdict is short, contains no invisible characters, and truncates texts from outside. */
export function checkVerdictTexts(verdict: Verdict, maxCharacters: number): void {
  checkForm(verdict);
  checkTexts(listTexts(verdict), maxCharacters);
  assertNothingHidden(listPatchTexts(verdict).map((text) => text.replace(/[\t\n\r]/g, "")));
}

/** Checks the form of a spec package's problems, and that their texts are safe. */
export function checkProblemTexts(problems: readonly SpecProblem[]): void {
  checkTexts(listTexts(problems), limits.specPackageText);
  for (const { code, at, message, advice } of problems) {
    assert.match(code, /^spec\.[a-z-]+$/);
    assert.ok(at.length <= 512 && message.length <= 4_096 && advice.length <= 4_096, `${code} is too long`);
  }
}

/** Checks that texts contain no invisible characters, and at most `maxCharacters` markers in a row. */
export function checkTexts(texts: readonly string[], maxCharacters: number): void {
  assertNothingHidden(texts);
  const tooMuch = marker.repeat(maxCharacters + 1);
  for (const text of texts) assert.ok(!text.includes(tooMuch), `outside text not truncated: ${text.slice(0, 400)}`);
}

/** Lists every text in a verdict or in problems, except in fixes, which contain values and names unchanged. */
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

/** Lists the texts, names and paths in the fixes of a verdict. */
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
