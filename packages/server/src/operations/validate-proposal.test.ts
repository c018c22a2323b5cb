import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import type { JsonObject } from "@assay/contract";
import { type CompiledSpec, createEngine, type LookalikeKey, lookalikeKey, registryFromSnapshot } from "@assay/engine";
import { cel } from "@assay/engine/cel";
import { candidateFile, specFile } from "@assay/testing/cases/golden-cases";
import type { DomainState } from "./domain-state.ts";
import { loadInput } from "./validate-proposal.ts";

const engine = createEngine({ sha256: (text) => hash("sha256", text), cel });

test("with the announced rules, the registry is asked for the ids that only they would compare", async () => {
  const { generatorId, ...rest } = candidateFile("loyalty-card") as JsonObject;
  const candidate = { ...rest, generatorid: "old-id", generator_id: "new-id" };
  // Today's rules know generator_id as a property of its own, the announced ones do not.
  const property = { type: "string", maxLength: 64 };
  const path = "/candidateSchema/properties/generator_id";
  const spec = compile(specFile("datamint/generator-option/1.0.0", [{ op: "add", path, value: property }]));
  const next = { spec: compile(specFile("datamint/generator-option/2.0.0")), effectiveFrom: "2027-03-01T00:00:00Z" };
  const asked: (readonly LookalikeKey[])[] = [];
  const domain: DomainState = {
    targetProduct: "datamint",
    domainId: "generator-option",
    specPackageUrl: "https://datamint.example/spec",
    submissionUrl: "https://datamint.example/proposals",
    status: "ready",
    specPackage: { value: spec, checkedAt: new Date(0) },
    next,
    async registryFor(keys) {
      asked.push(keys);
      return { value: registryFromSnapshot({ revision: "1", entries: [], pending: [] }), checkedAt: new Date(0) };
    },
  };
  const deps = { engine, engineVersion: "1", publicUrl: "", domains: [domain], now: () => new Date(0) };
  const call = async (upcoming: boolean) => {
    const body = { targetProduct: "datamint", domainId: "generator-option", candidate, options: { upcoming } };
    await loadInput(body, deps, () => new AbortController().signal);
    return new Set(asked.at(-1));
  };
  assert.deepEqual(await call(false), new Set([lookalikeKey("old-id")]));
  assert.deepEqual(await call(true), new Set([lookalikeKey("old-id"), lookalikeKey("new-id")]));
});

function compile(bytes: Uint8Array): CompiledSpec {
  const compiled = engine.compileSpec(bytes);
  assert.ok(compiled.kind === "ok", JSON.stringify(compiled));
  return compiled.spec;
}
