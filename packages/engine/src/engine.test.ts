import assert from "node:assert/strict";
import { test } from "node:test";
import { candidateFile, registryFile, specFile } from "@assay/testing/cases/golden-cases";
import { engine } from "@assay/testing/cases/run-case";
import { sha256 } from "@assay/testing/sha256";
import { cel } from "./cel/index.ts";
import { registryFromSnapshot } from "./registry/registry-view.ts";
import { createRuntimeEngine } from "./runtime-engine.ts";

test("an engine for admitted packages builds the same package, and cannot check spec packages", async () => {
  const bytes = specFile("datamint/generator-option/1.0.0");
  const small = createRuntimeEngine({ sha256, cel });
  const compiled = engine.compileSpec(bytes);
  assert.ok(compiled.kind === "ok");
  const rest = { registry: registryFromSnapshot(registryFile()), candidate: candidateFile("loyalty-card") };
  const spec = await small.compileAsync(bytes, async () => {});
  assert.deepEqual(small.build({ spec, ...rest }), engine.build({ spec: compiled.spec, ...rest }));
  assert.ok(!("compileSpec" in small));
});
