import assert from "node:assert/strict";
import { test } from "node:test";
import { type DiagnosticEntry, diagnosticCatalogue } from "@assay/contract";
import { exampleVerdicts } from "@assay/testing/cases/catalogue-examples";

const examples = Object.entries<DiagnosticEntry>(diagnosticCatalogue).flatMap(([code, { example }]) =>
  example ? [{ code, example }] : [],
);

for (const { code, example } of examples) {
  test(`the example of ${code} in the catalogue is reported with this code, and the corrected example is not`, () => {
    const { before, after } = exampleVerdicts(example);
    assert.ok(before.diagnostics.some((diagnostic) => diagnostic.code === code));
    assert.ok(!after?.diagnostics.some((diagnostic) => diagnostic.code === code));
  });
}

test("a violated rule still applies to its corrected example, and accepts it", () => {
  const { example = assert.fail() } = diagnosticCatalogue["rule.violated"];
  assert.deepEqual(example.after?.supportedStrategies, example.before.supportedStrategies);
  assert.equal(exampleVerdicts(example).after?.valid, true);
});

test("no example shows how to change the owner, or contains an owner id that could be copied", () => {
  for (const { code, example } of examples) {
    // This example has to contain an owner who is not the caller.
    if (code === "owner.not-caller") continue;
    assert.ok(!JSON.stringify(example.after ?? {}).includes('"owner"'), code);
    assert.ok(!/"(?:id|kind)":"(?!agent)/.test(JSON.stringify({ owner: example.before.owner ?? {} })), code);
  }
});
