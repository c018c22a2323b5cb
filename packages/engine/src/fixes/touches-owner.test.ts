import assert from "node:assert/strict";
import { test } from "node:test";
import type { PatchOperation } from "@assay/contract";
import type { Group } from "../findings/collector.ts";
import { createTouchesOwner } from "./touches-owner.ts";

test("no operation at, above or below the owner's kind or id goes unnoticed", () => {
  const touchesOwner = createTouchesOwner([]);
  for (const path of ["", "/owner", "/owner/kind", "/owner/id", "/owner/kind/0", "/owner/id/x/y"]) {
    const operations: readonly PatchOperation[] = [
      { op: "replace", path, value: "human" },
      { op: "remove", path },
      { op: "move", from: path, path: "/elsewhere" },
      { op: "move", from: "/elsewhere", path },
    ];
    for (const operation of operations) assert.ok(touchesOwner(operation), JSON.stringify(operation));
  }
  for (const path of ["/owner/name", "/owners", "/kind", "/other/kind", "/sampleRecords/0/owner/kind"]) {
    assert.ok(!touchesOwner({ op: "remove", path }), path);
    assert.ok(!touchesOwner({ op: "move", from: path, path: "/elsewhere" }), path);
  }
});

test("the owner is protected under misspelled names too", () => {
  const touchesOwner = createTouchesOwner([
    group("field.misspelled", "owner", ["ownr"]),
    group("field.misspelled", "kind", ["ownr", "knid"], ["owner", "kin/d"]),
    group("field.unknown", "id", ["owner", "ids"]),
  ]);
  for (const path of ["/ownr", "/ownr/knid", "/ownr/kind", "/owner/kin~1d"]) {
    assert.ok(touchesOwner({ op: "remove", path }), path);
  }
  for (const path of ["/owner/knid", "/owner/ids", "/ownr/name"])
    assert.ok(!touchesOwner({ op: "remove", path }), path);
});

function group(code: string, expected: string, ...paths: string[][]): Group {
  return { first: { code, params: { expected } }, count: paths.length, paths } as unknown as Group;
}
