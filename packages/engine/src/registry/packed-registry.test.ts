import assert from "node:assert/strict";
import { test } from "node:test";
import type { RegistryState } from "@assay/contract";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { comparisonKey, lookalikeKey } from "./comparison-key.ts";
import { buffersOf, packRegistry, registryFromPacked } from "./packed-registry.ts";
import { registryFromSnapshot } from "./registry-view.ts";

const id = fc.oneof(
  fc.stringMatching(/^[a-zA-Z0-9._/@+:-]{1,12}$/),
  fc.string({ minLength: 1, maxLength: 8, unit: "binary" }),
  fc.constantFrom(
    "person-basic",
    "Person_Basic",
    "pers0n-basic",
    "a",
    "A",
    "modern",
    "rnodern",
    "0.1.10",
    "0.11.0",
    "o.1.10",
    "",
  ),
);
const state = fc.constantFrom<RegistryState>("active", "retired", "reserved");
const registry = fc.record({
  revision: fc.string(),
  entries: fc.array(fc.record({ id, state }), { maxLength: 40 }),
  pending: fc.array(fc.record({ id }), { maxLength: 8 }),
});

test("a packed registry answers as a snapshot of the same registry does, also on another thread", () => {
  const property = fc.property(registry, fc.array(id), (whole, others) => {
    const snapshot = registryFromSnapshot(whole);
    const packed = packRegistry(whole);
    const view = registryFromPacked(structuredClone(packed, { transfer: buffersOf(packed) }));
    assert.equal(view.revision, snapshot.revision);
    for (const asked of [...whole.entries, ...whole.pending].map((entry) => entry.id).concat(others)) {
      assert.deepEqual(view.find(comparisonKey(asked)), snapshot.find(comparisonKey(asked)), asked);
      assert.equal(view.similar?.(lookalikeKey(asked)), snapshot.similar?.(lookalikeKey(asked)), asked);
      assert.deepEqual(view.exact?.find(asked), snapshot.exact?.find(asked), asked);
      assert.equal(view.exact?.similar?.(asked), snapshot.exact?.similar?.(asked), asked);
    }
  });
  fc.assert(property, propertyRuns());
});

test("giving a packed registry away leaves nothing behind to copy", () => {
  const packed = packRegistry({
    revision: "1",
    entries: [{ id: "person-basic", state: "active" }],
    pending: [{ id: "x" }],
  });
  const bytes = buffersOf(packed).reduce((sum, buffer) => sum + buffer.byteLength, 0);
  assert.ok(bytes > 0);
  structuredClone(packed, { transfer: buffersOf(packed) });
  assert.equal(
    buffersOf(packed).reduce((sum, buffer) => sum + buffer.byteLength, 0),
    0,
  );
});
