import assert from "node:assert/strict";
import { test } from "node:test";
import { comparisonKey, registryFromPacked } from "@assay/engine";
import { readRange, readRegistry } from "./read-registry.ts";

const registry = {
  format: "generator-registry/v1",
  targetProduct: "datamint",
  revision: "r1",
  complete: true,
  entries: [{ id: "person-basic", state: "active" }],
  pending: [{ id: "parcel-route" }],
};
const key = "ab".repeat(32);
const range = { ...registry, range: "ababa", entries: [{ key, state: "retired" }], pending: [] };

const bytesOf = (document: unknown) => Buffer.from(JSON.stringify(document));

test("a complete registry of the product is read, with its revision, its ids and its open proposals", () => {
  const read = readRegistry(bytesOf(registry), "datamint");
  assert.ok(read.kind === "ok");
  const view = registryFromPacked(read.value);
  assert.equal(view.revision, "r1");
  assert.deepEqual(view.find(comparisonKey("personbasic")), { kind: "taken", state: "active" });
  assert.deepEqual(view.find(comparisonKey("parcelroute")), { kind: "pending" });
  assert.deepEqual(view.find(comparisonKey("another")), { kind: "free" });
});

test("a range of the registry is read as it is", () => {
  assert.deepEqual(readRange(bytesOf(range), "datamint", "ababa"), { kind: "ok", value: range });
});

test("what is not the whole registry of this product, or not the range that was asked for, is refused with a reason", () => {
  const refused: readonly (readonly [RegExp, { readonly kind: string; readonly reason?: string }])[] = [
    [/^\w[\w.-]+: ./, readRegistry(Buffer.from("<!doctype html>"), "datamint")],
    [/^\w[\w.-]+: ./, readRange(Buffer.from('{"a":1,"a":2}'), "datamint", "ababa")],
    [/^\w[\w.-]+: ./, readRegistry(Buffer.from("[".repeat(200) + "]".repeat(200)), "datamint")],
    [/complete/, readRegistry(bytesOf({ ...registry, complete: false }), "datamint")],
    [/entries/, readRegistry(bytesOf(range), "datamint")],
    [/range/, readRange(bytesOf(registry), "datamint", "ababa")],
    [/registry of "mintdata", found "datamint"/, readRegistry(bytesOf(registry), "mintdata")],
    [/registry of "mintdata", found "datamint"/, readRange(bytesOf(range), "mintdata", "ababa")],
    [/range "ababb", found "ababa"/, readRange(bytesOf(range), "datamint", "ababb")],
  ];
  for (const [reason, read] of refused) {
    assert.equal(read.kind, "refused", String(reason));
    assert.match(read.reason ?? "", reason);
  }
});
