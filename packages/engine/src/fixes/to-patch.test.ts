import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "@assay/contract";
import type { Edit } from "./propose-fix.ts";
import { maxPatchBytes, toPatch } from "./to-patch.ts";

const remove = (...path: string[]): Edit => ({ kind: "remove", path });
const replace = (value: Json, ...path: string[]): Edit => ({ kind: "replace", path, value });
const rename = (...path: string[]): Edit => ({ kind: "rename", path, to: "w" });
const patchOf = (edits: readonly Edit[], submitted: Json) => toPatch(edits, submitted)?.patch;
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

test("every edit becomes an operation, after a test of the value that was submitted", () => {
  const submitted = { a: 1, b: { "c/d": true }, e: "x" };
  assert.deepEqual(
    patchOf([replace(2, "a"), remove("b", "c/d"), { kind: "rename", path: ["e"], to: "f" }], submitted),
    [
      { op: "test", path: "/a", value: 1 },
      { op: "test", path: "/b/c~1d", value: true },
      { op: "test", path: "/e", value: "x" },
      { op: "replace", path: "/a", value: 2 },
      { op: "remove", path: "/b/c~1d" },
      { op: "move", from: "/e", path: "/f" },
    ],
  );
  assert.deepEqual(patchOf([{ kind: "rename", path: ["b", "c/d"], to: "e" }], submitted)?.at(-1), {
    op: "move",
    from: "/b/c~1d",
    path: "/b/e",
  });
});

test("properties that belong into an object are moved there, and a candidate out of its wrapper, each after its test", () => {
  const submitted = { kind: "agent", data: { id: "7" } };
  assert.deepEqual(patchOf([{ kind: "gather", path: ["owner"], names: ["kind", "data"] }], submitted), [
    { op: "test", path: "/kind", value: "agent" },
    { op: "test", path: "/data", value: { id: "7" } },
    { op: "add", path: "/owner", value: {} },
    { op: "move", from: "/kind", path: "/owner/kind" },
    { op: "move", from: "/data", path: "/owner/data" },
  ]);
  assert.deepEqual(patchOf([{ kind: "unwrap", path: ["data"] }], submitted), [
    { op: "test", path: "/data", value: submitted.data },
    { op: "move", from: "/data", path: "" },
  ]);
});

test("what is not there cannot be guarded, so there is no patch", () => {
  for (const edit of [replace(2, "none"), rename("none")]) assert.equal(patchOf([edit], { a: 1 }), undefined);
  assert.equal(patchOf([], { a: 1 }), undefined);
});

test("a value that is replaced or removed is tested as a whole, so that nothing newer in it is lost", () => {
  const item = { name: "a", text: "t".repeat(300) };
  for (const edit of [remove("list", "0"), replace([item], "list", "0")]) {
    assert.deepEqual(patchOf([edit], { list: [item, item] })?.[0], { op: "test", path: "/list/0", value: item });
  }
  assert.deepEqual(patchOf([replace([item], "object")], { object: item })?.[0]?.path, "/object");
  const sized = toPatch([replace(0, "v")], { v: "s".repeat(10_000) });
  assert.deepEqual(sized?.patch[0], { op: "test", path: "/v", value: "s".repeat(10_000) });
  assert.ok(sized.bytes > maxPatchBytes);
});

test("every value of many that are replaced or removed is tested, or the patch is too large", () => {
  const submitted = Array.from({ length: 160 }, (_, index) => `value ${index}`);
  const edits = (count: number) => submitted.slice(0, count).map((_, index) => replace(0, String(index)));
  for (const count of [90, 160]) {
    const { patch, bytes } = toPatch(edits(count), submitted) ?? { patch: [], bytes: 0 };
    assert.equal(patch.filter(({ op }) => op === "test").length, count);
    assert.equal(patch.length, 2 * count);
    assert.equal(bytes, bytesOf(patch));
    assert.equal(bytes <= maxPatchBytes, count === 90);
  }
  const removals = submitted.map((_, index) => remove(String(index)));
  assert.equal(patchOf(removals, submitted)?.length, 2 * 160);
});

test("a value of more than 256 bytes that is moved is tested by the first value inside that is smaller", () => {
  const guardOf = (value: Json) => patchOf([rename("v")], { v: value })?.[0];
  const list = (length: number) => Array.from({ length }, () => 1);
  assert.equal(bytesOf(list(127)), 255);
  assert.deepEqual(guardOf(list(127)), { op: "test", path: "/v", value: list(127) });
  assert.deepEqual(guardOf(list(128)), { op: "test", path: "/v/0", value: 1 });
  for (const value of [
    { a: { b: list(300) }, c: 1 },
    { c: 1, a: { b: list(300) } },
  ])
    assert.deepEqual(guardOf(value), { op: "test", path: "/v/a/b/0", value: 1 });
  assert.deepEqual(guardOf({ a: "ä".repeat(124) }), { op: "test", path: "/v", value: { a: "ä".repeat(124) } });
  assert.deepEqual(guardOf({ a: "ä".repeat(125) }), { op: "test", path: "/v/a", value: "ä".repeat(125) });
  assert.deepEqual(guardOf(list(500_000)), { op: "test", path: "/v/0", value: 1 });
  assert.deepEqual(guardOf([null, ...list(200)]), { op: "test", path: "/v/0", value: null });
  assert.deepEqual(guardOf("s".repeat(400)), { op: "test", path: "/v", value: "s".repeat(400) });
});

test("of many values that are moved, the first is tested if a test of each would be too large", () => {
  const submitted = Array.from({ length: 140 }, (_, index) => ({ v: index }));
  for (const [count, tests] of [
    [60, 60],
    [140, 1],
  ] as const) {
    const edits = submitted.slice(0, count).map((_, index) => rename(String(index), "v"));
    const { patch, bytes } = toPatch(edits, submitted) ?? { patch: [], bytes: 0 };
    assert.equal(patch.filter(({ op }) => op === "test").length, tests);
    assert.equal(patch.length, count + tests);
    assert.equal(patch[0]?.path, "/0/v");
    assert.ok(bytes <= maxPatchBytes);
    // What a removal loses cannot be had back, so each value is tested whatever the size.
    assert.equal(patchOf([...edits, remove("139")], submitted)?.length, 2 * (count + 1));
  }
  const testsOf = (length: number) =>
    patchOf([rename("a"), rename("b")], { a: 1, b: "s".repeat(length) })?.filter(({ op }) => op === "test").length;
  const room = maxPatchBytes - bytesOf(patchOf([rename("a"), rename("b")], { a: 1, b: "" }));
  assert.deepEqual([room, room + 1].map(testsOf), [2, 1]);
});
