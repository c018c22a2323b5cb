import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import { type Registry, type RegistryRange, type RegistryState, registryRangeSchema } from "@assay/contract";
import { comparisonKey, lookalikeKey, rangeOf, registryFromRanges, registryFromSnapshot } from "@assay/engine";
import { propertyRuns } from "@assay/testing/scale";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { buffersOfRanges, cutRange, packRanges, writeRange } from "./packed-ranges.ts";
import { readRange } from "./read-packed-registry.ts";

const sha256 = (text: string) => hash("sha256", text);
const rangeNameOf = (id: string) => rangeOf(lookalikeKey(id), sha256);

function registryOf(entries: Registry["entries"], pending: Registry["pending"] = []): Registry {
  return {
    format: "generator-registry/v1",
    targetProduct: "datamint",
    revision: "7",
    complete: true,
    entries,
    pending,
  };
}

const read = (bytes: Uint8Array | undefined): RegistryRange => JSON.parse(Buffer.from(bytes ?? []).toString());

test("ranges that are cut from a registry answer like the whole registry, lookalikes and open proposals included", () => {
  // Few letters, many of which look alike, so that ids share keys and ranges.
  const id = fc.string({
    unit: fc.constantFrom("a", "B", "o", "0", "l", "1", "i", "r", "n", "m", "-", ".", "é"),
    minLength: 1,
    maxLength: 6,
  });
  const state = fc.constantFrom<RegistryState>("active", "retired", "reserved");
  const entry = fc.record({ id, state });
  const property = fc.property(
    fc.array(entry),
    fc.array(fc.record({ id })),
    fc.array(id),
    (entries, pending, others) => {
      const registry = registryOf(entries, pending);
      const whole = registryFromSnapshot(registry);
      const packed = packRanges(registry);
      for (const asked of [...entries, ...pending, ...others.map((other) => ({ id: other }))].map((item) => item.id)) {
        const range = read(cutRange(packed, rangeNameOf(asked)));
        const view = registryFromRanges({ revision: "7", ranges: [range], sha256 });
        assert.deepEqual(view.find(comparisonKey(asked)), whole.find(comparisonKey(asked)));
        assert.equal(view.similar?.(lookalikeKey(asked)), whole.similar?.(lookalikeKey(asked)));
      }
    },
  );
  fc.assert(property, propertyRuns());
});

test("a range is a document of the contract, whether it holds ids or not, and was cut where a product would cut it", () => {
  const registry = registryOf(
    [
      { id: "person-basic", state: "active" },
      { id: "Zażółć", state: "reserved" },
    ],
    [{ id: "parcel-route" }],
  );
  const packed = packRanges(registry);
  const fits = new Ajv2020().compile(registryRangeSchema);
  for (const name of ["person-basic", "Zażółć", "parcel-route", "nothing"].map(rangeNameOf)) {
    const bytes = cutRange(packed, name);
    assert.ok(bytes && fits(read(bytes)), JSON.stringify(fits.errors));
    assert.equal(readRange(bytes, "datamint", name).kind, "ok");
  }
  assert.deepEqual(read(cutRange(packed, rangeNameOf("Zażółć"))).entries, [{ id: "Zażółć", state: "reserved" }]);
  assert.deepEqual(read(cutRange(packed, rangeNameOf("parcel-route"))).pending, [{ id: "parcel-route" }]);
});

test("a range that a product published is written with the members of the contract only", () => {
  const range: RegistryRange = {
    ...registryOf([{ id: "person-basic", state: "active" }]),
    range: rangeNameOf("person-basic"),
  };
  const more = {
    ...range,
    note: "internal",
    entries: [{ id: "person-basic", state: "active" as const, owner: "Ada" }],
  };
  assert.deepEqual(read(writeRange(more)), range);
  assert.deepEqual(Buffer.from(writeRange(range)), Buffer.from(cutRange(packRanges(range), range.range) ?? []));
});

test("a range with more bytes than the contract allows is not given away", () => {
  // 2 ** 14 ids that all look alike, so they share a range.
  const entries = Array.from({ length: 2 ** 14 }, (_, index) => ({
    id: index.toString(2).padStart(14, "0").replaceAll("0", "i"),
    state: "active" as const,
  }));
  const packed = packRanges(registryOf(entries));
  assert.equal(packed.names.length, 1);
  assert.equal(cutRange(packed, rangeNameOf(entries[0]?.id ?? "")), undefined);
});

test("packed ranges travel to another thread without a copy", () => {
  const packed = packRanges(registryOf([{ id: "person-basic", state: "active" }]));
  const arrived = structuredClone(packed, { transfer: buffersOfRanges(packed) });
  assert.equal(packed.members.length, 0);
  assert.equal(read(cutRange(arrived, rangeNameOf("person-basic"))).entries.length, 1);
});
