import assert from "node:assert/strict";
import { test } from "node:test";
import { findSpecDomain } from "@assay/testing/candidates/domains";
import { shuffleMembers } from "@assay/testing/candidates/mutate-json";
import { specFile } from "@assay/testing/cases/golden-cases";
import { engine } from "@assay/testing/cases/run-case";
import { propertyRuns } from "@assay/testing/scale";
import { createRandom } from "@assay/testing/seeded-random";
import fc from "fast-check";

test("the order of map keys changes neither the verdict nor the package, and the package passes verification", () => {
  const { registry, example } = findSpecDomain("datamint/generator-option/1.0.0");
  const weight = { type: "integer", maximum: 100 };
  const weights = { type: "object", required: ["z"], maxProperties: 4, additionalProperties: weight };
  const rules = ["self.map(k, k)[0] in ['7', 'a', 'z']", "self.filter(k, self[k] > 50) != ['b', 'a']"];
  const document = specFile("datamint/generator-option/1.0.0", [
    { op: "add", path: "/candidateSchema/properties/weights", value: weights },
    ...rules.map((assert, index) => ({
      op: "add" as const,
      path: "/rules/-",
      value: {
        id: `rule-${index}`,
        check: "cel",
        at: "/weights",
        assert: `size(self) == 0 || ${assert}`,
        message: "No.",
      },
    })),
  ]);
  const compiled = engine.compileSpec(document);
  assert.ok(compiled.kind === "ok", JSON.stringify(compiled));
  const { spec } = compiled;
  const keys = fc.constantFrom("z", "b", "a", "10", "7", "B", "\u{1f600}", "\uffee");
  const drafts = fc.dictionary(keys, fc.integer({ min: 0, max: 120 }), { maxKeys: 6 });
  const property = fc.property(drafts, fc.nat(), (map, chance) => {
    const candidate = { ...example, weights: map };
    const first = engine.build({ spec, registry, candidate });
    const second = engine.build({ spec, registry, candidate: shuffleMembers(candidate, createRandom(chance)) });
    assert.deepEqual(second.verdict, first.verdict);
    assert.equal(JSON.stringify(second.proposalPackage), JSON.stringify(first.proposalPackage));
    if (first.valid) assert.equal(engine.verifyPackage(first.proposalPackage, spec, registry).kind, "ok");
  });
  fc.assert(property, propertyRuns());
});
