import assert from "node:assert/strict";
import { test } from "node:test";
import type { RegistryRange } from "@assay/contract";
import { diagnosticCatalogue } from "@assay/contract";
import { rangeOf, registryFromRanges } from "@assay/engine";
import { engine } from "@assay/testing/cases/run-case";
import { sha256 } from "@assay/testing/sha256";
import { workbenchExamples } from "../scripts/workbench-examples.ts";

test("the example of every diagnostic triggers it in the page, with the rules and ranges that come with it", () => {
  const { specPackage, registry, examples } = JSON.parse(JSON.stringify(workbenchExamples())) as ReturnType<
    typeof workbenchExamples
  >;
  assert.deepEqual(Object.keys(examples), Object.keys(diagnosticCatalogue));
  for (const [code, example] of Object.entries(examples)) {
    const bytes = new TextEncoder().encode(JSON.stringify(example.specPackage ?? specPackage));
    const compiled = engine.compileSpec(bytes);
    assert.ok(compiled.kind === "ok", code);
    const candidate: unknown = JSON.parse(example.text);
    const names = engine.registryKeys(compiled.spec, candidate).map((key) => rangeOf(key, sha256));
    const ranges = names.map((name) => registry.ranges.find(({ range }) => range === name) ?? empty(name));
    const view = registryFromRanges({ revision: registry.revision, ranges, sha256 });
    const { diagnostics } = engine.validate({ spec: compiled.spec, registry: view, candidate });
    assert.ok(
      diagnostics.some((diagnostic) => diagnostic.code === code),
      code,
    );
  }

  function empty(range: string): RegistryRange {
    const { revision } = registry;
    const format = "generator-registry/v1";
    return { format, targetProduct: "datamint", revision, range, complete: true, entries: [], pending: [] };
  }
});
