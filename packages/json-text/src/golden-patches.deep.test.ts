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
  const ranges = rangesOf(text, operation);
  let start = 0;
  return text.split("\n").filter((line) => {
    const end = start + line.length;
    const isTouched = ranges.some(({ from, to }) => start <= to && end >= from);
    start = end + 1;
    return operation.op === "move" && operation.path === "" ? isTouched : !isTouched;
  });
}

interface Range {
  readonly from: number;
  readonly to: number;
}

function rangesOf(text: string, operation: PatchOperation): readonly Range[] {
  if (operation.op === "add") return [endOf(text, operation.path)];
  const node = nodeAt(text, operation.op === "move" ? operation.from : operation.path);
  const property = node.parent?.type === "property" ? node.parent : node;
  if (operation.op !== "move" || parentOf(operation.path) === parentOf(operation.from) || operation.path === "") {
    return [touched(text, operation, node, property)];
  }
  // What moves to another object is removed here and added there.
  return [touched(text, { op: "remove", path: operation.from }, node, property), endOf(text, operation.path)];
}

// A new member comes last: the member before it gets a comma, or the braces get a line between them.
function endOf(text: string, pointer: string): Range {
  const container = nodeAt(text, parentOf(pointer));
  const end = container.offset + container.length;
  return { from: container.children?.at(-1)?.offset ?? container.offset, to: end };
}

const parentOf = (pointer: string) => pointer.slice(0, Math.max(0, pointer.lastIndexOf("/")));

function touched(text: string, operation: PatchOperation, node: Node, property: Node): Range {
  // Of a wrapper, the lines that are wholly inside stay.
  if (operation.op === "move" && operation.path === "") {
    const inside = text.indexOf("\n", node.offset);
    const last = text.lastIndexOf("\n", node.offset + node.length);
    return inside < 0 || last <= inside ? { from: Infinity, to: -1 } : { from: inside + 1, to: last - 1 };
  }
  if (operation.op !== "remove") return { from: property.offset, to: property.offset + property.length };
  // A removed member takes a comma with it, of the line before or of its own.
  const siblings = property.parent?.children ?? [];
  const index = siblings.indexOf(property);
  const previous = siblings[index - 1];
  const next = siblings[index + 1];
  const before = previous ? previous.offset + previous.length : (property.parent?.offset ?? 0) + 1;
  const end = property.offset + property.length;
  return { from: before, to: next ? text.indexOf(",", end) : end };
}

function nodeAt(text: string, pointer: string): Node {
  let node = parseTree(text) as Node;
  for (const token of parsePointer(pointer) ?? []) {
    node = findNodeAtLocation(node, [node.type === "array" ? Number(token) : token]) as Node;
  }
  return node;
}
