import assert from "node:assert/strict";
import { test } from "node:test";
import { diagnosticCatalogue } from "@assay/contract";
import { registryFromSnapshot } from "@assay/engine";
import { engine } from "@assay/testing/cases/run-case";
import { workbenchExamples } from "../scripts/workbench-examples.ts";

test("the example of every diagnostic triggers it in the page, with the rules and the registry that come with it", () => {
  const { specPackage, registry, examples } = JSON.parse(JSON.stringify(workbenchExamples())) as ReturnType<
    typeof workbenchExamples
  >;
  assert.deepEqual(Object.keys(examples), Object.keys(diagnosticCatalogue));
  for (const [code, example] of Object.entries(examples)) {
    const bytes = new TextEncoder().encode(JSON.stringify(example.specPackage ?? specPackage));
    const compiled = engine.compileSpec(bytes);
    assert.ok(compiled.kind === "ok", code);
    const candidate: unknown = JSON.parse(example.text);
    const { diagnostics } = engine.validate({
      spec: compiled.spec,
      registry: registryFromSnapshot(registry),
      candidate,
    });
    assert.ok(
      diagnostics.some((diagnostic) => diagnostic.code === code),
      code,
    );
  }
});
