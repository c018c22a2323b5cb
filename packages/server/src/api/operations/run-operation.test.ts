import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import {
  type BuildResult,
  createExamples,
  type Json,
  type JsonObject,
  type OperationId,
  type ValidationResult,
} from "@assay/contract";
import { type CompiledSpec, createEngine, registryFromSnapshot } from "@assay/engine";
import { cel } from "@assay/engine/cel";
import { candidateFile, registryFile, specFile } from "@assay/testing/cases/golden-cases";
import type { CurrentDocument } from "../../documents/document-source.ts";
import type { Domain } from "../../documents/domain-source.ts";
import { Problem } from "../../problem.ts";
import { createDomainDescriber } from "./list-domains.ts";
import { runOperation } from "./run-operation.ts";
import type { CallOrigin } from "./validate-proposal.ts";

const engine = createEngine({ sha256: (text) => hash("sha256", text), cel });
const card = candidateFile("loyalty-card") as JsonObject;
const registry = registryFromSnapshot(registryFile());
const publicUrl = "https://assay.example";
const domainName = { targetProduct: "datamint", domainId: "generator-option" };
const deps = { engine, engineVersion: "1.0.0" };
const published = { sha256: "0".repeat(64), bytes: new Uint8Array() };
const rules = createCurrent("1.0.0");
const domain: Domain = {
  targetProduct: "datamint",
  domainId: "generator-option",
  specPackageUrl: "https://datamint.example/api/spec-packages/generator-option",
  submissionUrl: "https://datamint.example/api/proposals",
  status: "ready",
  specPackage: rules,
  next: { ...createCurrent("2.0.0"), effectiveFrom: "2027-03-01T00:00:00Z" },
  expiresMs: Number.POSITIVE_INFINITY,
  publishesRegistry: false,
  registry: { value: registry, checkedAt: new Date(0), published },
};

test("answers the examples in the API description as documented", () => {
  const { listDomains, validateProposal, buildProposal } = createExamples(publicUrl);
  const domainList = JSON.stringify(expectResult("listDomains", null)).replace(/[0-9a-f]{64}(?=\.json)/g, "…");
  assert.deepEqual(JSON.parse(domainList), listDomains.result);
  const { id: subject } = card.owner as { readonly id: string };
  assert.deepEqual(expectResult("validateProposal", validateProposal.request, { subject }), validateProposal.result);
  const { ownerReview: documentedReview, ...built } = buildProposal.result;
  const { ownerReview, ...rest } = expectResult("buildProposal", buildProposal.request, {
    subject,
  }) as typeof buildProposal.result;
  assert.deepEqual(rest, built);
  assert.equal(JSON.stringify(rest.proposalPackage), JSON.stringify(built.proposalPackage));
  assert.ok(ownerReview.startsWith(documentedReview.replace("…", "")), ownerReview);
});

test("reports which diagnostics the announced rules would add", () => {
  const { rationaleNotes: _, ...candidate } = card;
  for (const operation of ["validateProposal", "buildProposal"] as const) {
    assert.partialDeepStrictEqual(expectResult(operation, { ...domainName, candidate }), {
      valid: true,
      upcoming: { version: "2.0.0", diagnostics: [{ code: "field.missing", path: "/rationaleNotes" }] },
    });
  }
});

test("reports the status of the id in the registry, and when each stale copy was last confirmed", () => {
  const stale = { asOf: new Date(60_000) };
  const staleDomain = {
    ...domain,
    specPackage: { ...rules, ...stale },
    registry: { value: registry, checkedAt: new Date(0), published, ...stale },
  };
  const candidate = { ...card, generatorId: "person-basic" };
  const asOf = "1970-01-01T00:01:00.000Z";
  const result = expectResult("validateProposal", { ...domainName, candidate }, {}, [staleDomain]);
  const { specPackage, registry: reported } = result as ValidationResult;
  assert.deepEqual(specPackage, { version: "1.0.0", digest: rules.value.digest, asOf });
  assert.deepEqual(reported, { revision: registry.revision, idStatus: "taken", asOf });
});

test("requires the owner to be the caller if the rules demand it, and skips that rule if the caller is unknown", () => {
  const domains = [
    { ...domain, specPackage: createCurrent("1.0.0", [{ op: "add", path: "/owner/mustBeCaller", value: true }]) },
  ];
  const build = (subject?: string) =>
    expectResult("buildProposal", { ...domainName, candidate: card }, { subject }, domains) as BuildResult;
  assert.equal(build((card.owner as JsonObject).id as string).valid, true);
  assert.partialDeepStrictEqual(build("ben"), {
    valid: false,
    diagnostics: [{ code: "owner.not-caller", needs: "owner-decision" }],
  });
  assert.partialDeepStrictEqual(build(), { valid: true, skippedRules: ["owner-is-caller"] });
});

test("lists only the domains of the requested product, and none for an unknown product", () => {
  const domains = [domain, { ...domain, domainId: "other" }, { ...domain, targetProduct: "easel" }];
  const names = (query: Json) => {
    const list = runListDomains(domains, query);
    assert.ok(!(list instanceof Problem) && "domains" in list);
    return list.domains.map(({ targetProduct, domainId }) => `${targetProduct}/${domainId}`);
  };
  const all = ["datamint/generator-option", "datamint/other", "easel/generator-option"];
  for (const query of [null, {}, { other: 1 }]) assert.deepEqual(names(query), all);
  assert.deepEqual(names({ targetProduct: "datamint" }), all.slice(0, 2));
  assert.deepEqual(names({ targetProduct: "unknown" }), []);
  const refused = runListDomains(domains, { targetProduct: 7 });
  assert.ok(refused instanceof Problem);
  assert.deepEqual([refused.code, refused.extras.errors?.[0]?.path], ["invalid-envelope", "/targetProduct"]);
});

test("truncates a list that is too long for a model and adds a note, and otherwise lists every domain", () => {
  const domains = Array.from({ length: 60 }, (_, i) => ({ ...domain, targetProduct: i < 55 ? "many" : `few${i}` }));
  for (const [query, maxDomains, expectedCount, isTruncated] of [
    [{}, undefined, 60, undefined],
    [{}, 50, 50, true],
    [{ targetProduct: "many" }, 50, 50, true],
    [{ targetProduct: "few55" }, 50, 1, undefined],
  ] as const) {
    const list = runListDomains(domains, query, maxDomains);
    assert.ok(!(list instanceof Problem) && "domains" in list);
    assert.deepEqual(
      [list.domains.length, list.truncated, typeof list.note],
      [expectedCount, isTruncated, isTruncated ? "string" : "undefined"],
    );
  }
});

test("describes the domains again once one has changed or expired, and never for a call alone", () => {
  let [described, nowMs] = [0, 0];
  const state = { domainChanges: 0 };
  const changing = {
    ...domain,
    expiresMs: 10,
    get status() {
      described += 1;
      return "ready" as const;
    },
  };
  const domains = [changing, { ...domain, targetProduct: "easel" }];
  const describeDomains = createDomainDescriber({ domains, publicUrl, state, elapsedMs: () => nowMs });
  const countDescriptions = () => {
    for (const targetProduct of [undefined, "datamint", "easel", undefined]) describeDomains(targetProduct);
    return described;
  };
  assert.deepEqual([countDescriptions(), countDescriptions()], [1, 1]);
  state.domainChanges += 1;
  assert.deepEqual([countDescriptions(), countDescriptions()], [2, 2]);
  nowMs = 11;
  assert.deepEqual([countDescriptions(), countDescriptions()], [3, 3]);
});

function runListDomains(domains: readonly Domain[], query: Json, maxDomains?: number) {
  return runOperation("listDomains", query, createDeps(domains), { maxDomains });
}

function expectResult(operation: OperationId, body: Json | object, origin: CallOrigin = {}, domains = [domain]) {
  const result = runOperation(operation, body as Json, createDeps(domains), origin);
  assert.ok(!(result instanceof Problem), String(result));
  return result;
}

function createDeps(domains: readonly Domain[]) {
  const state = { domainChanges: 0 };
  const describeDomains = createDomainDescriber({ domains, publicUrl, state, elapsedMs: () => 0 });
  return { ...deps, domains, describeDomains };
}

function createCurrent(version: string, patch: Parameters<typeof specFile>[1] = []): CurrentDocument<CompiledSpec> {
  const bytes = specFile(`datamint/generator-option/${version}`, patch);
  const compiled = engine.compileSpec(bytes);
  assert.ok(compiled.kind === "ok", JSON.stringify(compiled));
  return { value: compiled.spec, checkedAt: new Date(0), published: { sha256: hash("sha256", bytes), bytes } };
}
