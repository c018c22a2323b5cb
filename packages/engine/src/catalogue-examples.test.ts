import assert from "node:assert/strict";
import { test } from "node:test";
import { type DiagnosticCode, type DiagnosticEntry, diagnosticCatalogue, diagnosticParams } from "@assay/contract";
import { exampleVerdicts } from "@assay/testing/cases/catalogue-examples";
import { goldenVerdicts } from "@assay/testing/cases/golden-verdicts";

const catalogue = Object.entries<DiagnosticEntry>(diagnosticCatalogue) as [DiagnosticCode, DiagnosticEntry][];

for (const [code] of catalogue) {
  test(`${code} is what its example in the catalogue gets, and no longer after the change`, () => {
    const { before, after } = exampleVerdicts(code);
    assert.ok(before.diagnostics.some((found) => found.code === code));
    assert.ok(!after?.diagnostics.some((found) => found.code === code));
  });
}

test("the fixed example of a violated rule meets the rule, which applies to it as before", () => {
  const { before, after } = diagnosticCatalogue["rule.violated"].example;
  assert.deepEqual(after?.supportedStrategies, before.supportedStrategies);
  assert.equal(exampleVerdicts("rule.violated").after?.valid, true);
});

test("no example shows how to change the owner, or an id of one that could be copied", () => {
  for (const [code, { example }] of catalogue) {
    assert.ok(!JSON.stringify(example.after ?? {}).includes('"owner"'), code);
    assert.ok(!/"(?:id|kind)":"(?!agent)/.test(JSON.stringify({ owner: example.before.owner ?? {} })), code);
  }
});

test("every parameter of a message and of a diagnostic is described for its code", () => {
  const named = catalogue.flatMap(([code, { messages }]) =>
    Object.values(messages).flatMap((text) =>
      [...text.matchAll(/\{(\w+)/g)].map(([, name = ""]) => ({ code, name: name === "value" ? "actual" : name })),
    ),
  );
  const given = goldenVerdicts()
    .flatMap(({ verdict }) => verdict.diagnostics)
    .flatMap(({ code, params = {} }) => Object.keys(params).map((name) => ({ code, name })));
  const unknown = [...named, ...given]
    // What the domain calls its id is the same in every answer.
    .filter(({ name }) => name !== "noun")
    .filter(({ code, name }) => !Object.hasOwn(diagnosticParams[code as DiagnosticCode], name))
    .map(({ code, name }) => `${code}: ${name}`);
  assert.ok(given.length > 100);
  assert.deepEqual([...new Set(unknown)], []);
});
