import assert from "node:assert/strict";
import { test } from "node:test";
import { type Json, resolvedTests } from "@assay/contract";
import { applyFix } from "@assay/engine";
import { patchText } from "@assay/json-text/patch-text";
import { allDomains } from "@assay/testing/candidates/domains";
import { engine } from "@assay/testing/cases/run-case";
import { figure } from "@assay/testing/figure";
import { firstDraft, toExamples } from "./first-draft.ts";

for (const { name, spec, registry } of allDomains()) {
  test(`the first draft for ${name} can be repaired up to what the owner decides`, () => {
    const text = firstDraft(spec.document);
    const candidate = JSON.parse(text) as Json;
    const { verdict } = engine.build({ spec, registry, candidate });
    const { diagnostics, repair } = verdict;
    const fixable = diagnostics.filter(({ fixes = [] }) => fixes.length > 0);
    figure(`problems in the first draft for ${name}`, `${diagnostics.length}, ${fixable.length} with a fix`, "5 to 7");
    const outline = JSON.stringify(diagnostics.map(({ code, path, fixes = [] }) => [code, path, fixes.length]));
    assert.equal(verdict.valid, false);
    assert.ok(diagnostics.length >= 5 && diagnostics.length <= 7, outline);
    assert.equal(diagnostics.filter(({ needs }) => needs === "owner-decision").length, 1, outline);
    assert.equal(fixable.length, diagnostics.length - 1, outline);
    const applied = applyFix(candidate, repair?.patch ?? []);
    assert.ok(applied.kind === "ok");
    const left = engine.build({ spec, registry, candidate: applied.candidate }).verdict.diagnostics;
    assert.deepEqual(
      left.map(({ code, path }) => [code, path]),
      [["owner.kind-not-allowed", "/owner/kind"]],
    );
    const patched = patchText(text, repair?.patch ?? []);
    assert.ok(patched.kind === "ok");
    assert.deepEqual(JSON.parse(patched.text), applied.candidate);
  });

  test(`the examples for ${name} are its tests, the accepted ones first`, () => {
    const examples = toExamples(spec.document);
    const tests = resolvedTests(spec.document);
    assert.equal(examples.length, tests.length);
    const firstRefused = examples.findIndex(
      (example) => (tests.find((other) => other.name === example.name)?.expect.length ?? 0) > 0,
    );
    for (const [index, example] of examples.entries()) {
      const { candidate, expect } = tests.find((other) => other.name === example.name) ?? assert.fail();
      assert.deepEqual(JSON.parse(example.text), candidate);
      assert.equal(expect.length === 0, firstRefused < 0 || index < firstRefused);
    }
    assert.equal(firstDraft(spec.document), firstDraft(spec.document));
  });
}

test("a domain whose tests have no object begins with an empty one", () => {
  const [domain] = allDomains();
  assert.ok(domain);
  const { document } = domain.spec;
  assert.equal(firstDraft({ ...document, tests: [] }), "{\n}\n");
  assert.deepEqual(toExamples({ ...document, tests: [] }), []);
});
