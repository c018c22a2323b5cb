import assert from "node:assert/strict";
import { test } from "node:test";
import { type JsonObject, limits, type Verdict } from "@assay/contract";
import { candidateFile, registryFile, specFile } from "@assay/testing/cases/golden-cases";
import { engine } from "@assay/testing/cases/run-case";
import { checkForm } from "@assay/testing/verdicts/check-verdict";
import { registryFromSnapshot } from "../registry/packed-registry.ts";

const registry = registryFromSnapshot(registryFile());
const card = candidateFile("loyalty-card") as JsonObject;
const datamint = JSON.parse(new TextDecoder().decode(specFile("datamint/generator-option/1.0.0")));
const sixteen = Array.from({ length: 16 }, (_, i) => i);
const outputFields = sixteen.map((i) => ({
  name: `note_${i}`,
  type: "string",
  description: `The note with number ${i}.`,
}));
// Each field is renamed by a fix that quotes its value.
const sampleRecords = [Object.fromEntries(sixteen.map((i) => [`note${i}`, "x".repeat(850)]))];

test("when an answer is too long, fixes go from the end, and no more of them than must", () => {
  const [whole, bare] = [verdictOn(14), verdictOn(14, { fixes: false })];
  assert.equal(bare.truncated, false);
  assert.equal(whole.truncated, true);
  assert.ok(whole.repair);
  const without = whole.diagnostics.map(({ fixes: _, ...diagnostic }) => diagnostic);
  assert.deepEqual(without, bare.diagnostics);
  const fixed = whole.diagnostics
    .filter(({ code }) => code === "sample.field-undeclared")
    .map(({ fixes }) => fixes !== undefined);
  const kept = fixed.indexOf(false);
  assert.ok(kept > 0);
  assert.ok(fixed.slice(kept).every((hasFix) => !hasFix));
  // One more would not have fitted.
  assert.ok(bytesOf(whole) <= limits.verdictBytes && bytesOf(whole) > limits.verdictBytes - 1_024);
});

test("when that is not enough, the repair goes too, and then diagnostics from the end", () => {
  const [whole, bare] = [verdictOn(40, { known: 20 }), verdictOn(40, { known: 20, fixes: false })];
  assert.ok(whole.truncated && bare.truncated);
  assert.equal(whole.repair, undefined);
  assert.deepEqual(whole.diagnostics, bare.diagnostics);
  assert.ok(whole.diagnostics.length < Math.min(limits.diagnostics, whole.counts.error));
  assert.ok(bytesOf(whole) <= limits.verdictBytes);
});

test("without the repair there is room for fixes again, as many as fit", () => {
  // The repair alone, which quotes each value, is more than the diagnostics leave room for.
  const whole = verdictOn(30);
  assert.equal(whole.truncated, true);
  assert.equal(whole.repair, undefined);
  assert.equal(whole.diagnostics.length, whole.counts.error);
  const kept = whole.diagnostics.filter(({ fixes }) => fixes).length;
  assert.ok(kept > 0 && kept < 16, `${kept} fixes`);
  assert.ok(bytesOf(whole) > limits.verdictBytes - 2_048);
});

test('with "repair", an answer without room for its repair has the patches of its fixes instead', () => {
  const [whole, short] = [verdictOn(14), verdictOn(14, { fixes: "repair" })];
  assert.ok(whole.truncated && !short.truncated);
  assert.deepEqual(short.repair, whole.repair);
  const renames = short.diagnostics.filter(({ code }) => code === "sample.field-undeclared");
  for (const { fixes } of renames) assert.deepEqual(Object.keys(fixes?.[0] ?? {}), ["title", "applicability"]);
  assert.deepEqual(verdictOn(30, { fixes: "repair" }), verdictOn(30));
});

test("the summary promises the fixes that are in the answer, and no others", () => {
  for (const verdict of [0, 14, 30, 60].map((unknown) => verdictOn(unknown))) {
    checkForm(verdict);
    const kept = verdict.diagnostics.filter(({ fixes }) => fixes).length;
    assert.equal(/(\d+) with a fix to review/.exec(verdict.summary)?.[1] ?? "0", String(kept));
  }
});

interface Shape {
  readonly known?: number;
  readonly fixes?: boolean | "repair";
}

// The more unknown properties, and the more known ones that each is told of, the less room is left for fixes.
function verdictOn(unknown: number, { known = 0, fixes = true }: Shape = {}): Verdict {
  const names = Array.from({ length: unknown }, (_, i) => [`unknown-${i}-${"漢".repeat(36)}`, true] as const);
  const candidate = { ...card, outputFields, sampleRecords, ...Object.fromEntries(names) };
  const document = structuredClone(datamint);
  for (let i = 0; i < known; i += 1) {
    document.candidateSchema.properties[`option${i}${"x".repeat(32)}`] = { type: "boolean" };
  }
  const compiled = engine.compileSpec(new TextEncoder().encode(JSON.stringify(document)));
  assert.ok(compiled.kind === "ok");
  return engine.validate({ spec: compiled.spec, registry, candidate, fixes });
}

function bytesOf(verdict: Verdict): number {
  return Buffer.byteLength(JSON.stringify(verdict));
}
