import assert from "node:assert/strict";
import { test } from "node:test";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { findNonJson } from "./find-non-json.ts";

test("accepts every value that JSON.parse returns", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) =>
      assert.equal(findNonJson(JSON.parse(JSON.stringify(value))), undefined),
    ),
    propertyRuns(),
  );
  assert.equal(findNonJson(JSON.parse('{"__proto__":{"constructor":[-0,1e300]}}')), undefined);
  assert.equal(findNonJson(Object.assign(Object.create(null), { a: 1 })), undefined);
});

test("describes the first part that is not JSON", () => {
  class Money {}
  const examples: readonly (readonly [unknown, string[], RegExp])[] = [
    [undefined, [], /^undefined$/],
    [{ a: [1, undefined] }, ["a", "1"], /undefined/],
    [{ a: () => 1 }, ["a"], /function/],
    [[Symbol("s")], ["0"], /symbol/],
    [{ n: 1n }, ["n"], /bigint/],
    [[0, Number.NaN], ["1"], /NaN/],
    [[Number.POSITIVE_INFINITY], ["0"], /Infinity/],
    [{ s: "\ud800" }, ["s"], /surrogate/],
    [{ a: { "\udc00": 1 } }, ["a"], /name/],
    [{ when: new Date(0) }, ["when"], /Date/],
    [new Map(), [], /Map/],
    [[new Money()], ["0"], /Money/],
    [new Uint8Array(2), [], /Uint8Array/],
    [Object(1), [], /Number/],
    [Object.create({ a: 1 }), [], /Object|plain/],
    [Object.create(Object.create(null)), [], /not plain/],
    [Object.create({ constructor: { name: 5 } }), [], /not plain/],
    [Object.create({ constructor: { name: "two words" } }), [], /not plain/],
    [Object.create({ constructor: { name: " x" } }), [], /not plain/],
    [Object.create({ constructor: { name: "x ".repeat(2) } }), [], /not plain/],
    [{ a: 1, toJSON: () => 2 }, ["toJSON"], /function/],
    [new Array(3), ["0"], /hole/],
    // biome-ignore lint/suspicious/noSparseArray: the hole is the subject
    [{ list: [1, , 3] }, ["list", "1"], /hole/],
    [{ x: 1, y: Number.NaN, z: undefined }, ["y"], /NaN/],
  ];
  for (const [value, path, found] of examples) {
    const nonJson = findNonJson(value);
    assert.deepEqual(nonJson?.path, path);
    assert.match(nonJson?.description ?? "", found);
  }
});

test("ignores symbol keys", () => {
  assert.equal(findNonJson({ a: 1, [Symbol("hidden")]: undefined }), undefined);
});

test("limits nesting, and reports a cycle as nested too deeply", () => {
  const nestArrays = (levels: number): unknown => JSON.parse("[".repeat(levels) + "]".repeat(levels));
  assert.equal(findNonJson(nestArrays(32)), undefined);
  assert.deepEqual(findNonJson(nestArrays(33))?.path, new Array(32).fill("0"));
  assert.match(findNonJson(nestArrays(33))?.description ?? "", /nested too deep/);
  assert.equal(findNonJson(7, 0), undefined);
  assert.deepEqual(findNonJson([], 0)?.path, []);
  const cycle: Record<string, unknown> = { name: "x" };
  cycle.self = cycle;
  assert.deepEqual(findNonJson(cycle)?.path, new Array(32).fill("self"));
});

test("reports a value that throws when it is read", () => {
  const thrower = {
    get a(): never {
      throw new Error("no");
    },
  };
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const trap = new Proxy({}, { ownKeys: () => assert.fail("no") });
  for (const value of [{ list: [thrower] }, { proxy }, proxy, [trap]])
    assert.deepEqual(findNonJson(value), { path: [], description: "a value that throws when it is read" });
});

test("reports a value that exhausts the stack under a very large depth limit", () => {
  const levels = 200_000;
  const deep: unknown = JSON.parse("[".repeat(levels) + "]".repeat(levels));
  assert.ok(findNonJson(deep, 1_000_000));
});

test("never throws, whatever the value", () => {
  fc.assert(
    fc.property(
      fc.anything({ withBigInt: true, withDate: true, withMap: true, withSparseArray: true, withNullPrototype: true }),
      (value) => {
        findNonJson(value);
      },
    ),
    propertyRuns(),
  );
});

test("ignores members added to Object.prototype", () => {
  Object.assign(Object.prototype, { added: () => {} });
  try {
    assert.equal(findNonJson({ a: { b: 1 } }), undefined);
  } finally {
    Reflect.deleteProperty(Object.prototype, "added");
  }
});
