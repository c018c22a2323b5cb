import assert from "node:assert/strict";
import { test } from "node:test";
import type { PatchOperation } from "@assay/contract";
import { makeMistakes } from "@assay/testing/candidates/mistakes";
import { tangledCandidate } from "@assay/testing/candidates/tangled-candidates";
import { validCandidate } from "@assay/testing/candidates/valid-candidates";
import { registryFile, specFile } from "@assay/testing/cases/golden-cases";
import type { CaseEdit } from "@assay/testing/cases/patch-json";
import { engine } from "@assay/testing/cases/run-case";
import { figure } from "@assay/testing/figure";
import { propertyRuns } from "@assay/testing/scale";
import { createRandom } from "@assay/testing/seeded-random";
import fc from "fast-check";
import { registryFromSnapshot } from "../index.ts";
import { partsOf } from "../spec/compiled-spec.ts";
import { changedProperties, independentSets } from "./independent-fixes.ts";

const registry = registryFromSnapshot(registryFile());
const datamint = compile([]);
// A keyword that may compare any properties, so every fix is proven by itself; it refuses nothing.
const oneByOne = compile([{ op: "add", path: "/candidateSchema/minProperties", value: 1 }]);

const id = change("/generatorId");
const name = rename("/generator_name", "/generatorName");
const field = change("/outputFields/3/type");
const sample = change("/sampleRecords/0/age");
const strategy = change("/supportedStrategies/1");

test("fixes are proven together unless they change the same property or a rule compares what they change", () => {
  assert.deepEqual(setsOf([id, name, field, sample, strategy]), [[id, name, field, strategy], [sample]]);
  assert.deepEqual(setsOf([field, change("/outputFields/4/type")]), [[field], [change("/outputFields/4/type")]]);
});

test("two fixes that rename, add or remove properties are proven one by one, because names are compared", () => {
  const second = rename("/descripton", "/description");
  assert.deepEqual(setsOf([name, second, id]), [[name, id], [second]]);
});

test("a misspelled property is the property that it stands for", () => {
  const toCorrected = ([first, ...rest]: readonly string[]) => [
    first === "output_fields" ? "outputFields" : first,
    ...rest,
  ];
  const inside = changedProperties(change("/output_fields/3/type"), toCorrected as never);
  assert.deepEqual([...inside], ["output_fields", "outputFields"]);
});

test("with a keyword that compares properties, or a rule over all of them, every fix is proven by itself", () => {
  const everywhere: CaseEdit = {
    op: "add",
    path: "/rules/-",
    value: { id: "not-empty", check: "cel", at: "", assert: "size(self) > 0", message: "Say something." },
  };
  for (const spec of [oneByOne, compile([everywhere])])
    assert.deepEqual(setsOf([id, name, field], spec), [[id], [name], [field]]);
});

test("fixes that are proven together are those that are proven one by one", () => {
  const settings = propertyRuns(0.5);
  let fixes = 0;
  const broken = fc.nat().map((seed) => {
    const random = createRandom(seed);
    return seed % 4 === 0
      ? tangledCandidate(random)
      : makeMistakes(validCandidate(random), 2 + random.below(6), random).broken;
  });
  const property = fc.property(broken, (candidate) => {
    const together = engine.validate({ spec: datamint, registry, candidate });
    const apart = engine.validate({ spec: oneByOne, registry, candidate });
    fixes += together.diagnostics.flatMap((diagnostic) => diagnostic.fixes ?? []).length;
    assert.deepEqual(together.diagnostics, apart.diagnostics);
    assert.deepEqual(together.repair, apart.repair);
  });
  fc.assert(property, settings);
  figure(`fixes of ${settings.numRuns} candidates, proven in sets and one by one`, fixes, "all the same");
  assert.ok(fixes >= settings.numRuns);
});

function setsOf(patches: readonly (readonly PatchOperation[])[], spec = datamint) {
  const fixes = patches.map((patch) => ({ patch, changed: changedProperties(patch, (path) => path) }));
  return independentSets(fixes, partsOf(spec)).map((set) => set.map(({ patch }) => patch));
}

function change(path: string): readonly PatchOperation[] {
  return [
    { op: "test", path, value: 1 },
    { op: "replace", path, value: 2 },
  ];
}

function rename(from: string, path: string): readonly PatchOperation[] {
  return [
    { op: "test", path: from, value: 1 },
    { op: "move", from, path },
  ];
}

function compile(edits: readonly CaseEdit[]) {
  const compiled = engine.compileSpec(specFile("datamint/generator-option/1.0.0", edits));
  assert.ok(compiled.kind === "ok", JSON.stringify(compiled));
  return compiled.spec;
}
