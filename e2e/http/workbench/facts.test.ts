import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import { type JsonObject, type RegistryRange, registryRangeSchema, type ValidationResult } from "@assay/contract";
import { type CompiledSpec, createEngine, lookalikeKey, rangeOf, registryFromRanges } from "@assay/engine";
import { cel } from "@assay/engine/cel";
import { specFile } from "@assay/testing/cases/golden-cases";
import { figure } from "@assay/testing/figure";
import { sha256 } from "@assay/testing/sha256";
import { waitUntil } from "@assay/testing/wait-until";
import { Ajv2020 } from "ajv/dist/2020.js";
import { checkProblem } from "../check-answer.ts";
import { aCandidate, anEnvelope, type Service, startService } from "../service.ts";
import { browser, factsIn, get } from "./get.ts";
import { writeBuild } from "./write-build.ts";

const above = "/facts/datamint/generator-option";
const engine = createEngine({ sha256, cel });
const isRange = new Ajv2020().compile(registryRangeSchema);
const modes = ["snapshot", "ranges"] as const;

function start(mode: (typeof modes)[number], more: Parameters<typeof startService>[0] = {}): Promise<Service> {
  return startService({
    ...more,
    domain: ({ datamint }) => ({
      registry: { mode, url: datamint.registryUrl, facts: "public" },
      refreshSeconds: 1,
    }),
  });
}

interface Paths {
  readonly specPackagePath?: string;
  readonly nextSpecPackagePath?: string;
  readonly registryPath?: string;
}

async function pathsOf(service: Service): Promise<Paths> {
  const isDone = ({ nextSpecPackagePath }: Paths) => nextSpecPackagePath !== undefined;
  const first = async (): Promise<Paths> => factsIn((await get(`${service.url}/`, browser)).text).domains[0];
  return await waitUntil("the rules are in use", first, { isDone });
}

test("the rules in force and the next ones are served as they were published, named by their hash", async () => {
  using build = writeBuild();
  await using service = await startService({ workbench: { files: build.directory } });
  const { specPackagePath = "", nextSpecPackagePath = "" } = await pathsOf(service);
  const { datamint } = service.sandbox;
  const current = await get(datamint.specPackageUrl);
  const next = await get(JSON.parse(current.text).next.url);
  for (const [path, published] of [
    [specPackagePath, current],
    [nextSpecPackagePath, next],
  ] as const) {
    const { status, headers, bytes } = await get(`${service.url}${path}`);
    assert.equal(status, 200);
    assert.ok(bytes.equals(published.bytes));
    assert.equal(path, `${above}/spec-packages/${hash("sha256", bytes)}.json`);
    assert.equal(headers["cache-control"], "public, max-age=31536000, immutable");
    assert.equal(headers["content-type"], "application/json; charset=utf-8");
    assert.equal(headers["cross-origin-resource-policy"], "same-origin");
    const again = await get(`${service.url}${path}`, { "if-none-match": headers.etag ?? "" });
    assert.deepEqual([again.status, again.bytes.length], [304, 0]);
    assert.equal((await get(`${service.url}${path}`, {}, "HEAD")).headers["content-length"], String(bytes.length));
    const post = await get(`${service.url}${path}`, {}, "POST");
    assert.deepEqual([post.status, post.headers.allow], [405, "GET, HEAD"]);
  }
  const { digest } = JSON.parse((await get(`${service.url}/api/domains`)).text).domains[0].specPackage;
  const digits = digest.slice("sha256:".length);
  const name = specPackagePath.slice(specPackagePath.lastIndexOf("/") + 1);
  const nowhere = [
    `${above}/spec-packages/${"0".repeat(64)}.json`,
    `${above}/spec-packages/${digits}.json`,
    `${above}/spec-packages/undefined.json`,
    `${above}/spec-packages/${name.slice(0, -5)}`,
    `/facts/datamint/another/spec-packages/${name}`,
    `/facts/__proto__/constructor/spec-packages/${name}`,
  ];
  for (const path of nowhere) {
    const { status, headers, text } = await get(`${service.url}${path}`);
    assert.equal(status, 404, path);
    assert.equal(checkProblem({ status, headers, body: text }, service.url), "not-found");
    assert.equal((await get(`${service.url}${path}`, {}, "POST")).status, 404);
  }
});

test("rules that a product replaces are no longer served, and the new ones are", async () => {
  using build = writeBuild();
  await using service = await start("snapshot", { workbench: { files: build.directory } });
  const { specPackagePath: before = "" } = await pathsOf(service);
  service.sandbox.datamint.publish(specFile("datamint/generator-option/2.0.0"));
  const path = async () => factsIn((await get(`${service.url}/`, browser)).text).domains[0].specPackagePath;
  const after = await waitUntil("the new rules are in use", path, { isDone: (seen) => seen !== before });
  assert.equal((await get(`${service.url}${before}`)).status, 404);
  assert.equal(JSON.parse((await get(`${service.url}${after}`)).text).version, "2.0.0");
});

for (const mode of modes) {
  test(`ranges of a registry (${mode}) give the same verdicts as the service, also on lookalikes and open proposals`, async () => {
    using build = writeBuild();
    await using service = await start(mode, { workbench: { files: build.directory } });
    const { specPackagePath = "", nextSpecPackagePath = "", registryPath = "" } = await pathsOf(service);
    const proposed = ["parcel-route", "billing-item"];
    for (const id of proposed) await propose(service, id);
    const taken = Array.from({ length: 60 }, (_, index) => `number-${index}-coil`);
    for (const [index, id] of taken.entries())
      service.sandbox.datamint.register(id, (["active", "retired", "reserved"] as const)[index % 3]);
    const { revision } = JSON.parse((await get(service.sandbox.datamint.registryUrl)).text);
    const spec = await compile(`${service.url}${specPackagePath}`);
    const next = await compile(`${service.url}${nextSpecPackagePath}`);

    let differing = 0;
    const codes = new Map<string, number>();
    const ids = [...proposed, ...taken, "person-basic", "admin", "never-seen"].flatMap(spellings);
    for (const id of ids) {
      const candidate = aCandidate({ generatorId: id });
      const served = await atRevision(service, candidate, revision);
      const keys = [...engine.registryKeys(spec, candidate), ...engine.registryKeys(next, candidate)];
      const names = new Set(keys.map((key) => rangeOf(key, sha256)));
      const ranges = await Promise.all([...names].map((range) => rangeAt(service, `${registryPath}/${range}`)));
      const registry = registryFromRanges({ revision, ranges, sha256 });
      const { registry: lookup, ...own } = engine.validate({ spec, next, registry, candidate, fixes: true });
      assert.deepEqual(
        ranges.map((range) => range.revision),
        ranges.map(() => revision),
      );
      const { evidence, ...verdict } = served;
      if (JSON.stringify(withoutLinks(verdict)) !== JSON.stringify(own)) differing += 1;
      assert.equal(evidence.registry.generatorId, lookup.generatorId);
      for (const { code } of own.diagnostics) codes.set(code, (codes.get(code) ?? 0) + 1);
    }
    figure(`verdicts of page and service that differ, of ${ids.length}, ${mode}`, differing, 0);
    assert.equal(differing, 0);
    for (const code of ["registry.id-taken", "registry.id-in-ballot", "registry.id-similar"])
      assert.ok(codes.has(code), `${code} in ${[...codes.keys()]}`);
  });

  test(`a range of a registry (${mode}) is a document of the contract, never kept, and for pages of the service alone`, async () => {
    await using service = await start(mode, { corsOrigins: ["https://app.example"] });
    const path = `${above}/registry/${rangeOf(lookalikeKey("person-basic"), sha256)}`;
    const url = `${service.url}${path}`;
    const first = await waitUntil("the registry is in use", () => get(url), { isDone: ({ status }) => status === 200 });
    assert.ok(isRange(JSON.parse(first.text)));
    assert.deepEqual(JSON.parse(first.text).entries, [{ id: "person-basic", state: "active" }]);
    assert.equal(first.headers["cache-control"], "no-store");
    assert.equal(first.headers["cross-origin-resource-policy"], "same-origin");

    const origin = "https://app.example";
    const listed = await get(url, { origin, "sec-fetch-site": "same-origin" });
    assert.deepEqual([listed.status, listed.headers["access-control-allow-origin"]], [200, undefined]);
    const preflight = await get(url, { origin, "access-control-request-method": "GET" }, "OPTIONS");
    assert.deepEqual([preflight.status, preflight.headers["access-control-allow-origin"]], [405, undefined]);
    for (const site of ["cross-site", "same-site", "Cross-Site"]) {
      const { status, headers, text } = await get(url, { origin, "sec-fetch-site": site });
      assert.equal(status, 403);
      assert.equal(checkProblem({ status, headers, body: text }, service.url), "origin-not-allowed");
      assert.equal(headers["access-control-allow-origin"], undefined);
    }
    for (const site of ["same-origin", "none"]) assert.equal((await get(url, { "sec-fetch-site": site })).status, 200);

    for (const range of ["0000", "000000", "ABCDE", "ghijk", "00000.json", ""])
      assert.equal((await get(`${service.url}${above}/registry/${range}`)).status, 404, range);
    assert.equal((await get(`${service.url}/facts/datamint/another/registry/00000`)).status, 404);
    assert.deepEqual((await get(url, {}, "POST")).headers.allow, "GET, HEAD");
    assert.equal((await get(url, {}, "HEAD")).bytes.length, 0);
  });

  test(`a registry (${mode}) that is unavailable is the problem that a call gets`, async () => {
    await using service = await startService({
      domain: ({ datamint }) => ({ registry: { mode, url: `${datamint.origin}/nothing`, facts: "public" } }),
    });
    const { status, headers, text } = await get(`${service.url}${above}/registry/00000`);
    assert.equal(status, 503);
    assert.equal(checkProblem({ status, headers, body: text }, service.url), "registry-unavailable");
    const called = await service.call("validateProposal", { body: anEnvelope() });
    assert.deepEqual([called.status, called.json.detail], [503, JSON.parse(text).detail]);
  });

  test(`a registry (${mode}) is not given away unless the operator says so`, async () => {
    using build = writeBuild();
    await using service = await startService({
      workbench: { files: build.directory },
      domain: ({ datamint }) => ({ registry: { mode, url: datamint.registryUrl } }),
    });
    const paths = await pathsOf(service);
    assert.equal(paths.registryPath, undefined);
    const { status, headers, text } = await get(`${service.url}${above}/registry/00000`);
    assert.equal(checkProblem({ status, headers, body: text }, service.url), "not-found");
    assert.match(JSON.parse(text).detail, /does not publish/);
    assert.equal((await get(`${service.url}${above}/registry/00000`, {}, "POST")).status, 404);
  });
}

async function rangeAt(service: Service, path: string): Promise<RegistryRange> {
  const { status, text } = await get(`${service.url}${path}`);
  assert.equal(status, 200, text);
  return JSON.parse(text);
}

async function compile(url: string): Promise<CompiledSpec> {
  const compiled = engine.compileSpec((await get(url)).bytes);
  assert.ok(compiled.kind === "ok");
  return compiled.spec;
}

async function propose(service: Service, generatorId: string): Promise<void> {
  const body = anEnvelope({ candidate: aCandidate({ generatorId }) });
  const build = async () => await service.call("buildProposal", { body });
  const { json } = await waitUntil("a package is built", build, { isDone: ({ status }) => status === 200 });
  const response = await fetch(json.submission.url, {
    method: "POST",
    headers: { ...json.submission.headers, authorization: "Bearer ada" },
    body: JSON.stringify({ proposalPackage: json.proposalPackage }),
  });
  assert.equal(response.status, 201, await response.text());
}

// The service refreshes its copy in the background.
async function atRevision(service: Service, candidate: JsonObject, revision: string): Promise<ValidationResult> {
  const ask = async (): Promise<ValidationResult> =>
    (await service.call("validateProposal", { body: anEnvelope({ candidate }) })).json;
  const isDone = (result: ValidationResult) => result.evidence?.registry.revision === revision;
  return await waitUntil("the service uses the last revision", ask, { isDone });
}

// As written, in other letters and separators, with letters that look alike, and with one more.
function spellings(id: string): readonly string[] {
  const swapped = id.replaceAll("o", "0").replace("l", "1");
  return [id, id.toUpperCase(), id.replaceAll("-", "_"), swapped, id.replace("m", "rn"), `${id}-x`];
}

function withoutLinks<Verdict extends object>(verdict: Verdict): Verdict {
  return JSON.parse(JSON.stringify(verdict, (name, value) => (name === "docs" ? undefined : value)));
}
