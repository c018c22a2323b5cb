import assert from "node:assert/strict";
import { test } from "node:test";
import { type Json, type JsonObject, limits, type Verdict } from "@assay/contract";
import { candidateFile, registryFile, specFile } from "@assay/testing/cases/golden-cases";
import { engine } from "@assay/testing/cases/run-case";
import { checkForm } from "@assay/testing/verdicts/check-verdict";
import { registryFromSnapshot } from "../registry/registry-from-snapshot.ts";

const registry = registryFromSnapshot(registryFile());
const card = candidateFile("loyalty-card") as JsonObject;
// Each is removed by a fix that quotes it.
const unknown = Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`unknown${i}`, "x".repeat(850)]));

test("when an answer is too long, fixes go from the end, and no more of them than must", () => {
  const [whole, bare] = [verdictOn(4, true), verdictOn(4, false)];
  assert.equal(bare.truncated, false);
  assert.equal(whole.truncated, true);
  assert.ok(whole.repair);
  const without = whole.diagnostics.map(({ fixes: _, ...diagnostic }) => diagnostic);
  assert.deepEqual(without, bare.diagnostics);
  const fixed = whole.diagnostics
    .filter(({ code }) => code === "field.unknown")
    .map(({ fixes }) => fixes !== undefined);
  const kept = fixed.indexOf(false);
  assert.ok(kept > 0);
  assert.ok(fixed.slice(kept).every((hasFix) => !hasFix));
  // One more would not have fitted.
  assert.ok(bytesOf(whole) <= limits.verdictBytes && bytesOf(whole) > limits.verdictBytes - 1_024);
});

test("when that is not enough, the repair goes too, and then diagnostics from the end", () => {
  const [whole, bare] = [verdictOn(30, true), verdictOn(30, false)];
  assert.ok(whole.truncated && bare.truncated);
  assert.equal(whole.repair, undefined);
  assert.deepEqual(whole.diagnostics, bare.diagnostics);
  assert.ok(whole.diagnostics.length < limits.diagnostics);
  assert.ok(bytesOf(whole) <= limits.verdictBytes);
  assert.ok(whole.counts.error > limits.diagnostics);
});

test("without the repair there is room for fixes again, as many as fit", () => {
  // The repair alone, which quotes each name and value, is more than the diagnostics leave room for.
  const long = Array.from({ length: 60 }, (_, i) => [`unknown-${i}-${"漢".repeat(36)}`, "y".repeat(250)] as const);
  const whole = verdictOnCard(Object.fromEntries(long), true);
  assert.equal(whole.truncated, true);
  assert.equal(whole.repair, undefined);
  assert.equal(whole.diagnostics.length, limits.diagnostics);
  const kept = whole.diagnostics.filter(({ fixes }) => fixes).length;
  assert.ok(kept > 0 && kept < 16, `${kept} fixes`);
  assert.ok(whole.diagnostics.slice(0, kept).every(({ fixes }) => fixes));
  assert.ok(bytesOf(whole) > limits.verdictBytes - 2_048);
});

test("the summary promises the fixes that are in the answer, and no others", () => {
  const manyFixes = { ...unknown, ...Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`more${i}`, "z"])) };
  for (const verdict of [
    verdictOn(0, true),
    verdictOn(10, true),
    verdictOn(30, true),
    verdictOnCard(manyFixes, true),
  ]) {
    checkForm(verdict);
    const kept = verdict.diagnostics.filter(({ fixes }) => fixes).length;
    assert.equal(/(\d+) with a fix to review/.exec(verdict.summary)?.[1] ?? "0", String(kept));
  }
});

// The more fields, the more diagnostics that have no fix.
function verdictOn(fields: number, fixes: boolean): Verdict {
  const wrong = Array.from({ length: fields }, (_, i) => ({
    name: `Wrong ${i} ${"漢".repeat(50)}`,
    type: `no-such-type-${i}-${"漢".repeat(40)}`,
    description: `The field with number ${i}.`,
  }));
  const outputFields: Json = [...(card.outputFields as readonly Json[]), ...wrong];
  return verdictOnCard({ ...unknown, outputFields }, fixes);
}

function verdictOnCard(changes: JsonObject, fixes: boolean): Verdict {
  const compiled = engine.compileSpec(specFile("datamint/generator-option/1.0.0"));
  assert.ok(compiled.kind === "ok");
  return engine.validate({ spec: compiled.spec, registry, candidate: { ...card, ...changes }, fixes });
}

function bytesOf(verdict: Verdict): number {
  return Buffer.byteLength(JSON.stringify(verdict));
}
