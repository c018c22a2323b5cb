import assert from "node:assert/strict";
import { test } from "node:test";
import { type DiagnosticCode, type DiagnosticEntry, diagnosticCatalogue } from "@assay/contract";
import { exampleVerdicts } from "@assay/testing/cases/catalogue-examples";

const catalogue = Object.entries<DiagnosticEntry>(diagnosticCatalogue) as [DiagnosticCode, DiagnosticEntry][];

for (const [code] of catalogue) {
  test(`the example of ${code} in the catalogue is reported with this code, and the corrected example is not`, () => {
    const { before, after } = exampleVerdicts(code);
    assert.ok(before.diagnostics.some((diagnostic) => diagnostic.code === code));
    assert.ok(!after?.diagnostics.some((diagnostic) => diagnostic.code === code));
  });
}

test("a violated rule still applies to its corrected example, and accepts it", () => {
  const { before, after } = diagnosticCatalogue["rule.violated"].example;
  assert.deepEqual(after?.supportedStrategies, before.supportedStrategies);
  assert.equal(exampleVerdicts("rule.violated").after?.valid, true);
});

test("no example shows how to change the owner, or contains an owner id that could be copied", () => {
  for (const [code, { example }] of catalogue) {
    // This example has to contain an owner who is not the caller.
    if (code === "owner.not-caller") continue;
    assert.ok(!JSON.stringify(example.after ?? {}).includes('"owner"'), code);
    assert.ok(!/"(?:id|kind)":"(?!agent)/.test(JSON.stringify({ owner: example.before.owner ?? {} })), code);
  }
});
