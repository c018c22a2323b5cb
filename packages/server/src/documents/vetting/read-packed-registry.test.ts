import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import { comparisonKey, lookalikeKey, rangeOf, registryFromPacked } from "@assay/engine";
import { readPackedRegistry, readRange } from "./read-packed-registry.ts";

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
  const read = readPackedRegistry(bytesOf(registry), "datamint");
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

test("what cannot be read, and what the engine refuses, is refused with a reason", () => {
  const stray = { ...range, pending: [{ id: "parcel-route" }] };
  const refused: readonly (readonly [RegExp, { readonly kind: string; readonly reason?: string }])[] = [
    [/^malformed-json: ./, readPackedRegistry(Buffer.from("<!doctype html>"), "datamint")],
    [/^ambiguous-json: ./, readRange(Buffer.from('{"a":1,"a":2}'), "datamint", name)],
    [/complete/, readPackedRegistry(bytesOf({ ...registry, complete: false }), "datamint")],
    [/one range/, readPackedRegistry(bytesOf(range), "datamint")],
    [/targetProduct/, readRange(bytesOf(range), "mintdata", name)],
    [/"parcel-route" belongs to range/, readRange(bytesOf(stray), "datamint", name)],
  ];
  for (const [reason, read] of refused) {
    assert.equal(read.kind, "refused", String(reason));
    assert.match(read.reason ?? "", reason);
  }
});
