import assert from "node:assert/strict";
import { test } from "node:test";
import { type DiagnosticEntry, diagnosticCatalogue, type Json, type JsonObject } from "@assay/contract";
import { candidateFile, registryFile, specFile } from "@assay/testing/cases/golden-cases";
import { mergePatch } from "@assay/testing/cases/merge-patch";
import { engine } from "@assay/testing/cases/run-case";
import { type CompiledSpec, registryFromSnapshot } from "./index.ts";

const datamint = JSON.parse(new TextDecoder().decode(specFile("datamint/generator-option/1.0.0"))) as JsonObject;
const registry = registryFromSnapshot(registryFile());
const loyaltyCard = candidateFile("loyalty-card") as JsonObject;
const asPublished = compile(datamint);

for (const [code, { example }] of Object.entries<DiagnosticEntry>(diagnosticCatalogue)) {
  test(`${code} is what its example in the catalogue gets, and no longer after the change`, () => {
    const codesOf = (patch: JsonObject) =>
      example.of === "candidate"
        ? validate(example.spec ? compile(specWith(example.spec)) : asPublished, mergePatch(loyaltyCard, patch))
        : validate(compile(specWith(patch)), candidateWith(example.sampleRecords));
    assert.ok(codesOf(example.before).includes(code));
    if (example.after) assert.ok(!codesOf(example.after).includes(code));
  });
}

test("no example shows how to change the owner, or an id of one that could be copied", () => {
  for (const [code, { example }] of Object.entries<DiagnosticEntry>(diagnosticCatalogue)) {
    assert.ok(!JSON.stringify(example.after ?? {}).includes('"owner"'), code);
    assert.ok(!/"(?:id|kind)":"(?!agent)/.test(JSON.stringify({ owner: example.before.owner ?? {} })), code);
  }
});

function compile(document: Json): CompiledSpec {
  const compiled = engine.compileSpec(new TextEncoder().encode(JSON.stringify(document)));
  assert.ok(compiled.kind === "ok", JSON.stringify(compiled));
  return compiled.spec;
}

function validate(spec: CompiledSpec, candidate: Json): readonly string[] {
  return engine.validate({ spec, registry, candidate }).diagnostics.map(({ code }) => code);
}

/** Datamint's package with a part replaced, and only those of its own tests that do not depend on its rules. */
function specWith(patch: JsonObject): Json {
  const [accepted, , refused] = datamint.tests as readonly Json[];
  return mergePatch({ ...datamint, tests: [accepted ?? null, refused ?? null] }, patch);
}

function candidateWith(sampleRecords: number): Json {
  const [record] = loyaltyCard.sampleRecords as readonly [JsonObject];
  return {
    ...loyaltyCard,
    sampleRecords: Array.from({ length: sampleRecords }, (_, index) => ({ ...record, member: `Member ${index + 1}` })),
  };
}
