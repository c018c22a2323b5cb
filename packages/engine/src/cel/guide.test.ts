import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Json, JsonObject, Rule } from "@assay/contract";
import { candidateFile, goldenCases, isReadingCase, registryFile, specFile } from "@assay/testing/cases/golden-cases";
import { mergePatch } from "@assay/testing/cases/merge-patch";
import { engine, runCase } from "@assay/testing/cases/run-case";
import { registryFromSnapshot } from "../index.ts";

const page = readFileSync(join(import.meta.dirname, "../../../../docs/guides/write-a-rule.md"), "utf8");
const datamint = JSON.parse(new TextDecoder().decode(specFile("datamint/generator-option/1.0.0"))) as JsonObject;
const registry = registryFromSnapshot(registryFile());
const loyaltyCard = candidateFile("loyalty-card") as JsonObject;

const wideCandidate: JsonObject = {
  outputFields: Array.from({ length: 64 }, (_, index) => ({
    name: `f${index}`,
    type: "string",
    description: `No. ${index}.`,
  })),
  sampleRecords: Array.from({ length: 100 }, () => ({ f0: "x" })),
};
const sections = page
  .slice(page.indexOf("## Nine rules"), page.indexOf("## When a rule is wrong"))
  .split(/^### /m)
  .slice(1);

test("the guide has nine rules", () => assert.equal(sections.length, 9));

for (const section of sections) {
  const [title = ""] = section.split("\n", 1);
  const [rule, change = wideCandidate] = parseJsonBlocks(section) as [Rule & JsonObject, JsonObject?];
  test(`${title}: the rule accepts the shared candidate, and refuses it after the change`, () => {
    const { tests, rules, ...rest } = datamint;
    const [accepted, , refused] = tests as readonly Json[];
    const document = { ...rest, rules: [rule], tests: [accepted, refused] };
    const compiled = engine.compileSpec(new TextEncoder().encode(JSON.stringify(document)));
    assert.ok(compiled.kind === "ok", JSON.stringify(compiled));
    const { spec } = compiled;
    assert.deepEqual(engine.validate({ spec, registry, candidate: loyaltyCard }).diagnostics, []);
    const verdict = engine.validate({ spec, registry, candidate: mergePatch(loyaltyCard, change) });
    assert.ok(
      verdict.diagnostics.some((diagnostic) => diagnostic.code === "rule.violated" && diagnostic.rule === rule.id),
      JSON.stringify(verdict.diagnostics),
    );
    assert.ok(!verdict.diagnostics.some(({ code }) => code === "check.failed"));
  });
}

test("the guide shows the errors exactly as the engine reports them", () => {
  const shownTexts = [...page.matchAll(/```text\n([\s\S]*?)\n```/g)].map(([, text]) => text);
  const reportedTexts = goldenCases()
    .filter(({ topic }) => topic === "expressions")
    .flatMap(({ content }) => (isReadingCase(content) ? [] : (runCase(content).problems ?? [])))
    .map(({ message, advice }) => `${message}\n${advice}`);
  assert.ok(shownTexts.length >= 3);
  for (const text of shownTexts) assert.ok(reportedTexts.includes(text as string), text);
});

function parseJsonBlocks(text: string): readonly JsonObject[] {
  return [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(([, block = ""]) => JSON.parse(block) as JsonObject);
}
