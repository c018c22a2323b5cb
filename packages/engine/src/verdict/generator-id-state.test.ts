import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@assay/contract";
import { candidateFile, registryFile, specFile } from "@assay/testing/cases/golden-cases";
import { engine } from "@assay/testing/cases/run-case";
import { registryFromSnapshot } from "../registry/packed-registry.ts";

const compiled = engine.compileSpec(specFile("datamint/generator-option/1.0.0"));
assert.ok(compiled.kind === "ok");
const { spec } = compiled;
const card = candidateFile("loyalty-card") as JsonObject;
const whole = registryFromSnapshot(registryFile());

test("an id is called free only if the registry was asked for it and said so", () => {
  assert.equal(stateOf("loyalty-card"), "free");
  assert.equal(stateOf("person-basic"), "taken");
  assert.equal(stateOf("invoice-lines"), "in-ballot");
  assert.equal(stateOf("Order History!"), "not-checked");
  assert.equal(stateOf(undefined), "not-checked");
});

function stateOf(generatorId: string | undefined, registry: Parameters<typeof engine.validate>[0]["registry"] = whole) {
  const { generatorId: _, ...rest } = card;
  const candidate = generatorId === undefined ? rest : { ...rest, generatorId };
  return engine.validate({ spec, registry, candidate }).registry.generatorId;
}
