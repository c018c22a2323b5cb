import assert from "node:assert/strict";
import { test } from "node:test";
import type { Diagnostic } from "@assay/contract";
import { engine } from "@assay/testing/cases/run-case";
import { type UnseenDraft, unseenDrafts, unseenSkipReason } from "@assay/testing/corpora/unseen-domains";
import { printFigure } from "@assay/testing/print-figure";
import { checkFixes } from "../test/check-fixes.ts";

interface JudgedDraft extends UnseenDraft {
  readonly errors: readonly Diagnostic[];
  /** The number of places with a diagnostic, including warnings. */
  readonly placeCount: number;
  /** Whether the fixes make the draft valid and, if so, whether the result is the intended candidate. */
  readonly repaired: "no" | "correct" | "incorrect";
  /** The number of calls for an author who applies all fixes and resolves all other errors after each answer. */
  readonly calls: number;
  readonly bytes: number;
}

// Drafts without a recorded intended candidate. A review found that their fixes are correct.
const correctlyRepaired = new Set(
  [55, 91, 208, 209, 219, 221, 225, 226, 229, 231, 234, 254, 257, 265, 275, 293, 322, 330, 331, 336, 337, 341, 350]
    .concat([352, 364, 365, 366, 370, 372])
    .map(String),
);

const categories: { readonly [name: string]: (judged: JudgedDraft) => boolean } = {
  missed: ({ placeCount, mistakes }) => placeCount < mistakes,
  false: ({ errors, mistakes, violatesRule }) =>
    errors.some(
      ({ code }) => mistakes === 0 || (!violatesRule && (code === "rule.violated" || code === "check.failed")),
    ),
  "meaning changed": ({ repaired }) => repaired === "incorrect",
  cascade: ({ errors, mistakes }) => mistakes > 0 && errors.length - countPairs(errors) > mistakes,
  "owner not marked": ({ errors, needsOwner }) => needsOwner && !errors.some(({ needs }) => needs === "owner-decision"),
};

// The maximum in the first set of drafts, and in the second. In each set, the owner must decide the `price` of
// one draft, which the engine cannot know.
const bars: { readonly [name: string]: readonly [number, number] } = {
  missed: [2, 1],
  false: [0, 0],
  "meaning changed": [0, 0],
  cascade: [7, 7],
  "owner not marked": [1, 1],
  calls: [640, 200],
};

test("gives correct verdicts on drafts in domains that were not known when the engine was written", {
  skip: unseenSkipReason,
}, () => {
  const all = unseenDrafts().map(judge);
  const sets = [all.filter(({ name }) => /^\d+$/.test(name)), all.filter(({ name }) => !/^\d+$/.test(name))];
  for (const [index, judged] of sets.entries()) {
    const checkBar = (name: string, value: number, description: string) => {
      const bar = bars[name]?.[index] ?? 0;
      printFigure(`${judged.length} unseen drafts: ${name}`, description, bar);
      assert.ok(value <= bar, `${name}: ${description}`);
    };
    for (const [name, isInCategory] of Object.entries(categories)) {
      const names = judged.filter(isInCategory).map((each) => each.name);
      checkBar(name, names.length, `${names.length} (${names.join(", ")})`);
    }
    const calls = judged.reduce((sum, each) => sum + each.calls, 0);
    checkBar("calls", calls, String(calls));
    printFigure(
      `${judged.length} unseen drafts: bytes of answers`,
      judged.reduce((sum, { bytes }) => sum + bytes, 0),
      "none",
    );
  }
});

function judge(draft: UnseenDraft): JudgedDraft {
  const { spec, registry, candidate, intended, name } = draft;
  const verdict = engine.validate({ spec, registry, candidate });
  const { fixes, repaired } = checkFixes({ spec, registry, candidate });
  const last = engine.build({ spec, registry, candidate: repaired });
  const intendedDigest = intended && engine.build({ spec, registry, candidate: intended }).proposalPackage?.digest;
  const isCorrect =
    intendedDigest === undefined ? correctlyRepaired.has(name) : last.proposalPackage?.digest === intendedDigest;
  const errors = verdict.diagnostics.filter(({ severity }) => severity === "error");
  const codes = new Set(errors.map(({ code }) => code));
  const hasNewCode = last.verdict.diagnostics.some(({ severity, code }) => severity === "error" && !codes.has(code));
  return {
    ...draft,
    errors,
    placeCount: verdict.diagnostics.reduce((sum, { paths = [""] }) => sum + paths.length, 0),
    repaired: fixes === 0 || !last.verdict.valid ? "no" : isCorrect ? "correct" : "incorrect",
    calls: verdict.valid ? 1 : hasNewCode ? 3 : 2,
    bytes: Buffer.byteLength(JSON.stringify(verdict)),
  };
}

// An unknown property beside a missing one is usually the same property under another name: two diagnostics, but one mistake.
function countPairs(errors: readonly Diagnostic[]): number {
  const listParents = (code: string) =>
    errors
      .filter((error) => error.code === code)
      .flatMap(({ path, paths = [path] }) => paths.map((place) => place.slice(0, place.lastIndexOf("/"))));
  const missing = listParents("field.missing");
  return listParents("field.unknown").filter((parent) => {
    const index = missing.indexOf(parent);
    if (index >= 0) missing.splice(index, 1);
    return index >= 0;
  }).length;
}
