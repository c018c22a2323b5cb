import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, Normalization } from "@assay/contract";
import { deepFreeze } from "@assay/testing/candidates/mutate-json";
import { anyJson } from "@assay/testing/corpora/hostile-values";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { createMeter, overBudget } from "../meter.ts";
import { createNormalizer } from "./normalizer.ts";

const decomposed = "Cre\u0300me bru\u0302le\u0301e";
const composed = "Cr\u00e8me br\u00fbl\u00e9e";

test("composes strings, unifies their line endings and trims them, as the spec package requires", () => {
  const all: Normalization["ops"] = ["nfc", "newlines", "trim"];
  const cases: readonly (readonly [Normalization["ops"], string, string])[] = [
    [all, ` \t${decomposed}\r\nfor\rall\n\n`, `${composed}\nfor\nall`],
    [["nfc"], ` ${decomposed}\r`, ` ${composed}\r`],
    [["newlines"], `${decomposed}\r\n\r\r\n `, `${decomposed}\n\n\n `],
    [["trim"], `\u00a0\ufeff ${decomposed}\r\n \r\u3000`, decomposed],
    [all, "in order\nalready, caf\u00e9", "in order\nalready, caf\u00e9"],
    [all, "", ""],
    [all, " \r\n ", ""],
    [all, `${"a".repeat(300)}e\u0301`, `${"a".repeat(300)}\u00e9`],
    [all, `e\u0301${"a".repeat(300)}`, `\u00e9${"a".repeat(300)}`],
    [["nfc"], "\u212b \u1e9b\u0323", "\u00c5 \u1e9b\u0323"],
    [["nfc"], "\u02ff\u0301", "\u02ff\u0301"],
  ];
  for (const [ops, before, after] of cases)
    assert.deepEqual(normalizeTexts([{ at: "/a", ops }], { a: before }), { a: after });
});

test("runs operations in a fixed order, regardless of the order in which they are declared", () => {
  const candidate = normalizeTexts([{ at: "/a", ops: ["trim", "newlines", "nfc"] }], {
    a: ` ${decomposed}\r`,
  });
  assert.deepEqual(candidate, { a: composed });
});

test("a pattern matches a property, the items of an array, or the candidate itself", () => {
  const rules: readonly Normalization[] = [
    { at: "/name", ops: ["trim"] },
    { at: "/fields/*/about", ops: ["trim"] },
    { at: "/deep/*/list/*", ops: ["trim"] },
    { at: "/m~1n/~0", ops: ["trim"] },
    { at: "/fields/0/name", ops: ["trim"] },
  ];
  const before = {
    name: " a ",
    fields: [{ about: " b", name: " kept" }, { about: "c" }, { about: "d " }, "e ", null],
    deep: [{ list: [" f ", ["g "], " h"] }, {}, { list: " i" }],
    "m/n": { "~": " j" },
    other: " k",
  };
  const candidate = normalizeTexts(rules, before);
  assert.deepEqual(candidate, {
    name: "a",
    fields: [{ about: "b", name: " kept" }, { about: "c" }, { about: "d" }, "e ", null],
    deep: [{ list: ["f", ["g "], "h"] }, {}, { list: " i" }],
    "m/n": { "~": "j" },
    other: " k",
  });
  assert.equal(normalizeTexts([{ at: "", ops: ["trim"] }], " root "), "root");
});

test("an asterisk matches the values of a map as well as the items of an array", () => {
  const candidate = normalizeTexts([{ at: "/a/*", ops: ["trim"] }], {
    a: { x: " y", "*": " z", list: [" "] },
  });
  assert.deepEqual(candidate, { a: { x: "y", "*": "z", list: [" "] } });
});

test("ignores values that are missing or of another type", () => {
  const rules: readonly Normalization[] = [
    { at: "/a", ops: ["nfc", "newlines", "trim", "sort"] },
    { at: "/a/*", ops: ["trim"] },
    { at: "/a/b", ops: ["trim"] },
    { at: "/constructor/name", ops: ["trim"] },
  ];
  for (const candidate of [
    {},
    { a: null },
    { a: 5 },
    { a: { c: { d: " x" } } },
    { a: [[" x "]] },
    [" x "],
    " x ",
    null,
    7,
  ]) {
    const before = deepFreeze(candidate as Json);
    assert.equal(normalizeTexts(rules, before), before);
  }
});

test("returns the same object if nothing changes, and otherwise copies only the objects that contain a change", () => {
  const rules: readonly Normalization[] = [{ at: "/list/*/a", ops: ["trim", "sort"] }];
  const candidate = deepFreeze({
    list: [
      { a: "x", b: [1] },
      { a: " y", b: [2] },
    ],
    other: { c: [3] },
  } as Json);
  const normalized = normalizeTexts(rules, candidate) as {
    readonly list: readonly { readonly b: Json }[];
    readonly other: Json;
  };
  const original = candidate as typeof normalized;
  assert.notEqual(normalized, candidate);
  assert.equal(normalized.list[0], original.list[0]);
  assert.notEqual(normalized.list[1], original.list[1]);
  assert.equal(normalized.list[1]?.b, original.list[1]?.b);
  assert.equal(normalized.other, original.other);
  assert.equal(normalizeTexts(rules, normalized as never), normalized);
});

test("keeps the order and the names of members, including `__proto__`", () => {
  const candidate = JSON.parse('{"z":1,"__proto__":{"x":" y"},"a":" b ","0":2}') as Json;
  const after = normalizeTexts([{ at: "/a", ops: ["trim"] }], candidate);
  assert.equal(JSON.stringify(after), '{"0":2,"z":1,"__proto__":{"x":" y"},"a":"b"}');
  assert.deepEqual(Object.getPrototypeOf(after), Object.prototype);
  const inside = normalizeTexts([{ at: "/__proto__/x", ops: ["trim"] }], candidate);
  assert.equal(JSON.stringify(inside), '{"0":2,"z":1,"__proto__":{"x":"y"},"a":" b "}');
});

test("sorts arrays of strings by UTF-16 code units, and leaves other arrays unchanged", () => {
  const sortList = (list: Json) => sortLists([{ at: "/list", ops: ["sort"] }], { list });
  const { candidate, sorted } = sortList(["b", "\uff21", "a", "Z", "\u{1f600}", "", "a", "10", "9"]);
  assert.deepEqual(candidate, { list: ["", "10", "9", "Z", "a", "a", "b", "\u{1f600}", "\uff21"] });
  assert.deepEqual(sorted, [{ path: ["list"], indexes: [5, 7, 8, 3, 2, 6, 0, 4, 1] }]);
  for (const list of [
    ["a", "b"],
    [],
    ["a", "a"],
    ["b", 1],
    [2, 1],
    ["b", null, "a"],
    ["b", "a", 1],
    { 0: "b", 1: "a" },
    "ba",
    null,
  ]) {
    const before = deepFreeze({ list } as Json);
    const result = sortLists([{ at: "/list", ops: ["sort"] }], before);
    assert.equal(result.candidate, before);
  }
});

test("does not sort when it normalizes strings, and does not change strings when it sorts", () => {
  const rules: readonly Normalization[] = [
    { at: "/name", ops: ["trim"] },
    { at: "/list", ops: ["sort"] },
    { at: "/list/*", ops: ["trim"] },
  ];
  const candidate = deepFreeze({ name: " a", list: ["c", " b"] } as Json);
  const normalized = normalizeTexts(rules, candidate);
  assert.deepEqual(normalized, { name: "a", list: ["c", "b"] });
  assert.deepEqual(sortLists(rules, candidate), {
    candidate: { name: " a", list: [" b", "c"] },
    sorted: [{ path: ["list"], indexes: [1, 0] }],
  });
});

test("applies several normalizations to one value, each to the result of the previous one", () => {
  const rules: readonly Normalization[] = [
    { at: "/m/a", ops: ["newlines"] },
    { at: "/m/*", ops: ["trim"] },
    { at: "/*/a", ops: ["trim"] },
  ];
  const candidate = normalizeTexts(rules, { m: { a: "x\r" } });
  assert.deepEqual(candidate, { m: { a: "x" } });
});

test("all work costs steps, and more work costs more steps", () => {
  const countTextSteps = (ops: Normalization["ops"], text: string) => countSteps("", ops, text);
  const createItems = (count: number) => Array.from({ length: count }, () => 1);
  const createTexts = (count: number) => Array.from({ length: count }, (_, index) => String(count - index));
  const createMembers = (count: number) => Object.fromEntries(createTexts(count).map((name) => [`m${name}`, 1]));

  for (const op of ["nfc", "newlines", "trim"] as const) {
    assert.ok(countTextSteps([op], "") > 0);
    assert.ok(countTextSteps([op], "x".repeat(640)) > countTextSteps([op], "x".repeat(64)));
  }
  assert.ok(countTextSteps(["nfc"], "漢".repeat(64)) > countTextSteps(["nfc"], "x".repeat(64)));
  assert.ok(countTextSteps(["newlines"], "\r".repeat(64)) > countTextSteps(["newlines"], "x".repeat(64)));
  assert.ok(countTextSteps(["nfc"], createMarks(800)) > 3 * countTextSteps(["nfc"], createMarks(400)));
  assert.ok(countTextSteps(["nfc"], createMarks(400).repeat(2)) > 1.9 * countTextSteps(["nfc"], createMarks(400)));
  assert.equal(countTextSteps(["nfc"], createMarks(30)), countTextSteps(["nfc"], "漢".repeat(31)));
  assert.ok(countSteps("/*", ["trim"], createItems(100)) > countSteps("/*", ["trim"], createItems(10)));
  assert.ok(countSteps("/a", ["trim"], { a: " ", ...createMembers(20) }) > countSteps("/a", ["trim"], { a: " " }));
  assert.equal(countSteps("/a", ["trim"], { a: "x", ...createMembers(20) }), countSteps("/a", ["trim"], { a: "x" }));
  assert.ok(countSteps("", ["sort"], createTexts(20)) > countSteps("", ["sort"], createTexts(10)));
  // A value of another type costs nothing.
  for (const value of [5, null, {}, [], createItems(10)]) assert.equal(countSteps("", ["trim", "sort"], value), 0);
  const meter = createMeter(1e6);
  createNormalizer([{ at: "/*", ops: ["sort"] }]).normalizeStrings([createTexts(5)], meter);
  createNormalizer([{ at: "/*", ops: ["trim"] }]).sort([createTexts(5)], meter);
  assert.equal(meter.left, 1e6);
});

test("each operation costs a fixed number of steps", () => {
  const all: Normalization["ops"] = ["nfc", "newlines", "trim"];
  const costs: readonly (readonly [at: string, ops: Normalization["ops"], value: Json, steps: number])[] = [
    ["", all, "", 3],
    ["", all, "x".repeat(640), 63],
    ["", ["trim"], "x".repeat(640), 21],
    ["", ["nfc"], "漢".repeat(640), 661],
    ["", ["newlines"], "\r".repeat(640), 181],
    ["", ["nfc"], createMarks(639), 661 + 639 ** 2 / 32],
    ["/*", ["trim"], [0, 0, 0, 0], 8],
    ["/a", ["trim"], { a: " ".repeat(64), b: 0, c: 0, d: 0 }, 9],
    ["", ["sort"], ["c", "b", "a"], 30],
  ];
  for (const [at, ops, value, steps] of costs) assert.equal(countSteps(at, ops, value), steps, `${ops} at "${at}"`);
});

test("stops when the meter runs out", () => {
  const { normalizeStrings: run, sort } = createNormalizer([{ at: "", ops: ["trim", "sort"] }]);
  assert.throws(
    () => run("x".repeat(64), createMeter(1)),
    (reason) => reason === overBudget,
  );
  assert.throws(
    () => sort(["b", "a"], createMeter(1)),
    (reason) => reason === overBudget,
  );
  assert.doesNotThrow(() => run("x".repeat(64), createMeter(3)));
});

test("changes nothing when it normalizes a second time", () => {
  const ops = fc.uniqueArray(fc.constantFrom("nfc", "newlines", "trim", "sort"), { minLength: 1 });
  const at = fc.constantFrom("", "/a", "/*", "/a/*", "/a/b", "/*/a");
  const rules = fc.array(fc.record({ at, ops }), { maxLength: 4 }) as fc.Arbitrary<Normalization[]>;
  const candidates = fc.oneof(
    anyJson.map((a): Json => ({ a })),
    anyJson.map((a): Json => [{ a }, a]),
    fc.string({ unit: "binary", maxLength: 20 }).map((a): Json => ({ a: [a, ` ${a}\r\n`] })),
  );
  const property = fc.property(rules, candidates, (normalizations, candidate) => {
    const once = normalizeTexts(normalizations, deepFreeze(candidate));
    const twice = normalizeTexts(normalizations, once);
    assert.equal(twice, once);
    const sorted = sortLists(normalizations, once);
    assert.equal(sortLists(normalizations, sorted.candidate).candidate, sorted.candidate);
  });
  fc.assert(property, propertyRuns());
});

function normalizeTexts(rules: readonly Normalization[], candidate: Json): Json {
  return createNormalizer(rules).normalizeStrings(candidate, createMeter(1e9));
}

function sortLists(rules: readonly Normalization[], candidate: Json) {
  return createNormalizer(rules).sort(candidate, createMeter(1e9));
}

function countSteps(at: string, ops: Normalization["ops"], value: Json): number {
  const meter = createMeter(1e6);
  createNormalizer([{ at, ops }]).normalizeStrings(value, meter);
  createNormalizer([{ at, ops }]).sort(value, meter);
  return 1e6 - meter.left;
}

function createMarks(count: number): string {
  return `e${"\u0301".repeat(count)}`;
}
