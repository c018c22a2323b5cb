import assert from "node:assert/strict";
import { test } from "node:test";
import { type Registry, type RegistryRange, registryRangeSchema, registrySchema } from "@assay/contract";
import { lookalikeKey, rangeOf } from "@assay/engine";
import { specFile } from "@assay/testing/cases/golden-cases";
import { registryRange } from "@assay/testing/cases/registry-ranges";
import { Ajv2020 } from "ajv/dist/2020.js";
import { aPackage, get, submitTo } from "../test/packages.ts";
import { sha256 } from "./engine.ts";
import { startSandbox } from "./start-sandbox.ts";

const ajv = new Ajv2020();
const isRegistry = ajv.compile<Registry>(registrySchema);
const isRange = ajv.compile<RegistryRange>(registryRangeSchema);

test("the registry lists every id that a submission would refuse, and is complete", async () => {
  await using sandbox = await startSandbox();
  const { datamint } = sandbox;
  datamint.register("invoice-lines");
  datamint.register("old-things", "reserved");
  datamint.retire("invoice-lines");
  const { status, body } = await get(datamint.registryUrl);
  assert.equal(status, 200);
  assert(isRegistry(body), JSON.stringify(isRegistry.errors));
  assert.deepEqual(body.entries, [
    { id: "address-us", state: "active" },
    { id: "admin", state: "reserved" },
    { id: "invoice-lines", state: "retired" },
    { id: "old-things", state: "reserved" },
    { id: "order-history", state: "retired" },
    { id: "person-basic", state: "active" },
  ]);
  assert.deepEqual(body.pending, []);
});

test("every change has a revision of its own, and an open proposal is one", async () => {
  await using sandbox = await startSandbox();
  const { datamint } = sandbox;
  const revisions: string[] = [];
  const look = async () => revisions.push((await get(datamint.registryUrl)).body.revision);
  await look();
  datamint.register("invoice-lines");
  await look();
  datamint.retire("invoice-lines");
  await look();
  await submitTo(datamint.submissionUrl, { proposalPackage: aPackage() });
  await look();
  assert.equal(new Set(revisions).size, 4);
  assert.deepEqual((await get(datamint.registryUrl)).body.pending, [{ id: "loyalty-card" }]);
});

test("an id in another spelling is the same generator", async () => {
  await using sandbox = await startSandbox({ datamint: { generators: [] } });
  sandbox.datamint.register("person-basic");
  sandbox.datamint.register("Person_Basic", "reserved");
  const { body } = await get(sandbox.datamint.registryUrl);
  assert.deepEqual(body.entries, [{ id: "Person_Basic", state: "reserved" }]);
  assert.throws(() => sandbox.datamint.retire("nobody"));
});

test("under rules that compare ids exactly, another spelling is another generator", async () => {
  await using sandbox = await startSandbox({ datamint: { generators: [] } });
  const { datamint } = sandbox;
  datamint.publish(
    specFile("datamint/generator-option/1.0.0", [
      { op: "replace", path: "/generatorId/compare", value: "exact" },
      // It is about ids that differ in case and separators.
      { op: "remove", path: "/tests/3" },
    ]),
  );
  for (const id of ["person-basic", "Person_Basic", "person-basic"]) datamint.register(id);
  datamint.retire("person-basic");
  assert.throws(() => datamint.retire("personbasic"));
  const { body } = await get(datamint.registryUrl);
  assert.deepEqual(body.entries, [
    { id: "Person_Basic", state: "active" },
    { id: "person-basic", state: "retired" },
  ]);
});

test("a client that has the registry already gets 304, until it changes", async () => {
  await using sandbox = await startSandbox();
  const { datamint } = sandbox;
  const range = `${datamint.registryUrl}/ranges/${rangeOf(lookalikeKey("loyalty-card"), sha256)}`;
  for (const url of [datamint.registryUrl, range]) {
    const etag = (await get(url)).headers.get("etag") ?? "";
    assert.match(etag, /^"[0-9a-f]{64}"$/);
    assert.equal((await get(url, { "if-none-match": etag })).status, 304);
    datamint.register(`another-${url.length}`);
    assert.equal((await get(url, { "if-none-match": etag })).status, 200);
  }
});

test("the ranges say of every id what the snapshot says", async () => {
  const generators = Array.from({ length: 300 }, (_, index) => ({
    id: `Generator_${index}.x`,
    state: (["active", "retired", "reserved"] as const)[index % 3] ?? "active",
  }));
  await using sandbox = await startSandbox({ datamint: { generators } });
  const { datamint } = sandbox;
  for (const generatorId of ["loyalty-card", "loyal-tycard", "gift-card"]) {
    assert.equal((await submitTo(datamint.submissionUrl, { proposalPackage: aPackage({ generatorId }) })).status, 201);
  }
  const snapshot: Registry = (await get(datamint.registryUrl)).body;
  assert.equal(snapshot.entries.length, 300);
  assert.equal(snapshot.pending.length, 3);

  const names = new Set([...snapshot.entries, ...snapshot.pending].map(({ id }) => rangeOf(lookalikeKey(id), sha256)));
  const ranges = await Promise.all([...names].map((name) => get(`${datamint.registryUrl}/ranges/${name}`)));
  for (const { status, body } of ranges) {
    assert.equal(status, 200);
    assert(isRange(body), JSON.stringify(isRange.errors));
    assert.deepEqual(body, registryRange(snapshot, body.range));
  }
  assert.deepEqual(byId(ranges.flatMap(({ body }) => body.entries)), byId(snapshot.entries));
  assert.deepEqual(byId(ranges.flatMap(({ body }) => body.pending)), byId(snapshot.pending));
});

test("ids that look alike are in one range", async () => {
  const generators = ["person-basic", "Pers0n.Basic", "person-bas1c"].map((id) => ({ id, state: "active" as const }));
  await using sandbox = await startSandbox({ datamint: { generators } });
  const name = rangeOf(lookalikeKey("PERSON_BASIC"), sha256);
  const { body } = await get(`${sandbox.datamint.registryUrl}/ranges/${name}`);
  assert.deepEqual(
    body.entries.map(({ id }: { readonly id: string }) => id),
    ["Pers0n.Basic", "person-bas1c", "person-basic"],
  );
});

test("an empty range is an answer, and what is not a range is not found", async () => {
  await using sandbox = await startSandbox({ datamint: { generators: [] } });
  const ranges = `${sandbox.datamint.registryUrl}/ranges`;
  const { status, body } = await get(`${ranges}/00000`);
  assert.equal(status, 200);
  assert(isRange(body));
  assert.deepEqual([body.entries, body.pending], [[], []]);
  for (const name of ["0000", "000000", "ABCDE", "0000g", ""]) {
    assert.equal((await get(`${ranges}/${name}`)).body.code, "not-found", name);
  }
});

function byId<T extends { readonly id: string }>(rows: readonly T[]): T[] {
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
