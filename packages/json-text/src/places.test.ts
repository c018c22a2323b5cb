import assert from "node:assert/strict";
import { test } from "node:test";
import { parsePointer } from "@assay/contract";
import { goldenVerdicts } from "@assay/testing/cases/golden-verdicts";
import { jsonLayouts } from "@assay/testing/cases/json-layouts";
import { printFigure } from "@assay/testing/print-figure";
import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";
import type { Range } from "./json-nodes.ts";
import { findRange, indexPlaces, listMarks } from "./places.ts";

const text = `{
  "owner": { "kind": "agent" },
  "generatorId": "Parcel Route",
  "outputFields": [{ "name": "a" }, ["x"]],
  "a/b": { "~": null },
  "empty": {}
}`;
const places = indexPlaces(text);

function readMarked({ from, to }: Range): string {
  return text.slice(from, to);
}

test("a mark covers a scalar value, and otherwise the name of the property or the opening bracket", () => {
  assert.equal(readMarked(places.find("/generatorId")), '"Parcel Route"');
  assert.equal(readMarked(places.find("/a~1b/~0")), "null");
  assert.equal(readMarked(places.find("/owner")), '"owner"');
  assert.equal(readMarked(places.find("/outputFields")), '"outputFields"');
  assert.equal(readMarked(places.find("/outputFields/0")), "{");
  assert.equal(readMarked(places.find("/outputFields/1")), "[");
  assert.equal(readMarked(places.find("")), "{");
});

test("findRange returns the range of the whole value", () => {
  const sliceValue = (pointer: string) => {
    const range = findRange(text, pointer);
    return range && text.slice(range.from, range.to);
  };
  assert.equal(sliceValue("/owner"), '{ "kind": "agent" }');
  assert.equal(sliceValue("/outputFields/1"), '["x"]');
  assert.equal(sliceValue(""), text);
  assert.equal(sliceValue("/owner/id"), undefined);
});

test("a diagnostic about a name marks the name", () => {
  assert.equal(readMarked(places.find("/generatorId", "name")), '"generatorId"');
  assert.equal(readMarked(places.find("/outputFields/1/0", "name")), '"x"');
  assert.deepEqual(listMarks({ code: "field.misspelled", path: "/generatorId" }, places).map(readMarked), [
    '"generatorId"',
  ]);
});

test("a missing value is marked at its nearest existing parent", () => {
  assert.equal(readMarked(places.find("/description")), "{");
  assert.equal(readMarked(places.find("/owner/id")), '"owner"');
  assert.equal(readMarked(places.find("/outputFields/0/type")), "{");
  assert.equal(readMarked(places.find("/outputFields/7/type")), '"outputFields"');
  assert.equal(readMarked(places.find("/outputFields/-1")), '"outputFields"');
  assert.equal(readMarked(places.find("/generatorId/0", "name")), '"Parcel Route"');
  assert.equal(readMarked(places.find("not a pointer")), "{");
});

test("a diagnostic with several paths marks each place once", () => {
  const paths = ["/owner/kind", "/owner/id", "/owner/name"];
  const marks = listMarks({ code: "field.missing", path: "/owner/kind", paths }, places);
  assert.deepEqual(marks.map(readMarked), ['"agent"', '"owner"']);
});

test("findPointer returns the pointer of the innermost value or property at an offset", () => {
  assert.equal(places.findPointer(text.indexOf("agent")), "/owner/kind");
  assert.equal(places.findPointer(text.indexOf('"kind"')), "/owner/kind");
  assert.equal(places.findPointer(text.indexOf('"outputFields"')), "/outputFields");
  assert.equal(places.findPointer(text.indexOf('"x"')), "/outputFields/1/0");
  assert.equal(places.findPointer(text.indexOf("null")), "/a~1b/~0");
  assert.equal(places.findPointer(text.indexOf("\n  ")), "");
  assert.equal(places.findPointer(text.length + 1), undefined);
  assert.equal(indexPlaces("").findPointer(0), undefined);
});

test("every path in the diagnostics of the golden cases leads to its place in every layout", () => {
  let paths = 0;
  let exact = 0;
  for (const { name, candidate, verdict } of goldenVerdicts()) {
    const diagnostics = [...verdict.diagnostics, ...(verdict.upcoming?.diagnostics ?? [])];
    for (const { write } of jsonLayouts) {
      const written = write(candidate);
      const root = parseTree(written) as Node;
      const writtenPlaces = indexPlaces(written);
      for (const { path, paths: allPaths = [] } of diagnostics) {
        for (const pointer of [path, ...allPaths]) {
          paths++;
          const place = writtenPlaces.find(pointer);
          checkPlace(place, written);
          const node = findNode(root, pointer);
          if (node) exact++;
          assert.deepEqual(place, toExpectedPlace(node ?? findNearest(root, pointer)), `${name}: ${pointer}`);
        }
      }
    }
  }
  printFigure("paths of diagnostics in golden cases, in four layouts", paths, "each at its place");
  printFigure("of them at an existing value", exact, "the rest at the parent");
  assert.ok(exact > 1_000);
});

function checkPlace({ from, to }: Range, source: string): void {
  assert.ok(0 <= from && from <= to && to <= source.length);
}

// Finds the expected value with an independent parser.
function findNode(root: Node, pointer: string): Node | undefined {
  return resolveTokens(root, parsePointer(pointer) ?? []);
}

function resolveTokens(root: Node, tokens: readonly string[]): Node | undefined {
  let node: Node | undefined = root;
  for (const token of tokens) node = node && findNodeAtLocation(node, [node.type === "array" ? Number(token) : token]);
  return node;
}

function findNearest(root: Node, pointer: string): Node {
  const tokens = parsePointer(pointer) ?? [];
  for (let length = tokens.length; length >= 0; length--) {
    const node = resolveTokens(root, tokens.slice(0, length));
    if (node) return node;
  }
  return root;
}

function toExpectedPlace(node: Node): Range {
  const { offset, length, parent, type } = node;
  if (type !== "object" && type !== "array") return { from: offset, to: offset + length };
  const name = parent?.type === "property" ? parent.children?.[0] : undefined;
  if (name) return { from: name.offset, to: name.offset + name.length };
  return { from: offset, to: offset + 1 };
}
