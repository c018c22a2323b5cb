import assert from "node:assert/strict";
import { test } from "node:test";
import { figure } from "@assay/testing/figure";
import { isFullScale, scaled } from "@assay/testing/scale";
import { readCases } from "../conformance/read-cases.ts";
import type { Admissions } from "./admissions.ts";
import { type OfflineEngine, openOffline } from "./offline-engine.ts";

test("a remembered package gives the recorded verdict, as it does the first time, in golden cases", async () => {
  // As `someGoldenCases`: below full scale every fifth, because the test of the engine itself runs all of them.
  const cases = readCases().cases.filter((_, index) => isFullScale || index % 5 === 1);
  const opened = new Map<string, readonly OfflineEngine[]>();
  let compared = 0;
  for (const one of cases) {
    if (one.kind !== "verdict") continue;
    const { specPackage, next, registry, candidate, fixes, upcoming } = one.input;
    const key = JSON.stringify([specPackage, next, registry]);
    const both = opened.get(key) ?? (await openBoth(specPackage, next, registry));
    opened.set(key, both);
    const verdicts = both.flatMap(({ engine, ...rules }) => {
      const input = { ...rules, candidate: JSON.parse(candidate), fixes, upcoming };
      return [engine.validate(input), engine.build(input)];
    });
    const [verdict, built, again, builtAgain] = verdicts;
    assert.deepEqual(again, verdict, one.name);
    assert.deepEqual(builtAgain, built, one.name);
    assert.deepEqual(JSON.parse(JSON.stringify(verdict)), one.verdict, one.name);
    compared += 1;
  }
  figure("golden verdicts with a remembered package and without", compared, "all the same");
  assert.ok(compared > scaled({ ci: 100, full: 500 }), `${compared} cases`);
});

/** The same rules twice: admitted, and as if they had been admitted before. */
async function openBoth(specPackage: string, next: string | undefined, registry: string) {
  const remembered: Admissions = { has: () => true, remember: () => assert.fail("it is remembered already") };
  const named = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text) });
  const documents = {
    specPackage: named("spec-package.json", specPackage),
    next: next === undefined ? undefined : named("next.json", next),
    registry: named("registry.json", registry),
  };
  return [await openOffline(documents), await openOffline(documents, undefined, remembered)];
}
