import assert from "node:assert/strict";
import test from "node:test";
import type { Json, JsonObject, Registry } from "@assay/contract";
import { createIds, mutateId, normalizeId } from "@assay/testing/candidates/id-mutants";
import { candidateFile, specFile } from "@assay/testing/cases/golden-cases";
import { printFigure } from "@assay/testing/print-figure";
import { hasEnoughRuns, runs, seed } from "@assay/testing/scale";
import { createRandom } from "@assay/testing/seeded-random";
import { sha256 } from "@assay/testing/sha256";
import { cel } from "../cel/index.ts";
import { type CompiledSpec, createEngine, registryFromSnapshot } from "../index.ts";

// 100,000 at full scale.
const mutantCount = runs * 10;
const idCount = 200;

const engine = createEngine({ sha256, cel });
const template = candidateFile("loyalty-card") as JsonObject;
const random = createRandom(seed);
const ids = createIds(random, idCount);
const timesByMutant = new Map<string, number>();
for (let count = 0; count < mutantCount; count += 1) {
  const mutant = mutateId(random.pick(ids), random);
  timesByMutant.set(mutant, (timesByMutant.get(mutant) ?? 0) + 1);
}
const registeredForms = new Set(ids.map(normalizeId));
const sameIds = new Set([...timesByMutant.keys()].filter((mutant) => registeredForms.has(normalizeId(mutant))));
const registeredKeys = new Set(ids.map(toKey));
const registry: Registry = {
  format: "generator-registry/v1",
  targetProduct: "datamint",
  revision: "1",
  complete: true,
  entries: ids.map((id, index) => ({ id, state: (["active", "retired", "reserved"] as const)[index % 3] ?? "active" })),
  pending: [],
};
const registryView = registryFromSnapshot(registry);

const specs = {
  "datamint 1.0.0": compile([]),
  "the widest id pattern": compile([
    {
      op: "replace",
      path: "/candidateSchema/properties/generatorId",
      value: { type: "string", maxLength: 128, pattern: "^[A-Za-z0-9._-]*[A-Za-z0-9][A-Za-z0-9._-]*$" },
    },
  ]),
};

test("no spelling of a registered id gets past the registry", () => {
  const bypasses: string[] = [];
  for (const [specName, spec] of Object.entries(specs)) {
    let taken = 0;
    let accepted = 0;
    for (const [mutant, times] of timesByMutant) {
      const { verdict, proposalPackage } = engine.build({
        spec,
        registry: registryView,
        candidate: createCandidate(mutant),
      });
      if (verdict.diagnostics.some(({ code }) => code === "registry.id-taken")) taken += times;
      if (!verdict.valid && proposalPackage === undefined) continue;
      accepted += times;
      const packaged = String(proposalPackage?.candidate.generatorId);
      if (sameIds.has(mutant) || registeredKeys.has(toKey(packaged)) || packaged !== mutant) {
        bypasses.push(`${JSON.stringify(mutant)} under ${specName}`);
      }
    }
    printFigure(`mutants refused by the registry rule under ${specName}`, taken, `at least ${mutantCount / 100}`);
    printFigure(`mutants with different ids, accepted under ${specName}`, accepted, `at least ${mutantCount / 1000}`);
    if (!hasEnoughRuns) continue;
    assert.ok(taken >= mutantCount / 100, `${taken} refused by the registry rule under ${specName}`);
    assert.ok(accepted >= mutantCount / 1000, `${accepted} accepted under ${specName}`);
  }
  const same = [...sameIds].reduce((sum, mutant) => sum + (timesByMutant.get(mutant) ?? 0), 0);
  printFigure(`mutants that a person would take for a registered id, of ${mutantCount}`, same, "at least half");
  printFigure(`uniqueness bypasses in ${mutantCount} mutants`, bypasses.length, 0);
  if (hasEnoughRuns) assert.ok(same >= mutantCount / 2);
  assert.deepEqual(bypasses.slice(0, 10), []);
});

function compile(edits: Parameters<typeof specFile>[1]): CompiledSpec {
  const compiled = engine.compileSpec(specFile("datamint/generator-option/1.0.0", edits));
  if (compiled.kind === "broken") assert.fail(JSON.stringify(compiled.problems));
  return (compiled as { readonly spec: CompiledSpec }).spec;
}

// Small, because a hundred thousand of these candidates are built under each spec package.
function createCandidate(generatorId: string): Json {
  const [field] = template.outputFields as readonly [Json];
  const sampleRecords = [{ member: "Ada Diaz" }];
  return { ...template, generatorId, outputFields: [field], supportedStrategies: ["fast"], sampleRecords };
}

// An independent implementation of the comparison in section 10 of the contract.
function toKey(id: string): string {
  return id.replace(/[-_.]/g, "").replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 32));
}
