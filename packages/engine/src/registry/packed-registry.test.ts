import assert from "node:assert/strict";
import { test } from "node:test";
import type { Registry, RegistryState } from "@assay/contract";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { comparisonKey, isGeneratorId } from "./comparison-key.ts";
import { packRegistry, registryFromPacked } from "./packed-registry.ts";
import type { Compare, RegistryAnswer } from "./registry-view.ts";

// Few different letters, so that ids collide.
const id = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."aAb1-_./"), minLength: 1, maxLength: 4 }),
  fc.string({ minLength: 1, maxLength: 8, unit: "binary" }),
  fc.constantFrom("person-basic", "Person_Basic", "person basic", "a", "A"),
);
const state = fc.constantFrom<RegistryState>("active", "retired", "reserved");
const registry = fc.record({
  revision: fc.string(),
  entries: fc.array(fc.record({ id, state }), { maxLength: 40 }),
  pending: fc.array(fc.record({ id }), { maxLength: 8 }),
});

test("a packed registry finds what a search of the document finds, even after a transfer to another thread", () => {
  const property = fc.property(registry, fc.array(id), (data, others) => {
    const packed = packRegistry(data);
    const transfer = [packed.ids.buffer, packed.offsets.buffer, packed.states.buffer];
    const view = registryFromPacked(structuredClone(packed, { transfer }));
    assert.equal(packed.ids.byteLength, 0, "the buffer was copied instead of transferred");
    assert.equal(view.revision, data.revision);
    const candidates = [...data.entries, ...data.pending].map((entry) => entry.id).concat(others);
    for (const candidate of candidates.filter(isGeneratorId)) {
      for (const compare of ["ascii-lower-separators", "exact"] as const) {
        assert.deepEqual(view.find(candidate, compare), search(data, candidate, compare), `${candidate}, ${compare}`);
      }
    }
  });
  fc.assert(property, propertyRuns());
});

// If several ids are equal, an active one counts before a reserved and a retired one, then the first in character order.
function search({ entries, pending }: Pick<Registry, "entries" | "pending">, wanted: string, compare: Compare) {
  const isEqual = ({ id }: { readonly id: string }) =>
    isGeneratorId(id) && (compare === "exact" ? id === wanted : comparisonKey(id) === comparisonKey(wanted));
  const [taken] = entries.filter(isEqual).sort((a, b) => (`${a.state} ${a.id}` < `${b.state} ${b.id}` ? -1 : 1));
  if (taken) return { kind: "taken", id: taken.id, state: taken.state } satisfies RegistryAnswer;
  return { kind: pending.some(isEqual) ? "pending" : "free" } satisfies RegistryAnswer;
}
