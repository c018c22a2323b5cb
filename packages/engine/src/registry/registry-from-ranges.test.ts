import assert from "node:assert/strict";
import { test } from "node:test";
import type { Registry, RegistryState } from "@assay/contract";
import { registryRange, registryRanges } from "@assay/testing/cases/registry-ranges";
import { propertyRuns } from "@assay/testing/scale";
import { sha256 } from "@assay/testing/sha256";
import fc from "fast-check";
import { comparisonKey, lookalikeKey } from "./comparison-key.ts";
import { rangeOf, registryFromRanges } from "./registry-from-ranges.ts";
import { registryFromSnapshot } from "./registry-view.ts";

const id = fc.string({ unit: fc.constantFrom(..."rnvmwo0li1A-_"), minLength: 1, maxLength: 4 });
const state = fc.constantFrom<RegistryState>("active", "retired", "reserved");
const registry = fc.record({
  entries: fc.array(fc.record({ id, state }), { maxLength: 40 }),
  pending: fc.array(fc.record({ id }), { maxLength: 8 }),
});

test("ranges answer as a snapshot does, whatever the order of the entries", () => {
  const property = fc.property(registry, fc.array(id), (ids, others) => {
    const snapshot = registryFromSnapshot({ revision: "1", ...ids });
    const asked = [...ids.entries, ...ids.pending].map((entry) => entry.id).concat(others);
    const reversed = { entries: ids.entries.toReversed(), pending: ids.pending.toReversed() };
    const ranges = registryRanges(documentOf(reversed), asked.map(lookalikeKey));
    const view = registryFromRanges({ revision: "1", ranges, sha256 });
    for (const text of asked) {
      assert.deepEqual(view.find(comparisonKey(text)), snapshot.find(comparisonKey(text)), text);
      assert.equal(view.similar?.(lookalikeKey(text)), snapshot.similar?.(lookalikeKey(text)), text);
    }
  });
  fc.assert(property, propertyRuns());
});

test("an id whose range was not fetched, or is of another revision, is unknown and never free", () => {
  const document = documentOf({ entries: [{ id: "person-basic", state: "active" }], pending: [] });
  const key = comparisonKey("person-basic");
  const find = (revision: string, ...names: readonly string[]) =>
    registryFromRanges({ revision, ranges: names.map((name) => registryRange(document, name)), sha256 }).find(key).kind;
  const name = rangeOf(lookalikeKey("Pers0n_Basic"), sha256);
  assert.equal(find("1", name), "taken");
  assert.equal(find("1", "00000"), "unknown");
  assert.equal(find("1"), "unknown");
  assert.equal(find("2", name), "unknown");
});

function documentOf(ids: Pick<Registry, "entries" | "pending">): Registry {
  return { format: "generator-registry/v1", targetProduct: "datamint", revision: "1", complete: true, ...ids };
}
