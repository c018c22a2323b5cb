import assert from "node:assert/strict";
import test from "node:test";
import { type Json, type JsonObject, limits } from "@assay/contract";
import { listSpecDomains } from "@assay/testing/candidates/domains";
import { engine } from "@assay/testing/cases/run-case";
import { times } from "@assay/testing/corpora/build-values";
import { spec } from "@assay/testing/corpora/hostile-spec";
import { createMatchPackage, ordinaryPackage } from "@assay/testing/corpora/pattern-packages";
import { unseenDomains } from "@assay/testing/corpora/unseen-domains";
import { printFigure } from "@assay/testing/print-figure";
import { cel } from "../cel/index.ts";
import { nativeChecks } from "../checks/native-checks.ts";
import type { CompiledSpec } from "../index.ts";
import { measurePackage } from "./measure-package.ts";

const max = limits.specPackage.parts;
const compile = (document: Json) => engine.compileSpec(new TextEncoder().encode(JSON.stringify(document)));

function measureSize({ document }: CompiledSpec): number {
  const types = Object.values(document.fieldTypes ?? {}).map(({ schema }) => schema);
  return measurePackage(document, [document.candidateSchema, ...types], { ...nativeChecks, cel });
}

for (const [name, document] of [
  ["64 rules with 16 patterns each", createMatchPackage(64, (id) => `^(\\pL|x){1,4}y${id}$`)],
  ["16 rules with 16 patterns of many letters each", createMatchPackage(16, (id) => `${id}\\pL{0,8}`)],
  ["64 long expressions", spec({ rules: times(64, createLongRule) })],
] as const) {
  test(`refuses ${name}, although each pattern and each rule is within its limits`, () => {
    const result = compile(document);
    assert.ok(result.kind === "broken");
    assert.deepEqual(
      result.problems.map(({ code, at }) => [code, at]),
      [["spec.too-large", ""]],
    );
    assert.equal(compile({ ...(document as JsonObject), rules: (document.rules as Json[]).slice(0, 1) }).kind, "ok");
  });
}

test("counts a pattern once, however often it is used", () => {
  const samePattern = createMatchPackage(16, () => "^(\\pL|x){1,4}y$");
  assert.equal(compile(samePattern).kind, "ok");
});

test("refuses a pattern that would expand to a million parts, without compiling it", () => {
  const result = compile(createMatchPackage(1, (id) => `${id}(?:${"[ab]?".repeat(8)}){1000}{20}`));
  assert.equal(result.kind, "broken");
});

test("packages for 15 products stay below half the limit", () => {
  const sizes = [...listSpecDomains(), ...unseenDomains()].map(({ spec }) => measureSize(spec));
  printFigure("parts of the largest package", Math.max(...sizes), max / 2);
  assert.ok(Math.max(...sizes) < max / 2);
});

test("accepts a package with 35 rules and 60 patterns of ordinary size", () => {
  assert.equal(compile(ordinaryPackage({ rules: 35, patterns: 60 })).kind, "ok");
});

function createLongRule(index: number): JsonObject {
  const assertion = times(42, () => "candidate.owner.id != ''").join(" && ");
  return { id: `rule-${index}`, check: "cel", at: "", assert: assertion, message: "No." };
}
