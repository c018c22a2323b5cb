import assert from "node:assert/strict";
import { test } from "node:test";
import { type Json, type PatchOperation, pointerOf } from "@assay/contract";
import { applyFix } from "@assay/engine";
import { jsonLayouts } from "@assay/testing/cases/json-layouts";
import { figure } from "@assay/testing/figure";
import { propertyRuns } from "@assay/testing/scale";
import fc from "fast-check";
import { patchText } from "./patch-text.ts";

const names = fc.constantFrom("a", "b", "c d", "~/", "é", '"', "0", "\u{1f600}");
const { value } = fc.letrec<{ value: Json; container: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, 0, -1.5, 1e21, "", "x", 'q"\\\n\t', ",", "[{", "\u{1f600}"),
    tie("container"),
  ),
  container: fc.oneof(fc.array(tie("value"), { maxLength: 4 }), fc.dictionary(names, tie("value"), { maxKeys: 4 })),
}));

test("any patch on any value is written as applyFix applies it, in any layout", () => {
  let written = 0;
  fc.assert(
    fc.property(
      value,
      fc.array(fc.tuple(fc.nat(4), fc.nat(), fc.nat(), names, value), { maxLength: 4 }),
      (before, choices) => {
        const patch: PatchOperation[] = [];
        let current = before;
        for (const [kind, target, other, name, inserted] of choices) {
          const operation = operationOn(current, kind, target, other, name, inserted);
          const applied = applyFix(current, [operation]);
          if (applied.kind === "refused" || operation.path === "") continue;
          patch.push(operation);
          current = applied.candidate;
        }
        for (const { write } of jsonLayouts) {
          const text = write(before);
          const result = patchText(text, patch);
          assert.ok(result.kind === "ok", `${text}\n${JSON.stringify(patch)}\n${JSON.stringify(result)}`);
          // -0 is written as 0, and means the same.
          assert.deepEqual(JSON.parse(result.text), JSON.parse(JSON.stringify(current)));
          written++;
        }
      },
    ),
    propertyRuns(1),
  );
  figure("random patches written into random texts", written, "all equal to applyFix");
});

function operationOn(
  value: Json,
  kind: number,
  target: number,
  other: number,
  name: string,
  inserted: Json,
): PatchOperation {
  const paths = pathsIn(value);
  const path = paths[target % paths.length] ?? [];
  const elsewhere = paths[other % paths.length] ?? [];
  const child = pointerOf([...elsewhere, other % 2 === 0 ? name : other % 3 === 0 ? "-" : String(other % 3)]);
  switch (kind) {
    case 0:
      return { op: "replace", path: pointerOf(path), value: inserted };
    case 1:
      return { op: "remove", path: pointerOf(path) };
    case 2:
      return { op: "add", path: child, value: inserted };
    case 3:
      return { op: "move", from: pointerOf(path), path: child };
    default:
      return { op: "move", from: pointerOf(path), path: pointerOf([...path.slice(0, -1), name]) };
  }
}

function pathsIn(value: Json, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, inner]) => pathsIn(inner, [...path, name]))];
}
