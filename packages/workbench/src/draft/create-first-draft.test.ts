import assert from "node:assert/strict";
import { test } from "node:test";
import { combineFixes, type PatchOperation, resolveTests, suggestPatch, type Verdict } from "@assay/contract";
import { patchText } from "@assay/json-text/patch-text";
import { listSpecDomains } from "@assay/testing/candidates/domains";
import { engine } from "@assay/testing/cases/run-case";
import { printFigure } from "@assay/testing/print-figure";
import { createFirstDraft, type Example, toExamples } from "./create-first-draft.ts";

for (const { name, spec, registry } of listSpecDomains()) {
  test(`the first draft for ${name} has fixable problems, at most one question, and an owner that is not allowed`, () => {
    const { text, remaining } = correct(createFirstDraft(spec.document), ({ diagnostics }) => {
      const fixes = diagnostics.filter(({ fix }) => fix).length;
      const questions = diagnostics.filter(({ didYouMean }) => didYouMean !== undefined).length;
      const outline = JSON.stringify(diagnostics);
      printFigure(`problems in the first draft for ${name}`, `${diagnostics.length}, ${fixes} with a fix`, "4 to 6");
      assert.ok(fixes >= 2 && questions <= 1 && diagnostics.length - fixes - questions === 1, outline);
      return combineFixes(diagnostics);
    });
    if (remaining.diagnostics.length === 1) return assertOwner(remaining);
    assertOwner(correct(text, ({ diagnostics }) => diagnostics.flatMap(suggestPatch)).remaining);
  });

  function correct(text: string, choose: (verdict: Verdict) => readonly PatchOperation[]) {
    const check = (candidate: string) => engine.build({ spec, registry, candidate: JSON.parse(candidate) }).verdict;
    const patched = patchText(text, choose(check(text)));
    assert.ok(patched.kind === "ok");
    return { text: patched.text, remaining: check(patched.text) };
  }

  function assertOwner({ diagnostics }: Verdict) {
    assert.deepEqual(
      diagnostics.map(({ code, path }) => [code, path]),
      [["owner.kind-not-allowed", "/owner/kind"]],
    );
  }

  test(`the examples for ${name} are the tests of its spec package, accepted candidates first`, () => {
    const examples = toExamples(spec.document);
    const tests = resolveTests(spec.document);
    assert.equal(examples.length, tests.length);
    const findTest = ({ name }: Example) => tests.find((other) => name.endsWith(other.name)) ?? assert.fail();
    const firstRefused = examples.findIndex((example) => findTest(example).expect.length > 0);
    for (const [index, example] of examples.entries()) {
      const { candidate, expect } = findTest(example);
      // The property comes first, so that an author finds what it may be.
      const [property = ""] = expect[0]?.path.split("/").slice(1) ?? [];
      assert.ok(example.name.startsWith(property), example.name);
      assert.deepEqual(JSON.parse(example.text), candidate);
      assert.equal(expect.length === 0, firstRefused < 0 || index < firstRefused);
    }
    assert.equal(createFirstDraft(spec.document), createFirstDraft(spec.document));
  });
}

test("the first draft for a domain without tests is an empty object", () => {
  const [domain] = listSpecDomains();
  assert.ok(domain);
  const { document } = domain.spec;
  assert.equal(createFirstDraft({ ...document, tests: [] }), "{\n}\n");
  assert.deepEqual(toExamples({ ...document, tests: [] }), []);
});
