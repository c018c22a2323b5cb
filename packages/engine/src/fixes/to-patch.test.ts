import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "@assay/contract";
import type { Edit } from "./propose-fix.ts";
import { maxPatchBytes, toPatch } from "./to-patch.ts";

const remove = (...path: string[]): Edit => ({ kind: "remove", path });
const replace = (value: Json, ...path: string[]): Edit => ({ kind: "replace", path, value });
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

test("what is not there cannot be guarded, so there is no patch", () => {
  assert.equal(patchOf([replace(2, "none")], { a: 1 }), undefined);
  assert.equal(patchOf([], { a: 1 }), undefined);
});

test("a value of more than 256 bytes is guarded by the first value inside that is smaller", () => {
  const guardOf = (value: Json) => patchOf([replace(0, "v")], { v: value })?.[0];
  const list = (length: number) => Array.from({ length }, () => 1);
  assert.equal(bytesOf(list(127)), 255);
  assert.deepEqual(guardOf(list(127)), { op: "test", path: "/v", value: list(127) });
  assert.deepEqual(guardOf(list(128)), { op: "test", path: "/v/0", value: 1 });
  assert.deepEqual(guardOf({ a: { b: list(300) }, c: 1 }), { op: "test", path: "/v/a/b/0", value: 1 });
  assert.deepEqual(guardOf({ a: "ä".repeat(124) }), { op: "test", path: "/v", value: { a: "ä".repeat(124) } });
  assert.deepEqual(guardOf({ a: "ä".repeat(125) }), { op: "test", path: "/v/a", value: "ä".repeat(125) });
  assert.deepEqual(guardOf([null, ...list(200)]), { op: "test", path: "/v/0", value: null });
  assert.deepEqual(guardOf("s".repeat(400)), { op: "test", path: "/v", value: "s".repeat(400) });
});

test("an item that is removed is guarded as a whole, because the next one may begin alike", () => {
  const item = { name: "a", text: "t".repeat(300) };
  assert.deepEqual(patchOf([remove("list", "0")], { list: [item, item] }), [
    { op: "test", path: "/list/0", value: item },
    { op: "remove", path: "/list/0" },
  ]);
  assert.deepEqual(patchOf([remove("a", "list", "0")], { a: { list: [item] } })?.[0]?.path, "/a/list/0");
  assert.deepEqual(patchOf([remove("object", "0")], { object: { 0: item } })?.[0], {
    op: "test",
    path: "/object/0/name",
    value: "a",
  });
  assert.deepEqual(patchOf([replace(0, "list", "0")], { list: [item] })?.[0]?.path, "/list/0/name");
});

test("where all tests would take more than 4,096 bytes, the first one is enough", () => {
  const submitted = Array.from({ length: 80 }, (_, index) => `value ${index}`);
  const edits = (count: number) => submitted.slice(0, count).map((_, index) => replace(0, String(index)));
  for (const [count, tests] of [
    [45, 45],
    [80, 1],
  ] as const) {
    const { patch, bytes } = toPatch(edits(count), submitted) ?? { patch: [], bytes: 0 };
    assert.equal(patch.filter(({ op }) => op === "test").length, tests);
    assert.equal(patch.length, count + tests);
    assert.equal(patch[0]?.path, "/0");
    assert.equal(bytes, bytesOf(patch));
    assert.ok(bytes <= maxPatchBytes);
  }
});

test("a string is tested as a whole, however large the patch becomes", () => {
  const sized = toPatch([replace(0, "v")], { v: "s".repeat(5_000) });
  assert.deepEqual(sized?.patch[0], { op: "test", path: "/v", value: "s".repeat(5_000) });
  assert.ok(sized.bytes > maxPatchBytes);
});
