import assert from "node:assert/strict";
import { test } from "node:test";
import { type PatchOperation, parsePointer } from "@assay/contract";
import { applyFix } from "@assay/engine";
import { goldenVerdicts, patchesOf } from "@assay/testing/cases/golden-verdicts";
import { jsonLayouts } from "@assay/testing/cases/json-layouts";
import { figure } from "@assay/testing/figure";
import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";
import { patchText } from "./patch-text.ts";

for (const { name: layout, write } of jsonLayouts) {
  test(`every patch of the golden cases is written into a text with the layout "${layout}"`, () => {
    let patches = 0;
    let kept = 0;
    for (const { name, candidate, verdict } of goldenVerdicts()) {
      const text = write(candidate);
      for (const patch of patchesOf(verdict)) {
        const applied = applyFix(candidate, patch);
        assert.ok(applied.kind === "ok");
        const result = patchText(text, patch);
        assert.ok(result.kind === "ok", `${name}: ${JSON.stringify(result)}`);
        assert.deepEqual(JSON.parse(result.text), applied.candidate, name);
        const { text: stepped, lines } = stepByStep(text, patch);
        assert.equal(result.text, stepped, name);
        patches++;
        kept += lines;
      }
    }
    figure(`patches of golden cases, layout "${layout}"`, patches, "all equal to applyFix");
    figure(`untouched lines that stayed byte-identical, layout "${layout}"`, kept, "all");
    assert.ok(patches > 200);
  });
}

// One operation at a time: all lines that hold nothing of what it changes are still there, in the same order.
function stepByStep(text: string, patch: readonly PatchOperation[]): { readonly text: string; readonly lines: number } {
  let current = text;
  let kept = 0;
  for (const operation of patch) {
    if (operation.op === "test") continue;
    const result = patchText(current, [operation]);
    assert.ok(result.kind === "ok", JSON.stringify(result));
    const isUnwrapping = operation.op === "move" && operation.path === "";
    const lines = untouchedLines(current, operation);
    const after = result.text.split("\n");
    let at = 0;
    for (const line of lines) {
      // Outside of a wrapper everything moves to the left.
      at = after.findIndex((other, index) => index >= at && (isUnwrapping ? line.endsWith(other) : other === line)) + 1;
      assert.ok(
        at > 0,
        `${JSON.stringify(line)} is gone after ${JSON.stringify(operation)} in\n${current}\n---\n${result.text}`,
      );
    }
    kept += lines.length;
    current = result.text;
  }
  return { text: current, lines: kept };
}

function untouchedLines(text: string, operation: PatchOperation): readonly string[] {
  const isUnwrapping = operation.op === "move" && operation.path === "";
  const ranges = isUnwrapping ? [insideOf(text, operation.from)] : touched(text, operation);
  let start = 0;
  return text.split("\n").filter((line) => {
    const end = start + line.length;
    const isTouched = ranges.some(({ from, to }) => start <= to && end >= from);
    start = end + 1;
    return isUnwrapping === isTouched;
  });
}

interface Touched {
  readonly from: number;
  readonly to: number;
}

// Of a wrapper, the lines that are wholly inside stay.
function insideOf(text: string, pointer: string): Touched {
  const node = nodeAt(text, pointer);
  const inside = text.indexOf("\n", node.offset);
  const last = text.lastIndexOf("\n", node.offset + node.length);
  return inside < 0 || last <= inside ? { from: Infinity, to: -1 } : { from: inside + 1, to: last - 1 };
}

function touched(text: string, operation: PatchOperation): readonly Touched[] {
  if (operation.op === "add") return [endOf(text, parentOf(operation.path))];
  if (operation.op === "remove") return [withComma(text, operation.path)];
  if (operation.op === "move" && parentOf(operation.from) !== parentOf(operation.path))
    return [withComma(text, operation.from), endOf(text, parentOf(operation.path))];
  const { offset, length } = propertyAt(text, operation.op === "move" ? operation.from : operation.path);
  return [{ from: offset, to: offset + length }];
}

function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}

// A new member comes after the last one, which gets a comma.
function endOf(text: string, pointer: string): Touched {
  const { offset, length, children = [] } = nodeAt(text, pointer);
  const last = children.at(-1);
  return { from: last ? last.offset + last.length : offset, to: offset + length };
}

// A removed member takes a comma with it, of the line before or of its own.
function withComma(text: string, pointer: string): Touched {
  const property = propertyAt(text, pointer);
  const siblings = property.parent?.children ?? [];
  const index = siblings.indexOf(property);
  const previous = siblings[index - 1];
  const next = siblings[index + 1];
  const before = previous ? previous.offset + previous.length : (property.parent?.offset ?? 0) + 1;
  const end = property.offset + property.length;
  return { from: before, to: next ? text.indexOf(",", end) : end };
}

function propertyAt(text: string, pointer: string): Node {
  const node = nodeAt(text, pointer);
  return node.parent?.type === "property" ? node.parent : node;
}

function nodeAt(text: string, pointer: string): Node {
  let node = parseTree(text) as Node;
  for (const token of parsePointer(pointer) ?? []) {
    node = findNodeAtLocation(node, [node.type === "array" ? Number(token) : token]) as Node;
  }
  return node;
}
