import assert from "node:assert/strict";
import { test } from "node:test";
import { specFile } from "@assay/testing/cases/golden-cases";
import { createEngines } from "./create-engines.ts";

test("there is one engine with CEL and one without, however often they are asked for", async () => {
  const engineFor = createEngines();
  const engines = await Promise.all([false, true, false, true].map(engineFor));
  assert.equal(engines[0], engines[2]);
  assert.equal(engines[1], engines[3]);
  assert.notEqual(engines[0], engines[1]);
});

test("an engine names spec packages by the SHA-256 of their rules", async () => {
  const engine = await createEngines()(true);
  const compiled = engine.compileSpec(specFile("datamint/generator-option/1.0.0"));
  assert.ok(compiled.kind === "ok");
  assert.match(compiled.spec.digest, /^sha256:[0-9a-f]{64}$/);
});
