import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { type Json, unescapeToken } from "@assay/contract";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { createCollector } from "./collector.ts";
import type { AnyFinding } from "./finding.ts";

const candidate: Json = {
  owner: { kind: "human" },
  list: [{ age: "36" }, { age: "41" }, { age: 5 }],
  lists: [["a", "b"], ["c"]],
  object: { 0: "x", 1: "y", "~": "z", "a/b": "w", a: { b: "v" } },
};

test("the same mistake at many paths is one group, with its count and paths", () => {
  const collector = createCollector(candidate);
  assert.equal(collector.add(createFinding("/list/2/age")), true);
  assert.equal(collector.add(createFinding("/list/0/age")), false);
  assert.equal(collector.add(createFinding("/list/1/age")), false);
  const [group, ...others] = collector.listGroups();
  assert.deepEqual(others, []);
  assert.equal(group?.count, 3);
  assert.deepEqual(group?.first.path, ["list", "0", "age"]);
  assert.deepEqual(
    group?.places.map(({ path }) => path.join("/")),
    ["list/0/age", "list/1/age", "list/2/age"],
  );
});

test("an error around a value is one at its path, above it, or inside it, in any order of findings", () => {
  const errors = [
    createFinding("/list/1/age", { code: "field.format" }),
    createFinding("/object/a", { code: "check.failed" }),
    createFinding("/object/a", { code: "field.pattern" }),
    createFinding("/owner", { code: "check.failed" }),
  ];
  for (const order of [errors, errors.toReversed()]) {
    const collector = createCollector(candidate);
    for (const error of order) collector.add(error);
    for (const path of [["list", "1", "age"], ["list", "1", "age", "years"], ["list"], ["object", "a", "b"]])
      assert.equal(collector.hasErrorAround(path), true, path.join());
    for (const path of [["list", "2"], ["owner"], ["owner", "kind"]])
      assert.equal(collector.hasErrorAround(path), false, path.join());
    collector.add(createFinding("/owner/kind", { code: "owner.kind-not-allowed" }));
    assert.equal(collector.hasErrorAround(["owner"]), true);
  }
});

test("of very many paths the first 64 are kept, and all are counted", () => {
  const collector = createCollector({ list: Array.from({ length: 80 }, (_, index) => index) });
  for (let index = 0; index < 80; index += 1) collector.add(createFinding(`/list/${index}`));
  const [group] = collector.listGroups();
  assert.equal(group?.count, 80);
  assert.deepEqual(
    group?.places.map(({ path }) => path[1]),
    Array.from({ length: 64 }, (_, index) => String(index)),
  );
});

test("findings are different mistakes when code, rule, path or value differ", () => {
  const one = createFinding("/list/0/age");
  const others: readonly AnyFinding[] = [
    createFinding("/list/0/age", { code: "field.range", message: "tooSmall" }),
    createFinding("/list/0/age", { rule: { id: "other", at: "/rules/0" } }),
    createFinding("/list/0/age", { rule: { id: "rule", at: "/rules/1" } }),
    createFinding("/list/0/age", { groupKey: "36" }),
    createFinding("/list/0/age", { groupKey: "41" }),
    createFinding("/list/0/age", { groupKey: "" }),
    createFinding("/list/0"),
    createFinding("/list/0/ages"),
    createFinding("/lists/0/age"),
  ];
  const collector = createCollector(candidate);
  assert.equal(collector.add(one), true);
  for (const other of others) assert.equal(collector.add(other), true, JSON.stringify(other));
  for (const other of [one, ...others]) assert.equal(collector.add(other), false, JSON.stringify(other));
  assert.deepEqual(
    collector.listGroups().map(({ count }) => count),
    Array(others.length + 1).fill(2),
  );
});

test("indexes of a list are alike at every depth; names of members never are, even when they look like indexes", () => {
  const countGroups = (...paths: string[]) => {
    const collector = createCollector(candidate);
    for (const path of paths) collector.add(createFinding(path));
    return collector.listGroups().length;
  };
  assert.equal(countGroups("/lists/0/0", "/lists/0/1", "/lists/1/0"), 1);
  assert.equal(countGroups("/object/0", "/object/1"), 2);
  assert.equal(countGroups("/object/a~1b", "/object/a/b"), 2);
  assert.equal(countGroups("/list/0", "/object/~0", "/object/0"), 3);
  // A list that is not there has no indexes.
  assert.equal(countGroups("/none/0", "/none/1"), 2);
  assert.equal(countGroups("/list/7/age", "/list/8/age"), 1);
  assert.equal(countGroups("/list/7/age/0", "/list/8/age/1"), 2);
});

test("different findings never have the same key", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "/", " ", "1", "~"), maxLength: 3 });
  const any = fc.record(
    {
      id: fc.constantFrom("a", "b-1"),
      at: text,
      path: fc.array(text, { maxLength: 3 }),
      groupKey: fc.option(text, { nil: undefined }),
    },
    { noNullPrototype: true },
  );
  const property = fc.property(any, any, (one, other) => {
    const collector = createCollector({});
    const add = ({ id, at, path, groupKey }: typeof one) =>
      collector.add(createFinding("", { rule: { id, at }, path, groupKey }));
    add(one);
    assert.equal(add(other), !isDeepStrictEqual(one, other));
  });
  fc.assert(property, propertyRuns());
});

test("an error makes the value at its path wrong, and no warning does", () => {
  const collector = createCollector(candidate);
  collector.add(createFinding("/owner", { severity: "warning" }));
  collector.add(createFinding("/owner", { severity: "info" }));
  assert.equal(collector.hasErrors(), false);
  assert.equal(collector.isWrong(["owner"]), false);
  collector.add(createFinding("/owner", { code: "field.value" }));
  assert.equal(collector.hasErrors(), true);
  assert.equal(collector.isWrong(["owner"]), true);
  assert.equal(collector.isWrong([]), false);
  assert.equal(collector.isWrong(["owner", "kind"]), false);
});

test("a value that is missing or of the wrong type is unusable, and so is everything in it", () => {
  for (const code of ["field.type", "field.missing"] as const) {
    const collector = createCollector(candidate);
    assert.equal(collector.isUnusable(["owner"]), false);
    // What keeps a check from running counts more than what else is found there.
    for (const each of ["field.unknown", code, "field.value"]) collector.add(createFinding("/owner", { code: each }));
    for (const path of [["owner"], ["owner", "kind"], ["owner", "kind", "deeper"]])
      assert.equal(collector.isUnusable(path), true, path.join());
    for (const path of [[], ["owners"], ["list", "owner"]])
      assert.equal(collector.isUnusable(path), false, path.join());
  }
  const root = createCollector(5);
  root.add(createFinding("", { code: "field.type" }));
  assert.deepEqual([root.isUnusable([]), root.isUnusable(["owner"])], [true, true]);
});

test("other errors make nothing unusable", () => {
  const collector = createCollector(candidate);
  collector.add(createFinding("", { code: "object.size" }));
  collector.add(createFinding("/owner", { code: "field.unknown" }));
  assert.equal(collector.isUnusable(["owner", "kind"]), false);
});

test("mistakes come in one order: severity, path, code, rule, whatever order they were found in", () => {
  // A rule has one severity.
  const gentle = { rule: { id: "gentle", at: "/rules/9" } };
  const ordered: readonly AnyFinding[] = [
    createFinding("", { code: "object.size" }),
    createFinding("/list/2/age"),
    createFinding("/list/10/age", { groupKey: "other" }),
    createFinding("/object/0"),
    createFinding("/object/A"),
    createFinding("/object/a", { code: "field.pattern", message: "default" }),
    createFinding("/object/a"),
    createFinding("/object/a", { rule: { id: "s", at: "/rules/0" } }),
    createFinding("/object/a", { rule: { id: "s", at: "/rules/1" } }),
    createFinding("/object/a/b"),
    // Names that are not shown: they stand where their path ends, in their own order.
    createFinding("/secret/\u202ea"),
    createFinding("/secret/\u202eb"),
    createFinding("/secret/b"),
    createFinding("/object/a", { ...gentle, severity: "warning" }),
    createFinding("/owner", { ...gentle, severity: "warning", code: "field.pattern" }),
    createFinding("/owner", { ...gentle, severity: "warning" }),
    createFinding("", { ...gentle, severity: "info" }),
  ];
  const property = fc.property(fc.shuffledSubarray([...ordered], { minLength: 2 }), (shuffled) => {
    const collector = createCollector(candidate);
    for (const each of shuffled) collector.add(each);
    assert.deepEqual(
      collector.listGroups().map(({ first }) => first),
      ordered.filter((each) => shuffled.includes(each)),
    );
  });
  fc.assert(property, propertyRuns());
});

test("what is found later is in the next answer", () => {
  const collector = createCollector(candidate);
  assert.deepEqual(collector.listGroups(), []);
  collector.add(createFinding("/owner"));
  assert.equal(collector.listGroups().length, 1);
  collector.add(createFinding("/list"));
  assert.deepEqual(
    collector.listGroups().map(({ first }) => first.path),
    [["list"], ["owner"]],
  );
});

// Any code will do for most: the collector looks at no more than what it says.
function createFinding(pointer: string, more: { readonly [member: string]: unknown } = {}): AnyFinding {
  return {
    code: "field.value",
    message: "default",
    severity: "error",
    path: pointer.split("/").slice(1).map(unescapeToken),
    params: {},
    rule: { id: "rule", at: "/rules/0" },
    ...more,
  } as never;
}
