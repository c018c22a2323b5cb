import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import type { BuildResult, Json, JsonObject, ValidationResult } from "@assay/contract";
import { type CompiledSpec, createEngine, registryFromSnapshot } from "@assay/engine";
import { cel } from "@assay/engine/cel";
import { candidateFile, registryFile, specFile } from "@assay/testing/cases/golden-cases";
import type { Domain } from "../../documents/domain-source.ts";
import { Problem } from "../../problem.ts";
import type { CallOrigin } from "./call-origin.ts";
import { runOperation } from "./run-operation.ts";

const engine = createEngine({ sha256: (text) => hash("sha256", text), cel });
const card = candidateFile("loyalty-card") as JsonObject;
const registry = registryFromSnapshot(registryFile());
const published = { sha256: "0".repeat(64), bytes: new Uint8Array() };
const domain: Domain = {
  targetProduct: "datamint",
  domainId: "generator-option",
  specPackageUrl: "https://datamint.example/spec",
  submissionUrl: "https://datamint.example/proposals",
  status: "ready",
  specPackage: { value: compile(specFile("datamint/generator-option/1.0.0")), checkedAt: new Date(0), published },
  publishesRegistry: false,
  registry: { value: registry, checkedAt: new Date(0), published },
};
const next = {
  published,
  value: compile(specFile("datamint/generator-option/2.0.0")),
  checkedAt: new Date(0),
  effectiveFrom: "2027-03-01T00:00:00Z",
};

test("when rules are announced, every summary mentions them, and the option adds their diagnostics", async () => {
  const { rationaleNotes: _, ...candidate } = card;
  const summary = "Valid under 1.0.0; 1 error under 2.0.0, from 2027-03-01.";
  for (const operation of ["validateProposal", "buildProposal"] as const) {
    const short = await run(operation, candidate, { on: { ...domain, next } });
    assert.partialDeepStrictEqual(short, { valid: true, summary });
    assert.equal("upcoming" in short, false);
    const long = await run(operation, candidate, { on: { ...domain, next }, options: { upcoming: true } });
    const diagnostics = [{ code: "field.missing", path: "/rationaleNotes" }];
    assert.partialDeepStrictEqual(long, { summary, upcoming: { version: "2.0.0", valid: false, diagnostics } });
  }
});

test("the evidence says what the registry knows about the id, beside its revision", async () => {
  const stateOf = async (generatorId: string) => {
    const { evidence } = (await run("validateProposal", { ...card, generatorId })) as ValidationResult;
    return [evidence.registry.revision, evidence.registry.generatorId];
  };
  const { revision } = registry;
  assert.deepEqual(await stateOf("loyalty-card"), [revision, "free"]);
  assert.deepEqual(await stateOf("person-basic"), [revision, "taken"]);
});

test("what a submission must contain is not JSON until the package replaces its placeholder", async () => {
  const { submission, proposalPackage } = await build("key");
  assert.throws(() => JSON.parse(submission.body), SyntaxError);
  const body = submission.body.replace(/<.*>/, () => JSON.stringify(proposalPackage));
  assert.deepEqual(JSON.parse(body), { proposalPackage });
});

test("a submission names whose key it needs: an agent without a key needs one of its person", async () => {
  assert.equal((await build("key")).submission.credential, "Authorization: Bearer <the key of this call>");
  assert.match((await build("agent")).submission.credential, /^Authorization: Bearer <a key .* of the person/);
  assert.match((await build("anonymous")).submission.credential, /^Authorization: Bearer <a key .* of the person/);
});

async function build(caller: CallOrigin["caller"]): Promise<BuildResult & { readonly valid: true }> {
  const result = (await run("buildProposal", card, { caller })) as BuildResult;
  assert.ok(result.valid, result.summary);
  return result;
}

test("a list has the domains of one product if asked, and none of a product that is not served", async () => {
  const on = [domain, { ...domain, domainId: "other" }, { ...domain, targetProduct: "easel" }];
  const names = async (query: Json) => {
    const list = await listOf(on, query);
    assert.ok(!(list instanceof Problem) && "domains" in list);
    return list.domains.map(({ targetProduct, domainId }) => `${targetProduct}/${domainId}`);
  };
  const all = ["datamint/generator-option", "datamint/other", "easel/generator-option"];
  for (const query of [null, {}, { other: 1 }]) assert.deepEqual(await names(query), all);
  assert.deepEqual(await names({ targetProduct: "datamint" }), all.slice(0, 2));
  assert.deepEqual(await names({ targetProduct: "nobody" }), []);
  const refused = await listOf(on, { targetProduct: 7 });
  assert.ok(refused instanceof Problem);
  assert.deepEqual([refused.code, refused.extras.errors?.[0]?.path], ["invalid-envelope", "/targetProduct"]);
});

test("a list for a model is cut and says so; any other is complete", async () => {
  const on = Array.from({ length: 60 }, (_, i) => ({ ...domain, targetProduct: i < 55 ? "many" : `few${i}` }));
  for (const [query, maxDomains, shown, isCut] of [
    [{}, undefined, 60, undefined],
    [{}, 50, 50, true],
    [{ targetProduct: "many" }, 50, 50, true],
    [{ targetProduct: "few55" }, 50, 1, undefined],
  ] as const) {
    const list = await listOf(on, query, maxDomains);
    assert.ok(!(list instanceof Problem) && "domains" in list);
    assert.deepEqual(
      [list.domains.length, list.truncated, typeof list.note],
      [shown, isCut, isCut ? "string" : "undefined"],
    );
  }
});

async function listOf(on: readonly Domain[], query: Json, maxDomains?: number) {
  const deps = { engine, engineVersion: "1", publicUrl: "", domains: on, now: () => new Date(0) };
  return await runOperation("listDomains", query, deps, { caller: "key", maxDomains });
}

async function run(
  operation: "validateProposal" | "buildProposal",
  candidate: JsonObject,
  { on = domain, options = {}, caller = "key" as CallOrigin["caller"] } = {},
) {
  const { targetProduct, domainId } = on;
  const deps = { engine, engineVersion: "1", publicUrl: "", domains: [on], now: () => new Date(0) };
  return await runOperation(operation, { targetProduct, domainId, candidate, options }, deps, { caller });
}

function compile(bytes: Uint8Array): CompiledSpec {
  const compiled = engine.compileSpec(bytes);
  assert.ok(compiled.kind === "ok", JSON.stringify(compiled));
  return compiled.spec;
}
