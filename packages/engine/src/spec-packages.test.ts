import assert from "node:assert/strict";
import { test } from "node:test";
import { resolvedTests } from "@assay/contract";
import { specPackageNames } from "@assay/testing/candidates/domains";
import { specFile } from "@assay/testing/cases/golden-cases";
import { engine } from "@assay/testing/cases/run-case";
import { registryFromSnapshot } from "./registry/packed-registry.ts";

for (const name of specPackageNames) {
  test(`${name} is accepted, and so is every candidate that its own tests accept`, () => {
    const compiled = engine.compileSpec(specFile(name));
    assert.ok(compiled.kind === "ok", JSON.stringify(compiled));
    const { spec } = compiled;
    const { targetProduct } = spec.document;
    const registry = registryFromSnapshot({ revision: "1", entries: [], pending: [] });
    const accepted = resolvedTests(spec.document).filter(({ expect }) => expect.length === 0);
    assert.ok(accepted.length > 0);
    for (const { candidate } of accepted) {
      const { verdict, proposalPackage } = engine.build({ spec, registry, candidate });
      assert.equal(verdict.valid, true, JSON.stringify(verdict.diagnostics));
      assert.equal(proposalPackage?.targetProduct, targetProduct);
    }
  });
}
