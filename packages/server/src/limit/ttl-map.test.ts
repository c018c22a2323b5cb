import assert from "node:assert/strict";
import { test } from "node:test";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { createTtlMap } from "./ttl-map.ts";

const ttlMs = 60_000;

const step = fc.record({
  waitMs: fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    fc.integer({ min: 1, max: ttlMs }),
    fc.integer({ min: ttlMs - 1, max: ttlMs + 1 }),
    fc.integer({ min: ttlMs, max: 3 * ttlMs }),
  ),
  action: fc.constantFrom("set", "set", "set", "delete"),
  name: fc.constantFrom("a", "b", "c"),
});

test("removes an entry when it expires or is deleted, whichever generation holds it", () => {
  const clock = { now: 0 };
  const map = createTtlMap<string>(ttlMs, () => clock.now);
  clock.now = ttlMs - 1;
  map.set("a", "old");
  map.set("b", "old");
  clock.now = ttlMs;
  map.set("c", "young");
  map.delete("a");
  assert.deepEqual(["a", "b", "c"].map(map.get), [undefined, "old", "young"]);
  clock.now = 2 * ttlMs - 1;
  assert.deepEqual(["a", "b", "c"].map(map.get), [undefined, undefined, "young"]);
  clock.now = 2 * ttlMs;
  assert.equal(map.get("c"), undefined);
});

test("keeps an entry for exactly its TTL after it was last set", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const clock = { now: 0 };
      const map = createTtlMap<number>(ttlMs, () => clock.now);
      const model = new Map<string, { readonly value: number; readonly expiresAt: number }>();
      for (const [value, { waitMs, action, name }] of steps.entries()) {
        clock.now += waitMs;
        if (action === "delete") {
          map.delete(name);
          model.delete(name);
        } else {
          map.set(name, value);
          model.set(name, { value, expiresAt: clock.now + ttlMs });
        }
        for (const other of ["a", "b", "c"]) {
          const expected = model.get(other);
          assert.equal(map.get(other), expected && expected.expiresAt > clock.now ? expected.value : undefined);
        }
      }
    }),
    propertyRuns(5),
  );
});
