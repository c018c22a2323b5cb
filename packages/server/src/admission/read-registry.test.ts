import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import { comparisonKey, lookalikeKey, rangeOf, registryFromPacked } from "@assay/engine";
import { readRange, readRegistry } from "./read-registry.ts";

const registry = {
  format: "generator-registry/v1",
  targetProduct: "datamint",
  revision: "r1",
  complete: true,
  entries: [{ id: "person-basic", state: "active" }],
  pending: [{ id: "parcel-route" }],
};
const name = rangeOf(lookalikeKey("person-basic"), (text) => hash("sha256", text));
const range = { ...registry, range: name, entries: [{ id: "person-basic", state: "retired" }], pending: [] };

const bytesOf = (document: unknown) => Buffer.from(JSON.stringify(document));

test("a complete registry of the product is read, with its revision, its ids and its open proposals", () => {
  const read = readRegistry(bytesOf(registry), "datamint");
  assert.ok(read.kind === "ok");
  const view = registryFromPacked(read.value.packed);
  assert.equal(view.revision, "r1");
  assert.deepEqual(view.find(comparisonKey("personbasic")), { kind: "taken", id: "person-basic", state: "active" });
  assert.deepEqual(view.find(comparisonKey("parcelroute")), { kind: "pending" });
  assert.deepEqual(view.find(comparisonKey("another")), { kind: "free" });
});

test("a range of the registry is read as it is", () => {
  assert.deepEqual(readRange(bytesOf(range), "datamint", name), { kind: "ok", value: range });
});

test("what is not the whole registry of this product, or not the range that was asked for, is refused with a reason", () => {
  const refused: readonly (readonly [RegExp, { readonly kind: string; readonly reason?: string }])[] = [
    [/^\w[\w.-]+: ./, readRegistry(Buffer.from("<!doctype html>"), "datamint")],
    [/^\w[\w.-]+: ./, readRange(Buffer.from('{"a":1,"a":2}'), "datamint", name)],
    [/^\w[\w.-]+: ./, readRegistry(Buffer.from("[".repeat(200) + "]".repeat(200)), "datamint")],
    [/complete/, readRegistry(bytesOf({ ...registry, complete: false }), "datamint")],
    [/a range of one/, readRegistry(bytesOf(range), "datamint")],
    [/range/, readRange(bytesOf(registry), "datamint", name)],
    [
      /entries\/0.*id/,
      readRange(bytesOf({ ...range, entries: [{ key: "ab".repeat(32), state: "active" }] }), "datamint", name),
    ],
    [/registry of "mintdata", found "datamint"/, readRegistry(bytesOf(registry), "mintdata")],
    [/registry of "mintdata", found "datamint"/, readRange(bytesOf(range), "mintdata", name)],
    [/range "00000", found/, readRange(bytesOf(range), "datamint", "00000")],
  ];
  for (const [reason, read] of refused) {
    assert.equal(read.kind, "refused", String(reason));
    assert.match(read.reason ?? "", reason);
  }
});

test("a range with an id of another range is refused: the registry is cut in another way, so a taken id would look free", () => {
  for (const strays of [
    { entries: [{ id: "parcel-route", state: "active" }] },
    { pending: [{ id: "parcel-route" }] },
  ]) {
    const read = readRange(bytesOf({ ...range, ...strays }), "datamint", name);
    assert.equal(read.kind, "refused");
    assert.match(read.reason, /"parcel-route" belongs to range "[0-9a-f]{5}"/);
  }
});
