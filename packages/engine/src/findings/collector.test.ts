import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { type Json, parsePointer } from "@assay/contract";
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

test("groups the same mistake at several paths, with its count and paths", () => {
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

test("keeps the first 64 paths of a group and counts all of them", () => {
  const collector = createCollector({ list: Array.from({ length: 80 }, (_, index) => index) });
  for (let index = 0; index < 80; index += 1) collector.add(createFinding(`/list/${index}`));
  const [group] = collector.listGroups();
  assert.equal(group?.count, 80);
  assert.deepEqual(
    group?.places.map(({ path }) => path[1]),
    Array.from({ length: 64 }, (_, index) => String(index)),
  );
});

test("keeps findings apart if their code, rule, path or value differs", () => {
  const finding = createFinding("/list/0/age");
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
  assert.equal(collector.add(finding), true);
  for (const other of others) assert.equal(collector.add(other), true, JSON.stringify(other));
  for (const other of [finding, ...others]) assert.equal(collector.add(other), false, JSON.stringify(other));
  assert.deepEqual(
    collector.listGroups().map(({ count }) => count),
    Array(others.length + 1).fill(2),
  );
});

test("groups findings across array indexes at every depth, but not across property names, even numeric ones", () => {
  const countGroups = (...paths: string[]) => {
    const collector = createCollector(candidate);
    for (const path of paths) collector.add(createFinding(path));
    return collector.listGroups().length;
  };
  assert.equal(countGroups("/lists/0/0", "/lists/0/1", "/lists/1/0"), 1);
  assert.equal(countGroups("/object/0", "/object/1"), 2);
  assert.equal(countGroups("/object/a~1b", "/object/a/b"), 2);
  assert.equal(countGroups("/list/0", "/object/~0", "/object/0"), 3);
  // In an array that does not exist, a number is treated as a name.
  assert.equal(countGroups("/none/0", "/none/1"), 2);
  assert.equal(countGroups("/list/7/age", "/list/8/age"), 1);
  assert.equal(countGroups("/list/7/age/0", "/list/8/age/1"), 2);
});

test("never groups two different findings, whatever characters their parts contain", () => {
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
  const property = fc.property(any, any, (first, second) => {
    const collector = createCollector({});
    const add = ({ id, at, path, groupKey }: typeof first) =>
      collector.add(createFinding("", { rule: { id, at }, path, groupKey }));
    add(first);
    assert.equal(add(second), !isDeepStrictEqual(first, second));
  });
  fc.assert(property, propertyRuns());
});

test("does not count a warning or a note as an error", () => {
  const collector = createCollector(candidate);
  collector.add(createFinding("/owner", { severity: "warning" }));
  collector.add(createFinding("/owner", { severity: "info" }));
  assert.equal(collector.errors.hasErrors(), false);
  collector.add(createFinding("/owner", { code: "field.value" }));
  assert.equal(collector.errors.hasErrors(), true);
});

test("sorts groups by severity, path, code and rule, in whatever order the findings were added", () => {
  // All findings of one rule have the same severity.
  const lenient = { rule: { id: "lenient", at: "/rules/9" } };
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
    // Hidden names: these findings are sorted by the visible part of their path, then by the hidden part.
    createFinding("/secret/\u202ea"),
    createFinding("/secret/\u202eb"),
    createFinding("/secret/b"),
    createFinding("/object/a", { ...lenient, severity: "warning" }),
    createFinding("/owner", { ...lenient, severity: "warning", code: "field.pattern" }),
    createFinding("/owner", { ...lenient, severity: "warning" }),
    createFinding("", { ...lenient, severity: "info" }),
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

test("lists findings that were added after the groups were first listed", () => {
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

// The collector reads only these members, so most tests can use any code.
function createFinding(pointer: string, members: { readonly [name: string]: unknown } = {}): AnyFinding {
  return {
    code: "field.value",
    message: "default",
    severity: "error",
    path: parsePointer(pointer),
    params: {},
    rule: { id: "rule", at: "/rules/0" },
    ...members,
  } as never;
}
